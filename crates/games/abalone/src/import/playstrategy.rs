use abaque_core::{ParseError, parse_number, split_fields};

use crate::text::{BALLS_PER_PLAYER, parse_rows, parse_side, validate};
use crate::{Abalone, Options};

/// The contents of a PlayStrategy position string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayStrategyPosition {
    /// The position.
    pub game: Abalone,
    /// Turns since the last ejection.
    pub idle_turns: u32,
    /// The number of the next move.
    pub move_number: u32,
}

/// Parses a PlayStrategy position string, `ROWS SCORE SCORE SIDE IDLE NUMBER`: rows `i` to `a` with
/// `S` for the first player (Black) and `s` for the second, then the balls ejected by the first and
/// by the second player.
pub fn read_playstrategy(
    options: &Options,
    text: &str,
) -> Result<PlayStrategyPosition, ParseError> {
    let names = ["ROWS", "SCORE", "SCORE", "SIDE", "IDLE", "NUMBER"];
    let [rows, first, second, side, idle, count] = split_fields(text, names)?;
    let score = |text| parse_number("SCORE", text, u32::from(BALLS_PER_PLAYER));
    let game = Abalone {
        balls: parse_rows(rows, ['S', 's'])?,
        // A player's score is the opponent's loss.
        lost: [score(second)? as u8, score(first)? as u8],
        hand: [0; 2],
        side: parse_side(side)?,
        options: *options,
    };
    validate(&game)?;
    let count = parse_number("NUMBER", count, u32::MAX)?;
    Ok(PlayStrategyPosition {
        game,
        idle_turns: parse_number("IDLE", idle, u32::MAX)?,
        move_number: count,
    })
}
