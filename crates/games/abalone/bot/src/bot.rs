use abaque_abalone::{Abalone, Action};
use abaque_core::{Game, Millis, ParseError, RandomSource, Seat, SplitMix};
use abaque_search::{
    AlphaBetaResult, AlphaBetaSearcher, Node, PROVEN_WIN, SearchBudget, SearchLimits, SearchParams,
    SearchTuning, StopFlag, Variation, WIN,
};

use super::levels::BotSettings;
use super::net::shipped_net;
use super::node::AbaloneNode;
use super::packed_move::PackedMove;
use super::weights::{LOGISTIC_SCALE, WEIGHTS};
use abaque_bot::reference::{first_share_if_over, no_action_error};
use abaque_bot::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Default limits where neither request nor level sets any.
const DEFAULT_LIMITS: SearchLimits = SearchLimits::time(Millis(1_000));

/// Up to this many nodes a small table suffices and is quicker to clear.
const SMALL_TABLE_MAX_NODES: u64 = 60_000;

/// Sizes of the small and the large transposition table.
const TABLE_MEGABYTES: [usize; 2] = [1, 32];

/// A draw counts as this much worse than an even position, in hundredths of a ball.
const CONTEMPT: i16 = 150;

/// The Abalone bot.
pub struct AbaloneBot {
    settings: BotSettings,
    /// Searchers with the small and the large table, created on demand.
    searchers: [Option<AlphaBetaSearcher<AbaloneNode>>; 2],
    /// Their sizes.
    table_megabytes: [usize; 2],
    /// Resolves pending ejections for [`Bot::evaluate`]; it remembers nothing, so that the same
    /// position always gets the same value.
    evaluator: Option<AlphaBetaSearcher<AbaloneNode>>,
    /// The player whose contempt for draws the tables contain.
    searched_for: Option<Seat>,
}

impl AbaloneBot {
    /// Creates a bot from settings.
    pub fn new(settings: BotSettings) -> AbaloneBot {
        AbaloneBot {
            settings,
            searchers: [None, None],
            table_megabytes: TABLE_MEGABYTES,
            evaluator: None,
            searched_for: None,
        }
    }

    fn searcher(&mut self, limits: &SearchLimits) -> &mut AlphaBetaSearcher<AbaloneNode> {
        let few = limits.nodes.is_some_and(|nodes| nodes <= SMALL_TABLE_MAX_NODES)
            || limits.depth.is_some_and(|depth| depth <= 4);
        let i = usize::from(!few);
        let megabytes = self.table_megabytes[i];
        let searcher = self.searchers[i].get_or_insert_with(|| AlphaBetaSearcher::new(megabytes));
        if limits.nodes.is_some() || limits.depth.is_some() {
            // Without a time limit the result must be reproducible.
            searcher.clear();
        }
        searcher
    }
}

impl Bot<Abalone> for AbaloneBot {
    fn think(
        &mut self,
        observation: &Observation<Abalone>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        let game = observation.sample_position(&mut SplitMix(request.seed))?;
        let settings = self.settings;
        let salt = SplitMix(request.seed).next_u64();
        let board = evaluated(&game, observation.idle_turns)
            .with_contempt(observation.seat, CONTEMPT)
            .with_blur(settings.blur, salt);
        if self.searched_for.replace(observation.seat) != Some(observation.seat) {
            self.forget();
        }
        let past: Vec<u64> =
            observation.past.iter().map(|game| AbaloneNode::new(game, 0, &WEIGHTS).key()).collect();
        let limits = match request.limits.is_unlimited() {
            true => settings.limits.unwrap_or(DEFAULT_LIMITS),
            false => request.limits,
        };
        let params = SearchParams {
            limits,
            stop: request.stop.clone(),
            lines: request.lines,
            threads: request.threads,
        };
        let convert = |found: &AlphaBetaResult<PackedMove>| to_search_result(found, &board, &past);
        let searcher = self.searcher(&limits);
        let found = searcher.search(&board, &past, &params, &mut |found| {
            if let Some(result) = convert(found) {
                watch(&result);
            }
        });
        convert(&found).ok_or_else(no_action_error)
    }

