//! From outcomes to what people read.
//!
//! A view makes a [`table::Table`] of values for one [`language::Language`]; a form of [`format::Format`] writes it.
//! Numbers stay exact ([`ratio::Ratio`]) until a form shows them, and are rounded in one place.
//!
//! This crate knows outcomes, and no scenario files.
#![forbid(unsafe_code)]

pub mod answers;
pub mod cells;
pub mod csv;
pub mod embed;
pub mod figures;
pub mod format;
mod grid;
pub mod html;
pub mod json;
pub mod language;
pub mod markdown;
pub mod prose;
pub mod ratio;
pub mod replications;
pub mod sketch;
pub mod sweeps;
pub mod table;
pub mod text;
pub mod views;
pub mod words;
