//! Whole games between people, stored before they are broadcast.

use abaque_core::SplitMix;
use abaque_lots::{Party, to_hex};
use abaque_protocol::{GameAct, GameStage, Offer, ServerMessage};
use abaque_record::{LotStatus, check, parse};
use abaque_rooms::{GameTerms, ValidTerms};
use abaque_store::{GameId, GameStatus};

use crate::common::{Guest, rooms, seated, terms};

/// Plays until the game is over or the number of actions is reached.
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
        if players[0].state().stage == GameStage::Over {
            break;
        }
        let Some(guest) = players.iter_mut().find(|guest| guest.is_due()) else {
            players[0].receive().await;
            continue;
        };
        let version = guest.play_any(id, source).await;
        // The opponent too, or nobody would seem due while the message is on its way.
        for guest in players.iter_mut() {
            while guest.state().version < version {
                guest.receive().await;
            }
        }
        played += 1;
    }
    played
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_and_verified() {
    let short = ["abalone:layout=belgian-daisy,target=1", "abraxas:sheet=2,target=3"];
    for spec in abaque_catalog::with_remaining_games(&short) {
        let folder = tempfile::tempdir().unwrap();
        let rooms = rooms(&folder).await;
        let (id, mut one, mut other) = seated(&rooms, spec, "600+5", true).await;
        let mut watcher = Guest::new(&rooms, "Cantor").await;
        watcher.visitor.watch(&id, None).await.unwrap();
        while watcher.table.is_none() {
            watcher.receive().await;
        }
        let mut source = SplitMix(5);
        play_on(&id, &mut [&mut one, &mut other, &mut watcher], &mut source, 3000).await;
        for guest in [&mut one, &mut other, &mut watcher] {
            guest.catch_up().await;
            assert_eq!(guest.state().stage, GameStage::Over, "{spec}");
        }
        // All end with the same plies, secrets included.
        assert_eq!(one.table.as_ref().unwrap().plies, watcher.table.as_ref().unwrap().plies);
        assert!(one.table.as_ref().unwrap().plies.list.iter().all(|shown| shown.ply != "?"));
        assert!(one.state().ending.as_ref().unwrap().ratings.is_some(), "{spec}");
        let text = rooms.export_record(&id).await.unwrap();
        let checked = check(&parse(&text).unwrap()[0]).unwrap();
        if spec == "abagio" {
            assert!(matches!(checked.lots, LotStatus::Verified(_)), "{text}");
            assert!(!rooms.store().throws(one.id).await.unwrap().is_empty());
        }
        assert!(text.contains("[Sides \"lot\"]"), "{text}");
        let rating =
            rooms.store().rating(one.id, spec.split(':').next().unwrap()).await.unwrap().unwrap();
        assert_eq!(rating.games, 1);
    }
}

/// A resignation after one of two secret set-ups: the set-up is not a ply, and the record must
/// still verify.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_resigned_during_the_set_ups_has_a_valid_record() {
    for handed_in in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let rooms = rooms(&folder).await;
        let (id, mut one, mut other) = seated(&rooms, "blocs", "600+5", false).await;
        let (player, opponent) =
            if handed_in == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let set_up = player.state().legal.clone().unwrap()[0].clone();
        let nonce = Some(to_hex(&[7; 32]));
        player.act(&id, GameAct::Play { ply: set_up, nonce }).await.unwrap();
        opponent.act(&id, GameAct::Resign).await.unwrap();
        let text = rooms.export_record(&id).await.unwrap();
        assert!(check(&parse(&text).unwrap()[0]).is_ok(), "{text}");
        assert!(!text.contains("Nonce"), "{text}");
    }
}

/// A second server on the same store has every acknowledged act and continues the game.
#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_resumes_games() {
    for spec in ["abagio", "blocs", "abraxas:sheet=2"] {
        let folder = tempfile::tempdir().unwrap();
        let mut source = SplitMix(8);
        let (id, plies, view) = {
            let rooms = rooms(&folder).await;
            let (id, mut one, mut other) = seated(&rooms, spec, "600+5", false).await;
            play_on(&id, &mut [&mut one, &mut other], &mut source, 12).await;
            one.catch_up().await;
            other.catch_up().await;
            let table = one.table.clone().unwrap();
            // Simulates a kill: no message, no orderly shutdown.
            (id, table.plies, table.state.view)
        };
        let rooms = rooms(&folder).await;
        let (mut one, mut other) =
            (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
        for guest in [&mut one, &mut other] {
            guest.visitor.watch(&id, None).await.unwrap();
            while guest.table.is_none() {
                guest.receive().await;
            }
        }
        assert_eq!(one.table.as_ref().unwrap().plies, plies, "{spec}");
        assert_eq!(one.state().view, view, "{spec}");
        play_on(&id, &mut [&mut one, &mut other], &mut source, 6).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_has_no_second_effect() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "abalone", "-", false).await;
    let mover = if one.is_due() { &mut one } else { &mut other };
    let ply = GameAct::Play { ply: mover.state().legal.clone().unwrap()[0].clone(), nonce: None };
    let first = mover.visitor.act(&id, 0, "k".into(), ply.clone()).await.unwrap();
    let again = mover.visitor.act(&id, 0, "k".into(), ply.clone()).await.unwrap();
    assert_eq!(first, again);
    assert_eq!(rooms.store().acts(&id).await.unwrap().len(), 1);
    // The opponent's equal key is a different key; a decision on an old board is refused.
    let late = if one.is_due() { &other } else { &one };
    let refused = late.visitor.act(&id, 0, "k".into(), ply).await.unwrap_err();
    assert!(["stale", "refused"].contains(&refused.code), "{refused:?}");
}

