//! The player itself: asks the search, puts its blur over it, tells what it found.

use abaque_abraxas::{Abraxas, Action};
use abaque_core::{BadText, Game, Millis, Ply, Seat, Source, SplitMix, Turn};
use abaque_search::{Found, Limits, Meter, Node, Order, SEEN_TO_THE_END, Searcher, Variation, WIN};

use super::levels::{self, Habits};
use super::position::{Play, Position, forced};
use super::weights::{Weights, weights};
use crate::reference::nothing;
use crate::{Bot, Brief, Level, Line, Sight, Thought};

/// Megabytes of memory for positions.
const TABLE: usize = 16;
/// The same for levels that look at few: emptying a big table would take longer than their search.
const SMALL_TABLE: usize = 1;
/// Up to how many nodes that is.
const FEW: u64 = 20_000;
/// How long it thinks if nobody says.
const DEFAULT: Limits = Limits::time(Millis(1_000));
/// Nodes spent where there is only one thing to do: enough to say how it stands.
const NO_CHOICE: u64 = 2_000;
/// Nodes spent on a glance.
const GLANCE: u64 = 400;

/// The computer player of Abraxas.
pub struct Player {
    searcher: Searcher<Position>,
    /// For glances: with next to no table, since emptying one takes longer than a glance.
    glancer: Searcher<Position>,
    habits: Habits,
    weights: &'static Weights,
}

impl Player {
    /// Everything it can do within the budget given.
    pub fn best() -> Player {
        Player::new(Habits { limits: DEFAULT, blur: 0 })
    }

    /// A level.
    pub fn level(level: Level) -> Player {
        Player::new(levels::of(level))
    }

    fn new(habits: Habits) -> Player {
        let few = habits.limits.nodes.is_some_and(|nodes| nodes <= FEW);
        let table = if few { SMALL_TABLE } else { TABLE };
        Player {
            searcher: Searcher::new(table),
            glancer: Searcher::new(0),
            habits,
            weights: weights(),
        }
    }

    /// A player with habits and weights to be tried.
    pub fn tried(limits: Limits, blur: i32, weights: &'static Weights) -> Player {
        Player { weights, ..Player::new(Habits { limits, blur }) }
    }

    fn root(&self, game: Abraxas) -> Position {
        Position::root(game).judged_by(self.weights)
    }

    fn search(
        &mut self,
        sight: &Sight<Abraxas>,
        game: Abraxas,
        order: &Order,
        watch: &mut dyn FnMut(&Found<Play>),
    ) -> Found<Play> {
        let past: Vec<u64> = sight.past.iter().map(|game| Position::inner(*game).key()).collect();
        let root = self.root(game);
        self.searcher.search(&root, &past, order, watch)
    }

    /// The value of every first move by itself, deeper and deeper: what a player weighs who then
    /// misjudges each a little.
    fn survey(&mut self, game: Abraxas, meter: &mut Meter) -> Found<Play> {
        let root = self.root(game);
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let value = |child: &Position, value: i32| {
            if child.side() == root.side() { value } else { -value }
        };
        let mut lines: Vec<Variation<Play>> = moves
            .iter()
            .map(|play| {
                let child = root.after(*play);
                let worth = child.ended().unwrap_or_else(|| child.value());
                Variation { moves: vec![*play], value: value(&child, worth) }
            })
            .collect();
        let mut depth = 0;
        while meter.may_begin(depth + 1) {
            let mut deeper = lines.clone();
            for line in &mut deeper {
                let child = root.after(line.moves[0]);
                let worth = self.searcher.value(&child, depth, -WIN - 1, WIN + 1, meter);
                line.value = value(&child, worth);
                if meter.is_spent() {
                    break;
                }
            }
            if meter.is_spent() {
                break;
            }
            lines = deeper;
            depth += 1;
        }
        lines.sort_by_key(|line| -line.value);
        Found { lines, depth, nodes: meter.nodes().max(1), time: meter.elapsed() }
    }
}

