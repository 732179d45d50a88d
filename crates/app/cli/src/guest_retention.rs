//! Options for how long guests are kept, for `serve` and `admin tidy`.

use abaque_core::{Lang, StaticMessage};
use abaque_store::GuestRetention;
use clap::{Arg, ArgMatches, value_parser};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// More than a hundred years means for ever.
const MAX_DAYS: i64 = 36_500;

/// `--forget-guests DAYS` and `--forget-players DAYS`.
pub(crate) fn args(lang: Lang) -> [Arg; 2] {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let days = |name: &'static str, help| {
        let range = value_parser!(i64).range(1..=MAX_DAYS);
        Arg::new(name).long(name).value_name("DAYS").value_parser(range).help(help)
    };
    [
        days(
            "forget-guests",
            say(
                "Delete guests who never played this many days after their last visit (default: 30)",
                "Supprimer les invités qui n'ont jamais joué ce nombre de jours après leur dernière visite (sinon 30)",
            ),
        ),
        days(
            "forget-players",
            say(
                "Delete guests who played this many days after their last visit; their games stay (default: 365)",
                "Supprimer les invités qui ont joué ce nombre de jours après leur dernière visite ; leurs parties restent (sinon 365)",
            ),
        ),
    ]
}

/// Reads the options.
pub(crate) fn parse_retention(matches: &ArgMatches) -> GuestRetention {
    let days = |name: &str| matches.get_one::<i64>(name).map(|days| days * DAY_MS);
    let usual = GuestRetention::default();
    GuestRetention {
        never_played: days("forget-guests").unwrap_or(usual.never_played),
        played: days("forget-players").unwrap_or(usual.played),
    }
}
