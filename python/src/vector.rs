//! Many games by numbers.

use abaque_core::Lang;
use abaque_tensors::{AnyVectorEnv, Buffers, LotMode, VectorOptions};
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Column, as_bytes};
use crate::errors::{parse_error, rules_error};
use crate::state::State;

/// From this many environments on, a step releases the lock of the interpreter; for fewer that
/// would take longer than the step.
const DETACHED: usize = 16;

/// A mode of drawing lots by name.
pub(crate) fn lot_mode(name: &str) -> PyResult<LotMode> {
    match name {
        "sampled" => Ok(LotMode::Sampled),
        "explicit" => Ok(LotMode::Explicit),
        _ => Err(PyValueError::new_err(format!(
            "chance must be \"sampled\" or \"explicit\", not {name:?}"
        ))),
    }
}

/// The sizes of a game's arrays: `actions`, `lots`, `planes`, `scalars`, `observation`, `packed`.
#[pyfunction]
pub(crate) fn layout<'py>(py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyDict>> {
    // Opening checks the options too.
    let episode = abaque_tensors::episode(spec, None, LotMode::Explicit, 0).map_err(parse_error)?;
    let layout = episode.layout();
    let out = PyDict::new(py);
    out.set_item("actions", layout.actions)?;
    out.set_item("lots", layout.lots)?;
    out.set_item("planes", (layout.planes[0], layout.planes[1], layout.planes[2]))?;
    out.set_item("scalars", layout.scalars)?;
    out.set_item("observation", layout.observation())?;
    out.set_item("packed", layout.packed())?;
    Ok(out)
}

/// Many games of one kind, advanced together; their results go into NumPy arrays of the caller.
/// `abaque.vector.make` creates the arrays.
#[pyclass(module = "abaque")]
pub(crate) struct VectorEnv {
    env: Box<dyn AnyVectorEnv>,
    lots: LotMode,
    actions: Column<i32>,
    observations: Option<Column<u8>>,
    masks: Option<Column<bool>>,
    packed_masks: Option<Column<u8>>,
    rewards: Option<Column<f32>>,
    dones: Option<Column<bool>>,
    players: Option<Column<i8>>,
}

/// The columns as slices.
macro_rules! buffers {
    ($env:expr, $py:expr) => {
        Buffers {
            observations: $env.observations.as_ref().map(|c| c.slice($py)).transpose()?,
            masks: $env.masks.as_ref().map(|c| c.slice($py)).transpose()?.map(as_bytes),
            packed_masks: $env.packed_masks.as_ref().map(|c| c.slice($py)).transpose()?,
            rewards: $env.rewards.as_ref().map(|c| c.slice($py)).transpose()?,
            dones: $env.dones.as_ref().map(|c| c.slice($py)).transpose()?.map(as_bytes),
            players: $env.players.as_ref().map(|c| c.slice($py)).transpose()?,
        }
    };
}

#[pymethods]
impl VectorEnv {
    /// `n` games of a spec. `actions` (n, int32) is read by `step`; the others are written, those
    /// that are None are not.
    #[new]
    #[pyo3(signature = (spec, n, actions, *, position=None, seed=0, chance="sampled", auto_reset=true,
        threads=1, observations=None, masks=None, packed_masks=None, rewards=None, dones=None,
        players=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        py: Python<'_>,
        spec: &str,
        n: usize,
        actions: &Bound<'_, PyAny>,
        position: Option<&str>,
        seed: u64,
        chance: &str,
        auto_reset: bool,
        threads: usize,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<&Bound<'_, PyAny>>,
        packed_masks: Option<&Bound<'_, PyAny>>,
        rewards: Option<&Bound<'_, PyAny>>,
        dones: Option<&Bound<'_, PyAny>>,
        players: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<VectorEnv> {
        if !(1..=1 << 20).contains(&n) {
            return Err(PyValueError::new_err(format!("{n} is not a number from 1 to 1048576")));
        }
        let lots = lot_mode(chance)?;
        let threads = crate::arguments::threads(threads)?;
        let options = VectorOptions { count: n, seed, lot_mode: lots, auto_reset, threads };
        // One game first: its sizes tell whether the arrays fit before many games take memory.
        let layout = abaque_tensors::layout(spec).map_err(parse_error)?;
        let env = VectorEnv {
            actions: Column::new("actions", actions, &[n])?,
            observations: observations
                .map(|a| Column::new("observations", a, &[n, layout.observation()]))
                .transpose()?,
            masks: masks.map(|a| Column::new("masks", a, &[n, layout.actions])).transpose()?,
            packed_masks: packed_masks
                .map(|a| Column::new("packed_masks", a, &[n, layout.packed()]))
                .transpose()?,
            rewards: rewards.map(|a| Column::new("rewards", a, &[n, 2])).transpose()?,
            dones: dones.map(|a| Column::new("dones", a, &[n])).transpose()?,
            players: players.map(|a| Column::new("players", a, &[n])).transpose()?,
            env: abaque_tensors::vector_env(spec, position, &options).map_err(parse_error)?,
            lots,
        };
        env.refuse_overlaps(py)?;
        env.env.observe(buffers!(env, py));
        Ok(env)
    }

