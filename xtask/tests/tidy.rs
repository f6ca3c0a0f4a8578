//! What holds for the whole workspace and no compiler sees. Each rule is one of ARCHITECTURE.md or CONTRIBUTING.md.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// Every text of the workspace, by its path from the root; what is built or belongs to git is left out.
fn texts() -> Vec<(String, String)> {
    let root = root();
    let mut texts = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("a folder of the workspace") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                let is_ours = !matches!(name.as_str(), ".git" | "target" | "artifacts" | "corpus")
                    && !path.join("CACHEDIR.TAG").exists();
                if is_ours {
                    folders.push(path);
                }
            } else if let Ok(text) = fs::read_to_string(&path)
                && name != ".git"
            {
                let below = path.strip_prefix(&root).expect("below the root");
                let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
                texts.push((parts.join("/"), text));
            }
        }
    }
    texts.sort();
    assert!(texts.len() > 100, "the workspace was not found: {} texts", texts.len());
    texts
}

/// Fails with all offenders at once.
#[track_caller]
fn none(offenders: &[String], rule: &str) {
    assert!(offenders.is_empty(), "{rule}:\n  {}", offenders.join("\n  "));
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| path.ends_with(ending))
}

const CORES: [&str; 3] = ["arrivals", "gate-core", "backpressure-core"];

#[test]
fn the_cores_depend_on_nothing() {
    for core in CORES {
        let manifest = fs::read_to_string(root().join(format!("crates/{core}/Cargo.toml"))).expect("a manifest");
        let manifest: toml::Table = toml::from_str(&manifest).expect("TOML");
        for section in ["dependencies", "build-dependencies", "target"] {
            assert!(!manifest.contains_key(section), "crates/{core} has [{section}]");
        }
    }
}

#[test]
fn the_cores_have_no_std_no_unsafe_code_and_only_arrivals_knows_doubles() {
    for core in CORES {
        let library = fs::read_to_string(root().join(format!("crates/{core}/src/lib.rs"))).expect("a library");
        for attribute in ["#![no_std]", "#![forbid(unsafe_code)]"] {
            assert!(library.contains(attribute), "crates/{core}: {attribute}");
        }
    }
    let mut offenders = Vec::new();
    for (path, text) in texts() {
        if !["crates/gate-core/src/", "crates/backpressure-core/src/"].iter().any(|core| path.starts_with(core)) {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if code.contains("f64") || code.contains("f32") || code.contains("std::") {
                offenders.push(format!("{path}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    none(&offenders, "the cores of the models see whole numbers, and no std");
}

#[test]
fn only_the_front_end_knows_the_outside() {
    let outside =
        ["std::fs", "std::env", "std::time", "std::thread", "std::process", "std::net", "SystemTime", "Instant"];
    let mut offenders = Vec::new();
    for (path, text) in texts() {
        // The one reader of files, and the one that asks which neighbours a missing file has.
        let may_read = [
            "crates/scenarios/src/read/file.rs",
            "crates/scenarios/src/read/extends.rs",
            // A test of the format's page.
            "crates/scenarios/src/reference_page.rs",
        ];
        let is_library = path.starts_with("crates/") && path.contains("/src/");
        if !is_library || may_read.contains(&path.as_str()) {
            continue;
        }
        // Tests stand at the end of a file.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for name in outside {
            if code.contains(name) {
                offenders.push(format!("{path}: {name}"));
            }
        }
    }
    none(&offenders, "clocks, files and processes belong to xtask");
}

#[test]
fn no_source_file_is_too_long_to_be_read_at_once() {
    let mut offenders = Vec::new();
    for (path, text) in texts() {
        let lines = text.split("#[cfg(test)]").next().unwrap_or_default().lines().count();
        if path.contains("/src/") && path.ends_with(".rs") && lines > 600 {
            offenders.push(format!("{path}: {lines} lines"));
        }
    }
    none(&offenders, "at most 600 lines before the tests; split the file by what its parts do");
}

#[test]
fn texts_have_plain_line_ends_and_no_trailing_space() {
    let mut offenders = Vec::new();
    for (path, text) in texts() {
        if !has_ending(&path, &[".rs", ".toml", ".md", ".yml", ".csv", ".json"]) {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            // Two spaces at the end are a line break in Markdown, which can be written otherwise.
            if line.ends_with([' ', '\t']) {
                offenders.push(format!("{path}:{}", index + 1));
            }
        }
        if !text.ends_with('\n') || text.ends_with("\n\n") {
            offenders.push(format!("{path}: must end with one line end"));
        }
        if text.contains('\t') && !path.ends_with(".md") {
            offenders.push(format!("{path}: has a tab"));
        }
    }
    none(&offenders, "no trailing space, no tab, one line end at the end");
}

#[test]
fn no_text_names_a_place_of_somebodys_machine() {
    // Put together here, so that this file is not found.
    let places = [["/ho", "me/"], ["/Us", "ers/"], ["/ro", "ot/"], ["/t", "mp/"], ["C:", "\\\\Users"]]
        .map(|parts| parts.concat());
    let mut offenders = Vec::new();
    for (path, text) in texts() {
        for (index, line) in text.lines().enumerate() {
            if places.iter().any(|place| line.contains(place.as_str())) {
                offenders.push(format!("{path}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    none(&offenders, "paths are relative");
}

#[test]
fn pages_name_files_that_exist() {
    let root = root();
    let mut offenders = Vec::new();
    let pages: Vec<(String, String)> = texts().into_iter().filter(|(path, _)| path.ends_with(".md")).collect();
    assert!(pages.len() >= 4);
    for (page, text) in pages {
        let folder = root.join(&page).parent().expect("a folder").to_owned();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !target.contains("://") && !folder.join(file).exists() {
                offenders.push(format!("{page}: ({target})"));
            }
        }
        for name in text.split(|character: char| !(character.is_alphanumeric() || "-_./".contains(character))) {
            if name.starts_with("scenarios/") && name.ends_with(".toml") && !root.join(name).exists() {
                offenders.push(format!("{page}: {name}"));
            }
        }
    }
    none(&offenders, "a page names what is not there");
}

#[test]
fn every_command_of_a_page_exists() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_xtask")).arg("--help").output().expect("xtask starts");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let mut offenders = Vec::new();
    for (path, text) in texts().into_iter().filter(|(path, _)| has_ending(path, &[".md", ".yml", ".toml"])) {
        for rest in text.split("cargo xtask ").skip(1) {
            let command: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            let is_known = help.lines().any(|line| line.trim_start().starts_with(&format!("{command} ")));
            if !command.is_empty() && !is_known {
                offenders.push(format!("{path}: cargo xtask {command}"));
            }
        }
    }
    none(&offenders, "a page names a command that there is not");
}
