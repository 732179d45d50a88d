//! Abalone for machine learning.
//!
//! Both players see the board from their own side: for White it is turned by half a turn, points
//! and directions alike. Points are counted from 0 in the order a1 a2 … i9.
//!
//! | numbers | action |
//! | --- | --- |
//! | 61 · (5 d) + p | in line in direction d (E NE NW W SW SE), rear ball on point p |
//! | 61 · (5 d + 1) + p | arrow of two balls in direction d, first end p, along the next axis |
//! | 61 · (5 d + 2) + p | arrow of three balls, the same |
//! | 61 · (5 d + 3) + p, 61 · (5 d + 4) + p | arrows of two and three balls along the axis after that |
//! | 61 · 30 + p | placing a ball on point p |
//!
//! The axes are E, NE and NW, in a circle; those of direction d begin after d's own.
//!
//! Planes (9 rows `a` to `i`, 9 columns 1 to 9): own balls, the opponent's. Scalars: own balls lost,
//! the opponent's; own balls in hand, the opponent's; balls to eject.

use abaque_abalone::{Abalone, Action, ArrowMove, Direction, LineMove, Point};
use abaque_core::{Game, Never, Seat};
use abaque_tensor::{Choice, GameTensors, NumberSet, mix};

/// Points of the board.
const POINTS: usize = 61;
/// The first number of a placement.
const PLACING: usize = 30 * POINTS;
const ROW: usize = 9;

/// The number of every point, from each side, by [`Point::index`].
static NUMBER_OF: [[u8; POINTS]; 2] = {
    let mut table = [[0; POINTS]; 2];
    let mut i = 0;
    while i < POINTS {
        let mut before = 0;
        let mut other = 0;
        while other < POINTS {
            if let (Some(point), Some(other)) = (Point::from_index(i), Point::from_index(other)) {
                let (row, number) = (other.row(), other.number());
                if row < point.row() || row == point.row() && number < point.number() {
                    before += 1;
                }
            }
            other += 1;
        }
        table[0][i] = before;
        table[1][i] = POINTS as u8 - 1 - before;
        i += 1;
    }
    table
};

/// The inverse of [`NUMBER_OF`].
static POINT_OF: [[u8; POINTS]; 2] = {
    let mut table = [[0; POINTS]; 2];
    let mut i = 0;
    while i < POINTS {
        table[0][NUMBER_OF[0][i] as usize] = i as u8;
        table[1][NUMBER_OF[1][i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// The cell of every point in a plane, from each side, by [`Point::index`].
static CELL_OF: [[u8; POINTS]; 2] = {
    let mut table = [[0; POINTS]; 2];
    let mut i = 0;
    while i < POINTS {
        if let Some(point) = Point::from_index(i) {
            let cell = ROW as u8 * point.row() + point.number() - 1;
            table[0][i] = cell;
            table[1][i] = (ROW * ROW) as u8 - 1 - cell;
        }
        i += 1;
    }
    table
};

/// A direction as the player sees it.
const fn seen(direction: Direction, seat: Seat) -> Direction {
    match seat {
        Seat::First => direction,
        Seat::Second => direction.opposite(),
    }
}

fn number_of(seat: Seat, point: Point) -> usize {
    usize::from(NUMBER_OF[seat.index()][point.index()])
}

fn point_of(seat: Seat, number: usize) -> Option<Point> {
    Point::from_index(usize::from(*POINT_OF[seat.index()].get(number)?))
}

fn action_number(seat: Seat, action: &Action) -> usize {
    match action {
        Action::Line(line) => {
            5 * POINTS * seen(line.toward(), seat) as usize + number_of(seat, line.rear())
        }
        Action::Arrow(arrow) => {
            let toward = seen(arrow.toward(), seat) as usize;
            let axis = (arrow.along() as usize + 2 - toward % 3) % 3;
            let kind = 2 * axis + usize::from(arrow.balls()) - 1;
            // The end that comes first from the player's own side.
            let end = match seat {
                Seat::First => arrow.first(),
                Seat::Second => arrow.last(),
            };
            POINTS * (5 * toward + kind) + number_of(seat, end)
        }
        Action::Place(point) => PLACING + number_of(seat, *point),
    }
}

fn action_of(seat: Seat, number: usize) -> Option<Action> {
    let point = point_of(seat, number % POINTS)?;
    let kind = number / POINTS;
    if kind == 30 {
        return Some(Action::Place(point));
    }
    let toward = *Direction::ALL.get(kind / 5)?;
    let kind = kind % 5;
    // The two axes after that of the move itself.
    let along = Direction::ALL[(toward as usize + if kind < 3 { 1 } else { 2 }) % 3];
    let (toward, along) = (seen(toward, seat), seen(along, seat));
    match kind {
        0 => LineMove::new(point, toward).map(Action::Line),
        kind => {
            let second = point.step(along)?;
            let end = if kind % 2 == 1 { second } else { second.step(along)? };
            ArrowMove::new(point, end, toward).ok().map(Action::Arrow)
        }
    }
}

/// Numbers and tensors of Abalone.
pub struct Tensors;

impl GameTensors for Tensors {
    type Game = Abalone;
    type Draft = ();

    const ACTIONS: usize = PLACING + POINTS;
    const LOTS: usize = 0;
    const PLANES: [usize; 3] = [2, ROW, ROW];
    const SCALARS: usize = 5;
    const FINAL_PROGRESS: bool = true;

    #[inline]
    fn mark_legal(game: &Abalone, (): &(), actions: &mut Vec<Action>, legal: &mut NumberSet) {
        let seat = game.side();
        game.legal_actions(actions);
        for action in actions {
            legal.insert(action_number(seat, action));
        }
    }

    #[inline]
    fn choose(game: &Abalone, (): &mut (), number: usize) -> Choice<Action> {
        action_of(game.side(), number).map_or(Choice::Nothing, Choice::Action)
    }

    fn numbers_of(game: &Abalone, action: &Action, out: &mut Vec<usize>) {
        out.push(action_number(game.side(), action));
    }

    fn roll_number(roll: &Never) -> usize {
        match *roll {}
    }

    #[inline]
    fn position_hash(game: &Abalone) -> Option<u64> {
        let [own, opposing] = Seat::ALL.map(|seat| {
            let counts = u64::from(game.lost(seat)) << 4 | u64::from(game.hand(seat));
            mix(game.balls(seat).bits(), counts)
        });
        Some(mix(mix(own, opposing), game.side() as u64))
    }

    #[inline]
    fn write_tensor(view: &Abalone, viewer: Seat, (): &(), planes: &mut [u8], scalars: &mut [u8]) {
        let cells = &CELL_OF[viewer.index()];
        for (plane, seat) in planes.chunks_exact_mut(ROW * ROW).zip([viewer, viewer.other()]) {
            for point in view.balls(seat) {
                plane[usize::from(cells[point.index()])] = 1;
            }
        }
        let other = viewer.other();
        scalars.copy_from_slice(&[
            view.lost(viewer),
            view.lost(other),
            view.hand(viewer),
            view.hand(other),
            view.options().target(),
        ]);
    }
}
