//! The check of `cargo xtask check`, as a test.

use xtask::commands::check;

#[test]
fn every_answer_is_that_of_its_snapshot() {
    if let Err(failure) = check::run(&check::Args::default()) {
        panic!("\n{failure}\n");
    }
}
