use abaque_core::{BadText, Game, Observer, Ply, Seat, Source, SplitMix, Turn};
use abaque_search::{Limits, Meter};

use super::random::{known, nothing};
use crate::{Automated, Bot, Brief, Line, Sight, Thought};

/// A playout that gets this long is judged instead of played on.
const LONGEST_PLAYOUT: usize = 400;
/// How much the less visited is preferred.
const CURIOSITY: f64 = 0.7;
/// What it looks at when nothing bounds it.
const DEFAULT_NODES: u64 = 2_000_000;

/// Plain Monte-Carlo tree search: the tree grows by one node a playout, playouts are random, every
/// playout starts from a newly imagined world. It has no knowledge but the rules (only playouts that never
/// end are judged by [`Bot::gauge`]).
pub struct MonteCarlo<G: Game> {
    judge: Box<dyn Bot<G>>,
    tree: Vec<Branch<G>>,
}

/// One node of the tree: how a ply led to it and how play went on from there.
struct Branch<G: Game> {
    ply: Option<Ply<G::Action, G::Roll>>,
    children: Vec<usize>,
    visits: f64,
    /// What the playouts gave the first player.
    won: f64,
}

impl<G: Game> Branch<G> {
    fn new(ply: Option<Ply<G::Action, G::Roll>>) -> Branch<G> {
        Branch { ply, children: Vec::new(), visits: 0.0, won: 0.0 }
    }

    fn mean(&self, seat: Seat) -> f64 {
        let first = self.won / self.visits.max(1.0);
        if seat == Seat::First { first } else { 1.0 - first }
    }
}

impl<G: Automated> MonteCarlo<G> {
    /// A player that uses `judge` only for playouts that never end.
    pub fn new(judge: Box<dyn Bot<G>>) -> MonteCarlo<G> {
        MonteCarlo { judge, tree: Vec::new() }
    }

    /// One playout through the tree and beyond it.
    fn playout(
        &mut self,
        mut world: G,
        room: &mut Room<G>,
        source: &mut SplitMix,
        meter: &mut Meter,
    ) {
        room.path.clear();
        room.path.push(0);
        let mut at = 0;
        let mut growing = true;
        while growing {
            let next = match world.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let Some(roll) = draw(&world, &mut room.rolls, source) else { break };
                    self.child(at, Ply::Roll(roll))
                }
                Turn::Of(seat) => {
                    room.actions.clear();
                    world.legal(&mut room.actions);
                    let Some(next) = self.choose(at, seat, &room.actions, source) else { break };
                    next
                }
            };
            let branch = &self.tree[next];
            growing = branch.visits > 0.0;
            if let Some(ply) = branch.ply {
                world.apply_unchecked(ply);
            }
            meter.count();
            room.path.push(next);
            at = next;
        }
        let won = self.finish(world, room, source, meter);
        for &at in &room.path {
            self.tree[at].visits += 1.0;
            self.tree[at].won += won;
        }
    }

    /// The child to go to: one never tried, else the most promising for the player to act.
    fn choose(
        &mut self,
        at: usize,
        seat: Seat,
        actions: &[G::Action],
        source: &mut SplitMix,
    ) -> Option<usize> {
        let tried = |this: &Self, action: &G::Action| {
            let children = &this.tree[at].children;
            children.iter().copied().find(|&child| this.tree[child].ply == Some(Ply::Act(*action)))
        };
        let fresh = actions.iter().filter(|action| tried(self, action).is_none()).count();
        if fresh > 0 {
            let pick = source.below(fresh as u64) as usize;
            let action = actions.iter().filter(|action| tried(self, action).is_none()).nth(pick)?;
            return Some(self.child(at, Ply::Act(*action)));
        }
        let log = self.tree[at].visits.max(1.0).ln();
        let bound = |child: &usize| {
            let branch = &self.tree[*child];
            branch.mean(seat) + CURIOSITY * (log / branch.visits.max(1.0)).sqrt()
        };
        let children = actions.iter().filter_map(|action| tried(self, action));
        children.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }

    fn child(&mut self, at: usize, ply: Ply<G::Action, G::Roll>) -> usize {
        let children = &self.tree[at].children;
        if let Some(&child) = children.iter().find(|&&child| self.tree[child].ply == Some(ply)) {
            return child;
        }
        let child = self.tree.len();
        self.tree.push(Branch::new(Some(ply)));
        self.tree[at].children.push(child);
        child
    }

    /// Plays at random to the end and says what the first player gets.
    fn finish(
        &mut self,
        mut world: G,
        room: &mut Room<G>,
        source: &mut SplitMix,
        meter: &mut Meter,
    ) -> f64 {
        for _ in 0..LONGEST_PLAYOUT {
            let ply = match world.turn() {
                Turn::Over(_) => break,
                Turn::Chance => draw(&world, &mut room.rolls, source).map(Ply::Roll),
                Turn::Of(_) => world.random_action(source).map(Ply::Act),
            };
            let Some(ply) = ply else { break };
            world.apply_unchecked(ply);
            meter.count();
        }
        known(world.turn())
            .unwrap_or_else(|| self.judge.gauge(&world.view(Observer::Player(Seat::First))))
    }

    fn thought(&self, seat: Seat, meter: &Meter, lines: usize) -> Option<Thought<G::Action>> {
        let mut children: Vec<&Branch<G>> =
            self.tree[0].children.iter().map(|&child| &self.tree[child]).collect();
        children.sort_by(|a, b| b.visits.total_cmp(&a.visits));
        let line = |branch: &&Branch<G>| match branch.ply {
            Some(Ply::Act(action)) => {
                Some(Line { actions: vec![action], win: branch.mean(seat), score: 0.0 })
            }
            _ => None,
        };
        let lines: Vec<_> = children.iter().filter_map(line).take(lines.max(1)).collect();
        Some(Thought {
            action: *lines.first()?.actions.first()?,
            lines,
            depth: 1,
            nodes: meter.nodes(),
            time: meter.elapsed(),
            notes: vec![("playouts", self.tree[0].visits.to_string())],
        })
    }
}

