//! Blocs-pions for machine learning.
//!
//! Both players see the board from their own side: for Red it is turned by half a turn. Fields are
//! counted from 0 in the order of positions: d8 e8 b7 … e1. Tensors hold what the viewer knows, like
//! the views they are written from: information-state tensors.
//!
//! A set-up is chosen in twelve parts, one block and rod per field, in the order c3 d3 e3 f3 b2 … g2
//! d1 e1. The pawn in the window is always the player's own; where the rod is given, only its numbers
//! are legal.
//!
//! | numbers | action |
//! | --- | --- |
//! | 9 r + 3 l + u | part of a set-up: rod r (small, large), then the two pawns outside the window, the lower l and the upper u (own, opposing, neutral) |
//! | 18 + 44 k + f | move k of the block on field f: k is 0 to 2 for two rods straight ahead, ahead right, ahead left; 3 to 5 for one rod; 6, 7 for a neutral block back right, back left |
//! | 370 | take |
//! | 371, 372 | turn the board clockwise, counter-clockwise |
//! | 373 | pass |
//!
//! | lots | outcome |
//! | --- | --- |
//! | 0, 1 | Blue or Red starts |
//!
//! Planes (8 rows from the viewer's side, 8 columns): blocks that show the own colour, the
//! opponent's, neutral; built by the viewer, by the opponent; rods known to be small, large; secret
//! rods; the bottom pawn known to be own, opposing, neutral, the middle pawn, the top pawn; the block
//! that must act. Scalars: set-up, lot, move, act, over (one-hot); blocks shown own, opposing,
//! neutral; the small rods among those that the viewer does not know, and all of them; quarter-turns (4, one-hot); in the own set-up, parts chosen and own, opposing and neutral pawns,
//! small and large rods left.

use abaque_blocs::{
    Action, Blocs, Colour, Field, Phase, QuarterTurn, Rod, Roll, Setup, SetupItem, View,
};
use abaque_core::{Game, Seat};
use abaque_tensor::{Choice, GameTensors, NumberSet, expand_board, mix};

const FIELDS: usize = Field::ALL.len();
/// The first number of a move.
const MOVES: usize = 18;
const TAKE: usize = MOVES + 8 * FIELDS;
const TURN: usize = TAKE + 1;
const PASS: usize = TURN + 2;

/// Columns and rows of the eight moves, from the player's side.
static STEPS: [(i8, i8); 8] = [(0, 2), (2, 2), (-2, 2), (0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Planes of a tensor.
const PLANES: usize = 18;

/// The index of every field in [`Field::ALL`], by bit.
static INDEX_OF: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < FIELDS {
        let field = Field::ALL[i];
        table[8 * field.row() as usize + field.column() as usize] = i as u8;
        i += 1;
    }
    table
};

fn field_number(seat: Seat, field: Field) -> usize {
    let index = INDEX_OF[8 * usize::from(field.row()) + usize::from(field.column())];
    turned(seat, usize::from(index))
}

/// The number of a field from the other side; a half-turn reverses their order.
const fn turned(seat: Seat, number: usize) -> usize {
    match seat {
        Seat::First => number,
        Seat::Second => FIELDS - 1 - number,
    }
}

/// The set-up parts chosen so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    items: [SetupItem; 12],
    chosen: u8,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft { items: [SetupItem::new(Rod::Small, [Colour::Neutral; 3]); 12], chosen: 0 }
    }
}

/// What is left for the rest of a set-up.
struct Remaining {
    /// Own, opposing and neutral pawns.
    pawns: [u8; 3],
    /// Small and large rods.
    rods: [u8; 2],
}

/// The colours from a player's side: own, opposing, neutral.
const fn colours(seat: Seat) -> [Colour; 3] {
    [Colour::of_player(seat), Colour::of_player(seat.other()), Colour::Neutral]
}

impl Draft {
    fn items(&self) -> impl Iterator<Item = (usize, SetupItem)> {
        self.items.into_iter().take(usize::from(self.chosen)).enumerate()
    }

    /// The field of the next part, and the rod given there.
    fn next(&self, game: &Blocs, seat: Seat) -> Option<(Field, Option<Rod>)> {
        let field = *Setup::fields(seat).get(usize::from(self.chosen))?;
        Some((field, game.rod(field)))
    }

    fn remaining(&self, seat: Seat, zone: abaque_blocs::ZoneSize) -> Remaining {
        let each = zone.rods_of_each_size();
        let mut left = Remaining { pawns: [6, 6, 12], rods: [each; 2] };
        let fields = Setup::fields(seat);
        for (i, item) in self.items() {
            if zone.is_planted_by(seat, fields[i]) {
                let rods = &mut left.rods[item.rod() as usize];
                *rods = rods.saturating_sub(1);
            }
            for pawn in outside_window(item) {
                let pawns = &mut left.pawns[colour_number(seat, pawn)];
                *pawns = pawns.saturating_sub(1);
            }
        }
        left
    }

