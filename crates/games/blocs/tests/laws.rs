//! The common laws, with every action that can be spelled.

use abaque_blocs::{
    Action, Blocs, Colour, Field, PRESETS, Phase, QuarterTurn, Rod, Setup, SetupItem,
};
use abaque_core::{Game, Seat, SplitMix};
use abaque_testkit::{LawSuite, hidden};

use crate::common::{DENSE, OPENING, red_is_stuck};

/// The default rods with small and large swapped.
const SWAPPED: &str = "rods=..s....ssl..llllslslsssslslsllll..lss....s..";

fn candidates(game: &Blocs) -> Vec<Action> {
    let mut out = vec![Action::Pass];
    out.extend(QuarterTurn::ALL.map(Action::Turn));
    out.extend(Field::ALL.map(Action::Take));
    for from in Field::ALL {
        out.extend(Field::ALL.map(|to| Action::Move { from, to }));
    }
    let options = game.options();
    let mut source = SplitMix(game.turn_number());
    for seat in Seat::ALL {
        let setup = options.random_setup(seat, &mut source);
        out.push(Action::Setup(setup));
        out.extend(PRESETS.iter().map(|preset| Action::Setup(preset.to_setup(&options, seat))));
        out.extend(spoiled(&setup).map(Action::Setup));
    }
    out
}

trait TurnNumber {
    fn turn_number(&self) -> u64;
}

/// A number that varies with the position, to vary the set-ups tried. Derived from public
/// information only.
impl TurnNumber for Blocs {
    fn turn_number(&self) -> u64 {
        self.shown_counts().iter().fold(7, |n, &count| 31 * n + u64::from(count))
    }
}

/// The set-up with one item changed; mostly illegal.
fn spoiled(setup: &Setup) -> impl Iterator<Item = Setup> {
    let items = *setup.items();
    (0..12).flat_map(move |i| {
        let item = items[i];
        let [bottom, middle, top] = item.pawns();
        let other = if item.rod() == Rod::Small { Rod::Large } else { Rod::Small };
        [
            SetupItem::new(other, item.pawns()),
            SetupItem::new(item.rod(), [middle, bottom, top]),
            SetupItem::new(item.rod(), [bottom, middle, Colour::Neutral]),
            SetupItem::new(item.rod(), [Colour::Red, middle, top]),
        ]
        .map(|item| {
            let mut items = items;
            items[i] = item;
            Setup::new(items)
        })
    })
}

#[test]
fn laws_hold_from_the_start() {
    let swapped = format!("blocs:{SWAPPED}");
    let specs = ["blocs", "blocs:first=r", "blocs:first=lot,zone=10", &swapped];
    LawSuite { specs: &specs, positions: &[], candidates, games: 6, plies: 400 }.run();
}

#[test]
fn laws_hold_from_given_positions() {
    let stuck = red_is_stuck("r move");
    let dense_lot = DENSE.replace("b move", "- lot");
    let positions = [
        ("blocs", OPENING),
        ("blocs", DENSE),
        ("blocs:first=lot", dense_lot.as_str()),
        ("blocs:zone=10", DENSE),
        ("blocs", stuck.as_str()),
    ];
    LawSuite { specs: &[], positions: &positions, candidates, games: 12, plies: 150 }.run();
}

/// BLO-07: perfect recall and nothing more, checked in indistinguishable worlds.
#[test]
fn views_hide_secrets_and_keep_what_was_seen() {
    let swapped = format!("blocs:first=r,{SWAPPED}");
    for plies in [1, 2, 3, 4, 7, 12, 20, 35, 60] {
        hidden::run::<Blocs>(&["blocs", "blocs:first=lot,zone=10", &swapped], candidates, 4, plies);
    }
}

#[test]
fn views_hide_secrets_in_whole_games() {
    hidden::run::<Blocs>(&["blocs", "blocs:first=lot,zone=10"], candidates, 12, 400);
}

#[test]
fn random_games_end() {
    let mut ended = 0;
    for seed in 0..60 {
        let mut source = SplitMix(seed);
        let mut game = Blocs::start(&crate::common::options("blocs"));
        for _ in 0..2000 {
            let Some(ply) = abaque_testkit::random_ply(&game, &mut source) else { break };
            game.apply_unchecked(ply);
        }
        ended += u32::from(matches!(game.phase(), Phase::Over(_)));
    }
    assert!(ended > 50, "{ended}");
}
