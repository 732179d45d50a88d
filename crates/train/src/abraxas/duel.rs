//! `abraxas-duel`: one computer player against another, from both sides of the same openings.

use abaque_abraxas::{Abraxas, AbraxasOptions};
use abaque_bots::abraxas::Player;
use abaque_bots::abraxas::weights::{self, Weights};
use abaque_bots::{Automated, Bot, Kind};
use abaque_core::{Game, Options};
use abaque_search::Limits;
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::selfplay::{Opening, opened, play};

pub(super) fn command() -> Command {
    Command::new("abraxas-duel")
        .about("Plays one Abraxas player against another, each opening from both sides")
        .arg(
            Arg::new("one").required(true).help(
                "a player: 1-8, best, random, greedy, mcts, or habits to try: depth/nodes/blur",
            ),
        )
        .arg(Arg::new("two").required(true))
        .arg(number("pairs", "100").help("how many openings"))
        .arg(number("nodes", "0").help("a budget in nodes for both instead of their own"))
        .arg(number("nodes-two", "0").help("the same for the second player only"))
        .arg(number("random", "2").help("pawns put by lot in the opening"))
        .arg(
            Arg::new("weights-one")
                .long("weights-one")
                .help("a file of weights; the player is then best, with so many nodes"),
        )
        .arg(Arg::new("weights-two").long("weights-two").help("the same for the second player"))
        .arg(number("seed", "0").help("the first opening"))
        .arg(
            Arg::new("spec")
                .long("spec")
                .num_args(1..)
                .default_values(["abraxas:sheet=3"])
                .help("games; the openings are spread over them"),
        )
}

/// The weights of a file, for as long as the program runs.
pub(super) fn weights_of(path: &str) -> Result<&'static Weights, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let weights = Weights::read(&text).ok_or_else(|| format!("{path} holds no weights"))?;
    Ok(Box::leak(Box::new(weights)))
}

pub(super) fn number(name: &'static str, default: &'static str) -> Arg {
    Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64))
}

/// The options a spec stands for.
pub(super) fn options(spec: &str) -> Result<AbraxasOptions, String> {
    let read = spec.parse().and_then(|spec| AbraxasOptions::from_spec(&spec));
    read.map_err(|error| error.to_string())
}

/// Somebody who plays.
enum Entrant {
    /// As everybody knows them, with a budget in nodes if there is one.
    Known(Kind, u64),
    /// With habits or weights to be tried.
    Tried { limits: Limits, blur: i32, weights: &'static Weights },
}

impl Entrant {
    fn hire(&self, options: &AbraxasOptions) -> Result<Box<dyn Bot<Abraxas>>, String> {
        match self {
            Entrant::Known(kind, _) => {
                Abraxas::bot(options, kind).map_err(|error| error.to_string())
            }
            Entrant::Tried { limits, blur, weights } => {
                Ok(Box::new(Player::tried(*limits, *blur, weights)))
            }
        }
    }

    fn limits(&self) -> Limits {
        match self {
            Entrant::Known(_, nodes) if *nodes > 0 => Limits::nodes(*nodes),
            _ => Limits::default(),
        }
    }
}

fn entrant(arguments: &ArgMatches, name: &str, nodes: u64) -> Result<Entrant, String> {
    let text = arguments.get_one::<String>(name).cloned().unwrap_or_default();
    let path = arguments.get_one::<String>(&format!("weights-{name}"));
    let own = match path {
        Some(path) => Some(weights_of(path)?),
        None => None,
    };
    if let Some((limits, blur)) = habits(&text) {
        return Ok(Entrant::Tried { limits, blur, weights: own.unwrap_or(weights::weights()) });
    }
    let kind = text.parse::<Kind>().map_err(|error| error.to_string())?;
    match own {
        None => Ok(Entrant::Known(kind, nodes)),
        Some(_) if nodes == 0 => Err("with --weights say how many --nodes".into()),
        Some(weights) => Ok(Entrant::Tried { limits: Limits::nodes(nodes), blur: 0, weights }),
    }
}

/// Habits spelled as depth, nodes and blur between strokes.
fn habits(text: &str) -> Option<(Limits, i32)> {
    let mut parts = text.split('/').map(|part| part.parse::<u64>().ok());
    let (depth, nodes, blur) = (parts.next()??, parts.next()??, parts.next()??);
    let limits = Limits { depth: u32::try_from(depth).ok(), ..Limits::nodes(nodes) };
    Some((limits, i32::try_from(blur).ok()?))
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
    let specs = arguments.get_many::<String>("spec").into_iter().flatten();
    let specs = specs.map(|spec| options(spec)).collect::<Result<Vec<_>, _>>()?;
    let second = if count("nodes-two") > 0 { count("nodes-two") } else { count("nodes") };
    let entrants = [entrant(arguments, "one", count("nodes"))?, entrant(arguments, "two", second)?];
    let named = |name: &str| arguments.get_one::<String>(name).cloned().unwrap_or_default();
    let limits = [entrants[0].limits(), entrants[1].limits()];
    let pairs: Vec<Result<(f64, u32), String>> = (0..count("pairs"))
        .into_par_iter()
        .map(|n| {
            let seed = count("seed") + n;
            let options = &specs[n as usize % specs.len()];
            let (mut one, mut two) = (entrants[0].hire(options)?, entrants[1].hire(options)?);
            let opening = opened(options, Opening { random: count("random") as usize, seed });
            let start = Abraxas::start(options);
            let there = play(start, &opening, [&mut *one, &mut *two], limits, seed)?;
            let back = play(start, &opening, [&mut *two, &mut *one], [limits[1], limits[0]], seed)?;
            Ok((there.first + 1.0 - back.first, there.turns + back.turns))
        })
        .collect();
    let pairs = pairs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let turns: u32 = pairs.iter().map(|pair| pair.1).sum();
    let points: Vec<f64> = pairs.iter().map(|pair| pair.0 / 2.0).collect();
    let (mean, error) = mean(&points);
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.002, 0.998) - 1.0).log10();
    println!(
        "{} against {}: {:.1} % ± {:.1} over {} games, Elo {:+.0} [{:+.0}, {:+.0}], {:.1} turns a game",
        named("one"),
        named("two"),
        100.0 * mean,
        196.0 * error,
        2 * points.len(),
        elo(mean),
        elo(mean - 1.96 * error),
        elo(mean + 1.96 * error),
        f64::from(turns) / 2.0 / points.len() as f64,
    );
    Ok(())
}

/// A mean and its standard error.
pub(super) fn mean(points: &[f64]) -> (f64, f64) {
    let n = points.len().max(1) as f64;
    let mean = points.iter().sum::<f64>() / n;
    let variance =
        points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}
