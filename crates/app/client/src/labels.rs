//! Text labels of squares, for screen readers.

use abaque_core::{Lang, StaticMessage};
use abaque_draw::{BoardLayers, Piece};

/// Names of the piece classes: one, several.
const PIECE_NAMES: &[(&str, StaticMessage)] = &[
    ("ball black", StaticMessage::new("black ball", "boule noire")),
    ("ball white", StaticMessage::new("white ball", "boule blanche")),
    ("pawn red", StaticMessage::new("red pawn", "pion rouge")),
    ("pawn stop", StaticMessage::new("stop pawn", "pion stop")),
    ("frog red", StaticMessage::new("red frog", "grenouille rouge")),
    ("frog purple", StaticMessage::new("purple frog", "grenouille pourpre")),
    ("chief", StaticMessage::new("chief frog", "grenouille en chef")),
    ("block", StaticMessage::new("block", "bloc-pion")),
];

const EMPTY: StaticMessage = StaticMessage::new("empty", "libre");
const TURNS: [(&str, StaticMessage); 2] = [
    (
        "cw",
        StaticMessage::new("turn the board clockwise", "tourner le plateau dans le sens horaire"),
    ),
    (
        "ccw",
        StaticMessage::new(
            "turn the board anticlockwise",
            "tourner le plateau dans le sens antihoraire",
        ),
    ),
];

/// Places without a number.
const PLACE_NAMES: [(&str, StaticMessage); 3] = [
    ("sr", StaticMessage::new("Red's start", "départ des rouges")),
    ("sp", StaticMessage::new("Purple's start", "départ des pourpres")),
    ("w", StaticMessage::new("the pond", "l'étang")),
];

/// Label of a square and its pieces, bottom to top: "e5: black ball".
pub fn square_label(stage: &BoardLayers, name: &str, lang: Lang) -> String {
    if let Some((_, words)) = TURNS.iter().find(|(turn, _)| *turn == name) {
        return words.get(lang).to_owned();
    }
    let stands = |piece: &&Piece| {
        let rest = piece.slot.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let word = |piece: &Piece| {
        let known = PIECE_NAMES.iter().find(|(class, _)| *class == piece.class);
        known.map(|(_, words)| words.get(lang))
    };
    let standing: Vec<&str> = stage.pieces.iter().filter(stands).filter_map(word).collect();
    let own = PLACE_NAMES.iter().find(|(known, _)| *known == name);
    let name = own.map_or(name, |(_, words)| words.get(lang));
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    if standing.is_empty() {
        format!("{name}{colon} {}", EMPTY.get(lang))
    } else {
        format!("{name}{colon} {}", count_repeats(&standing).join(", "))
    }
}

/// Collapses equal neighbours: `3 × red frog`.
fn count_repeats(words: &[&str]) -> Vec<String> {
    let runs = words.chunk_by(|one, other| one == other);
    runs.map(|run| match run {
        [one] => (*one).to_owned(),
        more => format!("{} × {}", more.len(), more[0]),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use abaque_draw::{DrawOptions, board_layers};

    use super::*;

    #[test]
    fn squares_are_told_in_both_languages() {
        let position = "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -";
        let stage = board_layers("abalone:target=14", position, &DrawOptions::default()).unwrap();
        assert_eq!(square_label(&stage, "e1", Lang::En), "e1: black ball");
        assert_eq!(square_label(&stage, "e4", Lang::Fr), "e4 : boule blanche");
        assert_eq!(square_label(&stage, "a1", Lang::En), "a1: empty");
    }

    #[test]
    fn every_piece_of_every_game_has_words() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.description)().name;
            let mut game = abaque_catalog::open(name).unwrap();
            let mut source = abaque_core::SplitMix(7);
            for _ in 0..300 {
                let Some(ply) = next(&*game, &mut source) else { break };
                game.play(&ply).unwrap();
                let stage =
                    board_layers(&game.spec(), &game.position(), &DrawOptions::default()).unwrap();
                for piece in stage.pieces.iter().filter(|piece| piece.class != "rod") {
                    assert!(
                        PIECE_NAMES.iter().any(|(class, _)| *class == piece.class),
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
