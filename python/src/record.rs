//! Records: read, written, checked, analysed.

use abaque_analysis::{Analysis, AnalysisOptions, Viewpoint};
use abaque_core::Millis;
use abaque_record::{LotStatus, SealStatus, SeedMode};
use abaque_search::SearchLimits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{limits, seat};
use crate::errors::{parse_error, record_error};
use crate::game::Game;

/// A game as text, with everything needed to check it.
#[pyclass(frozen, module = "abaque")]
pub(crate) struct Record(abaque_record::Record);

impl From<abaque_record::Record> for Record {
    fn from(record: abaque_record::Record) -> Record {
        Record(record)
    }
}

#[pymethods]
impl Record {
    /// The game and its options.
    #[getter]
    fn spec(&self) -> &str {
        self.0.spec()
    }

    /// All tags by name.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for tag in self.0.tags() {
            tags.set_item(tag.name(), tag.value())?;
        }
        Ok(tags)
    }

    /// The result, such as "b wins ejection", or "*".
    #[getter]
    fn result(&self) -> &str {
        self.0.result()
    }

    /// The plies of the main line.
    #[getter]
    fn plies(&self) -> Vec<String> {
        self.0.plies().map(String::from).collect()
    }

    /// The game after the first `plies` plies of the main line, or after all.
    #[pyo3(signature = (plies=None))]
    fn game(&self, plies: Option<usize>) -> PyResult<Game> {
        let mut game = Game::open(self.0.spec(), self.0.tag("Start"))?;
        for ply in self.0.plies().take(plies.unwrap_or(usize::MAX)) {
            game.play(ply)?;
        }
        Ok(game)
    }

    /// Replays the record: plies, result, lots, seals and clocks must be right. Returns what was
    /// found: `plies`, `position`, `result`, `lots` ("none", "verified" or "unproven"), `lot_count`,
    /// `seeds` and `seals`.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = py.detach(|| abaque_record::check(&self.0)).map_err(record_error)?;
        let (lots, count) = match report.lots {
            LotStatus::None => ("none", 0),
            LotStatus::Verified(count) => ("verified", count),
            LotStatus::Unproven(count) => ("unproven", count),
        };
        let seals = report.seals.map(|seal| match seal {
            SealStatus::None => "none",
            SealStatus::Verified => "verified",
            SealStatus::Unopened => "unopened",
        });
        let out = PyDict::new(py);
        out.set_item("plies", report.plies)?;
        out.set_item("position", report.position)?;
        out.set_item("result", self.0.result())?;
        out.set_item("lots", lots)?;
        out.set_item("lot_count", count)?;
        out.set_item("seeds", report.seeds.map(SeedMode::as_str))?;
        out.set_item("seals", seals)?;
        Ok(out)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (spec, result) = (self.0.spec(), self.0.result());
        format!("Record({spec:?}, {} plies, {result})", self.0.plies().count())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> isize {
        let text = self.0.to_string();
        text.bytes().fold(17, |hash: isize, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let rebuild = slf.py().import("abaque")?.getattr("_rebuild_record")?;
        Ok((rebuild, (slf.get().0.to_string(),)))
    }
}

/// Reads every record of a text.
#[pyfunction]
pub(crate) fn read_records(text: &str) -> PyResult<Vec<Record>> {
    let records = abaque_record::parse(text).map_err(record_error)?;
    Ok(records.into_iter().map(Record).collect())
}

/// The report of a computer review of a record, as JSON.
#[pyfunction]
#[pyo3(signature = (record, *, viewpoint=None, nodes=None, depth=None, seconds=None, seed=0, threads=1))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn analyse_json(
    py: Python<'_>,
    record: &Bound<'_, Record>,
    viewpoint: Option<&Bound<'_, PyAny>>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seconds: Option<f64>,
    seed: u64,
    threads: usize,
) -> PyResult<String> {
    let viewpoint = match viewpoint {
        None => Viewpoint::Movers,
        Some(everything) if everything.extract::<&str>().is_ok_and(|text| text == "all") => {
            Viewpoint::Everything
        }
        Some(player) => Viewpoint::Player(seat(player.extract::<i64>()?)?),
    };
    let mut limits = limits(nodes, depth, seconds)?;
    if limits.is_unlimited() {
        limits = SearchLimits::time(Millis(200));
    }
    let threads = crate::arguments::threads(threads)?;
    let options =
        AnalysisOptions { limits, viewpoint, seed, threads, ..AnalysisOptions::default() };
    let mut analysis = Analysis::new(&record.get().0, options).map_err(parse_error)?;
    while py.detach(|| analysis.step()).map_err(parse_error)? {
        py.check_signals()?;
    }
    serde_json::to_string(analysis.report())
        .map_err(|error| PyValueError::new_err(error.to_string()))
}
