//! Audits of intact and damaged stores.

#![allow(clippy::unwrap_used)]

mod cases;
#[path = "../common/mod.rs"]
mod common;

use std::path::{Path, PathBuf};

use abaque_rooms::audit;
use abaque_store::Store;
use cases::{
    assert_named, assert_whole, check, close, damages, named, play, played, rooms_at, season,
    wrong_ratings,
};
use common::seated;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// URL of the store in a file.
fn store_url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

async fn damage(path: &Path, sql: &str) {
    let mut raw = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let changed = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut raw).await.unwrap();
    assert!(changed.rows_affected() > 0, "nothing changed: {sql}");
    raw.close().await.unwrap();
}

fn copy(from: &Path, name: &str) -> PathBuf {
    let to = from.with_file_name(name);
    std::fs::copy(from, &to).unwrap();
    to
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_passes_played_games_and_names_every_damage() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("rooms.db");
    let games = played(&store_url(&whole)).await;
    assert_whole(&check(&store_url(&whole)).await);
    for (number, (code, subject, sql)) in damages(&games).into_iter().enumerate() {
        let path = copy(&whole, &format!("damaged-{number}.db"));
        damage(&path, &sql).await;
        assert_named(&check(&store_url(&path)).await.findings, code, &subject, &sql);
    }
}

/// Ratings are recomputed from the games; only the changed ones are reported.
#[tokio::test(flavor = "multi_thread")]
async fn the_audit_recomputes_ratings_from_games() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("rooms.db");
    let games = season(&store_url(&whole), 24).await;
    let found = check(&store_url(&whole)).await;
    assert_eq!((named(&found), found.ratings, found.records), (vec![], 3, 24));
    let (sql, expected) = wrong_ratings(&games);
    for sql in sql {
        damage(&whole, &sql).await;
    }
    assert_eq!(named(&check(&store_url(&whole)).await), expected);
}

/// A seed changed together with the logged commitment does not give the lots that were drawn.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_whose_lots_do_not_fit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.db");
    let [dice, _] = played(&store_url(&path)).await;
    let dice = dice.as_str();
    // A different throw, equally legal.
    let sql = format!(
        "UPDATE acts SET act = CASE act WHEN '{{\"a\":\"lot\",\"p\":\"d21\"}}' THEN '{{\"a\":\"lot\",\"p\":\"d31\"}}' \
         ELSE '{{\"a\":\"lot\",\"p\":\"d21\"}}' END WHERE game = '{dice}' AND version = \
         (SELECT MIN(version) FROM acts WHERE game = '{dice}' AND act LIKE '%lot%')"
    );
    damage(&path, &sql).await;
    let found = check(&store_url(&path)).await;
    let about: Vec<_> = found.findings.iter().filter(|finding| finding.subject == dice).collect();
    assert!(!about.is_empty(), "{found:?}");
}

/// Games that change during the audit are not reported as damage.
#[tokio::test(flavor = "multi_thread")]
async fn the_audit_runs_beside_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.db");
    let rooms = rooms_at(&store_url(&path)).await;
    let (id, one, other) = seated(&rooms, "abalone", "-", false).await;
    let mut players = [one, other];
    let admin = Store::open(&store_url(&path)).await.unwrap();
    let checks = tokio::spawn(async move {
        let mut checks = 0;
        for _ in 0..30 {
            let found = audit(&admin, |_, _| {}).await.unwrap();
            assert_eq!(found.findings, []);
            checks += found.games;
        }
        admin.close().await;
        checks
    });
    while !checks.is_finished() {
        play(&id, &mut players, 1).await;
        if players[0].state().ending.is_some() {
            break;
        }
    }
    assert_eq!(checks.await.unwrap(), 30);
    close(&rooms).await;
}
