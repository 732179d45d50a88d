//! Text interface of every game: which plies are refused, and why.

use abaque_catalog::{GAMES, GameHistory, PlyError, canonical_view, open, open_at};
use abaque_core::{EndReason, Observer, Outcome, SplitMix, Turn};

#[test]
fn every_game_opens_and_reads_its_own_texts() {
    for entry in GAMES {
        let info = (entry.description)();
        let game = open(info.name).unwrap();
        assert_eq!(game.spec(), info.name);
        assert_eq!(open_at(info.name, &game.position()).unwrap().position(), game.position());
        let view = game.view(Observer::Spectator);
        assert_eq!(canonical_view(info.name, &view), Ok(view));
    }
}

#[test]
fn unknown_options_and_values_are_named() {
    for (spec, hint) in [
        ("abalone:speed=4", "target"),
        ("abraxas:push=back", "ccw"),
        ("abagio:first=b", "roll"),
        ("blocs:zone=9", "8"),
        ("chess", "abraxas"),
    ] {
        let error = open(spec).err().map(|error| error.to_string()).unwrap();
        assert!(error.contains(hint), "{error}");
    }
}

#[test]
fn com_05_lots_and_actions_are_distinguished() {
    let mut game = open("abagio").unwrap();
    assert!(matches!(game.play("s+5"), Err(PlyError::NotDue(_))), "a lot is due");
    game.play("f52").unwrap();
    assert!(
        matches!(game.play("f52"), Err(PlyError::NotDue(_))),
        "a throw is due, not the first dice"
    );
    game.play("d53").unwrap();
    assert!(matches!(game.play("d53"), Err(PlyError::NotDue(_))), "a player is to act");
    assert!(matches!(game.play("jump"), Err(PlyError::Unreadable(_))));
    assert!(matches!(game.play("18+5"), Err(PlyError::Rule { .. })));
    assert!(game.play("s+5").is_ok());
}

#[test]
fn a_finished_game_refuses_every_ply() {
    let won = "wwwww/wwwwww/2www2/8/9/8/7/1bbb2/bbbbb b 6-0 -";
    let mut game = open_at("abalone", won).unwrap();
    assert!(matches!(game.turn(), Turn::Over(_)));
    assert!(matches!(game.play("a1b1"), Err(PlyError::NotDue(_))));
    assert_eq!(game.position(), won);
}

#[test]
fn abr_19_move_lists_for_players_omit_manual_takings() {
    let position = "8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 take";
    let game = open_at("abraxas:claim=manual", position).unwrap();
    assert!(game.legal_plies().iter().any(|action| action.starts_with('x')));
    assert_eq!(game.offered_plies(), ["end"]);
    let game = open_at("abraxas", position).unwrap();
    assert_eq!(game.offered_plies(), game.legal_plies());
}

#[test]
fn com_01_com_03_the_history_counts_repetition_and_progress() {
    let mut game = open("abalone").unwrap();
    let mut history = GameHistory::new(&*game);
    let cycle = ["c3d3", "g5f5", "d3c3", "f5g5"];
    let mut verdicts = Vec::new();
    for action in cycle.iter().chain(&cycle) {
        let played = game.play(action).unwrap();
        verdicts.push(history.record_ply(&*game, &played));
    }
    assert_eq!(verdicts.pop(), Some(Some(Outcome::Draw(EndReason::Repetition))));
    assert!(verdicts.iter().all(Option::is_none));
    assert_eq!((history.idle_turns(), history.repetitions(&*game)), (8, 3));
}

#[test]
fn blo_24_remarks_reveal_nothing_to_the_observer() {
    let mut game = open("blocs").unwrap();
    let mut source = SplitMix(9);
    for _ in 0..2 {
        let setup = game.random_action(&mut source).unwrap();
        assert!(game.play(&setup).unwrap().text.starts_with("setup:"));
    }
    let spectator = game.remarks(Observer::Spectator).len();
    let blue = game.remarks(Observer::Player(abaque_core::Seat::First)).len();
    assert_eq!((spectator, blue), (25, 13), "a key, and one for each block not fully known");
}

#[test]
fn the_stop_window_reveals_no_secret() {
    let again = "8/8/8/8/3r4/8/8/8 sw 1 20 3-0 3-3 again";
    let mut game = open_at("abraxas", again).unwrap();
    for ply in ["ra1", "go", ">se", "sh1", "="] {
        assert!(!game.play(ply).unwrap().revealed_secret, "{ply}");
    }
}
