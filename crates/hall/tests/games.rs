//! Whole games between people, on record before they are seen.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_core::{Source, SplitMix};
use abaque_hall::{Deal, Terms};
use abaque_lots::{Party, to_hex};
use abaque_protocol::{Act, Proposal, Stage, Tell};
use abaque_record::{Proof, check, parse};
use abaque_store::{GameId, Status};
use common::{Guest, hall, seated, terms};

/// Plays whatever is due, until the game is over or so many actions were played.
async fn play_on(
    id: &GameId,
    players: &mut [&mut Guest],
    source: &mut SplitMix,
    most: usize,
) -> usize {
    let mut played = 0;
    while played < most {
        for guest in players.iter_mut() {
            guest.catch_up().await;
        }
        if players[0].state().stage == Stage::Over {
            break;
        }
        let Some(guest) = players.iter_mut().find(|guest| guest.is_due()) else {
            players[0].hear().await;
            continue;
        };
        let legal = guest.state().legal.clone().unwrap();
        let done = if legal[0].starts_with("setup:") {
            // A set-up: both are due at once.
            let seat = guest.yours()[0];
            let spec = guest.table.as_ref().unwrap().info.spec.clone();
            let mut game = abaque_catalog::open(&spec).unwrap();
            if seat == 2 {
                let first = game.random_action(source).unwrap();
                game.play(&first).unwrap();
            }
            let ply = game.random_action(source).unwrap();
            guest.act(id, Act::Play { ply, nonce: Some(to_hex(&[seat; 32])) }).await
        } else {
            let at = source.below(legal.len() as u64) as usize;
            let taking = legal.iter().find(|action| action.starts_with('x'));
            guest.play(id, taking.unwrap_or(&legal[at])).await
        };
        let version = done.unwrap();
        while guest.state().version < version {
            guest.hear().await;
        }
        played += 1;
    }
    played
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_and_verified() {
    for spec in
        ["abalone:layout=belgian-daisy,target=1", "abraxas:sheet=2,target=3", "abagio", "blocs"]
    {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(&folder).await;
        let (id, mut one, mut other) = seated(&hall, spec, "600+5", true).await;
        let mut watcher = Guest::new(&hall, "Cantor").await;
        watcher.visitor.watch(&id, None).await.unwrap();
        while watcher.table.is_none() {
            watcher.hear().await;
        }
        let mut source = SplitMix(5);
        play_on(&id, &mut [&mut one, &mut other, &mut watcher], &mut source, 3000).await;
        for guest in [&mut one, &mut other, &mut watcher] {
            guest.catch_up().await;
            assert_eq!(guest.state().stage, Stage::Over, "{spec}");
        }
        // Everybody ends with the same plies, secrets included.
        assert_eq!(one.table.as_ref().unwrap().plies, watcher.table.as_ref().unwrap().plies);
        assert!(one.table.as_ref().unwrap().plies.list.iter().all(|shown| shown.ply != "?"));
        assert!(one.state().ending.as_ref().unwrap().ratings.is_some(), "{spec}");
        let text = hall.record(&id).await.unwrap();
        let checked = check(&parse(&text).unwrap()[0]).unwrap();
        if spec == "abagio" {
            assert!(matches!(checked.lots, Proof::Verified(_)), "{text}");
            assert!(!hall.store().throws(one.id).await.unwrap().is_empty());
        }
        assert!(text.contains("[Sides \"lot\"]"), "{text}");
        let rating =
            hall.store().rating(one.id, spec.split(':').next().unwrap()).await.unwrap().unwrap();
        assert_eq!(rating.games, 1);
    }
}

/// What a hall has acknowledged another one on the same store knows, and it goes on there.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_hall_goes_on_where_the_old_one_stopped() {
    for spec in ["abagio", "blocs", "abraxas:sheet=2"] {
        let folder = tempfile::tempdir().unwrap();
        let mut source = SplitMix(8);
        let (id, plies, view) = {
            let hall = hall(&folder).await;
            let (id, mut one, mut other) = seated(&hall, spec, "600+5", false).await;
            play_on(&id, &mut [&mut one, &mut other], &mut source, 12).await;
            one.catch_up().await;
            other.catch_up().await;
            let table = one.table.clone().unwrap();
            // As if killed: nothing is said to anybody, nothing is closed in order.
            (id, table.plies, table.state.view)
        };
        let hall = hall(&folder).await;
        let (mut one, mut other) =
            (Guest::new(&hall, "Ada").await, Guest::new(&hall, "Boole").await);
        for guest in [&mut one, &mut other] {
            guest.visitor.watch(&id, None).await.unwrap();
            while guest.table.is_none() {
                guest.hear().await;
            }
        }
        assert_eq!(one.table.as_ref().unwrap().plies, plies, "{spec}");
        assert_eq!(one.state().view, view, "{spec}");
        play_on(&id, &mut [&mut one, &mut other], &mut source, 6).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_does_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, mut one, mut other) = seated(&hall, "abalone", "-", false).await;
    let mover = if one.is_due() { &mut one } else { &mut other };
    let ply = Act::Play { ply: mover.state().legal.clone().unwrap()[0].clone(), nonce: None };
    let first = mover.visitor.act(&id, 0, "k".into(), ply.clone()).await.unwrap();
    let again = mover.visitor.act(&id, 0, "k".into(), ply.clone()).await.unwrap();
    assert_eq!(first, again);
    assert_eq!(hall.store().acts(&id, 1).await.unwrap().len(), 1);
    // The other player's key of the same name is another key; and a decision on an old board is refused.
    let late = if one.is_due() { &other } else { &one };
    let refused = late.visitor.act(&id, 0, "k".into(), ply).await.unwrap_err();
    assert!(["stale", "refused"].contains(&refused.code), "{refused:?}");
}

