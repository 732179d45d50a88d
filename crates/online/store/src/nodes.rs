//! Several servers ("nodes") on one PostgreSQL database: who runs, who drives which game, who is
//! present where, and news for all of them. Expiry is measured in the database's own time, so the
//! clocks of the nodes do not matter.

use crate::db::{Pools, SqlValue, args};
use crate::games::columns;
use crate::ids::random_letters;
use crate::writer::WriteOutcome;
use crate::{GameId, Store, StoreError, StoredGame, Version};

/// Database time in milliseconds since 1970.
macro_rules! now {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
    };
}

/// SQL condition: the driver of a game is a running node.
macro_rules! driven {
    () => {
        concat!(
            "EXISTS (SELECT 1 FROM nodes WHERE nodes.id = games.driver AND nodes.expires > ",
            now!(),
            ")"
        )
    };
}

/// Store key of the cluster's secret.
const CLUSTER_NOTE: &str = "cluster";

/// A node that has registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisteredNode {
    /// Number of the node; never given twice.
    pub id: i64,
    /// Whether other nodes are running.
    pub has_others: bool,
}

/// What changes in a game that others look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMark {
    /// The game.
    pub id: GameId,
    /// Version of the newest act.
    pub version: Version,
    /// Number of changes before the first act.
    pub revision: u32,
    /// Whether ratings and statistics include the game.
    pub counted: bool,
    /// Number of the newest chat line, 0 if there is none.
    pub chat: i64,
    /// Whether a running node drives the game.
    pub driven: bool,
}

/// Viewers of a game on one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePresence {
    /// The game.
    pub game: GameId,
    /// The node.
    pub node: i64,
    /// Whether the players of the seats are present.
    pub seats: [bool; 2],
    /// Number of spectators.
    pub watchers: u32,
}

/// A piece of news from another node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeNotice {
    /// Number of the notice.
    pub id: i64,
    /// Its text; opaque here.
    pub body: String,
}

/// Game ids as one bind value.
fn id_list(games: &[GameId]) -> String {
    games.iter().map(GameId::as_str).collect::<Vec<_>>().join(",")
}

impl Store {
    /// Whether several servers may share this store.
    pub fn can_have_nodes(&self) -> bool {
        matches!(self.pools(), Pools::Pg(_))
    }

    fn require_nodes(&self) -> Result<(), StoreError> {
        if self.can_have_nodes() {
            return Ok(());
        }
        Err(StoreError::InvalidRequest("several servers can share PostgreSQL only, not a file"))
    }

    /// Time of the database, in milliseconds since 1970.
    pub async fn database_time(&self) -> Result<i64, StoreError> {
        self.require_nodes()?;
        let sql = concat!("SELECT ", now!(), " AS now");
        let row = self.pools().fetch_optional(sql, args![]).await?;
        row.ok_or(StoreError::Missing)?.get("now")
    }

    /// Secret shared by the nodes of this database and nobody else.
    pub async fn cluster_secret(&self) -> Result<String, StoreError> {
        let secret = format!("{}{}", random_letters(), random_letters());
        let sql = "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING";
        self.execute(sql, args![CLUSTER_NOTE, secret]).await?;
        self.note(CLUSTER_NOTE).await?.ok_or(StoreError::Missing)
    }

    /// Registers a node for `lease_ms` milliseconds.
    pub async fn register_node(
        &self,
        name: &str,
        lease_ms: i64,
    ) -> Result<RegisteredNode, StoreError> {
        self.require_nodes()?;
        let name = name.to_owned();
        self.write(move |tx| {
            Box::pin(async move {
                // One at a time, or two nodes that start together would both see no others.
                tx.run_script("SELECT pg_advisory_xact_lock(7097116119)".into()).await?;
                let sql = concat!("DELETE FROM nodes WHERE expires <= ", now!());
                tx.execute(sql, args![]).await?;
                let sql = "DELETE FROM presence WHERE node NOT IN (SELECT id FROM nodes)";
                tx.execute(sql, args![]).await?;
                let sql = "SELECT id FROM nodes LIMIT 1";
                let has_others = tx.fetch_optional(sql, args![]).await?.is_some();
                let sql = concat!(
                    "INSERT INTO nodes (name, expires) VALUES ($1, ",
                    now!(),
                    " + $2) RETURNING id"
                );
                let row = tx.fetch_optional(sql, args![name, lease_ms]).await?;
                let id = row.ok_or(StoreError::Missing)?.get("id")?;
                Ok(WriteOutcome::Commit(RegisteredNode { id, has_others }))
            })
        })
        .await
    }