    fn mark_legal(&self, game: &Blocs, seat: Seat, legal: &mut NumberSet) {
        let Some((_, given)) = self.next(game, seat) else { return };
        let left = self.remaining(seat, game.options().zone);
        for (rod, first) in [(Rod::Small, 0), (Rod::Large, 9)] {
            let may = given.map_or(left.rods[rod as usize] > 0, |given| given == rod);
            for (low, high) in (0..9).map(|pair| (pair / 3, pair % 3)).filter(|_| may) {
                let both = if low == high { 2 } else { 1 };
                if left.pawns[low] >= both && left.pawns[high] >= 1 {
                    legal.insert(first + 3 * low + high);
                }
            }
        }
    }

    fn choose(&mut self, seat: Seat, number: usize) -> Choice<Action> {
        let own = colours(seat);
        let (low, high) = (own[number % 9 / 3], own[number % 3]);
        let Some(item) = self.items.get_mut(usize::from(self.chosen)) else {
            return Choice::Nothing;
        };
        *item = match number / 9 {
            0 => SetupItem::new(Rod::Small, [low, own[0], high]),
            _ => SetupItem::new(Rod::Large, [own[0], low, high]),
        };
        self.chosen += 1;
        match self.chosen {
            12 => Choice::Action(Action::Setup(Setup::new(self.items))),
            _ => Choice::Part,
        }
    }
}

/// The lower and the upper pawn that the window does not show.
fn outside_window(item: SetupItem) -> [Colour; 2] {
    let [bottom, middle, top] = item.pawns();
    match item.rod() {
        Rod::Small => [bottom, top],
        Rod::Large => [middle, top],
    }
}

const fn colour_number(seat: Seat, colour: Colour) -> usize {
    match (colour, seat) {
        (Colour::Neutral, _) => 2,
        (Colour::Blue, Seat::First) | (Colour::Red, Seat::Second) => 0,
        _ => 1,
    }
}

fn move_number(seat: Seat, from: Field, to: Field) -> usize {
    let (mut east, mut north) =
        (to.column() as i8 - from.column() as i8, to.row() as i8 - from.row() as i8);
    if seat == Seat::Second {
        (east, north) = (-east, -north);
    }
    let kind = match (north, east.signum()) {
        (2, 0) => 0,
        (2, 1) => 1,
        (2, _) => 2,
        (1, 0) => 3,
        (1, 1) => 4,
        (1, _) => 5,
        (_, 1) => 6,
        _ => 7,
    };
    MOVES + FIELDS * kind + field_number(seat, from)
}

fn move_of(seat: Seat, number: usize) -> Option<Action> {
    let from = *Field::ALL.get(turned(seat, (number - MOVES) % FIELDS))?;
    let (east, north) = *STEPS.get((number - MOVES) / FIELDS)?;
    let to = match seat {
        Seat::First => from.offset(east, north),
        Seat::Second => from.offset(-east, -north),
    };
    Some(Action::Move { from, to: to? })
}

/// The block that the one on a field can take: there is at most one.
fn victim(game: &Blocs, seat: Seat, field: Field) -> Option<Field> {
    let is_neutral = game.colour(field) == Some(Colour::Neutral);
    let (east, north) = if is_neutral { (0, 1) } else { (1, 0) };
    let opposing = Some(Colour::of_player(seat.other()));
    [1, -1].into_iter().find_map(|side| {
        let victim = field.offset(side * east, side * north)?;
        let beyond = field.offset(-side * east, -side * north)?;
        (game.colour(victim) == opposing && game.colour(beyond).is_none()).then_some(victim)
    })
}

fn action_number(seat: Seat, action: &Action) -> usize {
    match *action {
        Action::Move { from, to } => move_number(seat, from, to),
        Action::Take(_) => TAKE,
        Action::Turn(QuarterTurn::Cw) => TURN,
        Action::Turn(QuarterTurn::Ccw) => TURN + 1,
        Action::Pass | Action::Setup(_) => PASS,
    }
}

/// Numbers and tensors of Blocs-pions.
pub struct Tensors;

impl GameTensors for Tensors {
    type Game = Blocs;
    type Draft = Draft;

    const ACTIONS: usize = PASS + 1;
    const LOTS: usize = 2;
    const PLANES: [usize; 3] = [PLANES, 8, 8];
    const SCALARS: usize = 20;
    // Blocks may go back to where they were before a new low.
    const FINAL_PROGRESS: bool = false;

    #[inline]
    fn mark_legal(game: &Blocs, draft: &Draft, actions: &mut Vec<Action>, legal: &mut NumberSet) {
        match game.phase() {
            Phase::Setup(seat) => draft.mark_legal(game, seat, legal),
            Phase::Move(seat) | Phase::Act(seat, _) => {
                game.legal_actions(actions);
                for action in actions {
                    legal.insert(action_number(seat, action));
                }
            }
            Phase::Lot | Phase::Over(_) => {}
        }
    }

