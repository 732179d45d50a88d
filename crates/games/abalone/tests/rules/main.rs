//! Every rule of Abalone by its id, in minimal positions.

#![allow(clippy::unwrap_used, reason = "a test whose own texts cannot be read should stop")]

mod board;
mod ends;
mod imports;
mod laws;
mod moves;
mod perft;
mod placing;
mod positions;
mod pushes;
mod reading;

use abaque_abalone::{Abalone, Action, Point, PointSet};
use abaque_core::{Game, GameOptions, RuleViolation, Spec, SplitMix};
use abaque_testkit::{parse_position, random_ply};

/// The start position of a spec.
fn start(spec: &str) -> Abalone {
    let spec: Spec = spec.parse().unwrap();
    Abalone::start(&GameOptions::from_spec(&spec).unwrap())
}

/// A board with just these balls (`"a1 b2"`) and the rest lost; target 14 keeps the game going.
fn set(black: &str, white: &str, side: char) -> Abalone {
    set_to(14, black, white, side)
}

/// Like [`set`] with another target.
fn set_to(target: u8, black: &str, white: &str, side: char) -> Abalone {
    let (black, white) = (points(black), points(white));
    let row = |row| {
        let mark = |point| match point {
            point if black.contains(point) => 'b',
            point if white.contains(point) => 'w',
            _ => '.',
        };
        (1..=9).filter_map(|number| Point::new(row, number)).map(mark).collect::<String>()
    };
    let mut rows = (0..9).rev().map(row).collect::<Vec<_>>().join("/");
    for run in (1..=9).rev() {
        rows = rows.replace(&".".repeat(run), &run.to_string());
    }
    let (lost_b, lost_w) = (14 - black.len(), 14 - white.len());
    parse_position(
        &format!("abalone:target={target}"),
        &format!("{rows} {side} {lost_b}-{lost_w} -"),
    )
}

/// A set of points from their names.
fn points(names: &str) -> PointSet {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn action(text: &str) -> Action {
    text.parse().unwrap()
}

/// The game after these legal actions.
fn after(mut game: Abalone, actions: &str) -> Abalone {
    for text in actions.split_whitespace() {
        game.play(action(text))
            .unwrap_or_else(|violation| panic!("{text}: {}", violation.message()));
    }
    game
}

/// The rule that refuses an action, and the English message.
fn refused(game: &Abalone, text: &str) -> (&'static str, String) {
    let violation = game.check(&action(text)).expect_err(text);
    (violation.rule(), violation.message().en)
}

fn legal(game: &Abalone) -> Vec<String> {
    let mut out = Vec::new();
    game.legal_actions(&mut out);
    let mut texts: Vec<String> = out.iter().map(Action::to_string).collect();
    texts.sort();
    texts
}

/// Every position of `games` random games.
fn played(spec: &str, games: u64, plies: u32) -> Vec<Abalone> {
    let mut seen = Vec::new();
    for seed in 0..games {
        let (mut game, mut source) = (start(spec), SplitMix(seed));
        for _ in 0..plies {
            seen.push(game);
            let Some(ply) = random_ply(&game, &mut source) else { break };
            game.apply_unchecked(ply);
        }
    }
    seen
}
