//! Loss of different decision methods, measured by long rollouts of their choices: far more
//! informative per minute than games.

use std::collections::HashMap;
use std::sync::Arc;

use abaque_abagio::{Abagio, Phase};
use abaque_abagio_bot::net::sigmoid;
use abaque_abagio_bot::{Evaluator, Expectimax, Rollout, RunningMean, SearchWidth, TurnPlay};
use abaque_bot::{BotKind, GameBots, Observation, SearchRequest};
use abaque_core::{Game, Ply, RandomSource, Seat, SplitMix};
use abaque_search::{SearchBudget, SearchLimits, StopFlag};
use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{MeanEstimate, NetPlayer, TurnBuffers, TurnPlayer, roll_dice, start};
use abaque_recipe::{Recipe, number_arg, number_value, thread_pool};

/// One turn in this many is sampled from a game.
const TURN_INTERVAL: u64 = 12;
/// Turns whose best play leads by more than this after one turn of search are not tested.
const CLOSE_LEAD: f64 = 0.03;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-loss")
        .about("Measures by long rollouts how much ways to decide a turn of Abagio lose")
        .arg(number_arg("positions", "60", "Turns with several good plays"))
        .arg(number_arg("rounds", "6", "Rounds of 36 games to judge each play by"))
        .arg(number_arg("turns", "11", "Turns of each game"))
        .arg(number_arg("seed", "5", "Where the dice start from"))
        .arg(number_arg("threads", "2", "Threads (the result does not depend on them)"))
        .arg(
            Arg::new("ways")
                .help("Ways to decide: a number of turns to look ahead, or of positions to look at")
                .num_args(1..)
                .default_values(["1", "2", "3", "50000", "200000"])
                .value_parser(value_parser!(u64)),
        )
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let ways: Vec<u64> = matches.get_many("ways").into_iter().flatten().copied().collect();
    let [positions, rounds, turns, seed] = ["positions", "rounds", "turns", "seed"].map(number);
    let pool = thread_pool(matches)?;
    pool.install(|| {
        let evaluator = Evaluator::trained();
        let turns_found = close_turns(&evaluator, positions as usize, seed);
        let bar = ProgressBar::new(turns_found.len() as u64);
        let measured: Vec<TurnMeasurement> = turns_found
            .par_iter()
            .enumerate()
            .map(|(at, game)| {
                let long =
                    LongRollout { evaluator: evaluator.clone(), rounds, turns: turns as u32, seed };
                let measured = measure(&long, game, &ways, at as u64);
                bar.inc(1);
                measured
            })
            .collect();
        bar.finish();
        print_report(&ways, &measured);
    });
    Ok(())
}

/// Self-play turns with several good plays.
fn close_turns(evaluator: &Arc<Evaluator>, count: usize, seed: u64) -> Vec<Abagio> {
    let mut buffers = TurnBuffers::default();
    let mut found = Vec::new();
    for number in 0.. {
        let mut dice = SplitMix(seed << 32 | number);
        let mut game = start();
        while game.phase() != Phase::Over {
            game.apply_unchecked(Ply::Roll(roll_dice(&mut dice)));
            if game.phase() == Phase::Roll {
                continue;
            }
            if dice.below(TURN_INTERVAL) == 0 && is_close(evaluator, &game) {
                found.push(game);
            }
            if found.len() == count {
                return found;
            }
            game = NetPlayer(evaluator).play_turn(&mut buffers, &game, &mut SplitMix(0));
        }
    }
    found
}

/// Whether the second-best play is close to the best after one turn of search.
fn is_close(evaluator: &Arc<Evaluator>, game: &Abagio) -> bool {
    let deep = lookahead_plays(evaluator, game, 2);
    deep.len() > 1 && deep[0].0 - deep[1].0 < CLOSE_LEAD && (0.05..0.95).contains(&deep[0].0)
}

/// The best plays by static evaluation, re-ranked by one turn of search.
fn lookahead_plays(
    evaluator: &Arc<Evaluator>,
    game: &Abagio,
    chief: usize,
) -> Vec<(f64, TurnPlay)> {
    let mut expectimax = Expectimax::new(
        evaluator.clone(),
        SearchWidth { chief_landings: chief, replies: 1, margin: 0.0 },
    );
    let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
    let mut plays = expectimax.ranked_plays(game, 64, &mut budget);
    plays.truncate(6);
    let mut deep: Vec<(f64, TurnPlay)> = plays
        .into_iter()
        .filter_map(|play| Some((expectimax.chance_after(&play.after(), 1, &mut budget)?, play)))
        .collect();
    deep.sort_by(|a, b| b.0.total_cmp(&a.0));
    deep
}

