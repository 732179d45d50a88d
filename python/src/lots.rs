//! Verifiable lots.

use abaque_lots::{Bytes32, LotGenerator, Party, Seeds, to_hex};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn seed(bytes: &[u8]) -> PyResult<Bytes32> {
    bytes.try_into().map_err(|_| {
        let found = bytes.len();
        PyValueError::new_err(format!("a seed has 32 bytes, this one has {found}"))
    })
}

/// The commitment to a seed, in hexadecimal. The party is "S" (the table), "A" or "B".
#[pyfunction]
pub(crate) fn commitment(game_id: &str, party: &str, seed_bytes: &[u8]) -> PyResult<String> {
    let party = match party {
        "S" => Party::Table,
        "A" => Party::A,
        "B" => Party::B,
        _ => return Err(PyValueError::new_err(format!("{party:?} is not a party: S, A or B"))),
    };
    Ok(to_hex(&abaque_lots::commitment(game_id, party, &seed(seed_bytes)?)))
}

/// A number from 0 to n − 1 that follows from the three seeds of a game.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "three seeds, and what is drawn")]
pub(crate) fn draw(
    game_id: &str,
    spec: &str,
    table: &[u8],
    a: &[u8],
    b: &[u8],
    purpose: &str,
    counter: u64,
    n: u64,
) -> PyResult<u64> {
    if n == 0 {
        return Err(PyValueError::new_err("there is nothing to draw from: n is 0"));
    }
    let seeds = Seeds { table: seed(table)?, players: [seed(a)?, seed(b)?] };
    Ok(LotGenerator::new(game_id, spec, &seeds).draw(purpose, counter, n))
}
