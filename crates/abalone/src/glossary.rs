use abaque_core::Words;

/// A word of the sheet, for tooltips, help and commentary (ABA-16).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The sheet's word and how it is said in English.
    pub word: Words,
    /// What it means.
    pub meaning: Words,
}

const fn word(word: Words, meaning: Words) -> Word {
    Word { word, meaning }
}

/// The ten words of the sheet, in its order.
pub static GLOSSARY: [Word; 10] = [
    word(
        Words::new("appui", "appui"),
        Words::new(
            "A ball hemmed in by the opponent, or the position of the balls that hem it in.",
            "Boule encerclée par l'adversaire, ou position des boules qui l'encerclent.",
        ),
    ),
    word(
        Words::new("det", "det"),
        Words::new(
            "Said of a ball that is about to be ejected and cannot be saved, whatever its owner plays.",
            "Se dit d'une boule qui va être éjectée et que rien ne peut sauver, quoi que joue son camp.",
        ),
    ),
    word(
        Words::new("eject", "éject"),
        Words::new(
            "To push a ball off the board; also said of the ball that is out for good.",
            "Pousser une boule hors du plateau ; se dit aussi de la boule définitivement sortie.",
        ),
    ),
    word(
        Words::new("arrow", "flèche"),
        Words::new(
            "A move of two or three balls sideways to their line, onto free points only.",
            "Mouvement de deux ou trois boules de côté par rapport à leur ligne, vers des points libres.",
        ),
    ),
    word(
        Words::new("gambit", "gambit"),
        Words::new(
            "A ball given up on purpose for a later gain.",
            "Boule que l'on abandonne exprès pour gagner davantage plus tard.",
        ),
    ),
    word(
        Words::new("line", "ligne"),
        Words::new(
            "A move of a group along the line its balls form.",
            "Mouvement d'un groupe dans l'axe que forment ses boules.",
        ),
    ),
    word(
        Words::new("move", "mouvement"),
        Words::new(
            "One, two or three balls going one point further without pushing the opponent.",
            "Une, deux ou trois boules avancées d'un point sans pousser l'adversaire.",
        ),
    ),
    word(
        Words::new("pac", "pac"),
        Words::new(
            "Equal groups face to face on one axis: neither can push the other there.",
            "Groupes égaux face à face sur un axe : aucun ne peut y pousser l'autre.",
        ),
    ),
    word(
        Words::new("push", "poussée"),
        Words::new(
            "Moving opposing balls back by a move in line of a larger group.",
            "Fait de faire reculer des boules adverses par un groupe plus nombreux en ligne.",
        ),
    ),
    word(
        Words::new("sumito", "sumito"),
        Words::new(
            "Superior numbers on one axis: 2 on 1, 3 on 1 or 3 on 2.",
            "Supériorité numérique sur un axe : 2 sur 1, 3 sur 1 ou 3 sur 2.",
        ),
    ),
];
