//! How long guests are remembered: said to the server, and to whoever tidies by hand.

use abaque_core::{Lang, Words};
use abaque_store::Patience;
use clap::{Arg, ArgMatches, value_parser};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// More than a hundred years is for ever.
const LONGEST: i64 = 36_500;

/// `--forget-guests DAYS` and `--forget-players DAYS`.
pub(crate) fn args(lang: Lang) -> [Arg; 2] {
    let say = |en, fr| Words::new(en, fr).get(lang);
    let days = |name: &'static str, help| {
        let range = value_parser!(i64).range(1..=LONGEST);
        Arg::new(name).long(name).value_name("DAYS").value_parser(range).help(help)
    };
    [
        days(
            "forget-guests",
            say(
                "Forget guests who never sat at a table so many days after they were last here (default: 30)",
                "Oublier les invités qui n'ont jamais joué, tant de jours après leur dernière visite (sinon 30)",
            ),
        ),
        days(
            "forget-players",
            say(
                "Forget guests who played so many days after they were last here; their games stay (default: 365)",
                "Oublier les invités qui ont joué, tant de jours après leur dernière visite ; leurs parties restent (sinon 365)",
            ),
        ),
    ]
}

/// What was said about it.
pub(crate) fn patience(matches: &ArgMatches) -> Patience {
    let days = |name: &str| matches.get_one::<i64>(name).map(|days| days * DAY);
    let usual = Patience::default();
    Patience {
        lookers: days("forget-guests").unwrap_or(usual.lookers),
        players: days("forget-players").unwrap_or(usual.players),
    }
}
