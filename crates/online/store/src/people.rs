//! People: guests, accounts, and closed accounts.

use crate::access::mark_revoked;
use crate::db::{SqlRow, args};
use crate::idle_guests::delete_personal_data;
use crate::ids::random_letters;
use crate::writer::WriteOutcome;
use crate::{PersonId, Role, Store, StoreError};

/// A guest or account, without the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Id of the person.
    pub id: PersonId,
    /// Name as written.
    pub name: String,
    /// Whether the person has no account.
    pub guest: bool,
    /// Creation time.
    pub created: i64,
    /// Time last seen.
    pub seen: i64,
    /// Role of the person.
    pub role: Role,
    /// Reason of a ban, if banned.
    pub banned: Option<String>,
    /// Reason why the person may not chat, if silenced.
    pub silenced: Option<String>,
    /// Whether the account was deleted.
    pub closed: bool,
    /// Settings as text.
    pub prefs: String,
}

/// Result of a request for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOutcome {
    /// The name now belongs to this person.
    Done(PersonId),
    /// The name is taken, ignoring case.
    Taken,
}

/// Result of [`Store::claim_account`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The guest has an account now.
    Done,
    /// The name is taken.
    Taken,
    /// The guest does not exist.
    NoGuest,
}

/// How long the name of a deleted account stays reserved, in milliseconds, so that nobody is
/// mistaken for its former owner.
pub const NAME_RESERVATION_MILLIS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Inserts a person unless the name is taken or reserved.
pub(crate) const INSERT_PERSON: &str = "INSERT INTO people (name, name_key, guest, password, created, seen) \
     SELECT $1, $2, $3, $4, $5, $5 \
     WHERE NOT EXISTS (SELECT 1 FROM reserved_names WHERE name_key = $2) \
     ON CONFLICT (name_key) DO NOTHING RETURNING id";

/// Names are compared ignoring case.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

macro_rules! people {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, guest, created, seen, role, banned, silenced, closed, prefs FROM people ",
            $rest
        )
    };
}

impl Person {
    pub(crate) fn from_row(row: &SqlRow) -> Result<Person, StoreError> {
        Ok(Person {
            id: PersonId(row.get("id")?),
            name: row.get("name")?,
            guest: row.get_bool("guest")?,
            created: row.get("created")?,
            seen: row.get("seen")?,
            role: Role::from_stored(row.get("role")?)?,
            banned: row.get("banned")?,
            silenced: row.get("silenced")?,
            closed: row.get_bool("closed")?,
            prefs: row.get("prefs")?,
        })
    }
}

impl Store {
    /// Creates a guest under a name made up by the caller.
    pub async fn create_guest(&self, name: &str, at: i64) -> Result<NameOutcome, StoreError> {
        self.create_person(name, None, at).await
    }

    /// Creates an account.
    pub async fn create_account(
        &self,
        name: &str,
        password: &str,
        at: i64,
    ) -> Result<NameOutcome, StoreError> {
        self.create_person(name, Some(password), at).await
    }

    async fn create_person(
        &self,
        name: &str,
        password: Option<&str>,
        at: i64,
    ) -> Result<NameOutcome, StoreError> {
        let args = args![name, name_key(name), password.is_none(), password, at];
        Ok(match self.execute_returning(INSERT_PERSON, args).await? {
            Some(row) => NameOutcome::Done(PersonId(row.get("id")?)),
            None => NameOutcome::Taken,
        })
    }

    /// Turns a guest into an account, keeping games and everything else.
    pub async fn claim_account(
        &self,
        guest: PersonId,
        name: &str,
        password: &str,
    ) -> Result<ClaimOutcome, StoreError> {
        if self.is_reserved(name).await? {
            return Ok(ClaimOutcome::Taken);
        }
        let sql = "UPDATE people SET name = $2, name_key = $3, password = $4, guest = 0 \
                   WHERE id = $1 AND guest = 1 AND closed = 0";
        match self.execute(sql, args![guest, name, name_key(name), password]).await {
            Ok(0) => Ok(ClaimOutcome::NoGuest),
            Ok(_) => Ok(ClaimOutcome::Done),
            Err(StoreError::Duplicate) => Ok(ClaimOutcome::Taken),
            Err(error) => Err(error),
        }
    }

