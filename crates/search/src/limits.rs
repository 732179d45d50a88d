use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use abaque_core::Millis;

/// How much a search may spend. Whatever runs out first ends it; nothing set means no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Positions looked at. The only bound under which play can be repeated exactly.
    pub nodes: Option<u64>,
    /// Plies (or turns, or rounds of samples: whatever the search deepens by).
    pub depth: Option<u32>,
    /// Never think longer than this.
    pub time: Option<Millis>,
    /// Begin nothing new (an iteration, a round) after this.
    pub enough: Option<Millis>,
}

impl Limits {
    /// A number of nodes.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None, time: None, enough: None }
    }

    /// A depth.
    pub const fn depth(depth: u32) -> Limits {
        Limits { nodes: None, depth: Some(depth), time: None, enough: None }
    }

    /// A time to be used up.
    pub const fn time(time: Millis) -> Limits {
        Limits { nodes: None, depth: None, time: Some(time), enough: None }
    }

    /// Whether nothing is bounded.
    pub fn is_endless(&self) -> bool {
        *self == Limits::default()
    }
}

/// A flag that ends a search from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends every search that holds this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
