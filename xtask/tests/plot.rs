//! `cargo xtask run --plot`: what is drawn, and with which characters.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

const SCENARIO: &str = "rounds = 12\n[gate]\ncapacity = 4\n[[gate.flow]]\nname = \"f\"\nrate = 4\ncost = 1\nclass = 1\n\
                        [[setting]]\nname = \"none\"\nlabel = \"hiçbiri\"\n[[setting]]\nname = \"shed\"\nshed = { bound = 2.0 }\n\
                        [[scenario]]\nname = \"slow\"\n[[scenario.phase]]\nfrom = 3\nto = 6\ncapacity = 2\n\
                        [[scenario.phase]]\nfrom = 7\nto = 12\ncapacity = 6\n";

fn sketch(locale: &str, args: &[&str]) -> String {
    let folder = TempDir::new().expect("a folder for the file");
    fs::write(folder.path().join("my.toml"), SCENARIO).expect("a scenario file is written");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .current_dir(folder.path())
        .env("LC_ALL", locale)
        .args(["run", "my.toml", "--plot"])
        .args(args)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let from = text.find("\nslow; ").expect("a sketch") + 1;
    let to = text[from..].find("\n\nIn words").map_or(text.len(), |length| from + length);
    text[from..to].to_owned()
}

#[test]
fn all_settings_have_the_same_scale_and_what_differs_is_marked() {
    let expected = "\
slow; capacity 4 → 2 (3–6); capacity 4 → 6 (7–12) (12 rounds, one a column)

                  ──━━━━━━━━━━
hiçbiri  backlog    ▂▄▆█▆▄▂     at most 8
         refused                0
shed     backlog    ▂▂▂▂        at most 2
         refused     ███        6
";
    let drawn = sketch("tr_TR.UTF-8", &[]);
    assert_eq!(drawn.trim_end(), expected.trim_end(), "\n{drawn}");
}

#[test]
fn a_terminal_without_unicode_gets_ascii() {
    for (locale, args) in [("C", &[][..]), ("en_US.utf8", &["--ascii"])] {
        let drawn = sketch(locale, args);
        assert!(drawn.contains("..^^^^^^^^^^\n") && drawn.contains("  :=*#*=:  "), "{drawn}");
    }
}

#[test]
fn other_forms_have_no_room_for_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["run", "my.toml", "--plot", "--format", "csv"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
