//! The player: weighs whole turns, then serves their actions one by one.

use std::sync::Arc;

use abaque_abagio::{Abagio, Action, Phase};
use abaque_core::{BadText, Game, Millis, Ply, Seat, Source, SplitMix};
use abaque_search::Meter;

use super::judge::{DECIDED, Judge, Play, Weigher};
use super::level::Habits;
use super::net::chance;
use super::playoff::{Playoff, Runner};
use super::rollout::ROUND;
use super::search::{Seeker, bounded, glance};
use crate::reference::nothing;
use crate::{Bot, Brief, Line, Sight, Thought};

/// On how many landings every place of the chief is tried for the turn itself.
const ROOT_CHIEF: usize = 64;
/// The same for a gauge.
const GAUGE_CHIEF: usize = 6;
/// Nobody looks further ahead, whatever is allowed.
const MOST_TURNS: u32 = 3;
/// How many candidates are looked into first, in case the budget allows no more.
const FEW: usize = 4;

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

    /// Looks at the best candidates one turn deeper: first at a few, then at all that are good enough.
    /// `false` if the budget ran out before the few were done.
    fn deepen(
        &mut self,
        found: &mut [Candidate],
        least: usize,
        turns: u32,
        meter: &mut Meter,
    ) -> bool {
        let mut done = 0;
        for most in [FEW, self.habits.candidates] {
            let floor = found[0].win - self.habits.margin;
            let rest = found[done..].iter();
            let good = done + rest.take_while(|candidate| candidate.win >= floor).count();
            let kept = good.min(most).max(least).max(done).min(found.len());
            let mut deeper = Vec::with_capacity(kept - done);
            for candidate in &found[done..kept] {
                match self.seeker.reached(&candidate.play.after(), turns, meter) {
                    Some(win) => deeper.push(Candidate { win, ..*candidate }),
                    None => return done > 0,
                }
            }
            found[done..done + deeper.len()].copy_from_slice(&deeper);
            done += deeper.len();
            found[..done].sort_by(|a, b| b.win.total_cmp(&a.win));
        }
        true
    }
}

impl Player {
    /// Plays the best candidates out until the budget ends or one is clearly ahead, and puts them in
    /// order.
    fn play_off(
        &mut self,
        found: &mut [Candidate],
        brief: &Brief,
        mut thought: Thought<Action>,
        meter: &mut Meter,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Thought<Action> {
        let lines = brief.lines.max(1);
        let kept = self.habits.candidates.max(lines).min(found.len());
        let runners = found[..kept].iter().map(|one| Runner::new(one.play.after(), one.win));
        // A bound in nodes is kept by one thread, so that it can be repeated.
        let threads = if meter.limits().nodes.is_some() { 1 } else { brief.threads };
        let judge = &self.seeker.judge;
        let mut playoff = Playoff::new(runners.collect(), lines, judge, brief.seed, threads);
        let before = found[..kept].to_vec();
        let depth = thought.depth;
        let mut tell_at = ROUND as u64;
        while playoff.is_open() && meter.may_begin(depth + 1) {
            let more = playoff.go_on(meter);
            if playoff.games == 0 {
                break;
            }
            for ((place, old), runner) in found.iter_mut().zip(&before).zip(&playoff.runners) {
                *place = Candidate { win: runner.win(), ..*old };
            }
            found[..kept].sort_by(|a, b| b.win.total_cmp(&a.win));
            thought = told(found, lines, depth, meter);
            thought.notes.push(("games", playoff.games.to_string()));
            thought.notes.push(("error", format!("{:.4}", playoff.error())));
            if more && playoff.games >= tell_at {
                watch(&thought);
                tell_at = 2 * playoff.games;
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
        let limits = if brief.limits.is_endless() { self.habits.limits } else { brief.limits };
        let mut meter = Meter::new(limits, brief.stop.clone());
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
        // A bound in turns asks for just that, without rollouts.
        let (most, plays_out) = match limits.depth {
            Some(depth) if self.habits.plays_out => (depth.min(MOST_TURNS), false),
            _ => (self.habits.turns, self.habits.plays_out),
        };
        for turns in 2..=most {
            if alone || !meter.may_begin(turns) {
                break;
            }
            if !self.deepen(&mut found, lines, turns - 1, &mut meter) {
                break;
            }
            thought = told(&found, lines, turns, &meter);
            watch(&thought);
        }
        if plays_out && !alone {
            thought = self.play_off(&mut found, brief, thought, &mut meter, watch);
        }
        let chosen = if self.habits.doubt > 0.0 {
            doubted(&found, self.habits.doubt, &mut source)
        } else {
            found[0]
        };
        let line = line(&chosen);
        thought.action = *line.actions.first().ok_or_else(nothing)?;
        thought.nodes = meter.nodes();
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