/// A throw is stored with the move before it: the answer is the version after both, also on the
/// next server.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_gets_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (id, name, ply, first) = {
        let rooms = rooms(&folder).await;
        let (id, mut one, mut other) = seated(&rooms, "abagio", "-", false).await;
        loop {
            one.catch_up().await;
            other.catch_up().await;
            let (mover, name) =
                if one.is_due() { (&mut one, "Ada") } else { (&mut other, "Boole") };
            if !mover.is_due() {
                mover.receive().await;
                continue;
            }
            let (seen, legal) = (mover.state().version, mover.state().legal.clone().unwrap());
            let ply = GameAct::Play { ply: legal[0].clone(), nonce: None };
            let key = format!("k{seen}");
            let first = mover.visitor.act(&id, seen, key.clone(), ply.clone()).await.unwrap();
            let again = mover.visitor.act(&id, seen, key.clone(), ply.clone()).await.unwrap();
            assert_eq!(first, again);
            if first > seen + 1 {
                break (id, name, (seen, key, ply), first);
            }
            while mover.state().version < first {
                mover.receive().await;
            }
        }
    };
    let rooms = rooms(&folder).await;
    let guest = Guest::new(&rooms, name).await;
    let (seen, key, ply) = ply;
    assert_eq!(guest.visitor.act(&id, seen, key, ply).await.unwrap(), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_for_players_only() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, one, mut other) = seated(&rooms, "abalone", "-", false).await;
    let mut watcher = Guest::new(&rooms, "Cantor").await;
    watcher.visitor.watch(&id, None).await.unwrap();
    let version = one.act(&id, GameAct::Offer { what: Offer::Draw }).await.unwrap();
    while other.state().version < version {
        other.receive().await;
    }
    assert_eq!(other.state().draw, one.yours());
    loop {
        match watcher.receive().await {
            ServerMessage::Version { version: announced, .. } => {
                assert_eq!(announced, version);
                break;
            }
            ServerMessage::Step { .. } => panic!("a watcher hears of a draw offer"),
            _ => {}
        }
    }
    other.act(&id, GameAct::Accept { what: Offer::Draw }).await.unwrap();
    while watcher.state().stage != GameStage::Over {
        watcher.receive().await;
    }
    assert_eq!(watcher.state().ending.as_ref().unwrap().reason, "agreement");
    let refused = watcher.act(&id, GameAct::Resign).await.unwrap_err();
    assert_eq!(refused.code, "not-yours");
}

