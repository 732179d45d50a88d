//! Limits on the number and rate of games, over HTTP.

use axum::http::StatusCode;
use serde_json::json;

use super::Server;

fn hot_seat() -> serde_json::Value {
    json!({ "spec": "abalone", "side": "first", "against": "hot-seat" })
}

#[tokio::test]
async fn too_many_unfinished_games_are_refused_in_both_languages() {
    let server = Server::new().await;
    let mut guest = server.guest().await;
    let against = json!({ "spec": "abalone", "side": "first", "against": { "computer": "1" } });
    for _ in 0..5 {
        let made = guest.post("/games", against.clone()).await;
        assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    }
    let refused = guest.post("/games", against.clone()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(
        refused.is("too-many-games").text.contains("finish, resign or abort one"),
        "{}",
        refused.text
    );
    let mut french = guest.with("accept-language", "fr");
    let refused = french.post("/games", against).await;
    assert!(refused.is("too-many-games").text.contains("terminez-en une"), "{}", refused.text);
    // Other kinds of games are counted separately.
    assert_eq!(french.post("/games", hot_seat()).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn many_guests_from_one_address_share_a_limit() {
    let server = Server::with(|config| {
        config.limits.guest_game = abaque_server::RateLimit::new(3, 10_000);
    })
    .await;
    for _ in 0..3 {
        let made = server.guest().await.post("/games", hot_seat()).await;
        assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    }
    let refused = server.guest().await.post("/games", hot_seat()).await;
    assert_eq!(refused.is("too-often").header("retry-after"), "10");
    // An account is limited by person, not by address.
    let made = server.account("Ann").await.post("/games", hot_seat()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    server.wait(10_000);
    let made = server.guest().await.post("/games", hot_seat()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
}
