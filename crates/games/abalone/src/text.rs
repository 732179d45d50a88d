//! Positions as text: `ROWS SIDE OUT HAND`.

use alloc::vec::Vec;
use core::fmt;

use abaque_core::{ParseError, Seat, message, parse_number, split_fields};

use crate::board::ROWS;
use crate::{Abalone, Layout, Options, Point, PointSet};

/// How many balls each player has in all.
pub(crate) const BALLS_PER_PLAYER: u8 = 14;

impl fmt::Display for Abalone {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (row, (first, last)) in (0..9).zip(ROWS).rev() {
            let mut run = 0;
            for number in first..=last {
                let Some(point) = Point::new(row, number) else { continue };
                match self.ball(point) {
                    None => run += 1,
                    Some(seat) => {
                        if run > 0 {
                            write!(f, "{run}")?;
                            run = 0;
                        }
                        f.write_str(letter(seat))?;
                    }
                }
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            if row > 0 {
                f.write_str("/")?;
            }
        }
        let ([lost_b, lost_w], [hand_b, hand_w]) = (self.lost, self.hand);
        write!(f, " {} {lost_b}-{lost_w} ", letter(self.side))?;
        if self.is_placing() { write!(f, "{hand_b}-{hand_w}") } else { f.write_str("-") }
    }
}

const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "b",
        Seat::Second => "w",
    }
}

/// Parses a position, strictly.
pub(crate) fn parse(options: Options, text: &str) -> Result<Abalone, ParseError> {
    let [rows, side, out, hand] = split_fields(text, ["ROWS", "SIDE", "OUT", "HAND"])?;
    let balls = parse_rows(rows, ['b', 'w'])?;
    let side = parse_side(side)?;
    let lost = parse_pair("OUT", out)?;
    let hand = parse_hand(options, hand)?;
    let game = Abalone { balls, lost, hand, side, options };
    validate(&game)?;
    Ok(game)
}

/// Checks that the fields are consistent with each other.
pub(crate) fn validate(game: &Abalone) -> Result<(), ParseError> {
    if game.is_placing() {
        validate_placing(game)?;
    }
    let target = game.options.target();
    for seat in Seat::ALL {
        let i = seat.index();
        let (on_board, lost, hand) = (game.balls[i].len(), game.lost[i], game.hand[i]);
        let name = letter(seat);
        if on_board + u32::from(lost) + u32::from(hand) != u32::from(BALLS_PER_PLAYER) {
            return Err(ParseError::new(
                "ROWS",
                message!(
                    "`{name}` has {on_board} balls on the board, {lost} lost and {hand} in hand; together they must make {BALLS_PER_PLAYER}",
                    "«\u{a0}{name}\u{a0}» a {on_board} boules sur le plateau, {lost} perdues et {hand} en main\u{a0}; il en faut {BALLS_PER_PLAYER} en tout"
                ),
            ));
        }
        if lost > target {
            return Err(ParseError::new(
                "OUT",
                message!(
                    "`{name}` has lost {lost} balls, but the game ends at {target}",
                    "«\u{a0}{name}\u{a0}» a perdu {lost} boules, mais la partie s'arrête à {target}"
                ),
            ));
        }
        if lost == target && game.side != seat {
            return Err(ParseError::new(
                "SIDE",
                message!(
                    "`{name}` has lost the game with {target} balls out, so it must be `{name}` to move",
                    "«\u{a0}{name}\u{a0}» a perdu la partie avec {target} boules éjectées, c'est donc à «\u{a0}{name}\u{a0}» de jouer"
                ),
            ));
        }
    }
    Ok(())
}

fn validate_placing(game: &Abalone) -> Result<(), ParseError> {
    let [black, white] = game.hand;
    if game.lost != [0, 0] {
        return Err(ParseError::new(
            "OUT",
            message!(
                "no ball is lost while balls are still in hand",
                "aucune boule n'est perdue tant qu'il en reste en main"
            ),
        ));
    }
    let in_turn = match game.side {
        Seat::First => black == white,
        Seat::Second => white == black + 1,
    };
    if !in_turn {
        return Err(ParseError::new(
            "HAND",
            message!(
                "hands {black}-{white} do not match the side to place; they are equal when b is to place, w has one more when w is",
                "les mains {black}-{white} ne vont pas avec le joueur qui doit poser\u{a0}; elles sont égales quand b doit poser, w en a une de plus quand c'est w"
            ),
        ));
    }
    Ok(())
}

