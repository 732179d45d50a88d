use abaque_core::Seat;

use super::WorldSearcher;
use crate::{Node, SearchBudget};

/// How an evaluation round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundOutcome {
    /// Every plan was searched in every world.
    Complete,
    /// The budget ran out; worlds from this index on keep their older values.
    Interrupted(usize),
}

/// End position and value of every plan in every sampled world. All plans are searched in the same
/// worlds and, within a world, to the same depth, so the comparison is fair whenever the search
/// stops.
pub struct PlanMatrix<N: Node> {
    seat: Seat,
    evaluated_worlds: usize,
    /// Indexed by world, then plan; `None` where the plan is impossible in that world.
    end_positions: Vec<Vec<Option<N>>>,
    values: Vec<Vec<f64>>,
}

impl<N: Node> PlanMatrix<N> {
    /// Creates a matrix for the plans of `by`: one row of end positions per world.
    pub fn new(by: Seat, ends: Vec<Vec<Option<N>>>) -> PlanMatrix<N> {
        let values = ends.iter().map(|row| vec![0.5; row.len()]).collect();
        PlanMatrix { seat: by, evaluated_worlds: 0, end_positions: ends, values }
    }

    /// Number of worlds searched so far; values are known for those.
    pub fn evaluated_worlds(&self) -> usize {
        self.evaluated_worlds
    }

    /// Value of a plan in a world, if the plan is possible there.
    pub fn value(&self, world: usize, plan: usize) -> Option<f64> {
        self.end_positions[world][plan].is_some().then(|| self.values[world][plan])
    }

    /// Position a plan leads to in a world.
    pub fn end_position(&self, world: usize, plan: usize) -> Option<&N> {
        self.end_positions[world][plan].as_ref()
    }

    /// Searches the kept plans `depth` plies deep, world by world; `to_chance` maps a value to a
    /// winning chance. The first world is always searched, whatever the budget.
    pub fn evaluate_round(
        &mut self,
        depth: u32,
        kept: &[bool],
        searcher: &mut WorldSearcher<N>,
        budget: &mut SearchBudget,
        to_chance: impl Fn(i32) -> f64,
    ) -> RoundOutcome {
        let mut fresh = Vec::new();
        for world in 0..self.end_positions.len() {
            searcher.enter_world(world);
            fresh.clone_from(&self.values[world]);
            for (plan, end) in self.end_positions[world].iter().enumerate() {
                let Some(end) = end.as_ref().filter(|_| kept[plan]) else { continue };
                let value = match searcher.search(end, depth, budget) {
                    Some(value) => value,
                    None if self.evaluated_worlds == 0 => {
                        end.terminal_value().unwrap_or_else(|| end.evaluate())
                    }
                    None => return RoundOutcome::Interrupted(world),
                };
                fresh[plan] =
                    to_chance(if end.side_to_move() == self.seat { value } else { -value });
            }
            self.values[world].clone_from(&fresh);
            self.evaluated_worlds = self.evaluated_worlds.max(world + 1);
        }
        RoundOutcome::Complete
    }
}
