//! Tables and figures inside a text, kept as the answers are.
//!
//! A text says where with comments that no reader of Markdown shows:
//!
//! ```markdown
//! <!-- lab:table ay13/ay13b -->
//! …
//! <!-- /lab -->
//! It keeps <!-- lab:figure ay13/ay13b/shed-only/protected-share -->0.9348<!-- /lab --> of the peak.
//! ```
//!
//! What stands between a beginning and its end is replaced, and no other byte of the text: a table's lines end as the
//! text's own do and begin as the marker's line does (in a list, in a quotation); a figure is written as the language's
//! prose writes numbers. Markers in fenced code and in code spans are examples, and are left alone.
//!
//! A text with a mistake is not changed at all.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use scenarios::nearest;

use crate::answers::Answers;
use crate::figures::figures;
use crate::language::Language;
use crate::table::{Table, Value};
use crate::{markdown, prose, views};

/// Everything that a text can ask for.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    figures: BTreeMap<String, Value>,
    /// By language, in the order of [`Language::ALL`].
    tables: [BTreeMap<String, Table>; 2],
}

impl Catalogue {
    /// The tables and figures of some studies. Where two have the same name, the first has it.
    pub fn new(answers: &[Answers<'_>]) -> Catalogue {
        let mut catalogue = Catalogue::default();
        for answers in answers {
            for figure in figures(answers) {
                catalogue.figures.entry(figure.name).or_insert(figure.value);
            }
            for (language, tables) in Language::ALL.into_iter().zip(&mut catalogue.tables) {
                for table in views::tables(answers, language).into_iter().chain(views::ages(answers, language)) {
                    tables.entry(table.name.clone()).or_insert(table);
                }
            }
        }
        catalogue
    }

    fn tables(&self, language: Language) -> &BTreeMap<String, Table> {
        match language {
            Language::English => &self.tables[0],
            Language::Turkish => &self.tables[1],
        }
    }
}

/// A text with what it asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// The whole text.
    pub text: String,
    /// How many tables and figures it asks for.
    pub asked: usize,
    /// What was not as the answers are, in the order of the text.
    pub changes: Vec<Change>,
}

/// Something in a text that was not as the answers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it stands in the text as it was.
    pub place: Place,
    /// The table's or figure's name.
    pub name: String,
    /// What the text said.
    pub old: String,
    /// What the answers say.
    pub new: String,
}

/// Something that a text asks for in a way that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it stands in the text.
    pub place: Place,
    /// What is wrong, and what to write instead.
    pub message: String,
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its line.
    pub line: usize,
    /// Its column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The language that a text says it is in: `language: tr` (or `lang:`) between the `---` lines that it begins with, or
/// `.tr.` or `.en.` before the last ending of its file's name. English where it does not say.
pub fn language_of(file_name: &str, text: &str) -> Language {
    let in_name = || {
        let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
        stem.rsplit_once('.').and_then(|(_, code)| code.parse().ok())
    };
    front_matter(text).or_else(in_name).unwrap_or_default()
}

fn front_matter(text: &str) -> Option<Language> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    if lines.next()?.trim_end() != "---" {
        return None;
    }
    let said = lines
        .take_while(|line| line.trim_end() != "---")
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| matches!(key.trim(), "language" | "lang"))
        .map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_lowercase())?;
    // `tr-TR` is Turkish too.
    said.split(['-', '_']).next()?.parse().ok()
}

/// Replaces what a text asks for.
///
/// # Errors
///
/// Every mistake of the text, in its order: a marker without its other half, an unknown kind, an unknown name.
pub fn embed(text: &str, language: Language, catalogue: &Catalogue) -> Result<Embedded, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let places = Places::of(text);
    let blocks = blocks(text, &places, &mut mistakes);
    let mut embedded = Embedded { text: String::with_capacity(text.len()), asked: blocks.len(), changes: Vec::new() };
    let mut copied_to = 0;
    for block in &blocks {
        let new = match content(block, text, language, catalogue) {
            Ok(new) => new,
            Err(message) => {
                mistakes.push(Mistake { place: places.at(text, block.name_at), message });
                continue;
            }
        };
        let old = &text[block.content.clone()];
        if old != new {
            embedded.changes.push(Change {
                place: places.at(text, block.content.start),
                name: block.name.to_owned(),
                old: old.to_owned(),
                new: new.clone(),
            });
        }
        embedded.text.push_str(&text[copied_to..block.content.start]);
        embedded.text.push_str(&new);
        copied_to = block.content.end;
    }
    if !mistakes.is_empty() {
        mistakes.sort_by_key(|mistake| (mistake.place.line, mistake.place.column));
        return Err(mistakes);
    }
    embedded.text.push_str(&text[copied_to..]);
    Ok(embedded)
}

