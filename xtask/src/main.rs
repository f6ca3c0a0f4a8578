//! `cargo xtask`: parse, one `match`, a call for each command.

use std::process::ExitCode;

use clap::Parser;
use xtask::cli::{Cli, Command};
use xtask::commands::{
    check, completions, diff, embed, figures, new, report, run, schema, solve, sweep, tables, verify, watch,
};
use xtask::console;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Tables(args) => tables::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::New(args) => new::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Figures(args) => figures::run(&args),
        Command::Embed(args) => embed::run(&args),
    };
    console::exit(result)
}
