//! Lines and takings: ABR-04 to ABR-10.

use abaque_abraxas::{Cell, CellView, Phase};

use crate::common::{after, at, drawn, empty, legal, refused, takings};

const BOTTOM_LEFT_DOTS: [&str; 9] = [
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    "ooo......",
];

#[test]
fn abr_04_lines_run_in_rows_columns_and_both_diagonals() {
    for (plate, first, last) in [
        ("8/8/8/8/8/1rrrr3/8/8", "c3", "f3"),
        ("8/8/1r6/1r6/1r6/1r6/8/8", "c3", "c6"),
        ("8/8/4r3/3r4/2r5/1r6/8/8", "c3", "f6"),
        ("8/8/1r6/2r5/3r4/4r3/8/8", "c6", "f3"),
    ] {
        let game = at(&empty(""), &format!("{plate} se 1 20 0-0 3-3 take"));
        let lines: Vec<_> = game.lines().collect();
        assert_eq!(lines.len(), 1);
        let cells: Vec<String> = lines[0].cells().map(|cell| cell.to_string()).collect();
        assert_eq!((cells.len(), cells[0].as_str(), cells[3].as_str()), (4, first, last));
        assert_eq!((lines[0].pawns_due(), lines[0].pawns()), (1, game.red_pawns()));
        assert_eq!(legal(&game).len(), 2, "the two inner pawns");
    }
}

#[test]
fn abr_04_three_or_a_broken_row_or_one_over_the_edge_are_no_line() {
    for (plate, red) in [
        ("8/8/8/8/8/1rrr4/8/8", 3),
        ("8/8/8/8/8/rr1rr3/8/8", 4),
        ("8/8/8/8/8/8/r6r/r6r", 4),
        ("rrr5/8/8/8/8/8/8/rrr4r", 7),
        ("2r5/1r6/r7/8/8/7r/6r1/5r2", 6),
    ] {
        for corner in ["sw", "se", "ne", "nw"] {
            let game = at(&empty(""), &format!("{plate} {corner} 1 {} 0-0 3-3 push", 24 - red));
            assert_eq!(game.lines().count(), 0, "{game}");
        }
    }
}

#[test]
fn abr_04_lines_count_after_the_push_only() {
    // With the pawn on d1 there are four, but the push moves it off the dots.
    let spec = drawn(BOTTOM_LEFT_DOTS, "");
    let put = after(at(&spec, "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place"), "rd1");
    assert_eq!(put.lines().count(), 1);
    let pushed = after(put, ">se");
    assert_eq!((pushed.lines().count(), pushed.phase()), (0, Phase::Place));
    // A line that stood before the push belongs to the player who pushes.
    let old = at(&empty(""), "8/8/8/8/8/rrrr4/8/8 sw 2 20 0-0 3-3 place");
    assert_eq!(refused(&old, "xb3"), ("ABR-04", "lines count only after a push".into()));
    assert_eq!(takings(&after(old, "rh8 >se")), "b3 c3");
    // No push, no line.
    let stopped = after(old, "sh8 =");
    assert_eq!(stopped.to_string(), "7s/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-2 place-nostop");
}

#[test]
fn abr_05_dots_beside_the_plate_count() {
    // The plate lies in the north-east: row 1 and column a are uncovered.
    let spec = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            "o........",
            ".........",
            ".........",
            ".........",
            "...oo....",
        ],
        "",
    );
    let game = at(&spec, "8/8/8/8/rrr5/8/8/8 ne 1 21 0-0 3-3 take");
    assert_eq!(takings(&game), "a4 b4", "a5 is a dot, b5 to d5 are pawns");
    let game = at(&spec, "8/8/8/8/8/2r5/2r5/2r5 ne 1 21 0-0 3-3 take");
    assert_eq!(takings(&game), "c1 c2", "d1 is a dot, d2 to d4 are pawns");
}

#[test]
fn abr_06_a_row_of_dots_alone_is_no_line() {
    let spec = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            "oooo.....",
            ".........",
            ".........",
            ".........",
            ".........",
        ],
        "",
    );
    let game = at(&spec, "8/8/8/8/8/8/8/8 sw 1 24 0-0 3-3 place");
    assert_eq!(game.lines().count(), 0);
    assert_eq!(after(game, "rh1 >se").phase(), Phase::Place);
    // One pawn on a dot makes it a line.
    let game = after(game, "ra5 >se");
    assert_eq!((game.phase(), takings(&game).as_str()), (Phase::Take, "a5"));
}

