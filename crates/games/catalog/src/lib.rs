#![doc = include_str!("../README.md")]

#[macro_use]
mod registry;

mod any_game;
mod any_view;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game_history;
mod ply_error;
mod rarely_used;

use abaque_core::{Game, GameDescription, GameOptions, ParseError, Spec, message};

pub use abaque_core::{IDLE_TURN_LIMIT, REPETITION_LIMIT};
pub use any_game::{AnyGame, PlyEffect};
pub use any_view::{AnyObservation, AnyView};
#[cfg(feature = "arbitrary")]
pub use fuzzing::{FuzzVisitor, fuzz_game};
pub use game_history::GameHistory;
pub use ply_error::PlyError;
pub use rarely_used::{foreign_start, is_certain, sample_world};

/// A game, or the error in its spec or position.
pub type OpenedGame = Result<Box<dyn AnyGame>, ParseError>;

/// A game in the catalog.
pub struct CatalogEntry {
    /// Names and options of the game.
    pub description: fn() -> &'static GameDescription,
    open: fn(&Spec) -> OpenedGame,
    open_at: fn(&Spec, &str) -> OpenedGame,
    parse_view: fn(&Spec, &str) -> Result<AnyView, ParseError>,
    /// Whether the game reads move lists of other programs ([`Game::importer`]).
    pub can_import: fn() -> bool,
}

impl CatalogEntry {
    const fn for_game<G: Game>() -> CatalogEntry {
        CatalogEntry {
            description: G::Options::description,
            open: |spec| Ok(any_game::erase_game(G::start(&G::Options::from_spec(spec)?))),
            open_at: |spec, text| {
                Ok(any_game::erase_game(G::parse(&G::Options::from_spec(spec)?, text)?))
            },
            parse_view: |spec, text| {
                let options = G::Options::from_spec(spec)?;
                let view = G::parse_view(&options, text)?;
                Ok(AnyView::new::<G>(&options, view))
            },
            can_import: || G::importer().is_some(),
        }
    }
}

macro_rules! list {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        /// Every game.
        pub static GAMES: &[CatalogEntry] =
            &[$($(#[$cfg])* CatalogEntry::for_game::<$rules>()),*];
    };
}

for_each_game!(list);

/// These specs, and the plain name of every game that none of them is of: for tests that run
/// through all games, some of them with options.
pub fn with_remaining_games(specs: &[&'static str]) -> Vec<&'static str> {
    let is_missing = |name: &&str| !specs.iter().any(|spec| spec.split(':').next() == Some(name));
    let names = GAMES.iter().map(|entry| (entry.description)().name);
    specs.iter().copied().chain(names.filter(is_missing)).collect()
}

/// Looks up a game by name; the error lists the names.
pub fn find(name: &str) -> Result<&'static CatalogEntry, ParseError> {
    let found = GAMES.iter().find(|entry| (entry.description)().name == name);
    found.ok_or_else(|| unknown_game_error(name))
}

/// Error for a name that is no game; it lists the games.
pub fn unknown_game_error(name: &str) -> ParseError {
    let names = GAMES.iter().map(|entry| (entry.description)().name).collect::<Vec<_>>().join(", ");
    ParseError::new(
        "SPEC",
        message!(
            "there is no game `{name}`; the games are {names}",
            "il n'y a pas de jeu «\u{a0}{name}\u{a0}»\u{a0}; les jeux sont {names}"
        ),
    )
}

/// Opens the start position of a spec.
pub fn open(spec: &str) -> OpenedGame {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.open)(&spec)
}

/// Opens a position of a spec.
pub fn open_at(spec: &str, position: &str) -> OpenedGame {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.open_at)(&spec, position)
}

/// Parses a view (or position) of a spec and returns its canonical text.
pub fn canonical_view(spec: &str, view: &str) -> Result<String, ParseError> {
    Ok(parse_view(spec, view)?.text().into())
}

/// Parses a view (or position) of a spec, for a bot.
pub fn parse_view(spec: &str, view: &str) -> Result<AnyView, ParseError> {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.parse_view)(&spec, view)
}