/// A throw follows the move and is stored with it: the answer is the version it led to, in this hall and in the next.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_gets_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (id, name, ply, first) = {
        let hall = hall(&folder).await;
        let (id, mut one, mut other) = seated(&hall, "abagio", "-", false).await;
        loop {
            one.catch_up().await;
            other.catch_up().await;
            let (mover, name) =
                if one.is_due() { (&mut one, "Ada") } else { (&mut other, "Boole") };
            if !mover.is_due() {
                mover.hear().await;
                continue;
            }
            let (seen, legal) = (mover.state().version, mover.state().legal.clone().unwrap());
            let ply = Act::Play { ply: legal[0].clone(), nonce: None };
            let key = format!("k{seen}");
            let first = mover.visitor.act(&id, seen, key.clone(), ply.clone()).await.unwrap();
            let again = mover.visitor.act(&id, seen, key.clone(), ply.clone()).await.unwrap();
            assert_eq!(first, again);
            if first > seen + 1 {
                break (id, name, (seen, key, ply), first);
            }
            while mover.state().version < first {
                mover.hear().await;
            }
        }
    };
    let hall = hall(&folder).await;
    let guest = Guest::new(&hall, name).await;
    let (seen, key, ply) = ply;
    assert_eq!(guest.visitor.act(&id, seen, key, ply).await.unwrap(), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_for_players_only() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, one, mut other) = seated(&hall, "abalone", "-", false).await;
    let mut watcher = Guest::new(&hall, "Cantor").await;
    watcher.visitor.watch(&id, None).await.unwrap();
    let version = one.act(&id, Act::Offer { what: Proposal::Draw }).await.unwrap();
    while other.state().version < version {
        other.hear().await;
    }
    assert_eq!(other.state().draw, one.yours());
    loop {
        match watcher.hear().await {
            Tell::Version { version: told, .. } => {
                assert_eq!(told, version);
                break;
            }
            Tell::Step { .. } => panic!("a watcher hears of a draw offer"),
            _ => {}
        }
    }
    other.act(&id, Act::Accept { what: Proposal::Draw }).await.unwrap();
    while watcher.state().stage != Stage::Over {
        watcher.hear().await;
    }
    assert_eq!(watcher.state().ending.as_ref().unwrap().reason, "agreement");
    let refused = watcher.act(&id, Act::Resign).await.unwrap_err();
    assert_eq!(refused.code, "not-yours");
}

