use abaque_blocs::{Action, Blocs, BlocsOptions, Phase, View};
use abaque_core::{BadText, Game, Hidden, Outcome, Seat, Source, SplitMix, Turn, said};
use abaque_search::worlds::{Glance, Round};
use abaque_search::{Limits, Meter, SEEN_TO_THE_END, WIN};

use super::belief::{Prior, imagine};
use super::eval::{EVAL, Eval};
use super::habits::Habits;
use super::plans::{CERTAIN, Plans, Worth};
use super::style::{PROVEN, Style, gain};
use super::world::World;
use crate::{Bot, Brief, Line, Sight, Thought};

/// How many worlds are imagined at least and at most where the budget decides: half the fourth root of the
/// nodes. What a larger budget is good for is a deeper look at each; four times the worlds as deep
/// gained nothing, four times the nodes in as many worlds did.
const WORLDS: std::ops::RangeInclusive<u64> = 3..=16;

/// How many nodes are looked at in a millisecond, roughly: to choose the number of worlds when only
/// time is given.
const NODES_PER_MS: u64 = 800;

/// How many actions are looked at in each round at most, and how far behind the best in chances to
/// win they may be.
const KEPT: [usize; 5] = [64, 16, 10, 6, 4];
const BEHIND: f64 = 0.2;

/// A player of Blocs-pions: worlds that look like its view, sampled as it thinks them likely, and the
/// same worlds for everything it could play.
pub struct Player {
    options: BlocsOptions,
    habits: Habits,
    eval: &'static Eval,
    prior: Prior,
    glance: Glance<World>,
}

impl Player {
    /// A player with these habits.
    pub fn new(options: &BlocsOptions, habits: Habits) -> Player {
        Player::with_eval(options, habits, &EVAL)
    }

    /// A player that judges positions by other weights.
    pub fn with_eval(options: &BlocsOptions, habits: Habits, eval: &'static Eval) -> Player {
        let prior =
            if habits.knows_styles { Prior::likely(options) } else { Prior::uniform(options) };
        Player { options: *options, habits, eval, prior, glance: Glance::default() }
    }

    /// A set-up, never always the same one.
    fn set_up(&self, seat: Seat, brief: &Brief) -> Thought<Action> {
        let meter = Meter::new(brief.limits, brief.stop.clone());
        let mut source = SplitMix(brief.seed ^ 0x5E7_09AD);
        source.next_u64();
        let style = Style::ours();
        let mean = style.mean_gain(&self.options, seat);
        let line = |setup| {
            let win = 1.0 / (1.0 + (PROVEN * (mean - gain(seat, &setup))).exp());
            let score = self.eval.value_of(win) / 100.0;
            Line { actions: vec![Action::Setup(setup)], win, score }
        };
        let setups =
            (0..brief.lines.max(1)).map(|_| style.set_up(&self.options, seat, &mut source));
        let mut lines: Vec<Line<Action>> = setups.map(line).collect();
        let action = lines[0].actions[0];
        lines.sort_by(|a, b| b.win.total_cmp(&a.win));
        let nodes = lines.len() as u64;
        Thought { action, lines, depth: 0, nodes, time: meter.elapsed(), notes: Vec::new() }
    }

    fn worlds(&self, limits: &Limits) -> usize {
        let nodes = match (limits.nodes, limits.time) {
            (Some(nodes), _) => nodes,
            (None, Some(time)) => time.0.saturating_mul(NODES_PER_MS),
            (None, None) => self.habits.nodes,
        };
        let worlds = nodes.isqrt().isqrt() / 2;
        self.habits.worlds.unwrap_or(worlds.clamp(*WORLDS.start(), *WORLDS.end()) as usize)
    }

