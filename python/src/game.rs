//! Games by text.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use abaque_bots::{BotKind, SearchRequest};
use abaque_catalog::{AnyGame, GAMES, GameHistory};
use abaque_core::{Millis, Outcome, Seat, SplitMix, Turn};
use abaque_draw::{DrawOptions, TerminalOptions, Theme};
use abaque_search::SearchLimits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::{language, limits, observer, seat};
use crate::errors::{parse_error, ply_error, rules_error};
use crate::record::Record;
use crate::search::SearchResult;

/// A game under way: rules, history and result. Positions, views and plies are texts, as the
/// rulebook and `docs/records.md` define them.
#[pyclass(module = "abaque", subclass)]
#[derive(Clone)]
pub(crate) struct Game {
    game: Box<dyn AnyGame>,
    history: GameHistory,
    /// The position given at the start, if any.
    start: Option<String>,
    plies: Vec<String>,
    outcome: Option<Outcome>,
}

impl Game {
    pub(crate) fn open(spec: &str, position: Option<&str>) -> PyResult<Game> {
        let game = match position {
            Some(position) => abaque_catalog::open_at(spec, position),
            None => abaque_catalog::open(spec),
        };
        let game = game.map_err(parse_error)?;
        let outcome = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        Ok(Game {
            history: GameHistory::new(&*game),
            start: position.map(|_| game.position()),
            plies: Vec::new(),
            outcome,
            game,
        })
    }

    pub(crate) fn play(&mut self, ply: &str) -> PyResult<()> {
        if let Some(outcome) = self.outcome {
            let result = outcome.to_text(self.game.description().letters);
            return Err(rules_error(
                format!("the game is over ({result}): `{ply}` is too late"),
                format!(
                    "la partie est terminée ({result})\u{a0}: «\u{a0}{ply}\u{a0}» arrive trop tard"
                ),
                None,
            ));
        }
        let effect = self.game.play(ply).map_err(ply_error)?;
        self.outcome = self.history.record_ply(&*self.game, &effect);
        self.plies.push(effect.text);
        Ok(())
    }

    /// The turn, with draws by repetition and lack of progress.
    fn turn(&self) -> Turn {
        self.outcome.map_or_else(|| self.game.turn(), Turn::Over)
    }

    fn seat_to_act(&self) -> PyResult<Seat> {
        match self.turn() {
            Turn::Of(seat) => Ok(seat),
            Turn::Chance => Err(PyValueError::new_err("a lot is due: no player is to act")),
            Turn::Over(_) => Err(PyValueError::new_err("the game is over: no player is to act")),
        }
    }

    /// The spec, the start and the plies: everything that makes two games equal.
    fn identity(&self) -> (String, &Option<String>, &[String]) {
        (self.game.spec(), &self.start, &self.plies)
    }

    fn draw(
        &self,
        by: Option<i64>,
        theme: &str,
        size: u32,
        flip: bool,
        panels: bool,
        lang: &str,
    ) -> PyResult<String> {
        let Some(theme) = Theme::ALL.into_iter().find(|known| known.name() == theme) else {
            let all = Theme::ALL.map(Theme::name).join(", ");
            return Err(PyValueError::new_err(format!("{theme:?} is not a theme: {all}")));
        };
        if !(16..=8192).contains(&size) {
            return Err(PyValueError::new_err(format!("{size} is not a size from 16 to 8192")));
        }
        let options = DrawOptions {
            theme,
            size,
            flip,
            panels,
            lang: language(lang)?,
            last: self.plies.last().cloned(),
            ..DrawOptions::default()
        };
        let view = self.game.view(observer(by)?);
        abaque_draw::svg(&self.game.spec(), &view, &options).map_err(parse_error)
    }
}

#[pymethods]
impl Game {
    /// A game by its spec, such as "abagio:first=r", from its start or from a position.
    #[new]
    #[pyo3(signature = (spec, position=None))]
    fn new(spec: &str, position: Option<&str>) -> PyResult<Game> {
        Game::open(spec, position)
    }

