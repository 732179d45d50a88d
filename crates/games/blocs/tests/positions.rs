//! Positions and views as text: what is refused, and that nothing else is.

use abaque_blocs::endings::{self, SEVEN};
use abaque_blocs::{Blocs, Phase};
use abaque_core::{EndReason, Game, Observer, Outcome, ParseError, Seat, SplitMix, Turn};
use abaque_testkit::scramble;

use crate::common::{DENSE, OPENING, diagram, game, legal, options, play, red_is_stuck};

fn parse(spec: &str, text: &str) -> Result<Blocs, ParseError> {
    Blocs::parse(&options(spec), text)
}

#[track_caller]
fn refuses(spec: &str, text: &str, field: &str, words: &str) {
    match parse(spec, text) {
        Ok(game) => panic!("read: {game}"),
        Err(bad) => {
            assert_eq!(bad.field, field, "{bad}");
            assert!(bad.message.en.contains(words), "{bad}");
            assert!(!bad.message.fr.is_empty());
        }
    }
}

#[test]
fn malformed_positions_are_refused() {
    for (from, to, field, words) in [
        (" b move", "  b move", "POSITION", "3 fields"),
        (" b move", "", "POSITION", "3 fields"),
        (" b move", " w move", "SIDE", "is not a side"),
        (" b move", " - move", "SIDE", "b or r"),
        (" b move", " b lot", "SIDE", "`-`"),
        (" b move", " b Move", "PHASE", "not a phase"),
        (" b move", " b act", "PHASE", "not a phase"),
        (" b move", " b act:a1", "PHASE", "is not a field"),
        (" b move", " b act:", "PHASE", "is not a field"),
        ("Sb(rbr) b", "Sb(rbr),s b", "BOARD", "row 1 goes on"),
        ("Sb(rbr) b", "Sb(rbr)/s b", "BOARD", "9 rows"),
        ("Lb(bnn),Sb(rbr)", "Lb(bnn)", "BOARD", "row 1 ends before e1"),
        ("/Lb(bnn),Sb(rbr)", "", "BOARD", "7 rows"),
        ("Sb(rbr)", "Sb(rb)", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "Sb(rbr]", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "S(rbr)", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "b(rbr)", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "SB(rbr)", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "Sb(rby)", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "Sb(rbé)", "BOARD", "on e1 cannot be read"),
        ("Sb(rbr)", "", "BOARD", "on e1 cannot be read"),
    ] {
        refuses("blocs", &OPENING.replacen(from, to, 1), field, words);
    }
    refuses("blocs", "", "POSITION", "3 fields");
}

#[test]
fn a_view_is_refused_as_a_position() {
    for by in [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator] {
        refuses("blocs", &game(OPENING).view(by).to_string(), "BOARD", "a view");
    }
    refuses("blocs", &OPENING.replacen("Sb(rbr)", "?b(rbr)", 1), "BOARD", "a view");
    refuses("blocs", &OPENING.replacen("Sb(rbr)", "Sb(?br)", 1), "BOARD", "a view");
}

#[test]
fn counts_of_rods_blocks_and_pawns_are_checked() {
    refuses("blocs", &OPENING.replacen("Lb(bbn)", "Sb(bbn)", 1), "BOARD", "23 small and 21 large");
    refuses("blocs", &OPENING.replacen("/l,l,s", "/l,.,s", 1), "BOARD", "no rod on b4");
    refuses("blocs", &OPENING.replacen("Sb(rbr)", "s", 1), "BOARD", "11 blocks built by Blue");
    refuses(
        "blocs",
        &OPENING.replacen("Sb(rbr)", "Sb[rbr]", 1),
        "BOARD",
        "11 blocks built by Blue and 13",
    );
    refuses("blocs", &OPENING.replacen("/l,l,s", "/l,lb(bbb),s", 1), "BOARD", "13 blocks");
    refuses("blocs", &OPENING.replacen("Sb(rbr)", "Sb(rbb)", 1), "BOARD", "more than 18 blue");
    refuses("blocs", &OPENING.replacen("Lr[rnn]", "Lr[rnb]", 1), "BOARD", "more than 6 blue");
    refuses("blocs", &OPENING.replacen("Sb(rbr)", "Sr(rbr)", 1), "BOARD", "cannot show red");
    refuses("blocs", &OPENING.replacen("/l,l,s", "/L,l,s", 1), "BOARD", "carries no block");
}

/// Upper-case rods anywhere, under blocks of any colour, are accepted.
#[test]
fn reachability_is_not_checked() {
    let strange = OPENING.replace("lr[", "Lr[").replace("sr[", "Sr[").replace("lb(", "Lb(");
    let read = parse("blocs", &strange).unwrap();
    assert_eq!(read.to_string(), strange);
    let dense = DENSE.replacen("lr(rbb)", "Lr(rbb)", 1).replacen("sn(bnn)", "Sn(bnn)", 1);
    let read = parse("blocs:zone=10", &dense).unwrap();
    assert!(read.view(Observer::Player(Seat::Second)).to_string().contains("?r(???)"));
    assert_eq!(legal(&read), legal(&game(DENSE)));
}