    fn search(
        &mut self,
        sight: &Sight<Blocs>,
        brief: &Brief,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Result<Thought<Action>, BadText> {
        let limits = if brief.limits.is_endless() { self.habits.limits() } else { brief.limits };
        let mut meter = Meter::new(limits, brief.stop.clone());
        let mut source = SplitMix(brief.seed ^ sight.view.fingerprint());
        let worlds = imagine(&sight.view, &self.prior, self.worlds(&limits), &mut source);
        let worlds: Vec<(World, f64)> = worlds
            .into_iter()
            .map(|(game, share)| (World::new(game, self.eval, sight.idle_turns), share))
            .collect();
        let mut plans = Plans::new(sight.seat, &worlds);
        if plans.actions.is_empty() {
            return Err(nothing_to_do());
        }
        self.glance.renew(come_up(sight));
        let mut kept = vec![true; plans.actions.len()];
        let mut depth = 0;
        let lines = brief.lines.max(1);
        let mut thought;
        loop {
            let (of, eval, glance) = (plans.of(&kept), self.eval, &mut self.glance);
            let round =
                plans.panel.round(depth, &of, glance, &mut meter, |value| chance(eval, value));
            let worths = plans.worths(self.habits.secret);
            let order = ranked(&worths, &kept);
            let looked = worlds.len();
            let deep = depth + u32::from(round == Round::Whole);
            thought = self.told(&plans, &worths, &order[..lines.min(order.len())], deep, looked);
            (thought.nodes, thought.time) = (meter.nodes(), meter.elapsed());
            thought.action = plans.actions[self.choose(&worths, &order, brief.seed)];
            watch(&thought);
            depth += 1;
            let best = worths[order[0]].chance;
            let decided = !(CERTAIN..=1.0 - CERTAIN).contains(&best);
            let alone = plans.actions.len() == 1 && depth > 1;
            if round != Round::Whole
                || decided
                || alone
                || depth > self.habits.depth
                || !meter.may_begin(depth)
            {
                return Ok(thought);
            }
            let most = KEPT[KEPT.len().min(depth as usize + 1) - 1].max(lines);
            let floor = worths[order[0]].chance - BEHIND;
            kept.fill(false);
            for (n, &action) in order.iter().enumerate().take(most) {
                kept[action] = n < lines.max(2) || worths[action].chance >= floor;
            }
        }
    }

    /// The action played: near the best, as the seed has it, or what noise makes look best.
    fn choose(&self, worths: &[Worth], order: &[usize], seed: u64) -> usize {
        let mut source = SplitMix(seed ^ 0xC0FF_EE00);
        source.next_u64();
        let best = worths[order[0]].chance;
        if self.habits.noise > 0.0 && best < 1.0 - CERTAIN {
            let mut seems = |action: usize| {
                let dice: f64 = (0..4).map(|_| source.below(1001) as f64 / 500.0 - 1.0).sum();
                (worths[action].chance + dice * self.habits.noise * 0.87, action)
            };
            let seen = order.iter().map(|&action| seems(action));
            return seen.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(order[0], |(_, action)| action);
        }
        if !(CERTAIN..=1.0 - CERTAIN).contains(&best) {
            return order[0];
        }
        let near = |&&action: &&usize| worths[action].chance >= best - self.habits.mixed;
        let near: Vec<usize> = order.iter().take_while(near).copied().collect();
        near[source.below(near.len() as u64) as usize]
    }

    fn told(
        &self,
        plans: &Plans,
        worths: &[Worth],
        order: &[usize],
        depth: u32,
        worlds: usize,
    ) -> Thought<Action> {
        let line = |&action: &usize| {
            let Worth { chance, finish } = worths[action];
            let actions = std::iter::once(plans.actions[action]).chain(finish).collect();
            let score = self.eval.value_of(chance) / 100.0;
            let win = match chance {
                _ if chance > 1.0 - CERTAIN => 1.0,
                _ if chance < CERTAIN => 0.0,
                _ => chance,
            };
            Line { actions, win, score }
        };
        let lines: Vec<Line<Action>> = order.iter().map(line).collect();
        Thought {
            action: lines[0].actions[0],
            lines,
            depth,
            nodes: 0,
            time: abaque_core::Millis(0),
            notes: vec![("worlds", worlds.to_string())],
        }
    }
}

impl Bot<Blocs> for Player {
    fn think(
        &mut self,
        sight: &Sight<Blocs>,
        brief: &Brief,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Result<Thought<Action>, BadText> {
        match sight.view.phase() {
            Phase::Setup(seat) if seat == sight.seat => Ok(self.set_up(seat, brief)),
            Phase::Move(seat) | Phase::Act(seat, _) if seat == sight.seat => {
                self.search(sight, brief, watch)
            }
            _ => Err(nothing_to_do()),
        }
    }

    fn gauge(&mut self, view: &View) -> f64 {
        const GLIMPSES: usize = 8;
        let mut source = SplitMix(0x6A06E);
        let mut sum = 0.0;
        for _ in 0..GLIMPSES {
            let Some(game) = Blocs::sample(view, &mut source) else { return 0.5 };
            sum += match (game.turn(), game.phase()) {
                (Turn::Over(Outcome::Win(seat, _)), _) => f64::from(u8::from(seat == Seat::First)),
                (Turn::Over(Outcome::Draw(_)), _) | (_, Phase::Setup(_)) => 0.5,
                (Turn::Of(seat), _) => self.eval.chance(f64::from(self.eval.value(&game, seat))),
                (Turn::Chance, _) => {
                    let either = Seat::ALL.map(|seat| f64::from(self.eval.value(&game, seat)));
                    (self.eval.chance(either[0]) + self.eval.chance(either[1])) / 2.0
                }
            };
        }
        sum / GLIMPSES as f64
    }

    fn forget(&mut self) {
        self.glance.renew(Vec::new());
    }
}

/// The chance to win that a value found by looking ahead stands for. The sooner won the better, but a
/// win is a win: what tells them apart is far below [`CERTAIN`].
fn chance(eval: &Eval, value: i32) -> f64 {
    match value {
        _ if value >= SEEN_TO_THE_END => 1.0 - f64::from(WIN - value) * 1e-12,
        _ if value <= -SEEN_TO_THE_END => f64::from(WIN + value) * 1e-12,
        _ => eval.chance(f64::from(value)).clamp(1e-3, 1.0 - 1e-3),
    }
}

/// Actions kept, the best first; the others behind them.
fn ranked(worths: &[Worth], kept: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).filter(|&action| kept[action]).collect();
    order.sort_by(|&a, &b| worths[b].chance.total_cmp(&worths[a].chance));
    order
}

/// Keys of the positions that have come up at the start of a turn, the present one included. The third
/// time is a draw (COM-01); whoever is ahead keeps away from the second already, for the opponent
/// may be able to force the third.
fn come_up(sight: &Sight<Blocs>) -> Vec<u64> {
    let all = sight.past.iter().chain([&sight.view]);
    let turns = all.filter(|view| matches!(view.phase(), Phase::Move(_)));
    turns.map(View::fingerprint).collect()
}

fn nothing_to_do() -> BadText {
    BadText::new(
        "VIEW",
        said!("it is not this player's turn to act", "ce n'est pas à ce joueur d'agir"),
    )
}
