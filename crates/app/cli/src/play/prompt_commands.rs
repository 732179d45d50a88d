//! Prompt commands besides actions, in both languages at once.

use abaque_core::{Lang, StaticMessage};

/// A command typed at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PromptCommand {
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
    Interrupt,
    Random,
    Save(Option<String>),
    Rules,
    Quit,
    /// A chat line.
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

/// The context that determines the available commands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PromptContext {
    /// Whether the game has interrupt windows (ABR-15).
    pub(crate) has_windows: bool,
    /// Whether the table is online.
    pub(crate) is_online: bool,
}

/// Where a command is available.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandScope {
    Everywhere,
    /// At one terminal.
    Local,
    /// At an online table.
    Online,
}

struct CommandEntry {
    command: PromptCommand,
    names: &'static [&'static str],
    help: StaticMessage,
    /// Whether only games with interrupt windows have it (ABR-15).
    window: bool,
    scope: CommandScope,
}

/// A command available everywhere.
const fn entry(
    order: PromptCommand,
    names: &'static [&'static str],
    en: &'static str,
    fr: &'static str,
) -> CommandEntry {
    CommandEntry {
        command: order,
        names,
        help: StaticMessage::new(en, fr),
        window: false,
        scope: CommandScope::Everywhere,
    }
}

impl CommandEntry {
    const fn only_local(mut self) -> CommandEntry {
        self.scope = CommandScope::Local;
        self
    }

    const fn only_online(mut self) -> CommandEntry {
        self.scope = CommandScope::Online;
        self
    }

    const fn only_with_windows(mut self) -> CommandEntry {
        self.window = true;
        self
    }
}

static COMMANDS: &[CommandEntry] = &[
    entry(PromptCommand::Help, &["help", "aide", "?"], "this help", "cette aide"),
    entry(
        PromptCommand::List,
        &["list", "liste"],
        "list the legal moves; then enter a number",
        "lister les coups possibles\u{a0}; puis saisir un numéro",
    ),
    entry(
        PromptCommand::Board,
        &["board", "plateau"],
        "show the board again",
        "afficher de nouveau le plateau",
    ),
    entry(PromptCommand::Flip, &["flip", "tourner"], "flip the board", "retourner le plateau"),
    entry(
        PromptCommand::Notes,
        &["notes", "remarques"],
        "show what is good to know",
        "afficher ce qui est bon à savoir",
    ),
    entry(
        PromptCommand::Hint,
        &["hint", "conseil"],
        "get a hint from the computer",
        "demander un conseil à l'ordinateur",
    )
    .only_local(),
    entry(
        PromptCommand::Undo,
        &["undo", "reprendre"],
        "take back your last move (and the computer's reply)",
        "reprendre votre dernier coup (et la réponse de l'ordinateur)",
    )
    .only_local(),
    entry(
        PromptCommand::Undo,
        &["undo", "reprendre"],
        "ask to take back your last move",
        "demander à reprendre votre dernier coup",
    )
    .only_online(),
    entry(PromptCommand::Draw, &["draw", "nulle"], "offer a draw", "proposer la nulle"),
    entry(
        PromptCommand::Accept,
        &["accept", "accepter"],
        "accept your opponent's offer",
        "accepter la proposition de l'adversaire",
    )
    .only_online(),
    entry(
        PromptCommand::Decline,
        &["decline", "refuser"],
        "decline it, or withdraw your own offer",
        "la refuser, ou retirer la vôtre",
    )
    .only_online(),
    entry(
        PromptCommand::Resign,
        &["resign", "abandonner"],
        "resign the game",
        "abandonner la partie",
    ),
    entry(
        PromptCommand::Abort,
        &["abort", "annuler"],
        "abort the game, before both players have moved",
        "annuler la partie, avant que les deux joueurs aient joué",
    )
    .only_online(),
    entry(
        PromptCommand::Claim,
        &["claim", "reclamer", "réclamer"],
        "claim victory when your opponent has left",
        "réclamer la victoire si l'adversaire est parti",
    )
    .only_online(),
    entry(
        PromptCommand::LetPass,
        &["nostop", "sansstop"],
        "don't ask the other player for Stop! again this turn",
        "ne plus demander Stop\u{a0}! à l'autre joueur pendant ce tour",
    )
    .only_local()
    .only_with_windows(),
    entry(
        PromptCommand::LetPass,
        &["nostop", "sansstop"],
        "don't ask you for Stop! again this turn",
        "ne plus vous demander Stop\u{a0}! pendant ce tour",
    )
    .only_online()
    .only_with_windows(),
    entry(
        PromptCommand::Interrupt,
        &["stop", "stop"],
        "say Stop!, then take 20 seconds to choose the hole",
        "dire Stop\u{a0}!, puis 20 secondes pour choisir le trou",
    )
    .only_online()
    .only_with_windows(),
    entry(
        PromptCommand::Random,
        &["random", "hasard"],
        "a random set-up or move",
        "une mise en place ou un coup au hasard",
    ),
    entry(
        PromptCommand::Say(String::new()),
        &["say", "dire"],
        "say TEXT: send a message",
        "dire TEXTE\u{a0}: envoyer un message",
    )
    .only_online(),
    entry(
        PromptCommand::Save(None),
        &["save", "sauver"],
        "save FILE: save the game record",
        "sauver FICHIER\u{a0}: enregistrer la notation",
    )
    .only_local(),
    entry(
        PromptCommand::Rules,
        &["rules", "regles", "règles"],
        "read the rules",
        "lire les règles",
    ),
    entry(
        PromptCommand::Rematch,
        &["rematch", "revanche"],
        "offer a rematch when the game is over",
        "proposer une revanche, une fois la partie terminée",
    )
    .only_online(),
    entry(
        PromptCommand::Quit,
        &["quit", "quitter"],
        "leave (asks to save)",
        "partir (propose d'enregistrer)",
    )
    .only_local(),
    entry(
        PromptCommand::Quit,
        &["quit", "quitter"],
        "leave; the game continues, and you can come back",
        "partir\u{a0}; la partie continue, et vous pouvez revenir",
    )
    .only_online(),
];

