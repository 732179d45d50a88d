//! Chat of a game and its audience.

use abaque_protocol::{GameAct, ServerMessage};
use abaque_store::GameId;

use crate::common::{Guest, rooms, seated};

/// Chat lines a guest receives until their own line comes back, or no more come.
async fn received_lines(guest: &mut Guest) -> Vec<String> {
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let mut lines = Vec::new();
    while !guest.messages.is_empty() {
        if let ServerMessage::Chat(chat) = guest.receive().await {
            lines.push(format!("{}: {}", chat.name, chat.text));
        }
    }
    lines
}

async fn say(guest: &Guest, id: &GameId, text: &str) {
    guest.visitor.say(id, text.into()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_watchers_have_separate_chats_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "abalone", "-", false).await;
    let mut watcher = Guest::new(&rooms, "Cantor").await;
    let mut second = Guest::new(&rooms, "Dedekind").await;
    for guest in [&watcher, &second] {
        guest.visitor.watch(&id, None).await.unwrap();
    }
    say(&one, &id, "good luck").await;
    say(&watcher, &id, "I would push").await;
    for guest in [&mut one, &mut other] {
        assert_eq!(received_lines(guest).await, ["Ada: good luck"]);
    }
    for guest in [&mut watcher, &mut second] {
        assert_eq!(received_lines(guest).await, ["Cantor: I would push"]);
    }
    one.act(&id, GameAct::Resign).await.unwrap();
    say(&other, &id, "thanks").await;
    say(&second, &id, "well played").await;
    for guest in [&mut one, &mut other, &mut watcher, &mut second] {
        assert_eq!(received_lines(guest).await, ["Boole: thanks", "Dedekind: well played"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invisible_characters_are_removed_from_chat() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, one, mut other) = seated(&rooms, "abalone", "-", false).await;
    say(&one, &id, "I \u{202e}resign\u{2069}\u{200b} \u{e0041}now 👩\u{200d}👧 שלום").await;
    assert_eq!(received_lines(&mut other).await, ["Ada: I resign now 👩\u{200d}👧 שלום"]);
    for nothing in ["\u{202e}", " \u{200b} ", "a\u{1b}[2Jb", "a\nb"] {
        let refused = one.visitor.say(&id, nothing.into()).await;
        assert_eq!(refused.unwrap_err().code, "bad-line", "{nothing:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_person_is_not_heard() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "abalone", "-", false).await;
    rooms.store().block(one.id, other.id).await.unwrap();
    say(&other, &id, "slow, are we?").await;
    say(&one, &id, "hello").await;
    assert_eq!(received_lines(&mut one).await, ["Ada: hello"]);
    // The blocked user does not notice.
    assert_eq!(received_lines(&mut other).await, ["Boole: slow, are we?", "Ada: hello"]);
    rooms.store().unblock(one.id, other.id).await.unwrap();
    say(&other, &id, "sorry").await;
    assert_eq!(received_lines(&mut one).await, ["Boole: sorry"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_game_is_silent_on_all_connections() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "abalone", "-", false).await;
    let mut elsewhere = Guest::new(&rooms, "Ada").await;
    assert_eq!(elsewhere.visitor.mute(&id, true).await.unwrap_err().code, "not-watched");
    elsewhere.visitor.watch(&id, None).await.unwrap();
    one.visitor.mute(&id, true).await.unwrap();
    say(&other, &id, "hello").await;
    for window in [&mut one, &mut elsewhere] {
        assert!(received_lines(window).await.is_empty());
        assert_eq!(mute_messages(window), [true]);
    }
    // The setting survives a reconnect, also from another device.
    let mut later = Guest::new(&rooms, "Ada").await;
    for window in [&one, &later] {
        window.visitor.watch(&id, None).await.unwrap();
    }
    say(&other, &id, "are you there?").await;
    for window in [&mut one, &mut later] {
        assert!(received_lines(window).await.is_empty());
        assert_eq!(mute_messages(window), [true]);
    }
    later.visitor.mute(&id, false).await.unwrap();
    say(&other, &id, "well").await;
    for window in [&mut one, &mut elsewhere, &mut later] {
        assert_eq!(received_lines(window).await, ["Boole: well"]);
        assert_eq!(mute_messages(window), [false]);
    }
    // A returning viewer learns the current setting.
    one.visitor.watch(&id, Some(one.state().version)).await.unwrap();
    received_lines(&mut one).await;
    assert_eq!(mute_messages(&mut one), [false]);
    // Nobody else is affected.
    assert_eq!(received_lines(&mut other).await.len(), 3);
    assert!(mute_messages(&mut other).is_empty());
}

/// Mute messages a guest received since the last call.
fn mute_messages(guest: &mut Guest) -> Vec<bool> {
    let muted = |text: &std::sync::Arc<str>| match serde_json::from_str(text).unwrap() {
        ServerMessage::Muted { on, .. } => Some(on),
        _ => None,
    };
    std::mem::take(&mut guest.raw).iter().filter_map(muted).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silenced_person_is_told_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, one, mut other) = seated(&rooms, "abalone", "-", false).await;
    rooms.store().silence(one.id, Some("insults")).await.unwrap();
    let refused = one.visitor.say(&id, "you …".into()).await.unwrap_err();
    assert_eq!((refused.code, refused.status), ("silenced", 403));
    assert!(refused.message.en.contains("insults") && refused.message.fr.contains("insults"));
    assert!(received_lines(&mut other).await.is_empty());
    assert!(
        rooms.store().chat_lines(&id, abaque_store::ChatRoom::Players, 0).await.unwrap().is_empty()
    );
    rooms.store().silence(one.id, None).await.unwrap();
    say(&one, &id, "sorry").await;
    assert_eq!(received_lines(&mut other).await, ["Ada: sorry"]);
    let gone = Guest::new(&rooms, "Gone").await;
    rooms.store().close_person(gone.id, 1).await.unwrap();
    assert_eq!(gone.visitor.say(&id, "boo".into()).await.unwrap_err().code, "not-yours");
    for bad in ["", "  ", "two\nlines"] {
        assert_eq!(one.visitor.say(&id, bad.into()).await.unwrap_err().code, "bad-line");
    }
}
