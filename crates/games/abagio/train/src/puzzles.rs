//! Best-play puzzles: self-play turns whose best play is clearly better than every other by
//! rollouts, confirmed by longer ones with other dice. In a race, where the chief does not matter,
//! the solution is only the leaps.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use abaque_abagio::{Abagio, Action, Phase};
use abaque_abagio_bot::net::sigmoid;
use abaque_abagio_bot::race::race_needs;
use abaque_abagio_bot::{Evaluator, Expectimax, Rollout, RunningMean, SearchWidth, TurnPlay};
use abaque_bot::{BotKind, GameBots, Level, Observation, SearchRequest};
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix};
use abaque_puzzles::{Puzzle, PuzzleQuestion};
use abaque_search::{SearchBudget, SearchLimits, StopFlag};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{TurnBuffers, roll_dice, start};
use super::themes::themes;
use abaque_recipe::{Recipe, number_arg, number_value, thread_pool};

/// Minimum lead of the best play: by static evaluation, after one turn of search, in the first and
/// in the second rollout.
const MIN_LEADS: [f64; 4] = [0.025, 0.04, 0.04, 0.035];
/// Minimum lead in standard errors.
const MIN_LEAD_ERRORS: f64 = 3.0;
/// Turns and games of the first and of the second rollout.
const FIRST_ROLLOUT: [u32; 2] = [6, 12];
const SECOND_ROLLOUT: [u32; 2] = [11, 72];
/// One game in this many is searched only from the race on, because races are rare.
const RACE_GAME_INTERVAL: u64 = 3;
/// Winning chances at which the game is still open.
const OPEN_CHANCES: std::ops::Range<f64> = 0.12..0.88;
/// Minimum number of plays.
const MIN_PLAYS: usize = 8;
/// Games per batch.
const GAMES_PER_BATCH: u64 = 16;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-puzzles")
        .about("Finds best-play problems of Abagio in games of self-play")
        .arg(number_arg("seeds", "17", "From how many seeds the dice start, one after the other"))
        .arg(number_arg("each", "18", "How many are looked for from each"))
        .arg(number_arg("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("out")
                .long("out")
                .default_value("puzzles/abagio.jsonl")
                .help("Where they go")
                .value_parser(value_parser!(PathBuf)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let out = matches.get_one::<PathBuf>("out").cloned().unwrap_or_default();
    let pool = thread_pool(matches)?;
    pool.install(|| find_puzzles(number("seeds"), number("each") as usize, &out))
}

/// Finds puzzles, saving after each seed.
fn find_puzzles(seeds: u64, each: usize, out: &Path) -> Result<(), String> {
    let bar = ProgressBar::new(seeds * each as u64);
    let mut found: Vec<Puzzle> = Vec::new();
    for seed in 1..=seeds {
        for puzzle in puzzles_of_seed(seed, each, &bar) {
            // Limits the share of each theme.
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

/// The first puzzles found with one seed's dice, easiest first.
fn puzzles_of_seed(seed: u64, each: usize, bar: &ProgressBar) -> Vec<Puzzle> {
    let evaluator = Evaluator::trained();
    let mut found: Vec<Puzzle> = Vec::new();
    let mut known = HashSet::new();
    let mut games = 0;
    while found.len() < each {
        let batch: Vec<Vec<Puzzle>> = (games..games + GAMES_PER_BATCH)
            .into_par_iter()
            .map(|game| puzzles_of_game(&evaluator, SplitMix(seed << 32 | game)))
            .collect();
        games += GAMES_PER_BATCH;
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

/// Writes the puzzles, easiest first.
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

/// At most two puzzles of one game, played by nets with some noise.
fn puzzles_of_game(evaluator: &Arc<Evaluator>, mut dice: SplitMix) -> Vec<Puzzle> {
    let mut buffers = TurnBuffers::default();
    let mut puzzles = Vec::new();
    let mut game = start();
    let only_races = dice.below(RACE_GAME_INTERVAL) == 0;
    for turn in 0..400 {
        if game.phase() == Phase::Over || puzzles.len() == 2 {
            break;
        }
        game.apply_unchecked(Ply::Roll(roll_dice(&mut dice)));
        if game.phase() == Phase::Roll {
            continue;
        }
        if turn > 3 && matches!(game.phase(), Phase::Leap(_)) && (is_race(&game) || !only_races) {
            let plays = buffers.ranker.ranked_plays(evaluator, &game, 64);
            if is_promising(plays) {
                puzzles.extend(examine(evaluator, &game, dice.0));
            }
        }
        let plays = buffers.ranker.ranked_plays(evaluator, &game, 6);
        let Some(best) = plays.first().map(|best| best.log_odds) else { break };
        let near = plays.iter().take_while(|play| best - play.log_odds < 0.3).count();
        game = plays[dice.below(near.max(1) as u64) as usize].after();
    }
    puzzles
}

/// By static evaluation: open, not forced, one play clearly ahead.
fn is_promising(plays: &[TurnPlay]) -> bool {
    let win = |at: usize| f64::from(sigmoid(plays[at].log_odds));
    plays.len() >= MIN_PLAYS && OPEN_CHANCES.contains(&win(0)) && win(0) - win(1) > MIN_LEADS[0]
}

fn examine(evaluator: &Arc<Evaluator>, game: &Abagio, seed: u64) -> Option<Puzzle> {
    let filter = SearchWidth { chief_landings: 3, replies: 1, margin: 0.0 };
    let mut expectimax = Expectimax::new(evaluator.clone(), filter);
    let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
    let mut plays = expectimax.ranked_plays(game, 64, &mut budget);
    plays.truncate(8);
    let mut deeper: Vec<(f64, TurnPlay)> = plays
        .into_iter()
        .filter_map(|play| Some((expectimax.chance_after(&play.after(), 1, &mut budget)?, play)))
        .collect();
    deeper.sort_by(|a, b| b.0.total_cmp(&a.0));
    if deeper[0].0 - deeper[1].0 < MIN_LEADS[1] {
        return None;
    }
    let candidates: Vec<TurnPlay> = deeper.iter().take(4).map(|(_, play)| *play).collect();
    clear_lead(evaluator, &candidates, FIRST_ROLLOUT, seed, MIN_LEADS[2])?;
    let longer = clear_lead(evaluator, &candidates, SECOND_ROLLOUT, !seed, MIN_LEADS[3])?;
    OPEN_CHANCES.contains(&longer.0).then(|| build_puzzle(game, &candidates, longer.1))
}

/// Rolls out the candidates; returns the first one's chance and lead if it is clearly ahead.
fn clear_lead(
    evaluator: &Arc<Evaluator>,
    plays: &[TurnPlay],
    [turns, games]: [u32; 2],
    seed: u64,
    least: f64,
) -> Option<(f64, f64)> {
    let mut rollout = Rollout::new(evaluator.clone(), turns, seed);
    let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
    let afters: Vec<Abagio> = plays.iter().map(TurnPlay::after).collect();
    let mut own = RunningMean::default();
    let mut leads = vec![RunningMean::default(); plays.len() - 1];
    for number in 0..u64::from(games) {
        let best = rollout.play_game(&afters[0], number, &mut budget)?;
        own.add(best);
        for (lead, other) in leads.iter_mut().zip(&afters[1..]) {
            lead.add(best - rollout.play_game(other, number, &mut budget)?);
        }
        // A candidate not ahead after a few games seldom gets there.
        if number == 5 && leads.iter().any(|lead| lead.mean() < least / 2.0) {
            return None;
        }
    }
    let clear = |lead: &RunningMean| {
        lead.mean() > least && lead.mean() > MIN_LEAD_ERRORS * lead.standard_error()
    };
    let smallest = leads.iter().map(RunningMean::mean).fold(f64::INFINITY, f64::min);
    leads.iter().all(clear).then(|| (own.mean(), smallest))
}

/// Whether all frogs are on the inner path or in the pond.
fn is_race(game: &Abagio) -> bool {
    Seat::ALL.iter().all(|&seat| race_needs(game, seat).is_some())
}

fn build_puzzle(game: &Abagio, candidates: &[TurnPlay], lead: f64) -> Puzzle {
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
        ask: PuzzleQuestion::Turn(line),
        rating: rating(game, best, lead),
        themes: themes(game, best, &candidates[1]),
    }
}

/// Harder the more levels miss it; a wide lead makes it a little easier.
fn rating(game: &Abagio, best: &TurnPlay, lead: f64) -> u16 {
    const TRIES: u64 = 6;
    let missed: f64 = Level::ALL
        .iter()
        .map(|level| {
            let tries = if level.number() < 6 { TRIES } else { 1 };
            let failed = (0..tries).filter(|&seed| !level_finds(game, best, *level, seed)).count();
            failed as f64 / tries as f64
        })
        .sum();
    (800.0 + 190.0 * missed - 400.0 * (lead - MIN_LEADS[3]).min(0.25)).max(600.0) as u16
}

fn level_finds(game: &Abagio, best: &TurnPlay, level: Level, seed: u64) -> bool {
    let Ok(mut bot) = abaque_abagio_bot::Bots::bot(&game.options(), &BotKind::Level(level)) else {
        return false;
    };
    let (mut game, seat) = (*game, game.side().unwrap_or(Seat::First));
    let request = SearchRequest { seed, ..SearchRequest::default() };
    let done = |game: &Abagio| match game.phase() {
        Phase::Leap(_) => false,
        Phase::Chief => is_race(game),
        _ => true,
    };
    while !done(&game) {
        let Ok(result) =
            bot.think(&Observation::without_history(game, seat), &request, &mut |_| ())
        else {
            return false;
        };
        game.apply_unchecked(Ply::Act(result.action));
    }
    game == best.after() || game == best.landing.game
}
