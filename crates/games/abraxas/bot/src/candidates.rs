//! Move generation and static ordering: which actions to search, and in what order.

use abaque_abraxas::{Abraxas, Action, Corner, Hole, HoleSet, Phase};

use super::line_scan::LineScan;
use super::node::{AbraxasNode, RankedAction};

/// Quiet placements searched per node.
const MAX_QUIET_PLACEMENTS: usize = 18;
/// Stop pawns searched per node.
const MAX_STOPS: usize = 8;
/// Line-making placements, takings and Stops searched in quiescence.
const MAX_NOISY_PUTS: usize = 2;
const MAX_NOISY_TAKINGS: usize = 2;
const MAX_NOISY_STOPS: usize = 1;
/// Lines made in sequence in quiescence.
const MAX_NOISY_LINES: u8 = 2;

/// Appends the actions worth searching, ranked for move ordering.
pub(super) fn all(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    if position.tries_all {
        all_legal(position, out);
    } else {
        promising(position, out);
    }
}

/// Appends every legal action, with the rank of the candidate generators where they give one.
fn all_legal(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    use abaque_core::Game;
    let mut legal = Vec::new();
    position.game.legal_actions(&mut legal);
    let mut best = Vec::new();
    promising(position, &mut best);
    out.extend(legal.into_iter().map(|action| {
        let rank = best.iter().find(|play| play.action == action).map_or(-500, |play| play.rank);
        ranked(action, rank)
    }));
}

fn promising(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    let game = &position.game;
    match game.phase() {
        Phase::Corner => out.extend(Corner::ALL.map(|corner| ranked(Action::Lay(corner), 0))),
        Phase::Place | Phase::PlaceNoStop | Phase::Again => {
            placements(position, out);
            if game.phase() != Phase::PlaceNoStop && game.stops_left(game.side()) > 0 {
                stops(position, game.red_pawns().bits(), MAX_STOPS, out);
            }
            if game.phase() == Phase::Again {
                out.push(ranked(Action::End, 200));
            }
        }
        Phase::Stop { .. } => {
            stop_answers(
                position,
                if position.noisy_lines > 0 { MAX_NOISY_STOPS } else { MAX_STOPS },
                out,
            );
        }
        Phase::Push | Phase::PushOrNot => {
            pushes(position, out);
        }
        Phase::Take | Phase::TakeMore | Phase::TakeStop => {
            takings(position, out);
            if position.noisy_lines > 0 {
                keep_best(out, 0, MAX_NOISY_TAKINGS);
            }
        }
        Phase::Over => {}
    }
}

/// Appends the quiescence moves. Long turns are cut off: after a few lines the position is
/// evaluated statically.
pub(super) fn noisy(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    if position.game.phase().is_placing() && position.noisy_lines < MAX_NOISY_LINES {
        let start = out.len();
        line_makers(position, out);
        keep_best(out, start, MAX_NOISY_PUTS);
        for play in &mut out[start..] {
            play.is_noisy = true;
        }
    }
}

/// Pairs an action with its rank.
fn ranked(action: Action, rank: i16) -> RankedAction {
    RankedAction { action, rank, is_noisy: false }
}

/// Keeps the `most` highest-ranked actions added since `start`.
fn keep_best(out: &mut Vec<RankedAction>, start: usize, most: usize) {
    if out.len() - start > most {
        out[start..].sort_by_key(|play| -play.rank);
        out.truncate(start + most);
    }
}

/// Placements that make a line after the coming push.
fn line_makers(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    let game = &position.game;
    let (red, stop) = pawns(game);
    if game.reserve() > 0 {
        let (seen, next) = (position.prospects_after(1), position.prospects_after(2));
        let mut holes = seen.makers;
        if seen.standing {
            // If a line stands anyway, place the pawn where it matters next.
            let useful = holes & (seen.builders | next.builders);
            holes = if useful != 0 { useful } else { holes };
        }
        for hole in HoleSet::from_bits(holes).iter() {
            let more = (next.builders | next.makers | seen.builders) & hole.bit() != 0;
            out.push(ranked(Action::Put(hole), 1000 + i16::from(more)));
        }
        return;
    }
    for from in game.red_pawns().iter() {
        let holes = position.makers(red & !from.bit(), stop, 1) & !from.bit();
        for to in HoleSet::from_bits(holes).iter() {
            out.push(ranked(Action::Move { from, to }, 1000));
        }
    }
}

/// The red and the stop pawns on the plate.
fn pawns(game: &Abraxas) -> (u64, u64) {
    (game.red_pawns().bits(), game.stop_pawns().bits())
}

/// Red pawns: first those that make lines, then those that prepare a line the opponent cannot use
/// first, then those that give nothing away, then the rest; the last three groups are truncated.
fn placements(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    let start = out.len();
    line_makers(position, out);
    let quiet = out.len();
    let game = &position.game;
    if game.reserve() == 0 {
        return quiet_moves(position, start, out);
    }
    let (theirs, ours) = (position.prospects_after(2), position.prospects_after(3));
    let lines = out[start..].iter().fold(0, |set, play| match play.action {
        Action::Put(hole) => set | hole.bit(),
        _ => set,
    });
    let near = game.corner().map_or(0, |corner| LineScan::new(game, corner.previous()).near_red());
    for hole in HoleSet::from_bits(game.free_holes().bits() & !lines).iter() {
        let rank = quiet_rank(hole, theirs.builders | theirs.makers, ours.builders, near);
        out.push(ranked(Action::Put(hole), rank));
    }
    keep_best(out, quiet, MAX_QUIET_PLACEMENTS);
}

