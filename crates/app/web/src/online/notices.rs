//! Notices on every page about the player's tables: a turn with its countdown, a game that starts, a
//! challenge. Also reveals, from any page, the seeds that tables wait for.
//!
//! Only the seed must survive a reload ([`seed_storage`]): while it is stored, its owner has not
//! seen the game start.

use abaque_client::PeopleRoute;
use abaque_client::Route;
use abaque_client::words::{online as words, running as running_words};
use abaque_online_client::{
    NoticeKind, RunningTable, TableNotice, TableWatch, WatchStep, WatchedTable, time_left,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::running_games::{self, RunningGames};
use super::{seed_storage, system_notifications};
use crate::context::{AppContext, context};
use crate::icons::{self, Icon};
use crate::sound::Sound;
use crate::user_context::{UserContext, user_context};
use crate::{api, browser};

/// Delay before a starting table is checked again, in milliseconds.
const RECHECK_DELAY_MS: u32 = 2_500;
/// How long a table being created may be unknown to the server, in milliseconds.
const CREATION_GRACE_MS: u64 = 60_000;

/// The tables a player waits at. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct GameWatch {
    context: AppContext,
    user: UserContext,
    tables: RwSignal<TableWatch>,
    /// The player's unfinished games.
    pub(crate) running: RunningGames,
    /// Whether something may happen at a table of the player, reactive: this browser holds the seed
    /// of a game not yet seen to start, or the server lists an unfinished game with an opponent.
    pub(crate) needed: RwSignal<bool>,
    /// Games to be checked again soon.
    rechecks: StoredValue<Vec<String>>,
}

/// The shared watch.
pub(crate) fn game_watch() -> GameWatch {
    expect_context()
}

/// Provides the watch to every page. Nothing happens before [`start`].
pub(crate) fn provide() {
    let watch = GameWatch {
        context: context(),
        user: user_context(),
        tables: RwSignal::default(),
        running: running_games::provide(),
        needed: RwSignal::new(false),
        rechecks: StoredValue::default(),
    };
    provide_context(watch);
}

/// Watches the player's tables from now on.
pub(crate) fn start(watch: GameWatch) {
    running_games::start(watch.running);
    let me = watch.user.me;
    Effect::new(move |before: Option<Option<i64>>| {
        let now = me.with(|me| me.person().map(|person| person.id));
        if before != Some(now) {
            watch.tables.set(TableWatch::default());
            watch.check_all();
        }
        now
    });
    Effect::new(move |_| {
        watch.running.tables.track();
        watch.update_needed();
    });
    // Other tabs of this browser create tables, see games start and dismiss notices.
    let _ = window_event_listener(leptos::ev::storage, move |event| {
        let (Some(key), Some((id, _))) = (event.key(), watch.player()) else { return };
        let Some(game) = seed_storage::game_of_key(&key, id) else { return };
        match event.new_value() {
            Some(_) => watch.spawn_check(&game),
            None => watch.tables.update(|tables| tables.dismiss(&game, true)),
        }
        watch.update_needed();
    });
    Effect::new(move |_| {
        if let Route::Game(here) = watch.context.route.get() {
            watch.dismiss(&here);
        }
    });
}

impl GameWatch {
    fn player(self) -> Option<(i64, String)> {
        self.user.me.with_untracked(|me| me.person().map(|me| (me.id, me.name.clone())))
    }

    fn update_needed(self) {
        let needed = self.player().is_some_and(|(id, _)| {
            !seed_storage::load_all(id).is_empty()
                || self.running.tables.with_untracked(|tables| tables.has_opponents())
        });
        if self.needed.try_get_untracked() != Some(needed) {
            self.needed.set(needed);
        }
    }

    /// Checks the running games and every table this browser holds a seed for.
    pub(crate) fn check_all(self) {
        self.running.refresh();
        self.update_needed();
        if let Some((id, _)) = self.player() {
            seed_storage::load_all(id).iter().for_each(|own_seed| self.spawn_check(&own_seed.game));
        }
    }

