use abaque_core::StaticMessage;

/// A term of the rule sheet, for tooltips, help and commentary (ABA-16).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlossaryEntry {
    /// The sheet's term and its English translation.
    pub word: StaticMessage,
    /// The definition.
    pub meaning: StaticMessage,
}

const fn entry(word: StaticMessage, meaning: StaticMessage) -> GlossaryEntry {
    GlossaryEntry { word, meaning }
}

/// The ten terms of the sheet, in its order.
pub static GLOSSARY: [GlossaryEntry; 10] = [
    entry(
        StaticMessage::new("appui", "appui"),
        StaticMessage::new(
            "A ball hemmed in by the opponent, or the position of the balls that hem it in.",
            "Boule encerclée par l'adversaire, ou position des boules qui l'encerclent.",
        ),
    ),
    entry(
        StaticMessage::new("det", "det"),
        StaticMessage::new(
            "Said of a ball that is about to be ejected and cannot be saved, whatever its owner plays.",
            "Se dit d'une boule qui va être éjectée et que rien ne peut sauver, quoi que joue son camp.",
        ),
    ),
    entry(
        StaticMessage::new("eject", "éject"),
        StaticMessage::new(
            "To push a ball off the board; also said of the ball that is out for good.",
            "Pousser une boule hors du plateau\u{a0}; se dit aussi de la boule définitivement sortie.",
        ),
    ),
    entry(
        StaticMessage::new("arrow", "flèche"),
        StaticMessage::new(
            "A move of two or three balls sideways to their line, onto free points only.",
            "Mouvement de deux ou trois boules de côté par rapport à leur ligne, vers des points libres.",
        ),
    ),
    entry(
        StaticMessage::new("gambit", "gambit"),
        StaticMessage::new(
            "A ball given up on purpose for a later gain.",
            "Boule que l'on abandonne exprès pour gagner davantage plus tard.",
        ),
    ),
    entry(
        StaticMessage::new("line", "ligne"),
        StaticMessage::new(
            "A move of a group along the line its balls form.",
            "Mouvement d'un groupe dans l'axe que forment ses boules.",
        ),
    ),
    entry(
        StaticMessage::new("move", "mouvement"),
        StaticMessage::new(
            "One, two or three balls going one point further without pushing the opponent.",
            "Une, deux ou trois boules avancées d'un point sans pousser l'adversaire.",
        ),
    ),
    entry(
        StaticMessage::new("pac", "pac"),
        StaticMessage::new(
            "Equal groups face to face on one axis: neither can push the other there.",
            "Groupes égaux face à face sur un axe\u{a0}: aucun ne peut y pousser l'autre.",
        ),
    ),
    entry(
        StaticMessage::new("push", "poussée"),
        StaticMessage::new(
            "Moving opposing balls back by a move in line of a larger group.",
            "Fait de faire reculer des boules adverses par un groupe plus nombreux en ligne.",
        ),
    ),
    entry(
        StaticMessage::new("sumito", "sumito"),
        StaticMessage::new(
            "Superior numbers on one axis: 2 on 1, 3 on 1 or 3 on 2.",
            "Supériorité numérique sur un axe\u{a0}: 2 sur 1, 3 sur 1 ou 3 sur 2.",
        ),
    ),
];