    /// The game and its options.
    #[getter]
    fn spec(&self) -> String {
        self.game.spec()
    }

    /// The position, with all secrets.
    #[getter]
    fn position(&self) -> String {
        self.game.position()
    }

    /// The position the game began with, if it was given.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The actions and lots played so far.
    #[getter]
    fn plies(&self) -> Vec<String> {
        self.plies.clone()
    }

    /// The player to act, 0 or 1; None if a lot is due or the game is over.
    #[getter]
    fn player(&self) -> Option<usize> {
        match self.turn() {
            Turn::Of(seat) => Some(seat.index()),
            _ => None,
        }
    }

    /// Whether a lot is due: dice, or who starts.
    #[getter]
    fn is_chance(&self) -> bool {
        self.turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// The result, such as "b wins ejection"; None while the game goes on.
    #[getter]
    fn result(&self) -> Option<String> {
        self.outcome.map(|outcome| outcome.to_text(self.game.description().letters))
    }

    /// The winner, 0 or 1; None while the game goes on or if it is drawn.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.outcome.and_then(Outcome::winner).map(Seat::index)
    }

    /// 1 for the winner and -1 for the loser; zeros for a draw or while the game goes on.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        match self.outcome.and_then(Outcome::winner) {
            Some(Seat::First) => (1.0, -1.0),
            Some(Seat::Second) => (-1.0, 1.0),
            None => (0.0, 0.0),
        }
    }

    /// Turns in a row without progress; after 300 the game is drawn (COM-03).
    #[getter]
    fn idle_turns(&self) -> u16 {
        self.history.idle_turns()
    }

    /// How often the position has occurred; the third time draws (COM-01). 0 where positions do
    /// not count.
    #[getter]
    fn repetitions(&self) -> u8 {
        self.history.repetitions(&*self.game)
    }

    /// How many actions are legal when they are too many to list (a secret set-up).
    #[getter]
    fn unlisted_count(&self) -> Option<u64> {
        self.game.unlisted_count().filter(|_| self.outcome.is_none())
    }

    /// Every legal action of the player to act, sorted. Empty if a lot is due, the game is over, or
    /// `unlisted_count` says there are too many.
    fn legal_actions(&self) -> Vec<String> {
        match self.turn() {
            Turn::Of(_) => self.game.legal_plies(),
            _ => Vec::new(),
        }
    }

    /// Every outcome of the lot due, with its weight.
    fn lots(&self) -> Vec<(String, u32)> {
        if self.outcome.is_some() { Vec::new() } else { self.game.rolls() }
    }

    /// Ready-made actions by name, where composing one is hard (a secret set-up).
    #[pyo3(signature = (lang="en"))]
    fn presets(&self, lang: &str) -> PyResult<Vec<(String, String)>> {
        let lang = language(lang)?;
        let presets = self.game.presets().into_iter();
        Ok(presets.map(|(name, action)| (name.get(lang).to_owned(), action)).collect())
    }

    /// A random ply: an action of the player to act, or a lot by weight. None if the game is over.
    fn random_ply(&self, seed: u64) -> Option<String> {
        let mut source = SplitMix(seed);
        match self.turn() {
            Turn::Over(_) => None,
            Turn::Of(_) => self.game.random_action(&mut source),
            Turn::Chance => {
                let rolls = self.game.rolls();
                let total: u64 = rolls.iter().map(|&(_, weight)| u64::from(weight)).sum();
                let weights: Vec<u32> = rolls.iter().map(|&(_, weight)| weight).collect();
                let drawn = abaque_core::RandomSource::below(&mut source, total.max(1));
                rolls
                    .into_iter()
                    .nth(abaque_lots::pick_weighted(&weights, drawn))
                    .map(|(roll, _)| roll)
            }
        }
    }

    /// Plays an action or the outcome of a lot. If the rules refuse it, nothing changes.
    fn apply(&mut self, ply: &str) -> PyResult<()> {
        self.play(ply)
    }

    /// Whether a text is a legal ply.
    fn is_legal(&self, ply: &str) -> bool {
        self.outcome.is_none() && self.game.check(ply).is_ok()
    }

    /// An independent copy.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    #[pyo3(signature = (_memo))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    /// The game as an observer sees it: 0, 1, or None for a spectator.
    #[pyo3(signature = (observer=None))]
    fn view(&self, observer: Option<i64>) -> PyResult<String> {
        Ok(self.game.view(crate::arguments::observer(observer)?))
    }

    /// What a legal ply does, in one sentence that reveals no secret.
    #[pyo3(signature = (ply, lang="en"))]
    fn describe(&self, ply: &str, lang: &str) -> PyResult<String> {
        let lang = language(lang)?;
        Ok(self.game.describe(ply).map_err(ply_error)?.get(lang).to_owned())
    }

    /// An expert's remarks on the position, limited to what the observer may know.
    #[pyo3(signature = (observer=None, lang="en"))]
    fn remarks(&self, observer: Option<i64>, lang: &str) -> PyResult<Vec<String>> {
        let lang = language(lang)?;
        let remarks = self.game.remarks(crate::arguments::observer(observer)?);
        Ok(remarks.iter().map(|remark| remark.get(lang).to_owned()).collect())
    }

    /// A player's score in the game's own count: balls ejected, pawns taken, frogs in the pond.
    fn points(&self, player: i64) -> PyResult<Option<u32>> {
        Ok(self.game.points(seat(player)?))
    }

    /// The number of sequences of `depth` plies.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        self.refuse_unlisted()?;
        Ok(py.detach(|| self.game.perft(depth)))
    }

    /// `perft` after each ply.
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        self.refuse_unlisted()?;
        let lines = py.detach(|| self.game.divide(depth, &mut |_, _| ()));
        let out = PyDict::new(py);
        for (ply, count) in lines {
            out.set_item(ply, count)?;
        }
        Ok(out)
    }

    /// What a computer player would do: `kind` is a level "1" to "8", "best", "random", "greedy" or
    /// "mcts". Without a limit, "best" thinks for one second. The bot knows only what the player to
    /// act may know. With `nodes` or `depth` the same seed gives the same answer.
    #[pyo3(signature = (kind="best", *, nodes=None, depth=None, seconds=None, seed=0, lines=1, threads=1))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments")]
    fn best(
        &self,
        py: Python<'_>,
        kind: &str,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        seed: u64,
        lines: usize,
        threads: usize,
    ) -> PyResult<SearchResult> {
        let seat = self.seat_to_act()?;
        let kind: BotKind = kind.parse().map_err(parse_error)?;
        let mut limits = limits(nodes, depth, seconds)?;
        if limits.is_unlimited() && !matches!(kind, BotKind::Level(_)) {
            limits = SearchLimits::time(Millis(1000));
        }
        let threads = crate::arguments::threads(threads)?;
        let request = SearchRequest {
            limits,
            seed,
            lines: lines.clamp(1, 1000),
            threads,
            ..SearchRequest::default()
        };
        let mut bot = abaque_bots::open_bot(&self.game.spec(), &kind).map_err(parse_error)?;
        let observation = self.history.observation_of(&*self.game, seat);
        let found = py.detach(|| bot.think(&observation, &request, &mut |_| ()));
        Ok(found.map_err(parse_error)?.into())
    }

    /// The first player's chance to win as a bot estimates it at a glance.
    #[pyo3(signature = (kind="best", observer=None))]
    fn estimate(&self, kind: &str, observer: Option<i64>) -> PyResult<f64> {
        let kind: BotKind = kind.parse().map_err(parse_error)?;
        let mut bot = abaque_bots::open_bot(&self.game.spec(), &kind).map_err(parse_error)?;
        let view = self.game.any_view(crate::arguments::observer(observer)?);
        bot.estimate(&view).map_err(parse_error)
    }

    /// The record of the game so far; keyword arguments are its tags (`First`, `Second`, `Event` …).
    #[pyo3(signature = (**tags))]
    fn record(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<Record> {
        let mut record = abaque_record::Record::new(&self.game.spec()).map_err(parse_error)?;
        if let Some(start) = &self.start {
            record.set_tag("Start", start).map_err(parse_error)?;
        }
        for ply in &self.plies {
            record.push(ply).map_err(parse_error)?;
        }
        record.set_outcome(self.outcome).map_err(parse_error)?;
        for (name, value) in tags.into_iter().flatten() {
            let (name, value): (String, String) = (name.extract()?, value.extract()?);
            record.set_tag(&name, &value).map_err(parse_error)?;
        }
        Ok(Record::from(record))
    }

    /// The board as SVG, as an observer sees it.
    #[pyo3(signature = (observer=None, *, theme="light", size=720, flip=false, panels=true, lang="en"))]
    fn svg(
        &self,
        observer: Option<i64>,
        theme: &str,
        size: u32,
        flip: bool,
        panels: bool,
        lang: &str,
    ) -> PyResult<String> {
        self.draw(observer, theme, size, flip, panels, lang)
    }

    /// The board as PNG, as an observer sees it.
    #[pyo3(signature = (observer=None, *, theme="light", size=720, flip=false, panels=true, lang="en"))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments")]
    fn png<'py>(
        &self,
        py: Python<'py>,
        observer: Option<i64>,
        theme: &str,
        size: u32,
        flip: bool,
        panels: bool,
        lang: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let svg = self.draw(observer, theme, size, flip, panels, lang)?;
        let png = py.detach(|| abaque_draw::png(&svg, 1.0));
        let png = png.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &png))
    }

    /// The board as text, as an observer sees it.
    #[pyo3(signature = (observer=None, lang="en"))]
    fn board(&self, observer: Option<i64>, lang: &str) -> PyResult<String> {
        let options = TerminalOptions {
            colour: false,
            lang: language(lang)?,
            last: self.plies.last().cloned(),
            ..TerminalOptions::default()
        };
        let view = self.game.view(crate::arguments::observer(observer)?);
        abaque_draw::ansi(&self.game.spec(), &view, &options).map_err(parse_error)
    }

    /// The picture in a notebook: what a spectator sees.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.draw(None, "light", 400, false, true, "en")
    }

    fn __str__(&self) -> PyResult<String> {
        self.board(None, "en")
    }

    fn __repr__(&self) -> String {
        let (spec, plies) = (self.game.spec(), self.plies.len());
        match self.result() {
            Some(result) => format!("Game({spec:?}, {plies} plies, {result})"),
            None => format!("Game({spec:?}, {plies} plies)"),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| self.identity() == other.identity())
        })
    }

    /// By what makes games equal; a game that is played on has another hash, so use a copy as a key.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Option<String>, Vec<String>))> {
        let rebuild = slf.py().import("abaque")?.getattr("_rebuild_game")?;
        let game = slf.borrow();
        Ok((rebuild, (game.game.spec(), game.start.clone(), game.plies.clone())))
    }
}

impl Game {
    /// Perft cannot start where actions are too many to list.
    fn refuse_unlisted(&self) -> PyResult<()> {
        match self.game.unlisted_count() {
            None => Ok(()),
            Some(count) => Err(PyValueError::new_err(format!(
                "perft does not start in a secret set-up ({count} are legal)"
            ))),
        }
    }
}

/// The games: name, English title, and options as (key, default, values, help).
#[pyfunction]
pub(crate) fn games<'py>(py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let of = |entry: &abaque_catalog::CatalogEntry| {
        let game = (entry.description)();
        let out = PyDict::new(py);
        out.set_item("name", game.name)?;
        out.set_item("title", game.title.en)?;
        out.set_item("players", game.players.map(|player| player.en))?;
        let options = PyDict::new(py);
        for option in game.options {
            options.set_item(option.key, (option.default, option.values.en, option.help.en))?;
        }
        out.set_item("options", options)?;
        Ok(out)
    };
    GAMES.iter().map(of).collect()
}
