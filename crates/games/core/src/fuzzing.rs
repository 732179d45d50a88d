//! What a fuzzer needs from a game beyond [`Game`], and helpers to provide it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;
use std::collections::HashSet;

use arbitrary::Arbitrary;

use crate::{Game, HiddenInformation, Observer, Ply, PlyValue, RandomSource};

/// A game that can be fuzzed. Its actions are spelled by [`Arbitrary`], legal or not.
pub trait FuzzedGame: Game<Action: for<'a> Arbitrary<'a>> {
    /// Whether every action has exactly one spelling.
    const ONE_SPELLING: bool = true;

    /// Actions on which generator and check are compared: all that can be spelled, or where these
    /// are too many, the short ones.
    fn candidates() -> Vec<Self::Action>;

    /// The text of a random position, usually a valid one. It may be wilder than any position
    /// reached by play.
    fn compose_position(source: &mut dyn RandomSource) -> String;

    /// How its hidden information is tested; `None` if nothing is hidden.
    fn hidden_laws() -> Option<HiddenLaws<Self>> {
        None
    }
}

/// Rewrites a history for a sampled world ([`HiddenInformation::rewrite_history`]).
pub type RewriteHistory<G> = fn(&G, &[GamePly<G>]) -> Vec<GamePly<G>>;

/// A ply of a game.
pub type GamePly<G> = Ply<<G as Game>::Action, <G as Game>::Roll>;

/// The functions with which a fuzzer tests hidden information.
pub struct HiddenLaws<G: Game> {
    /// Rewrites a history.
    pub rewrite_history: RewriteHistory<G>,
    /// Who has a view.
    pub observer: fn(&G::View) -> Observer,
    /// Panics if the game's own deductions from a view contradict themselves.
    pub assert_deductions: fn(&G::View),
}

impl<G: HiddenInformation> HiddenLaws<G> {
    /// The laws of a game with hidden information.
    pub const fn new(
        observer: fn(&G::View) -> Observer,
        assert_deductions: fn(&G::View),
    ) -> HiddenLaws<G> {
        HiddenLaws { rewrite_history: G::rewrite_history, observer, assert_deductions }
    }
}

/// A number below `n`.
pub fn below(source: &mut dyn RandomSource, n: usize) -> usize {
    source.below(n as u64) as usize
}

/// One element of a list that is not empty.
pub fn pick<T: Copy>(source: &mut dyn RandomSource, from: &[T]) -> T {
    from[below(source, from.len())]
}

/// Puts a list in random order.
pub fn shuffle<T>(items: &mut [T], source: &mut dyn RandomSource) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(source, i + 1));
    }
}

/// Rows joined by `/`, as in FEN: a run of empty cells (`.`) is written as its length.
pub fn rows_text(cells: &[u8], lengths: &[usize]) -> String {
    let mut rest = cells;
    let rows = lengths.iter().map(|&length| {
        let (row, after) = rest.split_at(length);
        rest = after;
        let mut text = String::new();
        for run in row.chunk_by(|a, b| *a == b'.' && *b == b'.') {
            match run[0] {
                b'.' => text.push_str(&run.len().to_string()),
                piece => text.push(piece.into()),
            }
        }
        text
    });
    rows.collect::<Vec<_>>().join("/")
}

/// The names of all squares of a rectangle.
pub fn all_squares(columns: &str, rows: &str) -> Vec<String> {
    columns
        .chars()
        .flat_map(|column| rows.chars().map(move |row| format!("{column}{row}")))
        .collect()
}

/// All ordered pairs of squares, joined by `between`.
pub fn all_pairs(squares: &[String], between: &str) -> Vec<String> {
    let with = |a| squares.iter().map(move |b| format!("{a}{between}{b}"));
    squares.iter().flat_map(with).collect()
}

/// The texts that parse as actions, without duplicates.
pub fn parse_actions<A: PlyValue + FromStr>(texts: impl Iterator<Item = String>) -> Vec<A> {
    let mut seen = HashSet::new();
    texts.filter_map(|text| text.parse().ok()).filter(|action| seen.insert(*action)).collect()
}
