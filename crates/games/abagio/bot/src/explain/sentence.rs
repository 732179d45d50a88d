//! The facts as sentences.

use abaque_abagio::{Action, LeapOrigin, Square};
use abaque_bot::Explanation;
use abaque_core::{Message, message};

use super::{Fact, HitRolls, Measure};

impl Fact {
    /// The fact as a sentence, with the squares it is about.
    pub fn explanation(&self) -> Explanation {
        match self {
            Fact::Exposes { played, best } => {
                let Message { en, fr } = exposed(played);
                let text = match best {
                    0 => message!(
                        "{en}; the best play leaves no shot.",
                        "{fr}\u{a0}; le meilleur coup n'en risque aucun."
                    ),
                    1 => message!(
                        "{en}; after the best play 1 roll hits.",
                        "{fr}\u{a0}; après le meilleur coup, 1 lancer frappe."
                    ),
                    best => message!(
                        "{en}; after the best play {best} rolls hit.",
                        "{fr}\u{a0}; après le meilleur coup, {best} lancers frappent."
                    ),
                };
                Explanation::after(text).with_marks(played.blots.iter().map(|(square, _)| square))
            }
            Fact::ExposesPairs { played, best } => {
                let HitRolls { blots: pairs, any } = played;
                let (en, fr) = names(pairs.iter().map(|(square, _)| *square));
                let Message { en, fr } = match pairs.len() {
                    0 | 1 => message!(
                        "Leaves the pair on {en} to be covered by {any} of 36 rolls",
                        "Laisse la paire en {fr} exposée\u{a0}: {any} lancers sur 36 la couvrent"
                    ),
                    _ => message!(
                        "Leaves pairs on {en}: {any} of 36 rolls cover one",
                        "Laisse des paires en {fr}\u{a0}: {any} lancers sur 36 en couvrent une"
                    ),
                };
                let text = match best {
                    0 => message!(
                        "{en}; after the best play no pair is in danger.",
                        "{fr}\u{a0}; après le meilleur coup, aucune paire n'est en danger."
                    ),
                    1 => message!(
                        "{en}; after the best play 1 roll does.",
                        "{fr}\u{a0}; après le meilleur coup, 1 lancer."
                    ),
                    best => message!(
                        "{en}; after the best play {best} rolls do.",
                        "{fr}\u{a0}; après le meilleur coup, {best} lancers."
                    ),
                };
                Explanation::after(text).with_marks(pairs.iter().map(|(square, _)| square))
            }
            Fact::LeavesNoShot => Explanation::before(message!(
                "Leaves no frog that a roll can hit.",
                "Ne laisse aucune grenouille à portée d'un lancer."
            )),
            Fact::LeavesFewShots(rolls) => {
                let HitRolls { any, .. } = rolls;
                let text = match any {
                    1 => message!(
                        "Takes little risk: 1 roll of 36 hits.",
                        "Risque peu\u{a0}: 1 lancer sur 36 frappe."
                    ),
                    any => message!(
                        "Takes little risk: {any} of 36 rolls hit.",
                        "Risque peu\u{a0}: {any} lancers sur 36 frappent."
                    ),
                };
                Explanation::before(text)
            }
            Fact::Hits { square, leap, missed } => {
                let Message { en, fr } = square.name();
                let text = match missed {
                    false => message!(
                        "Hits the blot on {en}, which goes back to its start.",
                        "Frappe l'isolé en {fr}, qui retourne au départ."
                    ),
                    true => message!(
                        "Misses {leap}, which hits the blot on {en}.",
                        "Manque {leap}, qui frappe l'isolé en {fr}."
                    ),
                };
                let told = Explanation::before(text).with_marks([square]);
                match leap {
                    Action::Leap { from: LeapOrigin::On(from), .. } => {
                        told.with_arrow(from, square)
                    }
                    _ => told,
                }
            }
            Fact::Counts { measure, best, other, missed, .. } => {
                let text = match missed {
                    false => plan(*measure, *best, *other),
                    true => missed_plan(*measure, *best, *other),
                };
                Explanation::before(text)
            }
        }
    }
}

/// "Leaves a blot on 12 that 11 of 36 rolls hit".
fn exposed(rolls: &HitRolls) -> Message {
    let HitRolls { blots, any } = rolls;
    let (en, fr) = names(blots.iter().map(|(square, _)| *square));
    match (blots.len(), any) {
        (0 | 1, 1) => message!(
            "Leaves a blot on {en} that 1 roll of 36 hits",
            "Laisse en {fr} un isolé que 1 lancer sur 36 frappe"
        ),
        (0 | 1, _) => message!(
            "Leaves a blot on {en} that {any} of 36 rolls hit",
            "Laisse en {fr} un isolé que {any} lancers sur 36 frappent"
        ),
        _ => message!(
            "Leaves blots on {en}: {any} of 36 rolls hit one",
            "Laisse des isolés en {fr}\u{a0}: {any} lancers sur 36 en frappent un"
        ),
    }
}

