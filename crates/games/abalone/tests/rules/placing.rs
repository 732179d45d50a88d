use abaque_core::{Game, Seat, Turn};
use abaque_testkit::parse_position;

use abaque_abalone::{Abalone, Point};

use crate::{after, legal, refused, start};

#[test]
fn aba_12_players_place_in_turn_then_black_moves() {
    let mut game = start("abalone:layout=placed");
    assert_eq!(game.to_string(), "5/6/7/8/9/8/7/6/5 b 0-0 14-14");
    assert_eq!(game.count_legal(), 61);
    for (i, point) in Point::all().take(28).enumerate() {
        assert_eq!(game.turn(), Turn::Of(Seat::ALL[i % 2]));
        assert!(game.is_placing());
        assert_eq!(legal(&game).len(), 61 - i);
        assert_eq!(refused(&game, "a1b2").0, "ABA-12");
        game = after(game, &format!("@{point}"));
    }
    assert_eq!(game.turn(), Turn::Of(Seat::First));
    assert_eq!(game.to_string(), "5/6/7/8/bw7/bwbwbwbw/wbwbwbw/wbwbwb/bwbwb b 0-0 -");
    assert_eq!(refused(&game, "@e5").0, "ABA-12");
    assert!(legal(&game).iter().all(|text| !text.starts_with('@')));
}

#[test]
fn aba_12_only_free_points_take_a_ball() {
    let game = after(start("abalone:layout=placed"), "@e5");
    assert_eq!(game.to_string(), "5/6/7/8/4b4/8/7/6/5 w 0-0 13-14");
    let (rule, message) = refused(&game, "@e5");
    assert_eq!(rule, "ABA-12");
    assert!(message.contains("e5"), "{message}");
    assert_eq!(refused(&game, "e5e6").0, "ABA-12");
}

#[test]
fn aba_12_the_last_ball_ends_the_placing() {
    let text = "wwwww/wwwwww/2ww3/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0 0-1";
    let game: Abalone = parse_position("abalone:layout=placed", text);
    let game = after(game, "@g7");
    assert_eq!(game.to_string(), start("abalone").to_string());
    assert_eq!(game.count_legal(), 44);
}
