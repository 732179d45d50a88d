//! Registration by invitation, closed registration, servers without guests.

use abaque_protocol::rest::RegistrationMode;
use abaque_server::new_invitation;
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Answer, DAY, PASSWORD, START, Server};

async fn server(mode: RegistrationMode, guests: bool) -> Server {
    Server::with(|config| {
        config.registration = mode;
        config.guests = guests;
    })
    .await
}

async fn invite(server: &Server, uses: u32, days: u32) -> String {
    let (code, invitation) = new_invitation(uses, days, START);
    server.store().create_invitation(invitation).await.unwrap();
    code
}

async fn register(server: &Server, name: &str, invitation: impl Into<Value>) -> Answer {
    let body = json!({ "name": name, "password": PASSWORD, "invitation": invitation.into() });
    server.browser().post("/register", body).await
}

#[tokio::test]
async fn registration_is_open_by_default() {
    let server = Server::new().await;
    let open = server.browser().get("/admission").await.json();
    assert_eq!(open, json!({ "registration": "open", "guests": true }));
    // A code that is not needed does no harm.
    assert_eq!(register(&server, "Ann", "whatever").await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn an_invitation_has_a_number_of_uses() {
    let server = server(RegistrationMode::Invitation, true).await;
    let told = server.browser().get("/admission").await.json();
    assert_eq!(told["registration"], "invitation");
    let body = json!({ "name": "Ann", "password": PASSWORD });
    let refused = server.browser().post("/register", body).await;
    refused.is("invitation-needed");
    assert!(refused.text.contains("by invitation"), "{}", refused.text);
    let wrong = register(&server, "Ann", "aaaa-bbbb-cccc-dddd").await;
    wrong.is("invitation-needed");
    assert!(wrong.text.contains("not valid"), "{}", wrong.text);

    let code = invite(&server, 2, 7).await;
    assert_eq!(register(&server, "Ann", code.clone()).await.status, StatusCode::CREATED);
    // A name that is taken does not use up the invitation.
    register(&server, "ann", code.clone()).await.is("name-taken");
    let typed = format!(" {} ", code.to_uppercase().replace('-', ""));
    assert_eq!(register(&server, "Bob", typed).await.status, StatusCode::CREATED);
    register(&server, "Cyd", code).await.is("invitation-needed");
}

#[tokio::test]
async fn a_guest_registers_by_invitation_and_stays_the_same_person() {
    let server = server(RegistrationMode::Invitation, true).await;
    let code = invite(&server, 1, 7).await;
    register(&server, "Bob", invite(&server, 1, 7).await).await;
    let mut guest = server.guest().await;
    let before = guest.get("/me").await.json()["person"]["id"].clone();
    let body = |name: &str| json!({ "name": name, "password": PASSWORD, "invitation": code });
    guest.post("/register", body("bob")).await.is("name-taken");
    assert_eq!(guest.post("/register", body("Ann")).await.status, StatusCode::CREATED);
    let me = guest.get("/me").await.json()["person"].clone();
    assert_eq!((&me["id"], &me["name"]), (&before, &json!("Ann")));
}

#[tokio::test]
async fn invitations_expire_and_are_stored_as_hashes() {
    let server = server(RegistrationMode::Invitation, true).await;
    let code = invite(&server, 1, 7).await;
    assert!(!server.store().has_invitation(&code, START).await.unwrap());
    server.wait(7 * DAY);
    register(&server, "Ann", code).await.is("invitation-needed");
    assert_eq!(server.store().purge_invitations(START + 7 * DAY).await.unwrap(), 1);
}

#[tokio::test]
async fn simultaneous_registrations_use_an_invitation_once() {
    let server = server(RegistrationMode::Invitation, true).await;
    let code = invite(&server, 1, 7).await;
    let answers = tokio::join!(
        register(&server, "Ann", code.clone()),
        register(&server, "Bob", code.clone()),
        register(&server, "Cyd", code.clone()),
    );
    let made = [&answers.0, &answers.1, &answers.2]
        .iter()
        .filter(|answer| answer.status == StatusCode::CREATED)
        .count();
    assert_eq!(made, 1, "{answers:?}");
    assert_eq!(server.store().stats().await.unwrap().accounts, 1);
}

#[tokio::test]
async fn a_closed_server_admits_no_new_people() {
    let server = server(RegistrationMode::Closed, false).await;
    server.store().create_account("Ann", "hash", START).await.unwrap();
    let told = server.browser().get("/admission").await.json();
    assert_eq!(told, json!({ "registration": "closed", "guests": false }));
    let code = invite(&server, 1, 7).await;
    let refused = register(&server, "Bob", code).await;
    refused.is("registration-closed");
    assert!(refused.text.contains("accepts no new accounts"), "{}", refused.text);
    let refused = server.browser().post("/guest", json!({})).await;
    refused.is("no-guests");
    let french = server.browser().with("accept-language", "fr").post("/guest", json!({})).await;
    assert!(french.text.contains("Les invités ne peuvent pas jouer"), "{}", french.text);
    let wrong = json!({ "name": "Ann", "password": "not the password" });
    server.browser().post("/sign-in", wrong).await.is("wrong-password");
}
