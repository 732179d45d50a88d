//! The player's unfinished games on the server, known to every page: for the badge in the header,
//! the banner and the home page.

use std::time::Duration;

use abaque_online_client::{RunningTable, RunningTables};
use abaque_table::Timestamp;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::context::context;
use crate::user_context::{UserContext, user_context};
use crate::{api, browser};

/// Poll interval, in seconds; changes of turn are pushed besides.
const POLL_INTERVAL_SECS: u64 = 60;
/// Storage key of a dismissed turn, followed by the game; the value is the number of plies.
const DISMISSED_KEY_PREFIX: &str = "abaque.turn.";

/// The unfinished games. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct RunningGames {
    user: UserContext,
    /// The games, reactive.
    pub(crate) tables: RwSignal<RunningTables>,
    /// The current time, reactive while a deadline counts down.
    pub(crate) now: RwSignal<Timestamp>,
    /// Incremented when a turn is dismissed, here or in another tab.
    dismissals: RwSignal<u32>,
}

/// The shared list.
pub(crate) fn running_games() -> RunningGames {
    expect_context()
}

/// Provides the list to every page, empty before [`start`].
pub(crate) fn provide() -> RunningGames {
    let running = RunningGames {
        user: user_context(),
        tables: RwSignal::default(),
        now: RwSignal::new(browser::now()),
        dismissals: RwSignal::new(0),
    };
    provide_context(running);
    running
}

/// Keeps the list up to date from now on: fetched at once and when the page or the user changes, then
/// polled while the page is visible.
pub(crate) fn start(running: RunningGames) {
    let (me, route) = (running.user.me, context().route);
    Effect::new(move |_| {
        me.track();
        route.track();
        running.refresh();
    });
    let poll = move || {
        if !document().hidden() {
            running.refresh();
        }
    };
    set_interval(poll, Duration::from_secs(POLL_INTERVAL_SECS));
    let _ = window_event_listener_untyped("visibilitychange", move |_| poll());
    let tick = move || {
        if running.tables.with_untracked(|tables| tables.waiting() > 0) {
            running.now.set(browser::now());
        }
    };
    set_interval(tick, Duration::from_secs(1));
    let _ = window_event_listener(leptos::ev::storage, move |event| {
        if event.key().is_some_and(|key| key.starts_with(DISMISSED_KEY_PREFIX)) {
            running.dismissals.update(|count| *count += 1);
        }
    });
}

impl RunningGames {
    /// The player's name, reactive.
    pub(crate) fn me(self) -> Option<String> {
        self.user.me.with(|me| me.person().map(|person| person.name.clone()))
    }

    /// Fetches the list.
    pub(crate) fn refresh(self) {
        if self.user.id().is_none() {
            return self.set(RunningTables::default());
        }
        spawn_local(async move {
            if let Ok(found) = api::get::<RunningTables>("/me/running").await {
                self.set(found.on_clock(browser::now()));
            }
        });
    }

    fn set(self, tables: RunningTables) {
        self.now.try_set(browser::now());
        // An unchanged list keeps its rows, and the focus in them.
        if self.tables.try_with_untracked(|before| !before.is_same(&tables)) == Some(true) {
            self.tables.set(tables);
        }
    }

    /// The games whose turns call the player, reactive; without dismissed ones.
    pub(crate) fn turns(self) -> Vec<RunningTable> {
        self.dismissals.track();
        self.tables.with(|tables| {
            let open = |game: &&RunningTable| {
                let key = format!("{DISMISSED_KEY_PREFIX}{}", game.id());
                browser::load(&key) != Some(game.plies().to_string())
            };
            tables.turns().filter(open).cloned().collect()
        })
    }

    /// Hides the banner of a game until its next turn.
    pub(crate) fn dismiss(self, game: &str) {
        let plies = self.tables.with_untracked(|tables| {
            let found = tables.games().iter().find(|one| one.id() == game)?;
            Some(found.plies())
        });
        for key in browser::keys_with_prefix(DISMISSED_KEY_PREFIX) {
            let runs = self
                .tables
                .with_untracked(|tables| tables.games().iter().any(|one| key.ends_with(one.id())));
            if !runs {
                browser::remove(&key);
            }
        }
        if let Some(plies) = plies {
            browser::store(&format!("{DISMISSED_KEY_PREFIX}{game}"), &plies.to_string());
            self.dismissals.update(|count| *count += 1);
        }
    }
}
