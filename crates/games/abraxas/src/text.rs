//! Positions as text: parsing field by field, then validation.

use alloc::vec::Vec;
use core::fmt;

use abaque_core::{ParseError, Seat, message, parse_number, split_fields};

use crate::state::{RED_PAWNS, STOP_PAWNS};
use crate::{Abraxas, Hole, Options, Pawn, Phase};

impl fmt::Display for Abraxas {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in (0..8).rev() {
            let mut free = 0;
            for column in 0..8 {
                let pawn = Hole::new(column, row).and_then(|hole| self.pawn(hole));
                if pawn.is_some() && free > 0 {
                    write!(f, "{free}")?;
                    free = 0;
                }
                match pawn {
                    Some(Pawn::Red) => f.write_str("r")?,
                    Some(Pawn::Stop) => f.write_str("s")?,
                    None => free += 1,
                }
            }
            if free > 0 {
                write!(f, "{free}")?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        let corner = self.corner.map_or("-", |corner| corner.name());
        let ([score1, score2], [stops1, stops2]) = (self.scores, self.stops);
        let (side, reserve, phase) = (self.side.index() + 1, self.reserve, self.phase);
        write!(f, "{corner} {side} {reserve} {score1}-{score2} {stops1}-{stops2} {phase}")
    }
}

pub(crate) fn parse(options: &Options, text: &str) -> Result<Abraxas, ParseError> {
    let names = ["PLATE", "CORNER", "SIDE", "RESERVE", "SCORES", "STOPS", "PHASE"];
    let [plate, corner, side, reserve, scores, stops, phase] = split_fields(text, names)?;
    let (red, stop) = read_plate(plate)?;
    let game = Abraxas {
        options: *options,
        red,
        stop,
        corner: if corner == "-" { None } else { Some(corner.parse()?) },
        side: read_side(side)?,
        reserve: parse_number("RESERVE", reserve, RED_PAWNS.into())? as u8,
        scores: read_pair("SCORES", scores, RED_PAWNS)?,
        stops: read_pair("STOPS", stops, STOP_PAWNS)?,
        phase: read_phase(phase)?,
    };
    game.validate()?;
    Ok(game)
}

fn read_plate(text: &str) -> Result<(u64, u64), ParseError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        let found = rows.len();
        return Err(ParseError::new(
            "PLATE",
            message!(
                "8 rows joined by `/` expected, {found} found",
                "il faut 8 rangées jointes par «\u{a0}/\u{a0}», il y en a {found}"
            ),
        ));
    }
    let (mut red, mut stop) = (0, 0);
    for (text, row) in rows.into_iter().zip((0..8u8).rev()) {
        let (mut column, mut after_digit) = (0u8, false);
        for c in text.bytes() {
            let digit = matches!(c, b'1'..=b'8');
            match (c, Hole::new(column, row)) {
                (b'r', Some(hole)) => red |= hole.bit(),
                (b's', Some(hole)) => stop |= hole.bit(),
                (_, Some(_)) if digit && !after_digit => {}
                _ => return Err(bad_row(text, row)),
            }
            column += if digit { c - b'0' } else { 1 };
            after_digit = digit;
        }
        if column != 8 {
            return Err(bad_row(text, row));
        }
    }
    Ok((red, stop))
}

fn bad_row(text: &str, row: u8) -> ParseError {
    let row = row + 1;
    ParseError::new(
        "PLATE",
        message!(
            "row {row} `{text}` does not describe 8 holes: `r` red pawn, `s` stop pawn, one digit for each run of free holes",
            "la rangée {row} «\u{a0}{text}\u{a0}» ne décrit pas 8 trous\u{a0}: «\u{a0}r\u{a0}» pion rouge, «\u{a0}s\u{a0}» pion d'arrêt, un chiffre par suite de trous libres"
        ),
    )
}

fn read_side(text: &str) -> Result<Seat, ParseError> {
    match text {
        "1" => Ok(Seat::First),
        "2" => Ok(Seat::Second),
        _ => Err(ParseError::new(
            "SIDE",
            message!(
                "`{text}` is not a player; write 1 or 2",
                "«\u{a0}{text}\u{a0}» n'est pas un joueur\u{a0}; écrire 1 ou 2"
            ),
        )),
    }
}

fn read_pair(field: &'static str, text: &str, max: u8) -> Result<[u8; 2], ParseError> {
    let Some((one, two)) = text.split_once('-') else {
        return Err(ParseError::new(
            field,
            message!(
                "`{text}` is not two numbers joined by `-`",
                "«\u{a0}{text}\u{a0}» n'est pas deux nombres joints par «\u{a0}-\u{a0}»"
            ),
        ));
    };
    Ok([parse_number(field, one, max.into())? as u8, parse_number(field, two, max.into())? as u8])
}

fn read_phase(text: &str) -> Result<Phase, ParseError> {
    Phase::parse(text).ok_or_else(|| {
        ParseError::new(
            "PHASE",
            message!(
                "`{text}` is not a phase; allowed: corner, place, place-nostop, again, stop?HOLE, \
                 stop?HOLE-HOLE, push, push?, take, take+, take-stop, over",
                "«\u{a0}{text}\u{a0}» n'est pas une phase\u{a0}; possibles\u{a0}: corner, place, place-nostop, again, \
                 stop?TROU, stop?TROU-TROU, push, push?, take, take+, take-stop, over"
            ),
        )
    })
}
