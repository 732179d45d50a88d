use serde::{Deserialize, Serialize};

/// A player's rating at one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerRating {
    /// Name of the game.
    pub kind: String,
    /// Estimated strength in points.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Rated games played.
    pub games: u32,
}

/// Results of finished games of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultTally {
    /// Name of the game.
    pub kind: String,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

/// Public profile of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Profile {
    /// Name as written.
    pub name: String,
    /// Whether the person has no account.
    pub guest: bool,
    /// Whether the person administers the server.
    pub admin: bool,
    /// Member since, in milliseconds since 1970.
    pub since: i64,
    /// Games started.
    pub games: u64,
    /// Ratings by game.
    pub ratings: Vec<PlayerRating>,
    /// Results of finished games against others, by game.
    pub results: Vec<ResultTally>,
    /// Dice statistics.
    pub throws: DiceStats,
}

/// A point of a rating history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// The rated game.
    pub game: String,
    /// Time in milliseconds since 1970.
    pub at: i64,
    /// Rating after the game.
    pub rating: f64,
    /// Deviation after the game.
    pub deviation: f64,
    /// Change made by the game.
    pub delta: f64,
}

/// A rating history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// Oldest first.
    pub points: Vec<RatingPoint>,
}

/// A row of the leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeaderboardRow {
    /// Name of the player.
    pub name: String,
    /// Rating of the player.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Rated games played.
    pub games: u32,
}

/// How often two dice showed a pair of faces.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DicePairCount {
    /// The higher face.
    pub high: u8,
    /// The lower face, possibly equal.
    pub low: u8,
    /// Times thrown.
    pub count: u64,
    /// Expected times in a sample of this size: 1/36 for a double, 2/36 otherwise.
    pub expected: f64,
}

/// Dice statistics over all counted games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiceStats {
    /// Number of throws; small samples say little.
    pub sample: u64,
    /// The 21 pairs of faces.
    pub pairs: Vec<DicePairCount>,
}

/// People the caller blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BlockList {
    /// Their names.
    pub names: Vec<String>,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "text": "insults in the chat", "game": "kd7m29xwaq" })))]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// What happened: 1 to 2000 characters.
    pub text: String,
    /// The game, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// A filed report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FiledReport {
    /// Number of the report.
    pub id: i64,
}
