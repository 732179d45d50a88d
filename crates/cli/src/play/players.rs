//! Who sits where: people and computers, as the command line or a saved game says.

use abaque_catalog::bots::{Kind, Level};
use abaque_client::local::{Player, Saved};
use abaque_core::{BadText, GameInfo, Lang, Millis, Seat, said};
use clap::ArgMatches;

use super::computer::Computer;
use crate::failure::Failure;
use crate::span;

/// What the command line of another program begins with.
pub(crate) const PROGRAM: &str = "ugi:";

/// The computers among the players, by seat; `None` is a person.
pub(crate) type Computers = [Option<Computer>; 2];

/// What the command line says of the players.
#[derive(Clone, Default)]
pub(crate) struct Wanted {
    /// Each seat as text: `human`, `5`, `best`, …; `None` where nothing is said.
    seats: [Option<String>; 2],
    /// How long computers think.
    pub(crate) time: Option<Millis>,
    seed: Option<u64>,
}

impl Wanted {
    /// Reads `--level`, `--side`, `--levels`, `--player1`, `--player2`, `--time` and `--seed`.
    pub(crate) fn read(matches: &ArgMatches, info: &GameInfo) -> Result<Wanted, Failure> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let time = text("time").map(span::read).transpose()?;
        let mut seats = [text("player1"), text("player2")].map(|seat| seat.map(String::from));
        if let Some(levels) = text("levels") {
            let Some((first, second)) = levels.split_once(',') else {
                return Err(Failure::input(said!(
                    "--levels takes two, as in `3,7`",
                    "--levels en veut deux, comme « 3,7 »"
                )));
            };
            seats = [Some(first.into()), Some(second.into())];
        }
        let side = text("side").map(|side| side_of(side, info)).transpose()?;
        if let Some(level) = text("level") {
            let human = side.unwrap_or(Seat::First);
            seats[human.index()] = Some("human".into());
            seats[human.other().index()] = Some(level.into());
        }
        Ok(Wanted { seats, time, seed: matches.get_one::<u64>("seed").copied() })
    }

    /// Whether nothing was said about either player.
    pub(crate) fn is_open(&self) -> bool {
        self.seats.iter().all(Option::is_none)
    }

    /// A person first, against this level of the computer or another person.
    pub(crate) fn against(mut self, level: Option<Level>) -> Wanted {
        self.seats[Seat::Second.index()] = level.map(|level| level.to_string());
        self
    }

    /// Fills what the command line left open from a saved game.
    pub(crate) fn or_saved(mut self, saved: &Saved) -> Result<Wanted, Failure> {
        for (wanted, seat) in self.seats.iter_mut().zip(Seat::ALL) {
            if wanted.is_some() {
                continue;
            }
            *wanted = saved.computer(seat).map(String::from);
            // A file must not be able to start programs.
            if let Some(command) = wanted.as_deref().and_then(|text| text.strip_prefix(PROGRAM)) {
                return Err(Failure::input(said!(
                    "this game was played with another program, `{command}`: name it again with --player1 or --player2",
                    "cette partie se jouait avec un autre programme, « {command} » : le redonner avec --player1 ou --player2"
                )));
            }
        }
        if self.time.is_none() {
            self.time = saved.computer_time()?;
        }
        Ok(self)
    }

    /// Changes sides.
    pub(crate) fn swap(&mut self) {
        self.seats.swap(0, 1);
    }

    /// Seats the computers for a game.
    pub(crate) fn sit(&self, spec: &str) -> Result<Computers, Failure> {
        let mut computers: Computers = [None, None];
        for (computer, wanted) in computers.iter_mut().zip(&self.seats) {
            if let Some(text) = wanted.as_deref().filter(|text| *text != "human") {
                *computer = Some(Computer::new(spec, text, self.seed)?);
            }
        }
        Ok(computers)
    }
}

/// Who sits where, a computer called by what it is where it was given no name.
pub(crate) fn seated(names: [Option<String>; 2], computers: &Computers, lang: Lang) -> [Player; 2] {
    let mut players = names.map(|name| Player { name, computer: None });
    for (player, computer) in players.iter_mut().zip(computers) {
        if let Some(computer) = computer {
            player.computer = Some(computer.kind().clone());
            player.name.get_or_insert_with(|| computer.name().get(lang).into());
        }
    }
    players
}

/// Whether a computer was given this name by the program.
pub(crate) fn is_ours(name: &str) -> bool {
    ["computer", "ordinateur"]
        .iter()
        .any(|ours| name == *ours || name.starts_with(&format!("{ours}, ")))
}

/// Reads a kind; the error names people too, who may sit here.
pub(crate) fn kind(text: &str) -> Result<Kind, BadText> {
    if text.is_empty() {
        return Err(BadText::new(
            "PLAYER",
            said!(
                "write `human`, a level from 1 to 8, `best`, or `ugi:` and a command",
                "écrire « human », un niveau de 1 à 8, « best », ou « ugi: » et une commande"
            ),
        ));
    }
    text.parse()
}

fn side_of(text: &str, info: &GameInfo) -> Result<Seat, Failure> {
    let wanted = text.to_lowercase();
    let is = |seat: Seat| {
        let i = seat.index();
        let names = [info.players[i].en.to_lowercase(), info.players[i].fr.to_lowercase()];
        let number = ["first", "second"][i];
        wanted == info.letters[i].to_string() || wanted == number || names.contains(&wanted)
    };
    Seat::ALL.into_iter().find(|&seat| is(seat)).ok_or_else(|| {
        let [a, b] = info.letters;
        Failure::input(said!(
            "there is no side `{text}`; allowed: {a}, {b}, first, second",
            "il n'y a pas de camp « {text} » ; possibles : {a}, {b}, first, second"
        ))
    })
}
