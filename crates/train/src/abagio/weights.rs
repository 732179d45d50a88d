//! Weights against weights: games at a glance and with one more turn looked at, the same dice from both sides.

use std::path::PathBuf;
use std::sync::Arc;

use abaque_abagio::Abagio;
use abaque_bots::abagio::{Filter, Judge, Seeker, Weights};
use abaque_core::SplitMix;
use abaque_search::{Limits, Meter, Stop};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::duel::{Glance, Hand, Player, WIDTH, duel};
use crate::Recipe;
use crate::arguments::{given, number, pool};

/// How many plays are looked into further.
const LOOKED_INTO: usize = 5;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    let path = |name: &'static str, help: &'static str| {
        Arg::new(name).required(true).help(help).value_parser(value_parser!(PathBuf))
    };
    Command::new("abagio-weights")
        .about("Plays weights of Abagio against others, at a glance and one turn deep")
        .arg(path("one", "A file of weights"))
        .arg(path("other", "Another"))
        .arg(number("pairs", "500", "Pairs of games at a glance"))
        .arg(number("deep", "40", "Pairs of games with one more turn looked at"))
        .arg(number("seed", "21", "Where the dice start from"))
        .arg(number("threads", "2", "Threads (the result does not depend on them)"))
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let number = |name: &str| given(matches, name);
    let read = |name: &str| {
        let path = matches.get_one::<PathBuf>(name).cloned().unwrap_or_default();
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(&path).map_err(|error| wrong(&error))?;
        let weights = Weights::read(&bytes).ok_or_else(|| wrong(&"no weights"))?;
        Ok::<_, String>(Arc::new(Judge::new(&weights)))
    };
    let (one, other) = (read("one")?, read("other")?);
    let pool = pool(matches)?;
    pool.install(|| {
        let (pairs, deep, seed) = (number("pairs"), number("deep"), number("seed"));
        if pairs > 0 {
            println!("at a glance:   {}", duel(&Glance(&one), &Glance(&other), pairs, seed).text());
        }
        if deep > 0 {
            println!("one turn deep: {}", duel(&Deeper(one), &Deeper(other), deep, seed).text());
        }
    });
    Ok(())
}

/// Looks at all throws after its best plays.
struct Deeper(Arc<Judge>);

impl Player for Deeper {
    fn turn(&self, _: &mut Hand, game: &Abagio, _: &mut SplitMix) -> Abagio {
        let filter = Filter { chief: 2, replies: 1, margin: 0.0 };
        let mut seeker = Seeker::new(self.0.clone(), filter);
        let mut meter = Meter::new(Limits::default(), Stop::default());
        let plays = seeker.plays(game, WIDTH, &mut meter);
        let looked = plays.iter().take(LOOKED_INTO).map(|play| {
            let after = play.after();
            (seeker.reached(&after, 1, &mut meter).unwrap_or_default(), after)
        });
        looked.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(*game, |(_, after)| after)
    }
}
