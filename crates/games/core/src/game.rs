use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::hash::Hash;
use core::str::FromStr;

use crate::{
    EndReason, GameOptions, Importer, Message, Observer, Outcome, ParseError, RandomSource, Seat,
    StaticMessage, message,
};

/// What must happen next in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player acts.
    Of(Seat),
    /// A lot is due: dice, or who starts.
    Chance,
    /// The game is over by the board.
    Over(Outcome),
}

/// The smallest step of a game: a player's action or the outcome of a lot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ply<A, R> {
    /// An action of the player to act.
    Act(A),
    /// The outcome of a lot.
    Roll(R),
}

impl<A: fmt::Display, R: fmt::Display> fmt::Display for Ply<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ply::Act(action) => action.fmt(f),
            Ply::Roll(roll) => roll.fmt(f),
        }
    }
}

/// Bounds for actions and lot outcomes: one canonical text form, parsed without context, so a
/// parsed value need not be legal.
pub trait PlyValue:
    Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
}

impl<T> PlyValue for T where
    T: Copy
        + Eq
        + Hash
        + fmt::Debug
        + fmt::Display
        + FromStr<Err = ParseError>
        + Send
        + Sync
        + 'static
{
}

/// Why the rules refuse an action. Cheap to build; the text is formatted on demand.
pub trait RuleViolation: Error + Clone + PartialEq + Send + Sync + 'static {
    /// The id of the rule that forbids the action, such as `ABA-07`.
    fn rule(&self) -> &'static str;

    /// An explanation that names the squares involved.
    fn message(&self) -> Message;
}

/// Implements `Display` and `Error` for a [`RuleViolation`]: its message, then its rule in brackets.
#[macro_export]
macro_rules! violation_error {
    ($violation:ty) => {
        impl ::core::fmt::Display for $violation {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let (message, rule) =
                    ($crate::RuleViolation::message(self), $crate::RuleViolation::rule(self));
                ::core::write!(f, "{message} ({rule})")
            }
        }

        impl ::core::error::Error for $violation {}
    };
}

/// A ply's effect on the turn count and the no-progress rule (COM-03).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyProgress {
    /// How many turns ended with this ply.
    pub turns_ended: u8,
    /// Whether the ply made progress (an ejection, a pawn taken, a leap, BLO-25).
    pub made_progress: bool,
}

/// A player's throw of two six-sided dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceThrow {
    /// The player who threw.
    pub seat: Seat,
    /// The numbers thrown, in any order.
    pub dice: [u8; 2],
}

