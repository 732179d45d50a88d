//! `abraxas-tune`: fits the evaluation to games the player plays against itself. `abraxas-chance`: fits the
//! chance to win that a value stands for, and shows how well it holds in other games.

use abaque_abraxas::{Abraxas, AbraxasOptions, Sheet};
use abaque_bots::abraxas::value::{features, names};
use abaque_bots::abraxas::weights::{self, Weights};
use abaque_bots::abraxas::{Player, Position};
use abaque_core::{Game, Seat};
use abaque_search::Limits;
use clap::{Arg, ArgMatches, Command};
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duel::{self, mean, number};
use super::fit::{Lesson, fit, loss, sigmoid};
use super::selfplay::{Opening, Played, Seen, Step, opened, play};

/// What a value of one pawn adds to the logarithm of the odds to win: this defines the unit of values.
const SLOPE: f64 = 0.5;

/// One game in so many is held back to try the fit on.
const HELD_BACK: usize = 5;

fn arguments(command: Command) -> Command {
    command
        .arg(number("games", "1500").help("how many games, over all six sheets"))
        .arg(number("nodes", "600").help("nodes a decision"))
        .arg(number("seed", "1"))
        .arg(Arg::new("weights").long("weights").help("a file to start from, not those in use"))
        .arg(Arg::new("output").long("output").default_value("crates/bots/src/abraxas/weights.txt"))
}

pub(super) fn command() -> Command {
    let about = "Fits the Abraxas evaluation to games the player plays against itself";
    arguments(Command::new("abraxas-tune").about(about))
        .arg(number("ridge", "8").help("worths are held near zero as if by so many positions"))
}

pub(super) fn command_chance() -> Command {
    let about = "Fits the chance to win that a value of Abraxas stands for";
    arguments(Command::new("abraxas-chance").about(about))
}

/// What the options say.
struct Asked {
    weights: &'static Weights,
    games: u64,
    nodes: u64,
    seed: u64,
    output: String,
}

impl Asked {
    fn read(arguments: &ArgMatches) -> Result<Asked, String> {
        let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
        let weights = match arguments.get_one::<String>("weights") {
            Some(path) => duel::weights_of(path)?,
            None => weights::weights(),
        };
        Ok(Asked {
            weights,
            games: count("games"),
            nodes: count("nodes"),
            seed: count("seed"),
            output: arguments.get_one::<String>("output").cloned().unwrap_or_default(),
        })
    }

    fn write(&self, weights: &Weights) -> Result<(), String> {
        std::fs::write(&self.output, weights.write())
            .map_err(|error| format!("{}: {error}", self.output))
    }

    /// Games over all sheets, with one to five pawns put by lot first.
    fn played(&self) -> Result<Vec<Played>, String> {
        let bar = ProgressBar::new(self.games);
        let games: Vec<Result<Played, String>> = (0..self.games)
            .into_par_iter()
            .map(|game| {
                let sheet = Sheet::numbered(1 + (game % 6) as u8).unwrap_or_default();
                let options = AbraxasOptions { sheet, ..AbraxasOptions::default() };
                let seed = self.seed.wrapping_mul(1_000_003) + game;
                let random = 1 + (game / 6 % 5) as usize;
                let opening = opened(&options, Opening { random, seed });
                let player = || Player::tried(Limits::nodes(self.nodes), 0, self.weights);
                let (mut one, mut two) = (player(), player());
                let limits = [Limits::default(); 2];
                bar.inc(1);
                play(Abraxas::start(&options), &opening, [&mut one, &mut two], limits, seed)
            })
            .collect();
        games.into_iter().collect()
    }
}

/// What the player to act got in the end.
fn result(played: &Played, side: Seat) -> f64 {
    if side == Seat::First { played.first } else { 1.0 - played.first }
}

