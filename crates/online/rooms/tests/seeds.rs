//! Games that start without their host, joiners who never reveal their seed, repeated requests.

use std::time::Duration;

use abaque_core::Lang;
use abaque_lots::{Party, to_hex};
use abaque_protocol::{GameAct, GameStage, Offer, ServerMessage};
use abaque_record::{check, parse};
use abaque_rooms::{GameTerms, OpponentChoice, RequestError, Rooms, ValidTerms};
use abaque_store::{GameId, GameStatus, LotKind, SeatsToAct, SeedMode};

use crate::common::test_rooms::TestRooms;
use crate::common::{Guest, seated, terms};

const DAY: i64 = 86_400_000;

/// Restarts the server: every room is loaded from the store.
async fn restart(place: &TestRooms, rooms: Rooms) -> Rooms {
    rooms.close(&RequestError::unconfirmed()).await;
    rooms.store().close().await;
    place.rooms().await
}

fn reveal(guest: &Guest) -> GameAct {
    GameAct::Reveal { seed: to_hex(&guest.seed), other: None }
}

fn deposited(host: &Guest, id: &GameId, spec: &str, clock: &str) -> GameTerms {
    let commitments = vec![host.committed(id, Party::A)];
    GameTerms { seed: Some(to_hex(&host.seed)), ..terms(id, spec, clock, commitments) }
}

fn strict(host: &Guest, id: &GameId, spec: &str, clock: &str) -> GameTerms {
    GameTerms { seed: None, ..deposited(host, id, spec, clock) }
}