impl Bot<Abraxas> for Player {
    fn think(
        &mut self,
        sight: &Sight<Abraxas>,
        brief: &Brief,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Result<Thought<Action>, BadText> {
        let mut source = SplitMix(brief.seed);
        let game = sight.imagine(&mut source)?;
        let mut limits = if brief.limits.is_endless() { self.habits.limits } else { brief.limits };
        // What can be repeated must not depend on what was thought about before.
        if limits.nodes.is_some() {
            self.searcher.forget();
        }
        if game.count_legal() == 1 {
            limits.nodes = Some(limits.nodes.map_or(NO_CHOICE, |nodes| nodes.min(NO_CHOICE)));
        }
        let most = brief.lines.max(1);
        if self.habits.blur > 0 {
            let depth = limits.depth.or(self.habits.limits.depth);
            let mut meter = Meter::new(Limits { depth, ..limits }, brief.stop.clone());
            let found = self.survey(game, &mut meter);
            let mut thought = thought(self.weights, &game, &found, most).ok_or_else(nothing)?;
            thought.action = blur(&found.lines, self.habits.blur, &mut source);
            return Ok(thought);
        }
        let order = Order { limits, stop: brief.stop.clone(), lines: most, threads: brief.threads };
        let weights = self.weights;
        let told = |found: &Found<Play>| thought(weights, &game, found, most);
        let found = self.search(sight, game, &order, &mut |found| {
            if let Some(thought) = told(found) {
                watch(&thought);
            }
        });
        told(&found).ok_or_else(nothing)
    }

    fn gauge(&mut self, view: &Abraxas) -> f64 {
        let first = |seat: Seat, win: f64| if seat == Seat::First { win } else { 1.0 - win };
        match view.turn() {
            Turn::Over(outcome) => {
                outcome.winner().map_or(0.5, |seat| if seat == Seat::First { 1.0 } else { 0.0 })
            }
            _ => {
                let position = Position::inner(*view).judged_by(self.weights);
                let win = if position.unsettled() {
                    let order = Order::new(Limits { depth: Some(1), ..Limits::nodes(GLANCE) });
                    self.glancer.forget();
                    let found = self.glancer.search(&position, &[], &order, &mut |_| ());
                    found.lines.first().map_or(0.5, |line| win(self.weights, line.value))
                } else {
                    win(self.weights, position.value())
                };
                first(view.side(), win)
            }
        }
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }
}

/// A choice as somebody makes it who judges each first move a little wrong. What is seen to win
/// is played, what is seen to lose avoided.
fn blur(lines: &[Variation<Play>], blur: i32, source: &mut SplitMix) -> Action {
    let noise = |source: &mut SplitMix| {
        // The sum of three even draws: mostly small, never more than one and a half times the blur.
        (0..3).map(|_| source.below(blur as u64 + 1) as i32).sum::<i32>() - blur * 3 / 2
    };
    let mut best = (i32::MIN, lines[0].moves[0].action);
    for line in lines {
        let value = line.value + noise(source);
        if value > best.0 {
            best = (value, line.moves[0].action);
        }
    }
    best.1
}

fn win(weights: &Weights, value: i32) -> f64 {
    if value >= SEEN_TO_THE_END {
        1.0
    } else if value <= -SEEN_TO_THE_END {
        0.0
    } else {
        weights.chance(value)
    }
}

/// What was found, in the game's own actions.
fn thought(
    weights: &Weights,
    game: &Abraxas,
    found: &Found<Play>,
    lines: usize,
) -> Option<Thought<Action>> {
    let told: Vec<Line<Action>> = found
        .lines
        .iter()
        .take(lines)
        .map(|line| Line {
            actions: actions(game, &line.moves),
            win: win(weights, line.value),
            score: score(game, line),
        })
        .collect();
    let action = *told.first()?.actions.first()?;
    Some(Thought {
        action,
        lines: told,
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
        notes: Vec::new(),
    })
}

/// The value in pawns; a win seen to its end is worth the pawns still missing.
fn score(game: &Abraxas, line: &Variation<Play>) -> f64 {
    let target = game.options().target;
    let missing = |seat: Seat| f64::from(target - game.score(seat).min(target));
    if line.value >= SEEN_TO_THE_END {
        missing(game.side())
    } else if line.value <= -SEEN_TO_THE_END {
        -missing(game.side().other())
    } else {
        f64::from(line.value) / 100.0
    }
}

/// The real actions of a line: what the search played along is told too.
pub(super) fn actions(game: &Abraxas, plays: &[Play]) -> Vec<Action> {
    let mut game = *game;
    let mut out = Vec::with_capacity(plays.len() * 2);
    for play in plays {
        let mut next = Some(play.action);
        while let Some(action) = next.filter(|action| game.check(action).is_ok()) {
            out.push(action);
            game.apply_unchecked(Ply::Act(action));
            next = forced(&game);
        }
    }
    out
}