/// Whoever comes back says what they have and gets what they missed.
#[tokio::test(flavor = "multi_thread")]
async fn coming_back_brings_the_gap() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, mut one, mut other) = seated(&hall, "abalone", "-", false).await;
    let mut source = SplitMix(2);
    play_on(&id, &mut [&mut one, &mut other], &mut source, 6).await;
    one.catch_up().await;
    let (have, table) = (one.state().version, one.table.clone());
    one.visitor.leave(&id).await;
    // The other one plays on if it is theirs; here the one away plays through another connection.
    let mut again = Guest::new(&hall, "Ada").await;
    again.visitor.watch(&id, None).await.unwrap();
    while again.table.is_none() {
        again.hear().await;
    }
    play_on(&id, &mut [&mut again, &mut other], &mut source, 4).await;
    again.catch_up().await;
    let mut back = Guest::new(&hall, "Ada").await;
    back.table = table;
    back.visitor.watch(&id, Some(have)).await.unwrap();
    let told = back.hear().await;
    assert!(matches!(told, Tell::Step { after, .. } if after == have), "{told:?}");
    assert_eq!(back.table.as_ref().unwrap().plies, again.table.as_ref().unwrap().plies);
    // A version nobody ever had brings everything.
    back.visitor.watch(&id, Some(9999)).await.unwrap();
    while !matches!(back.hear().await, Tell::Table(_)) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_fall_while_nobody_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (id, one, other) = seated(&hall, "abalone", "1+0", false).await;
    one.visitor.gone().await;
    other.visitor.gone().await;
    let mut status = Status::Playing;
    for _ in 0..60 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        status = hall.store().game(&id).await.unwrap().unwrap().status;
        if status == Status::Over {
            break;
        }
    }
    assert_eq!(status, Status::Over);
    assert_eq!(hall.store().game(&id).await.unwrap().unwrap().reason.as_deref(), Some("time"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_plays_through_the_same_mailbox() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    for spec in ["abalone:layout=belgian-daisy,target=1", "abagio", "blocs"] {
        let mut one = Guest::new(&hall, "Ada").await;
        let id = GameId::random();
        let mut other = Guest::new(&hall, "seed of the other").await;
        other.seed = [9; 32];
        let commitments = vec![one.committed(&id, Party::A), other.committed(&id, Party::B)];
        let against = abaque_hall::Against::Computer("1".into());
        let terms = Terms { against, ..terms(&id, spec, "600+5", commitments) };
        hall.create(one.id, &Deal::new(terms).unwrap(), None).await.unwrap();
        one.visitor.watch(&id, None).await.unwrap();
        let reveal = Act::Reveal { seed: to_hex(&one.seed), other: Some(to_hex(&other.seed)) };
        one.act(&id, reveal).await.unwrap();
        while one.table.as_ref().is_none_or(|table| table.state.stage != Stage::Playing) {
            one.hear().await;
        }
        let mut source = SplitMix(1);
        let mut idle = Guest::new(&hall, "Cantor").await;
        idle.visitor.watch(&id, None).await.unwrap();
        while idle.table.is_none() {
            idle.hear().await;
        }
        play_on(&id, &mut [&mut one, &mut idle], &mut source, 12).await;
        let plies = &one.table.as_ref().unwrap().plies.list;
        assert!(
            plies.iter().any(|shown| shown.seat.is_some_and(|seat| !one.yours().contains(&seat))),
            "{spec}"
        );
    }
}

/// Nothing leads past the seeds: a wrong one is refused, and without them there is no game.
#[tokio::test(flavor = "multi_thread")]
async fn seeds_must_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(&folder).await;
    let (one, mut other) = (Guest::new(&hall, "Ada").await, Guest::new(&hall, "Boole").await);
    let id = GameId::random();
    let deal =
        Deal::new(terms(&id, "abagio", "300+0", vec![one.committed(&id, Party::A)])).unwrap();
    hall.create(one.id, &deal, None).await.unwrap();
    assert_eq!(hall.create(one.id, &deal, None).await.unwrap_err().code, "name-taken");
    assert_eq!(hall.join(&id, one.id, None).await.unwrap_err().code, "own-game");
    assert_eq!(hall.join(&id, other.id, None).await.unwrap_err().code, "bad-commitment");
    hall.join(&id, other.id, Some(other.committed(&id, Party::B))).await.unwrap();
    let late = Guest::new(&hall, "Cantor").await;
    let refused = hall.join(&id, late.id, Some(late.committed(&id, Party::B))).await.unwrap_err();
    assert_eq!(refused.code, "not-open");
    let wrong = Act::Reveal { seed: to_hex(&[77; 32]), other: None };
    assert_eq!(other.act(&id, wrong).await.unwrap_err().code, "bad-seed");
    let own = Act::Reveal { seed: to_hex(&one.seed), other: None };
    assert_eq!(other.act(&id, own.clone()).await.unwrap_err().code, "bad-seed");
    one.act(&id, own).await.unwrap();
    assert_eq!(one.play(&id, "s+1").await.unwrap_err().code, "not-begun");
    other.visitor.watch(&id, None).await.unwrap();
    other.hear().await;
    assert_eq!(other.state().stage, Stage::Seeds);
    assert!(other.table.as_ref().unwrap().lots.seeds.is_empty());
    let entry = hall.store().lots_of(&id).await.unwrap().unwrap();
    assert_eq!(
        other.table.as_ref().unwrap().lots.commitments[0].as_deref(),
        Some(entry.commitment.as_str())
    );
    one.act(&id, Act::Abort).await.unwrap();
    while other.state().stage != Stage::Aborted {
        other.hear().await;
    }
}
