//! How large anything in a file may be, in one place.
//!
//! The limits keep every sum of a run within its type, and the time and memory of a run within what a machine has.
//! They are printed, with the same values, in `scenarios/README.md`.
//!
//! The worst cell that they allow ([`QUEUE_CELLS`] with nothing ever served) takes about two seconds and half a gigabyte
//! in a development build; the worst file ([`FILE_WORK`]) is a hundred of those.

/// Bytes of a scenario file.
pub(crate) const FILE_BYTES: u64 = 4 * 1024 * 1024;
/// Bytes of a trace, and of all that one study is read from: files, the files they extend, and traces.
pub(crate) const STUDY_BYTES: u64 = 64 * 1024 * 1024;
/// Files that may extend one another.
pub(crate) const EXTENDS_DEPTH: usize = 16;
/// Rounds of a run: 115 days of one-second rounds.
pub(crate) const ROUNDS: u32 = 10_000_000;
/// Rounds × flows, or rounds × stages, of a run: a queue may have to remember each.
pub(crate) const QUEUE_CELLS: u64 = 20_000_000;
/// Rounds × flows, or rounds × stages, of all cells and replications of a file together.
pub(crate) const FILE_WORK: u128 = 2_000_000_000;
/// Capacities, costs, rates, buffers, `bound-units`, counts of one round, seeds: whatever [`arrivals::Decimal`] holds.
pub(crate) const WHOLE: u64 = 1_000_000_000;
/// A multiplier of a swing, a ceiling factor, a bound multiple.
pub(crate) const FACTOR: u64 = 1_000_000;
/// Units (gate) or items (chain) that may arrive in a whole run.
pub(crate) const RUN_UNITS: u128 = 1_000_000_000_000_000_000;
/// A class.
pub(crate) const CLASS: u32 = 1_000;
/// Flows of a gate, stages of a chain.
pub(crate) const FLOWS: usize = 64;
/// Settings of a file.
pub(crate) const SETTINGS: usize = 256;
/// Scenarios of a file.
pub(crate) const SCENARIOS: usize = 10_000;
/// Phases of a scenario.
pub(crate) const PHASES: usize = 10_000;
/// Entries of a swing.
pub(crate) const SWING: usize = 100_000;
/// Characters of a name.
pub(crate) const NAME: usize = 64;
/// Seconds of a round, minutes of a scenario, times a month.
pub(crate) const DURATION: u64 = 1_000_000;
/// Seeds that one cell may be repeated with.
pub(crate) const REPLICATIONS: u32 = 10_000;