/// A returning client names its version and gets the missed steps.
#[tokio::test(flavor = "multi_thread")]
async fn a_returning_client_gets_the_missed_steps() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, mut one, mut other) = seated(&rooms, "abalone", "-", false).await;
    let mut source = SplitMix(2);
    play_on(&id, &mut [&mut one, &mut other], &mut source, 6).await;
    one.catch_up().await;
    let (have, table) = (one.state().version, one.table.clone());
    one.visitor.leave(&id).await;
    // The absent player may be to act: then they play through another connection.
    let mut again = Guest::new(&rooms, "Ada").await;
    again.visitor.watch(&id, None).await.unwrap();
    while again.table.is_none() {
        again.receive().await;
    }
    play_on(&id, &mut [&mut again, &mut other], &mut source, 4).await;
    again.catch_up().await;
    let mut back = Guest::new(&rooms, "Ada").await;
    back.table = table;
    back.visitor.watch(&id, Some(have)).await.unwrap();
    let message = back.receive().await;
    assert!(matches!(message, ServerMessage::Step { after, .. } if after == have), "{message:?}");
    assert_eq!(back.table.as_ref().unwrap().plies, again.table.as_ref().unwrap().plies);
    // A version that never existed gets a snapshot.
    back.visitor.watch(&id, Some(9999)).await.unwrap();
    while !matches!(back.receive().await, ServerMessage::Table(_)) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_fall_while_no_player_is_connected() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (id, one, other) = seated(&rooms, "abalone", "1+0", false).await;
    one.visitor.close().await;
    other.visitor.close().await;
    let mut status = GameStatus::Playing;
    for _ in 0..60 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        status = rooms.store().game(&id).await.unwrap().unwrap().status;
        if status == GameStatus::Over {
            break;
        }
    }
    assert_eq!(status, GameStatus::Over);
    assert_eq!(rooms.store().game(&id).await.unwrap().unwrap().reason.as_deref(), Some("time"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_through_the_rooms_mailbox() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    for spec in ["abalone:layout=belgian-daisy,target=1", "abagio", "blocs"] {
        let mut one = Guest::new(&rooms, "Ada").await;
        let id = GameId::random();
        let mut other = Guest::new(&rooms, "seed of the other").await;
        other.seed = [9; 32];
        let commitments = vec![one.committed(&id, Party::A), other.committed(&id, Party::B)];
        let against = abaque_rooms::OpponentChoice::Computer("1".into());
        let terms = GameTerms { against, ..terms(&id, spec, "600+5", commitments) };
        rooms.create(one.id, &ValidTerms::new(terms).unwrap(), None).await.unwrap();
        one.visitor.watch(&id, None).await.unwrap();
        let reveal = GameAct::Reveal { seed: to_hex(&one.seed), other: Some(to_hex(&other.seed)) };
        one.act(&id, reveal).await.unwrap();
        while one.table.as_ref().is_none_or(|table| table.state.stage != GameStage::Playing) {
            one.receive().await;
        }
        let mut source = SplitMix(1);
        let mut idle = Guest::new(&rooms, "Cantor").await;
        idle.visitor.watch(&id, None).await.unwrap();
        while idle.table.is_none() {
            idle.receive().await;
        }
        play_on(&id, &mut [&mut one, &mut idle], &mut source, 12).await;
        let plies = &one.table.as_ref().unwrap().plies.list;
        assert!(
            plies.iter().any(|shown| shown.seat.is_some_and(|seat| !one.yours().contains(&seat))),
            "{spec}"
        );
    }
}

/// Seeds cannot be skipped: a wrong one is refused, and without them the game does not start.
#[tokio::test(flavor = "multi_thread")]
async fn seeds_must_be_revealed() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = rooms(&folder).await;
    let (one, mut other) = (Guest::new(&rooms, "Ada").await, Guest::new(&rooms, "Boole").await);
    let id = GameId::random();
    let deal =
        ValidTerms::new(terms(&id, "abagio", "300+0", vec![one.committed(&id, Party::A)])).unwrap();
    rooms.create(one.id, &deal, None).await.unwrap();
    assert_eq!(rooms.create(one.id, &deal, None).await.unwrap_err().code, "name-taken");
    assert_eq!(rooms.join(&id, one.id, None).await.unwrap_err().code, "own-game");
    assert_eq!(rooms.join(&id, other.id, None).await.unwrap_err().code, "bad-commitment");
    rooms.join(&id, other.id, Some(other.committed(&id, Party::B))).await.unwrap();
    let late = Guest::new(&rooms, "Cantor").await;
    let refused = rooms.join(&id, late.id, Some(late.committed(&id, Party::B))).await.unwrap_err();
    assert_eq!(refused.code, "not-open");
    let wrong = GameAct::Reveal { seed: to_hex(&[77; 32]), other: None };
    assert_eq!(other.act(&id, wrong).await.unwrap_err().code, "bad-seed");
    let own = GameAct::Reveal { seed: to_hex(&one.seed), other: None };
    assert_eq!(other.act(&id, own.clone()).await.unwrap_err().code, "bad-seed");
    one.act(&id, own).await.unwrap();
    assert_eq!(one.play(&id, "s+1").await.unwrap_err().code, "not-begun");
    other.visitor.watch(&id, None).await.unwrap();
    while other.table.is_none() {
        other.receive().await;
    }
    assert_eq!(other.state().stage, GameStage::Seeds);
    assert!(other.table.as_ref().unwrap().lots.seeds.is_empty());
    let log = rooms.store().lots_of_game(&id, 0, 10).await.unwrap();
    let last = log.last().unwrap();
    let logged = [Some(last.commitment.clone()), last.a.clone(), last.b.clone()];
    assert_eq!(other.table.as_ref().unwrap().lots.commitments, logged);
    assert_eq!(log[0].b, None, "nobody had joined");
    one.act(&id, GameAct::Abort).await.unwrap();
    while other.state().stage != GameStage::Aborted {
        other.receive().await;
    }
}