    /// In a game the player does not look at, the turn has changed or the game has ended.
    pub(crate) fn follow_turn(self, game: &str) {
        self.running.refresh();
        let told = |notice: &TableNotice| notice.game == game;
        if self.tables.with_untracked(|tables| tables.notices().iter().any(told)) {
            self.spawn_check(game);
        }
    }

    /// A table of the player starts, or does not.
    pub(crate) fn follow_pairing(self, game: &str) {
        self.running.refresh();
        self.spawn_check(game);
    }

    /// Checks one table.
    fn spawn_check(self, game: &str) {
        let game = game.to_owned();
        spawn_local(async move { self.check_game(&game).await });
    }

    async fn check_game(self, game: &str) {
        let found = api::get::<WatchedTable>(&format!("/games/{game}")).await;
        let Some((id, name)) = self.player() else { return };
        let own_seed = seed_storage::load(game, id);
        let step = match &found {
            Ok(info) => {
                let mut step = WatchStep::Wait;
                self.tables.update(|tables| step = tables.update(info, &name));
                step
            }
            // A table that is being created is not known yet.
            Err(error) if error.has_code("no-game") => {
                let made = own_seed.as_ref().map_or(0, |own_seed| own_seed.made);
                let young = browser::now().0 < made + CREATION_GRACE_MS;
                if young { WatchStep::Wait } else { WatchStep::Forget }
            }
            Err(_) => WatchStep::Wait,
        };
        match (step, own_seed) {
            (WatchStep::Wait, _) => {}
            (WatchStep::Reveal, own_seed) => {
                if let Some(own_seed) = own_seed {
                    seed_storage::reveal(&own_seed).await;
                }
                self.check_soon(game);
            }
            (WatchStep::Forget, _) => {
                seed_storage::remove(game, id);
                self.update_needed();
            }
        }
    }

    fn check_soon(self, game: &str) {
        let new = self.rechecks.with_value(|games| games.iter().all(|other| other != game));
        if new {
            let game = game.to_owned();
            self.rechecks.update_value(|games| games.push(game.clone()));
            browser::run_after(RECHECK_DELAY_MS, move || {
                self.rechecks.update_value(|games| games.retain(|other| *other != game));
                self.spawn_check(&game);
            });
        }
    }

    /// The player has seen the game at its table.
    pub(crate) fn mark_seen(self, game: &str) {
        self.tables.update(|tables| tables.dismiss(game, true));
        if let Some((id, _)) = self.player() {
            seed_storage::remove(game, id);
        }
        self.update_needed();
    }

    /// The player opened the table, or dismissed the notice.
    fn dismiss(self, game: &str) {
        let is_of_game = |notice: &&TableNotice| notice.game == game;
        let kind = self.tables.with_untracked(|tables| {
            tables.notices().iter().find(is_of_game).map(|notice| notice.kind)
        });
        match kind {
            Some(NoticeKind::Started) => self.mark_seen(game),
            Some(_) => self.tables.update(|tables| tables.dismiss(game, false)),
            None => {}
        }
    }

    /// The player closed the notice, which also stands for the turn it calls to.
    fn close(self, game: &str) {
        self.running.dismiss(game);
        self.dismiss(game);
    }

    /// The calls to show on this page, reactive: notices, then turns they do not mention.
    fn calls(self) -> Vec<Call> {
        let here = self.context.route.get();
        let is_here = |game: &str| matches!(&here, Route::Game(id) if id == game);
        let lang = self.context.lang();
        let mut calls: Vec<Call> = self.tables.with(|tables| {
            let elsewhere = |notice: &&TableNotice| {
                !is_here(&notice.game) && !notice.rematch_of.as_deref().is_some_and(is_here)
            };
            let call = |notice: &TableNotice| Call {
                game: notice.game.clone(),
                text: notice.text(lang),
                turn: None,
            };
            tables.notices().iter().filter(elsewhere).map(call).collect()
        });
        let me = self.running.me().unwrap_or_default();
        for turn in self.running.turns() {
            if !is_here(turn.id()) && calls.iter().all(|call| call.game != turn.id()) {
                let (game, text) = (turn.id().to_owned(), turn.call(&me, lang));
                calls.push(Call { game, text, turn: Some(turn) });
            }
        }
        calls
    }
}

