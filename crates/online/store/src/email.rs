//! Verified e-mail addresses of accounts and the codes mailed to them.

use crate::db::args;
use crate::writer::WriteOutcome;
use crate::{PersonId, Store, StoreError};

/// Purpose of a mailed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePurpose {
    /// Verify an address.
    Verify,
    /// Set a new password.
    Recover,
}

impl CodePurpose {
    const fn as_str(self) -> &'static str {
        match self {
            CodePurpose::Verify => "verify",
            CodePurpose::Recover => "recover",
        }
    }
}

/// A code about to be mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailedCode {
    /// Account the code belongs to.
    pub person: PersonId,
    /// Purpose of the code.
    pub purpose: CodePurpose,
    /// Hash of the code.
    pub hash: String,
    /// Address it is sent to.
    pub address: String,
    /// Expiry time.
    pub expires: i64,
}

impl Store {
    /// The verified address of an account.
    pub async fn email_address(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT address FROM addresses WHERE person = $1";
        self.pools()
            .fetch_optional(sql, args![person])
            .await?
            .map(|row| row.get("address"))
            .transpose()
    }

    /// Deletes an address and its mailed codes; false if there was none.
    pub async fn delete_email_address(&self, person: PersonId) -> Result<bool, StoreError> {
        self.write(move |tx| {
            Box::pin(async move {
                tx.execute("DELETE FROM mailed_codes WHERE person = $1", args![person]).await?;
                let sql = "DELETE FROM addresses WHERE person = $1";
                Ok(WriteOutcome::Commit(tx.execute(sql, args![person]).await? == 1))
            })
        })
        .await
    }

    /// Stores a code; an earlier one for the same purpose becomes void.
    pub async fn store_mailed_code(&self, code: MailedCode) -> Result<(), StoreError> {
        let sql = "INSERT INTO mailed_codes (person, purpose, hash, address, expires) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person, purpose) DO UPDATE SET \
                   hash = excluded.hash, address = excluded.address, expires = excluded.expires";
        let MailedCode { person, purpose, hash, address, expires } = code;
        self.execute(sql, args![person, purpose.as_str(), hash, address, expires]).await.map(drop)
    }

    /// Whether a code exists that is valid beyond this time.
    pub async fn has_mailed_code(
        &self,
        person: PersonId,
        purpose: CodePurpose,
        beyond: i64,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM mailed_codes \
                   WHERE person = $1 AND purpose = $2 AND expires > $3";
        let args = args![person, purpose.as_str(), beyond];
        Ok(self.pools().fetch_optional(sql, args).await?.is_some())
    }

    /// Verifies an address by its mailed code and stores it; false if the code is invalid.
    pub async fn verify_email_address(
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
                let Some(row) = tx.fetch_optional(sql, args![person, hash, at]).await? else {
                    return Ok(WriteOutcome::Commit(false));
                };
                let address: String = row.get("address")?;
                let sql = "INSERT INTO addresses (person, address, verified) VALUES ($1, $2, $3) \
                           ON CONFLICT (person) DO UPDATE SET address = excluded.address, \
                           verified = excluded.verified";
                tx.execute(sql, args![person, address, at]).await?;
                // Codes sent to the previous address are void.
                tx.execute("DELETE FROM mailed_codes WHERE person = $1", args![person]).await?;
                Ok(WriteOutcome::Commit(true))
            })
        })
        .await
    }

    /// Consumes a recovery code sent by mail; true exactly once, even for concurrent calls.
    pub async fn use_mailed_code(
        &self,
        person: PersonId,
        hash: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM mailed_codes WHERE person = $1 AND purpose = 'recover' \
                   AND hash = $2 AND expires > $3";
        Ok(self.execute(sql, args![person, hash, at]).await? == 1)
    }

    /// Voids all codes mailed to a person.
    pub async fn void_mailed_codes(&self, person: PersonId) -> Result<(), StoreError> {
        self.execute("DELETE FROM mailed_codes WHERE person = $1", args![person]).await.map(drop)
    }

    /// Deletes expired codes; returns how many.
    pub async fn purge_mailed_codes(&self, now: i64) -> Result<u64, StoreError> {
        self.execute("DELETE FROM mailed_codes WHERE expires <= $1", args![now]).await
    }
}
