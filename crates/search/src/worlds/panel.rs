use abaque_core::Seat;

use super::Glance;
use crate::{Meter, Node};

/// How a round of looks ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// Every plan was looked at in every world.
    Whole,
    /// The budget ran out; the worlds after this many keep their older values.
    Broken(usize),
}

/// What every plan leads to in every world of a sample, and what that is worth. All plans are judged in
/// the same worlds, always at the same depth within one world, so that whenever it is stopped the
/// comparison is fair.
pub struct Panel<N: Node> {
    by: Seat,
    worlds: usize,
    /// A row a world, a column a plan; nothing where the plan cannot come up.
    ends: Vec<Vec<Option<N>>>,
    values: Vec<Vec<f64>>,
}

impl<N: Node> Panel<N> {
    /// A panel for a player's plans: what each leads to, a row a world.
    pub fn new(by: Seat, ends: Vec<Vec<Option<N>>>) -> Panel<N> {
        let values = ends.iter().map(|row| vec![0.5; row.len()]).collect();
        Panel { by, worlds: 0, ends, values }
    }

    /// How many worlds have been looked at: values are known in the first so many.
    pub fn worlds(&self) -> usize {
        self.worlds
    }

    /// What a plan is worth in a world, if it can come up there.
    pub fn value(&self, world: usize, plan: usize) -> Option<f64> {
        self.ends[world][plan].is_some().then(|| self.values[world][plan])
    }

    /// What a plan leads to in a world.
    pub fn end(&self, world: usize, plan: usize) -> Option<&N> {
        self.ends[world][plan].as_ref()
    }

    /// Looks at the plans kept, world after world, `depth` plies deep; `worth` turns a value for the
    /// player into a chance to win. The first world is looked at even with nothing to spend.
    pub fn round(
        &mut self,
        depth: u32,
        kept: &[bool],
        glance: &mut Glance<N>,
        meter: &mut Meter,
        worth: impl Fn(i32) -> f64,
    ) -> Round {
        let mut fresh = Vec::new();
        for world in 0..self.ends.len() {
            glance.enter(world);
            fresh.clone_from(&self.values[world]);
            for (plan, end) in self.ends[world].iter().enumerate() {
                let Some(end) = end.as_ref().filter(|_| kept[plan]) else { continue };
                let value = match glance.look(end, depth, meter) {
                    Some(value) => value,
                    None if self.worlds == 0 => end.ended().unwrap_or_else(|| end.value()),
                    None => return Round::Broken(world),
                };
                fresh[plan] = worth(if end.side() == self.by { value } else { -value });
            }
            self.values[world].clone_from(&fresh);
            self.worlds = self.worlds.max(world + 1);
        }
        Round::Whole
    }
}
