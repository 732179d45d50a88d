use abaque_abalone::Options;
use abaque_abalone::import::{Notation, read_game, read_playstrategy};
use abaque_core::{Game, GameOptions, Lang, Seat};

use crate::{legal, played, set, start};

const BELGIAN: &str = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1";

fn options(spec: &str) -> Options {
    Options::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn nacre_moves_name_the_first_ball_and_the_last_point() {
    let game = start("abalone");
    for (nacre, ours) in [
        ("c3d3", "c3d3"),
        ("b2d4", "b2c3"),
        ("a1d4", "a1b2"),
        ("A1D4", "a1b2"),
        ("c3d6", "c3c5d4"),
        ("c5d3", "c3c5d3"),
        ("c3d5", "c3c4d4"),
    ] {
        let read = Notation::Nacre.read_move(&game, nacre);
        assert_eq!(read.map(|action| action.to_string()), Ok(ours.to_string()), "{nacre}");
    }
    for bad in ["", "a1", "a1b2", "a1c3", "a1e5", "e5e6", "i9h8", "c3c5d3", "a1j9", "é1b2"] {
        assert!(Notation::Nacre.read_move(&game, bad).is_err(), "{bad}");
    }
}

#[test]
fn ambiguous_nacre_moves_are_resolved_by_the_board() {
    for (black, ours) in [("c3 c4", "c3c4d4"), ("c3 d4", "c3d4c4")] {
        let read = Notation::Nacre.read_move(&set(black, "i9", 'b'), "c3d5").unwrap();
        assert_eq!(read.to_string(), ours);
    }
}

#[test]
fn nacre_writes_and_reads_every_legal_move() {
    for spec in ["abalone:layout=swiss-daisy", "abalone:layout=placed", "abalone:target=14"] {
        for game in played(spec, 3, 100) {
            for text in legal(&game) {
                let action = text.parse().unwrap();
                for notation in Notation::ALL {
                    let written = notation.write_move(&game, action);
                    assert_eq!(notation.read_move(&game, &written), Ok(action), "{written} {game}");
                }
            }
        }
    }
}

#[test]
fn the_notation_is_detected_by_legality() {
    let game = start("abalone");
    let (notation, aba_pro) = read_game(&game, &["c5d5", "g5f5", "a1b2", "i9h8"]).unwrap();
    assert_eq!(notation, Notation::AbaPro);
    let (notation, nacre) = read_game(&game, &["c5d5", "g5f5", "a1d4", "i9f6"]).unwrap();
    assert_eq!(notation, Notation::Nacre);
    assert_eq!(aba_pro, nacre);
    let (_, single) = read_game(&game, &["c5d5", "g5f5"]).unwrap();
    assert_eq!(single, aba_pro[..2]);
    assert_eq!(read_game(&game, &[]).map(|(_, actions)| actions.len()), Ok(0));
}

#[test]
fn a_list_in_no_known_notation_names_its_first_bad_move() {
    let game = start("abalone");
    let bad = read_game(&game, &["a1b2", "i9h8", "e9e8", "g5f5"]).unwrap_err();
    assert_eq!((bad.index, bad.notation), (2, Notation::AbaPro));
    assert!(bad.localized(Lang::En).contains("move 3, `e9e8`"), "{bad}");
    assert!(bad.localized(Lang::Fr).contains("coup 3"), "{}", bad.localized(Lang::Fr));
    let bad = read_game(&game, &["a1d4", "i9f6", "zzzz"]).unwrap_err();
    assert_eq!((bad.index, bad.notation), (2, Notation::Nacre));
}

#[test]
fn playstrategy_positions_are_imported() {
    let belgian = options("abalone:layout=belgian-daisy");
    let read = read_playstrategy(&belgian, BELGIAN).unwrap();
    assert_eq!(read.game, start("abalone:layout=belgian-daisy"));
    assert_eq!((read.idle_turns, read.move_number), (0, 1));
    // The first player has ejected two balls, the second none: White has lost two.
    let text = "s2SS/1ssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 2 0 w 3 17";
    let read = read_playstrategy(&belgian, text).unwrap();
    assert_eq!(read.game.lost(Seat::Second), 2);
    assert_eq!(read.game.lost(Seat::First), 0);
    assert_eq!(read.game.side(), Seat::Second);
    assert_eq!((read.idle_turns, read.move_number), (3, 17));
    assert_eq!(read.game.count_legal(), legal(&read.game).len() as u64);
}

#[test]
fn bad_playstrategy_positions_name_the_field() {
    let belgian = options("abalone:layout=belgian-daisy");
    let rows = BELGIAN.split(' ').next().unwrap();
    for (rest, field) in [
        ("", "POSITION"),
        (" 0 0 b 0", "POSITION"),
        (" 0 0 b 0 1 1", "POSITION"),
        (" 0 0 x 0 1", "SIDE"),
        (" 15 0 b 0 1", "SCORE"),
        (" 1 0 b 0 1", "ROWS"),
        (" 0 0 b -1 1", "IDLE"),
        (" 0 0 b 0 01", "NUMBER"),
    ] {
        let error = read_playstrategy(&belgian, &format!("{rows}{rest}")).unwrap_err();
        assert_eq!(error.field, field, "{rest}");
    }
    let ours = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb 0 0 b 0 1";
    assert_eq!(read_playstrategy(&belgian, ours).unwrap_err().field, "ROWS");
}
