use abaque_core::{Millis, Seat, seat_number};
use abaque_table::{ClockReading, Timestamp};
use serde::{Deserialize, Serialize};

/// A message from the server to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "tell", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// First message on every connection.
    Hello {
        /// Protocol version, see [`VERSION`](crate::VERSION).
        protocol: u32,
        /// Name of the connected user.
        you: String,
        /// Server time, since 1970.
        now: Timestamp,
    },
    /// Full snapshot of a game.
    Table(Box<GameSnapshot>),
    /// Changes since the previous version, or since the version the client named in `Watch`.
    Step {
        /// Id of the game.
        game: String,
        /// Version the changes apply to.
        after: u32,
        /// Plies played or taken back.
        plies: Plies,
        /// State after the changes.
        state: Box<GameState>,
    },
    /// The game advanced, but nothing changed that this viewer may see.
    Version {
        /// Id of the game.
        game: String,
        /// Current version of the game.
        version: u32,
    },
    /// A request was carried out and stored.
    Done {
        /// Id of the game.
        game: String,
        /// Key of the request.
        key: String,
        /// Version the request led to.
        version: u32,
    },
    /// A request was refused.
    Refused {
        /// Id of the game, if the request named one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// Key of the request, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Reason for the refusal.
        problem: ProblemDetail,
    },
    /// A chat line.
    Chat(ChatLine),
    /// Whether this user has muted the chat of a game.
    Muted {
        /// Id of the game.
        game: String,
        /// `true` if the chat is muted.
        on: bool,
    },
    /// Who is connected to a game.
    Presence {
        /// Id of the game.
        game: String,
        /// Whether each player is connected, by seat.
        here: [bool; 2],
        /// Number of other viewers.
        watchers: u32,
        /// Time until a win can be claimed against an absent opponent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_in: Option<Millis>,
    },
    /// The lobby's list of open games.
    Lobby {
        /// Public games with a free seat.
        open: Vec<GameSummary>,
    },
    /// A game of this user begins, or waits for this user's seed.
    Paired {
        /// Id of the game.
        game: String,
    },
    /// A game this user had joined does not begin: a seed was not revealed in time, or a player
    /// left.
    Unpaired {
        /// Id of the game.
        game: String,
        /// `true` if the game is open again; `false` if it was aborted.
        open: bool,
    },
    /// In a game this user plays and this connection does not watch, it is now the user's turn, or
    /// no longer. `GET /api/v1/me/running` lists the games and their deadlines.
    Turn {
        /// Id of the game.
        game: String,
        /// `true` if the game waits for the user; `false` too when the game has ended.
        yours: bool,
    },
    /// Answer to [`Ping`](crate::ClientMessage::Ping).
    Pong {
        /// Value the ping carried.
        at: u64,
        /// Server time, since 1970.
        now: Timestamp,
    },
    /// The server is closing the connection; the client should reconnect later.
    Bye {
        /// Reason for closing.
        problem: ProblemDetail,
    },
}

/// An error, as in the REST API's `application/problem+json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProblemDetail {
    /// Stable code for programs.
    pub code: String,
    /// Sentence for the user, in the user's language.
    pub detail: String,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Display name; none if the seat is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Bot level, if a bot sits here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Rating before the game; a question mark follows while it is provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// Name of the only user who may take the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<String>,
}

impl SeatInfo {
    /// Whether a person or a bot sits here.
    pub fn is_taken(&self) -> bool {
        self.name.is_some() || self.bot.is_some()
    }
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// Id of the game.
    pub game: String,
    /// Game and options.
    pub spec: String,
    /// Time control: `300+2`, `60d3`, `3/turn` (days) or `-`.
    pub clock: String,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether the game is listed.
    pub public: bool,
    /// Whether both players share one screen.
    pub hot_seat: bool,
    /// Delay for spectators, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
    /// The two seats. Until sides are drawn the creator is listed first.
    pub seats: [SeatInfo; 2],
    /// `open`, `seeds` (both seats taken, seeds being revealed), `playing`, `over` or `aborted`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub status: GameStage,
    /// Result, in the notation of game records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Reason for the ending, as a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of plies played.
    pub plies: u32,
    /// Creation time in milliseconds since 1970.
    pub created: i64,
    /// Time of the last change in milliseconds since 1970.
    pub touched: i64,
    /// Id of the game this one is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
}

