//! Environments for machine learning of every game, by spec.
//!
//! ```
//! use abaque_tensor::{Buffers, VectorOptions};
//!
//! let options = VectorOptions { count: 4, seed: 7, ..VectorOptions::default() };
//! let mut env = abaque_tensors::vector_env("abagio:first=r", None, &options).unwrap();
//! let layout = env.layout();
//! let mut observations = vec![0; 4 * layout.observation()];
//! let mut numbers = vec![0; 4];
//! for _ in 0..100 {
//!     env.sample(&mut numbers);
//!     let observations = Some(&mut observations[..]);
//!     env.step(&numbers, Buffers { observations, ..Buffers::default() }).unwrap();
//! }
//! ```

use abaque_core::{Game, GameOptions, ParseError, Spec, message};

pub use abaque_tensor::{
    AnyEpisode, AnyVectorEnv, Buffers, GameTensors, IllegalNumber, Layout, LotMode, VectorOptions,
};
use abaque_tensor::{Episode, VectorEnv};

/// A game, or the error in its spec or position.
pub type OpenedEpisode = Result<Box<dyn AnyEpisode>, ParseError>;

/// A vector of environments, or the error in spec, position or options.
pub type OpenedVectorEnv = Result<Box<dyn AnyVectorEnv>, ParseError>;

/// What can be opened for one game.
struct Openers {
    layout: Layout,
    episode: fn(&Spec, Option<&str>, LotMode, u64) -> OpenedEpisode,
    vector_env: fn(&Spec, Option<&str>, &VectorOptions) -> OpenedVectorEnv,
}

macro_rules! lists {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        static OPENERS: &[(&str, Openers)] = &[$($(#[$cfg])* ($name, Openers {
            layout: Layout::of::<$tensors>(),
            episode: open_episode::<$tensors>,
            vector_env: open_vector_env::<$tensors>,
        })),*];
    };
}

abaque_catalog::for_each_game!(lists);

/// The sizes of a game's arrays.
pub fn layout(spec: &str) -> Result<Layout, ParseError> {
    let spec: Spec = spec.parse()?;
    Ok(find(&spec)?.layout)
}

/// One game from its start, or from a position.
pub fn episode(spec: &str, position: Option<&str>, lots: LotMode, seed: u64) -> OpenedEpisode {
    let spec: Spec = spec.parse()?;
    (find(&spec)?.episode)(&spec, position, lots, seed)
}

/// Many games from their start, or from a position.
pub fn vector_env(spec: &str, position: Option<&str>, options: &VectorOptions) -> OpenedVectorEnv {
    let spec: Spec = spec.parse()?;
    (find(&spec)?.vector_env)(&spec, position, options)
}

fn find(spec: &Spec) -> Result<&'static Openers, ParseError> {
    let found = OPENERS.iter().find(|(name, _)| *name == spec.name).map(|(_, openers)| openers);
    found.ok_or_else(|| abaque_catalog::unknown_game_error(&spec.name))
}

fn open_episode<T>(spec: &Spec, position: Option<&str>, lots: LotMode, seed: u64) -> OpenedEpisode
where
    T: GameTensors,
    Episode<T>: Send + Sync,
{
    Ok(Box::new(Episode::<T>::new(start::<T>(spec, position)?, lots, seed)))
}

fn open_vector_env<T>(
    spec: &Spec,
    position: Option<&str>,
    options: &VectorOptions,
) -> OpenedVectorEnv
where
    T: GameTensors,
    Episode<T>: Send + Sync,
    VectorEnv<T>: Send + Sync,
{
    let env = VectorEnv::<T>::new(start::<T>(spec, position)?, options).map_err(|error| {
        ParseError::new(
            "THREADS",
            message!(
                "the threads cannot be started: {error}",
                "les fils d'exécution ne démarrent pas\u{a0}: {error}"
            ),
        )
    })?;
    Ok(Box::new(env))
}

fn start<T: GameTensors>(spec: &Spec, position: Option<&str>) -> Result<T::Game, ParseError> {
    let options = <T::Game as Game>::Options::from_spec(spec)?;
    match position {
        Some(position) => T::Game::parse(&options, position),
        None => Ok(T::Game::start(&options)),
    }
}