/// A call to a table.
#[derive(Clone, PartialEq)]
struct Call {
    game: String,
    text: String,
    /// The turn it is about, whose time counts down.
    turn: Option<RunningTable>,
}

impl Call {
    /// Whether the player has heard this call already.
    fn is_same(&self, other: &Call) -> bool {
        let plies = |call: &Call| call.turn.as_ref().map(RunningTable::plies);
        self.game == other.game && plies(self) == plies(other)
    }
}

/// The calls, on every page. Of several turns only the most urgent is shown, with the number of the
/// others.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let watch = game_watch();
    let context = watch.context;
    let calls = Memo::new(move |_| watch.calls());
    Effect::new(move |before: Option<Vec<Call>>| {
        let now = calls.get();
        context.badge.set(now.len());
        let heard = |call: &Call| before.iter().flatten().any(|old| old.is_same(call));
        let new: Vec<&Call> = now.iter().filter(|call| !heard(call)).collect();
        for call in &new {
            let table = Some((context, call.game.as_str()));
            system_notifications::show_notification("Abaque", &call.text, table);
        }
        if !new.is_empty() {
            context.play_sound(Sound::Call);
        }
        now
    });
    let row = move |call: Call| {
        let Call { game, text, turn } = call;
        let href = Route::Game(game.clone()).to_string();
        let left = move || {
            let left = turn.as_ref()?.left(watch.running.now.get())?;
            Some(time_left(left, context.lang()))
        };
        view! {
            <div class="update">
                <span>{text}<time class="left" role="timer" aria-live="off">{left}</time></span>
                <a class="button primary" href=href>{move || context.t(words::TO_TABLE)}</a>
                <button class="plain" aria-label=move || context.t(words::DISMISS) on:click=move |_| watch.close(&game)><Icon d=icons::CROSS /></button>
            </div>
        }
    };
    let rows = move || {
        let calls = calls.get();
        let turns = calls.iter().filter(|call| call.turn.is_some()).count();
        let shown = calls.len() - turns.saturating_sub(1);
        let more = turns.saturating_sub(1);
        let rest = (more > 0).then(|| {
            let text = if more == 1 {
                running_words::ONE_MORE_WAITING
            } else {
                running_words::MORE_WAITING
            };
            let text = context.t(text).replace("{n}", &more.to_string());
            view! { <a class="update more-turns" href=Route::Lobby(None).to_string()>{text}</a> }
        });
        view! { {calls.into_iter().take(shown).map(row).collect_view()}{rest} }
    };
    view! {
        <div class="calls" role="status">
            <SessionEnded />
            {rows}
        </div>
    }
}

/// Notice that the server ended the session, with a link to sign in.
#[component]
fn SessionEnded() -> impl IntoView {
    let (context, user) = (context(), user_context());
    let href = Route::People(PeopleRoute::SignIn).to_string();
    move || {
        let why = user.ended.get()?;
        let sign_in = why.can_sign_in().then(|| {
            view! { <a class="button primary" href=href.clone()>{move || context.t(words::SIGN_IN_AGAIN)}</a> }
        });
        Some(view! {
            <div class="update">
                <span>{move || why.message().get(context.lang()).to_owned()}</span>
                {sign_in}
                <button class="plain" aria-label=move || context.t(words::DISMISS) on:click=move |_| user.ended.set(None)><Icon d=icons::CROSS /></button>
            </div>
        })
    }
}
