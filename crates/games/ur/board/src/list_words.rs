use abaque_board::text;
use abaque_board::words::{BoardWords, ChoicePicture, OptionChoice, OptionTexts};
use abaque_core::{BoardEnding, Message, Seat, message};
use abaque_ur::{Action, Options, Roll};

use crate::Board;

impl BoardWords for Board {
    const SEAT_COLOURS: [&'static str; 2] = ["#ffffff", "#25282f"];

    const OPTIONS: &'static [OptionTexts] = &[
        OptionTexts {
            key: "pieces",
            title: text!("Pieces", "Pions de chaque joueur"),
            choices: &[
                OptionChoice::new("7", text!("Seven", "Sept")).with(ChoicePicture::Start),
                OptionChoice::new("5", text!("Five, a short game", "Cinq, partie courte"))
                    .with(ChoicePicture::Start),
            ],
            typed: None,
        },
        OptionTexts {
            key: "first",
            title: text!("Who starts", "Qui commence"),
            choices: &[
                OptionChoice::new("roll", text!("The dice decide", "Les dés décident"))
                    .with(ChoicePicture::Emblems(&Seat::ALL)),
                OptionChoice::new("w", text!("White", "Blanc"))
                    .with(ChoicePicture::Emblems(&[Seat::First])),
                OptionChoice::new("b", text!("Black", "Noir"))
                    .with(ChoicePicture::Emblems(&[Seat::Second])),
            ],
            typed: None,
        },
    ];

    fn ply_words(ply: &str, _: &[&str]) -> Option<Message> {
        match ply.parse() {
            Ok(Roll::First { white, black }) => {
                return Some(message!(
                    "dice for the start {white}–{black}",
                    "dés du départ {white}–{black}"
                ));
            }
            Ok(Roll::Throw(number)) => {
                return Some(message!("rolls {number}", "lance {number}"));
            }
            Err(_) => {}
        }
        let Action { from, number } = ply.parse().ok()?;
        Some(match from {
            Some(square) => message!("{square} moves {number}", "{square} avance de {number}"),
            None => message!("enters on {number}", "entre en {number}"),
        })
    }

    fn ending_phrase(_: &Options, _: &BoardEnding) -> Option<Message> {
        Some(message!("by bringing every piece home", "en ramenant tous ses pions"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_described_in_words() {
        let words = |ply| Board::ply_words(ply, &[]).unwrap();
        assert_eq!(words("d3").en, "rolls 3");
        assert_eq!(words("s+4").fr, "entre en 4");
        assert_eq!(words("w3+2").en, "w3 moves 2");
    }
}
