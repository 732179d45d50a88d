use abaque_core::{Game, Seat};

use crate::{after, legal, points, refused, set};

#[test]
fn aba_06_sumito_two_on_one_three_on_one_three_on_two() {
    let two_on_one = after(set("e1 e2", "e3", 'b'), "e1e2");
    assert_eq!(two_on_one.balls(Seat::First), points("e2 e3"));
    assert_eq!(two_on_one.balls(Seat::Second), points("e4"));
    let three_on_one = after(set("e1 e2 e3", "e4", 'b'), "e1e2");
    assert_eq!(three_on_one.balls(Seat::Second), points("e5"));
    let three_on_two = after(set("c3 d4 e5", "f6 g7", 'b'), "c3d4");
    assert_eq!(three_on_two.balls(Seat::First), points("d4 e5 f6"));
    assert_eq!(three_on_two.balls(Seat::Second), points("g7 h8"));
}

#[test]
fn aba_06_only_a_larger_group_pushes() {
    for (black, white) in
        [("e1", "e2 e3"), ("e1", "e2 e3 e4"), ("e1 e2", "e3 e4 e5"), ("e1 e2", "e3 e4 e5 e6")]
    {
        let (rule, message) = refused(&set(black, white, 'b'), "e1e2");
        assert_eq!(rule, "ABA-06", "{black} on {white}: {message}");
    }
    // A fourth ball does not help: at most three push.
    assert_eq!(refused(&set("e1 e2 e3 e4", "e5 e6 e7", 'b'), "e1e2").0, "ABA-05");
    assert_eq!(refused(&set("e1 e2 e3 e4", "e5 e6 e7", 'b'), "e2e3").0, "ABA-08");
}

#[test]
fn aba_06_no_push_over_a_gap() {
    let game = after(set("e1 e2", "e4", 'b'), "e1e2");
    assert_eq!(game.balls(Seat::First), points("e2 e3"));
    assert_eq!(game.balls(Seat::Second), points("e4"));
}

#[test]
fn aba_06_no_push_off_the_axis() {
    // Only own balls on the axis count.
    assert_eq!(refused(&set("e2 d1 d2", "e3", 'b'), "e2e3").0, "ABA-08");
}

#[test]
fn aba_07_a_ball_behind_forbids_the_push() {
    let own_behind = set("e1 e2 e4", "e3", 'b');
    let (rule, message) = refused(&own_behind, "e1e2");
    assert_eq!(rule, "ABA-07");
    assert!(message.contains("e4"), "{message}");
    assert_eq!(refused(&set("e1 e2 e3 e6", "e4 e5", 'b'), "e1e2").0, "ABA-07");
    // An opposing ball behind is part of the group and makes it too large.
    assert_eq!(refused(&set("e1 e2", "e3 e4", 'b'), "e1e2").0, "ABA-08");
    // The point behind is free, whatever stands beyond it.
    after(set("e1 e2 e5", "e3", 'b'), "e1e2");
    // The edge behind: ejection.
    after(set("e7 e8", "e9", 'b'), "e7e8");
}

#[test]
fn aba_08_pac_blocks_both_sides() {
    for (black, white, rear, front) in [
        ("e4", "e5", "e4e5", "e5e4"),
        ("e3 e4", "e5 e6", "e3e4", "e6e5"),
        ("e2 e3 e4", "e5 e6 e7", "e2e3", "e7e6"),
        ("e1 e2 e3 e4", "e5 e6 e7 e8", "e2e3", "e7e6"),
    ] {
        assert_eq!(refused(&set(black, white, 'b'), rear).0, "ABA-08", "{black} {white}");
        assert_eq!(refused(&set(black, white, 'w'), front).0, "ABA-08", "{black} {white}");
    }
}

#[test]
fn aba_08_pac_is_broken_on_another_axis() {
    // On row e two against two; f5 and g5 come down on e5 from the north-west.
    let game = set("e3 e4 f5 g5", "e5 e6", 'b');
    assert_eq!(refused(&game, "e3e4").0, "ABA-08");
    let game = after(game, "g5f5");
    assert_eq!(game.balls(Seat::Second), points("d5 e6"));
    // A ball in pac may push elsewhere: e4 faces e5 on the row, but pushes f4 with c4 and d4.
    let game = after(set("c4 d4 e4", "e5 f4", 'b'), "c4d4");
    assert_eq!(game.balls(Seat::Second), points("e5 g4"));
}

#[test]
fn aba_09_a_ball_pushed_off_is_out_for_good() {
    let before = set("e7 e8", "e9 a1", 'b');
    let game = after(before, "e7e8");
    assert_eq!(game.balls(Seat::First), points("e8 e9"));
    assert_eq!(game.balls(Seat::Second), points("a1"));
    assert_eq!(game.lost(Seat::Second), before.lost(Seat::Second) + 1);
    assert_eq!(game.lost(Seat::First), before.lost(Seat::First));
    let two = after(set("e5 e6 e7", "e8 e9", 'b'), "e5e6");
    assert_eq!(two.balls(Seat::Second), points("e9"));
}

#[test]
fn aba_09_pushing_is_never_compulsory() {
    let game = set("e7 e8", "e9 a1", 'b');
    let texts = legal(&game);
    assert!(texts.contains(&"e7e8".to_string()) && texts.len() > 10, "{texts:?}");
    assert_eq!(game.count_legal(), texts.len() as u64);
}
