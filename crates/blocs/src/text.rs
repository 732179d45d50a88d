//! Positions as text: printing, and reading the three fields of the grammar.

use std::fmt;

use abaque_core::{BadText, Outcome, Said, Seat, said, split_fields};

use crate::block::{Colour, Rod, Stack};
use crate::field::{Field, Fields};
use crate::state::{Blocs, Phase, builder};

const LETTERS: [char; 2] = ['b', 'r'];

impl fmt::Display for Blocs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write(self, 0, f)
    }
}

/// Writes a position; the rods on `hidden` fields and unknown pawns become `?`.
pub(crate) fn write(game: &Blocs, hidden: Fields, f: &mut fmt::Formatter) -> fmt::Result {
    let mut row = 7;
    for (i, field) in Field::ALL.into_iter().enumerate() {
        if i > 0 {
            f.write_str(if field.row() == row { "," } else { "/" })?;
        }
        row = field.row();
        let rod = match game.rod(field) {
            None => '.',
            Some(_) if field.within(hidden) => '?',
            Some(rod) if game.is_secret(field) => rod.letter().to_ascii_uppercase(),
            Some(rod) => rod.letter(),
        };
        write!(f, "{rod}")?;
        if let (Some(id), Some(colour)) = (game.id_on(field), game.colour(field)) {
            let mut slots = [0, 1, 2];
            if game.is_turned_over(id) {
                slots.reverse();
            }
            let pawn = |slot| game.stacks[id].get(slot).map_or('?', Colour::letter);
            let [bottom, middle, top] = slots.map(pawn);
            let (open, close) = brackets(builder(id));
            write!(f, "{}{open}{bottom}{middle}{top}{close}", colour.letter())?;
        }
    }
    let letter = |seat: Seat| LETTERS[seat.index()];
    match game.phase {
        Phase::Setup(seat) => write!(f, " {} setup", letter(seat)),
        Phase::Lot => f.write_str(" - lot"),
        Phase::Move(seat) => write!(f, " {} move", letter(seat)),
        Phase::Act(seat, field) => write!(f, " {} act:{field}", letter(seat)),
        Phase::Over(outcome) => write!(f, " {} over", outcome.winner().map_or('-', letter)),
    }
}

const fn brackets(builder: Seat) -> (char, char) {
    match builder {
        Seat::First => ('(', ')'),
        Seat::Second => ('[', ']'),
    }
}

/// A rod as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RodMark {
    /// `.`
    Gap,
    /// `?`
    Unknown,
    /// A letter, and whether it is upper case.
    Rod(Rod, bool),
}

/// A block as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockMark {
    pub(crate) builder: Seat,
    pub(crate) shown: Colour,
    pub(crate) stack: Stack,
}

/// One field as written.
pub(crate) type Cell = (RodMark, Option<BlockMark>);

/// The whole of a position as written: spelled, not yet sensible.
pub(crate) struct Written {
    /// In the order of [`Field::ALL`].
    pub(crate) cells: [Cell; 44],
    pub(crate) side: Option<Seat>,
    pub(crate) phase: Word,
}

/// The word in PHASE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Lot,
    Setup,
    Move,
    Act(Field),
    Over,
}

pub(crate) fn bad_board(said: Said) -> BadText {
    BadText::new("BOARD", said)
}

pub(crate) fn bad_phase(said: Said) -> BadText {
    BadText::new("PHASE", said)
}

pub(crate) fn read(text: &str) -> Result<Written, BadText> {
    let [board, side, phase] = split_fields(text, ["BOARD", "SIDE", "PHASE"])?;
    let cells = read_board(board)?;
    let side = match side {
        "b" => Some(Seat::First),
        "r" => Some(Seat::Second),
        "-" => None,
        _ => {
            return Err(BadText::new(
                "SIDE",
                said!(
                    "`{side}` is no side; allowed: b, r, -",
                    "« {side} » n'est pas un camp ; possibles : b, r, -"
                ),
            ));
        }
    };
    let phase = read_phase(phase)?;
    match (phase, side) {
        (Word::Lot, Some(_)) => Err(BadText::new(
            "SIDE",
            said!("in phase `lot` the side is `-`", "en phase « lot », le camp est « - »"),
        )),
        (Word::Setup | Word::Move | Word::Act(_), None) => Err(BadText::new(
            "SIDE",
            said!(
                "`-` is the side only in phase `lot` and in drawn games; here it is b or r",
                "« - » n'est le camp qu'en phase « lot » et dans les parties nulles ; ici c'est b ou r"
            ),
        )),
        _ => Ok(Written { cells, side, phase }),
    }
}