    /// Extends a node's registration and notes its clock; false if the registration has expired,
    /// and its leases with it.
    pub async fn renew_node(&self, node: i64, lease_ms: i64, at: i64) -> Result<bool, StoreError> {
        let sql = concat!(
            "UPDATE nodes SET expires = ",
            now!(),
            " + $2, clock_offset = $3 - ",
            now!(),
            " WHERE id = $1 AND expires > ",
            now!()
        );
        Ok(self.execute(sql, args![node, lease_ms, at]).await? == 1)
    }

    /// Milliseconds by which the clocks of the running nodes are ahead of the database; `None`
    /// without nodes.
    pub async fn nodes_clock_offset(&self) -> Result<Option<i64>, StoreError> {
        self.require_nodes()?;
        let sql = concat!(
            "SELECT clock_offset FROM nodes WHERE expires > ",
            now!(),
            " ORDER BY id LIMIT 1"
        );
        let row = self.pools().fetch_optional(sql, args![]).await?;
        row.map(|row| row.get("clock_offset")).transpose()
    }

    /// Ends a node's registration and releases its games.
    pub async fn remove_node(&self, node: i64) -> Result<(), StoreError> {
        self.require_nodes()?;
        self.write(move |tx| {
            Box::pin(async move {
                for sql in [
                    "UPDATE games SET driver = NULL WHERE driver = $1",
                    "DELETE FROM presence WHERE node = $1",
                    "DELETE FROM nodes WHERE id = $1",
                ] {
                    tx.execute(sql, args![node]).await?;
                }
                Ok(WriteOutcome::Commit(()))
            })
        })
        .await
    }

    /// Names of the running nodes.
    pub async fn running_nodes(&self) -> Result<Vec<String>, StoreError> {
        self.require_nodes()?;
        let sql = concat!("SELECT name FROM nodes WHERE expires > ", now!(), " ORDER BY id");
        let rows = self.pools().fetch_all(sql, args![]).await?;
        rows.iter().map(|row| row.get("name")).collect()
    }

    /// Makes a node the driver of a game that no other running node drives; returns the new fencing
    /// token.
    pub async fn take_lease(&self, game: &GameId, node: i64) -> Result<Option<i64>, StoreError> {
        self.require_nodes()?;
        let sql = concat!(
            "UPDATE games SET driver = $2, fence = fence + 1 WHERE id = $1 \
             AND (driver IS NULL OR driver = $2 OR NOT ",
            driven!(),
            ") AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = $2 AND nodes.expires > ",
            now!(),
            ") RETURNING fence"
        );
        let row = self.execute_returning(sql, args![game, node]).await?;
        row.map(|row| row.get("fence")).transpose()
    }

    /// Ends a lease; without effect if the token is no longer current.
    pub async fn release_lease(&self, game: &GameId, fence: i64) -> Result<(), StoreError> {
        let sql = "UPDATE games SET driver = NULL WHERE id = $1 AND fence = $2";
        self.execute(sql, args![game, fence]).await.map(drop)
    }

    /// Like [`Store::due_games`], without the games that another running node drives.
    pub async fn due_games_of_node(
        &self,
        node: i64,
        by: i64,
        limit: u32,
    ) -> Result<Vec<StoredGame>, StoreError> {
        self.require_nodes()?;
        // Two branches, because each status has an index of its own.
        macro_rules! due {
            ($status:literal) => {
                concat!(
                    "SELECT * FROM (SELECT ",
                    columns!(),
                    " FROM games WHERE status = ",
                    $status,
                    " AND deadline IS NOT NULL AND deadline <= $1 \
                     AND (driver IS NULL OR driver = $2 OR NOT ",
                    driven!(),
                    ") ORDER BY deadline LIMIT $3) AS d"
                )
            };
        }
        let sql = concat!(
            due!("'playing'"),
            "1 UNION ALL ",
            due!("'open'"),
            "2 ORDER BY deadline LIMIT $3"
        );
        let rows = self.pools().fetch_all(sql, args![by, node, limit]).await?;
        rows.iter().map(StoredGame::from_row).collect()
    }