    fn evaluate(&mut self, view: &Abalone) -> f64 {
        if let Some(share) = first_share_if_over(view.turn()) {
            return share;
        }
        let board = evaluated(view, 0);
        let searcher = self
            .evaluator
            .get_or_insert_with(|| AlphaBetaSearcher::with_tuning(0, SearchTuning::PLAIN));
        let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
        let win = win_chance(searcher.search_fixed_depth(&board, 0, -WIN, WIN, &mut budget));
        if view.side() == Seat::First { win } else { 1.0 - win }
    }

    fn prepare(&mut self, megabytes: Option<usize>) {
        let megabytes = megabytes.unwrap_or(TABLE_MEGABYTES[1]);
        if self.searchers[1].is_none() || self.table_megabytes[1] != megabytes {
            self.table_megabytes[1] = megabytes;
            self.searchers[1] = Some(AlphaBetaSearcher::new(megabytes));
        }
    }

    fn forget(&mut self) {
        for searcher in self.searchers.iter_mut().flatten() {
            searcher.clear();
        }
    }
}

/// A position with the evaluation in use.
fn evaluated(game: &Abalone, idle_turns: u16) -> AbaloneNode {
    let node = AbaloneNode::new(game, idle_turns, &WEIGHTS);
    match shipped_net() {
        Some(net) => node.with_net(net),
        None => node,
    }
}

/// Winning chance of a search value; 0 or 1 only for proven results.
pub fn win_chance(value: i32) -> f64 {
    if value >= PROVEN_WIN {
        1.0
    } else if value <= -PROVEN_WIN {
        0.0
    } else {
        (1.0 / (1.0 + (-f64::from(value) / LOGISTIC_SCALE).exp())).clamp(0.001, 0.999)
    }
}

/// A value in balls. A proven win is worth the balls still needed; other values are capped below.
fn value_in_balls(value: i32, board: &AbaloneNode) -> f64 {
    let [me, you] =
        [board.side_to_move(), board.side_to_move().other()].map(|seat| board.lives(seat));
    if value >= PROVEN_WIN {
        f64::from(you)
    } else if value <= -PROVEN_WIN {
        -f64::from(me)
    } else {
        (f64::from(value) / 100.0).clamp(0.01 - f64::from(me), f64::from(you) - 0.01)
    }
}

/// The value of a line to people, for whom a draw is worth 0. The last position of the line tells
/// how much contempt is in its value.
fn without_contempt(line: &Variation<PackedMove>, board: &AbaloneNode, past: &[u64]) -> i32 {
    if line.value.abs() >= PROVEN_WIN {
        return line.value;
    }
    let (mut keys, mut last) = (vec![board.key()], board.clone());
    for &play in &line.moves {
        last = last.after(play);
        keys.push(last.key());
    }
    let key = last.key();
    let repeats = keys.iter().filter(|&&seen| seen == key).count() > 1
        || past.iter().filter(|&&seen| seen == key).count() > 1;
    if repeats || last.terminal_value().is_some() {
        return 0;
    }
    let contempt = last.contempt_in_evaluation();
    let to_mover = if last.side_to_move() == board.side_to_move() { contempt } else { -contempt };
    line.value - to_mover
}

/// Converts an alpha-beta result; `None` if there is no move.
fn to_search_result(
    found: &AlphaBetaResult<PackedMove>,
    board: &AbaloneNode,
    past: &[u64],
) -> Option<SearchResult<Action>> {
    let line = |variation: &Variation<PackedMove>| {
        let value = without_contempt(variation, board, past);
        PrincipalVariation {
            actions: variation.moves.iter().map_while(|play| play.to_action()).collect(),
            win: win_chance(value),
            score: value_in_balls(value, board),
        }
    };
    let lines: Vec<PrincipalVariation<Action>> = found.lines.iter().map(line).collect();
    let notes = match found.lines.first()?.value {
        value if value.abs() >= PROVEN_WIN => {
            vec![("end-in", (WIN - value.abs()).to_string())]
        }
        _ => Vec::new(),
    };
    Some(SearchResult {
        action: *lines.first()?.actions.first()?,
        lines,
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
        notes,
    })
}