    /// Renames a person.
    pub async fn rename(&self, person: PersonId, name: &str) -> Result<NameOutcome, StoreError> {
        let found = self.person(person).await?.filter(|person| !person.closed);
        if found.is_some() && self.is_reserved(name).await? {
            return Ok(NameOutcome::Taken);
        }
        let sql = "UPDATE people SET name = $2, name_key = $3 WHERE id = $1 AND closed = 0";
        match self.execute(sql, args![person, name, name_key(name)]).await {
            Ok(0) => Err(StoreError::Missing),
            Ok(_) => Ok(NameOutcome::Done(person)),
            Err(StoreError::Duplicate) => Ok(NameOutcome::Taken),
            Err(error) => Err(error),
        }
    }

    /// The person with this id.
    pub async fn person(&self, id: PersonId) -> Result<Option<Person>, StoreError> {
        let row = self.pools().fetch_optional(people!("WHERE id = $1"), args![id]).await?;
        row.as_ref().map(Person::from_row).transpose()
    }

    /// The person with this name, ignoring case.
    pub async fn person_named(&self, name: &str) -> Result<Option<Person>, StoreError> {
        let row = self
            .pools()
            .fetch_optional(people!("WHERE name_key = $1"), args![name_key(name)])
            .await?;
        row.as_ref().map(Person::from_row).transpose()
    }

    /// People not deleted whose name contains the text, ignoring case, by id. Pass the last one to
    /// get the next page.
    pub async fn people(
        &self,
        containing: &str,
        after: Option<PersonId>,
        limit: u32,
    ) -> Result<Vec<Person>, StoreError> {
        let sql = people!(
            "WHERE closed = 0 AND id > $1 AND name_key LIKE $2 ESCAPE '!' ORDER BY id LIMIT $3"
        );
        // Escape the wildcards of LIKE.
        let mut pattern = name_key(containing);
        for sign in ["!", "%", "_"] {
            pattern = pattern.replace(sign, &format!("!{sign}"));
        }
        let args = args![after.unwrap_or(PersonId(0)), format!("%{pattern}%"), limit];
        self.pools().fetch_all(sql, args).await?.iter().map(Person::from_row).collect()
    }

    /// Password hash of a person; guests have none.
    pub async fn password_hash(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT password FROM people WHERE id = $1";
        match self.pools().fetch_optional(sql, args![person]).await? {
            Some(row) => row.get("password"),
            None => Ok(None),
        }
    }

    /// Changes the password hash of an account; false if it does not exist.
    pub async fn set_password_hash(
        &self,
        person: PersonId,
        hash: &str,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET password = $2 WHERE id = $1 AND guest = 0 AND closed = 0";
        Ok(self.execute(sql, args![person, hash]).await? == 1)
    }

    /// Changes a person's settings; false if they do not exist.
    pub async fn set_prefs(&self, person: PersonId, prefs: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET prefs = $2 WHERE id = $1 AND closed = 0";
        Ok(self.execute(sql, args![person, prefs]).await? == 1)
    }

    /// Progress with lessons and puzzles as reported by the client; empty if there is none.
    pub async fn progress(&self, person: PersonId) -> Result<String, StoreError> {
        let sql = "SELECT text FROM progress WHERE person = $1";
        let row = self.pools().fetch_optional(sql, args![person]).await?;
        row.map_or_else(|| Ok(String::new()), |row| row.get("text"))
    }

    /// Stores the progress; false if the person does not exist.
    pub async fn set_progress(&self, person: PersonId, text: &str) -> Result<bool, StoreError> {
        let sql = "INSERT INTO progress (person, text) \
                   SELECT id, $2 FROM people WHERE id = $1 AND closed = 0 \
                   ON CONFLICT (person) DO UPDATE SET text = excluded.text";
        Ok(self.execute(sql, args![person, text]).await? == 1)
    }

    /// Updates the time a person was last seen.
    pub async fn touch_person(&self, person: PersonId, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET seen = $2 WHERE id = $1";
        Ok(self.execute(sql, args![person, at]).await? == 1)
    }

