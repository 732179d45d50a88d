//! Ways to meet: shared screen, correspondence, rematches, pairing; and players who leave.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use abaque_core::{Millis, RandomSource, Seat, SplitMix};
use abaque_lots::{Party, to_hex};
use abaque_protocol::rest::RematchRequest;
use abaque_protocol::{GameAct, GameStage, GameState, Offer, ServerMessage};
use abaque_record::{check, parse};
use abaque_rooms::{GameTerms, OpponentChoice, Rooms, RoomsConfig, SideChoice, ValidTerms};
use abaque_store::{GameId, GameStatus, Rating, RatingChange, Store};

use crate::common::{Guest, seated, seated_as, terms};

const DAY: i64 = 86_400_000;

/// A server with a clock the test sets.
async fn open_rooms(folder: &tempfile::TempDir) -> (Rooms, Arc<AtomicI64>) {
    let path = folder.path().join("rooms.db");
    let store = Store::open(&format!("sqlite:{}", path.display())).await.unwrap();
    let now = Arc::new(AtomicI64::new(1_800_000_000_000));
    let time = now.clone();
    let clock = Arc::new(move || time.load(Ordering::Relaxed));
    (
        Rooms::open(store, RoomsConfig { bot_threads: 1, clock, ..RoomsConfig::default() })
            .await
            .unwrap(),
        now,
    )
}

