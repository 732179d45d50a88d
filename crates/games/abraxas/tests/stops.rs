//! Stop pawns, in the player's own turn and in the opponent's: ABR-13 to ABR-17.

use abaque_abraxas::{Action, Phase};
use abaque_core::{Game, Seat, Turn};

use crate::common::{after, at, drawn, empty, legal, refused, takings};

#[test]
fn abr_13_a_stop_pawn_may_replace_a_red_one() {
    let game = at(&empty(""), "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 place");
    let stop = after(game, "sh8");
    assert_eq!(stop.to_string(), "7s/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 2-3 push?");
    assert_eq!(legal(&stop), ["=", ">se"], "pushing is optional");
    assert_eq!(after(stop, "=").to_string(), "7s/8/8/8/8/rrrr4/8/8 sw 2 20 0-0 2-3 place-nostop");
    // Lines made by the push are taken, then the turn passes.
    let taking = after(stop, ">se");
    assert_eq!((taking.phase(), takings(&taking).as_str()), (Phase::TakeStop, "b3 c3"));
    assert_eq!(
        after(taking, "xb3").to_string(),
        "7s/8/8/8/8/r1rr4/8/8 se 2 20 1-0 2-3 place-nostop"
    );
    // A player without stop pawns cannot put one.
    let none = at(&empty(""), "sss5/8/8/8/8/8/8/8 sw 1 24 0-0 0-3 place");
    assert_eq!(refused(&none, "sh8"), ("ABR-13", "you have no stop pawns left".into()));
    assert!(legal(&none).iter().all(|action| action.starts_with('r')));
}

#[test]
fn abr_13_several_lines_of_a_stop_push_are_all_taken() {
    let game = at(&empty(""), "s7/8/rrrr4/8/8/rrrr4/8/8 sw 2 16 0-0 3-2 take-stop");
    let one = after(game, "xb3");
    assert_eq!((one.phase(), one.side()), (Phase::TakeStop, Seat::Second));
    assert_eq!(
        after(one, "xc6").to_string(),
        "s7/8/rr1r4/8/8/r1rr4/8/8 sw 1 16 0-2 3-2 place-nostop"
    );
}

#[test]
fn abr_13_a_stop_pawn_may_be_played_again_and_cannot_be_stopped() {
    let game = at(&empty(""), "8/8/8/8/8/8/8/8 sw 1 23 1-0 3-3 again");
    let stop = after(game, "sd4");
    assert_eq!(stop.to_string(), "8/8/8/8/3s4/8/8/8 sw 1 23 1-0 2-3 push?");
    assert_eq!(after(stop, ">se").to_string(), "8/8/8/8/3s4/8/8/8 se 2 23 1-0 2-3 place-nostop");
}

#[test]
fn abr_14_stop_sends_the_pawn_back_to_the_reserve() {
    let game = at(&empty(""), "8/8/8/8/8/8/8/7r sw 1 22 1-0 3-3 again");
    let put = after(game, "rd4");
    assert_eq!(put.to_string(), "8/8/8/8/3r4/8/8/7r sw 2 21 1-0 3-3 stop?d4");
    assert_eq!(put.turn(), Turn::Of(Seat::Second));
    let stops = legal(&put);
    assert_eq!(stops.len(), 1 + 63, "go, and every hole but h1");
    assert!(stops.contains(&"sd4".into()) && !stops.contains(&"sh1".into()));
    let stopped = after(put, "sd4");
    assert_eq!(stopped.to_string(), "8/8/8/8/3s4/8/8/7r sw 2 22 1-0 3-2 push?");
    assert_eq!(
        after(stopped, ">se").to_string(),
        "8/8/8/8/3s4/8/8/7r se 1 22 1-0 3-2 place-nostop"
    );
    assert_eq!(after(put, "go").to_string(), "8/8/8/8/3r4/8/8/7r sw 1 21 1-0 3-3 push");
}

#[test]
fn abr_14_stop_sends_a_moved_pawn_back_to_its_hole() {
    let text = "8/8/8/8/8/8/8/r6r sw 1 0 11-11 3-3 again";
    let put = after(at(&empty(",target=12"), text), "a1-d4");
    assert_eq!(put.to_string(), "8/8/8/8/3r4/8/8/7r sw 2 0 11-11 3-3 stop?a1-d4");
    assert_eq!(legal(&put).len(), 1 + 62, "d4 is free once the pawn is back in a1");
    assert_eq!(refused(&put, "sa1").0, "ABR-14");
    assert_eq!(refused(&put, "sh1").0, "ABR-02");
    let stopped = after(put, "sd4");
    assert_eq!(stopped.to_string(), "8/8/8/8/3s4/8/8/r6r sw 2 0 11-11 3-2 push?");
}

