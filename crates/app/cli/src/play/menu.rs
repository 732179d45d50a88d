//! Menu for `abaque play` without a game: asks for game and opponent.

use abaque_bots::Level;
use abaque_catalog::GAMES;
use abaque_core::{Lang, message};

use super::input::Input;
use super::prompt_commands::{self, PromptCommand, PromptContext};
use super::screen::TerminalScreen;
use crate::command_error::CommandError;
use crate::interface::first_game;

/// Asks for the game; `None` at the end of the input.
pub(crate) fn ask_game(
    input: &mut Input,
    lang: Lang,
    plain: bool,
) -> Result<Option<String>, CommandError> {
    let screen = TerminalScreen::new(lang, plain);
    for (i, entry) in GAMES.iter().enumerate() {
        let info = (entry.description)();
        let (title, blurb) = (info.title.get(lang), info.blurb.get(lang));
        screen.show_line(&format!("{:>4}  {title:<12} {blurb}", i + 1), 19);
    }
    let example = first_game().example_spec();
    let hint = message!(
        "A number, a name, or a game with options such as {example} (`abaque games` lists \
         them); `quit` to leave.",
        "Un numéro, un nom ou un jeu avec ses options, par exemple {example} (voir \
         «\u{a0}abaque games\u{a0}»)\u{a0}; «\u{a0}quitter\u{a0}» pour partir."
    );
    screen.say(&hint);
    let prompt = message!("Which game? ", "Quel jeu\u{a0}? ");
    let names: Vec<String> =
        GAMES.iter().map(|entry| (entry.description)().name.to_string()).collect();
    loop {
        let Some(line) = input.read_line(prompt.get(lang), names.clone())? else { return Ok(None) };
        match prompt_commands::parse_command(&line, PromptContext::default()) {
            None | Some(PromptCommand::Help) => screen.say(&hint),
            Some(PromptCommand::Quit) => return Ok(None),
            _ => {
                let number = line.trim().parse::<usize>().ok();
                let picked = number.and_then(|n| names.get(n.checked_sub(1)?));
                let spec = picked.map_or(line.trim(), String::as_str);
                match abaque_catalog::open(spec) {
                    Ok(_) => return Ok(Some(spec.into())),
                    Err(error) => screen.say(&error.message),
                }
            }
        }
    }
}

/// Asks for the opponent: a bot level, or a second person. `None` at the end of the input.
pub(crate) fn ask_opponent(
    input: &mut Input,
    lang: Lang,
    plain: bool,
) -> Result<Option<Option<Level>>, CommandError> {
    let screen = TerminalScreen::new(lang, plain);
    screen.say(&message!(
        "Against the computer: its level, from 1 (your first game) to 8 (strongest). Pass and \
         play: just press Enter.",
        "Contre l'ordinateur\u{a0}: son niveau, de 1 (première partie) à 8 (le plus fort). À deux \
         sur le même écran\u{a0}: Entrée."
    ));
    let prompt = message!("Level? ", "Niveau\u{a0}? ");
    let levels: Vec<String> = Level::ALL.iter().map(Level::to_string).collect();
    loop {
        let Some(line) = input.read_line(prompt.get(lang), levels.clone())? else {
            return Ok(None);
        };
        match prompt_commands::parse_command(&line, PromptContext::default()) {
            _ if line.trim().is_empty() => return Ok(Some(None)),
            Some(PromptCommand::Quit) => return Ok(None),
            _ => match line.trim().parse() {
                Ok(level) => return Ok(Some(Some(level))),
                Err(error) => screen.say(&error.message),
            },
        }
    }
}
