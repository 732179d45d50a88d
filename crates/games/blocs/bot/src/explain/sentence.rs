//! The facts as sentences.

use abaque_blocs::{Action, Colour, Field};
use abaque_bot::Explanation;
use abaque_core::{Message, Seat, message};

use super::Fact;

impl Fact {
    /// The fact as a sentence, with the fields it is about.
    pub fn explanation(&self) -> Explanation {
        match self {
            Fact::Changes { from, to, colour, chance } => {
                let (en, fr) = (colour.en(), colour.fr());
                let text = match percent(*chance) {
                    None => message!(
                        "Gives up a block: on {to} it shows a {en} pawn, as its player could know.",
                        "Abandonne un bloc-pion\u{a0}: en {to} il montre un pion {fr}, ce que le joueur pouvait savoir."
                    ),
                    Some(percent) => message!(
                        "Risks a block: on {to} it shows a {en} pawn with a chance of {percent}%.",
                        "Risque un bloc-pion\u{a0}: en {to} il montre un pion {fr} avec une chance de {percent}\u{a0}%."
                    ),
                };
                Explanation::before(text).with_marks([to]).with_arrow(from, to)
            }
            Fact::Takes { step, victim, landing, colour, chance, missed } => {
                let (en, fr) = (colour.en(), colour.fr());
                let line = step.map_or(String::new(), |step| format!("{step} "));
                let text = match (percent(*chance), missed) {
                    (None, false) => message!(
                        "Takes {victim}, which becomes {en}.",
                        "Prend {victim}, qui devient {fr}."
                    ),
                    (Some(percent), false) => message!(
                        "Takes {victim}, which becomes {en} with a chance of {percent}%.",
                        "Prend {victim}, qui devient {fr} avec une chance de {percent}\u{a0}%."
                    ),
                    (None, true) => message!(
                        "Misses {line}x{victim}: the block on {victim} becomes {en}.",
                        "Manque {line}x{victim}\u{a0}: le bloc-pion en {victim} devient {fr}."
                    ),
                    (Some(percent), true) => message!(
                        "Misses {line}x{victim}: the block on {victim} becomes {en} with a chance of {percent}%.",
                        "Manque {line}x{victim}\u{a0}: le bloc-pion en {victim} devient {fr} avec une chance de {percent}\u{a0}%."
                    ),
                };
                let told =
                    Explanation::before(text).with_marks([victim]).with_arrow(victim, landing);
                match step {
                    Some(Action::Move { from, to }) => told.with_arrow(from, to),
                    _ => told,
                }
            }
            Fact::Exposes { seat, played, best } => {
                let (fields, champs) = (list(played, "and"), list(played, "et"));
                let Message { en, fr } = name(seat.other());
                let text = match best {
                    0 => message!(
                        "Leaves {fields} open to capture by {en}; after the best move no block is.",
                        "Laisse {champs} à portée de prise de {fr}\u{a0}; après le meilleur coup, aucun bloc-pion ne l'est."
                    ),
                    best => message!(
                        "Leaves {fields} open to capture by {en}; after the best move at most {best}.",
                        "Laisse {champs} à portée de prise de {fr}\u{a0}; après le meilleur coup, {best} au plus."
                    ),
                };
                Explanation::after(text).with_marks(played)
            }
            Fact::LeavesNothing { seat } => {
                let Message { en, fr } = name(seat.other());
                Explanation::before(message!(
                    "Leaves {en} no capture in the next turn.",
                    "Ne laisse à {fr} aucune prise au tour suivant."
                ))
            }
            Fact::Threatens { best, other, missed, .. } => {
                let (fields, champs) = (list(best, "and"), list(best, "et"));
                let text = match missed {
                    false => message!(
                        "Brings {fields} within reach of a capture.",
                        "Met {champs} à portée de prise."
                    ),
                    true => message!(
                        "Threatens fewer captures: {other} at most, but after the best move {fields}.",
                        "Menace moins de prises\u{a0}: {other} au plus, contre {champs} après le meilleur coup."
                    ),
                };
                // After a turn of the board the fields have other names than before it.
                Explanation::before(text)
            }
        }
    }
}

fn name(seat: Seat) -> Message {
    match Colour::of_player(seat) {
        Colour::Blue => message!("Blue", "Bleu"),
        _ => message!("Red", "Rouge"),
    }
}

/// The chance in whole percent; `None` for certainty.
fn percent((chance, out_of): (u32, u32)) -> Option<u32> {
    let rounded = (chance * 100 + out_of / 2) / out_of.max(1);
    (chance < out_of).then_some(rounded.clamp(1, 99))
}

fn list(fields: &[Field], and: &str) -> String {
    let names: Vec<String> = fields.iter().map(Field::to_string).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} {and} {last}", first.join(", ")),
        _ => names.concat(),
    }
}
