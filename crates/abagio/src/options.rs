use abaque_core::{BadText, GameInfo, OptionInfo, Options, Words};

/// Who plays first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum First {
    /// The deciding dice say (AGO-01).
    #[default]
    Roll,
    /// Red.
    Red,
    /// Purple.
    Purple,
}

impl First {
    /// Every value.
    pub const ALL: [First; 3] = [First::Roll, First::Red, First::Purple];

    /// The word in specs.
    pub const fn word(self) -> &'static str {
        match self {
            First::Roll => "roll",
            First::Red => "r",
            First::Purple => "p",
        }
    }
}

/// The options of Abagio.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AbagioOptions {
    /// Who plays first.
    pub first: First,
}

static INFO: GameInfo = GameInfo {
    name: "abagio",
    title: Words::new("Abagio", "Abagio"),
    blurb: Words::new(
        "Race twelve frogs to the pond: hit, cover and block, with a yellow chief for both.",
        "Mener douze grenouilles à l'étang : frapper, couvrir, bloquer, avec une grenouille en chef pour les deux.",
    ),
    letters: ['r', 'p'],
    players: [Words::new("Red", "Rouge"), Words::new("Purple", "Pourpre")],
    options: &[OptionInfo {
        key: "first",
        default: "roll",
        values: Words::same("roll | r | p"),
        help: Words::new(
            "Who plays first: decided by the dice, Red or Purple; the corner stacks follow",
            "Qui joue en premier : les dés en décident, Rouge ou Pourpre ; les piles des coins suivent",
        ),
    }],
};

impl Options for AbagioOptions {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn set(&mut self, _key: &'static str, value: &str) -> Result<(), BadText> {
        self.first = First::ALL
            .into_iter()
            .find(|first| first.word() == value)
            .ok_or_else(|| INFO.options[0].refuse(value))?;
        Ok(())
    }

    fn get(&self, _key: &'static str) -> String {
        self.first.word().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::Spec;

    fn read(text: &str) -> Result<AbagioOptions, BadText> {
        AbagioOptions::from_spec(&text.parse::<Spec>()?)
    }

    #[test]
    fn first_is_the_only_option() {
        assert_eq!(read("abagio"), read("abagio:first=roll"));
        assert_eq!(read("abagio:first=p").unwrap().spec().to_string(), "abagio:first=p");
        assert_eq!(read("abagio:first=roll").unwrap().spec().to_string(), "abagio");
        assert!(read("abagio:first=red").unwrap_err().to_string().contains("roll | r | p"));
        assert!(read("abagio:last=r").is_err());
    }
}
