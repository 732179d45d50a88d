//! Guests, registration, signing in and out.

use abaque_store::ForgottenGuests;
use axum::http::StatusCode;
use serde_json::json;

use super::{DAY, HOUR, PASSWORD, Server};

#[tokio::test]
async fn a_guest_gets_a_name_and_a_cookie() {
    let server = Server::new().await;
    let mut browser = server.browser();
    assert_eq!(browser.name().await, None);
    let made = browser.post("/guest", json!({})).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let cookie = made.header("set-cookie");
    for part in ["abaque=", "Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=7776000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"));
    let name = made.json()["name"].as_str().unwrap().to_owned();
    assert_eq!(name.split('-').count(), 3);
    assert_eq!(browser.name().await.as_ref(), Some(&name));
    // A repeated request creates no second guest.
    let again = browser.post("/guest", json!({})).await;
    assert_eq!((again.status, again.json()["name"].as_str()), (StatusCode::OK, Some(&*name)));
    // The secret itself is not in the store.
    let secret = browser.cookie.clone().unwrap();
    assert_eq!(secret.len(), 43);
    assert!(server.store().session(&secret).await.unwrap().is_none());
}

#[tokio::test]
async fn secure_cookies_have_the_host_prefix() {
    let server = Server::with(|config| config.secure = true).await;
    let mut browser = server.browser();
    let made = browser.post("/guest", json!({})).await;
    let cookie = made.header("set-cookie");
    assert!(cookie.starts_with("__Host-abaque=") && cookie.ends_with("; Secure"), "{cookie}");
    // Under the other cookie name it is ignored.
    assert_eq!(browser.name().await, None);
    let secret = browser.cookie.take().unwrap();
    let mut browser = browser.with("cookie", &format!("__Host-abaque={secret}"));
    assert!(browser.name().await.is_some());
}

#[tokio::test]
async fn guests_get_names_in_their_language() {
    let server = Server::new().await;
    let name = server.guest().await.name().await.unwrap();
    let first = name.split('-').nth(1).unwrap();
    assert!(first.chars().next().unwrap().is_uppercase(), "{name}");
    let mut french = server.browser().with("accept-language", "fr");
    french.post("/guest", json!({})).await;
    let name = french.name().await.unwrap();
    let how = name.split('-').nth(1).unwrap();
    assert!(how.chars().next().unwrap().is_lowercase(), "{name}");
}

#[tokio::test]
async fn a_guest_who_registers_stays_the_same_person() {
    let server = Server::new().await;
    let mut browser = server.guest().await;
    let before = browser.get("/me").await.json()["person"]["id"].clone();
    let old = browser.cookie.clone();
    let made = browser.post("/register", json!({ "name": "Ann", "password": PASSWORD })).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let me = browser.get("/me").await.json()["person"].clone();
    assert_eq!((&me["id"], &me["name"], &me["guest"]), (&before, &json!("Ann"), &json!(false)));
    // The guest's old cookie does not open the account.
    assert_ne!(browser.cookie, old);
    let mut thief = server.browser();
    thief.cookie = old;
    assert_eq!(thief.name().await, None);
    let again = browser.post("/register", json!({ "name": "Anna", "password": PASSWORD })).await;
    again.is("has-account");
}

#[tokio::test]
async fn names_and_passwords_are_checked() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    ann.post("/sign-out", json!({})).await;
    let mut browser = server.browser();
    for (name, password, code) in [
        ("ANN", PASSWORD, "name-taken"),
        ("A", PASSWORD, "bad-name"),
        ("admin", PASSWORD, "bad-name"),
        ("<script>alert(1)</script>", PASSWORD, "bad-name"),
        ("x'); DROP TABLE people;--", PASSWORD, "bad-name"),
        ("' OR '1'='1", PASSWORD, "bad-name"),
        ("a\u{0}b", PASSWORD, "bad-name"),
        ("Bob", "short", "bad-password"),
        ("Bob", "password123", "bad-password"),
        ("Bob-the-great", "bob-the-great", "bad-password"),
    ] {
        let answer = browser.post("/register", json!({ "name": name, "password": password })).await;
        answer.is(code);
        // The input is not echoed, as markup or otherwise.
        assert!(!answer.text.contains("<script>") && !answer.text.contains("DROP"));
    }
    assert_eq!(server.store().count_accounts().await.unwrap(), 1);
}

