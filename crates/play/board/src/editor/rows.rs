//! Boards written in rows, one piece a square: `8/2r5/…`.

use super::Pieces;

/// Parses rows from the top; `square` names the square of a row and column.
pub fn read(text: &str, square: impl Fn(usize, usize) -> Option<String>) -> Pieces {
    let mut pieces = Pieces::new();
    for (row, line) in text.split('/').enumerate() {
        let mut column = 0;
        for sign in line.chars() {
            match sign.to_digit(10) {
                Some(free) => column += free as usize,
                None => {
                    if let Some(square) = square(row, column) {
                        pieces.insert(square, sign.to_string());
                    }
                    column += 1;
                }
            }
        }
    }
    pieces
}

/// Writes the rows.
pub fn write(pieces: &Pieces, rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let (mut out, mut free) = (String::new(), 0);
        for square in row {
            match pieces.get(square) {
                None => free += 1,
                Some(piece) => {
                    if free > 0 {
                        out += &free.to_string();
                        free = 0;
                    }
                    out += piece;
                }
            }
        }
        if free > 0 {
            out += &free.to_string();
        }
        out
    };
    rows.iter().map(line).collect::<Vec<_>>().join("/")
}
