//! AGO-01 to AGO-08, AGO-16, AGO-24: turn order, throws, and which frog may leap.

use abaque_abagio::Abagio;
use abaque_core::{Game, Seat, Turn};

use crate::common::{after, at, legal, refuses};

const BEFORE: &str = "- 6-6 0-0 - first";
const RED_FIRST: &str = "5=rprp,10=prpr,15=rprp 6-6 0-0 r roll";
const PURPLE_FIRST: &str = "5=prpr,10=rprp,15=prpr 6-6 0-0 p roll";

#[test]
fn ago_01_the_higher_die_plays_first_and_throws_again() {
    let game = at(BEFORE);
    assert_eq!(game.turn(), Turn::Chance);
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    assert_eq!(rolls.len(), 30);
    assert!(rolls.iter().all(|&(_, weight)| weight == 1));
    let texts: Vec<String> = rolls.iter().map(|(roll, _)| roll.to_string()).collect();
    assert!(!texts.contains(&"f33".to_string()), "ties are thrown again");
    assert!(after(BEFORE, "f52").ends_with(" r roll"), "the deciding dice are not the throw");
    assert!(after(BEFORE, "f16").ends_with(" p roll"));
    refuses(BEFORE, "s+5", "AGO-01", "decide who starts");
}

#[test]
fn ago_02_the_set_up_follows_who_plays_first() {
    assert_eq!(after(BEFORE, "f65"), RED_FIRST);
    assert_eq!(after(BEFORE, "f12"), PURPLE_FIRST);
    let start = |spec: &str| {
        let options = abaque_testkit::parse_position::<Abagio>(spec, RED_FIRST).options();
        Abagio::start(&options).to_string()
    };
    assert_eq!(start("abagio"), BEFORE);
    assert_eq!(start("abagio:first=r"), RED_FIRST);
    assert_eq!(start("abagio:first=p"), PURPLE_FIRST);
    assert_eq!(at(RED_FIRST).chief(), None);
}

#[test]
fn ago_03_a_turn_is_throw_leaps_chief() {
    let text = "10=rr,16=pp 0-0 10-10 r roll";
    assert_eq!(after(text, "d21"), "10=rr,16=pp 0-0 10-10 r 2.1");
    assert_eq!(after(text, "d21 10+2"), "10=r,12=r,16=pp 0-0 10-10 r 1");
    assert_eq!(after(text, "d21 10+2 12+1"), "10=r,13=r,16=pp 0-0 10-10 r chief");
    assert_eq!(after(text, "d21 10+2 12+1 t5"), "5=*,10=r,13=r,16=pp 0-0 10-10 p roll");
    refuses(text, "10+2", "AGO-03", "roll the dice before");
    refuses("10=rr,16=pp 0-0 10-10 r 2.1", "t5", "AGO-03", "leaps come before the chief frog");
    refuses("10=rr,16=pp 0-0 10-10 r chief", "10+2", "AGO-03", "played all your leaps");
}

#[test]
fn ago_04_a_leap_is_exactly_the_number_along_the_own_track() {
    let text = "18=r 11-12 0-0 r 6.1";
    assert_eq!(legal(text), "18+1 18+6 s+1 s+6");
    assert_eq!(after(text, "s+1"), "1=r,18=r 10-12 0-0 r 6");
    assert_eq!(after(text, "18+1"), "e=r 11-12 0-0 r 6");
    assert_eq!(after(text, "18+6"), "r3=r 11-12 0-0 r 1");
    assert_eq!(after("18=p 12-11 0-0 p 6.1", "18+6"), "p3=p 12-11 0-0 p 1");
    assert_eq!(after("r2=r,p2=p 11-11 0-0 r 6.1", "r2+1"), "p2=p,o=r 11-11 0-0 r 6");
    assert_eq!(after("e=p,r2=r 11-11 0-0 p 6.1", "e+1"), "r2=r,p7=p 11-11 0-0 p 6");
    refuses(text, "18+5", "AGO-04", "5 is not one of the numbers");
}

