//! A cell as a file of its own: it has to come to what the cell came to.

use scenarios::study::Study;
use scenarios::{Cell, Violation, Way};
use second_model::random::{self, Choices};
use xtask::verify::workbench::Workbench;
use xtask::{lab, repeat};

fn assert_repeats(workbench: &Workbench, name: &str, study: &Study, cell: Cell) {
    let text = repeat::text(study, cell);
    let files = [("cell.toml".to_owned(), text.clone())];
    let alone = workbench.study(name, &files).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_eq!(alone.shape(), (1, 1));
    let first = Cell { scenario: 0, setting: 0, way: Way::AsWritten };
    let (ours, theirs) = (alone.run(first), study.run(cell));
    assert_eq!(ours, theirs, "{text}");
}

#[test]
fn every_shipped_cell_comes_to_the_same_alone() {
    let workbench = Workbench::new().expect("there is room below target");
    for study in lab::load_folder(&lab::scenarios_folder()).expect("the shipped files are sound") {
        for cell in study.cells() {
            for way in [Way::AsWritten, Way::OtherArithmetic, Way::WithoutSwing] {
                assert_repeats(&workbench, "shipped", &study, Cell { way, ..cell });
            }
        }
    }
}

/// With phases, traces and all that the shipped files do not have.
#[test]
fn random_cells_come_to_the_same_alone() {
    let workbench = Workbench::new().expect("there is room below target");
    for seed in 0..300 {
        let system = random::system(&mut Choices::new(random::numbers(seed)));
        let study = workbench.study("random", &system.files()).expect("random systems are sound");
        for cell in study.cells() {
            assert_repeats(&workbench, "alone", &study, cell);
        }
    }
}

#[test]
fn books_that_do_not_add_up_are_reported_with_a_file_that_repeats_the_cell() {
    let studies = lab::load_folder(&lab::scenarios_folder()).expect("the shipped files are sound");
    let study = studies.iter().find(|study| study.about.file == "ay11").expect("ay11 is shipped");
    let cell = study.cells().nth(7).expect("ay11 has 20 cells");
    let violation = Violation { cell: "ay11/consumer-90/one-link".to_owned(), what: "produced: 3 is not 2".to_owned() };
    let report = repeat::failure(study, cell, &violation).to_string();
    assert!(report.contains("the books of ay11/consumer-90/one-link do not add up: produced: 3 is not 2"), "{report}");
    let path = report.split('`').nth(1).and_then(|command| command.strip_prefix("cargo xtask run "));
    let path = std::path::PathBuf::from(path.expect("the report has a command"));
    let repeated = lab::load_studies(std::slice::from_ref(&path)).expect("the file is sound");
    assert_eq!(repeated[0].names(Cell { scenario: 0, setting: 0, way: Way::AsWritten }), ("consumer-90", "one-link"));
    std::fs::remove_file(path).expect("the file was written");
}