/// A beginning with its end.
struct Block<'t> {
    kind: Kind,
    name: &'t str,
    name_at: usize,
    marker_at: usize,
    /// What stands between them.
    content: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Table,
    Figure,
}

/// Half of a block.
enum Marker<'t> {
    Begin { kind: Kind, name: &'t str, name_at: usize },
    End,
    Wrong(String),
}

const COMMENT: &str = "<!--";
const COMMENT_END: &str = "-->";

/// Pairs beginnings and ends.
fn blocks<'t>(text: &'t str, places: &'t Places, mistakes: &mut Vec<Mistake>) -> Vec<Block<'t>> {
    let mut blocks = Vec::new();
    let mut open: Option<(Kind, &str, usize, Range<usize>)> = None;
    let mut mistake = |at: usize, message: &str| {
        mistakes.push(Mistake { place: places.at(text, at), message: message.to_owned() });
    };
    for (range, marker) in markers(text, &places.code) {
        match marker {
            Marker::Wrong(message) => mistake(range.start, &message),
            Marker::Begin { kind, name, name_at } => {
                if let Some((_, name, _, begin)) = open.replace((kind, name, name_at, range)) {
                    mistake(begin.start, &no_end(name));
                }
            }
            Marker::End => match open.take() {
                Some((kind, name, name_at, begin)) => {
                    blocks.push(Block { kind, name, name_at, marker_at: begin.start, content: begin.end..range.start });
                }
                None => mistake(range.start, "`<!-- /lab -->` ends nothing: there is no `<!-- lab:… -->` before it"),
            },
        }
    }
    if let Some((_, name, _, begin)) = open {
        mistake(begin.start, &no_end(name));
    }
    blocks
}

fn no_end(name: &str) -> String {
    format!("`{name}` has no end: put `<!-- /lab -->` behind what is to be replaced")
}

/// The markers of a text outside code, each with where it stands.
fn markers<'t>(text: &'t str, code: &'t [Range<usize>]) -> impl Iterator<Item = (Range<usize>, Marker<'t>)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text[from..].find(COMMENT)?;
            let inside = start + COMMENT.len();
            let after = code.partition_point(|range| range.end <= start);
            let in_code = code.get(after).is_some_and(|range| range.start <= start);
            let length = text[inside..].find(COMMENT_END);
            from = match length {
                Some(length) if !in_code => inside + length + COMMENT_END.len(),
                _ => inside,
            };
            if in_code {
                continue;
            }
            let body = &text[inside..length.map_or(text.len(), |length| inside + length)];
            let Some(marker) = marker(body, inside) else { continue };
            if length.is_none() {
                let message = "this marker is not closed: write `-->`".to_owned();
                return Some((start..text.len(), Marker::Wrong(message)));
            }
            return Some((start..from, marker));
        }
    })
}

/// What a comment says, where it speaks to the lab.
fn marker(body: &str, body_at: usize) -> Option<Marker<'_>> {
    let said = body.trim();
    if said == "/lab" {
        return Some(Marker::End);
    }
    let said = said.strip_prefix("lab:")?;
    let (kind, name) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
    let name = name.trim();
    let name_at = body_at + body.trim_end().len() - name.len();
    Some(match kind {
        _ if name.contains(char::is_whitespace) => Marker::Wrong(format!("`{name}` is not one name")),
        "table" | "figure" if name.is_empty() => Marker::Wrong(format!("`lab:{kind}` of what? Write a name behind it")),
        "table" => Marker::Begin { kind: Kind::Table, name, name_at },
        "figure" => Marker::Begin { kind: Kind::Figure, name, name_at },
        _ => {
            let meant = nearest(kind, ["table", "figure"]).map_or_else(
                || "there are `lab:table` and `lab:figure`".to_owned(),
                |meant| format!("did you mean `lab:{meant}`?"),
            );
            Marker::Wrong(format!("there is no `lab:{kind}`: {meant}"))
        }
    })
}

/// What should stand in a block.
fn content(block: &Block<'_>, text: &str, language: Language, catalogue: &Catalogue) -> Result<String, String> {
    match block.kind {
        Kind::Figure => match catalogue.figures.get(block.name) {
            Some(value) => Ok(prose::number(value, language)),
            None => {
                let hint = if catalogue.tables(language).contains_key(block.name) {
                    "; a table has this name: write `lab:table`".to_owned()
                } else {
                    suggestion(block.name, catalogue.figures.keys(), "`cargo xtask figures` lists them")
                };
                Err(format!("there is no figure `{}`{hint}", block.name))
            }
        },
        Kind::Table => match catalogue.tables(language).get(block.name) {
            Some(table) => Ok(table_lines(table, block, text)),
            None => {
                let hint = if catalogue.figures.contains_key(block.name) {
                    "; a figure has this name: write `lab:figure`".to_owned()
                } else {
                    let all = "`cargo xtask tables --format csv` has them in its first column";
                    suggestion(block.name, catalogue.tables(language).keys(), all)
                };
                Err(format!("there is no table `{}`{hint}", block.name))
            }
        },
    }
}

fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n String>, all: &str) -> String {
    match nearest(name, known.map(String::as_str)) {
        Some(nearest) => format!(": did you mean `{nearest}`?"),
        None => format!(": {all}"),
    }
}

/// The table's lines between the two markers' lines, each begun and ended as the marker's own line is.
fn table_lines(table: &Table, block: &Block<'_>, text: &str) -> String {
    let line_start = text[..block.marker_at].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line_start..block.marker_at];
    let is_margin = before.chars().all(|character| matches!(character, ' ' | '\t' | '>'));
    let margin = if is_margin { before } else { "" };
    let line_end = if first_line_end_is_crlf(text) { "\r\n" } else { "\n" };
    let mut lines = line_end.to_owned();
    for line in markdown::rows(table).lines() {
        lines.push_str(margin);
        lines.push_str(line);
        lines.push_str(line_end);
    }
    lines.push_str(margin);
    lines
}

fn first_line_end_is_crlf(text: &str) -> bool {
    text.find('\n').is_some_and(|at| text[..at].ends_with('\r'))
}

/// Where lines begin, and where there is code.
struct Places {
    line_starts: Vec<usize>,
    /// In order, apart from each other.
    code: Vec<Range<usize>>,
}

impl Places {
    fn of(text: &str) -> Places {
        let mut places = Places { line_starts: Vec::new(), code: Vec::new() };
        let mut fence: Option<(char, usize, usize)> = None;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            places.line_starts.push(start);
            let end = start + line.len();
            match (fence, fence_of(line)) {
                (None, Some((mark, length, _))) => fence = Some((mark, length, start)),
                (Some((mark, length, from)), Some((closing, closing_length, bare)))
                    if bare && closing == mark && closing_length >= length =>
                {
                    places.code.push(from..end);
                    fence = None;
                }
                (None, None) => code_spans(line, start, &mut places.code),
                (Some(_), _) => {}
            }
            start = end;
        }
        // A fence that is never closed reaches to the end.
        places.code.extend(fence.map(|(_, _, from)| from..text.len()));
        places
    }

    fn at(&self, text: &str, offset: usize) -> Place {
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0);
        Place { line, column: text[start..offset].chars().count() + 1 }
    }
}

/// The mark and length of a code fence that a line is, and whether nothing follows it, as at its end.
fn fence_of(line: &str) -> Option<(char, usize, bool)> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = line.chars().take_while(|character| *character == mark).count();
    let rest = &line[length..];
    // A code span may begin a line with three backticks and end on the same line.
    let is_fence = length >= 3 && !(mark == '`' && rest.contains('`'));
    is_fence.then_some((mark, length, rest.trim().is_empty()))
}

