//! How much ways to decide a turn lose, by long rollouts of what they choose: tells far more a minute than
//! games do.

use std::collections::HashMap;
use std::sync::Arc;

use abaque_abagio::{Abagio, Phase};
use abaque_bots::abagio::net::chance;
use abaque_bots::abagio::{Filter, Judge, Play, Rollout, Seeker, Tally};
use abaque_bots::{Automated, Brief, Kind, Sight};
use abaque_core::{Game, Ply, Seat, Source, SplitMix};
use abaque_search::{Limits, Meter, Stop};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{Glance, Hand, Mean, Player, start, throw};
use crate::Recipe;
use crate::arguments::{given, number, pool};

/// One turn in so many of a game is looked at.
const EVERY: u64 = 12;
/// Turns whose best play is this far ahead one turn deep are no test.
const CLOSE: f64 = 0.03;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-loss")
        .about("Measures by long rollouts how much ways to decide a turn of Abagio lose")
        .arg(number("positions", "60", "Turns with several good plays"))
        .arg(number("rounds", "6", "Rounds of 36 games to judge each play by"))
        .arg(number("turns", "11", "Turns of each game"))
        .arg(number("seed", "5", "Where the dice start from"))
        .arg(number("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("ways")
                .help("Ways to decide: a number of turns to look ahead, or of positions to look at")
                .num_args(1..)
                .default_values(["1", "2", "3", "50000", "200000"])
                .value_parser(value_parser!(u64)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let ways: Vec<u64> = matches.get_many("ways").into_iter().flatten().copied().collect();
    let [positions, rounds, turns, seed] = ["positions", "rounds", "turns", "seed"].map(number);
    let pool = pool(matches)?;
    pool.install(|| {
        let judge = Judge::learned();
        let turns_found = tests(&judge, positions as usize, seed);
        let bar = ProgressBar::new(turns_found.len() as u64);
        let measured: Vec<Measured> = turns_found
            .par_iter()
            .enumerate()
            .map(|(at, game)| {
                let long = Long { judge: judge.clone(), rounds, turns: turns as u32, seed };
                let measured = measure(&long, game, &ways, at as u64);
                bar.inc(1);
                measured
            })
            .collect();
        bar.finish();
        tell(&ways, &measured);
    });
    Ok(())
}

/// Turns of self-play with several good plays.
fn tests(judge: &Arc<Judge>, count: usize, seed: u64) -> Vec<Abagio> {
    let mut hand = Hand::default();
    let mut found = Vec::new();
    for number in 0.. {
        let mut dice = SplitMix(seed << 32 | number);
        let mut game = start();
        while game.phase() != Phase::Over {
            game.apply_unchecked(Ply::Roll(throw(&mut dice)));
            if game.phase() == Phase::Roll {
                continue;
            }
            if dice.below(EVERY) == 0 && close(judge, &game) {
                found.push(game);
            }
            if found.len() == count {
                return found;
            }
            game = Glance(judge).turn(&mut hand, &game, &mut SplitMix(0));
        }
    }
    found
}

/// Whether the second best play is near the best, one turn deep.
fn close(judge: &Arc<Judge>, game: &Abagio) -> bool {
    let deep = deeper(judge, game, 2);
    deep.len() > 1 && deep[0].0 - deep[1].0 < CLOSE && (0.05..0.95).contains(&deep[0].0)
}

/// The best plays at a glance, one turn deep, in order.
fn deeper(judge: &Arc<Judge>, game: &Abagio, chief: usize) -> Vec<(f64, Play)> {
    let mut seeker = Seeker::new(judge.clone(), Filter { chief, replies: 1, margin: 0.0 });
    let mut meter = Meter::new(Limits::default(), Stop::default());
    let mut plays = seeker.plays(game, 64, &mut meter);
    plays.truncate(6);
    let mut deep: Vec<(f64, Play)> = plays
        .into_iter()
        .filter_map(|play| Some((seeker.reached(&play.after(), 1, &mut meter)?, play)))
        .collect();
    deep.sort_by(|a, b| b.0.total_cmp(&a.0));
    deep
}

/// Long rollouts.
struct Long {
    judge: Arc<Judge>,
    rounds: u64,
    turns: u32,
    seed: u64,
}

impl Long {
    fn value(&self, after: &Abagio) -> Tally {
        let mut rollout = Rollout::new(self.judge.clone(), self.turns, !self.seed);
        let mut tally = Tally::default();
        (0..self.rounds).for_each(|round| tally.add(rollout.round(after, round)));
        tally
    }
}

/// What was found in one turn.
struct Measured {
    /// What each way lost, and the positions it looked at.
    ways: Vec<(f64, f64)>,
    /// How far the plies are off in comparing good plays: at a glance and one turn deep.
    off: Vec<[f64; 2]>,
    /// The standard error of the rollouts.
    error: f64,
}

fn measure(long: &Long, game: &Abagio, ways: &[u64], seed: u64) -> Measured {
    let mut known: HashMap<Abagio, f64> = HashMap::new();
    let mut worth =
        |after: &Abagio| *known.entry(*after).or_insert_with(|| long.value(after).mean());
    let deep = deeper(&long.judge, game, 6);
    let best = deep[0].1.after();
    let error = long.value(&best).error();
    let top = worth(&best);
    let near = deep.iter().skip(1).filter(|(win, _)| deep[0].0 - win < CLOSE);
    let off = near
        .map(|(win, play)| {
            let lead = top - worth(&play.after());
            let glance = f64::from(chance(deep[0].1.value) - chance(play.value));
            [glance - lead, deep[0].0 - win - lead]
        })
        .collect();
    let chosen: Vec<(Abagio, u64)> = ways.iter().map(|&way| decide(game, way, seed)).collect();
    let values: Vec<f64> = chosen.iter().map(|(after, _)| worth(after)).collect();
    let most = known.values().copied().fold(0.0, f64::max);
    let ways = values.iter().zip(&chosen).map(|(value, (_, nodes))| (most - value, *nodes as f64));
    Measured { ways: ways.collect(), off, error }
}

/// The position after the turn a way to decide chooses, and the positions it looked at.
fn decide(game: &Abagio, way: u64, seed: u64) -> (Abagio, u64) {
    let limits = match u32::try_from(way) {
        Ok(turns @ 0..100) => Limits::depth(turns),
        _ => Limits::nodes(way),
    };
    let (mut after, mut nodes) = (*game, 0);
    let seat = game.side().unwrap_or(Seat::First);
    let Ok(mut bot) = Abagio::bot(&game.options(), &Kind::Best) else { return (after, nodes) };
    let brief = Brief { limits, seed, ..Brief::default() };
    while matches!(after.phase(), Phase::Leap(_) | Phase::Chief) {
        let Ok(thought) = bot.think(&Sight::fresh(after, seat), &brief, &mut |_| ()) else { break };
        nodes += thought.nodes;
        after.apply_unchecked(Ply::Act(thought.action));
    }
    (after, nodes)
}

fn tell(ways: &[u64], measured: &[Measured]) {
    let spread = |at: usize| {
        let squares: Vec<f64> =
            measured.iter().flat_map(|one| &one.off).map(|off| off[at] * off[at]).collect();
        Mean::of(&squares).mean.sqrt()
    };
    let error = Mean::of(&measured.iter().map(|one| one.error).collect::<Vec<_>>()).mean;
    println!("{} turns; standard error of a rollout {error:.4}", measured.len());
    println!(
        "plays compared are off by {:.4} at a glance, {:.4} one turn deep",
        spread(0),
        spread(1)
    );
    println!("way         positions     loss in %");
    for (at, way) in ways.iter().enumerate() {
        let part = |of: fn(&(f64, f64)) -> f64| {
            Mean::of(&measured.iter().map(|one| of(&one.ways[at])).collect::<Vec<_>>())
        };
        let (loss, nodes) = (part(|way| way.0), part(|way| way.1));
        println!(
            "{way:<10} {:10.0}   {:.3} ±{:.3}",
            nodes.mean,
            100.0 * loss.mean,
            100.0 * loss.error
        );
    }
}
