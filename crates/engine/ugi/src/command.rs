use std::fmt;
use std::str::FromStr;

use crate::GoParams;

/// A command from the client. Parsing needs no context and checks only the syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi`: requests the identification.
    Ugi,
    /// `isready`.
    IsReady,
    /// `uginewgame`.
    NewGame,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value; empty if none is given.
        value: String,
    },
    /// `position startpos|fen POSITION|view VIEW as PLAYER [moves …]`.
    Position {
        /// Starting point of the moves.
        start: StartPosition,
        /// Plies played since, rolls included.
        moves: Vec<String>,
    },
    /// `go …`.
    Go(GoParams),
    /// `stop`.
    Stop,
    /// `query …`.
    Query(Query),
    /// `quit`.
    Quit,
}

/// Starting point of a `position` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartPosition {
    /// The start position of the current game spec.
    Start,
    /// A full position.
    Fen(String),
    /// A player's view of a position.
    View {
        /// The view.
        view: String,
        /// The player's letter.
        player: String,
    },
}

/// A question about the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// `p1turn`: is the first player to act?
    FirstTurn,
    /// `gameover`.
    GameOver,
    /// `result`: `p1win`, `p2win`, `draw` or `none`.
    Result,
    /// `chance`: is a roll due?
    Chance,
    /// `rolls`: the outcomes of the roll due and their weights.
    Rolls,
    /// `fen`: the position, or the view.
    Fen,
    /// `islegal PLY`.
    IsLegal(String),
}

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Command, String> {
        let mut words = line.split_whitespace();
        let first = words.next().ok_or("an empty line is no command")?;
        let alone = |command: Command| match line.split_whitespace().nth(1) {
            None => Ok(command),
            Some(word) => Err(format!("`{first}` takes nothing, not `{}`", truncate(word))),
        };
        match first {
            "ugi" => alone(Command::Ugi),
            "isready" => alone(Command::IsReady),
            "uginewgame" => alone(Command::NewGame),
            "stop" => alone(Command::Stop),
            "quit" => alone(Command::Quit),
            "setoption" => parse_set_option(&words.collect::<Vec<_>>()),
            "position" => parse_position(&words.collect::<Vec<_>>()),
            "go" => GoParams::parse(words).map(Command::Go).map_err(|why| truncate(&why)),
            "query" => parse_query(&words.collect::<Vec<_>>()).map(Command::Query),
            _ => Err(format!("there is no command `{}`", truncate(first))),
        }
    }
}

fn parse_set_option(words: &[&str]) -> Result<Command, String> {
    let ["name", rest @ ..] = words else {
        return Err("write `setoption name NAME value VALUE`".into());
    };
    let at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let name = rest[..at].join(" ");
    if name.is_empty() {
        return Err("`setoption` needs the name of an option".into());
    }
    let value = rest.get(at + 1..).unwrap_or(&[]).join(" ");
    Ok(Command::SetOption { name, value })
}

fn parse_position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or(&[]).iter().map(|&word| word.into()).collect();
    let at = match &words[..end] {
        ["startpos"] => StartPosition::Start,
        ["fen", fields @ ..] if !fields.is_empty() => StartPosition::Fen(fields.join(" ")),
        ["view", fields @ .., "as", player] if !fields.is_empty() => {
            StartPosition::View { view: fields.join(" "), player: (*player).into() }
        }
        _ => {
            return Err(
                "write `position startpos`, `position fen POSITION` or `position view VIEW as \
                        PLAYER`, then `moves` and plies if there are any"
                    .into(),
            );
        }
    };
    Ok(Command::Position { start: at, moves })
}

fn parse_query(words: &[&str]) -> Result<Query, String> {
    Ok(match words {
        ["p1turn"] => Query::FirstTurn,
        ["gameover"] => Query::GameOver,
        ["result"] => Query::Result,
        ["chance"] => Query::Chance,
        ["rolls"] => Query::Rolls,
        ["fen"] => Query::Fen,
        ["islegal", ply] => Query::IsLegal((*ply).into()),
        _ => {
            return Err("ask `query p1turn`, `gameover`, `result`, `chance`, `rolls`, `fen` or \
                        `islegal PLY`"
                .into());
        }
    })
}

/// Shortens text quoted in an answer, so that long input does not cause long output.
pub(crate) fn truncate(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
            Command::SetOption { name, value } if value.is_empty() => {
                write!(f, "setoption name {name}")
            }
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Position { start: at, moves } => {
                write!(f, "position {at}")?;
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|ply| write!(f, " {ply}"))
            }
            Command::Go(go) => go.fmt(f),
            Command::Query(query) => write!(f, "query {query}"),
        }
    }
}

impl fmt::Display for StartPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StartPosition::Start => f.write_str("startpos"),
            StartPosition::Fen(position) => write!(f, "fen {position}"),
            StartPosition::View { view, player } => write!(f, "view {view} as {player}"),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Query::FirstTurn => f.write_str("p1turn"),
            Query::GameOver => f.write_str("gameover"),
            Query::Result => f.write_str("result"),
            Query::Chance => f.write_str("chance"),
            Query::Rolls => f.write_str("rolls"),
            Query::Fen => f.write_str("fen"),
            Query::IsLegal(ply) => write!(f, "islegal {ply}"),
        }
    }
}
