use abaque_blocs::{Action, BlockView, Colour, Options, QuarterTurn, Rod, Roll, endings};
use abaque_board::text;
use abaque_board::words::{BoardWords, ChoicePicture, OptionChoice, OptionTexts};
use abaque_core::{BoardEnding, Message, Seat, message};

use crate::Board;
use crate::visible_board::RodKnowledge;

impl BoardWords for Board {
    const SEAT_COLOURS: [&'static str; 2] = ["#2767c9", "#d93a33"];

    const OPTIONS: &'static [OptionTexts] = &[
        OptionTexts {
            key: "first",
            title: text!("Who starts", "Qui commence"),
            choices: &[
                OptionChoice::new("b", text!("Blue", "Bleu"))
                    .with(ChoicePicture::Emblems(&[Seat::First])),
                OptionChoice::new("r", text!("Red", "Rouge"))
                    .with(ChoicePicture::Emblems(&[Seat::Second])),
                OptionChoice::new("lot", text!("Random", "Au hasard"))
                    .with(ChoicePicture::Emblems(&Seat::ALL)),
            ],
            typed: None,
        },
        OptionTexts {
            key: "zone",
            title: text!("Rods each player plants", "Tiges plantées par chaque joueur"),
            choices: &[
                OptionChoice::new("8", text!("Eight", "Huit")).with(ChoicePicture::Start),
                OptionChoice::new("10", text!("Ten", "Dix")).with(ChoicePicture::Start),
            ],
            typed: None,
        },
        OptionTexts {
            key: "rods",
            title: text!("Rods already planted", "Tiges déjà plantées"),
            choices: &[],
            typed: Some(text!(
                "44 characters s, l and . in the order of positions, for a rematch on the turned board",
                "44 caractères s, l et . dans l'ordre des positions, pour une revanche sur le plateau tourné"
            )),
        },
    ];

    fn ply_words(ply: &str, _: &[&str]) -> Option<Message> {
        if let Ok(Roll(seat)) = ply.parse() {
            return Some(match seat {
                Seat::First => message!("Blue starts", "Bleu commence"),
                Seat::Second => message!("Red starts", "Rouge commence"),
            });
        }
        Some(match ply.parse().ok()? {
            Action::Setup(_) => message!("set-up", "mise en place"),
            Action::Move { from, to } => message!("{from} to {to}", "{from} en {to}"),
            Action::Take(field) => message!("takes {field}", "prend {field}"),
            Action::Turn(QuarterTurn::Cw) => {
                message!("turns clockwise", "tourne dans le sens horaire")
            }
            Action::Turn(QuarterTurn::Ccw) => {
                message!("turns anticlockwise", "tourne dans le sens antihoraire")
            }
            Action::Pass => message!("passes", "passe son tour"),
        })
    }

    fn square_contents(view: &Self::View) -> Vec<(String, Message)> {
        let words = |rod: RodKnowledge, block: Option<BlockView>| {
            let (rod_en, rod_fr) = rod_words(rod);
            let Some(block) = block else {
                return Message { en: rod_en.to_owned(), fr: rod_fr.to_owned() };
            };
            let (en, fr) = block_words(block.shown);
            let pawns = |unknown: &str, name: fn(Colour) -> &'static str| {
                let pawns = block.pawns.map(|pawn| pawn.map_or(unknown, name));
                pawns.join(", ")
            };
            let (inside, dedans) = (pawns("hidden", Colour::en), pawns("caché", Colour::fr));
            message!(
                "{en}, {rod_en}, pawns from the bottom: {inside}",
                "{fr}, {rod_fr}, pions depuis le bas\u{a0}: {dedans}"
            )
        };
        let fields = view.fields.iter();
        fields.map(|(field, rod, block)| (field.to_string(), words(*rod, *block))).collect()
    }

    fn ending_phrase(_: &Options, ending: &BoardEnding) -> Option<Message> {
        (*ending == endings::STUCK).then(|| {
            message!("because neither player could act", "car plus personne ne pouvait jouer")
        })
    }
}

const fn rod_words(rod: RodKnowledge) -> (&'static str, &'static str) {
    match rod {
        RodKnowledge::Absent => ("no rod", "sans tige"),
        RodKnowledge::Unknown => ("hidden rod", "tige cachée"),
        RodKnowledge::Known(Rod::Small, _) => ("small rod", "petite tige"),
        RodKnowledge::Known(Rod::Large, _) => ("large rod", "grande tige"),
    }
}

const fn block_words(shown: Colour) -> (&'static str, &'static str) {
    match shown {
        Colour::Blue => ("blue block", "bloc-pion bleu"),
        Colour::Red => ("red block", "bloc-pion rouge"),
        Colour::Neutral => ("neutral block", "bloc-pion neutre"),
    }
}

#[cfg(test)]
mod tests {
    use abaque_board::BoardPainter as _;
    use abaque_core::{Game as _, SplitMix};

    use super::*;

    #[test]
    fn moves_are_described_in_words() {
        let words = |ply| Board::ply_words(ply, &[]).unwrap();
        assert_eq!(words("ccw").en, "turns anticlockwise");
        assert_eq!(words("first:r").fr, "Rouge commence");
        let setup = abaque_blocs::PRESETS[0].to_setup(&Options::default(), Seat::First);
        assert_eq!(words(&Action::Setup(setup).to_string()).en, "set-up");
        assert!(Board::ply_words("?", &[]).is_none());
    }

    /// A view announces what its owner sees, and no more.
    #[test]
    fn squares_tell_colour_rod_and_known_pawns() {
        let options = Options::default();
        let mut game = abaque_blocs::Blocs::start(&options);
        let mut source = SplitMix(5);
        for _ in 0..2 {
            game.play(game.random_action(&mut source).unwrap()).unwrap();
        }
        let view = game.view(abaque_core::Observer::Player(Seat::First)).to_string();
        let contents = Board::square_contents(&Board::read_view(&options, &view).unwrap());
        let told = |field: &str| contents.iter().find(|(name, _)| name == field).unwrap().1.clone();
        assert!(told("d1").en.starts_with("blue block, "), "{}", told("d1").en);
        assert!(!told("d1").en.contains("hidden"), "{}", told("d1").en);
        assert!(told("d8").fr.starts_with("bloc-pion rouge, "), "{}", told("d8").fr);
        assert!(told("d8").fr.contains("caché"), "{}", told("d8").fr);
    }
}
