//! Which texts are valid positions.

use abaque_abagio::{Abagio, FirstPlayer, Options};
use abaque_core::Game;

fn read(text: &str) -> Result<Abagio, abaque_core::ParseError> {
    Abagio::parse(&Options::default(), text)
}

#[track_caller]
fn refuses(field: &str, words: &str, text: &str) {
    match read(text) {
        Ok(_) => panic!("{text} is read"),
        Err(error) => {
            assert_eq!(error.field, field, "{text}: {error}");
            assert!(error.message.en.contains(words), "{text}: {error}");
        }
    }
}

#[test]
fn positions_are_printed_canonically() {
    for text in [
        "- 6-6 0-0 - first",
        "- 12-12 0-0 r roll",
        "7=* 12-12 0-0 p roll",
        "1=r,18=p,e=rp,r7=r,r2=rrrrr,p7=p,p2=ppppp,o=pp 4-2 0-0 r roll",
        "3=ppr*,10=prpr 0-0 9-8 p chief",
        "7=p*,9=r 0-0 11-11 r chief",
        "7=rr* 10-12 0-0 p roll",
        "7=*,p2=p 0-0 12-11 r over",
        "7=rrrr* 0-0 8-12 p over",
        "- 12-0 0-12 p over",
        "3=r 11-12 0-0 r 5",
        "3=r 11-12 0-0 r 5.3",
        "3=r 11-12 0-0 r 4.4",
        "3=r 11-12 0-0 r 4.4.4",
        "3=r 11-12 0-0 r 4.4.4.4",
        // Unreachable, but reachability is not checked.
        "e=pr,o=rp 10-10 0-0 r roll",
        "5=ppppp,6=rrrrr 7-7 0-0 p roll",
    ] {
        assert_eq!(read(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string(), text);
    }
}

#[test]
fn malformed_stacks_are_refused() {
    for (words, stacks) in [
        ("`3` must be `SQUARE=STACK`", "3"),
        ("is not a square", "0=r"),
        ("is not a square", "19=r"),
        ("is not a square", "03=r"),
        ("is not a square", "s=r"),
        ("is not a square", "w=r"),
        ("is not a square", "r1=r"),
        ("is not a square", "=r"),
        ("out of order", "5=r,3=r"),
        ("out of order", "5=r,5=r"),
        ("out of order", "r7=r,e=r"),
        ("out of order", "o=r,p2=p"),
        ("must be frogs", "5="),
        ("must be frogs", "5=*r"),
        ("must be frogs", "5=r**"),
        ("must be frogs", "5=R"),
        ("must be frogs", "5=r=p"),
        ("must be `SQUARE=STACK`", "5=r,"),
        ("must be `SQUARE=STACK`", ",5=r"),
        ("must be `SQUARE=STACK`", "-,5=r"),
        ("more than 5 frogs on 5", "5=rprprp"),
        ("more than 2 frogs on Eight", "e=rrr"),
        ("more than 2 frogs on One", "o=rpr"),
        ("belongs to the other colour", "r4=rp"),
        ("belongs to the other colour", "p4=r"),
        ("only on 1 to 18", "e=r*"),
        ("only on 1 to 18", "r4=*"),
        ("only on 1 to 18", "o=*"),
        ("full stack on 5", "5=rprpr*"),
        ("only one chief frog, not one on 3 and one on 5", "3=*,5=*"),
    ] {
        refuses("STACKS", words, &format!("{stacks} 0-0 11-11 r roll"));
    }
}

#[test]
fn each_colour_has_twelve_frogs() {
    refuses("STACKS", "11 red frogs", "5=r 10-12 0-0 r roll");
    refuses("STACKS", "13 purple frogs", "5=p 12-12 0-0 r roll");
    refuses("STACKS", "6 red frogs", "- 6-6 0-0 r roll");
    refuses("STACKS", "24 red frogs", "- 12-12 12-0 r roll");
    for home in ["6", "6-", "-6", "6-6-0", "06-6", "13-0", "6 6", "a-b", "6-+6"] {
        assert!(read(&format!("- {home} 6-6 r roll")).is_err(), "{home}");
    }
    refuses("HOME", "0 to 12", "- 13-6 0-6 r roll");
    refuses("POND", "leading zero", "- 6-6 06-6 r roll");
}

#[test]
fn phases_must_fit_the_side_to_act() {
    refuses("SIDE", "is not a player", "- 12-12 0-0 - roll");
    refuses("SIDE", "is not a player", "- 12-12 0-0 R roll");
    refuses("SIDE", "neither player is to play yet", "- 6-6 0-0 r first");
    refuses("PHASE", "while the player has a frog at the start", "3=r 1-12 10-0 r chief");
    read("3=r 0-12 11-0 r chief").unwrap();
    for phase in
        ["", "Roll", "0", "7", "3.5", "5.3.1", "5.5.3", "4.4.4.4.4", "5.", ".5", "5..3", "53", "05"]
    {
        assert!(read(&format!("3=r 11-12 0-0 r {phase}")).is_err(), "{phase}");
    }
    refuses("PHASE", "not a phase", "3=r 11-12 0-0 r 3.5");
}

#[test]
fn remaining_numbers_require_a_legal_leap() {
    refuses("PHASE", "no frog can leap by 2.1", "1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 r 2.1");
    read("1=ppp,2=ppp,4=ppp,6=ppp 12-0 0-0 r 5.1").unwrap();
    refuses("PHASE", "no frog can leap", "o=rp 0-11 11-0 r 1");
}

#[test]
fn twelve_frogs_in_the_pond_end_the_game() {
    for text in [
        "- 0-12 12-0 r roll",
        "- 0-12 12-0 p roll",
        "- 0-12 12-0 p chief",
        "3=p 0-11 12-0 p 2",
        "- 0-12 12-0 p over",
        "- 0-0 12-12 r over",
        "r2=r 0-12 11-0 r over",
        "- 12-12 0-0 r over",
    ] {
        refuses("POND", "phase `over`", text);
    }
}

#[test]
fn before_the_first_dice_only_the_initial_position_is_legal() {
    for text in [
        "- 12-12 0-0 - first",
        "5=rprp,10=prpr,15=rprp 6-6 0-0 - first",
        "7=* 6-6 0-0 - first",
        "- 5-6 1-0 - first",
    ] {
        refuses("STACKS", "before the starting roll", text);
    }
    for first in [FirstPlayer::Red, FirstPlayer::Purple] {
        let error = Abagio::parse(&Options { first }, "- 6-6 0-0 - first").unwrap_err();
        assert_eq!(error.field, "PHASE");
        Abagio::parse(&Options { first }, "- 12-12 0-0 p roll").unwrap();
    }
}

#[test]
fn positions_have_five_fields() {
    for text in ["", "-", "- 12-12 0-0 r", "- 12-12 0-0 r roll ", " - 12-12 0-0 r roll"] {
        refuses("POSITION", "STACKS HOME POND SIDE PHASE", text);
    }
    refuses("POSITION", "one space", "-  12-12 0-0 r roll");
}
