//! Compares two weight files in games by static evaluation and with one turn of lookahead, with the
//! same dice from both sides.

use std::path::PathBuf;
use std::sync::Arc;

use abaque_abagio::Abagio;
use abaque_abagio_bot::{Evaluator, Expectimax, SearchWidth, Weights};
use abaque_core::SplitMix;
use abaque_search::{SearchBudget, SearchLimits, StopFlag};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::duel::{CHIEF_CANDIDATES, NetPlayer, TurnBuffers, TurnPlayer, play_duel};
use abaque_recipe::{Recipe, number_arg, number_value, thread_pool};

/// Plays searched one turn deeper.
const LOOKAHEAD_PLAYS: usize = 5;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    let path = |name: &'static str, help: &'static str| {
        Arg::new(name).required(true).help(help).value_parser(value_parser!(PathBuf))
    };
    Command::new("abagio-weights")
        .about("Plays weights of Abagio against others, at a glance and one turn deep")
        .arg(path("one", "A file of weights"))
        .arg(path("other", "Another"))
        .arg(number_arg("pairs", "500", "Pairs of games at a glance"))
        .arg(number_arg("deep", "40", "Pairs of games with one more turn looked at"))
        .arg(number_arg("seed", "21", "Where the dice start from"))
        .arg(number_arg("threads", "2", "Threads (the result does not depend on them)"))
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| number_value(matches, name);
    let read = |name: &str| {
        let path = matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(&path).map_err(|error| wrong(&error))?;
        let weights = Weights::from_bytes(&bytes).ok_or_else(|| wrong(&"no weights"))?;
        Ok::<_, String>(Arc::new(Evaluator::new(&weights)))
    };
    let (one, other) = (read("one")?, read("other")?);
    let pool = thread_pool(matches)?;
    pool.install(|| {
        let (pairs, deep, seed) = (number("pairs"), number("deep"), number("seed"));
        if pairs > 0 {
            println!(
                "at a glance:   {}",
                play_duel(&NetPlayer(&one), &NetPlayer(&other), pairs, seed).summary()
            );
        }
        if deep > 0 {
            println!(
                "one turn deep: {}",
                play_duel(&LookaheadPlayer(one), &LookaheadPlayer(other), deep, seed).summary()
            );
        }
    });
    Ok(())
}

/// Searches all throws after its best plays.
struct LookaheadPlayer(Arc<Evaluator>);

impl TurnPlayer for LookaheadPlayer {
    fn play_turn(&self, _: &mut TurnBuffers, game: &Abagio, _: &mut SplitMix) -> Abagio {
        let filter = SearchWidth { chief_landings: 2, replies: 1, margin: 0.0 };
        let mut expectimax = Expectimax::new(self.0.clone(), filter);
        let mut budget = SearchBudget::new(SearchLimits::default(), StopFlag::default());
        let plays = expectimax.ranked_plays(game, CHIEF_CANDIDATES, &mut budget);
        let looked = plays.iter().take(LOOKAHEAD_PLAYS).map(|play| {
            let after = play.after();
            (expectimax.chance_after(&after, 1, &mut budget).unwrap_or_default(), after)
        });
        looked.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(*game, |(_, after)| after)
    }
}
