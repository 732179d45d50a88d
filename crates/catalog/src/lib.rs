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
mod bot;
mod judge;
mod memory;
mod refused;

use abaque_bots::{Automated, Kind};
use abaque_core::{BadText, GameInfo, Options, Spec, SplitMix, Words, said};

pub use abaque_bots as bots;
pub use any::{AnyGame, Played};
pub use bot::{AnyBot, AnySight, AnyThought, AnyView};
pub use judge::{IDLE_TURNS, Judge, REPETITIONS};
pub use memory::Memory;
pub use refused::Refused;

/// A game, or what is wrong with the texts that should have given one.
pub type Opened = Result<Box<dyn AnyGame>, BadText>;

/// A computer player, or what is wrong with the texts that should have given one.
pub type Hired = Result<Box<dyn AnyBot>, BadText>;

/// One game of the catalog.
pub struct Entry {
    /// Its names and options.
    pub info: fn() -> &'static GameInfo,
    open: fn(&Spec) -> Opened,
    open_at: fn(&Spec, &str) -> Opened,
    view: fn(&Spec, &str) -> Result<AnyView, BadText>,
    imagine: fn(&AnyView, u64) -> Opened,
    /// What the unit of a computer player's score is called, in the plural.
    pub unit: fn() -> Words,
    /// The names of the computer players only this game has.
    pub special: fn() -> &'static [&'static str],
}

impl Entry {
    const fn of<G: Automated>() -> Entry {
        Entry {
            info: G::Options::info,
            open: |spec| Ok(any::erase(G::start(&G::Options::from_spec(spec)?))),
            open_at: |spec, text| Ok(any::erase(G::parse(&G::Options::from_spec(spec)?, text)?)),
            view: |spec, text| {
                let options = G::Options::from_spec(spec)?;
                let view = G::parse_view(&options, text)?;
                Ok(AnyView::of::<G>(&options, view))
            },
            imagine: |view, seed| {
                let world = G::imagine(view.typed::<G>()?, &mut SplitMix(seed));
                Ok(any::erase(world.ok_or_else(|| {
                    BadText::new(
                        "VIEW",
                        said!("no position looks like this", "aucune position n'a cet aspect"),
                    )
                })?))
            },
            unit: G::unit,
            special: G::special,
        }
    }
}

/// Makes the lists of all games from one.
macro_rules! games {
    ($($game:ty,)*) => {
        /// Every game there is.
        pub static GAMES: &[Entry] = &[$(Entry::of::<$game>()),*];

        /// How the computer players of each are hired. A list of its own, so that a program that never asks
        /// for one (a web page whose players think elsewhere) need not carry them.
        static HIRERS: &[fn(&Spec, &Kind) -> Hired] = &[$(hire::<$game>),*];
    };
}

games! {
    abaque_abalone::Abalone,
    abaque_abraxas::Abraxas,
    abaque_abagio::Abagio,
    abaque_blocs::Blocs,
}

fn hire<G: Automated>(spec: &Spec, kind: &Kind) -> Hired {
    Ok(Box::new(bot::Erased(G::bot(&G::Options::from_spec(spec)?, kind)?)))
}

/// The entry of a game's name; the error lists the names.
pub fn find(name: &str) -> Result<&'static Entry, BadText> {
    Ok(&GAMES[place(name)?])
}

/// Where a game stands in the lists.
fn place(name: &str) -> Result<usize, BadText> {
    GAMES.iter().position(|entry| (entry.info)().name == name).ok_or_else(|| {
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
    Ok(read_view(spec, view)?.text().into())
}

/// Reads a view (or a position) of a spec, for a computer player to look at.
pub fn read_view(spec: &str, view: &str) -> Result<AnyView, BadText> {
    let spec: Spec = spec.parse()?;
    (find(&spec.name)?.view)(&spec, view)
}

/// A position that looks like the view to its viewer: the one it is where nothing is hidden, else a
/// random one.
pub fn imagine(view: &AnyView, seed: u64) -> Opened {
    let spec: Spec = view.spec().parse()?;
    (find(&spec.name)?.imagine)(view, seed)
}

/// A computer player for a spec; the error lists the kinds there are.
pub fn bot(spec: &str, kind: &Kind) -> Hired {
    let spec: Spec = spec.parse()?;
    HIRERS[place(&spec.name)?](&spec, kind)
}

/// The README's example compiles and holds.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
