//! `cargo xtask report`: one file that needs nothing else, the same bytes every time.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

fn report(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .current_dir(folder)
        .args(["report", "-o", "report.html"])
        .args(args)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(folder.join("report.html")).expect("a report is read")
}

#[test]
fn the_file_needs_nothing_else_and_is_the_same_every_time() {
    let folder = TempDir::new().expect("a folder for the report");
    for language in ["en", "tr"] {
        let document = report(folder.path(), &["--lang", language]);
        for outside in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!document.contains(outside), "the report reaches outside itself: {outside}");
        }
        assert!(document.contains(&format!("<html lang=\"{language}\">")));
        assert!(document.len() < 2_000_000, "{} bytes", document.len());
        assert_eq!(document, report(folder.path(), &["--lang", language]));
    }
}

#[test]
fn a_long_run_takes_no_more_room_than_a_short_one_and_keeps_its_peak() {
    let folder = TempDir::new().expect("a folder for the report");
    let scenario = |rounds: u32| {
        format!(
            "rounds = {rounds}\n[gate]\ncapacity = 5\n[[gate.flow]]\nname = \"f\"\nrate = 3\ncost = 1\nclass = 1\n\
             [[setting]]\nname = \"none\"\n[[scenario]]\nname = \"day\"\n\
             [[scenario.phase]]\nfrom = 100\nto = 100\nrate = {{ f = 777 }}\n"
        )
    };
    let document = |rounds: u32| {
        fs::write(folder.path().join("my.toml"), scenario(rounds)).expect("a scenario file is written");
        report(folder.path(), &["my.toml"])
    };
    let (short, long) = (document(600), document(86_400));
    assert!(long.len() < 2 * short.len(), "{} and {} bytes", short.len(), long.len());
    assert!(long.contains("3,777,"), "the one round of 777 is among the smallest and largest values");
}

#[test]
fn what_a_file_says_is_text_and_no_markup() {
    let folder = TempDir::new().expect("a folder for the report");
    let scenario = "title = \"<b>&\\\"'</script>\"\nrounds = 10\n[gate]\ncapacity = 5\n[[gate.flow]]\nname = \"f\"\n\
                    label = \"<i>\"\nrate = 3\ncost = 1\nclass = 1\n[[setting]]\nname = \"none\"\n\
                    [[scenario]]\nname = \"day\"\nlabel = \"<u>\"\n";
    fs::write(folder.path().join("my.toml"), scenario).expect("a scenario file is written");
    let document = report(folder.path(), &["my.toml"]);
    for markup in ["<b>&", "<i>", "<u>"] {
        assert!(!document.contains(markup), "{markup}");
    }
    assert!(document.contains("&lt;b&gt;&amp;&quot;'&lt;/script&gt;"));
}
