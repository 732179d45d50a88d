use std::fmt::Write;

/// The widest terminal a board needs.
pub(crate) const WIDTH: usize = 80;

/// The look of a sign in a terminal: colours of the 256-colour table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Look {
    pub(crate) fore: Option<u8>,
    pub(crate) back: Option<u8>,
    pub(crate) bold: bool,
}

impl Look {
    /// The terminal's own colours.
    pub(crate) const PLAIN: Look = Look { fore: None, back: None, bold: false };
    /// Coordinates and other quiet things.
    pub(crate) const DIM: Look = Look::fore(244);

    pub(crate) const fn fore(colour: u8) -> Look {
        Look { fore: Some(colour), back: None, bold: false }
    }

    pub(crate) const fn on(self, colour: u8) -> Look {
        Look { back: Some(colour), ..self }
    }

    pub(crate) const fn bold(self) -> Look {
        Look { bold: true, ..self }
    }
}

/// The background behind what the last action touched.
pub(crate) const LAST: u8 = 136;

/// A sheet of signs that is filled in any order and written line by line.
pub(crate) struct Term {
    rows: Vec<Vec<(char, Look)>>,
}

impl Term {
    pub(crate) const fn new() -> Term {
        Term { rows: Vec::new() }
    }

    /// Writes text from column `x` of line `y`; what goes past the last column is cut off.
    pub(crate) fn put(&mut self, x: usize, y: usize, look: Look, text: &str) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        for (i, sign) in text.chars().enumerate().take(WIDTH.saturating_sub(x)) {
            if row.len() <= x + i {
                row.resize(x + i + 1, (' ', Look::PLAIN));
            }
            row[x + i] = (sign, look);
        }
    }

    /// The line after the last one written.
    pub(crate) fn next(&self) -> usize {
        self.rows.len()
    }

    /// A sentence below everything, broken at spaces where it is too long.
    pub(crate) fn say(&mut self, look: Look, text: &str) {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                let y = self.next();
                self.put(0, y, look, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        let y = self.next();
        self.put(0, y, look, &line);
    }

    /// Turns every `┼` that a board drew where lines meet into the sign with the right arms.
    pub(crate) fn join(&mut self) {
        let sign = |x: Option<usize>, y: Option<usize>, rows: &[Vec<(char, Look)>]| {
            let cell = rows.get(y?)?.get(x?)?;
            Some(cell.0)
        };
        let copy = self.rows.clone();
        for (y, row) in self.rows.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate().filter(|(_, cell)| cell.0 == '┼') {
                let across = |x| matches!(sign(x, Some(y), &copy), Some('─' | '┼'));
                let along = |y| matches!(sign(Some(x), y, &copy), Some('│' | '┼'));
                let arms = (
                    along(y.checked_sub(1)),
                    along(Some(y + 1)),
                    across(x.checked_sub(1)),
                    across(Some(x + 1)),
                );
                cell.0 = match arms {
                    (false, true, false, true) => '┌',
                    (false, true, true, false) => '┐',
                    (true, false, false, true) => '└',
                    (true, false, true, false) => '┘',
                    (true, true, false, true) => '├',
                    (true, true, true, false) => '┤',
                    (false, true, true, true) => '┬',
                    (true, false, true, true) => '┴',
                    _ => '┼',
                };
            }
        }
    }

    /// The text, with escape codes if `colour`, each line ended.
    pub(crate) fn finish(self, colour: bool, unicode: bool) -> String {
        let mut out = String::new();
        for row in self.rows {
            let bare =
                |&(sign, look): &(char, Look)| sign == ' ' && (!colour || look.back.is_none());
            let end = row.iter().rposition(|cell| !bare(cell)).map_or(0, |last| last + 1);
            let mut now = Look::PLAIN;
            for &(sign, look) in &row[..end] {
                if colour && look != now {
                    escape(&mut out, look);
                    now = look;
                }
                if unicode { out.push(sign) } else { plain(&mut out, sign) }
            }
            if now != Look::PLAIN {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}

fn escape(out: &mut String, look: Look) {
    out.push_str("\x1b[0");
    if look.bold {
        out.push_str(";1");
    }
    if let Some(colour) = look.fore {
        let _ = write!(out, ";38;5;{colour}");
    }
    if let Some(colour) = look.back {
        let _ = write!(out, ";48;5;{colour}");
    }
    out.push('m');
}

pub(crate) fn plain(out: &mut String, sign: char) {
    if sign.is_ascii() { out.push(sign) } else { out.push_str(ascii(sign)) }
}

/// The nearest plain letter, for words: boards choose their own plain signs.
const fn ascii(sign: char) -> &'static str {
    match sign {
        'à' | 'â' => "a",
        'ç' => "c",
        'é' | 'è' | 'ê' | 'ë' => "e",
        'î' | 'ï' => "i",
        'ô' => "o",
        'ù' | 'û' | 'ü' => "u",
        'À' | 'Â' => "A",
        'Ç' => "C",
        'É' | 'È' | 'Ê' => "E",
        'Î' => "I",
        'Ô' => "O",
        'œ' => "oe",
        'Œ' => "OE",
        '’' | '‘' => "'",
        '«' | '»' => "\"",
        '–' | '—' | '−' => "-",
        '·' => ".",
        '…' => "...",
        '→' => ">",
        '\u{a0}' | '\u{202f}' => " ",
        _ => "?",
    }
}