#[tokio::test]
async fn simultaneous_registrations_of_a_name_succeed_once() {
    let server = Server::new().await;
    let tasks: Vec<_> = (0..8)
        .map(|number| {
            let (app, guest) = (server.router.clone(), number % 2 == 0);
            tokio::spawn(async move {
                use tower::ServiceExt;
                let name = if guest { "Zoe\u{308}" } else { "ZOË" };
                let body = json!({ "name": name, "password": PASSWORD }).to_string();
                let request = axum::http::Request::post("/api/v1/register")
                    .header("content-type", "application/json")
                    .body(axum::body::Body::from(body))
                    .unwrap();
                app.oneshot(request).await.unwrap().status()
            })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        match task.await.unwrap() {
            StatusCode::CREATED => made += 1,
            status => assert_eq!(status, StatusCode::CONFLICT),
        }
    }
    assert_eq!(made, 1);
}

#[tokio::test]
async fn people_sign_in_and_out() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let first = ann.cookie.clone();
    let out = ann.post("/sign-out", json!({})).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(ann.cookie, None);
    // The cookie itself is void, not only removed from the browser.
    ann.cookie = first;
    assert_eq!(ann.name().await, None);
    ann.get("/sessions").await.is("not-signed-in");

    ann.sign_in("Ann", "not the password").await.is("wrong-password");
    assert_eq!(ann.sign_in("aNN", PASSWORD).await.status, StatusCode::OK);
    assert_eq!(ann.name().await, Some("Ann".into()));
    // A browser that signs in again has one session, not two.
    assert_eq!(ann.sign_in("Ann", PASSWORD).await.status, StatusCode::OK);
    let sessions = ann.get("/sessions").await.json();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn failed_sign_ins_do_not_reveal_which_names_exist() {
    let server = Server::new().await;
    server.account("Ann").await;
    server.guest().await;
    let tries = || {
        let text = server.app.metrics().render();
        let line =
            text.lines().find(|line| line.starts_with("abaque_password_tries_total ")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let guest = server.guest().await.name().await.unwrap();
    let mut told = Vec::new();
    for name in ["Ann", "Nobody-here", &guest, "", "x'; --", "a\u{0}b"] {
        let before = tries();
        let answer = server.browser().sign_in(name, "not the password").await;
        if name.contains('\0') {
            answer.is("bad-value");
            continue;
        }
        answer.is("wrong-password");
        // A password was hashed, whether or not the name exists.
        assert_eq!(tries(), before + 1, "{name}");
        told.push(answer.text);
    }
    told.dedup();
    assert_eq!(told.len(), 1);
    // The dummy password signs nobody in.
    server.browser().sign_in(&guest, "nobody has this password").await.is("wrong-password");
}

#[tokio::test]
async fn sessions_end_after_ninety_days_without_use() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    // Occasional use extends the session and renews the cookie.
    for _ in 0..4 {
        server.wait(60 * DAY);
        let me = ann.get("/me").await;
        assert!(me.header("set-cookie").contains("Max-Age=7776000"), "{me:?}");
        assert_eq!(ann.name().await, Some("Ann".into()));
    }
    // Not written on every request.
    server.wait(HOUR - 1);
    let commits = server.store().commit_count();
    assert_eq!(ann.get("/me").await.header("set-cookie"), "");
    assert_eq!(server.store().commit_count(), commits);
    server.wait(1);
    assert_ne!(ann.get("/me").await.header("set-cookie"), "");
    server.wait(90 * DAY);
    assert_eq!(ann.name().await, None);
    ann.get("/sessions").await.is("not-signed-in");
    assert_eq!(server.store().count_sessions().await.unwrap(), 0);
}

#[tokio::test]
async fn a_banned_account_cannot_sign_in() {
    let server = Server::new().await;
    let mut ann = server.account("Ann").await;
    let id = server.id("Ann").await;
    server.store().ban(id, Some("cheating")).await.unwrap();
    let told = ann.get("/sessions").await;
    assert!(told.is("banned").text.contains("cheating"));
    server.browser().sign_in("Ann", PASSWORD).await.is("banned");
    // The reason is shown only with the right password.
    server.browser().sign_in("Ann", "not the password").await.is("wrong-password");
    server.store().ban(id, None).await.unwrap();
    assert_eq!(ann.name().await, Some("Ann".into()));
}

#[tokio::test]
async fn outdated_hashes_are_replaced_at_sign_in() {
    let server = Server::new().await;
    server.account("Ann").await;
    let id = server.id("Ann").await;
    // The password at a lower cost: m=8, t=1.
    let cheap = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$";
    let hash = argon(cheap);
    server.store().set_password_hash(id, &hash).await.unwrap();
    assert_eq!(server.browser().sign_in("Ann", PASSWORD).await.status, StatusCode::OK);
    let stored = server.store().password_hash(id).await.unwrap().unwrap();
    assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
    assert_eq!(server.browser().sign_in("Ann", PASSWORD).await.status, StatusCode::OK);
}

/// Hash of the password with the salt and cost in this prefix.
fn argon(start: &str) -> String {
    use argon2::{Algorithm, Argon2, Params, Version};
    use base64::Engine;
    let argon =
        Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, None).unwrap());
    let mut out = [0; 32];
    argon.hash_password_into(PASSWORD.as_bytes(), b"somesaltsomesalt", &mut out).unwrap();
    format!("{start}{}", base64::engine::general_purpose::STANDARD_NO_PAD.encode(out))
}

