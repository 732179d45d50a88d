use abaque_abagio::{Action, LeapOrigin, Options, Roll};
use abaque_board::text;
use abaque_board::words::{BoardWords, ChoicePicture, OptionChoice, OptionTexts, SquareContents};
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

    /// The frogs in the pond, which are drawn as part of it.
    fn square_contents(view: &Self::View) -> SquareContents {
        let [red, purple] = Seat::ALL.map(|seat| view.pond(seat));
        let contents = match (red, purple) {
            (0, 0) => return SquareContents::new(),
            (red, 0) => message!("{red} × red frog", "{red} × grenouille rouge"),
            (0, purple) => message!("{purple} × purple frog", "{purple} × grenouille pourpre"),
            (red, purple) => message!(
                "{red} × red frog, {purple} × purple frog",
                "{red} × grenouille rouge, {purple} × grenouille pourpre"
            ),
        };
        vec![("w".to_owned(), contents)]
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
    use abaque_board::BoardPainter;

    use super::*;

    #[test]
    fn leaps_throws_and_the_chief_are_described_in_words() {
        let words = |ply| Board::ply_words(ply, &[]).unwrap();
        assert_eq!(words("d53").en, "rolls 5–3");
        assert_eq!(words("f26").fr, "dés du départ 2–6");
        assert_eq!(words("s+5").fr, "départ, saute de 5");
        assert_eq!(words("e+2").en, "Eight leaps 2");
        assert_eq!(words("t7").en, "chief to 7");
        assert_eq!(words("t-").fr, "chef hors du plateau");
        assert!(Board::ply_words("?", &[]).is_none());
    }

    #[test]
    fn frogs_in_the_pond_are_counted() {
        let contents = |view: &str| {
            let view = Board::read_view(&Options::default(), view).unwrap();
            Board::square_contents(&view).into_iter().map(|(_, words)| words.en).collect::<Vec<_>>()
        };
        let both = contents("14=p,18=p,r5=r,r4=r 0-2 10-8 r 5.4");
        assert_eq!(both, ["10 × red frog, 8 × purple frog"]);
        assert_eq!(contents("5=r,10=r,14=p,18=p 0-10 10-0 r chief"), ["10 × red frog"]);
    }
}
