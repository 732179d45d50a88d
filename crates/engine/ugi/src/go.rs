use std::fmt;

use abaque_core::{Millis, Seat};
use abaque_search::{SearchLimits, TurnClock, allocate_time};

/// Parameters of `go`: clocks and search limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoParams {
    /// `p1time`, `p2time`: remaining clock time.
    pub time: [Option<u64>; 2],
    /// `p1inc`, `p2inc`: increment per turn.
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

/// Actions the remaining time is shared among if `movestogo` is absent.
const DEFAULT_ACTIONS_TO_GO: u32 = 40;

/// Stands for an unlimited search.
const INFINITE_TIME: Millis = Millis::from_days(30);

impl GoParams {
    /// Parses the words after `go`.
    pub(crate) fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<GoParams, String> {
        let mut go = GoParams::default();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let mut number = || {
                let text = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
                // Other programs may send negative clock times.
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

    /// Search limits of the player in a seat; `overhead` is reserved from the clock.
    pub fn limits(&self, seat: Seat, overhead: Millis) -> SearchLimits {
        if self.infinite {
            return SearchLimits::time(INFINITE_TIME);
        }
        let mut limits = SearchLimits::default();
        if let Some(left) = self.time[seat.index()] {
            limits = allocate_time(TurnClock {
                left: Millis(left),
                increment: Millis(self.increment[seat.index()].unwrap_or(0)),
                overhead,
                actions_to_come: self.actions_to_go.unwrap_or(DEFAULT_ACTIONS_TO_GO),
            });
        }
        if let Some(time) = self.move_time {
            limits.time = Some(limits.time.map_or(Millis(time), |most| most.min(Millis(time))));
        }
        SearchLimits { depth: self.depth, nodes: self.nodes, ..limits }
    }
}

impl From<SearchLimits> for GoParams {
    fn from(limits: SearchLimits) -> GoParams {
        GoParams {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.time.map(|time| time.0),
            ..GoParams::default()
        }
    }
}

impl fmt::Display for GoParams {
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
