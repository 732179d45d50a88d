//! One game by numbers.

use abaque_core::{Lang, Seat, Turn};
use abaque_tensors::{AnyEpisode, LotMode};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::seat;
use crate::errors::{parse_error, rules_error};
use crate::vector::lot_mode;

/// One game played by action numbers, for search and adapters. Many games at once are a
/// `VectorEnv`.
#[pyclass(module = "abaque")]
pub(crate) struct State {
    episode: Box<dyn AnyEpisode>,
    /// What `pickle` needs: start, mode, seed and the numbers played.
    position: Option<String>,
    lots: LotMode,
    seed: u64,
    numbers: Vec<usize>,
}

impl State {
    fn open(spec: &str, position: Option<&str>, lots: LotMode, seed: u64) -> PyResult<State> {
        let episode = abaque_tensors::episode(spec, position, lots, seed).map_err(parse_error)?;
        let position = position.map(String::from);
        Ok(State { episode, position, lots, seed, numbers: Vec::new() })
    }

    pub(crate) fn from_episode(episode: Box<dyn AnyEpisode>, lots: LotMode) -> State {
        let position = Some(episode.position());
        State { episode, position, lots, seed: 0, numbers: Vec::new() }
    }

    fn play(&mut self, number: i64) -> PyResult<()> {
        let Ok(number) = usize::try_from(number) else {
            return Err(PyValueError::new_err(format!("{number} is not an action number")));
        };
        if let Err(en) = self.episode.play(number, Lang::En) {
            // Refused: the second call changes nothing either.
            let fr = self.episode.play(number, Lang::Fr).err();
            return Err(rules_error(en, fr.unwrap_or_default(), None));
        }
        self.numbers.push(number);
        Ok(())
    }
}

#[pymethods]
impl State {
    /// A game by its spec, from its start or from a position. Lots are "explicit" (their outcomes
    /// are numbers to apply) or "sampled" from the seed.
    #[new]
    #[pyo3(signature = (spec, position=None, *, chance="explicit", seed=0))]
    fn new(spec: &str, position: Option<&str>, chance: &str, seed: u64) -> PyResult<State> {
        State::open(spec, position, lot_mode(chance)?, seed)
    }

    /// The game and its options.
    #[getter]
    fn spec(&self) -> String {
        self.episode.spec()
    }

    /// The position, with all secrets.
    #[getter]
    fn position(&self) -> String {
        self.episode.position()
    }

    /// The numbers applied so far.
    #[getter]
    fn numbers(&self) -> Vec<usize> {
        self.numbers.clone()
    }

    /// The player to act, 0 or 1; -1 if a lot is due, -2 if the game is over.
    #[getter]
    fn player(&self) -> i8 {
        match self.episode.turn() {
            Turn::Of(seat) => seat as i8,
            Turn::Chance => -1,
            Turn::Over(_) => -2,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.episode.turn(), Turn::Over(_))
    }

    /// 1 for the winner and -1 for the loser; zeros for a draw or while the game goes on.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        let [first, second] = self.episode.rewards();
        (first, second)
    }

    /// The legal numbers, in order: actions, or outcomes of the lot due.
    fn legal_numbers(&self) -> Vec<usize> {
        self.episode.legal_numbers()
    }

    /// Every outcome of the lot due, with its weight.
    fn lots(&self) -> Vec<(usize, u32)> {
        self.episode.lots()
    }

    /// Plays a number. If it is not legal, nothing changes.
    fn apply(&mut self, number: i64) -> PyResult<()> {
        self.play(number)
    }

    /// What a number means here: an action, a part of one, or the outcome of a lot.
    fn text(&self, number: i64) -> PyResult<String> {
        let text = usize::try_from(number).ok().and_then(|number| self.episode.number_text(number));
        text.ok_or_else(|| PyValueError::new_err(format!("{number} means nothing here")))
    }

    /// The numbers to apply, in order, for a ply written as text.
    fn numbers_of(&self, ply: &str) -> PyResult<Vec<usize>> {
        self.episode.numbers_of(ply).ok_or_else(|| {
            rules_error(
                format!("`{ply}` is not legal here"),
                format!("«\u{a0}{ply}\u{a0}» n'est pas permis ici"),
                None,
            )
        })
    }

    /// A random legal number; None if the game is over. The seed decides, not the state.
    fn random_number(&self, seed: u64) -> Option<usize> {
        let mut copy = self.episode.clone_box();
        copy.seed(seed);
        copy.random_number()
    }

    /// What a player knows, as an array of bytes; `out` is filled instead of a new one.
    #[pyo3(signature = (player, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: i64,
        out: Option<Bound<'py, PyArray1<u8>>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let (viewer, size): (Seat, usize) = (seat(player)?, self.episode.layout().observation());
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, size, false));
        let mut memory = array
            .try_readwrite()
            .map_err(|error| PyValueError::new_err(format!("out: {error}")))?;
        let slice =
            memory.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
        if slice.len() != size {
            let found = slice.len();
            return Err(PyValueError::new_err(format!(
                "out must have {size} bytes, it has {found}"
            )));
        }
        self.episode.write_observation(viewer, slice);
        drop(memory);
        Ok(array)
    }

    /// The game as an observer sees it, as text: 0, 1, or None for a spectator.
    #[pyo3(signature = (observer=None))]
    fn view(&self, observer: Option<i64>) -> PyResult<String> {
        Ok(self.episode.view(crate::arguments::observer(observer)?))
    }

    /// The same game in a random world that the player to act cannot tell from this one.
    fn resampled(&self, seed: u64) -> PyResult<State> {
        let episode = self.episode.resampled(seed).ok_or_else(|| {
            PyValueError::new_err("no player is to act: nothing can be hidden from them")
        })?;
        Ok(State::from_episode(episode, self.lots))
    }

    /// An independent copy.
    fn copy(&self) -> State {
        State {
            episode: self.episode.clone_box(),
            position: self.position.clone(),
            numbers: self.numbers.clone(),
            ..*self
        }
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    #[pyo3(signature = (_memo))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copy()
    }

    fn __repr__(&self) -> String {
        format!("State({:?}, {:?})", self.episode.spec(), self.episode.position())
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Bound<'py, PyDict>))> {
        let py = slf.py();
        let rebuild = py.import("abaque")?.getattr("_rebuild_state")?;
        let state = slf.borrow();
        let arguments = PyDict::new(py);
        arguments.set_item("position", state.position.clone())?;
        let chance = if state.lots == LotMode::Explicit { "explicit" } else { "sampled" };
        arguments.set_item("chance", chance)?;
        arguments.set_item("seed", state.seed)?;
        arguments.set_item("numbers", state.numbers.clone())?;
        Ok((rebuild, (state.episode.spec(), arguments)))
    }
}
