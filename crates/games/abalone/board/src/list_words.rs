use abaque_abalone::{Action, Options, endings};
use abaque_board::text;
use abaque_board::words::{BoardWords, ChoicePicture, OptionChoice, OptionTexts, number_word};
use abaque_core::{BoardEnding, Message, message};

use crate::Board;

const LAYOUTS: &[OptionChoice] = &[
    OptionChoice::new("standard", text!("Classic", "Classique")).with(ChoicePicture::Start),
    OptionChoice::new("belgian-daisy", text!("Belgian daisy", "Marguerite belge"))
        .with(ChoicePicture::Start),
    OptionChoice::new("german-daisy", text!("German daisy", "Marguerite allemande"))
        .with(ChoicePicture::Start),
    OptionChoice::new("dutch-daisy", text!("Dutch daisy", "Marguerite hollandaise"))
        .with(ChoicePicture::Start),
    OptionChoice::new("swiss-daisy", text!("Swiss daisy", "Marguerite suisse"))
        .with(ChoicePicture::Start),
    OptionChoice::new("placed", text!("You place the balls", "On pose les boules"))
        .with(ChoicePicture::Start),
];

impl BoardWords for Board {
    const SEAT_COLOURS: [&'static str; 2] = ["#25282f", "#ffffff"];

    const OPTIONS: &'static [OptionTexts] = &[
        OptionTexts {
            key: "layout",
            title: text!("Starting position", "Position de départ"),
            choices: LAYOUTS,
            typed: None,
        },
        OptionTexts {
            key: "target",
            title: text!("Balls to push off", "Boules à éjecter"),
            choices: &[
                OptionChoice::new("6", text!("Six", "Six boules")),
                OptionChoice::new("4", text!("Four, a quick game", "Quatre, en Concours-Blitz")),
            ],
            typed: Some(text!("a number from 1 to 14", "un nombre de 1 à 14")),
        },
        OptionTexts {
            key: "limit",
            title: text!("After 300 turns without an ejection", "Après 300 tours sans éjection"),
            choices: &[
                OptionChoice::new("draw", text!("The game is drawn", "La partie est nulle")),
                OptionChoice::new(
                    "lead",
                    text!("The lead in balls decides", "L'avance en boules décide"),
                ),
            ],
            typed: None,
        },
    ];

    fn ply_words(ply: &str, _: &[&str]) -> Option<Message> {
        Some(match ply.parse().ok()? {
            Action::Line(line) => {
                let (from, to) = (line.rear(), line.rear().step(line.toward())?);
                message!("{from} to {to}", "{from} en {to}")
            }
            Action::Arrow(arrow) => {
                let (first, last, to) = (arrow.first(), arrow.last(), arrow.targets().next()?);
                message!("{first}–{last} sideways to {to}", "{first}–{last} en flèche vers {to}")
            }
            Action::Place(point) => message!("ball on {point}", "boule en {point}"),
        })
    }

    fn ending_phrase(options: &Options, ending: &BoardEnding) -> Option<Message> {
        if *ending == endings::BLOCKED {
            return Some(message!(
                "because the opponent could not move",
                "car l'adversaire ne pouvait plus jouer"
            ));
        }
        if *ending == endings::LEAD {
            return None;
        }
        let balls = number_word(options.target().into());
        let (en, fr) = (balls.en, balls.fr);
        Some(match options.target() {
            1 => message!("by pushing off a ball", "en éjectant une boule"),
            _ => message!("by pushing off {en} balls", "en éjectant {fr} boules"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_described_in_words() {
        let words = |ply| Board::ply_words(ply, &[]).map(|words| (words.en, words.fr));
        let pair = |en: &str, fr: &str| Some((en.to_owned(), fr.to_owned()));
        assert_eq!(words("a1b2"), pair("a1 to b2", "a1 en b2"));
        assert_eq!(words("@e5"), pair("ball on e5", "boule en e5"));
        assert_eq!(words("c3c5d3"), pair("c3–c5 sideways to d3", "c3–c5 en flèche vers d3"));
        assert_eq!(words("?"), None);
    }

    #[test]
    fn endings_name_what_was_pushed_off() {
        let phrase = |options| Board::ending_phrase(&options, &endings::EJECTION).unwrap();
        assert_eq!(phrase(Options::default()).en, "by pushing off six balls");
        let blitz = Options::new(4, abaque_abalone::Layout::Standard).unwrap();
        assert_eq!(phrase(blitz).fr, "en éjectant quatre boules");
        assert_eq!(Board::ending_phrase(&blitz, &endings::LEAD), None, "its own phrase will do");
    }
}
