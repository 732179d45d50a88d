//! Managing one's account.

use abaque_store::{ChatRoom, GameId, NewGame, Rating, RatingChange, Seats};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{Browser, DAY, PASSWORD, Server};

const OTHER: &str = "quite another one";

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let server = Server::new().await;
    let mut here = server.account("Ann").await.with("user-agent", "Browser/1");
    let mut there = server.browser().with("user-agent", &"x".repeat(500));
    let mut third = server.browser();
    server.wait(1000);
    for browser in [&mut there, &mut third] {
        assert_eq!(browser.sign_in("Ann", PASSWORD).await.status, StatusCode::OK);
    }
    let listed = here.get("/sessions").await;
    let sessions = listed.json()["sessions"].as_array().unwrap().clone();
    assert_eq!(sessions.len(), 3);
    assert_eq!(sessions.iter().filter(|one| one["here"] == true).count(), 1);
    assert!(sessions.iter().all(|one| one["agent"].as_str().unwrap().len() <= 200));
    for browser in [&here, &there, &third] {
        assert!(!listed.text.contains(browser.cookie.as_ref().unwrap()));
    }
    for session in server.store().sessions(server.id("Ann").await).await.unwrap() {
        assert!(!listed.text.contains(&session.hash));
    }

    // Another person cannot end them.
    let theirs = there.get("/sessions").await.json()["sessions"].clone();
    let theirs = theirs.as_array().unwrap().iter().find(|one| one["here"] == true).unwrap().clone();
    let address = format!("/sessions/{}", theirs["id"].as_str().unwrap());
    server.account("Bob").await.delete(&address).await.is("not-found");
    assert_eq!(there.name().await, Some("Ann".into()));

    assert_eq!(here.delete(&address).await.status, StatusCode::NO_CONTENT);
    assert_eq!(there.name().await, None);
    here.delete(&address).await.is("not-found");
    let ended = here.delete("/sessions").await;
    assert_eq!(ended.json(), json!({ "ended": 1 }));
    assert_eq!((third.name().await, here.name().await), (None, Some("Ann".into())));
}

#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let server = Server::new().await;
    let mut here = server.account("Ann").await;
    let mut there = server.browser();
    there.sign_in("Ann", PASSWORD).await;
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    here.put("/password", change("wrong wrong wrong", OTHER)).await.is("wrong-password");
    here.put("/password", change(PASSWORD, "1234")).await.is("bad-password");
    assert_eq!(there.name().await, Some("Ann".into()));
    let changed = here.put("/password", change(PASSWORD, OTHER)).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    assert_eq!((here.name().await, there.name().await), (Some("Ann".into()), None));
    there.sign_in("Ann", PASSWORD).await.is("wrong-password");
    assert_eq!(there.sign_in("Ann", OTHER).await.status, StatusCode::OK);
    server.guest().await.put("/password", change(PASSWORD, OTHER)).await.is("guests-cannot");
}

#[tokio::test]
async fn a_recovery_code_works_once() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    assert_eq!(ann.get("/recovery-codes").await.json(), json!({ "left": 0 }));
    ann.post("/recovery-codes", json!({ "password": "not this one" })).await.is("wrong-password");
    let made = ann.post("/recovery-codes", json!({ "password": PASSWORD })).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let codes: Vec<String> = serde_json::from_value(made.json()["codes"].clone()).unwrap();
    assert_eq!(codes.len(), 10);
    let token = ann.program(&["read"]).await.token;

    let with =
        |name: &str, code: &str, new: &str| json!({ "name": name, "code": code, "password": new });
    let mut lost = server.browser();
    let wrong = lost.post("/recover", with("Ann", "aaaa-bbbb-cccc-dddd", OTHER)).await;
    wrong.is("wrong-code");
    let unknown = lost.post("/recover", with("Nobody-here", &codes[0], OTHER)).await;
    assert_eq!(unknown.is("wrong-code").text, wrong.text);
    // A rejected password does not consume the code.
    lost.post("/recover", with("Ann", &codes[0], "12345678")).await.is("bad-password");
    let shouted = codes[0].to_uppercase().replace('-', " ");
    let done = lost.post("/recover", with("Ann", &shouted, OTHER)).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    lost.post("/recover", with("Ann", &codes[0], "a third password")).await.is("wrong-code");

    // All browsers and programs are signed out.
    assert_eq!(ann.name().await, None);
    let mut program = server.browser();
    program.token = token;
    program.get("/me").await.is("bad-token");
    lost.sign_in("Ann", PASSWORD).await.is("wrong-password");
    assert_eq!(lost.sign_in("Ann", OTHER).await.status, StatusCode::OK);
    assert_eq!(lost.get("/recovery-codes").await.json(), json!({ "left": 9 }));

    // New codes void the old ones.
    lost.post("/recovery-codes", json!({ "password": OTHER })).await;
    lost.post("/recover", with("Ann", &codes[1], "a third password")).await.is("wrong-code");
}

