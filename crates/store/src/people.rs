//! People: guests, accounts, and what is left of those who went.

use crate::db::{Row, args};
use crate::idle::forget_traces;
use crate::ids::random_letters;
use crate::writer::Verdict;
use crate::{PersonId, Role, Store, StoreError};

/// Somebody, without the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The name as written.
    pub name: String,
    /// Whether without an account.
    pub guest: bool,
    /// Since when.
    pub created: i64,
    /// Last here.
    pub seen: i64,
    /// What they may do.
    pub role: Role,
    /// Why they may not come in, if so.
    pub banned: Option<String>,
    /// Why nobody is to hear what they say, if so.
    pub silenced: Option<String>,
    /// Whether they left for good.
    pub closed: bool,
    /// Their settings.
    pub prefs: String,
}

/// What became of a wish for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// It is theirs.
    Done(PersonId),
    /// Somebody has it, perhaps in other capitals.
    Taken,
}

/// What became of a guest's wish for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// They have one.
    Done,
    /// Somebody has the name.
    Taken,
    /// There is no such guest.
    NoGuest,
}

/// Names that differ in capitals alone are one name.
fn key(name: &str) -> String {
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
    pub(crate) fn read(row: &Row) -> Result<Person, StoreError> {
        Ok(Person {
            id: PersonId(row.get("id")?),
            name: row.get("name")?,
            guest: row.truth("guest")?,
            created: row.get("created")?,
            seen: row.get("seen")?,
            role: Role::stored(row.get("role")?)?,
            banned: row.get("banned")?,
            silenced: row.get("silenced")?,
            closed: row.truth("closed")?,
            prefs: row.get("prefs")?,
        })
    }
}

impl Store {
    /// Lets a guest in under a name the caller made up.
    pub async fn create_guest(&self, name: &str, at: i64) -> Result<Named, StoreError> {
        self.create_person(name, None, at).await
    }

    /// Opens an account.
    pub async fn create_account(
        &self,
        name: &str,
        password: &str,
        at: i64,
    ) -> Result<Named, StoreError> {
        self.create_person(name, Some(password), at).await
    }

    async fn create_person(
        &self,
        name: &str,
        password: Option<&str>,
        at: i64,
    ) -> Result<Named, StoreError> {
        let sql = "INSERT INTO people (name, name_key, guest, password, created, seen) \
                   VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (name_key) DO NOTHING RETURNING id";
        let args = args![name, key(name), password.is_none(), password, at];
        Ok(match self.insert(sql, args).await? {
            Some(row) => Named::Done(PersonId(row.get("id")?)),
            None => Named::Taken,
        })
    }

    /// Turns a guest into an account; games and everything else stay theirs.
    pub async fn claim_account(
        &self,
        guest: PersonId,
        name: &str,
        password: &str,
    ) -> Result<Claimed, StoreError> {
        let sql = "UPDATE people SET name = $2, name_key = $3, password = $4, guest = 0 \
                   WHERE id = $1 AND guest = 1 AND closed = 0";
        match self.run(sql, args![guest, name, key(name), password]).await {
            Ok(0) => Ok(Claimed::NoGuest),
            Ok(_) => Ok(Claimed::Done),
            Err(StoreError::Duplicate) => Ok(Claimed::Taken),
            Err(error) => Err(error),
        }
    }

    /// Gives somebody another name.
    pub async fn rename(&self, person: PersonId, name: &str) -> Result<Named, StoreError> {
        let sql = "UPDATE people SET name = $2, name_key = $3 WHERE id = $1 AND closed = 0";
        match self.run(sql, args![person, name, key(name)]).await {
            Ok(0) => Err(StoreError::Missing),
            Ok(_) => Ok(Named::Done(person)),
            Err(StoreError::Duplicate) => Ok(Named::Taken),
            Err(error) => Err(error),
        }
    }

    /// Somebody by identity.
    pub async fn person(&self, id: PersonId) -> Result<Option<Person>, StoreError> {
        let row = self.pools().one(people!("WHERE id = $1"), args![id]).await?;
        row.as_ref().map(Person::read).transpose()
    }

    /// Somebody by name, in whatever capitals.
    pub async fn person_named(&self, name: &str) -> Result<Option<Person>, StoreError> {
        let row = self.pools().one(people!("WHERE name_key = $1"), args![key(name)]).await?;
        row.as_ref().map(Person::read).transpose()
    }

    /// People who have not gone, with this in their names (in whatever capitals), first come first; give the last one to get the
    /// next page.
    pub async fn people(
        &self,
        containing: &str,
        after: Option<PersonId>,
        limit: u32,
    ) -> Result<Vec<Person>, StoreError> {
        let sql = people!(
            "WHERE closed = 0 AND id > $1 AND name_key LIKE $2 ESCAPE '!' ORDER BY id LIMIT $3"
        );
        // What means something to LIKE is meant as it is written.
        let mut pattern = key(containing);
        for sign in ["!", "%", "_"] {
            pattern = pattern.replace(sign, &format!("!{sign}"));
        }
        let args = args![after.unwrap_or(PersonId(0)), format!("%{pattern}%"), limit];
        self.pools().all(sql, args).await?.iter().map(Person::read).collect()
    }

