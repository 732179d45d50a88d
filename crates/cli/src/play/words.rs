//! What can be typed at the table beside actions, in both languages at once.

use abaque_core::{Lang, Words};

/// Something asked for at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Help,
    List,
    Board,
    Flip,
    Notes,
    Hint,
    Undo,
    Draw,
    Resign,
    LetPass,
    Random,
    Save(Option<String>),
    Rules,
    Quit,
    /// Something for the others at the table.
    Say(String),
    Accept,
    Decline,
    Abort,
    Claim,
    Rematch,
    /// The action with this number in the list, from 1.
    Pick(usize),
    /// Anything else: an action.
    Action(String),
}

/// Where one plays: what can be typed depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Whether the game has windows to interrupt (ABR-15).
    pub(crate) windows: bool,
    /// Whether the table is on a server.
    pub(crate) online: bool,
}

/// Where a word is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Everywhere,
    /// At one terminal.
    Here,
    /// At a table on a server.
    Online,
}

struct Word {
    order: Order,
    names: &'static [&'static str],
    help: Words,
    /// Whether only games with windows know it (ABR-15).
    window: bool,
    known: Known,
}

/// A word of every table.
const fn word(
    order: Order,
    names: &'static [&'static str],
    en: &'static str,
    fr: &'static str,
) -> Word {
    Word { order, names, help: Words::new(en, fr), window: false, known: Known::Everywhere }
}

impl Word {
    const fn here(mut self) -> Word {
        self.known = Known::Here;
        self
    }

    const fn online(mut self) -> Word {
        self.known = Known::Online;
        self
    }

    const fn window(mut self) -> Word {
        self.window = true;
        self
    }
}

static WORDS: &[Word] = &[
    word(Order::Help, &["help", "aide", "?"], "this help", "cette aide"),
    word(
        Order::List,
        &["list", "liste"],
        "number the actions; then type a number",
        "numéroter les actions ; puis taper un numéro",
    ),
    word(Order::Board, &["board", "plateau"], "show the board again", "remontrer le plateau"),
    word(Order::Flip, &["flip", "tourner"], "look from the other side", "voir de l'autre côté"),
    word(
        Order::Notes,
        &["notes", "remarques"],
        "what a knowing onlooker would point out",
        "ce qu'un connaisseur ferait remarquer",
    ),
    word(
        Order::Hint,
        &["hint", "conseil"],
        "what the computer would do in your place",
        "ce que l'ordinateur ferait à votre place",
    )
    .here(),
    word(
        Order::Undo,
        &["undo", "reprendre"],
        "take the last action back (and what the computer answered)",
        "reprendre la dernière action (et la réponse de l'ordinateur)",
    )
    .here(),
    word(
        Order::Undo,
        &["undo", "reprendre"],
        "ask to take your last action back",
        "demander à reprendre votre dernière action",
    )
    .online(),
    word(Order::Draw, &["draw", "nulle"], "offer a draw", "proposer la nulle"),
    word(
        Order::Accept,
        &["accept", "accepter"],
        "agree to what the other proposes",
        "accepter ce que l'autre propose",
    )
    .online(),
    word(
        Order::Decline,
        &["decline", "refuser"],
        "refuse it, or withdraw what you proposed",
        "le refuser, ou retirer ce que vous proposiez",
    )
    .online(),
    word(Order::Resign, &["resign", "abandonner"], "give up the game", "abandonner la partie"),
    word(
        Order::Abort,
        &["abort", "annuler"],
        "call the game off, before both have played",
        "annuler la partie, avant que les deux aient joué",
    )
    .online(),
    word(
        Order::Claim,
        &["claim", "reclamer", "réclamer"],
        "win the game of somebody who has gone away",
        "gagner la partie de qui est parti",
    )
    .online(),
    word(
        Order::LetPass,
        &["nostop", "sansstop"],
        "the other player will not say Stop! in this turn",
        "l'autre joueur ne dira pas Stop ! pendant ce tour",
    )
    .here()
    .window(),
    word(
        Order::LetPass,
        &["nostop", "sansstop"],
        "you will not say Stop! in this turn of the other",
        "vous ne direz pas Stop ! pendant ce tour de l'autre",
    )
    .online()
    .window(),
    word(
        Order::Random,
        &["random", "hasard"],
        "a set-up or an action at random",
        "une mise en place ou une action au hasard",
    ),
    word(
        Order::Say(String::new()),
        &["say", "dire"],
        "say TEXT: to the others at the table",
        "dire TEXTE : aux autres à la table",
    )
    .online(),
    word(
        Order::Save(None),
        &["save", "sauver"],
        "save FILE: write the game down",
        "sauver FICHIER : écrire la partie",
    )
    .here(),
    word(Order::Rules, &["rules", "regles", "règles"], "read the rules", "lire les règles"),
    word(
        Order::Rematch,
        &["rematch", "revanche"],
        "play again when the game is over",
        "rejouer, une fois la partie finie",
    )
    .online(),
    word(Order::Quit, &["quit", "quitter"], "leave (asks to save)", "partir (propose de sauver)")
        .here(),
    word(
        Order::Quit,
        &["quit", "quitter"],
        "leave; the game goes on, and you may come back",
        "partir ; la partie continue, et vous pouvez revenir",
    )
    .online(),
];

