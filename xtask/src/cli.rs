//! What can be asked for.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use report::format::Format;
use report::language::Language;

use crate::commands::{
    check, completions, diff, embed, figures, new, run, schema, solve, sweep, tables, verify, watch,
};

/// A deterministic laboratory for overload control.
#[derive(Debug, Parser)]
#[command(
    name = "xtask",
    bin_name = "cargo xtask",
    version,
    after_help = "\
Examples:
  cargo xtask tables --lang tr                      the lessons' tables, in Turkish
  cargo xtask new my-service --gate                 a starting file for a system of your own
  cargo xtask run scenarios/ay13.toml               every scenario and setting of a file
  cargo xtask watch my-service.toml                 answered again whenever it is saved
  cargo xtask check                                 are the answers those of the snapshots?
  cargo xtask verify                                are they right?
  cargo xtask diff                                  every figure that changed since main
  cargo xtask report                                one HTML file with pictures
  cargo xtask figures --of ay13/ay13b/both          every figure of a cell, by name
  cargo xtask embed lesson.tr.md                    the tables and figures inside a text, up to date

Data goes to standard output, all else to standard error.
Exit status: 0 all is well, 1 the check failed, 2 the input is wrong."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// A command, with what it was given.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the tables of the lessons, or of other scenario files.
    Tables(tables::Args),
    /// Answer the scenarios of one or more files, cell by cell.
    Run(run::Args),
    /// Hold every answer against its snapshot.
    Check(check::Args),
    /// Hold the lab against theory, a second model and its own identities.
    Verify(verify::Args),
    /// Name every figure that changed since a revision.
    Diff(diff::Args),
    /// Write a starting file for a system of your own.
    New(new::Args),
    /// Answer a scenario file again whenever it is saved.
    Watch(watch::Args),
    /// Write the JSON Schema of scenario files, for editors.
    Schema(schema::Args),
    /// Write a shell's completions.
    Completions(completions::Args),
    /// Answer a system under every combination of other numbers.
    Sweep(sweep::Args),
    /// Find the number from which on a condition holds.
    Solve(solve::Args),
    /// Make one HTML file of everything, with pictures.
    Report(crate::commands::report::Args),
    /// List every figure's name, value and unit.
    Figures(figures::Args),
    /// Bring the tables and figures inside a Markdown text up to date.
    Embed(embed::Args),
}

/// How an answer is shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct Presentation {
    /// Language of titles, headers and notes.
    #[arg(long, value_name = "LANG", default_value_t = Language::English, value_parser = language_parser())]
    pub lang: Language,
    /// Form of the answer.
    #[arg(long, value_name = "FORMAT", default_value_t = Format::Table, value_parser = format_parser())]
    pub format: Format,
}

/// Takes a language by its two letters.
pub fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code)).try_map(|code| code.parse::<Language>())
}

pub(crate) fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_become_what_they_name() {
        let cli = Cli::try_parse_from([
            "xtask",
            "run",
            "a.toml",
            "b.toml",
            "--lang",
            "tr",
            "--format",
            "json",
            "--setting",
            "both",
        ])
        .expect("a sound command line");
        let Command::Run(args) = cli.command else {
            unreachable!("`run` was asked for");
        };
        assert_eq!(args.files.len(), 2);
        assert_eq!(args.setting.as_deref(), Some("both"));
        assert_eq!(args.scenario, None);
        assert_eq!(args.presentation.lang, Language::Turkish);
        assert_eq!(args.presentation.format, Format::Json);
    }

    #[test]
    fn wrong_input_exits_with_two() {
        for line in [
            &["xtask", "run"][..],
            &["xtask", "tables", "--lang", "de"],
            &["xtask", "tables", "--format", "xml"],
            &["xtask", "mend"],
        ] {
            let error = Cli::try_parse_from(line).expect_err("a wrong command line");
            assert_eq!(error.exit_code(), 2, "{line:?}");
        }
    }
}
