//! Mistakes and hints in words: pawns a turn takes, pawns the next turn of the opponent can take,
//! and holes where lines are in the making.

mod sentence;
mod turns;

use abaque_abraxas::{Abraxas, Action, Cell, Hole, PushRule};
use abaque_bot::TurnToExplain;
use abaque_core::Game;

use turns::{finish_turn, holes_for_line, most_pawns, pawns_taken};

/// A proved statement about a turn. Counts of pawns assume that nobody says Stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// After the turn played, the opponent can take more pawns in one turn than after the best one.
    LetsTake {
        /// The most pawns after the turn played.
        pawns: u8,
        /// The most pawns after the best turn.
        best: u8,
        /// A turn of the opponent that takes that many.
        line: Vec<Action>,
        /// The ends of the first line it makes.
        ends: [Cell; 2],
        /// Whether the first pawn of that turn makes a line after either push.
        either: bool,
        /// Whether that turn wins.
        wins: bool,
    },
    /// The best turn takes pawns; in a mistake more than the turn played.
    Takes {
        /// The pawns it takes.
        best: u8,
        /// The pawns that the turn played takes, or still could.
        other: u8,
        /// Whether the best turn wins.
        wins: bool,
        /// Whether it needs a second pawn, which the opponent could stop.
        stoppable: bool,
        /// The best turn, from where it parts with the turn played.
        line: Vec<Action>,
        /// Whether it was missed.
        missed: bool,
    },
    /// The opponent's push makes no line: Stop! is not needed here.
    NeedlessStop,
    /// After the best turn the opponent can make no line in the next turn (hint).
    LeavesNothing,
    /// Stop pawns left after the best turn, and after the turn played.
    KeepsStops {
        /// After the best turn.
        best: u8,
        /// After the turn played.
        other: u8,
    },
    /// Free holes where a pawn makes a line in a later turn, if nothing else changes: after the
    /// best turn, and after the turn played (before it in a hint).
    Prepares {
        /// Whose next turn it is about: the player's own, or the opponent's after it.
        own: bool,
        /// The holes after the best turn.
        best: Vec<Hole>,
        /// How many there are otherwise.
        other: usize,
        /// Whether it was missed.
        missed: bool,
    },
}

/// The facts that set a turn apart from the best one, most important first; at most two.
pub fn facts(turn: &TurnToExplain<Abraxas>) -> Vec<Fact> {
    if turn.view.is_over() || turn.view.corner().is_none() {
        return Vec::new();
    }
    match turn.played {
        Some(played) => mistake_facts(turn.view, played, turn.best),
        None => hint_facts(turn.view, turn.best),
    }
    .unwrap_or_default()
}

fn mistake_facts(before: &Abraxas, played: &[Action], best: &[Action]) -> Option<Vec<Fact>> {
    let mut facts = Vec::new();
    if let (Some(Action::Stop(_)), Some(Action::Go)) = (played.first(), best.first()) {
        let mut pushed = *before;
        pushed.play(Action::Go).ok()?;
        if most_pawns(&pushed)?.pawns == 0 {
            facts.push(Fact::NeedlessStop);
        }
    }
    facts.extend(missed_pawns(before, played, best));
    let ends = [played, best].map(|actions| finish_turn(before, actions));
    let [Some(after_played), Some(after_best)] = ends else { return Some(facts) };
    facts.extend(harm(before, &after_played, &after_best));
    let [stops, stops_left] = [after_best, after_played].map(|game| game.stops_left(before.side()));
    if facts.is_empty() && stops > stops_left {
        facts.push(Fact::KeepsStops { best: stops, other: stops_left });
    }
    if facts.is_empty() {
        facts.extend(plan(before, &after_played, &after_best, true));
    }
    facts.truncate(2);
    Some(facts)
}

fn hint_facts(before: &Abraxas, best: &[Action]) -> Option<Vec<Fact>> {
    let mut facts = Vec::new();
    let (pawns, wins) = pawns_taken(before, best)?;
    if pawns > 0 {
        let (line, missed) = (best.to_vec(), false);
        let stoppable = pawns > turns::pawns_at_once(before, best)?;
        facts.push(Fact::Takes { best: pawns, other: 0, wins, stoppable, line, missed });
    }
    let Some(after) = finish_turn(before, best).filter(|after| !after.is_over()) else {
        return Some(facts);
    };
    if after.phase().starts_turn() && most_pawns(&after)?.pawns == 0 {
        facts.push(Fact::LeavesNothing);
        if before.phase().starts_turn() {
            facts.extend(plan(before, before, &after, false));
        }
    }
    facts.truncate(2);
    Some(facts)
}

fn missed_pawns(before: &Abraxas, played: &[Action], best: &[Action]) -> Option<Fact> {
    let ((pawns, wins), (other, _)) = (pawns_taken(before, best)?, pawns_taken(before, played)?);
    let parts = best.iter().zip(played).take_while(|(best, played)| best == played).count();
    let (line, missed) = (best[parts..].to_vec(), true);
    let stoppable = pawns > turns::pawns_at_once(before, best)?;
    let takes = Fact::Takes { best: pawns, other, wins, stoppable, line, missed };
    (pawns > other).then_some(takes)
}

fn harm(before: &Abraxas, after_played: &Abraxas, after_best: &Abraxas) -> Option<Fact> {
    if after_played.is_over() || after_played.side() == before.side() {
        return None;
    }
    let turn = most_pawns(after_played)?;
    let best = if after_best.is_over() { 0 } else { most_pawns(after_best)?.pawns };
    if turn.pawns <= best {
        return None;
    }
    let wins = turn.pawns + after_played.score(after_played.side()) >= before.options().target;
    let ends = turns::first_line(after_played, &turn.line)?;
    let either = before.options().push == PushRule::Either
        && turns::makes_line_either_way(after_played, turn.line[0]);
    Some(Fact::LetsTake { pawns: turn.pawns, best, line: turn.line, ends, either, wins })
}

/// Holes in the making: more for the player's next turn, or fewer for the opponent's after it.
fn plan(before: &Abraxas, other: &Abraxas, best: &Abraxas, missed: bool) -> Option<Fact> {
    let known = before.options().push == PushRule::Ccw
        && [other, best].iter().all(|game| game.phase().starts_turn() && game.reserve() > 0);
    if !known {
        return None;
    }
    // A hint compares with the position in which the player itself is to act.
    let holes = |game: &Abraxas, pushes: usize| {
        holes_for_line(game, pushes + usize::from(game.side() == before.side()))
    };
    // Where a line stands anyway, any hole would do.
    let tells = |holes: usize, game: &Abraxas| holes < game.free_holes().len() as usize;
    let (own, own_other) = (holes(best, 2), holes(other, 2).len());
    if own.len() > own_other && tells(own.len(), best) {
        return Some(Fact::Prepares { own: true, best: own, other: own_other, missed });
    }
    let (theirs, theirs_other) = (holes(best, 3), holes(other, 3).len());
    (theirs.len() < theirs_other && tells(theirs_other, other)).then_some(Fact::Prepares {
        own: false,
        best: theirs,
        other: theirs_other,
        missed,
    })
}
