use abaque_core::{BadText, Outcome, Said, Seat, said};

use crate::error::{At, RecordError, clip, told};
use crate::limits::{MAX_DEPTH, MAX_PLIES, MAX_TEXT};
use crate::line::{Line, Mark, Move, TERMINATORS, check_ply};
use crate::record::Record;
use crate::scan::{Scanner, Token};
use crate::tags::of_tag;

/// Reads every record of a text; there must be at least one.
pub fn parse(text: &str) -> Result<Vec<Record>, RecordError> {
    if text.len() > MAX_TEXT {
        return Err(RecordError::new(
            1,
            said!(
                "the text is longer than {MAX_TEXT} bytes: read it record by record",
                "le texte dépasse {MAX_TEXT} octets : le lire partie par partie"
            ),
        ));
    }
    let records = read(text).collect::<Result<Vec<_>, _>>()?;
    if records.is_empty() {
        return Err(RecordError::new(1, no_record()));
    }
    Ok(records)
}

/// Reads the records of a text one after the other; after an error there are no more.
pub fn read(text: &str) -> Reader<'_> {
    Reader { scanner: Scanner::new(text), failed: false }
}

/// Gives the records of a text one by one (see [`read`]).
pub struct Reader<'a> {
    scanner: Scanner<'a>,
    failed: bool,
}

impl Iterator for Reader<'_> {
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
    // Remarks may stand between records: they belong to the file, not to a game.
    let (token, line) = loop {
        match scanner.next()? {
            (Token::Remark(_), _) => {}
            other => break other,
        }
    };
    match token {
        Token::End => return Ok(None),
        Token::Tag => {}
        _ => return Err(RecordError::new(line, no_record())),
    }
    let (mut record, first) = read_tags(scanner, line)?;
    let result = record.outcome();
    let main = Movetext::read(scanner, first, result)?;
    *record.main_mut() = main;
    Ok(Some(record))
}

