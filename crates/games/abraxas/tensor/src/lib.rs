//! Abraxas for machine learning.
//!
//! Holes are counted from 0 in the order a1 a2 … h8. Two kinds of action are chosen in parts:
//! moving a pawn is lifting it and putting it; taking pawns is taking one after the other in the
//! order of the holes, and saying so when more could be taken.
//!
//! | numbers | action |
//! | --- | --- |
//! | h | a red pawn into hole h, from the reserve or the one just lifted |
//! | 64 + h | lift the red pawn of hole h |
//! | 128 + h | a stop pawn into hole h |
//! | 192 + h | take the pawn of hole h |
//! | 256–259 | lay the plate: sw se ne nw |
//! | 260–263 | push the plate to sw se ne nw |
//! | 264, 265, 266 | do not push; let the pawn go; end |
//! | 267 | take no further pawn of this line |
//!
//! Planes (10 rows from the bottom, 10 columns; hole a1 is row 1, column 1; the sheet shows where it
//! reaches beyond the plate): red pawns, stop pawns, printed dots, the pawn that may be stopped, the
//! pawns lifted or taken so far in the action under way. Scalars: the plate's corner (4, one-hot); the decision due (11,
//! one-hot: plate, turn, turn without stop, again, stop or go, push, push or not, take, take more,
//! take after a stop, over); own score, the opponent's; own stop pawns, the opponent's; reserve;
//! pawns to win; whether lines are claimed by the players.

use abaque_abraxas::{Abraxas, Action, ClaimMode, Corner, Hole, HoleSet, Phase, SHEET_STRIDE};
use abaque_core::{Game, Never, Seat};
use abaque_tensor::{Choice, GameTensors, NumberSet, mix};

const PUT: usize = 0;
const LIFT: usize = 64;
const STOP: usize = 128;
const TAKE: usize = 192;
const LAY: usize = 256;
const PUSH: usize = 260;
const STAY: usize = 264;
const GO: usize = 265;
const END: usize = 266;
const TAKEN: usize = 267;

/// Rows and columns of a plane: the plate, and the sheet around it.
const SIDE: usize = 10;

/// The part of an action that has been chosen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Draft {
    /// Nothing yet.
    #[default]
    Empty,
    /// A pawn has been lifted.
    Lifted(Hole),
    /// These pawns are being taken.
    Taking(HoleSet),
}

/// Takings that begin with some pawns, in the order of the holes.
struct Takings {
    /// The pawns are a taking themselves.
    is_whole: bool,
    /// The holes of the pawns that may be next.
    next: u64,
}

impl Takings {
    fn beginning_with(game: &Abraxas, pawns: HoleSet) -> Takings {
        let pawns = pawns.bits();
        // All bits up to the last pawn.
        let seen = u64::MAX.checked_shr(pawns.leading_zeros()).unwrap_or(0);
        let mut found = Takings { is_whole: false, next: 0 };
        game.for_each_taking(|holes| {
            if holes.bits() & seen == pawns {
                let rest = holes.bits() & !seen;
                found.is_whole |= rest == 0;
                found.next |= rest & rest.wrapping_neg();
            }
        });
        found
    }
}

fn mark_start(game: &Abraxas, legal: &mut NumberSet) {
    let free = game.free_holes().bits();
    let has_stop = game.stops_left(game.side()) > 0;
    match game.phase() {
        Phase::Corner => (0..4).for_each(|corner| legal.insert(LAY + corner)),
        phase if phase.is_placing() => {
            if game.reserve() > 0 {
                legal.insert_bits(PUT, free);
            } else {
                legal.insert_bits(LIFT, game.red_pawns().bits());
            }
            if has_stop && phase != Phase::PlaceNoStop {
                legal.insert_bits(STOP, free);
            }
            if phase == Phase::Again {
                legal.insert(END);
            }
        }
        Phase::Stop { from, at } => {
            // A stopped pawn goes back, so its hole is free and the one it came from is not.
            legal.insert_bits(STOP, (free | at.bit()) & !from.map_or(0, Hole::bit));
            legal.insert(GO);
        }
        phase if phase.is_taking() => {
            legal.insert_bits(TAKE, Takings::beginning_with(game, HoleSet::NONE).next);
            if game.options().claim == ClaimMode::Manual {
                legal.insert(END);
            }
        }
        Phase::Push | Phase::PushOrNot => {
            game.arrows().for_each(|corner| legal.insert(PUSH + corner as usize));
            if game.phase() == Phase::PushOrNot {
                legal.insert(STAY);
            }
        }
        _ => {}
    }
}

