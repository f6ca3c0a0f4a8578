//! What is drawn after each reading: pure, so that it can be tested without files and clocks.

use clap::builder::styling::{AnsiColor, Style};

use crate::figures::{self, Change};

/// A good answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The tables, as text.
    pub tables: String,
    /// Every cell's name, with a text that says all of its figures.
    pub cells: Vec<(String, String)>,
    /// What is doubtful in the file, rendered.
    pub warnings: String,
}

/// What was drawn so far.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    /// The last good answer, and which of its figures are new in it.
    good: Option<(Answer, News)>,
    /// What was wrong the last time.
    error: Option<String>,
}

const CHANGED: Style = AnsiColor::Yellow.on_default();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Changes that are listed; the tables show the others too.
const MOST_CHANGES: usize = 40;

/// What is new in an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct News {
    /// Said below the tables.
    lines: Vec<String>,
    /// Lines of the tables that the answer before did not have.
    marked: Vec<String>,
}

impl Screen {
    /// What to show after a reading; nothing where it says what the last one said.
    ///
    /// A whole screen is the last good answer, what is new in it, and what is wrong now. Where it is no screen that is
    /// drawn on, what was shown before is not shown again: after the first answer, the news only.
    pub fn draw(&mut self, reading: Result<Answer, String>, is_whole: bool) -> Option<String> {
        let mut is_new_answer = false;
        match reading {
            Err(error) if self.error.as_ref() == Some(&error) => return None,
            Err(error) => self.error = Some(error),
            Ok(answer) => {
                let was_broken = self.error.take().is_some();
                is_new_answer = match &self.good {
                    Some((before, _)) if *before == answer && !was_broken => return None,
                    Some((before, _)) if *before == answer => false,
                    Some((before, _)) => {
                        let news = News::between(before, &answer);
                        self.good = Some((answer, news));
                        true
                    }
                    None => {
                        self.good = Some((answer, News::default()));
                        return Some(self.whole());
                    }
                };
            }
        }
        Some(if is_whole { self.whole() } else { self.news(is_new_answer) })
    }

    fn whole(&self) -> String {
        let mut drawn = String::new();
        if let Some((answer, news)) = &self.good {
            for line in answer.tables.lines() {
                if news.marked.iter().any(|marked| marked == line) {
                    drawn.push_str(&format!("{CHANGED}{line}{CHANGED:#}\n"));
                } else {
                    drawn.push_str(line);
                    drawn.push('\n');
                }
            }
            drawn.push('\n');
        }
        drawn.push_str(&self.news(true));
        drawn
    }

    /// What changed, and how the file is now.
    fn news(&self, is_new_answer: bool) -> String {
        let mut drawn = String::new();
        if let Some((answer, news)) = &self.good
            && is_new_answer
        {
            drawn.push_str(&answer.warnings);
            for line in &news.lines {
                drawn.push_str(&format!("{CHANGED}{line}{CHANGED:#}\n"));
            }
        }
        match (&self.error, &self.good) {
            (Some(error), Some(_)) => {
                drawn.push_str(error.trim_end());
                drawn.push_str(&format!("\n\n{BAD}The file is wrong: the last good answer stands.{BAD:#}\n"));
            }
            (Some(error), None) => {
                drawn.push_str(error.trim_end());
                drawn.push_str(&format!("\n\n{BAD}The file is wrong: there is no answer yet.{BAD:#}\n"));
            }
            (None, _) => drawn.push_str(&format!("{GOOD}Answered. Waiting for the next save; Ctrl-C ends.{GOOD:#}\n")),
        }
        drawn
    }
}

impl News {
    fn between(before: &Answer, now: &Answer) -> News {
        let mut lines = Vec::new();
        for (name, text) in &now.cells {
            match before.cells.iter().find(|(known, _)| known == name) {
                Some((_, old)) => lines.extend(figures::changes(old, text).iter().map(|change| said(name, change))),
                None => lines.push(format!("{name}: new")),
            }
        }
        let gone = before.cells.iter().filter(|(name, _)| !now.cells.iter().any(|(known, _)| known == name));
        lines.extend(gone.map(|(name, _)| format!("{name}: gone")));
        if lines.len() > MOST_CHANGES {
            let left_out = lines.len() - MOST_CHANGES;
            lines.truncate(MOST_CHANGES);
            lines.push(format!("… and {left_out} more changes"));
        }
        if lines.is_empty() {
            lines.push("No figure changed.".to_owned());
        }
        let marked = figures::new_lines(&before.tables, &now.tables).into_iter().map(str::to_owned).collect();
        News { lines, marked }
    }
}

