//! `cargo xtask run`: the answers of scenario files, cell by cell.

use std::path::PathBuf;

use report::answers::{Answers, cells_for_tables, cells_for_words};
use report::format::Format;
use report::sketch::{self, Glyphs};
use report::table::Table;
use report::words::{self, Passage};
use report::{cells, views};
use scenarios::study::Study;

use crate::cli::Presentation;
use crate::console::{self, Failure};
use crate::lab;

/// What `run` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask run scenarios/ay13.toml
  cargo xtask run scenarios/ay13.toml --scenario ay13b --setting both
  cargo xtask run scenarios/ay13b-timeline.toml --plot
  cargo xtask run scenarios/*.toml --format json")]
pub struct Args {
    /// Scenario files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Only the scenario of this name.
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Only the setting of this name.
    #[arg(long, value_name = "NAME")]
    pub setting: Option<String>,
    /// Draw what waits and what is refused over the rounds, below the tables.
    #[arg(long)]
    pub plot: bool,
    /// Draw with ASCII, as where the locale is not one of UTF-8.
    #[arg(long, requires = "plot")]
    pub ascii: bool,
    /// How the answers are shown.
    #[command(flatten)]
    pub presentation: Presentation,
}

/// Prints the answers.
///
/// # Errors
///
/// [`Failure::Input`] or [`Failure::Diagnosed`] where a file or a name is wrong; [`Failure::Output`] where the answer
/// cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Presentation { lang, format } = args.presentation;
    if args.plot && format != Format::Table {
        return Err(Failure::Input(
            "--plot goes with the tables of a terminal, and not with another --format".to_owned(),
        ));
    }
    let studies: Vec<Study> = lab::load_studies(&args.files)?
        .into_iter()
        .map(|study| study.only(args.scenario.as_deref(), args.setting.as_deref()))
        .collect::<Result<_, _>>()
        .map_err(|no_such_name| Failure::Input(no_such_name.to_string()))?;
    if format == Format::Json {
        let answers = lab::answer(&studies, |study| study.cells().collect())?;
        answers.iter().for_each(warn_of_same_answers);
        return console::data(|out| cells::write_json(&answers, out));
    }
    let answers = lab::answer(&studies, |study| [cells_for_tables(study), cells_for_words(study)].concat())?;
    let mut tables: Vec<Table> = Vec::new();
    let mut passages: Vec<Passage> = Vec::new();
    for answers in &answers {
        tables.extend(views::tables(answers, lang));
        tables.extend(views::ages(answers, lang));
        passages.extend(words::passages(answers, lang));
    }
    let mut sketches: Vec<String> = Vec::new();
    if args.plot {
        let glyphs = if args.ascii || !is_utf8_locale() { Glyphs::Ascii } else { Glyphs::Blocks };
        let records = lab::record(&studies, sketch::bucket_rounds)?;
        for ((study, answers), records) in studies.iter().zip(&answers).zip(&records) {
            sketches.push(sketch::sketches(study, answers, records, lang, glyphs));
        }
    }
    if format == Format::Csv {
        answers.iter().for_each(warn_of_same_answers);
    }
    console::data(|out| {
        format.write(&tables, &mut *out)?;
        for sketch in &sketches {
            write!(out, "\n{sketch}")?;
        }
        match format {
            Format::Table => write!(out, "\n{}", words::text(&passages)),
            Format::Markdown => write!(out, "\n{}", words::markdown(&passages)),
            // Data for machines: what the words say is in the numbers.
            Format::Csv | Format::Json => Ok(()),
        }
    })
}

/// Whether the terminal shows more than ASCII, by the variables that say so, the first that is set deciding. Where none
/// says anything, only Windows does: its terminals are Unicode whatever the environment.
fn is_utf8_locale() -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    match said.into_iter().find(|value| !value.is_empty()) {
        Some(locale) => {
            let locale = locale.to_lowercase();
            locale.ends_with("utf-8") || locale.ends_with("utf8")
        }
        None => cfg!(windows),
    }
}

/// Says on standard error which settings give the same answers; the forms that have words say it there.
fn warn_of_same_answers(answers: &Answers<'_>) {
    for settings in words::same_answers(answers) {
        let names = settings.join("`, `");
        console::note(format_args!(
            "warning: in `{}`, `{names}` give the same answers in every scenario",
            answers.about().file
        ));
    }
}
