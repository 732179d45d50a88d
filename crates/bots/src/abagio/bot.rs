//! The player: weighs whole turns, then serves their actions one by one.

use std::sync::Arc;

use abaque_abagio::{Abagio, Action, Phase};
use abaque_core::{BadText, Game, Millis, Ply, Seat, Source, SplitMix};
use abaque_search::Meter;

use super::judge::{DECIDED, Judge, Play, Weigher};
use super::level::Habits;
use super::net::chance;
use super::race::{Race, needs};
use super::rollout::{ROUND, Rollout, Tally};
use super::search::{Seeker, bounded, glance};
use crate::reference::nothing;
use crate::{Bot, Brief, Line, Sight, Thought};

/// On how many landings every place of the chief is tried for the turn itself.
const ROOT_CHIEF: usize = 64;
/// The same for a gauge.
const GAUGE_CHIEF: usize = 6;

/// After how many turns of a rollout the nets judge.
const ROLLED_TURNS: u32 = 11;

/// A computer player of Abagio.
pub(super) struct Player {
    habits: Habits,
    seeker: Seeker,
    hand: Weigher,
    /// The rest of the turn it decided on: positions to come and what to do there.
    plan: Vec<(Abagio, Line<Action>)>,
    /// How deep that plan was looked into.
    depth: u32,
}

/// A play and its chance as far as it was looked into.
#[derive(Clone, Copy)]
struct Candidate {
    play: Play,
    win: f64,
}

impl Player {
    pub(super) fn new(judge: Arc<Judge>, habits: Habits) -> Player {
        let seeker = Seeker::new(judge, habits.filter);
        Player { habits, seeker, hand: Weigher::default(), plan: Vec::new(), depth: 0 }
    }

    /// What it decided earlier this turn.
    fn planned(&self, game: &Abagio) -> Option<Thought<Action>> {
        let (_, line) = self.plan.iter().find(|(position, _)| position == game)?;
        let action = *line.actions.first()?;
        Some(Thought {
            action,
            lines: vec![line.clone()],
            depth: self.depth,
            nodes: 0,
            time: Millis(0),
            notes: vec![("plan", "decided at the start of the turn".into())],
        })
    }

    /// Keeps the line for the actions to come.
    fn keep_plan(&mut self, game: &Abagio, line: &Line<Action>, depth: u32) {
        self.plan.clear();
        self.depth = depth;
        let mut game = *game;
        for at in 1..line.actions.len() {
            game.apply_unchecked(Ply::Act(line.actions[at - 1]));
            let rest = Line { actions: line.actions[at..].to_vec(), ..*line };
            self.plan.push((game, rest));
        }
    }

    /// Looks at the best candidates one turn deeper; `false` if the budget ran out before.
    fn deepen(
        &mut self,
        found: &mut [Candidate],
        least: usize,
        turns: u32,
        meter: &mut Meter,
    ) -> bool {
        let floor = found[0].win - self.habits.margin;
        let good = found.iter().take_while(|candidate| candidate.win >= floor).count();
        let kept = good.min(self.habits.candidates).max(least).min(found.len());
        let mut deeper = Vec::with_capacity(kept);
        for candidate in &found[..kept] {
            match self.seeker.reached(&candidate.play.after(), turns, meter) {
                Some(win) => deeper.push(Candidate { win, ..*candidate }),
                None => return false,
            }
        }
        found[..kept].copy_from_slice(&deeper);
        found[..kept].sort_by(|a, b| b.win.total_cmp(&a.win));
        true
    }
}

/// What to roll out and how to tell of it.
struct Rolled {
    lines: usize,
    turns: u32,
    seed: u64,
}