/// Code spans of one line: from a run of backticks to the next run of the same length.
fn code_spans(line: &str, line_at: usize, code: &mut Vec<Range<usize>>) {
    let run_at = |from: usize| {
        let start = from + line.get(from..)?.find('`')?;
        let length = line[start..].bytes().take_while(|byte| *byte == b'`').count();
        Some((start, length))
    };
    let mut from = 0;
    while let Some((start, length)) = run_at(from) {
        let mut end = start + length;
        from = end;
        while let Some((closing, closing_length)) = run_at(end) {
            end = closing + closing_length;
            if closing_length == length {
                code.push(line_at + start..line_at + end);
                from = end;
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;
    use crate::table::Column;

    fn catalogue() -> Catalogue {
        let mut catalogue = Catalogue::default();
        catalogue.figures.insert("a/b/share".to_owned(), Value::number(Ratio::new(9348, 10_000), 4));
        catalogue.figures.insert("a/b/count".to_owned(), Value::Count(58_331));
        for (tables, header) in catalogue.tables.iter_mut().zip(["admitted", "karşılanan"]) {
            let mut table = Table::new("a/b", "t", vec![Column::number("n", header, 0)]);
            table.push(vec![Value::Count(58_331)]);
            tables.insert(table.name.clone(), table);
        }
        catalogue
    }

    #[track_caller]
    fn check(language: Language, text: &str, expected: &str) {
        let embedded = embed(text, language, &catalogue()).expect("a text without a mistake");
        assert_eq!(embedded.text, expected);
        let again = embed(expected, language, &catalogue()).expect("a text without a mistake");
        assert_eq!((again.text.as_str(), again.changes.len()), (expected, 0), "a second time changes nothing");
    }

    #[track_caller]
    fn refused(text: &str, expected: &[&str]) {
        let mistakes = embed(text, Language::English, &catalogue()).expect_err("a text with a mistake");
        let said: Vec<String> =
            mistakes.iter().map(|mistake| format!("{} {}", mistake.place, mistake.message)).collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn figures_are_prose_in_their_language() {
        let text = "Of <!-- lab:figure a/b/count -->?<!-- /lab -->, <!--lab:figure a/b/share--><!--/lab-->.";
        let english =
            "Of <!-- lab:figure a/b/count -->58,331<!-- /lab -->, <!--lab:figure a/b/share-->0.9348<!--/lab-->.";
        let turkish =
            "Of <!-- lab:figure a/b/count -->58.331<!-- /lab -->, <!--lab:figure a/b/share-->0,9348<!--/lab-->.";
        check(Language::English, text, english);
        check(Language::Turkish, text, turkish);
    }

    #[test]
    fn a_tables_lines_are_those_of_the_text_around_it() {
        check(
            Language::Turkish,
            "a \t\r\n> <!-- lab:table a/b -->\r\n> old\r\n> <!-- /lab --> z\r\n\r\n",
            "a \t\r\n> <!-- lab:table a/b -->\r\n> | karşılanan |\r\n> | ---------: |\r\n> |      58331 |\r\n> <!-- /lab --> z\r\n\r\n",
        );
        check(
            Language::English,
            "<!-- lab:table a/b --><!-- /lab -->",
            "<!-- lab:table a/b -->\n| admitted |\n| -------: |\n|    58331 |\n<!-- /lab -->",
        );
    }

    #[test]
    fn markers_in_code_are_examples() {
        for text in [
            "Write `<!-- lab:figure x -->` and `` ` <!-- /lab --> ``.\n",
            "```markdown\n<!-- lab:table x -->\n```\n",
            "~~~~\n~~~\n<!-- /lab -->\n~~~~\n",
            "- text\n\n  ```\n  <!-- lab:what -->\n",
            "<!-- another comment --> <!-- label -->",
        ] {
            check(Language::English, text, text);
        }
    }

    #[test]
    fn what_changed_is_told_with_its_place() {
        let text = "ü\nü <!-- lab:figure a/b/share -->0,9<!-- /lab -->";
        let embedded = embed(text, Language::Turkish, &catalogue()).expect("a text without a mistake");
        let change = Change {
            place: Place { line: 2, column: 32 },
            name: "a/b/share".to_owned(),
            old: "0,9".to_owned(),
            new: "0,9348".to_owned(),
        };
        assert_eq!(embedded.changes, [change]);
    }

    #[test]
    fn mistakes_are_told_all_at_once_with_their_places() {
        refused(
            "ş <!-- lab:figure a/b/shore --><!-- /lab -->\n<!-- lab:figure a/b --><!-- /lab --><!-- lab:table a/b/count --><!-- /lab -->\n",
            &[
                "1:19 there is no figure `a/b/shore`: did you mean `a/b/share`?",
                "2:17 there is no figure `a/b`; a table has this name: write `lab:table`",
                "2:52 there is no table `a/b/count`; a figure has this name: write `lab:figure`",
            ],
        );
        refused(
            "<!-- lab:tabel a/b --> <!-- lab:table --> <!-- lab:figure a b -->",
            &[
                "1:1 there is no `lab:tabel`: did you mean `lab:table`?",
                "1:24 `lab:table` of what? Write a name behind it",
                "1:43 `a b` is not one name",
            ],
        );
    }

    #[test]
    fn a_marker_without_its_other_half_is_a_mistake() {
        let no_end = "has no end: put `<!-- /lab -->` behind what is to be replaced";
        refused("<!-- lab:table a/b -->\n", &[&format!("1:1 `a/b` {no_end}")]);
        refused(
            "<!-- lab:figure a/b/share --> <!-- lab:table a/b --><!-- /lab -->",
            &[&format!("1:1 `a/b/share` {no_end}")],
        );
        refused("\n <!-- /lab -->", &["2:2 `<!-- /lab -->` ends nothing: there is no `<!-- lab:… -->` before it"]);
        refused("<!-- lab:table a/b\n", &["1:1 this marker is not closed: write `-->`"]);
    }

    #[test]
    fn a_text_says_its_language() {
        for (name, text, language) in [
            ("a.md", "", Language::English),
            ("a.tr.md", "", Language::Turkish),
            ("a.tr.md", "---\nlanguage: en\n---\n", Language::English),
            ("a.md", "\u{feff}---\r\ntitle: x\r\nlang: \"tr-TR\"\r\n---\r\n", Language::Turkish),
            ("a.md", "---\ntitle: x\n---\nlanguage: tr\n", Language::English),
            ("tr.md", "", Language::English),
        ] {
            assert_eq!(language_of(name, text), language, "{name} {text:?}");
        }
    }
}
