//! The facts as sentences.

use abaque_abalone::{Action, Point};
use abaque_bot::Explanation;
use abaque_core::{Message, Seat, message};

use super::{Fact, Measure, Told};

impl Fact {
    /// The fact as a sentence, with the squares and moves it is about.
    pub fn explanation(&self) -> Explanation {
        match *self {
            Fact::LetsPushOff { seat, ball, push, was_in_danger, wins } => {
                let Message { en, fr } = name(seat.other());
                let text = match (was_in_danger, wins) {
                    (_, true) => message!(
                        "Lets {en} push {ball} off with {push} and win.",
                        "Permet à {fr} d'éjecter {ball} par {push} et de gagner."
                    ),
                    (true, false) => message!(
                        "Does not save {ball}: {en} can push it off with {push}.",
                        "Ne sauve pas {ball}\u{a0}: {fr} peut l'éjecter par {push}."
                    ),
                    (false, false) => message!(
                        "Lets {en} push {ball} off with {push}.",
                        "Permet à {fr} d'éjecter {ball} par {push}."
                    ),
                };
                point_out(Explanation::after(text), Some(ball), push)
            }
            Fact::LetsForcePushOff { seat, first, ball } => {
                let Message { en, fr } = name(seat.other());
                let text = match ball {
                    Some(ball) => message!(
                        "Lets {en} push {ball} off in two moves: after {first} it cannot be saved.",
                        "Permet à {fr} d'éjecter {ball} en deux coups\u{a0}: après {first}, rien ne la sauve plus."
                    ),
                    None => message!(
                        "Lets {en} push a ball off in two moves: after {first} no answer saves them all.",
                        "Permet à {fr} d'éjecter une boule en deux coups\u{a0}: après {first}, aucune réponse ne les sauve toutes."
                    ),
                };
                point_out(Explanation::after(text), ball, first)
            }
            Fact::LetsForcePushOffLater { seat, first } => {
                let Message { en, fr } = name(seat.other());
                let text = message!(
                    "Lets {en} push a ball off in three moves: after {first} no defence holds.",
                    "Permet à {fr} d'éjecter une boule en trois coups\u{a0}: après {first}, aucune défense ne tient."
                );
                point_out(Explanation::after(text), None, first)
            }
            Fact::PushesOff { best, ball, wins, told } => {
                let text = match (told, wins) {
                    (Told::AsHint, true) => {
                        message!("Pushes {ball} off and wins.", "Éjecte {ball} et gagne.")
                    }
                    (Told::AsHint, false) => message!("Pushes {ball} off.", "Éjecte {ball}."),
                    (Told::AsMissed, true) => message!(
                        "Misses {best}, which pushes {ball} off and wins.",
                        "Manque {best}, qui éjecte {ball} et gagne."
                    ),
                    (Told::AsMissed, false) => message!(
                        "Misses {best}, which pushes {ball} off.",
                        "Manque {best}, qui éjecte {ball}."
                    ),
                };
                point_out(Explanation::before(text), Some(ball), best)
            }
            Fact::ForcesPushOff { best, ball, told } => {
                let text = match (told, ball) {
                    (Told::AsHint, Some(ball)) => message!(
                        "Wins a ball: whatever the answer, {ball} can be pushed off next.",
                        "Gagne une boule\u{a0}: quelle que soit la réponse, {ball} pourra être éjectée."
                    ),
                    (Told::AsHint, None) => message!(
                        "Wins a ball: no answer saves all those that can be pushed off next.",
                        "Gagne une boule\u{a0}: aucune réponse ne sauve toutes celles qui sont menacées."
                    ),
                    (Told::AsMissed, Some(ball)) => message!(
                        "Misses {best}, which wins a ball: whatever the answer, {ball} can be pushed off next.",
                        "Manque {best}, qui gagne une boule\u{a0}: quelle que soit la réponse, {ball} peut être éjectée ensuite."
                    ),
                    (Told::AsMissed, None) => message!(
                        "Misses {best}, which wins a ball: no answer saves all those that can be pushed off next.",
                        "Manque {best}, qui gagne une boule\u{a0}: aucune réponse ne sauve toutes celles qui seraient menacées."
                    ),
                };
                point_out(Explanation::before(text), None, best)
            }
            Fact::ForcesPushOffLater { best, told } => {
                let text = match told {
                    Told::AsHint => message!(
                        "Wins a ball within three moves, whatever the answers.",
                        "Gagne une boule en trois coups au plus, quelles que soient les réponses."
                    ),
                    Told::AsMissed => message!(
                        "Misses {best}, which wins a ball within three moves, whatever the answers.",
                        "Manque {best}, qui gagne une boule en trois coups au plus, quelles que soient les réponses."
                    ),
                };
                point_out(Explanation::before(text), None, best)
            }
            Fact::Threatens { best, ball, push, told } => {
                let text = match told {
                    Told::AsHint => message!(
                        "Threatens to push {ball} off with {push}.",
                        "Menace d'éjecter {ball} par {push}."
                    ),
                    Told::AsMissed => message!(
                        "Misses {best}, which threatens to push {ball} off with {push}.",
                        "Manque {best}, qui menace d'éjecter {ball} par {push}."
                    ),
                };
                point_out(Explanation::before(text), None, best)
            }
            Fact::Saves { seat, ball, push } => {
                let Message { en, fr } = name(seat.other());
                let text = message!(
                    "Keeps {en} from pushing {ball} off with {push}.",
                    "Empêche {fr} d'éjecter {ball} par {push}."
                );
                point_out(Explanation::before(text), Some(ball), push)
            }
            Fact::Stands { seat, measure, best, other, action, told } => {
                let text = match told {
                    Told::AsHint => plan(measure, seat, best, other),
                    Told::AsMissed => missed_plan(measure, seat, best, other, action),
                };
                point_out(Explanation::before(text), None, action)
            }
        }
    }
}

