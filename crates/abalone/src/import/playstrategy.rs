use abaque_core::{BadText, number, split_fields};

use crate::text::{BALLS, parse_rows, parse_side, validate};
use crate::{Abalone, AbaloneOptions};

/// What a PlayStrategy position string says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayStrategy {
    /// The position.
    pub game: Abalone,
    /// Turns since the last ejection.
    pub idle: u32,
    /// The number of the move to come.
    pub number: u32,
}

/// Reads a PlayStrategy position string, `ROWS SCORE SCORE SIDE IDLE NUMBER`: rows `i` to `a`,
/// `S` the first player (Black) and `s` the second, then how many balls the first and the second
/// player have ejected.
pub fn read_playstrategy(options: &AbaloneOptions, text: &str) -> Result<PlayStrategy, BadText> {
    let names = ["ROWS", "SCORE", "SCORE", "SIDE", "IDLE", "NUMBER"];
    let [rows, first, second, side, idle, count] = split_fields(text, names)?;
    let score = |text| number("SCORE", text, u32::from(BALLS));
    let game = Abalone {
        balls: parse_rows(rows, ['S', 's'])?,
        // A player's score is what the other has lost.
        lost: [score(second)? as u8, score(first)? as u8],
        hand: [0; 2],
        side: parse_side(side)?,
        options: *options,
    };
    validate(&game)?;
    let count = number("NUMBER", count, u32::MAX)?;
    Ok(PlayStrategy { game, idle: number("IDLE", idle, u32::MAX)?, number: count })
}