#[test]
fn ago_05_one_frog_may_leap_several_times_each_leap_by_itself() {
    let over = "1=r,2=ppp,3=ppp,4=ppp,5=ppp 0-0 11-0 r 6.5";
    assert_eq!(
        after(over, "1+6 7+5"),
        "2=ppp,3=ppp,4=ppp,5=ppp,12=r 0-0 11-0 r chief",
        "squares leapt over do not matter"
    );
    // 10 is free, but neither 6 nor 5 can be the stepping stone.
    let blocked = "1=r,5=ppp,6=ppp 0-0 11-6 r roll";
    assert_eq!(after(blocked, "d54"), "1=r,5=ppp,6=ppp 0-0 11-6 r chief");
}

#[test]
fn ago_06_a_double_gives_four_leaps() {
    let text = "10=p 12-11 0-0 r roll";
    assert_eq!(after(text, "d44"), "10=p 12-11 0-0 r 4.4.4.4");
    assert_eq!(after(text, "d44 s+4 s+4 4+4"), "4=r,8=r,10=p 10-11 0-0 r 4");
    assert_eq!(after(text, "d44 s+4 s+4 4+4 8+4"), "4=r,10=p,12=r 10-11 0-0 p roll");
}

#[test]
fn ago_07_only_the_top_frog_leaps() {
    let text = "3=rrp,8=pr 9-10 0-0 r 2.1";
    assert_eq!(legal(text), "8+1 8+2 s+1 s+2");
    refuses(text, "3+2", "AGO-07", "imprisoned under a purple frog");
    refuses(text, "4+2", "AGO-07", "you have no frog on 4");
    refuses("3=r 0-12 11-0 r 2.1", "s+2", "AGO-07", "you have no frog in the start position");
    refuses("8=p 12-11 0-0 r 2.1", "8+2", "AGO-07", "you have no frog on 8");
    // Eleven frogs at home are a single choice.
    assert_eq!(legal("3=r 11-12 0-0 r 6"), "3+6 s+6");
}

#[test]
fn ago_08_empty_squares_and_own_frogs_may_be_landed_on() {
    assert_eq!(after("3=r,5=r 10-12 0-0 r 2", "3+2"), "5=rr 10-12 0-0 p roll");
    assert_eq!(after("3=r,5=rrrr 7-12 0-0 r 2", "3+2"), "5=rrrrr 7-12 0-0 p roll");
    assert_eq!(after("3=r 11-12 0-0 r 2", "3+2"), "5=r 11-12 0-0 p roll");
}

#[test]
fn ago_16_without_a_leap_the_throw_is_lost() {
    let text = "1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 r roll";
    assert_eq!(after(text, "d21"), "1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 p roll");
    let text = "1=ppp,2=ppp,4=ppp,6=ppp,9=* 12-0 0-0 r roll";
    assert_eq!(after(text, "d66"), "1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 p roll", "chief beside");
    // The chief may still be played.
    let text = "1=r,7=ppp 0-0 11-9 r roll";
    assert_eq!(after(text, "d66"), "1=r,7=ppp 0-0 11-9 r chief");
    assert_eq!(after(text, "d66 t1"), "1=r*,7=ppp 0-0 11-9 p roll");
}

#[test]
fn ago_24_a_frog_sent_home_need_not_leave_first() {
    let text = "4=p,9=r 10-11 1-0 p roll";
    assert_eq!(after(text, "d51 4+5"), "9=p 11-11 1-0 p 1");
    let next = after(text, "d51 4+5 9+1 d62");
    assert_eq!(next, "10=p 11-11 1-0 r 6.2");
    assert_eq!(legal("3=r,10=p 10-11 1-0 r 6.2"), "3+2 3+6 s+2 s+6");
}

#[test]
fn both_languages_name_the_sides() {
    assert_eq!(at(BEFORE).side(), None);
    assert_eq!(at(RED_FIRST).side(), Some(Seat::First));
    assert_eq!(at(PURPLE_FIRST).side(), Some(Seat::Second));
}
