//! `abraxas-puzzles`: "take as many pawns as possible in this turn", from games in which all stop
//! pawns are used up early, so that no Stop can interfere.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use abaque_abraxas::{Abraxas, Action, Hole, Options, Phase, Sheet};
use abaque_abraxas_bot::{AbraxasBot, BestTurn, TurnSolver};
use abaque_core::{Game, GameOptions, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_puzzles::{Puzzle, PuzzleQuestion};
use abaque_search::SearchLimits;
use clap::{Arg, ArgMatches, Command};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::number_arg;
use super::selfplay::{Decision, play_game};

/// Node limit of the solver per puzzle; harder positions are skipped.
const MAX_SOLVER_POSITIONS: usize = 20_000;
/// Node limit of the exhaustive check.
const MAX_CHECK_POSITIONS: usize = 400_000;
/// Random playthroughs that estimate the difficulty.
const RANDOM_TRIES: u64 = 150;

/// A puzzle without its name.
struct PuzzleCandidate {
    game: Abraxas,
    best: BestTurn,
    /// Share of random line-making playthroughs that find the maximum.
    luck: f64,
    /// Whether the greedy player finds the maximum.
    greedy: bool,
    pawns_put: usize,
    /// Sheet and game it comes from.
    sheet: u8,
    from: u64,
}

/// Width of a rating band; puzzles are spread evenly over the bands.
const RATING_BAND: u16 = 200;
/// Ratings from here on form one band: hard turns are common, and easy ones are wanted as much.
const HARD_RATING: u16 = 1800;
/// Maximum puzzles per game.
const MAX_PER_GAME: usize = 2;

pub(super) fn command() -> Command {
    Command::new("abraxas-puzzles")
        .about("Finds Abraxas puzzles (most pawns this turn) in self-play, solves and checks them exhaustively")
        .arg(number_arg("games", "1300").help("how many games to look through"))
        .arg(number_arg("wanted", "240").help("how many puzzles to choose at most"))
        .arg(number_arg("seed", "1").help("where the games start from"))
        .arg(Arg::new("output").long("output").default_value("puzzles/abraxas.jsonl"))
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
    let bar = ProgressBar::new(count("games"));
    let found: Vec<Result<Vec<PuzzleCandidate>, String>> = (0..count("games"))
        .into_par_iter()
        .map(|game| {
            bar.inc(1);
            find_candidates(count("seed").wrapping_mul(1_000_003) + game, game)
        })
        .collect();
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for candidate in found.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        if seen.insert(candidate.game) {
            all.push(candidate);
        }
    }
    println!("{} candidates", all.len());
    let mut chosen = choose_evenly(all, count("wanted") as usize);
    println!("{} puzzles, each solved again by trying every legal action", chosen.len());
    chosen.sort_by_key(rating);
    let mut text = String::new();
    for (n, candidate) in (1..).zip(&chosen) {
        let line = serde_json::to_string(&build_puzzle(n, candidate)).map_err(|e| e.to_string())?;
        writeln!(text, "{line}").map_err(|error| error.to_string())?;
    }
    print_spread(&chosen);
    let path = arguments.get_one::<String>("output").cloned().unwrap_or_default();
    std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
}

