use abaque_board::{BoardInfo, BoardInput, StaticMessage, text};
use abaque_core::{Game, Message, ParseError, message};
use abaque_ur::{Options, Roll, Square, Ur};

use crate::Board;
use crate::geometry::HALF_HEIGHT;

const PIECE_NAMES: &[(&str, StaticMessage)] = &[
    ("piece white", text!("white piece", "pion blanc")),
    ("piece black", text!("black piece", "pion noir")),
];

const PLACE_NAMES: &[(&str, StaticMessage)] = &[
    ("sw", text!("White's waiting pieces", "pions blancs en attente")),
    ("sb", text!("Black's waiting pieces", "pions noirs en attente")),
    ("hw", text!("White's home", "arrivée des blancs")),
    ("hb", text!("Black's home", "arrivée des noirs")),
];

impl BoardInput for Board {
    const INFO: BoardInfo = BoardInfo {
        piece_names: PIECE_NAMES,
        place_names: PLACE_NAMES,
        aspect_ratio: 0.5 / HALF_HEIGHT,
        warning_help: Some(text!("pieces that can be hit", "pions qui peuvent être frappés")),
        ..BoardInfo::DEFAULT
    };

    /// Pieces that the opponent can hit with one throw.
    fn endangered_squares(options: &Options, view: &str) -> Result<Vec<String>, ParseError> {
        let game = Ur::parse(options, view)?;
        let is_endangered = |square: &Square| {
            let Some(seat) = game.piece(*square) else { return false };
            let is_attacker = |number: u8| match square.step().checked_sub(number) {
                Some(0) => game.waiting(seat.other()) > 0,
                Some(step) => game.has_piece(seat.other(), step),
                None => false,
            };
            square.owner().is_none() && !square.is_rosette() && (1..=4).any(is_attacker)
        };
        Ok(Square::all().filter(is_endangered).map(|square| square.to_string()).collect())
    }

    /// A throw shows its four dice, each 0 or 1; the deciding throws show their sums.
    fn dice_numbers(roll: &str) -> Vec<u8> {
        match roll.parse() {
            Ok(Roll::Throw(number)) => (0..4).map(|die| u8::from(die < number)).collect(),
            Ok(Roll::First { white, black }) => vec![white, black],
            Err(_) => Vec::new(),
        }
    }

    fn lot_name(roll: &str) -> Message {
        match roll.parse() {
            Ok(Roll::Throw(number)) => message!("{number}", "{number}"),
            Ok(Roll::First { white, black }) => message!("{white}–{black}", "{white}–{black}"),
            Err(_) => message!("{roll}", "{roll}"),
        }
    }

    fn lot_question(roll: &str) -> StaticMessage {
        if roll.starts_with('f') {
            return text!(
                "The dice decide who starts: choose White's roll, then Black's.",
                "Les dés désignent qui commence : choisissez le lancer de Blanc, puis celui de Noir."
            );
        }
        text!("Choose the roll.", "Choisissez le lancer.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_in_reach_are_endangered() {
        let endangered = |text| Board::endangered_squares(&Options::default(), text);
        assert_eq!(endangered("- - 0-0 w roll"), Ok(Vec::new()));
        let squares = endangered("2,7,8 4,12 0-0 w roll").unwrap_or_default();
        assert_eq!(squares, ["7", "12"], "safe on the rosette and on own squares");
    }

    #[test]
    fn throws_are_named() {
        assert_eq!(Board::dice_numbers("d3"), [1, 1, 1, 0]);
        assert_eq!(Board::lot_name("d0").en, "0");
        assert_eq!(Board::lot_name("f31").fr, "3–1");
        assert_ne!(Board::lot_question("f31"), Board::lot_question("d3"));
    }
}