fn said(name: &str, change: &Change) -> String {
    let side = |side: &Option<String>| side.clone().unwrap_or_else(|| "–".to_owned());
    format!("{name}: {} {} → {}", change.figure, side(&change.old), side(&change.new))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(served: u32) -> Answer {
        let table = format!("Served\n\nsetting  served\n───────  ──────\nnone     {served:>6}\nboth          7\n");
        let cell = format!("count    value\n───────  ─────\nserved   {served:>5}\nshed         0\n");
        Answer { tables: table, cells: vec![("a/day/none".to_owned(), cell)], warnings: String::new() }
    }

    fn plain(drawn: Option<String>) -> String {
        let drawn = drawn.expect("something is drawn");
        anstream::adapter::strip_str(&drawn).to_string()
    }

    const WAITING: &str = "Answered. Waiting for the next save; Ctrl-C ends.\n";

    #[test]
    fn the_first_answer_is_drawn_whole_and_changes_nothing() {
        for is_whole in [true, false] {
            let drawn = plain(Screen::default().draw(Ok(answer(5)), is_whole));
            assert_eq!(drawn, format!("{}\n{WAITING}", answer(5).tables));
        }
    }

    #[test]
    fn a_change_is_said_and_its_line_is_marked() {
        let mut screen = Screen::default();
        screen.draw(Ok(answer(5)), true);
        let drawn = screen.draw(Ok(answer(6)), true);
        let marked = format!("{CHANGED}none          6{CHANGED:#}\nboth          7\n");
        assert!(drawn.as_ref().is_some_and(|drawn| drawn.contains(&marked)), "{drawn:?}");
        let said = format!("{}\na/day/none: served 5 → 6\n{WAITING}", answer(6).tables);
        assert_eq!(plain(drawn), said);
    }

    #[test]
    fn what_is_no_screen_gets_the_news_only() {
        let mut screen = Screen::default();
        screen.draw(Ok(answer(5)), false);
        assert_eq!(plain(screen.draw(Ok(answer(6)), false)), format!("a/day/none: served 5 → 6\n{WAITING}"));
    }

    #[test]
    fn a_save_that_changes_nothing_draws_nothing() {
        let mut screen = Screen::default();
        screen.draw(Ok(answer(5)), true);
        assert_eq!(screen.draw(Ok(answer(5)), true), None);
        screen.draw(Err("wrong".to_owned()), true);
        assert_eq!(screen.draw(Err("wrong".to_owned()), true), None);
    }

    #[test]
    fn a_broken_file_keeps_the_last_answer_and_the_next_one_is_held_against_it() {
        let mut screen = Screen::default();
        screen.draw(Ok(answer(5)), true);
        let drawn = plain(screen.draw(Err("error: no\n\n".to_owned()), true));
        let broken = "error: no\n\nThe file is wrong: the last good answer stands.\n";
        assert_eq!(drawn, format!("{}\n{broken}", answer(5).tables));
        let drawn = plain(screen.draw(Ok(answer(8)), true));
        assert_eq!(drawn, format!("{}\na/day/none: served 5 → 8\n{WAITING}", answer(8).tables));
    }

    #[test]
    fn a_mended_file_is_said_to_be_answered() {
        let mut screen = Screen::default();
        screen.draw(Ok(answer(5)), false);
        screen.draw(Err("error".to_owned()), false);
        assert_eq!(plain(screen.draw(Ok(answer(5)), false)), WAITING);
    }

    #[test]
    fn a_file_that_is_wrong_from_the_start_has_no_answer() {
        let drawn = plain(Screen::default().draw(Err("error: no".to_owned()), true));
        assert_eq!(drawn, "error: no\n\nThe file is wrong: there is no answer yet.\n");
    }

    #[test]
    fn new_and_lost_cells_and_many_changes_are_said() {
        let mut screen = Screen::default();
        screen.draw(Ok(answer(5)), false);
        let mut other = answer(5);
        other.cells[0].0 = "a/day/both".to_owned();
        let drawn = plain(screen.draw(Ok(other.clone()), false));
        assert_eq!(drawn, format!("a/day/both: new\na/day/none: gone\n{WAITING}"));
        other.cells = (0..50).map(|number| (format!("a/day/{number}"), String::new())).collect();
        let drawn = plain(screen.draw(Ok(other), false));
        assert!(drawn.contains("a/day/39: new\n… and 11 more changes\n"), "{drawn}");
    }
}
