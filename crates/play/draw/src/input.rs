use abaque_board::set_up::SetUpRules;
use abaque_board::{BoardAction, BoardInfo, Deduction, ErasedInput};
use abaque_core::{Message, ParseError, Spec, StaticMessage};

use crate::{INPUTS, painter_index};

/// Names and looks of a game's board.
pub fn board_info(spec: &str) -> Result<&'static BoardInfo, ParseError> {
    find_input(spec).map(|(input, _)| &input.info)
}

/// How secret set-ups of a game are made; `None` for games without.
pub fn set_up_rules(spec: &str) -> Option<&'static SetUpRules> {
    find_input(spec).ok()?.0.set_up
}

/// The offered actions of a view with the gestures that enter them.
pub fn board_actions(
    spec: &str,
    view: &str,
    offered: &[String],
) -> Result<Vec<BoardAction>, ParseError> {
    let (input, spec) = find_input(spec)?;
    (input.actions)(&spec, view, offered)
}

/// The action a gesture means, legal or not: the squares picked up and the square pointed at.
pub fn attempted_action(
    spec: &str,
    view: &str,
    picked: &[String],
    pointed: &str,
) -> Option<String> {
    let (input, spec) = find_input(spec).ok()?;
    (input.attempted_action)(&spec, view, picked, pointed)
}

/// The squares that can be claimed one by one, where claims are not offered as actions.
pub fn claimable_squares(spec: &str, view: &str) -> Result<Vec<String>, ParseError> {
    let (input, spec) = find_input(spec)?;
    (input.claimable_squares)(&spec, view)
}

/// The action that claims these squares.
pub fn claim_action(spec: &str, squares: &[String]) -> Option<String> {
    (find_input(spec).ok()?.0.claim_action)(squares)
}

/// The squares of endangered pieces of either side.
pub fn endangered_squares(spec: &str, view: &str) -> Result<Vec<String>, ParseError> {
    let (input, spec) = find_input(spec)?;
    (input.endangered_squares)(&spec, view)
}

/// What a viewer can deduce about hidden pieces.
pub fn deductions(spec: &str, view: &str) -> Result<Vec<Deduction>, ParseError> {
    let (input, spec) = find_input(spec)?;
    (input.deductions)(&spec, view)
}

/// The numbers of a throw of dice; empty for other lots.
pub fn dice_numbers(spec: &str, roll: &str) -> Vec<u8> {
    find_input(spec).map(|(input, _)| (input.dice_numbers)(roll)).unwrap_or_default()
}

/// The label of a lot's outcome, for those who choose it by hand.
pub fn lot_name(spec: &str, roll: &str) -> Result<Message, ParseError> {
    find_input(spec).map(|(input, _)| (input.lot_name)(roll))
}

/// The question before such a choice; `roll` is one of the outcomes.
pub fn lot_question(spec: &str, roll: &str) -> Result<StaticMessage, ParseError> {
    find_input(spec).map(|(input, _)| (input.lot_question)(roll))
}

/// Whether a text spells an action or a lot's outcome, legal or not.
pub fn is_ply(spec: &str, text: &str) -> bool {
    find_input(spec).is_ok_and(|(input, _)| (input.is_ply)(text))
}

/// Whether an action is a secret submission, revealed later.
pub fn is_sealed(spec: &str, action: &str) -> bool {
    find_input(spec).is_ok_and(|(input, _)| (input.is_sealed)(action))
}

fn find_input(spec: &str) -> Result<(&'static ErasedInput, Spec), ParseError> {
    painter_index(spec).map(|(place, spec)| (&INPUTS[place], spec))
}
