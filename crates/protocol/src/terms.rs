use serde::{Deserialize, Serialize};

/// Which seat the creator of a game takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first.
    First,
    /// The second.
    Second,
    /// Whichever a lot gives.
    #[default]
    Lot,
}

/// Whom a game is against.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Whoever comes.
    #[default]
    Anyone,
    /// Somebody by name.
    Person(String),
    /// A computer player: `1` to `8`, `best` …
    Computer(String),
    /// Somebody at the same screen.
    HotSeat,
}

/// What somebody asks for who creates a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// What the game shall be called, ten letters or digits: whoever commits to a seed commits for one game, so the creator
    /// names it. Not needed where no lots are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Game and options.
    pub spec: String,
    /// The clock: `300+2`, `60d3`, `3/turn`, `-`.
    #[serde(default = "no_clock")]
    pub clock: String,
    /// Whether it counts.
    #[serde(default)]
    pub rated: bool,
    /// Whether everybody may find it; otherwise its address is told by those who know it.
    #[serde(default = "yes")]
    pub public: bool,
    /// The creator's seat.
    #[serde(default)]
    pub side: Side,
    /// The opponent.
    #[serde(default)]
    pub against: Against,
    /// By how many seconds watchers see it later than the players, 900 at most.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
    /// Commitments to the creator's seed, and to the other one where the creator's client plays for both.
    #[serde(default)]
    pub commitments: Vec<String>,
}

impl Terms {
    /// A public game against anyone, sides by lot, without a clock.
    pub fn of(spec: &str) -> Terms {
        Terms {
            id: None,
            spec: spec.to_owned(),
            clock: no_clock(),
            rated: false,
            public: true,
            side: Side::Lot,
            against: Against::Anyone,
            delay: 0,
            commitments: Vec::new(),
        }
    }
}

fn no_clock() -> String {
    "-".into()
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

const fn yes() -> bool {
    true
}