/// Rank of a placement that makes no line, by what it gives the opponent and what it prepares.
fn quiet_rank(hole: Hole, gives: u64, prepares: u64, near: u64) -> i16 {
    let bit = hole.bit();
    let (gives, prepares) = (gives & bit != 0, prepares & bit != 0);
    let middle = |at: u8| 4 - i16::from(at.abs_diff(3).min(at.abs_diff(4)));
    let central = middle(hole.column()) + middle(hole.row());
    let base = match (gives, prepares) {
        (false, true) => 300,
        (false, false) => 100,
        (true, true) => -50,
        (true, false) => -100,
    };
    base + central + if near & bit != 0 { 40 } else { 0 }
}

/// With an empty reserve: moves of pawns to holes where they give nothing away.
fn quiet_moves(position: &AbraxasNode, start: usize, out: &mut Vec<RankedAction>) {
    let quiet = out.len();
    let (red, stop) = pawns(&position.game);
    for from in position.game.red_pawns().iter() {
        let rest = red & !from.bit();
        let (theirs, ours) =
            (position.prospects_with(rest, stop, 2), position.prospects_with(rest, stop, 3));
        let loose = if theirs.makers == 0 { 200 } else { 0 };
        for to in position.game.free_holes().iter() {
            let gives = theirs.builders | theirs.makers;
            let rank = loose + quiet_rank(to, gives, ours.builders, 0);
            let play = ranked(Action::Move { from, to }, rank);
            if !out[start..quiet].contains(&play) {
                out.push(play);
            }
        }
    }
    keep_best(out, quiet, MAX_QUIET_PLACEMENTS);
}

/// Answers to a pawn placed on an extra turn: let it stand, or Stop.
fn stop_answers(position: &AbraxasNode, most: usize, out: &mut Vec<RankedAction>) {
    let Phase::Stop { from, at } = position.game.phase() else { return };
    let (red, stop) = pawns(&position.game);
    let line = position.prospects_with(red, stop, 1).standing;
    out.push(ranked(Action::Go, if line { 80 } else { 500 }));
    let back = red & !at.bit() | from.map_or(0, Hole::bit);
    stops(position, back, if line { most } else { most.min(2) }, out);
}

/// Stop pawns worth searching with these red pawns on the plate: those that break what the opponent
/// could use next, with or without a push.
fn stops(position: &AbraxasNode, red: u64, most: usize, out: &mut Vec<RankedAction>) {
    let start = out.len();
    let stop = position.game.stop_pawns().bits();
    // Without a push the opponent's next push leads to the first corner, with one to the second.
    let lines = [1, 2].map(|pushes| position.makers(red, stop, pushes));
    let mut holes = 0;
    for (pushes, makers) in (1..).zip(lines) {
        if makers != 0 {
            holes |= position.breakers(red, stop, pushes);
        }
    }
    if lines.contains(&0) || holes.count_ones() < 3 {
        // Nothing to break in one of the cases: then the tempo matters more than the hole.
        let [one, two, three] = [1, 2, 3].map(|n| position.prospects_with(red, stop, n).builders);
        for mut set in [one & three & !two, one, two, !(red | stop)] {
            set &= !holes;
            holes |= set & set.wrapping_neg();
            set &= set.wrapping_sub(1);
            holes |= set & set.wrapping_neg();
        }
    }
    for hole in HoleSet::from_bits(holes & !(red | stop)).iter() {
        let left = [1, 2].map(|n| position.makers(red, stop | hole.bit(), n).count_ones().min(9));
        let [fewer, more] = [left[0].min(left[1]) as i16, left[0].max(left[1]) as i16];
        out.push(ranked(Action::Stop(hole), 90 - 20 * fewer - 5 * more));
    }
    keep_best(out, start, most);
}

fn pushes(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    let game = &position.game;
    for corner in game.arrows() {
        let line = LineScan::new(game, corner).prospects().standing;
        out.push(ranked(Action::Push(corner), if line { 900 } else { 0 }));
    }
    if game.phase() == Phase::PushOrNot {
        out.push(ranked(Action::Stay, 10));
    }
}

/// Takings: most pawns first, then those that leave the taker a continuation.
fn takings(position: &AbraxasNode, out: &mut Vec<RankedAction>) {
    let start = out.len();
    let (red, stop) = pawns(&position.game);
    position.game.for_each_taking(|holes| {
        let next = position.makers(red & !holes.bits(), stop, 1);
        let rank = holes.len() as i16 * 100 + next.count_ones().min(9) as i16;
        out.push(ranked(Action::Take(holes), rank));
    });
    if out.len() == start {
        out.push(ranked(Action::End, 0));
    }
}