async fn create(rooms: &Rooms, host: &Guest, terms: GameTerms) {
    rooms.create(host.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
}

async fn join(rooms: &Rooms, id: &GameId, guest: &Guest) {
    rooms.join(id, guest.id, Some(guest.committed(id, Party::B))).await.unwrap();
}

async fn status(rooms: &Rooms, id: &GameId) -> (GameStatus, bool) {
    let game = rooms.store().game(id).await.unwrap().unwrap();
    (game.status, game.seats.first.is_some() && game.seats.second.is_some())
}

/// Waits until a game reaches a status: the background task runs every second.
async fn wait_for_status(rooms: &Rooms, id: &GameId, wanted: (GameStatus, bool)) {
    for _ in 0..300 {
        if status(rooms, id).await == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{:?} instead of {wanted:?}", status(rooms, id).await);
}

async fn hears(guest: &mut Guest, what: impl Fn(&ServerMessage) -> bool) {
    while !what(&guest.receive().await) {}
}

fn is_unpaired(tell: &ServerMessage, wanted: bool) -> bool {
    matches!(tell, ServerMessage::Unpaired { open, .. } if *open == wanted)
}

/// The host has left, in live and correspondence games: the joiner plays at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_deposited_game_begins_without_its_host() {
    for (spec, clock) in
        [("abagio", "300+2"), ("abagio", "3/turn"), ("abalone", "3/turn"), ("blocs", "-")]
    {
        let place = TestRooms::new();
        let rooms = place.rooms().await;
        let host = Guest::new(&rooms, "Ada").await;
        let id = GameId::random();
        create(&rooms, &host, deposited(&host, &id, spec, clock)).await;
        // Revealing it early or twice changes nothing.
        assert_eq!(host.act(&id, reveal(&host)).await, Ok(0));
        let (host_id, seed) = (host.id, to_hex(&host.seed));
        host.visitor.close().await;
        let rooms = restart(&place, rooms).await;
        place.pass(2 * DAY);
        let mut other = Guest::new(&rooms, "Boole").await;
        other.visitor.watch(&id, None).await.unwrap();
        join(&rooms, &id, &other).await;
        let turns = rooms.store().games_to_move(other.id).await.unwrap();
        assert_eq!(turns.len(), 1, "the seed is the joiner's to open");
        assert_eq!(rooms.summaries(turns).await.unwrap()[0].status, GameStage::Seeds);
        other.catch_up().await;
        let lots = &other.table.as_ref().unwrap().lots;
        assert!(lots.deposited && lots.seeds.is_empty());
        assert_eq!(other.state().stage, GameStage::Seeds);
        other.act(&id, reveal(&other)).await.unwrap();
        hears(&mut other, |tell| matches!(tell, ServerMessage::Paired { .. })).await;
        assert_eq!(other.state().stage, GameStage::Playing, "{spec} {clock}");
        // The host's page comes late and reveals the seed anyway.
        let late = GameAct::Reveal { seed, other: None };
        let lang = Lang::En;
        assert_eq!(rooms.act(&id, host_id, lang, 0, "late".into(), late).await, Ok(0));
        let log = rooms.store().lots_of_game(&id, 0, 10).await.unwrap();
        assert_eq!(
            log.iter().map(|entry| entry.kind).collect::<Vec<_>>(),
            [LotKind::Open, LotKind::Join]
        );
        assert!(log.iter().all(|entry| entry.seeds == Some(SeedMode::Deposited)));
        assert_eq!(log[1].b, Some(other.committed(&id, Party::B)));
        // No message contained the deposited seed during the game.
        other.catch_up().await;
        assert!(other.raw.iter().all(|text| !text.contains(&to_hex(&host_seed()))));
        other.act(&id, GameAct::Resign).await.unwrap();
        let record = rooms.export_record(&id).await.unwrap();
        assert!(record.contains("[Seeds \"deposited\"]"), "{record}");
        check(&parse(&record).unwrap()[0]).unwrap();
    }
}

fn host_seed() -> [u8; 32] {
    ["Ada".len() as u8; 32]
}

/// Without a deposit both reveal their seeds, and all their connections are notified.
#[tokio::test(flavor = "multi_thread")]
async fn strict_games_need_both_seeds() {
    let place = TestRooms::new();
    let rooms = place.rooms().await;
    let (mut host, mut other) =
        (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
    let id = GameId::random();
    create(&rooms, &host, strict(&host, &id, "abagio", "300+2")).await;
    let early = host.act(&id, reveal(&host)).await.unwrap_err();
    assert_eq!(early.code, "no-seed-due", "B is not committed to yet");
    join(&rooms, &id, &other).await;
    // Neither watches the game.
    for guest in [&mut host, &mut other] {
        hears(guest, |tell| matches!(tell, ServerMessage::Paired { .. })).await;
        assert_eq!(rooms.store().games_to_move(guest.id).await.unwrap().len(), 1);
    }
    // Each reveals a seed twice under one key, and again after a restart.
    let mut rooms = rooms;
    let key = || "seed".to_owned();
    drop((host, other));
    for name in ["Boole", "Ada"] {
        let guest = Guest::new(&rooms, name).await;
        for _ in 0..2 {
            assert_eq!(guest.visitor.act(&id, 0, key(), reveal(&guest)).await, Ok(0));
        }
        let wanted = if guest.seed == host_seed() { GameStatus::Playing } else { GameStatus::Open };
        assert_eq!(status(&rooms, &id).await, (wanted, true));
        if wanted == GameStatus::Open {
            let game = rooms.store().game(&id).await.unwrap().unwrap();
            assert_eq!(game.turn.to_act, SeatsToAct::First, "the host's seed is missing");
        }
        let (person, act) = (guest.id, reveal(&guest));
        drop(guest);
        rooms = restart(&place, rooms).await;
        for act in [act, GameAct::Abort, GameAct::Resign] {
            let answer = rooms.act(&id, person, Lang::En, 0, key(), act).await;
            assert_eq!(answer, Ok(0), "the same key, the same answer");
        }
        assert_eq!(status(&rooms, &id).await, (wanted, true));
    }
    let host = Guest::new(&rooms, "Ada").await;
    host.act(&id, GameAct::Resign).await.unwrap();
    assert!(rooms.export_record(&id).await.unwrap().contains("[Seeds \"live\"]"));
}

/// A joiner who never reveals the seed loses the seat, and the game reopens; all connections of
/// both are notified.
#[tokio::test(flavor = "multi_thread")]
async fn a_joiner_who_never_reveals_the_seed_loses_the_seat() {
    for (clock, wait) in [("300+2", 60_000), ("3/turn", 3 * DAY), ("-", DAY)] {
        for deposit in [true, false] {
            let place = TestRooms::new();
            let rooms = place.rooms().await;
            let mut host = Guest::new(&rooms, "Ada").await;
            let mut gone = Guest::new(&rooms, "Boole").await;
            let mut late = Guest::new(&rooms, "Cantor").await;
            let id = GameId::random();
            let seed = deposit.then(|| to_hex(&host.seed));
            create(&rooms, &host, GameTerms { seed, ..strict(&host, &id, "abagio", clock) }).await;
            join(&rooms, &id, &gone).await;
            late.visitor.watch(&id, None).await.unwrap();
            late.receive().await;
            assert_eq!(
                rooms
                    .join(&id, late.id, Some(late.committed(&id, Party::B)))
                    .await
                    .unwrap_err()
                    .code,
                "not-open"
            );
            place.pass(wait - 1000);
            tokio::time::sleep(Duration::from_millis(1200)).await;
            assert_eq!(status(&rooms, &id).await, (GameStatus::Open, true), "there is time left");
            place.pass(2000);
            wait_for_status(&rooms, &id, (GameStatus::Open, false)).await;
            for guest in [&mut host, &mut gone] {
                hears(guest, |tell| is_unpaired(tell, true)).await;
            }
            hears(
                &mut late,
                |tell| matches!(tell, ServerMessage::Table(table) if table.state.stage == GameStage::Open),
            )
            .await;
            assert_eq!(late.table.as_ref().unwrap().lots.commitments[2], None);
            assert_eq!(rooms.store().open_games(10).await.unwrap().len(), 1, "in the lobby again");
            assert_eq!(gone.act(&id, reveal(&gone)).await.unwrap_err().code, "not-yours");
            // Another user plays; the log shows both joiners.
            join(&rooms, &id, &late).await;
            late.act(&id, reveal(&late)).await.unwrap();
            if !deposit {
                host.act(&id, reveal(&host)).await.unwrap();
            }
            assert_eq!(status(&rooms, &id).await, (GameStatus::Playing, true));
            let log = rooms.store().lots_of_game(&id, 0, 10).await.unwrap();
            let bs: Vec<_> = log.iter().map(|entry| entry.b.clone()).collect();
            let b = |guest: &Guest| Some(guest.committed(&id, Party::B));
            assert_eq!(bs, [None, b(&gone), b(&late)]);
        }
    }
}

/// With one seed revealed and the other missing the game is aborted: a reveal cannot be undone.
#[tokio::test(flavor = "multi_thread")]
async fn a_strict_game_with_one_seed_is_aborted() {
    for joiner_opens in [true, false] {
        let place = TestRooms::new();
        let rooms = place.rooms().await;
        let mut pair = [Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await];
        let id = GameId::random();
        create(&rooms, &pair[0], strict(&pair[0], &id, "abagio", "300+2")).await;
        join(&rooms, &id, &pair[1]).await;
        let opens = &pair[usize::from(joiner_opens)];
        opens.act(&id, reveal(opens)).await.unwrap();
        place.pass(60_001);
        wait_for_status(&rooms, &id, (GameStatus::Aborted, true)).await;
        for guest in &mut pair {
            hears(guest, |tell| is_unpaired(tell, false)).await;
        }
    }
}

/// Downtime extends the seed deadline; afterwards the server finds the game without a viewer.
#[tokio::test(flavor = "multi_thread")]
async fn seeds_are_due_after_an_outage_too() {
    let place = TestRooms::new();
    let rooms = place.rooms().await;
    let (host, other) = (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
    let id = GameId::random();
    create(&rooms, &host, deposited(&host, &id, "abagio", "300+2")).await;
    join(&rooms, &id, &other).await;
    rooms.close(&RequestError::unconfirmed()).await;
    rooms.store().close().await;
    place.pass(3_600_000);
    let rooms = place.rooms().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(status(&rooms, &id).await, (GameStatus::Open, true), "an hour without a server");
    place.pass(60_001);
    wait_for_status(&rooms, &id, (GameStatus::Open, false)).await;
}

/// A joiner's abort only frees the seat; the host's ends the game.
#[tokio::test(flavor = "multi_thread")]
async fn a_joiner_who_aborts_only_frees_the_seat() {
    let place = TestRooms::new();
    let mut rooms = place.rooms().await;
    let id = GameId::random();
    {
        let host = Guest::new(&rooms, "Ada").await;
        create(&rooms, &host, deposited(&host, &id, "abagio", "300+2")).await;
    }
    {
        let other = Guest::new(&rooms, "Boole").await;
        join(&rooms, &id, &other).await;
        join(&rooms, &id, &other).await;
        let key = || "same".to_owned();
        let first = other.visitor.act(&id, 0, key(), GameAct::Abort).await;
        assert_eq!(status(&rooms, &id).await, (GameStatus::Open, false));
        assert_eq!(first, Ok(0));
        assert_eq!(other.visitor.act(&id, 0, key(), GameAct::Abort).await, Ok(0));
        rooms = restart(&place, rooms).await;
        let other = Guest::new(&rooms, "Boole").await;
        assert_eq!(other.visitor.act(&id, 0, key(), GameAct::Abort).await, Ok(0));
        // The key is used up for this game: repeating it changes nothing.
        assert_eq!(status(&rooms, &id).await, (GameStatus::Open, false));
    }
    let host = Guest::new(&rooms, "Ada").await;
    for _ in 0..2 {
        assert_eq!(host.visitor.act(&id, 0, "off".into(), GameAct::Abort).await, Ok(0));
        assert_eq!(status(&rooms, &id).await, (GameStatus::Aborted, false));
    }
    let rooms = restart(&place, rooms).await;
    let host = Guest::new(&rooms, "Ada").await;
    assert_eq!(host.visitor.act(&id, 0, "off".into(), GameAct::Abort).await, Ok(0));
    let other = host.visitor.act(&id, 0, "another".into(), GameAct::Abort).await;
    assert_eq!(other.unwrap_err().code, "over");
}

/// Every act is sent twice with one key, at once and after a restart: same answer, one effect.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_gets_the_same_answer_after_a_restart() {
    let place = TestRooms::new();
    let mut rooms = place.rooms().await;
    for (spec, act) in [
        ("abalone", GameAct::Play { ply: String::new(), nonce: None }),
        ("abagio", GameAct::Play { ply: String::new(), nonce: None }),
        ("blocs", GameAct::Play { ply: String::new(), nonce: Some(to_hex(&[7; 32])) }),
        ("abalone", GameAct::Offer { what: Offer::Draw }),
        ("abalone", GameAct::Accept { what: Offer::Draw }),
        ("abalone", GameAct::Decline { what: Offer::Draw }),
        ("abalone", GameAct::Resign),
        ("abalone", GameAct::Abort),
        ("abalone", GameAct::Claim),
        ("abraxas:sheet=2", GameAct::LetPass),
        ("abagio", GameAct::Reveal { seed: String::new(), other: None }),
    ] {
        let (id, mut one, mut other) = seated(&rooms, spec, "600+5", false).await;
        // The first throw may still be due.
        while one.state().to_act.is_empty() {
            one.receive().await;
        }
        while other.state().version < one.state().version {
            other.receive().await;
        }
        let (mut actor, mut opponent) = if one.is_due() { (one, other) } else { (other, one) };
        let mut act = act;
        match &mut act {
            GameAct::Play { ply, .. } => *ply = actor.state().legal.clone().unwrap()[0].clone(),
            GameAct::Reveal { seed, .. } => *seed = to_hex(&actor.seed),
            GameAct::Accept { what } | GameAct::Decline { what } => {
                opponent.act(&id, GameAct::Offer { what: *what }).await.unwrap();
            }
            GameAct::Claim => {
                opponent.visitor.close().await;
                hears(&mut actor, |tell| {
                    matches!(tell, ServerMessage::Presence { claim_in: Some(_), .. })
                })
                .await;
                place.pass(60_000);
                opponent = Guest::new(&rooms, "somebody").await;
            }
            // Only possible in the opponent's turn.
            GameAct::LetPass => std::mem::swap(&mut actor, &mut opponent),
            _ => {}
        }
        let seen = actor.state().version;
        let first = actor.visitor.act(&id, seen, "key".into(), act.clone()).await;
        let first = first.unwrap_or_else(|refusal| panic!("{act:?}: {refusal:?}"));
        let stored = rooms.store().acts(&id).await.unwrap().len();
        let again = actor.visitor.act(&id, seen, "key".into(), act.clone()).await;
        assert_eq!(again, Ok(first), "{act:?}");
        let (person, other) = (actor.id, opponent.id);
        drop((actor, opponent));
        rooms = restart(&place, rooms).await;
        let ask =
            async |who, act: GameAct| rooms.act(&id, who, Lang::En, seen, "key".into(), act).await;
        assert_eq!(ask(person, act.clone()).await, Ok(first), "{act:?} after a restart");
        // Any act under that key is the same request, except the reveal of a seed already revealed.
        if !matches!(act, GameAct::Reveal { .. }) {
            assert_eq!(ask(person, GameAct::Resign).await, Ok(first), "{act:?}");
        }
        // Another user's key is a different key.
        let foreign = ask(other, GameAct::Play { ply: "nonsense".into(), nonce: None }).await;
        assert!(foreign.is_err(), "{act:?}");
        assert_eq!(rooms.store().acts(&id).await.unwrap().len(), stored, "{act:?}");
    }
}

/// On a shared screen an offer is accepted at once: two acts, one request, one answer.
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_on_a_shared_screen_is_one_request() {
    let place = TestRooms::new();
    let rooms = place.rooms().await;
    let both = Guest::new(&rooms, "Ada").await;
    let id = GameId::random();
    let commitments = vec![
        both.committed(&id, Party::A),
        to_hex(&abaque_lots::commitment(id.as_str(), Party::B, &[9; 32])),
    ];
    let terms =
        GameTerms { against: OpponentChoice::HotSeat, ..terms(&id, "abalone", "-", commitments) };
    create(&rooms, &both, terms).await;
    let seeds = GameAct::Reveal { seed: to_hex(&both.seed), other: Some(to_hex(&[9; 32])) };
    assert_eq!(both.visitor.act(&id, 0, "seeds".into(), seeds.clone()).await, Ok(0));
    both.visitor
        .act(&id, 0, "move".into(), GameAct::Play { ply: "a1b1".into(), nonce: None })
        .await
        .unwrap();
    let draw = GameAct::Offer { what: Offer::Draw };
    let version = both.visitor.act(&id, 1, "draw".into(), draw.clone()).await.unwrap();
    let person = both.id;
    let rooms = restart(&place, rooms).await;
    for (key, act, answer) in [("draw", draw, version), ("seeds", seeds, 0)] {
        assert_eq!(rooms.act(&id, person, Lang::En, 1, key.into(), act).await, Ok(answer), "{key}");
    }
}

/// Two users seek the same terms at the same moment, repeatedly: one waits, the other joins.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn simultaneous_seekers_are_paired() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = crate::common::rooms(&folder).await;
    for (round, clock) in ["300+2", "60+0", "600+5", "3/turn"].into_iter().enumerate() {
        let mut tasks = Vec::new();
        for number in 0..8 {
            let (rooms, clock) = (rooms.clone(), clock.to_owned());
            tasks.push(tokio::spawn(async move {
                let guest = Guest::new(&rooms, &format!("seeker {round} {number}")).await;
                let id = GameId::random();
                let terms = deposited(&guest, &id, "abagio", &clock);
                let (game, found) =
                    rooms.seek(guest.id, &ValidTerms::new(terms).unwrap()).await.unwrap();
                if found {
                    join(&rooms, &game, &guest).await;
                    guest.act(&game, reveal(&guest)).await.unwrap();
                }
                (game, found)
            }));
        }
        let mut found = 0;
        let mut games = std::collections::HashSet::new();
        for task in tasks {
            let (game, joined) = task.await.unwrap();
            found += usize::from(joined);
            games.insert(game);
        }
        assert_eq!((found, games.len()), (4, 4), "{clock}");
        for game in games {
            assert_eq!(status(&rooms, &game).await, (GameStatus::Playing, true));
        }
    }
    assert!(rooms.store().open_games(100).await.unwrap().is_empty());
}

/// A repeated seek returns the same game; a seeker who came too late seeks again.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_seek_returns_the_same_game() {
    let place = TestRooms::new();
    let rooms = place.rooms().await;
    let [one, two, three] = [
        Guest::new(&rooms, "Ada").await,
        Guest::new(&rooms, "Boole").await,
        Guest::new(&rooms, "Cantor").await,
    ];
    let seek = async |guest: &Guest| {
        let id = GameId::random();
        let deal = ValidTerms::new(deposited(guest, &id, "abagio", "300+2")).unwrap();
        rooms.seek(guest.id, &deal).await.unwrap()
    };
    let (table, found) = seek(&one).await;
    assert!(!found);
    assert_eq!(seek(&one).await, (table.clone(), false), "not a second one");
    assert_eq!(seek(&two).await, (table.clone(), true));
    assert_eq!(seek(&two).await, (table.clone(), true), "it is held for them");
    assert_eq!(seek(&one).await, (table.clone(), false), "and is its host's all the same");
    // A third user joins from the list first.
    join(&rooms, &table, &three).await;
    let late = rooms.join(&table, two.id, Some(two.committed(&table, Party::B))).await.unwrap_err();
    assert_eq!(late.code, "not-open");
    let (own, found) = seek(&two).await;
    assert!(!found && own != table);
    // A seeker who never comes does not block the others.
    assert_eq!(seek(&one).await, (own.clone(), true));
    place.pass(1);
    let (other, found) = seek(&three).await;
    assert!(!found && other != own, "it is held for another player");
    place.pass(15_000);
    let four = Guest::new(&rooms, "Dedekind").await;
    assert_eq!(seek(&four).await, (own, true), "the one that has waited longest");
}

/// A crash after the last seed was stored and before the start: the game starts when its room is
/// loaded.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_both_seeds_starts_when_it_is_loaded() {
    let place = TestRooms::new();
    let rooms = place.rooms().await;
    let (host, other) = (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
    let id = GameId::random();
    create(&rooms, &host, strict(&host, &id, "abagio", "300+2")).await;
    join(&rooms, &id, &other).await;
    let secret = rooms.store().game_secret(&id).await.unwrap().unwrap();
    let mut secret: serde_json::Value = serde_json::from_str(&secret).unwrap();
    secret["seeds"] = serde_json::json!([to_hex(&host.seed), to_hex(&other.seed)]);
    assert!(rooms.store().set_game_secret(&id, &secret.to_string()).await.unwrap());
    let rooms = restart(&place, rooms).await;
    assert_eq!(rooms.spectator_snapshot(&id).await.unwrap().state.stage, GameStage::Playing);
    assert_eq!(status(&rooms, &id).await, (GameStatus::Playing, true));
}
