//! Limits per user: bot searches, concurrent games, chat, connections.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use abaque_protocol::{GameAct, GameStage, GameState, ServerMessage};
use abaque_rooms::{
    GameTerms, OpponentChoice, RequestError, Rooms, RoomsConfig, SearchFn, SideChoice, UserLimits,
    ValidTerms,
};
use abaque_store::{GameId, GameStatus, PersonId, Store};

use crate::common::{Guest, person, seated, terms};

const START: i64 = 1_800_000_000_000;
const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;

/// A server with a clock the test sets.
async fn open(
    folder: &tempfile::TempDir,
    limits: UserLimits,
    search: Option<SearchFn>,
    now: &Arc<AtomicI64>,
) -> Rooms {
    let url = format!("sqlite:{}", folder.path().join("rooms.db").display());
    let store = Store::open(&url).await.unwrap();
    let time = now.clone();
    let clock = Arc::new(move || time.load(Ordering::Relaxed));
    Rooms::open(store, RoomsConfig { bot_threads: 1, clock, limits, search, cluster: None })
        .await
        .unwrap()
}

fn start() -> Arc<AtomicI64> {
    Arc::new(AtomicI64::new(START))
}

/// A solo game of Abalone in which the opponent begins.
fn alone(against: OpponentChoice, clock: &str) -> (GameId, ValidTerms) {
    let id = GameId::random();
    let terms =
        GameTerms { side: SideChoice::Second, against, ..terms(&id, "abalone", clock, Vec::new()) };
    (id, ValidTerms::new(terms).unwrap())
}

async fn create(
    rooms: &Rooms,
    who: PersonId,
    kind: &str,
    clock: &str,
) -> Result<GameId, RequestError> {
    let against = if kind == "hot-seat" {
        OpponentChoice::HotSeat
    } else {
        OpponentChoice::Computer(kind.into())
    };
    let (id, deal) = alone(against, clock);
    rooms.create(who, &deal, None).await.map(|_| id)
}

/// A search in which `best` hangs until cancelled or released; levels answer at once.
fn hanging(released: mpsc::Receiver<()>) -> SearchFn {
    let released = std::sync::Mutex::new(released);
    let first = first_move();
    Arc::new(move |job, _, stop| {
        while job.kind.to_string() == "best" && !stop.is_stopped() {
            if released.lock().unwrap().recv_timeout(Duration::from_millis(2)).is_ok() {
                break;
            }
        }
        Some(first.clone())
    })
}

/// A legal first move of Abalone.
fn first_move() -> String {
    abaque_catalog::open("abalone").unwrap().legal_plies()[0].clone()
}

/// Waits until a condition holds.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(20), "never: {what}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn level_one_answers_within_a_second_of_a_hundred_games_against_best() {
    let folder = tempfile::tempdir().unwrap();
    let (_release, released) = mpsc::channel();
    let rooms = open(&folder, UserLimits::unlimited(), Some(hanging(released)), &start()).await;
    let greedy = person(&rooms, "Greedy").await;
    for _ in 0..100 {
        create(&rooms, greedy, "best", "-").await.unwrap();
    }
    until("the queue of one user is full", || rooms.bot_pool_stats().queued == 20).await;
    assert_eq!(rooms.bot_pool_stats().running, 1);
    let mut other = Guest::new(&rooms, "Other").await;
    let begun = Instant::now();
    let id = create(&rooms, other.id, "1", "-").await.unwrap();
    other.visitor.watch(&id, None).await.unwrap();
    while other.table.is_none() || other.state().version == 0 {
        other.receive().await;
    }
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(other.is_due());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_for_an_ended_game_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let (_release, released) = mpsc::channel();
    let rooms = open(&folder, UserLimits::unlimited(), Some(hanging(released)), &start()).await;
    let (one, other) = (Guest::new(&rooms, "One").await, Guest::new(&rooms, "Other").await);
    let first = create(&rooms, one.id, "best", "-").await.unwrap();
    until("a search runs", || rooms.bot_pool_stats().running == 1).await;
    let second = create(&rooms, other.id, "best", "-").await.unwrap();
    until("a search waits", || rooms.bot_pool_stats().queued == 1).await;
    other.act(&second, GameAct::Resign).await.unwrap();
    until("it leaves the queue", || rooms.bot_pool_stats().queued == 0).await;
    one.act(&first, GameAct::Abort).await.unwrap();
    until("the other one stops", || rooms.bot_pool_stats().running == 0).await;
    assert_eq!(rooms.bot_pool_stats().cancelled, 2);
    // Neither bot plays on.
    assert_eq!(rooms.store().game(&first).await.unwrap().unwrap().status, GameStatus::Aborted);
    assert_eq!(rooms.store().game(&first).await.unwrap().unwrap().plies, 0);
}

