use abaque_core::{Message, Outcome, ParseError, Seat, message};

use crate::error::{LineNumber, RecordError, to_message, truncate_for_message};
use crate::limits::{MAX_DEPTH, MAX_PLIES, MAX_TEXT};
use crate::line::{MoveMark, RecordLine, RecordMove, TERMINATORS, check_ply};
use crate::record::Record;
use crate::scanner::{RecordToken, Scanner};
use crate::tags::tag_error;

/// Parses every record of a text, which must have at least one.
pub fn parse(text: &str) -> Result<Vec<Record>, RecordError> {
    if text.len() > MAX_TEXT {
        return Err(RecordError::new(
            1,
            message!(
                "the text is longer than {MAX_TEXT} bytes: read it record by record",
                "le texte dépasse {MAX_TEXT} octets\u{a0}: le lire partie par partie"
            ),
        ));
    }
    let records = read_records(text).collect::<Result<Vec<_>, _>>()?;
    if records.is_empty() {
        return Err(RecordError::new(1, missing_record()));
    }
    Ok(records)
}

/// Parses the records of a text one at a time; stops after an error.
pub fn read_records(text: &str) -> RecordReader<'_> {
    RecordReader { scanner: Scanner::new(text), failed: false }
}

/// Iterates over the records of a text (see [`read_records`]).
pub struct RecordReader<'a> {
    scanner: Scanner<'a>,
    failed: bool,
}

impl Iterator for RecordReader<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = read_record(&mut self.scanner).transpose();
        self.failed = !matches!(next, Some(Ok(_)));
        next
    }
}

fn read_record(scanner: &mut Scanner) -> Result<Option<Record>, RecordError> {
    // Remarks between records belong to the file, not to a game.
    let (token, line) = loop {
        match scanner.next()? {
            (RecordToken::Remark(_), _) => {}
            other => break other,
        }
    };
    match token {
        RecordToken::End => return Ok(None),
        RecordToken::Tag => {}
        _ => return Err(RecordError::new(line, missing_record())),
    }
    let (mut record, first) = read_tags(scanner, line)?;
    let result = record.outcome();
    let main = MovetextParser::parse(scanner, first, result)?;
    *record.main_line_mut() = main;
    Ok(Some(record))
}

