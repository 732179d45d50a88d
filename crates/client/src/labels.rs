//! Squares in words, for whoever does not see them.

use abaque_core::{Lang, Words};
use abaque_draw::{Piece, Stage};

/// What the classes of pieces are called: one, several.
const PIECES: &[(&str, Words)] = &[
    ("ball black", Words::new("black ball", "boule noire")),
    ("ball white", Words::new("white ball", "boule blanche")),
    ("pawn red", Words::new("red pawn", "pion rouge")),
    ("pawn stop", Words::new("stop pawn", "pion stop")),
    ("frog red", Words::new("red frog", "grenouille rouge")),
    ("frog purple", Words::new("purple frog", "grenouille pourpre")),
    ("chief", Words::new("chief frog", "grenouille en chef")),
    ("block", Words::new("block", "bloc-pion")),
];

const EMPTY: Words = Words::new("empty", "libre");
const TURNS: [(&str, Words); 2] = [
    ("cw", Words::new("turn the board clockwise", "tourner le plateau dans le sens horaire")),
    (
        "ccw",
        Words::new("turn the board anticlockwise", "tourner le plateau dans le sens antihoraire"),
    ),
];

/// Places without a number.
const NAMES: [(&str, Words); 3] = [
    ("sr", Words::new("Red's start", "départ des rouges")),
    ("sp", Words::new("Purple's start", "départ des pourpres")),
    ("w", Words::new("the pond", "l'étang")),
];

/// A square and what stands on it, bottom to top: "e5: black ball".
pub fn square(stage: &Stage, name: &str, lang: Lang) -> String {
    if let Some((_, words)) = TURNS.iter().find(|(turn, _)| *turn == name) {
        return words.get(lang).to_owned();
    }
    let stands = |piece: &&Piece| {
        let rest = piece.slot.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let word = |piece: &Piece| {
        let known = PIECES.iter().find(|(class, _)| *class == piece.class);
        known.map(|(_, words)| words.get(lang))
    };
    let standing: Vec<&str> = stage.pieces.iter().filter(stands).filter_map(word).collect();
    let own = NAMES.iter().find(|(known, _)| *known == name);
    let name = own.map_or(name, |(_, words)| words.get(lang));
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    if standing.is_empty() {
        format!("{name}{colon} {}", EMPTY.get(lang))
    } else {
        format!("{name}{colon} {}", counted(&standing).join(", "))
    }
}

/// Neighbours that are alike, counted: `3 × red frog`.
fn counted(words: &[&str]) -> Vec<String> {
    let runs = words.chunk_by(|one, other| one == other);
    runs.map(|run| match run {
        [one] => (*one).to_owned(),
        more => format!("{} × {}", more.len(), more[0]),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use abaque_draw::{Options, stage};

    use super::*;

    #[test]
    fn squares_are_told_in_both_languages() {
        let position = "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -";
        let stage = stage("abalone:target=14", position, &Options::default()).unwrap();
        assert_eq!(square(&stage, "e1", Lang::En), "e1: black ball");
        assert_eq!(square(&stage, "e4", Lang::Fr), "e4 : boule blanche");
        assert_eq!(square(&stage, "a1", Lang::En), "a1: empty");
    }

    #[test]
    fn every_piece_of_every_game_has_words() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.info)().name;
            let mut game = abaque_catalog::open(name).unwrap();
            let mut source = abaque_core::SplitMix(7);
            for _ in 0..300 {
                let Some(ply) = next(&*game, &mut source) else { break };
                game.play(&ply).unwrap();
                let stage = stage(&game.spec(), &game.position(), &Options::default()).unwrap();
                for piece in stage.pieces.iter().filter(|piece| piece.class != "rod") {
                    assert!(
                        PIECES.iter().any(|(class, _)| *class == piece.class),
                        "{}",
                        piece.class
                    );
                }
            }
        }
    }

    fn next(
        game: &dyn abaque_catalog::AnyGame,
        source: &mut abaque_core::SplitMix,
    ) -> Option<String> {
        match game.turn() {
            abaque_core::Turn::Over(_) => None,
            abaque_core::Turn::Chance => game.rolls().first().map(|(roll, _)| roll.clone()),
            abaque_core::Turn::Of(_) => game.random_action(source),
        }
    }
}
