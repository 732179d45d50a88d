//! Positions as text: `STACKS HOME POND SIDE PHASE`.

use std::fmt;

use abaque_core::{BadText, Game, Said, Seat, number, said, split_fields};

use crate::board::{Board, FROGS};
use crate::stack::letter;
use crate::{Abagio, AbagioOptions, Dice, First, Phase, Square, Stack, moves};

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

/// Reads a position, strictly.
pub(crate) fn parse(options: &AbagioOptions, text: &str) -> Result<Abagio, BadText> {
    let [stacks, home, pond, side, phase] =
        split_fields(text, ["STACKS", "HOME", "POND", "SIDE", "PHASE"])?;
    let phase = read_phase(phase)?;
    let mut board = Board::bare(pair("HOME", home)?, pair("POND", pond)?);
    read_stacks(&mut board, stacks)?;
    if phase == Phase::First {
        return first(options, &board, side);
    }
    let side = match side {
        "r" => Seat::First,
        "p" => Seat::Second,
        _ => {
            return Err(BadText::new(
                "SIDE",
                said!(
                    "`{side}` is no player; write `r` or `p` (`-` in phase `first` only)",
                    "« {side} » n'est pas un joueur ; écrire « r » ou « p » (« - » seulement en phase « first »)"
                ),
            ));
        }
    };
    let game = Abagio { board, side, phase, options: *options };
    twelve_each(&game)?;
    fits_phase(&game)?;
    Ok(game)
}

/// Before the deciding dice nothing has happened: there is one position.
fn first(options: &AbagioOptions, board: &Board, side: &str) -> Result<Abagio, BadText> {
    if options.first != First::Roll {
        return Err(BadText::new(
            "PHASE",
            said!("`first` needs the option first=roll", "« first » demande l'option first=roll"),
        ));
    }
    if side != "-" {
        return Err(BadText::new(
            "SIDE",
            said!(
                "`{side}` in phase `first`; nobody plays yet, write `-`",
                "« {side} » en phase « first » ; personne ne joue encore, écrire « - »"
            ),
        ));
    }
    let start = Abagio::start(options);
    if *board != start.board {
        return Err(BadText::new(
            "STACKS",
            said!(
                "before the deciding dice six frogs of each colour are at home, the others in hand: `{start}`",
                "avant les dés de départ, six grenouilles de chaque couleur sont au départ, les autres en main : « {start} »"
            ),
        ));
    }
    Ok(start)
}

fn read_phase(text: &str) -> Result<Phase, BadText> {
    let dice = || -> Option<Dice> {
        let mut numbers = [0; 4];
        let mut found = 0;
        for part in text.split('.') {
            let [digit @ b'1'..=b'6'] = part.as_bytes() else { return None };
            *numbers.get_mut(found)? = digit - b'0';
            found += 1;
        }
        Dice::of(&numbers[..found])
    };
    match text {
        "first" => Ok(Phase::First),
        "roll" => Ok(Phase::Roll),
        "chief" => Ok(Phase::Chief),
        "over" => Ok(Phase::Over),
        _ => dice().map(Phase::Leap).ok_or_else(|| {
            BadText::new(
                "PHASE",
                said!(
                    "`{text}` is no phase; allowed: first, roll, chief, over, or the numbers to play, the larger first (`5.3`, `4.4.4.4`)",
                    "« {text} » n'est pas une phase ; possibles : first, roll, chief, over, ou les nombres à jouer, le plus grand d'abord (« 5.3 », « 4.4.4.4 »)"
                ),
            )
        }),
    }
}

fn pair(field: &'static str, text: &str) -> Result<[u8; 2], BadText> {
    let Some((red, purple)) = text.split_once('-') else {
        return Err(BadText::new(
            field,
            said!(
                "`{text}` should be two numbers of frogs, `RED-PURPLE`",
                "« {text} » devrait être deux nombres de grenouilles, « ROUGE-POURPRE »"
            ),
        ));
    };
    let frogs = |text| number(field, text, u32::from(FROGS)).map(|n| n as u8);
    Ok([frogs(red)?, frogs(purple)?])
}

