use std::fmt::{self, Write};

use abaque_catalog::AnyGame;

use crate::line::{RecordLine, RecordMove};
use crate::parse::terminator;
use crate::record::Record;

/// Maximum width of a movetext line, in characters.
const MAX_LINE_WIDTH: usize = 80;

/// Formats several records as one text, separated by blank lines.
pub fn format_records(records: &[Record]) -> String {
    records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n")
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for tag in self.tags() {
            let value = tag.value().replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{} \"{value}\"]", tag.name())?;
        }
        f.write_char('\n')?;
        let mut out = LineWrapper { out: f, pending: String::new(), glued: false, column: 0 };
        write_line(&mut out, self.main_line(), self.open_start().ok().map(TurnNumbering::new))?;
        out.word(terminator(self.outcome()))?;
        out.end_line()
    }
}

/// Replays the game to number turns as COM-03 counts them: every player's turn has its own number,
/// however many plies it takes.
#[derive(Clone)]
struct TurnNumbering {
    game: Box<dyn AnyGame>,
    turn: usize,
    starts_turn: bool,
}

impl TurnNumbering {
    fn new(game: Box<dyn AnyGame>) -> TurnNumbering {
        TurnNumbering { game, turn: 1, starts_turn: true }
    }

    /// The state after a ply; `None` if the ply is refused, which ends the numbering.
    fn after_ply(mut self, ply: &str) -> Option<TurnNumbering> {
        let ended = usize::from(self.game.play(ply).ok()?.progress.turns_ended);
        self.starts_turn = ended > 0;
        self.turn += ended;
        Some(self)
    }
}

fn write_line(
    out: &mut LineWrapper,
    line: &RecordLine,
    mut state: Option<TurnNumbering>,
) -> fmt::Result {
    for comment in line.intro() {
        out.comment("", comment)?;
    }
    for played in line.moves() {
        match &state {
            Some(now) if now.starts_turn => out.word(&format!("{}. {}", now.turn, played.ply()))?,
            _ => out.word(played.ply())?,
        }
        let before = if played.variations().is_empty() { None } else { state.clone() };
        state = state.and_then(|now| now.after_ply(played.ply()));
        write_notes(out, played)?;
        for variation in played.variations() {
            out.open()?;
            write_line(
                out,
                variation,
                before.clone().map(|now| TurnNumbering { starts_turn: true, ..now }),
            )?;
            out.close();
        }
    }
    Ok(())
}

fn write_notes(out: &mut LineWrapper, played: &RecordMove) -> fmt::Result {
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

/// Wraps words into lines of at most [`MAX_LINE_WIDTH`] characters. Holds the last word back
/// because a `)` may still attach to it.
struct LineWrapper<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    pending: String,
    glued: bool,
    column: usize,
}

impl LineWrapper<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if !self.glued {
            self.flush()?;
        }
        self.glued = false;
        self.pending.push_str(word);
        Ok(())
    }

    /// Opens a variation; the next word attaches to the bracket.
    fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.glued = true;
        Ok(())
    }

    fn close(&mut self) {
        self.pending.push(')');
    }

    /// Writes a comment in braces, or to the end of the line if it contains a closing brace.
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
        if self.column > 0 && self.column + 1 + len > MAX_LINE_WIDTH {
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
