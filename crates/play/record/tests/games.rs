//! Random games of every kind: written, parsed and checked.

use abaque_core::{Millis, Turn};
use abaque_record::{LotStatus, check};

use crate::common::{check_text, lots_for, random_record, specs};

#[test]
fn random_games_give_valid_records() {
    for spec in specs() {
        for seed in 0..6 {
            let record = random_record(spec, 400, None, seed);
            let checked = check_text(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert_eq!(checked.outcome, record.outcome());
            assert_eq!(checked.plies, record.plies().count());
        }
    }
}

/// The exact text of a short game of each kind, with the tags that prove its lots.
#[test]
fn records_match_their_snapshots() {
    for spec in abaque_catalog::with_remaining_games(&["abraxas:sheet=2"]) {
        let (lots, tags) = lots_for(spec);
        let mut record = random_record(spec, 24, Some(&lots), 5);
        for (name, value) in &tags {
            record.set_tag(name, value).unwrap();
        }
        let name = spec.split(':').next().unwrap();
        insta::assert_snapshot!(format!("record_{name}"), record.to_string());
    }
}

#[test]
fn whole_games_reach_the_endings_of_the_board() {
    let mut endings = std::collections::BTreeSet::new();
    let specs = abaque_catalog::with_remaining_games(&[
        "abalone:target=1,layout=belgian-daisy",
        "abraxas:target=1",
    ]);
    for spec in specs {
        for seed in 0..8 {
            let record = random_record(spec, 20_000, None, seed);
            assert!(record.outcome().is_some(), "{spec}");
            check_text(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
            endings.extend(record.outcome().map(|outcome| outcome.reason().as_str()));
        }
    }
    for reason in ["ejection", "target", "pond", "seven"] {
        assert!(endings.contains(reason), "{reason} in {endings:?}");
    }
}

#[test]
fn variations_are_played_through() {
    for spec in specs() {
        let (main, other) = (random_record(spec, 60, None, 1), random_record(spec, 60, None, 2));
        let mut record = main.clone();
        let first = record.main_line_mut().last_mut().is_some();
        assert!(first);
        // A variation that replaces the first ply by another whole game.
        let mut line = abaque_record::RecordLine::new();
        main.plies().enumerate().for_each(|(i, ply)| {
            let played = line.push(ply).unwrap();
            if i == 0 {
                played.add_variation(other.main_line().clone()).unwrap();
            }
        });
        *record.main_line_mut() = line;
        let checked = check_text(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(checked.variation_plies, other.plies().count());
    }
}

#[test]
fn com_04_clocks_within_the_budget_are_accepted() {
    let mut record = crate::common::record("abalone", "*", "");
    record.set_tag("Clock", "600+5").unwrap();
    record.push("a1b2").unwrap().set_clock(Millis(605_000));
    record.push("i9h8").unwrap().set_clock(Millis(605_000));
    record.push("b2c3").unwrap().set_clock(Millis(610_000));
    check_text(&record).unwrap();
}

#[test]
fn com_05_lots_are_recomputed() {
    for spec in specs() {
        let (lots, tags) = lots_for(spec);
        let mut record = random_record(spec, 300, Some(&lots), 9);
        for (name, value) in &tags {
            record.set_tag(name, value).unwrap();
        }
        let checked = check_text(&record).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let LotStatus::Verified(n) = checked.lots else { panic!("{spec}: {:?}", checked.lots) };
        let mut game = abaque_catalog::open(spec).unwrap();
        let mut is_lot = |ply: &str| {
            let is_lot = game.turn() == Turn::Chance;
            game.play(ply).unwrap();
            is_lot
        };
        let lots_played = record.plies().filter(|ply| is_lot(ply)).count();
        // The sides are one lot more.
        assert_eq!(n, lots_played + 1, "{spec}");
    }
}

#[test]
fn com_05_lots_without_seeds_are_unproven() {
    let record = random_record("abagio", 50, None, 4);
    assert!(matches!(check(&record).unwrap().lots, LotStatus::Unproven(n) if n > 5));
    assert_eq!(check(&random_record("abalone", 50, None, 4)).unwrap().lots, LotStatus::None);
}