    /// Bans a person with a reason; `None` lifts the ban.
    pub async fn ban(&self, person: PersonId, reason: Option<&str>) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET banned = $2 WHERE id = $1";
        Ok(self.run_revoking(sql, args![person, reason]).await? == 1)
    }

    /// Silences a person's chat with a reason; `None` lifts it.
    pub async fn silence(
        &self,
        person: PersonId,
        reason: Option<&str>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET silenced = $2 WHERE id = $1";
        Ok(self.execute(sql, args![person, reason]).await? == 1)
    }

    /// Changes the role of a person.
    pub async fn set_role(&self, person: PersonId, role: Role) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET role = $2 WHERE id = $1 AND closed = 0";
        Ok(self.execute(sql, args![person, role]).await? == 1)
    }

    /// Deletes a person: removes identifying data and keeps the games under an anonymous name. The
    /// name stays reserved for [`NAME_RESERVATION_MILLIS`]. False if the person does not exist or
    /// is deleted already.
    pub async fn close_person(&self, person: PersonId, at: i64) -> Result<bool, StoreError> {
        let name = format!("deleted-{}", random_letters());
        self.write(move |tx| {
            Box::pin(async move {
                let reserve = "INSERT INTO reserved_names (name_key, until) \
                               SELECT name_key, $2 FROM people \
                               WHERE id = $1 AND guest = 0 AND closed = 0 \
                               ON CONFLICT (name_key) DO UPDATE SET until = excluded.until";
                tx.execute(reserve, args![person, at + NAME_RESERVATION_MILLIS]).await?;
                let sql = "UPDATE people SET name = $2, name_key = $2, password = NULL, prefs = '', \
                           role = 'player', closed = 1 WHERE id = $1 AND closed = 0";
                if tx.execute(sql, args![person, name]).await? == 0 {
                    return Ok(WriteOutcome::Commit(false));
                }
                delete_personal_data(tx, person).await?;
                mark_revoked(tx).await?;
                Ok(WriteOutcome::Commit(true))
            })
        })
        .await
    }

    /// Whether a recently deleted account had this name.
    async fn is_reserved(&self, name: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM reserved_names WHERE name_key = $1";
        Ok(self.pools().fetch_optional(sql, args![name_key(name)]).await?.is_some())
    }

    /// Releases expired name reservations; returns how many.
    pub async fn purge_reserved_names(&self, now: i64) -> Result<u64, StoreError> {
        self.execute("DELETE FROM reserved_names WHERE until <= $1", args![now]).await
    }

    /// Number of accounts not closed.
    pub async fn count_accounts(&self) -> Result<u64, StoreError> {
        self.count("SELECT COUNT(*) AS n FROM people WHERE guest = 0 AND closed = 0").await
    }

    /// Blocks another person.
    pub async fn block(&self, person: PersonId, other: PersonId) -> Result<(), StoreError> {
        let sql = "INSERT INTO blocks (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.execute(sql, args![person, other]).await.map(drop)
    }

    /// Removes a block; false if there was none.
    pub async fn unblock(&self, person: PersonId, other: PersonId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM blocks WHERE person = $1 AND other = $2";
        Ok(self.execute(sql, args![person, other]).await? == 1)
    }

    /// People blocked by a person.
    pub async fn blocked_people(&self, person: PersonId) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE person = $1 ORDER BY other";
        let rows = self.pools().fetch_all(sql, args![person]).await?;
        rows.iter().map(|row| Ok(PersonId(row.get("other")?))).collect()
    }

    /// People who block a person.
    pub async fn people_blocking(&self, other: PersonId) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT person FROM blocks WHERE other = $1 ORDER BY person";
        let rows = self.pools().fetch_all(sql, args![other]).await?;
        rows.iter().map(|row| Ok(PersonId(row.get("person")?))).collect()
    }

    /// Whether either person blocks the other.
    pub async fn is_blocked(&self, one: PersonId, other: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT person FROM blocks WHERE (person = $1 AND other = $2) \
                   OR (person = $2 AND other = $1)";
        Ok(self.pools().fetch_optional(sql, args![one, other]).await?.is_some())
    }
}
