use std::fmt;
use std::str::FromStr;

use abaque_catalog::bots::Kind;
use abaque_core::{BadText, Millis, said};
use abaque_search::Limits;
use abaque_ugi::split;

/// Who takes part in a match: `5`, `best:time=200ms`, `mcts:nodes=50000`, `random`, or another program,
/// `ugi:COMMAND ARGUMENTS`, `ugi[time=200ms,Level=3]:COMMAND ARGUMENTS`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    text: String,
    /// Which player it is.
    pub who: Who,
    /// How long it thinks about each action; endless: the level's own budget.
    pub limits: Limits,
}

/// One of ours or another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// One of ours.
    Ours(Kind),
    /// A program that speaks UGI.
    Program {
        /// How it is started.
        command: String,
        /// Options to set: names and values.
        options: Vec<(String, String)>,
    },
}

impl Player {
    /// Whether its play cannot be repeated exactly.
    pub fn is_timed(&self) -> bool {
        self.limits.time.is_some()
            || (self.limits.is_endless()
                && !matches!(self.who, Who::Ours(Kind::Level(_) | Kind::Random | Kind::Greedy)))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Player {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Player, BadText> {
        if let Some(program) = program(text) {
            return program;
        }
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        if kind.is_empty() || (options.is_empty() && text.contains(':')) {
            return Err(bad(text));
        }
        let (limits, rest) = read_limits(text, options)?;
        if !rest.is_empty() {
            return Err(bad(text));
        }
        Ok(Player { text: text.into(), who: Who::Ours(kind.parse()?), limits })
    }
}

/// Reads `ugi:COMMAND` and `ugi[OPTIONS]:COMMAND`; `None` for anything else.
fn program(text: &str) -> Option<Result<Player, BadText>> {
    let rest = text.strip_prefix("ugi")?;
    let (options, command) = match rest.strip_prefix('[') {
        Some(rest) => rest.split_once("]:")?,
        None => ("", rest.strip_prefix(':')?),
    };
    if split(command).is_none_or(|words| words.is_empty()) {
        return Some(Err(bad(text)));
    }
    Some(read_limits(text, options).map(|(limits, options)| Player {
        text: text.into(),
        who: Who::Program { command: command.into(), options },
        limits,
    }))
}

/// Limits, and what else was set.
type Set = (Limits, Vec<(String, String)>);

/// Reads `time=200ms,nodes=5000,depth=4`, each at most once, and gives back what else is in it.
fn read_limits(text: &str, options: &str) -> Result<Set, BadText> {
    let mut limits = Limits::default();
    let mut others = Vec::new();
    for pair in options.split(',').filter(|_| !options.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or_else(|| bad(text))?;
        let new = match key {
            "time" => duration(value).is_some_and(|time| limits.time.replace(time).is_none()),
            "nodes" => count(value).is_some_and(|nodes| limits.nodes.replace(nodes).is_none()),
            "depth" => count(value)
                .and_then(|depth| u32::try_from(depth).ok())
                .is_some_and(|depth| limits.depth.replace(depth).is_none()),
            _ => {
                others.push((key.into(), value.into()));
                !key.is_empty()
            }
        };
        if !new {
            return Err(bad(text));
        }
    }
    Ok((limits, others))
}

fn count(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().filter(|&count| count > 0)
}

/// Reads `200ms`, `1.5s` or `2m`.
pub fn duration(text: &str) -> Option<Millis> {
    if let Some(millis) = text.strip_suffix("ms") {
        return count(millis).map(Millis);
    }
    if let Some(seconds) = text.strip_suffix('s') {
        return Millis::from_seconds(seconds).filter(|_| !seconds.is_empty());
    }
    text.strip_suffix('m').and_then(count).and_then(|n| n.checked_mul(60_000)).map(Millis)
}

fn bad(text: &str) -> BadText {
    BadText::new(
        "PLAYER",
        said!(
            "`{text}` is no player; write a level (`5`), `best`, `random`, `greedy` or `mcts`, with limits if you like: `best:time=200ms`, `best:nodes=50000`, `best:depth=4`; or a program that speaks UGI: `ugi:COMMAND ARGUMENTS`, `ugi[time=200ms,Level=3]:COMMAND ARGUMENTS`",
            "« {text} » n'est pas un joueur ; écrire un niveau (« 5 »), « best », « random », « greedy » ou « mcts », avec des limites au besoin : « best:time=200ms », « best:nodes=50000 », « best:depth=4 » ; ou un programme qui parle UGI : « ugi:COMMANDE ARGUMENTS », « ugi[time=200ms,Level=3]:COMMANDE ARGUMENTS »"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let player: Player = "best:time=200ms,nodes=5000".parse().expect("a player");
        assert_eq!((player.limits.time, player.limits.nodes), (Some(Millis(200)), Some(5000)));
        assert_eq!(player.to_string(), "best:time=200ms,nodes=5000");
        assert!("5".parse::<Player>().is_ok_and(|player| player.limits.is_endless()));
        for text in [
            "",
            ":",
            "9",
            "best:",
            "best:time",
            "best:time=",
            "best:time=5",
            "best:x=1",
            "best:nodes=0",
            "best:nodes=1,nodes=2",
            "best:depth=99999999999",
            "best:time=1s,",
        ] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }

    #[test]
    fn programs_are_read() {
        let player: Player = "ugi[time=1s,Level=3]:./engine --x 'a b'".parse().expect("a player");
        assert_eq!(player.limits.time, Some(Millis(1000)));
        let options = vec![("Level".to_string(), "3".to_string())];
        let command = "./engine --x 'a b'".to_string();
        assert_eq!(player.who, Who::Program { command, options });
        assert!("ugi:engine".parse::<Player>().is_ok_and(|player| player.is_timed()));
        for text in ["ugi:", "ugi: ", "ugi:'x", "ugi[time=x]:e", "ugi[=3]:e", "ugi[]:"] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }

    #[test]
    fn durations_are_read() {
        assert_eq!(duration("200ms"), Some(Millis(200)));
        assert_eq!(duration("1.5s"), Some(Millis(1500)));
        assert_eq!(duration("2m"), Some(Millis(120_000)));
        for text in ["", "s", "ms", "m", "-1s", "1", "1e3s", "5h"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
