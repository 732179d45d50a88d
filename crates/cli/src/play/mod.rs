//! `abaque play`: two people at one terminal, or one against the computer.

mod computer;
pub(crate) mod input;
mod menu;
mod players;
mod proof;
mod saved;
pub(crate) mod screen;
mod session;
mod words;

use std::path::Path;
use std::time::Instant;

use abaque_core::{Lang, Millis, Seat, Turn, said};
use abaque_table::{Act, At, Setting, Table};
use clap::ArgMatches;

use self::input::Input;
use self::players::Wanted;
use self::proof::Proof;
use self::screen::Screen;
use self::session::Session;
use crate::failure::Failure;

/// `abaque play`, or plain `abaque`.
pub(crate) fn run(matches: Option<&ArgMatches>, lang: Lang) -> Result<(), Failure> {
    let text = |name: &str| matches.and_then(|m| m.get_one::<String>(name)).map(String::as_str);
    let flag = |name: &str| matches.is_some_and(|m| m.get_flag(name));
    let mut input = Input::new();
    if let Some(path) = text("resume") {
        let mut screen = Screen::new(lang, flag("plain"), [None, None]);
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
    let mut proof = Proof::fresh()?;
    if flag("draw-sides") && proof.draw_sides(&setting.start.spec()) == Seat::Second {
        names.swap(0, 1);
        wanted.swap();
    }
    let players = wanted.sit(&setting.start.spec())?;
    let mut session = Session {
        table: Table::new(setting, At(0)),
        screen: Screen::new(lang, flag("plain"), names),
        input,
        players,
        proof,
        save: text("save").map(String::from),
        resumed: None,
        date: today(),
        started: Instant::now(),
        seen_by: None,
        dirty: false,
        told: Vec::new(),
    };
    session.screen.memory = flag("memory");
    evening(&mut session)
}

fn resume(
    path: &str,
    save: &str,
    input: Input,
    mut screen: Screen,
    matches: Option<&ArgMatches>,
) -> Result<(), Failure> {
    let (record, checked, setting) = saved::read(path)?;
    screen.names = saved::names(&record);
    let wanted = match matches {
        Some(matches) => Wanted::read(matches, setting.start.info())?,
        None => Wanted::default(),
    };
    let players = wanted.or_saved(&record)?.sit(&setting.start.spec())?;
    // A computer is called by what it is now; people keep the names they gave.
    for ((name, player), tag) in screen.names.iter_mut().zip(&players).zip(players::TAGS) {
        if record.tag(tag).is_some() && player.is_some() {
            *name = name.take().filter(|name| !players::is_ours(name));
        }
    }
    let proof = Proof::read(&record, &checked)?;
    let mut table = Table::new(setting, At(0));
    let mut restored = 0;
    for ply in record.plies().map(String::from) {
        let act = match table.game().turn() {
            Turn::Chance => Act::Lot { outcome: ply },
            Turn::Of(seat) if table.may_act(seat) => Act::play(seat, ply),
            // A set-up of the second seat while the first one's waits.
            _ => Act::play(Seat::Second, ply),
        };
        table.step(act, At(0)).map_err(|refused| {
            let (en, fr) = (refused.tell(Lang::En), refused.tell(Lang::Fr));
            Failure::input(said!("{path}: {en}", "{path} : {fr}"))
        })?;
        // Two set-ups come in with one act, so there may be none or several new plies.
        for (index, noted) in record.main().moves().iter().enumerate().skip(restored) {
            if index == table.plies().len() {
                break;
            }
            if let Some(left) = noted.clock() {
                // Whoever went on playing had some time left, however a clock rounds it.
                table.restore_clock(index, left.max(Millis(1)), At(0));
            }
            restored = index + 1;
        }
    }
    if let Some(outcome) = record.outcome() {
        screen.outcome = Some(outcome);
        // However it ended, nothing is secret any more (BLO-07).
        screen.picture(&table, &table.game().position(), None)?;
        let result = outcome.text(table.info().letters);
        screen.say(&said!("this game is over: {result}", "cette partie est finie : {result}"));
        return Ok(());
    }
    let mut session = Session {
        table,
        screen,
        input,
        players,
        proof,
        save: Some(save.into()),
        date: record.tag("Date").map_or_else(today, String::from),
        resumed: Some(record),
        started: Instant::now(),
        seen_by: None,
        dirty: false,
        told: Vec::new(),
    };
    evening(&mut session)
}

/// One game, and as many rematches as the players like.
fn evening(session: &mut Session) -> Result<(), Failure> {
    session.name_computers();
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
    let info = session.table.info();
    let (first, second) =
        (session.screen.player(info, Seat::First), session.screen.player(info, Seat::Second));
    let title = info.title.get(session.screen.lang);
    if let [None, Some(_)] | [Some(_), None] = &session.players {
        let (you, it) =
            if session.players[0].is_none() { (&first, &second) } else { (&second, &first) };
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

/// Today's date as records write it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
