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
    /// The action with this number in the list, from 1.
    Pick(usize),
    /// Anything else: an action.
    Action(String),
}

struct Word {
    order: Order,
    names: &'static [&'static str],
    help: Words,
    /// Whether only games with windows know it (ABR-15).
    window: bool,
}

static WORDS: &[Word] = &[
    Word {
        order: Order::Help,
        names: &["help", "aide", "?"],
        help: Words::new("this help", "cette aide"),
        window: false,
    },
    Word {
        order: Order::List,
        names: &["list", "liste"],
        help: Words::new(
            "number the actions; then type a number",
            "numéroter les actions ; puis taper un numéro",
        ),
        window: false,
    },
    Word {
        order: Order::Board,
        names: &["board", "plateau"],
        help: Words::new("show the board again", "remontrer le plateau"),
        window: false,
    },
    Word {
        order: Order::Flip,
        names: &["flip", "tourner"],
        help: Words::new("look from the other side", "voir de l'autre côté"),
        window: false,
    },
    Word {
        order: Order::Notes,
        names: &["notes", "remarques"],
        help: Words::new(
            "what a knowing onlooker would point out",
            "ce qu'un connaisseur ferait remarquer",
        ),
        window: false,
    },
    Word {
        order: Order::Hint,
        names: &["hint", "conseil"],
        help: Words::new(
            "what the computer would do in your place",
            "ce que l'ordinateur ferait à votre place",
        ),
        window: false,
    },
    Word {
        order: Order::Undo,
        names: &["undo", "reprendre"],
        help: Words::new(
            "take the last action back (and what the computer answered)",
            "reprendre la dernière action (et la réponse de l'ordinateur)",
        ),
        window: false,
    },
    Word {
        order: Order::Draw,
        names: &["draw", "nulle"],
        help: Words::new("offer a draw", "proposer la nulle"),
        window: false,
    },
    Word {
        order: Order::Resign,
        names: &["resign", "abandonner"],
        help: Words::new("give up the game", "abandonner la partie"),
        window: false,
    },
    Word {
        order: Order::LetPass,
        names: &["nostop", "sansstop"],
        help: Words::new(
            "the other player will not say Stop! in this turn",
            "l'autre joueur ne dira pas Stop ! pendant ce tour",
        ),
        window: true,
    },
    Word {
        order: Order::Random,
        names: &["random", "hasard"],
        help: Words::new(
            "a set-up or an action at random",
            "une mise en place ou une action au hasard",
        ),
        window: false,
    },
    Word {
        order: Order::Save(None),
        names: &["save", "sauver"],
        help: Words::new("save FILE: write the game down", "sauver FICHIER : écrire la partie"),
        window: false,
    },
    Word {
        order: Order::Rules,
        names: &["rules", "regles", "règles"],
        help: Words::new("read the rules", "lire les règles"),
        window: false,
    },
    Word {
        order: Order::Quit,
        names: &["quit", "quitter"],
        help: Words::new("leave (asks to save)", "partir (propose de sauver)"),
        window: false,
    },
];

/// What a line asks for, in a game with windows or without; `None` for an empty one.
pub(crate) fn order(line: &str, windows: bool) -> Option<Order> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return None;
    }
    if let Ok(number) = line.parse() {
        return Some(Order::Pick(number));
    }
    let found = known(windows).find(|entry| entry.names.contains(&word.to_lowercase().as_str()));
    Some(match found.map(|entry| entry.order.clone()) {
        Some(Order::Save(_)) if !rest.trim().is_empty() => Order::Save(Some(rest.trim().into())),
        Some(order) => order,
        None => Order::Action(line.into()),
    })
}

/// The names in one language, for completion.
pub(crate) fn names(lang: Lang, windows: bool) -> impl Iterator<Item = &'static str> {
    known(windows).map(move |entry| name(entry, lang))
}

/// One line an order.
pub(crate) fn help(lang: Lang, windows: bool) -> Vec<String> {
    known(windows)
        .map(|entry| format!("  {:<12}{}", name(entry, lang), entry.help.get(lang)))
        .collect()
}

fn known(windows: bool) -> impl Iterator<Item = &'static Word> {
    WORDS.iter().filter(move |entry| windows || !entry.window)
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
        let order = |line| order(line, false);
        assert_eq!(order("  "), None);
        assert_eq!(order("NULLE"), Some(Order::Draw));
        assert_eq!(order("undo"), order("reprendre"));
        assert_eq!(order("save a b.abq"), Some(Order::Save(Some("a b.abq".into()))));
        assert_eq!(order("12"), Some(Order::Pick(12)));
        assert_eq!(order("10+3"), Some(Order::Action("10+3".into())));
    }

    #[test]
    fn abr_15_nostop_is_known_where_windows_open() {
        assert_eq!(order("nostop", true), Some(Order::LetPass));
        assert_eq!(order("nostop", false), Some(Order::Action("nostop".into())));
        assert!(!help(Lang::En, false).join("").contains("Stop"));
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
