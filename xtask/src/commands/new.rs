//! `cargo xtask new`: a commented scenario file to begin with. It runs as it is.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::commands::schema;
use crate::console::{self, Failure};

const GATE: &str = include_str!("new/gate.toml");
const CHAIN: &str = include_str!("new/chain.toml");

/// What `new` takes.
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("model").required(true).args(["gate", "chain"])),
    after_help = "\
Examples:
  cargo xtask new my-service --gate      a service that throttles and sheds requests: writes my-service.toml
  cargo xtask new my-pipeline --chain    stages that hand items on through bounded buffers

The file is written into the current folder. A file that is there already is left as it is."
)]
pub struct Args {
    /// Name of the system; the file is NAME.toml.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// A service behind an admission gate.
    #[arg(long)]
    pub gate: bool,
    /// A pipeline of bounded buffers.
    #[arg(long)]
    pub chain: bool,
}

/// Writes the file, and says how to go on.
///
/// # Errors
///
/// [`Failure::Input`] where the name is no file's name, the file is there already, or it cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    check_name(&args.name).map_err(Failure::Input)?;
    let file = PathBuf::from(format!("{}.toml", args.name));
    let schema = std::env::current_dir().ok().and_then(|folder| schema::path_from(&folder));
    write_new(&file, &starting_file(args, schema.as_deref()))?;
    console::note(format_args!(
        "`{0}` is written. See what it answers, and change it while you watch:\n  cargo xtask run {0}\n  cargo xtask \
         watch {0}",
        file.display()
    ));
    Ok(())
}

/// The text of the starting file, with a line for editors where the schema is known to be.
pub fn starting_file(args: &Args, schema: Option<&str>) -> String {
    let template = if args.gate { GATE } else { CHAIN };
    let text = template.replace("{name}", &args.name);
    match schema {
        Some(path) => format!("#:schema {path}\n{text}"),
        None => text,
    }
}

/// Refuses what is no name of a file on some system, or what a shell would take apart.
fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
    let starts_well = name.starts_with(|first: char| first.is_alphanumeric() || first == '_');
    if let Some(stem) = name.strip_suffix(".toml") {
        Err(format!("give the name without its ending: `{stem}`"))
    } else if name.contains(['/', '\\']) {
        Err("give a name, without a folder: the file is written into the current one".to_owned())
    } else if !starts_well || !name.chars().all(is_plain) || name.chars().count() > 64 || name.ends_with('.') {
        Err(format!(
            "`{name}` is no name for a file: use at most 64 letters, digits, `-`, `_` and `.`, and begin with a letter \
             or a digit"
        ))
    } else {
        Ok(())
    }
}

fn write_new(file: &Path, text: &str) -> Result<(), Failure> {
    let written = OpenOptions::new().write(true).create_new(true).open(file).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.flush()
    });
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::Input(format!("`{}` is there already, and is left as it is: choose another name", file.display()))
        }
        _ => Failure::Input(format!("cannot write `{}`: {error}", file.display())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_no_files_are_refused() {
        for name in ["my-service", "a", "2nd", "hizmet_ğ", "v1.2"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        for name in ["", ".", "..", ".a", "-a", "a/b", "a\\b", "a b", "a:b", "a\nb", "a*", "a.", "con\0"] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        assert!(check_name(&"a".repeat(65)).is_err());
        assert_eq!(check_name("a.toml"), Err("give the name without its ending: `a`".to_owned()));
    }
}
