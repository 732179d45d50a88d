//! Stores to audit, and ways to damage them.

use abaque_lots::{Party, to_hex};
use abaque_protocol::{GameAct, Offer};
use abaque_rooms::{
    AuditFinding, AuditReport, RequestError, Rooms, RoomsConfig, ValidTerms, audit,
};
use abaque_store::{GameId, Store};

use super::common::{Guest, seated, seated_as, terms};

pub(crate) async fn rooms_at(url: &str) -> Rooms {
    let store = Store::open(url).await.unwrap();
    Rooms::open(store, RoomsConfig { bot_threads: 2, ..RoomsConfig::default() }).await.unwrap()
}

/// Plays some plies, always the first legal action.
pub(crate) async fn play(id: &GameId, players: &mut [Guest; 2], plies: usize) {
    for round in 0..plies {
        // Both must have the newest state: each gets every move.
        while !players.iter().any(Guest::is_due) {
            for guest in players.iter_mut() {
                guest.catch_up().await;
            }
            tokio::task::yield_now().await;
        }
        let guest = players.iter().find(|guest| guest.is_due()).unwrap();
        let ply = guest.state().legal.clone().unwrap()[0].clone();
        let nonce = Some(to_hex(&[round as u8; 32]));
        let version = guest.act(id, GameAct::Play { ply, nonce }).await.unwrap();
        for guest in players.iter_mut() {
            while guest.state().version < version {
                guest.receive().await;
            }
        }
    }
}

/// Creates games of every kind: finished and rated, sealed, running, open, aborted.
pub(crate) async fn played(url: &str) -> [GameId; 2] {
    let rooms = rooms_at(url).await;
    let mut rated = Vec::new();
    for (spec, plies) in [("abagio", 6), ("abalone", 4), ("blocs", 3), ("abraxas", 2)] {
        let (id, one, other) = seated(&rooms, spec, "600+5", true).await;
        let mut players = [one, other];
        play(&id, &mut players, plies).await;
        players[0].act(&id, GameAct::Resign).await.unwrap();
        rated.push(id);
    }
    let (id, one, other) = seated(&rooms, "abagio", "-", false).await;
    let mut players = [one, other];
    play(&id, &mut players, 2).await;
    let (off, one, _other) = seated(&rooms, "abalone", "-", false).await;
    one.act(&off, GameAct::Abort).await.unwrap();
    let open = GameId::random();
    let waits = terms(&open, "abagio", "-", vec![one.committed(&open, Party::A)]);
    rooms.create(one.id, &ValidTerms::new(waits).unwrap(), None).await.unwrap();
    close(&rooms).await;
    [rated[0].clone(), rated[1].clone()]
}

/// Plays a season of rated games among three people.
pub(crate) async fn season(url: &str, games: usize) -> Vec<GameId> {
    let rooms = rooms_at(url).await;
    let pairs = [["Ada", "Boole"], ["Boole", "Curry"], ["Curry", "Ada"]];
    let mut ids = Vec::new();
    for number in 0..games {
        let (id, one, other) = seated_as(&rooms, pairs[number % 3], "abalone", "600+5", true).await;
        let mut players = [one, other];
        play(&id, &mut players, 2).await;
        if number % 5 == 4 {
            let what = Offer::Draw;
            players[0].act(&id, GameAct::Offer { what }).await.unwrap();
            players[1].act(&id, GameAct::Accept { what }).await.unwrap();
        } else {
            players[number / 3 % 2].act(&id, GameAct::Resign).await.unwrap();
        }
        ids.push(id);
    }
    close(&rooms).await;
    ids
}

pub(crate) async fn close(rooms: &Rooms) {
    rooms.close(&RequestError::game_not_found()).await;
    rooms.store().close().await;
}

pub(crate) async fn check(url: &str) -> AuditReport {
    let store = Store::open(url).await.unwrap();
    let found = audit(&store, |_, _| {}).await.unwrap();
    store.close().await;
    found
}

/// Asserts that a store of [`played`] games is intact.
pub(crate) fn assert_whole(found: &AuditReport) {
    assert_eq!(found.findings, [], "{found:?}");
    assert_eq!((found.games, found.records, found.uncounted), (7, 4, 0));
    assert!(found.acts >= 15 && found.lots >= 7 && found.ratings == 8, "{found:?}");
}

