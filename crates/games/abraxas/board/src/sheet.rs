//! Custom sheets: 81 cells with or without a dot.

use abaque_abraxas::{Options, Sheet};
use abaque_board::editor::PatternEditor;
use abaque_board::text;
use abaque_core::{GameOptions as _, ParseError, Spec};

/// The game's own sheets have the numbers 1 to 6.
const NUMBERED: u8 = 6;

pub(crate) const PATTERN_EDITOR: PatternEditor = PatternEditor {
    side: 9,
    title: text!("Sheet", "Plateau de jeu"),
    help: text!(
        "Tap squares to add or remove dots. The plate hides some of them.",
        "Touchez des cases pour ajouter ou enlever des points. La plaque en cache certains."
    ),
    numbered_label: text!("Start from sheet", "Partir du plateau"),
    custom_label: text!("custom", "personnalisé"),
    cell_label: text!("row, column", "rangée, colonne"),
    on: text!("dot", "point"),
    off: text!("no dot", "sans point"),
    count: NUMBERED,
    pattern,
    number,
    with_pattern,
};

/// The sheet of a spec as 81 characters `.` and `o`, the top row first.
fn pattern(spec: &str) -> Option<String> {
    let spec: Spec = spec.parse().ok()?;
    let sheet = spec.get("sheet").map_or_else(|| Some(Sheet::default()), Sheet::parse)?;
    Some(sheet.pattern())
}

/// The number of the sheet, if it is one of the game's own.
fn number(spec: &str) -> Option<u8> {
    let pattern = pattern(spec)?;
    (1..=NUMBERED)
        .find(|&number| Sheet::numbered(number).is_some_and(|own| own.pattern() == pattern))
}

/// A pattern equal to one of the game's own sheets becomes its number.
fn with_pattern(spec: &str, sheet: &str) -> Result<String, ParseError> {
    let mut spec: Spec = spec.parse()?;
    let own = (1..=NUMBERED).filter_map(Sheet::numbered).find(|known| known.pattern() == sheet);
    let sheet = own.and_then(Sheet::number).map_or(sheet.to_owned(), |number| number.to_string());
    spec.pairs.retain(|(key, _)| key != "sheet");
    spec.pairs.push(("sheet".to_owned(), sheet));
    Ok(Options::from_spec(&spec)?.to_spec().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sheets_round_trip_through_the_spec() {
        let own = pattern("abraxas:sheet=3,target=5").unwrap();
        assert_eq!(own.len(), PATTERN_EDITOR.side * PATTERN_EDITOR.side);
        let mut other = own.clone();
        other.replace_range(40..41, if &own[40..41] == "o" { "." } else { "o" });
        let spec = with_pattern("abraxas:sheet=3,target=5", &other).unwrap();
        assert_eq!(pattern(&spec), Some(other));
        assert!(spec.contains("target=5"));
        let back = with_pattern(&spec, &own).unwrap();
        assert!(back.contains("sheet=3"), "{back}");
        assert_eq!((number(&back), number(&spec)), (Some(3), None));
        assert_eq!(number("abraxas"), Some(1));
        assert!(with_pattern("abraxas", "xyz").is_err());
    }
}
