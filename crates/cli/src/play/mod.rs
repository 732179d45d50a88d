//! `abaque play`: two people at one terminal, or one against the computer.

pub(crate) mod computer;
pub(crate) mod dice;
pub(crate) mod input;
mod menu;
mod players;
pub(crate) mod saved;
pub(crate) mod screen;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod words;

use std::path::Path;

use abaque_client::Sitting;
use abaque_client::local::Proof;
use abaque_core::{Lang, Observer, Seat, said};
use abaque_table::{At, Setting};
use clap::ArgMatches;

use self::dice::Dice;
use self::input::Input;
use self::players::Wanted;
use self::screen::Screen;
use self::session::Session;
use crate::failure::Failure;

/// `abaque play`, or plain `abaque`.
pub(crate) fn run(matches: Option<&ArgMatches>, lang: Lang) -> Result<(), Failure> {
    let text = |name: &str| matches.and_then(|m| m.get_one::<String>(name)).map(String::as_str);
    let flag = |name: &str| matches.is_some_and(|m| m.get_flag(name));
    let mut input = Input::new();
    if let Some(path) = text("resume") {
        let mut screen = Screen::new(lang, flag("plain"));
        screen.memory = flag("memory");
        return resume(path, text("save").unwrap_or(path), input, screen, matches);
    }
    let spec = match text("spec") {
        Some(spec) => spec.to_string(),
        None => match menu::game(&mut input, lang, flag("plain"))? {
            Some(spec) => spec,
            None => return Ok(()),
        },
    };
    let mut setting = match text("position") {
        Some(position) => Setting::of(abaque_catalog::open_at(&spec, position)?),
        None => Setting::new(&spec)?,
    };
    if let Some(clock) = text("clock") {
        setting.clock = clock.parse()?;
    }
    setting.take_backs = !flag("no-take-backs");
    if let Some(path) = text("save").filter(|path| Path::new(path).exists()) {
        return Err(Failure::input(said!(
            "{path} exists: go on with it (--resume), or save under another name",
            "{path} existe : reprenez la partie (--resume), ou donnez un autre nom"
        )));
    }
    // Two people at one screen answer when they are asked: the Stop window has no clock here.
    setting.window = None;
    let mut names = [text("first").map(String::from), text("second").map(String::from)];
    let mut wanted = match matches {
        Some(matches) => Wanted::read(matches, setting.start.info())?,
        None => Wanted::default(),
    };
    // Who did not know which game has not said against whom either.
    if text("spec").is_none() && wanted.is_open() {
        match menu::opponent(&mut input, lang, flag("plain"))? {
            Some(opponent) => wanted = wanted.against(opponent),
            None => return Ok(()),
        }
    }
    let mut proof = fresh_proof()?;
    if flag("draw-sides") && proof.draw_sides(&setting.start.spec()) == Seat::Second {
        names.swap(0, 1);
        wanted.swap();
    }
    let computers = wanted.sit(&setting.start.spec())?;
    let players = players::seated(names, &computers, lang);
    let mut sitting = Sitting::new(setting, players, proof, today(), At(0));
    sitting.computer_time = wanted.time;
    let mut screen = Screen::new(lang, flag("plain"));
    screen.memory = flag("memory");
    let save = text("save").map(String::from);
    evening(&mut Session::new(sitting, computers, screen, input, save))
}

fn resume(
    path: &str,
    save: &str,
    input: Input,
    screen: Screen,
    matches: Option<&ArgMatches>,
) -> Result<(), Failure> {
    let mut saved = saved::read(path)?;
    saved.setting.window = None;
    let wanted = match matches {
        Some(matches) => Wanted::read(matches, saved.setting.start.info())?,
        None => Wanted::default(),
    };
    let wanted = wanted.or_saved(&saved)?;
    let computers = wanted.sit(&saved.setting.start.spec())?;
    // A computer is called by what it is now; people keep the names they gave.
    let names = Seat::ALL.map(|seat| {
        let renamed = saved.computer(seat).is_some() && computers[seat.index()].is_some();
        let name = saved.name(seat).filter(|name| !(renamed && players::is_ours(name)));
        name.map(String::from)
    });
    let players = players::seated(names, &computers, screen.lang);
    let mut sitting =
        saved.sit(players, fresh_proof()?, At(0)).map_err(|wrong| saved::in_file(path, &wrong))?;
    sitting.computer_time = wanted.time;
    if let Some(outcome) = sitting.outcome() {
        let table = sitting.table();
        // However it ended, nothing is secret any more (BLO-07).
        screen.board(table, Observer::Spectator)?;
        let result = outcome.text(table.info().letters);
        screen.say(&said!("this game is over: {result}", "cette partie est finie : {result}"));
        return Ok(());
    }
    evening(&mut Session::new(sitting, computers, screen, input, Some(save.into())))
}

/// One game, and as many rematches as the players like.
fn evening(session: &mut Session) -> Result<(), Failure> {
    // A file that cannot be written is better known before the first action than after it.
    session.write()?;
    greet(session);
    while let Some(spec) = session.run()? {
        session.again(&spec)?;
        session.write()?;
        greet(session);
    }
    Ok(())
}

fn greet(session: &Session) {
    let (first, second) = (session.who(Seat::First), session.who(Seat::Second));
    let title = session.sitting.info().title.get(session.screen.lang);
    let computers = Seat::ALL.map(|seat| session.sitting.is_computer(seat));
    if computers[0] != computers[1] {
        let (you, it) = if computers[1] { (&first, &second) } else { (&second, &first) };
        session.screen.say(&said!(
            "{title}: you are {you}, against {it}. Type `help` at any time, `hint` for a hint.",
            "{title} : vous êtes {you}, contre {it}. Taper « aide » à tout moment, « conseil » pour un conseil."
        ));
        return;
    }
    session.screen.say(&said!(
        "{title}: {first} against {second}. Type `help` at any time.",
        "{title} : {first} contre {second}. Taper « aide » à tout moment."
    ));
}

/// Seeds for a game at the terminal.
fn fresh_proof() -> Result<Proof, Failure> {
    Dice::with(|dice| Proof::fresh("terminal", dice))
}

/// Today's date as records write it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
