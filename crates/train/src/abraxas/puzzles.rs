//! `abraxas-puzzles`: "take as many pawns as possible in this turn", from games in which all stop
//! pawns are out early, so that no Stop can disturb the answer.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use abaque_abraxas::{Abraxas, AbraxasOptions, Action, Hole, Phase, Sheet};
use abaque_bots::abraxas::{Best, Player, Turns};
use abaque_core::{Game, Options, Ply, Seat, Source, SplitMix, Turn};
use abaque_puzzles::{Ask, Puzzle};
use abaque_search::Limits;
use clap::{Arg, ArgMatches, Command};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::number;
use super::selfplay::{Step, play};

/// Positions the solver may look at for one puzzle; harder ones are left out.
const MOST: usize = 20_000;
/// Positions the plain check may look at.
const MOST_PLAIN: usize = 400_000;
/// Ways of playing tried to see how hard it is.
const TRIES: u64 = 150;

/// A puzzle before it has a name.
struct Candidate {
    game: Abraxas,
    best: Best,
    /// How often a player who makes lines without a plan finds the most.
    luck: f64,
    /// Whether always doing what brings most at once finds the most too.
    greedy: bool,
    pawns_put: usize,
    /// The sheet and the game it is from.
    sheet: u8,
    from: u64,
}

/// How wide the bands of ratings are between which the choice is even.
const BAND: u16 = 200;
/// From here on all are one band: games are full of hard turns, and easy ones are wanted as much.
const HARD: u16 = 1800;
/// How many puzzles one game may give.
const A_GAME: usize = 2;

pub(super) fn command() -> Command {
    Command::new("abraxas-puzzles")
        .about("Finds Abraxas puzzles (most pawns this turn) in self-play, solves and checks them exhaustively")
        .arg(number("games", "1300").help("how many games to look through"))
        .arg(number("wanted", "240").help("how many puzzles to choose at most"))
        .arg(number("seed", "1").help("where the games start from"))
        .arg(Arg::new("output").long("output").default_value("puzzles/abraxas.jsonl"))
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
    let bar = ProgressBar::new(count("games"));
    let found: Vec<Result<Vec<Candidate>, String>> = (0..count("games"))
        .into_par_iter()
        .map(|game| {
            bar.inc(1);
            candidates(count("seed").wrapping_mul(1_000_003) + game, game)
        })
        .collect();
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for candidate in found.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        if seen.insert(candidate.game) {
            all.push(candidate);
        }
    }
    println!("{} candidates", all.len());
    let mut chosen = choose(all, count("wanted") as usize);
    println!("{} puzzles, each solved again by trying every legal action", chosen.len());
    chosen.sort_by_key(rating);
    let mut text = String::new();
    for (n, candidate) in (1..).zip(&chosen) {
        let line = serde_json::to_string(&puzzle(n, candidate)).map_err(|e| e.to_string())?;
        writeln!(text, "{line}").map_err(|error| error.to_string())?;
    }
    spread(&chosen);
    let path = arguments.get_one::<String>("output").cloned().unwrap_or_default();
    std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
}

/// The puzzles of one game.
fn candidates(seed: u64, from: u64) -> Result<Vec<Candidate>, String> {
    // The pattern itself is written into the puzzle: it stays right whatever becomes of the numbers.
    let number = 1 + (from % 6) as u8;
    let numbered = Sheet::numbered(number).unwrap_or_default();
    let sheet = Sheet::own(&numbered.pattern()).unwrap_or_default();
    let options = AbraxasOptions { sheet, ..AbraxasOptions::default() };
    let opening = without_stops(&options, seed);
    let (mut one, mut two) = (Player::best(), Player::best());
    let limits = [Limits { depth: Some(2), ..Limits::nodes(400) }; 2];
    let played = play(Abraxas::start(&options), &opening, [&mut one, &mut two], limits, seed)?;
    let (mut turns, mut source) = (Turns::default(), SplitMix(seed));
    let mut found: Vec<Candidate> = Vec::new();
    for Step { game, .. } in &played.steps {
        let asked = game.phase().starts_turn() && game.stops_left(game.side().other()) == 0;
        if !asked {
            continue;
        }
        let Some(best) = turns.solve(game, MOST) else { continue };
        let side = game.side();
        // At least two pawns; and the game goes on, or fewer would win as well.
        if best.pawns < 2 || game.score(side) + best.pawns >= options.target {
            continue;
        }
        let hits = (0..TRIES).filter(|_| at_random(game, &mut source) == best.pawns).count();
        let luck = (hits as f64 + 0.5) / (TRIES as f64 + 1.0);
        if luck > 0.5 {
            continue;
        }
        let puts = |action: &&Action| matches!(action, Action::Put(_) | Action::Move { .. });
        let pawns_put = best.line.iter().filter(puts).count();
        let greedy = greedy(game) >= best.pawns;
        found.push(Candidate { game: *game, best, luck, greedy, pawns_put, sheet: number, from });
    }
    Ok(found)
}

