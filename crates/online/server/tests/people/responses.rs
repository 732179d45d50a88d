//! Whole answers of the API as snapshots. What differs from run to run is replaced by its name.

use abaque_store::{GameId, NewGame, Rating, RatingChange, Seats};
use serde_json::{Value, json};

use super::{Answer, Server};

/// The status and the indented body, with the values of these fields replaced.
fn shown(answer: &Answer, replaced: &[&str]) -> String {
    let mut body = answer.json();
    replace(&mut body, replaced);
    format!("{}\n{}", answer.status, serde_json::to_string_pretty(&body).unwrap())
}

fn replace(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if names.contains(&&**name) && !value.is_null() {
                    *value = format!("[{name}]").into();
                }
                replace(value, names);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| replace(value, names)),
        _ => {}
    }
}

#[tokio::test]
async fn problems_are_written_in_both_languages() {
    let server = Server::new().await;
    server.account("Ann").await;
    for lang in ["en", "fr"] {
        let mut browser = server.browser().with("accept-language", lang);
        let mut guest = server.guest().await.with("accept-language", lang);
        let answers = [
            browser.get("/people/Nobody").await,
            browser.get("/nowhere").await,
            browser.get("/tokens").await,
            browser.sign_in("Ann", "not the password").await,
            browser.post("/register", json!({ "name": "Ann", "password": "x" })).await,
            browser.post("/register", json!({ "name": "a\u{200b}b", "password": "x" })).await,
            browser.post("/register", json!({ "name": "Ann" })).await,
            guest.post("/games", json!({ "spec": "abalone:target=99" })).await,
        ];
        let shown: Vec<String> = answers.iter().map(|answer| shown(answer, &["id"])).collect();
        insta::assert_snapshot!(format!("problems_{lang}"), shown.join("\n\n"));
    }
}

#[tokio::test]
async fn own_account_and_token_responses() {
    let server = Server::new().await;
    let nobody = server.browser().get("/me").await;
    let mut ann = server.account("Ann").await;
    let asked = json!({ "name": "program", "scopes": ["read", "play"] });
    let answers = [
        nobody,
        ann.get("/me").await,
        ann.post("/tokens", asked).await,
        ann.get("/tokens").await,
        ann.get("/sessions").await,
        ann.get("/recovery-codes").await,
    ];
    let shown: Vec<String> = answers.iter().map(|answer| shown(answer, &["id", "token"])).collect();
    insta::assert_snapshot!("oneself", shown.join("\n\n"));
}

#[tokio::test]
async fn profile_responses() {
    let server = Server::new().await;
    server.account("Ann").await;
    server.account("Zoë").await;
    let (ann, zoe) = (server.id("Ann").await, server.id("Zoë").await);
    let mut game = NewGame::new(GameId::random(), "abagio", "abagio", 1);
    game.seats = Seats { first: Some(ann), second: Some(zoe), ..Seats::default() };
    let store = server.store();
    store.create_game(game.clone()).await.unwrap();
    let rating = Rating { rating: 1512.5, deviation: 200.0, volatility: 0.06, games: 1 };
    let change = |person| RatingChange { person, rating, delta: 12.5 };
    store.store_ratings(&game.id, "abagio", 7, [change(ann), change(zoe)]).await.unwrap();
    let mut anybody = server.browser();
    let answers = [
        anybody.get("/people/ann").await,
        anybody.get("/people/Zo%C3%AB/ratings/abagio").await,
        anybody.get("/people/Ann/games").await,
    ];
    let shown: Vec<String> =
        answers.iter().map(|answer| shown(answer, &["game", "pairs"])).collect();
    insta::assert_snapshot!("profile", shown.join("\n\n"));
}
