//! What a viewer may see of a game: everything that leaves a room passes through here.

use abaque_core::{Observer, Outcome, Seat};
use abaque_protocol::{Clock, Ending, Plies, Shown, Stage, State, Window};
use abaque_table::{At, Offer, Table};

use crate::log::number;

/// Somebody who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    /// A player.
    Player(Seat),
    /// Both players at one screen: they see what whoever is to act may see.
    Both,
    /// Anybody else.
    Watcher,
}

impl Eyes {
    /// All kinds of viewers.
    pub(crate) const ALL: [Eyes; 4] =
        [Eyes::Player(Seat::First), Eyes::Player(Seat::Second), Eyes::Both, Eyes::Watcher];

    /// A place in a list of all.
    pub(crate) const fn index(self) -> usize {
        match self {
            Eyes::Player(seat) => seat.index(),
            Eyes::Both => 2,
            Eyes::Watcher => 3,
        }
    }

    /// The seats these eyes act for.
    pub(crate) fn seats(self) -> Vec<Seat> {
        match self {
            Eyes::Player(seat) => vec![seat],
            Eyes::Both => Seat::ALL.to_vec(),
            Eyes::Watcher => Vec::new(),
        }
    }

    /// Whose knowledge this is at a table.
    pub(crate) fn observer(self, table: &Table) -> Observer {
        let acting = || Seat::ALL.into_iter().find(|&seat| table.may_act(seat));
        match self {
            Eyes::Player(seat) => Observer::Player(seat),
            Eyes::Both => acting().map_or(Observer::Spectator, Observer::Player),
            Eyes::Watcher => Observer::Spectator,
        }
    }
}

/// How a table stands, as these eyes may see it.
pub(crate) fn state(
    table: &Table,
    eyes: Eyes,
    version: u32,
    now: At,
    ratings: Option<&[String; 2]>,
) -> State {
    let by = eyes.observer(table);
    let to_act: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| table.may_act(seat)).collect();
    let acts = eyes.seats().into_iter().any(|seat| to_act.contains(&seat));
    // A set-up has more ways than a list holds: the ready-made ones stand for all.
    let mine = || eyes.seats().into_iter().find(|seat| to_act.contains(seat));
    let legal = acts.then(|| match mine().filter(|_| table.game().sealed()) {
        Some(seat) => table.presets(seat).into_iter().map(|(_, setup)| setup).collect(),
        None => table.game().offered(),
    });
    let clock = |seat: Seat| {
        let dial = table.dial(seat, now)?;
        Some(Clock { left: dial.left.0, runs: dial.runs, hold: dial.hold.0 })
    };
    let clocks = clock(Seat::First).zip(clock(Seat::Second)).map(|(first, second)| [first, second]);
    let window = table.window_until().and_then(|until| {
        let seat = to_act.first().copied()?;
        Some(Window { seat: number(seat), left: (until - now).0 })
    });
    let waiting =
        |seat: &Seat| table.outcome().is_none() && table.game().sealed() && !table.may_act(*seat);
    let proposing = |offer: Offer| -> Vec<u8> {
        let told = !eyes.seats().is_empty();
        let by = Seat::ALL.into_iter().filter(|&seat| told && table.offered(seat, offer));
        by.map(number).collect()
    };
    let common =
        (eyes == Eyes::Both && table.has_secrets()).then(|| table.view(Observer::Spectator));
    State {
        version,
        stage: if table.outcome().is_some() { Stage::Over } else { Stage::Playing },
        view: table.view(by),
        common,
        to_act: to_act.into_iter().map(number).collect(),
        legal,
        clocks,
        window,
        submitted: Seat::ALL.into_iter().filter(waiting).map(number).collect(),
        draw: proposing(Offer::Draw),
        take_back: proposing(Offer::TakeBack),
        abortable: table.outcome().is_none() && abortable(table),
        ending: table.outcome().map(|outcome| ending(table, outcome, ratings)),
        now: now.0,
    }
}

/// The plies from a number on, as these eyes may know them.
pub(crate) fn plies(table: &Table, eyes: Eyes, from: usize) -> Plies {
    let by = eyes.observer(table);
    let shown = |index: usize| {
        let entry = &table.plies()[index];
        // At one screen both have seen what they handed in; neither is shown again.
        let by = if eyes == Eyes::Both { Observer::Spectator } else { by };
        Shown {
            ply: table.shown(index, by).unwrap_or("?").to_owned(),
            seat: entry.seat.map(number),
            clock: entry.clock.map(|left| left.0),
        }
    };
    Plies { from: from as u32, list: (from..table.plies().len()).map(shown).collect() }
}

/// Whether the game has hardly begun: not both have had a turn.
pub(crate) fn abortable(table: &Table) -> bool {
    let acted =
        |seat: Seat| table.plies().iter().any(|entry| entry.seat == Some(seat) && !entry.secret);
    !(acted(Seat::First) && acted(Seat::Second))
}

pub(crate) fn ending(table: &Table, outcome: Outcome, ratings: Option<&[String; 2]>) -> Ending {
    Ending {
        result: result(table, outcome),
        winner: outcome.winner().map(number),
        reason: outcome.reason().word().to_owned(),
        ratings: ratings.cloned(),
    }
}

/// A result as records write it: `b wins ejection`.
pub(crate) fn result(table: &Table, outcome: Outcome) -> String {
    outcome.text(table.info().letters)
}

/// Whether a viewer sees any difference between two states: versions and running clocks are none.
pub(crate) fn differs(before: &State, after: &State) -> bool {
    let still = |state: &State| State {
        version: 0,
        now: 0,
        clocks: state.clocks.map(|clocks| clocks.map(|clock| Clock { left: 0, hold: 0, ..clock })),
        window: state.window.map(|window| Window { left: 0, ..window }),
        ..state.clone()
    };
    still(before) != still(after)
}
