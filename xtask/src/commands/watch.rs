//! `cargo xtask watch`: a file's answers, again whenever it, a file that it extends or a trace of it is saved.
//!
//! 1. The folders of all these files are watched, and not the files: most editors write a new file and put it in the
//!    place of the old one.
//! 2. Once something was saved there and nothing more happened for a moment, the file is read and answered anew.
//! 3. A [`Screen`] is drawn: the last good answer, what changed since the one before, and what is wrong now, if
//!    anything is. A terminal shows it in place of the last one; anything else gets the news only.
//!
//! Ctrl-C ends it. The terminal is left as it is at any moment: no mode of it is changed.

mod screen;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use report::answers::cells_for_tables;
use report::language::Language;
use report::{text, views};
use scenarios::Resolved;

use crate::cli::language_parser;
use crate::console::{self, Failure};
use crate::lab;
use screen::Answer;
pub use screen::Screen;

/// What `watch` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask watch my-service.toml
  cargo xtask watch scenarios/ay13.toml --scenario ay13b --lang tr

Files that it extends and its traces are watched too. Ctrl-C ends it.")]
pub struct Args {
    /// A scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only the scenario of this name.
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// Only the setting of this name.
    #[arg(long, value_name = "NAME")]
    pub setting: Option<String>,
    /// Language of titles, headers and notes.
    #[arg(long, value_name = "LANG", default_value_t = Language::English, value_parser = language_parser())]
    pub lang: Language,
}

/// How long nothing more must happen for a save to be over: an editor takes several steps.
const QUIET: Duration = Duration::from_millis(10);

/// Steps of one save that are waited for, so that a file which is written to without end is drawn in between.
const MOST_STEPS: usize = 5;

/// Watches until it is ended, or until nobody reads any more.
///
/// # Errors
///
/// [`Failure::Input`] where there is no such file at the start, or the system cannot watch it; [`Failure::Output`] where
/// standard output fails or is closed.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !args.file.is_file() {
        return Err(Failure::Input(format!("there is no file `{}`", args.file.display())));
    }
    let is_terminal = io::stdout().is_terminal();
    let mut watched = Watched::new()?;
    let mut screen = Screen::default();
    watched.follow(&[args.file.clone()].into(), &args.file)?;
    loop {
        let reading = read(args);
        // Before anything is shown, so that what is saved in answer to it is not missed.
        watched.follow(&reading.files, &args.file)?;
        if let Some(drawn) = screen.draw(reading.answer, is_terminal) {
            show(&drawn, is_terminal)?;
        }
        // What a broken file names may be what is missing.
        watched.wait(|path| reading.is_broken || is_one_of(path, &reading.files))?;
    }
}

/// What one reading of the file came to.
struct Reading {
    /// The answer, or what is wrong.
    answer: Result<Answer, String>,
    is_broken: bool,
    /// Every file that was read, the first one included.
    files: BTreeSet<PathBuf>,
}

fn read(args: &Args) -> Reading {
    let (resolved, diagnostics) = scenarios::load(&args.file);
    let files: BTreeSet<PathBuf> = diagnostics.sources.paths().map(PathBuf::from).chain([args.file.clone()]).collect();
    let said = diagnostics.render(true);
    let answer = match resolved {
        Some(Resolved::Study(study)) => answer(args, *study, said),
        Some(Resolved::Fragment) => Err(format!(
            "`{}` has neither [gate] nor [chain]: it is there for other files to extend",
            args.file.display()
        )),
        None => Err(said),
    };
    Reading { is_broken: answer.is_err(), answer, files }
}

fn answer(args: &Args, study: scenarios::study::Study, warnings: String) -> Result<Answer, String> {
    let study = study.only(args.scenario.as_deref(), args.setting.as_deref()).map_err(|error| error.to_string())?;
    let studies = [study];
    let answers = lab::answer(&studies, cells_for_tables).map_err(|failure| failure.to_string())?;
    let tables: Vec<_> = answers.iter().flat_map(|answers| views::tables(answers, args.lang)).collect();
    let cells = answers.iter().flat_map(views::cells).collect();
    Ok(Answer { tables: text::render(&tables), cells, warnings })
}

/// Puts a drawing on standard output in one piece, so that no half of it is ever seen.
fn show(drawn: &str, is_terminal: bool) -> Result<(), Failure> {
    // To the upper left; nothing below, and nothing scrolled away.
    let clear = if is_terminal { "\x1b[H\x1b[2J\x1b[3J" } else { "" };
    let whole = format!("{clear}{drawn}");
    // Colours are taken out where there is no terminal, or NO_COLOR is set.
    let written = anstream::stdout().lock().write_all(whole.as_bytes()).and_then(|()| io::stdout().flush());
    written.map_err(Failure::Output)
}

/// Whether a path that the system reports is one of these files. It reports whole paths; files are named in any way.
fn is_one_of(path: &Path, files: &BTreeSet<PathBuf>) -> bool {
    files.iter().any(|file| {
        file.file_name() == path.file_name()
            && folder_of(file).canonicalize().ok() == folder_of(path).canonicalize().ok()
    })
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// The folders that are watched, and what happens in them.
struct Watched {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    folders: BTreeSet<PathBuf>,
}

impl Watched {
    fn new() -> Result<Watched, Failure> {
        let (sender, events) = mpsc::channel();
        let watcher = notify::recommended_watcher(move |event| {
            // A receiver that is gone has ended the program.
            let _ = sender.send(event);
        });
        let watcher = watcher.map_err(|error| cannot_watch(&error))?;
        Ok(Watched { watcher, events, folders: BTreeSet::new() })
    }

    /// Watches the folders of these files, and no others. Only that of the first file must be there.
    fn follow(&mut self, files: &BTreeSet<PathBuf>, first: &Path) -> Result<(), Failure> {
        let wanted: BTreeSet<PathBuf> = files.iter().map(|file| folder_of(file).to_owned()).collect();
        for folder in self.folders.difference(&wanted) {
            // One that is gone is watched no more.
            let _ = self.watcher.unwatch(folder);
        }
        let mut folders = BTreeSet::new();
        for folder in wanted {
            let is_new = !self.folders.contains(&folder);
            match if is_new { self.watcher.watch(&folder, RecursiveMode::NonRecursive) } else { Ok(()) } {
                Ok(()) => {
                    folders.insert(folder);
                }
                Err(error) if folder == folder_of(first) => return Err(cannot_watch(&error)),
                Err(error) => console::note(format_args!("`{}` is not watched: {error}", folder.display())),
            }
        }
        self.folders = folders;
        Ok(())
    }

    /// Waits until one of the wanted files was saved and nothing more happened for a moment.
    fn wait(&self, wanted: impl Fn(&Path) -> bool) -> Result<(), Failure> {
        let is_wanted = |event: &Event| is_change(event.kind) && event.paths.iter().any(|path| wanted(path));
        loop {
            match self.events.recv() {
                Ok(Ok(event)) if is_wanted(&event) || event.need_rescan() => break,
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return Err(cannot_watch(&error)),
                Err(error) => return Err(Failure::Input(format!("files are watched no more: {error}"))),
            }
        }
        for _ in 0..MOST_STEPS {
            match self.events.recv_timeout(QUIET) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }
}

/// Whether an event may have changed what a file says. That it was opened and read, as we do, has not.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
    }
}

fn cannot_watch(error: &notify::Error) -> Failure {
    Failure::Input(format!("the system cannot watch the file: {error}"))
}
