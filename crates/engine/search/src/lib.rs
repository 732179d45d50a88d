#![doc = include_str!("../README.md")]

mod alphabeta;
mod budget;
mod limits;
mod node;
mod time_management;
mod transposition_table;
mod tuning;
pub mod worlds;

pub use alphabeta::{AlphaBetaResult, AlphaBetaSearcher, SearchParams, Variation};
pub use budget::SearchBudget;
pub use limits::{SearchLimits, StopFlag};
pub use node::{FULL_DEPTH_SCORE, Node, PROVEN_WIN, WIN};
pub use time_management::{TurnClock, allocate_time};
pub use tuning::SearchTuning;
