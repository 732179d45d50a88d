//! Perft on the rulebook's reference positions.

use abaque_blocs::{Action, Blocs, Field, QuarterTurn};
use abaque_core::perft::perft;
use abaque_core::{Game, Ply, Turn};
use abaque_testkit::parse_position;

fn table() -> impl Iterator<Item = (Blocs, Vec<u64>)> {
    let lines = include_str!("data/blocs.perft").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        let counts = parts[2].split(' ').map(|count| count.parse().expect("a number"));
        (parse_position(parts[0], parts[1]), counts.collect())
    })
}

#[test]
fn perft_matches_the_table() {
    for (game, counts) in table() {
        for (i, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&game, i as u32 + 1), count, "{game}");
        }
    }
    assert!(table().count() >= 6);
}

/// The same counts by trying every action that can be spelled against the legality check.
#[test]
fn perft_by_check_alone_matches() {
    let mut spelled = vec![Action::Pass];
    spelled.extend(QuarterTurn::ALL.map(Action::Turn));
    spelled.extend(Field::ALL.map(Action::Take));
    for from in Field::ALL {
        spelled.extend(Field::ALL.map(|to| Action::Move { from, to }));
    }
    for (game, counts) in table() {
        if matches!(game.turn(), Turn::Of(_)) {
            for (i, count) in counts.into_iter().take(3).enumerate() {
                assert_eq!(tried(&game, &spelled, i), count, "{game}");
            }
        }
    }
}

fn tried(game: &Blocs, spelled: &[Action], below: usize) -> u64 {
    let legal = spelled.iter().filter(|action| game.check(action).is_ok());
    if below == 0 {
        return legal.count() as u64;
    }
    let after = legal.map(|&action| {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        tried(&next, spelled, below - 1)
    });
    after.sum()
}