#[test]
fn a_starting_lot_needs_its_option() {
    let lot = OPENING.replace("b move", "- lot");
    refuses("blocs", &lot, "PHASE", "first=lot");
    assert_eq!(parse("blocs:first=lot", &lot).map(|game| game.phase()), Ok(Phase::Lot));
}

const SEVEN_RED: &str = "
       rr
     rrrrr.
     n....n
    nn......
    .......b
     b.bbbb
     bbbbbb
       b.";

#[test]
fn a_position_with_seven_blocks_must_be_over() {
    let text = |side: &str| diagram(SEVEN_RED, &[], side);
    let read = game(&text("b over"));
    assert_eq!(read.turn(), Turn::Over(Outcome::Win(Seat::First, EndReason::Board(&SEVEN))));
    for (side, field, words) in [
        ("r over", "SIDE", "won by `b`"),
        ("- over", "SIDE", "won by `b`"),
        ("b move", "PHASE", "rule of seven"),
        ("r move", "PHASE", "rule of seven"),
        ("b act:b3", "PHASE", "rule of seven"),
    ] {
        refuses("blocs", &text(side), field, words);
    }
    refuses("blocs:first=lot", &text("- lot"), "PHASE", "rule of seven");
}

/// At most seven of a colour, at least seven neutral; equal numbers are a draw.
#[test]
fn final_positions_accept_wins_and_draws() {
    let equal = "
           rr
         rrrrrr
         n....n
        nnn..nnn
        ........
         ......
         bbbbbb
           bb";
    let read = game(&diagram(equal, &[], "- over"));
    assert_eq!(read.turn(), Turn::Over(Outcome::Draw(EndReason::Board(&SEVEN))));
    refuses("blocs", &diagram(equal, &[], "b over"), "SIDE", "won by `-`");
    let six = SEVEN_RED.replacen("rrrrr.", "rrrr..", 1).replacen(".......b", "b......b", 1);
    assert!(parse("blocs", &diagram(&six, &[], "b over")).is_ok());
    refuses("blocs", &diagram(&six, &[], "r move"), "PHASE", "rule of seven");
}

#[test]
fn final_positions_need_a_cause() {
    for side in ["b over", "r over", "- over"] {
        refuses("blocs", &OPENING.replace("b move", side), "PHASE", "not over");
        refuses("blocs", &red_is_stuck(side), "PHASE", "not over");
    }
}

const STUCK: &str = "
       bb
     bbbbbb
     ..bbbb
    ........
    ........
     rrrr..
     rrrrrr
       rr";

#[test]
fn a_blocked_position_must_be_over() {
    let text = |side: &str| diagram(STUCK, &[], side);
    assert_eq!(
        game(&text("- over")).turn(),
        Turn::Over(Outcome::Draw(EndReason::Board(&endings::STUCK)))
    );
    refuses("blocs", &text("b over"), "SIDE", "won by `-`");
    refuses("blocs", &text("b move"), "PHASE", "neither player can act");
    refuses("blocs", &text("r move"), "PHASE", "neither player can act");
    refuses("blocs:first=lot", &text("- lot"), "PHASE", "neither player can act");
    // One stuck player does not end the game: that player passes.
    assert_eq!(legal(&game(&red_is_stuck("r move"))), "pass");
    assert!(parse("blocs:first=lot", &red_is_stuck("- lot")).is_ok());
}

/// d4 blue beside red c4 with e4 free; neutral on f5 in line with nothing.
const ACT: &str = "
       rr
     rrrrrr
     rrr...
    .....n..
    ..rb...b
     ..b..b
     bbbbbb
       b.";

#[test]
fn a_stepped_block_must_be_able_to_continue() {
    let text = |phase: &str| diagram(ACT, &[], phase);
    assert_eq!(legal(&game(&text("b act:d4"))), "ccw cw xc4");
    // Red's block on c4 came from c5, b5 or d5; beside it is d4, with b4 free.
    assert_eq!(legal(&game(&text("r act:c4"))), "ccw cw xd4");
    refuses("blocs", &text("r act:d4"), "PHASE", "side's colour or neutral");
    refuses("blocs", &text("b act:c4"), "PHASE", "side's colour or neutral");
    refuses("blocs", &text("b act:e4"), "PHASE", "side's colour or neutral");
    // d2 may have come from e1, which is free, and the board can be turned.
    assert_eq!(legal(&game(&text("b act:d2"))), "ccw cw");
    // d1 behind c2 is occupied; b1 and c1 do not exist.
    refuses("blocs", &text("b act:c2"), "PHASE", "cannot have come from anywhere");
    // The neutral block on f5 has nothing in line to take.
    refuses("blocs", &text("b act:f5"), "PHASE", "neither take nor turn");
}

