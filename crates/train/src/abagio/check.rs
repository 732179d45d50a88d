//! How far what the nets say can be trusted: calibration on games of self-play, races by the nets and by the
//! table, and what one square of lead is worth.

use abaque_abagio::{Abagio, Phase, Square};
use abaque_bots::abagio::Judge;
use abaque_bots::abagio::inputs::Rows;
use abaque_bots::abagio::net::chance;
use abaque_bots::abagio::race::{Race, needs};
use abaque_core::{Game, Ply, Seat, SplitMix};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::duel::{Glance, Hand, Player, start, throw};
use crate::Recipe;

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

/// A position before a throw and how the game ended for the thrower.
struct Seen {
    said: f64,
    /// What the table and the net say, in races, and what kind of race it is.
    race: Option<([f64; 2], Bend)>,
    lead: f64,
    won: f64,
}

/// Frogs left of both players, up to three, six, twelve or more; whether anyone is on One, on Eight.
type Bend = (usize, bool, bool);

fn run(matches: &ArgMatches) -> Result<(), String> {
    let games = matches.get_one::<u64>("games").copied().unwrap_or_default();
    let judge = Judge::learned();
    let seen: Vec<Seen> = (0..games)
        .into_par_iter()
        .map_init(Hand::default, |hand, game| play(&judge, hand, SplitMix(1 << 50 | game)))
        .flatten()
        .collect();
    println!("said    won     positions");
    for tenth in 0..10 {
        let in_it = |seen: &&Seen| (seen.said * 10.0).min(9.0) as u32 == tenth;
        let part: Vec<&Seen> = seen.iter().filter(in_it).collect();
        let mean = |of: fn(&Seen) -> f64| {
            part.iter().map(|seen| of(seen)).sum::<f64>() / part.len().max(1) as f64
        };
        println!("{:.3}   {:.3}   {}", mean(|s| s.said), mean(|s| s.won), part.len());
    }
    println!("cross entropy of the nets   {:.5}", entropy(seen.iter().map(|s| (s.said, s.won))));
    println!(
        "races: frogs left, One taken, Eight taken, positions, cross entropy by table and net"
    );
    for most in [3, 6, 12, 24] {
        for (one, eight) in [(false, false), (true, false), (false, true), (true, true)] {
            let races = seen.iter().filter_map(|s| Some((s.race?, s.won)));
            let part = races.filter(|((_, bend), _)| *bend == (most, one, eight));
            let count = part.clone().count();
            let by = |who: usize| entropy(part.clone().map(|((said, _), won)| (said[who], won)));
            println!("{most:2} {one:5} {eight:5} {count:7} {:.5} {:.5}", by(0), by(1));
        }
    }
    println!("log odds a square of lead   {:.5}", slope(&seen));
    Ok(())
}

fn play(judge: &Judge, hand: &mut Hand, mut dice: SplitMix) -> Vec<Seen> {
    let mut game = start();
    let mut seen: Vec<(Seat, Seen)> = Vec::new();
    while let (Some(side), true) = (game.side(), game.phase() != Phase::Over && seen.len() < 2000) {
        let lead = f64::from(game.pips(side.other())) - f64::from(game.pips(side));
        let said = f64::from(chance(judge.at_throw(&game, side)));
        seen.push((side, Seen { said, race: race(judge, &game, side), lead, won: 0.0 }));
        game.apply_unchecked(Ply::Roll(throw(&mut dice)));
        if game.phase() != Phase::Roll {
            game = Glance(judge).turn(hand, &game, &mut SplitMix(0));
        }
    }
    let winner = game.side();
    let judged = |(side, mut seen): (Seat, Seen)| {
        seen.won = f64::from(u8::from(winner == Some(side)));
        seen
    };
    seen.into_iter().map(judged).collect()
}

fn race(judge: &Judge, game: &Abagio, side: Seat) -> Option<([f64; 2], Bend)> {
    let (own, other) = (needs(game, side)?, needs(game, side.other())?);
    let left = 24 - usize::from(game.pond(side) + game.pond(side.other()));
    let most = [3, 6, 12, 24].into_iter().find(|&most| left <= most)?;
    let taken = |square| !game.stack(square).is_empty();
    let bend = (most, taken(Square::ONE), taken(Square::EIGHT));
    let net = judge.tables()[1];
    let said = chance(net.output(&net.sums(&Rows::of(game, side))));
    Some(([Race::table().ahead(&own, &other), said].map(f64::from), bend))
}

fn entropy(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0f64);
    for (said, won) in pairs {
        let said = said.clamp(1e-4, 1.0 - 1e-4);
        sum -= won * said.ln() + (1.0 - won) * (1.0 - said).ln();
        count += 1.0;
    }
    sum / count.max(1.0)
}

/// Logistic regression of winning on the lead, by Newton's method.
fn slope(seen: &[Seen]) -> f64 {
    let mut slope = 0.0f64;
    for _ in 0..20 {
        let (mut first, mut second) = (0.0, 1e-9);
        for Seen { lead, won, .. } in seen {
            let said = 1.0 / (1.0 + (-slope * lead).exp());
            first += (won - said) * lead;
            second += said * (1.0 - said) * lead * lead;
        }
        slope += first / second;
    }
    slope
}
