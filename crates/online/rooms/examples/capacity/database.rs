//! Fills a database with copies of games.

use std::ops::Range;

use abaque_store::GameId;
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};

/// Open games in the lobby.
pub(crate) const OPEN_GAMES: usize = 100;

/// SQL for the id of copy `n`: digits as letters of the ids' alphabet.
const ID: &str = "translate(lpad(n::text, 10, '0'), '0123456789', 'abcdefghjk')";

/// Id of a copy.
pub(crate) fn copy_id(number: usize) -> GameId {
    let letters: Vec<char> = "abcdefghjk".chars().collect();
    let digits = format!("{number:010}");
    let text: String = digits.bytes().map(|digit| letters[usize::from(digit - b'0')]).collect();
    GameId::parse(&text).unwrap()
}

/// Id of the first copied person; the players of copy `n` are this plus `2 n` and `2 n + 1`.
pub(crate) async fn first_person(url: &str) -> i64 {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let sql = "SELECT MIN(id) FROM people WHERE name LIKE 'P %'";
    sqlx::query(sql).fetch_one(&mut connection).await.unwrap().get(0)
}

/// Adds copies of the templates, each with two players of its own.
pub(crate) async fn fill(url: &str, templates: &[GameId], numbers: Range<usize>) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let mut run = async |sql: String| {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    };
    let Range { start, end } = numbers;
    run(format!(
        "INSERT INTO people (name, name_key, guest, created, seen) \
         SELECT 'P ' || n, 'p ' || n, 1, 1, 1 FROM generate_series({}, {}) AS n ORDER BY n",
        2 * start,
        2 * end - 1
    ))
    .await;
    let first = first_person(url).await;
    for (kind, template) in templates.iter().enumerate() {
        let template = template.as_str();
        let numbers = format!("generate_series({start}, {}) AS n", end - 1);
        let among = format!("n % {} = {kind}", templates.len());
        let copied = columns(url, &["id", "first", "second"]).await;
        run(format!(
            "INSERT INTO games (id, first, second, {copied}) \
             SELECT {ID}, {first} + 2 * n, {first} + 2 * n + 1, {copied} \
             FROM games, {numbers} WHERE id = '{template}' AND {among}"
        ))
        .await;
        run(format!(
            "INSERT INTO acts (game, version, at, act, key) SELECT {ID}, version, at, act, key \
             FROM acts, {numbers} WHERE game = '{template}' AND {among}"
        ))
        .await;
    }
    if start == 0 {
        let copied = columns(url, &["id", "second", "status", "public"]).await;
        let template = templates[0].as_str();
        run(format!(
            "INSERT INTO games (id, second, status, public, {copied}) \
             SELECT 'z' || substr({ID}, 2), NULL, 'open', 1, {copied} \
             FROM games, generate_series(1, {OPEN_GAMES}) AS n WHERE id = '{template}'"
        ))
        .await;
        run("UPDATE games SET started = NULL, deadline = NULL WHERE status = 'open'".into()).await;
    }
    run("UPDATE games SET driver = NULL".into()).await;
    run("VACUUM ANALYZE games".into()).await;
    run("ANALYZE".into()).await;
}

/// Names of the columns of `games` but these.
async fn columns(url: &str, but: &[&str]) -> String {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let sql = "SELECT column_name::TEXT FROM information_schema.columns \
               WHERE table_name = 'games' AND table_schema = current_schema()";
    let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    let names = rows.iter().map(|row| row.get::<String, _>(0));
    names.filter(|name| !but.contains(&&**name)).collect::<Vec<_>>().join(", ")
}
