//! Mistakes and hints in words: hits, rosettes, and the throws that hit a piece.

use abaque_bot::{Explanation, TurnToExplain};
use abaque_core::{Game, Ply, Seat, message};
use abaque_ur::{Action, Phase, Square, Ur};

/// Throws of 16 by which two moves must differ to be worth a sentence.
const NOTABLE_THROWS: u32 = 2;

/// A proved statement about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The best move hits the piece on this square.
    Hits {
        /// The square.
        square: Square,
        /// The best move.
        best: Action,
        /// Whether it was missed.
        missed: bool,
    },
    /// The best move lands on a rosette and throws again.
    ThrowsAgain {
        /// The rosette.
        square: Square,
        /// The best move.
        best: Action,
        /// Whether it was missed.
        missed: bool,
    },
    /// After the move played, more throws hit a piece than after the best move.
    Exposes {
        /// The pieces that can be hit.
        squares: Vec<Square>,
        /// Throws that hit one, of 16.
        throws: u32,
        /// Throws that hit one after the best move, of 16.
        best: u32,
    },
    /// No throw hits a piece after the best move (hint).
    LeavesNoShot,
}

/// The facts that set a move apart from the best one, most important first; at most two.
pub fn facts(turn: &TurnToExplain<Ur>) -> Vec<Fact> {
    let (before, Some(&best)) = (turn.view, turn.best.first()) else { return Vec::new() };
    let Phase::Move(_) = before.phase() else { return Vec::new() };
    let played = turn.played.and_then(|played| played.first().copied());
    if before.check(&best).is_err() || played.is_some_and(|played| before.check(&played).is_err()) {
        return Vec::new();
    }
    let seat = if before.side() == Some(Seat::First) { Seat::First } else { Seat::Second };
    let missed = played.is_some();
    let (after_best, landed) = after(before, seat, best);
    let other = played.map(|played| after(before, seat, played));
    let mut facts = Vec::new();
    let hits = |game: &Ur| game.waiting(seat.other()) > before.waiting(seat.other());
    let again = |game: &Ur| game.side() == Some(seat) && game.phase() == Phase::Roll;
    if let Some(square) = landed {
        if hits(&after_best) && !other.is_some_and(|(game, _)| hits(&game)) {
            facts.push(Fact::Hits { square, best, missed });
        }
        if again(&after_best) && !other.is_some_and(|(game, _)| again(&game)) {
            facts.push(Fact::ThrowsAgain { square, best, missed });
        }
    }
    let (_, best_throws) = shots(&after_best, seat);
    match other {
        Some((game, _)) => {
            let (squares, throws) = shots(&game, seat);
            if throws >= best_throws + NOTABLE_THROWS {
                facts.push(Fact::Exposes { squares, throws, best: best_throws });
            }
        }
        None if best_throws == 0 && after_best.phase() == Phase::Roll && !again(&after_best) => {
            facts.push(Fact::LeavesNoShot);
        }
        None => {}
    }
    facts.truncate(2);
    facts
}

/// The position after a move, and where its piece landed.
fn after(before: &Ur, seat: Seat, action: Action) -> (Ur, Option<Square>) {
    let mut game = *before;
    game.apply_unchecked(Ply::Act(action));
    let step = action.from.map_or(0, Square::step) + action.number;
    (game, Square::on_path(seat, step))
}

/// The pieces of `seat` that the opponent can hit with the next throw, and how many throws do.
fn shots(game: &Ur, seat: Seat) -> (Vec<Square>, u32) {
    let (mut squares, mut throws) = (Vec::new(), 0);
    if game.side() != Some(seat.other()) {
        return (squares, throws);
    }
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    for (roll, weight) in rolls {
        let mut thrown = *game;
        thrown.apply_unchecked(Ply::Roll(roll));
        if thrown.side() != Some(seat.other()) {
            continue;
        }
        let hit: Vec<Square> = thrown
            .moves()
            .filter_map(|action| {
                let (next, landed) = after(&thrown, seat.other(), action);
                landed.filter(|_| next.waiting(seat) > game.waiting(seat))
            })
            .collect();
        throws += if hit.is_empty() { 0 } else { weight };
        squares.extend(hit);
    }
    squares.sort();
    squares.dedup();
    (squares, throws)
}

impl Fact {
    /// The fact as a sentence, with the squares it is about.
    pub fn explanation(&self) -> Explanation {
        match self {
            Fact::Hits { square, best, missed } => point_out(
                match missed {
                    false => {
                        message!("Hits the piece on {square}.", "Frappe la pièce en {square}.")
                    }
                    true => message!(
                        "Misses {best}, which hits the piece on {square}.",
                        "Manque {best}, qui frappe la pièce en {square}."
                    ),
                },
                *square,
                *best,
            ),
            Fact::ThrowsAgain { square, best, missed } => point_out(
                match missed {
                    false => message!(
                        "Lands on the rosette {square} and rolls again.",
                        "Arrive sur la rosette {square} et relance."
                    ),
                    true => message!(
                        "Misses {best}, which lands on the rosette {square} and rolls again.",
                        "Manque {best}, qui arrive sur la rosette {square} et relance."
                    ),
                },
                *square,
                *best,
            ),
            Fact::Exposes { squares, throws, best } => {
                let names: Vec<String> = squares.iter().map(Square::to_string).collect();
                let names = names.join(", ");
                Explanation::after(message!(
                    "Leaves a piece to be hit ({names}): {throws} rolls of 16 do, {best} after the best move.",
                    "Laisse une pièce exposée ({names})\u{a0}: {throws} lancers sur 16 la frappent, {best} après le meilleur coup."
                ))
                .with_marks(squares)
            }
            Fact::LeavesNoShot => Explanation::before(message!(
                "Leaves no piece that a roll can hit.",
                "Ne laisse aucune pièce à portée d'un lancer."
            )),
        }
    }
}

fn point_out(text: abaque_core::Message, square: Square, action: Action) -> Explanation {
    let told = Explanation::before(text).with_marks([square]);
    match action.from {
        Some(from) => told.with_arrow(from, square),
        None => told,
    }
}
