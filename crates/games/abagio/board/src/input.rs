use abaque_abagio::{Abagio, Action, LeapOrigin, Options, Phase, Square};
use abaque_board::{
    ActionTiming, BoardAction, BoardInfo, BoardInput, BoardPainter as _, StaticMessage, text,
};
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
    ("e", text!("e, diamond Eight", "e, position Huit")),
    ("r7", text!("r7, Red's lily pad", "r7, nénuphar des rouges")),
    ("r6", text!("r6, Red's lily pad", "r6, nénuphar des rouges")),
    ("r5", text!("r5, Red's lily pad", "r5, nénuphar des rouges")),
    ("r4", text!("r4, Red's lily pad", "r4, nénuphar des rouges")),
    ("r3", text!("r3, Red's lily pad", "r3, nénuphar des rouges")),
    ("r2", text!("r2, Red's lily pad", "r2, nénuphar des rouges")),
    ("p7", text!("p7, Purple's lily pad", "p7, nénuphar des pourpres")),
    ("p6", text!("p6, Purple's lily pad", "p6, nénuphar des pourpres")),
    ("p5", text!("p5, Purple's lily pad", "p5, nénuphar des pourpres")),
    ("p4", text!("p4, Purple's lily pad", "p4, nénuphar des pourpres")),
    ("p3", text!("p3, Purple's lily pad", "p3, nénuphar des pourpres")),
    ("p2", text!("p2, Purple's lily pad", "p2, nénuphar des pourpres")),
    ("o", text!("o, diamond One", "o, position Un")),
    ("w", text!("the pond", "l'étang")),
    ("chief", text!("beside the path", "à côté du chemin")),
];

impl BoardInput for Board {
    const INFO: BoardInfo = BoardInfo {
        piece_names: PIECE_NAMES,
        place_names: PLACE_NAMES,
        button_names: &[(
            "t-",
            text!("Chief frog beside the board", "Grenouille en chef à côté du plateau"),
        )],
        has_stepwise_turns: true,
        has_wide_counters: true,
        warning_help: Some(text!("blots", "isolés")),
        has_puzzles: true,
        ..BoardInfo::DEFAULT
    };

    /// The chief is dragged from where it lies; in its phase nothing else moves, so it is held from
    /// the start (AGO-19).
    fn board_action(view: &Abagio, action: &str) -> Result<BoardAction, ParseError> {
        let mut squares = Board::action_squares(view, action, ActionTiming::Next)?;
        let is_chief = matches!(action.parse()?, Action::Chief(Some(_)));
        if is_chief {
            squares.from = vec![chief_place(view)];
        }
        Ok(BoardAction { is_held: is_chief, ..BoardAction::from_squares(action, squares) })
    }

    fn attempted_action(view: &Abagio, picked: &[String], pointed: &str) -> Option<String> {
        let seat = view.side()?;
        if view.phase() == Phase::Chief {
            let square: Square = pointed.parse().ok()?;
            return Some(Action::Chief(Some(square)).to_string());
        }
        let origin = |name: &str| match name {
            start if start == crate::start_slot(seat) => Some(LeapOrigin::Start),
            square => square.parse().ok().map(LeapOrigin::On),
        };
        let (from, number) = match picked {
            [] => (origin(pointed)?, view.dice()?.numbers().next()?),
            [from, ..] => {
                let from = origin(from)?;
                let track = from.track(seat)?;
                let reached = |number: &u8| match Square::on_track(seat, track + number) {
                    Some(square) => square.to_string() == pointed,
                    None => pointed == "w",
                };
                (from, (1..=6).find(reached)?)
            }
        };
        Some(Action::Leap { from, number }.to_string())
    }

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

/// The square where the chief lies, or its place off the path.
fn chief_place(view: &Abagio) -> String {
    view.chief().map_or_else(|| crate::CHIEF_PLACE.to_owned(), |square| square.to_string())
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