#[test]
fn abr_14_the_last_pawn_of_the_reserve_can_be_stopped() {
    let text = "8/8/8/ss6/3r4/8/8/7r sw 2 0 11-11 3-1 stop?d4";
    let stopped = after(at(&empty(",target=12"), text), "sd4");
    assert_eq!(stopped.reserve(), 1);
}

#[test]
fn abr_14_the_stopper_takes_the_lines_of_the_push() {
    let game = at(&empty(""), "8/8/8/8/8/rrr5/8/3r4 sw 1 19 1-0 3-3 again");
    // The pawn that would have made the line is gone before the push.
    let game = after(game, "rd3 sh8 >se");
    assert_eq!(game.to_string(), "7s/8/8/8/8/rrr5/8/3r4 se 1 19 1-0 3-2 place-nostop");
    // A line without the stopped pawn goes to the stopper.
    let game = at(&empty(""), "8/8/8/8/8/rrrr4/8/r7 sw 2 18 1-0 3-3 stop?a1");
    let taking = after(game, "sa1 >se");
    assert_eq!((taking.phase(), taking.side()), (Phase::TakeStop, Seat::Second));
    assert_eq!(
        after(taking, "xb3").to_string(),
        "8/8/8/8/8/r1rr4/8/s7 se 1 19 1-1 3-2 place-nostop"
    );
}

#[test]
fn abr_14_only_playing_again_can_be_stopped_and_only_with_a_stop_pawn() {
    for phase in ["place", "place-nostop"] {
        let game = at(&empty(""), &format!("sss5/8/8/8/8/8/8/8 sw 1 23 1-0 2-1 {phase}"));
        assert_eq!(after(game, "rd4").phase(), Phase::Push);
    }
    let game = at(&empty(""), "sss5/8/8/8/8/8/8/8 sw 1 23 1-0 3-0 again");
    assert_eq!(after(game, "rd4").phase(), Phase::Push);
    let game = at(&empty(""), "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place");
    assert_eq!(refused(&game, "go").0, "ABR-14");
}

#[test]
fn abr_15_the_offer_is_open_once_and_lapses_as_declined() {
    let game = at(&empty(""), "8/8/8/8/8/8/8/8 sw 1 23 1-0 3-3 again");
    assert_eq!(game.window_default(), None);
    let offer = after(game, "rd4");
    assert_eq!(offer.window_default(), Some(Action::Go));
    assert_eq!(refused(&offer, "end").0, "ABR-15");
    assert_eq!(refused(&offer, "re5").0, "ABR-15");
    assert_eq!(refused(&offer, ">se").0, "ABR-15");
    let declined = after(offer, "go");
    assert_eq!((declined.phase(), declined.window_default()), (Phase::Push, None));
    assert_eq!(refused(&declined, "se5").0, "ABR-02");
}

#[test]
fn abr_16_a_stop_pawn_is_not_answered_by_a_stop_pawn() {
    let game = after(at(&empty(""), "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place"), "sd4 =");
    assert_eq!(game.phase(), Phase::PlaceNoStop);
    assert_eq!(refused(&game, "sd5").0, "ABR-16");
    assert!(legal(&game).iter().all(|action| action.starts_with('r')));
    // The ban ends with that placement: the next turn is normal.
    assert_eq!(after(game, "rd5 >se").phase(), Phase::Place);
    // After a Stop the stopped player plays a full turn, and may play again with a stop pawn.
    let game = at(&empty(""), "8/8/8/8/8/rrr5/8/8 sw 1 20 1-0 3-3 again");
    let game = after(game, "rd3 sh8 =");
    assert_eq!((game.phase(), game.side()), (Phase::PlaceNoStop, Seat::First));
    let again = after(game, "rd3 >se xb3");
    assert_eq!(again.phase(), Phase::Again);
    assert_eq!(after(again, "sb3").phase(), Phase::PushOrNot);
}

#[test]
fn abr_17_stop_pawns_stay_break_lines_and_hide_dots() {
    let spec = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            "..o......",
        ],
        "",
    );
    // c1 is a dot that makes four in a row with a1, b1, d1, but not under a stop pawn.
    let open = at(&spec, "8/8/8/8/8/8/8/rr1r4 sw 1 21 0-0 3-3 push");
    assert_eq!(open.lines().count(), 1);
    let hidden = at(&spec, "8/8/8/8/8/8/8/rrsr4 sw 1 21 0-0 2-3 push?");
    assert_eq!(hidden.lines().count(), 0);
    // Between pawns, a stop pawn breaks a row of seven into two threes.
    let game = at(&empty(""), "8/8/8/8/rrrsrrr1/8/8/8 sw 1 18 0-0 2-3 push?");
    assert_eq!(game.lines().count(), 0);
    // A stop pawn is never moved or taken.
    let game = at(&empty(",claim=manual"), "8/8/8/8/rrrrs3/8/8/8 sw 1 20 0-0 2-3 take-stop");
    assert_eq!(refused(&game, "xe4"), ("ABR-07", "no red pawn to take in e4".into()));
}
