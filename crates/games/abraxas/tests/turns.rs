//! Laying, putting, pushing, winning, playing again: ABR-01 to ABR-03, ABR-11, ABR-12, ABR-18,
//! ABR-20.

use abaque_abraxas::endings::TARGET;
use abaque_abraxas::{Abraxas, Cell, Corner, Hole, Options, Sheet};
use abaque_core::{Game, GameOptions, Seat, Turn};

use crate::common::{after, at, empty, legal, refused};

const START: &str = "8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner";

#[test]
fn abr_01_player_2_lays_the_plate_and_player_1_begins() {
    let game = Abraxas::start(&Options::default());
    assert_eq!(game.to_string(), START);
    assert_eq!(game.turn(), Turn::Of(Seat::Second));
    assert_eq!(legal(&game), ["@ne", "@nw", "@se", "@sw"]);
    assert_eq!(refused(&game, "rd4").0, "ABR-01");
    let game = after(game, "@ne");
    assert_eq!(game.to_string(), "8/8/8/8/8/8/8/8 ne 1 24 0-0 3-3 place");
    assert_eq!(game.turn(), Turn::Of(Seat::First));
    assert_eq!(refused(&game, "@sw").0, "ABR-01");
}

#[test]
fn abr_01_one_of_six_sheets_is_chosen() {
    for number in 1..=6 {
        let spec = format!("abraxas:sheet={number}").parse().unwrap();
        let options = Options::from_spec(&spec).unwrap();
        assert_eq!(Some(options.sheet), Sheet::numbered(number));
    }
}

#[test]
fn abr_02_a_red_pawn_goes_into_a_free_hole_and_the_plate_is_pushed() {
    let game = at(&empty(""), "8/8/8/8/3rs3/8/8/8 sw 2 23 0-0 2-3 place-nostop");
    assert_eq!(refused(&game, "rd4"), ("ABR-02", "there is a red pawn in d4".into()));
    assert_eq!(refused(&game, "re4"), ("ABR-02", "there is a stop pawn in e4".into()));
    assert_eq!(refused(&game, ">se").0, "ABR-02");
    let game = after(game, "ra1");
    assert_eq!(game.to_string(), "8/8/8/8/3rs3/8/8/r7 sw 2 22 0-0 2-3 push");
    assert_eq!(legal(&game), [">se"]);
    assert_eq!(refused(&game, "=").0, "ABR-02", "pushing is compulsory");
    let pushed = after(game, ">se");
    assert_eq!(pushed.to_string(), "8/8/8/8/3rs3/8/8/r7 se 1 22 0-0 2-3 place");
}

#[test]
fn abr_02_pawns_travel_with_the_plate() {
    let hole: Hole = "d4".parse().unwrap();
    let cells = Corner::ALL.map(|corner| Cell::under(hole, corner).to_string());
    assert_eq!(cells, ["d4", "e4", "e5", "d5"]);
}

#[test]
fn abr_03_the_arrows_run_counter_clockwise() {
    let mut game = at(&empty(""), "8/8/8/8/8/8/8/r7 sw 1 23 0-0 3-3 push");
    for (corner, next) in [("se", "rh8"), ("ne", "re5"), ("nw", "ra8"), ("sw", "rh1")] {
        assert_eq!(legal(&game), [format!(">{corner}")]);
        game = after(game, &format!(">{corner} {next}"));
        if corner == "ne" {
            assert_eq!(refused(&game, ">se"), ("ABR-03", "no arrow leads from ne to se".into()));
            assert_eq!(refused(&game, ">sw").0, "ABR-03");
            assert_eq!(refused(&game, ">ne").0, "ABR-03");
        }
    }
    let either = empty(",push=either");
    for (corner, arrows) in [
        ("sw", [">nw", ">se"]),
        ("se", [">ne", ">sw"]),
        ("ne", [">nw", ">se"]),
        ("nw", [">ne", ">sw"]),
    ] {
        let game = at(&either, &format!("8/8/8/8/8/8/8/r7 {corner} 1 23 0-0 3-3 push"));
        assert_eq!(legal(&game), arrows);
    }
}

