//! Records written elsewhere. So far Abalone's: lists of moves in Aba-Pro or Nacre notation, with
//! or without a PlayStrategy position before them.

use abaque_abalone::import::{read_game, read_playstrategy};
use abaque_abalone::{Abalone, AbaloneOptions, Layout};
use abaque_catalog::Judge;
use abaque_core::{Game, Lang, Options, Outcome, Reason, Said, Seat, Spec, Turn, said};

use crate::check::check;
use crate::error::{At, RecordError, clip, told};
use crate::limits::{MAX_PLIES, MAX_PLY, MAX_TEXT};
use crate::line::Move;
use crate::parse::terminator;
use crate::record::Record;

/// Reads a game of Abalone from a list of moves and gives it as a canonical, checked record.
///
/// `spec` says what is played; a position on the first line goes before its layout. Numbers,
/// commas, marks and hyphens are passed over, and the notation is the one that makes every move
/// legal. A win that the board does not show is taken for a resignation, such a draw for an agreed
/// one.
///
/// ```
/// let record = abaque_record::import("1. a1d4, i9f6 2. b1c2", "abalone").unwrap();
/// assert_eq!(record.plies().collect::<Vec<_>>(), ["a1b2", "i9h8", "b1c2"]);
/// ```
pub fn import(text: &str, spec: &str) -> Result<Record, RecordError> {
    if text.len() > MAX_TEXT {
        return Err(RecordError::new(
            1,
            said!("the text is longer than {MAX_TEXT} bytes", "le texte dépasse {MAX_TEXT} octets"),
        ));
    }
    let options = options(spec)?;
    let text = text.trim_start_matches('\u{feff}');
    let (start, body) = start(text, options)?;
    let Words { moves, result } = words(body)?;
    let texts: Vec<&str> = moves.iter().map(|word| word.text.as_ref()).collect();
    let (notation, actions) = read_game(&start, &texts).map_err(|bad| {
        let line = moves.get(bad.index).map_or(1, |word| word.line);
        RecordError::new(line, Said { en: bad.tell(Lang::En), fr: bad.tell(Lang::Fr) })
    })?;
    let unread = |error| RecordError::new(1, told(&error));
    let mut record = Record::new(&start.options().spec().to_string()).map_err(unread)?;
    if start != Abalone::start(&start.options()) {
        record.set_tag("Start", &start.to_string()).map_err(unread)?;
    }
    record.set_tag("Imported", notation.name()).map_err(unread)?;
    for (action, word) in actions.iter().zip(&moves) {
        let played = Move::of(&action.to_string(), At::from(word.line));
        record.main_mut().moves.push(played);
    }
    let outcome = outcome(&record, result)?;
    record.set_outcome(outcome).map_err(unread)?;
    check(&record)?;
    Ok(record)
}

fn options(spec: &str) -> Result<AbaloneOptions, RecordError> {
    let read = spec.parse::<Spec>().and_then(|spec| {
        let name = AbaloneOptions::info().name;
        if spec.name == name {
            return AbaloneOptions::from_spec(&spec);
        }
        let given = clip(&spec.name);
        Err(abaque_core::BadText::new(
            "SPEC",
            said!(
                "there is nothing to import for `{given}`, only for `{name}`",
                "on n'importe rien pour « {given} », seulement pour « {name} »"
            ),
        ))
    });
    read.map_err(|error| RecordError::new(0, told(&error)))
}

/// The position the moves begin from, and the text from the first move on, with its line.
fn start(text: &str, options: AbaloneOptions) -> Result<(Abalone, (&str, usize)), RecordError> {
    let blank = text.len() - text.trim_start().len();
    let line = 1 + text[..blank].matches('\n').count();
    let (first, rest) = text[blank..].split_once('\n').unwrap_or((&text[blank..], ""));
    // Eight slashes part nine rows; no list of moves has so many.
    if first.matches('/').count() < 8 {
        return Ok((Abalone::start(&options), (&text[blank..], line)));
    }
    let read = |options: &AbaloneOptions| read_playstrategy(options, first.trim());
    let mut game = read(&options).map_err(|error| RecordError::new(line, told(&error)))?.game;
    for layout in Layout::ALL {
        let known = AbaloneOptions::new(options.target(), layout).map(|o| Abalone::start(&o));
        if let Some(known) = known.filter(|known| known.to_string() == game.to_string()) {
            game = known;
        }
    }
    Ok((game, (rest, line + 1)))
}

struct Word {
    text: String,
    line: usize,
}

struct Words {
    moves: Vec<Word>,
    result: Option<(&'static str, usize)>,
}

/// The moves and the result in a loosely written list.
fn words((body, first): (&str, usize)) -> Result<Words, RecordError> {
    let mut words = Words { moves: Vec::new(), result: None };
    for (line, text) in (first..).zip(body.split('\n')) {
        let parts = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        for part in parts.filter(|part| !part.is_empty()) {
            if let Some(result) = result_word(part) {
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
                    said!(
                        "a record has at most {MAX_PLIES} plies",
                        "une partie a au plus {MAX_PLIES} coups"
                    ),
                ));
            }
            if bare.len() > MAX_PLY {
                let bare = clip(&bare);
                return Err(RecordError::new(
                    line,
                    said!("`{bare}` is no move", "« {bare} » n'est pas un coup"),
                ));
            }
            words.moves.push(Word { text: bare, line });
        }
    }
    if words.moves.is_empty() {
        return Err(RecordError::new(
            first,
            said!("there is no move to import here", "il n'y a aucun coup à importer ici"),
        ));
    }
    Ok(words)
}

fn result_word(word: &str) -> Option<&'static str> {
    match word {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "½-½" | "1/2" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// How the game ended: as the board or the judge says, else as the list says.
fn outcome(
    record: &Record,
    result: Option<(&'static str, usize)>,
) -> Result<Option<Outcome>, RecordError> {
    let mut game = record.open()?;
    let mut judge = Judge::new(&*game);
    let mut ending = match game.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    for ply in record.plies() {
        // A refusal here would be one of the checker, which words it with its line.
        let Ok(played) = game.play(ply) else { break };
        ending = judge.played(&*game, &played);
        if ending.is_some() {
            break;
        }
    }
    let Some((word, line)) = result else { return Ok(ending) };
    let due = terminator(ending);
    match (ending, word) {
        (None, "1-0") => Ok(Some(Outcome::Win(Seat::First, Reason::Resignation))),
        (None, "0-1") => Ok(Some(Outcome::Win(Seat::Second, Reason::Resignation))),
        (None, "1/2-1/2") => Ok(Some(Outcome::Draw(Reason::Agreement))),
        (Some(_), _) if word != due && word != "*" => Err(RecordError::new(
            line,
            said!(
                "the list ends with `{word}`, but the moves lead to `{due}`",
                "la liste finit par « {word} », mais les coups mènent à « {due} »"
            ),
        )),
        _ => Ok(ending),
    }
}
