use abaque_core::{Game, GameOptions as _, Message, ParseError, Spec, StaticMessage};

use crate::input::{BoardAction, BoardInfo, BoardInput, Deduction};
use crate::render::{is_lot, read};
use crate::set_up::SetUpRules;

/// Reads the gestures of the offered actions of a view.
type ReadActions = fn(&Spec, &str, &[String]) -> Result<Vec<BoardAction>, ParseError>;

/// Reads a gesture in a view: the squares picked up and the one pointed at.
type AttemptedAction = fn(&Spec, &str, &[String], &str) -> Option<String>;

/// A board's input with its types erased; its interface is text.
pub struct ErasedInput {
    /// Names and looks.
    pub info: BoardInfo,
    /// How secret set-ups are made.
    pub set_up: Option<&'static SetUpRules>,
    /// The gestures of every offered action.
    pub actions: ReadActions,
    /// The action a gesture means, legal or not.
    pub attempted_action: AttemptedAction,
    /// The squares that can be claimed in a view.
    pub claimable_squares: fn(&Spec, &str) -> Result<Vec<String>, ParseError>,
    /// The action that claims these squares.
    pub claim_action: fn(&[String]) -> Option<String>,
    /// The squares of endangered pieces.
    pub endangered_squares: fn(&Spec, &str) -> Result<Vec<String>, ParseError>,
    /// What can be deduced from a view.
    pub deductions: fn(&Spec, &str) -> Result<Vec<Deduction>, ParseError>,
    /// The numbers of a throw of dice.
    pub dice_numbers: fn(&str) -> Vec<u8>,
    /// The label of a lot's outcome.
    pub lot_name: fn(&str) -> Message,
    /// The question before a lot's outcome is chosen.
    pub lot_question: fn(&str) -> StaticMessage,
    /// Whether an action is a secret submission.
    pub is_sealed: fn(&str) -> bool,
    /// Whether a text spells an action or a lot's outcome, legal or not.
    pub is_ply: fn(&str) -> bool,
}

impl ErasedInput {
    /// The input of the board `B`.
    pub const fn new<B: BoardInput>() -> ErasedInput {
        ErasedInput {
            info: B::INFO,
            set_up: B::SET_UP,
            actions: |spec, text, offered| {
                let view = read::<B>(spec, text)?;
                let action = |text: &String| match is_lot::<B>(text) {
                    true => Ok(BoardAction { text: text.clone(), ..BoardAction::default() }),
                    false => B::board_action(&view, text),
                };
                offered.iter().map(action).collect()
            },
            attempted_action: |spec, text, picked, pointed| {
                B::attempted_action(&read::<B>(spec, text).ok()?, picked, pointed)
            },
            claimable_squares: |spec, text| Ok(B::claimable_squares(&read::<B>(spec, text)?)),
            claim_action: B::claim_action,
            endangered_squares: |spec, text| {
                B::endangered_squares(&<B::Game as Game>::Options::from_spec(spec)?, text)
            },
            deductions: |spec, text| {
                B::deductions(&<B::Game as Game>::Options::from_spec(spec)?, text)
            },
            dice_numbers: B::dice_numbers,
            lot_name: B::lot_name,
            lot_question: B::lot_question,
            is_sealed: B::is_sealed,
            is_ply: |text| is_lot::<B>(text) || text.parse::<<B::Game as Game>::Action>().is_ok(),
        }
    }
}
