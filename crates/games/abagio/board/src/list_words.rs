use abaque_abagio::{Action, LeapOrigin, Options, Roll};
use abaque_board::text;
use abaque_board::words::{BoardWords, ChoicePicture, OptionChoice, OptionTexts};
use abaque_core::{BoardEnding, Message, Seat, message};

use crate::Board;

impl BoardWords for Board {
    const SEAT_COLOURS: [&'static str; 2] = ["#d93a33", "#6b3fb5"];

    const OPTIONS: &'static [OptionTexts] = &[OptionTexts {
        key: "first",
        title: text!("Who starts", "Qui commence"),
        choices: &[
            OptionChoice::new("roll", text!("The dice decide", "Les dés décident"))
                .with(ChoicePicture::Emblems(&Seat::ALL)),
            OptionChoice::new("r", text!("Red", "Rouge"))
                .with(ChoicePicture::Emblems(&[Seat::First])),
            OptionChoice::new("p", text!("Purple", "Pourpre"))
                .with(ChoicePicture::Emblems(&[Seat::Second])),
        ],
        typed: None,
    }];

    fn ply_words(ply: &str, _: &[&str]) -> Option<Message> {
        match ply.parse() {
            Ok(Roll::First { red, purple }) => {
                return Some(message!(
                    "dice for the start {red}–{purple}",
                    "dés du départ {red}–{purple}"
                ));
            }
            Ok(Roll::Throw { high, low }) => {
                return Some(message!("rolls {high}–{low}", "lance {high}–{low}"));
            }
            Err(_) => {}
        }
        Some(match ply.parse().ok()? {
            Action::Leap { from: LeapOrigin::Start, number } => {
                message!("start, leaps {number}", "départ, saute de {number}")
            }
            Action::Leap { from: LeapOrigin::On(square), number } => {
                let name = square.name();
                let (en, fr) = (name.en, name.fr);
                message!("{en} leaps {number}", "{fr} saute de {number}")
            }
            Action::Chief(Some(square)) => {
                let name = square.name();
                let (en, fr) = (name.en, name.fr);
                message!("chief to {en}", "chef en {fr}")
            }
            Action::Chief(None) => message!("chief aside", "chef hors du plateau"),
        })
    }

    fn ending_phrase(_: &Options, _: &BoardEnding) -> Option<Message> {
        Some(message!(
            "by bringing all twelve frogs to the pond",
            "en menant ses douze grenouilles à l'étang"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaps_throws_and_the_chief_are_told_in_words() {
        let words = |ply| Board::ply_words(ply, &[]).unwrap();
        assert_eq!(words("d53").en, "rolls 5–3");
        assert_eq!(words("f26").fr, "dés du départ 2–6");
        assert_eq!(words("s+5").fr, "départ, saute de 5");
        assert_eq!(words("e+2").en, "Eight leaps 2");
        assert_eq!(words("t7").en, "chief to 7");
        assert_eq!(words("t-").fr, "chef hors du plateau");
        assert!(Board::ply_words("?", &[]).is_none());
    }
}