#[test]
fn a_stepped_neutral_block_must_be_able_to_continue() {
    let rows = |ahead: &str| {
        let rows = "
           rr
         rrrrrr
         .r?.?r
        ........
        ...n...b
         ..r..b
         bbbbbb
           bb";
        rows.replace('?', ".").replace("........", ahead)
    };
    let free = game(&diagram(&rows("..b....r"), &["d5 s"], "b act:d4"));
    assert_eq!(legal(&free), "xd3");
    // For Red the same block came from c3 or e3 and must take a blue block in line: there is none.
    refuses("blocs", &diagram(&rows("..b....r"), &[], "r act:d4"), "PHASE", "neither");
    // Both fields from which it could have come are occupied.
    refuses(
        "blocs",
        &diagram(&rows("..b.r..."), &[], "b act:d4"),
        "PHASE",
        "cannot have come from anywhere",
    );
}

#[test]
fn a_stepped_block_without_an_action_is_refused() {
    let rows = ACT.replacen(".....n..", "........", 1).replacen("\n       b.", "\n       bb", 1);
    assert_eq!(legal(&game(&diagram(&rows, &[], "b act:d4"))), "xc4");
    // g3 may have come from f2, but there is nothing to take and no neutral block on the board.
    let rows = rows.replacen("bbbbbb", "bbbb.b", 1).replacen("........", ".......b", 1);
    refuses("blocs", &diagram(&rows, &[], "b act:g3"), "PHASE", "neither take nor turn");
}

#[test]
fn positions_of_the_set_up_phase_are_read() {
    let start = Blocs::start(&options("blocs"));
    let mut blue = start;
    play(&mut blue, "setup:snbn,snbr,lbbn,sbbn,lbnr,snbn,lbnr,lbbn,sbbb,lbrb,lbnn,srbr");
    let text = blue.to_string();
    assert_eq!(parse("blocs", &text), Ok(blue), "with the identities of the set-up");
    let after = |from: &str, to: &str| text.replacen(from, to, 1);
    for (text, words) in [
        (start.to_string().replace("b setup", "r setup"), "stand on c3"),
        (start.to_string().replacen("/l,", "/s,", 1), "is the start"),
        (OPENING.replace("b move", "b setup"), "is the start"),
        (OPENING.replace("b move", "r setup"), "is the start and Blue's"),
        (after("r setup", "b setup"), "is the start"),
        (after("Sb(rbr)", "sb(rbr)"), "in upper case"),
        (after("lb(bnr)", "Lb(bnr)"), "in upper case"),
        (after("Sb(rbr)", "Sb(rbb)"), "19 blue pawns"),
        (after("Sb(rbr)", "Lb(bbr)"), "3 small and 5 large"),
        (after("sb(nbn)", "lb(bnn)"), "fixed: it is small"),
        (after("Sb(rbr)", "Sn(rbr)"), "exactly the rods"),
        (after("Sb(rbr)", "Sb[rbr]"), "exactly the rods"),
        (after("s,sb(nbn)", "l,sb(nbn)"), "exactly the rods"),
    ] {
        refuses("blocs", &text, "BOARD", words);
    }
    // Other options have another start position.
    refuses("blocs:zone=10", &start.to_string(), "BOARD", "is the start");
    refuses("blocs", &start.to_string().replace("b setup", "b move"), "BOARD", "no rod on d8");
}

#[test]
fn malformed_views_are_refused() {
    let read = |text: &str| Blocs::parse_view(&options("blocs"), text);
    let game = game(OPENING);
    for by in [Observer::Player(Seat::First), Observer::Player(Seat::Second), Observer::Spectator] {
        let view = game.view(by);
        assert_eq!(read(&view.to_string()), Ok(view));
    }
    let blue = game.view(Observer::Player(Seat::First)).to_string();
    for (from, to) in [
        ("?r[???]", "?r[r??]"),
        ("lr[r??]", "lr[???]"),
        ("lr[r??]", "lr[?r?]"),
        ("lr[r??]", "Lr[r??]"),
        ("sb(nbn)", "?b(???)"),
        ("/l,l,s", "/?,l,s"),
        ("?r[???]", "?b[???]"),
        ("b move", "b over"),
        ("b move", "b setup"),
        ("Sb(nbr)", "Sb(bbr)"),
    ] {
        let text = blue.replacen(from, to, 1);
        let ok = read(&text);
        // A red-built block that shows blue on a secret rod is unreachable, but accepted.
        assert_eq!(ok.is_ok(), to == "?b[???]", "{text}");
    }
}

#[test]
fn damaged_text_never_panics() {
    let mut source = SplitMix(77);
    let texts = [
        OPENING.to_string(),
        DENSE.to_string(),
        game(DENSE).view(Observer::Player(Seat::Second)).to_string(),
        diagram(ACT, &[], "b act:d4"),
        Blocs::start(&options("blocs")).to_string(),
    ];
    for _ in 0..4000 {
        for text in &texts {
            let damaged = scramble(text, &mut source);
            if let Ok(read) = parse("blocs", &damaged) {
                assert_eq!(read.to_string(), damaged);
            }
            if let Ok(read) = Blocs::parse_view(&options("blocs"), &damaged) {
                assert_eq!(read.to_string(), damaged);
            }
        }
    }
}
