//! What a scenario file says, as it says it: the only types here that serde fills.
//!
//! Every key is optional, so that one missing or mistaken key hides no other error; what must be there is for
//! [`crate::resolve`] to say. Numbers keep their place instead of a value: their digits are read from the text, so that
//! 97.22 is 97.22 and not the double nearest to it.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use toml::Spanned;

/// A whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Document {
    pub(crate) title: Option<Spanned<Text>>,
    pub(crate) lesson: Option<Spanned<String>>,
    /// Followed and taken out before anything else is looked at; what is left to stand here is no string.
    #[serde(rename = "extends")]
    pub(crate) _extends: Option<Spanned<String>>,
    pub(crate) rounds: Option<Number>,
    pub(crate) round_seconds: Option<Number>,
    pub(crate) arithmetic: Option<Spanned<String>>,
    pub(crate) replications: Option<Number>,
    pub(crate) reference: Option<Spanned<Reference>>,
    pub(crate) gate: Option<Spanned<Gate>>,
    pub(crate) chain: Option<Spanned<Chain>>,
    pub(crate) setting: Option<Vec<Spanned<Setting>>>,
    pub(crate) scenario: Option<Vec<Spanned<Scenario>>>,
    pub(crate) sweep: Option<Vec<Spanned<Sweep>>>,
    pub(crate) solve: Option<Vec<Spanned<Solve>>>,
}

/// `[reference]`: what results are held against.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Reference {
    pub(crate) peak_rate: Option<Number>,
    pub(crate) protected_classes: Option<Vec<Number>>,
    pub(crate) fault_minutes_per_month: Option<Number>,
    pub(crate) late_after: Option<Number>,
}

/// `[gate]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Gate {
    pub(crate) capacity: Option<Number>,
    pub(crate) flow: Option<Vec<Spanned<Flow>>>,
}

/// `[[gate.flow]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Flow {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) rate: Option<Number>,
    pub(crate) cost: Option<Number>,
    pub(crate) class: Option<Number>,
    pub(crate) swing: Option<Spanned<Vec<Number>>>,
    pub(crate) arrivals: Option<Spanned<Arrivals>>,
}

/// `[chain]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Chain {
    pub(crate) source: Option<Spanned<Source>>,
    pub(crate) stage: Option<Vec<Spanned<Stage>>>,
}

/// `[chain.source]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Source {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) rate: Option<Number>,
    pub(crate) swing: Option<Spanned<Vec<Number>>>,
    pub(crate) arrivals: Option<Spanned<Arrivals>>,
}

/// `[[chain.stage]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Stage {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) buffer: Option<Number>,
    pub(crate) rate: Option<Number>,
}

/// `arrivals = { … }` of a flow or source.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Arrivals {
    pub(crate) counts: Option<Spanned<Vec<Number>>>,
    pub(crate) csv: Option<Spanned<String>>,
    pub(crate) column: Option<Spanned<String>>,
    pub(crate) then: Option<Spanned<String>>,
    pub(crate) poisson: Option<Spanned<Poisson>>,
}

/// `poisson = { seed = … }`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Poisson {
    pub(crate) seed: Option<Number>,
}

/// `[[setting]]`, of either model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Setting {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) throttle: Option<Spanned<Throttle>>,
    pub(crate) shed: Option<Spanned<Shed>>,
    pub(crate) depth: Option<Number>,
    pub(crate) unbounded: Option<Spanned<bool>>,
}

/// `throttle = { ceiling = … }`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Throttle {
    pub(crate) ceiling: Option<Number>,
}

/// `shed = { bound = … }` or `shed = { bound-units = … }`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Shed {
    pub(crate) bound: Option<Number>,
    pub(crate) bound_units: Option<Number>,
}

/// `[[scenario]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Scenario {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) group: Option<Spanned<String>>,
    pub(crate) minutes: Option<Number>,
    pub(crate) per_month: Option<Number>,
    pub(crate) capacity: Option<Number>,
    pub(crate) rate: Option<Spanned<Rates>>,
    pub(crate) steady: Option<Spanned<bool>>,
    pub(crate) phase: Option<Vec<Spanned<Phase>>>,
}

/// `[[scenario.phase]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Phase {
    pub(crate) from: Option<Number>,
    pub(crate) to: Option<Number>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) capacity: Option<Number>,
    pub(crate) rate: Option<Spanned<Rates>>,
    pub(crate) steady: Option<Spanned<bool>>,
}

/// `[[sweep]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Sweep {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) scenario: Option<Spanned<String>>,
    pub(crate) setting: Option<Spanned<String>>,
    pub(crate) vary: Option<Vec<Spanned<String>>>,
    pub(crate) measure: Option<Vec<Spanned<String>>>,
}

/// `[[solve]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Solve {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) label: Option<Spanned<Text>>,
    pub(crate) because: Option<Spanned<Text>>,
    pub(crate) scenario: Option<Spanned<String>>,
    pub(crate) setting: Option<Spanned<String>>,
    pub(crate) find: Option<Spanned<String>>,
    pub(crate) such_that: Option<Spanned<String>>,
}

/// Rates by the name of what they belong to.
pub(crate) type Rates = BTreeMap<Spanned<String>, Number>;

/// A number that stands at a place.
#[derive(Clone, Debug)]
pub(crate) struct Number(Spanned<AnyNumber>);

impl Number {
    pub(crate) fn span(&self) -> std::ops::Range<usize> {
        self.0.span()
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        Spanned::deserialize(deserializer).map(Number)
    }
}

/// Any TOML number: only that it is one is kept.
#[derive(Clone, Copy, Debug)]
struct AnyNumber;

impl<'de> Deserialize<'de> for AnyNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnyNumber, D::Error> {
        struct NumberVisitor;
        impl Visitor<'_> for NumberVisitor {
            type Value = AnyNumber;
            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a number")
            }
            fn visit_i64<E>(self, _: i64) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
            fn visit_u64<E>(self, _: u64) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
            fn visit_i128<E>(self, _: i128) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
            fn visit_u128<E>(self, _: u128) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
            fn visit_f64<E>(self, _: f64) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
        }
        deserializer.deserialize_any(NumberVisitor)
    }
}

/// A text in one or both languages.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    /// One string for every reader.
    Plain(String),
    /// One string for each language; at least one is there.
    ByLanguage { en: Option<String>, tr: Option<String> },
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct ByLanguage {
            en: Option<String>,
            tr: Option<String>,
        }
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text;
            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a string, or { en = \"…\", tr = \"…\" }")
            }
            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text::Plain(text.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Text, A::Error> {
                let by_language = ByLanguage::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Text::ByLanguage { en: by_language.en, tr: by_language.tr })
            }
        }
        deserializer.deserialize_any(TextVisitor)
    }
}
