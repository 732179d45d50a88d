//! What few programs ask of a game. Each has a list of its own beside [`GAMES`](crate::GAMES), so that
//! the linker drops it from the others, of which the web app must be small.

use std::any::Any;

use abaque_core::{Game, GameOptions, ImportResult, ImportedMoves, ParseError, Spec, SplitMix};
use abaque_core::{message, perft};

use crate::any_game::{ErasedGame, erase_game};
use crate::{AnyGame, AnyView, GAMES, OpenedGame, unknown_game_error};

type DivideProgress<'a> = &'a mut dyn FnMut(usize, usize);

macro_rules! list {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        static WORLD_SAMPLERS: &[fn(&AnyView, u64) -> OpenedGame] =
            &[$($(#[$cfg])* sample_world_of::<$rules>),*];
        static FOREIGN_STARTS: &[fn(&Spec, &str) -> Option<OpenedGame>] =
            &[$($(#[$cfg])* foreign_start_of::<$rules>),*];
        static FOREIGN_MOVES: &[fn(&dyn Any, &[&str]) -> Option<ImportResult<String>>] =
            &[$($(#[$cfg])* foreign_moves_of::<$rules>),*];
        static CERTAINTIES: &[fn(&AnyView, &str) -> Result<bool, ParseError>] =
            &[$($(#[$cfg])* is_certain_of::<$rules>),*];
        static PERFTS: &[fn(&dyn Any, u32) -> Option<u64>] =
            &[$($(#[$cfg])* perft_of::<$rules>),*];
        static DIVISIONS: &[fn(&dyn Any, u32, DivideProgress) -> Option<Vec<(String, u64)>>] =
            &[$($(#[$cfg])* divide_of::<$rules>),*];
    };
}

for_each_game!(list);

impl dyn AnyGame {
    /// The number of ply sequences of length `depth`.
    pub fn perft(&self, depth: u32) -> u64 {
        PERFTS.iter().find_map(|perft| perft(self, depth)).unwrap_or_default()
    }

    /// See [`perft::divide`].
    pub fn divide(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> Vec<(String, u64)> {
        let divided = DIVISIONS.iter().find_map(|divide| divide(self, depth, &mut *progress));
        divided.unwrap_or_default()
    }

    /// Parses a list of moves of another program; `None` if the game has no other notations.
    pub fn read_foreign_moves(&self, moves: &[&str]) -> Option<ImportResult<String>> {
        FOREIGN_MOVES.iter().find_map(|read| read(self, moves))
    }
}

/// A position consistent with the view: the position itself if nothing is hidden, otherwise a
/// random one.
pub fn sample_world(view: &AnyView, seed: u64) -> OpenedGame {
    let spec: Spec = view.spec().parse()?;
    WORLD_SAMPLERS[game_index(&spec.name)?](view, seed)
}

/// Parses a start position written by another program; `None` if the line is not one.
pub fn foreign_start(spec: &str, line: &str) -> Option<OpenedGame> {
    let parsed = spec.parse::<Spec>().and_then(|spec| Ok((game_index(&spec.name)?, spec)));
    match parsed {
        Ok((index, spec)) => FOREIGN_STARTS[index](&spec, line),
        Err(error) => Some(Err(error)),
    }
}

/// Whether a statement about a hidden fact follows from a view ([`Game::is_certain`]).
pub fn is_certain(view: &AnyView, statement: &str) -> Result<bool, ParseError> {
    let spec: Spec = view.spec().parse()?;
    CERTAINTIES[game_index(&spec.name)?](view, statement)
}

/// Index of a game in the lists.
fn game_index(name: &str) -> Result<usize, ParseError> {
    let index = GAMES.iter().position(|entry| (entry.description)().name == name);
    index.ok_or_else(|| unknown_game_error(name))
}

fn sample_world_of<G: Game>(view: &AnyView, seed: u64) -> OpenedGame {
    let world = G::sample_position(view.downcast::<G>()?, &mut SplitMix(seed));
    Ok(erase_game(world.ok_or_else(|| {
        ParseError::new(
            "VIEW",
            message!("no such position is possible", "une telle position est impossible"),
        )
    })?))
}

fn foreign_start_of<G: Game>(spec: &Spec, line: &str) -> Option<OpenedGame> {
    let options = match G::Options::from_spec(spec) {
        Ok(options) => options,
        Err(error) => return Some(Err(error)),
    };
    let read = (G::importer()?.read_start)(&options, line)?;
    Some(read.map(erase_game))
}

fn foreign_moves_of<G: Game>(game: &dyn Any, moves: &[&str]) -> Option<ImportResult<String>> {
    let ErasedGame(game) = game.downcast_ref::<ErasedGame<G>>()?;
    let read = (G::importer()?.read_moves)(game, moves);
    Some(read.map(|list| ImportedMoves {
        notation: list.notation,
        actions: list.actions.iter().map(ToString::to_string).collect(),
    }))
}

fn is_certain_of<G: Game>(view: &AnyView, statement: &str) -> Result<bool, ParseError> {
    G::is_certain(view.downcast::<G>()?, statement)
}

fn perft_of<G: Game>(game: &dyn Any, depth: u32) -> Option<u64> {
    let ErasedGame(game) = game.downcast_ref::<ErasedGame<G>>()?;
    Some(perft::perft(game, depth))
}

fn divide_of<G: Game>(
    game: &dyn Any,
    depth: u32,
    progress: DivideProgress,
) -> Option<Vec<(String, u64)>> {
    let ErasedGame(game) = game.downcast_ref::<ErasedGame<G>>()?;
    Some(perft::divide(game, depth, progress))
}
