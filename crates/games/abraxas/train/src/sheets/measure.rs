//! Measures a sheet's difficulty and first-player advantage, by self-play and by the search depth
//! needed to match a deep search.

use abaque_abraxas::{Abraxas, Action, Options, Sheet};
use abaque_abraxas_bot::{AbraxasBot, AbraxasNode, RankedAction};
use abaque_core::{Game, Ply};
use abaque_search::{AlphaBetaSearcher, SearchLimits, SearchParams};

use super::super::duel::mean;
use super::super::selfplay::{
    PositionEvaluation, RandomOpening, SelfPlayGame, play_game, random_opening,
};

/// Effort per sheet.
#[derive(Clone, Copy)]
pub(super) struct MeasureBudget {
    /// Number of games.
    pub(super) games: u64,
    /// Nodes per decision.
    pub(super) nodes: u64,
    /// Positions in which depths are compared.
    pub(super) positions: usize,
    /// Nodes of the deep search.
    pub(super) deep: u64,
}

/// Measurements, each with its standard error.
pub(super) struct SheetMeasurement {
    pub(super) sheet: Sheet,
    /// Share of player 1, draws counting half.
    pub(super) first: (f64, f64),
    /// Turns per game.
    pub(super) turns: (f64, f64),
    /// Takings per turn.
    pub(super) takings: f64,
    /// Difficulty: mean loss in pawns of the best one-ply placement, by the deep search.
    pub(super) lost: (f64, f64),
    /// Mean depth from which on the choice is as good as the deep search's.
    pub(super) depth: (f64, f64),
}

/// Plays the games and compares the depths on one sheet.
pub(super) fn measure_sheet(
    sheet: Sheet,
    effort: MeasureBudget,
) -> Result<SheetMeasurement, String> {
    let options = Options { sheet, ..Options::default() };
    let games = (0..effort.games)
        .map(|seed| sheet_game(&options, effort.nodes, seed))
        .collect::<Result<Vec<_>, _>>()?;
    let wins: Vec<f64> = games.iter().map(|game| game.first_share).collect();
    let turns: Vec<f64> = games.iter().map(|game| f64::from(game.turns)).collect();
    let taken = |played: &SelfPlayGame| {
        played.steps.iter().filter(|step| matches!(step.action, Action::Take(_))).count() as f64
    };
    let takings = games.iter().map(taken).sum::<f64>() / turns.iter().sum::<f64>().max(1.0);
    let asked = open_positions(&games, effort.positions);
    let mut searcher = AlphaBetaSearcher::new(8);
    let answers: Vec<(f64, f64)> =
        asked.iter().map(|game| compare_depths(&mut searcher, game, effort.deep)).collect();
    let (lost, depths): (Vec<f64>, Vec<f64>) = answers.into_iter().unzip();
    Ok(SheetMeasurement {
        sheet,
        first: mean(&wins),
        turns: mean(&turns),
        takings,
        lost: mean(&lost),
        depth: mean(&depths),
    })
}

/// A self-play game after two random pawns.
fn sheet_game(options: &Options, nodes: u64, seed: u64) -> Result<SelfPlayGame, String> {
    let opening = random_opening(options, RandomOpening { random: 2, seed });
    let (mut one, mut two) = (AbraxasBot::best(), AbraxasBot::best());
    let start = Abraxas::start(options);
    play_game(start, &opening, [&mut one, &mut two], [SearchLimits::nodes(nodes); 2], seed)
}

/// Open positions at the start of a turn, spread over the games.
fn open_positions(games: &[SelfPlayGame], most: usize) -> Vec<Abraxas> {
    let open: Vec<Abraxas> = games
        .iter()
        .flat_map(|game| &game.steps)
        .filter(|step| {
            let open = |seen: &PositionEvaluation| !seen.decided && seen.score.abs() < 4.0;
            step.game.phase().starts_turn() && step.evaluation.as_ref().is_some_and(open)
        })
        .map(|step| step.game)
        .collect();
    let every = open.len().div_ceil(most.max(1)).max(1);
    open.into_iter().step_by(every).take(most).collect()
}

/// One-ply loss, and the depth from which on the choice is as good as the deep search's: within a
/// fifth of a pawn by the deep search.
fn compare_depths(
    searcher: &mut AlphaBetaSearcher<AbraxasNode>,
    game: &Abraxas,
    deep: u64,
) -> (f64, f64) {
    let root = AbraxasNode::root(*game);
    let mut choices: Vec<RankedAction> = Vec::new();
    searcher.clear();
    let params = SearchParams::new(SearchLimits::nodes(deep));
    let found = searcher.search(&root, &[], &params, &mut |found| {
        choices.push(found.lines[0].moves[0]);
    });
    let Some(best) = found.lines.first() else { return (0.0, 1.0) };
    let mut known: Vec<(RankedAction, i32)> = vec![(best.moves[0], best.value)];
    let mut worth = |play: RankedAction| -> i32 {
        if let Some((_, value)) = known.iter().find(|(other, _)| *other == play) {
            return *value;
        }
        let value = value_after(searcher, game, play, deep / 2);
        known.push((play, value));
        value
    };
    let loss = |value: i32| f64::from((best.value - value).clamp(0, 400)) / 100.0;
    let lost = choices.first().map_or(0.0, |first| loss(worth(*first)));
    let mut depth = 1;
    for (at, choice) in (1..).zip(&choices) {
        if loss(worth(*choice)) > 0.2 {
            depth = at + 1;
        }
    }
    (lost, f64::from(depth))
}

/// Value of a first action to the player who makes it.
fn value_after(
    searcher: &mut AlphaBetaSearcher<AbraxasNode>,
    game: &Abraxas,
    play: RankedAction,
    nodes: u64,
) -> i32 {
    let mut next = *game;
    next.apply_unchecked(Ply::Act(play.action));
    searcher.clear();
    let params = SearchParams::new(SearchLimits::nodes(nodes));
    let found = searcher.search(&AbraxasNode::root(next), &[], &params, &mut |_| ());
    let value = found.lines.first().map_or(0, |line| line.value);
    if next.side() == game.side() { value } else { -value }
}