/// Waiting for a thread costs neither the bot nor the person time, before and after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn waiting_for_a_bot_thread_runs_no_clock() {
    let folder = tempfile::tempdir().unwrap();
    let (release, released) = mpsc::channel();
    let now = start();
    let rooms = open(&folder, UserLimits::unlimited(), Some(hanging(released)), &now).await;
    let busy = person(&rooms, "Busy").await;
    create(&rooms, busy, "best", "-").await.unwrap();
    until("a search runs", || rooms.bot_pool_stats().running == 1).await;
    let mut guest = Guest::new(&rooms, "Patient").await;
    let id = create(&rooms, guest.id, "best", "60+0").await.unwrap();
    guest.visitor.watch(&id, None).await.unwrap();
    until("the second one waits", || rooms.bot_pool_stats().queued == 1).await;
    now.fetch_add(10 * MINUTE, Ordering::Relaxed);
    rooms.tick(&id).await;
    let seen = rooms.spectator_snapshot(&id).await.unwrap();
    assert_eq!(seen.state.stage, GameStage::Playing);
    assert_eq!(seen.state.clocks.unwrap().map(|clock| clock.left.0), [60_000, 60_000]);
    release.send(()).unwrap();
    until("it is taken up", || rooms.bot_pool_stats().queued == 0).await;
    // Table time runs again once the room learns that the search has started.
    let still = rooms.spectator_snapshot(&id).await.unwrap().state.now;
    while rooms.spectator_snapshot(&id).await.unwrap().state.now == still {
        now.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
    }
    // Five seconds of searching run on the bot's clock.
    now.fetch_add(5000, Ordering::Relaxed);
    release.send(()).unwrap();
    while guest.table.is_none() || !guest.is_due() {
        guest.receive().await;
    }
    let shown = |state: &GameState| state.clocks.unwrap().map(|clock| clock.left.0);
    let [bot, own] = shown(guest.state());
    assert!((54_500..=55_000).contains(&bot) && own == 60_000, "{bot} {own}");
    now.fetch_add(7000, Ordering::Relaxed);
    assert_eq!(shown(&rooms.spectator_snapshot(&id).await.unwrap().state), [bot, 53_000]);
    rooms.close(&RequestError::unconfirmed()).await;
    let again = open(&folder, UserLimits::unlimited(), None, &now).await;
    assert_eq!(shown(&again.spectator_snapshot(&id).await.unwrap().state), [bot, 53_000]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_requests_at_once_get_no_more_games_than_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let (_release, released) = mpsc::channel();
    let rooms = open(&folder, UserLimits::default(), Some(hanging(released)), &start()).await;
    for (name, kind, most) in [("Bot", "best", 5), ("Screen", "hot-seat", 10)] {
        let guest = Guest::new(&rooms, name).await;
        let mut creating = tokio::task::JoinSet::new();
        for _ in 0..100 {
            let (rooms, who) = (rooms.clone(), guest.id);
            creating.spawn(async move { create(&rooms, who, kind, "-").await });
        }
        let (mut games, mut refusals) = (Vec::new(), Vec::new());
        for answer in creating.join_all().await {
            match answer {
                Ok(game) => games.push(game),
                Err(refusal) => refusals.push(refusal),
            }
        }
        assert_eq!((games.len(), refusals.len()), (most, 100 - most));
        for refusal in &refusals {
            assert_eq!((refusal.code, refusal.status), ("too-many-games", 429));
            assert!(
                refusal.message.en.contains("resign") && refusal.message.fr.contains("abandonnez")
            );
        }
        // One finished game makes room for one new game.
        guest.act(&games[0], GameAct::Resign).await.unwrap();
        create(&rooms, guest.id, kind, "-").await.unwrap();
        assert_eq!(create(&rooms, guest.id, kind, "-").await.unwrap_err().code, "too-many-games");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn game_creation_is_rate_limited() {
    let folder = tempfile::tempdir().unwrap();
    let now = start();
    let rooms = open(&folder, UserLimits::default(), None, &now).await;
    let guest = Guest::new(&rooms, "Hasty").await;
    let burst = UserLimits::default().new_games.burst;
    for _ in 0..burst {
        let id = create(&rooms, guest.id, "hot-seat", "-").await.unwrap();
        guest.act(&id, GameAct::Resign).await.unwrap();
    }
    let refusal = create(&rooms, guest.id, "hot-seat", "-").await.unwrap_err();
    assert_eq!(
        (refusal.code, refusal.status, refusal.retry_after_ms),
        ("too-often", 429, Some(6000))
    );
    now.fetch_add(6000, Ordering::Relaxed);
    create(&rooms, guest.id, "hot-seat", "-").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_games_are_aborted() {
    let folder = tempfile::tempdir().unwrap();
    let now = start();
    let rooms = open(&folder, UserLimits::default(), None, &now).await;
    let guest = Guest::new(&rooms, "Forgetful").await;
    let account = match rooms.store().create_account("Steady", "hash", START).await.unwrap() {
        abaque_store::NameOutcome::Done(person) => person,
        abaque_store::NameOutcome::Taken => panic!("nobody has the name"),
    };
    let old = create(&rooms, guest.id, "hot-seat", "-").await.unwrap();
    let steady = create(&rooms, account, "hot-seat", "-").await.unwrap();
    let (people, ..) = seated(&rooms, "abalone", "-", false).await;
    now.fetch_add(6 * DAY, Ordering::Relaxed);
    let young = create(&rooms, guest.id, "hot-seat", "-").await.unwrap();
    assert_eq!(rooms.sweep_abandoned().await.unwrap(), 0);
    now.fetch_add(2 * DAY, Ordering::Relaxed);
    let status = async |id: &GameId| {
        // The room handles messages in order, so the earlier ones are done.
        let _ = rooms.spectator_snapshot(id).await.unwrap();
        rooms.store().game(id).await.unwrap().unwrap().status
    };
    assert_eq!(rooms.sweep_abandoned().await.unwrap(), 1);
    assert_eq!(status(&old).await, GameStatus::Aborted);
    assert_eq!(
        (status(&young).await, status(&steady).await),
        (GameStatus::Playing, GameStatus::Playing)
    );
    now.fetch_add(30 * DAY, Ordering::Relaxed);
    assert_eq!(rooms.sweep_abandoned().await.unwrap(), 2);
    assert_eq!(
        (status(&young).await, status(&steady).await),
        (GameStatus::Aborted, GameStatus::Aborted)
    );
    // Games between two people are never swept.
    assert_eq!(status(&people).await, GameStatus::Playing);
    assert_eq!(rooms.store().unfinished_solo_games(guest.id).await.unwrap(), Default::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_limits_count_a_persons_connections_together() {
    let folder = tempfile::tempdir().unwrap();
    let now = start();
    let rooms = open(&folder, UserLimits::default(), None, &now).await;
    let (id, mut one, other) = seated(&rooms, "abalone", "-", false).await;
    let mut windows = Vec::new();
    for _ in 0..6 {
        windows.push(Guest::new(&rooms, "Flood").await);
    }
    let (mut heard, mut refused) = (0, 0);
    for line in 0..200 {
        match windows[line % 6].visitor.say(&id, format!("line {line}")).await {
            Ok(()) => heard += 1,
            Err(refusal) => {
                assert_eq!((refusal.code, refusal.status), ("too-often", 429));
                assert!(refusal.retry_after_ms.is_some());
                refused += 1;
            }
        }
    }
    assert_eq!((heard, refused), (8, 192));
    now.fetch_add(4000, Ordering::Relaxed);
    for (line, window) in windows.iter().take(3).enumerate() {
        assert_eq!(window.visitor.say(&id, format!("later {line}")).await.is_ok(), line < 2);
    }
    // A flood of spectator chat does not silence the players.
    let mut full = false;
    for watcher in 0..20 {
        let guest = Guest::new(&rooms, &format!("Watcher{watcher}")).await;
        for line in 0..5 {
            full |= guest.visitor.say(&id, format!("{watcher} {line}")).await.is_err();
        }
    }
    assert!(full);
    other.visitor.say(&id, "good luck".into()).await.unwrap();
    loop {
        if let ServerMessage::Chat(chat) = one.receive().await {
            assert_eq!(chat.text, "good luck");
            break;
        }
    }
    // The same line twice in a row is refused.
    let again = other.visitor.say(&id, "good luck".into()).await.unwrap_err();
    assert_eq!(again.code, "repeated-line");
    now.fetch_add(MINUTE, Ordering::Relaxed);
    other.visitor.say(&id, "good luck".into()).await.unwrap();
}

/// After any failure a room retries one second later, not in a loop.
#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_fails_is_tried_again_later() {
    let folder = tempfile::tempdir().unwrap();
    let failed = Arc::new(AtomicBool::new(false));
    let search: SearchFn = {
        let (failed, first) = (failed.clone(), first_move());
        Arc::new(move |_, _, _| failed.swap(true, Ordering::Relaxed).then(|| first.clone()))
    };
    let rooms = open(&folder, UserLimits::default(), Some(search), &start()).await;
    let mut guest = Guest::new(&rooms, "Ada").await;
    let id = create(&rooms, guest.id, "3", "-").await.unwrap();
    guest.visitor.watch(&id, None).await.unwrap();
    while guest.table.is_none() || !guest.is_due() {
        guest.receive().await;
    }
    assert_eq!(rooms.bot_pool_stats().started, 2);
}
