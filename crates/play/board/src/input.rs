use abaque_core::{Message, ParseError, StaticMessage, message};

use crate::painter::{ActionSquares, ActionTiming, BoardPainter, OptionsOf};
use crate::set_up::SetUpRules;
use crate::text;

/// An action with the gestures that enter it on the board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardAction {
    /// The action's text.
    pub text: String,
    /// The squares picked up for it, as a set.
    pub from: Vec<String>,
    /// Target squares; any of them completes the action.
    pub to: Vec<String>,
    /// The square that stands for all of `from`.
    pub rear: Option<String>,
    /// Drags of one square of `from` that move all of it.
    pub drags: Vec<(String, String)>,
    /// The piece it puts, where the player chooses between several.
    pub piece: Option<PieceChoice>,
    /// How far the board's surface moves, right and down, if the action slides it.
    pub slide: Option<(f64, f64)>,
    /// Whether `from` is picked up from the start: nothing else can be.
    pub is_held: bool,
}

impl BoardAction {
    /// A move from square to square: tapped or dragged.
    pub fn from_squares(text: &str, squares: ActionSquares) -> BoardAction {
        let mut action = BoardAction { text: text.to_owned(), ..BoardAction::default() };
        if let [from] = &squares.from[..] {
            action.drags = squares.to.iter().map(|to| (from.clone(), to.clone())).collect();
            action.rear = Some(from.clone());
        }
        (action.from, action.to) = (squares.from, squares.to);
        action
    }
}

/// A piece to put, chosen before the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceChoice {
    /// Its rank among the choices; the lowest is preselected.
    pub rank: u8,
    /// The label of its button.
    pub name: StaticMessage,
}

/// What a viewer can deduce about a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// The square.
    pub square: String,
    /// Coloured dots, bottom to top: the classes of the tokens, or [`Deduction::UNKNOWN`].
    pub dots: Vec<&'static str>,
}

impl Deduction {
    /// The class of a dot that stays unknown.
    pub const UNKNOWN: &'static str = "unknown";
}

/// How people play on a board. The defaults suit a game whose actions go from square to square.
pub trait BoardInput: BoardPainter {
    /// Names and looks.
    const INFO: BoardInfo = BoardInfo::DEFAULT;

    /// How secret set-ups are made, where the game has them.
    const SET_UP: Option<&'static SetUpRules> = None;

    /// The gestures of an action.
    fn board_action(view: &Self::View, action: &str) -> Result<BoardAction, ParseError> {
        let squares = Self::action_squares(view, action, ActionTiming::Next)?;
        Ok(BoardAction::from_squares(action, squares))
    }

    /// The action a gesture means, legal or not, so that the rules can say why it is refused: the
    /// squares picked up, none or more, and the square pointed at.
    fn attempted_action(_: &Self::View, _picked: &[String], _pointed: &str) -> Option<String> {
        None
    }

    /// The squares that can be claimed one by one where claims are not offered as actions.
    fn claimable_squares(_: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// The action that claims these squares.
    fn claim_action(_: &[String]) -> Option<String> {
        None
    }

    /// The squares of endangered pieces of either side, for players who want to be warned.
    fn endangered_squares(_: &OptionsOf<Self>, _: &str) -> Result<Vec<String>, ParseError> {
        Ok(Vec::new())
    }

    /// What can be deduced from a view about hidden pieces.
    fn deductions(_: &OptionsOf<Self>, _: &str) -> Result<Vec<Deduction>, ParseError> {
        Ok(Vec::new())
    }

    /// The numbers of a throw of dice; empty for other lots.
    fn dice_numbers(_roll: &str) -> Vec<u8> {
        Vec::new()
    }

    /// The label of a lot's outcome, for those who choose it by hand.
    fn lot_name(roll: &str) -> Message {
        message!("{roll}", "{roll}")
    }

    /// The question before such a choice; `roll` is one of the outcomes.
    fn lot_question(_roll: &str) -> StaticMessage {
        text!("Choose the outcome of the draw.", "Choisissez le résultat du tirage.")
    }

    /// Whether an action is a secret submission, revealed later.
    fn is_sealed(_action: &str) -> bool {
        false
    }
}

/// Names and looks of a board.
#[derive(Debug)]
pub struct BoardInfo {
    /// Names of the classes of pieces, for screen readers; a class without a name is silent.
    pub piece_names: &'static [(&'static str, StaticMessage)],
    /// Names of squares that are more than their coordinates.
    pub place_names: &'static [(&'static str, StaticMessage)],
    /// Labels of squares that are controls, such as handles.
    pub control_names: &'static [(&'static str, StaticMessage)],
    /// Labels of buttons for actions without a square, by action; others show its description.
    pub button_names: &'static [(&'static str, StaticMessage)],
    /// Whether a turn consists of several small actions: forced ones may play themselves, and the
    /// last one may wait for confirmation.
    pub has_stepwise_turns: bool,
    /// The texts of an interrupt window.
    pub interrupt: Option<&'static InterruptTexts>,
    /// The board's width over its height, panels excluded.
    pub aspect_ratio: f64,
    /// Whether pieces carry small details, worth enlarging on a small screen.
    pub has_small_details: bool,
    /// Whether the counters of a panel need a line of their own on a narrow screen.
    pub has_wide_counters: bool,
    /// The game shown on thumbnails.
    pub sample: SampleGame,
    /// Gestures beyond taps and drags of single pieces.
    pub gesture_help: Option<StaticMessage>,
    /// What warnings show.
    pub warning_help: Option<StaticMessage>,
    /// Whether the puzzle pages offer the game. Ids of puzzles begin with the letters of its rule
    /// ids, in lower case.
    pub has_puzzles: bool,
}

impl BoardInfo {
    /// No names; a square board; thumbnails of the default options.
    pub const DEFAULT: BoardInfo = BoardInfo {
        piece_names: &[],
        place_names: &[],
        control_names: &[],
        button_names: &[],
        has_stepwise_turns: false,
        interrupt: None,
        aspect_ratio: 1.0,
        has_small_details: false,
        has_wide_counters: false,
        sample: SampleGame { options: "", position: None },
        gesture_help: None,
        warning_help: None,
        has_puzzles: false,
    };
}

/// The game shown on thumbnails.
#[derive(Debug)]
pub struct SampleGame {
    /// Its options as in a spec, such as `sheet=2`.
    pub options: &'static str,
    /// Its position; without one, some turns of random play.
    pub position: Option<&'static str>,
}

/// The texts of an interrupt window: a player may break into the opponent's turn.
#[derive(Debug)]
pub struct InterruptTexts {
    /// The button that interrupts.
    pub shout: StaticMessage,
    /// The question.
    pub question: StaticMessage,
    /// What to choose after the shout.
    pub choose: StaticMessage,
    /// The button that lets the action pass.
    pub pass: StaticMessage,
    /// The button that lets the whole turn pass.
    pub pass_turn: StaticMessage,
}
