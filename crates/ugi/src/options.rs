use abaque_catalog::bots::Kind;
use abaque_catalog::find;
use abaque_core::{Lang, Millis, Spec};

/// What a program may set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    /// `Game`: the canonical spec.
    pub(crate) spec: String,
    /// `Level`: which of the computer players.
    pub(crate) kind: Kind,
    /// `Threads`.
    pub(crate) threads: usize,
    /// `Seed`: where random choices start from.
    pub(crate) seed: u64,
    /// `MultiPV`: how many lines.
    pub(crate) lines: usize,
    /// `Overhead`: milliseconds kept back of a clock.
    pub(crate) overhead: Millis,
}

/// What was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Changed {
    /// The game: the position starts anew.
    Game,
    /// The player.
    Player,
    /// Only how it thinks.
    Manner,
}

const MOST_THREADS: u64 = 256;
const MOST_LINES: u64 = 256;
/// Others read numbers with a sign.
const MOST_SEED: u64 = i64::MAX as u64;
const MOST_OVERHEAD: u64 = 10_000;

impl Default for Options {
    fn default() -> Options {
        Options {
            spec: "abalone".into(),
            kind: Kind::Best,
            threads: 1,
            seed: 0,
            lines: 1,
            overhead: Millis(20),
        }
    }
}

impl Options {
    /// The `option` lines.
    pub(crate) fn list(&self) -> Vec<String> {
        let mut kinds: Vec<String> = (1..=8).map(|level| level.to_string()).collect();
        kinds.extend(["best", "random", "greedy", "mcts"].map(String::from));
        let name = self.spec.parse::<Spec>().map(|spec| spec.name).unwrap_or_default();
        if let Ok(entry) = find(&name) {
            kinds.extend((entry.special)().iter().map(|name| name.to_string()));
        }
        let vars: String = kinds.iter().map(|kind| format!(" var {kind}")).collect();
        let spin = |name: &str, default: u64, least: u64, most: u64| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        vec![
            format!("option name Game type string default {}", self.spec),
            format!("option name Level type combo default {}{vars}", self.kind),
            spin("Threads", self.threads as u64, 1, MOST_THREADS),
            spin("Seed", self.seed, 0, MOST_SEED),
            spin("MultiPV", self.lines as u64, 1, MOST_LINES),
            spin("Overhead", self.overhead.0, 0, MOST_OVERHEAD),
        ]
    }

    /// Sets one; refused, nothing changes.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} takes a number from {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let game = abaque_catalog::open(value).map_err(|error| error.tell(Lang::En))?;
                // A player of another game may not exist here.
                if abaque_catalog::bot(&game.spec(), &self.kind).is_err() {
                    self.kind = Kind::Best;
                }
                self.spec = game.spec();
                Ok(Changed::Game)
            }
            "level" => {
                let tell = |error: abaque_core::BadText| error.tell(Lang::En);
                let kind: Kind = value.parse().map_err(tell)?;
                abaque_catalog::bot(&self.spec, &kind).map_err(tell)?;
                self.kind = kind;
                Ok(Changed::Player)
            }
            "threads" => {
                self.threads = number(1, MOST_THREADS)? as usize;
                Ok(Changed::Manner)
            }
            "seed" => {
                self.seed = number(0, MOST_SEED)?;
                Ok(Changed::Manner)
            }
            "multipv" => {
                self.lines = number(1, MOST_LINES)? as usize;
                Ok(Changed::Manner)
            }
            "overhead" => {
                self.overhead = Millis(number(0, MOST_OVERHEAD)?);
                Ok(Changed::Manner)
            }
            _ => Err(format!(
                "there is no option `{}`; there are Game, Level, Threads, Seed, MultiPV, Overhead",
                crate::command::clip(name)
            )),
        }
    }
}