/// Plays a game on a shared screen to its end.
async fn alone_to_the_end(
    id: &GameId,
    guest: &mut Guest,
    watcher: &mut Guest,
    source: &mut SplitMix,
) {
    for _ in 0..4000 {
        guest.catch_up().await;
        if guest.state().stage == GameStage::Over {
            return;
        }
        // What both may see together is what a spectator may see.
        let behind = |state: &GameState| {
            state.stage != GameStage::Playing || state.version < guest.state().version
        };
        while watcher.table.as_ref().is_none_or(|table| behind(&table.state)) {
            watcher.receive().await;
        }
        match &guest.state().common {
            Some(common) => assert_eq!(*common, watcher.state().view),
            None => assert_eq!(guest.state().view, watcher.state().view),
        }
        // The first throw is still due.
        let Some(legal) = guest.state().legal.clone() else {
            guest.receive().await;
            continue;
        };
        let taking = legal.iter().find(|action| action.starts_with('x'));
        let any = &legal[source.below(legal.len() as u64) as usize];
        let ply = taking.unwrap_or(any).clone();
        let nonce = ply.starts_with("setup:").then(|| to_hex(&[source.below(250) as u8; 32]));
        let version = guest.act(id, GameAct::Play { ply, nonce }).await.unwrap();
        while guest.state().version < version {
            guest.receive().await;
        }
    }
    panic!("no end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_screen_game_is_played_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let short = ["abalone:layout=belgian-daisy,target=1", "abraxas:sheet=2,target=3"];
    for spec in abaque_catalog::with_remaining_games(&short) {
        let mut both = Guest::new(&rooms, "Ada").await;
        let mut watcher = Guest::new(&rooms, "Cantor").await;
        let id = GameId::random();
        let other = [9; 32];
        let commitments = vec![
            both.committed(&id, Party::A),
            to_hex(&abaque_lots::commitment(id.as_str(), Party::B, &other)),
        ];
        let terms =
            GameTerms { against: OpponentChoice::HotSeat, ..terms(&id, spec, "-", commitments) };
        rooms.create(both.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
        both.visitor.watch(&id, None).await.unwrap();
        watcher.visitor.watch(&id, None).await.unwrap();
        // One client holds both seeds and must reveal them together.
        let half = both.act(&id, GameAct::Reveal { seed: to_hex(&both.seed), other: None }).await;
        assert_eq!(half.unwrap_err().code, "bad-seed");
        let reveal = GameAct::Reveal { seed: to_hex(&both.seed), other: Some(to_hex(&other)) };
        both.act(&id, reveal).await.unwrap();
        while both.table.as_ref().is_none_or(|table| table.state.stage != GameStage::Playing) {
            both.receive().await;
        }
        assert_eq!(both.yours(), Seat::ALL, "{spec}");
        assert_eq!(both.state().common.is_some(), spec == "blocs");
        alone_to_the_end(&id, &mut both, &mut watcher, &mut SplitMix(6)).await;
        let game = rooms.store().game(&id).await.unwrap().unwrap();
        assert_eq!((game.status, game.hot_seat, game.public), (GameStatus::Over, true, false));
        let record = rooms.export_record(&id).await.unwrap();
        assert!(check(&parse(&record).unwrap()[0]).unwrap().plies > 0, "{spec}");
        if spec == "blocs" {
            // No set-up was shown during the game; now the record has it, sealed.
            let setups: Vec<&str> =
                record.split_whitespace().filter(|word| word.starts_with("setup:")).collect();
            assert_eq!(setups.len(), 2, "{record}");
            watcher.catch_up().await;
            let early = |text: &&Arc<str>| !text.contains("\"stage\":\"over\"");
            for text in watcher.raw.iter().filter(early) {
                assert!(setups.iter().all(|setup| !text.contains(setup)), "{text}");
            }
        }
        // The game counts for no rating.
        assert!(rooms.store().ratings(both.id).await.unwrap().is_empty());
        assert!(rooms.store().throws(both.id).await.unwrap().is_empty());
    }
}

/// Players on a shared screen agree aloud: an offer takes effect at once.
#[tokio::test(flavor = "multi_thread")]
async fn com_02_offers_on_a_shared_screen_are_accepted_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let mut both = Guest::new(&rooms, "Ada").await;
    let id = GameId::random();
    let (against, side) = (OpponentChoice::HotSeat, SideChoice::First);
    let terms = GameTerms { against, side, ..terms(&id, "abalone", "-", Vec::new()) };
    rooms.create(both.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
    both.visitor.watch(&id, None).await.unwrap();
    while both.table.as_ref().is_none_or(|table| table.state.stage != GameStage::Playing) {
        both.receive().await;
    }
    let start = both.state().view.clone();
    let nothing = both.act(&id, GameAct::Offer { what: Offer::TakeBack }).await;
    assert!(nothing.unwrap_err().message.en.contains("take back"));
    both.play(&id, "a1b1").await.unwrap();
    // The first player's ply, though the second player is to move.
    both.act(&id, GameAct::Offer { what: Offer::TakeBack }).await.unwrap();
    both.catch_up().await;
    assert_eq!((&both.state().view, &*both.state().to_act), (&start, &[Seat::First][..]));
    assert!(both.table.as_ref().unwrap().plies.list.is_empty());
    both.act(&id, GameAct::Offer { what: Offer::Draw }).await.unwrap();
    both.catch_up().await;
    let ending = both.state().ending.clone().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (None, "agreement"));
}

/// Three days per turn: missing the deadline loses, present or not; a move in time gives three new
/// days.
#[tokio::test(flavor = "multi_thread")]
async fn com_04_correspondence_games_have_days_per_turn() {
    let folder = tempfile::tempdir().unwrap();
    let (rooms, now) = open_rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "abalone", "3/turn", true).await;
    for _ in 0..6 {
        now.fetch_add(3 * DAY - 1000, Ordering::Relaxed);
        let mover = if one.is_due() { &mut one } else { &mut other };
        let ply = mover.state().legal.clone().unwrap()[0].clone();
        let version = mover.play(&id, &ply).await.unwrap();
        for guest in [&mut one, &mut other] {
            while guest.state().version < version {
                guest.receive().await;
            }
            let clocks = guest.state().clocks.unwrap();
            assert!(clocks.iter().all(|clock| clock.left.0 <= 3 * DAY as u64), "{clocks:?}");
        }
    }
    let due = if one.is_due() { one.yours()[0] } else { other.yours()[0] };
    // In correspondence games absence allows no claim.
    let waiter = if one.is_due() { &one } else { &other };
    assert_eq!(waiter.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
    one.visitor.close().await;
    other.visitor.close().await;
    now.fetch_add(3 * DAY - 1000, Ordering::Relaxed);
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!(rooms.store().game(&id).await.unwrap().unwrap().status, GameStatus::Playing);
    now.fetch_add(2000, Ordering::Relaxed);
    let mut game = rooms.store().game(&id).await.unwrap().unwrap();
    for _ in 0..100 {
        if game.status == GameStatus::Over {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        game = rooms.store().game(&id).await.unwrap().unwrap();
    }
    assert_eq!((game.status, game.reason.as_deref()), (GameStatus::Over, Some("time")));
    // Black sits first.
    let result = game.result.unwrap();
    assert!(result.starts_with(if due == Seat::First { "w wins" } else { "b wins" }), "{result}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absent_opponent_can_be_claimed_against() {
    let folder = tempfile::tempdir().unwrap();
    let (rooms, now) = open_rooms(&folder).await;
    let (id, mut one, other) = seated(&rooms, "abalone", "600+5", false).await;
    assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
    let name = other.id;
    other.visitor.close().await;
    loop {
        if let ServerMessage::Presence { claim_in: Some(left), .. } = one.receive().await {
            assert_eq!(left, Millis(60_000));
            break;
        }
    }
    now.fetch_add(59_999, Ordering::Relaxed);
    assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
    // Coming back in time restarts the minute.
    let back = Guest::new(&rooms, "Boole").await;
    assert_eq!(back.id, name);
    back.visitor.watch(&id, None).await.unwrap();
    now.fetch_add(5_000, Ordering::Relaxed);
    assert_eq!(one.act(&id, GameAct::Claim).await.unwrap_err().code, "not-gone");
    back.visitor.close().await;
    while !matches!(
        one.receive().await,
        ServerMessage::Presence { claim_in: Some(Millis(60_000)), .. }
    ) {}
    now.fetch_add(60_000, Ordering::Relaxed);
    one.act(&id, GameAct::Claim).await.unwrap();
    while one.state().stage != GameStage::Over {
        one.receive().await;
    }
    let ending = one.state().ending.clone().unwrap();
    assert_eq!((ending.winner, ending.reason.as_str()), (Some(one.yours()[0]), "resignation"));
}

/// A message that meets a closing connection must not hide that the player has gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_while_a_message_is_sent_is_absent() {
    let folder = tempfile::tempdir().unwrap();
    let (rooms, _) = open_rooms(&folder).await;
    let (id, mut one, other) = seated(&rooms, "abalone", "600+5", false).await;
    let Guest { visitor, messages, .. } = other;
    drop(messages);
    one.visitor.say(&id, "good luck".to_owned()).await.unwrap();
    visitor.close().await;
    while !matches!(
        one.receive().await,
        ServerMessage::Presence { claim_in: Some(Millis(60_000)), .. }
    ) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_swaps_seats_and_may_turn_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "blocs", "600+5", false).await;
    let rematch_terms = |guest: &Guest, spec: Option<String>| {
        let new = GameId::random();
        let commitments = vec![guest.committed(&new, Party::A)];
        RematchRequest { id: Some(new.as_str().to_owned()), spec, commitments, seed: None }
    };
    let early = rooms.rematch(&id, one.id, rematch_terms(&one, None)).await.unwrap_err();
    assert_eq!(early.code, "running");
    // Set-ups first: before them there are no rods to turn.
    for guest in [&mut one, &mut other] {
        let setup = guest.state().legal.clone().unwrap()[0].clone();
        guest.act(&id, GameAct::Play { ply: setup, nonce: Some(to_hex(&[7; 32])) }).await.unwrap();
    }
    one.act(&id, GameAct::Resign).await.unwrap();
    let stranger = Guest::new(&rooms, "Cantor").await;
    let foreign =
        rooms.rematch(&id, stranger.id, rematch_terms(&stranger, None)).await.unwrap_err();
    assert_eq!(foreign.code, "not-yours");
    let wrong =
        rooms.rematch(&id, one.id, rematch_terms(&one, Some("abalone".into()))).await.unwrap_err();
    assert_eq!(wrong.code, "bad-rematch");
    let before = rooms.store().game(&id).await.unwrap().unwrap();
    let record = parse(&rooms.export_record(&id).await.unwrap()).unwrap();
    let mut ended = abaque_catalog::open(&before.spec).unwrap();
    for noted in record[0].plies() {
        ended.play(noted).unwrap();
    }
    let turned = ended.rematches();
    assert_eq!(turned.len(), 2, "clockwise and the other way");
    let spec = turned[0].1.clone();
    assert_ne!(spec, before.spec);
    let (again, found) =
        rooms.rematch(&id, one.id, rematch_terms(&one, Some(spec.clone()))).await.unwrap();
    assert!(!found);
    // The opponent finds the rematch and joins; nobody else can.
    let (same, found) = rooms.rematch(&id, other.id, rematch_terms(&other, None)).await.unwrap();
    assert_eq!((&same, found), (&again, true));
    let refused = rooms.join(&again, stranger.id, Some(stranger.committed(&again, Party::B))).await;
    assert_eq!(refused.unwrap_err().code, "not-invited");
    rooms.join(&again, other.id, Some(other.committed(&again, Party::B))).await.unwrap();
    for guest in [&one, &other] {
        guest
            .act(&again, GameAct::Reveal { seed: to_hex(&guest.seed), other: None })
            .await
            .unwrap();
    }
    let after = rooms.store().game(&again).await.unwrap().unwrap();
    assert_eq!((&after.spec, after.rematch_of.as_ref()), (&spec, Some(&id)));
    assert_eq!((after.seats.first, after.seats.second), (before.seats.second, before.seats.first));
    assert_eq!((after.status, &after.clock), (GameStatus::Playing, &before.clock));
}

/// Gives a guest a rating at Abalone.
async fn rated(rooms: &Rooms, guest: &Guest, rating: f64) {
    let rating = Rating { rating, deviation: 60.0, volatility: 0.06, games: 1 };
    let game = abaque_store::NewGame::new(GameId::random(), "abalone", "abalone", 1);
    rooms.store().create_game(game.clone()).await.unwrap();
    let nobody = Guest::new(rooms, &format!("against {}", guest.id.0)).await;
    let change = |person| RatingChange { person, rating, delta: 0.0 };
    let changes = [change(guest.id), change(nobody.id)];
    rooms.store().withdraw_game(&game.id, 1).await.unwrap();
    rooms.store().store_ratings(&game.id, "abalone", 1, changes).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn pairings_are_by_rating() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let names = [("Far", 2100.0), ("Near", 1720.0), ("Nearest", 1690.0), ("Blocked", 1701.0)];
    let deal = |guest: &Guest, clock: &str| {
        let id = GameId::random();
        let commitments = vec![guest.committed(&id, Party::A)];
        ValidTerms::new(terms(&id, "abalone", clock, commitments)).unwrap()
    };
    let seeker = Guest::new(&rooms, "Seeker").await;
    rated(&rooms, &seeker, 1700.0).await;
    let mut open = Vec::new();
    for (name, rating) in names {
        let guest = Guest::new(&rooms, name).await;
        rated(&rooms, &guest, rating).await;
        let made = rooms.create(guest.id, &deal(&guest, "300+2"), None).await.unwrap();
        open.push((guest, made));
    }
    rooms.store().block(open[3].0.id, seeker.id).await.unwrap();
    let found =
        async |clock: &str| rooms.find_pairing(seeker.id, &deal(&seeker, clock)).await.unwrap();
    assert_eq!(found("300+2").await.as_ref(), Some(&open[2].1), "the nearest who may");
    assert_eq!(found("60+0").await, None, "other terms");
    rooms.join(&open[2].1, seeker.id, Some(seeker.committed(&open[2].1, Party::B))).await.unwrap();
    assert_eq!(found("300+2").await.as_ref(), Some(&open[1].1), "the next");
    open[1].0.act(&open[1].1, GameAct::Abort).await.unwrap();
    assert_eq!(found("300+2").await, None, "too far, or blocked");
    let own =
        GameTerms { side: SideChoice::First, ..terms(&GameId::random(), "abalone", "-", vec![]) };
    rooms.create(seeker.id, &ValidTerms::new(own).unwrap(), None).await.unwrap();
    assert_eq!(found("-").await, None, "not oneself");
}

/// What a connection that does not watch the game is told of its turns.
fn turns_told(guest: &mut Guest) -> Vec<bool> {
    let mut told = Vec::new();
    while let Some(text) = guest.messages.try_recv() {
        if let ServerMessage::Turn { yours, .. } = serde_json::from_str(&text).unwrap() {
            told.push(yours);
        }
    }
    told
}

/// Players on another page hear whose turn it is; those at the table see it.
#[tokio::test(flavor = "multi_thread")]
async fn turns_are_announced_to_players_on_other_pages() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let (id, ada, boole) = seated(&rooms, "abalone", "600+5", false).await;
    let [mut first, mut second] =
        if ada.yours() == [Seat::First] { [ada, boole] } else { [boole, ada] };
    let names = [&first, &second].map(|guest| guest.id);
    let mut elsewhere = Vec::new();
    for person in names {
        let name = rooms.store().person(person).await.unwrap().unwrap().name;
        elsewhere.push(Guest::new(&rooms, &name).await);
    }
    first.play(&id, "a1b1").await.unwrap();
    assert_eq!(turns_told(&mut elsewhere[0]), [false]);
    assert_eq!(turns_told(&mut elsewhere[1]), [true]);
    second.catch_up().await;
    second.play(&id, "i9h9").await.unwrap();
    assert_eq!(turns_told(&mut elsewhere[0]), [true]);
    assert_eq!(turns_told(&mut elsewhere[1]), [false]);
    first.catch_up().await;
    first.act(&id, GameAct::Resign).await.unwrap();
    assert_eq!(turns_told(&mut elsewhere[0]), [false]);
    assert_eq!(turns_told(&mut elsewhere[1]), [false], "the game is over");
    for guest in [&mut first, &mut second] {
        assert!(turns_told(guest).is_empty(), "they watch the game");
    }
}

