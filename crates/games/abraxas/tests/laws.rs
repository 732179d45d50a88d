//! The common laws on every action that can be spelled: check and generator must agree on all.

use abaque_abraxas::{Abraxas, Action, Cell, Corner, Hole, HoleSet};
use abaque_testkit::LawSuite;

use crate::common::EMPTY;

/// Every placement, push and keyword; every set of up to six pawns in a row, column or diagonal of
/// the sheet; and pairs of pawns that share none. Built without the generator.
fn candidates(game: &Abraxas) -> Vec<Action> {
    let mut all = vec![Action::Stay, Action::Go, Action::End];
    for corner in Corner::ALL {
        all.extend([Action::Lay(corner), Action::Push(corner)]);
    }
    for hole in Hole::all() {
        all.extend([
            Action::Put(hole),
            Action::Stop(hole),
            Action::Take([hole].into_iter().collect()),
        ]);
        all.extend(Hole::all().map(|to| Action::Move { from: hole, to }));
        all.extend(
            Hole::all()
                .filter(|&other| other > hole)
                .map(|other| Action::Take([hole, other].into_iter().collect())),
        );
    }
    for row in rows() {
        let holes: Vec<Hole> = row
            .iter()
            .filter_map(|cell| cell.hole(game.corner()?))
            .filter(|&hole| game.red_pawns().contains(hole))
            .collect();
        for set in 1u32..1 << holes.len() {
            if (3..=6).contains(&set.count_ones()) {
                let taken: HoleSet =
                    (0..holes.len()).filter(|i| set >> i & 1 != 0).map(|i| holes[i]).collect();
                all.push(Action::Take(taken));
            }
        }
    }
    all
}

/// The rows, columns and diagonals of the sheet with at least four cells.
fn rows() -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for first in Cell::all().filter(|cell| cell.step(-right, -up).is_none()) {
            let row: Vec<Cell> =
                std::iter::successors(Some(first), |cell| cell.step(right, up)).collect();
            if row.len() >= 4 {
                rows.push(row);
            }
        }
    }
    rows
}

#[test]
fn laws_hold_with_lines_of_four_and_more() {
    assert_eq!(rows().len(), 9 + 9 + 11 + 11);
}

#[test]
fn laws_hold_in_random_games() {
    let (empty, free) =
        (format!("abraxas:sheet={EMPTY}"), format!("abraxas:sheet={EMPTY},leave=free"));
    LawSuite::<Abraxas> {
        specs: &[
            "abraxas",
            "abraxas:sheet=2,push=either",
            "abraxas:sheet=3,leave=free",
            "abraxas:sheet=4,claim=manual",
            "abraxas:target=3,claim=manual,push=either,leave=free",
            "abraxas:sheet=6,target=12",
            &empty,
            &free,
        ],
        positions: &[],
        candidates,
        games: 1,
        plies: 90,
    }
    .run();
}

/// A nearly empty reserve, pawns to move, both kinds of Stop, long lines, crossing lines, dots
/// under pawns.
#[test]
fn laws_hold_from_hand_made_positions() {
    let (empty, free) =
        (format!("abraxas:sheet={EMPTY}"), format!("abraxas:sheet={EMPTY},leave=free"));
    let manual = format!("abraxas:sheet={EMPTY},claim=manual,push=either");
    let full = format!("abraxas:sheet={}", "o".repeat(81));
    let stars = "abraxas:sheet=2";
    LawSuite::<Abraxas> {
        specs: &[],
        positions: &[
            (&empty, "rrrrrrrr/8/8/8/8/8/8/8 sw 1 16 0-0 3-3 take"),
            (&free, "rrrrrrrr/8/8/8/8/8/8/r6s ne 2 15 0-0 3-2 take-stop"),
            (&empty, "r7/1r6/2r5/3rrrrr/4r3/5r2/6r1/7r nw 1 12 0-0 3-3 take"),
            (&manual, "r7/1r6/2r5/3rrrrr/4r3/5r2/6r1/7r nw 1 11 1-0 3-3 take+"),
            (&full, "8/8/2rr4/3r4/8/8/8/8 se 1 20 1-0 3-3 take"),
            (stars, "r1r1r1r1/8/r1r1r1r1/8/r1r1r1r1/8/r1r1r1r1/8 sw 1 8 0-0 3-3 push"),
            ("abraxas", "r1r1r1r1/8/1r1r1r1r/8/r1r1r1r1/8/1r1r1r1r/8 sw 1 0 5-3 3-3 again"),
            ("abraxas", "r1r1r1r1/8/1r1r1r1r/8/r1r1r1r1/8/1r1r1r1r/8 sw 2 0 5-3 3-3 stop?a1-a8"),
            ("abraxas", "r1r1r1r1/8/1r1r1r1r/8/r1r1r1r1/8/1r1r1r1r/8 sw 2 0 5-3 3-3 stop?a8"),
            (
                "abraxas:claim=manual",
                "r1r1r1r1/s7/1r1r1r1r/8/r1r1r1r1/8/1r1r1r1r/8 se 1 0 5-3 3-2 place-nostop",
            ),
            ("abraxas:target=12", "8/8/8/8/8/8/8/r6r se 1 0 11-11 3-3 place"),
            ("abraxas", "ssssss2/8/8/8/8/8/8/8 ne 2 14 5-5 0-0 place"),
        ],
        candidates,
        games: 2,
        plies: 40,
    }
    .run();
}

#[test]
fn views_hide_nothing() {
    abaque_testkit::open::run::<Abraxas>(
        &["abraxas:sheet=2", "abraxas:sheet=4,claim=manual"],
        3,
        90,
    );
}