fn name(seat: Seat) -> Message {
    match seat {
        Seat::First => message!("Black", "Noir"),
        Seat::Second => message!("White", "Blanc"),
    }
}

/// "Black balls" in French.
const fn balls(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "boules noires",
        Seat::Second => "boules blanches",
    }
}

/// Marks a ball and draws a move as an arrow.
fn point_out(told: Explanation, ball: Option<Point>, action: Action) -> Explanation {
    let told = told.with_marks(ball);
    match action {
        Action::Line(line) => match line.rear().step(line.toward()) {
            Some(to) => told.with_arrow(line.rear(), to),
            None => told,
        },
        Action::Arrow(arrow) => arrow
            .points()
            .zip(arrow.targets())
            .fold(told, |told, (from, to)| told.with_arrow(from, to)),
        Action::Place(_) => told,
    }
}

/// What a hint does for the position.
fn plan(measure: Measure, seat: Seat, best: u32, other: u32) -> Message {
    let (Message { en, .. }, fr) = (name(seat), balls(seat));
    let (Message { en: their, .. }, leurs) = (name(seat.other()), balls(seat.other()));
    match measure {
        Measure::Centre => message!(
            "Heads for the centre: {en}'s balls are {best} steps from it in all instead of {other}.",
            "Va vers le centre\u{a0}: les {fr} en sont à {best} pas en tout au lieu de {other}."
        ),
        Measure::Cohesion => message!(
            "Closes ranks: {best} pairs of {en}'s balls touch instead of {other}.",
            "Resserre les rangs\u{a0}: {best} paires de {fr} se touchent au lieu de {other}."
        ),
        Measure::LargestGroup => message!(
            "Joins {en}'s balls: {best} hold together instead of {other}.",
            "Réunit les {fr}\u{a0}: {best} se tiennent au lieu de {other}."
        ),
        Measure::Edge => message!(
            "Leaves the edge: {best} of {en}'s balls stand there instead of {other}.",
            "Quitte le bord\u{a0}: il y reste {best} {fr} au lieu de {other}."
        ),
        Measure::OpposingCentre => message!(
            "Drives {their} back: {best} steps from the centre in all instead of {other}.",
            "Repousse les {leurs}\u{a0}: {best} pas du centre en tout au lieu de {other}."
        ),
        Measure::OpposingCohesion => message!(
            "Breaks up {their}'s balls: {best} pairs of them touch instead of {other}.",
            "Disloque les {leurs}\u{a0}: {best} paires se touchent au lieu de {other}."
        ),
    }
}

/// What a mistake misses for the position.
fn missed_plan(measure: Measure, seat: Seat, best: u32, other: u32, action: Action) -> Message {
    let (Message { en, .. }, fr) = (name(seat), balls(seat));
    let (Message { en: their, .. }, leurs) = (name(seat.other()), balls(seat.other()));
    match measure {
        Measure::Centre => message!(
            "Leaves {en}'s balls farther from the centre: {other} steps in all, but {best} after {action}.",
            "Laisse les {fr} plus loin du centre\u{a0}: {other} pas en tout, contre {best} après {action}."
        ),
        Measure::Cohesion => message!(
            "Leaves {en}'s balls looser: {other} pairs touch, but {best} after {action}.",
            "Laisse les {fr} moins serrées\u{a0}: {other} paires se touchent, contre {best} après {action}."
        ),
        Measure::LargestGroup => message!(
            "Keeps fewer of {en}'s balls together: {other}, but {best} after {action}.",
            "Garde moins de {fr} ensemble\u{a0}: {other}, contre {best} après {action}."
        ),
        Measure::Edge => message!(
            "Leaves more of {en}'s balls on the edge: {other}, but {best} after {action}.",
            "Laisse plus de {fr} au bord\u{a0}: {other}, contre {best} après {action}."
        ),
        Measure::OpposingCentre => message!(
            "Lets {their} stay closer to the centre: {other} steps in all, but {best} after {action}.",
            "Laisse les {leurs} plus près du centre\u{a0}: {other} pas en tout, contre {best} après {action}."
        ),
        Measure::OpposingCohesion => message!(
            "Leaves {their}'s balls more compact: {other} pairs touch, but {best} after {action}.",
            "Laisse les {leurs} plus serrées\u{a0}: {other} paires se touchent, contre {best} après {action}."
        ),
    }
}
