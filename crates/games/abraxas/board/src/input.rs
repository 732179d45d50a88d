use abaque_abraxas::{Abraxas, Action, ClaimMode, Corner, Hole, HoleSet, Pawn, Phase};
use abaque_board::{
    ActionTiming, BoardAction, BoardInfo, BoardInput, BoardPainter as _, InterruptTexts,
    PieceChoice, SampleGame, StaticMessage, text,
};
use abaque_core::{Game, ParseError};

use crate::{Board, geometry};

const PIECE_NAMES: &[(&str, StaticMessage)] = &[
    ("pawn red", text!("red pawn", "pion rouge")),
    ("pawn stop", text!("stop pawn", "pion d'arrêt")),
];

const BUTTON_NAMES: &[(&str, StaticMessage)] =
    &[("=", text!("Don't push", "Ne pas pousser")), ("end", text!("I'm done", "J'ai fini"))];

/// The arrows on the rim (ABR-03).
const CONTROL_NAMES: &[(&str, StaticMessage)] = &[
    ("sw", text!("arrow to the lower left", "flèche vers le coin en bas à gauche")),
    ("se", text!("arrow to the lower right", "flèche vers le coin en bas à droite")),
    ("ne", text!("arrow to the upper right", "flèche vers le coin en haut à droite")),
    ("nw", text!("arrow to the upper left", "flèche vers le coin en haut à gauche")),
];

const RED: PieceChoice = PieceChoice { rank: 0, name: text!("Red pawn", "Pion rouge") };
const STOP: PieceChoice = PieceChoice { rank: 1, name: text!("Stop pawn", "Pion d'arrêt") };

/// The window after a pawn was put (ABR-15).
const INTERRUPT: InterruptTexts = InterruptTexts {
    shout: text!("Stop!", "Stop !"),
    question: text!("Say Stop! to this pawn?", "Dire Stop ! pour ce pion ?"),
    choose: text!(
        "Choose a free hole for your stop pawn.",
        "Choisissez un trou libre pour votre pion d'arrêt."
    ),
    pass: text!("Allow", "Laisser jouer"),
    pass_turn: text!("Don't ask again this turn", "Ne plus demander pendant ce tour"),
};

impl BoardInput for Board {
    const INFO: BoardInfo = BoardInfo {
        piece_names: PIECE_NAMES,
        control_names: CONTROL_NAMES,
        button_names: BUTTON_NAMES,
        interrupt: Some(&INTERRUPT),
        sample: SampleGame {
            options: "sheet=2",
            position: Some("8/8/8/3r4/3r4/2rrrr2/3r4/8 sw 1 17 0-0 3-3 push"),
        },
        gesture_help: Some(text!(
            "tap a hole to place a pawn, drag the plate or tap an arrow to push it, tap the pawns of a line to take them.",
            "touchez un trou pour poser un pion, faites glisser la plaque ou touchez une flèche pour la pousser, touchez les pions d'un alignement pour les prendre."
        )),
        has_puzzles: true,
        ..BoardInfo::DEFAULT
    };

    fn board_action(game: &Abraxas, action: &str) -> Result<BoardAction, ParseError> {
        let squares = Board::action_squares(game, action, ActionTiming::Next)?;
        let mut input = BoardAction::from_squares(action, squares);
        match action.parse()? {
            // The captured pawns are picked one by one.
            Action::Take(_) => {
                input.to.clear();
                input.drags.clear();
                input.rear = None;
            }
            Action::Put(_) => input.piece = Some(RED),
            Action::Stop(_) => input.piece = Some(STOP),
            Action::Push(corner) => {
                input.slide = game.corner().map(|here| {
                    let (from, to) = (geometry::plate(here), geometry::plate(corner));
                    (to.x - from.x, to.y - from.y)
                });
            }
            Action::Lay(_) | Action::Move { .. } | Action::Stay | Action::Go | Action::End => {}
        }
        Ok(input)
    }

    fn attempted_action(game: &Abraxas, picked: &[String], pointed: &str) -> Option<String> {
        if let Ok(corner) = pointed.parse::<Corner>() {
            let lays = game.phase() == Phase::Corner;
            let action = if lays { Action::Lay(corner) } else { Action::Push(corner) };
            return Some(action.to_string());
        }
        let hole: Hole = pointed.parse().ok()?;
        let from = match picked {
            [from] => from.parse::<Hole>().ok(),
            _ => None,
        };
        let action = match (game.phase(), from) {
            (phase, _) if phase.is_taking() => Action::Take([hole].into_iter().collect()),
            (Phase::Stop { .. }, _) => Action::Stop(hole),
            (_, Some(from)) => Action::Move { from, to: hole },
            _ => Action::Put(hole),
        };
        Some(action.to_string())
    }

    /// Where the player has to find the lines (ABR-19): every red pawn.
    fn claimable_squares(game: &Abraxas) -> Vec<String> {
        if game.options().claim != ClaimMode::Manual || !game.phase().is_taking() {
            return Vec::new();
        }
        let red = Hole::all().filter(|&hole| game.pawn(hole) == Some(Pawn::Red));
        red.map(|hole| hole.to_string()).collect()
    }

    fn claim_action(holes: &[String]) -> Option<String> {
        let holes: Option<HoleSet> = holes.iter().map(|hole| hole.parse::<Hole>().ok()).collect();
        Some(Action::Take(holes?).to_string())
    }
}
