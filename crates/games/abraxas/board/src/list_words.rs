use abaque_abraxas::{Action, Cell, Corner, Hole, HoleSet, Options, Pawn};
use abaque_board::text;
use abaque_board::words::{BoardWords, ChoicePicture, OptionChoice, OptionTexts, number_word};
use abaque_core::{BoardEnding, Message, message};

use crate::Board;

/// A position that shows the arrows of the rim.
const ARROWS: ChoicePicture = ChoicePicture::At("8/8/8/3r4/3r4/2rrrr2/3r4/8 sw 1 17 0-0 3-3 push");

const SHEETS: &[OptionChoice] = &[
    OptionChoice::new("1", text!("1, for a first game", "1, pour débuter"))
        .with(ChoicePicture::Start),
    OptionChoice::new("2", text!("2, easy", "2, facile")).with(ChoicePicture::Start),
    OptionChoice::new("3", text!("3, medium", "3, moyen")).with(ChoicePicture::Start),
    OptionChoice::new("4", text!("4, tricky", "4, corsé")).with(ChoicePicture::Start),
    OptionChoice::new("5", text!("5, hard", "5, difficile")).with(ChoicePicture::Start),
    OptionChoice::new("6", text!("6, for experts", "6, pour experts")).with(ChoicePicture::Start),
];

impl BoardWords for Board {
    // The players share the red pawns: slate for the first, paper for the second.
    const SEAT_COLOURS: [&'static str; 2] = ["#455663", "#fbf5e6"];

    const OPTIONS: &'static [OptionTexts] = &[
        OptionTexts {
            key: "sheet",
            title: text!("Sheet under the plate", "Plateau de jeu sous la plaque"),
            choices: SHEETS,
            typed: Some(text!(
                "your own: 81 characters . and o, top row first",
                "le vôtre : 81 caractères . et o, rangée du haut d'abord"
            )),
        },
        OptionTexts {
            key: "push",
            title: text!("Push direction", "Sens de poussée"),
            choices: &[
                OptionChoice::new("ccw", text!("Anticlockwise only", "Un seul sens, antihoraire"))
                    .with(ARROWS),
                OptionChoice::new("either", text!("Both ways", "Dans les deux sens")).with(ARROWS),
            ],
            typed: None,
        },
        OptionTexts {
            key: "claim",
            title: text!("Who spots the lines", "Qui voit les alignements"),
            choices: &[
                OptionChoice::new("auto", text!("They are shown", "Ils sont signalés")),
                OptionChoice::new(
                    "manual",
                    text!("You find them, or miss them", "À vous de les voir, sinon tant pis"),
                ),
            ],
            typed: None,
        },
        OptionTexts {
            key: "leave",
            title: text!("The three that stay", "Les trois qui restent"),
            choices: &[
                OptionChoice::new(
                    "spread",
                    text!("Not three side by side", "Pas trois côte à côte"),
                ),
                OptionChoice::new("free", text!("Any three", "N'importe lesquels")),
            ],
            typed: None,
        },
        OptionTexts {
            key: "target",
            title: text!("Pawns to win", "Pions pour gagner"),
            choices: &[
                OptionChoice::new("11", text!("Eleven", "Onze")),
                OptionChoice::new("6", text!("Six, a quick game", "Six, partie rapide")),
            ],
            typed: Some(text!("a number from 1 to 12", "un nombre de 1 à 12")),
        },
    ];

    fn ply_words(ply: &str, earlier: &[&str]) -> Option<Message> {
        Some(match ply.parse().ok()? {
            Action::Lay(corner) => {
                let (en, fr) = corner_words(corner);
                message!("plate {en}", "plaque {fr}")
            }
            Action::Put(hole) => message!("pawn in {hole}", "pion en {hole}"),
            Action::Move { from, to } => message!("pawn {from} to {to}", "pion {from} en {to}"),
            Action::Stop(hole) => message!("stop pawn in {hole}", "pion d'arrêt en {hole}"),
            Action::Push(to) => {
                match plate_before(earlier).and_then(|from| slide_words(from, to)) {
                    Some((en, fr)) => message!("slides {en}", "glisse {fr}"),
                    None => {
                        let (en, fr) = corner_words(to);
                        message!("slides {en}", "glisse {fr}")
                    }
                }
            }
            Action::Stay => message!("does not slide", "ne glisse pas"),
            Action::Go => message!("no Stop", "pas de Stop"),
            Action::Take(holes) => {
                let holes = join_holes(holes);
                message!("takes {holes}", "prend {holes}")
            }
            Action::End => message!("stops there", "s'arrête là"),
        })
    }

