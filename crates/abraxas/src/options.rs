use abaque_core::{BadText, GameInfo, OptionInfo, Options, Words, number};

use crate::Sheet;

/// Which arrows there are (ABR-03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PushRule {
    /// Counter-clockwise only.
    #[default]
    Ccw,
    /// To both neighbouring corners.
    Either,
}

/// Which three of a line may stay (ABR-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Leave {
    /// Not three side by side where that can be avoided.
    #[default]
    Spread,
    /// Any three.
    Free,
}

/// Who finds the lines (ABR-19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Claim {
    /// The program: lines must be taken.
    #[default]
    Auto,
    /// The player: what is not claimed is lost.
    Manual,
}

/// The options of Abraxas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AbraxasOptions {
    /// The sheet under the plate.
    pub sheet: Sheet,
    /// Which arrows there are.
    pub push: PushRule,
    /// Which three of a line may stay.
    pub leave: Leave,
    /// Who finds the lines.
    pub claim: Claim,
    /// How many pawns win, 1 to 12.
    pub target: u8,
}

impl Default for AbraxasOptions {
    fn default() -> AbraxasOptions {
        AbraxasOptions {
            sheet: Sheet::default(),
            push: PushRule::default(),
            leave: Leave::default(),
            claim: Claim::default(),
            target: 11,
        }
    }
}

static INFO: GameInfo = GameInfo {
    name: "abraxas",
    title: Words::new("Abraxas", "Abraxas"),
    blurb: Words::new(
        "Put a pawn, push the plate, line up four red spots of pawns and printed dots, and take pawns.",
        "Poser un pion, pousser la plaque à trous, aligner quatre ronds rouges, pions ou points, et gagner des pions.",
    ),
    letters: ['1', '2'],
    players: [Words::new("Player 1", "Joueur 1"), Words::new("Player 2", "Joueur 2")],
    options: &OPTIONS,
};

const OPTIONS: [OptionInfo; 5] = [
    OptionInfo {
        key: "sheet",
        default: "1",
        values: Words::new(
            "1-6 | 81 characters . and o, top row first",
            "1-6 | 81 caractères . et o, rangée du haut d'abord",
        ),
        help: Words::new(
            "the printed sheet under the plate, 1 easy to 6 hard, or one's own",
            "le plateau de jeu sous la plaque à trous, de 1 facile à 6 difficile, ou le sien",
        ),
    },
    OptionInfo {
        key: "push",
        default: "ccw",
        values: Words::same("ccw | either"),
        help: Words::new(
            "which way the arrows on the rim run: counter-clockwise, or both ways",
            "le sens des flèches du bord : contraire aux aiguilles d'une montre, ou les deux",
        ),
    },
    OptionInfo {
        key: "leave",
        default: "spread",
        values: Words::same("spread | free"),
        help: Words::new(
            "whether the three of a line that stay must not be side by side, or are free",
            "si les trois de l'alignement qui restent ne doivent pas être côte à côte, ou sont libres",
        ),
    },
    OptionInfo {
        key: "claim",
        default: "auto",
        values: Words::same("auto | manual"),
        help: Words::new(
            "whether the program points lines out, or players must find and claim them",
            "si le programme montre les alignements, ou si les joueurs doivent les voir et les réclamer",
        ),
    },
    OptionInfo {
        key: "target",
        default: "11",
        values: Words::same("1-12"),
        help: Words::new("how many pawns win", "combien de pions font gagner"),
    },
];

impl Options for AbraxasOptions {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), BadText> {
        let refused = || {
            let option = OPTIONS.iter().find(|option| option.key == key);
            option.unwrap_or(&OPTIONS[0]).refuse(value)
        };
        match (key, value) {
            ("sheet", _) => self.sheet = Sheet::read(value).ok_or_else(refused)?,
            ("push", "ccw") => self.push = PushRule::Ccw,
            ("push", "either") => self.push = PushRule::Either,
            ("leave", "spread") => self.leave = Leave::Spread,
            ("leave", "free") => self.leave = Leave::Free,
            ("claim", "auto") => self.claim = Claim::Auto,
            ("claim", "manual") => self.claim = Claim::Manual,
            ("target", _) => {
                let target = number("target", value, 12).ok().filter(|&target| target > 0);
                self.target = target.ok_or_else(refused)? as u8;
            }
            _ => return Err(refused()),
        }
        Ok(())
    }

    fn get(&self, key: &'static str) -> String {
        match key {
            "sheet" => self.sheet.to_string(),
            "target" => self.target.to_string(),
            _ => match (key, self.push, self.leave, self.claim) {
                ("push", PushRule::Ccw, ..) => "ccw",
                ("push", PushRule::Either, ..) => "either",
                ("leave", _, Leave::Spread, _) => "spread",
                ("leave", _, Leave::Free, _) => "free",
                ("claim", .., Claim::Auto) => "auto",
                ("claim", .., Claim::Manual) => "manual",
                _ => "",
            }
            .into(),
        }
    }
}
