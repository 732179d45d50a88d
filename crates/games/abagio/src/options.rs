use alloc::string::String;

use abaque_core::{GameDescription, GameOptions, OptionDescription, ParseError, StaticMessage};

use crate::endings;

/// How the first player is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FirstPlayer {
    /// By the deciding dice (AGO-01).
    #[default]
    Roll,
    /// Red starts.
    Red,
    /// Purple starts.
    Purple,
}

impl FirstPlayer {
    /// Every value.
    pub const ALL: [FirstPlayer; 3] = [FirstPlayer::Roll, FirstPlayer::Red, FirstPlayer::Purple];

    /// The name in specs.
    pub const fn as_str(self) -> &'static str {
        match self {
            FirstPlayer::Roll => "roll",
            FirstPlayer::Red => "r",
            FirstPlayer::Purple => "p",
        }
    }
}

/// The options of Abagio.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    /// How the first player is chosen.
    pub first: FirstPlayer,
}

static DESCRIPTION: GameDescription = GameDescription {
    name: "abagio",
    title: StaticMessage::new("Abagio", "Abagio"),
    blurb: StaticMessage::new(
        "Race your twelve frogs to the pond: hit, cover and block, with one chief frog for both players.",
        "Menez vos douze grenouilles à l'étang\u{a0}: frappez, couvrez, bloquez, avec une grenouille en chef pour deux.",
    ),
    letters: ['r', 'p'],
    players: [StaticMessage::new("Red", "Rouge"), StaticMessage::new("Purple", "Pourpre")],
    options: &[OptionDescription {
        key: "first",
        default: "roll",
        values: StaticMessage::same("roll | r | p"),
        help: StaticMessage::new(
            "Who plays first: decided by the dice, Red or Purple; the corner stacks follow",
            "Qui joue en premier\u{a0}: les dés en décident, Rouge ou Pourpre\u{a0}; les piles des coins suivent",
        ),
    }],
    rule_prefix: "AGO",
    endings: &[endings::POND],
};

impl GameOptions for Options {
    fn description() -> &'static GameDescription {
        &DESCRIPTION
    }

    fn set(&mut self, _key: &'static str, value: &str) -> Result<(), ParseError> {
        self.first = FirstPlayer::ALL
            .into_iter()
            .find(|first| first.as_str() == value)
            .ok_or_else(|| DESCRIPTION.options[0].invalid_value(value))?;
        Ok(())
    }

    fn get(&self, _key: &'static str) -> String {
        self.first.as_str().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::Spec;

    fn read(text: &str) -> Result<Options, ParseError> {
        Options::from_spec(&text.parse::<Spec>()?)
    }

    #[test]
    fn first_is_the_only_option_of_the_game() {
        assert_eq!(read("abagio"), read("abagio:first=roll"));
        assert_eq!(read("abagio:first=p").unwrap().to_spec().to_string(), "abagio:first=p");
        assert_eq!(read("abagio:first=roll").unwrap().to_spec().to_string(), "abagio");
        assert!(read("abagio:first=red").unwrap_err().to_string().contains("roll | r | p"));
        assert!(read("abagio:last=r").is_err());
    }
}
