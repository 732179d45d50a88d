//! What a viewer may see of a game. Every message that leaves a room is built here.

use abaque_core::{Millis, Observer, Outcome, Seat};
use abaque_protocol::{GameResult, GameStage, GameState, InterruptWindow, Plies, VisiblePly};
use abaque_store::Version;
use abaque_table::{ClockReading, Offer, Table, Timestamp};

/// Kind of viewer; decides what is visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ViewerKind {
    /// The player of a seat.
    Player(Seat),
    /// Both players on a shared screen: they see what the player to act may see.
    Both,
    /// A spectator.
    Watcher,
}

impl ViewerKind {
    pub(crate) const ALL: [ViewerKind; 4] = [
        ViewerKind::Player(Seat::First),
        ViewerKind::Player(Seat::Second),
        ViewerKind::Both,
        ViewerKind::Watcher,
    ];

    /// Index into [`ViewerKind::ALL`].
    pub(crate) const fn index(self) -> usize {
        match self {
            ViewerKind::Player(seat) => seat.index(),
            ViewerKind::Both => 2,
            ViewerKind::Watcher => 3,
        }
    }

    /// Seats this viewer acts for.
    pub(crate) fn seats(self) -> Vec<Seat> {
        match self {
            ViewerKind::Player(seat) => vec![seat],
            ViewerKind::Both => Seat::ALL.to_vec(),
            ViewerKind::Watcher => Vec::new(),
        }
    }

    /// Observer at the table whose knowledge applies.
    pub(crate) fn observer(self, table: &Table) -> Observer {
        let acting = || Seat::ALL.into_iter().find(|&seat| table.can_act(seat));
        match self {
            ViewerKind::Player(seat) => Observer::Player(seat),
            ViewerKind::Both => acting().map_or(Observer::Spectator, Observer::Player),
            ViewerKind::Watcher => Observer::Spectator,
        }
    }
}

/// State of a table as this viewer may see it.
pub(crate) fn visible_state(
    table: &Table,
    viewer: ViewerKind,
    version: Version,
    now: Timestamp,
    ratings: Option<&[String; 2]>,
) -> GameState {
    let by = viewer.observer(table);
    let to_act: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| table.can_act(seat)).collect();
    let acts = viewer.seats().into_iter().any(|seat| to_act.contains(&seat));
    // A list cannot hold every set-up: the presets stand for all.
    let mine = || viewer.seats().into_iter().find(|seat| to_act.contains(seat));
    let legal = acts.then(|| match mine().filter(|_| table.game().is_sealed()) {
        Some(seat) => table.presets(seat).into_iter().map(|(_, setup)| setup).collect(),
        None => table.game().offered_plies(),
    });
    let [first, second] = Seat::ALL.map(|seat| table.clock_reading(seat, now));
    let clocks = first.zip(second).map(|(first, second)| [first, second]);
    let window = table.window_until().and_then(|until| {
        let seat = to_act.first().copied()?;
        let interrupted = table.is_interrupting();
        Some(InterruptWindow { seat, left: until - now, interrupted })
    });
    let waiting = |seat: &Seat| {
        table.outcome().is_none() && table.game().is_sealed() && !table.can_act(*seat)
    };
    let proposing = |offer: Offer| -> Vec<Seat> {
        let is_player = !viewer.seats().is_empty();
        let by = Seat::ALL.into_iter().filter(|&seat| is_player && table.has_offered(seat, offer));
        by.collect()
    };
    let common = (viewer == ViewerKind::Both && table.has_secrets())
        .then(|| table.view(Observer::Spectator));
    GameState {
        version: version.0,
        stage: if table.outcome().is_some() { GameStage::Over } else { GameStage::Playing },
        view: table.view(by),
        common,
        to_act,
        legal,
        clocks,
        window,
        submitted: Seat::ALL.into_iter().filter(waiting).collect(),
        draw: proposing(Offer::Draw),
        take_back: proposing(Offer::TakeBack),
        abortable: table.outcome().is_none() && is_abortable(table),
        ending: table.outcome().map(|outcome| game_result(table, outcome, ratings)),
        now,
    }
}

/// Plies from an index on, as this viewer may see them.
pub(crate) fn visible_plies(table: &Table, viewer: ViewerKind, from: usize) -> Plies {
    let by = viewer.observer(table);
    let shown = |index: usize| {
        let entry = &table.plies()[index];
        // On a shared screen submitted set-ups are not shown again.
        let by = if viewer == ViewerKind::Both { Observer::Spectator } else { by };
        VisiblePly {
            ply: table.visible_ply(index, by).unwrap_or("?").to_owned(),
            seat: entry.seat,
            clock: entry.clock,
        }
    };
    Plies { from: from as u32, list: (from..table.plies().len()).map(shown).collect() }
}

/// Whether not both players have had a turn.
pub(crate) fn is_abortable(table: &Table) -> bool {
    let acted =
        |seat: Seat| table.plies().iter().any(|entry| entry.seat == Some(seat) && !entry.secret);
    !(acted(Seat::First) && acted(Seat::Second))
}

pub(crate) fn game_result(
    table: &Table,
    outcome: Outcome,
    ratings: Option<&[String; 2]>,
) -> GameResult {
    GameResult {
        result: result(table, outcome),
        winner: outcome.winner(),
        reason: outcome.reason().as_str().to_owned(),
        ratings: ratings.cloned(),
    }
}

/// Result in record notation: `b wins ejection`.
pub(crate) fn result(table: &Table, outcome: Outcome) -> String {
    outcome.to_text(table.description().letters)
}

/// Whether a viewer sees a difference between two states; versions and running clocks do not count.
pub(crate) fn is_visibly_different(before: &GameState, after: &GameState) -> bool {
    let still = |state: &GameState| GameState {
        version: 0,
        now: Timestamp(0),
        clocks: state.clocks.map(|clocks| {
            clocks.map(|clock| ClockReading { left: Millis(0), delay_left: Millis(0), ..clock })
        }),
        window: state.window.map(|window| InterruptWindow { left: Millis(0), ..window }),
        ..state.clone()
    };
    still(before) != still(after)
}