/// Guests who only looked are deleted after a month; guests who played become anonymous after a
/// year.
#[tokio::test]
async fn idle_guests_are_deleted() {
    let server = Server::new().await;
    let (mut looker, mut player) = (server.guest().await, server.guest().await);
    let (looked, played) = (looker.name().await.unwrap(), player.name().await.unwrap());
    let terms = json!({ "spec": "abalone", "side": "first", "against": "hot-seat" });
    let made = player.post("/games", terms).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let game = format!("/games/{}", made.json()["game"].as_str().unwrap());
    server.wait(29 * DAY);
    assert_eq!(server.app.forget_idle_guests().await.unwrap(), ForgottenGuests::default());
    server.wait(2 * DAY);
    // A socket may stay open for longer than that.
    let (outbox, _messages) = abaque_rooms::Outbox::new();
    let person = (server.id(&looked).await, looked.clone());
    let visitor = server.app.rooms().connect(Some(person), abaque_core::Lang::En, outbox);
    assert_eq!(server.app.forget_idle_guests().await.unwrap(), ForgottenGuests::default());
    visitor.close().await;
    server.wait(31 * DAY);
    assert_eq!(
        server.app.forget_idle_guests().await.unwrap(),
        ForgottenGuests { gone: 1, nameless: 0 }
    );
    assert_eq!(looker.name().await, None);
    server.browser().get(&format!("/people/{looked}")).await.is("not-found");
    assert_eq!(player.name().await, Some(played.clone()));
    server.wait(366 * DAY);
    assert_eq!(
        server.app.forget_idle_guests().await.unwrap(),
        ForgottenGuests { gone: 0, nameless: 1 }
    );
    assert_eq!(player.name().await, None);
    let seats = server.browser().get(&game).await.json()["seats"].clone();
    assert!(seats[0]["name"].as_str().unwrap().starts_with("guest-"), "{seats}");
    assert!(!seats.to_string().contains(&played));
}
