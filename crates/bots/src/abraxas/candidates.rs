//! Which actions deserve a look, and in what order.

use abaque_abraxas::{Abraxas, Action, Corner, Hole, Holes, Phase};

use super::glance::Glance;
use super::position::{Play, Position};

/// Quiet placements looked at inside the search.
const QUIET: usize = 18;
/// Stop pawns looked at inside the search.
const STOPS: usize = 8;
/// Line-making placements, takings and Stops looked at in positions to be brought to rest.
const LOUD_PUTS: usize = 2;
const LOUD_TAKINGS: usize = 2;
const LOUD_STOPS: usize = 1;
/// Lines made one after the other there.
const LINKS: u8 = 2;

/// What is worth trying, the promising with a higher rank.
pub(super) fn all(position: &Position, out: &mut Vec<Play>) {
    if position.wide {
        wide(position, out);
    } else {
        chosen(position, out);
    }
}

/// Every legal action, ranked where the choice of candidates ranks it.
fn wide(position: &Position, out: &mut Vec<Play>) {
    use abaque_core::Game;
    let mut legal = Vec::new();
    position.game.legal(&mut legal);
    let mut best = Vec::new();
    chosen(position, &mut best);
    out.extend(legal.into_iter().map(|action| {
        let rank = best.iter().find(|play| play.action == action).map_or(-500, |play| play.rank);
        play(action, rank)
    }));
}

fn chosen(position: &Position, out: &mut Vec<Play>) {
    let game = &position.game;
    match game.phase() {
        Phase::Corner => out.extend(Corner::ALL.map(|corner| play(Action::Lay(corner), 0))),
        Phase::Place | Phase::PlaceNoStop | Phase::Again => {
            placements(position, out);
            if game.phase() != Phase::PlaceNoStop && game.stops_left(game.side()) > 0 {
                stops(position, game.red_pawns().bits(), STOPS, out);
            }
            if game.phase() == Phase::Again {
                out.push(play(Action::End, 200));
            }
        }
        Phase::Stop { .. } => {
            answers(position, if position.links > 0 { LOUD_STOPS } else { STOPS }, out);
        }
        Phase::Push | Phase::PushOrNot => {
            pushes(position, out);
        }
        Phase::Take | Phase::TakeMore | Phase::TakeStop => {
            takings(position, out);
            if position.links > 0 {
                keep(out, 0, LOUD_TAKINGS);
            }
        }
        Phase::Over => {}
    }
}

/// What must be played out before a position can be judged. Long turns are cut: after some lines
/// the rest is judged.
pub(super) fn loud(position: &Position, out: &mut Vec<Play>) {
    if position.game.phase().is_placing() && position.links < LINKS {
        let start = out.len();
        makers(position, out);
        keep(out, start, LOUD_PUTS);
        for play in &mut out[start..] {
            play.restless = true;
        }
    }
}

/// An action and what it promises.
fn play(action: Action, rank: i16) -> Play {
    Play { action, rank, restless: false }
}

/// Keeps the `most` highest ranks of those found since `start`.
fn keep(out: &mut Vec<Play>, start: usize, most: usize) {
    if out.len() - start > most {
        out[start..].sort_by_key(|play| -play.rank);
        out.truncate(start + most);
    }
}

/// Placements that make a line after the coming push.
fn makers(position: &Position, out: &mut Vec<Play>) {
    let game = &position.game;
    let (red, stop) = pawns(game);
    if game.reserve() > 0 {
        let (seen, next) = (position.ahead(1), position.ahead(2));
        let mut holes = seen.makers;
        if seen.standing {
            // Where a line stands anyway the pawn goes where it matters next.
            let useful = holes & (seen.builders | next.builders);
            holes = if useful != 0 { useful } else { holes };
        }
        for hole in Holes::from_bits(holes).iter() {
            let more = (next.builders | next.makers | seen.builders) & hole.bit() != 0;
            out.push(play(Action::Put(hole), 1000 + i16::from(more)));
        }
        return;
    }
    for from in game.red_pawns().iter() {
        let holes = position.makers(red & !from.bit(), stop, 1) & !from.bit();
        for to in Holes::from_bits(holes).iter() {
            out.push(play(Action::Move { from, to }, 1000));
        }
    }
}

/// The red and the stop pawns on the plate.
fn pawns(game: &Abraxas) -> (u64, u64) {
    (game.red_pawns().bits(), game.stop_pawns().bits())
}