impl GameSummary {
    /// Stage of the game; older servers list a full table as open.
    pub fn stage(&self) -> GameStage {
        self.status.at_seats(&self.seats)
    }
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

/// A whole game as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSnapshot {
    /// Summary, as in lists.
    pub info: GameSummary,
    /// Seats of the viewer: none, one, or both on a shared screen.
    #[serde(with = "seat_number::list")]
    pub yours: Vec<Seat>,
    /// All plies.
    pub plies: Plies,
    /// Current state.
    pub state: GameState,
    /// Commitments and seeds that make the lots verifiable.
    pub lots: LotProof,
}

/// Stage of a game's life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameStage {
    /// A seat is free.
    Open,
    /// Both seats are taken; seeds are being revealed.
    Seeds,
    /// The game is being played.
    Playing,
    /// The game is finished.
    Over,
    /// The game was aborted.
    Aborted,
}

impl GameStage {
    /// The stage of a table with these seats: with both taken it is not open, though older servers
    /// say so.
    pub fn at_seats(self, seats: &[SeatInfo; 2]) -> GameStage {
        match self {
            GameStage::Open if seats.iter().all(SeatInfo::is_taken) => GameStage::Seeds,
            stage => stage,
        }
    }
}

/// State of a game as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameState {
    /// Version of the game.
    pub version: u32,
    /// Stage of the game.
    pub stage: GameStage,
    /// Position as far as the viewer may see it; empty before the game starts.
    pub view: String,
    /// On a shared screen with hidden information: the position as both players together may see
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common: Option<String>,
    /// Seats that may act.
    #[serde(with = "seat_number::list")]
    pub to_act: Vec<Seat>,
    /// Legal actions, sent only to the player to act. For secret set-ups this lists presets; other
    /// set-ups are legal too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// Clocks by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[ClockReading; 2]>,
    /// Open interrupt window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<InterruptWindow>,
    /// Seats whose secret set-up is submitted and waits for the opponent's.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "seat_number::list")]
    pub submitted: Vec<Seat>,
    /// Seats that offer a draw; sent only to players.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "seat_number::list")]
    pub draw: Vec<Seat>,
    /// Seats that ask for a take-back; sent only to players.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "seat_number::list")]
    pub take_back: Vec<Seat>,
    /// Whether the game can still be aborted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub abortable: bool,
    /// Result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<GameResult>,
    /// Server time, since 1970.
    pub now: Timestamp,
}

/// An interrupt window: the opponent may object to what was just done (*Stop!*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InterruptWindow {
    /// Seat that may interrupt.
    #[serde(with = "seat_number")]
    pub seat: Seat,
    /// Time left to interrupt.
    pub left: Millis,
    /// Whether that player has interrupted and is choosing how.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// Result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Result, in the notation of game records.
    pub result: String,
    /// Winning seat; none for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seat_number::option")]
    pub winner: Option<Seat>,
    /// Reason for the ending, as a code.
    pub reason: String,
    /// Ratings of both players after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[String; 2]>,
}

/// A run of plies.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plies {
    /// Number of plies before this run; later plies the reader holds were taken back.
    pub from: u32,
    /// The plies, in order.
    pub list: Vec<VisiblePly>,
}

/// A ply as one viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VisiblePly {
    /// Text of the ply; `?` while it is secret.
    pub ply: String,
    /// Seat that played the ply; none for a lot.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seat_number::option")]
    pub seat: Option<Seat>,
    /// The player's remaining time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Millis>,
}

/// Data that makes the lots of a game verifiable.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LotProof {
    /// Whether the game uses lots.
    pub used: bool,
    /// Commitments to the table's seed and to seeds A and B, in hexadecimal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commitments: Vec<Option<String>>,
    /// Whether the creator deposited seed A with the server on creation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deposited: bool,
    /// Seat of the player who holds seed A.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seat_number::option")]
    pub seat_of_a: Option<Seat>,
    /// Commitments to secret set-ups, by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seals: Option<[Option<String>; 2]>,
    /// Seeds, published when the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
}

/// A chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Id of the game.
    pub game: String,
    /// Id of the line.
    pub id: i64,
    /// Name of the speaker.
    pub name: String,
    /// `true` for the players' chat, `false` for the spectators'.
    pub players: bool,
    /// Time in milliseconds since 1970.
    pub at: i64,
    /// Text of the line.
    pub text: String,
}