/// "5, 7 and 12", "5, 7 et 12".
fn names(squares: impl Iterator<Item = Square>) -> (String, String) {
    let names: Vec<Message> = squares.map(Square::name).collect();
    let join = |of: &dyn Fn(&Message) -> String, and: &str| match names.as_slice() {
        [] => String::new(),
        [one] => of(one),
        [first @ .., last] => {
            format!("{} {and} {}", first.iter().map(of).collect::<Vec<_>>().join(", "), of(last))
        }
    };
    (join(&|name| name.en.clone(), "and"), join(&|name| name.fr.clone(), "et"))
}

/// What a hint does for the position.
fn plan(measure: Measure, best: u32, other: u32) -> Message {
    match measure {
        Measure::Pond => message!(
            "Brings frogs home: {best} in the pond instead of {other}.",
            "Rentre des grenouilles\u{a0}: {best} dans l'étang au lieu de {other}."
        ),
        Measure::Imprisoned => message!(
            "Takes prisoners: {best} opposing frogs instead of {other}.",
            "Fait des prisonnières\u{a0}: {best} grenouilles adverses au lieu de {other}."
        ),
        Measure::UnderChief => message!(
            "Holds prisoners under the chief: {best} instead of {other}.",
            "Retient des prisonnières sous la grenouille en chef\u{a0}: {best} au lieu de {other}."
        ),
        Measure::Heaps => message!(
            "Builds a heap: {best} squares of the outer path closed to the opponent instead of {other}.",
            "Bâtit un tas\u{a0}: {best} cases fermées à l'adversaire au lieu de {other}."
        ),
        Measure::Home => message!(
            "Brings frogs into play: {best} left at the start instead of {other}.",
            "Met des grenouilles en jeu\u{a0}: il en reste {best} au départ au lieu de {other}."
        ),
        Measure::LostRolls => message!(
            "Blocks: {best} of 36 rolls cannot be played instead of {other}.",
            "Bloque\u{a0}: {best} lancers sur 36 sont injouables au lieu de {other}."
        ),
        Measure::Blots => message!(
            "Tidies up: blots on the outer path, {best} instead of {other}.",
            "Met de l'ordre\u{a0}: isolés sur le chemin extérieur, {best} au lieu de {other}."
        ),
        Measure::Inside => message!(
            "Reaches safety: {best} own frogs on the inner path or in the pond instead of {other}.",
            "Met à l'abri\u{a0}: {best} grenouilles sur le chemin intérieur ou dans l'étang au lieu de {other}."
        ),
    }
}

/// What a mistake misses for the position.
fn missed_plan(measure: Measure, best: u32, other: u32) -> Message {
    match measure {
        Measure::Pond => message!(
            "Brings fewer frogs home: {other} in the pond, {best} after the best play.",
            "Rentre moins de grenouilles\u{a0}: {other} dans l'étang, {best} après le meilleur coup."
        ),
        Measure::Imprisoned => message!(
            "Holds fewer opposing frogs prisoner: {other}, but {best} after the best play.",
            "Tient moins de prisonnières\u{a0}: {other}, contre {best} après le meilleur coup."
        ),
        Measure::UnderChief => message!(
            "Holds fewer opposing frogs under the chief: {other}, but {best} after the best play.",
            "Retient moins de prisonnières sous la grenouille en chef\u{a0}: {other}, contre {best} après le meilleur coup."
        ),
        Measure::Heaps => message!(
            "Closes fewer squares with heaps: {other}, but {best} after the best play.",
            "Ferme moins de cases par des tas\u{a0}: {other}, contre {best} après le meilleur coup."
        ),
        Measure::Home => message!(
            "Leaves more frogs at the start: {other}, but {best} after the best play.",
            "Laisse plus de grenouilles au départ\u{a0}: {other}, contre {best} après le meilleur coup."
        ),
        Measure::LostRolls => message!(
            "Blocks less: {other} of 36 rolls cannot be played, {best} after the best play.",
            "Bloque moins\u{a0}: {other} lancers sur 36 sont injouables, {best} après le meilleur coup."
        ),
        Measure::Blots => message!(
            "Leaves more blots on the outer path: {other}, but {best} after the best play.",
            "Laisse plus d'isolés sur le chemin extérieur\u{a0}: {other}, contre {best} après le meilleur coup."
        ),
        Measure::Inside => message!(
            "Brings fewer frogs to safety: {other} on the inner path or in the pond, {best} after the best play.",
            "Met moins de grenouilles à l'abri\u{a0}: {other} sur le chemin intérieur ou dans l'étang, {best} après le meilleur coup."
        ),
    }
}
