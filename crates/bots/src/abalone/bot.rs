use abaque_abalone::{Abalone, Action};
use abaque_core::{BadText, Game, Millis, Seat, Source, SplitMix};
use abaque_search::{
    Found, Limits, Meter, Node, Order, SEEN_TO_THE_END, Searcher, Stop, Variation, WIN,
};

use super::levels::Habits;
use super::node::Board;
use super::play::Play;
use super::value::Weights;
use super::weights::SCALE;
use crate::reference::{known, nothing};
use crate::{Bot, Brief, Line, Sight, Thought};

/// How long to think when nothing is said.
const REASONABLE: Limits = Limits::time(Millis(1_000));

/// A budget up to this many nodes needs only a small table, which is quickly emptied.
const FEW_NODES: u64 = 60_000;

/// Megabytes of the small and of the large table.
const TABLES: [usize; 2] = [1, 32];

/// A player of Abalone.
pub struct Player {
    habits: Habits,
    weights: &'static Weights,
    /// With the small and with the large table, made when needed.
    searchers: [Option<Searcher<Board>>; 2],
}

impl Player {
    /// A player with these habits that judges by these weights.
    pub fn new(habits: Habits, weights: &'static Weights) -> Player {
        Player { habits, weights, searchers: [None, None] }
    }

    fn searcher(&mut self, limits: &Limits) -> &mut Searcher<Board> {
        let few = limits.nodes.is_some_and(|nodes| nodes <= FEW_NODES)
            || limits.depth.is_some_and(|depth| depth <= 4);
        let i = usize::from(!few);
        let searcher = self.searchers[i].get_or_insert_with(|| Searcher::new(TABLES[i]));
        if limits.nodes.is_some() || limits.depth.is_some() {
            // What is bounded by work and not by time must come out the same every time.
            searcher.forget();
        }
        searcher
    }
}

impl Bot<Abalone> for Player {
    fn think(
        &mut self,
        sight: &Sight<Abalone>,
        brief: &Brief,
        watch: &mut dyn FnMut(&Thought<Action>),
    ) -> Result<Thought<Action>, BadText> {
        let game = sight.imagine(&mut SplitMix(brief.seed))?;
        let habits = self.habits;
        let salt = SplitMix(brief.seed).next_u64();
        let board = Board::new(&game, sight.idle_turns, self.weights).blurred(habits.blur, salt);
        let past: Vec<u64> =
            sight.past.iter().map(|game| Board::new(game, 0, self.weights).key()).collect();
        let limits = match brief.limits.is_endless() {
            true => habits.limits.unwrap_or(REASONABLE),
            false => brief.limits,
        };
        let order =
            Order { limits, stop: brief.stop.clone(), lines: brief.lines, threads: brief.threads };
        let say = |found: &Found<Play>| told(found, &board);
        let searcher = self.searcher(&limits);
        let found = searcher.search(&board, &past, &order, &mut |found| {
            if let Some(thought) = say(found) {
                watch(&thought);
            }
        });
        say(&found).ok_or_else(nothing)
    }

    fn gauge(&mut self, view: &Abalone) -> f64 {
        if let Some(share) = known(view.turn()) {
            return share;
        }
        let board = Board::new(view, 0, self.weights);
        let searcher = self.searchers[0].get_or_insert_with(|| Searcher::new(TABLES[0]));
        let mut meter = Meter::new(Limits::default(), Stop::default());
        let win = win_chance(searcher.value(&board, 0, -WIN, WIN, &mut meter));
        if view.side() == Seat::First { win } else { 1.0 - win }
    }

    fn forget(&mut self) {
        for searcher in self.searchers.iter_mut().flatten() {
            searcher.forget();
        }
    }
}

/// The chance to win at a value of the search; certain only where the end was seen.
pub fn win_chance(value: i32) -> f64 {
    if value >= SEEN_TO_THE_END {
        1.0
    } else if value <= -SEEN_TO_THE_END {
        0.0
    } else {
        (1.0 / (1.0 + (-f64::from(value) / SCALE).exp())).clamp(0.001, 0.999)
    }
}

/// A value in balls. A win seen to its end is worth the balls still needed for it, anything else less.
fn balls(value: i32, board: &Board) -> f64 {
    let [me, you] = [board.side(), board.side().other()].map(|seat| board.lives(seat));
    if value >= SEEN_TO_THE_END {
        f64::from(you)
    } else if value <= -SEEN_TO_THE_END {
        -f64::from(me)
    } else {
        (f64::from(value) / 100.0).clamp(0.01 - f64::from(me), f64::from(you) - 0.01)
    }
}

/// What was found, as a thought; `None` where there is no move.
fn told(found: &Found<Play>, board: &Board) -> Option<Thought<Action>> {
    let line = |variation: &Variation<Play>| Line {
        actions: variation.moves.iter().map_while(|play| play.action()).collect(),
        win: win_chance(variation.value),
        score: balls(variation.value, board),
    };
    let lines: Vec<Line<Action>> = found.lines.iter().map(line).collect();
    let notes = match found.lines.first()?.value {
        value if value.abs() >= SEEN_TO_THE_END => {
            vec![("end-in", (WIN - value.abs()).to_string())]
        }
        _ => Vec::new(),
    };
    Some(Thought {
        action: *lines.first()?.actions.first()?,
        lines,
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
        notes,
    })
}
