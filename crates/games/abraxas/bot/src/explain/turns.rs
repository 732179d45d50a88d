//! Turns played out: what they take, and what can still be taken.

use abaque_abraxas::{Abraxas, Action, Cell, Hole, HoleSet, Phase};
use abaque_core::{Game, Ply};

use crate::line_scan::LineScan;
use crate::turn_solver::{BestTurn, TurnSolver};

/// Positions to search for the most pawns of a turn; chains that need more stay unexplained.
const MAX_POSITIONS: usize = 30_000;

/// The most pawns that the player to act can take before the turn passes.
pub(super) fn most_pawns(game: &Abraxas) -> Option<BestTurn> {
    TurnSolver::default().solve(game, MAX_POSITIONS)
}

/// The position in which the opponent is to act after these actions: its turn, or its push after a
/// pawn that was not stopped. `None` if the actions end sooner, or in a question.
pub(super) fn finish_turn(before: &Abraxas, actions: &[Action]) -> Option<Abraxas> {
    let game = play_turn(before, actions)?;
    (game.is_over() || game.side() != before.side() && !is_question(&game)).then_some(game)
}

/// The pawns a turn takes, with the most it could still take where the actions end, and whether it
/// wins.
pub(super) fn pawns_taken(before: &Abraxas, actions: &[Action]) -> Option<(u8, bool)> {
    let seat = before.side();
    let mut game = play_turn(before, actions)?;
    if is_question(&game) && game.side() != seat {
        game.play(Action::Go).ok()?;
    }
    let more = if game.is_over() || game.side() != seat { 0 } else { most_pawns(&game)?.pawns };
    let taken = game.score(seat) - before.score(seat) + more;
    Some((taken, before.score(seat) + taken >= before.options().target))
}

/// The pawns a turn takes before it places a second pawn.
pub(super) fn pawns_at_once(before: &Abraxas, actions: &[Action]) -> Option<u8> {
    let placed =
        |action: &Action| matches!(action, Action::Put(_) | Action::Move { .. } | Action::Stop(_));
    let mut placings = (0..actions.len()).filter(|&at| placed(&actions[at]));
    let end = placings.nth(1).unwrap_or(actions.len());
    let game = play_turn(before, &actions[..end])?;
    Some(game.score(before.side()) - before.score(before.side()))
}

fn is_question(game: &Abraxas) -> bool {
    matches!(game.phase(), Phase::Stop { .. })
}

/// Plays the actions of one turn; an opponent's *no* to the question of Stop! belongs to it.
fn play_turn(before: &Abraxas, actions: &[Action]) -> Option<Abraxas> {
    let (seat, mut game) = (before.side(), *before);
    for (index, &action) in actions.iter().enumerate() {
        let own = game.side() == seat || is_question(&game) && action == Action::Go;
        if game.is_over() || !own || index > 0 && game.phase().starts_turn() {
            break;
        }
        game.play(action).ok()?;
    }
    Some(game)
}

/// The ends of the first line that these actions make.
pub(super) fn first_line(game: &Abraxas, actions: &[Action]) -> Option<[Cell; 2]> {
    let mut game = *game;
    for &action in actions {
        if let Action::Take(holes) = action {
            let taken = |pawns: HoleSet| pawns.bits() & holes.bits() == holes.bits();
            let line = game.lines().filter(|line| taken(line.pawns())).max_by_key(|it| it.len())?;
            return Some([line.cells().next()?, line.cells().last()?]);
        }
        game.apply_unchecked(Ply::Act(action));
        if is_question(&game) {
            game.apply_unchecked(Ply::Act(Action::Go));
        }
    }
    None
}

/// Whether a pawn makes a line whichever way the plate is pushed then.
pub(super) fn makes_line_either_way(game: &Abraxas, put: Action) -> bool {
    let mut next = *game;
    if !matches!(put, Action::Put(_) | Action::Move { .. }) || next.play(put).is_err() {
        return false;
    }
    if is_question(&next) {
        next.apply_unchecked(Ply::Act(Action::Go));
    }
    let mut pushes = next.arrows().map(|corner| {
        let mut pushed = next;
        pushed.apply_unchecked(Ply::Act(Action::Push(corner)));
        pushed.phase().is_taking()
    });
    pushes.all(|makes| makes)
}

/// The free holes where one more red pawn makes a line once the plate has been pushed this often.
pub(super) fn holes_for_line(game: &Abraxas, pushes: usize) -> Vec<Hole> {
    let Some(corner) = game.corner() else { return Vec::new() };
    let corner = (0..pushes).fold(corner, |corner, _| corner.next());
    let (red, stop) = (game.red_pawns().bits(), game.stop_pawns().bits());
    let makers = LineScan::from_pawns(game.sheet().dots(), red, stop, corner).makers();
    HoleSet::from_bits(makers & game.free_holes().bits()).iter().collect()
}
