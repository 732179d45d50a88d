//! Plays the self-play games the evaluation is fitted to, and stores them as text.

use std::fmt::Write as _;
use std::fs;

use abaque_abalone::{Abalone, Options};
use abaque_abalone_bot::{AbaloneNode, DefenderNode, Net, Weights};
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix};
use abaque_search::{AlphaBetaSearcher, Node, SearchLimits, SearchParams};
use clap::{Arg, ArgMatches, Command};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;

use super::contest::load_weights;
use super::net::read_net;
use super::selfplay::{SelfPlayPair, random_opening_of};
use super::tune::progress_bar;
use abaque_recipe::number_arg;

pub(super) fn command() -> Command {
    Command::new("abalone-games")
        .about("Plays Abalone against itself and keeps every position with what the search said")
        .arg(number_arg("games", "3000", "How many games"))
        .arg(number_arg("nodes", "1500", "Nodes a move"))
        .arg(number_arg("first", "0", "Number of the first opening"))
        .arg(number_arg(
            "standard",
            "0",
            "Games in a hundred that begin with the standard layout, besides the usual fifth",
        ))
        .arg(number_arg(
            "defender",
            "0",
            "Games in a hundred in which one side only keeps its balls together",
        ))
        .arg(number_arg(
            "contempt",
            "0",
            "How much worse than an even position a draw counts, in hundredths of a ball",
        ))
        .arg(Arg::new("net").long("net").help("A file of abalone-net that corrects the weights"))
        .arg(Arg::new("weights").long("weights").help("A file of weights other than play's"))
        .arg(Arg::new("out").long("out").required(true).help("Where they go"))
}

/// One move in this many is random, so that the cost of errors is seen too.
const SLIP_INTERVAL: u64 = 30;

/// One position of a game.
pub(super) struct SearchedPosition {
    /// The position.
    pub(super) game: Abalone,
    /// Search value in hundredths of a ball, for the player to move.
    pub(super) value: i32,
    /// Whether a random move was played instead of the search's.
    pub(super) slip: bool,
}

/// A whole game with the first player's share.
pub(super) struct SelfPlayGame {
    pub(super) positions: Vec<SearchedPosition>,
    pub(super) share: f64,
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let of = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let (games, first) = (of("games"), of("first"));
    let plan = GamePlan {
        nodes: of("nodes"),
        standard: of("standard"),
        defender: of("defender"),
        contempt: i16::try_from(of("contempt")).unwrap_or(i16::MAX),
    };
    let weights = load_weights(matches, "weights")?;
    let net = match matches.get_one::<String>("net") {
        Some(path) => Some(read_net(path)?),
        None => None,
    };
    let texts: Result<Vec<String>, String> = (first..first + games)
        .into_par_iter()
        .progress_with(progress_bar(games, "games"))
        .map(|number| Ok(to_text(&play_game(number, &plan, weights, net)?)))
        .collect();
    let out = matches.get_one::<String>("out").cloned().unwrap_or_default();
    fs::write(&out, texts?.concat()).map_err(|error| format!("{out}: {error}"))
}

/// What kinds of games are played.
struct GamePlan {
    nodes: u64,
    /// Shares in a hundred.
    standard: u64,
    defender: u64,
    contempt: i16,
}

fn play_game(
    number: u64,
    plan: &GamePlan,
    weights: &'static Weights,
    net: Option<&'static Net>,
) -> Result<SelfPlayGame, String> {
    let mut source = SplitMix(number ^ 0x51_19);
    let layout = if source.below(100) < plan.standard { 0 } else { number };
    let mut defender: Option<(Seat, AlphaBetaSearcher<DefenderNode>)> = (source.below(100)
        < plan.defender)
        .then(|| (Seat::ALL[source.below(2) as usize], AlphaBetaSearcher::new(1)));
    let start = random_opening_of(layout, number, 4 + number as usize % 7)?;
    let (mut at, mut moments, mut moves) = (start, Vec::new(), Vec::new());
    let mut players =
        SelfPlayPair::new([weights; 2], [plan.nodes; 2]).with_contempt(plan.contempt).with_net(net);
    let share = players.play(&start, |board: &AbaloneNode, best, value| {
        let (mut play, mut slip) = (best, false);
        match &mut defender {
            Some((seat, searcher)) if *seat == at.side() => {
                let params = SearchParams::new(SearchLimits::nodes(plan.nodes));
                let node = DefenderNode::new(&at, 0, *seat);
                let found = searcher.search(&node, &[], &params, &mut |_| ());
                play = found.lines.first().map_or(best, |line| line.moves[0]);
            }
            _ if source.below(SLIP_INTERVAL) == 0 => {
                moves.clear();
                board.moves(&mut moves);
                play = moves[source.below(moves.len() as u64) as usize];
                slip = play != best;
            }
            _ => {}
        }
        moments.push(SearchedPosition { game: at, value, slip });
        if let Some(action) = play.to_action() {
            at.apply_unchecked(Ply::Act(action));
        }
        play
    });
    Ok(SelfPlayGame { positions: moments, share })
}

/// A game as text: one line per position, one for the outcome.
fn to_text(played: &SelfPlayGame) -> String {
    let mut text = String::new();
    for moment in &played.positions {
        let _ = writeln!(text, "{}|{}|{}", moment.game, moment.value, u8::from(moment.slip));
    }
    let _ = writeln!(text, "={}", played.share);
    text
}

/// Reads the games of a file.
pub(super) fn read_games(path: &str) -> Result<Vec<SelfPlayGame>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let (mut all, mut moments) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let bad = || format!("{path}:{number}: cannot be read");
        match line.strip_prefix('=') {
            Some(share) => {
                let share = share.parse().map_err(|_| bad())?;
                all.push(SelfPlayGame { positions: std::mem::take(&mut moments), share });
            }
            None => moments.push(parse_position(line).ok_or_else(bad)?),
        }
    }
    Ok(all)
}

fn parse_position(line: &str) -> Option<SearchedPosition> {
    let [position, value, slip] = line.split('|').collect::<Vec<_>>()[..] else { return None };
    let game = Abalone::parse(&Options::default(), position).ok()?;
    Some(SearchedPosition { game, value: value.parse().ok()?, slip: slip == "1" })
}

/// Training targets (0 to 1, for the player to move): exponentially weighted later search values,
/// ending with the outcome.
pub(super) fn training_targets(played: &SelfPlayGame, scale: f64, lambda: f64) -> Vec<f64> {
    let mut later = played.share;
    let mut all: Vec<f64> = (played.positions.iter().rev())
        .map(|moment| {
            let chance = 1.0 / (1.0 + (-f64::from(moment.value) / scale).exp());
            let first = moment.game.side() == Seat::First;
            let message = if first { chance } else { 1.0 - chance };
            // Positions after a random move say nothing about the one before it.
            let kept = if moment.slip { 0.0 } else { lambda };
            later = (1.0 - kept) * message + kept * later;
            if first { later } else { 1.0 - later }
        })
        .collect();
    all.reverse();
    all
}
