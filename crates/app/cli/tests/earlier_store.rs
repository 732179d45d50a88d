//! A store that an earlier release wrote is opened, migrated and replayed by this one.

use serde_json::Value;
use sqlx::{Connection, SqliteConnection};

use crate::common::ok;

/// Four finished games, one of each kind, four games in progress and one without an opponent, between two accounts: the
/// output of `sqlite3 store.db .dump` after a server of revision f967644 was stopped.
static EARLIER_STORE: &str = include_str!("data/earlier_store.sql");

#[test]
fn a_store_of_an_earlier_release_is_migrated_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db").to_str().unwrap().to_owned();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let url = format!("sqlite:{path}?mode=rwc");
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(EARLIER_STORE).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
    let admin = |arguments: &[&str]| -> Value {
        let all = [&["admin", "--data", &path], arguments, &["--json"]].concat();
        serde_json::from_str(&ok(&all)).unwrap()
    };
    let found = admin(&["check"]);
    assert_eq!(found["ok"], true, "{found}");
    let counts = ["games", "records", "uncounted"].map(|key| found[key].as_u64().unwrap());
    assert_eq!(counts, [9, 4, 0], "{found}");
    let stats = admin(&["stats"]);
    assert_eq!((&stats["accounts"], &stats["guests"]), (&2.into(), &1.into()), "{stats}");
}
