//! Input of a secret set-up, local or online.

use abaque_core::{StaticMessage, message};

use super::prompt_commands::{self, PromptCommand, PromptContext};
use super::screen::TerminalScreen;

/// A line typed during set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SetUpInput {
    /// A named set-up, or its text.
    Chosen(String),
    /// A random set-up.
    Random,
    /// A number that is not in the list.
    NoSuchNumber,
    /// Another command.
    Command(PromptCommand),
}

/// Shows the choices.
pub(crate) fn show_choices(
    screen: &TerminalScreen,
    presets: &[(StaticMessage, String)],
    place: PromptContext,
) {
    if place.is_online {
        screen.say(&message!(
            "Set up in secret: a number, `random`, or a text `setup:...` (see `rules`):",
            "Mise en place secrète\u{a0}: un numéro, «\u{a0}hasard\u{a0}» ou un texte «\u{a0}setup:…\u{a0}» (voir «\u{a0}regles\u{a0}»)\u{a0}:"
        ));
    } else {
        screen.say(&message!(
            "Set up in secret: a number, `random`, `hint`, or a text `setup:...` (see `rules`):",
            "Mise en place secrète\u{a0}: un numéro, «\u{a0}hasard\u{a0}», «\u{a0}conseil\u{a0}» ou un texte «\u{a0}setup:…\u{a0}» (voir «\u{a0}regles\u{a0}»)\u{a0}:"
        ));
    }
    for (i, (name, _)) in presets.iter().enumerate() {
        screen.show_line(&format!("{:>4}  {}", i + 1, name.get(screen.lang)), 6);
    }
}

/// Parses a line.
pub(crate) fn parse(
    line: &str,
    presets: &[(StaticMessage, String)],
    place: PromptContext,
) -> SetUpInput {
    match prompt_commands::parse_command(line, place) {
        Some(PromptCommand::Pick(n)) => match n.checked_sub(1).and_then(|i| presets.get(i)) {
            Some((_, setup)) => SetUpInput::Chosen(setup.clone()),
            None => SetUpInput::NoSuchNumber,
        },
        Some(PromptCommand::Random) | None => SetUpInput::Random,
        Some(PromptCommand::Action(text)) => SetUpInput::Chosen(text),
        Some(order) => SetUpInput::Command(order),
    }
}

/// Shown for commands that have to wait until the set-up is done.
pub(crate) fn show_set_up_first(screen: &TerminalScreen) {
    screen.say(&message!("confirm your set-up first", "validez d'abord votre mise en place"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_ups_are_chosen_by_number_text_or_at_random() {
        let presets = [(StaticMessage::new("a wall", "un mur"), "setup:wall".to_string())];
        let read = |line| parse(line, &presets, PromptContext::default());
        assert_eq!(read("1"), SetUpInput::Chosen("setup:wall".into()));
        assert_eq!(read("setup:mine"), SetUpInput::Chosen("setup:mine".into()));
        assert_eq!([read("0"), read("2")], [SetUpInput::NoSuchNumber, SetUpInput::NoSuchNumber]);
        assert_eq!([read(""), read("hasard")], [SetUpInput::Random, SetUpInput::Random]);
        assert_eq!(read("draw"), SetUpInput::Command(PromptCommand::Draw));
    }
}
