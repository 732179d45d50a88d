use std::fmt;

use abaque_core::{Millis, Seat};
use abaque_search::{Allotment, Limits, allot};

/// How long a search may take: the words after `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `p1time`, `p2time`: what the clocks show.
    pub time: [Option<u64>; 2],
    /// `p1inc`, `p2inc`: what a turn adds.
    pub increment: [Option<u64>; 2],
    /// `movestogo`: actions until the next time control.
    pub actions_to_go: Option<u32>,
    /// `depth`.
    pub depth: Option<u32>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `movetime`: milliseconds for this action.
    pub move_time: Option<u64>,
    /// `infinite`: until `stop`.
    pub infinite: bool,
}

/// How many more actions a clock is shared among where nothing is said.
const ACTIONS_TO_COME: u32 = 40;

/// Longer than anybody waits: a search without an end of its own.
const ENDLESS: Millis = Millis::days(30);

impl Go {
    /// Reads the words after `go`.
    pub(crate) fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, String> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let mut number = || {
                let text = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
                // Clocks of other programs may run below zero.
                let text = if word.ends_with("time") && text.starts_with('-') { "0" } else { text };
                let number: Result<u64, _> = text.parse();
                number.map_err(|_| format!("`{word}` needs a number, not `{text}`"))
            };
            let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            match word {
                "p1time" => go.time[0] = Some(number()?),
                "p2time" => go.time[1] = Some(number()?),
                "p1inc" => go.increment[0] = Some(number()?),
                "p2inc" => go.increment[1] = Some(number()?),
                "movestogo" => go.actions_to_go = Some(small(number()?)),
                "depth" => go.depth = Some(small(number()?)),
                "nodes" => go.nodes = Some(number()?),
                "movetime" => go.move_time = Some(number()?),
                _ => return Err(format!("`go` does not know `{word}`")),
            }
        }
        Ok(go)
    }

    /// The same as limits for the player in a seat; `overhead` is kept back of a clock.
    pub fn limits(&self, seat: Seat, overhead: Millis) -> Limits {
        if self.infinite {
            return Limits::time(ENDLESS);
        }
        let mut limits = Limits::default();
        if let Some(left) = self.time[seat.index()] {
            limits = allot(Allotment {
                left: Millis(left),
                increment: Millis(self.increment[seat.index()].unwrap_or(0)),
                overhead,
                actions_to_come: self.actions_to_go.unwrap_or(ACTIONS_TO_COME),
            });
        }
        if let Some(time) = self.move_time {
            limits.time = Some(limits.time.map_or(Millis(time), |most| most.min(Millis(time))));
        }
        Limits { depth: self.depth, nodes: self.nodes, ..limits }
    }
}

impl From<Limits> for Go {
    fn from(limits: Limits) -> Go {
        Go {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.time.map(|time| time.0),
            ..Go::default()
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("go")?;
        let [p1, p2] = self.time;
        let [inc1, inc2] = self.increment;
        let numbers = [
            ("p1time", p1),
            ("p2time", p2),
            ("p1inc", inc1),
            ("p2inc", inc2),
            ("movestogo", self.actions_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.move_time),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}
