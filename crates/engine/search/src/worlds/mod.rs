//! Search with hidden information (determinization): an exact sampler of possible worlds, and a
//! shallow search that compares all plans in the same sampled worlds.

mod plan_matrix;
mod sampler;
mod world_searcher;

pub use plan_matrix::{PlanMatrix, RoundOutcome};
pub use sampler::{ConstrainedSampler, SamplerChoice};
pub use world_searcher::WorldSearcher;
