//! Positions as text: `STACKS HOME POND SIDE PHASE`.

use core::fmt;

use abaque_core::{Game, Message, ParseError, Seat, message, parse_number, split_fields};

use crate::board::{Board, FROGS_PER_PLAYER};
use crate::stack::letter;
use crate::{Abagio, Dice, FirstPlayer, Options, Phase, Square, Stack, moves};

impl fmt::Display for Abagio {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut join = "";
        for square in Square::all() {
            let (stack, chief) = (self.stack(square), self.chief() == Some(square));
            if !stack.is_empty() || chief {
                write!(f, "{join}{square}={stack}{}", if chief { "*" } else { "" })?;
                join = ",";
            }
        }
        let ([home_r, home_p], [pond_r, pond_p]) = (self.board.home, self.board.pond);
        let none = if join.is_empty() { "-" } else { "" };
        let side = self.side().map_or("-", letter);
        write!(f, "{none} {home_r}-{home_p} {pond_r}-{pond_p} {side} {}", self.phase)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Phase::First => f.write_str("first"),
            Phase::Roll => f.write_str("roll"),
            Phase::Leap(dice) => dice.fmt(f),
            Phase::Chief => f.write_str("chief"),
            Phase::Over => f.write_str("over"),
        }
    }
}

/// Parses a position, strictly.
pub(crate) fn parse(options: &Options, text: &str) -> Result<Abagio, ParseError> {
    let [stacks, home, pond, side, phase] =
        split_fields(text, ["STACKS", "HOME", "POND", "SIDE", "PHASE"])?;
    let phase = read_phase(phase)?;
    let mut board = Board::empty(parse_pair("HOME", home)?, parse_pair("POND", pond)?);
    read_stacks(&mut board, stacks)?;
    if phase == Phase::First {
        return parse_deciding(options, &board, side);
    }
    let side = match side {
        "r" => Seat::First,
        "p" => Seat::Second,
        _ => {
            return Err(ParseError::new(
                "SIDE",
                message!(
                    "`{side}` is not a player; write `r` or `p` (`-` in phase `first` only)",
                    "«\u{a0}{side}\u{a0}» n'est pas un joueur\u{a0}; écrire «\u{a0}r\u{a0}» ou «\u{a0}p\u{a0}» («\u{a0}-\u{a0}» seulement en phase «\u{a0}first\u{a0}»)"
                ),
            ));
        }
    };
    let game = Abagio { board, side, phase, options: *options };
    check_twelve_each(&game)?;
    check_phase(&game)?;
    Ok(game)
}

/// Before the deciding dice only one position is possible.
fn parse_deciding(options: &Options, board: &Board, side: &str) -> Result<Abagio, ParseError> {
    if options.first != FirstPlayer::Roll {
        return Err(ParseError::new(
            "PHASE",
            message!(
                "`first` needs the option first=roll",
                "«\u{a0}first\u{a0}» demande l'option first=roll"
            ),
        ));
    }
    if side != "-" {
        return Err(ParseError::new(
            "SIDE",
            message!(
                "`{side}` in phase `first`: neither player is to play yet, write `-`",
                "«\u{a0}{side}\u{a0}» en phase «\u{a0}first\u{a0}»\u{a0}: ce n'est encore à personne de jouer, écrire «\u{a0}-\u{a0}»"
            ),
        ));
    }
    let start = Abagio::start(options);
    if *board != start.board {
        return Err(ParseError::new(
            "STACKS",
            message!(
                "before the starting roll, each colour has six frogs at its start and the others in hand: `{start}`",
                "avant les dés de départ, six grenouilles de chaque couleur sont au départ, les autres en main\u{a0}: «\u{a0}{start}\u{a0}»"
            ),
        ));
    }
    Ok(start)
}

fn read_phase(text: &str) -> Result<Phase, ParseError> {
    let dice = || -> Option<Dice> {
        let mut numbers = [0; 4];
        let mut found = 0;
        for part in text.split('.') {
            let [digit @ b'1'..=b'6'] = part.as_bytes() else { return None };
            *numbers.get_mut(found)? = digit - b'0';
            found += 1;
        }
        Dice::from_numbers(&numbers[..found])
    };
    match text {
        "first" => Ok(Phase::First),
        "roll" => Ok(Phase::Roll),
        "chief" => Ok(Phase::Chief),
        "over" => Ok(Phase::Over),
        _ => dice().map(Phase::Leap).ok_or_else(|| {
            ParseError::new(
                "PHASE",
                message!(
                    "`{text}` is not a phase; allowed: first, roll, chief, over, or the numbers to play, the larger first (`5.3`, `4.4.4.4`)",
                    "«\u{a0}{text}\u{a0}» n'est pas une phase\u{a0}; possibles\u{a0}: first, roll, chief, over, ou les nombres à jouer, le plus grand d'abord («\u{a0}5.3\u{a0}», «\u{a0}4.4.4.4\u{a0}»)"
                ),
            )
        }),
    }
}

fn parse_pair(field: &'static str, text: &str) -> Result<[u8; 2], ParseError> {
    let Some((red, purple)) = text.split_once('-') else {
        return Err(ParseError::new(
            field,
            message!(
                "`{text}` must be two numbers of frogs, `RED-PURPLE`",
                "«\u{a0}{text}\u{a0}» doit être deux nombres de grenouilles, «\u{a0}ROUGE-POURPRE\u{a0}»"
            ),
        ));
    };
    let frogs = |text| parse_number(field, text, u32::from(FROGS_PER_PLAYER)).map(|n| n as u8);
    Ok([frogs(red)?, frogs(purple)?])
}