/// The rules of one game: a state that answers queries and advances by plies.
///
/// `Display` writes the canonical position. Required methods come first; provided methods marked
/// *final* must not be overridden.
pub trait Game: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The game's options; its [`GameOptions::description`] names the game.
    type Options: GameOptions;
    /// A player's decision.
    type Action: PlyValue;
    /// The outcome of a lot ([`Never`] in games without lots).
    type Roll: PlyValue;
    /// An observer's view. `Display` writes it in the position grammar.
    type View: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// Why an action is refused.
    type Violation: RuleViolation;

    /// The start position.
    fn start(options: &Self::Options) -> Self;

    /// Parses a position, strictly.
    fn parse(options: &Self::Options, text: &str) -> Result<Self, ParseError>;

    /// Parses a view, strictly.
    fn parse_view(options: &Self::Options, text: &str) -> Result<Self::View, ParseError>;

    /// The options this game is played with.
    fn options(&self) -> Self::Options;

    /// The player to act, the lot due, or the outcome.
    fn turn(&self) -> Turn;

    /// Appends every legal action of the player to act, each once, in any order. Appends nothing
    /// when a lot is due, the game is over, or [`Game::unlisted_count`] returns a count.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Whether the player to act may play this action; implemented without the move generator.
    fn check(&self, action: &Self::Action) -> Result<(), Self::Violation>;

    /// Applies a legal ply. An illegal ply may produce a nonsensical state; a ply from
    /// [`Game::legal_actions`] or [`Game::rolls`] must not panic.
    fn apply_unchecked(&mut self, ply: Ply<Self::Action, Self::Roll>);

    /// Appends every outcome of the lot due, with its weight; nothing when no lot is due.
    fn rolls(&self, out: &mut Vec<(Self::Roll, u32)>);

    /// The game as `by` may see it.
    fn view(&self, by: Observer) -> Self::View;

    /// The view with nothing hidden. No player gets it during a game; it is for reviewing finished
    /// games and for reference bots.
    fn unveiled_view(&self) -> Self::View;

    /// A position consistent with the view: the position itself if nothing is hidden, otherwise a
    /// random one. `None` if the view contradicts itself: a parsed view may, one made by
    /// [`Game::view`] never does.
    fn sample_position(view: &Self::View, source: &mut dyn RandomSource) -> Option<Self>;

    /// COM-01: at the start of a turn, a key that two positions share exactly if they count as
    /// repeated. `None` in mid-turn and in games where repetition never draws.
    fn repetition_key(&self) -> Option<String>;

    /// COM-03: the progress `ply` made between `before` and `after`.
    fn ply_progress(
        before: &Self,
        ply: &Ply<Self::Action, Self::Roll>,
        after: &Self,
    ) -> PlyProgress;

    /// COM-03: the outcome when too many turns have passed without progress; a draw unless a
    /// tournament rule of the game says otherwise.
    fn outcome_without_progress(&self) -> Outcome {
        Outcome::Draw(EndReason::NoProgress)
    }

    /// Describes `ply`, which is legal here, in one sentence that omits the player's name.
    /// Spectators hear it, so it reveals no secret.
    fn describe(&self, ply: &Ply<Self::Action, Self::Roll>) -> Message;

    /// The number of legal actions (bulk counting for perft).
    fn count_legal(&self) -> u64 {
        let mut out = Vec::new();
        self.legal_actions(&mut out);
        out.len() as u64
    }

    /// A random legal action; `None` when no player is to act.
    fn random_action(&self, source: &mut dyn RandomSource) -> Option<Self::Action> {
        let mut out = Vec::new();
        self.legal_actions(&mut out);
        (!out.is_empty()).then(|| out[source.below(out.len() as u64) as usize])
    }

    /// The number of legal actions when there are too many to list (a secret set-up).
    fn unlisted_count(&self) -> Option<u64> {
        None
    }

    /// The number of facts on the board hidden from spectators. A decrease means a reveal.
    fn secret_count(&self) -> u32 {
        0
    }

    /// Whether both players now submit in secret, simultaneously. The position records the
    /// submissions in seat order.
    fn is_sealed(&self) -> bool {
        false
    }

    /// The action that lets an interrupt window pass unused (ABR-15), whether or not one is open;
    /// `None` in games without such windows.
    fn lapse_action(&self) -> Option<Self::Action> {
        None
    }

    /// The action played by default when the open interrupt window closes (ABR-15):
    /// [`Game::lapse_action`], or `None` while no window is open.
    fn window_default(&self) -> Option<Self::Action> {
        None
    }

    /// Whether move lists may show this legal action (ABR-19: with manual claims, players find
    /// takings themselves).
    fn is_offered(&self, _action: &Self::Action) -> bool {
        true
    }

    /// Named, ready-made legal actions where composing one is hard (a secret set-up).
    fn presets(&self) -> Vec<(StaticMessage, Self::Action)> {
        Vec::new()
    }

    /// Special rematches offered after this finished game (BLO-22). They may reveal secrets.
    fn rematches(&self) -> Vec<(StaticMessage, Self::Options)> {
        Vec::new()
    }

    /// An expert's remarks on the position in the game's vocabulary, limited to what the observer
    /// may know (det balls, blots, deductions).
    fn remarks(&self, _by: Observer) -> Vec<Message> {
        Vec::new()
    }

    /// The throw of a player that this outcome of the lot due would be; it counts in their dice
    /// statistics. `None` for any other lot, such as the dice that decide who begins.
    fn dice_throw(&self, _roll: &Self::Roll) -> Option<DiceThrow> {
        None
    }

    /// A player's score so far, in the game's own count: balls ejected, pawns taken, frogs in the
    /// pond. It is the score of a finished game; puzzles ask for the most that one turn can gain.
    fn points(&self, _seat: Seat) -> Option<u32> {
        None
    }

    /// Whether a statement about a hidden fact, in the game's own notation, is certain from a view
    /// that does not show it. The error explains the notation. Puzzles ask for such facts.
    fn is_certain(_view: &Self::View, _statement: &str) -> Result<bool, ParseError> {
        Err(ParseError::new("ANSWER", message!("this game hides nothing", "ce jeu ne cache rien")))
    }

    /// How move lists of other programs are read; `None` if there are no other notations.
    fn importer() -> Option<Importer<Self>> {
        None
    }

    /// Whether move lists may omit legal actions now (ABR-19). The answer must not depend on
    /// whether such actions exist.
    fn has_concealed_actions(&self) -> bool {
        false
    }

    /// Whether this game has interrupt windows (ABR-15). Final.
    fn has_interrupt_windows(&self) -> bool {
        self.lapse_action().is_some()
    }

    /// Checks and applies an action; on error the state is unchanged. Final.
    fn play(&mut self, action: Self::Action) -> Result<(), Self::Violation> {
        self.check(&action)?;
        self.apply_unchecked(Ply::Act(action));
        Ok(())
    }

    /// Applies the outcome of the lot due; returns false and changes nothing if it is not one.
    /// Final.
    fn play_roll(&mut self, roll: Self::Roll) -> bool {
        let mut out = Vec::new();
        self.rolls(&mut out);
        let due = out.iter().any(|(outcome, _)| *outcome == roll);
        if due {
            self.apply_unchecked(Ply::Roll(roll));
        }
        due
    }

    /// Whether the board has ended the game. Final.
    fn is_over(&self) -> bool {
        matches!(self.turn(), Turn::Over(_))
    }
}

/// A game without lots or hidden information, so alpha-beta can search it.
pub trait PerfectInformation: Game<Roll = Never, View = Self> {}

/// The roll type of games without lots; it has no values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Never {
    type Err = ParseError;

    fn from_str(_: &str) -> Result<Self, ParseError> {
        Err(ParseError::new(
            "ROLL",
            message!("this game has no random draws", "ce jeu n'a pas de tirages"),
        ))
    }
}