fn read_phase(text: &str) -> Result<Word, BadText> {
    match text {
        "lot" => Ok(Word::Lot),
        "setup" => Ok(Word::Setup),
        "move" => Ok(Word::Move),
        "over" => Ok(Word::Over),
        _ => match text.strip_prefix("act:") {
            Some(field) => {
                Ok(Word::Act(field.parse().map_err(|bad: BadText| bad_phase(bad.said))?))
            }
            None => Err(bad_phase(said!(
                "`{text}` is no phase; allowed: lot, setup, move, act:FIELD, over",
                "« {text} » n'est pas une phase ; possibles : lot, setup, move, act:EMPLACEMENT, over"
            ))),
        },
    }
}

fn read_board(text: &str) -> Result<[Cell; 44], BadText> {
    let mut cells = [(RodMark::Gap, None); 44];
    let mut next = Field::ALL.into_iter().enumerate().peekable();
    let mut rows = 0;
    for (i, row) in text.split('/').enumerate() {
        rows += 1;
        if i > 7 {
            continue;
        }
        let number = 8 - i;
        let mut parts = row.split(',');
        while let Some((n, field)) = next.next_if(|(_, field)| usize::from(field.row()) == 7 - i) {
            let Some(part) = parts.next() else {
                return Err(bad_board(said!(
                    "row {number} ends before {field}",
                    "la rangée {number} s'arrête avant {field}"
                )));
            };
            cells[n] = read_cell(part).ok_or_else(|| {
                bad_board(said!(
                    "`{part}` on {field} is no field; write the rod (s, l, S, L) and, if a block stands there, its colour and pawns: `lb(brn)`, `Sr[nrb]`",
                    "« {part} » en {field} ne se lit pas ; écrire la tige (s, l, S, L) puis, s'il y a un bloc-pion, sa couleur et ses pions : « lb(brn) », « Sr[nrb] »"
                ))
            })?;
        }
        if let Some(part) = parts.next() {
            return Err(bad_board(said!(
                "row {number} goes on with `{part}` after its last field",
                "la rangée {number} continue par « {part} » après son dernier emplacement"
            )));
        }
    }
    if rows != 8 {
        return Err(bad_board(said!(
            "{rows} rows; there are 8, joined by `/`",
            "{rows} rangées ; il y en a 8, jointes par « / »"
        )));
    }
    Ok(cells)
}

fn read_cell(text: &str) -> Option<Cell> {
    let (&rod, block) = text.as_bytes().split_first()?;
    let rod = match rod {
        b'.' => RodMark::Gap,
        b'?' => RodMark::Unknown,
        _ => RodMark::Rod(Rod::from_letter(rod.to_ascii_lowercase())?, rod.is_ascii_uppercase()),
    };
    if block.is_empty() {
        return Some((rod, None));
    }
    let &[shown, open, ref pawns @ .., close] = block else { return None };
    let builder = match (open, close) {
        (b'(', b')') => Seat::First,
        (b'[', b']') => Seat::Second,
        _ => return None,
    };
    if pawns.len() != 3 {
        return None;
    }
    let mut stack = Stack::HIDDEN;
    for (slot, &pawn) in pawns.iter().enumerate() {
        if pawn != b'?' {
            stack = stack.with(slot, Colour::from_letter(pawn)?);
        }
    }
    Some((rod, Some(BlockMark { builder, shown: Colour::from_letter(shown)?, stack })))
}

/// The outcome's text in SIDE, for messages.
pub(crate) fn side_of(outcome: Outcome) -> char {
    outcome.winner().map_or('-', |seat| LETTERS[seat.index()])
}
