use abaque_catalog::AnySight;
use abaque_catalog::bots::Kind;
use abaque_core::{BadText, Millis, Seat};
use abaque_table::Refused;
use serde::{Deserialize, Serialize};

use super::Sitting;

/// What a computer player is told, as plain data: it crosses from the screen to the thread that thinks.
/// It holds views only, never what the player could not know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The game.
    pub spec: String,
    /// Whether the second seat is to act.
    pub second: bool,
    /// What the player sees.
    pub view: String,
    /// What they saw at the start of earlier turns.
    pub past: Vec<String>,
    /// Turns in a row without progress.
    pub idle_turns: u16,
    /// The player: `5`, `best` …
    pub player: String,
    /// How long it may think, in milliseconds; the player's own budget where nothing is said.
    pub millis: Option<u64>,
    /// Where its random choices start from.
    pub seed: u64,
    /// How many lines to compare.
    pub lines: usize,
}

/// One line of a thought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The actions foreseen, the first of them to be chosen now.
    pub actions: Vec<String>,
    /// The chance to win.
    pub win: f64,
    /// The score in the game's own unit.
    pub score: f64,
}

/// What a computer player came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// What it plays.
    pub action: String,
    /// The lines it compared, the best first.
    pub lines: Vec<Choice>,
    /// How deep it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it took.
    pub millis: u64,
}

/// With less than this on the clock a player shares out what is left.
const SHORT: Millis = Millis::seconds(40);

impl Task {
    /// The same for a player with so much left on the clock: who is short of time thinks no longer than a share of it.
    pub fn hurried(self, left: Option<Millis>) -> Task {
        let Some(left) = left.filter(|&left| left < SHORT) else { return self };
        let share = left.0 / 25;
        Task { millis: Some(self.millis.map_or(share, |own| own.min(share))), ..self }
    }

    /// What a player of some kind is told at a table; it thinks as long as computers do there.
    pub fn new(sitting: &Sitting, seat: Seat, player: &Kind, seed: u64) -> Result<Task, Refused> {
        let AnySight { view, past, idle_turns, .. } = sitting.sight(seat)?;
        Ok(Task {
            spec: view.spec().into(),
            second: seat == Seat::Second,
            view: view.text().into(),
            past: past.iter().map(|view| view.text().to_owned()).collect(),
            idle_turns,
            player: player.to_string(),
            millis: sitting.computer_time.map(|time| time.0),
            seed,
            lines: 1,
        })
    }

    /// What the player may know.
    pub fn sight(&self) -> Result<AnySight, BadText> {
        let read = |view: &String| abaque_catalog::read_view(&self.spec, view);
        Ok(AnySight {
            view: read(&self.view)?,
            seat: if self.second { Seat::Second } else { Seat::First },
            past: self.past.iter().map(read).collect::<Result<_, _>>()?,
            idle_turns: self.idle_turns,
        })
    }
}
