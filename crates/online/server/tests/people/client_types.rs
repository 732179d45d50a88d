//! The shared types match every response about people: no field is missing or invented.

use abaque_client::GameFilter;
use abaque_people as app;
use abaque_protocol::rest;
use abaque_store::{GameId, NewGame, Rating, RatingChange, Seats};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Answer, PASSWORD, Server};

/// Parses into the shared type and asserts that it serialises to the same JSON.
#[track_caller]
fn reads<T: DeserializeOwned + Serialize>(answer: &Answer) -> T {
    let told: Value = answer.json();
    let read: T =
        serde_json::from_value(told.clone()).unwrap_or_else(|error| panic!("{error}: {told}"));
    assert_eq!(serde_json::to_value(&read).unwrap(), told);
    read
}

#[tokio::test]
async fn account_responses_match_the_clients_types() {
    let server = Server::new().await;
    let nobody: rest::WhoAmI = reads(&server.browser().get("/me").await);
    assert_eq!(app::SignInState::from(nobody.person), app::SignInState::Nobody);
    let mut guest = server.browser();
    let person: rest::OwnProfile = reads(&guest.post("/guest", json!({})).await);
    assert!(person.guest);
    let asked = rest::Credentials { name: "Ann".into(), password: PASSWORD.into() };
    let person: rest::OwnProfile =
        reads(&guest.post("/register", serde_json::to_value(asked).unwrap()).await);
    assert_eq!((person.name.as_str(), person.guest), ("Ann", false));
    let mut ann = guest;
    let again = serde_json::to_value(rest::ConfirmPassword { password: PASSWORD.into() }).unwrap();
    let codes: rest::RecoveryCodes = reads(&ann.post("/recovery-codes", again).await);
    let left: rest::RecoveryCodesLeft = reads(&ann.get("/recovery-codes").await);
    assert_eq!(left.left, codes.codes.len());
    let sessions: rest::BrowserSessions = reads(&ann.get("/sessions").await);
    assert!(sessions.sessions[0].here);
    let wanted = rest::TokenRequest {
        name: "program".into(),
        scopes: vec![rest::Scope::Read, rest::Scope::Play],
    };
    let made: rest::CreatedToken =
        reads(&ann.post("/tokens", serde_json::to_value(wanted).unwrap()).await);
    let tokens: rest::ApiTokens = reads(&ann.get("/tokens").await);
    assert_eq!((tokens.tokens[0].id, tokens.tokens[0].scopes.len()), (made.id, 2));
    let ended: rest::EndedSessions = reads(&ann.delete("/sessions").await);
    assert_eq!(ended.ended, 0);

    server.account("Bob").await;
    ann.put("/blocks/Bob", json!({})).await;
    let blocks: rest::BlockList = reads(&ann.get("/blocks").await);
    assert_eq!(blocks.names, ["Bob"]);
    let told =
        serde_json::to_value(rest::ReportRequest { text: "rude".into(), game: None }).unwrap();
    reads::<rest::FiledReport>(&ann.post("/people/Bob/reports", told).await);

    let recover = rest::RecoverByCode {
        name: "Ann".into(),
        code: codes.codes[0].clone().into(),
        password: "quite another one".into(),
    };
    let done = ann.post("/recover", serde_json::to_value(recover).unwrap()).await;
    assert_eq!(done.status, 204, "{done:?}");
    ann.sign_in("Ann", "quite another one").await;
    let change = rest::NewPassword { old: "quite another one".into(), new: PASSWORD.into() };
    let done = ann.put("/password", serde_json::to_value(change).unwrap()).await;
    assert_eq!(done.status, 204, "{done:?}");
}

#[tokio::test]
async fn profile_responses_match_the_clients_types() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    server.account("Zoë").await;
    let (me, zoe) = (server.id("Ann").await, server.id("Zoë").await);
    let store = server.store();
    let mut game = NewGame::new(GameId::random(), "abagio", "abagio", 1);
    game.seats = Seats { first: Some(me), second: Some(zoe), ..Seats::default() };
    store.create_game(game.clone()).await.unwrap();
    let rating = Rating { rating: 1512.5, deviation: 200.0, volatility: 0.06, games: 1 };
    let change = |person| RatingChange { person, rating, delta: 12.5 };
    store.store_ratings(&game.id, "abagio", 7, [change(me), change(zoe)]).await.unwrap();
    store.add_throws(&game.id, me, vec![("d65".into(), 3)]).await.unwrap();
    let terms = json!({ "spec": "abalone", "side": "second", "against": { "computer": "1" } });
    let made = ann.post("/games", terms).await.json();
    let path = format!("/games/{}/act", made["game"].as_str().unwrap());
    let act = json!({ "seen": 0, "key": "k", "act": { "do": "resign" } });
    let done = ann.post(&path, act).await;
    assert_eq!(done.status, 200, "{done:?}");

    let profile: rest::Profile = reads(&ann.get("/people/ann").await);
    assert_eq!((profile.ratings[0].games, profile.throws.sample), (1, 3));
    assert!(app::is_provisional(&profile.ratings[0]));
    let tally = rest::ResultTally { kind: "abalone".into(), won: 0, lost: 1, drawn: 0 };
    assert_eq!(profile.results, [tally]);
    let history: rest::RatingHistory = reads(&ann.get("/people/Zo%C3%AB/ratings/abagio").await);
    assert_eq!(app::RatingPlot::new(&history.points).dots.len(), 1);

    let filter = GameFilter { opponent: "Zoë".into(), ..GameFilter::default() };
    let path = format!("/people/Ann/games{}", filter.to_api_query(None, 1, |_| None));
    let page: rest::GamesPage = reads(&ann.get(&path).await);
    assert_eq!(page.games[0].game, game.id.as_str());
    // The server knows every filter the app can send.
    let every = GameFilter {
        kind: "abalone".into(),
        status: "over".into(),
        rated: "false".into(),
        since: "2026-01-01".into(),
        until: "2026-01-02".into(),
        ..GameFilter::default()
    };
    let path =
        format!("/people/Ann/games{}", every.to_api_query(None, 30, |_| Some([0, i64::MAX])));
    let page: rest::GamesPage = reads(&ann.get(&path).await);
    assert_eq!(
        app::game_result_text(&page.games[0], "Ann", abaque_core::Lang::En),
        "Lost – Black wins by resignation"
    );
}
