use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, message};

use crate::{Corner, Hole, HoleSet};

/// The smallest decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `@sw`: lays the empty plate into a corner (ABR-01).
    Lay(Corner),
    /// `rd4`: puts a red pawn from the reserve (ABR-02).
    Put(Hole),
    /// `c3-d4`: moves a red pawn from another hole (ABR-18).
    Move {
        /// The hole it leaves.
        from: Hole,
        /// The hole it enters.
        to: Hole,
    },
    /// `sd4`: puts a stop pawn, in the player's own turn (ABR-13) or as a Stop (ABR-14).
    Stop(Hole),
    /// `>ne`: pushes the plate into a corner.
    Push(Corner),
    /// `=`: declines to push after a stop pawn.
    Stay,
    /// `go`: declines to say Stop.
    Go,
    /// `xc3e3`: takes these pawns of one line.
    Take(HoleSet),
    /// `end`: declines to play again, or to claim more lines.
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Lay(corner) => write!(f, "@{corner}"),
            Action::Put(hole) => write!(f, "r{hole}"),
            Action::Move { from, to } => write!(f, "{from}-{to}"),
            Action::Stop(hole) => write!(f, "s{hole}"),
            Action::Push(corner) => write!(f, ">{corner}"),
            Action::Stay => f.write_str("="),
            Action::Go => f.write_str("go"),
            Action::Take(holes) => write!(f, "x{holes}"),
            Action::End => f.write_str("end"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_spelling(text).ok_or_else(|| {
            ParseError::new(
                "ACTION",
                message!(
                    "`{text}` is not a move; write @CORNER, rHOLE, HOLE-HOLE, sHOLE, >CORNER, =, go, \
                     end, or x with the holes of the pawns taken in text order; holes are a1 to h8, \
                     corners sw, se, ne, nw",
                    "«\u{a0}{text}\u{a0}» n'est pas un coup\u{a0}; écrire @COIN, rTROU, TROU-TROU, sTROU, >COIN, =, \
                     go, end, ou x avec les trous des pions pris dans l'ordre du texte\u{a0}; les trous \
                     vont de a1 à h8, les coins sont sw, se, ne, nw"
                ),
            )
        })
    }
}

fn parse_spelling(text: &str) -> Option<Action> {
    match text {
        "=" => return Some(Action::Stay),
        "go" => return Some(Action::Go),
        "end" => return Some(Action::End),
        _ => {}
    }
    if let Some((from, to)) = text.split_once('-') {
        return Some(Action::Move { from: from.parse().ok()?, to: to.parse().ok()? });
    }
    let rest = text.get(1..)?;
    Some(match text.as_bytes()[0] {
        b'@' => Action::Lay(rest.parse().ok()?),
        b'>' => Action::Push(rest.parse().ok()?),
        b'r' => Action::Put(rest.parse().ok()?),
        b's' => Action::Stop(rest.parse().ok()?),
        b'x' => Action::Take(parse_hole_list(rest)?),
        _ => return None,
    })
}

/// Parses a list of holes without separator, each once and in text order.
fn parse_hole_list(text: &str) -> Option<HoleSet> {
    let mut holes = Vec::with_capacity(text.len() / 2);
    for pair in text.as_bytes().chunks(2) {
        holes.push(core::str::from_utf8(pair).ok()?.parse::<Hole>().ok()?);
    }
    let in_order = holes.windows(2).all(|pair| pair[0] < pair[1]);
    (in_order && !holes.is_empty()).then(|| holes.into_iter().collect())
}
