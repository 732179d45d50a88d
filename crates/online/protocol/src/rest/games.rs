use serde::{Deserialize, Serialize};

use crate::{GameAct, GameSummary};

/// A created game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "game": "k3m9x2p7qa" })))]
pub struct CreatedGame {
    /// Id of the game.
    pub game: String,
}

/// A game found or opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "game": "k3m9x2p7qa", "found": true })))]
pub struct SeekResult {
    /// Id of the game.
    pub game: String,
    /// Whether an opponent waits there: join it.
    pub found: bool,
}

/// A request to join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" })))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Commitment to seed B, if the game draws lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// An act in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "seen": 4, "key": "7", "act": { "do": "play", "ply": "a1b1" } })))]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    /// The version the client has seen.
    pub seen: u32,
    /// Idempotency key of the request.
    pub key: String,
    /// The act, as in `docs/socket.md`.
    pub act: GameAct,
}

/// Result of an act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "version": 5 })))]
pub struct PlayResponse {
    /// The resulting version.
    pub version: u32,
}

/// Changes for a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "id": "p7qak3m9x2", "commitments": [] })))]
#[serde(deny_unknown_fields)]
pub struct RematchRequest {
    /// Id of the new game, if the game draws lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Another spec of the same game, one of its special rematches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// Commitments, as for a new game.
    #[serde(default)]
    pub commitments: Vec<String>,
    /// Seed to deposit, as for a new game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// A page of games and the start of the next.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "games": [], "next": null })))]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Value for `before` to get the next page; null on the last.
    pub next: Option<String>,
}

/// The caller's unfinished games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "now": 1_800_000_000_000_u64, "games": [] })))]
pub struct RunningGames {
    /// Server time in milliseconds since 1970, to count the deadlines down from.
    pub now: i64,
    /// Games that wait for the caller first, those with the nearest deadline before the others.
    pub games: Vec<RunningGame>,
}

/// One of the caller's unfinished games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RunningGame {
    /// Summary, as in other lists.
    pub info: GameSummary,
    /// Whether the game waits for the caller: to play, to reveal a seed, or to answer a challenge.
    pub your_turn: bool,
    /// When the time of the caller runs out, in milliseconds since 1970; null without a clock and
    /// while the game waits for someone else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<i64>,
}

/// A chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatLogLine {
    /// Id of the line.
    pub id: i64,
    /// Name of the speaker.
    pub name: String,
    /// Time in milliseconds since 1970.
    pub at: i64,
    /// Text of the line.
    pub text: String,
}

/// An entry of the lot log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LotLogEntry {
    /// Sequence number.
    pub seq: i64,
    /// The game.
    pub game: String,
    /// Time in milliseconds since 1970.
    pub at: i64,
    /// Event: `open` (game created) or `join` (player joined); `table` in entries of older servers.
    pub kind: String,
    /// Commitment of the table.
    pub commitment: String,
    /// Commitment of seed A, the creator's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// Commitment of seed B, the joiner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// How the seeds are revealed: `deposited` (the server holds A from the start) or `live`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<String>,
    /// Hash over all entries up to this one; `docs/lots.md` specifies the bytes.
    pub chain: String,
}

/// A continuation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpeningMove {
    /// The ply.
    pub ply: String,
    /// Number of games.
    pub games: u64,
    /// Games won by the first seat.
    pub first: u64,
    /// Games won by the second seat.
    pub second: u64,
    /// Games drawn.
    pub draws: u64,
}

/// Continuations of a position in this server's games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "spec": crate::examples::SPEC, "plies": [crate::examples::PLY], "games": 3,
    "next": [{ "ply": crate::examples::REPLY, "games": 3, "first": 2, "second": 1, "draws": 0 }] })))]
pub struct OpeningStats {
    /// Game and options in normal form.
    pub spec: String,
    /// The plies in normal form.
    pub plies: Vec<String>,
    /// Games that continued from this position.
    pub games: u64,
    /// Continuations, most played first, at most 200.
    pub next: Vec<OpeningMove>,
}
