//! A whole UGI engine: it plays random legal actions of any game.
//!
//! `cargo build -p abaque-ugi --example engine`, then
//! `abaque match abalone ugi:target/debug/examples/engine 1 --games 10`.

use std::io::{self, BufRead, Write};

use abaque_catalog::{AnyGame, OpenedGame};
use abaque_core::{Seat, SplitMix, Turn};

/// The position of a `position` command: `startpos` or `fen …`, then `moves` and plies.
fn position(spec: &str, words: &[&str]) -> OpenedGame {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let mut game = match words[..end] {
        ["fen", ..] => abaque_catalog::open_at(spec, &words[1..end].join(" "))?,
        ["view", ..] => {
            let view = words[1..end.saturating_sub(2)].join(" ");
            abaque_catalog::sample_world(&abaque_catalog::parse_view(spec, &view)?, 1)?
        }
        _ => abaque_catalog::open(spec)?,
    };
    for ply in words.iter().skip(end + 1) {
        // A client sends legal plies; what follows another is ignored.
        if game.play(ply).is_err() {
            break;
        }
    }
    Ok(game)
}

fn answer(game: &dyn AnyGame, query: &str) -> &'static str {
    match (query, game.turn()) {
        ("p1turn", turn) => {
            if turn == Turn::Of(Seat::First) {
                "true"
            } else {
                "false"
            }
        }
        ("gameover", turn) => {
            if matches!(turn, Turn::Over(_)) {
                "true"
            } else {
                "false"
            }
        }
        ("result", Turn::Over(outcome)) => match outcome.winner() {
            Some(Seat::First) => "p1win",
            Some(Seat::Second) => "p2win",
            None => "draw",
        },
        ("result", _) => "none",
        _ => "unknown",
    }
}

/// Answers commands until `quit` or the end of the input.
pub(crate) fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let (mut spec, mut source) = ("abalone".to_owned(), SplitMix(1));
    let mut game = abaque_catalog::open(&spec).map_err(io::Error::other)?;
    for line in input.lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["ugi"] => writeln!(output, "id name Random\noption name Game type string\nugiok")?,
            ["isready"] => writeln!(output, "readyok")?,
            ["setoption", "name", "Game", "value", value] => spec = value.to_owned(),
            ["position", ref words @ ..] => match position(&spec, words) {
                Ok(found) => game = found,
                Err(error) => writeln!(output, "info string error {error}")?,
            },
            ["query", query] => writeln!(output, "response {}", answer(&*game, query))?,
            ["go", ..] => {
                let action = game.random_action(&mut source).unwrap_or_else(|| "0000".into());
                writeln!(output, "bestmove {action}")?;
            }
            ["quit"] => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

#[allow(dead_code, reason = "a test includes this file as a module")]
fn main() -> io::Result<()> {
    run(io::stdin().lock(), io::stdout().lock())
}