fn hole(number: usize) -> Hole {
    Hole::from_bit(number as u32)
}

/// Numbers and tensors of Abraxas.
pub struct Tensors;

impl GameTensors for Tensors {
    type Game = Abraxas;
    type Draft = Draft;

    const ACTIONS: usize = TAKEN + 1;
    const LOTS: usize = 0;
    const PLANES: [usize; 3] = [5, SIDE, SIDE];
    const SCALARS: usize = 22;
    const FINAL_PROGRESS: bool = true;

    #[inline]
    fn mark_legal(game: &Abraxas, draft: &Draft, _: &mut Vec<Action>, legal: &mut NumberSet) {
        match *draft {
            Draft::Empty => mark_start(game, legal),
            Draft::Lifted(_) => legal.insert_bits(PUT, game.free_holes().bits()),
            Draft::Taking(pawns) => {
                let takings = Takings::beginning_with(game, pawns);
                legal.insert_bits(TAKE, takings.next);
                if takings.is_whole {
                    legal.insert(TAKEN);
                }
            }
        }
    }

    #[inline]
    fn choose(game: &Abraxas, draft: &mut Draft, number: usize) -> Choice<Action> {
        let corner = |first: usize| Corner::ALL[(number - first) % 4];
        let action = match (*draft, number) {
            (Draft::Lifted(from), PUT..LIFT) => Action::Move { from, to: hole(number) },
            (_, PUT..LIFT) => Action::Put(hole(number)),
            (_, LIFT..STOP) => {
                *draft = Draft::Lifted(hole(number - LIFT));
                return Choice::Part;
            }
            (_, STOP..TAKE) => Action::Stop(hole(number - STOP)),
            (_, TAKE..LAY) => {
                let taken = if let Draft::Taking(pawns) = *draft { pawns.bits() } else { 0 };
                let pawns = HoleSet::from_bits(taken | hole(number - TAKE).bit());
                let takings = Takings::beginning_with(game, pawns);
                if takings.next != 0 {
                    *draft = Draft::Taking(pawns);
                    return Choice::Part;
                }
                Action::Take(pawns)
            }
            (_, LAY..PUSH) => Action::Lay(corner(LAY)),
            (_, PUSH..STAY) => Action::Push(corner(PUSH)),
            (_, STAY) => Action::Stay,
            (_, GO) => Action::Go,
            (_, END) => Action::End,
            (Draft::Taking(pawns), TAKEN) => Action::Take(pawns),
            _ => return Choice::Nothing,
        };
        Choice::Action(action)
    }

    fn numbers_of(game: &Abraxas, action: &Action, out: &mut Vec<usize>) {
        match *action {
            Action::Lay(corner) => out.push(LAY + corner as usize),
            Action::Put(at) => out.push(PUT + at.index()),
            Action::Move { from, to } => out.extend([LIFT + from.index(), PUT + to.index()]),
            Action::Stop(at) => out.push(STOP + at.index()),
            Action::Push(corner) => out.push(PUSH + corner as usize),
            Action::Stay => out.push(STAY),
            Action::Go => out.push(GO),
            Action::End => out.push(END),
            Action::Take(pawns) => {
                out.extend(pawns.iter().map(|at| TAKE + at.index()));
                if Takings::beginning_with(game, pawns).next != 0 {
                    out.push(TAKEN);
                }
            }
        }
    }

    fn part_text(_: &Abraxas, _: &Draft, number: usize) -> String {
        match number {
            LIFT..STOP => format!("lift {}", hole(number - LIFT)),
            _ => format!("take {}", hole(number)),
        }
    }

