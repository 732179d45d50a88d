//! Players by seat, people and bots, from the command line or a saved game.

use abaque_bots::{BotKind, Level};
use abaque_client::local::{ResumableGame, SeatedPlayer};
use abaque_core::{GameDescription, Lang, Millis, ParseError, Seat, message};
use clap::ArgMatches;

use super::computer::Computer;
use crate::command_error::CommandError;
use crate::search_limits;

/// Prefix of an external program's command line.
pub(crate) const PROGRAM_PREFIX: &str = "ugi:";

/// The bots by seat; `None` is a person.
pub(crate) type Computers = [Option<Computer>; 2];

/// The player arguments of the command line.
#[derive(Clone, Default)]
pub(crate) struct PlayerArgs {
    /// Each seat as text: `human`, `5`, `best`, …; `None` if not given.
    seats: [Option<String>; 2],
    /// Thinking time of the bots.
    pub(crate) time: Option<Millis>,
    seed: Option<u64>,
}

impl PlayerArgs {
    /// Reads `--level`, `--side`, `--levels`, `--player1`, `--player2`, `--time` and `--seed`.
    pub(crate) fn from_matches(
        matches: &ArgMatches,
        info: &GameDescription,
    ) -> Result<PlayerArgs, CommandError> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let time = text("time").map(search_limits::parse_duration).transpose()?;
        let mut seats = [text("player1"), text("player2")].map(|seat| seat.map(String::from));
        if let Some(levels) = text("levels") {
            let Some((first, second)) = levels.split_once(',') else {
                return Err(CommandError::input(message!(
                    "--levels needs two levels, such as `3,7`",
                    "--levels demande deux niveaux, par exemple «\u{a0}3,7\u{a0}»"
                )));
            };
            seats = [Some(first.into()), Some(second.into())];
        }
        let side = text("side").map(|side| parse_side(side, info)).transpose()?;
        if let Some(level) = text("level") {
            let human = side.unwrap_or(Seat::First);
            seats[human.index()] = Some("human".into());
            seats[human.other().index()] = Some(level.into());
        }
        Ok(PlayerArgs { seats, time, seed: matches.get_one::<u64>("seed").copied() })
    }

    /// Whether neither player was given.
    pub(crate) fn is_unspecified(&self) -> bool {
        self.seats.iter().all(Option::is_none)
    }

    /// A person on the first seat, against this bot level or another person.
    pub(crate) fn against(mut self, level: Option<Level>) -> PlayerArgs {
        self.seats[Seat::Second.index()] = level.map(|level| level.to_string());
        self
    }

    /// Fills in missing arguments from a saved game.
    pub(crate) fn or_saved(mut self, saved: &ResumableGame) -> Result<PlayerArgs, CommandError> {
        for (wanted, seat) in self.seats.iter_mut().zip(Seat::ALL) {
            if wanted.is_some() {
                continue;
            }
            *wanted = saved.computer(seat).map(String::from);
            // A saved file must not be able to start programs.
            if let Some(command) =
                wanted.as_deref().and_then(|text| text.strip_prefix(PROGRAM_PREFIX))
            {
                return Err(CommandError::input(message!(
                    "this game was played with another program, `{command}`: name it again with --player1 or --player2",
                    "cette partie se jouait avec un autre programme, «\u{a0}{command}\u{a0}»\u{a0}: redonnez-le avec --player1 ou --player2"
                )));
            }
        }
        if self.time.is_none() {
            self.time = saved.computer_time()?;
        }
        Ok(self)
    }

    /// Swaps the seats.
    pub(crate) fn swap_sides(&mut self) {
        self.seats.swap(0, 1);
    }

    /// Opens the bots for a game.
    pub(crate) fn open_computers(&self, spec: &str) -> Result<Computers, CommandError> {
        let mut computers: Computers = [None, None];
        for (computer, wanted) in computers.iter_mut().zip(&self.seats) {
            if let Some(text) = wanted.as_deref().filter(|text| *text != "human") {
                *computer = Some(Computer::new(spec, text, self.seed)?);
            }
        }
        Ok(computers)
    }
}

/// The players by seat; bots without a name are named by their kind.
pub(crate) fn seat_players(
    names: [Option<String>; 2],
    computers: &Computers,
    lang: Lang,
) -> [SeatedPlayer; 2] {
    let mut players = names.map(|name| SeatedPlayer { name, computer: None });
    for (player, computer) in players.iter_mut().zip(computers) {
        if let Some(computer) = computer {
            player.computer = Some(computer.kind().clone());
            player.name.get_or_insert_with(|| computer.name().get(lang).into());
        }
    }
    players
}

/// Whether this is a generated bot name.
pub(crate) fn is_generated_name(name: &str) -> bool {
    ["computer", "ordinateur"]
        .iter()
        .any(|ours| name == *ours || name.starts_with(&format!("{ours}, ")))
}

/// Parses a kind; the error lists `human` too.
pub(crate) fn parse_kind(text: &str) -> Result<BotKind, ParseError> {
    if text.is_empty() {
        return Err(ParseError::new(
            "PLAYER",
            message!(
                "write `human`, a level from 1 to 8, `best`, or `ugi:` and a command",
                "écrire «\u{a0}human\u{a0}», un niveau de 1 à 8, «\u{a0}best\u{a0}», ou «\u{a0}ugi:\u{a0}» et une commande"
            ),
        ));
    }
    text.parse()
}

fn parse_side(text: &str, info: &GameDescription) -> Result<Seat, CommandError> {
    let wanted = text.to_lowercase();
    let is = |seat: Seat| {
        let i = seat.index();
        let names = [info.players[i].en.to_lowercase(), info.players[i].fr.to_lowercase()];
        let number = ["first", "second"][i];
        wanted == info.letters[i].to_string() || wanted == number || names.contains(&wanted)
    };
    Seat::ALL.into_iter().find(|&seat| is(seat)).ok_or_else(|| {
        let [a, b] = info.letters;
        CommandError::input(message!(
            "there is no side `{text}`; allowed: {a}, {b}, first, second",
            "il n'y a pas de camp «\u{a0}{text}\u{a0}»\u{a0}; possibles\u{a0}: {a}, {b}, first, second"
        ))
    })
}
