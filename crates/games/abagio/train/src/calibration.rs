//! Calibration of the nets on self-play games: predictions by decile, races by net and by table,
//! and the value of one square of lead.

use abaque_abagio::{Abagio, Phase, Square};
use abaque_abagio_bot::Evaluator;
use abaque_abagio_bot::inputs::InputRows;
use abaque_abagio_bot::net::sigmoid;
use abaque_abagio_bot::race::{RaceTable, race_needs};
use abaque_core::{Game, Ply, Seat, SplitMix};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::duel::{NetPlayer, TurnBuffers, TurnPlayer, roll_dice, start};
use abaque_recipe::Recipe;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    Command::new("abagio-check")
        .about("Measures on games of self-play how far the nets of Abagio can be trusted")
        .arg(
            Arg::new("games")
                .long("games")
                .default_value("2000")
                .help("Games of self-play")
                .value_parser(value_parser!(u64)),
        )
}

/// A position before a throw and the thrower's result.
struct CalibrationSample {
    predicted: f64,
    /// In races: predictions of the table and the net, and the class of race.
    race: Option<([f64; 2], RaceClass)>,
    lead: f64,
    won: f64,
}

/// Frogs left of both players (bucket of up to three, six, twelve or more); any on One; any on
/// Eight.
type RaceClass = (usize, bool, bool);

fn run(matches: &ArgMatches) -> Result<(), String> {
    let games = matches.get_one::<u64>("games").copied().unwrap_or_default();
    let evaluator = Evaluator::trained();
    let seen: Vec<CalibrationSample> = (0..games)
        .into_par_iter()
        .map_init(TurnBuffers::default, |buffers, game| {
            play_game(&evaluator, buffers, SplitMix(1 << 50 | game))
        })
        .flatten()
        .collect();
    println!("said    won     positions");
    for tenth in 0..10 {
        let in_it = |seen: &&CalibrationSample| (seen.predicted * 10.0).min(9.0) as u32 == tenth;
        let part: Vec<&CalibrationSample> = seen.iter().filter(in_it).collect();
        let mean = |of: fn(&CalibrationSample) -> f64| {
            part.iter().map(|seen| of(seen)).sum::<f64>() / part.len().max(1) as f64
        };
        println!("{:.3}   {:.3}   {}", mean(|s| s.predicted), mean(|s| s.won), part.len());
    }
    println!(
        "cross entropy of the nets   {:.5}",
        cross_entropy(seen.iter().map(|s| (s.predicted, s.won)))
    );
    println!(
        "races: frogs left, One taken, Eight taken, positions, cross entropy by table and net"
    );
    for most in [3, 6, 12, 24] {
        for (one, eight) in [(false, false), (true, false), (false, true), (true, true)] {
            let races = seen.iter().filter_map(|s| Some((s.race?, s.won)));
            let part = races.filter(|((_, bend), _)| *bend == (most, one, eight));
            let count = part.clone().count();
            let by = |who: usize| {
                cross_entropy(part.clone().map(|((message, _), won)| (message[who], won)))
            };
            println!("{most:2} {one:5} {eight:5} {count:7} {:.5} {:.5}", by(0), by(1));
        }
    }
    println!("log odds a square of lead   {:.5}", fit_slope(&seen));
    Ok(())
}

fn play_game(
    evaluator: &Evaluator,
    buffers: &mut TurnBuffers,
    mut dice: SplitMix,
) -> Vec<CalibrationSample> {
    let mut game = start();
    let mut seen: Vec<(Seat, CalibrationSample)> = Vec::new();
    while let (Some(side), true) = (game.side(), game.phase() != Phase::Over && seen.len() < 2000) {
        let lead = f64::from(game.pips(side.other())) - f64::from(game.pips(side));
        let message = f64::from(sigmoid(evaluator.log_odds_at_throw(&game, side)));
        seen.push((
            side,
            CalibrationSample {
                predicted: message,
                race: race_chances(evaluator, &game, side),
                lead,
                won: 0.0,
            },
        ));
        game.apply_unchecked(Ply::Roll(roll_dice(&mut dice)));
        if game.phase() != Phase::Roll {
            game = NetPlayer(evaluator).play_turn(buffers, &game, &mut SplitMix(0));
        }
    }
    let winner = game.side();
    let judged = |(side, mut seen): (Seat, CalibrationSample)| {
        seen.won = f64::from(u8::from(winner == Some(side)));
        seen
    };
    seen.into_iter().map(judged).collect()
}

fn race_chances(evaluator: &Evaluator, game: &Abagio, side: Seat) -> Option<([f64; 2], RaceClass)> {
    let (own, other) = (race_needs(game, side)?, race_needs(game, side.other())?);
    let left = 24 - usize::from(game.pond(side) + game.pond(side.other()));
    let most = [3, 6, 12, 24].into_iter().find(|&most| left <= most)?;
    let taken = |square| !game.stack(square).is_empty();
    let bend = (most, taken(Square::ONE), taken(Square::EIGHT));
    let net = evaluator.nets()[1];
    let message = sigmoid(net.output(&net.sums(&InputRows::of(game, side))));
    Some(([RaceTable::full().win_chance(&own, &other), message].map(f64::from), bend))
}

fn cross_entropy(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0f64);
    for (message, won) in pairs {
        let message = message.clamp(1e-4, 1.0 - 1e-4);
        sum -= won * message.ln() + (1.0 - won) * (1.0 - message).ln();
        count += 1.0;
    }
    sum / count.max(1.0)
}

/// Logistic regression of the result on the lead, by Newton's method.
fn fit_slope(seen: &[CalibrationSample]) -> f64 {
    let mut slope = 0.0f64;
    for _ in 0..20 {
        let (mut first, mut second) = (0.0, 1e-9);
        for CalibrationSample { lead, won, .. } in seen {
            let message = 1.0 / (1.0 + (-slope * lead).exp());
            first += (won - message) * lead;
            second += message * (1.0 - message) * lead * lead;
        }
        slope += first / second;
    }
    slope
}