/// The puzzles of one game.
fn find_candidates(seed: u64, from: u64) -> Result<Vec<PuzzleCandidate>, String> {
    // The puzzle contains the pattern itself, so it stays valid if sheets are renumbered.
    let number = 1 + (from % 6) as u8;
    let numbered = Sheet::numbered(number).unwrap_or_default();
    let sheet = Sheet::custom(&numbered.pattern()).unwrap_or_default();
    let options = Options { sheet, ..Options::default() };
    let opening = play_without_stops(&options, seed);
    let (mut one, mut two) = (AbraxasBot::best(), AbraxasBot::best());
    let limits = [SearchLimits { depth: Some(2), ..SearchLimits::nodes(400) }; 2];
    let played = play_game(Abraxas::start(&options), &opening, [&mut one, &mut two], limits, seed)?;
    let (mut turns, mut source) = (TurnSolver::default(), SplitMix(seed));
    let mut found: Vec<PuzzleCandidate> = Vec::new();
    for Decision { game, .. } in &played.steps {
        let asked = game.phase().starts_turn() && game.stops_left(game.side().other()) == 0;
        if !asked {
            continue;
        }
        let Some(best) = turns.solve(game, MAX_SOLVER_POSITIONS) else { continue };
        let side = game.side();
        // At least two pawns, and the game must go on; otherwise fewer would win as well.
        if best.pawns < 2 || game.score(side) + best.pawns >= options.target {
            continue;
        }
        let hits =
            (0..RANDOM_TRIES).filter(|_| random_gain(game, &mut source) == best.pawns).count();
        let luck = (hits as f64 + 0.5) / (RANDOM_TRIES as f64 + 1.0);
        if luck > 0.5 {
            continue;
        }
        let puts = |action: &&Action| matches!(action, Action::Put(_) | Action::Move { .. });
        let pawns_put = best.line.iter().filter(puts).count();
        let greedy = greedy_gain(game) >= best.pawns;
        found.push(PuzzleCandidate {
            game: *game,
            best,
            luck,
            greedy,
            pawns_put,
            sheet: number,
            from,
        });
    }
    Ok(found)
}

/// A random opening in which both players place all their stop pawns and take nothing. In half of
/// them the stop pawns go to the centre, where they break most; otherwise turns on rich sheets
/// become endless.
fn play_without_stops(options: &Options, seed: u64) -> Vec<Action> {
    let mut source = SplitMix(seed ^ 0x5709);
    loop {
        let (mut game, mut actions) = (Abraxas::start(options), Vec::new());
        while game.stops_left(Seat::First) + game.stops_left(Seat::Second) > 0
            || !game.phase().starts_turn()
        {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            let stops = legal.iter().filter(|action| matches!(action, Action::Stop(_)));
            let middle =
                |hole: &Hole| (2..6).contains(&hole.column()) && (2..6).contains(&hole.row());
            let fits = |stop: &&Action| {
                (seed / 6).is_multiple_of(2) || matches!(stop, Action::Stop(hole) if middle(hole))
            };
            let stops: Vec<Action> = stops.filter(fits).copied().collect();
            let pool = if stops.is_empty() || source.below(2) == 0 { &legal } else { &stops };
            let action = pool[source.below(pool.len() as u64) as usize];
            if matches!(action, Action::Take(_)) || game.reserve() < 6 {
                break;
            }
            game.apply_unchecked(Ply::Act(action));
            actions.push(action);
        }
        if game.stops_left(Seat::First) + game.stops_left(Seat::Second) == 0
            && game.phase().starts_turn()
        {
            return actions;
        }
    }
}

/// Actions that continue the turn or take: those after which a line is in view.
fn lively_actions(game: &Abraxas) -> Vec<(Action, u8)> {
    let side = game.side();
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let gain = |action: Action| {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        if let Phase::Stop { .. } = next.phase() {
            next.apply_unchecked(Ply::Act(Action::Go));
        }
        if next.phase() == Phase::Push {
            let to = next.arrows().next()?;
            next.apply_unchecked(Ply::Act(Action::Push(to)));
        }
        let due = next.lines().map(|line| line.pawns_due()).sum::<u32>() as u8;
        let taken = next.score(side) - game.score(side);
        let goes_on = next.turn() == Turn::Of(side) || next.is_over();
        (goes_on && action != Action::End).then_some((action, taken + due))
    };
    legal.into_iter().filter_map(gain).collect()
}

/// Pawns taken by always choosing the largest immediate gain.
fn greedy_gain(game: &Abraxas) -> u8 {
    play_turn(game, |lively| {
        lively
            .iter()
            .enumerate()
            .max_by_key(|(i, step)| (step.1, std::cmp::Reverse(*i)))
            .map_or(0, |(i, _)| i)
    })
}

/// Pawns taken by making random lines.
fn random_gain(game: &Abraxas, source: &mut SplitMix) -> u8 {
    play_turn(game, |lively| source.below(lively.len() as u64) as usize)
}

fn play_turn(game: &Abraxas, mut choose: impl FnMut(&[(Action, u8)]) -> usize) -> u8 {
    let (side, mut at) = (game.side(), *game);
    while at.turn() == Turn::Of(side) {
        let lively = lively_actions(&at);
        if lively.is_empty() {
            break;
        }
        at.apply_unchecked(Ply::Act(lively[choose(&lively)].0));
        if let Phase::Stop { .. } = at.phase() {
            at.apply_unchecked(Ply::Act(Action::Go));
        }
    }
    at.score(side) - game.score(side)
}