/// Parses rows `i` to `a`; `letters` are those of the two seats.
pub(crate) fn parse_rows(text: &str, letters: [char; 2]) -> Result<[PointSet; 2], ParseError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS.len() {
        let found = rows.len();
        return Err(ParseError::new(
            "ROWS",
            message!(
                "expected 9 rows, i to a, with `/` between them, found {found}",
                "il faut 9 rangées, de i à a, séparées par «\u{a0}/\u{a0}», il y en a {found}"
            ),
        ));
    }
    let mut balls = [PointSet::NONE; 2];
    for (row, text) in (0..9).rev().zip(rows) {
        parse_row(row, text, letters, &mut balls)?;
    }
    Ok(balls)
}

fn parse_row(
    row: u8,
    text: &str,
    letters: [char; 2],
    balls: &mut [PointSet; 2],
) -> Result<(), ParseError> {
    let name = char::from(b'a' + row);
    let (first, last) = ROWS[usize::from(row)];
    let (mut at, mut after_run) = (u32::from(first), false);
    for mark in text.chars() {
        let run = mark.to_digit(10);
        match run {
            Some(run) if run > 0 && !after_run => at += run,
            Some(_) => {
                return Err(ParseError::new(
                    "ROWS",
                    message!(
                        "row {name}, `{text}`: a run of free points is one digit from 1 to 9, never two side by side",
                        "rangée {name}, «\u{a0}{text}\u{a0}»\u{a0}: une suite de points libres est un chiffre de 1 à 9, jamais deux de suite"
                    ),
                ));
            }
            None => {
                let seat = letters.iter().position(|&letter| letter == mark).ok_or_else(|| {
                    let [b, w] = letters;
                    ParseError::new(
                        "ROWS",
                        message!(
                            "row {name}, `{text}`: `{mark}` is neither `{b}`, `{w}` nor a digit",
                            "rangée {name}, «\u{a0}{text}\u{a0}»\u{a0}: «\u{a0}{mark}\u{a0}» n'est ni «\u{a0}{b}\u{a0}», ni «\u{a0}{w}\u{a0}», ni un chiffre"
                        ),
                    )
                })?;
                match Point::new(row, at.min(10) as u8) {
                    Some(point) => balls[seat] = balls[seat].with(point),
                    None => return Err(bad_length(name, text, last - first + 1)),
                }
                at += 1;
            }
        }
        after_run = run.is_some();
    }
    if at != u32::from(last) + 1 {
        return Err(bad_length(name, text, last - first + 1));
    }
    Ok(())
}

fn bad_length(name: char, text: &str, points: u8) -> ParseError {
    ParseError::new(
        "ROWS",
        message!(
            "row {name}, `{text}`, must have exactly {points} points",
            "la rangée {name}, «\u{a0}{text}\u{a0}», doit avoir exactement {points} points"
        ),
    )
}

pub(crate) fn parse_side(text: &str) -> Result<Seat, ParseError> {
    Seat::ALL.into_iter().find(|&seat| letter(seat) == text).ok_or_else(|| {
        ParseError::new(
            "SIDE",
            message!(
                "`{text}` is neither `b` nor `w`",
                "«\u{a0}{text}\u{a0}» n'est ni «\u{a0}b\u{a0}» ni «\u{a0}w\u{a0}»"
            ),
        )
    })
}

fn parse_pair(field: &'static str, text: &str) -> Result<[u8; 2], ParseError> {
    let Some((black, white)) = text.split_once('-') else {
        return Err(ParseError::new(
            field,
            message!(
                "`{text}` is not two numbers BLACK-WHITE",
                "«\u{a0}{text}\u{a0}» n'est pas deux nombres NOIR-BLANC"
            ),
        ));
    };
    let max = u32::from(BALLS_PER_PLAYER);
    Ok([parse_number(field, black, max)? as u8, parse_number(field, white, max)? as u8])
}

fn parse_hand(options: Options, text: &str) -> Result<[u8; 2], ParseError> {
    if text == "-" {
        return Ok([0, 0]);
    }
    if options.layout() != Layout::Placed {
        return Err(ParseError::new(
            "HAND",
            message!(
                "`{text}`: balls are in hand only with layout=placed, else write `-`",
                "«\u{a0}{text}\u{a0}»\u{a0}: on n'a des boules en main qu'avec layout=placed, sinon écrire «\u{a0}-\u{a0}»"
            ),
        ));
    }
    let hand = parse_pair("HAND", text)?;
    if hand == [0, 0] {
        return Err(ParseError::new(
            "HAND",
            message!("empty hands are written `-`", "les mains vides s'écrivent «\u{a0}-\u{a0}»"),
        ));
    }
    Ok(hand)
}
