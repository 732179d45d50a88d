use abaque_blocs::{Colour, Phase, Rod};
use abaque_core::{Game, GameOptions, Lang, Message, message};

use super::visible_board::{RodKnowledge, VisibleBoard};
use abaque_board::kit::frame::turn_sentence;

/// Describes what must happen next.
pub(super) fn due_action(view: &VisibleBoard) -> Message {
    match view.phase {
        Phase::Setup(_) => message!("sets up in secret", "fait sa mise en place secrète"),
        Phase::Lot => message!("A random draw decides who starts", "Le sort désigne qui commence"),
        Phase::Move(_) => message!("to move", "à lui de jouer"),
        Phase::Act(_, field) => {
            message!("takes or turns the board ({field})", "prend ou tourne le plateau ({field})")
        }
        Phase::Over(_) => message!("", ""),
    }
}

/// A rod's letter as in positions; `?` if unknown and `.` if absent.
pub(super) const fn rod_letter(rod: RodKnowledge) -> char {
    match rod {
        RodKnowledge::Absent => '.',
        RodKnowledge::Unknown => '?',
        RodKnowledge::Known(rod, false) => rod.letter(),
        RodKnowledge::Known(Rod::Small, true) => 'S',
        RodKnowledge::Known(Rod::Large, true) => 'L',
    }
}

/// Describes the board: field by field as in positions, then the number of blocks per colour.
pub(super) fn describe(view: &VisibleBoard, lang: Lang) -> String {
    let info = <abaque_blocs::Blocs as Game>::Options::description();
    let blocks: Vec<String> = view
        .fields
        .iter()
        .filter_map(|(field, rod, block)| {
            let block = (*block)?;
            let pawns: String =
                block.pawns.iter().map(|pawn| pawn.map_or('?', Colour::letter)).collect();
            let shown = match lang {
                Lang::En => block.shown.en(),
                Lang::Fr => block.shown.fr(),
            };
            Some(format!("{field} {shown} ({} {pawns})", rod_letter(*rod)))
        })
        .collect();
    let [blue, red, neutral] = view.counts;
    let blocks = if blocks.is_empty() { "-".to_owned() } else { blocks.join(", ") };
    let words = message!(
        "Blocks shown: {blue} blue, {red} red, {neutral} neutral. By field, with rod and pawns from bottom to top: {blocks}. ",
        "Blocs-pions montrés\u{a0}: {blue} bleus, {red} rouges, {neutral} neutres. Par emplacement, avec la tige et les pions de bas en haut\u{a0}: {blocks}. "
    );
    words.get(lang).to_owned() + &turn_sentence(info, view.turn(), lang, &due_action(view))
}
