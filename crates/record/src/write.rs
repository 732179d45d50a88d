use std::fmt::{self, Write};

use abaque_catalog::AnyGame;

use crate::line::{Line, Move};
use crate::parse::terminator;
use crate::record::Record;

/// The widest line of a movetext, in characters.
const WIDTH: usize = 80;

/// Several records as one text, a blank line between them.
pub fn print(records: &[Record]) -> String {
    records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for tag in self.tags() {
            let value = tag.value().replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{} \"{value}\"]", tag.name())?;
        }
        f.write_char('\n')?;
        let mut out = Wrapped { out: f, pending: String::new(), glued: false, column: 0 };
        write_line(&mut out, self.main(), self.open().ok().map(Numbering::new))?;
        out.word(terminator(self.outcome()))?;
        out.end_line()
    }
}

/// Follows the game so that turns can be numbered as COM-03 counts them: every player's turn has
/// its own number, whatever number of plies it takes.
#[derive(Clone)]
struct Numbering {
    game: Box<dyn AnyGame>,
    turn: usize,
    begins: bool,
}

impl Numbering {
    fn new(game: Box<dyn AnyGame>) -> Numbering {
        Numbering { game, turn: 1, begins: true }
    }

    /// The state after a ply; `None` where it is refused, and from there nothing is numbered.
    fn after(mut self, ply: &str) -> Option<Numbering> {
        let ended = usize::from(self.game.play(ply).ok()?.pace.turns_ended);
        self.begins = ended > 0;
        self.turn += ended;
        Some(self)
    }
}

fn write_line(out: &mut Wrapped, line: &Line, mut state: Option<Numbering>) -> fmt::Result {
    for comment in line.intro() {
        out.comment("", comment)?;
    }
    for played in line.moves() {
        match &state {
            Some(now) if now.begins => out.word(&format!("{}. {}", now.turn, played.ply()))?,
            _ => out.word(played.ply())?,
        }
        let before = if played.variations().is_empty() { None } else { state.clone() };
        state = state.and_then(|now| now.after(played.ply()));
        write_notes(out, played)?;
        for variation in played.variations() {
            out.open()?;
            write_line(
                out,
                variation,
                before.clone().map(|now| Numbering { begins: true, ..now }),
            )?;
            out.close();
        }
    }
    Ok(())
}

fn write_notes(out: &mut Wrapped, played: &Move) -> fmt::Result {
    if let Some(mark) = played.mark() {
        out.word(&mark.to_string())?;
    }
    let clock = played.clock().map(|left| format!("[%clk {}]", left.clock_text()));
    let elapsed = played.elapsed().map(|used| format!("[%emt {}]", used.seconds_text()));
    let times = [clock, elapsed].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let mut comments = played.comments().iter();
    if !times.is_empty() {
        let first = comments.as_slice().first().filter(|first| !first.contains('}'));
        out.comment(&times, first.map_or("", |first| first))?;
        if first.is_some() {
            comments.next();
        }
    }
    comments.try_for_each(|comment| out.comment("", comment))
}

/// Writes words into lines of at most [`WIDTH`] characters. The last word is held back because a
/// `)` may still cling to it.
struct Wrapped<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    pending: String,
    glued: bool,
    column: usize,
}

impl Wrapped<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if !self.glued {
            self.flush()?;
        }
        self.glued = false;
        self.pending.push_str(word);
        Ok(())
    }

    /// Opens a variation; the next word clings to the bracket.
    fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.glued = true;
        Ok(())
    }

    fn close(&mut self) {
        self.pending.push(')');
    }

    /// Writes a comment in braces, or to the end of the line if it holds a closing brace itself.
    fn comment(&mut self, times: &str, text: &str) -> fmt::Result {
        if text.contains('}') {
            self.flush()?;
            self.write("; ")?;
            self.out.write_str(text)?;
            return self.end_line();
        }
        let mut open = "{";
        for word in times.split(' ').chain(text.split(' ')).filter(|word| !word.is_empty()) {
            self.word(open)?;
            self.pending.push_str(word);
            open = "";
        }
        self.pending.push('}');
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        self.glued = false;
        if self.pending.is_empty() {
            return Ok(());
        }
        let word = std::mem::take(&mut self.pending);
        self.write(&word)
    }

    fn write(&mut self, word: &str) -> fmt::Result {
        let len = word.chars().count();
        if self.column > 0 && self.column + 1 + len > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += len;
        self.out.write_str(word)
    }

    fn end_line(&mut self) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.out.write_char('\n')
    }
}
