use alloc::string::{String, ToString};

use abaque_core::{GameDescription, GameOptions, OptionDescription, ParseError, StaticMessage};

use crate::endings;

/// How the first player is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FirstPlayer {
    /// By the deciding throws (RGU-01).
    #[default]
    Roll,
    /// White starts.
    White,
    /// Black starts.
    Black,
}

impl FirstPlayer {
    const ALL: [FirstPlayer; 3] = [FirstPlayer::Roll, FirstPlayer::White, FirstPlayer::Black];

    /// The name in specs.
    pub const fn as_str(self) -> &'static str {
        match self {
            FirstPlayer::Roll => "roll",
            FirstPlayer::White => "w",
            FirstPlayer::Black => "b",
        }
    }
}

/// The options of the Royal Game of Ur.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Pieces of each player, 7 or 5.
    pub pieces: u8,
    /// How the first player is chosen.
    pub first: FirstPlayer,
}

impl Default for Options {
    fn default() -> Options {
        Options { pieces: 7, first: FirstPlayer::Roll }
    }
}

static DESCRIPTION: GameDescription = GameDescription {
    name: "ur",
    title: StaticMessage::new("Royal Game of Ur", "Jeu royal d'Ur"),
    blurb: StaticMessage::new(
        "Race your seven pieces home: rosettes give another roll, and the middle one is safe.",
        "Menez vos sept pions au bout du chemin\u{a0}: les rosaces font rejouer, celle du milieu protège.",
    ),
    letters: ['w', 'b'],
    players: [StaticMessage::new("White", "Blanc"), StaticMessage::new("Black", "Noir")],
    options: &[
        OptionDescription {
            key: "pieces",
            default: "7",
            values: StaticMessage::same("7 | 5"),
            help: StaticMessage::new(
                "Pieces of each player; five make a short game",
                "Pions de chaque joueur\u{a0}; cinq font une partie courte",
            ),
        },
        OptionDescription {
            key: "first",
            default: "roll",
            values: StaticMessage::same("roll | w | b"),
            help: StaticMessage::new(
                "Who plays first: decided by the dice, White or Black",
                "Qui joue en premier\u{a0}: les dés en décident, Blanc ou Noir",
            ),
        },
    ],
    rule_prefix: "RGU",
    endings: &[endings::HOME],
};

impl GameOptions for Options {
    fn description() -> &'static GameDescription {
        &DESCRIPTION
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseError> {
        match (key, value) {
            ("pieces", "5") => self.pieces = 5,
            ("pieces", "7") => self.pieces = 7,
            ("pieces", _) => return Err(DESCRIPTION.options[0].invalid_value(value)),
            _ => {
                self.first = FirstPlayer::ALL
                    .into_iter()
                    .find(|first| first.as_str() == value)
                    .ok_or_else(|| DESCRIPTION.options[1].invalid_value(value))?;
            }
        }
        Ok(())
    }

    fn get(&self, key: &'static str) -> String {
        match key {
            "pieces" => self.pieces.to_string(),
            _ => self.first.as_str().into(),
        }
    }
}
