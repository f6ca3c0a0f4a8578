//! The one way out: data on standard output, all else on standard error, and the exit status.
//!
//! A reader that has seen enough closes the pipe, as `head` does: that is a success. Colour is for terminals only, and
//! not where `NO_COLOR` is set.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// A check found something. The text is its whole report. Exit status 1.
    Check(String),
    /// What was given is wrong. Exit status 2.
    Input(String),
    /// What was given is wrong, and the text is the whole report, with colours. Exit status 2.
    Diagnosed(String),
    /// The answer could not be written. Exit status 1; 0 where the pipe was closed.
    Output(io::Error),
}

impl Failure {
    fn status(&self) -> u8 {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Check(_) | Failure::Output(_) => 1,
            Failure::Input(_) | Failure::Diagnosed(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Check(report) | Failure::Diagnosed(report) => f.write_str(report.trim_end()),
            Failure::Input(message) => f.write_str(message.trim_end()),
            Failure::Output(error) => write!(f, "the answer could not be written: {error}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Writes data to standard output, which stays locked meanwhile.
///
/// # Errors
///
/// [`Failure::Output`] where standard output fails or is closed.
pub fn data(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    // Not through anstream: it would strip what looks like colour from the data.
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// Says something on standard error.
pub fn note(message: impl fmt::Display) {
    // Where standard error is closed nobody is left to be told.
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

/// Says what went wrong, if anything did, and turns it into the exit status.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else {
        return ExitCode::SUCCESS;
    };
    let status = failure.status();
    match failure {
        Failure::Check(_) | Failure::Diagnosed(_) => note(&failure),
        Failure::Output(_) if status == 0 => {}
        Failure::Input(_) | Failure::Output(_) => note(format_args!("{ERROR}error{ERROR:#}: {failure}")),
    }
    ExitCode::from(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_a_success() {
        let closed = Failure::Output(io::ErrorKind::BrokenPipe.into());
        assert_eq!(closed.status(), 0);
        let full = Failure::Output(io::ErrorKind::StorageFull.into());
        assert_eq!(full.status(), 1);
    }

    #[test]
    fn the_status_tells_a_failed_check_from_wrong_input() {
        assert_eq!(Failure::Check(String::new()).status(), 1);
        assert_eq!(Failure::Input(String::new()).status(), 2);
    }
}