/// The opponent at the table sees a deleted player's game end, and the name go.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_leaves_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    let (id, ada, boole) = seated(&rooms, "abalone", "-", false).await;
    let [first, mut second] =
        if ada.yours() == [Seat::First] { [ada, boole] } else { [boole, ada] };
    first.play(&id, "a1b1").await.unwrap();
    second.catch_up().await;
    second.play(&id, "i9h9").await.unwrap();
    let name = rooms.store().person(first.id).await.unwrap().unwrap().name;
    rooms.store().close_person(first.id, 5).await.unwrap();
    rooms.leave_games_of(first.id).await.unwrap();
    second.catch_up().await;
    let ending = second.state().ending.clone().unwrap();
    assert_eq!((ending.winner, &*ending.reason), (Some(Seat::Second), "resignation"));
    let shown = serde_json::to_string(&second.table.as_ref().unwrap().info).unwrap();
    assert!(!shown.contains(&name), "{shown}");
    // A finished game that is still open loses the name too.
    let (id, ada, mut boole) =
        seated_as(&rooms, ["Adele", "Bernhard"], "abalone", "-", false).await;
    ada.act(&id, GameAct::Resign).await.unwrap();
    rooms.store().close_person(ada.id, 6).await.unwrap();
    rooms.leave_games_of(ada.id).await.unwrap();
    boole.catch_up().await;
    let shown = serde_json::to_string(&boole.table.as_ref().unwrap().info).unwrap();
    assert!(!shown.contains("Adele") && shown.contains("Bernhard"), "{shown}");
}