fn read_stacks(board: &mut Board, text: &str) -> Result<(), BadText> {
    if text == "-" {
        return Ok(());
    }
    let mut last = None;
    for item in text.split(',') {
        let Some((square, stack)) = item.split_once('=') else {
            return Err(bad_stack(said!(
                "`{item}` should be `SQUARE=STACK`",
                "« {item} » devrait être « CASE=PILE »"
            )));
        };
        let square: Square = square.parse().map_err(|bad: BadText| bad_stack(bad.said))?;
        if last.is_some_and(|last| last >= square) {
            return Err(bad_stack(said!(
                "`{item}` is out of order: squares go 1 to 18, e, r7 to r2, p7 to p2, o, each once",
                "« {item} » n'est pas à sa place : les cases vont de 1 à 18, e, r7 à r2, p7 à p2, o, une fois chacune"
            )));
        }
        last = Some(square);
        read_stack(board, square, stack)?;
    }
    Ok(())
}

fn read_stack(board: &mut Board, square: Square, text: &str) -> Result<(), BadText> {
    let (frogs, chief) = match text.strip_suffix('*') {
        Some(frogs) => (frogs, true),
        None => (text, false),
    };
    let Said { en, fr } = square.name();
    if text.is_empty() || !frogs.bytes().all(|b| matches!(b, b'r' | b'p')) {
        return Err(bad_stack(said!(
            "`{text}` on {en} should be frogs `r` or `p` from bottom to top, then `*` for the chief",
            "« {text} » en {fr} devrait être des grenouilles « r » ou « p » de bas en haut, puis « * » pour la grenouille en chef"
        )));
    }
    let limit = square.limit();
    let mut stack = Stack::EMPTY;
    for frog in frogs.bytes() {
        let seat = if frog == b'r' { Seat::First } else { Seat::Second };
        if stack.height() == limit {
            return Err(bad_stack(said!(
                "more than {limit} frogs on {en}",
                "plus de {limit} grenouilles en {fr}"
            )));
        }
        if square.track(seat).is_none() {
            return Err(bad_stack(said!(
                "`{text}` on {en}: that safe square belongs to the other colour",
                "« {text} » en {fr} : cette case sûre est à l'autre couleur"
            )));
        }
        stack = stack.push(seat);
    }
    board.place(square, stack);
    if chief {
        let reason = match board.chief {
            _ if !square.is_outer() => Some(said!(
                "the chief cannot lie on {en}, only on 1 to 18",
                "la grenouille en chef ne peut pas être en {fr}, seulement de 1 à 18"
            )),
            _ if stack.height() == limit => Some(said!(
                "the chief cannot lie on the full stack on {en}",
                "la grenouille en chef ne peut pas être sur la pile maximale en {fr}"
            )),
            Some(first) => Some(said!(
                "there is one chief, not one on {first} and one on {en}",
                "il y a une grenouille en chef, pas une en {first} et une en {fr}"
            )),
            None => None,
        };
        if let Some(said) = reason {
            return Err(bad_stack(said));
        }
        board.chief = Some(square);
    }
    Ok(())
}

fn bad_stack(said: Said) -> BadText {
    BadText::new("STACKS", said)
}

fn twelve_each(game: &Abagio) -> Result<(), BadText> {
    for (seat, en, fr) in [(Seat::First, "red", "rouges"), (Seat::Second, "purple", "pourpres")] {
        let frogs = game.board.frogs(seat);
        if frogs != FROGS {
            return Err(bad_stack(said!(
                "{frogs} {en} frogs on squares, at home and in the pond, not {FROGS}",
                "{frogs} grenouilles {fr} sur les cases, au départ et dans l'étang, pas {FROGS}"
            )));
        }
    }
    Ok(())
}

/// What only some phases allow.
fn fits_phase(game: &Abagio) -> Result<(), BadText> {
    let Abagio { board, side, phase, .. } = game;
    let over = *phase == Phase::Over;
    for seat in Seat::ALL {
        let wins = over && seat == *side;
        if (board.pond[seat.index()] == FROGS) != wins {
            return Err(BadText::new(
                "POND",
                said!(
                    "{FROGS} frogs in the pond belong to phase `over` and the winner named by SIDE, and to nobody else",
                    "{FROGS} grenouilles dans l'étang vont avec la phase « over » et le gagnant nommé par SIDE, et personne d'autre"
                ),
            ));
        }
    }
    let reason = match *phase {
        Phase::Chief if board.home[side.index()] > 0 => said!(
            "`chief` with a frog of the player at home: the chief goes beside the board by itself",
            "« chief » avec une grenouille du joueur au départ : la grenouille en chef va d'elle-même à côté du plateau"
        ),
        Phase::Leap(dice) if !moves::any(board, *side, dice) => said!(
            "no frog can leap by {dice}: the phase would have passed",
            "aucune grenouille ne peut sauter de {dice} : la phase serait passée"
        ),
        _ => return Ok(()),
    };
    Err(BadText::new("PHASE", reason))
}
