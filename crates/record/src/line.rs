use std::fmt;

use abaque_core::{BadText, Millis, said};

use crate::comment::{Comment, tidy, twice};
use crate::error::{At, clip};
use crate::limits::MAX_PLY;

/// A line of play: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    pub(crate) intro: Vec<String>,
    pub(crate) moves: Vec<Move>,
}

impl Line {
    /// An empty line.
    pub fn new() -> Line {
        Line::default()
    }

    /// The comments before the first ply.
    pub fn intro(&self) -> &[String] {
        &self.intro
    }

    /// The plies in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last ply, to be annotated.
    pub fn last_mut(&mut self) -> Option<&mut Move> {
        self.moves.last_mut()
    }

    /// Appends a ply; the error says why the text can be none. Whether it is legal is
    /// [`check`](crate::check)'s question.
    pub fn push(&mut self, ply: &str) -> Result<&mut Move, BadText> {
        self.moves.push(Move::new(ply)?);
        let last = self.moves.len() - 1;
        Ok(&mut self.moves[last])
    }

    /// Adds a comment before the first ply.
    pub fn add_intro(&mut self, comment: &str) -> Result<(), BadText> {
        let text = tidy(comment).map_err(|said| BadText::new("COMMENT", said))?;
        if !text.is_empty() {
            self.intro.push(text);
        }
        Ok(())
    }
}

/// One ply of a line with all that was noted at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    ply: Box<str>,
    pub(crate) at: At,
    // Most plies carry nothing: a box keeps the long lists of them small.
    notes: Option<Box<Notes>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Notes {
    comments: Vec<String>,
    clock: Option<Millis>,
    elapsed: Option<Millis>,
    mark: Option<Mark>,
    variations: Vec<Line>,
}

impl Move {
    /// A ply without notes.
    pub fn new(ply: &str) -> Result<Move, BadText> {
        check_ply(ply)?;
        Ok(Move::of(ply, At::default()))
    }

    pub(crate) fn of(ply: &str, at: At) -> Move {
        Move { ply: ply.into(), at, notes: None }
    }

    /// The ply's text.
    pub fn ply(&self) -> &str {
        &self.ply
    }

    /// The line of the file it was read from, 0 for none.
    pub fn line_number(&self) -> usize {
        self.at.line()
    }

    /// What was said about it.
    pub fn comments(&self) -> &[String] {
        self.notes.as_ref().map_or(&[], |notes| &notes.comments)
    }

    /// The time left on the player's clock after it.
    pub fn clock(&self) -> Option<Millis> {
        self.notes.as_ref()?.clock
    }

    /// The time the player used for it.
    pub fn elapsed(&self) -> Option<Millis> {
        self.notes.as_ref()?.elapsed
    }

    /// How good it was found.
    pub fn mark(&self) -> Option<Mark> {
        self.notes.as_ref()?.mark
    }

    /// What could have been played instead of it.
    pub fn variations(&self) -> &[Line] {
        self.notes.as_ref().map_or(&[], |notes| &notes.variations)
    }

    /// Sets the time left.
    pub fn set_clock(&mut self, left: Millis) -> &mut Move {
        self.notes_mut().clock = Some(left);
        self
    }

    /// Sets the time used.
    pub fn set_elapsed(&mut self, used: Millis) -> &mut Move {
        self.notes_mut().elapsed = Some(used);
        self
    }

    /// Sets the mark.
    pub fn set_mark(&mut self, mark: Mark) -> &mut Move {
        self.notes_mut().mark = Some(mark);
        self
    }

    /// Adds a comment, white space made single spaces. `[%clk …]` and `[%emt …]` in it are the
    /// times they say.
    pub fn add_comment(&mut self, comment: &str) -> Result<&mut Move, BadText> {
        let bad = |said| BadText::new("COMMENT", said);
        let Comment { text, clock, elapsed } = Comment::read(comment).map_err(bad)?;
        if clock.is_some() && self.clock().is_some() {
            return Err(bad(twice("clk")));
        }
        if elapsed.is_some() && self.elapsed().is_some() {
            return Err(bad(twice("emt")));
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

    /// Adds a variation, a line to play instead of this ply; it needs a ply of its own.
    pub fn add_variation(&mut self, line: Line) -> Result<&mut Move, BadText> {
        if line.moves.is_empty() {
            return Err(BadText::new(
                "VARIATION",
                said!("a variation needs at least one ply", "une variante a au moins un coup"),
            ));
        }
        self.notes_mut().variations.push(line);
        Ok(self)
    }

    fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

/// How good a ply was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
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

impl Mark {
    /// Every mark, in the order of their numbers.
    pub const ALL: [Mark; 6] = [
        Mark::Good,
        Mark::Mistake,
        Mark::Brilliant,
        Mark::Blunder,
        Mark::Interesting,
        Mark::Dubious,
    ];

    /// The mark as people write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Mistake => "?",
            Mark::Brilliant => "!!",
            Mark::Blunder => "??",
            Mark::Interesting => "!?",
            Mark::Dubious => "?!",
        }
    }

    /// The mark of a sign or of `$1` … `$6`.
    pub(crate) fn read(text: &str) -> Option<Mark> {
        Mark::ALL
            .into_iter()
            .find(|mark| mark.sign() == text || text.strip_prefix('$') == Some(mark.digit()))
    }

    const fn digit(self) -> &'static str {
        match self {
            Mark::Good => "1",
            Mark::Mistake => "2",
            Mark::Brilliant => "3",
            Mark::Blunder => "4",
            Mark::Interesting => "5",
            Mark::Dubious => "6",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${}", self.digit())
    }
}

/// The words that end a movetext.
pub(crate) const TERMINATORS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// What the movetext itself uses.
const SIGNS: &[u8] = br#"{}()[];"$!?.*"#;

/// The bytes that may stand in a ply: printable ASCII but for the signs.
static PLY_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        table[byte as usize] = true;
        byte += 1;
    }
    let mut i = 0;
    while i < SIGNS.len() {
        table[SIGNS[i] as usize] = false;
        i += 1;
    }
    table
};

/// Whether a byte may stand in a ply.
pub(crate) fn is_ply_byte(byte: u8) -> bool {
    PLY_BYTES[usize::from(byte)]
}

/// Whether a text can be a ply: it must not be taken for a number or a terminator.
pub(crate) fn check_ply(ply: &str) -> Result<(), BadText> {
    let first_is_digit = ply.as_bytes().first().is_none_or(u8::is_ascii_digit);
    if ply.len() <= MAX_PLY && !first_is_digit && ply.bytes().all(is_ply_byte) {
        return Ok(());
    }
    let bad = |said| Err(BadText::new("PLY", said));
    let text = clip(ply);
    if ply.len() > MAX_PLY {
        return bad(said!(
            "`{text}` is too long for a ply (at most {MAX_PLY} bytes)",
            "« {text} » est trop long pour un coup ({MAX_PLY} octets au plus)"
        ));
    }
    if let Some(odd) = ply.chars().find(|&c| !u8::try_from(c).is_ok_and(is_ply_byte)) {
        let odd = odd.escape_debug();
        return bad(said!(
            "`{odd}` cannot stand in a ply (`{text}`)",
            "« {odd} » ne peut figurer dans un coup (« {text} »)"
        ));
    }
    if ply.bytes().all(|b| b.is_ascii_digit()) || TERMINATORS.contains(&ply) {
        return bad(said!(
            "`{text}` is no ply (a turn's number is written with a dot: `12.`)",
            "« {text} » n'est pas un coup (le numéro d'un tour s'écrit avec un point : « 12. »)"
        ));
    }
    Ok(())
}
