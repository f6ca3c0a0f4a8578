//! The two languages that tables speak. Digits are the same in both: `.` before the places, no thousands mark.

use std::fmt;
use std::str::FromStr;

/// A language of titles, headers and notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, `en`.
    #[default]
    English,
    /// Turkish, `tr`.
    Turkish,
}

impl Language {
    /// Every language, in the order in which help texts list them.
    pub const ALL: [Language; 2] = [Language::English, Language::Turkish];

    /// The two letters that name it on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Turkish => "tr",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL
            .into_iter()
            .find(|language| language.code() == code)
            .ok_or_else(|| UnknownLanguage(code.to_owned()))
    }
}

/// A language code that is neither `en` nor `tr`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage(String);

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown language `{}`: use `en` or `tr`", self.0)
    }
}

impl std::error::Error for UnknownLanguage {}

/// A fixed text of the tables in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The English text.
    pub en: &'static str,
    /// The Turkish text.
    pub tr: &'static str,
}

impl Label {
    /// A label from its two texts, English first.
    pub const fn new(en: &'static str, tr: &'static str) -> Label {
        Label { en, tr }
    }

    /// The text in one language.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Turkish => self.tr,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
    }

    #[test]
    fn other_codes_are_refused_by_name() {
        let error = "de".parse::<Language>().expect_err("an unknown code");
        assert_eq!(error.to_string(), "unknown language `de`: use `en` or `tr`");
    }

    #[test]
    fn a_label_speaks_both_languages() {
        const ADMITTED: Label = Label::new("admitted", "karşılanan");
        assert_eq!(ADMITTED.get(Language::English), "admitted");
        assert_eq!(ADMITTED.get(Language::Turkish), "karşılanan");
    }
}