/// Reference rollouts.
struct LongRollout {
    evaluator: Arc<Evaluator>,
    rounds: u64,
    turns: u32,
    seed: u64,
}

impl LongRollout {
    fn value(&self, after: &Abagio) -> RunningMean {
        let mut rollout = Rollout::new(self.evaluator.clone(), self.turns, !self.seed);
        let mut tally = RunningMean::default();
        (0..self.rounds).for_each(|round| tally.add(rollout.play_round(after, round)));
        tally
    }
}

/// Measurements of one turn.
struct TurnMeasurement {
    /// Loss and node count of each method.
    ways: Vec<(f64, f64)>,
    /// Errors in comparing good plays: by static evaluation and after one turn of search.
    comparison_errors: Vec<[f64; 2]>,
    /// Standard error of the rollouts.
    error: f64,
}

fn measure(long: &LongRollout, game: &Abagio, ways: &[u64], seed: u64) -> TurnMeasurement {
    let mut known: HashMap<Abagio, f64> = HashMap::new();
    let mut worth =
        |after: &Abagio| *known.entry(*after).or_insert_with(|| long.value(after).mean());
    let deep = lookahead_plays(&long.evaluator, game, 6);
    let best = deep[0].1.after();
    let error = long.value(&best).standard_error();
    let top = worth(&best);
    let near = deep.iter().skip(1).filter(|(win, _)| deep[0].0 - win < CLOSE_LEAD);
    let off = near
        .map(|(win, play)| {
            let lead = top - worth(&play.after());
            let glance = f64::from(sigmoid(deep[0].1.log_odds) - sigmoid(play.log_odds));
            [glance - lead, deep[0].0 - win - lead]
        })
        .collect();
    let chosen: Vec<(Abagio, u64)> =
        ways.iter().map(|&way| play_turn_by(game, way, seed)).collect();
    let values: Vec<f64> = chosen.iter().map(|(after, _)| worth(after)).collect();
    let most = known.values().copied().fold(0.0, f64::max);
    let ways = values.iter().zip(&chosen).map(|(value, (_, nodes))| (most - value, *nodes as f64));
    TurnMeasurement { ways: ways.collect(), comparison_errors: off, error }
}

/// The position after the turn a method chooses, and its node count.
fn play_turn_by(game: &Abagio, way: u64, seed: u64) -> (Abagio, u64) {
    let limits = match u32::try_from(way) {
        Ok(turns @ 0..100) => SearchLimits::depth(turns),
        _ => SearchLimits::nodes(way),
    };
    let (mut after, mut nodes) = (*game, 0);
    let seat = game.side().unwrap_or(Seat::First);
    let Ok(mut bot) = abaque_abagio_bot::Bots::bot(&game.options(), &BotKind::Best) else {
        return (after, nodes);
    };
    let request = SearchRequest { limits, seed, ..SearchRequest::default() };
    while matches!(after.phase(), Phase::Leap(_) | Phase::Chief) {
        let Ok(result) =
            bot.think(&Observation::without_history(after, seat), &request, &mut |_| ())
        else {
            break;
        };
        nodes += result.nodes;
        after.apply_unchecked(Ply::Act(result.action));
    }
    (after, nodes)
}

fn print_report(ways: &[u64], measured: &[TurnMeasurement]) {
    let spread = |at: usize| {
        let squares: Vec<f64> = measured
            .iter()
            .flat_map(|one| &one.comparison_errors)
            .map(|off| off[at] * off[at])
            .collect();
        MeanEstimate::from_values(&squares).mean.sqrt()
    };
    let error =
        MeanEstimate::from_values(&measured.iter().map(|one| one.error).collect::<Vec<_>>()).mean;
    println!("{} turns; standard error of a rollout {error:.4}", measured.len());
    println!(
        "plays compared are off by {:.4} at a glance, {:.4} one turn deep",
        spread(0),
        spread(1)
    );
    println!("way         positions     loss in %");
    for (at, way) in ways.iter().enumerate() {
        let part = |of: fn(&(f64, f64)) -> f64| {
            MeanEstimate::from_values(
                &measured.iter().map(|one| of(&one.ways[at])).collect::<Vec<_>>(),
            )
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
