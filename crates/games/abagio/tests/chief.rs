//! AGO-19 to AGO-22: the chief.

use abaque_core::{Game, Seat, Turn};

use crate::common::{after, at, legal, refuses};

#[test]
fn ago_19_on_empty_squares_and_own_frogs() {
    let text = "2=r,3=p,4=rp,5=pr,6=rrr,7=rrrr*,8=pppr,9=r,e=p 0-0 0-5 r chief";
    assert_eq!(
        legal(text),
        "t- t1 t10 t11 t12 t13 t14 t15 t16 t17 t18 t2 t5 t6 t7 t8 t9",
        "all but the opposing tops on 3 and 4"
    );
    assert_eq!(after("9=r 0-12 11-0 r chief", "t9"), "9=r* 0-12 11-0 p roll");
}

#[test]
fn ago_19_where_it_may_not_go() {
    let text = "2=rrrrr,3=rrp,4=r,e=r,r3=r,p2=p 0-0 2-10 r chief";
    refuses(text, "t2", "AGO-19", "stack on 2 is full");
    refuses(text, "t3", "AGO-19", "a purple frog is on top of 3");
    refuses(text, "te", "AGO-19", "outer path, 1 to 18, not on Eight");
    refuses(text, "tr3", "AGO-19", "not on r3");
    refuses(text, "tp2", "AGO-19", "not on p2");
    refuses(text, "to", "AGO-19", "not on One");
}

#[test]
fn ago_19_it_may_stay_where_it_lies_alone() {
    let text = "4=r,7=* 0-12 11-0 r chief";
    assert!(legal(text).contains("t7"));
    assert_eq!(after(text, "t7"), "4=r,7=* 0-12 11-0 p roll");
}

#[test]
fn ago_20_otherwise_it_goes_beside_the_board() {
    assert_eq!(after("4=r,7=* 0-12 11-0 r chief", "t-"), "4=r 0-12 11-0 p roll");
    // With a frog at home the phase is skipped and the chief leaves the board.
    assert_eq!(after("4=r,9=* 1-12 10-0 r 2", "4+2"), "6=r 1-12 10-0 p roll");
    // The last frog from home earns the chief in the same turn.
    assert_eq!(after("4=r,9=* 1-12 10-0 r 2", "s+2"), "2=r,4=r,9=* 0-12 10-0 r chief");
}

#[test]
fn ago_21_no_landing_and_no_leaping_under_the_chief() {
    let text = "3=r,5=r*,8=r 9-12 0-0 r 5.2";
    assert_eq!(legal(text), "3+5 8+2 8+5 s+2");
    refuses(text, "3+2", "AGO-21", "chief frog is on 5: no frog can land");
    refuses(text, "5+2", "AGO-21", "chief frog is on 5: the frogs under it cannot leap");
    refuses(text, "s+5", "AGO-21", "chief frog is on 5");
    refuses("5=*,7=p 12-11 0-0 r 5.2", "s+5", "AGO-21", "chief frog is on 5");
    // The chief protects a blot and stays during the opponent's leaps.
    refuses("3=r,7=p* 11-11 0-0 r 4", "3+4", "AGO-21", "chief frog is on 7");
    assert_eq!(after("3=r,7=p* 11-11 0-0 r 5.2", "3+5"), "7=p*,8=r 11-11 0-0 r 2");
}

#[test]
fn ago_22_the_chief_is_always_asked_for() {
    // The chief phase is never skipped for a player who may use it, even to leave the chief in
    // place.
    let text = "10=r,16=p 0-0 11-11 r 2";
    assert_eq!(after(text, "10+2"), "12=r,16=p 0-0 11-11 r chief");
    let game = at("12=r,16=p 0-0 11-11 r chief");
    assert_eq!(game.turn(), Turn::Of(Seat::First));
}
