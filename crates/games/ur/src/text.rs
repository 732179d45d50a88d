//! Positions as text: `WHITE BLACK HOME SIDE PHASE`.

use core::fmt;

use abaque_core::{Game, ParseError, Seat, message, parse_number, split_fields};

use crate::square::HOME_STEP;
use crate::{FirstPlayer, Options, Phase, Square, Ur};

const FIELDS: [&str; 5] = ["WHITE", "BLACK", "HOME", "SIDE", "PHASE"];

impl fmt::Display for Ur {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for seat in Seat::ALL {
            let mut join = "";
            for step in (1..HOME_STEP).filter(|&step| self.has_piece(seat, step)) {
                write!(f, "{join}{step}")?;
                join = ",";
            }
            f.write_str(if join.is_empty() { "- " } else { " " })?;
        }
        let [white, black] = self.home;
        let side = self.side().map_or("-", |seat| ["w", "b"][seat.index()]);
        write!(f, "{white}-{black} {side} {}", self.phase)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Phase::First => f.write_str("first"),
            Phase::Roll => f.write_str("roll"),
            Phase::Move(number) => write!(f, "{number}"),
            Phase::Over => f.write_str("over"),
        }
    }
}

/// Parses a position, strictly.
pub(crate) fn parse(options: &Options, text: &str) -> Result<Ur, ParseError> {
    let [white, black, home, side, phase] = split_fields(text, FIELDS)?;
    let (side, phase) = (parse_side(side)?, parse_phase(phase)?);
    let game = Ur {
        on: [parse_steps("WHITE", white)?, parse_steps("BLACK", black)?],
        home: parse_home(options, home)?,
        side: side.unwrap_or(Seat::First),
        phase,
        options: *options,
    };
    check_pieces(&game)?;
    check_phase(&game, side)?;
    Ok(game)
}

fn parse_side(text: &str) -> Result<Option<Seat>, ParseError> {
    match text {
        "w" => Ok(Some(Seat::First)),
        "b" => Ok(Some(Seat::Second)),
        "-" => Ok(None),
        _ => Err(ParseError::new(
            "SIDE",
            message!(
                "`{text}` is not a player; write `w` or `b` (`-` in phase `first` only)",
                "«\u{a0}{text}\u{a0}» n'est pas un joueur\u{a0}; écrire «\u{a0}w\u{a0}» ou «\u{a0}b\u{a0}» («\u{a0}-\u{a0}» seulement en phase «\u{a0}first\u{a0}»)"
            ),
        )),
    }
}

fn parse_phase(text: &str) -> Result<Phase, ParseError> {
    match text {
        "first" => Ok(Phase::First),
        "roll" => Ok(Phase::Roll),
        "1" | "2" | "3" | "4" => Ok(Phase::Move(text.as_bytes()[0] - b'0')),
        "over" => Ok(Phase::Over),
        _ => Err(ParseError::new(
            "PHASE",
            message!(
                "`{text}` is not a phase; allowed: first, roll, over, or the number to play, 1 to 4",
                "«\u{a0}{text}\u{a0}» n'est pas une phase\u{a0}; possibles\u{a0}: first, roll, over, ou le nombre à jouer, de 1 à 4"
            ),
        )),
    }
}

fn parse_steps(field: &'static str, text: &str) -> Result<u32, ParseError> {
    let mut bits: u32 = 0;
    for item in text.split(',').filter(|_| text != "-") {
        let step = parse_number(field, item, u32::from(HOME_STEP) - 1)?;
        if step == 0 || bits >> step != 0 {
            return Err(ParseError::new(
                field,
                message!(
                    "`{item}` is out of order in `{text}`: the steps 1 to 14 ascend, each once; `-` for none",
                    "«\u{a0}{item}\u{a0}» n'est pas à sa place dans «\u{a0}{text}\u{a0}»\u{a0}: les cases 1 à 14 vont en montant, une fois chacune\u{a0}; «\u{a0}-\u{a0}» s'il n'y en a pas"
                ),
            ));
        }
        bits |= 1 << step;
    }
    Ok(bits)
}

fn parse_home(options: &Options, text: &str) -> Result<[u8; 2], ParseError> {
    let Some((white, black)) = text.split_once('-') else {
        return Err(ParseError::new(
            "HOME",
            message!(
                "`{text}` must be two numbers of pieces, `WHITE-BLACK`",
                "«\u{a0}{text}\u{a0}» doit être deux nombres de pions, «\u{a0}BLANC-NOIR\u{a0}»"
            ),
        ));
    };
    let pieces = |text| parse_number("HOME", text, u32::from(options.pieces)).map(|n| n as u8);
    Ok([pieces(white)?, pieces(black)?])
}

/// No player has too many pieces, and no shared square holds two.
fn check_pieces(game: &Ur) -> Result<(), ParseError> {
    for seat in Seat::ALL {
        let (i, limit) = (seat.index(), u32::from(game.options.pieces));
        let count = game.on[i].count_ones() + u32::from(game.home[i]);
        if count > limit {
            return Err(ParseError::new(
                FIELDS[i],
                message!(
                    "{count} pieces on squares and at home, more than {limit}",
                    "{count} pions sur les cases et arrivés, plus de {limit}"
                ),
            ));
        }
    }
    let both = |square: &Square| {
        square.owner().is_none()
            && Seat::ALL.iter().all(|&seat| game.has_piece(seat, square.step()))
    };
    match Square::all().find(both) {
        None => Ok(()),
        Some(square) => Err(ParseError::new(
            "BLACK",
            message!(
                "both players have a piece on the shared square {square}",
                "les deux joueurs ont un pion sur la case commune {square}"
            ),
        )),
    }
}

/// Checks the restrictions of each phase.
fn check_phase(game: &Ur, side: Option<Seat>) -> Result<(), ParseError> {
    let pieces = game.options.pieces;
    let start = Ur::start(&Options { first: FirstPlayer::Roll, ..game.options });
    let reason = match game.phase {
        Phase::First if game.options.first != FirstPlayer::Roll => {
            message!(
                "`first` needs the option first=roll",
                "«\u{a0}first\u{a0}» demande l'option first=roll"
            )
        }
        Phase::First if side.is_some() || (game.on, game.home) != (start.on, start.home) => {
            message!(
                "before the starting roll the board is empty and neither player is to play: `{start}`",
                "avant les lancers de départ, le plateau est vide et ce n'est à personne de jouer\u{a0}: «\u{a0}{start}\u{a0}»"
            )
        }
        Phase::First => return Ok(()),
        _ if side.is_none() => message!(
            "`-` plays in phase `first` only; write `w` or `b`",
            "«\u{a0}-\u{a0}» ne joue qu'en phase «\u{a0}first\u{a0}»\u{a0}; écrire «\u{a0}w\u{a0}» ou «\u{a0}b\u{a0}»"
        ),
        phase
            if Seat::ALL.into_iter().any(|seat| {
                (game.home(seat) == pieces) != (phase == Phase::Over && seat == game.side)
            }) =>
        {
            message!(
                "{pieces} pieces at home go with phase `over`, and only for the winner named by SIDE",
                "{pieces} pions arrivés vont avec la phase «\u{a0}over\u{a0}», et seulement pour le gagnant nommé par SIDE"
            )
        }
        Phase::Move(number) if game.movable(number) == 0 => message!(
            "no piece can move by {number}: the turn would have passed",
            "aucun pion ne peut avancer de {number}\u{a0}: le tour serait passé"
        ),
        _ => return Ok(()),
    };
    Err(ParseError::new("PHASE", reason))
}
