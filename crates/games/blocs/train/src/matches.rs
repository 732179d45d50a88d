//! Matches between two bots; the games of a pair exchange seats.

use abaque_blocs::Blocs;
use abaque_blocs_bot::evaluation::{EVALUATOR, Evaluator};
use abaque_core::{Game, Millis};
use abaque_search::SearchLimits;
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{ConfiguredBot, SetupSource, parse_options, play_game, progress_bar};

pub(super) fn command() -> Command {
    Command::new("blocs-match")
        .about("Plays two players of Blocs-pions against each other and gives the Elo difference")
        .arg(
            Arg::new("one")
                .required(true)
                .help("a level, best, random, greedy, mcts, seer or uniform; the habits of best, seer and uniform may be changed: best:worlds=16:depth=3"),
        )
        .arg(Arg::new("other").required(true))
        .arg(Arg::new("pairs").long("pairs").default_value("50").value_parser(value_parser!(u64)))
        .arg(Arg::new("nodes").long("nodes").value_parser(value_parser!(u64)))
        .arg(
            Arg::new("time")
                .long("time")
                .value_name("MS")
                .conflicts_with("nodes")
                .value_parser(value_parser!(u64))
                .help("milliseconds a move for both, instead of nodes"),
        )
        .arg(
            Arg::new("eval")
                .long("eval")
                .help("the first player judges by the weights in this file, if it is best, seer or uniform"),
        )
        .arg(
            Arg::new("setups")
                .long("setups")
                .default_value("own,own")
                .value_name("ONE,OTHER")
                .help("where the two players' set-ups come from: own, random, ready-made"),
        )
        .arg(Arg::new("seed").long("seed").default_value("1").value_parser(value_parser!(u64)))
        .arg(Arg::new("spec").long("spec").default_value("blocs"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let (one, other) = (text("one"), text("other"));
    let options = parse_options(&text("spec"))?;
    let (pairs, seed) = (number("pairs").unwrap_or(50), number("seed").unwrap_or(1));
    let evaluator: Option<&'static Evaluator> = match matches.get_one::<String>("eval") {
        None => None,
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            Some(Box::leak(Box::new(Evaluator::parse(&text))))
        }
    };
    let setups = text("setups");
    let (first, second) =
        setups.split_once(',').ok_or_else(|| format!("`{setups}` is not ONE,OTHER"))?;
    let setups = [SetupSource::parse(first)?, SetupSource::parse(second)?];
    let limits = match (number("nodes"), number("time")) {
        (Some(nodes), _) => SearchLimits::nodes(nodes),
        (None, Some(time)) => SearchLimits::time(Millis(time)),
        (None, None) => SearchLimits::default(),
    };
    let open_first = || ConfiguredBot::new(&options, &one, limits, evaluator.unwrap_or(&EVALUATOR));
    let open_second = || ConfiguredBot::new(&options, &other, limits, &EVALUATOR);
    open_first()?;
    open_second()?;
    let bar = progress_bar("games", 2 * pairs);
    let shares: Vec<f64> = (0..pairs)
        .into_par_iter()
        .map(|pair| {
            let start = Blocs::start(&options);
            let mut sum = 0.0;
            for swapped in [false, true] {
                let (Ok(ours), Ok(theirs)) = (open_first(), open_second()) else {
                    continue;
                };
                let (ours, theirs) = (ours.with_setups(setups[0]), theirs.with_setups(setups[1]));
                let mut players = if swapped { [theirs, ours] } else { [ours, theirs] };
                let game_seed = seed.wrapping_mul(1 << 32) ^ (2 * pair + u64::from(swapped));
                let blue = play_game(start, &mut players, game_seed).blue_share;
                sum += if swapped { 1.0 - blue } else { blue };
                bar.inc(1);
            }
            sum / 2.0
        })
        .collect();
    bar.finish_and_clear();
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let spread =
        shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (spread / n).sqrt();
    let elo = |share: f64| {
        let share = share.clamp(0.5 / n / 2.0, 1.0 - 0.5 / n / 2.0);
        400.0 * (share / (1.0 - share)).log10()
    };
    println!(
        "{one} against {other}: {:.1}% ± {:.1} in {} games, Elo {:+.0} ({:+.0} to {:+.0})",
        100.0 * mean,
        100.0 * error,
        2 * shares.len(),
        elo(mean),
        elo(mean - error),
        elo(mean + error)
    );
    Ok(())
}
