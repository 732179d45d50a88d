//! The common laws, on all options and on hand-made positions.

use abaque_abagio::{Abagio, Action, LeapOrigin, Square};
use abaque_testkit::LawSuite;

/// Every square with every number, and every square for the chief.
fn candidates(_: &Abagio) -> Vec<Action> {
    let places = Square::all().map(LeapOrigin::On).chain([LeapOrigin::Start]);
    let leaps = places.flat_map(|from| (1..=6).map(move |number| Action::Leap { from, number }));
    let chief = Square::all().map(Some).chain([None]).map(Action::Chief);
    leaps.chain(chief).collect()
}

#[test]
fn laws_hold_in_whole_games() {
    LawSuite {
        specs: &["abagio", "abagio:first=r", "abagio:first=p"],
        positions: &[],
        candidates,
        games: 2,
        plies: 1000,
    }
    .run();
}

#[test]
fn laws_hold_in_hand_made_positions() {
    let positions: Vec<(&str, &str)> =
        include_str!("data/positions.txt").lines().map(|text| ("abagio:first=r", text)).collect();
    LawSuite { specs: &[], positions: &positions, candidates, games: 15, plies: 60 }.run();
}