    #[inline]
    fn choose(game: &Blocs, draft: &mut Draft, number: usize) -> Choice<Action> {
        let action = match (game.phase(), number) {
            (Phase::Setup(seat), 0..MOVES) => return draft.choose(seat, number),
            (Phase::Move(seat), MOVES..TAKE) => move_of(seat, number),
            (Phase::Act(seat, field), TAKE) => victim(game, seat, field).map(Action::Take),
            (Phase::Act(..), TURN) => Some(Action::Turn(QuarterTurn::Cw)),
            (Phase::Act(..), n) if n == TURN + 1 => Some(Action::Turn(QuarterTurn::Ccw)),
            (Phase::Move(_), PASS) => Some(Action::Pass),
            _ => None,
        };
        action.map_or(Choice::Nothing, Choice::Action)
    }

    fn numbers_of(game: &Blocs, action: &Action, out: &mut Vec<usize>) {
        match (game.phase(), action) {
            (Phase::Setup(seat), Action::Setup(setup)) => {
                out.extend(setup.items().iter().map(|&item| {
                    let [low, high] = outside_window(item).map(|pawn| colour_number(seat, pawn));
                    9 * (item.rod() as usize) + 3 * low + high
                }));
            }
            (Phase::Move(seat) | Phase::Act(seat, _), action) => {
                out.push(action_number(seat, action));
            }
            _ => {}
        }
    }

    fn part_text(game: &Blocs, draft: &Draft, number: usize) -> String {
        let Phase::Setup(seat) = game.phase() else { return format!("#{number}") };
        let (mut copy, field) = (*draft, draft.next(game, seat).map(|(field, _)| field));
        let at = usize::from(draft.chosen);
        copy.choose(seat, number);
        match (field, copy.items.get(at)) {
            (Some(field), Some(item)) => format!("{field}:{item}"),
            _ => format!("#{number}"),
        }
    }

    fn roll_number(roll: &Roll) -> usize {
        roll.0.index()
    }

    #[inline]
    fn position_hash(game: &Blocs) -> Option<u64> {
        matches!(game.phase(), Phase::Move(_)).then(|| mix(game.fingerprint(), 0))
    }

    #[inline]
    fn write_tensor(
        view: &View,
        viewer: Seat,
        draft: &Draft,
        planes: &mut [u8],
        scalars: &mut [u8],
    ) {
        let mut boards = boards(view, viewer);
        if matches!(view.phase(), Phase::Setup(seat) if seat == viewer) && draft.chosen > 0 {
            add_draft(draft, viewer, &mut boards);
        }
        for (plane, board) in planes.chunks_exact_mut(64).zip(boards) {
            let seen = if viewer == Seat::First { board } else { board.reverse_bits() };
            expand_board(seen, plane);
        }
        write_scalars(view, viewer, draft, scalars);
    }
}

/// The planes as bitboards, as the board lies.
#[inline]
fn boards(view: &View, viewer: Seat) -> [u64; PLANES] {
    let mut boards = [0; PLANES];
    for (board, colour) in boards.iter_mut().zip(colours(viewer)) {
        *board = view.shown_bits(colour);
    }
    boards[5] = view.rod_bits(Rod::Small);
    boards[6] = view.rod_bits(Rod::Large);
    boards[7] = view.secret_bits();
    for (builder, bit, pawns) in view.blocks() {
        boards[if builder == viewer { 3 } else { 4 }] |= bit;
        for (first, pawn) in [8, 11, 14].into_iter().zip(pawns) {
            if let Some(pawn) = pawn {
                boards[first + colour_number(viewer, pawn)] |= bit;
            }
        }
    }
    if let Phase::Act(_, field) = view.phase() {
        boards[17] = bit_of(field);
    }
    boards
}

const fn bit_of(field: Field) -> u64 {
    1 << (8 * field.row() + field.column())
}

/// Adds the player's own set-up as far as it is chosen.
fn add_draft(draft: &Draft, viewer: Seat, boards: &mut [u64; PLANES]) {
    for (field, (_, item)) in Setup::fields(viewer).into_iter().zip(draft.items()) {
        let bit = bit_of(field);
        boards[0] |= bit;
        boards[3] |= bit;
        boards[5 + item.rod() as usize] |= bit;
        for (first, pawn) in [8, 11, 14].into_iter().zip(item.pawns()) {
            boards[first + colour_number(viewer, pawn)] |= bit;
        }
    }
}

fn write_scalars(view: &View, viewer: Seat, draft: &Draft, scalars: &mut [u8]) {
    let phase = match view.phase() {
        Phase::Setup(_) => 0,
        Phase::Lot => 1,
        Phase::Move(_) => 2,
        Phase::Act(..) => 3,
        Phase::Over(_) => 4,
    };
    scalars[phase] = 1;
    let shown = view.shown_counts();
    for (place, colour) in scalars[5..8].iter_mut().zip(colours(viewer)) {
        *place = shown[colour.index()];
    }
    let [small, all] = view.unknown_rods();
    (scalars[8], scalars[9]) = (small, all);
    scalars[10 + usize::from(view.quarter_turns() % 4)] = 1;
    if matches!(view.phase(), Phase::Setup(seat) if seat == viewer) {
        let left = draft.remaining(viewer, view.options().zone);
        scalars[14] = draft.chosen;
        scalars[15..18].copy_from_slice(&left.pawns);
        scalars[18..20].copy_from_slice(&left.rods);
    }
}
