use abaque_blocs::{Colour, Phase, Rod};
use abaque_core::{Game, Lang, Options, Said, said};

use super::shown::{RodSeen, Shown};
use crate::kit::frame::turn_words;

/// What is due.
pub(super) fn acts(view: &Shown) -> Said {
    match view.phase {
        Phase::Setup(_) => said!("sets up in secret", "prépare en secret"),
        Phase::Lot => said!("The lot decides who starts", "Le sort décide qui commence"),
        Phase::Move(_) => said!("to move", "au trait"),
        Phase::Act(_, field) => {
            said!("takes or turns ({field})", "prend ou tourne ({field})")
        }
        Phase::Over(_) => said!("", ""),
    }
}

/// A rod's letter as in positions, `?` if it is not known and `.` if there is none.
pub(super) const fn rod_letter(rod: RodSeen) -> char {
    match rod {
        RodSeen::Absent => '.',
        RodSeen::Unknown => '?',
        RodSeen::Known(rod, false) => rod.letter(),
        RodSeen::Known(Rod::Small, true) => 'S',
        RodSeen::Known(Rod::Large, true) => 'L',
    }
}

/// The board in words: field by field as in positions, and who shows how many.
pub(super) fn describe(view: &Shown, lang: Lang) -> String {
    let info = <abaque_blocs::Blocs as Game>::Options::info();
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
    let words = said!(
        "Blocks shown: {blue} blue, {red} red, {neutral} neutral. By field, with rod and pawns from bottom to top: {blocks}. ",
        "Blocs-pions montrés : {blue} bleus, {red} rouges, {neutral} neutres. Par emplacement, avec la tige et les pions de bas en haut : {blocks}. "
    );
    words.get(lang).to_owned() + &turn_words(info, view.turn(), lang, &acts(view))
}
