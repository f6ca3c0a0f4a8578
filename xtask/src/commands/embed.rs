//! `cargo xtask embed`: the tables and figures inside a text, made what the answers are.
//!
//! 1. Read every text; one that cannot be read as UTF-8 is wrong input.
//! 2. Answer the scenario files, and make every table and figure that a text can ask for.
//! 3. Replace what stands between markers (`report::embed`). A mistake in any text ends it here: nothing is written.
//! 4. Say what differs, or write the texts that do.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use report::answers::cells_for_tables;
use report::embed::{self, Catalogue, Change, Embedded};
use report::language::Language;

use crate::cli::language_parser;
use crate::console::{self, Failure};
use crate::lab;

/// What `embed` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
In the text, between comments that no reader of Markdown shows:
  <!-- lab:table ay13/ay13b -->
  …
  <!-- /lab -->
  It keeps <!-- lab:figure ay13/ay13b/shed-only/protected-share -->0.9348<!-- /lab --> of the peak.

`cargo xtask figures` lists the names of figures; a table's name is its file's, as its snapshot's below
`snapshots/tables`. Numbers are written as the text's language does: `language: tr` between the `---` lines that it
begins with, or a name that ends in `.tr.md`, or --lang. Nothing outside the markers changes by a byte.

Examples:
  cargo xtask embed lesson.tr.md
  cargo xtask embed lesson.md --scenarios my.toml --check")]
pub struct Args {
    /// Markdown texts.
    #[arg(value_name = "LESSON", required = true)]
    pub texts: Vec<PathBuf>,
    /// Write nothing; fail where a text is stale.
    #[arg(long)]
    pub check: bool,
    /// Language of every text, whatever it says itself.
    #[arg(long, value_name = "LANG", value_parser = language_parser())]
    pub lang: Option<Language>,
    /// Scenario files that the names are of; without any, all that are shipped.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub scenarios: Vec<PathBuf>,
}

/// Rewrites the texts, or says what is stale.
///
/// # Errors
///
/// [`Failure::Check`] where a text is stale; [`Failure::Input`] or [`Failure::Diagnosed`] where a text or a scenario
/// file is wrong, and then nothing is written; [`Failure::Output`] where a text cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let texts: Vec<Text> =
        args.texts.iter().map(|path| read(path, path.display().to_string())).collect::<Result<_, _>>()?;
    let studies = lab::load_files_or_shipped(&args.scenarios)?;
    let answers = lab::answer(&studies, cells_for_tables)?;
    let embedded = embed_all(&texts, args.lang, &Catalogue::new(&answers))?;
    if args.check {
        return fail_where_stale(&texts, &embedded);
    }
    let written = write_changed(&texts, &embedded)?;
    let asked: usize = embedded.iter().map(|embedded| embedded.asked).sum();
    console::note(format_args!("{asked} tables and figures: {written} brought up to date."));
    Ok(())
}

/// A text, and where it was read from.
#[derive(Clone, Debug)]
pub struct Text {
    /// Where it lies.
    pub path: PathBuf,
    /// Its path as people are told it.
    pub shown: String,
    /// All of it.
    pub text: String,
}

fn read(path: &Path, shown: String) -> Result<Text, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Text { path: path.to_owned(), shown, text }),
        Err(error) => Err(Failure::Input(format!("cannot read `{shown}`: {error}"))),
    }
}

/// Replaces what every text asks for.
///
/// # Errors
///
/// [`Failure::Input`] with all mistakes of all texts.
pub fn embed_all(texts: &[Text], language: Option<Language>, catalogue: &Catalogue) -> Result<Vec<Embedded>, Failure> {
    let mut all = Vec::new();
    let mut mistakes = Vec::new();
    for Text { path, shown, text } in texts {
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let language = language.unwrap_or_else(|| embed::language_of(&file_name, text));
        match embed::embed(text, language, catalogue) {
            Ok(embedded) => all.push(embedded),
            Err(found) => mistakes
                .extend(found.into_iter().map(|mistake| format!("{shown}:{}: {}", mistake.place, mistake.message))),
        }
    }
    if mistakes.is_empty() { Ok(all) } else { Err(Failure::Input(mistakes.join("\n"))) }
}

/// Writes the texts that differ; returns how many tables and figures did.
///
/// # Errors
///
/// [`Failure::Output`] where a text cannot be written.
pub fn write_changed(texts: &[Text], embedded: &[Embedded]) -> Result<usize, Failure> {
    let mut changes = 0;
    for (Text { path, .. }, embedded) in texts.iter().zip(embedded).filter(|(_, embedded)| !embedded.changes.is_empty())
    {
        fs::write(path, &embedded.text).map_err(Failure::Output)?;
        changes += embedded.changes.len();
    }
    Ok(changes)
}

/// Fails with every place that is stale, old → new.
///
/// # Errors
///
/// [`Failure::Check`] where there is one.
pub fn fail_where_stale(texts: &[Text], embedded: &[Embedded]) -> Result<(), Failure> {
    let mut report = String::new();
    let mut stale = Vec::new();
    for (Text { shown, .. }, embedded) in texts.iter().zip(embedded) {
        for change in &embedded.changes {
            report.push_str(&said(shown, change));
        }
        if !embedded.changes.is_empty() {
            stale.push(shown.as_str());
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    // Writing to a string cannot fail.
    let _ = write!(report, "\nBring the texts up to date with\n`cargo xtask embed {}`.", stale.join(" "));
    Err(Failure::Check(report))
}

/// One place, old → new: a figure on one line, a table by its lines.
fn said(shown: &str, Change { place, name, old, new }: &Change) -> String {
    let head = format!("{shown}:{place}: {name}");
    let is_table = new.contains('\n');
    if !is_table {
        return format!("{head}: {old} → {new}\n");
    }
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (old, new) = (lines(old), lines(new));
    let mut said = format!("{head}\n");
    for line in old.iter().filter(|line| !new.contains(line)) {
        let _ = writeln!(said, "  - {line}");
    }
    for line in new.iter().filter(|line| !old.contains(line)) {
        let _ = writeln!(said, "  + {line}");
    }
    said
}

/// The project's own texts: those beside the workspace's `Cargo.toml`, and all below `docs`.
///
/// # Errors
///
/// [`Failure::Input`] where a folder or a text cannot be read.
pub fn own_texts() -> Result<Vec<Text>, Failure> {
    let root = lab::root();
    let mut paths = markdown_in(&root)?;
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        if folder.is_dir() {
            paths.extend(markdown_in(&folder)?);
            folders.extend(entries(&folder)?.into_iter().filter(|path| path.is_dir()));
        }
    }
    paths.sort();
    let shown = |path: &Path| path.strip_prefix(&root).unwrap_or(path).display().to_string();
    paths.iter().map(|path| read(path, shown(path))).collect()
}

fn markdown_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.is_file() && path.extension().is_some_and(|extension| extension == "md"));
    Ok(paths)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::Input(format!("cannot read `{}`: {error}", folder.display()));
    folder.read_dir().map_err(unreadable)?.map(|entry| entry.map(|entry| entry.path()).map_err(unreadable)).collect()
}
