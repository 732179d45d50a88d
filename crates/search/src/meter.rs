use abaque_core::Millis;
use web_time::Instant;

use crate::{Limits, Stop};

/// How many nodes pass between two looks at the clock and the flag.
const LOOK_EVERY: u64 = 1024;

/// Counts what one search spends and says when it must end. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Meter {
    started: Instant,
    limits: Limits,
    stop: Stop,
    nodes: u64,
    spent: bool,
}

impl Meter {
    /// A meter that starts now.
    pub fn new(limits: Limits, stop: Stop) -> Meter {
        Meter { started: Instant::now(), limits, stop, nodes: 0, spent: false }
    }

    /// Counts one node. Once it says `true` the budget is spent and it goes on saying so.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.spent = true;
        } else if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.look();
        }
        self.spent
    }

    /// Counts several nodes at once and looks at the clock: for searches with few, heavy nodes.
    pub fn count_many(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.spent |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
        self.look();
        self.spent
    }

    fn look(&mut self) {
        let late = self.limits.time.is_some_and(|most| self.elapsed() >= most);
        self.spent |= late || self.stop.is_stopped();
    }

    /// Whether the budget is spent, as of the last look.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Whether another iteration, the `depth`-th, may begin.
    pub fn may_begin(&mut self, depth: u32) -> bool {
        self.look();
        let deep = self.limits.depth.is_some_and(|most| depth > most);
        let enough = self.limits.enough.is_some_and(|enough| self.elapsed() >= enough);
        !(self.spent || deep || enough)
    }

    /// Nodes counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Millis {
        Millis(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// What it was told to keep to.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The flag it watches.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_run_out_and_stay_out() {
        let mut meter = Meter::new(Limits::nodes(3), Stop::default());
        assert_eq!(
            [meter.count(), meter.count(), meter.count(), meter.count()],
            [false, false, true, true]
        );
        assert!(!meter.may_begin(1));
    }

    #[test]
    fn a_raised_flag_is_seen_within_a_thousand_nodes() {
        let stop = Stop::default();
        let mut meter = Meter::new(Limits::default(), stop.clone());
        assert!(!(0..5000).any(|_| meter.count()));
        stop.stop();
        assert!((0..LOOK_EVERY).any(|_| meter.count()));
    }

    #[test]
    fn time_and_depth_end_iterations() {
        let mut meter = Meter::new(Limits::depth(4), Stop::default());
        assert!(meter.may_begin(4) && !meter.may_begin(5));
        let mut late = Meter::new(Limits::time(Millis(0)), Stop::default());
        assert!(!late.may_begin(1) && late.is_spent());
    }
}
