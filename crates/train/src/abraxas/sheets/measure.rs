//! How hard a sheet is, and what it gives the first player: games of the player against itself, and
//! how deep it must look on that sheet before it sees what a deep search sees.

use abaque_abraxas::{Abraxas, AbraxasOptions, Action, Sheet};
use abaque_bots::abraxas::{Play, Player, Position};
use abaque_core::{Game, Ply};
use abaque_search::{Limits, Order, Searcher};

use super::super::duel::mean;
use super::super::selfplay::{Opening, Played, Seen, opened, play};

/// What is spent on one sheet.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// Games.
    pub(super) games: u64,
    /// Nodes a decision in them.
    pub(super) nodes: u64,
    /// Positions in which depths are compared.
    pub(super) positions: usize,
    /// Nodes of the deep search.
    pub(super) deep: u64,
}

/// What was measured, each with its standard error.
pub(super) struct Measure {
    pub(super) sheet: Sheet,
    /// How often player 1 won, draws counting half.
    pub(super) first: (f64, f64),
    /// Turns a game.
    pub(super) turns: (f64, f64),
    /// Takings a turn.
    pub(super) takings: f64,
    /// Difficulty: how much of a pawn is lost on average by choosing at first sight (the best
    /// placement one ply deep), as the deep search sees it.
    pub(super) lost: (f64, f64),
    /// The depth from which on the choice is the deep search's, or as good, on average.
    pub(super) depth: (f64, f64),
}

/// Plays and compares on one sheet.
pub(super) fn measure(sheet: Sheet, effort: Effort) -> Result<Measure, String> {
    let options = AbraxasOptions { sheet, ..AbraxasOptions::default() };
    let games = (0..effort.games)
        .map(|seed| game(&options, effort.nodes, seed))
        .collect::<Result<Vec<_>, _>>()?;
    let wins: Vec<f64> = games.iter().map(|game| game.first).collect();
    let turns: Vec<f64> = games.iter().map(|game| f64::from(game.turns)).collect();
    let taken = |played: &Played| {
        played.steps.iter().filter(|step| matches!(step.action, Action::Take(_))).count() as f64
    };
    let takings = games.iter().map(taken).sum::<f64>() / turns.iter().sum::<f64>().max(1.0);
    let asked = questions(&games, effort.positions);
    let mut searcher = Searcher::new(8);
    let answers: Vec<(f64, f64)> =
        asked.iter().map(|game| compare(&mut searcher, game, effort.deep)).collect();
    let (lost, depths): (Vec<f64>, Vec<f64>) = answers.into_iter().unzip();
    Ok(Measure {
        sheet,
        first: mean(&wins),
        turns: mean(&turns),
        takings,
        lost: mean(&lost),
        depth: mean(&depths),
    })
}

/// A game of the player against itself after two pawns by lot.
fn game(options: &AbraxasOptions, nodes: u64, seed: u64) -> Result<Played, String> {
    let opening = opened(options, Opening { random: 2, seed });
    let (mut one, mut two) = (Player::best(), Player::best());
    let start = Abraxas::start(options);
    play(start, &opening, [&mut one, &mut two], [Limits::nodes(nodes); 2], seed)
}

/// Positions at the start of a turn in which the game is still open, spread over the games.
fn questions(games: &[Played], most: usize) -> Vec<Abraxas> {
    let open: Vec<Abraxas> = games
        .iter()
        .flat_map(|game| &game.steps)
        .filter(|step| {
            let open = |seen: &Seen| !seen.decided && seen.score.abs() < 4.0;
            step.game.phase().starts_turn() && step.seen.as_ref().is_some_and(open)
        })
        .map(|step| step.game)
        .collect();
    let every = open.len().div_ceil(most.max(1)).max(1);
    open.into_iter().step_by(every).take(most).collect()
}

/// How much is lost at first sight, and the depth from which on the choice is as good as the deep
/// search's. A choice counts as good if the deep search finds it within a fifth of a pawn of its own.
fn compare(searcher: &mut Searcher<Position>, game: &Abraxas, deep: u64) -> (f64, f64) {
    let root = Position::root(*game);
    let mut choices: Vec<Play> = Vec::new();
    searcher.forget();
    let order = Order::new(Limits::nodes(deep));
    let found = searcher.search(&root, &[], &order, &mut |found| {
        choices.push(found.lines[0].moves[0]);
    });
    let Some(best) = found.lines.first() else { return (0.0, 1.0) };
    let mut known: Vec<(Play, i32)> = vec![(best.moves[0], best.value)];
    let mut worth = |play: Play| -> i32 {
        if let Some((_, value)) = known.iter().find(|(other, _)| *other == play) {
            return *value;
        }
        let value = after(searcher, game, play, deep / 2);
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

/// What a first action is worth to who does it.
fn after(searcher: &mut Searcher<Position>, game: &Abraxas, play: Play, nodes: u64) -> i32 {
    let mut next = *game;
    next.apply_unchecked(Ply::Act(play.action));
    searcher.forget();
    let order = Order::new(Limits::nodes(nodes));
    let found = searcher.search(&Position::root(next), &[], &order, &mut |_| ());
    let value = found.lines.first().map_or(0, |line| line.value);
    if next.side() == game.side() { value } else { -value }
}
