//! Invitations to create an account. The store only sees hashes of their codes.

use crate::db::args;
use crate::people::{INSERT_PERSON, name_key};
use crate::writer::WriteOutcome;
use crate::{PersonId, Store, StoreError};

/// An invitation about to be given to someone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvitation {
    /// Hash of the code.
    pub hash: String,
    /// How many accounts it is good for.
    pub uses: u32,
    /// Creation time.
    pub created: i64,
    /// Expiry time.
    pub expires: i64,
}

/// Result of [`Store::register_invited`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitedOutcome {
    /// This person has an account now.
    Done(PersonId),
    /// The name is taken; the invitation is still good.
    Taken,
    /// The guest does not exist; the invitation is still good.
    NoGuest,
    /// There is no such invitation, or it has expired or been used.
    NoInvitation,
}

impl Store {
    /// Stores an invitation.
    pub async fn create_invitation(&self, new: NewInvitation) -> Result<(), StoreError> {
        let sql = "INSERT INTO invitations (hash, uses_left, created, expires) \
                   VALUES ($1, $2, $3, $4)";
        let NewInvitation { hash, uses, created, expires } = new;
        self.execute(sql, args![hash, uses, created, expires]).await.map(drop)
    }

    /// Whether an invitation can be used at this time.
    pub async fn has_invitation(&self, hash: &str, now: i64) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM invitations \
                   WHERE hash = $1 AND uses_left > 0 AND expires > $2";
        Ok(self.pools().fetch_optional(sql, args![hash, now]).await?.is_some())
    }

    /// Uses an invitation to create an account, or to turn a guest into one. Either both happen or
    /// neither.
    pub async fn register_invited(
        &self,
        invitation: &str,
        guest: Option<PersonId>,
        name: &str,
        password: &str,
        now: i64,
    ) -> Result<InvitedOutcome, StoreError> {
        let (invitation, name) = (invitation.to_owned(), name.to_owned());
        let (key, password) = (name_key(&name), password.to_owned());
        let done = self.write(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE invitations SET uses_left = uses_left - 1 \
                           WHERE hash = $1 AND uses_left > 0 AND expires > $2";
                if tx.execute(sql, args![invitation, now]).await? == 0 {
                    return Ok(WriteOutcome::Rollback(InvitedOutcome::NoInvitation));
                }
                let Some(guest) = guest else {
                    let args = args![name, key, false, password, now];
                    let made = tx.fetch_optional(INSERT_PERSON, args).await?;
                    return Ok(match made {
                        Some(row) => {
                            WriteOutcome::Commit(InvitedOutcome::Done(PersonId(row.get("id")?)))
                        }
                        None => WriteOutcome::Rollback(InvitedOutcome::Taken),
                    });
                };
                let sql = "SELECT 1 AS one FROM reserved_names WHERE name_key = $1";
                if tx.fetch_optional(sql, args![&key]).await?.is_some() {
                    return Ok(WriteOutcome::Rollback(InvitedOutcome::Taken));
                }
                let sql = "UPDATE people SET name = $2, name_key = $3, password = $4, guest = 0 \
                           WHERE id = $1 AND guest = 1 AND closed = 0";
                Ok(match tx.execute(sql, args![guest, name, key, password]).await? {
                    0 => WriteOutcome::Rollback(InvitedOutcome::NoGuest),
                    _ => WriteOutcome::Commit(InvitedOutcome::Done(guest)),
                })
            })
        });
        match done.await {
            // The failed statement has rolled back the use as well.
            Err(StoreError::Duplicate) => Ok(InvitedOutcome::Taken),
            other => other,
        }
    }

    /// Deletes invitations that can no longer be used.
    pub async fn purge_invitations(&self, now: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM invitations WHERE uses_left <= 0 OR expires <= $1";
        self.execute(sql, args![now]).await
    }
}