/// Reads the tags, the first `[` already taken; gives back the token after them.
fn read_tags<'a>(
    scanner: &mut Scanner<'a>,
    line: usize,
) -> Result<(Record, (Token<'a>, usize)), RecordError> {
    let (name, spec) = scanner.tag()?;
    if name != "Game" {
        let name = clip(name);
        return Err(RecordError::new(
            line,
            said!(
                "the first tag is {name}; every record begins with `[Game \"…\"]`",
                "la première balise est {name} ; toute partie commence par « [Game \"…\"] »"
            ),
        ));
    }
    let mut record = Record::new(&spec)
        .map_err(|error| RecordError::new(line, of_tag("Game", &told(&error))))?;
    record.set_game_line(At::from(line));
    let mut has_result = false;
    loop {
        let (token, line) = scanner.next()?;
        if token != Token::Tag {
            if !has_result {
                return Err(RecordError::new(line, no_result()));
            }
            return Ok((record, (token, line)));
        }
        let (name, value) = scanner.tag()?;
        let is_result = name == "Result";
        if record.find(name).is_some() && (!is_result || has_result) {
            let name = clip(name);
            return Err(RecordError::new(
                line,
                said!("tag {name} is given twice", "la balise {name} est donnée deux fois"),
            ));
        }
        has_result |= is_result;
        let at = At::from(line);
        record.put_tag(name, &value, at).map_err(|said| RecordError::new(at, said))?;
    }
}

/// The movetext being read: the lines open now, the main line first.
struct Movetext {
    lines: Vec<(Line, usize)>,
    plies: usize,
    line: usize,
}

impl Movetext {
    fn read<'a>(
        scanner: &mut Scanner<'a>,
        first: (Token<'a>, usize),
        result: Option<Outcome>,
    ) -> Result<Line, RecordError> {
        let mut text = Movetext { lines: vec![(Line::new(), first.1)], plies: 0, line: first.1 };
        let mut token = first.0;
        loop {
            match token {
                Token::Word(word) if TERMINATORS.contains(&word) => {
                    return text.finish(word, result);
                }
                Token::Word(word) => text.word(word)?,
                Token::Mark(mark) => text.mark(mark)?,
                Token::Comment(comment) | Token::Remark(comment) => text.comment(comment)?,
                Token::Open => text.open()?,
                Token::Close => text.close()?,
                Token::Tag | Token::End => {
                    let all = TERMINATORS.join(", ");
                    return text.fail(said!(
                        "the movetext is not ended; it ends with one of {all}",
                        "le texte des coups n'est pas terminé ; il finit par {all}"
                    ));
                }
            }
            (token, text.line) = scanner.next()?;
        }
    }

    fn fail<T>(&self, said: Said) -> Result<T, RecordError> {
        Err(RecordError::new(self.line, said))
    }

    fn bad<T>(&self, error: BadText) -> Result<T, RecordError> {
        self.fail(error.said)
    }

    /// The line being read. There is always one: closing the last is refused.
    fn current(&mut self) -> &mut Line {
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
            return self.bad(error);
        }
        self.plies += 1;
        if self.plies > MAX_PLIES {
            return self.fail(said!(
                "a record has at most {MAX_PLIES} plies, variations included",
                "une partie a au plus {MAX_PLIES} coups, variantes comprises"
            ));
        }
        let at = At::from(self.line);
        self.current().moves.push(Move::of(ply, at));
        Ok(())
    }

    fn mark(&mut self, sign: &str) -> Result<(), RecordError> {
        let Some(mark) = Mark::read(sign) else {
            let sign = clip(sign);
            return self.fail(said!(
                "`{sign}` is no mark; allowed: ! ? !! ?? !? ?! or $1 to $6",
                "« {sign} » n'est pas une marque ; permises : ! ? !! ?? !? ?! ou $1 à $6"
            ));
        };
        match self.current().last_mut() {
            None => self.fail(said!(
                "the mark `{mark}` has no ply before it",
                "la marque « {mark} » ne suit aucun coup"
            )),
            Some(last) if last.mark().is_some() => {
                let ply = clip(last.ply());
                self.fail(said!(
                    "two marks for the ply `{ply}`; one is allowed",
                    "deux marques pour le coup « {ply} » ; une seule est permise"
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
        added.or_else(|error| self.bad(error))
    }

    fn open(&mut self) -> Result<(), RecordError> {
        if self.current().moves.is_empty() {
            return self.fail(said!(
                "a variation `(` replaces the ply before it, and there is none",
                "une variante « ( » remplace le coup qui précède, et il n'y en a pas"
            ));
        }
        if self.lines.len() > MAX_DEPTH {
            return self.fail(said!(
                "variations are nested at most {MAX_DEPTH} deep",
                "les variantes s'imbriquent sur {MAX_DEPTH} niveaux au plus"
            ));
        }
        self.lines.push((Line::new(), self.line));
        Ok(())
    }

    fn close(&mut self) -> Result<(), RecordError> {
        if self.lines.len() == 1 {
            return self.fail(said!(
                "`)` closes no variation: none is open",
                "« ) » ne ferme aucune variante : aucune n'est ouverte"
            ));
        }
        let Some((line, _)) = self.lines.pop() else { return Ok(()) };
        match self.current().last_mut().map(|last| last.add_variation(line).map(drop)) {
            Some(Err(error)) => self.bad(error),
            _ => Ok(()),
        }
    }

    fn finish(mut self, word: &str, result: Option<Outcome>) -> Result<Line, RecordError> {
        if self.lines.len() > 1 {
            let opened = self.lines.last().map_or(0, |&(_, opened)| opened);
            return self.fail(said!(
                "the variation opened on line {opened} is not closed before `{word}`",
                "la variante ouverte à la ligne {opened} n'est pas fermée avant « {word} »"
            ));
        }
        let due = terminator(result);
        if word != due {
            return self.fail(said!(
                "the movetext ends with `{word}`, but by the tag Result it ends with `{due}`",
                "le texte des coups finit par « {word} », mais selon la balise Result par « {due} »"
            ));
        }
        Ok(std::mem::take(self.current()))
    }
}

/// The word that ends a movetext with this outcome.
pub(crate) fn terminator(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Seat::First, _)) => "1-0",
        Some(Outcome::Win(Seat::Second, _)) => "0-1",
        Some(Outcome::Draw(_)) => "1/2-1/2",
        None => "*",
    }
}

fn no_record() -> Said {
    said!(
        "no record begins here; the first tag is `[Game \"…\"]`",
        "aucune partie ne commence ici ; la première balise est « [Game \"…\"] »"
    )
}

fn no_result() -> Said {
    said!(
        "the tag Result is missing: `[Result \"*\"]` while the game goes on",
        "la balise Result manque : « [Result \"*\"] » tant que la partie continue"
    )
}
