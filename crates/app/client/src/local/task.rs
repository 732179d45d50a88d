use abaque_bots::BotKind;
use abaque_catalog::AnyObservation;
use abaque_core::{Millis, ParseError, Seat};
use abaque_table::ActError;
use serde::{Deserialize, Serialize};

use super::{BoardSentence, LocalGame};

/// A bot's task as plain data, sent from the page to the worker thread. It holds views only, never
/// what the player cannot know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotTask {
    /// The game spec.
    pub spec: String,
    /// Whether the second seat is to act.
    pub second: bool,
    /// The player's current view.
    pub view: String,
    /// The player's views at the start of earlier turns.
    pub past: Vec<String>,
    /// Turns in a row without progress.
    pub idle_turns: u16,
    /// The bot kind: `5`, `best` …
    pub player: String,
    /// Thinking time in milliseconds; `None` for the bot's own budget.
    pub millis: Option<u64>,
    /// Seed for the bot's random choices.
    pub seed: u64,
    /// How many lines to compare.
    pub lines: usize,
    /// Whether to explain the best line, for a hint.
    pub explains: bool,
}

/// One line of a search result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotLine {
    /// The expected actions; the first is the one to play now.
    pub actions: Vec<String>,
    /// Win probability.
    pub win: f64,
    /// Score in the game's own unit.
    pub score: f64,
}

/// A bot's answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotAnswer {
    /// The chosen action.
    pub action: String,
    /// The compared lines, best first.
    pub lines: Vec<BotLine>,
    /// Search depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, in milliseconds.
    pub millis: u64,
    /// What the best line does, if the task asks for it.
    pub explanation: Vec<BoardSentence>,
}

/// Below this clock time a bot shares out what is left.
const LOW_CLOCK: Millis = Millis::from_secs(40);

impl BotTask {
    /// Limits the thinking time for a player with `left` on the clock: when short of time, to a
    /// share of it.
    pub fn limit_to_clock(self, left: Option<Millis>) -> BotTask {
        let Some(left) = left.filter(|&left| left < LOW_CLOCK) else { return self };
        let share = left.0 / 25;
        BotTask { millis: Some(self.millis.map_or(share, |own| own.min(share))), ..self }
    }

    /// The task of a bot at a table, with the table's thinking time.
    pub fn new(
        local: &LocalGame,
        seat: Seat,
        player: &BotKind,
        seed: u64,
    ) -> Result<BotTask, ActError> {
        let AnyObservation { view, past, idle_turns, .. } = local.observation(seat)?;
        Ok(BotTask {
            spec: view.spec().into(),
            second: seat == Seat::Second,
            view: view.text().into(),
            past: past.iter().map(|view| view.text().to_owned()).collect(),
            idle_turns,
            player: player.to_string(),
            millis: local.computer_time.map(|time| time.0),
            seed,
            lines: 1,
            explains: false,
        })
    }

    /// What the player may know.
    pub fn observation(&self) -> Result<AnyObservation, ParseError> {
        let read = |view: &String| abaque_catalog::parse_view(&self.spec, view);
        Ok(AnyObservation {
            view: read(&self.view)?,
            seat: if self.second { Seat::Second } else { Seat::First },
            past: self.past.iter().map(read).collect::<Result<_, _>>()?,
            idle_turns: self.idle_turns,
        })
    }
}
