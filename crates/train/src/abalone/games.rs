//! Plays the games the evaluation is fitted to, and keeps them as text.

use std::fmt::Write as _;
use std::fs;

use abaque_abalone::{Abalone, AbaloneOptions};
use abaque_bots::abalone::{Board, Weights};
use abaque_core::{Game, Ply, Seat, Source, SplitMix};
use abaque_search::Node;
use clap::{Arg, ArgMatches, Command};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;

use super::contest::weights;
use super::selfplay::{Players, opening};
use super::tune::bar;
use crate::arguments::number;

pub(super) fn command() -> Command {
    Command::new("abalone-games")
        .about("Plays Abalone against itself and keeps every position with what the search said")
        .arg(number("games", "3000", "How many games"))
        .arg(number("nodes", "1500", "Nodes a move"))
        .arg(number("first", "0", "Number of the first opening"))
        .arg(Arg::new("weights").long("weights").help("A file of weights other than play's"))
        .arg(Arg::new("out").long("out").required(true).help("Where they go"))
}

/// One move in so many is a slip: any move at all, so that what slips cost is seen too.
const SLIPS: u64 = 30;

/// One position of a game.
pub(super) struct Moment {
    /// The position.
    pub(super) game: Abalone,
    /// What the search said, in hundredths of a ball to the player to move.
    pub(super) value: i32,
    /// Whether something else was played than the search said.
    pub(super) slip: bool,
}

/// A whole game with the first player's share of it.
pub(super) struct Played {
    pub(super) moments: Vec<Moment>,
    pub(super) share: f64,
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let (games, nodes, first) = (of("games"), of("nodes"), of("first"));
    let weights = weights(matches, "weights")?;
    let texts: Result<Vec<String>, String> = (first..first + games)
        .into_par_iter()
        .progress_with(bar(games, "games"))
        .map(|number| Ok(written(&play(number, nodes, weights)?)))
        .collect();
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    fs::write(&out, texts?.concat()).map_err(|error| format!("{out}: {error}"))
}

fn play(number: u64, nodes: u64, weights: &'static Weights) -> Result<Played, String> {
    let start = opening(number, 4 + number as usize % 7)?;
    let mut source = SplitMix(number ^ 0x51_19);
    let (mut at, mut moments, mut moves) = (start, Vec::new(), Vec::new());
    let mut players = Players::new([weights; 2], [nodes; 2]);
    let share = players.play(&start, |board: &Board, best, value| {
        let mut play = best;
        if source.below(SLIPS) == 0 {
            moves.clear();
            board.moves(&mut moves);
            play = moves[source.below(moves.len() as u64) as usize];
        }
        moments.push(Moment { game: at, value, slip: play != best });
        if let Some(action) = play.action() {
            at.apply_unchecked(Ply::Act(action));
        }
        play
    });
    Ok(Played { moments, share })
}

/// A game as text: a line for every position, one for the outcome.
fn written(played: &Played) -> String {
    let mut text = String::new();
    for moment in &played.moments {
        let _ = writeln!(text, "{}|{}|{}", moment.game, moment.value, u8::from(moment.slip));
    }
    let _ = writeln!(text, "={}", played.share);
    text
}

/// The games of a file.
pub(super) fn read(path: &str) -> Result<Vec<Played>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let (mut all, mut moments) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let bad = || format!("{path}:{number}: cannot be read");
        match line.strip_prefix('=') {
            Some(share) => {
                let share = share.parse().map_err(|_| bad())?;
                all.push(Played { moments: std::mem::take(&mut moments), share });
            }
            None => moments.push(moment(line).ok_or_else(bad)?),
        }
    }
    Ok(all)
}

fn moment(line: &str) -> Option<Moment> {
    let [position, value, slip] = line.split('|').collect::<Vec<_>>()[..] else { return None };
    let game = Abalone::parse(&AbaloneOptions::default(), position).ok()?;
    Some(Moment { game, value: value.parse().ok()?, slip: slip == "1" })
}

/// What a position turned out to be worth to the player to move there, 0 to 1: what the search said
/// from there on, later moments counting less and less, the outcome last.
pub(super) fn outcomes(played: &Played, scale: f64, lambda: f64) -> Vec<f64> {
    let mut later = played.share;
    let mut all: Vec<f64> = (played.moments.iter().rev())
        .map(|moment| {
            let chance = 1.0 / (1.0 + (-f64::from(moment.value) / scale).exp());
            let first = moment.game.side() == Seat::First;
            let said = if first { chance } else { 1.0 - chance };
            // What came after a slip says nothing about the position before it.
            let kept = if moment.slip { 0.0 } else { lambda };
            later = (1.0 - kept) * said + kept * later;
            if first { later } else { 1.0 - later }
        })
        .collect();
    all.reverse();
    all
}
