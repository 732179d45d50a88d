//! Reference bots that know only the rules, to measure the others against.

mod greedy;
mod monte_carlo;
mod random;

pub use greedy::GreedyBot;
pub use monte_carlo::MonteCarloBot;
pub use random::{RandomBot, first_share_if_over, no_action_error};
