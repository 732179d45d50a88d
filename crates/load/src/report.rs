use std::time::Duration;

use crate::plot;
use crate::stats::quantile;

/// What a server did under load. That there is one means that nothing was wrong.
#[derive(Clone, Debug)]
pub struct Report {
    /// Games played at once.
    pub games: usize,
    /// Games with silent players.
    pub idle: usize,
    /// Acts asked for a second; 0 for as many as go.
    pub asked: u32,
    /// Connections held all the time.
    pub connections: usize,
    /// How long it took to open them and their games.
    pub opening: Duration,
    /// How long it was measured.
    pub time: Duration,
    /// Acts acknowledged: when, and how long each took.
    pub acts: Vec<(f64, Duration)>,
    /// Messages checked.
    pub messages: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Records checked.
    pub records: u64,
    /// Requests refused because time was faster.
    pub raced: u64,
    /// Answered requests sent again: nothing happened, and the answer was the same.
    pub echoed: u64,
    /// Bytes of memory: before anybody came, when everybody was there, after play.
    pub memory: [Option<u64>; 3],
    /// Seconds the server's threads ran while it was measured.
    pub cpu: Option<f64>,
}

impl Report {
    /// What each act took, sorted.
    fn sorted(&self) -> Vec<Duration> {
        let mut sorted: Vec<Duration> = self.acts.iter().map(|(_, took)| *took).collect();
        sorted.sort_unstable();
        sorted
    }

    /// Acts a second.
    pub fn rate(&self) -> f64 {
        self.acts.len() as f64 / self.time.as_secs_f64().max(0.001)
    }

    /// Bytes of memory a connection, games and all.
    pub fn bytes_each(&self) -> Option<u64> {
        let [empty, full, _] = self.memory;
        Some(full?.saturating_sub(empty?) / (self.connections as u64).max(1))
    }

    /// The plot of it: what acts took, and how many there were each second.
    pub fn plot(&self) -> String {
        plot::svg(self, &self.sorted())
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let sorted = self.sorted();
        let milli = |of: usize| {
            let took = quantile(&sorted, of);
            format!("{:.1} ms", took.as_secs_f64() * 1000.0)
        };
        let mega = |bytes: Option<u64>| {
            bytes.map_or("not known".into(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6))
        };
        let asked = match self.asked {
            0 => "as many as go".to_owned(),
            asked => asked.to_string(),
        };
        let cpu = self.cpu.map_or("not known".into(), |cpu| {
            format!("{cpu:.1} s in {:.1} s", self.time.as_secs_f64())
        });
        let each = self
            .bytes_each()
            .map_or("not known".into(), |each| format!("{:.1} kB", each as f64 / 1e3));
        let [empty, full, played] = self.memory;
        let rows = [
            ("connections held", self.connections.to_string()),
            ("games played at once, silent games", format!("{}, {}", self.games, self.idle)),
            ("time to open them", format!("{:.1} s", self.opening.as_secs_f64())),
            ("durable acts a second, asked for", asked),
            ("durable acts a second, done", format!("{:.0}", self.rate())),
            ("request to done, p50", milli(500)),
            ("request to done, p99", milli(990)),
            ("request to done, p99.9", milli(999)),
            ("server's memory, empty", mega(empty)),
            ("server's memory, everybody there", mega(full)),
            ("server's memory, after play", mega(played)),
            ("server's memory a connection", each),
            ("server's CPU time", cpu),
            ("messages checked", self.messages.to_string()),
            ("games finished, records checked", format!("{}, {}", self.finished, self.records)),
            ("refused because time was faster", self.raced.to_string()),
            ("sent twice, done once, answered the same", self.echoed.to_string()),
            ("errors", "0".to_owned()),
        ];
        rows.iter().try_for_each(|(what, value)| writeln!(f, "{what:<42} {value}"))
    }
}