    /// Current marks of these games.
    pub async fn game_marks(&self, games: &[GameId]) -> Result<Vec<GameMark>, StoreError> {
        self.require_nodes()?;
        let sql = concat!(
            "SELECT id, version, revision, counted, ",
            driven!(),
            "::INT::BIGINT AS driven, COALESCE((SELECT MAX(chat.id) FROM chat \
             WHERE chat.game = games.id), 0) AS chat \
             FROM games WHERE id = ANY(string_to_array($1, ','))"
        );
        let rows = self.pools().fetch_all(sql, args![id_list(games)]).await?;
        rows.iter()
            .map(|row| {
                Ok(GameMark {
                    id: GameId::from_stored(row.get("id")?)?,
                    version: row.get_version()?,
                    revision: row.get_u32("revision")?,
                    counted: row.get_bool("counted")?,
                    chat: row.get("chat")?,
                    driven: row.get_bool("driven")?,
                })
            })
            .collect()
    }

    /// A mark that changes with the list of open public games.
    pub async fn lobby_mark(&self) -> Result<String, StoreError> {
        let sql = "SELECT COUNT(*) AS n, COALESCE(SUM(revision), 0)::BIGINT AS revisions, \
                   COALESCE(MAX(created), 0) AS newest FROM games \
                   WHERE status = 'open' AND public = 1";
        let row = self.pools().fetch_optional(sql, args![]).await?.ok_or(StoreError::Missing)?;
        let number = |column| row.get::<i64>(column);
        Ok(format!("{} {} {}", number("n")?, number("revisions")?, number("newest")?))
    }

    /// Stores who looks at games on a node; a game without viewers is removed.
    pub async fn set_presence(&self, all: Vec<NodePresence>) -> Result<(), StoreError> {
        self.require_nodes()?;
        self.write(move |tx| {
            Box::pin(async move {
                for NodePresence { game, node, seats, watchers } in all {
                    let seats = i64::from(seats[0]) + 2 * i64::from(seats[1]);
                    if seats == 0 && watchers == 0 {
                        let sql = "DELETE FROM presence WHERE game = $1 AND node = $2";
                        tx.execute(sql, args![&game, node]).await?;
                        continue;
                    }
                    let sql = "INSERT INTO presence (game, node, seats, watchers) \
                               SELECT id, $2, $3, $4 FROM games WHERE id = $1 \
                               ON CONFLICT (game, node) \
                               DO UPDATE SET seats = excluded.seats, watchers = excluded.watchers";
                    tx.execute(sql, args![&game, node, seats, watchers]).await?;
                }
                Ok(WriteOutcome::Commit(()))
            })
        })
        .await
    }

    /// Who looks at these games on the other running nodes.
    pub async fn presence_elsewhere(
        &self,
        games: &[GameId],
        node: i64,
    ) -> Result<Vec<NodePresence>, StoreError> {
        self.require_nodes()?;
        let sql = concat!(
            "SELECT game, node, seats, watchers FROM presence JOIN nodes ON nodes.id = node \
             WHERE game = ANY(string_to_array($1, ',')) AND node <> $2 AND nodes.expires > ",
            now!()
        );
        let rows = self.pools().fetch_all(sql, args![id_list(games), node]).await?;
        rows.iter()
            .map(|row| {
                let seats: i64 = row.get("seats")?;
                Ok(NodePresence {
                    game: GameId::from_stored(row.get("game")?)?,
                    node: row.get("node")?,
                    seats: [seats & 1 != 0, seats & 2 != 0],
                    watchers: row.get_u32("watchers")?,
                })
            })
            .collect()
    }

    /// Stores a piece of news for the other nodes.
    pub async fn add_notice(&self, node: i64, at: i64, body: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO notices (node, at, body) VALUES ($1, $2, $3)";
        self.execute(sql, args![node, at, body]).await.map(drop)
    }

    /// News of other nodes since this time, oldest first.
    pub async fn notices_since(
        &self,
        since: i64,
        node: i64,
    ) -> Result<Vec<NodeNotice>, StoreError> {
        let sql = "SELECT id, body FROM notices WHERE at >= $1 AND node <> $2 ORDER BY id";
        let rows = self.pools().fetch_all(sql, args![since, node]).await?;
        rows.iter()
            .map(|row| Ok(NodeNotice { id: row.get("id")?, body: row.get("body")? }))
            .collect()
    }

    /// Deletes news older than this time.
    pub async fn purge_notices(&self, before: i64) -> Result<u64, StoreError> {
        let args: Vec<SqlValue> = args![before];
        self.execute("DELETE FROM notices WHERE at < $1", args).await
    }
}
