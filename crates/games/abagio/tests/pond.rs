//! AGO-17, AGO-18 and AGO-23: final leaps and the end.

use abaque_abagio::endings::POND;
use abaque_core::{EndReason, Game, Outcome, Seat, Turn};

use crate::common::{after, at, legal, refuses};

#[test]
fn ago_17_final_leaps_need_all_frogs_inside() {
    assert_eq!(after("r6=r,r3=r 0-12 10-0 r 6", "r6+6"), "r3=r 0-12 11-0 r chief");
    assert_eq!(after("p4=p,o=p 12-0 0-10 p 1", "o+1"), "p4=p 12-0 0-11 p chief");
    refuses("9=r,r6=r 0-12 10-0 r 6", "r6+6", "AGO-17", "still have a frog on 9");
    refuses("r6=r 1-12 10-0 r 6", "r6+6", "AGO-17", "still have a frog in the start position");
    // An imprisoned frog blocks final leaps, except on Eight.
    refuses("9=rp,r6=r 0-11 10-0 r 6.1", "r6+6", "AGO-17", "still have a frog on 9");
    assert_eq!(legal("e=rp,r6=r 0-11 10-0 r 6"), "r6+6");
}

#[test]
fn ago_17_judged_anew_before_each_leap() {
    let text = "18=r,r6=r 0-12 10-0 r 6.1";
    assert_eq!(legal(text), "18+1 18+6 r6+1");
    assert_eq!(legal("e=r,r6=r 0-12 10-0 r 6"), "e+6 r6+6");
    assert_eq!(after(text, "18+1 r6+6"), "e=r 0-12 11-0 r chief");
    // A frog hit back suspends final leaps.
    let hit = after("r6=r,p3=p,o=r 0-0 10-11 p roll", "d22 p3+2");
    assert_eq!(hit, "r6=r,o=p 1-0 10-11 p 2.2.2");
    let text = "r6=r,o=p 1-0 10-11 r 6.5";
    assert_eq!(legal(text), "r6+5 s+5 s+6");
    refuses(text, "r6+6", "AGO-17", "start position");
}

#[test]
fn ago_18_a_larger_number_takes_a_farthest_frog() {
    let text = "r4=rr,r2=r 0-12 9-0 r 6";
    assert_eq!(legal(text), "r4+6");
    assert_eq!(after(text, "r4+6"), "r4=r,r2=r 0-12 10-0 r chief");
    refuses(text, "r2+6", "AGO-18", "your farthest frog, on r4");
    refuses(
        "r5=r,r2=r 0-12 10-0 r 4.3",
        "r2+3",
        "AGO-18",
        "frog on r5 is farther away and needs 5",
    );
    refuses("r5=r,r2=r 0-12 10-0 r 5", "r2+5", "AGO-18", "frog on r5 is farther away and needs 5");
    refuses(
        "e=rp,r2=r 0-11 10-0 r 6.1",
        "r2+6",
        "AGO-18",
        "frog on Eight is farther away and needs 8",
    );
    // An imprisoned frog on One is not the farthest; alone it cannot leap.
    assert_eq!(legal("r3=r,o=rp 0-11 10-0 r 5"), "r3+5");
}

#[test]
fn ago_18_a_final_leap_is_never_preferred() {
    assert_eq!(legal("r4=r,r3=r 0-12 10-0 r 3"), "r3+3 r4+3");
    assert_eq!(legal("r3=r,r2=r 0-12 10-0 r 2"), "r2+2 r3+2");
    // The only leap is compulsory: the phase is not skipped.
    assert_eq!(legal("r3=r,r2=r 0-12 10-0 r 6"), "r3+6");
    refuses("r3=r,r2=r 0-12 10-0 r 6", "t-", "AGO-03", "a leap is possible");
    // AGO-14 takes precedence: after the final leap the three could not be played.
    let text = "r4=r,r2=r,o=pp 0-0 10-10 r 3.2";
    assert_eq!(legal(text), "r4+2");
    refuses(text, "r2+2", "AGO-14", "only one of the two");
    assert_eq!(after(text, "r4+2 r2+3"), "r2=r,o=pp 0-0 11-10 r chief");
}

#[test]
fn ago_23_the_twelfth_frog_wins_at_once() {
    let text = "7=*,r3=r,p5=p 0-0 11-11 r 3.1";
    assert_eq!(after(text, "r3+3"), "7=*,p5=p 0-0 12-11 r over");
    let over = at("7=*,p5=p 0-0 12-11 r over");
    assert_eq!(over.turn(), Turn::Over(Outcome::Win(Seat::First, EndReason::Board(&POND))));
    refuses("7=*,p5=p 0-0 12-11 r over", "p5+1", "AGO-23", "game is over");
    assert_eq!(after("p5=p 1-0 11-11 p roll", "d55 p5+5"), "- 1-0 11-12 p over");
}

#[test]
fn ago_23_the_winning_leap_need_not_play_both_numbers() {
    // Both numbers could be played (two, then five), but either wins.
    assert_eq!(legal("r3=r 0-12 11-0 r 5.2"), "r3+2 r3+5");
    // Only one number can be played, and the smaller wins as well.
    assert_eq!(legal("r3=r 0-12 11-0 r 5.4"), "r3+4 r3+5");
    assert_eq!(legal("r3=r 0-12 11-0 r 3.1"), "r3+1 r3+3");
    assert_eq!(legal("r4=r 0-12 11-0 r 2.2.2.2"), "r4+2");
}
