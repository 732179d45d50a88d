use abaque_core::{BadText, Game, Observer, Ply, Seat, SplitMix};
use abaque_search::Meter;

use super::random::nothing;
use crate::{Automated, Bot, Brief, Line, Sight, Thought};

/// How many worlds are imagined where something is hidden.
const WORLDS: usize = 16;

/// Plays what looks best right after it, by another player's [`Bot::gauge`].
pub struct Greedy<G: Game> {
    judge: Box<dyn Bot<G>>,
}

impl<G: Automated> Greedy<G> {
    /// A greedy player that judges positions as `judge` does.
    pub fn new(judge: Box<dyn Bot<G>>) -> Greedy<G> {
        Greedy { judge }
    }

    fn worth(&mut self, worlds: &[G], seat: Seat, action: G::Action) -> f64 {
        let sum: f64 = worlds
            .iter()
            .map(|world| {
                let mut after = world.clone();
                after.apply_unchecked(Ply::Act(action));
                self.judge.gauge(&after.view(Observer::Player(seat)))
            })
            .sum();
        let first = sum / worlds.len() as f64;
        if seat == Seat::First { first } else { 1.0 - first }
    }
}

impl<G: Automated> Bot<G> for Greedy<G> {
    fn think(
        &mut self,
        sight: &Sight<G>,
        brief: &Brief,
        _watch: &mut dyn FnMut(&Thought<G::Action>),
    ) -> Result<Thought<G::Action>, BadText> {
        let mut meter = Meter::new(brief.limits, brief.stop.clone());
        let mut source = SplitMix(brief.seed);
        let mut worlds = vec![sight.imagine(&mut source)?];
        while worlds.len() < WORLDS {
            let another = sight.imagine(&mut source)?;
            if worlds[0] == another {
                break;
            }
            worlds.push(another);
        }
        let mut actions = Vec::new();
        worlds[0].legal(&mut actions);
        if actions.is_empty() {
            actions.push(worlds[0].random_action(&mut source).ok_or_else(nothing)?);
        }
        let mut lines: Vec<Line<G::Action>> = Vec::with_capacity(actions.len());
        for action in actions {
            if meter.is_spent() && !lines.is_empty() {
                break;
            }
            let win = self.worth(&worlds, sight.seat, action);
            lines.push(Line { actions: vec![action], win, score: 0.0 });
            meter.count_many(worlds.len() as u64);
        }
        lines.sort_by(|a, b| b.win.total_cmp(&a.win));
        lines.truncate(brief.lines.max(1));
        let action = lines[0].actions[0];
        let (nodes, time) = (meter.nodes(), meter.elapsed());
        Ok(Thought { action, lines, depth: 1, nodes, time, notes: Vec::new() })
    }

    fn gauge(&mut self, view: &G::View) -> f64 {
        self.judge.gauge(view)
    }
}
