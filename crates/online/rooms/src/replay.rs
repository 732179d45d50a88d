//! Replays a game from its stored acts.

use abaque_store::{StoredAct, StoredGame};
use abaque_table::{ActError, Table, Timestamp};

use crate::RequestError;
use crate::act_log::LoggedAct;
use crate::terms::match_settings;

/// Why a stored act cannot be replayed.
pub(crate) enum ReplayError {
    /// The act is malformed.
    Unreadable,
    /// The table refuses the act.
    Refused(ActError),
}

impl From<ReplayError> for RequestError {
    fn from(error: ReplayError) -> RequestError {
        match error {
            ReplayError::Unreadable => RequestError::unconfirmed(),
            ReplayError::Refused(refused) => refused.into(),
        }
    }
}

/// Initial table of a game; `None` if the game has not started.
pub(crate) fn start(game: &StoredGame) -> Result<Option<Table>, RequestError> {
    let Some(started) = game.started else { return Ok(None) };
    let setting = match_settings(&game.spec, &game.clock, game.rated)?;
    Ok(Some(Table::new(setting, Timestamp(started as u64))))
}

/// Replays one act and returns it parsed.
pub(crate) fn step(table: &mut Table, stored: &StoredAct) -> Result<LoggedAct, ReplayError> {
    let logged = LoggedAct::parse(&stored.act).ok_or(ReplayError::Unreadable)?;
    if let LoggedAct::Table(act) = &logged {
        table.step(act.clone(), Timestamp(stored.at as u64)).map_err(ReplayError::Refused)?;
    }
    Ok(logged)
}
