//! Seats as the numbers 1 and 2: `#[serde(with = "abaque_core::seat_number")]`, or one of the
//! modules below for an optional seat and for a list.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Seat;

fn parse<E: Error>(number: u8) -> Result<Seat, E> {
    Seat::from_number(number).ok_or_else(|| {
        E::invalid_value(Unexpected::Unsigned(number.into()), &"a seat number, 1 or 2")
    })
}

/// Writes a seat as its number.
pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    seat.number().serialize(serializer)
}

/// Reads a seat from its number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    parse(u8::deserialize(deserializer)?)
}

/// An optional seat as its number or nothing.
pub mod option {
    use super::*;

    /// Writes the number of the seat, if there is one.
    pub fn serialize<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
        seat.map(Seat::number).serialize(serializer)
    }

    /// Reads an optional number.
    pub fn deserialize<'de, D>(deserializer: D) -> Result<Option<Seat>, D::Error>
    where
        D: Deserializer<'de>,
    {
        Option::<u8>::deserialize(deserializer)?.map(parse).transpose()
    }
}

/// Seats as a list of numbers.
pub mod list {
    use alloc::vec::Vec;

    use super::*;

    /// Writes the numbers of the seats.
    pub fn serialize<S: Serializer>(seats: &[Seat], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(seats.iter().map(|seat| seat.number()))
    }

    /// Reads a list of numbers.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Seat>, D::Error> {
        Vec::<u8>::deserialize(deserializer)?.into_iter().map(parse).collect()
    }
}
