//! A group of appends in four statements, however many there are: which versions, which keys, the acts, the games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::acts::{Append, Appended, Ending, Waiting};
use crate::db::{Tx, Value, args};
use crate::{GameId, StoreError, ToAct};

/// Rows in one statement at most: the databases bound the values of a statement.
const ROWS: usize = 1000;

/// What the appends of a group change about one game.
#[derive(Default)]
struct Change<'a> {
    version: u32,
    plies: u32,
    touched: i64,
    turn: Option<Waiting>,
    end: Option<&'a Ending>,
}

/// Stores appends in the transaction of their group, in order. An error ends the whole group.
pub(crate) async fn append_all(
    tx: &mut Tx,
    appends: &[&Append],
) -> Result<Vec<Appended>, StoreError> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let mut newest = newest(tx, appends).await?;
    // Asked after the games are locked, so nobody can store such a key any more.
    let mut seen = seen(tx, appends).await?;
    let mut changes: BTreeMap<&GameId, Change<'_>> = BTreeMap::new();
    let mut rows = Vec::new();
    let mut outcomes = Vec::with_capacity(appends.len());
    for append in appends {
        outcomes.push(match newest.get_mut(&append.game) {
            None => Appended::NoGame,
            Some(newest) => {
                let key = append.key.as_ref().map(|key| (append.game.clone(), key.clone()));
                match key.as_ref().and_then(|key| seen.get(key)) {
                    Some(&version) => Appended::Seen { version },
                    None if append.version != newest.saturating_add(1) => {
                        Appended::Taken { version: *newest }
                    }
                    None => {
                        for (place, (at, act)) in append.acts.iter().enumerate() {
                            *newest += 1;
                            let key = append.key.as_deref().filter(|_| place == 0);
                            rows.push(args![&append.game, *newest, *at, act, key]);
                        }
                        if let Some(key) = key.filter(|_| !append.acts.is_empty()) {
                            seen.insert(key, append.version);
                        }
                        changes.entry(&append.game).or_default().add(append, *newest);
                        Appended::Done
                    }
                }
            }
        });
    }
    insert(tx, rows).await?;
    update(tx, changes).await?;
    Ok(outcomes)
}

impl<'a> Change<'a> {
    fn add(&mut self, append: &'a Append, version: u32) {
        let last = append.acts.last().map(|(at, _)| *at);
        let over = Waiting { to_act: ToAct::Nobody, deadline: None };
        self.version = version;
        self.plies = append.plies;
        self.touched =
            last.max(append.end.as_ref().map(|end| end.at)).unwrap_or(0).max(self.touched);
        self.turn = append.end.as_ref().map(|_| over).or(append.turn).or(self.turn);
        self.end = append.end.as_ref().or(self.end);
    }
}

/// `($1, $2), ($3, $4)` and so on. SQLite looks numbered ones up by name, one after the other: with a thousand of
/// them that takes longer than all the rest, so there they are bare.
fn places(tx: &Tx, rows: usize, columns: usize) -> String {
    let place = |number| match tx {
        Tx::Lite(_) => "?".into(),
        Tx::Pg(_) => format!("${number}"),
    };
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=columns).map(|column| place(row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// The newest versions of the games. On PostgreSQL their rows stay locked until the group is stored, so no other server comes
/// between look and write; all servers lock in the same order, so none waits for one that waits for it.
async fn newest(tx: &mut Tx, appends: &[&Append]) -> Result<HashMap<GameId, u32>, StoreError> {
    let games: BTreeSet<_> = appends.iter().map(|append| &append.game).collect();
    let sql = format!(
        "SELECT id, version FROM games WHERE id IN {} ORDER BY id{}",
        places(tx, 1, games.len()),
        tx.pick("", " FOR NO KEY UPDATE"),
    );
    let count = games.len();
    let found = tx.bulk(sql, games.into_iter().map(Value::from).collect(), count).await?;
    found.iter().map(|row| Ok((GameId::stored(row.get("id")?)?, row.small("version")?))).collect()
}

/// Which of the keys are stored, and the versions they got.
async fn seen(
    tx: &mut Tx,
    appends: &[&Append],
) -> Result<HashMap<(GameId, String), u32>, StoreError> {
    let keyed = appends.iter().filter_map(|append| Some((&append.game, append.key.as_ref()?)));
    let keys: BTreeSet<_> = keyed.collect();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT a.game, a.key, a.version FROM (VALUES {}) AS asked \
         JOIN acts AS a ON a.game = asked.column1 AND a.key = asked.column2",
        places(tx, keys.len(), 2),
    );
    let count = keys.len();
    let args = keys.into_iter().flat_map(|(game, key)| args![game, key]).collect();
    let found = tx.bulk(sql, args, count).await?;
    found
        .iter()
        .map(|row| {
            let key = (GameId::stored(row.get("game")?)?, row.get("key")?);
            Ok((key, row.small("version")?))
        })
        .collect()
}

async fn insert(tx: &mut Tx, mut rows: Vec<Vec<Value>>) -> Result<(), StoreError> {
    while !rows.is_empty() {
        let some: Vec<_> = rows.drain(..rows.len().min(ROWS)).collect();
        let count = some.len();
        let places = places(tx, count, 5);
        let sql = format!("INSERT INTO acts (game, version, at, act, key) VALUES {places}");
        tx.bulk(sql, some.into_iter().flatten().collect(), count).await?;
    }
    Ok(())
}

async fn update(tx: &mut Tx, changes: BTreeMap<&GameId, Change<'_>>) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let count = changes.len();
    let sql = format!(
        "UPDATE games SET version = c.column2, plies = c.column3, \
         touched = CASE WHEN c.column4 > touched THEN c.column4 ELSE touched END, \
         to_act = COALESCE(c.column5, to_act), \
         deadline = CASE WHEN c.column5 IS NULL THEN deadline ELSE c.column6 END, \
         status = COALESCE(c.column7, status), \
         result = CASE WHEN c.column7 IS NULL THEN result ELSE c.column8 END, \
         reason = CASE WHEN c.column7 IS NULL THEN reason ELSE c.column9 END, \
         ended = COALESCE(c.column10, ended) \
         FROM (VALUES {}) AS c WHERE games.id = c.column1",
        places(tx, count, 10),
    );
    let row = |(game, change): (&GameId, Change<'_>)| {
        args![
            game,
            change.version,
            change.plies,
            change.touched,
            change.turn.map(|turn| turn.to_act as i64),
            change.turn.and_then(|turn| turn.deadline),
            change.end.map(|end| end.status),
            change.end.and_then(|end| end.result.clone()),
            change.end.and_then(|end| end.reason.clone()),
            change.end.map(|end| end.at),
        ]
    };
    tx.bulk(sql, changes.into_iter().flat_map(row).collect(), count).await?;
    Ok(())
}