#[test]
fn abr_07_three_stay_and_fewer_are_not_taken() {
    for (row, pawns, due) in [
        ("rrrr4", 4, 1),
        ("rrrrr3", 5, 2),
        ("rrrrrr2", 6, 3),
        ("rrrrrrr1", 7, 4),
        ("rrrrrrrr", 8, 5),
    ] {
        let game = at(&empty(""), &format!("8/8/8/8/8/{row}/8/8 sw 1 {} 0-0 3-3 take", 24 - pawns));
        assert!(takings(&game).split(' ').all(|holes| holes.len() == 2 * due), "{row}");
        // Any choice of the right size, except those that leave three side by side.
        let choose3 = pawns * (pawns - 1) * (pawns - 2) / 6;
        assert_eq!(legal(&game).len(), choose3 - (pawns - 2), "{row}");
    }
    let five = at(&empty(""), "8/8/8/8/8/rrrrr3/8/8 sw 1 19 0-0 3-3 take");
    let (rule, why) = refused(&five, "xc3");
    assert_eq!(rule, "ABR-07");
    assert_eq!(why, "the line of 5 from a3 to e3 of the sheet gives 2, not 1: three must be left");
    assert_eq!(refused(&five, "xb3c3d3").0, "ABR-07");
    assert_eq!(refused(&five, "xb3b4"), ("ABR-07", "no red pawn to take in b4".into()));
    assert_eq!(refused(&five, "end").0, "ABR-07");
    assert_eq!(refused(&five, "rh8").0, "ABR-07");
}

#[test]
fn abr_07_a_line_of_nine_gives_six() {
    let spec = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            "........o",
            ".........",
            ".........",
        ],
        "",
    );
    let game = at(&spec, "8/8/8/8/8/rrrrrrrr/8/8 sw 1 16 0-0 3-3 take");
    let line = game.lines().next().unwrap();
    assert_eq!((line.len(), line.pawns_due()), (9, 6));
    // i3, a dot, stays with two of eight pawns; g3 and h3 with it would be side by side.
    assert_eq!(legal(&game).len(), 28 - 1);
    let (rule, why) = refused(&game, "xa3b3c3d3e3f3");
    assert_eq!(rule, "ABR-08");
    assert!(why.contains("g3 to i3"), "{why}");
}

#[test]
fn abr_08_the_three_that_stay_are_not_side_by_side() {
    let text = "8/8/8/8/8/rrrrr3/8/8 sw 1 19 0-0 3-3 take";
    let game = at(&empty(""), text);
    assert_eq!(takings(&game), "a3c3 a3d3 b3c3 b3d3 b3e3 c3d3 c3e3");
    assert_eq!(refused(&game, "xa3b3").0, "ABR-08");
    assert_eq!(refused(&game, "xa3e3").0, "ABR-08");
    let free = at(&empty(",leave=free"), text);
    assert_eq!(legal(&free).len(), 10);
}

#[test]
fn abr_08_side_by_side_is_allowed_where_no_choice_avoids_it() {
    // Pawns at one end or at both ends of the dots: whichever is taken leaves three in a row.
    let spec = drawn(BOTTOM_LEFT_DOTS, "");
    assert_eq!(takings(&at(&spec, "8/8/8/8/8/8/8/3r4 sw 1 23 0-0 3-3 take")), "d1");
    let middle = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".oo......",
        ],
        "",
    );
    assert_eq!(takings(&at(&middle, "8/8/8/8/8/8/8/r2r4 sw 1 22 0-0 3-3 take")), "a1 d1");
    // With one more inner pawn, that pawn is the only choice.
    let one = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".o.......",
        ],
        "",
    );
    assert_eq!(takings(&at(&one, "8/8/8/8/8/8/8/r1rr4 sw 1 21 0-0 3-3 take")), "c1");
}

