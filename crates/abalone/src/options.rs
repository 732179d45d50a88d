use abaque_core::{BadText, GameInfo, OptionInfo, Options, Words, number};

use crate::Layout;

/// What a game of Abalone is played with: how many balls to eject (ABA-10, ABA-11) and how the
/// board starts (ABA-01, ABA-12, ABA-15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AbaloneOptions {
    target: u8,
    layout: Layout,
}

impl AbaloneOptions {
    /// Options with a target from 1 to 14; `None` for any other number.
    pub const fn new(target: u8, layout: Layout) -> Option<AbaloneOptions> {
        if target < 1 || target > 14 {
            return None;
        }
        Some(AbaloneOptions { target, layout })
    }

    /// How many opposing balls must be ejected to win.
    #[inline]
    pub const fn target(self) -> u8 {
        self.target
    }

    /// How the board starts.
    pub const fn layout(self) -> Layout {
        self.layout
    }
}

impl Default for AbaloneOptions {
    fn default() -> AbaloneOptions {
        AbaloneOptions { target: 6, layout: Layout::Standard }
    }
}

const TARGET: OptionInfo = OptionInfo {
    key: "target",
    default: "6",
    values: Words::same("1-14"),
    help: Words::new(
        "how many opposing balls to eject to win (4 is the blitz contest)",
        "nombre de boules adverses à éjecter pour gagner (4 en Concours-Blitz)",
    ),
};

const LAYOUT: OptionInfo = OptionInfo {
    key: "layout",
    default: "standard",
    values: Words::same(
        "standard | belgian-daisy | german-daisy | dutch-daisy | swiss-daisy | placed",
    ),
    help: Words::new(
        "how the balls stand at the start; placed: the players place them in turn",
        "position de départ ; placed : les joueurs posent les boules à tour de rôle",
    ),
};

static INFO: GameInfo = GameInfo {
    name: "abalone",
    title: Words::new("Abalone", "Abalone"),
    blurb: Words::new(
        "Push six opposing balls off the hexagon by strength of numbers.",
        "Éjecter six boules adverses de l'hexagone par la force du nombre.",
    ),
    letters: ['b', 'w'],
    players: [Words::new("Black", "Noir"), Words::new("White", "Blanc")],
    options: &[TARGET, LAYOUT],
};

impl Options for AbaloneOptions {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), BadText> {
        if key == LAYOUT.key {
            self.layout = Layout::named(value).ok_or_else(|| LAYOUT.refuse(value))?;
        } else {
            let target = number(TARGET.key, value, 14).ok().filter(|&n| n >= 1);
            self.target = target.ok_or_else(|| TARGET.refuse(value))? as u8;
        }
        Ok(())
    }

    fn get(&self, key: &'static str) -> String {
        if key == LAYOUT.key { self.layout.name().into() } else { self.target.to_string() }
    }
}