    fn roll_number(roll: &Never) -> usize {
        match *roll {}
    }

    #[inline]
    fn position_hash(game: &Abraxas) -> Option<u64> {
        if !game.phase().starts_turn() {
            return None;
        }
        let [first, second] = Seat::ALL
            .map(|seat| u64::from(game.score(seat)) << 8 | u64::from(game.stops_left(seat)));
        let corner = game.corner().map_or(4, |corner| corner as u64);
        let nostop = u64::from(game.phase() == Phase::PlaceNoStop);
        let small = nostop << 60
            | (game.side() as u64) << 56
            | corner << 48
            | u64::from(game.reserve()) << 32
            | first << 16
            | second;
        Some(mix(mix(mix(small, game.red_pawns().bits()), game.stop_pawns().bits()), 1))
    }

    #[inline]
    fn write_tensor(
        view: &Abraxas,
        viewer: Seat,
        draft: &Draft,
        planes: &mut [u8],
        scalars: &mut [u8],
    ) {
        let stoppable = if let Phase::Stop { at, .. } = view.phase() { at.bit() } else { 0 };
        let chosen = match draft {
            Draft::Empty => 0,
            Draft::Lifted(at) => at.bit(),
            Draft::Taking(pawns) => pawns.bits(),
        };
        let mut planes = planes.chunks_exact_mut(SIDE * SIDE);
        for holes in [view.red_pawns().bits(), view.stop_pawns().bits()] {
            mark_holes(&mut planes, holes);
        }
        mark_dots(&mut planes, view);
        for holes in [stoppable, chosen] {
            mark_holes(&mut planes, holes);
        }
        mark_scalars(view, viewer, scalars);
    }
}

/// Marks holes in the next plane.
#[inline]
fn mark_holes<'a>(planes: &mut impl Iterator<Item = &'a mut [u8]>, mut holes: u64) {
    let Some(plane) = planes.next() else { return };
    while holes != 0 {
        let at = Hole::from_bit(holes.trailing_zeros());
        plane[SIDE * usize::from(at.row() + 1) + usize::from(at.column() + 1)] = 1;
        holes &= holes - 1;
    }
}

/// Marks the dots of the sheet in the next plane, where they are under the plate; before it is laid
/// it counts as lying bottom left.
#[inline]
fn mark_dots<'a>(planes: &mut impl Iterator<Item = &'a mut [u8]>, view: &Abraxas) {
    let Some(plane) = planes.next() else { return };
    let (right, up) = view.corner().unwrap_or(Corner::Sw).offset();
    let mut dots = view.sheet().dots();
    while dots != 0 {
        let bit = dots.trailing_zeros() as u8;
        let (column, row) = (bit / SHEET_STRIDE + 1 - right, bit % SHEET_STRIDE + 1 - up);
        plane[SIDE * usize::from(row) + usize::from(column)] = 1;
        dots &= dots - 1;
    }
}

fn mark_scalars(view: &Abraxas, viewer: Seat, scalars: &mut [u8]) {
    if let Some(corner) = view.corner() {
        scalars[corner as usize] = 1;
    }
    scalars[4 + phase_index(view.phase())] = 1;
    let (other, options) = (viewer.other(), view.options());
    scalars[15..].copy_from_slice(&[
        view.score(viewer),
        view.score(other),
        view.stops_left(viewer),
        view.stops_left(other),
        view.reserve(),
        options.target,
        u8::from(options.claim == ClaimMode::Manual),
    ]);
}

/// The place of a decision in the scalars.
const fn phase_index(phase: Phase) -> usize {
    match phase {
        Phase::Corner => 0,
        Phase::Place => 1,
        Phase::PlaceNoStop => 2,
        Phase::Again => 3,
        Phase::Stop { .. } => 4,
        Phase::Push => 5,
        Phase::PushOrNot => 6,
        Phase::Take => 7,
        Phase::TakeMore => 8,
        Phase::TakeStop => 9,
        Phase::Over => 10,
    }
}
