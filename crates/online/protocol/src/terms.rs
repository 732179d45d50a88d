use serde::{Deserialize, Serialize};

/// Seat the creator of a game takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SideChoice {
    /// The first seat.
    First,
    /// The second seat.
    Second,
    /// Drawn by lot.
    #[default]
    Lot,
}

/// Opponent the creator asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OpponentChoice {
    /// Any user.
    #[default]
    Anyone,
    /// The user of this name.
    Person(String),
    /// A bot: `1` to `8`, `best`, …
    Computer(String),
    /// A second player on the same screen.
    HotSeat,
}

/// Terms of a new game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameTerms {
    /// Id of the game, ten letters or digits. A seed commitment is bound to one game, so the
    /// creator chooses the id; not needed for games without lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Game and options.
    pub spec: String,
    /// Time control: `300+2`, `60d3`, `3/turn` (days) or `-`.
    #[serde(default = "no_clock")]
    pub clock: String,
    /// Whether the game is rated.
    #[serde(default)]
    pub rated: bool,
    /// Whether the game is listed; others are reached by their address only.
    #[serde(default = "default_true")]
    pub public: bool,
    /// Seat of the creator.
    #[serde(default)]
    pub side: SideChoice,
    /// The opponent.
    #[serde(default)]
    pub against: OpponentChoice,
    /// Delay for spectators in seconds, 900 at most.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
    /// Commitment to the creator's seed, and to the opponent's where the creator's client plays for
    /// both.
    #[serde(default)]
    pub commitments: Vec<String>,
    /// Creator's seed, deposited with the server so that the game can start while the creator is
    /// away. Without it both players reveal their seeds live (strict mode). See `docs/lots.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

impl GameTerms {
    /// An unrated public game against anyone: sides by lot, no clock.
    pub fn new(spec: &str) -> GameTerms {
        GameTerms {
            id: None,
            spec: spec.to_owned(),
            clock: no_clock(),
            rated: false,
            public: true,
            side: SideChoice::Lot,
            against: OpponentChoice::Anyone,
            delay: 0,
            commitments: Vec::new(),
            seed: None,
        }
    }
}

fn no_clock() -> String {
    "-".into()
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

const fn default_true() -> bool {
    true
}
