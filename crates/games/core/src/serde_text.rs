//! `serde` support: whatever has a canonical text is serialised as that text.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::de::{DeserializeSeed, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    ClockRule, EndReason, Game, GameDescription, GameOptions, Lang, Millis, Never, Outcome,
    ParseError, Seat, Spec, message,
};

/// Implements `Serialize` and `Deserialize` through `Display` and `FromStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::__private::serde::Serialize for $type {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::__private::deserialize_text(deserializer)
            }
        }
    )+};
}

/// Implements `Serialize` and `Deserialize` for a game, as the pair of its spec and its position, and for its options, as a
/// spec.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_spec {
    ($game:ty, $options:ty) => {
        impl $crate::__private::serde::Serialize for $options {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$crate::GameOptions::to_spec(self))
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $options {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::__private::deserialize_options(deserializer)
            }
        }

        impl $crate::__private::serde::Serialize for $game {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::__private::serialize_game(self, serializer)
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $game {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::__private::deserialize_game(deserializer)
            }
        }
    };
}

/// Reads a string and parses it.
pub fn deserialize_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err = ParseError>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Reads a spec of this very game.
pub fn deserialize_options<'de, O, D>(deserializer: D) -> Result<O, D::Error>
where
    O: GameOptions,
    D: Deserializer<'de>,
{
    let spec = Spec::deserialize(deserializer)?;
    let (given, name) = (&spec.name, O::description().name);
    if given != name {
        return Err(D::Error::custom(ParseError::new(
            "SPEC",
            message!(
                "`{given}` is another game; expected `{name}`",
                "«\u{a0}{given}\u{a0}» est un autre jeu\u{a0}; il faut «\u{a0}{name}\u{a0}»"
            ),
        )));
    }
    O::from_spec(&spec).map_err(D::Error::custom)
}

/// Writes the pair of spec and position.
pub fn serialize_game<G: Game, S: Serializer>(game: &G, serializer: S) -> Result<S::Ok, S::Error> {
    (game.options().to_spec(), format!("{game}")).serialize(serializer)
}

/// Reads the pair of spec and position, strictly.
pub fn deserialize_game<'de, G, D>(deserializer: D) -> Result<G, D::Error>
where
    G: Game<Options: Deserialize<'de>>,
    D: Deserializer<'de>,
{
    let (options, position) = <(G::Options, String)>::deserialize(deserializer)?;
    G::parse(&options, &position).map_err(D::Error::custom)
}

serde_as_text!(ClockRule, Lang, Never, Spec);

/// In the order of [`Seat::ALL`].
const SEAT_TEXTS: [&str; 2] = ["first", "second"];

fn parse_seat<E: serde::de::Error>(text: &str) -> Result<Seat, E> {
    Seat::ALL
        .into_iter()
        .find(|seat| SEAT_TEXTS[seat.index()] == text)
        .ok_or_else(|| E::unknown_variant(text, &SEAT_TEXTS))
}

/// `first` or `second`.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(SEAT_TEXTS[self.index()])
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        parse_seat(&String::deserialize(deserializer)?)
    }
}

struct OutcomeText(Outcome);

impl fmt::Display for OutcomeText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Outcome::Win(seat, reason) => write!(f, "{} wins {reason}", SEAT_TEXTS[seat.index()]),
            Outcome::Draw(reason) => write!(f, "draw {reason}"),
        }
    }
}

/// `first wins REASON`, `second wins REASON` or `draw REASON`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&OutcomeText(*self))
    }
}

/// The keyword. Reading it back needs the game: [`EndReason::parse`].
impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Deserialises an [`Outcome`] of a game: only the game knows its endings on the board.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeSeed<'a>(
    /// The description of the game.
    pub &'a GameDescription,
);

impl<'de> DeserializeSeed<'de> for OutcomeSeed<'_> {
    type Value = Outcome;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        let reason = |text: &str| EndReason::parse(text, self.0).map_err(D::Error::custom);
        if let Some(draw) = text.strip_prefix("draw ") {
            return Ok(Outcome::Draw(reason(draw)?));
        }
        let Some((seat, win)) = text.split_once(" wins ") else {
            return Err(D::Error::custom(format_args!(
                "`{text}` is no outcome; write `first wins REASON`, `second wins REASON` or `draw REASON`"
            )));
        };
        Ok(Outcome::Win(parse_seat(seat)?, reason(win)?))
    }
}

/// A number of milliseconds.
impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
        u64::deserialize(deserializer).map(Millis)
    }
}
