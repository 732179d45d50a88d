//! How well the belief knows what it cannot see: log-loss per unknown pawn.

use abaque_blocs::{Blocs, View};
use abaque_bots::blocs::Habits;
use abaque_bots::blocs::belief::{Belief, Prior};
use abaque_bots::blocs::eval::EVAL;
use abaque_bots::blocs::style::Style;
use abaque_core::{Game, Observer, Ply, Seat, Source, SplitMix};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::prelude::*;

use super::game::{Contender, options, play};

pub(super) fn command() -> Command {
    Command::new("blocs-belief")
        .about("Measures the log-loss per unknown pawn of the uniform belief and of ours")
        .arg(Arg::new("games").long("games").default_value("200").value_parser(value_parser!(u64)))
        .arg(Arg::new("seed").long("seed").default_value("5").value_parser(value_parser!(u64)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or(0);
    let (games, seed) = (number("games"), number("seed"));
    let options = options("blocs")?;
    let priors = [("uniform", Prior::uniform(&options)), ("ours", Prior::likely(&options))];
    let presets = abaque_blocs::PRESETS.len() as u64;
    for against in ["our set-ups", "uniform set-ups", "ready-made set-ups"] {
        let sums = (0..games)
            .into_par_iter()
            .map(|n| {
                let mut source = SplitMix(seed.wrapping_mul(1 << 32) ^ n);
                let mut game = Blocs::start(&options);
                for seat in Seat::ALL {
                    let setup = match against {
                        "our set-ups" => Style::ours().set_up(&options, seat, &mut source),
                        "uniform set-ups" => options.random_setup(seat, &mut source),
                        _ => {
                            let preset = source.below(presets) as usize;
                            abaque_blocs::PRESETS[preset].setup(&options, seat)
                        }
                    };
                    game.apply_unchecked(Ply::Act(abaque_blocs::Action::Setup(setup)));
                }
                let habits = Habits { nodes: 2_000, worlds: Some(8), depth: 1, ..Habits::BEST };
                let mut players = [(); 2].map(|()| Contender::with(&options, habits, &EVAL, false));
                let played = play(game, &mut players, source.next_u64());
                let mut sums = [(0.0, 0.0); 2];
                for game in &played.positions {
                    for seat in Seat::ALL {
                        let view = game.view(Observer::Player(seat));
                        for ((_, prior), sum) in priors.iter().zip(&mut sums) {
                            add_loss(game, &view, prior, sum);
                        }
                    }
                }
                sums
            })
            .reduce(
                || [(0.0, 0.0); 2],
                |a, b| std::array::from_fn(|i| (a[i].0 + b[i].0, a[i].1 + b[i].1)),
            );
        for ((name, _), (loss, pawns)) in priors.iter().zip(sums) {
            println!(
                "{name:8} against {against}: {:.4} nats a pawn ({pawns:.0} pawns)",
                loss / pawns
            );
        }
    }
    Ok(())
}

/// Adds the loss over every pawn the viewer does not know.
fn add_loss(game: &Blocs, view: &View, prior: &Prior, (loss, pawns): &mut (f64, f64)) {
    let Some(belief) = Belief::new(view, prior) else { return };
    for (block, odds, _) in belief.odds() {
        let Some(truth) = game.block(block.field) else { continue };
        let mut truth = truth.pawns;
        if game.stance(block.id) & 64 != 0 {
            truth.reverse();
        }
        for slot in (0..3).filter(|&slot| block.pawns[slot].is_none()) {
            *loss -= odds[slot][truth[slot] as usize].max(1e-12).ln();
            *pawns += 1.0;
        }
    }
}
