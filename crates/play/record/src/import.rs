//! Imports games from other programs: a move list, optionally after a position, in whatever
//! notations the game reads.

use abaque_catalog::{AnyGame, GameHistory};
use abaque_core::{EndReason, Outcome, Seat, Turn, message};

use crate::check::check;
use crate::error::{LineNumber, RecordError, to_message, truncate_for_message};
use crate::limits::{MAX_PLIES, MAX_PLY, MAX_TEXT};
use crate::line::RecordMove;
use crate::parse::terminator;
use crate::record::Record;

/// Imports a move list of another program as a canonical, checked record.
///
/// `spec` names the game; a position on the first line replaces its start. Numbers, commas, marks
/// and hyphens are skipped, and the notation is the one in which every move is legal. A win that
/// the board does not show counts as a resignation, such a draw as agreed.
///
/// ```
/// let record = abaque_record::import("1. a1d4, i9f6 2. b1c2", "abalone").unwrap();
/// assert_eq!(record.plies().collect::<Vec<_>>(), ["a1b2", "i9h8", "b1c2"]);
/// ```
pub fn import(text: &str, spec: &str) -> Result<Record, RecordError> {
    if text.len() > MAX_TEXT {
        return Err(RecordError::new(
            1,
            message!(
                "the text is longer than {MAX_TEXT} bytes",
                "le texte dépasse {MAX_TEXT} octets"
            ),
        ));
    }
    let text = text.trim_start_matches('\u{feff}');
    let (start, body) = parse_start(text, spec)?;
    let MoveList { moves, result } = split_moves(body)?;
    let texts: Vec<&str> = moves.iter().map(|word| word.text.as_ref()).collect();
    let read = start.read_foreign_moves(&texts).ok_or_else(|| not_importable(spec))?;
    let list = read.map_err(|bad| {
        let line = moves.get(bad.index).map_or(1, |word| word.line);
        RecordError::new(line, bad.message)
    })?;
    let unread = |error| RecordError::new(1, to_message(&error));
    let mut record = Record::new(&start.spec()).map_err(unread)?;
    if start.position() != record.open_start()?.position() {
        record.set_tag("Start", &start.position()).map_err(unread)?;
    }
    record.set_tag("Imported", list.notation).map_err(unread)?;
    for (action, word) in list.actions.iter().zip(&moves) {
        let played = RecordMove::new_unchecked(action, LineNumber::from(word.line));
        record.main_line_mut().moves.push(played);
    }
    let outcome = decide_outcome(&record, result)?;
    record.set_outcome(outcome).map_err(unread)?;
    check(&record)?;
    Ok(record)
}

/// Imports a move list without knowing its game: the first game that can read it wins, and the
/// error is that of the first game tried.
pub fn import_any(text: &str) -> Result<Record, RecordError> {
    let mut first_error = None;
    for name in importable_games() {
        match import(text, name) {
            Ok(record) => return Ok(record),
            Err(error) => _ = first_error.get_or_insert(error),
        }
    }
    Err(first_error.unwrap_or_else(|| not_importable("")))
}

fn importable_games() -> impl Iterator<Item = &'static str> {
    let entries = abaque_catalog::GAMES.iter().filter(|entry| (entry.can_import)());
    entries.map(|entry| (entry.description)().name)
}

fn not_importable(spec: &str) -> RecordError {
    let given = truncate_for_message(spec.split(':').next().unwrap_or_default());
    let names: Vec<String> = importable_games().map(|name| format!("`{name}`")).collect();
    let noms: Vec<String> =
        importable_games().map(|name| format!("«\u{a0}{name}\u{a0}»")).collect();
    let (names, noms) = (names.join(", "), noms.join(", "));
    RecordError::new(
        0,
        message!(
            "games of `{given}` cannot be imported, only those of {names}",
            "on n'importe pas de parties de «\u{a0}{given}\u{a0}», seulement de {noms}"
        ),
    )
}