#[tokio::test]
async fn a_deleted_account_cannot_sign_in() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let id = server.id("Ann").await;
    let mut program = ann.program(&["play"]).await.token.map(|token| {
        let mut program = server.browser();
        program.token = Some(token);
        program
    });
    let ask = |password: &str| json!({ "password": password });
    ann.json(Method::DELETE, "/me", ask("not this one")).await.is("wrong-password");
    ann.json(Method::DELETE, "/me", json!({})).await.is("wrong-password");
    let gone = ann.json(Method::DELETE, "/me", ask(PASSWORD)).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert!(gone.header("set-cookie").contains("Max-Age=0"));
    program.as_mut().unwrap().get("/me").await.is("bad-token");
    let mut browser = server.browser();
    browser.sign_in("Ann", PASSWORD).await.is("wrong-password");
    browser.get("/people/Ann").await.is("not-found");
    let left = server.store().person(id).await.unwrap().unwrap();
    browser.get(&format!("/people/{}", left.name)).await.is("not-found");
    // The name stays reserved for 90 days; others only learn that it is taken.
    let wish = json!({ "name": "ann", "password": PASSWORD });
    browser.post("/register", wish.clone()).await.is("name-taken");
    server.guest().await.post("/register", wish).await.is("name-taken");
    server.wait(90 * DAY);
    server.store().purge_reserved_names(server.app.now()).await.unwrap();
    server.account("Ann").await;
    assert_ne!(server.id("Ann").await, id);

    let mut guest = server.guest().await;
    let gone = guest.json(Method::DELETE, "/me", json!({})).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
}

/// Creates a game of the caller's and returns its id.
async fn create(browser: &mut Browser<'_>, against: Value) -> String {
    let terms = json!({ "spec": "abalone", "side": "first", "clock": "600+5", "public": true, "against": against });
    let made = browser.post("/games", terms).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    made.json()["game"].as_str().unwrap().to_owned()
}

async fn play(browser: &mut Browser<'_>, game: &str, seen: u32, ply: &str) {
    let body = json!({ "seen": seen, "key": ply, "act": { "do": "play", "ply": ply } });
    let played = browser.post(&format!("/games/{game}/act"), body).await;
    assert_eq!(played.status, StatusCode::OK, "{played:?}");
}