/// An opening by lot in which both players put all their stop pawns and nobody takes a pawn. In half of them
/// the stop pawns go to the middle, where they break most: else turns on rich sheets know no end.
fn without_stops(options: &AbraxasOptions, seed: u64) -> Vec<Action> {
    let mut source = SplitMix(seed ^ 0x5709);
    loop {
        let (mut game, mut actions) = (Abraxas::start(options), Vec::new());
        while game.stops_left(Seat::First) + game.stops_left(Seat::Second) > 0
            || !game.phase().starts_turn()
        {
            let mut legal = Vec::new();
            game.legal(&mut legal);
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

/// The actions by which a turn goes on or takes: those after which a line is in view.
fn lively(game: &Abraxas) -> Vec<(Action, u8)> {
    let side = game.side();
    let mut legal = Vec::new();
    game.legal(&mut legal);
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
        let due = next.lines().map(|line| line.due()).sum::<u32>() as u8;
        let taken = next.score(side) - game.score(side);
        let goes_on = next.turn() == Turn::Of(side) || next.is_over();
        (goes_on && action != Action::End).then_some((action, taken + due))
    };
    legal.into_iter().filter_map(gain).collect()
}

/// What a player takes who always does what brings most at once.
fn greedy(game: &Abraxas) -> u8 {
    walk(game, |lively| {
        lively
            .iter()
            .enumerate()
            .max_by_key(|(i, step)| (step.1, std::cmp::Reverse(*i)))
            .map_or(0, |(i, _)| i)
    })
}

/// What a player takes who makes any line there is.
fn at_random(game: &Abraxas, source: &mut SplitMix) -> u8 {
    walk(game, |lively| source.below(lively.len() as u64) as usize)
}

fn walk(game: &Abraxas, mut choose: impl FnMut(&[(Action, u8)]) -> usize) -> u8 {
    let (side, mut at) = (game.side(), *game);
    while at.turn() == Turn::Of(side) {
        let lively = lively(&at);
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

/// As even a choice over sheets and ratings as there is, few of one game, each solved again in the
/// plain way.
fn choose(all: Vec<Candidate>, wanted: usize) -> Vec<Candidate> {
    let mut piles: BTreeMap<(u16, u8), Vec<Candidate>> = BTreeMap::new();
    for candidate in all {
        let band = rating(&candidate).min(HARD) / BAND;
        piles.entry((band, candidate.sheet)).or_default().push(candidate);
    }
    let (mut chosen, mut given) = (Vec::new(), HashMap::new());
    while chosen.len() < wanted && piles.values().any(|pile| !pile.is_empty()) {
        for pile in piles.values_mut() {
            let next = std::iter::from_fn(|| pile.pop()).find(|candidate| {
                let given: &mut usize = given.entry(candidate.from).or_default();
                let right = *given < A_GAME && plain(&candidate.game) == Some(candidate.best.pawns);
                *given += usize::from(right);
                right
            });
            chosen.extend(next.filter(|_| chosen.len() < wanted));
        }
    }
    chosen
}

/// Says how many there are of each sheet and rating.
fn spread(chosen: &[Candidate]) {
    let mut sheets = BTreeMap::new();
    let mut bands = BTreeMap::new();
    for candidate in chosen {
        *sheets.entry(candidate.sheet).or_insert(0) += 1;
        *bands.entry(rating(candidate) / BAND * BAND).or_insert(0) += 1;
    }
    println!("by sheet {sheets:?}, by rating {bands:?}");
}

/// How hard: the rarer the answer is by luck, and the more pawns to put, the harder.
fn rating(candidate: &Candidate) -> u16 {
    let rare = -candidate.luck.log2();
    let plan = if candidate.greedy { 0.0 } else { 150.0 };
    let rating = 500.0 + 130.0 * rare + 60.0 * candidate.pawns_put as f64 + plan;
    rating.clamp(600.0, 2400.0) as u16 / 10 * 10
}

fn puzzle(n: usize, candidate: &Candidate) -> Puzzle {
    let Candidate { game, best, pawns_put, .. } = candidate;
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
        game: game.options().spec().to_string(),
        position: game.to_string(),
        ask: Ask::Most {
            pawns: best.pawns,
            line: best.line.iter().map(Action::to_string).collect(),
        },
        rating: rating(candidate),
        themes,
    }
}

/// The same question answered by trying every legal action to the end of the turn, nothing left
/// out; `None` if that takes too long.
fn plain(game: &Abraxas) -> Option<u8> {
    fn most(game: &Abraxas, side: Seat, known: &mut HashMap<String, u8>) -> Option<u8> {
        if game.turn() != Turn::Of(side) {
            return Some(0);
        }
        let name = game.to_string();
        if let Some(known) = known.get(&name) {
            return Some(*known);
        }
        let (mut best, mut legal) = (0, Vec::new());
        game.legal(&mut legal);
        for action in legal {
            let mut next = *game;
            next.apply_unchecked(Ply::Act(action));
            let gain = next.score(side) - game.score(side);
            best = best.max(gain + most(&next, side, known)?);
        }
        known.insert(name, best);
        (known.len() < MOST_PLAIN).then_some(best)
    }
    most(game, game.side(), &mut HashMap::new())
}
