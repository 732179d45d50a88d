//! Meeting, speaking and limits across nodes.

use std::time::Duration;

use abaque_lots::Party;
use abaque_protocol::rest::RematchRequest;
use abaque_protocol::{GameAct, GameStage, ServerMessage};
use abaque_rooms::{OpponentChoice, Rooms, ValidTerms};
use abaque_store::GameId;
use tokio::time::{sleep, timeout};

use crate::common::{Guest, terms};
use crate::{SILENCE, TestCluster, seated, until};

/// Receives until a message passes the test.
async fn hears(guest: &mut Guest, what: &str, passes: impl Fn(&ServerMessage) -> bool) {
    let waiting = async { while !passes(&guest.receive().await) {} };
    assert!(timeout(Duration::from_secs(10), waiting).await.is_ok(), "not heard: {what}");
}

fn deal(guest: &Guest, clock: &str) -> (GameId, ValidTerms) {
    let id = GameId::random();
    let commitments = vec![guest.committed(&id, Party::A)];
    let terms = terms(&id, "abalone", clock, commitments);
    (id, ValidTerms::new(terms).unwrap())
}

/// A creator who looks elsewhere is told of a join on another node, hint or no hint.
#[tokio::test(flavor = "multi_thread")]
async fn a_join_elsewhere_reaches_the_creator_and_the_lobby() {
    let site = TestCluster::new().await;
    let (a, b) = (site.node("a").await, site.node("b").await);
    for (round, faults) in [Default::default(), SILENCE].into_iter().enumerate() {
        site.bus.set_faults(faults);
        let mut host = Guest::new(&a, "Ada").await;
        let mut joiner = Guest::new(&b, "Boole").await;
        let mut looker = Guest::new(&b, "Cantor").await;
        looker.visitor.set_lobby(true);
        let (id, deal) = deal(&host, "600+5");
        a.create(host.id, &deal, None).await.unwrap();
        let lists = |message: &ServerMessage, expected: bool| match message {
            ServerMessage::Lobby { open } => {
                open.iter().any(|game| game.game == id.as_str()) == expected
            }
            _ => false,
        };
        hears(&mut looker, "the open game", |message| lists(message, true)).await;
        b.join(&id, joiner.id, Some(joiner.committed(&id, Party::B))).await.unwrap();
        let is_paired = |message: &ServerMessage| matches!(message, ServerMessage::Paired { game } if game == id.as_str());
        hears(&mut host, "the pairing", is_paired).await;
        hears(&mut joiner, "the pairing", is_paired).await;
        hears(&mut looker, "the game is gone", |message| lists(message, false)).await;
        // Each of them hears it once per pairing, not once per look.
        sleep(Duration::from_secs(1)).await;
        host.raw.clear();
        host.catch_up().await;
        assert!(host.raw.iter().all(|text| !text.contains("paired")), "{round}: {:?}", host.raw);
        for guest in [host, joiner, looker] {
            guest.visitor.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seekers_on_different_nodes_are_paired() {
    let site = TestCluster::new().await;
    let (a, b) = (site.node("a").await, site.node("b").await);
    for round in 0..4 {
        let one = Guest::new(&a, &format!("Ada {round}")).await;
        let other = Guest::new(&b, &format!("Boole {round}")).await;
        let clock = format!("{}+5", 300 + round);
        let (first, second) = (deal(&one, &clock).1, deal(&other, &clock).1);
        let (found, met) = tokio::join!(a.seek(one.id, &first), b.seek(other.id, &second));
        let ((game, joins), (same, also)) = (found.unwrap(), met.unwrap());
        assert_eq!(game, same);
        assert_ne!(joins, also, "one waits and the other joins");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_and_rematches_work_across_nodes() {
    let site = TestCluster::new().await;
    site.bus.set_faults(SILENCE);
    let (a, b) = (site.node("a").await, site.node("b").await);
    let challenger = Guest::new(&a, "Ada").await;
    let mut invited = Guest::new(&b, "Boole").await;
    let id = GameId::random();
    let mut terms = terms(&id, "abalone", "600+5", vec![challenger.committed(&id, Party::A)]);
    terms.against = OpponentChoice::Person("Boole".into());
    a.create(challenger.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    hears(
        &mut invited,
        "the challenge",
        |message| matches!(message, ServerMessage::Paired { game } if game == id.as_str()),
    )
    .await;
    let stranger = Guest::new(&b, "Cantor").await;
    let refused = b.join(&id, stranger.id, Some(stranger.committed(&id, Party::B))).await;
    assert_eq!(refused.unwrap_err().code, "not-invited");
    b.join(&id, invited.id, Some(invited.committed(&id, Party::B))).await.unwrap();

    let (played, [one, other]) = seated(&a, &b, "abalone", "300+5", false).await;
    one.act(&played, GameAct::Resign).await.unwrap();
    let again = async |rooms: &Rooms, guest: &Guest| {
        let new = GameId::random();
        let commitments = vec![guest.committed(&new, Party::A)];
        let id = Some(new.as_str().to_owned());
        let request = RematchRequest { id, spec: None, commitments, seed: None };
        rooms.rematch(&played, guest.id, request).await.unwrap()
    };
    let (here, there) = tokio::join!(again(&a, &one), again(&b, &other));
    assert_eq!(here.0, there.0);
    assert_ne!(here.1, there.1);
}

async fn hears_line(guest: &mut Guest, text: &str) {
    hears(guest, text, |message| matches!(message, ServerMessage::Chat(line) if line.text == text))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_mutes_and_blocks_work_across_nodes() {
    let site = TestCluster::new().await;
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, [one, mut other]) = seated(&a, &b, "abalone", "600+5", false).await;
    let say = async |guest: &Guest, text: &str| guest.visitor.say(&id, text.into()).await.unwrap();
    say(&one, "good luck").await;
    hears_line(&mut other, "good luck").await;
    site.bus.set_faults(SILENCE);
    say(&one, "in silence").await;
    hears_line(&mut other, "in silence").await;
    // Watchers on the other node do not read the players.
    let mut watcher = Guest::new(&b, "Cantor").await;
    watcher.visitor.watch(&id, None).await.unwrap();
    // Muted on one device, muted on the other, which is at another node.
    let mut phone = Guest::new(&a, "Boole").await;
    phone.visitor.watch(&id, None).await.unwrap();
    other.visitor.mute(&id, true).await.unwrap();
    hears(&mut phone, "the mute", |message| {
        matches!(message, ServerMessage::Muted { on: true, .. })
    })
    .await;
    say(&one, "is anybody there?").await;
    sleep(Duration::from_millis(1200)).await;
    for guest in [&mut phone, &mut other, &mut watcher] {
        guest.raw.clear();
        guest.catch_up().await;
        assert!(guest.raw.iter().all(|text| !text.contains("anybody")), "{:?}", guest.raw);
    }
    other.visitor.mute(&id, false).await.unwrap();
    b.store().block(other.id, one.id).await.unwrap();
    say(&one, "blocked now").await;
    sleep(Duration::from_millis(1200)).await;
    other.catch_up().await;
    assert!(other.raw.iter().all(|text| !text.contains("blocked now")));
}

/// A player who is connected to another node is not absent, even if no hint gets through.
#[tokio::test(flavor = "multi_thread")]
async fn presence_is_the_union_of_all_nodes() {
    let site = TestCluster::new().await;
    let (a, b, c) = (site.node("a").await, site.node("b").await, site.node("c").await);
    let (id, [mut one, other]) = seated(&a, &b, "abalone", "600+5", false).await;
    let presence = |message: &ServerMessage, both: [bool; 2], count: u32| {
        matches!(message, ServerMessage::Presence { here, watchers, .. }
            if *here == both && *watchers == count)
    };
    let watcher = Guest::new(&c, "Cantor").await;
    watcher.visitor.watch(&id, None).await.unwrap();
    hears(&mut one, "the spectator", |message| presence(message, [true; 2], 1)).await;
    site.bus.set_faults(SILENCE);
    watcher.visitor.close().await;
    hears(&mut one, "no spectator", |message| presence(message, [true; 2], 0)).await;
    assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
    // The opponent leaves node b for node c.
    other.visitor.close().await;
    hears(&mut one, "the absence", |message| {
        matches!(message, ServerMessage::Presence { claim_in: Some(_), .. })
    })
    .await;
    let moved = Guest::new(&c, "Boole").await;
    moved.visitor.watch(&id, None).await.unwrap();
    hears(&mut one, "the return", |message| presence(message, [true; 2], 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_count_on_all_nodes() {
    let site = TestCluster::new().await;
    let (a, b) = (site.node("a").await, site.node("b").await);
    let ada = Guest::new(&a, "Emmy").await;
    // Twelve at once on each of two nodes; twenty may wait for an opponent.
    let mut created = 0;
    for _ in 0..12 {
        let (first, second) = (deal(&ada, "600+5").1, deal(&ada, "600+5").1);
        let (here, there) =
            tokio::join!(a.create(ada.id, &first, None), b.create(ada.id, &second, None));
        for made in [here, there] {
            match made {
                Ok(_) => created += 1,
                Err(refusal) => assert_eq!(refusal.code, "too-many"),
            }
        }
    }
    assert_eq!(created, 20);
    // Eight lines in a row, whatever the node.
    let (id, [one, _other]) = seated(&a, &b, "abalone", "600+5", false).await;
    let here_too = Guest::new(&b, "Ada").await;
    here_too.visitor.watch(&id, None).await.unwrap();
    let mut said = 0;
    for line in 0..8 {
        for guest in [&one, &here_too] {
            let text = format!("line {line} of {}", guest.visitor.watched_count() + said);
            said += usize::from(guest.visitor.say(&id, text).await.is_ok());
            sleep(Duration::from_millis(20)).await;
        }
    }
    assert!((8..=9).contains(&said), "{said}");
    // Nor is a line repeated through another node.
    sleep(Duration::from_millis(2500)).await;
    one.visitor.say(&id, "again".into()).await.unwrap();
    sleep(Duration::from_millis(50)).await;
    let refused = here_too.visitor.say(&id, "again".into()).await.unwrap_err();
    assert_eq!(refused.code, "repeated-line");
}

/// The games of a deleted person end, and the name is gone on all nodes.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_leaves_all_nodes() {
    let site = TestCluster::new().await;
    site.bus.set_faults(SILENCE);
    let (a, b) = (site.node("a").await, site.node("b").await);
    let (id, [one, mut other]) = seated(&a, &b, "abalone", "600+5", false).await;
    a.store().close_person(one.id, 1).await.unwrap();
    a.leave_games_of(one.id).await.unwrap();
    until(&mut other, "the end", |guest| guest.state().stage == GameStage::Aborted).await;
    until(&mut other, "no name", |guest| {
        guest
            .table
            .as_ref()
            .unwrap()
            .info
            .seats
            .iter()
            .all(|seat| seat.name.as_deref() != Some("Ada"))
    })
    .await;
    assert!(a.store().game(&id).await.unwrap().is_some());
}
