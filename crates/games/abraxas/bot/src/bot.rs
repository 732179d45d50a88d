//! The Abraxas bot: runs the search, adds the level's noise and converts the result.

use abaque_abraxas::{Abraxas, Action};
use abaque_core::{Game, Millis, ParseError, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::{
    AlphaBetaResult, AlphaBetaSearcher, Node, PROVEN_WIN, SearchBudget, SearchLimits, SearchParams,
    Variation, WIN,
};

use super::levels::{self, BotSettings};
use super::node::{AbraxasNode, RankedAction, forced_action};
use super::weights::{Weights, weights};
use abaque_bot::reference::no_action_error;
use abaque_bot::{Bot, Level, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Size of the transposition table.
const TABLE_MEGABYTES: usize = 16;
/// Table size for small budgets: clearing a large table would take longer than the search.
const SMALL_TABLE_MEGABYTES: usize = 1;
/// Largest node limit that uses the small table.
const SMALL_TABLE_MAX_NODES: u64 = 20_000;
/// Default limits where the request sets none.
const DEFAULT_LIMITS: SearchLimits = SearchLimits::time(Millis(1_000));
/// Nodes spent when only one action is legal: enough for an evaluation.
const SINGLE_CHOICE_NODES: u64 = 2_000;
/// Nodes spent on a static evaluation.
const EVALUATE_NODES: u64 = 400;

/// The Abraxas bot.
pub struct AbraxasBot {
    searcher: AlphaBetaSearcher<AbraxasNode>,
    table_megabytes: usize,
    /// Used by `evaluate`; its table is tiny, because clearing one takes longer than such a search.
    evaluate_searcher: AlphaBetaSearcher<AbraxasNode>,
    settings: BotSettings,
    weights: &'static Weights,
}

impl AbraxasBot {
    /// Full strength within the budget given.
    pub fn best() -> AbraxasBot {
        AbraxasBot::new(BotSettings { limits: DEFAULT_LIMITS, blur: 0 })
    }

    /// The bot of a level.
    pub fn level(level: Level) -> AbraxasBot {
        AbraxasBot::new(levels::settings_for(level))
    }

    fn new(settings: BotSettings) -> AbraxasBot {
        let few = settings.limits.nodes.is_some_and(|nodes| nodes <= SMALL_TABLE_MAX_NODES);
        let table = if few { SMALL_TABLE_MEGABYTES } else { TABLE_MEGABYTES };
        AbraxasBot {
            searcher: AlphaBetaSearcher::new(table),
            table_megabytes: table,
            evaluate_searcher: AlphaBetaSearcher::new(0),
            settings,
            weights: weights(),
        }
    }

    /// A bot with experimental settings and weights.
    pub fn with_settings(limits: SearchLimits, blur: i32, weights: &'static Weights) -> AbraxasBot {
        AbraxasBot { weights, ..AbraxasBot::new(BotSettings { limits, blur }) }
    }

    fn root(&self, game: Abraxas) -> AbraxasNode {
        AbraxasNode::root(game).with_weights(self.weights)
    }

    fn search(
        &mut self,
        observation: &Observation<Abraxas>,
        game: Abraxas,
        params: &SearchParams,
        watch: &mut dyn FnMut(&AlphaBetaResult<RankedAction>),
    ) -> AlphaBetaResult<RankedAction> {
        let past: Vec<u64> =
            observation.past.iter().map(|game| AbraxasNode::inner(*game).key()).collect();
        let root = self.root(game);
        self.searcher.search(&root, &past, params, watch)
    }

    /// Iterative deepening with the exact value of every root move, which noisy levels need.
    fn search_each_move(
        &mut self,
        game: Abraxas,
        budget: &mut SearchBudget,
    ) -> AlphaBetaResult<RankedAction> {
        let root = self.root(game);
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let value = |child: &AbraxasNode, value: i32| {
            if child.side_to_move() == root.side_to_move() { value } else { -value }
        };
        let mut lines: Vec<Variation<RankedAction>> = moves
            .iter()
            .map(|play| {
                let child = root.after(*play);
                let worth = child.terminal_value().unwrap_or_else(|| child.evaluate());
                Variation { moves: vec![*play], value: value(&child, worth) }
            })
            .collect();
        let mut depth = 0;
        while budget.may_start_iteration(depth + 1) {
            let mut deeper = lines.clone();
            for line in &mut deeper {
                let child = root.after(line.moves[0]);
                let worth =
                    self.searcher.search_fixed_depth(&child, depth, -WIN - 1, WIN + 1, budget);
                line.value = value(&child, worth);
                if budget.is_spent() {
                    break;
                }
            }
            if budget.is_spent() {
                break;
            }
            lines = deeper;
            depth += 1;
        }
        lines.sort_by_key(|line| -line.value);
        AlphaBetaResult { lines, depth, nodes: budget.nodes().max(1), time: budget.elapsed() }
    }
}

impl Bot<Abraxas> for AbraxasBot {
    fn think(
        &mut self,
        observation: &Observation<Abraxas>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        let mut source = SplitMix(request.seed);
        let game = observation.sample_position(&mut source)?;
        let mut limits =
            if request.limits.is_unlimited() { self.settings.limits } else { request.limits };
        // A reproducible search must not depend on earlier ones.
        if limits.nodes.is_some() {
            self.searcher.clear();
        }
        if game.count_legal() == 1 {
            limits.nodes = Some(
                limits.nodes.map_or(SINGLE_CHOICE_NODES, |nodes| nodes.min(SINGLE_CHOICE_NODES)),
            );
        }
        let most = request.lines.max(1);
        if self.settings.blur > 0 {
            let depth = limits.depth.or(self.settings.limits.depth);
            let mut budget =
                SearchBudget::new(SearchLimits { depth, ..limits }, request.stop.clone());
            let found = self.search_each_move(game, &mut budget);
            let mut result =
                to_search_result(self.weights, &game, &found, most).ok_or_else(no_action_error)?;
            result.action = choose_blurred(&found.lines, self.settings.blur, &mut source);
            return Ok(result);
        }
        let params = SearchParams {
            limits,
            stop: request.stop.clone(),
            lines: most,
            threads: request.threads,
        };
        let weights = self.weights;
        let convert =
            |found: &AlphaBetaResult<RankedAction>| to_search_result(weights, &game, found, most);
        let found = self.search(observation, game, &params, &mut |found| {
            if let Some(result) = convert(found) {
                watch(&result);
            }
        });
        convert(&found).ok_or_else(no_action_error)
    }

    fn evaluate(&mut self, view: &Abraxas) -> f64 {
        let first = |seat: Seat, win: f64| if seat == Seat::First { win } else { 1.0 - win };
        match view.turn() {
            Turn::Over(outcome) => {
                outcome.winner().map_or(0.5, |seat| if seat == Seat::First { 1.0 } else { 0.0 })
            }
            _ => {
                let position = AbraxasNode::inner(*view).with_weights(self.weights);
                let win = if position.is_unsettled() {
                    let params = SearchParams::new(SearchLimits {
                        depth: Some(1),
                        ..SearchLimits::nodes(EVALUATE_NODES)
                    });
                    self.evaluate_searcher.clear();
                    let found = self.evaluate_searcher.search(&position, &[], &params, &mut |_| ());
                    found.lines.first().map_or(0.5, |line| win_chance(self.weights, line.value))
                } else {
                    win_chance(self.weights, position.evaluate())
                };
                first(view.side(), win)
            }
        }
    }

    fn prepare(&mut self, megabytes: Option<usize>) {
        // Without a size the table is there since the bot was made.
        if let Some(megabytes) = megabytes.filter(|&megabytes| megabytes != self.table_megabytes) {
            self.table_megabytes = megabytes;
            self.searcher = AlphaBetaSearcher::new(megabytes);
        }
    }

    fn forget(&mut self) {
        self.searcher.clear();
    }
}

/// Picks a root move after adding noise to each value. Proven wins are played and proven losses
/// avoided.
fn choose_blurred(lines: &[Variation<RankedAction>], blur: i32, source: &mut SplitMix) -> Action {
    let noise = |source: &mut SplitMix| {
        // The sum of three uniform numbers: mostly small, at most one and a half times the blur.
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

fn win_chance(weights: &Weights, value: i32) -> f64 {
    if value >= PROVEN_WIN {
        1.0
    } else if value <= -PROVEN_WIN {
        0.0
    } else {
        weights.win_chance(value)
    }
}

/// Converts an alpha-beta result to game actions.
fn to_search_result(
    weights: &Weights,
    game: &Abraxas,
    found: &AlphaBetaResult<RankedAction>,
    lines: usize,
) -> Option<SearchResult<Action>> {
    let lines: Vec<PrincipalVariation<Action>> = found
        .lines
        .iter()
        .take(lines)
        .map(|line| PrincipalVariation {
            actions: expand_actions(game, &line.moves),
            win: win_chance(weights, line.value),
            score: value_in_pawns(game, line),
        })
        .collect();
    let action = *lines.first()?.actions.first()?;
    Some(SearchResult {
        action,
        lines,
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
        notes: Vec::new(),
    })
}

/// The value in pawns; a proven win is worth the pawns still missing.
fn value_in_pawns(game: &Abraxas, line: &Variation<RankedAction>) -> f64 {
    let target = game.options().target;
    let missing = |seat: Seat| f64::from(target - game.score(seat).min(target));
    if line.value >= PROVEN_WIN {
        missing(game.side())
    } else if line.value <= -PROVEN_WIN {
        -missing(game.side().other())
    } else {
        f64::from(line.value) / 100.0
    }
}

/// The full actions of a line, forced ones included.
pub(super) fn expand_actions(game: &Abraxas, plays: &[RankedAction]) -> Vec<Action> {
    let mut game = *game;
    let mut out = Vec::with_capacity(plays.len() * 2);
    for play in plays {
        let mut next = Some(play.action);
        while let Some(action) = next.filter(|action| game.check(action).is_ok()) {
            out.push(action);
            game.apply_unchecked(Ply::Act(action));
            next = forced_action(&game);
        }
    }
    out
}