/// Reads the tags after the first `[`; returns the token that follows them.
fn read_tags<'a>(
    scanner: &mut Scanner<'a>,
    line: usize,
) -> Result<(Record, (RecordToken<'a>, usize)), RecordError> {
    let (name, spec) = scanner.tag()?;
    if name != "Game" {
        let name = truncate_for_message(name);
        return Err(RecordError::new(
            line,
            message!(
                "the first tag is {name}; every record begins with `[Game \"…\"]`",
                "la première balise est {name}\u{a0}; toute partie commence par «\u{a0}[Game \"…\"]\u{a0}»"
            ),
        ));
    }
    let mut record = Record::new(&spec)
        .map_err(|error| RecordError::new(line, tag_error("Game", &to_message(&error))))?;
    record.set_game_line(LineNumber::from(line));
    let mut has_result = false;
    loop {
        let (token, line) = scanner.next()?;
        if token != RecordToken::Tag {
            if !has_result {
                return Err(RecordError::new(line, missing_result()));
            }
            return Ok((record, (token, line)));
        }
        let (name, value) = scanner.tag()?;
        let is_result = name == "Result";
        if record.find_tag(name).is_some() && (!is_result || has_result) {
            let name = truncate_for_message(name);
            return Err(RecordError::new(
                line,
                message!("tag {name} is given twice", "la balise {name} est donnée deux fois"),
            ));
        }
        has_result |= is_result;
        let at = LineNumber::from(line);
        record.set_tag_at(name, &value, at).map_err(|message| RecordError::new(at, message))?;
    }
}

/// Parser state of a movetext: the stack of open lines, main line first.
struct MovetextParser {
    lines: Vec<(RecordLine, usize)>,
    plies: usize,
    line: usize,
}

impl MovetextParser {
    fn parse<'a>(
        scanner: &mut Scanner<'a>,
        first: (RecordToken<'a>, usize),
        result: Option<Outcome>,
    ) -> Result<RecordLine, RecordError> {
        let mut text =
            MovetextParser { lines: vec![(RecordLine::new(), first.1)], plies: 0, line: first.1 };
        let mut token = first.0;
        loop {
            match token {
                RecordToken::Word(word) if TERMINATORS.contains(&word) => {
                    return text.finish(word, result);
                }
                RecordToken::Word(word) => text.word(word)?,
                RecordToken::Mark(mark) => text.mark(mark)?,
                RecordToken::Comment(comment) | RecordToken::Remark(comment) => {
                    text.comment(comment)?
                }
                RecordToken::Open => text.open()?,
                RecordToken::Close => text.close()?,
                RecordToken::Tag | RecordToken::End => {
                    let all = TERMINATORS.join(", ");
                    return text.fail(message!(
                        "the movetext is not ended; it ends with one of {all}",
                        "le texte des coups n'est pas terminé\u{a0}; il finit par {all}"
                    ));
                }
            }
            (token, text.line) = scanner.next()?;
        }
    }

    fn fail<T>(&self, message: Message) -> Result<T, RecordError> {
        Err(RecordError::new(self.line, message))
    }

    fn fail_with<T>(&self, error: ParseError) -> Result<T, RecordError> {
        self.fail(error.message)
    }

    /// The line being read. The stack is never empty: closing the main line is an error.
    fn current(&mut self) -> &mut RecordLine {
        let last = self.lines.len() - 1;
        &mut self.lines[last].0
    }

    fn word(&mut self, word: &str) -> Result<(), RecordError> {
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let ply = match unnumbered.strip_prefix('.') {
            Some(rest) if unnumbered.len() < word.len() => rest.trim_start_matches('.'),
            _ => word,
        };
        if ply.is_empty() {
            return Ok(());
        }
        if let Err(error) = check_ply(ply) {
            return self.fail_with(error);
        }
        self.plies += 1;
        if self.plies > MAX_PLIES {
            return self.fail(message!(
                "a record has at most {MAX_PLIES} moves, variations included",
                "une notation a au plus {MAX_PLIES} coups, variantes comprises"
            ));
        }
        let at = LineNumber::from(self.line);
        self.current().moves.push(RecordMove::new_unchecked(ply, at));
        Ok(())
    }

    fn mark(&mut self, sign: &str) -> Result<(), RecordError> {
        let Some(mark) = MoveMark::parse(sign) else {
            let sign = truncate_for_message(sign);
            return self.fail(message!(
                "`{sign}` is not a mark; allowed: `!`, `?`, `!!`, `??`, `!?`, `?!` or $1 to $6",
                "«\u{a0}{sign}\u{a0}» n'est pas une marque\u{a0}; permises\u{a0}: «\u{a0}!\u{a0}», «\u{a0}?\u{a0}», «\u{a0}!!\u{a0}», «\u{a0}??\u{a0}», «\u{a0}!?\u{a0}», «\u{a0}?!\u{a0}» ou $1 à $6"
            ));
        };
        match self.current().last_mut() {
            None => self.fail(message!(
                "the mark `{mark}` has no move before it",
                "la marque «\u{a0}{mark}\u{a0}» ne suit aucun coup"
            )),
            Some(last) if last.mark().is_some() => {
                let ply = truncate_for_message(last.ply());
                self.fail(message!(
                    "two marks for the move `{ply}`; one is allowed",
                    "deux marques pour le coup «\u{a0}{ply}\u{a0}»\u{a0}; une seule est permise"
                ))
            }
            Some(last) => {
                last.set_mark(mark);
                Ok(())
            }
        }
    }

    fn comment(&mut self, text: &str) -> Result<(), RecordError> {
        let line = self.current();
        let added = match line.last_mut() {
            Some(last) => last.add_comment(text).map(drop),
            None => line.add_intro(text),
        };
        added.or_else(|error| self.fail_with(error))
    }

    fn open(&mut self) -> Result<(), RecordError> {
        if self.current().moves.is_empty() {
            return self.fail(message!(
                "a variation `(` replaces the move before it, and there is none",
                "une variante «\u{a0}(\u{a0}» remplace le coup qui précède, et il n'y en a pas"
            ));
        }
        if self.lines.len() > MAX_DEPTH {
            return self.fail(message!(
                "variations are nested at most {MAX_DEPTH} deep",
                "les variantes s'imbriquent sur {MAX_DEPTH} niveaux au plus"
            ));
        }
        self.lines.push((RecordLine::new(), self.line));
        Ok(())
    }

    fn close(&mut self) -> Result<(), RecordError> {
        if self.lines.len() == 1 {
            return self.fail(message!(
                "`)` closes no variation: none is open",
                "«\u{a0})\u{a0}» ne ferme aucune variante\u{a0}: aucune n'est ouverte"
            ));
        }
        let Some((line, _)) = self.lines.pop() else { return Ok(()) };
        match self.current().last_mut().map(|last| last.add_variation(line).map(drop)) {
            Some(Err(error)) => self.fail_with(error),
            _ => Ok(()),
        }
    }

    fn finish(mut self, word: &str, result: Option<Outcome>) -> Result<RecordLine, RecordError> {
        if self.lines.len() > 1 {
            let opened = self.lines.last().map_or(0, |&(_, opened)| opened);
            return self.fail(message!(
                "the variation opened on line {opened} is not closed before `{word}`",
                "la variante ouverte à la ligne {opened} n'est pas fermée avant «\u{a0}{word}\u{a0}»"
            ));
        }
        let due = terminator(result);
        if word != due {
            return self.fail(message!(
                "the movetext ends with `{word}`, but by the tag Result it ends with `{due}`",
                "le texte des coups finit par «\u{a0}{word}\u{a0}», mais selon la balise Result par «\u{a0}{due}\u{a0}»"
            ));
        }
        Ok(std::mem::take(self.current()))
    }
}

/// The token that ends a movetext with this outcome.
pub(crate) fn terminator(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Seat::First, _)) => "1-0",
        Some(Outcome::Win(Seat::Second, _)) => "0-1",
        Some(Outcome::Draw(_)) => "1/2-1/2",
        None => "*",
    }
}

fn missing_record() -> Message {
    message!(
        "no record begins here; the first tag is `[Game \"…\"]`",
        "aucune partie ne commence ici\u{a0}; la première balise est «\u{a0}[Game \"…\"]\u{a0}»"
    )
}

fn missing_result() -> Message {
    message!(
        "the tag Result is missing: `[Result \"*\"]` while the game goes on",
        "la balise Result manque\u{a0}: «\u{a0}[Result \"*\"]\u{a0}» tant que la partie continue"
    )
}
