use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::{BadText, Observer, Options, Outcome, Said, Seat, Source, Words, said};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player's action.
    Of(Seat),
    /// A lot: dice, who starts.
    Chance,
    /// Nothing: the game is over by the board.
    Over(Outcome),
}

/// The smallest step of a game: something a player decides, or a lot.
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

/// What an action or a lot's outcome must be able to do: one canonical text form, parsed without
/// context (spelled is not legal).
pub trait Action:
    Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = BadText> + Send + Sync + 'static
{
}

impl<T> Action for T where
    T: Copy
        + Eq
        + Hash
        + fmt::Debug
        + fmt::Display
        + FromStr<Err = BadText>
        + Send
        + Sync
        + 'static
{
}

/// Why an action is refused, in terms of the rules. Cheap to make: words come only when asked.
pub trait Refusal: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The id of the rule that forbids it, such as `ABA-07`.
    fn rule(&self) -> &'static str;

    /// Which squares and why, in plain words.
    fn said(&self) -> Said;
}

/// How far one ply brought the game, for the no-progress rule (COM-03).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// How many players' turns ended with this ply.
    pub turns_ended: u8,
    /// Whether the ply made progress (an ejection, a pawn taken, a leap, BLO-25).
    pub progress: bool,
}

/// The rules of one game as a state that can be asked and advanced.
///
/// `Display` writes the canonical position. The required methods come first; the provided ones
/// that say *final* are not meant to be overridden.
pub trait Game: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The game's options; its [`Options::info`] names the game.
    type Options: Options;
    /// What players do.
    type Action: Action;
    /// What lots give ([`Never`] where there are none).
    type Roll: Action;
    /// What an observer may see. `Display` writes it in the position grammar.
    type View: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// Why actions are refused.
    type Refusal: Refusal;

    /// The start position.
    fn start(options: &Self::Options) -> Self;

    /// Reads a position, strictly.
    fn parse(options: &Self::Options, text: &str) -> Result<Self, BadText>;

    /// Reads a view, strictly.
    fn parse_view(options: &Self::Options, text: &str) -> Result<Self::View, BadText>;

    /// The options this game is played with.
    fn options(&self) -> Self::Options;

    /// Who acts, or how it ended.
    fn turn(&self) -> Turn;

    /// Appends every legal action of the player to act, each once, in any order; nothing at a
    /// lot, in a finished game, or where [`Game::unlisted`] says so.
    fn legal(&self, out: &mut Vec<Self::Action>);

    /// Whether the player to act may do this: decided directly, without the generator.
    fn check(&self, action: &Self::Action) -> Result<(), Self::Refusal>;

    /// Advances by a legal ply. An illegal one may give a nonsensical state but must not panic
    /// where the ply came from [`Game::legal`] or [`Game::rolls`].
    fn apply_unchecked(&mut self, ply: Ply<Self::Action, Self::Roll>);

    /// Appends every outcome of the lot due now with its weight; nothing where none is due.
    fn rolls(&self, out: &mut Vec<(Self::Roll, u32)>);

    /// What an observer may see.
    fn view(&self, by: Observer) -> Self::View;

    /// COM-01: at the start of a turn, a text that two positions share exactly if they count as
    /// the same; `None` elsewhere and in games where repetition never draws.
    fn recurrence(&self) -> Option<String>;

    /// COM-03: how far `ply` brought the game from `before` to `after`.
    fn pace(before: &Self, ply: &Ply<Self::Action, Self::Roll>, after: &Self) -> Pace;

    /// What `ply`, legal here, does: one plain sentence without the player's name at its start,
    /// fit to be read aloud to everybody (so it gives no secret away).
    fn tell(&self, ply: &Ply<Self::Action, Self::Roll>) -> Said;

    /// How many legal actions there are (bulk counting for perft).
    fn count_legal(&self) -> u64 {
        let mut out = Vec::new();
        self.legal(&mut out);
        out.len() as u64
    }

    /// A legal action at random, `None` where no player is to act.
    fn random_action(&self, source: &mut dyn Source) -> Option<Self::Action> {
        let mut out = Vec::new();
        self.legal(&mut out);
        (!out.is_empty()).then(|| out[source.below(out.len() as u64) as usize])
    }

    /// The number of legal actions where they are too many to list (a secret set-up).
    fn unlisted(&self) -> Option<u64> {
        None
    }

    /// How many things on the board a spectator may not know. When it falls, something came out.
    fn secrets(&self) -> u32 {
        0
    }

    /// Whether both players now submit in secret at the same time; the position takes the
    /// submissions in seat order.
    fn sealed(&self) -> bool {
        false
    }

    /// Whether short windows open in this game at all (ABR-15).
    fn windows(&self) -> bool {
        false
    }

    /// The action that counts as chosen when the short window now open closes (ABR-15).
    fn lapse(&self) -> Option<Self::Action> {
        None
    }

    /// Whether a list shown to players may contain this legal action (ABR-19: with manual claims
    /// takings are for the player to find).
    fn offered(&self, _action: &Self::Action) -> bool {
        true
    }

    /// Ready-made legal actions with names, where inventing one is hard (a secret set-up).
    fn presets(&self) -> Vec<(Words, Self::Action)> {
        Vec::new()
    }

    /// Rematches of a special kind that this game, now over, allows (BLO-22). They may tell secrets.
    fn rematches(&self) -> Vec<(Words, Self::Options)> {
        Vec::new()
    }

    /// What a knowing onlooker would point out in this position, in the game's own words and as
    /// far as the observer may know it (det balls, blots, what can be deduced).
    fn remarks(&self, _by: Observer) -> Vec<Said> {
        Vec::new()
    }

    /// Whether there may be legal actions now that lists do not show (ABR-19): the same whether there
    /// are any or not.
    fn conceals(&self) -> bool {
        false
    }

    /// Checks and advances; refused, the state is unchanged. Final.
    fn play(&mut self, action: Self::Action) -> Result<(), Self::Refusal> {
        self.check(&action)?;
        self.apply_unchecked(Ply::Act(action));
        Ok(())
    }

    /// Advances by a lot's outcome if it is one of those due; otherwise nothing happens. Final.
    fn roll(&mut self, roll: Self::Roll) -> bool {
        let mut out = Vec::new();
        self.rolls(&mut out);
        let due = out.iter().any(|(outcome, _)| *outcome == roll);
        if due {
            self.apply_unchecked(Ply::Roll(roll));
        }
        due
    }

    /// Whether the game is over by the board. Final.
    fn is_over(&self) -> bool {
        matches!(self.turn(), Turn::Over(_))
    }
}

/// A game without lots and secrets: what alpha-beta may search.
pub trait Open: Game<Roll = Never, View = Self> {}

/// The roll of a game without lots: there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Never {
    type Err = BadText;

    fn from_str(_: &str) -> Result<Self, BadText> {
        Err(BadText::new("ROLL", said!("this game has no lots", "ce jeu ne tire rien au sort")))
    }
}
