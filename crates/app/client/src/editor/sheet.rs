//! Custom Abraxas sheets: 81 cells with or without a dot.

use abaque_abraxas::Sheet;
use abaque_core::{ParseError, Spec};

/// Cells per row and per column.
pub const CELLS_PER_SIDE: usize = 9;

/// The sheet of a spec as 81 characters `.` and `o`, the top row first.
pub fn pattern(spec: &str) -> Option<String> {
    let spec: Spec = spec.parse().ok()?;
    let sheet = spec.get("sheet").map_or_else(|| Some(Sheet::default()), Sheet::parse)?;
    (spec.name == "abraxas").then(|| sheet.pattern())
}

/// The number of the sheet, if it is one of the game's own.
pub fn sheet_number(spec: &str) -> Option<u8> {
    let pattern = pattern(spec)?;
    (1..=6).find(|&number| Sheet::numbered(number).is_some_and(|own| own.pattern() == pattern))
}

/// Flips one cell.
pub fn toggle_cell(pattern: &str, cell: usize) -> String {
    let turn = |(index, sign)| match (index == cell, sign) {
        (true, 'o') => '.',
        (true, _) => 'o',
        (false, sign) => sign,
    };
    pattern.chars().enumerate().map(turn).collect()
}

/// The spec with another sheet, given by number or pattern. A pattern equal to one of the game's
/// own sheets becomes its number.
pub fn with_sheet(spec: &str, sheet: &str) -> Result<String, ParseError> {
    let spec: Spec = spec.parse()?;
    let own = (1..=6).filter_map(Sheet::numbered).find(|known| known.pattern() == sheet);
    let sheet = own.and_then(Sheet::number).map_or(sheet.to_owned(), |number| number.to_string());
    let text = spec.to_string();
    let (name, options) = text.split_once(':').unwrap_or((&text, ""));
    let others = options.split(',').filter(|it| !it.is_empty() && !it.starts_with("sheet="));
    let options: Vec<String> = others.map(String::from).chain([format!("sheet={sheet}")]).collect();
    Ok(abaque_catalog::open(&format!("{name}:{}", options.join(",")))?.spec())
}
