//! AGO-09 to AGO-15: blots, pairs, heaps, full stacks, safe squares, and how many numbers must be
//! played.

use abaque_abagio::{Abagio, Options};
use abaque_core::Game;

use crate::common::{after, legal, refuses};

#[test]
fn ago_09_a_blot_is_hit_and_goes_home() {
    assert_eq!(after("3=r,5=p 11-11 0-0 r 2", "3+2"), "5=r 11-12 0-0 p roll");
    // A blot on top of a stack: the height stays, and the hitter joins its own frogs below.
    assert_eq!(after("3=r,5=rprp 9-10 0-0 r 2", "3+2"), "5=rprr 9-11 0-0 p roll");
    assert_eq!(after("3=p,5=ppr 11-9 0-0 p 2", "3+2"), "5=ppp 12-9 0-0 r roll");
    assert_eq!(after("17=r,e=p 11-11 0-0 r 2", "17+2"), "e=r 11-12 0-0 p roll");
    assert_eq!(after("r2=r,o=p 11-0 0-11 r 1", "r2+1"), "o=r 11-1 0-11 p roll");
}

#[test]
fn ago_10_a_pair_is_covered_and_imprisoned() {
    let text = "3=r,5=pp 11-10 0-0 r 2";
    assert_eq!(after(text, "3+2"), "5=ppr 11-10 0-0 p roll");
    refuses("5=ppr 11-10 0-0 p 2", "5+2", "AGO-07", "imprisoned under a red frog");
    assert_eq!(after("3=r,5=rrpp 9-10 0-0 r 2", "3+2"), "5=rrppr 9-10 0-0 p roll");
}

#[test]
fn ago_11_a_heap_blocks() {
    let text = "3=r,4=p,7=ppp,8=rpppp 10-4 0-0 r 5.4";
    refuses(text, "3+4", "AGO-11", "heap of three purple frogs on 7");
    assert_eq!(after("4=p,7=ppp 12-8 0-0 p 3", "4+3"), "7=pppp 12-8 0-0 r roll", "not its owner");
    refuses("3=r,7=rppp 10-9 0-0 r 4", "3+4", "AGO-11", "heap of three purple frogs on 7");
    refuses("3=p,7=rrrr 8-11 0-0 p 4", "3+4", "AGO-11", "heap of four red frogs on 7");
}

#[test]
fn ago_12_a_full_stack_takes_no_frog() {
    refuses("3=r,5=rrrrr 6-12 0-0 r 2", "3+2", "AGO-12", "stack of five on 5 is full");
    refuses("3=r,5=rrrrp 7-11 0-0 r 2", "3+2", "AGO-12", "stack of five on 5 is full");
    refuses("3=r,5=prrpp 9-9 0-0 r 2", "3+2", "AGO-12", "stack of five on 5 is full");
    refuses("r7=r,r5=rrrrr 6-12 0-0 r 2", "r7+2", "AGO-12", "stack of five on r5 is full");
    // On the diamonds two frogs are full, of either colour or both.
    refuses("17=r,e=pp 11-10 0-0 r 2", "17+2", "AGO-12", "stack of two on Eight is full");
    refuses("17=r,e=rr 9-12 0-0 r 2", "17+2", "AGO-12", "stack of two on Eight is full");
    refuses("17=r,e=rp 10-11 0-0 r 2", "17+2", "AGO-12", "stack of two on Eight is full");
    refuses("r3=r,o=pp 11-10 0-0 r 2", "r3+2", "AGO-12", "stack of two on One is full");
    assert_eq!(after("17=r,e=r 10-12 0-0 r 2", "17+2"), "e=rr 10-12 0-0 p roll");
}

#[test]
fn ago_13_safe_squares_belong_to_one_player() {
    let text = "e=rp,p7=ppppp 11-6 0-0 p 1";
    // p7 is full, and r7 is not open to the purple frog on Eight.
    assert_eq!(legal(text), "p7+1 s+1");
    refuses("r5=r,p5=p 11-11 0-0 p 2", "r5+2", "AGO-13", "your opponent's safe square");
    for text in ["r5=p 12-11 0-0 p roll", "p2=r 11-12 0-0 r roll", "p2=pr 11-11 0-0 r roll"] {
        let error = Abagio::parse(&Options::default(), text).unwrap_err();
        assert_eq!(error.field, "STACKS");
        assert!(error.to_string().contains("belongs to the other colour"), "{error}");
    }
}

#[test]
fn ago_14_as_many_numbers_as_possible() {
    // A six is possible only from 2, so the one must bring a frog there.
    let text = "1=r,7=ppp,10=r,16=ppp,17=ppp 0-0 10-3 r 6.1";
    assert_eq!(legal(text), "1+1");
    refuses(text, "10+1", "AGO-14", "you could then play only one of the two numbers");
    refuses(text, "1+6", "AGO-11", "heap");
    assert_eq!(after(text, "1+1"), "2=r,7=ppp,10=r,16=ppp,17=ppp 0-0 10-3 r 6");
}

#[test]
fn ago_14_of_a_double_up_to_four() {
    // Leaping off 5 first would expose the heap that the frog on 3 needs as a stepping stone.
    let text = "3=r,5=pppr,9=ppp 0-0 10-6 r 2.2.2.2";
    assert_eq!(legal(text), "3+2");
    refuses(text, "5+2", "AGO-14", "only 1 of the 4 numbers left");
    assert_eq!(after(text, "3+2"), "5=ppprr,9=ppp 0-0 10-6 r 2.2.2");
    assert_eq!(after(text, "3+2 5+2 5+2"), "5=ppp,7=rr,9=ppp 0-0 10-6 r chief");
    // Only the numbers left count: with one number left either frog may leap.
    assert_eq!(legal("3=r,5=pppr,9=ppp 0-0 10-6 r 2"), "3+2 5+2");
    assert_eq!(legal("3=r,5=pppr,9=ppp 0-0 10-6 r 2.2"), "3+2");
}

#[test]
fn ago_15_the_larger_number_if_not_both() {
    let text = "1=r,9=ppp 0-0 11-9 r 5.3";
    assert_eq!(legal(text), "1+5");
    refuses(text, "1+3", "AGO-15", "must play the larger number, 5");
    assert_eq!(after(text, "1+5"), "6=r,9=ppp 0-0 11-9 r chief", "the three is forfeited");
    // Only one number can be played: it must be, and it need not be the larger.
    let text = "1=r,6=ppp,9=ppp 0-0 11-6 r 5.3";
    assert_eq!(legal(text), "1+3");
    assert_eq!(after(text, "1+3"), "4=r,6=ppp,9=ppp 0-0 11-6 r chief");
}
