//! Where accounts may be written to, and codes sent there.

use crate::db::args;
use crate::writer::Verdict;
use crate::{PersonId, Store, StoreError};

/// What a mailed code is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To prove that an address is one's own.
    Verify,
    /// To set a new password.
    Recover,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Purpose::Verify => "verify",
            Purpose::Recover => "recover",
        }
    }
}

/// A code that is about to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailedCode {
    /// Whose.
    pub person: PersonId,
    /// What for.
    pub purpose: Purpose,
    /// The hash of the code.
    pub hash: String,
    /// Where it is sent.
    pub address: String,
    /// Until when it is good.
    pub expires: i64,
}

impl Store {
    /// The address of an account, proved to be its own.
    pub async fn address(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT address FROM addresses WHERE person = $1";
        self.pools().one(sql, args![person]).await?.map(|row| row.get("address")).transpose()
    }

    /// Forgets an address and what was sent to it; false if there was none.
    pub async fn delete_address(&self, person: PersonId) -> Result<bool, StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                tx.run("DELETE FROM mailed_codes WHERE person = $1", args![person]).await?;
                let sql = "DELETE FROM addresses WHERE person = $1";
                Ok(Verdict::Keep(tx.run(sql, args![person]).await? == 1))
            })
        })
        .await
    }

    /// Keeps a code; an earlier one for the same purpose is void.
    pub async fn keep_code(&self, code: MailedCode) -> Result<(), StoreError> {
        let sql = "INSERT INTO mailed_codes (person, purpose, hash, address, expires) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person, purpose) DO UPDATE SET \
                   hash = excluded.hash, address = excluded.address, expires = excluded.expires";
        let MailedCode { person, purpose, hash, address, expires } = code;
        self.run(sql, args![person, purpose.as_str(), hash, address, expires]).await.map(drop)
    }

    /// Proves an address by the code sent there, which becomes the account's; false if the code is not good.
    pub async fn prove_address(
        &self,
        person: PersonId,
        hash: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let hash = hash.to_owned();
        self.write(move |tx| {
            Box::pin(async move {
                let sql = "DELETE FROM mailed_codes WHERE person = $1 AND purpose = 'verify' \
                           AND hash = $2 AND expires > $3 RETURNING address";
                let Some(row) = tx.one(sql, args![person, hash, at]).await? else {
                    return Ok(Verdict::Keep(false));
                };
                let address: String = row.get("address")?;
                let sql = "INSERT INTO addresses (person, address, verified) VALUES ($1, $2, $3) \
                           ON CONFLICT (person) DO UPDATE SET address = excluded.address, \
                           verified = excluded.verified";
                tx.run(sql, args![person, address, at]).await?;
                // What was sent to the address before is void.
                tx.run("DELETE FROM mailed_codes WHERE person = $1", args![person]).await?;
                Ok(Verdict::Keep(true))
            })
        })
        .await
    }

    /// Uses a code sent for a new password: true once, however many ask at the same time.
    pub async fn use_mailed_code(
        &self,
        person: PersonId,
        hash: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM mailed_codes WHERE person = $1 AND purpose = 'recover' \
                   AND hash = $2 AND expires > $3";
        Ok(self.run(sql, args![person, hash, at]).await? == 1)
    }

    /// Makes all codes sent to somebody void.
    pub async fn drop_mailed_codes(&self, person: PersonId) -> Result<(), StoreError> {
        self.run("DELETE FROM mailed_codes WHERE person = $1", args![person]).await.map(drop)
    }

    /// Deletes codes that are good no longer; how many.
    pub async fn purge_mailed_codes(&self, now: i64) -> Result<u64, StoreError> {
        self.run("DELETE FROM mailed_codes WHERE expires <= $1", args![now]).await
    }
}
