use abaque_blocs::{Blocs, Options, deduce};
use abaque_board::puzzles::{BoardPuzzles, DeductionForm, DeductionPart, PuzzleTexts};
use abaque_board::{StaticMessage, text};
use abaque_core::{Game, GameOptions as _, Spec};

use crate::Board;

impl BoardPuzzles for Board {
    const PUZZLES: PuzzleTexts =
        PuzzleTexts { themes: THEMES, deduction: Some(&DEDUCTION), ..PuzzleTexts::DEFAULT };
}

const THEMES: &[(&str, StaticMessage)] = &[
    ("best-move", text!("best move", "meilleur coup")),
    ("step", text!("one rod", "une tige")),
    ("leap", text!("two rods", "deux tiges")),
    ("sure-win", text!("forced win", "gain forcé")),
    ("deduction", text!("deduction", "déduction")),
    ("last-rod", text!("last rod", "dernière tige")),
    ("counting-pawns", text!("counting pawns", "compter les pions")),
    ("counting-rods", text!("counting rods", "compter les tiges")),
    ("colour", text!("change of colour", "changement de couleur")),
];

/// What is in a block.
const DEDUCTION: DeductionForm = DeductionForm {
    task: text!(
        "One hidden pawn or rod is certain. Tap its block and say what it is.",
        "Un pion caché ou une tige est certain. Touchez le bloc-pion et dites ce que c'est."
    ),
    square_label: text!("Block", "Bloc-pion"),
    parts: &[
        DeductionPart { key: "rod", name: text!("its rod", "sa tige"), values: ROD_SIZES },
        DeductionPart {
            key: "bottom",
            name: text!("the bottom pawn", "le pion du bas"),
            values: PAWN_COLOURS,
        },
        DeductionPart {
            key: "middle",
            name: text!("the middle pawn", "le pion du milieu"),
            values: PAWN_COLOURS,
        },
        DeductionPart {
            key: "top",
            name: text!("the top pawn", "le pion du haut"),
            values: PAWN_COLOURS,
        },
    ],
    hidden_squares,
};

const PAWN_COLOURS: &[(&str, StaticMessage)] = &[
    ("b", text!("blue", "bleu")),
    ("r", text!("red", "rouge")),
    ("n", text!("neutral", "neutre")),
];

const ROD_SIZES: &[(&str, StaticMessage)] =
    &[("s", text!("small rod", "petite tige")), ("l", text!("large rod", "grande tige"))];

/// Squares of blocks with a hidden rod or pawn.
fn hidden_squares(spec: &str, position: &str) -> Vec<String> {
    let read = || {
        let spec: Spec = spec.parse().ok()?;
        let view = Blocs::parse_view(&Options::from_spec(&spec).ok()?, position).ok()?;
        let hidden = deduce(&view).into_iter().filter(|block| {
            let seen = view.block(block.field);
            view.rod(block.field).is_none()
                || seen.is_some_and(|seen| seen.pawns.iter().any(Option::is_none))
        });
        Some(hidden.map(|block| block.field.to_string()).collect())
    };
    read().unwrap_or_default()
}
