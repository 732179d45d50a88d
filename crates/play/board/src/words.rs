//! What a game says about moves, squares, options and results: in lists and to screen readers.

use abaque_core::{
    BoardEnding, EndReason, Game, GameOptions as _, Message, Outcome, ParseError, Seat, Spec,
    StaticMessage,
};

use crate::painter::{BoardPainter, OptionsOf};
use crate::render::read;

/// The texts of one game. Each method has a default that says nothing in particular.
pub trait BoardWords: BoardPainter {
    /// The colours of the players' pieces in lists, as CSS colours.
    const SEAT_COLOURS: [&'static str; 2];

    /// How every option is offered, in the order of the page.
    const OPTIONS: &'static [OptionTexts];

    /// A ply in a few words, without the player's name: "slides right". `earlier` are the plies
    /// before it. `None` where the notation says as much.
    fn ply_words(ply: &str, earlier: &[&str]) -> Option<Message>;

    /// The contents of squares that the names of pieces do not tell.
    fn square_contents(_: &Self::View) -> SquareContents {
        Vec::new()
    }

    /// How a game with these options was won or drawn on the board: "by pushing off six balls".
    fn ending_phrase(_: &OptionsOf<Self>, _: &BoardEnding) -> Option<Message> {
        None
    }
}

/// An option as players choose it.
#[derive(Debug)]
pub struct OptionTexts {
    /// The key in specs.
    pub key: &'static str,
    /// The question or heading.
    pub title: StaticMessage,
    /// The values on offer. Empty if the value can only be typed.
    pub choices: &'static [OptionChoice],
    /// Whether other values can be typed, among the advanced options; what to type.
    pub typed: Option<StaticMessage>,
}

/// One value of an option.
#[derive(Debug)]
pub struct OptionChoice {
    /// The value in specs.
    pub value: &'static str,
    /// What it means.
    pub name: StaticMessage,
    /// Its picture.
    pub picture: ChoicePicture,
}

impl OptionChoice {
    /// A choice without a picture.
    pub const fn new(value: &'static str, name: StaticMessage) -> OptionChoice {
        OptionChoice { value, name, picture: ChoicePicture::None }
    }

    /// The same choice with a picture.
    pub const fn with(self, picture: ChoicePicture) -> OptionChoice {
        OptionChoice { picture, ..self }
    }
}

/// The picture of a choice, drawn by the game's own board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoicePicture {
    /// No picture.
    None,
    /// The board at the start of a game with this value.
    Start,
    /// The board at this position of a game with this value.
    At(&'static str),
    /// The emblems of these players.
    Emblems(&'static [Seat]),
}

/// Squares by name, each with what stands on it.
pub type SquareContents = Vec<(String, Message)>;

/// The texts of a game with their types erased.
pub struct ErasedWords {
    /// See [`BoardWords::SEAT_COLOURS`].
    pub seat_colours: [&'static str; 2],
    /// See [`BoardWords::OPTIONS`].
    pub options: &'static [OptionTexts],
    /// See [`BoardWords::ply_words`].
    pub ply_words: fn(&str, &[&str]) -> Option<Message>,
    /// See [`BoardWords::square_contents`].
    pub square_contents: fn(&Spec, &str) -> Result<SquareContents, ParseError>,
    /// How an outcome came about; the reason's own phrase where the game has no other.
    pub ending_phrase: fn(&Spec, Outcome) -> Message,
}

impl ErasedWords {
    /// The texts of the board `B`.
    pub const fn new<B: BoardWords>() -> ErasedWords {
        ErasedWords {
            seat_colours: B::SEAT_COLOURS,
            options: B::OPTIONS,
            ply_words: B::ply_words,
            square_contents: |spec, text| Ok(B::square_contents(&read::<B>(spec, text)?)),
            ending_phrase: |spec, outcome| {
                let own = match outcome.reason() {
                    EndReason::Board(ending) => <B::Game as Game>::Options::from_spec(spec)
                        .ok()
                        .and_then(|options| B::ending_phrase(&options, ending)),
                    _ => None,
                };
                own.unwrap_or_else(|| outcome.reason().message())
            },
        }
    }
}

/// Small numbers as words: "six".
pub fn number_word(number: u32) -> Message {
    const WORDS: [(&str, &str); 15] = [
        ("no", "aucune"),
        ("one", "une"),
        ("two", "deux"),
        ("three", "trois"),
        ("four", "quatre"),
        ("five", "cinq"),
        ("six", "six"),
        ("seven", "sept"),
        ("eight", "huit"),
        ("nine", "neuf"),
        ("ten", "dix"),
        ("eleven", "onze"),
        ("twelve", "douze"),
        ("thirteen", "treize"),
        ("fourteen", "quatorze"),
    ];
    match WORDS.get(number as usize) {
        Some((en, fr)) => Message { en: (*en).into(), fr: (*fr).into() },
        None => Message { en: number.to_string(), fr: number.to_string() },
    }
}
