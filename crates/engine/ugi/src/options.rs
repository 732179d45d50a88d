use abaque_bots::BotKind;
use abaque_core::{Lang, Millis, Spec};

/// Options a client may set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineOptions {
    /// `Game`: the canonical spec.
    pub(crate) spec: String,
    /// `Level`: which bot.
    pub(crate) kind: BotKind,
    /// `Threads`.
    pub(crate) threads: usize,
    /// `Seed`: the random seed.
    pub(crate) seed: u64,
    /// `MultiPV`: number of lines.
    pub(crate) lines: usize,
    /// `Overhead`: milliseconds reserved from the clock.
    pub(crate) overhead: Millis,
    /// `Hash`: megabytes of the hash table; `None` leaves the size to the bot.
    pub(crate) hash: Option<usize>,
}

/// What an option change affects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OptionEffect {
    /// The game: the position is reset.
    Game,
    /// The bot.
    Player,
    /// Only search parameters.
    Search,
}

const MAX_THREADS: u64 = 256;
const MAX_LINES: u64 = 256;
/// Some clients read signed numbers.
const MAX_SEED: u64 = i64::MAX as u64;
const MAX_OVERHEAD: u64 = 10_000;
/// Megabytes.
const MAX_HASH: u64 = 16_384;
/// What most bots use if the option is not set.
const USUAL_HASH: u64 = 32;

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            spec: (abaque_catalog::GAMES[0].description)().name.into(),
            kind: BotKind::Best,
            threads: 1,
            seed: 0,
            lines: 1,
            overhead: Millis(20),
            hash: None,
        }
    }
}

impl EngineOptions {
    /// The `option` lines of the identification.
    pub(crate) fn option_lines(&self) -> Vec<String> {
        let mut kinds: Vec<String> = (1..=8).map(|level| level.to_string()).collect();
        kinds.extend(["best", "random", "greedy", "mcts"].map(String::from));
        let name = self.spec.parse::<Spec>().map(|spec| spec.name).unwrap_or_default();
        let special = abaque_bots::special_bots(&name).unwrap_or_default();
        kinds.extend(special.iter().map(|name| name.to_string()));
        let vars: String = kinds.iter().map(|kind| format!(" var {kind}")).collect();
        let spin = |name: &str, default: u64, least: u64, most: u64| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        vec![
            format!("option name Game type string default {}", self.spec),
            format!("option name Level type combo default {}{vars}", self.kind),
            spin("Threads", self.threads as u64, 1, MAX_THREADS),
            spin("Seed", self.seed, 0, MAX_SEED),
            spin("MultiPV", self.lines as u64, 1, MAX_LINES),
            spin("Overhead", self.overhead.0, 0, MAX_OVERHEAD),
            spin("Hash", self.hash.map_or(USUAL_HASH, |hash| hash as u64), 1, MAX_HASH),
        ]
    }

    /// Sets an option; on error nothing changes.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<OptionEffect, String> {
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} takes a number from {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let game =
                    abaque_catalog::open(value).map_err(|error| error.localized(Lang::En))?;
                // The selected bot may not exist for the new game.
                if abaque_bots::open_bot(&game.spec(), &self.kind).is_err() {
                    self.kind = BotKind::Best;
                }
                self.spec = game.spec();
                Ok(OptionEffect::Game)
            }
            "level" => {
                let tell = |error: abaque_core::ParseError| error.localized(Lang::En);
                let kind: BotKind = value.parse().map_err(tell)?;
                abaque_bots::open_bot(&self.spec, &kind).map_err(tell)?;
                self.kind = kind;
                Ok(OptionEffect::Player)
            }
            "threads" => {
                self.threads = number(1, MAX_THREADS)? as usize;
                Ok(OptionEffect::Search)
            }
            "seed" => {
                self.seed = number(0, MAX_SEED)?;
                Ok(OptionEffect::Search)
            }
            "multipv" => {
                self.lines = number(1, MAX_LINES)? as usize;
                Ok(OptionEffect::Search)
            }
            "overhead" => {
                self.overhead = Millis(number(0, MAX_OVERHEAD)?);
                Ok(OptionEffect::Search)
            }
            "hash" => {
                self.hash = Some(number(1, MAX_HASH)? as usize);
                Ok(OptionEffect::Player)
            }
            _ => Err(format!(
                "there is no option `{}`; there are Game, Level, Threads, Seed, MultiPV, Overhead, Hash",
                crate::command::truncate(name)
            )),
        }
    }
}
