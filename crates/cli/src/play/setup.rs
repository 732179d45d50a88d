//! A secret set-up as it is asked for, wherever one plays.

use abaque_core::{Words, said};

use super::screen::Screen;
use super::words::{self, Order, Place};

/// What somebody who is to set up has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// One that is named, or its text.
    This(String),
    /// One at random.
    Random,
    /// A number that is not in the list.
    NoSuchNumber,
    /// Something else.
    Other(Order),
}

/// Says what can be chosen.
pub(crate) fn ask(screen: &Screen, presets: &[(Words, String)], place: Place) {
    if place.online {
        screen.say(&said!(
            "Set up in secret: a number, `random`, or a text `setup:...` (see `rules`):",
            "Mise en place secrète : un numéro, « hasard » ou un texte « setup:… » (voir « regles ») :"
        ));
    } else {
        screen.say(&said!(
            "Set up in secret: a number, `random`, `hint`, or a text `setup:...` (see `rules`):",
            "Mise en place secrète : un numéro, « hasard », « conseil » ou un texte « setup:… » (voir « regles ») :"
        ));
    }
    for (i, (name, _)) in presets.iter().enumerate() {
        screen.line(&format!("{:>4}  {}", i + 1, name.get(screen.lang)), 6);
    }
}

/// What a line chooses.
pub(crate) fn read(line: &str, presets: &[(Words, String)], place: Place) -> Choice {
    match words::order(line, place) {
        Some(Order::Pick(n)) => match n.checked_sub(1).and_then(|i| presets.get(i)) {
            Some((_, setup)) => Choice::This(setup.clone()),
            None => Choice::NoSuchNumber,
        },
        Some(Order::Random) | None => Choice::Random,
        Some(Order::Action(text)) => Choice::This(text),
        Some(order) => Choice::Other(order),
    }
}

/// What is answered to anything else.
pub(crate) fn first(screen: &Screen) {
    screen.say(&said!(
        "first the set-up; then the rest",
        "d'abord la mise en place ; le reste ensuite"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_ups_by_number_by_text_and_at_random() {
        let presets = [(Words::new("a wall", "un mur"), "setup:wall".to_string())];
        let read = |line| read(line, &presets, Place::default());
        assert_eq!(read("1"), Choice::This("setup:wall".into()));
        assert_eq!(read("setup:mine"), Choice::This("setup:mine".into()));
        assert_eq!([read("0"), read("2")], [Choice::NoSuchNumber, Choice::NoSuchNumber]);
        assert_eq!([read(""), read("hasard")], [Choice::Random, Choice::Random]);
        assert_eq!(read("draw"), Choice::Other(Order::Draw));
    }
}
