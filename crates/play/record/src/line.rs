use std::fmt;

use abaque_core::{Millis, ParseError, message};

use crate::comment::{ParsedComment, duplicate_command, normalize_spaces};
use crate::error::{LineNumber, truncate_for_message};
use crate::limits::MAX_PLY;

/// A sequence of plies: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordLine {
    pub(crate) intro: Vec<String>,
    pub(crate) moves: Vec<RecordMove>,
}

impl RecordLine {
    /// An empty line.
    pub fn new() -> RecordLine {
        RecordLine::default()
    }

    /// The comments before the first ply.
    pub fn intro(&self) -> &[String] {
        &self.intro
    }

    /// The plies in order.
    pub fn moves(&self) -> &[RecordMove] {
        &self.moves
    }

    /// The last ply, for annotation.
    pub fn last_mut(&mut self) -> Option<&mut RecordMove> {
        self.moves.last_mut()
    }

    /// Appends a ply; the error explains why the text cannot be one. [`check`](crate::check)
    /// decides whether it is legal.
    pub fn push(&mut self, ply: &str) -> Result<&mut RecordMove, ParseError> {
        self.moves.push(RecordMove::new(ply)?);
        let last = self.moves.len() - 1;
        Ok(&mut self.moves[last])
    }

    /// Adds a comment before the first ply.
    pub fn add_intro(&mut self, comment: &str) -> Result<(), ParseError> {
        let text =
            normalize_spaces(comment).map_err(|message| ParseError::new("COMMENT", message))?;
        if !text.is_empty() {
            self.intro.push(text);
        }
        Ok(())
    }
}

/// A ply with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordMove {
    ply: Box<str>,
    pub(crate) at: LineNumber,
    // Most plies have no notes: a box keeps long lines small.
    notes: Option<Box<MoveNotes>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct MoveNotes {
    comments: Vec<String>,
    clock: Option<Millis>,
    elapsed: Option<Millis>,
    mark: Option<MoveMark>,
    variations: Vec<RecordLine>,
}

impl RecordMove {
    /// A ply without notes.
    pub fn new(ply: &str) -> Result<RecordMove, ParseError> {
        check_ply(ply)?;
        Ok(RecordMove::new_unchecked(ply, LineNumber::default()))
    }

    pub(crate) fn new_unchecked(ply: &str, at: LineNumber) -> RecordMove {
        RecordMove { ply: ply.into(), at, notes: None }
    }

    /// The ply's text.
    pub fn ply(&self) -> &str {
        &self.ply
    }

    /// The line of the source file, 0 for none.
    pub fn line_number(&self) -> usize {
        self.at.line()
    }

    /// The comments after the ply.
    pub fn comments(&self) -> &[String] {
        self.notes.as_ref().map_or(&[], |notes| &notes.comments)
    }

    /// The time left on the player's clock after the ply.
    pub fn clock(&self) -> Option<Millis> {
        self.notes.as_ref()?.clock
    }

    /// The time the player used for the ply.
    pub fn elapsed(&self) -> Option<Millis> {
        self.notes.as_ref()?.elapsed
    }

    /// The annotation mark.
    pub fn mark(&self) -> Option<MoveMark> {
        self.notes.as_ref()?.mark
    }

    /// Alternatives to this ply.
    pub fn variations(&self) -> &[RecordLine] {
        self.notes.as_ref().map_or(&[], |notes| &notes.variations)
    }

    /// Sets the time left.
    pub fn set_clock(&mut self, left: Millis) -> &mut RecordMove {
        self.notes_mut().clock = Some(left);
        self
    }

    /// Sets the time used.
    pub fn set_elapsed(&mut self, used: Millis) -> &mut RecordMove {
        self.notes_mut().elapsed = Some(used);
        self
    }

    /// Sets the mark.
    pub fn set_mark(&mut self, mark: MoveMark) -> &mut RecordMove {
        self.notes_mut().mark = Some(mark);
        self
    }

    /// Adds a comment with white space collapsed. `[%clk …]` and `[%emt …]` in it set the times.
    pub fn add_comment(&mut self, comment: &str) -> Result<&mut RecordMove, ParseError> {
        let bad = |message| ParseError::new("COMMENT", message);
        let ParsedComment { text, clock, elapsed } = ParsedComment::parse(comment).map_err(bad)?;
        if clock.is_some() && self.clock().is_some() {
            return Err(bad(duplicate_command("clk")));
        }
        if elapsed.is_some() && self.elapsed().is_some() {
            return Err(bad(duplicate_command("emt")));
        }
        if let Some(left) = clock {
            self.set_clock(left);
        }
        if let Some(used) = elapsed {
            self.set_elapsed(used);
        }
        if !text.is_empty() {
            self.notes_mut().comments.push(text);
        }
        Ok(self)
    }