/// A deleted account's running games end, its tables and the challenges to it are withdrawn, and
/// its name is in no list, game, chat or record.
#[tokio::test]
async fn a_deleted_account_leaves_its_games_without_its_name() {
    let server = Server::new().await;
    let mut ann = server.account("Anneliese").await;
    let mut bob = server.account("Bob").await;
    // One game in which both have moved, one which has just begun.
    let played = create(&mut ann, json!("anyone")).await;
    let begun = create(&mut bob, json!("anyone")).await;
    for (browser, game) in [(&mut bob, &played), (&mut ann, &begun)] {
        let joined = browser.post(&format!("/games/{game}/join"), json!({})).await;
        assert_eq!(joined.status, StatusCode::NO_CONTENT, "{joined:?}");
    }
    play(&mut ann, &played, 0, "a1b1").await;
    play(&mut bob, &played, 1, "i9h9").await;
    let table = create(&mut ann, json!("anyone")).await;
    let challenge = create(&mut bob, json!({ "person": "Anneliese" })).await;
    let solo = create(&mut ann, json!({ "computer": "1" })).await;
    let id = server.id("Anneliese").await;
    let chat_game = GameId::parse(&played).unwrap();
    let store = server.store();
    store.add_chat_line(&chat_game, id, ChatRoom::Players, "hello from me", 5).await.unwrap();
    // A game against the computer starts by itself, a moment after it is created.
    let since = std::time::Instant::now();
    while ann.get(&format!("/games/{solo}")).await.json()["status"] != "playing" {
        assert!(since.elapsed() < std::time::Duration::from_secs(10), "{solo} does not start");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let running = ann.get("/me/running").await.json();
    let listed = |running: &Value| {
        let games = running["games"].as_array().unwrap().clone();
        let row = |game: &Value| {
            (game["info"]["game"].as_str().unwrap().to_owned(), game["your_turn"] == true)
        };
        games.iter().map(row).collect::<Vec<_>>()
    };
    let mut expected = vec![
        (played.clone(), true),
        (solo.clone(), true),
        (challenge.clone(), true),
        (begun.clone(), false),
        (table.clone(), false),
    ];
    expected.sort();
    let mut found = listed(&running);
    assert!(found[..3].iter().all(|(_, waits)| *waits), "{running}");
    found.sort();
    assert_eq!(found, expected);
    let left = running["games"][0]["deadline"].as_i64().unwrap() - running["now"].as_i64().unwrap();
    assert!((590_000..=610_000).contains(&left), "{running}");

    let gone = ann.json(Method::DELETE, "/me", json!({ "password": PASSWORD })).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let status = async |browser: &mut Browser<'_>, game: &str| {
        let info = browser.get(&format!("/games/{game}")).await.json();
        (info["status"].as_str().unwrap().to_owned(), info["result"].clone())
    };
    let over = ("over".to_owned(), json!("w wins resignation"));
    assert_eq!(status(&mut bob, &played).await, over);
    for game in [&begun, &table, &challenge, &solo] {
        assert_eq!(status(&mut bob, game).await, ("aborted".to_owned(), Value::Null), "{game}");
    }
    assert!(listed(&bob.get("/me/running").await.json()).is_empty());
    for path in [
        "/games".to_owned(),
        "/games?which=live".into(),
        "/people/Bob/games".into(),
        "/people/Bob/records".into(),
        "/me/challenges".into(),
        "/best/abalone".into(),
        format!("/games/{played}"),
        format!("/games/{played}/record"),
        format!("/games/{played}/chat"),
        format!("/games/{challenge}"),
    ] {
        let answer = bob.get(&path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(!answer.text.contains("Anneliese"), "{path}: {}", answer.text);
        assert!(!answer.text.contains("hello from me"), "{path}");
    }
}

/// `abaque admin` deletes an account beside the running server, which then ends its games.
#[tokio::test]
async fn an_account_deleted_by_another_process_leaves_its_games_too() {
    let server = Server::new().await;
    let mut ann = server.account("Anneliese").await;
    let mut bob = server.account("Bob").await;
    let game = create(&mut ann, json!("anyone")).await;
    bob.post(&format!("/games/{game}/join"), json!({})).await;
    play(&mut ann, &game, 0, "a1b1").await;
    play(&mut bob, &game, 1, "i9h9").await;
    let id = server.id("Anneliese").await;
    assert!(server.store().close_person(id, server.app.now()).await.unwrap());
    assert_eq!(server.app.rooms().sweep_deleted().await.unwrap(), 1);
    let info = bob.get(&format!("/games/{game}")).await.json();
    assert_eq!(info["result"], "w wins resignation", "{info}");
    assert_eq!(server.app.rooms().sweep_deleted().await.unwrap(), 0);
}

#[tokio::test]
async fn tokens_are_limited_to_their_scopes() {
    let server = Server::new().await;
    server.account("Bob").await;
    let mut ann = server.account("Ann").await;
    let reader = ann.program(&["read"]).await.token;
    let player = ann.program(&["play"]).await.token;
    let program = |token: &Option<String>| {
        let mut program = server.browser();
        program.token = token.clone();
        program
    };
    let mut reads = program(&reader);
    assert_eq!(reads.name().await, Some("Ann".into()));
    assert_eq!(reads.get("/blocks").await.status, StatusCode::OK);
    let refused = reads.put("/blocks/Bob", json!({})).await;
    assert!(refused.is("no-scope").text.contains("play"));
    let mut plays = program(&player);
    assert_eq!(plays.get("/blocks").await.status, StatusCode::OK);
    assert_eq!(plays.put("/blocks/Bob", json!({})).await.status, StatusCode::NO_CONTENT);
    // Account settings need a browser session.
    plays.get("/sessions").await.is("browser-only");
    plays.get("/me/export").await.is("browser-only");
    plays.get("/tokens").await.is("browser-only");
    plays.post("/tokens", json!({ "name": "x", "scopes": ["play"] })).await.is("browser-only");
    let change = json!({ "old": PASSWORD, "new": OTHER });
    plays.put("/password", change).await.is("browser-only");
    plays.json(Method::DELETE, "/me", json!({ "password": PASSWORD })).await.is("browser-only");

    let listed = ann.get("/tokens").await;
    let tokens = listed.json()["tokens"].as_array().unwrap().clone();
    assert_eq!(tokens.len(), 2);
    assert_eq!(
        (&tokens[0]["scopes"], &tokens[0]["used"]),
        (&json!(["read"]), &json!(super::START))
    );
    assert!(!listed.text.contains("abq_"));

    let address = format!("/tokens/{}", tokens[1]["id"]);
    server.browser().delete(&address).await.is("not-signed-in");
    let mut bob = server.browser();
    bob.sign_in("Bob", PASSWORD).await;
    bob.delete(&address).await.is("not-found");
    ann.delete("/tokens/one' OR 1=1".replace(' ', "%20").as_str()).await.is("not-found");
    assert_eq!(ann.delete(&address).await.status, StatusCode::NO_CONTENT);
    assert_eq!(plays.get("/me").await.is("bad-token").header("www-authenticate"), "Bearer");
    assert_eq!(reads.name().await, Some("Ann".into()));
}

#[tokio::test]
async fn invalid_token_requests_are_refused() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    for (wanted, code) in [
        (json!({ "name": "", "scopes": ["read"] }), "bad-value"),
        (json!({ "name": "x".repeat(51), "scopes": ["read"] }), "bad-value"),
        (json!({ "name": "a\nb", "scopes": ["read"] }), "bad-value"),
        (json!({ "name": "x", "scopes": [] }), "bad-value"),
        (json!({ "name": "x", "scopes": ["admin"] }), "bad-json"),
        (json!({ "name": "x" }), "bad-json"),
    ] {
        ann.post("/tokens", wanted).await.is(code);
    }
    for _ in 0..20 {
        ann.program(&["read", "read"]).await;
    }
    ann.post("/tokens", json!({ "name": "x", "scopes": ["read"] })).await.is("too-many");
    let mut guest = server.guest().await;
    guest.post("/tokens", json!({ "name": "x", "scopes": ["read"] })).await.is("guests-cannot");
}

