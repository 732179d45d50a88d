pub(crate) mod admin;
mod analyse;
mod best;
pub(crate) mod config;
mod contest;
pub(crate) mod doctor;
mod draw;
mod games;
mod generate;
mod perft;
mod position;
pub(crate) mod puzzle;
pub(crate) mod ready;
mod record;
pub(crate) mod rules;
mod serve;
mod ugi;

use abaque_catalog::AnyGame;
use abaque_core::{Lang, Observer, Seat, message};
use clap::ArgMatches;

pub(crate) use analyse::{player_names, write_plot as draw_plot};
pub(crate) use record::read_text;

use crate::command_error::CommandError;
use crate::config::Settings;
use crate::{online, output, play};

/// Runs the chosen command.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    match matches.subcommand() {
        None => serve::run(&Settings::personal()?, lang),
        Some(("serve", m)) => serve::run(&Settings::load(m)?, lang),
        Some(("config", m)) => config::run(m, lang),
        Some(("doctor", m)) => doctor::run(m, lang),
        Some(("ready", m)) => ready::run(m),
        Some(("play", m)) => play::run(Some(m), lang),
        Some(("online", m)) => online::run(m, lang),
        Some(("games", m)) => games::run(m, lang),
        Some(("rules", m)) => rules::run(m, lang),
        Some(("position", m)) => position::position(m),
        Some(("moves", m)) => position::moves(m, lang),
        Some(("status", m)) => position::status(m),
        Some(("view", m)) => position::view(m),
        Some(("remarks", m)) => position::remarks(m, lang),
        Some(("perft", m)) => perft::run(m),
        Some(("puzzle", m)) => puzzle::run(m, lang),
        Some(("best", m)) => best::run(m, lang),
        Some(("match", m)) => contest::run(m, lang),
        Some(("analyse", m)) => analyse::run(m, lang),
        Some(("ugi", _)) => ugi::run(),
        Some(("draw", m)) => draw::run(m, lang),
        Some(("record", m)) => record::run(m, lang),
        Some(("admin", m)) => admin::run(m, lang),
        Some(("completions", m)) => generate::completions(m, lang),
        Some(("man", m)) => generate::man(m, lang),
        Some((other, _)) => Err(CommandError::input(message!(
            "unknown command `{other}`",
            "commande inconnue «\u{a0}{other}\u{a0}»"
        ))),
    }
}

/// The text of a required argument (clap guarantees it).
fn text<'a>(matches: &'a ArgMatches, name: &str) -> &'a str {
    matches.get_one::<String>(name).map_or("", String::as_str)
}

/// The game of `SPEC [--position POS]`.
fn game(matches: &ArgMatches) -> Result<Box<dyn AnyGame>, CommandError> {
    let spec = text(matches, "spec");
    Ok(match matches.get_one::<String>("position") {
        Some(position) => abaque_catalog::open_at(spec, position)?,
        None => abaque_catalog::open(spec)?,
    })
}

/// Parses an observer: a player's letter or `spectator`.
fn observer(letters: [char; 2], who: &str) -> Result<Observer, CommandError> {
    if who == "spectator" {
        return Ok(Observer::Spectator);
    }
    let seat = Seat::ALL.into_iter().find(|seat| letters[seat.index()].to_string() == who);
    seat.map(Observer::Player).ok_or_else(|| {
        let [a, b] = letters;
        CommandError::input(message!(
            "there is no player `{who}`; allowed: {a}, {b}, spectator",
            "il n'y a pas de joueur «\u{a0}{who}\u{a0}»\u{a0}; possibles\u{a0}: {a}, {b}, spectator"
        ))
    })
}

fn json(matches: &ArgMatches) -> bool {
    output::wants_json(matches)
}
