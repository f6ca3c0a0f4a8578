//! Numbers as a sentence writes them: `58.331` and `0,9348` in Turkish, `58,331` and `0.9348` in English.
//!
//! Tables show plain digits; in prose a reader wants them grouped. English groups from four digits on. Turkish leaves
//! four digits together, as the lessons do (4164, but 15.630).

use crate::language::Language;
use crate::table::Value;

/// A value in a sentence of a language.
pub fn number(value: &Value, language: Language) -> String {
    match value {
        Value::Count(_) | Value::Number { .. } => grouped(&value.to_string(), language),
        Value::Joined(counts) => {
            let parts: Vec<String> = counts.iter().map(|count| grouped(&count.to_string(), language)).collect();
            parts.join("/")
        }
        Value::Text(_) | Value::Missing => value.to_string(),
    }
}

/// Plain digits, perhaps with a sign and a point, as the language writes them.
fn grouped(plain: &str, language: Language) -> String {
    let (mark, point, least_digits) = match language {
        Language::English => (',', '.', 4),
        Language::Turkish => ('.', ',', 5),
    };
    let (whole, places) = plain.split_once('.').map_or((plain, None), |(whole, places)| (whole, Some(places)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        let is_group = index > 0 && (digits.len() - index).is_multiple_of(3);
        if is_group && digits.len() >= least_digits {
            text.push(mark);
        }
        text.push(digit);
    }
    if let Some(places) = places {
        text.push(point);
        text.push_str(places);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;

    #[track_caller]
    fn check(value: Value, english: &str, turkish: &str) {
        assert_eq!(number(&value, Language::English), english);
        assert_eq!(number(&value, Language::Turkish), turkish);
    }

    #[test]
    fn numbers_are_grouped_as_the_language_does() {
        check(Value::Count(58_331), "58,331", "58.331");
        check(Value::Count(4_164), "4,164", "4164");
        check(Value::Count(999), "999", "999");
        check(Value::Count(1_234_567), "1,234,567", "1.234.567");
        check(Value::number(Ratio::new(9348, 10_000), 4), "0.9348", "0,9348");
        check(Value::number(Ratio::new(-12_345_678, 1000), 2), "-12,345.68", "-12.345,68");
        check(Value::Joined(vec![0, 15_630, 300]), "0/15,630/300", "0/15.630/300");
        check(Value::Missing, "–", "–");
    }
}
