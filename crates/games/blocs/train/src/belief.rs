//! Quality of the belief: log loss per unknown pawn.

use abaque_blocs::{Blocs, View};
use abaque_blocs_bot::BotSettings;
use abaque_blocs_bot::belief::{Belief, OWN_STYLE_SHARE, PRESET_SHARE, SetupPrior};
use abaque_blocs_bot::evaluation::EVALUATOR;
use abaque_blocs_bot::style::SetupStyle;
use abaque_blocs_bot::tells::Tells;
use abaque_core::{Game, Observer, Ply, RandomSource, Seat, SplitMix};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{ConfiguredBot, parse_options, play_game};
use abaque_recipe::number_value;

pub(super) fn command() -> Command {
    Command::new("blocs-belief")
        .about("Measures the log-loss per unknown pawn of the uniform belief, of ours and of its parts")
        .arg(Arg::new("games").long("games").default_value("200").value_parser(value_parser!(u64)))
        .arg(
            Arg::new("noise")
                .long("noise")
                .default_value("0")
                .value_parser(value_parser!(f64))
                .help("how far the players' judgement is off, in chances to win"),
        )
        .arg(Arg::new("nodes").long("nodes").default_value("2000").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("5").value_parser(value_parser!(u64)))
        .arg(
            Arg::new("mix")
                .long("mix")
                .action(ArgAction::Append)
                .value_name("OURS,READY")
                .help("also a belief with these shares of set-ups like ours and of ready-made ones, and moves"),
        )
}

/// Groups of set-ups measured.
const SETUP_GROUPS: [&str; 3] = ["our set-ups", "ready-made set-ups", "uniform set-ups"];

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let (games, nodes, seed) = (number("games"), number("nodes"), number("seed"));
    let noise = matches.get_one::<f64>("noise").copied().unwrap_or(0.0);
    let options = parse_options("blocs")?;
    let tells = || Tells::measured().clone();
    let mut priors = vec![
        ("uniform".to_string(), SetupPrior::uniform(&options)),
        ("set-ups".to_string(), SetupPrior::mixture(&options, OWN_STYLE_SHARE, PRESET_SHARE)),
        ("moves".to_string(), SetupPrior::uniform(&options).with_tells(tells())),
        ("ours".to_string(), SetupPrior::typical(&options)),
    ];
    for mix in matches.get_many::<String>("mix").into_iter().flatten() {
        let shares = mix.split_once(',').map(|(a, b)| (a.parse::<f64>(), b.parse::<f64>()));
        let Some((Ok(ours), Ok(ready))) = shares else {
            return Err(format!("`{mix}` is not two shares such as 0.3,0.1"));
        };
        priors.push((mix.clone(), SetupPrior::mixture(&options, ours, ready).with_tells(tells())));
    }
    let presets = abaque_blocs::PRESETS.len() as u64;
    println!("nats a pawn; less than the uniform belief by (95%)");
    for against in SETUP_GROUPS {
        let sums: Vec<(Vec<f64>, f64)> = (0..games)
            .into_par_iter()
            .map(|n| {
                let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ n);
                let mut game = Blocs::start(&options);
                for seat in Seat::ALL {
                    let setup = match against {
                        "our set-ups" => {
                            SetupStyle::ours().sample_setup(&options, seat, &mut source)
                        }
                        "uniform set-ups" => options.random_setup(seat, &mut source),
                        _ => {
                            let preset = source.below(presets) as usize;
                            abaque_blocs::PRESETS[preset].to_setup(&options, seat)
                        }
                    };
                    game.apply_unchecked(Ply::Act(abaque_blocs::Action::Setup(setup)));
                }
                let settings =
                    BotSettings { nodes, noise, worlds: Some(8), depth: 1, ..BotSettings::BEST };
                let mut players = [(); 2]
                    .map(|()| ConfiguredBot::with_settings(&options, settings, &EVALUATOR, false));
                let played = play_game(game, &mut players, source.next_u64());
                let mut losses = vec![0.0; priors.len()];
                let mut pawns = 0.0;
                for game in &played.positions {
                    for seat in Seat::ALL {
                        let view = game.view(Observer::Player(seat));
                        for ((_, prior), sum) in priors.iter().zip(&mut losses) {
                            *sum += loss(game, &view, prior);
                        }
                        pawns += f64::from(unknown_pawns(&view, seat.other()));
                    }
                }
                (losses, pawns)
            })
            .collect();
        let pawns: f64 = sums.iter().map(|(_, pawns)| pawns).sum();
        for (n, (name, _)) in priors.iter().enumerate() {
            let all: f64 = sums.iter().map(|(losses, _)| losses[n]).sum();
            // Games are independent, pawns are not.
            let less: Vec<f64> = sums.iter().map(|(losses, _)| losses[0] - losses[n]).collect();
            let mean = less.iter().sum::<f64>() / pawns;
            let spread: f64 = less
                .iter()
                .zip(&sums)
                .map(|(less, (_, pawns))| (less - mean * pawns).powi(2))
                .sum();
            println!(
                "{name:10} {against:20} {:.4}  {mean:+.4} ± {:.4}  ({pawns:.0} pawns)",
                all / pawns,
                1.96 * spread.sqrt() / pawns
            );
        }
    }
    Ok(())
}

fn unknown_pawns(view: &View, builder: Seat) -> u32 {
    let open = |block: abaque_blocs::BlockKnowledge| {
        block.pawns.iter().filter(|pawn| pawn.is_none()).count()
    };
    view.unknown_blocks(builder).map(open).sum::<usize>() as u32
}

/// Log loss over every pawn the viewer does not know.
fn loss(game: &Blocs, view: &View, prior: &SetupPrior) -> f64 {
    let mut loss = 0.0;
    let Some(belief) = Belief::new(view, prior) else { return loss };
    for (block, odds, _) in belief.odds() {
        let Some(truth) = game.block(block.field) else { continue };
        let mut truth = truth.pawns;
        if game.block_state_index(block.id) & 64 != 0 {
            truth.reverse();
        }
        for slot in (0..3).filter(|&slot| block.pawns[slot].is_none()) {
            loss -= odds[slot][truth[slot] as usize].max(1e-12).ln();
        }
    }
    loss
}