/// The positions that were judged: those at the ends of the lines the player foresaw, where nothing is
/// to be taken at once. In the positions of the game itself the search finds lines the features do not show.
fn lessons<'a>(games: impl Iterator<Item = &'a Played>) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for played in games {
        for seen in played.steps.iter().filter_map(|step| step.seen.as_ref()) {
            if !seen.decided && seen.rest.phase().is_placing() {
                lessons.push(Lesson {
                    features: features(&Position::inner(seen.rest)),
                    result: result(played, seen.rest.side()),
                });
            }
        }
    }
    lessons
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let asked = Asked::read(arguments)?;
    let ridge = arguments.get_one::<u64>("ridge").copied().unwrap_or_default() as f64;
    let games = asked.played()?;
    let part = |held: bool| {
        let games = games.iter().enumerate();
        lessons(games.filter(|(n, _)| (n % HELD_BACK == 0) == held).map(|(_, game)| game))
    };
    let (learned, held) = (part(false), part(true));
    let odds = fit(&learned, ridge);
    let mut fitted = Weights { slope: SLOPE as f32, ..asked.weights.clone() };
    for (worth, odds) in fitted.worth.iter_mut().zip(&odds) {
        *worth = (100.0 * odds / SLOPE) as f32;
    }
    let told = |lessons: &[Lesson], weights: &Weights| {
        let odds = |lesson: &Lesson| {
            f64::from(weights.value(&lesson.features)) / 100.0 * f64::from(weights.slope)
        };
        loss(lessons.iter().map(|lesson| (odds(lesson), lesson.result)))
    };
    println!(
        "{} positions; log-loss {:.4} before, {:.4} after; in {} positions of games held back {:.4} before, {:.4} after",
        learned.len(),
        told(&learned, asked.weights),
        told(&learned, &fitted),
        held.len(),
        told(&held, asked.weights),
        told(&held, &fitted),
    );
    for (worth, name) in fitted.worth.iter().zip(names()) {
        println!("{worth:8.1} {name}");
    }
    asked.write(&fitted)
}

pub(super) fn run_chance(arguments: &ArgMatches) -> Result<(), String> {
    let asked = Asked::read(arguments)?;
    let games = asked.played()?;
    let part = |odd: usize| {
        let mut pairs = Vec::new();
        for played in games.iter().skip(odd).step_by(2) {
            for step in played.steps.iter().filter(|step| step.game.phase().starts_turn()) {
                if let Some(seen) = step.seen.as_ref().filter(|seen| !seen.decided) {
                    pairs.push((seen.score, result(played, step.game.side())));
                }
            }
        }
        pairs
    };
    let (learned, held) = (part(0), part(1));
    let slope = best_slope(&learned);
    let told = |slope: f64| loss(held.iter().map(|(score, result)| (slope * score, *result)));
    println!(
        "slope {slope:.3} from {} positions; in {} positions of other games log-loss {:.4}, {:.4} for a coin",
        learned.len(),
        held.len(),
        told(slope),
        told(0.0),
    );
    for tenth in 0..10 {
        let within = |(score, _): &&(f64, f64)| {
            (sigmoid(slope * score) * 10.0).floor().min(9.0) as u32 == tenth
        };
        let (chances, results): (Vec<f64>, Vec<f64>) =
            held.iter().filter(within).map(|(score, won)| (sigmoid(slope * score), *won)).unzip();
        let ((chance, _), (won, error)) = (mean(&chances), mean(&results));
        println!(
            "{:5} positions: said {:.1} %, won {:.1} % ± {:.1}",
            chances.len(),
            100.0 * chance,
            100.0 * won,
            196.0 * error
        );
    }
    let kept = |played: &Played| {
        let turns = played.steps.iter().filter(|step| step.game.phase().starts_turn());
        let claims = turns.filter_map(|step| step.seen.as_ref().map(|seen| (step, seen)));
        let claims = claims.filter(|(_, seen)| seen.decided);
        let held = |(step, seen): (&Step, &Seen)| {
            let won = result(played, step.game.side());
            if seen.score > 0.0 { won } else { 1.0 - won }
        };
        claims.map(held).collect::<Vec<f64>>()
    };
    let claims: Vec<f64> = games.iter().flat_map(kept).collect();
    println!("ends seen {}: {:.2} % came", claims.len(), 100.0 * mean(&claims).0);
    asked.write(&Weights { slope: slope as f32, ..asked.weights.clone() })
}

/// The slope under which values foretell results best.
fn best_slope(pairs: &[(f64, f64)]) -> f64 {
    let told = |slope: f64| loss(pairs.iter().map(|(score, result)| (slope * score, *result)));
    let tried = (1..=200).map(|n| f64::from(n) * 0.01);
    tried.min_by(|a, b| told(*a).total_cmp(&told(*b))).unwrap_or(SLOPE)
}
