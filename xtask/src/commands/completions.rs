//! `cargo xtask completions`: what a shell needs to complete this command line.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::console::{self, Failure};

/// What `completions` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask completions bash > ~/.local/share/bash-completion/completions/xtask
  cargo xtask completions fish > ~/.config/fish/completions/xtask.fish

They complete the program `xtask`, as it lies in target/release: put it, or a link to it, on the PATH.")]
pub struct Args {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Prints the completions.
///
/// # Errors
///
/// [`Failure::Output`] where they cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut command = Cli::command().bin_name("xtask");
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "xtask", &mut script);
    console::data(|out| out.write_all(&script))
}
