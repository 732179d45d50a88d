//! What people see of each other.

use abaque_store::{
    GameId, GameStart, NewGame, PendingTurn, Rating, RatingChange, Seats, SeatsToAct,
};
use axum::http::StatusCode;
use serde_json::json;

use super::{PASSWORD, START, Server};

#[tokio::test]
async fn a_profile_has_ratings_games_and_throws() {
    let server = Server::new().await;
    server.account("Zoë").await;
    server.account("Bob").await;
    let (zoe, bob) = (server.id("Zoë").await, server.id("Bob").await);
    let store = server.store();
    let game = NewGame::new(GameId::random(), "abagio", "abagio", 1);
    store.create_game(game.clone()).await.unwrap();
    let seats = Seats { first: Some(zoe), second: Some(bob), ..Seats::default() };
    let turn = PendingTurn { to_act: SeatsToAct::First, deadline: None };
    let start = GameStart { seats, secret: String::new(), at: 2, turn };
    assert!(store.start_game(&game.id, start).await.unwrap());
    let rating = Rating { rating: 1550.0, deviation: 180.0, volatility: 0.06, games: 1 };
    let change = |person| RatingChange { person, rating, delta: 50.0 };
    store.store_ratings(&game.id, "abagio", 9, [change(zoe), change(bob)]).await.unwrap();
    let throws = vec![("d66".to_owned(), 6), ("d21".to_owned(), 30), ("f31".to_owned(), 1)];
    store.add_throws(&game.id, zoe, throws).await.unwrap();

    let mut anybody = server.browser();
    // In capitals, and with a combining accent.
    let profile = anybody.get("/people/ZOE%CC%88").await;
    assert_eq!(profile.status, StatusCode::OK, "{profile:?}");
    let profile = profile.json();
    assert_eq!((&profile["name"], &profile["since"]), (&json!("Zoë"), &json!(START)));
    assert_eq!(profile["games"], 1);
    let strength = json!({ "kind": "abagio", "rating": 1550.0, "deviation": 180.0, "games": 1 });
    assert_eq!(profile["ratings"], json!([strength]));
    assert_eq!(profile["throws"]["sample"], 36);
    let pairs = profile["throws"]["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 21);
    assert_eq!(pairs[1], json!({ "high": 2, "low": 1, "count": 30, "expected": 2.0 }));
    assert_eq!(pairs[20], json!({ "high": 6, "low": 6, "count": 6, "expected": 1.0 }));
    for private in ["prefs", "seen", "id", "password", "banned"] {
        assert!(profile.get(private).is_none(), "{private}");
    }

    let history = anybody.get("/people/Bob/ratings/abagio").await.json();
    assert_eq!(history["points"][0]["delta"], 50.0);
    assert_eq!(history["points"][0]["game"], game.id.as_str());
    let none = anybody.get("/people/Bob/ratings/abraxas").await;
    assert_eq!(none.json(), json!({ "points": [] }));
    assert_eq!(anybody.get("/people/Bob/ratings/chess").await.status.as_u16(), 422);
}

#[tokio::test]
async fn unknown_names_are_not_found() {
    let server = Server::new().await;
    let mut browser = server.guest().await;
    let long = format!("/people/{}", "x".repeat(5000));
    for path in [
        "/people/Ann",
        "/people/%27%20OR%201%3D1--",
        "/people/%3Cscript%3E",
        "/people/Ann/ratings/abalone",
        &long,
    ] {
        let answer = browser.get(path).await;
        answer.is("not-found");
        assert!(!answer.text.contains("<script>"));
    }
    browser.get("/people/a%00b").await.is("bad-value");
    browser.get("/people/%FF%FE").await.is("bad-request");
    browser.put("/blocks/Ann", json!({})).await.is("not-found");
    browser.delete("/blocks/Ann").await.is("not-found");
    browser.post("/people/Ann/reports", json!({ "text": "x" })).await.is("not-found");
}

#[tokio::test]
async fn people_are_blocked_and_unblocked() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let mut bob = server.account("Bob").await;
    let carl = server.guest().await.name().await.unwrap();
    assert_eq!(ann.get("/blocks").await.json(), json!({ "names": [] }));
    for _ in 0..2 {
        assert_eq!(ann.put("/blocks/bob", json!({})).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(ann.put(&format!("/blocks/{carl}"), json!({})).await.status, StatusCode::NO_CONTENT);
    ann.put("/blocks/Ann", json!({})).await.is("bad-value");
    let mut names = vec!["Bob".to_owned(), carl];
    names.sort();
    assert_eq!(ann.get("/blocks").await.json(), json!({ "names": names }));
    assert_eq!(bob.get("/blocks").await.json(), json!({ "names": [] }));
    assert_eq!(ann.delete("/blocks/Bob").await.status, StatusCode::NO_CONTENT);
    ann.delete("/blocks/Bob").await.is("not-found");
    server.browser().get("/blocks").await.is("not-signed-in");
}

#[tokio::test]
async fn reports_reach_the_administrators() {
    let server = Server::with(|config| config.limits.report.burst = 2).await;
    let mut ann = server.account("Ann").await;
    server.account("Bob").await;
    let game = NewGame::new(GameId::random(), "abalone", "abalone", 1);
    server.store().create_game(game.clone()).await.unwrap();
    for (told, code) in [
        (json!({ "text": " " }), "bad-value"),
        (json!({ "text": "x".repeat(2001) }), "bad-value"),
        (json!({ "text": "x", "game": "../../etc" }), "bad-value"),
        (json!({ "text": 5 }), "bad-json"),
        (json!({ "text": "x", "about": "Carl" }), "bad-json"),
    ] {
        ann.post("/people/Bob/reports", told).await.is(code);
    }
    ann.post("/people/Ann/reports", json!({ "text": "me" })).await.is("bad-value");
    let missing = json!({ "text": "x", "game": GameId::random().as_str() });
    ann.post("/people/Bob/reports", missing).await.is("not-found");
    let told = json!({ "text": "<b>'rude'</b>", "game": game.id.as_str() });
    let filed = ann.post("/people/Bob/reports", told.clone()).await;
    assert_eq!(filed.status, StatusCode::CREATED);
    let reports = server.store().reports(false, None, 10).await.unwrap();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (reports[0].text.as_str(), reports[0].about),
        ("<b>'rude'</b>", server.id("Bob").await)
    );
    ann.post("/people/Bob/reports", told).await.is("too-often");
    server.browser().post("/people/Bob/reports", json!({ "text": "x" })).await.is("not-signed-in");
    assert_eq!(server.browser().sign_in("Bob", PASSWORD).await.status, StatusCode::OK);
}