/// Spreads the choice evenly over sheets and ratings, with few puzzles per game, each verified
/// exhaustively.
fn choose_evenly(all: Vec<PuzzleCandidate>, wanted: usize) -> Vec<PuzzleCandidate> {
    let mut piles: BTreeMap<(u16, u8), Vec<PuzzleCandidate>> = BTreeMap::new();
    for candidate in all {
        let band = rating(&candidate).min(HARD_RATING) / RATING_BAND;
        piles.entry((band, candidate.sheet)).or_default().push(candidate);
    }
    let (mut chosen, mut given) = (Vec::new(), HashMap::new());
    while chosen.len() < wanted && piles.values().any(|pile| !pile.is_empty()) {
        for pile in piles.values_mut() {
            let next = std::iter::from_fn(|| pile.pop()).find(|candidate| {
                let given: &mut usize = given.entry(candidate.from).or_default();
                let right = *given < MAX_PER_GAME
                    && exhaustive_gain(&candidate.game) == Some(candidate.best.pawns);
                *given += usize::from(right);
                right
            });
            chosen.extend(next.filter(|_| chosen.len() < wanted));
        }
    }
    chosen
}

/// Prints the counts per sheet and rating.
fn print_spread(chosen: &[PuzzleCandidate]) {
    let mut sheets = BTreeMap::new();
    let mut bands = BTreeMap::new();
    for candidate in chosen {
        *sheets.entry(candidate.sheet).or_insert(0) += 1;
        *bands.entry(rating(candidate) / RATING_BAND * RATING_BAND).or_insert(0) += 1;
    }
    println!("by sheet {sheets:?}, by rating {bands:?}");
}

/// Harder the rarer the answer is by chance, and the more pawns there are to place.
fn rating(candidate: &PuzzleCandidate) -> u16 {
    let rare = -candidate.luck.log2();
    let plan = if candidate.greedy { 0.0 } else { 150.0 };
    let rating = 500.0 + 130.0 * rare + 60.0 * candidate.pawns_put as f64 + plan;
    rating.clamp(600.0, 2400.0) as u16 / 10 * 10
}

fn build_puzzle(n: usize, candidate: &PuzzleCandidate) -> Puzzle {
    let PuzzleCandidate { game, best, pawns_put, .. } = candidate;
    let mut themes = vec!["most-pawns".to_owned()];
    let takes_many = |action: &Action| matches!(action, Action::Take(holes) if holes.len() > 1);
    for (holds, theme) in [
        (*pawns_put == 1, "one-push"),
        (*pawns_put >= 3, "long-turn"),
        (game.reserve() == 0, "empty-reserve"),
        (best.line.iter().any(takes_many), "long-line"),
    ] {
        if holds {
            themes.push(theme.into());
        }
    }
    Puzzle {
        id: format!("abr-{n:04}"),
        game: game.options().to_spec().to_string(),
        position: game.to_string(),
        ask: PuzzleQuestion::Most {
            pawns: best.pawns,
            line: best.line.iter().map(Action::to_string).collect(),
        },
        rating: rating(candidate),
        themes,
    }
}

/// Solves by trying every legal action to the end of the turn; `None` if that takes too long.
fn exhaustive_gain(game: &Abraxas) -> Option<u8> {
    fn most(game: &Abraxas, side: Seat, known: &mut HashMap<String, u8>) -> Option<u8> {
        if game.turn() != Turn::Of(side) {
            return Some(0);
        }
        let name = game.to_string();
        if let Some(known) = known.get(&name) {
            return Some(*known);
        }
        let (mut best, mut legal) = (0, Vec::new());
        game.legal_actions(&mut legal);
        for action in legal {
            let mut next = *game;
            next.apply_unchecked(Ply::Act(action));
            let gain = next.score(side) - game.score(side);
            best = best.max(gain + most(&next, side, known)?);
        }
        known.insert(name, best);
        (known.len() < MAX_CHECK_POSITIONS).then_some(best)
    }
    most(game, game.side(), &mut HashMap::new())
}
