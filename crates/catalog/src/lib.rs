//! The one list of games. Everything that must work for any game (table, records, terminal,
//! server) holds a [`AnyGame`]: text in, text out, one implementation for all games.
//!
//! ```
//! let mut game = abaque_catalog::open("abalone:layout=belgian-daisy").unwrap();
//! assert_eq!(game.legal().len(), 52);
//! assert!(game.play("a3b3").unwrap_err().to_string().contains("ABA-"));
//! let error = abaque_catalog::open("chess").err().unwrap();
//! assert!(error.to_string().contains("abalone, abraxas, abagio, blocs"));
//! ```

mod any;
mod judge;
mod refused;

use abaque_core::{BadText, Game, GameInfo, Options, Spec, said};

pub use any::{AnyGame, Played};
pub use judge::{IDLE_TURNS, Judge, REPETITIONS};
pub use refused::Refused;

/// A game, or what is wrong with the texts that should have given one.
pub type Opened = Result<Box<dyn AnyGame>, BadText>;

/// One game of the catalog.
pub struct Entry {
    /// Its names and options.
    pub info: fn() -> &'static GameInfo,
    open: fn(&Spec) -> Opened,
    open_at: fn(&Spec, &str) -> Opened,
    view: fn(&Spec, &str) -> Result<String, BadText>,
}

impl Entry {
    const fn of<G: Game>() -> Entry {
        Entry {
            info: G::Options::info,
            open: |spec| Ok(any::erase(G::start(&G::Options::from_spec(spec)?))),
            open_at: |spec, text| Ok(any::erase(G::parse(&G::Options::from_spec(spec)?, text)?)),
            view: |spec, text| Ok(G::parse_view(&G::Options::from_spec(spec)?, text)?.to_string()),
        }
    }
}

/// Every game there is.
pub static GAMES: &[Entry] = &[
    Entry::of::<abaque_abalone::Abalone>(),
    Entry::of::<abaque_abraxas::Abraxas>(),
    Entry::of::<abaque_abagio::Abagio>(),
    Entry::of::<abaque_blocs::Blocs>(),
];

/// The entry of a game's name; the error lists the names.
pub fn find(name: &str) -> Result<&'static Entry, BadText> {
    GAMES.iter().find(|entry| (entry.info)().name == name).ok_or_else(|| {
        let names = GAMES.iter().map(|entry| (entry.info)().name).collect::<Vec<_>>().join(", ");
        BadText::new(
            "SPEC",
            said!(
                "there is no game `{name}`; the games are {names}",
                "il n'y a pas de jeu « {name} » ; les jeux sont {names}"
            ),
        )
    })
}

/// The start position of a spec.
pub fn open(spec: &str) -> Opened {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.open)(&spec)
}

/// A position of a spec.
pub fn open_at(spec: &str, position: &str) -> Opened {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.open_at)(&spec, position)
}

/// Checks that a text is a view (or a position) of a spec and gives its canonical form.
pub fn check_view(spec: &str, view: &str) -> Result<String, BadText> {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.view)(&spec, view)
}

/// The README's example compiles and holds.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
