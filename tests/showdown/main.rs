//! Showdowns, layoffs and other rules of the aces against brute force.
//!
//! `GIN_FAST_PAIRS` says how many pairs each test takes, `GIN_FAST_SEED` where they begin.

mod batches;
mod evaluators;
mod oracle;
mod pairs;
mod settlement;
mod showdowns;
mod worked_cases;
