//! `abraxas-tune`: fits the evaluation to self-play games. `abraxas-chance`: fits the scale from
//! values to winning chances and validates it on other games.

use abaque_abraxas::{Abraxas, Options, Sheet};
use abaque_abraxas_bot::evaluation::{feature_names, features};
use abaque_abraxas_bot::weights::{self, Weights};
use abaque_abraxas_bot::{AbraxasBot, AbraxasNode};
use abaque_core::{Game, Seat};
use abaque_search::SearchLimits;
use clap::{Arg, ArgMatches, Command};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{self, mean, number_arg};
use super::fit::{FitSample, fit, loss, sigmoid};
use super::selfplay::{
    Decision, PositionEvaluation, RandomOpening, SelfPlayGame, play_game, random_opening,
};

/// Log odds of winning per pawn; defines the unit of values.
const SLOPE: f64 = 0.5;

/// One game in this many is held out for validation.
const HOLDOUT_INTERVAL: usize = 5;

fn add_arguments(command: Command) -> Command {
    command
        .arg(number_arg("games", "1500").help("how many games, over all six sheets"))
        .arg(number_arg("nodes", "600").help("nodes a decision"))
        .arg(number_arg("seed", "1"))
        .arg(Arg::new("weights").long("weights").help("a file to start from, not those in use"))
        .arg(
            Arg::new("output")
                .long("output")
                .default_value("crates/games/abraxas/bot/src/weights.txt"),
        )
}

pub(super) fn command() -> Command {
    let about = "Fits the Abraxas evaluation to games the player plays against itself";
    add_arguments(Command::new("abraxas-tune").about(about))
        .arg(number_arg("ridge", "8").help("worths are held near zero as if by so many positions"))
}

pub(super) fn command_chance() -> Command {
    let about = "Fits the chance to win that a value of Abraxas stands for";
    add_arguments(Command::new("abraxas-chance").about(about))
}

/// Parsed arguments.
struct TuneArguments {
    weights: &'static Weights,
    games: u64,
    nodes: u64,
    seed: u64,
    output: String,
}

impl TuneArguments {
    fn from_matches(arguments: &ArgMatches) -> Result<TuneArguments, String> {
        let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
        let weights = match arguments.get_one::<String>("weights") {
            Some(path) => duel::load_weights(path)?,
            None => weights::weights(),
        };
        Ok(TuneArguments {
            weights,
            games: count("games"),
            nodes: count("nodes"),
            seed: count("seed"),
            output: arguments.get_one::<String>("output").cloned().unwrap_or_default(),
        })
    }

    fn write_weights(&self, weights: &Weights) -> Result<(), String> {
        std::fs::write(&self.output, weights.to_text())
            .map_err(|error| format!("{}: {error}", self.output))
    }

    /// Games over all sheets, each starting with one to five random pawns.
    fn play_games(&self) -> Result<Vec<SelfPlayGame>, String> {
        let bar = ProgressBar::new(self.games);
        let games: Vec<Result<SelfPlayGame, String>> = (0..self.games)
            .into_par_iter()
            .map(|game| {
                let sheet = Sheet::numbered(1 + (game % 6) as u8).unwrap_or_default();
                let options = Options { sheet, ..Options::default() };
                let seed = self.seed.wrapping_mul(1_000_003) + game;
                let random = 1 + (game / 6 % 5) as usize;
                let opening = random_opening(&options, RandomOpening { random, seed });
                let player =
                    || AbraxasBot::with_settings(SearchLimits::nodes(self.nodes), 0, self.weights);
                let (mut one, mut two) = (player(), player());
                let limits = [SearchLimits::default(); 2];
                bar.inc(1);
                play_game(Abraxas::start(&options), &opening, [&mut one, &mut two], limits, seed)
            })
            .collect();
        games.into_iter().collect()
    }
}

/// Share of the player to act.
fn share_of(played: &SelfPlayGame, side: Seat) -> f64 {
    if side == Seat::First { played.first_share } else { 1.0 - played.first_share }
}

