//! Positions as text: printing, and scanning the three fields of the grammar.

use core::fmt;

use abaque_core::{Message, Outcome, ParseError, Seat, message, split_fields};

use crate::block::{Colour, PawnStack, Rod};
use crate::field::{Field, FieldSet};
use crate::state::{Blocs, Phase, builder};

const PLAYER_LETTERS: [char; 2] = ['b', 'r'];

impl fmt::Display for Blocs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write_position(self, 0, f)
    }
}

/// Writes a position; the rods on `hidden` fields and unknown pawns become `?`.
pub(crate) fn write_position(
    game: &Blocs,
    hidden: FieldSet,
    f: &mut fmt::Formatter,
) -> fmt::Result {
    let mut row = 7;
    for (i, field) in Field::ALL.into_iter().enumerate() {
        if i > 0 {
            f.write_str(if field.row() == row { "," } else { "/" })?;
        }
        row = field.row();
        let rod = match game.rod(field) {
            None => '.',
            Some(_) if field.is_in(hidden) => '?',
            Some(rod) if game.is_secret(field) => rod.letter().to_ascii_uppercase(),
            Some(rod) => rod.letter(),
        };
        write!(f, "{rod}")?;
        if let (Some(id), Some(colour)) = (game.block_id_on(field), game.colour(field)) {
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
    let letter = |seat: Seat| PLAYER_LETTERS[seat.index()];
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

/// A scanned rod.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RodToken {
    /// `.`
    Gap,
    /// `?`
    Unknown,
    /// A letter, and whether it is upper case.
    Rod(Rod, bool),
}

/// A scanned block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockToken {
    pub(crate) builder: Seat,
    pub(crate) shown: Colour,
    pub(crate) stack: PawnStack,
}

/// A scanned field.
pub(crate) type FieldToken = (RodToken, Option<BlockToken>);

/// A scanned position: syntactically valid, not yet checked.
pub(crate) struct ScannedPosition {
    /// In the order of [`Field::ALL`].
    pub(crate) cells: [FieldToken; 44],
    pub(crate) side: Option<Seat>,
    pub(crate) phase: PhaseToken,
}

/// The keyword in PHASE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PhaseToken {
    Lot,
    Setup,
    Move,
    Act(Field),
    Over,
}

pub(crate) fn bad_board(message: Message) -> ParseError {
    ParseError::new("BOARD", message)
}

pub(crate) fn bad_phase(message: Message) -> ParseError {
    ParseError::new("PHASE", message)
}

pub(crate) fn scan_position(text: &str) -> Result<ScannedPosition, ParseError> {
    let [board, side, phase] = split_fields(text, ["BOARD", "SIDE", "PHASE"])?;
    let cells = scan_board(board)?;
    let side = match side {
        "b" => Some(Seat::First),
        "r" => Some(Seat::Second),
        "-" => None,
        _ => {
            return Err(ParseError::new(
                "SIDE",
                message!(
                    "`{side}` is not a side; allowed: b, r, -",
                    "«\u{a0}{side}\u{a0}» n'est pas un camp\u{a0}; possibles\u{a0}: b, r, -"
                ),
            ));
        }
    };
    let phase = scan_phase(phase)?;
    match (phase, side) {
        (PhaseToken::Lot, Some(_)) => Err(ParseError::new(
            "SIDE",
            message!(
                "in phase `lot` the side is `-`",
                "en phase «\u{a0}lot\u{a0}», le camp est «\u{a0}-\u{a0}»"
            ),
        )),
        (PhaseToken::Setup | PhaseToken::Move | PhaseToken::Act(_), None) => Err(ParseError::new(
            "SIDE",
            message!(
                "`-` is the side only in phase `lot` and in drawn games; here it is b or r",
                "«\u{a0}-\u{a0}» n'est le camp qu'en phase «\u{a0}lot\u{a0}» et dans les parties nulles\u{a0}; ici c'est b ou r"
            ),
        )),
        _ => Ok(ScannedPosition { cells, side, phase }),
    }
}

fn scan_phase(text: &str) -> Result<PhaseToken, ParseError> {
    match text {
        "lot" => Ok(PhaseToken::Lot),
        "setup" => Ok(PhaseToken::Setup),
        "move" => Ok(PhaseToken::Move),
        "over" => Ok(PhaseToken::Over),
        _ => match text.strip_prefix("act:") {
            Some(field) => Ok(PhaseToken::Act(
                field.parse().map_err(|bad: ParseError| bad_phase(bad.message))?,
            )),
            None => Err(bad_phase(message!(
                "`{text}` is not a phase; allowed: lot, setup, move, act:FIELD, over",
                "«\u{a0}{text}\u{a0}» n'est pas une phase\u{a0}; possibles\u{a0}: lot, setup, move, act:EMPLACEMENT, over"
            ))),
        },
    }
}

fn scan_board(text: &str) -> Result<[FieldToken; 44], ParseError> {
    let mut cells = [(RodToken::Gap, None); 44];
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
                return Err(bad_board(message!(
                    "row {number} ends before {field}",
                    "la rangée {number} s'arrête avant {field}"
                )));
            };
            cells[n] = scan_field(part).ok_or_else(|| {
                bad_board(message!(
                    "`{part}` on {field} cannot be read; write the rod (s, l, S, L) and, if a block stands there, its colour and pawns: `lb(brn)`, `Sr[nrb]`",
                    "«\u{a0}{part}\u{a0}» en {field} ne se lit pas\u{a0}; écrire la tige (s, l, S, L) puis, s'il y a un bloc-pion, sa couleur et ses pions\u{a0}: «\u{a0}lb(brn)\u{a0}», «\u{a0}Sr[nrb]\u{a0}»"
                ))
            })?;
        }
        if let Some(part) = parts.next() {
            return Err(bad_board(message!(
                "row {number} goes on with `{part}` after its last field",
                "la rangée {number} continue par «\u{a0}{part}\u{a0}» après son dernier emplacement"
            )));
        }
    }
    if rows != 8 {
        return Err(bad_board(message!(
            "{rows} rows; there are 8, joined by `/`",
            "{rows} rangées\u{a0}; il y en a 8, jointes par «\u{a0}/\u{a0}»"
        )));
    }
    Ok(cells)
}

fn scan_field(text: &str) -> Option<FieldToken> {
    let (&rod, block) = text.as_bytes().split_first()?;
    let rod = match rod {
        b'.' => RodToken::Gap,
        b'?' => RodToken::Unknown,
        _ => RodToken::Rod(Rod::from_letter(rod.to_ascii_lowercase())?, rod.is_ascii_uppercase()),
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
    let mut stack = PawnStack::HIDDEN;
    for (slot, &pawn) in pawns.iter().enumerate() {
        if pawn != b'?' {
            stack = stack.with(slot, Colour::from_letter(pawn)?);
        }
    }
    Some((rod, Some(BlockToken { builder, shown: Colour::from_letter(shown)?, stack })))
}

/// The letter in SIDE for an outcome, for messages.
pub(crate) fn side_letter(outcome: Outcome) -> char {
    outcome.winner().map_or('-', |seat| PLAYER_LETTERS[seat.index()])
}