#[tokio::test]
async fn preferences_are_stored_unchanged() {
    let server = Server::new().await;
    let mut guest = server.guest().await;
    assert_eq!(guest.get("/prefs").await.text, "");
    let text = "{\"board\": \"<é'\\\">\"} -- ;";
    let kept = guest.send("PUT", "/prefs", "text/plain", text.into()).await;
    assert_eq!(kept.status, StatusCode::NO_CONTENT);
    let got = guest.get("/prefs").await;
    assert_eq!(
        (got.text.as_str(), got.header("content-type")),
        (text, "text/plain; charset=utf-8")
    );
    let most = "x".repeat(8 * 1024);
    let kept = guest.send("PUT", "/prefs", "", most.clone()).await;
    assert_eq!(kept.status, StatusCode::NO_CONTENT);
    guest.send("PUT", "/prefs", "", most + "x").await.is("too-large");
    guest.send("PUT", "/prefs", "", "a\0b".into()).await.is("bad-value");
    assert_eq!(guest.get("/prefs").await.text.len(), 8 * 1024);
    server.browser().send("PUT", "/prefs", "", "x".into()).await.is("not-signed-in");
}

#[tokio::test]
async fn progress_is_stored_unchanged() {
    let server = Server::new().await;
    let mut guest = server.guest().await;
    assert_eq!(guest.get("/progress").await.text, "");
    for text in ["{\"learning\": 1}".to_owned(), "é".repeat(24 * 1024)] {
        let kept = guest.send("PUT", "/progress", "text/plain", text.clone()).await;
        assert_eq!(kept.status, StatusCode::NO_CONTENT);
        assert_eq!(guest.get("/progress").await.text, text);
    }
    guest.send("PUT", "/progress", "", "x".repeat(48 * 1024 + 1)).await.is("too-large");
    assert_eq!(guest.get("/progress").await.text.len(), 48 * 1024);
    assert_eq!(guest.get("/prefs").await.text, "", "settings are something else");
}

