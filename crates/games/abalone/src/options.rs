use alloc::string::{String, ToString};

use abaque_core::{
    GameDescription, GameOptions, OptionDescription, ParseError, StaticMessage, parse_number,
};

use crate::{Layout, endings};

/// Options of a game of Abalone: how many balls to eject (ABA-10, ABA-11) and the start layout
/// (ABA-01, ABA-12, ABA-15), and whether the lead decides a game that goes nowhere (ABA-17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    target: u8,
    layout: Layout,
    lead_decides: bool,
}

impl Options {
    /// Options with a target from 1 to 14; `None` for any other number. A game that goes nowhere is
    /// drawn.
    pub const fn new(target: u8, layout: Layout) -> Option<Options> {
        if target < 1 || target > 14 {
            return None;
        }
        Some(Options { target, layout, lead_decides: false })
    }

    /// The number of opposing balls to eject.
    #[inline]
    pub const fn target(self) -> u8 {
        self.target
    }

    /// The start layout.
    pub const fn layout(self) -> Layout {
        self.layout
    }

    /// Whether the player who has lost fewer balls wins when 300 turns have passed without an
    /// ejection (ABA-17).
    #[inline]
    pub const fn lead_decides(self) -> bool {
        self.lead_decides
    }

    /// The same options with another layout.
    pub const fn with_layout(self, layout: Layout) -> Options {
        Options { layout, ..self }
    }

    /// The same options with or without ABA-17.
    pub const fn with_lead_deciding(self, lead_decides: bool) -> Options {
        Options { lead_decides, ..self }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { target: 6, layout: Layout::Standard, lead_decides: false }
    }
}

const TARGET_OPTION: OptionDescription = OptionDescription {
    key: "target",
    default: "6",
    values: StaticMessage::same("1-14"),
    help: StaticMessage::new(
        "opposing balls to eject to win (4 in a blitz contest)",
        "boules adverses à éjecter pour gagner (4 en Concours-Blitz)",
    ),
};

const LAYOUT_OPTION: OptionDescription = OptionDescription {
    key: "layout",
    default: "standard",
    values: StaticMessage::same(
        "standard | belgian-daisy | german-daisy | dutch-daisy | swiss-daisy | placed",
    ),
    help: StaticMessage::new(
        "starting position; placed: the players place their balls in turn",
        "position de départ\u{a0}; placed\u{a0}: les joueurs posent leurs boules à tour de rôle",
    ),
};

/// The values of [`LIMIT_OPTION`].
const DRAW: &str = "draw";
const LEAD: &str = "lead";

const LIMIT_OPTION: OptionDescription = OptionDescription {
    key: "limit",
    default: DRAW,
    values: StaticMessage::same("draw | lead"),
    help: StaticMessage::new(
        "result after 300 turns without an ejection; lead: who has lost fewer balls wins (tournaments)",
        "résultat après 300 tours sans éjection\u{a0}; lead\u{a0}: qui a perdu le moins de boules gagne (tournois)",
    ),
};

static DESCRIPTION: GameDescription = GameDescription {
    name: "abalone",
    title: StaticMessage::new("Abalone", "Abalone"),
    blurb: StaticMessage::new(
        "Outnumber your opponent's balls and push six of them off the board.",
        "Éjectez six boules adverses de l'hexagone grâce à la supériorité numérique.",
    ),
    letters: ['b', 'w'],
    players: [StaticMessage::new("Black", "Noir"), StaticMessage::new("White", "Blanc")],
    options: &[TARGET_OPTION, LAYOUT_OPTION, LIMIT_OPTION],
    rule_prefix: "ABA",
    endings: &[endings::EJECTION, endings::BLOCKED, endings::LEAD],
};

impl GameOptions for Options {
    fn description() -> &'static GameDescription {
        &DESCRIPTION
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseError> {
        if key == LAYOUT_OPTION.key {
            self.layout =
                Layout::from_name(value).ok_or_else(|| LAYOUT_OPTION.invalid_value(value))?;
        } else if key == LIMIT_OPTION.key {
            self.lead_decides = match value {
                DRAW => false,
                LEAD => true,
                _ => return Err(LIMIT_OPTION.invalid_value(value)),
            };
        } else {
            let target = parse_number(TARGET_OPTION.key, value, 14).ok().filter(|&n| n >= 1);
            self.target = target.ok_or_else(|| TARGET_OPTION.invalid_value(value))? as u8;
        }
        Ok(())
    }

    fn get(&self, key: &'static str) -> String {
        if key == LAYOUT_OPTION.key {
            self.layout.name().into()
        } else if key == LIMIT_OPTION.key {
            if self.lead_decides { LEAD.into() } else { DRAW.into() }
        } else {
            self.target.to_string()
        }
    }
}
