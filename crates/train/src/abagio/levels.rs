//! Each level against the one before, with the same dice from both sides and luck taken out.

use abaque_abagio::{Abagio, AbagioOptions};
use abaque_bots::{Automated, Bot, Brief, Kind, Level, Sight};
use abaque_core::{Game, Ply, Source, SplitMix, Turn};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::duel::{Hand, Player, duel};
use crate::Recipe;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    let arg = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).default_value(default).help(help)
    };
    Command::new("abagio-levels")
        .about("Plays each level of Abagio against the one before")
        .arg(
            arg("pairs", "200", "Pairs of games with the same dice")
                .value_parser(value_parser!(u64)),
        )
        .arg(arg("from", "2", "The first level to measure").value_parser(value_parser!(u8)))
        .arg(arg("to", "8", "The last level to measure").value_parser(value_parser!(u8)))
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let pairs = matches.get_one::<u64>("pairs").copied().unwrap_or_default();
    let level = |name: &str| matches.get_one::<u8>(name).copied().unwrap_or_default();
    for number in level("from").max(2)..=level("to") {
        let (Some(one), Some(other)) = (Level::new(number), Level::new(number - 1)) else { break };
        let result = duel(&Hired(Kind::Level(one)), &Hired(Kind::Level(other)), pairs, 5);
        println!("{number} against {}: {}", number - 1, result.text());
    }
    Ok(())
}

/// A computer player as the program offers it.
pub(crate) struct Hired(pub(crate) Kind);

impl Player for Hired {
    fn turn(&self, _: &mut Hand, game: &Abagio, source: &mut SplitMix) -> Abagio {
        let mut game = *game;
        let Ok(mut bot) = Abagio::bot(&AbagioOptions::default(), &self.0) else { return game };
        while let Some(next) = step(&mut *bot, &game, source.next_u64()) {
            game = next;
        }
        game
    }
}

/// The position after the bot's next action, while it is its turn.
fn step(bot: &mut dyn Bot<Abagio>, game: &Abagio, seed: u64) -> Option<Abagio> {
    let Turn::Of(seat) = game.turn() else { return None };
    let brief = Brief { seed, ..Brief::default() };
    let thought = bot.think(&Sight::fresh(*game, seat), &brief, &mut |_| ()).ok()?;
    let mut next = *game;
    next.apply_unchecked(Ply::Act(thought.action));
    Some(next)
}