#[tokio::test]
async fn the_export_contains_everything_but_secrets() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    server.account("Bob").await;
    let (me, bob) = (server.id("Ann").await, server.id("Bob").await);
    let made = ann.post("/recovery-codes", json!({ "password": PASSWORD })).await;
    let codes: Vec<String> = serde_json::from_value(made.json()["codes"].clone()).unwrap();
    let token = ann.program(&["read"]).await.token.unwrap();
    ann.put("/blocks/Bob", json!({})).await;
    ann.send("PUT", "/prefs", "", "dark board".into()).await;
    ann.send("PUT", "/progress", "", "two lessons".into()).await;
    let store = server.store();
    let mut ids = Vec::new();
    for number in 0..501 {
        let mut game = NewGame::new(GameId::random(), "abalone", "abalone", number);
        game.secret = "seed of the dice".into();
        game.seats = Seats { first: Some(bob), second: Some(me), ..Seats::default() };
        ids.push(game.id.clone());
        store.create_game(game).await.unwrap();
    }
    store.add_chat_line(&ids[0], me, ChatRoom::Players, "good luck", 5).await.unwrap();
    store.add_chat_line(&ids[0], bob, ChatRoom::Players, "same to you", 6).await.unwrap();
    let rating = Rating { rating: 1512.5, deviation: 200.0, volatility: 0.06, games: 1 };
    let change = |person| RatingChange { person, rating, delta: 12.5 };
    store.store_ratings(&ids[0], "abalone", 7, [change(me), change(bob)]).await.unwrap();
    ann.post("/people/Bob/reports", json!({ "text": "too lucky", "game": ids[0].as_str() })).await;

    let answer = ann.get("/me/export").await;
    assert!(answer.header("content-disposition").contains("abaque.json"));
    let export = answer.json();
    assert_eq!(export["person"]["name"], "Ann");
    assert_eq!(export["prefs"], "dark board");
    assert_eq!(export["progress"], "two lessons");
    assert_eq!(export["games"].as_array().unwrap().len(), 501);
    assert_eq!(export["games"][0]["seats"], json!([2]));
    assert_eq!(export["chat"].as_array().unwrap().len(), 1);
    assert_eq!(export["chat"][0]["text"], "good luck");
    assert_eq!(export["ratings"]["abalone"][0]["rating"], 1512.5);
    assert_eq!(export["blocks"], json!(["Bob"]));
    assert_eq!(export["reports"][0]["text"], "too lucky");
    assert_eq!(export["recovery_codes"], 10);
    assert_eq!(export["tokens"][0]["name"], "program");
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);

    let mut secrets = vec!["argon2".into(), token, "seed of the dice".into(), "same to you".into()];
    secrets.extend(codes);
    secrets.extend(ann.cookie.clone());
    secrets.extend(store.password_hash(me).await.unwrap());
    secrets.extend(store.sessions(me).await.unwrap().into_iter().map(|session| session.hash));
    secrets.extend(store.unused_recovery_codes(me).await.unwrap());
    for secret in secrets {
        assert!(!answer.text.contains(&secret), "{secret}");
    }
    // No nested field has such a name either.
    fn fields(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| {
                found.push(key.clone());
                fields(value, found);
            }),
            Value::Array(list) => list.iter().for_each(|value| fields(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    fields(&export, &mut found);
    assert!(found.iter().all(|name| !["hash", "secret", "password", "token"].contains(&&**name)));
}

#[tokio::test]
async fn a_stolen_cookie_ends_when_the_owner_signs_in_again() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let mut thief = server.browser();
    thief.cookie = ann.cookie.clone();
    assert_eq!(thief.name().await, Some("Ann".into()));
    server.wait(DAY);
    // Signing in again creates a new secret and ends the previous session.
    ann.sign_in("Ann", PASSWORD).await;
    assert_eq!(thief.name().await, None);
    assert_eq!(ann.name().await, Some("Ann".into()));
}
