//! What is asked of whoever typed `abaque` alone: which game, and against whom.

use abaque_catalog::GAMES;
use abaque_catalog::bots::Level;
use abaque_core::{Lang, said};

use super::input::Input;
use super::screen::Screen;
use super::words::{self, Order, Place};
use crate::failure::Failure;

/// Asks which game; `None` when nobody answers.
pub(crate) fn game(input: &mut Input, lang: Lang, plain: bool) -> Result<Option<String>, Failure> {
    let screen = Screen::new(lang, plain);
    for (i, entry) in GAMES.iter().enumerate() {
        let info = (entry.info)();
        let (title, blurb) = (info.title.get(lang), info.blurb.get(lang));
        screen.line(&format!("{:>4}  {title:<12} {blurb}", i + 1), 19);
    }
    let hint = said!(
        "A number, a name, or a game with options such as abalone:target=4 (`abaque games` lists \
         them); `quit` leaves.",
        "Un numéro, un nom ou un jeu avec ses options, par exemple abalone:target=4 (voir \
         « abaque games ») ; « quitter » pour partir."
    );
    screen.say(&hint);
    let prompt = said!("Which game? ", "Quel jeu ? ");
    let names: Vec<String> = GAMES.iter().map(|entry| (entry.info)().name.to_string()).collect();
    loop {
        let Some(line) = input.line(prompt.get(lang), names.clone())? else { return Ok(None) };
        match words::order(&line, Place::default()) {
            None | Some(Order::Help) => screen.say(&hint),
            Some(Order::Quit) => return Ok(None),
            _ => {
                let number = line.trim().parse::<usize>().ok();
                let picked = number.and_then(|n| names.get(n.checked_sub(1)?));
                let spec = picked.map_or(line.trim(), String::as_str);
                match abaque_catalog::open(spec) {
                    Ok(_) => return Ok(Some(spec.into())),
                    Err(error) => screen.say(&error.said),
                }
            }
        }
    }
}

/// Asks against whom: a level of the computer, or nobody's (two people). `None` when nobody answers.
pub(crate) fn opponent(
    input: &mut Input,
    lang: Lang,
    plain: bool,
) -> Result<Option<Option<Level>>, Failure> {
    let screen = Screen::new(lang, plain);
    screen.say(&said!(
        "Against the computer: its level, from 1 (a first game) to 8 (it plays to win). Two people \
         here: just Enter.",
        "Contre l'ordinateur : son niveau, de 1 (une première partie) à 8 (il joue pour gagner). À \
         deux ici : Entrée."
    ));
    let prompt = said!("Level? ", "Niveau ? ");
    let levels: Vec<String> = Level::ALL.iter().map(Level::to_string).collect();
    loop {
        let Some(line) = input.line(prompt.get(lang), levels.clone())? else { return Ok(None) };
        match words::order(&line, Place::default()) {
            _ if line.trim().is_empty() => return Ok(Some(None)),
            Some(Order::Quit) => return Ok(None),
            _ => match line.trim().parse() {
                Ok(level) => return Ok(Some(Some(level))),
                Err(error) => screen.say(&error.said),
            },
        }
    }
}
