//! Arguments that several functions share.

use abaque_core::{Lang, Millis, Observer, Seat};
use abaque_search::SearchLimits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A seat: 0 or 1.
pub(crate) fn seat(number: i64) -> PyResult<Seat> {
    match number {
        0 => Ok(Seat::First),
        1 => Ok(Seat::Second),
        _ => Err(PyValueError::new_err(format!("{number} is not a player; players are 0 and 1"))),
    }
}

/// An observer: a seat, or `None` for a spectator.
pub(crate) fn observer(number: Option<i64>) -> PyResult<Observer> {
    number.map_or(Ok(Observer::Spectator), |number| seat(number).map(Observer::Player))
}

/// A language: `en` or `fr`.
pub(crate) fn language(name: &str) -> PyResult<Lang> {
    match name {
        "en" => Ok(Lang::En),
        "fr" => Ok(Lang::Fr),
        _ => {
            Err(PyValueError::new_err(format!("{name:?} is not a language; use \"en\" or \"fr\"")))
        }
    }
}

/// The limits of a search; without any, one second.
pub(crate) fn limits(
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
) -> PyResult<SearchLimits> {
    let time = match seconds {
        None => None,
        Some(seconds) if seconds.is_finite() && seconds > 0.0 => {
            Some(Millis((seconds * 1000.0).min(1e12) as _))
        }
        Some(seconds) => {
            return Err(PyValueError::new_err(format!("{seconds} is not a time in seconds")));
        }
    };
    Ok(SearchLimits { nodes, depth, time, soft_time: None })
}

/// A number of threads, from 1 to 256.
pub(crate) fn threads(number: usize) -> PyResult<usize> {
    if (1..=256).contains(&number) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!("{number} is not a number of threads from 1 to 256")))
}
