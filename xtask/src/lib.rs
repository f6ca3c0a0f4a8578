//! The command line of the lab, as a library, so that `cargo test` runs the very check that `cargo xtask check` runs.

#![forbid(unsafe_code)]

pub mod cli;
pub mod commands;
pub mod console;
pub mod figures;
pub mod lab;
pub mod repeat;
pub mod revision;
pub mod snapshots;
pub mod verify;
