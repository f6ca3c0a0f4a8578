//! The fast part of `cargo xtask verify`, and the page that it writes.

use scenarios::study::Study;
use xtask::commands::verify;
use xtask::lab;
use xtask::verify::{Section, lessons, page};

fn shipped() -> Vec<Study> {
    lab::load_folder(&lab::scenarios_folder()).expect("the shipped files are sound")
}

fn assert_no_problems(sections: &[Section]) {
    let problems: Vec<&String> = sections.iter().flat_map(|section| &section.problems).collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

/// All figures of both lessons' tables and lines: 22 cells, the sensitivity, the costs and the systems.
#[test]
fn every_printed_figure_of_the_lessons_comes_out() {
    let figures = lessons::figures(&shipped()).expect("the books add up");
    for lessons::Figure { table, row, column, printed, double, .. } in &figures {
        assert_eq!(double.as_deref(), Some(*printed), "{table}, {row}, {column}");
    }
    assert_eq!(figures.len(), 215);
    let cells =
        |table: &str| figures.iter().filter(|figure| figure.table == table && figure.column == "backlog").count();
    assert_eq!(
        ["ay11/fault-free", "ay11/ay11", "ay12/fault-free", "ay13/ay13a", "ay13/ay13b"].map(cells),
        [5, 5, 4, 4, 4]
    );
}

#[test]
fn theory_agrees_and_the_page_says_so() {
    let sections = page::fast_sections(&shipped()).expect("all parts can be done");
    assert_no_problems(&sections);
    assert_eq!(verify::missing(&sections).expect("the page can be read"), Vec::<String>::new());
}

#[test]
fn a_section_that_the_page_does_not_have_is_named() {
    let section = Section::new("## Something else\n\n17 of 18 are equal.\n", Vec::new());
    let missing = verify::missing(&[section]).expect("the page can be read");
    assert!(missing.len() == 1 && missing[0].contains("## Something else"), "{missing:?}");
}