fn read_stacks(board: &mut Board, text: &str) -> Result<(), ParseError> {
    if text == "-" {
        return Ok(());
    }
    let mut last = None;
    for item in text.split(',') {
        let Some((square, stack)) = item.split_once('=') else {
            return Err(bad_stack(message!(
                "`{item}` must be `SQUARE=STACK`",
                "«\u{a0}{item}\u{a0}» doit être «\u{a0}CASE=PILE\u{a0}»"
            )));
        };
        let square: Square = square.parse().map_err(|bad: ParseError| bad_stack(bad.message))?;
        if last.is_some_and(|last| last >= square) {
            return Err(bad_stack(message!(
                "`{item}` is out of order: squares go 1 to 18, e, r7 to r2, p7 to p2, o, each once",
                "«\u{a0}{item}\u{a0}» n'est pas à sa place\u{a0}: les cases vont de 1 à 18, e, r7 à r2, p7 à p2, o, une fois chacune"
            )));
        }
        last = Some(square);
        read_stack(board, square, stack)?;
    }
    Ok(())
}

fn read_stack(board: &mut Board, square: Square, text: &str) -> Result<(), ParseError> {
    let (frogs, chief) = match text.strip_suffix('*') {
        Some(frogs) => (frogs, true),
        None => (text, false),
    };
    let Message { en, fr } = square.name();
    if text.is_empty() || !frogs.bytes().all(|b| matches!(b, b'r' | b'p')) {
        return Err(bad_stack(message!(
            "`{text}` on {en} must be frogs `r` or `p` from bottom to top, then `*` for the chief frog",
            "«\u{a0}{text}\u{a0}» en {fr} doit être des grenouilles «\u{a0}r\u{a0}» ou «\u{a0}p\u{a0}» de bas en haut, puis «\u{a0}*\u{a0}» pour la grenouille en chef"
        )));
    }
    let limit = square.capacity();
    let mut stack = Stack::EMPTY;
    for frog in frogs.bytes() {
        let seat = if frog == b'r' { Seat::First } else { Seat::Second };
        if stack.height() == limit {
            return Err(bad_stack(message!(
                "more than {limit} frogs on {en}",
                "plus de {limit} grenouilles en {fr}"
            )));
        }
        if square.track(seat).is_none() {
            return Err(bad_stack(message!(
                "`{text}` on {en}: that safe square belongs to the other colour",
                "«\u{a0}{text}\u{a0}» en {fr}\u{a0}: cette case sûre appartient à l'autre couleur"
            )));
        }
        stack = stack.push(seat);
    }
    board.put_stack(square, stack);
    if chief {
        let reason = match board.chief {
            _ if !square.is_outer() => Some(message!(
                "the chief frog cannot be on {en}, only on 1 to 18",
                "la grenouille en chef ne peut pas être en {fr}, seulement de 1 à 18"
            )),
            _ if stack.height() == limit => Some(message!(
                "the chief frog cannot be on the full stack on {en}",
                "la grenouille en chef ne peut pas être sur la pile maximale en {fr}"
            )),
            Some(first) => Some(message!(
                "there is only one chief frog, not one on {first} and one on {en}",
                "il n'y a qu'une grenouille en chef, pas une en {first} et une en {fr}"
            )),
            None => None,
        };
        if let Some(message) = reason {
            return Err(bad_stack(message));
        }
        board.chief = Some(square);
    }
    Ok(())
}

fn bad_stack(message: Message) -> ParseError {
    ParseError::new("STACKS", message)
}

fn check_twelve_each(game: &Abagio) -> Result<(), ParseError> {
    for (seat, en, fr) in [(Seat::First, "red", "rouges"), (Seat::Second, "purple", "pourpres")] {
        let frogs = game.board.count_frogs(seat);
        if frogs != FROGS_PER_PLAYER {
            return Err(bad_stack(message!(
                "{frogs} {en} frogs on squares, at the start and in the pond, instead of {FROGS_PER_PLAYER}",
                "{frogs} grenouilles {fr} sur les cases, au départ et dans l'étang, au lieu de {FROGS_PER_PLAYER}"
            )));
        }
    }
    Ok(())
}

/// Checks the restrictions of each phase.
fn check_phase(game: &Abagio) -> Result<(), ParseError> {
    let Abagio { board, side, phase, .. } = game;
    let over = *phase == Phase::Over;
    for seat in Seat::ALL {
        let wins = over && seat == *side;
        if (board.pond[seat.index()] == FROGS_PER_PLAYER) != wins {
            return Err(ParseError::new(
                "POND",
                message!(
                    "{FROGS_PER_PLAYER} frogs in the pond go with phase `over`, and only for the winner named by SIDE",
                    "{FROGS_PER_PLAYER} grenouilles dans l'étang vont avec la phase «\u{a0}over\u{a0}», et seulement pour le gagnant nommé par SIDE"
                ),
            ));
        }
    }
    let reason = match *phase {
        Phase::Chief if board.home[side.index()] > 0 => message!(
            "`chief` while the player has a frog at the start: the chief frog then goes beside the board automatically",
            "«\u{a0}chief\u{a0}» avec une grenouille du joueur au départ\u{a0}: la grenouille en chef va alors d'elle-même à côté du plateau"
        ),
        Phase::Leap(dice) if !moves::can_play_any(board, *side, dice) => message!(
            "no frog can leap by {dice}, so this phase would already be over",
            "aucune grenouille ne peut sauter de {dice}\u{a0}: cette phase serait déjà terminée"
        ),
        _ => return Ok(()),
    };
    Err(ParseError::new("PHASE", reason))
}
