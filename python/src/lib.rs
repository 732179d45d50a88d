//! The native part of the Python package `abaque`: rules, records, pictures and bots by text (`Game`),
//! and environments by number (`State`, `VectorEnv`).

mod arguments;
mod arrays;
mod errors;
mod game;
mod lots;
mod record;
mod search;
mod state;
mod vector;

use pyo3::prelude::*;

/// The module `abaque._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RulesError", py.get_type::<errors::RulesError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<search::SearchResult>()?;
    module.add_class::<search::Line>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vector::VectorEnv>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(record::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(record::analyse_json, module)?)?;
    module.add_function(wrap_pyfunction!(lots::commitment, module)?)?;
    module.add_function(wrap_pyfunction!(lots::draw, module)?)?;
    module.add_function(wrap_pyfunction!(vector::layout, module)?)?;
    Ok(())
}
