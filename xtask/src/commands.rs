//! The commands, each in the file of its name: what it takes (`Args`) and what it does (`run`).

pub mod check;
pub mod completions;
pub mod diff;
pub mod embed;
pub mod figures;
pub mod new;
pub mod report;
pub mod run;
pub mod schema;
pub mod solve;
pub mod sweep;
pub mod tables;
pub mod verify;
pub mod watch;
