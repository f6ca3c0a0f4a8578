//! The commands, each in the file of its name: what it takes (`Args`) and what it does (`run`).

pub mod check;
pub mod embed;
pub mod figures;
pub mod report;
pub mod run;
pub mod tables;
pub mod verify;
