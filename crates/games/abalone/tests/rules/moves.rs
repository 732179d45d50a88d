use abaque_abalone::Action;
use abaque_core::{Game, Ply, Seat, Turn};

use crate::{action, after, legal, points, refused, set, start};

#[test]
fn aba_02_players_alternate() {
    let mut game = start("abalone");
    for (i, text) in ["a1b2", "i9h8", "c5d5", "g5f5"].into_iter().enumerate() {
        assert_eq!(game.turn(), Turn::Of(Seat::ALL[i % 2]));
        game = after(game, text);
    }
    assert_eq!(refused(&start("abalone"), "g5f5").0, "ABA-02");
    assert_eq!(refused(&start("abalone"), "e5e6").0, "ABA-02");
}

#[test]
fn aba_02_one_point_at_a_time() {
    for text in ["a1c3", "a1a3", "a1a1", "c3c5e5", "c3c5c3", "c3d5d3", "b1b4c1"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    let two_apart = set("e3 e5", "a1", 'b');
    let (rule, message) = refused(&two_apart, "e3e5f3");
    assert_eq!(rule, "ABA-02");
    assert!(message.contains("e4"), "{message}");
}

#[test]
fn aba_03_a_single_ball_goes_any_way() {
    let game = set("e5", "a1", 'b');
    assert_eq!(legal(&game), ["e5d4", "e5d5", "e5e4", "e5e6", "e5f5", "e5f6"]);
}

#[test]
fn aba_03_a_group_goes_along_its_line() {
    let game = set("c3 d4 e5", "a1", 'b');
    assert_eq!(after(game, "c3d4").balls(Seat::First), points("d4 e5 f6"));
    assert_eq!(after(game, "e5d4").balls(Seat::First), points("b2 c3 d4"));
    assert_eq!(after(game, "d4e5").balls(Seat::First), points("c3 e5 f6"));
}

#[test]
fn aba_04_arrows_go_sideways_onto_free_points() {
    let game = set("c3 c4 c5", "i9", 'b');
    assert_eq!(after(game, "c3c5d3").balls(Seat::First), points("d3 d4 d5"));
    assert_eq!(after(game, "c3c5b2").balls(Seat::First), points("b2 b3 b4"));
    assert_eq!(after(game, "c4c5d5").balls(Seat::First), points("c3 d5 d6"));
    assert_eq!(legal(&game).iter().filter(|text| text.len() == 6).count(), 12);
}

#[test]
fn aba_04_an_arrow_never_pushes() {
    for blocker in ["d3", "d4", "d5"] {
        let game = set("c3 c4 c5", blocker, 'b');
        let (rule, message) = refused(&game, "c3c5d3");
        assert_eq!(rule, "ABA-04");
        assert!(message.starts_with(blocker), "{message}");
    }
    assert_eq!(refused(&set("c3 c4 c5 d4", "i9", 'b'), "c3c5d3").0, "ABA-04");
}

#[test]
fn aba_04_arrow_spellings() {
    for text in ["c3c5d3", "c5c3d5", "C5c3D5", "C3C5D3"] {
        assert_eq!(action(text).to_string(), "c3c5d3");
    }
    assert_eq!(action("A1B2").to_string(), "a1b2");
    assert_eq!(action("@E5").to_string(), "@e5");
    // Not adjacent to the first end, along the line, over the edge, not in line, too far.
    for text in [
        "c3c5d5", "c3c5c2", "c3c4c5", "c3c4c2", "a1a3a1", "e1f2e0", "e8e9f9", "e2e1f2", "c3d5d3",
        "c3c6d3", "c3c3d3",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    for text in [
        "", "a1", "a1b", "a1b2c", "a1b2c3d4", "@", "@j1", "@e55", "e5", "a1-b2", " a1b2", "é1b2",
        "@é",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn aba_05_never_more_than_three() {
    let game = set("c1 c2 c3 c4", "i9", 'b');
    let (rule, message) = refused(&game, "c1c2");
    assert_eq!(rule, "ABA-05");
    assert!(message.contains("4 balls in a row") && message.contains("c1"), "{message}");
    assert_eq!(after(game, "c2c3").balls(Seat::First), points("c1 c3 c4 c5"));
    // Backwards, the rear ball is c4, again one of four.
    assert_eq!(refused(&set("c2 c3 c4 c5", "i9", 'b'), "c5c4").0, "ABA-05");
    assert!("c1c4d1".parse::<Action>().is_err());
}

#[test]
fn aba_09_no_ball_leaves_by_its_own_move() {
    let game = set("a3 a4 a5", "i9", 'b');
    let (rule, message) = refused(&game, "a3a4");
    assert_eq!(rule, "ABA-09");
    assert!(message.contains("a5"), "{message}");
    assert!("e8e9f9".parse::<Action>().is_err(), "e9 would leave the board");
}

#[test]
fn moves_are_described_in_words() {
    for (black, white, text, message) in [
        ("e5", "a1", "e5e6", "moves a ball from e5 to e6"),
        ("c3 d4 e5", "a1", "c3d4", "moves 3 balls in line, c3-e5 to d4-f6"),
        ("c3 c4", "a1", "c3c4d3", "makes an arrow of 2 balls, c3-c4 to d3-d4"),
        ("e1 e2", "e3", "e1e2", "pushes 2 on 1 from e1, the ball on e3 goes to e4"),
        ("e5 e6 e7", "e8 e9", "e5e6", "pushes 3 on 2 from e5 and ejects the ball on e9"),
    ] {
        let description = set(black, white, 'b').describe(&Ply::Act(action(text)));
        assert_eq!(description.en, message);
    }
}
