//! Imports records from other programs. So far only Abalone: move lists in Aba-Pro or Nacre
//! notation, optionally after a PlayStrategy position.

use abaque_abalone::import::{read_game, read_playstrategy};
use abaque_abalone::{Abalone, Layout, Options};
use abaque_catalog::DrawRules;
use abaque_core::{
    EndReason, Game, GameOptions, Lang, Message, Outcome, Seat, Spec, Turn, message,
};

use crate::check::check;
use crate::error::{LineNumber, RecordError, to_message, truncate_for_message};
use crate::limits::{MAX_PLIES, MAX_PLY, MAX_TEXT};
use crate::line::RecordMove;
use crate::parse::terminator;
use crate::record::Record;

/// Imports a game of Abalone from a move list as a canonical, checked record.
///
/// `spec` names the game; a position on the first line overrides its layout. Numbers, commas, marks
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
    let options = parse_options(spec)?;
    let text = text.trim_start_matches('\u{feff}');
    let (start, body) = parse_start(text, options)?;
    let MoveList { moves, result } = split_moves(body)?;
    let texts: Vec<&str> = moves.iter().map(|word| word.text.as_ref()).collect();
    let (notation, actions) = read_game(&start, &texts).map_err(|bad| {
        let line = moves.get(bad.index).map_or(1, |word| word.line);
        RecordError::new(line, Message { en: bad.localized(Lang::En), fr: bad.localized(Lang::Fr) })
    })?;
    let unread = |error| RecordError::new(1, to_message(&error));
    let mut record = Record::new(&start.options().to_spec().to_string()).map_err(unread)?;
    if start != Abalone::start(&start.options()) {
        record.set_tag("Start", &start.to_string()).map_err(unread)?;
    }
    record.set_tag("Imported", notation.name()).map_err(unread)?;
    for (action, word) in actions.iter().zip(&moves) {
        let played = RecordMove::new_unchecked(&action.to_string(), LineNumber::from(word.line));
        record.main_line_mut().moves.push(played);
    }
    let outcome = decide_outcome(&record, result)?;
    record.set_outcome(outcome).map_err(unread)?;
    check(&record)?;
    Ok(record)
}

fn parse_options(spec: &str) -> Result<Options, RecordError> {
    let read = spec.parse::<Spec>().and_then(|spec| {
        let name = Options::description().name;
        if spec.name == name {
            return Options::from_spec(&spec);
        }
        let given = truncate_for_message(&spec.name);
        Err(abaque_core::ParseError::new(
            "SPEC",
            message!(
                "there is nothing to import for `{given}`, only for `{name}`",
                "on n'importe rien pour « {given} », seulement pour « {name} »"
            ),
        ))
    });
    read.map_err(|error| RecordError::new(0, to_message(&error)))
}

/// The start position, and the text from the first move on with its line number.
fn parse_start(text: &str, options: Options) -> Result<(Abalone, (&str, usize)), RecordError> {
    let blank = text.len() - text.trim_start().len();
    let line = 1 + text[..blank].matches('\n').count();
    let (first, rest) = text[blank..].split_once('\n').unwrap_or((&text[blank..], ""));
    // Eight slashes separate nine rows; move lists never have that many.
    if first.matches('/').count() < 8 {
        return Ok((Abalone::start(&options), (&text[blank..], line)));
    }
    let read = |options: &Options| read_playstrategy(options, first.trim());
    let mut game = read(&options).map_err(|error| RecordError::new(line, to_message(&error)))?.game;
    for layout in Layout::ALL {
        let known = Options::new(options.target(), layout).map(|o| Abalone::start(&o));
        if let Some(known) = known.filter(|known| known.to_string() == game.to_string()) {
            game = known;
        }
    }
    Ok((game, (rest, line + 1)))
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
                        "a record has at most {MAX_PLIES} plies",
                        "une partie a au plus {MAX_PLIES} coups"
                    ),
                ));
            }
            if bare.len() > MAX_PLY {
                let bare = truncate_for_message(&bare);
                return Err(RecordError::new(
                    line,
                    message!("`{bare}` is no move", "« {bare} » n'est pas un coup"),
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
    let mut draw_rules = DrawRules::new(&*game);
    let mut ending = match game.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    for ply in record.plies() {
        // The checker reports illegal plies with their line.
        let Ok(played) = game.play(ply) else { break };
        ending = draw_rules.record_ply(&*game, &played);
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
                "la liste finit par « {word} », mais les coups mènent à « {due} »"
            ),
        )),
        _ => Ok(ending),
    }
}