/// Buffers that playouts share.
struct Room<G: Game> {
    path: Vec<usize>,
    actions: Vec<G::Action>,
    rolls: Vec<(G::Roll, u32)>,
}

fn draw<G: Game>(
    world: &G,
    rolls: &mut Vec<(G::Roll, u32)>,
    source: &mut SplitMix,
) -> Option<G::Roll> {
    rolls.clear();
    world.rolls(rolls);
    let total: u64 = rolls.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let mut left = (total > 0).then(|| source.below(total))?;
    rolls.iter().find_map(|(roll, weight)| {
        let weight = u64::from(*weight);
        let hit = left < weight;
        left = left.saturating_sub(weight);
        hit.then_some(*roll)
    })
}

impl<G: Automated> Bot<G> for MonteCarlo<G> {
    fn think(
        &mut self,
        sight: &Sight<G>,
        brief: &Brief,
        _watch: &mut dyn FnMut(&Thought<G::Action>),
    ) -> Result<Thought<G::Action>, BadText> {
        let limits =
            if brief.limits.is_endless() { Limits::nodes(DEFAULT_NODES) } else { brief.limits };
        let mut meter = Meter::new(limits, brief.stop.clone());
        let mut source = SplitMix(brief.seed);
        let mut room = Room { path: Vec::new(), actions: Vec::new(), rolls: Vec::new() };
        self.tree.clear();
        self.tree.push(Branch::new(None));
        let mut playouts = 0;
        while playouts == 0 || meter.may_begin(1) {
            let world = sight.imagine(&mut source)?;
            self.playout(world, &mut room, &mut source, &mut meter);
            playouts += 1;
        }
        if let Some(thought) = self.thought(sight.seat, &meter, brief.lines) {
            return Ok(thought);
        }
        let world = sight.imagine(&mut source)?;
        let action = world.random_action(&mut source).ok_or_else(nothing)?;
        let line = Line { actions: vec![action], win: 0.5, score: 0.0 };
        let (nodes, time) = (meter.nodes(), meter.elapsed());
        Ok(Thought { action, lines: vec![line], depth: 0, nodes, time, notes: Vec::new() })
    }

    fn gauge(&mut self, view: &G::View) -> f64 {
        self.judge.gauge(view)
    }
}
