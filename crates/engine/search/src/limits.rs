use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use abaque_core::Millis;

/// Search limits; the first one reached ends the search. `None` means unlimited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// Maximum nodes. The only limit under which play is exactly reproducible.
    pub nodes: Option<u64>,
    /// Maximum depth, in the unit the search deepens by: plies, turns or sampling rounds.
    pub depth: Option<u32>,
    /// Hard time limit.
    pub time: Option<Millis>,
    /// Soft time limit: no new iteration or round starts after it.
    pub soft_time: Option<Millis>,
}

impl SearchLimits {
    /// Limits only the nodes.
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), depth: None, time: None, soft_time: None }
    }

    /// Limits only the depth.
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits { nodes: None, depth: Some(depth), time: None, soft_time: None }
    }

    /// Limits only the time.
    pub const fn time(time: Millis) -> SearchLimits {
        SearchLimits { nodes: None, depth: None, time: Some(time), soft_time: None }
    }

    /// Whether no limit is set.
    pub fn is_unlimited(&self) -> bool {
        *self == SearchLimits::default()
    }
}

/// Stops a search from another thread; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Stops every search that holds this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag was raised.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
