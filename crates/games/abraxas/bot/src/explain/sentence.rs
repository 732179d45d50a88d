//! The facts as sentences.

use abaque_abraxas::{Action, Hole};
use abaque_bot::Explanation;
use abaque_core::{Message, message};

use super::Fact;

impl Fact {
    /// The fact as a sentence, with the holes it is about.
    pub fn explanation(&self) -> Explanation {
        match self {
            Fact::LetsTake { pawns, best, line, ends, either, wins } => {
                let Message { en, fr } =
                    lets_take(*pawns, line, ends.map(|cell| cell.to_string()), *either, *wins);
                let text = match best {
                    _ if *wins => message!("{en}.", "{fr}."),
                    0 => message!(
                        "{en}; after the best play nothing can be taken.",
                        "{fr}\u{a0}; après le meilleur coup, rien n'est à prendre."
                    ),
                    best => message!(
                        "{en}; after the best play {best} at most.",
                        "{fr}\u{a0}; après le meilleur coup, {best} au plus."
                    ),
                };
                Explanation::after(text).with_marks(holes(line))
            }
            Fact::Takes { best, other, wins, stoppable, line, missed } => {
                let Message { en, fr } = pawns(*best);
                let shown = turn_text(line);
                let (unless, sauf) = match stoppable {
                    true => (", unless stopped", " (sauf Stop\u{a0}!)"),
                    false => ("", ""),
                };
                let text = match (missed, wins) {
                    (false, true) => {
                        message!("Takes {en} and wins{unless}.", "Prend {fr} et gagne{sauf}.")
                    }
                    (false, false) => message!(
                        "Takes {en} this turn{unless}.",
                        "Prend {fr} pendant ce tour{sauf}."
                    ),
                    (true, true) => message!(
                        "Misses a win: with {shown} the turn takes {en}{unless}.",
                        "Manque le gain\u{a0}: avec {shown}, le tour prend {fr}{sauf}."
                    ),
                    (true, false) => message!(
                        "Misses pawns: with {shown} the turn takes {en} instead of {other}{unless}.",
                        "Manque des pions\u{a0}: avec {shown}, le tour prend {fr} au lieu de {other}{sauf}."
                    ),
                };
                Explanation::before(text).with_marks(holes(line))
            }
            Fact::NeedlessStop => Explanation::before(message!(
                "Spends a stop pawn for nothing: the push would have made no line.",
                "Dépense un pion d'arrêt pour rien\u{a0}: la poussée n'aurait formé aucun alignement."
            )),
            Fact::LeavesNothing => Explanation::before(message!(
                "Leaves no hole where the opponent can make a line next turn.",
                "Ne laisse aucun trou où l'adversaire puisse former un alignement au tour suivant."
            )),
            Fact::KeepsStops { best, other } => Explanation::before(message!(
                "Spends stop pawns: {other} left, but {best} after the best play.",
                "Dépense des pions d'arrêt\u{a0}: il en reste {other}, contre {best} après le meilleur coup."
            )),
            Fact::Prepares { own, best, other, missed } => {
                let count = best.len();
                let text = match (own, missed) {
                    (true, false) => message!(
                        "Prepares the next own turn: holes where a pawn would make a line, {count} instead of {other}.",
                        "Prépare le prochain tour du joueur\u{a0}: trous où un pion formerait un alignement, {count} au lieu de {other}."
                    ),
                    (true, true) => message!(
                        "Prepares less for the next own turn: holes where a pawn would make a line, {other}, but {count} after the best play.",
                        "Prépare moins le prochain tour du joueur\u{a0}: trous où un pion formerait un alignement, {other}, contre {count} après le meilleur coup."
                    ),
                    (false, false) => message!(
                        "Limits the opponent's turn after next: holes where a pawn would make a line, {count} instead of {other}.",
                        "Limite l'adversaire dans deux tours\u{a0}: trous où un pion formerait un alignement, {count} au lieu de {other}."
                    ),
                    (false, true) => message!(
                        "Helps the opponent's turn after next: holes where a pawn would make a line, {other}, but {count} after the best play.",
                        "Aide l'adversaire dans deux tours\u{a0}: trous où un pion formerait un alignement, {other}, contre {count} après le meilleur coup."
                    ),
                };
                Explanation::before(text).with_marks(best)
            }
        }
    }
}

/// "Lets the opponent line up c3–f6 with re5 >sw and take 2 pawns".
fn lets_take(
    count: u8,
    line: &[Action],
    [first, last]: [String; 2],
    either: bool,
    wins: bool,
) -> Message {
    let Message { en, fr } = pawns(count);
    let lines = line.iter().filter(|action| matches!(action, Action::Push(_))).count();
    let shown = match either {
        true => line.first().map_or(String::new(), Action::to_string),
        false => turn_text(line),
    };
    let (push_en, push_fr) = match either {
        true => (" and either push", " et l'une ou l'autre poussée"),
        false => ("", ""),
    };
    match (lines, wins) {
        (0 | 1, true) => message!(
            "Lets the opponent line up {first}–{last} with {shown}{push_en}, take {en} and win",
            "Permet à l'adversaire d'aligner {first}–{last} par {shown}{push_fr}, de prendre {fr} et de gagner"
        ),
        (0 | 1, false) => message!(
            "Lets the opponent line up {first}–{last} with {shown}{push_en} and take {en}",
            "Permet à l'adversaire d'aligner {first}–{last} par {shown}{push_fr} et de prendre {fr}"
        ),
        (_, true) => message!(
            "Lets the opponent take {en} in one turn and win, unless stopped; it begins with {shown}, lining up {first}–{last}",
            "Permet à l'adversaire de prendre {fr} en un tour et de gagner, sauf Stop\u{a0}!\u{a0}; il commence par {shown}, qui aligne {first}–{last}"
        ),
        (_, false) => message!(
            "Lets the opponent take {en} in one turn, unless stopped, beginning with {shown}, which lines up {first}–{last}",
            "Permet à l'adversaire de prendre {fr} en un tour, sauf Stop\u{a0}!, en commençant par {shown}, qui aligne {first}–{last}"
        ),
    }
}

fn pawns(count: u8) -> Message {
    match count {
        1 => message!("1 pawn", "1 pion"),
        _ => message!("{count} pawns", "{count} pions"),
    }
}

/// The first placement and push of a turn, as in the notation.
fn turn_text(line: &[Action]) -> String {
    let is_capture = matches!(line.first(), Some(Action::Take(_)));
    let end = line.iter().position(|action| matches!(action, Action::Push(_)));
    let end = end.filter(|_| !is_capture);
    let shown: Vec<String> = line[..end.map_or(line.len().min(1), |at| at + 1)]
        .iter()
        .filter(|action| **action != Action::Go)
        .map(Action::to_string)
        .collect();
    shown.join(" ")
}

/// The hole of the first pawn.
fn holes(line: &[Action]) -> Option<Hole> {
    line.iter().find_map(|action| match *action {
        Action::Put(hole) | Action::Stop(hole) | Action::Move { to: hole, .. } => Some(hole),
        _ => None,
    })
}