#[test]
fn abr_08_a_dot_under_a_taken_pawn_is_disregarded() {
    // A dot lies under the pawn in b1. Taking that pawn leaves b1 red, yet a1, c1 and d1 count as
    // staying: not side by side, so legal; taking a1 is not.
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
            ".o.......",
        ],
        "",
    );
    let game = at(&spec, "8/8/8/8/8/8/8/rrrr4 sw 1 20 0-0 3-3 take");
    assert_eq!(takings(&game), "b1 c1");
    assert_eq!(refused(&game, "xa1").0, "ABR-08");
}

#[test]
fn abr_09_fewer_pawns_than_due_are_all_taken() {
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
            "oo.oo....",
        ],
        "",
    );
    // Five in a row with one pawn: two are due, one is taken.
    let game = at(&spec, "8/8/8/8/8/8/8/2r5 sw 1 23 0-0 3-3 take");
    assert_eq!(takings(&game), "c1");
    // Seven with three pawns, four due: all three, though a dot stays beside two dots.
    let game = at(&spec, "8/8/8/8/8/8/8/2r2rr1 sw 1 21 0-0 3-3 take");
    assert_eq!(takings(&game), "c1f1g1");
    let (rule, why) = refused(&game, "xc1f1");
    assert_eq!(rule, "ABR-09");
    assert_eq!(
        why,
        "the line from a1 to g1 of the sheet has only 3 pawns: take them all, and nothing else"
    );
}

#[test]
fn abr_10_lines_are_taken_one_at_a_time_and_recomputed() {
    // A row and a column of four that cross in b3.
    let text = "8/8/1r6/1r6/1r6/rrrr4/8/8 sw 1 17 0-0 3-3 take";
    let game = at(&empty(""), text);
    assert_eq!(game.lines().count(), 2);
    assert_eq!(takings(&game), "b3 b4 b5 c3");
    // The crossing pawn breaks both.
    assert_eq!(after(game, "xb3").phase(), Phase::Again);
    // Another pawn leaves the other line.
    let rest = after(game, "xc3");
    assert_eq!((rest.phase(), takings(&rest).as_str()), (Phase::Take, "b4 b5"));
    assert_eq!(after(rest, "xb5").to_string(), "8/8/1r6/8/1r6/rr1r4/8/8 sw 1 17 2-0 3-3 again");
    assert_eq!(refused(&game, "xb4c3").0, "ABR-10");
    assert_eq!(
        refused(&rest, "xa3"),
        ("ABR-04", "no line of four or more goes through the pawn in a3".into())
    );
}

#[test]
fn abr_10_a_taking_legal_for_one_line_is_legal() {
    // b3 ends the column b3 to b6, where taking it would leave three side by side, but it is an
    // inner pawn of the row.
    let game = at(&empty(""), "8/8/1r6/1r6/1r6/rrrr4/8/8 sw 1 17 0-0 3-3 take");
    assert_eq!(takings(&game), "b3 b4 b5 c3");
    assert_eq!(refused(&game, "xb6").0, "ABR-08");
}

#[test]
fn abr_10_a_line_may_reappear_over_a_dot() {
    let spec = drawn(
        [
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".o.......",
            ".........",
            ".........",
        ],
        "",
    );
    let game = at(&spec, "8/8/8/8/8/rrrr4/8/8 sw 1 20 0-0 3-3 take");
    let again = after(game, "xb3");
    assert_eq!(again.phase(), Phase::Take, "the dot in b3 is red");
    assert_eq!(takings(&again), "c3");
    assert_eq!(after(again, "xc3").phase(), Phase::Again);
    assert_eq!(after(game, "xc3").phase(), Phase::Again);
}

#[test]
fn abr_04_dots_count_where_they_are_visible() {
    let spec = drawn(
        [
            "o........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".o.......",
            "ooo......",
        ],
        "",
    );
    let game = at(&spec, "8/8/8/8/8/8/8/rs6 se 1 23 0-0 2-3 place");
    let spots = |name: [&str; 5]| {
        name.map(|name| {
            let cell = Cell::all().find(|cell| cell.to_string() == name);
            game.cell_view(cell.unwrap())
        })
    };
    assert_eq!(
        spots(["a1", "b1", "c1", "a9", "i9"]),
        [CellView::Dot, CellView::Pawn, CellView::Stop, CellView::Dot, CellView::Blank]
    );
}