    /// The game and its options.
    #[getter]
    fn spec(&self) -> String {
        self.env.spec()
    }

    /// How many games there are.
    #[getter]
    fn n(&self) -> usize {
        self.env.count()
    }

    /// The array of the numbers to play, -1 to leave a game as it is.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyArrayDyn<i32>> {
        self.actions.array(py)
    }

    /// What each player to act knows.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<u8>>> {
        self.observations.as_ref().map(|column| column.array(py))
    }

    /// The legal numbers, one bool each.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<bool>>> {
        self.masks.as_ref().map(|column| column.array(py))
    }

    /// The legal numbers, one bit each, lowest first.
    #[getter]
    fn packed_masks(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<u8>>> {
        self.packed_masks.as_ref().map(|column| column.array(py))
    }

    /// The rewards of both players in the last step.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<f32>>> {
        self.rewards.as_ref().map(|column| column.array(py))
    }

    /// Whether the last step ended each game.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<bool>>> {
        self.dones.as_ref().map(|column| column.array(py))
    }

    /// The players to act, 0 or 1; -1 if a lot is due, -2 if a game is over.
    #[getter]
    fn players(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<i8>>> {
        self.players.as_ref().map(|column| column.array(py))
    }

    /// Plays the number in `actions` in every game and fills the arrays. If one is not legal,
    /// nothing is played.
    fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        let numbers = &*self.actions.slice(py)?;
        let buffers = buffers!(self, py);
        let env = &mut self.env;
        let stepped = if env.count() < DETACHED {
            env.step(numbers, buffers)
        } else {
            py.detach(|| env.step(numbers, buffers))
        };
        stepped.map_err(|illegal| {
            let index = illegal.index;
            let [en, fr] = Lang::ALL.map(|lang| env.refusal(illegal, lang));
            rules_error(format!("game {index}: {en}"), format!("partie {index}\u{a0}: {fr}"), None)
        })
    }

    /// Restarts all games and fills the arrays. The same seed and the same numbers give the same
    /// games.
    #[pyo3(signature = (seed=0))]
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.env.reset(seed);
        self.env.observe(buffers!(self, py));
        Ok(())
    }

    /// Writes a random legal number for every game into `actions`: actions with equal chances, lots
    /// by weight, -1 where the game is over.
    fn sample(&mut self, py: Python<'_>) -> PyResult<()> {
        let numbers = self.actions.slice(py)?;
        let env = &mut self.env;
        if env.count() < DETACHED {
            env.sample(numbers);
        } else {
            py.detach(|| env.sample(numbers));
        }
        Ok(())
    }

    /// A copy of one of the games.
    fn state(&self, index: usize) -> PyResult<State> {
        let episode = self.env.episode(index).ok_or_else(|| {
            PyIndexError::new_err(format!("there are {} games, no game {index}", self.env.count()))
        })?;
        Ok(State::from_episode(episode, self.lots))
    }

    fn __len__(&self) -> usize {
        self.env.count()
    }

    fn __repr__(&self) -> String {
        format!("VectorEnv({:?}, {})", self.env.spec(), self.env.count())
    }
}

impl VectorEnv {
    /// A step borrows all arrays at once, so none may share memory with another.
    fn refuse_overlaps(&self, py: Python<'_>) -> PyResult<()> {
        let mut all = vec![self.actions.bytes(py)];
        all.extend(self.observations.as_ref().map(|column| column.bytes(py)));
        all.extend(self.masks.as_ref().map(|column| column.bytes(py)));
        all.extend(self.packed_masks.as_ref().map(|column| column.bytes(py)));
        all.extend(self.rewards.as_ref().map(|column| column.bytes(py)));
        all.extend(self.dones.as_ref().map(|column| column.bytes(py)));
        all.extend(self.players.as_ref().map(|column| column.bytes(py)));
        all.sort_by_key(|bytes| bytes.start);
        if all.windows(2).any(|pair| pair[0].end > pair[1].start) {
            return Err(PyValueError::new_err("two arrays share memory"));
        }
        Ok(())
    }
}