impl Player {
    /// Plays the best candidates out, round after round; `None` if not one round was finished.
    fn roll_out(
        &mut self,
        found: &mut [Candidate],
        asked: Rolled,
        meter: &mut Meter,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Option<Thought<Action>> {
        let kept = self.habits.candidates.max(asked.lines).min(found.len());
        let mut rollout = Rollout::new(self.seeker.judge.clone(), ROLLED_TURNS, asked.seed);
        let mut tallies: Vec<(Candidate, Tally)> =
            found[..kept].iter().map(|&candidate| (candidate, Tally::default())).collect();
        let mut thought = None;
        for round in 0..self.habits.rounds {
            let mut values = Vec::with_capacity(kept);
            for (candidate, _) in &tallies {
                values.push(rollout.round(&candidate.play.after(), u64::from(round)));
                if meter.count_many(rollout.take_nodes()) {
                    return thought;
                }
            }
            for ((candidate, tally), value) in tallies.iter_mut().zip(values) {
                tally.add(value);
                candidate.win = tally.mean().clamp(0.0002, 0.9998);
            }
            let mut sorted = tallies.clone();
            sorted.sort_by(|a, b| b.0.win.total_cmp(&a.0.win));
            for (place, (candidate, _)) in found.iter_mut().zip(&sorted) {
                *place = *candidate;
            }
            let mut told = told(found, asked.lines, asked.turns, meter);
            told.notes.push(("games", ((round as usize + 1) * ROUND).to_string()));
            if round > 0 {
                told.notes.push(("error", format!("{:.4}", sorted[0].1.error())));
            }
            watch(&told);
            thought = Some(told);
            if !meter.may_begin(0) {
                break;
            }
        }
        thought
    }
}

impl Bot<Abagio> for Player {
    fn think(
        &mut self,
        sight: &Sight<Abagio>,
        brief: &Brief,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Result<Thought<Action>, BadText> {
        let mut source = SplitMix(brief.seed);
        let game = sight.imagine(&mut source)?;
        if let (0..=1, Some(thought)) = (brief.lines, self.planned(&game)) {
            return Ok(thought);
        }
        let mut meter = Meter::new(brief.limits, brief.stop.clone());
        let plays = self.seeker.plays(&game, ROOT_CHIEF, &mut meter);
        let mut found: Vec<Candidate> =
            plays.into_iter().map(|play| Candidate { play, win: won(&play, 0.0) }).collect();
        if found.is_empty() {
            return Err(nothing());
        }
        let lines = brief.lines.max(1);
        let mut thought = told(&found, lines, 1, &meter);
        watch(&thought);
        let alone = found.len() == 1 || found[0].win == 1.0;
        for turns in 2..=self.habits.turns.max(1) {
            if alone || !meter.may_begin(turns) {
                break;
            }
            if !self.deepen(&mut found, lines, turns - 1, &mut meter) {
                break;
            }
            thought = told(&found, lines, turns, &meter);
            watch(&thought);
        }
        if self.habits.rounds > 0 && !alone {
            let rolled = Rolled { lines, turns: self.habits.turns, seed: brief.seed };
            if let Some(better) = self.roll_out(&mut found, rolled, &mut meter, watch) {
                thought = better;
            }
        }
        thought.notes.extend(self.habits.tells_races.then(|| race_note(&game)).flatten());
        let chosen = if self.habits.doubt > 0.0 {
            doubted(&found, self.habits.doubt, &mut source)
        } else {
            found[0]
        };
        let line = line(&chosen);
        thought.action = *line.actions.first().ok_or_else(nothing)?;
        thought.time = meter.elapsed();
        self.keep_plan(&game, &line, thought.depth);
        Ok(thought)
    }

    fn gauge(&mut self, view: &Abagio) -> f64 {
        let judge = &self.seeker.judge;
        let Some(side) = view.side() else { return 0.5 };
        let own = match view.phase() {
            Phase::First => 0.5,
            Phase::Over => 1.0,
            Phase::Roll => glance(judge, view, side),
            Phase::Leap(_) | Phase::Chief => {
                self.hand.best(judge, view, GAUGE_CHIEF).map_or(0.5, |play| won(&play, 0.0))
            }
        };
        if side == Seat::First { own } else { 1.0 - own }
    }

    fn forget(&mut self) {
        self.plan.clear();
    }
}

/// The chance of who made a play, at a glance and with a doubt.
fn won(play: &Play, doubt: f32) -> f64 {
    if play.value == DECIDED { 1.0 } else { bounded(chance(play.value + doubt)) }
}

/// What one takes for the best who is not sure of what one sees.
fn doubted(found: &[Candidate], doubt: f32, source: &mut SplitMix) -> Candidate {
    let imagined = found.iter().map(|candidate| {
        // Four uniform numbers make a bell of spread one.
        let bell: f32 = (0..4).map(|_| (source.next_u64() >> 40) as f32 / 8_388_608.0 - 1.0).sum();
        (won(&candidate.play, doubt * bell * 0.866), candidate)
    });
    imagined.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(found[0], |(_, candidate)| *candidate)
}

/// How many turns both players, who acts first, would need if they never met again.
fn race_note(game: &Abagio) -> Option<(&'static str, String)> {
    let side = game.side()?;
    let (own, other) = (needs(game, side)?, needs(game, side.other())?);
    let table = Race::table();
    Some(("turns-left", format!("{:.1}-{:.1}", table.mean(&own), table.mean(&other))))
}

fn line(candidate: &Candidate) -> Line<Action> {
    let win = candidate.win;
    // What one would win on average for a stake of one.
    let score = 2.0 * win - 1.0;
    Line { actions: candidate.play.actions().collect(), win, score }
}

fn told(found: &[Candidate], lines: usize, depth: u32, meter: &Meter) -> Thought<Action> {
    let lines: Vec<Line<Action>> = found.iter().take(lines).map(line).collect();
    Thought {
        action: lines[0].actions[0],
        lines,
        depth,
        nodes: meter.nodes(),
        time: meter.elapsed(),
        notes: Vec::new(),
    }
}
