//! `abaque play`: two people at one terminal, or one against the computer.

pub(crate) mod computer;
pub(crate) mod input;
mod menu;
mod players;
pub(crate) mod prompt_commands;
pub(crate) mod save_file;
pub(crate) mod screen;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod system_random;

use std::path::Path;

use abaque_client::LocalGame;
use abaque_client::local::LotEvidence;
use abaque_core::{Lang, Observer, Seat, message};
use abaque_table::{MatchSettings, Timestamp};
use clap::ArgMatches;

use self::input::Input;
use self::players::PlayerArgs;
use self::screen::TerminalScreen;
use self::session::TerminalSession;
use self::system_random::SystemRandom;
use crate::command_error::CommandError;

/// `abaque play`.
pub(crate) fn run(matches: Option<&ArgMatches>, lang: Lang) -> Result<(), CommandError> {
    let text = |name: &str| matches.and_then(|m| m.get_one::<String>(name)).map(String::as_str);
    let flag = |name: &str| matches.is_some_and(|m| m.get_flag(name));
    let mut input = Input::new();
    if let Some(path) = text("resume") {
        let mut screen = TerminalScreen::new(lang, flag("plain"));
        screen.memory = flag("memory");
        return resume(path, text("save").unwrap_or(path), input, screen, matches);
    }
    let spec = match text("spec") {
        Some(spec) => spec.to_string(),
        None => match menu::ask_game(&mut input, lang, flag("plain"))? {
            Some(spec) => spec,
            None => return Ok(()),
        },
    };
    let mut setting = match text("position") {
        Some(position) => MatchSettings::from_game(abaque_catalog::open_at(&spec, position)?),
        None => MatchSettings::new(&spec)?,
    };
    if let Some(clock) = text("clock") {
        setting.clock = clock.parse()?;
    }
    setting.take_backs = !flag("no-take-backs");
    if let Some(path) = text("save").filter(|path| Path::new(path).exists()) {
        return Err(CommandError::input(message!(
            "{path} exists: resume it (--resume), or choose another name",
            "{path} existe\u{a0}: reprenez la partie (--resume), ou choisissez un autre nom"
        )));
    }
    // At one screen the Stop window has no clock: players answer when asked.
    setting.window = None;
    let mut names = [text("first").map(String::from), text("second").map(String::from)];
    let mut player_args = match matches {
        Some(matches) => PlayerArgs::from_matches(matches, setting.start.description())?,
        None => PlayerArgs::default(),
    };
    // Without a game argument the menu also asks for the opponent.
    if text("spec").is_none() && player_args.is_unspecified() {
        match menu::ask_opponent(&mut input, lang, flag("plain"))? {
            Some(opponent) => player_args = player_args.against(opponent),
            None => return Ok(()),
        }
    }
    let mut proof = fresh_proof()?;
    if flag("draw-sides") && proof.draw_sides(&setting.start.spec()) == Seat::Second {
        names.swap(0, 1);
        player_args.swap_sides();
    }
    let computers = player_args.open_computers(&setting.start.spec())?;
    let players = players::seat_players(names, &computers, lang);
    let mut local = LocalGame::new(setting, players, proof, today(), Timestamp(0));
    local.computer_time = player_args.time;
    let mut screen = TerminalScreen::new(lang, flag("plain"));
    screen.memory = flag("memory");
    let save = text("save").map(String::from);
    run_games(&mut TerminalSession::new(local, computers, screen, input, save))
}

fn resume(
    path: &str,
    save: &str,
    input: Input,
    screen: TerminalScreen,
    matches: Option<&ArgMatches>,
) -> Result<(), CommandError> {
    let mut saved = save_file::read(path)?;
    saved.setting.window = None;
    let player_args = match matches {
        Some(matches) => PlayerArgs::from_matches(matches, saved.setting.start.description())?,
        None => PlayerArgs::default(),
    };
    let player_args = player_args.or_saved(&saved)?;
    let computers = player_args.open_computers(&saved.setting.start.spec())?;
    // Bots are named by their current kind; people keep their names.
    let names = Seat::ALL.map(|seat| {
        let renamed = saved.computer(seat).is_some() && computers[seat.index()].is_some();
        let name =
            saved.player_name(seat).filter(|name| !(renamed && players::is_generated_name(name)));
        name.map(String::from)
    });
    let players = players::seat_players(names, &computers, screen.lang);
    let mut local = saved
        .into_game(players, fresh_proof()?, Timestamp(0))
        .map_err(|wrong| save_file::file_error(path, &wrong))?;
    local.computer_time = player_args.time;
    if let Some(outcome) = local.outcome() {
        let table = local.table();
        // After the end nothing is secret (BLO-07).
        screen.show_board(table, Observer::Spectator)?;
        let result = outcome.to_text(table.description().letters);
        screen.say(&message!(
            "this game is over: {result}",
            "cette partie est terminée\u{a0}: {result}"
        ));
        return Ok(());
    }
    run_games(&mut TerminalSession::new(local, computers, screen, input, Some(save.into())))
}

/// Plays a game and its rematches.
fn run_games(session: &mut TerminalSession) -> Result<(), CommandError> {
    // Detects an unwritable file before the first action.
    session.write_save()?;
    greet(session);
    while let Some(spec) = session.run()? {
        session.start_rematch(&spec)?;
        session.write_save()?;
        greet(session);
    }
    Ok(())
}

fn greet(session: &TerminalSession) {
    let (first, second) = (session.player_label(Seat::First), session.player_label(Seat::Second));
    let title = session.game.info().title.get(session.screen.lang);
    let computers = Seat::ALL.map(|seat| session.game.is_computer(seat));
    if computers[0] != computers[1] {
        let (you, it) = if computers[1] { (&first, &second) } else { (&second, &first) };
        session.screen.say(&message!(
            "{title}: you are {you}, against {it}. Type `help` at any time, `hint` for a hint.",
            "{title}\u{a0}: vous êtes {you}, contre {it}. Tapez «\u{a0}aide\u{a0}» à tout moment, «\u{a0}conseil\u{a0}» pour un conseil."
        ));
        return;
    }
    session.screen.say(&message!(
        "{title}: {first} against {second}. Type `help` at any time.",
        "{title}\u{a0}: {first} contre {second}. Tapez «\u{a0}aide\u{a0}» à tout moment."
    ));
}

/// Seeds for a game at the terminal.
fn fresh_proof() -> Result<LotEvidence, CommandError> {
    SystemRandom::with(|dice| LotEvidence::generate("terminal", dice))
}

/// Today's date as records write it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
