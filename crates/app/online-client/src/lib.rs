//! Tables on a server, without a network: server messages come in, client messages and views go
//! out.

pub mod formatting;
mod link;
mod record_verification;
mod revoked;
mod running;
mod seed_commitment;
mod table;
mod watch;

#[cfg(test)]
mod tests;

pub use abaque_record::SeedMode;
pub use link::{ReconnectBackoff, ServerLink};
pub use record_verification::{LogFinding, RecordVerification};
pub use revoked::{AfterRevocation, RevokedCredential, goodbye};
pub use running::{RunningTable, RunningTables, time_left};
pub use seed_commitment::{SeedCommitment, SeedKeeper, draws_lots};
pub use table::{OnlineTable, TableUpdate};
pub use watch::{NoticeKind, TableNotice, TableWatch, WatchStep, WatchedTable};
