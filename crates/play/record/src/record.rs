use abaque_catalog::AnyGame;
use abaque_core::{GameDescription, Message, Outcome, ParseError, message};

use crate::error::{LineNumber, RecordError, to_message};
use crate::limits::MAX_TAGS;
use crate::line::{RecordLine, RecordMove};
use crate::tags::{TagContext, check_tag, check_value, parse_result, tag_order};

/// A played game with all its annotations. `Display` writes the canonical text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    game: &'static GameDescription,
    tags: Vec<Tag>,
    main: RecordLine,
}

/// A tag of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    name: Box<str>,
    value: String,
    pub(crate) at: LineNumber,
}

impl Tag {
    /// The tag name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tag value.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl Record {
    /// The record of a new game.
    pub fn new(spec: &str) -> Result<Record, ParseError> {
        check_value(spec).map_err(|message| ParseError::new("SPEC", message))?;
        let game = abaque_catalog::open(spec)?;
        let tag =
            |name: &str, value: String| Tag { name: name.into(), value, at: LineNumber::default() };
        Ok(Record {
            game: game.description(),
            tags: vec![tag("Game", game.spec()), tag("Result", "*".into())],
            main: RecordLine::new(),
        })
    }

    /// The canonical spec of the game.
    pub fn spec(&self) -> &str {
        self.tag("Game").unwrap_or_default()
    }

    /// The tags in canonical order.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(Tag::value)
    }

    pub(crate) fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| *tag.name == *name)
    }

    pub(crate) fn tag_line(&self, name: &str) -> LineNumber {
        self.find_tag(name).map(|tag| tag.at).unwrap_or_default()
    }

    /// Sets a tag; the error lists the allowed values. The tag `Game` cannot be changed.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<&mut Record, ParseError> {
        self.set_tag_at(name, value, LineNumber::default())
            .map_err(|message| ParseError::new("TAG", message))
    }

    pub(crate) fn set_tag_at(
        &mut self,
        name: &str,
        value: &str,
        at: LineNumber,
    ) -> Result<&mut Self, Message> {
        if name == "Game" {
            return Err(message!(
                "tag Game: the game of a record is given once, first",
                "balise Game\u{a0}: le jeu d'une partie est donné une fois, en tête"
            ));
        }
        check_tag(name, value, &TagContext { spec: self.spec(), game: self.game })?;
        if let Some(tag) = self.tags.iter_mut().find(|tag| *tag.name == *name) {
            (tag.value, tag.at) = (value.into(), at);
            return Ok(self);
        }
        if self.tags.len() == MAX_TAGS {
            return Err(message!(
                "a record has at most {MAX_TAGS} tags",
                "une partie a au plus {MAX_TAGS} balises"
            ));
        }
        let place = self.tags.partition_point(|tag| tag_order(&tag.name) <= tag_order(name));
        self.tags.insert(place, Tag { name: name.into(), value: value.into(), at });
        Ok(self)
    }

    pub(crate) fn set_game_line(&mut self, at: LineNumber) {
        self.tags[0].at = at;
    }

    /// The outcome; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        parse_result(self.result(), self.game).ok().flatten()
    }

    /// The tag `Result`: `b wins ejection`, `draw agreement`, `*`.
    pub fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }

    /// Sets the outcome.
    pub fn set_outcome(&mut self, outcome: Option<Outcome>) -> Result<&mut Record, ParseError> {
        let text = outcome.map_or("*".into(), |outcome| outcome.to_text(self.game.letters));
        self.set_tag("Result", &text)
    }

    /// The main line.
    pub fn main_line(&self) -> &RecordLine {
        &self.main
    }

    /// The main line, for annotation.
    pub fn main_line_mut(&mut self) -> &mut RecordLine {
        &mut self.main
    }

    /// The plies of the main line.
    pub fn plies(&self) -> impl Iterator<Item = &str> {
        self.main.moves.iter().map(RecordMove::ply)
    }

    /// Appends a ply to the main line.
    pub fn push(&mut self, ply: &str) -> Result<&mut RecordMove, ParseError> {
        self.main.push(ply)
    }

    /// Opens the start position of the game.
    pub fn open_start(&self) -> Result<Box<dyn AnyGame>, RecordError> {
        match self.find_tag("Start") {
            Some(start) => abaque_catalog::open_at(self.spec(), &start.value)
                .map_err(|error| RecordError::new(start.at, to_message(&error))),
            None => abaque_catalog::open(self.spec())
                .map_err(|error| RecordError::new(self.tag_line("Game"), to_message(&error))),
        }
    }
}