    /// Adds a variation that replaces this ply; it must have at least one ply.
    pub fn add_variation(&mut self, line: RecordLine) -> Result<&mut RecordMove, ParseError> {
        if line.moves.is_empty() {
            return Err(ParseError::new(
                "VARIATION",
                message!("a variation needs at least one move", "une variante a au moins un coup"),
            ));
        }
        self.notes_mut().variations.push(line);
        Ok(self)
    }

    fn notes_mut(&mut self) -> &mut MoveNotes {
        self.notes.get_or_insert_default()
    }
}

/// An annotation mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveMark {
    /// `!` or `$1`.
    Good = 1,
    /// `?` or `$2`.
    Mistake = 2,
    /// `!!` or `$3`.
    Brilliant = 3,
    /// `??` or `$4`.
    Blunder = 4,
    /// `!?` or `$5`.
    Interesting = 5,
    /// `?!` or `$6`.
    Dubious = 6,
}

impl MoveMark {
    /// Every mark, in numerical order.
    pub const ALL: [MoveMark; 6] = [
        MoveMark::Good,
        MoveMark::Mistake,
        MoveMark::Brilliant,
        MoveMark::Blunder,
        MoveMark::Interesting,
        MoveMark::Dubious,
    ];

    /// The mark as a sign, such as `!?`.
    pub const fn sign(self) -> &'static str {
        match self {
            MoveMark::Good => "!",
            MoveMark::Mistake => "?",
            MoveMark::Brilliant => "!!",
            MoveMark::Blunder => "??",
            MoveMark::Interesting => "!?",
            MoveMark::Dubious => "?!",
        }
    }

    /// Parses a sign or `$1` … `$6`.
    pub(crate) fn parse(text: &str) -> Option<MoveMark> {
        MoveMark::ALL
            .into_iter()
            .find(|mark| mark.sign() == text || text.strip_prefix('$') == Some(mark.digit()))
    }

    const fn digit(self) -> &'static str {
        match self {
            MoveMark::Good => "1",
            MoveMark::Mistake => "2",
            MoveMark::Brilliant => "3",
            MoveMark::Blunder => "4",
            MoveMark::Interesting => "5",
            MoveMark::Dubious => "6",
        }
    }
}

impl fmt::Display for MoveMark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${}", self.digit())
    }
}

/// The tokens that end a movetext.
pub(crate) const TERMINATORS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Bytes reserved for the movetext syntax.
const RESERVED_BYTES: &[u8] = br#"{}()[];"$!?.*"#;

/// The bytes allowed in a ply: printable ASCII except the reserved ones.
static PLY_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        table[byte as usize] = true;
        byte += 1;
    }
    let mut i = 0;
    while i < RESERVED_BYTES.len() {
        table[RESERVED_BYTES[i] as usize] = false;
        i += 1;
    }
    table
};

/// Whether a byte is allowed in a ply.
pub(crate) fn is_ply_byte(byte: u8) -> bool {
    PLY_BYTES[usize::from(byte)]
}

/// Checks that a text can be a ply and cannot be confused with a number or a terminator.
pub(crate) fn check_ply(ply: &str) -> Result<(), ParseError> {
    let first_is_digit = ply.as_bytes().first().is_none_or(u8::is_ascii_digit);
    if ply.len() <= MAX_PLY && !first_is_digit && ply.bytes().all(is_ply_byte) {
        return Ok(());
    }
    let bad = |message| Err(ParseError::new("PLY", message));
    let text = truncate_for_message(ply);
    if ply.len() > MAX_PLY {
        return bad(message!(
            "`{text}` is too long for a move (at most {MAX_PLY} bytes)",
            "«\u{a0}{text}\u{a0}» est trop long pour un coup ({MAX_PLY} octets au plus)"
        ));
    }
    if let Some(odd) = ply.chars().find(|&c| !u8::try_from(c).is_ok_and(is_ply_byte)) {
        let odd = odd.escape_debug();
        return bad(message!(
            "`{odd}` cannot be part of a move (`{text}`)",
            "«\u{a0}{odd}\u{a0}» ne peut figurer dans un coup («\u{a0}{text}\u{a0}»)"
        ));
    }
    if ply.bytes().all(|b| b.is_ascii_digit()) || TERMINATORS.contains(&ply) {
        return bad(message!(
            "`{text}` is not a move (a turn number is written with a dot: `12.`)",
            "«\u{a0}{text}\u{a0}» n'est pas un coup (le numéro d'un tour s'écrit avec un point\u{a0}: «\u{a0}12.\u{a0}»)"
        ));
    }
    Ok(())
}
