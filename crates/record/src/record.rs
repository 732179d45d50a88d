use abaque_catalog::AnyGame;
use abaque_core::{BadText, Outcome, Said, said};

use crate::error::{At, RecordError, told};
use crate::limits::MAX_TAGS;
use crate::line::{Line, Move};
use crate::tags::{Context, check_tag, check_value, rank, read_result};

/// A game as it was played, with everything noted about it. `Display` writes it canonically.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    letters: [char; 2],
    tags: Vec<Tag>,
    main: Line,
}

/// A tag of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    name: Box<str>,
    value: String,
    pub(crate) at: At,
}

impl Tag {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl Record {
    /// A record of a game that has just begun.
    pub fn new(spec: &str) -> Result<Record, BadText> {
        check_value(spec).map_err(|said| BadText::new("SPEC", said))?;
        let game = abaque_catalog::open(spec)?;
        let tag = |name: &str, value: String| Tag { name: name.into(), value, at: At::default() };
        Ok(Record {
            letters: game.info().letters,
            tags: vec![tag("Game", game.spec()), tag("Result", "*".into())],
            main: Line::new(),
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
        self.find(name).map(Tag::value)
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| *tag.name == *name)
    }

    pub(crate) fn tag_line(&self, name: &str) -> At {
        self.find(name).map(|tag| tag.at).unwrap_or_default()
    }

    /// Sets a tag; the error says what its value may be. The game itself cannot be changed.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<&mut Record, BadText> {
        self.put_tag(name, value, At::default()).map_err(|said| BadText::new("TAG", said))
    }

    pub(crate) fn put_tag(&mut self, name: &str, value: &str, at: At) -> Result<&mut Self, Said> {
        if name == "Game" {
            return Err(said!(
                "tag Game: the game of a record is given once, first",
                "balise Game : le jeu d'une partie est donné une fois, en tête"
            ));
        }
        check_tag(name, value, &Context { spec: self.spec(), letters: self.letters })?;
        if let Some(tag) = self.tags.iter_mut().find(|tag| *tag.name == *name) {
            (tag.value, tag.at) = (value.into(), at);
            return Ok(self);
        }
        if self.tags.len() == MAX_TAGS {
            return Err(said!(
                "a record has at most {MAX_TAGS} tags",
                "une partie a au plus {MAX_TAGS} balises"
            ));
        }
        let place = self.tags.partition_point(|tag| rank(&tag.name) <= rank(name));
        self.tags.insert(place, Tag { name: name.into(), value: value.into(), at });
        Ok(self)
    }

    pub(crate) fn set_game_line(&mut self, at: At) {
        self.tags[0].at = at;
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        read_result(self.result(), self.letters).ok().flatten()
    }

    /// The tag `Result`: `b wins ejection`, `draw agreement`, `*`.
    pub fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }

    /// Sets how the game ended.
    pub fn set_outcome(&mut self, outcome: Option<Outcome>) -> Result<&mut Record, BadText> {
        let text = outcome.map_or("*".into(), |outcome| outcome.text(self.letters));
        self.set_tag("Result", &text)
    }

    /// The main line.
    pub fn main(&self) -> &Line {
        &self.main
    }

    /// The main line, to be annotated.
    pub fn main_mut(&mut self) -> &mut Line {
        &mut self.main
    }

    /// The plies of the main line.
    pub fn plies(&self) -> impl Iterator<Item = &str> {
        self.main.moves.iter().map(Move::ply)
    }

    /// Appends a ply to the main line.
    pub fn push(&mut self, ply: &str) -> Result<&mut Move, BadText> {
        self.main.push(ply)
    }

    /// The position the game begins from.
    pub fn open(&self) -> Result<Box<dyn AnyGame>, RecordError> {
        match self.find("Start") {
            Some(start) => abaque_catalog::open_at(self.spec(), &start.value)
                .map_err(|error| RecordError::new(start.at, told(&error))),
            None => abaque_catalog::open(self.spec())
                .map_err(|error| RecordError::new(self.tag_line("Game"), told(&error))),
        }
    }
}
