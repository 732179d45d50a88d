//! What is said beside a game, and who hears it.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_protocol::{Act, Tell};
use abaque_store::GameId;
use common::{Guest, hall, seated};

/// What somebody has heard by the time a line of their own comes back, or nothing more comes.
async fn heard(guest: &mut Guest) -> Vec<String> {
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let mut lines = Vec::new();
    while !guest.messages.is_empty() {
        if let Tell::Chat(chat) = guest.hear().await {
            lines.push(format!("{}: {}", chat.name, chat.text));
        }
    }
    lines
}

async fn say(guest: &Guest, id: &GameId, text: &str) {
    guest.visitor.say(id, text.into()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_watchers_speak_apart_until_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, mut one, mut other) = seated(&hall, "abalone", "-", false).await;
    let mut watcher = Guest::new(&hall, "Cantor").await;
    let mut second = Guest::new(&hall, "Dedekind").await;
    for guest in [&watcher, &second] {
        guest.visitor.watch(&id, None).await.unwrap();
    }
    say(&one, &id, "good luck").await;
    say(&watcher, &id, "I would push").await;
    for guest in [&mut one, &mut other] {
        assert_eq!(heard(guest).await, ["Ada: good luck"]);
    }
    for guest in [&mut watcher, &mut second] {
        assert_eq!(heard(guest).await, ["Cantor: I would push"]);
    }
    one.act(&id, Act::Resign).await.unwrap();
    say(&other, &id, "thanks").await;
    say(&second, &id, "well played").await;
    for guest in [&mut one, &mut other, &mut watcher, &mut second] {
        assert_eq!(heard(guest).await, ["Boole: thanks", "Dedekind: well played"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_blocks_somebody_does_not_hear_them() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, mut one, mut other) = seated(&hall, "abalone", "-", false).await;
    hall.store().block(one.id, other.id).await.unwrap();
    say(&other, &id, "slow, are we?").await;
    say(&one, &id, "hello").await;
    assert_eq!(heard(&mut one).await, ["Ada: hello"]);
    // The one who is blocked does not notice.
    assert_eq!(heard(&mut other).await, ["Boole: slow, are we?", "Ada: hello"]);
    hall.store().unblock(one.id, other.id).await.unwrap();
    say(&other, &id, "sorry").await;
    assert_eq!(heard(&mut one).await, ["Boole: sorry"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_mutes_a_game_hears_nothing_wherever_they_look() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, mut one, mut other) = seated(&hall, "abalone", "-", false).await;
    let mut elsewhere = Guest::new(&hall, "Ada").await;
    assert_eq!(elsewhere.visitor.mute(&id, true).await.unwrap_err().code, "not-watched");
    elsewhere.visitor.watch(&id, None).await.unwrap();
    one.visitor.mute(&id, true).await.unwrap();
    say(&other, &id, "hello").await;
    for window in [&mut one, &mut elsewhere] {
        assert!(heard(window).await.is_empty());
        assert_eq!(told(window), [true]);
    }
    // Coming back, here or from another device, changes nothing about that.
    let mut later = Guest::new(&hall, "Ada").await;
    for window in [&one, &later] {
        window.visitor.watch(&id, None).await.unwrap();
    }
    say(&other, &id, "are you there?").await;
    for window in [&mut one, &mut later] {
        assert!(heard(window).await.is_empty());
        assert_eq!(told(window), [true]);
    }
    later.visitor.mute(&id, false).await.unwrap();
    say(&other, &id, "well").await;
    for window in [&mut one, &mut elsewhere, &mut later] {
        assert_eq!(heard(window).await, ["Boole: well"]);
        assert_eq!(told(window), [false]);
    }
    // Whoever was away meanwhile is told how it stands.
    one.visitor.watch(&id, Some(one.state().version)).await.unwrap();
    heard(&mut one).await;
    assert_eq!(told(&mut one), [false]);
    // Nobody else is concerned.
    assert_eq!(heard(&mut other).await.len(), 3);
    assert!(told(&mut other).is_empty());
}

/// What somebody was told about hearing nothing, since they were last asked.
fn told(guest: &mut Guest) -> Vec<bool> {
    let muted = |text: &std::sync::Arc<str>| match serde_json::from_str(text).unwrap() {
        Tell::Muted { on, .. } => Some(on),
        _ => None,
    };
    std::mem::take(&mut guest.raw).iter().filter_map(muted).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_silenced_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, one, mut other) = seated(&hall, "abalone", "-", false).await;
    hall.store().silence(one.id, Some("insults")).await.unwrap();
    let refused = one.visitor.say(&id, "you …".into()).await.unwrap_err();
    assert_eq!((refused.code, refused.status), ("silenced", 403));
    assert!(refused.said.en.contains("insults") && refused.said.fr.contains("insults"));
    assert!(heard(&mut other).await.is_empty());
    assert!(hall.store().lines(&id, abaque_store::Room::Players, 0).await.unwrap().is_empty());
    hall.store().silence(one.id, None).await.unwrap();
    say(&one, &id, "sorry").await;
    assert_eq!(heard(&mut other).await, ["Ada: sorry"]);
    let gone = Guest::new(&hall, "Gone").await;
    hall.store().close_person(gone.id).await.unwrap();
    assert_eq!(gone.visitor.say(&id, "boo".into()).await.unwrap_err().code, "not-yours");
    for bad in ["", "  ", "two\nlines"] {
        assert_eq!(one.visitor.say(&id, bad.into()).await.unwrap_err().code, "bad-line");
    }
}