/// Samples from the ends of the principal variations, where nothing can be taken at once. In the
/// game positions themselves the search finds lines the features do not show.
fn fit_samples<'a>(games: impl Iterator<Item = &'a SelfPlayGame>) -> Vec<FitSample> {
    let mut lessons = Vec::new();
    for played in games {
        for seen in played.steps.iter().filter_map(|step| step.evaluation.as_ref()) {
            if !seen.decided && seen.quiet_position.phase().is_placing() {
                lessons.push(FitSample {
                    features: features(&AbraxasNode::inner(seen.quiet_position)),
                    result: share_of(played, seen.quiet_position.side()),
                });
            }
        }
    }
    lessons
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let tune_arguments = TuneArguments::from_matches(arguments)?;
    let ridge = arguments.get_one::<u64>("ridge").copied().unwrap_or_default() as f64;
    let games = tune_arguments.play_games()?;
    let part = |held: bool| {
        let games = games.iter().enumerate();
        fit_samples(
            games.filter(|(n, _)| (n % HOLDOUT_INTERVAL == 0) == held).map(|(_, game)| game),
        )
    };
    let (learned, held) = (part(false), part(true));
    let odds = fit(&learned, ridge);
    let mut fitted = Weights { slope: SLOPE as f32, ..tune_arguments.weights.clone() };
    for (worth, odds) in fitted.worth.iter_mut().zip(&odds) {
        *worth = (100.0 * odds / SLOPE) as f32;
    }
    let loss_of = |lessons: &[FitSample], weights: &Weights| {
        let odds = |lesson: &FitSample| {
            f64::from(weights.value(&lesson.features)) / 100.0 * f64::from(weights.slope)
        };
        loss(lessons.iter().map(|lesson| (odds(lesson), lesson.result)))
    };
    println!(
        "{} positions; log-loss {:.4} before, {:.4} after; in {} positions of games held back {:.4} before, {:.4} after",
        learned.len(),
        loss_of(&learned, tune_arguments.weights),
        loss_of(&learned, &fitted),
        held.len(),
        loss_of(&held, tune_arguments.weights),
        loss_of(&held, &fitted),
    );
    for (worth, name) in fitted.worth.iter().zip(feature_names()) {
        println!("{worth:8.1} {name}");
    }
    tune_arguments.write_weights(&fitted)
}

pub(super) fn run_chance(arguments: &ArgMatches) -> Result<(), String> {
    let tune_arguments = TuneArguments::from_matches(arguments)?;
    let games = tune_arguments.play_games()?;
    let part = |odd: usize| {
        let mut pairs = Vec::new();
        for played in games.iter().skip(odd).step_by(2) {
            for step in played.steps.iter().filter(|step| step.game.phase().starts_turn()) {
                if let Some(seen) = step.evaluation.as_ref().filter(|seen| !seen.decided) {
                    pairs.push((seen.score, share_of(played, step.game.side())));
                }
            }
        }
        pairs
    };
    let (learned, held) = (part(0), part(1));
    let slope = best_slope(&learned);
    let loss_of = |slope: f64| loss(held.iter().map(|(score, result)| (slope * score, *result)));
    println!(
        "slope {slope:.3} from {} positions; in {} positions of other games log-loss {:.4}, {:.4} for a coin",
        learned.len(),
        held.len(),
        loss_of(slope),
        loss_of(0.0),
    );
    for tenth in 0..10 {
        let within = |(score, _): &&(f64, f64)| {
            (sigmoid(slope * score) * 10.0).floor().min(9.0) as u32 == tenth
        };
        let (chances, results): (Vec<f64>, Vec<f64>) =
            held.iter().filter(within).map(|(score, won)| (sigmoid(slope * score), *won)).unzip();
        let ((chance, _), (won, error)) = (mean(&chances), mean(&results));
        println!(
            "{:5} positions: said {:.1}%, won {:.1}% ± {:.1}",
            chances.len(),
            100.0 * chance,
            100.0 * won,
            196.0 * error
        );
    }
    let kept = |played: &SelfPlayGame| {
        let turns = played.steps.iter().filter(|step| step.game.phase().starts_turn());
        let claims = turns.filter_map(|step| step.evaluation.as_ref().map(|seen| (step, seen)));
        let claims = claims.filter(|(_, seen)| seen.decided);
        let held = |(step, seen): (&Decision, &PositionEvaluation)| {
            let won = share_of(played, step.game.side());
            if seen.score > 0.0 { won } else { 1.0 - won }
        };
        claims.map(held).collect::<Vec<f64>>()
    };
    let claims: Vec<f64> = games.iter().flat_map(kept).collect();
    println!("ends seen {}: {:.2}% came", claims.len(), 100.0 * mean(&claims).0);
    tune_arguments.write_weights(&Weights { slope: slope as f32, ..tune_arguments.weights.clone() })
}

/// The slope at which values predict results best.
fn best_slope(pairs: &[(f64, f64)]) -> f64 {
    let loss_of = |slope: f64| loss(pairs.iter().map(|(score, result)| (slope * score, *result)));
    let tried = (1..=200).map(|n| f64::from(n) * 0.01);
    tried.min_by(|a, b| loss_of(*a).total_cmp(&loss_of(*b))).unwrap_or(SLOPE)
}