/// Damages as `(expected code, expected subject, SQL)`.
pub(crate) fn damages([dice, board]: &[GameId; 2]) -> Vec<(&'static str, String, String)> {
    let (dice, board) = (dice.as_str(), board.as_str());
    let damages: Vec<(&'static str, &str, String)> = vec![
        ("lots-chain", "entry 2", "UPDATE lots_log SET at = at + 1 WHERE seq = 2".to_owned()),
        (
            "lots-chain",
            "entry 3",
            "UPDATE lots_log SET commitment = 'x' || substr(commitment, 2) WHERE seq = 3".into(),
        ),
        ("lots-gap", "entry 2", "DELETE FROM lots_log WHERE seq = 2".into()),
        ("lots-missing", dice, format!("DELETE FROM lots_log WHERE game = '{dice}'")),
        ("act-gap", board, format!("DELETE FROM acts WHERE game = '{board}' AND version = 2")),
        (
            "version",
            board,
            format!(
                "DELETE FROM acts WHERE game = '{board}' AND version = (SELECT MAX(version) FROM acts WHERE game = '{board}')"
            ),
        ),
        (
            "act-refused",
            board,
            format!(
                "UPDATE acts SET act = '{{\"a\":\"play\",\"s\":1,\"p\":\"i9i8\"}}' WHERE game = '{board}' AND version = 1"
            ),
        ),
        (
            "act-unreadable",
            board,
            format!("UPDATE acts SET act = 'gibberish' WHERE game = '{board}' AND version = 1"),
        ),
        (
            "result",
            board,
            format!("UPDATE games SET result = 'draw agreement' WHERE id = '{board}'"),
        ),
        ("status", board, format!("UPDATE games SET status = 'playing' WHERE id = '{board}'")),
        ("plies", board, format!("UPDATE games SET plies = plies + 1 WHERE id = '{board}'")),
        (
            "seed",
            dice,
            format!(
                "UPDATE games SET secret = REPLACE(secret, '\"table\":\"', '\"table\":\"0000') WHERE id = '{dice}'"
            ),
        ),
        ("unreadable", dice, format!("UPDATE games SET secret = '' WHERE id = '{dice}'")),
        ("rating", "Ada", "UPDATE ratings SET rating = rating + 10 WHERE kind = 'abalone'".into()),
        (
            "rating-history",
            "Ada",
            "UPDATE rating_history SET rating = rating + 10 WHERE kind = 'abalone'".into(),
        ),
        ("rating-count", "Ada", "UPDATE ratings SET games = 7 WHERE kind = 'abalone'".into()),
        ("rating-missing", board, format!("DELETE FROM rating_history WHERE game = '{board}'")),
        (
            "rating-result",
            board,
            format!("UPDATE rating_history SET delta = -delta WHERE game = '{board}'"),
        ),
        ("rating-extra", board, format!("UPDATE games SET rated = 0 WHERE id = '{board}'")),
    ];
    damages.into_iter().map(|(code, subject, sql)| (code, subject.to_owned(), sql)).collect()
}

/// Asserts that the damage is reported, in both languages.
pub(crate) fn assert_named(findings: &[AuditFinding], code: &str, subject: &str, sql: &str) {
    let named = |finding: &AuditFinding| finding.code == code && finding.subject == subject;
    assert!(findings.iter().any(named), "{sql}: {findings:?}");
    for finding in findings {
        assert!(
            !finding.message.en.is_empty() && finding.message.en != finding.message.fr
                || finding.code == "database"
        );
    }
}

/// One changed point and one changed rating, with the findings the audit must report.
pub(crate) fn wrong_ratings(games: &[GameId]) -> ([String; 2], [(&'static str, &'static str); 2]) {
    let point = format!(
        "UPDATE rating_history SET rating = rating + 5 WHERE game = '{}' AND person = \
         (SELECT id FROM people WHERE name = 'Ada')",
        games[games.len() / 6 * 3]
    );
    let rating = "UPDATE ratings SET volatility = volatility * 1.1 WHERE kind = 'abalone' AND person = \
                  (SELECT id FROM people WHERE name = 'Curry')";
    ([point, rating.to_owned()], [("rating-history", "Ada"), ("rating", "Curry")])
}

pub(crate) fn named(found: &AuditReport) -> Vec<(&'static str, &str)> {
    found.findings.iter().map(|finding| (finding.code, finding.subject.as_str())).collect()
}
