use abaque_core::Millis;
use web_time::Instant;

use crate::{SearchLimits, StopFlag};

/// Nodes between two checks of the clock and the stop flag.
const CHECK_INTERVAL_NODES: u64 = 1024;

/// Counts what a search spends and decides when it must end. Each thread has its own.
#[derive(Clone, Debug)]
pub struct SearchBudget {
    started: Instant,
    limits: SearchLimits,
    stop: StopFlag,
    nodes: u64,
    is_spent: bool,
    /// Share of the soft time limit in use, in percent.
    soft_percent: u64,
}

impl SearchBudget {
    /// Starts the clock now.
    pub fn new(limits: SearchLimits, stop: StopFlag) -> SearchBudget {
        SearchBudget {
            started: Instant::now(),
            limits,
            stop,
            nodes: 0,
            is_spent: false,
            soft_percent: 100,
        }
    }

    /// Sets the share of the soft time limit to use, in percent.
    pub fn scale_soft_time(&mut self, percent: u64) {
        self.soft_percent = percent;
    }

    /// Counts one node; `true` once the budget is spent, and from then on.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.is_spent = true;
        } else if self.nodes.is_multiple_of(CHECK_INTERVAL_NODES) {
            self.check_clock_and_flag();
        }
        self.is_spent
    }

    /// Counts several nodes and checks the clock at once; for searches with few, expensive nodes.
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.is_spent |= self.limits.nodes.is_some_and(|most| self.nodes >= most);
        self.check_clock_and_flag();
        self.is_spent
    }

    fn check_clock_and_flag(&mut self) {
        let late = self.limits.time.is_some_and(|most| self.elapsed() >= most);
        self.is_spent |= late || self.stop.is_stopped();
    }

    /// Whether the budget was spent at the last check.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Whether iteration number `depth` may start.
    pub fn may_start_iteration(&mut self, depth: u32) -> bool {
        self.check_clock_and_flag();
        let deep = self.limits.depth.is_some_and(|most| depth > most);
        let enough = self.limits.soft_time.is_some_and(|enough| {
            self.elapsed().0.saturating_mul(100) >= enough.0.saturating_mul(self.soft_percent)
        });
        !(self.is_spent || deep || enough)
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

    /// The limits it enforces.
    pub fn limits(&self) -> SearchLimits {
        self.limits
    }

    /// The stop flag it checks.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_node_budget_stays_spent() {
        let mut budget = SearchBudget::new(SearchLimits::nodes(3), StopFlag::default());
        assert_eq!(
            [budget.count_node(), budget.count_node(), budget.count_node(), budget.count_node()],
            [false, false, true, true]
        );
        assert!(!budget.may_start_iteration(1));
    }

    #[test]
    fn the_stop_flag_is_checked_within_a_thousand_nodes() {
        let stop = StopFlag::default();
        let mut budget = SearchBudget::new(SearchLimits::default(), stop.clone());
        assert!(!(0..5000).any(|_| budget.count_node()));
        stop.stop();
        assert!((0..CHECK_INTERVAL_NODES).any(|_| budget.count_node()));
    }

    #[test]
    fn time_and_depth_end_iterations() {
        let mut budget = SearchBudget::new(SearchLimits::depth(4), StopFlag::default());
        assert!(budget.may_start_iteration(4) && !budget.may_start_iteration(5));
        let mut late = SearchBudget::new(SearchLimits::time(Millis(0)), StopFlag::default());
        assert!(!late.may_start_iteration(1) && late.is_spent());
    }
}
