//! `cargo xtask embed` on files: what it writes, what it leaves alone, and how it ends.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn embed(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .current_dir(folder)
        .arg("embed")
        .args(args)
        .output()
        .expect("the program runs")
}

fn folder_with(texts: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder for the texts");
    for (name, text) in texts {
        fs::write(folder.path().join(name), text).expect("a text is written");
    }
    folder
}

fn text_of(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a text is read")
}

const SHARE: &str = "<!-- lab:figure ay13/ay13b/shed-only/protected-share -->";

#[test]
fn only_what_stands_between_markers_changes() {
    let before = format!("\u{feff}# Ders \r\n\r\n\toran {SHARE}?<!-- /lab -->.  \r\n\r\nson\n\n\n");
    let folder = folder_with(&[("ders.tr.md", &before)]);
    let output = embed(folder.path(), &["ders.tr.md"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text_of(&folder, "ders.tr.md"), before.replace('?', "0,9348"));
    assert_eq!(embed(folder.path(), &["ders.tr.md", "--check"]).status.code(), Some(0));
}

#[test]
fn a_stale_text_fails_the_check_and_is_not_written() {
    let before = format!("a {SHARE}0.9<!-- /lab -->\n<!-- lab:table ay13/ay13b -->\n<!-- /lab -->\n");
    let folder = folder_with(&[("lesson.md", &before)]);
    let output = embed(folder.path(), &["lesson.md", "--check"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("lesson.md:1:59: ay13/ay13b/shed-only/protected-share: 0.9 → 0.9348\n"), "{said}");
    assert!(said.contains("lesson.md:2:30: ay13/ay13b\n  + | setting"), "{said}");
    assert!(said.contains("`cargo xtask embed lesson.md`"), "{said}");
    assert_eq!(text_of(&folder, "lesson.md"), before);
}

#[test]
fn one_text_with_a_mistake_leaves_all_texts_alone() {
    let sound = format!("{SHARE}?<!-- /lab -->");
    let texts =
        [("a.md", sound.as_str()), ("b.md", "\n<!-- lab:table ay13/ay13c -->\n<!-- /lab --> <!-- lab:table x -->")];
    let folder = folder_with(&texts);
    let output = embed(folder.path(), &["a.md", "b.md"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("b.md:2:16: there is no table `ay13/ay13c`: did you mean `ay13/ay13"), "{said}");
    assert!(said.contains("b.md:3:15: `x` has no end"), "{said}");
    for (name, text) in texts {
        assert_eq!(text_of(&folder, name), text);
    }
}

#[test]
fn names_may_be_of_other_scenario_files() {
    let scenario = "rounds = 10\n[gate]\ncapacity = 5\n[[gate.flow]]\nname = \"f\"\nrate = 3\ncost = 1\nclass = 1\n\
                    [[setting]]\nname = \"none\"\n[[scenario]]\nname = \"day\"\n";
    let folder =
        folder_with(&[("my.toml", scenario), ("a.md", "<!-- lab:figure my/day/none/f/served --><!-- /lab -->")]);
    let output = embed(folder.path(), &["a.md", "--scenarios", "my.toml"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text_of(&folder, "a.md"), "<!-- lab:figure my/day/none/f/served -->30<!-- /lab -->");
}
