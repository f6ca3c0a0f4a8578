//! `cargo xtask`: parse, one `match`, a call for each command.

use std::process::ExitCode;

use clap::Parser;
use xtask::cli::{Cli, Command};
use xtask::commands::{check, embed, figures, report, run, tables, verify};
use xtask::console;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Tables(args) => tables::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Figures(args) => figures::run(&args),
        Command::Embed(args) => embed::run(&args),
    };
    console::exit(result)
}