/// What a line asks for at a table; `None` for an empty one.
pub(crate) fn order(line: &str, place: Place) -> Option<Order> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return None;
    }
    if let Ok(number) = line.parse() {
        return Some(Order::Pick(number));
    }
    let found = known(place).find(|entry| entry.names.contains(&word.to_lowercase().as_str()));
    Some(match found.map(|entry| entry.order.clone()) {
        Some(Order::Save(_)) if !rest.trim().is_empty() => Order::Save(Some(rest.trim().into())),
        Some(Order::Say(_)) => Order::Say(rest.trim().into()),
        Some(order) => order,
        None => Order::Action(line.into()),
    })
}

/// The names in one language, for completion.
pub(crate) fn names(lang: Lang, place: Place) -> impl Iterator<Item = &'static str> {
    known(place).map(move |entry| name(entry, lang))
}

/// One line an order.
pub(crate) fn help(lang: Lang, place: Place) -> Vec<String> {
    known(place)
        .map(|entry| format!("  {:<12}{}", name(entry, lang), entry.help.get(lang)))
        .collect()
}

fn known(place: Place) -> impl Iterator<Item = &'static Word> {
    let not_here = if place.online { Known::Here } else { Known::Online };
    WORDS.iter().filter(move |word| word.known != not_here && (place.windows || !word.window))
}

fn name(entry: &Word, lang: Lang) -> &'static str {
    match lang {
        Lang::En => entry.names[0],
        Lang::Fr => entry.names[1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        let order = |line| order(line, Place::default());
        assert_eq!(order("  "), None);
        assert_eq!(order("NULLE"), Some(Order::Draw));
        assert_eq!(order("undo"), order("reprendre"));
        assert_eq!(order("save a b.abq"), Some(Order::Save(Some("a b.abq".into()))));
        assert_eq!(order("12"), Some(Order::Pick(12)));
        assert_eq!(order("10+3"), Some(Order::Action("10+3".into())));
    }

    #[test]
    fn abr_15_nostop_is_known_where_windows_open() {
        for online in [false, true] {
            let place = Place { windows: true, online };
            assert_eq!(order("nostop", place), Some(Order::LetPass));
            let place = Place { windows: false, online };
            assert_eq!(order("nostop", place), Some(Order::Action("nostop".into())));
            assert!(!help(Lang::En, place).join("").contains("Stop"));
        }
    }

    #[test]
    fn tables_on_a_server_know_words_of_their_own() {
        let online = |line| order(line, Place { windows: false, online: true });
        assert_eq!(online("dire  bonjour à tous"), Some(Order::Say("bonjour à tous".into())));
        assert_eq!(online("réclamer"), Some(Order::Claim));
        assert_eq!(online("hint"), Some(Order::Action("hint".into())));
        assert_eq!(order("abort", Place::default()), Some(Order::Action("abort".into())));
        let names: Vec<_> = names(Lang::En, Place { windows: true, online: true }).collect();
        assert_eq!(names.iter().filter(|name| **name == "quit").count(), 1);
    }

    #[test]
    fn every_word_has_a_name_in_each_language() {
        for entry in WORDS {
            assert!(
                entry.names.len() >= 2 && !entry.help.fr.is_empty() && !entry.help.en.is_empty()
            );
        }
    }
}
