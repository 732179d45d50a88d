use std::fmt::Debug;

use abaque_core::{Game, Seat};

use crate::NumberSet;

/// What a number means in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice<A> {
    /// It completes this action.
    Action(A),
    /// It is one part of an action; the draft holds it, and the same player chooses the next part.
    Part,
    /// Nothing: no action of this game has the number here.
    Nothing,
}

/// Numbers and tensors of one game.
///
/// Numbers and planes are given from the side of the player concerned: the second player's board is
/// turned so that both see their own pieces at the same place. Large actions, such as a set-up, are
/// chosen in parts, each with a number; a *draft* holds the parts chosen so far.
pub trait GameTensors: 'static {
    /// The rules.
    type Game: Game;
    /// The parts of an action chosen so far; the default is none. `()` where every action has a
    /// number of its own.
    type Draft: Clone + Default + PartialEq + Debug + Send + Sync + 'static;

    /// How many action numbers there are.
    const ACTIONS: usize;
    /// How many outcomes lots have, numbered separately; at most [`GameTensors::ACTIONS`].
    const LOTS: usize;
    /// Planes, rows and columns of a tensor.
    const PLANES: [usize; 3];
    /// Numbers after the planes, besides [`COMMON_SCALARS`](crate::COMMON_SCALARS).
    const SCALARS: usize;
    /// Whether no position from before progress (COM-03) can occur again after it.
    const FINAL_PROGRESS: bool;

    /// Marks the legal numbers of the player to act; `actions` is an empty buffer.
    fn mark_legal(
        game: &Self::Game,
        draft: &Self::Draft,
        actions: &mut Vec<<Self::Game as Game>::Action>,
        legal: &mut NumberSet,
    );

    /// What a number means for the player to act. A part is added to the draft. A number that is
    /// not legal may give any result but must not panic.
    fn choose(
        game: &Self::Game,
        draft: &mut Self::Draft,
        number: usize,
    ) -> Choice<<Self::Game as Game>::Action>;

    /// The numbers to choose, in order, for a legal action of the player to act.
    fn numbers_of(game: &Self::Game, action: &<Self::Game as Game>::Action, out: &mut Vec<usize>);

    /// What the number of a part means, for people: `lift c3`.
    fn part_text(_game: &Self::Game, _draft: &Self::Draft, number: usize) -> String {
        format!("#{number}")
    }

    /// The number of a lot's outcome, below [`GameTensors::LOTS`].
    fn roll_number(roll: &<Self::Game as Game>::Roll) -> usize;

    /// Equal exactly where [`Game::repetition_key`] is equal, but for accidents of hashing.
    fn position_hash(game: &Self::Game) -> Option<u64>;

    /// Writes what a player knows. All values are 0 before. `draft` is the player's own; it is
    /// empty unless they are to act.
    fn write_tensor(
        view: &<Self::Game as Game>::View,
        viewer: Seat,
        draft: &Self::Draft,
        planes: &mut [u8],
        scalars: &mut [u8],
    );
}