/// Red pawns: those that make lines, then those that prepare one the opponent cannot use first,
/// then those that give nothing away, then the rest; the last three kinds are cut short.
fn placements(position: &Position, out: &mut Vec<Play>) {
    let start = out.len();
    makers(position, out);
    let quiet = out.len();
    let game = &position.game;
    if game.reserve() == 0 {
        return quiet_moves(position, start, out);
    }
    let (theirs, ours) = (position.ahead(2), position.ahead(3));
    let lines = out[start..].iter().fold(0, |set, play| match play.action {
        Action::Put(hole) => set | hole.bit(),
        _ => set,
    });
    let near = game.corner().map_or(0, |corner| Glance::new(game, corner.previous()).near());
    for hole in Holes::from_bits(game.free_holes().bits() & !lines).iter() {
        let rank = quiet_rank(hole, theirs.builders | theirs.makers, ours.builders, near);
        out.push(play(Action::Put(hole), rank));
    }
    keep(out, quiet, QUIET);
}

/// How a placement that makes no line looks: what it gives the opponent, what it prepares.
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

/// With an empty reserve: pawns moved to where they give nothing away.
fn quiet_moves(position: &Position, start: usize, out: &mut Vec<Play>) {
    let quiet = out.len();
    let (red, stop) = pawns(&position.game);
    for from in position.game.red_pawns().iter() {
        let rest = red & !from.bit();
        let (theirs, ours) = (position.foreseen(rest, stop, 2), position.foreseen(rest, stop, 3));
        let loose = if theirs.makers == 0 { 200 } else { 0 };
        for to in position.game.free_holes().iter() {
            let gives = theirs.builders | theirs.makers;
            let rank = loose + quiet_rank(to, gives, ours.builders, 0);
            let play = play(Action::Move { from, to }, rank);
            if !out[start..quiet].contains(&play) {
                out.push(play);
            }
        }
    }
    keep(out, quiet, QUIET);
}

/// Answers to a pawn put by who plays again: let it go, or Stop.
fn answers(position: &Position, most: usize, out: &mut Vec<Play>) {
    let Phase::Stop { from, at } = position.game.phase() else { return };
    let (red, stop) = pawns(&position.game);
    let line = position.foreseen(red, stop, 1).standing;
    out.push(play(Action::Go, if line { 80 } else { 500 }));
    let back = red & !at.bit() | from.map_or(0, Hole::bit);
    stops(position, back, if line { most } else { most.min(2) }, out);
}

/// Stop pawns worth a thought with these red pawns on the plate: where they break what the opponent
/// could use next, with or without a push.
fn stops(position: &Position, red: u64, most: usize, out: &mut Vec<Play>) {
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
        // Nothing to break on one of the ways: then the hole matters less than the tempo.
        let [one, two, three] = [1, 2, 3].map(|n| position.foreseen(red, stop, n).builders);
        for mut set in [one & three & !two, one, two, !(red | stop)] {
            set &= !holes;
            holes |= set & set.wrapping_neg();
            set &= set.wrapping_sub(1);
            holes |= set & set.wrapping_neg();
        }
    }
    for hole in Holes::from_bits(holes & !(red | stop)).iter() {
        let left = [1, 2].map(|n| position.makers(red, stop | hole.bit(), n).count_ones().min(9));
        let [fewer, more] = [left[0].min(left[1]) as i16, left[0].max(left[1]) as i16];
        out.push(play(Action::Stop(hole), 90 - 20 * fewer - 5 * more));
    }
    keep(out, start, most);
}

fn pushes(position: &Position, out: &mut Vec<Play>) {
    let game = &position.game;
    for corner in game.arrows() {
        let line = Glance::new(game, corner).prospects().standing;
        out.push(play(Action::Push(corner), if line { 900 } else { 0 }));
    }
    if game.phase() == Phase::PushOrNot {
        out.push(play(Action::Stay, 10));
    }
}

/// Takings: many pawns first, then those that leave the taker something to go on with.
fn takings(position: &Position, out: &mut Vec<Play>) {
    let start = out.len();
    let (red, stop) = pawns(&position.game);
    position.game.takings(|holes| {
        let next = position.makers(red & !holes.bits(), stop, 1);
        let rank = holes.len() as i16 * 100 + next.count_ones().min(9) as i16;
        out.push(play(Action::Take(holes), rank));
    });
    if out.len() == start {
        out.push(play(Action::End, 0));
    }
}