    /// The hash of somebody's password; guests have none.
    pub async fn password(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT password FROM people WHERE id = $1";
        match self.pools().one(sql, args![person]).await? {
            Some(row) => row.get("password"),
            None => Ok(None),
        }
    }

    /// Changes the password of an account; false if there is none.
    pub async fn set_password(&self, person: PersonId, hash: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET password = $2 WHERE id = $1 AND guest = 0 AND closed = 0";
        Ok(self.run(sql, args![person, hash]).await? == 1)
    }

    /// Changes somebody's settings; false if there is nobody.
    pub async fn set_prefs(&self, person: PersonId, prefs: &str) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET prefs = $2 WHERE id = $1 AND closed = 0";
        Ok(self.run(sql, args![person, prefs]).await? == 1)
    }

    /// How far somebody has come with lessons and puzzles, as they told it; nothing if they never did.
    pub async fn progress(&self, person: PersonId) -> Result<String, StoreError> {
        let sql = "SELECT text FROM progress WHERE person = $1";
        let row = self.pools().one(sql, args![person]).await?;
        row.map_or_else(|| Ok(String::new()), |row| row.get("text"))
    }

    /// Keeps how far somebody has come; false if there is nobody.
    pub async fn set_progress(&self, person: PersonId, text: &str) -> Result<bool, StoreError> {
        let sql = "INSERT INTO progress (person, text) \
                   SELECT id, $2 FROM people WHERE id = $1 AND closed = 0 \
                   ON CONFLICT (person) DO UPDATE SET text = excluded.text";
        Ok(self.run(sql, args![person, text]).await? == 1)
    }

    /// Somebody is here.
    pub async fn touch_person(&self, person: PersonId, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET seen = $2 WHERE id = $1";
        Ok(self.run(sql, args![person, at]).await? == 1)
    }

    /// Shuts somebody out with a reason, or lets them in again with none.
    pub async fn ban(&self, person: PersonId, reason: Option<&str>) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET banned = $2 WHERE id = $1";
        Ok(self.run(sql, args![person, reason]).await? == 1)
    }

    /// Lets nobody hear somebody any more, with a reason, or everybody again with none.
    pub async fn silence(
        &self,
        person: PersonId,
        reason: Option<&str>,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET silenced = $2 WHERE id = $1";
        Ok(self.run(sql, args![person, reason]).await? == 1)
    }

    /// Changes what somebody may do.
    pub async fn set_role(&self, person: PersonId, role: Role) -> Result<bool, StoreError> {
        let sql = "UPDATE people SET role = $2 WHERE id = $1 AND closed = 0";
        Ok(self.run(sql, args![person, role]).await? == 1)
    }

    /// Forgets somebody for good: everything that tells who it was goes, the games stay with a nameless person. False if
    /// there is nobody or it was done before.
    pub async fn close_person(&self, person: PersonId) -> Result<bool, StoreError> {
        let name = format!("deleted-{}", random_letters());
        self.write(move |tx| {
            Box::pin(async move {
                let sql = "UPDATE people SET name = $2, name_key = $2, password = NULL, prefs = '', \
                           role = 'player', closed = 1 WHERE id = $1 AND closed = 0";
                if tx.run(sql, args![person, name]).await? == 0 {
                    return Ok(Verdict::Keep(false));
                }
                forget_traces(tx, person).await?;
                Ok(Verdict::Keep(true))
            })
        })
        .await
    }

    /// How many accounts there are that nobody closed.
    pub async fn count_accounts(&self) -> Result<u64, StoreError> {
        self.count("SELECT COUNT(*) AS n FROM people WHERE guest = 0 AND closed = 0").await
    }

    /// Blocks somebody: the one does not want to meet the other.
    pub async fn block(&self, person: PersonId, other: PersonId) -> Result<(), StoreError> {
        let sql = "INSERT INTO blocks (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.run(sql, args![person, other]).await.map(drop)
    }

    /// Takes a block back; false if there was none.
    pub async fn unblock(&self, person: PersonId, other: PersonId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM blocks WHERE person = $1 AND other = $2";
        Ok(self.run(sql, args![person, other]).await? == 1)
    }

    /// Whom somebody blocks.
    pub async fn blocks(&self, person: PersonId) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT other FROM blocks WHERE person = $1 ORDER BY other";
        let rows = self.pools().all(sql, args![person]).await?;
        rows.iter().map(|row| Ok(PersonId(row.get("other")?))).collect()
    }

    /// Who blocks somebody.
    pub async fn blocked_by(&self, other: PersonId) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT person FROM blocks WHERE other = $1 ORDER BY person";
        let rows = self.pools().all(sql, args![other]).await?;
        rows.iter().map(|row| Ok(PersonId(row.get("person")?))).collect()
    }

    /// Whether either blocks the other.
    pub async fn is_blocked(&self, one: PersonId, other: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT person FROM blocks WHERE (person = $1 AND other = $2) \
                   OR (person = $2 AND other = $1)";
        Ok(self.pools().one(sql, args![one, other]).await?.is_some())
    }
}
