//! Tests whether each level beats the previous one.

use abaque_abalone::Abalone;
use abaque_abalone_bot::{AbaloneBot, BotSettings, settings_for};
use abaque_bot::{Bot, Level, Observation, SearchRequest};
use abaque_core::{Game, Outcome, Ply, Seat, Turn};
use abaque_search::SearchLimits;
use clap::{Arg, ArgMatches, Command};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;

use super::contest::elo;
use super::selfplay::random_opening;
use super::tune::progress_bar;
use abaque_recipe::number_arg;

pub(super) fn command() -> Command {
    Command::new("abalone-ladder")
        .about("Plays every level of Abalone against the one below, every opening from both sides")
        .arg(number_arg("pairs", "30", "Pairs of games for each step"))
        .arg(
            Arg::new("rungs")
                .long("rungs")
                .value_delimiter(',')
                .default_value("1,2,3,4,5,6,7,8")
                .help("Levels, or habits to try: d2/10 is depth 2, n500/5 is 500 nodes, the blur after the slash"),
        )
}

/// A level, or settings written as `d2/10` or `n500/5`.
fn parse_settings(text: &str) -> Option<BotSettings> {
    if let Ok(level) = text.parse::<Level>() {
        return Some(settings_for(level));
    }
    let (budget, blur) = text.split_once('/')?;
    let limits = match budget.split_at_checked(1)? {
        ("d", depth) => SearchLimits::depth(depth.parse().ok()?),
        ("n", nodes) => SearchLimits::nodes(nodes.parse().ok()?),
        _ => return None,
    };
    Some(BotSettings { limits: Some(limits), blur: blur.parse().ok()? })
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let pairs = matches.get_one::<u64>("pairs").copied().unwrap_or_default();
    let rungs: Vec<&String> = matches.get_many("rungs").into_iter().flatten().collect();
    for window in rungs.windows(2) {
        let [below, above] = [window[0], window[1]];
        let read = |text: &str| parse_settings(text).ok_or_else(|| format!("`{text}` is no level"));
        let players = [read(above)?, read(below)?];
        let scores: Result<Vec<f64>, String> = (0..pairs)
            .into_par_iter()
            .progress_with(progress_bar(pairs, "pairs"))
            .map(|number| play_pair(number, players))
            .collect();
        let (elo, error) = elo(&scores?);
        println!("{above} against {below}: {elo:+.0} ± {error:.0} Elo");
    }
    Ok(())
}

/// The first player's score in two games from one opening, 0 to 2.
fn play_pair(number: u64, [one, other]: [BotSettings; 2]) -> Result<f64, String> {
    let start = random_opening(2_000_000 + number, 6)?;
    let there = play_game(&start, [one, other], number)?;
    let back = play_game(&start, [other, one], number)?;
    Ok(there + 1.0 - back)
}

/// Black's share of a game.
fn play_game(start: &Abalone, settings: [BotSettings; 2], number: u64) -> Result<f64, String> {
    let mut players = settings.map(AbaloneBot::new);
    let (mut at, mut past, mut idle) = (*start, Vec::new(), 0);
    loop {
        let side = match at.turn() {
            Turn::Of(side) => side,
            Turn::Over(Outcome::Win(Seat::First, _)) => return Ok(1.0),
            Turn::Over(Outcome::Win(Seat::Second, _)) => return Ok(0.0),
            _ => return Ok(0.5),
        };
        if idle >= 300 || past.iter().filter(|&&seen| seen == at).count() >= 2 {
            return Ok(0.5);
        }
        let observation = Observation {
            past: past.clone(),
            idle_turns: idle,
            ..Observation::without_history(at, side)
        };
        let request =
            SearchRequest { seed: number << 16 | past.len() as u64, ..SearchRequest::default() };
        let result = players[side.index()].think(&observation, &request, &mut |_| ());
        let result = result.map_err(|error| error.to_string())?;
        past.push(at);
        let before = at;
        let ply = Ply::Act(result.action);
        at.apply_unchecked(ply);
        idle = if Abalone::ply_progress(&before, &ply, &at).made_progress { 0 } else { idle + 1 };
    }
}