    /// Holes over a printed dot, which has no piece of its own.
    fn square_contents(view: &Self::View) -> Vec<(String, Message)> {
        let Some(corner) = view.corner() else { return Vec::new() };
        let dotted = Hole::all().filter(|&hole| view.sheet().has_dot(Cell::under(hole, corner)));
        dotted
            .map(|hole| {
                let words = match view.pawn(hole) {
                    None => message!("red dot", "point rouge"),
                    Some(Pawn::Red) => message!("red pawn", "pion rouge"),
                    Some(Pawn::Stop) => message!("stop pawn", "pion d'arrêt"),
                };
                (hole.to_string(), words)
            })
            .collect()
    }

    fn ending_phrase(options: &Options, _: &BoardEnding) -> Option<Message> {
        let pawns = number_word(options.target.into());
        let (en, fr) = (pawns.en, pawns.fr);
        Some(match options.target {
            1 => message!("by taking a pawn", "en prenant un pion"),
            _ => message!("by taking {en} pawns", "en prenant {fr} pions"),
        })
    }
}

/// Where the plate lay after these plies.
fn plate_before(earlier: &[&str]) -> Option<Corner> {
    earlier.iter().rev().find_map(|ply| match ply.parse() {
        Ok(Action::Lay(corner) | Action::Push(corner)) => Some(corner),
        _ => None,
    })
}

fn slide_words(from: Corner, to: Corner) -> Option<(&'static str, &'static str)> {
    let ((x, y), (right, up)) = (from.offset(), to.offset());
    match (right as i8 - x as i8, up as i8 - y as i8) {
        (1, 0) => Some(("right", "à droite")),
        (-1, 0) => Some(("left", "à gauche")),
        (0, 1) => Some(("up", "vers le haut")),
        (0, -1) => Some(("down", "vers le bas")),
        _ => None,
    }
}

const fn corner_words(corner: Corner) -> (&'static str, &'static str) {
    match corner {
        Corner::Sw => ("to the bottom left", "en bas à gauche"),
        Corner::Se => ("to the bottom right", "en bas à droite"),
        Corner::Ne => ("to the top right", "en haut à droite"),
        Corner::Nw => ("to the top left", "en haut à gauche"),
    }
}

fn join_holes(holes: HoleSet) -> String {
    holes.iter().map(|hole| hole.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_name_their_direction() {
        let words = |ply, earlier: &[&str]| Board::ply_words(ply, earlier).unwrap();
        assert_eq!(words(">se", &["@sw", "rd4", "go"]).en, "slides right");
        assert_eq!(words(">ne", &["@sw", ">se"]).fr, "glisse vers le haut");
        assert_eq!(words(">nw", &[]).en, "slides to the top left");
        assert_eq!(words("xc3e3", &[]).fr, "prend c3 e3");
        assert_eq!(words("end", &[]).en, "stops there");
    }

    #[test]
    fn holes_announce_the_dot_below() {
        let options = Options::default();
        let view = <Board as abaque_board::BoardPainter>::read_view(
            &options,
            "8/8/8/3r4/3r4/2rrrr2/3r4/8 sw 1 17 0-0 3-3 push",
        );
        let contents = Board::square_contents(&view.unwrap());
        assert!(contents.iter().any(|(_, words)| words.en == "red dot"));
    }

    #[test]
    fn results_count_taken_pawns() {
        let phrase = Board::ending_phrase(&Options::default(), &abaque_abraxas::endings::TARGET);
        assert_eq!(phrase.unwrap().fr, "en prenant onze pions");
    }
}
