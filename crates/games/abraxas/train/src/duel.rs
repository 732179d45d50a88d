//! `abraxas-duel`: matches between two bots, from both sides of the same openings.

use abaque_abraxas::{Abraxas, Options};
use abaque_abraxas_bot::AbraxasBot;
use abaque_abraxas_bot::weights::{self, Weights};
use abaque_bot::{Bot, BotKind, GameBots};
use abaque_core::{Game, GameOptions};
use abaque_search::SearchLimits;
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::selfplay::{RandomOpening, play_game, random_opening};

pub(super) fn command() -> Command {
    Command::new("abraxas-duel")
        .about("Plays one Abraxas player against another, each opening from both sides")
        .arg(
            Arg::new("one").required(true).help(
                "a player: 1-8, best, random, greedy, mcts, or habits to try: depth/nodes/blur",
            ),
        )
        .arg(Arg::new("two").required(true))
        .arg(number_arg("pairs", "100").help("how many openings"))
        .arg(number_arg("nodes", "0").help("a budget in nodes for both instead of their own"))
        .arg(number_arg("nodes-two", "0").help("the same for the second player only"))
        .arg(number_arg("random", "2").help("pawns put by lot in the opening"))
        .arg(
            Arg::new("weights-one")
                .long("weights-one")
                .help("a file of weights; the player is then best, with so many nodes"),
        )
        .arg(Arg::new("weights-two").long("weights-two").help("the same for the second player"))
        .arg(number_arg("seed", "0").help("the first opening"))
        .arg(
            Arg::new("spec")
                .long("spec")
                .num_args(1..)
                .default_values(["abraxas:sheet=3"])
                .help("games; the openings are spread over them"),
        )
}

/// Loads a weight file and leaks it, for a `'static` reference.
pub(super) fn load_weights(path: &str) -> Result<&'static Weights, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let weights = Weights::parse(&text).ok_or_else(|| format!("{path} holds no weights"))?;
    Ok(Box::leak(Box::new(weights)))
}

pub(super) fn number_arg(name: &'static str, default: &'static str) -> Arg {
    Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64))
}

/// Parses the options of a spec.
pub(super) fn parse_options(spec: &str) -> Result<Options, String> {
    let read = spec.parse().and_then(|spec| Options::from_spec(&spec));
    read.map_err(|error| error.to_string())
}

/// A player of a duel.
enum DuelPlayer {
    /// A shipped bot, with a node limit if given.
    Known(BotKind, u64),
    /// Experimental settings or weights.
    Tried { limits: SearchLimits, blur: i32, weights: &'static Weights },
}

impl DuelPlayer {
    fn open_bot(&self, options: &Options) -> Result<Box<dyn Bot<Abraxas>>, String> {
        match self {
            DuelPlayer::Known(kind, _) => {
                abaque_abraxas_bot::Bots::bot(options, kind).map_err(|error| error.to_string())
            }
            DuelPlayer::Tried { limits, blur, weights } => {
                Ok(Box::new(AbraxasBot::with_settings(*limits, *blur, weights)))
            }
        }
    }

    fn limits(&self) -> SearchLimits {
        match self {
            DuelPlayer::Known(_, nodes) if *nodes > 0 => SearchLimits::nodes(*nodes),
            _ => SearchLimits::default(),
        }
    }
}

fn parse_player(arguments: &ArgMatches, name: &str, nodes: u64) -> Result<DuelPlayer, String> {
    let text = arguments.get_one::<String>(name).cloned().unwrap_or_default();
    let path = arguments.get_one::<String>(&format!("weights-{name}"));
    let own = match path {
        Some(path) => Some(load_weights(path)?),
        None => None,
    };
    if let Some((limits, blur)) = parse_settings(&text) {
        return Ok(DuelPlayer::Tried { limits, blur, weights: own.unwrap_or(weights::weights()) });
    }
    let kind = text.parse::<BotKind>().map_err(|error| error.to_string())?;
    match own {
        None => Ok(DuelPlayer::Known(kind, nodes)),
        Some(_) if nodes == 0 => Err("with --weights say how many --nodes".into()),
        Some(weights) => {
            Ok(DuelPlayer::Tried { limits: SearchLimits::nodes(nodes), blur: 0, weights })
        }
    }
}

/// Parses settings written as depth, nodes and blur separated by slashes.
fn parse_settings(text: &str) -> Option<(SearchLimits, i32)> {
    let mut parts = text.split('/').map(|part| part.parse::<u64>().ok());
    let (depth, nodes, blur) = (parts.next()??, parts.next()??, parts.next()??);
    let limits = SearchLimits { depth: u32::try_from(depth).ok(), ..SearchLimits::nodes(nodes) };
    Some((limits, i32::try_from(blur).ok()?))
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
    let specs = arguments.get_many::<String>("spec").into_iter().flatten();
    let specs = specs.map(|spec| parse_options(spec)).collect::<Result<Vec<_>, _>>()?;
    let second = if count("nodes-two") > 0 { count("nodes-two") } else { count("nodes") };
    let entrants =
        [parse_player(arguments, "one", count("nodes"))?, parse_player(arguments, "two", second)?];
    let named = |name: &str| arguments.get_one::<String>(name).cloned().unwrap_or_default();
    let limits = [entrants[0].limits(), entrants[1].limits()];
    let pairs: Vec<Result<(f64, u32), String>> = (0..count("pairs"))
        .into_par_iter()
        .map(|n| {
            let seed = count("seed") + n;
            let options = &specs[n as usize % specs.len()];
            let (mut one, mut two) =
                (entrants[0].open_bot(options)?, entrants[1].open_bot(options)?);
            let opening =
                random_opening(options, RandomOpening { random: count("random") as usize, seed });
            let start = Abraxas::start(options);
            let there = play_game(start, &opening, [&mut *one, &mut *two], limits, seed)?;
            let back =
                play_game(start, &opening, [&mut *two, &mut *one], [limits[1], limits[0]], seed)?;
            Ok((there.first_share + 1.0 - back.first_share, there.turns + back.turns))
        })
        .collect();
    let pairs = pairs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let turns: u32 = pairs.iter().map(|pair| pair.1).sum();
    let points: Vec<f64> = pairs.iter().map(|pair| pair.0 / 2.0).collect();
    let (mean, error) = mean(&points);
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.002, 0.998) - 1.0).log10();
    println!(
        "{} against {}: {:.1}% ± {:.1} over {} games, Elo {:+.0} [{:+.0}, {:+.0}], {:.1} turns a game",
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

/// Mean and standard error.
pub(super) fn mean(points: &[f64]) -> (f64, f64) {
    let n = points.len().max(1) as f64;
    let mean = points.iter().sum::<f64>() / n;
    let variance =
        points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}