/// Parses a line; `None` if it is empty.
pub(crate) fn parse_command(line: &str, place: PromptContext) -> Option<PromptCommand> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return None;
    }
    if let Ok(number) = line.parse() {
        return Some(PromptCommand::Pick(number));
    }
    let found =
        available_entries(place).find(|entry| entry.names.contains(&word.to_lowercase().as_str()));
    Some(match found.map(|entry| entry.command.clone()) {
        Some(PromptCommand::Save(_)) if !rest.trim().is_empty() => {
            PromptCommand::Save(Some(rest.trim().into()))
        }
        Some(PromptCommand::Say(_)) => PromptCommand::Say(rest.trim().into()),
        Some(order) => order,
        None => PromptCommand::Action(line.into()),
    })
}

/// Command names in one language, for completion.
pub(crate) fn command_names(
    lang: Lang,
    place: PromptContext,
) -> impl Iterator<Item = &'static str> {
    available_entries(place).map(move |entry| entry_name(entry, lang))
}

/// One help line per command.
pub(crate) fn help_lines(lang: Lang, place: PromptContext) -> Vec<String> {
    available_entries(place)
        .map(|entry| format!("  {:<12}{}", entry_name(entry, lang), entry.help.get(lang)))
        .collect()
}

fn available_entries(place: PromptContext) -> impl Iterator<Item = &'static CommandEntry> {
    let not_here = if place.is_online { CommandScope::Local } else { CommandScope::Online };
    COMMANDS
        .iter()
        .filter(move |word| word.scope != not_here && (place.has_windows || !word.window))
}

fn entry_name(entry: &CommandEntry, lang: Lang) -> &'static str {
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
        let order = |line| parse_command(line, PromptContext::default());
        assert_eq!(order("  "), None);
        assert_eq!(order("NULLE"), Some(PromptCommand::Draw));
        assert_eq!(order("undo"), order("reprendre"));
        assert_eq!(order("save a b.abq"), Some(PromptCommand::Save(Some("a b.abq".into()))));
        assert_eq!(order("12"), Some(PromptCommand::Pick(12)));
        assert_eq!(order("10+3"), Some(PromptCommand::Action("10+3".into())));
    }

    #[test]
    fn abr_15_nostop_is_known_where_windows_open() {
        for online in [false, true] {
            let place = PromptContext { has_windows: true, is_online: online };
            assert_eq!(parse_command("nostop", place), Some(PromptCommand::LetPass));
            let place = PromptContext { has_windows: false, is_online: online };
            assert_eq!(
                parse_command("nostop", place),
                Some(PromptCommand::Action("nostop".into()))
            );
            assert!(!help_lines(Lang::En, place).join("").contains("Stop"));
        }
    }

    #[test]
    fn online_tables_have_extra_commands() {
        let online =
            |line| parse_command(line, PromptContext { has_windows: false, is_online: true });
        assert_eq!(
            online("dire  bonjour à tous"),
            Some(PromptCommand::Say("bonjour à tous".into()))
        );
        assert_eq!(online("réclamer"), Some(PromptCommand::Claim));
        assert_eq!(online("hint"), Some(PromptCommand::Action("hint".into())));
        assert_eq!(
            parse_command("abort", PromptContext::default()),
            Some(PromptCommand::Action("abort".into()))
        );
        let names: Vec<_> =
            command_names(Lang::En, PromptContext { has_windows: true, is_online: true }).collect();
        assert_eq!(names.iter().filter(|name| **name == "quit").count(), 1);
    }

    #[test]
    fn every_command_has_a_name_in_both_languages() {
        for entry in COMMANDS {
            assert!(
                entry.names.len() >= 2 && !entry.help.fr.is_empty() && !entry.help.en.is_empty()
            );
        }
    }
}
