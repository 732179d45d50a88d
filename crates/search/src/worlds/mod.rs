//! Search where something is hidden: what may be there, dealt exactly, and one look at the same sampled
//! worlds for everything that could be played.

mod deal;
mod glance;
mod panel;

pub use deal::{Choice, Deal};
pub use glance::Glance;
pub use panel::{Panel, Round};
