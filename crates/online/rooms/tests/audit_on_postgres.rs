//! The audit cases on a PostgreSQL store.

#![allow(clippy::unwrap_used)]

#[path = "audit/cases.rs"]
mod cases;
mod common;
#[path = "../../server/tests/harness/postgres.rs"]
mod place;

use cases::{assert_named, assert_whole, check, damages, named, played, season, wrong_ratings};
use place::TestDatabase;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

async fn run(url: &str, sql: &str) -> u64 {
    let mut raw = PgConnection::connect(url).await.unwrap();
    let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    done.rows_affected()
}

/// The table that an SQL statement damages.
fn table(sql: &str) -> &str {
    sql.split_whitespace().find(|word| !["UPDATE", "DELETE", "FROM"].contains(word)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_passes_played_games_and_names_every_damage() {
    let place = TestDatabase::new().await;
    let url = place.url();
    let games = played(&url).await;
    assert_whole(&check(&url).await);
    for (code, subject, sql) in damages(&games) {
        let table = table(&sql);
        run(&url, &format!("CREATE TABLE saved AS SELECT * FROM {table}")).await;
        assert!(run(&url, &sql).await > 0, "nothing changed: {sql}");
        assert_named(&check(&url).await.findings, code, &subject, &sql);
        // Other tables reference games.
        let back = if table == "games" {
            "UPDATE games g SET result = s.result, status = s.status, plies = s.plies, secret = s.secret, \
             rated = s.rated FROM saved s WHERE s.id = g.id; DROP TABLE saved"
                .to_owned()
        } else {
            format!(
                "DELETE FROM {table}; INSERT INTO {table} SELECT * FROM saved; DROP TABLE saved"
            )
        };
        run(&url, &back).await;
    }
    assert_whole(&check(&url).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_recomputes_ratings_from_games() {
    let place = TestDatabase::new().await;
    let url = place.url();
    let games = season(&url, 12).await;
    let found = check(&url).await;
    assert_eq!((named(&found), found.ratings, found.records), (vec![], 3, 12));
    let (sql, expected) = wrong_ratings(&games);
    for sql in sql {
        assert_eq!(run(&url, &sql).await, 1, "{sql}");
    }
    assert_eq!(named(&check(&url).await), expected);
}
