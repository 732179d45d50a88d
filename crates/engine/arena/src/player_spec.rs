use std::fmt;
use std::str::FromStr;

use abaque_bots::BotKind;
use abaque_core::{Millis, ParseError, message};
use abaque_search::SearchLimits;
use abaque_ugi::split_command_line;

/// A match player: `5`, `best:time=200ms`, `mcts:nodes=50000`, `random`, or an engine, `ugi:COMMAND
/// ARGUMENTS`, `ugi[time=200ms,Level=3]:COMMAND ARGUMENTS`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    /// Built-in bot or engine.
    pub kind: PlayerKind,
    /// Limits per action; unlimited means the level's own.
    pub limits: SearchLimits,
}

/// A built-in bot or an external engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A built-in bot.
    BuiltIn(BotKind),
    /// A UGI engine.
    Program {
        /// Command line.
        command: String,
        /// Options to set, as names and values.
        options: Vec<(String, String)>,
    },
}

impl PlayerSpec {
    /// Whether its play is not exactly reproducible.
    pub fn is_timed(&self) -> bool {
        self.limits.time.is_some()
            || (self.limits.is_unlimited()
                && !matches!(
                    self.kind,
                    PlayerKind::BuiltIn(BotKind::Level(_) | BotKind::Random | BotKind::Greedy)
                ))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParseError> {
        if let Some(program) = parse_program(text) {
            return program;
        }
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        if kind.is_empty() || (options.is_empty() && text.contains(':')) {
            return Err(player_error(text));
        }
        let (limits, rest) = parse_limits(text, options)?;
        if !rest.is_empty() {
            return Err(player_error(text));
        }
        Ok(PlayerSpec { text: text.into(), kind: PlayerKind::BuiltIn(kind.parse()?), limits })
    }
}

/// Parses `ugi:COMMAND` and `ugi[OPTIONS]:COMMAND`; `None` for anything else.
fn parse_program(text: &str) -> Option<Result<PlayerSpec, ParseError>> {
    let rest = text.strip_prefix("ugi")?;
    let (options, command) = match rest.strip_prefix('[') {
        Some(rest) => rest.split_once("]:")?,
        None => ("", rest.strip_prefix(':')?),
    };
    if split_command_line(command).is_none_or(|words| words.is_empty()) {
        return Some(Err(player_error(text)));
    }
    Some(parse_limits(text, options).map(|(limits, options)| PlayerSpec {
        text: text.into(),
        kind: PlayerKind::Program { command: command.into(), options },
        limits,
    }))
}

/// Limits and the remaining options.
type LimitsAndOptions = (SearchLimits, Vec<(String, String)>);

/// Parses `time=200ms,nodes=5000,depth=4`, each at most once, and returns all other options.
fn parse_limits(text: &str, options: &str) -> Result<LimitsAndOptions, ParseError> {
    let mut limits = SearchLimits::default();
    let mut others = Vec::new();
    for pair in options.split(',').filter(|_| !options.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or_else(|| player_error(text))?;
        let new = match key {
            "time" => parse_duration(value).is_some_and(|time| limits.time.replace(time).is_none()),
            "nodes" => {
                parse_count(value).is_some_and(|nodes| limits.nodes.replace(nodes).is_none())
            }
            "depth" => parse_count(value)
                .and_then(|depth| u32::try_from(depth).ok())
                .is_some_and(|depth| limits.depth.replace(depth).is_none()),
            _ => {
                others.push((key.into(), value.into()));
                !key.is_empty()
            }
        };
        if !new {
            return Err(player_error(text));
        }
    }
    Ok((limits, others))
}

fn parse_count(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().filter(|&count| count > 0)
}

/// Parses `200ms`, `1.5s` or `2m`.
pub fn parse_duration(text: &str) -> Option<Millis> {
    if let Some(millis) = text.strip_suffix("ms") {
        return parse_count(millis).map(Millis);
    }
    if let Some(seconds) = text.strip_suffix('s') {
        return Millis::parse_seconds(seconds).filter(|_| !seconds.is_empty());
    }
    text.strip_suffix('m').and_then(parse_count).and_then(|n| n.checked_mul(60_000)).map(Millis)
}

fn player_error(text: &str) -> ParseError {
    ParseError::new(
        "PLAYER",
        message!(
            "`{text}` is not a player; write a level (`5`), `best`, `random`, `greedy` or `mcts`, with limits if you like: `best:time=200ms`, `best:nodes=50000`, `best:depth=4`; or a program that speaks UGI: `ugi:COMMAND ARGUMENTS`, `ugi[time=200ms,Level=3]:COMMAND ARGUMENTS`",
            "«\u{a0}{text}\u{a0}» n'est pas un joueur\u{a0}; écrire un niveau («\u{a0}5\u{a0}»), «\u{a0}best\u{a0}», «\u{a0}random\u{a0}», «\u{a0}greedy\u{a0}» ou «\u{a0}mcts\u{a0}», avec des limites au besoin\u{a0}: «\u{a0}best:time=200ms\u{a0}», «\u{a0}best:nodes=50000\u{a0}», «\u{a0}best:depth=4\u{a0}»\u{a0}; ou un programme qui parle UGI\u{a0}: «\u{a0}ugi:COMMANDE ARGUMENTS\u{a0}», «\u{a0}ugi[time=200ms,Level=3]:COMMANDE ARGUMENTS\u{a0}»"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_parse() {
        let player: PlayerSpec = "best:time=200ms,nodes=5000".parse().expect("a player");
        assert_eq!((player.limits.time, player.limits.nodes), (Some(Millis(200)), Some(5000)));
        assert_eq!(player.to_string(), "best:time=200ms,nodes=5000");
        assert!("5".parse::<PlayerSpec>().is_ok_and(|player| player.limits.is_unlimited()));
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
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn engine_specs_parse() {
        let player: PlayerSpec =
            "ugi[time=1s,Level=3]:./engine --x 'a b'".parse().expect("a player");
        assert_eq!(player.limits.time, Some(Millis(1000)));
        let options = vec![("Level".to_string(), "3".to_string())];
        let command = "./engine --x 'a b'".to_string();
        assert_eq!(player.kind, PlayerKind::Program { command, options });
        assert!("ugi:engine".parse::<PlayerSpec>().is_ok_and(|player| player.is_timed()));
        for text in ["ugi:", "ugi: ", "ugi:'x", "ugi[time=x]:e", "ugi[=3]:e", "ugi[]:"] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn durations_parse() {
        assert_eq!(parse_duration("200ms"), Some(Millis(200)));
        assert_eq!(parse_duration("1.5s"), Some(Millis(1500)));
        assert_eq!(parse_duration("2m"), Some(Millis(120_000)));
        for text in ["", "s", "ms", "m", "-1s", "1", "1e3s", "5h"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
