use alloc::string::{String, ToString};

use abaque_core::{
    GameDescription, GameOptions, OptionDescription, ParseError, StaticMessage, parse_number,
};

use crate::{Sheet, endings};

/// The directions in which the plate may be pushed (ABR-03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PushRule {
    /// Counter-clockwise only.
    #[default]
    Ccw,
    /// To both neighbouring corners.
    Either,
}

/// Which three cells of a line may stay (ABR-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LeaveRule {
    /// Three side by side may stay only if unavoidable.
    #[default]
    Spread,
    /// Any three.
    Free,
}

/// Who identifies the lines (ABR-19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ClaimMode {
    /// The program finds them, and they must be taken.
    #[default]
    Auto,
    /// The players find them; unclaimed lines are lost.
    Manual,
}

/// The options of Abraxas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The sheet under the plate.
    pub sheet: Sheet,
    /// The directions in which the plate may be pushed.
    pub push: PushRule,
    /// Which three cells of a line may stay.
    pub leave: LeaveRule,
    /// Who identifies the lines.
    pub claim: ClaimMode,
    /// The number of pawns that wins, 1 to 12.
    pub target: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            sheet: Sheet::default(),
            push: PushRule::default(),
            leave: LeaveRule::default(),
            claim: ClaimMode::default(),
            target: 11,
        }
    }
}

static DESCRIPTION: GameDescription = GameDescription {
    name: "abraxas",
    title: StaticMessage::new("Abraxas", "Abraxas"),
    blurb: StaticMessage::new(
        "Place a pawn, push the plate, line up four pawns and printed dots, and take pawns.",
        "Posez un pion, poussez la plaque à trous, alignez quatre ronds rouges, pions ou points, et gagnez des pions.",
    ),
    letters: ['1', '2'],
    players: [
        StaticMessage::new("Player 1", "Joueur 1"),
        StaticMessage::new("Player 2", "Joueur 2"),
    ],
    options: &OPTIONS,
    rule_prefix: "ABR",
    endings: &[endings::TARGET],
};

const OPTIONS: [OptionDescription; 5] = [
    OptionDescription {
        key: "sheet",
        default: "1",
        values: StaticMessage::new(
            "1-6 | 81 characters . and o, top row first",
            "1-6 | 81 caractères . et o, rangée du haut d'abord",
        ),
        help: StaticMessage::new(
            "sheet under the plate, from 1 (easy) to 6 (hard), or your own",
            "plateau de jeu sous la plaque à trous, de 1 (facile) à 6 (difficile), ou le vôtre",
        ),
    },
    OptionDescription {
        key: "push",
        default: "ccw",
        values: StaticMessage::same("ccw | either"),
        help: StaticMessage::new(
            "push direction: counter-clockwise, or both ways",
            "sens de poussée\u{a0}: contraire aux aiguilles d'une montre, ou les deux",
        ),
    },
    OptionDescription {
        key: "leave",
        default: "spread",
        values: StaticMessage::same("spread | free"),
        help: StaticMessage::new(
            "the three left in a line: not side by side, or free",
            "les trois qui restent d'un alignement\u{a0}: pas côte à côte, ou libres",
        ),
    },
    OptionDescription {
        key: "claim",
        default: "auto",
        values: StaticMessage::same("auto | manual"),
        help: StaticMessage::new(
            "lines: shown by the program, or found and claimed by the players",
            "alignements\u{a0}: montrés par le programme, ou à voir et à réclamer",
        ),
    },
    OptionDescription {
        key: "target",
        default: "11",
        values: StaticMessage::same("1-12"),
        help: StaticMessage::new("pawns to take to win", "pions à prendre pour gagner"),
    },
];

impl GameOptions for Options {
    fn description() -> &'static GameDescription {
        &DESCRIPTION
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseError> {
        let refused = || {
            let option = OPTIONS.iter().find(|option| option.key == key);
            option.unwrap_or(&OPTIONS[0]).invalid_value(value)
        };
        match (key, value) {
            ("sheet", _) => self.sheet = Sheet::parse(value).ok_or_else(refused)?,
            ("push", "ccw") => self.push = PushRule::Ccw,
            ("push", "either") => self.push = PushRule::Either,
            ("leave", "spread") => self.leave = LeaveRule::Spread,
            ("leave", "free") => self.leave = LeaveRule::Free,
            ("claim", "auto") => self.claim = ClaimMode::Auto,
            ("claim", "manual") => self.claim = ClaimMode::Manual,
            ("target", _) => {
                let target = parse_number("target", value, 12).ok().filter(|&target| target > 0);
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
                ("leave", _, LeaveRule::Spread, _) => "spread",
                ("leave", _, LeaveRule::Free, _) => "free",
                ("claim", .., ClaimMode::Auto) => "auto",
                ("claim", .., ClaimMode::Manual) => "manual",
                _ => "",
            }
            .into(),
        }
    }
}
