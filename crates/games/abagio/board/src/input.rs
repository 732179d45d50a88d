use abaque_abagio::{Abagio, Options};
use abaque_board::{BoardInfo, BoardInput, StaticMessage, text};
use abaque_core::{Game, Message, ParseError, Seat, message};

use crate::Board;

const PIECE_NAMES: &[(&str, StaticMessage)] = &[
    ("frog red", text!("red frog", "grenouille rouge")),
    ("frog purple", text!("purple frog", "grenouille pourpre")),
    ("chief", text!("chief frog", "grenouille en chef")),
];

const PLACE_NAMES: &[(&str, StaticMessage)] = &[
    ("sr", text!("Red's start", "départ des rouges")),
    ("sp", text!("Purple's start", "départ des pourpres")),
    ("w", text!("the pond", "l'étang")),
];

impl BoardInput for Board {
    const INFO: BoardInfo = BoardInfo {
        piece_names: PIECE_NAMES,
        place_names: PLACE_NAMES,
        has_stepwise_turns: true,
        has_wide_counters: true,
        warning_help: Some(text!("blots", "isolés")),
        has_puzzles: true,
        ..BoardInfo::DEFAULT
    };

    /// Blots.
    fn endangered_squares(options: &Options, view: &str) -> Result<Vec<String>, ParseError> {
        let game = Abagio::parse(options, view)?;
        let blots = Seat::ALL.into_iter().flat_map(|seat| game.blots(seat).collect::<Vec<_>>());
        Ok(blots.map(|square| square.to_string()).collect())
    }

    /// Throws are written `d53`, the throw for the start `f26`.
    fn dice_numbers(roll: &str) -> Vec<u8> {
        roll.chars().filter_map(|face| face.to_digit(10)).map(|face| face as u8).collect()
    }

    fn lot_name(roll: &str) -> Message {
        match Board::dice_numbers(roll)[..] {
            [one, other] => message!("{one}–{other}", "{one}–{other}"),
            _ => message!("{roll}", "{roll}"),
        }
    }

    fn lot_question(roll: &str) -> StaticMessage {
        if roll.starts_with('f') {
            return text!(
                "The dice decide who starts: choose Red's number, then Purple's.",
                "Les dés désignent qui commence : choisissez celui de Rouge, puis celui de Pourpre."
            );
        }
        text!("Choose the roll.", "Choisissez le lancer.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_endangered_at_the_start() {
        let start = Abagio::start(&Options::default()).to_string();
        assert_eq!(Board::endangered_squares(&Options::default(), &start), Ok(Vec::new()));
    }

    #[test]
    fn throws_show_two_dice() {
        assert_eq!(Board::dice_numbers("d53"), [5, 3]);
        assert_eq!(Board::dice_numbers("f26"), [2, 6]);
        assert_eq!(Board::lot_name("d53").en, "5–3");
        assert_eq!(Board::lot_name("f26").fr, "2–6");
    }
}
