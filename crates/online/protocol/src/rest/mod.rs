//! Bodies of REST requests and responses. Requests refuse unknown fields.

mod account;
mod games;
mod people;
mod secret;

pub use account::{
    Admission, ApiToken, ApiTokens, BrowserSession, BrowserSessions, ConfirmPassword, CreatedToken,
    Credentials, EmailProof, EmailStatus, EndedSessions, NewEmailAddress, NewPassword, OwnProfile,
    RecoverByCode, RecoverByEmail, RecoveryCodes, RecoveryCodesLeft, Registration,
    RegistrationMode, Scope, TokenRequest, WhoAmI,
};
pub use games::{
    ChatLogLine, CreatedGame, GamesPage, JoinRequest, LotLogEntry, OpeningMove, OpeningStats,
    PlayRequest, PlayResponse, RematchRequest, RunningGame, RunningGames, SeekResult,
};
pub use people::{
    BlockList, DicePairCount, DiceStats, FiledReport, LeaderboardRow, PlayerRating, Profile,
    RatingHistory, RatingPoint, ReportRequest, ResultTally,
};
pub use secret::Secret;
