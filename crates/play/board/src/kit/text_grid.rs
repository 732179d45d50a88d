use std::fmt::Write;

/// The maximum width of a terminal board.
pub const MAX_COLUMNS: usize = 80;

/// The style of a terminal cell, with colours of the 256-colour palette.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CellStyle {
    /// The colour of the character.
    pub fore: Option<u8>,
    /// The background.
    pub back: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
}

impl CellStyle {
    /// The terminal's default colours.
    pub const PLAIN: CellStyle = CellStyle { fore: None, back: None, bold: false };
    /// For coordinates and other secondary text.
    pub const DIM: CellStyle = CellStyle::fore(244);

    /// A colour on the default background.
    pub const fn fore(colour: u8) -> CellStyle {
        CellStyle { fore: Some(colour), back: None, bold: false }
    }

    /// The same style on a background.
    pub const fn on(self, colour: u8) -> CellStyle {
        CellStyle { back: Some(colour), ..self }
    }

    /// The same style in bold.
    pub const fn bold(self) -> CellStyle {
        CellStyle { bold: true, ..self }
    }
}

/// The background of the last action's squares.
pub const LAST_MOVE_BACKGROUND: u8 = 136;

/// A grid of characters, filled in any order and written line by line.
#[derive(Default)]
pub struct TextGrid {
    rows: Vec<Vec<(char, CellStyle)>>,
}

impl TextGrid {
    /// An empty grid.
    pub const fn new() -> TextGrid {
        TextGrid { rows: Vec::new() }
    }

    /// Writes text from column `x` of line `y`, cut off after the last column.
    pub fn put(&mut self, x: usize, y: usize, style: CellStyle, text: &str) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        for (i, sign) in text.chars().enumerate().take(MAX_COLUMNS.saturating_sub(x)) {
            if row.len() <= x + i {
                row.resize(x + i + 1, (' ', CellStyle::PLAIN));
            }
            row[x + i] = (sign, style);
        }
    }

    /// The frame of a cell, its corners shared with its neighbours; [`TextGrid::join_box_lines`] joins
    /// them. Width and height include one border.
    pub fn put_frame(
        &mut self,
        (x, y): (usize, usize),
        (width, height): (usize, usize),
        unicode: bool,
    ) {
        let [corner, across, along] = if unicode { ["┼", "─", "│"] } else { ["+", "-", "|"] };
        let style = CellStyle::fore(240);
        let bar = format!("{corner}{}{corner}", across.repeat(width - 1));
        self.put(x, y, style, &bar);
        self.put(x, y + height, style, &bar);
        for i in 1..height {
            self.put(x, y + i, style, along);
            self.put(x + width, y + i, style, along);
        }
    }

    /// The name of a square, marked if it is part of the last action: by a background, or by
    /// parentheses without colours.
    pub fn put_name(&mut self, x: usize, y: usize, name: &str, lit: bool, colour: bool) {
        let label = if lit && !colour { format!("({name})") } else { name.to_owned() };
        let style = if lit { CellStyle::fore(16).on(LAST_MOVE_BACKGROUND) } else { CellStyle::DIM };
        self.put(x, y, style, &label);
    }

    /// The index of the first unused line.
    pub fn next_row(&self) -> usize {
        self.rows.len()
    }

    /// Adds a sentence below everything else, wrapped at spaces.
    pub fn push_sentence(&mut self, style: CellStyle, text: &str) {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > MAX_COLUMNS {
                let y = self.next_row();
                self.put(0, y, style, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        let y = self.next_row();
        self.put(0, y, style, &line);
    }

    /// Replaces every `┼` where lines meet by the box-drawing character with the right arms.
    pub fn join_box_lines(&mut self) {
        let sign = |x: Option<usize>, y: Option<usize>, rows: &[Vec<(char, CellStyle)>]| {
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

    /// The text, with escape codes if `colour`; every line is terminated.
    pub fn finish(self, colour: bool, unicode: bool) -> String {
        let mut out = String::new();
        for row in self.rows {
            let bare = |&(sign, style): &(char, CellStyle)| {
                sign == ' ' && (!colour || style.back.is_none())
            };
            let end = row.iter().rposition(|cell| !bare(cell)).map_or(0, |last| last + 1);
            let mut now = CellStyle::PLAIN;
            for &(sign, style) in &row[..end] {
                if colour && style != now {
                    push_style(&mut out, style);
                    now = style;
                }
                if unicode { out.push(sign) } else { push_ascii(&mut out, sign) }
            }
            if now != CellStyle::PLAIN {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}

fn push_style(out: &mut String, style: CellStyle) {
    out.push_str("\x1b[0");
    if style.bold {
        out.push_str(";1");
    }
    if let Some(colour) = style.fore {
        let _ = write!(out, ";38;5;{colour}");
    }
    if let Some(colour) = style.back {
        let _ = write!(out, ";48;5;{colour}");
    }
    out.push('m');
}

pub(crate) fn push_ascii(out: &mut String, sign: char) {
    if sign.is_ascii() { out.push(sign) } else { out.push_str(ascii_letter(sign)) }
}

/// The nearest ASCII letters, for texts; boards choose their own ASCII symbols.
const fn ascii_letter(sign: char) -> &'static str {
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
