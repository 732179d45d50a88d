//! Plays each level against the previous one, with the same dice from both sides and luck-adjusted
//! results.

use abaque_abagio::{Abagio, Options};
use abaque_bot::{Bot, BotKind, GameBots, Level, Observation, SearchRequest};
use abaque_core::{Game, Ply, RandomSource, SplitMix, Turn};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::duel::{TurnBuffers, TurnPlayer, play_duel};
use abaque_recipe::Recipe;

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
        let result = play_duel(
            &LevelPlayer(BotKind::Level(one)),
            &LevelPlayer(BotKind::Level(other)),
            pairs,
            5,
        );
        println!("{number} against {}: {}", number - 1, result.summary());
    }
    Ok(())
}

/// A shipped bot.
pub(crate) struct LevelPlayer(pub(crate) BotKind);

impl TurnPlayer for LevelPlayer {
    fn play_turn(&self, _: &mut TurnBuffers, game: &Abagio, source: &mut SplitMix) -> Abagio {
        let mut game = *game;
        let Ok(mut bot) = abaque_abagio_bot::Bots::bot(&Options::default(), &self.0) else {
            return game;
        };
        while let Some(next) = play_action(&mut *bot, &game, source.next_u64()) {
            game = next;
        }
        game
    }
}

/// The position after the bot's next action, while it is its turn.
fn play_action(bot: &mut dyn Bot<Abagio>, game: &Abagio, seed: u64) -> Option<Abagio> {
    let Turn::Of(seat) = game.turn() else { return None };
    let request = SearchRequest { seed, ..SearchRequest::default() };
    let result =
        bot.think(&Observation::without_history(*game, seat), &request, &mut |_| ()).ok()?;
    let mut next = *game;
    next.apply_unchecked(Ply::Act(result.action));
    Some(next)
}