#[test]
fn abr_11_the_target_wins_at_once() {
    // Two lines, but the first taking wins.
    let text = "8/8/rrrr4/8/8/rrrr4/8/8 sw 2 1 5-10 3-3 take";
    let game = after(at(&empty(""), text), "xb3");
    assert_eq!(game.to_string(), "8/8/rrrr4/8/8/r1rr4/8/8 sw 2 1 5-11 3-3 over");
    assert_eq!(
        game.turn(),
        Turn::Over(abaque_core::Outcome::Win(Seat::Second, abaque_core::EndReason::Board(&TARGET)))
    );
    assert_eq!(legal(&game), [""; 0]);
    assert_eq!(refused(&game, "xb6").0, "ABR-11");
    // A long line can exceed the target.
    let game = after(
        at(&empty(",target=3"), "8/8/rrrrrrrr/8/8/8/8/8 sw 1 14 2-0 3-3 take"),
        "xb6c6d6f6g6",
    );
    assert_eq!(game.to_string(), "8/8/r3r2r/8/8/8/8/8 sw 1 14 7-0 3-3 over");
}

#[test]
fn abr_11_taken_pawns_never_return() {
    let game = after(at(&empty(""), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take"), "xb3 end");
    assert_eq!(game.to_string(), "8/8/8/8/8/r1rr4/8/8 sw 2 20 1-0 3-3 place");
}

#[test]
fn abr_12_a_line_allows_another_turn() {
    let again = after(at(&empty(""), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take"), "xc3");
    assert_eq!(again.to_string(), "8/8/8/8/8/rr1r4/8/8 sw 1 20 1-0 3-3 again");
    assert_eq!(after(again, "end").to_string(), "8/8/8/8/8/rr1r4/8/8 sw 2 20 1-0 3-3 place");
    // The player continues as long as lines come.
    let more = after(again, "rc3 go >se xb3");
    assert_eq!(more.to_string(), "8/8/8/8/8/r1rr4/8/8 se 1 19 2-0 3-3 again");
    // Without a line the turn passes.
    let none = after(again, "ra8 go >se");
    assert_eq!(none.to_string(), "r7/8/8/8/8/rr1r4/8/8 se 2 19 1-0 3-3 place");
    // The start of a turn cannot be declined.
    assert_eq!(refused(&none, "end").0, "ABR-02");
}

#[test]
fn abr_18_with_an_empty_reserve_a_pawn_is_moved() {
    let text = "8/8/8/8/8/r1r5/s7/r7 sw 1 0 10-11 3-2 place";
    let spec = empty(",target=12");
    let game = at(&spec, text);
    let free = 64 - 4;
    assert_eq!(game.count_legal(), 3 * free + free);
    assert_eq!(refused(&game, "rb1").0, "ABR-18");
    assert_eq!(refused(&game, "b1-b2"), ("ABR-18", "there is no red pawn in b1".into()));
    assert_eq!(refused(&game, "a2-b2").0, "ABR-18", "stop pawns stay (ABR-17)");
    assert_eq!(refused(&game, "a1-c3").0, "ABR-02");
    assert_eq!(refused(&game, "a1-a1").0, "ABR-02");
    assert_eq!(after(game, "a1-h8 >se").to_string(), "7r/8/8/8/8/r1r5/s7/8 se 2 0 10-11 3-2 place");
    // Not while the reserve holds a pawn.
    let game = at(&spec, "8/8/8/8/8/r1r5/s7/8 sw 1 1 10-11 3-2 place");
    assert_eq!(refused(&game, "a3-b2").0, "ABR-18");
    // The last pawn may be put from the reserve.
    assert_eq!(after(game, "rb8").reserve(), 0);
}

#[test]
fn abr_20_a_placed_pawn_must_be_played() {
    let game = after(at(&empty(""), "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place"), "rd4");
    for other in ["re4", "d4-e4", "sd5", "end", "go", "xd4"] {
        assert_eq!(refused(&game, other).0, "ABR-02", "{other}");
    }
    let game = after(at(&empty(""), "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place"), "sd4");
    for other in ["re4", "se4", "end", "go", "xd4"] {
        assert_eq!(refused(&game, other).0, "ABR-13", "{other}");
    }
}
