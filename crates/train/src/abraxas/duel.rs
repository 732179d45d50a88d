//! `abraxas-duel`: one computer player against another, from both sides of the same openings.

use abaque_abraxas::{Abraxas, AbraxasOptions};
use abaque_bots::{Automated, Kind};
use abaque_core::{Game, Options};
use abaque_search::Limits;
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::selfplay::{Opening, opened, play};

pub(super) fn command() -> Command {
    Command::new("abraxas-duel")
        .about("Plays one Abraxas player against another, each opening from both sides")
        .arg(Arg::new("one").required(true).help("a player: 1-8, best, random, greedy, mcts"))
        .arg(Arg::new("two").required(true))
        .arg(number("pairs", "100").help("how many openings"))
        .arg(number("nodes", "0").help("a budget in nodes for both instead of their own"))
        .arg(number("nodes-two", "0").help("the same for the second player only"))
        .arg(number("random", "2").help("pawns put by lot in the opening"))
        .arg(Arg::new("spec").long("spec").default_value("abraxas:sheet=3"))
}

pub(super) fn number(name: &'static str, default: &'static str) -> Arg {
    Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64))
}

/// The options a spec stands for.
pub(super) fn options(spec: &str) -> Result<AbraxasOptions, String> {
    let read = spec.parse().and_then(|spec| AbraxasOptions::from_spec(&spec));
    read.map_err(|error| error.to_string())
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    let text = |name: &str| arguments.get_one::<String>(name).cloned().unwrap_or_default();
    let count = |name: &str| arguments.get_one::<u64>(name).copied().unwrap_or_default();
    let options = options(&text("spec"))?;
    let kind = |name: &str| text(name).parse::<Kind>().map_err(|error| error.to_string());
    let kinds = [kind("one")?, kind("two")?];
    let budget = |nodes: u64| if nodes == 0 { Limits::default() } else { Limits::nodes(nodes) };
    let second = if count("nodes-two") > 0 { count("nodes-two") } else { count("nodes") };
    let limits = [budget(count("nodes")), budget(second)];
    let pairs: Vec<Result<(f64, u32), String>> = (0..count("pairs"))
        .into_par_iter()
        .map(|seed| {
            let hire = |i: usize| Abraxas::bot(&options, &kinds[i]).map_err(|e| e.to_string());
            let (mut one, mut two) = (hire(0)?, hire(1)?);
            let opening = opened(&options, Opening { random: count("random") as usize, seed });
            let start = Abraxas::start(&options);
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
        kinds[0],
        kinds[1],
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