/// A start position, and the text from the first move on with its line number.
type ListStart<'a> = (Box<dyn AnyGame>, (&'a str, usize));

fn parse_start<'a>(text: &'a str, spec: &str) -> Result<ListStart<'a>, RecordError> {
    let game =
        abaque_catalog::open(spec).map_err(|error| RecordError::new(0, to_message(&error)))?;
    if !importable_games().any(|name| name == game.description().name) {
        return Err(not_importable(spec));
    }
    let blank = text.len() - text.trim_start().len();
    let line = 1 + text[..blank].matches('\n').count();
    let (first, rest) = text[blank..].split_once('\n').unwrap_or((&text[blank..], ""));
    match abaque_catalog::foreign_start(spec, first.trim()) {
        None => Ok((game, (&text[blank..], line))),
        Some(Ok(start)) => Ok((start, (rest, line + 1))),
        Some(Err(error)) => Err(RecordError::new(line, to_message(&error))),
    }
}

struct MoveWord {
    text: String,
    line: usize,
}

struct MoveList {
    moves: Vec<MoveWord>,
    result: Option<(&'static str, usize)>,
}

/// The moves and the result of a loosely written list.
fn split_moves((body, first): (&str, usize)) -> Result<MoveList, RecordError> {
    let mut words = MoveList { moves: Vec::new(), result: None };
    for (line, text) in (first..).zip(body.split('\n')) {
        let parts = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        for part in parts.filter(|part| !part.is_empty()) {
            if let Some(result) = parse_result_word(part) {
                words.result = Some((result, line));
                continue;
            }
            let part = part.trim_end_matches(['!', '?']);
            let bare = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let bare = bare.trim_start_matches(['.', ')', ':']).replace('-', "");
            if bare.is_empty() {
                continue;
            }
            if words.moves.len() == MAX_PLIES {
                return Err(RecordError::new(
                    line,
                    message!(
                        "a record has at most {MAX_PLIES} moves",
                        "une notation a au plus {MAX_PLIES} coups"
                    ),
                ));
            }
            if bare.len() > MAX_PLY {
                let bare = truncate_for_message(&bare);
                return Err(RecordError::new(
                    line,
                    message!("`{bare}` is not a move", "«\u{a0}{bare}\u{a0}» n'est pas un coup"),
                ));
            }
            words.moves.push(MoveWord { text: bare, line });
        }
    }
    if words.moves.is_empty() {
        return Err(RecordError::new(
            first,
            message!("there is no move to import here", "il n'y a aucun coup à importer ici"),
        ));
    }
    Ok(words)
}

fn parse_result_word(word: &str) -> Option<&'static str> {
    match word {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "½-½" | "1/2" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// The outcome by the board or the draw rules, otherwise by the list.
fn decide_outcome(
    record: &Record,
    result: Option<(&'static str, usize)>,
) -> Result<Option<Outcome>, RecordError> {
    let mut game = record.open_start()?;
    let mut history = GameHistory::new(&*game);
    let mut ending = match game.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    for ply in record.plies() {
        // The checker reports illegal plies with their line.
        let Ok(played) = game.play(ply) else { break };
        ending = history.record_ply(&*game, &played);
        if ending.is_some() {
            break;
        }
    }
    let Some((word, line)) = result else { return Ok(ending) };
    let due = terminator(ending);
    match (ending, word) {
        (None, "1-0") => Ok(Some(Outcome::Win(Seat::First, EndReason::Resignation))),
        (None, "0-1") => Ok(Some(Outcome::Win(Seat::Second, EndReason::Resignation))),
        (None, "1/2-1/2") => Ok(Some(Outcome::Draw(EndReason::Agreement))),
        (Some(_), _) if word != due && word != "*" => Err(RecordError::new(
            line,
            message!(
                "the list ends with `{word}`, but the moves lead to `{due}`",
                "la liste finit par «\u{a0}{word}\u{a0}», mais les coups mènent à «\u{a0}{due}\u{a0}»"
            ),
        )),
        _ => Ok(ending),
    }
}
