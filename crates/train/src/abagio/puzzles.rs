//! Best-play problems: turns of self-play games whose best play is clearly better than every other, by
//! rollouts, and again by longer ones with other dice. In a race, where the chief does not matter,
//! only the leaps are asked for.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use abaque_abagio::{Abagio, Action, Phase};
use abaque_bots::abagio::net::chance;
use abaque_bots::abagio::race::needs;
use abaque_bots::abagio::{Filter, Judge, Play, Rollout, Seeker, Tally};
use abaque_bots::{Automated, Brief, Kind, Level, Sight};
use abaque_core::{Game, Ply, Seat, Source, SplitMix};
use abaque_puzzles::{Ask, Puzzle};
use abaque_search::{Limits, Meter, Stop};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{Hand, start, throw};
use super::themes::themes;
use crate::Recipe;
use crate::arguments::{given, number, pool};

/// At a glance, one turn deep, in the first and in the second rollout the best play must be ahead by this.
const AHEAD: [f64; 4] = [0.025, 0.04, 0.04, 0.035];
/// And by so many standard errors.
const ERRORS: f64 = 3.0;
/// The turns and games of the first and of the second rollout.
const FIRST: [u32; 2] = [6, 12];
const SECOND: [u32; 2] = [11, 72];
/// One game in so many is only looked at from the race on, for races are rare.
const RACES: u64 = 3;
/// Neither lost nor won.
const OPEN: std::ops::Range<f64> = 0.12..0.88;
/// Fewer ways to play make no problem.
const LEAST_PLAYS: usize = 8;
/// Games are looked at in batches of this size.
const BATCH: u64 = 16;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-puzzles")
        .about("Finds best-play problems of Abagio in games of self-play")
        .arg(number("seeds", "17", "From how many seeds the dice start, one after the other"))
        .arg(number("each", "18", "How many are looked for from each"))
        .arg(number("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("puzzles/abagio.jsonl")
                .help("Where they go")
                .value_parser(value_parser!(PathBuf)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let out = matches.get_one::<PathBuf>("out").cloned().unwrap_or_default();
    let pool = pool(matches)?;
    pool.install(|| find(number("seeds"), number("each") as usize, &out))
}

/// Finds problems and saves those found so far after each seed.
fn find(seeds: u64, each: usize, out: &Path) -> Result<(), String> {
    let bar = ProgressBar::new(seeds * each as u64);
    let mut found: Vec<Puzzle> = Vec::new();
    for seed in 1..=seeds {
        for puzzle in from_seed(seed, each, &bar) {
            // No theme may crowd out the others.
            let main = &puzzle.themes[0];
            let alike = found.iter().filter(|other| other.themes[0] == *main).count();
            let known = found.iter().any(|other| other.position == puzzle.position);
            if alike * 5 <= found.len().max(50) * 2 && !known {
                found.push(puzzle);
            }
        }
        save(found.clone(), out)?;
    }
    bar.finish();
    Ok(())
}

/// The first problems found with the dice of one seed, the easiest first.
fn from_seed(seed: u64, each: usize, bar: &ProgressBar) -> Vec<Puzzle> {
    let judge = Judge::learned();
    let mut found: Vec<Puzzle> = Vec::new();
    let mut known = HashSet::new();
    let mut games = 0;
    while found.len() < each {
        let batch: Vec<Vec<Puzzle>> = (games..games + BATCH)
            .into_par_iter()
            .map(|game| in_game(&judge, SplitMix(seed << 32 | game)))
            .collect();
        games += BATCH;
        let new = batch.into_iter().flatten();
        let new: Vec<Puzzle> = new.filter(|puzzle| known.insert(puzzle.position.clone())).collect();
        let missing = each - found.len();
        bar.inc(missing.min(new.len()) as u64);
        found.extend(new.into_iter().take(missing));
    }
    sort(&mut found);
    found
}

fn sort(puzzles: &mut [Puzzle]) {
    puzzles.sort_by(|a, b| (a.rating, &a.position).cmp(&(b.rating, &b.position)));
}

/// Writes problems, the easiest first.
fn save(mut puzzles: Vec<Puzzle>, out: &Path) -> Result<(), String> {
    sort(&mut puzzles);
    let mut text = String::new();
    for (at, puzzle) in puzzles.iter_mut().enumerate() {
        puzzle.id = format!("ago-{:04}", at + 1);
        text.push_str(&serde_json::to_string(puzzle).map_err(|error| error.to_string())?);
        text.push('\n');
    }
    std::fs::write(out, text).map_err(|error| format!("{}: {error}", out.display()))
}

/// The problems of one game, two at most, played by nets that are a little unsure.
fn in_game(judge: &Arc<Judge>, mut dice: SplitMix) -> Vec<Puzzle> {
    let mut hand = Hand::default();
    let mut puzzles = Vec::new();
    let mut game = start();
    let only_races = dice.below(RACES) == 0;
    for turn in 0..400 {
        if game.phase() == Phase::Over || puzzles.len() == 2 {
            break;
        }
        game.apply_unchecked(Ply::Roll(throw(&mut dice)));
        if game.phase() == Phase::Roll {
            continue;
        }
        if turn > 3 && matches!(game.phase(), Phase::Leap(_)) && (is_race(&game) || !only_races) {
            let plays = hand.weigher.plays(judge, &game, 64);
            if promising(plays) {
                puzzles.extend(examine(judge, &game, dice.0));
            }
        }
        let plays = hand.weigher.plays(judge, &game, 6);
        let Some(best) = plays.first().map(|best| best.value) else { break };
        let near = plays.iter().take_while(|play| best - play.value < 0.3).count();
        game = plays[dice.below(near.max(1) as u64) as usize].after();
    }
    puzzles
}

/// At a glance: open, not forced, one play ahead.
fn promising(plays: &[Play]) -> bool {
    let win = |at: usize| f64::from(chance(plays[at].value));
    plays.len() >= LEAST_PLAYS && OPEN.contains(&win(0)) && win(0) - win(1) > AHEAD[0]
}

fn examine(judge: &Arc<Judge>, game: &Abagio, seed: u64) -> Option<Puzzle> {
    let filter = Filter { chief: 3, replies: 1, margin: 0.0 };
    let mut seeker = Seeker::new(judge.clone(), filter);
    let mut meter = Meter::new(Limits::default(), Stop::default());
    let mut plays = seeker.plays(game, 64, &mut meter);
    plays.truncate(8);
    let mut deeper: Vec<(f64, Play)> = plays
        .into_iter()
        .filter_map(|play| Some((seeker.reached(&play.after(), 1, &mut meter)?, play)))
        .collect();
    deeper.sort_by(|a, b| b.0.total_cmp(&a.0));
    if deeper[0].0 - deeper[1].0 < AHEAD[1] {
        return None;
    }
    let candidates: Vec<Play> = deeper.iter().take(4).map(|(_, play)| *play).collect();
    ahead(judge, &candidates, FIRST, seed, AHEAD[2])?;
    let longer = ahead(judge, &candidates, SECOND, !seed, AHEAD[3])?;
    OPEN.contains(&longer.0).then(|| puzzle(game, &candidates, longer.1))
}

/// Rolls candidates out; gives the first one's chance and lead if it is clearly ahead of all others.
fn ahead(
    judge: &Arc<Judge>,
    plays: &[Play],
    [turns, games]: [u32; 2],
    seed: u64,
    least: f64,
) -> Option<(f64, f64)> {
    let mut rollout = Rollout::new(judge.clone(), turns, seed);
    let mut meter = Meter::new(Limits::default(), Stop::default());
    let afters: Vec<Abagio> = plays.iter().map(Play::after).collect();
    let mut own = Tally::default();
    let mut leads = vec![Tally::default(); plays.len() - 1];
    for number in 0..u64::from(games) {
        let best = rollout.game(&afters[0], number, &mut meter)?;
        own.add(best);
        for (lead, other) in leads.iter_mut().zip(&afters[1..]) {
            lead.add(best - rollout.game(other, number, &mut meter)?);
        }
        // What is not ahead after a few games seldom gets there.
        if number == 5 && leads.iter().any(|lead| lead.mean() < least / 2.0) {
            return None;
        }
    }
    let clear = |lead: &Tally| lead.mean() > least && lead.mean() > ERRORS * lead.error();
    let smallest = leads.iter().map(Tally::mean).fold(f64::INFINITY, f64::min);
    leads.iter().all(clear).then(|| (own.mean(), smallest))
}

/// Whether all frogs are on the inner path or in the pond.
fn is_race(game: &Abagio) -> bool {
    Seat::ALL.iter().all(|&seat| needs(game, seat).is_some())
}

fn puzzle(game: &Abagio, candidates: &[Play], lead: f64) -> Puzzle {
    let best = &candidates[0];
    let actions: Vec<Action> = if is_race(&best.after()) {
        best.landing.leaps().collect()
    } else {
        best.actions().collect()
    };
    let line = actions.iter().map(Action::to_string).collect();
    Puzzle {
        id: String::new(),
        game: "abagio".into(),
        position: game.to_string(),
        ask: Ask::Turn(line),
        rating: rating(game, best, lead),
        themes: themes(game, best, &candidates[1]),
    }
}

/// The more levels miss it the harder it is; a wide lead makes it a little easier.
fn rating(game: &Abagio, best: &Play, lead: f64) -> u16 {
    const TRIES: u64 = 6;
    let missed: f64 = Level::ALL
        .iter()
        .map(|level| {
            let tries = if level.number() < 6 { TRIES } else { 1 };
            let failed = (0..tries).filter(|&seed| !finds(game, best, *level, seed)).count();
            failed as f64 / tries as f64
        })
        .sum();
    (800.0 + 190.0 * missed - 400.0 * (lead - AHEAD[3]).min(0.25)).max(600.0) as u16
}

fn finds(game: &Abagio, best: &Play, level: Level, seed: u64) -> bool {
    let Ok(mut bot) = Abagio::bot(&game.options(), &Kind::Level(level)) else { return false };
    let (mut game, seat) = (*game, game.side().unwrap_or(Seat::First));
    let brief = Brief { seed, ..Brief::default() };
    let done = |game: &Abagio| match game.phase() {
        Phase::Leap(_) => false,
        Phase::Chief => is_race(game),
        _ => true,
    };
    while !done(&game) {
        let Ok(thought) = bot.think(&Sight::fresh(game, seat), &brief, &mut |_| ()) else {
            return false;
        };
        game.apply_unchecked(Ply::Act(thought.action));
    }
    game == best.after() || game == best.landing.game
}
