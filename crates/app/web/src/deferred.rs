//! Code splitting: the way to the first board (home, new game, the new game's table) is in the main
//! module. All other pages, stored games, online games in progress, the editor of secret set-ups and
//! what stands below a board or follows its game are in a chunk that is fetched when the browser is idle
//! or when a page needs it, with a style sheet of its own. Pages change without a reload.

use std::time::Duration;

use abaque_client::{Route, words};
use abaque_core::Seat;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use crate::context::context;
use crate::controller::BoardController;
use crate::play::{LocalSession, game_storage};
use crate::{editor, learn, online, pages, people, play, study, user_context};

/// Delay before the chunk is fetched although no page needs it yet.
const PREFETCH_DELAY: Duration = Duration::from_secs(2);

/// The entry points of the chunk.
#[derive(Clone, Copy)]
struct DeferredPages {
    page: fn(Route) -> AnyView,
    saved_table: fn(u64) -> AnyView,
    set_up_editor: fn(BoardController, Seat) -> AnyView,
    table_notes: fn(BoardController) -> AnyView,
    next_games: fn(LocalSession) -> AnyView,
    games_in_progress: fn() -> AnyView,
    notices: fn() -> AnyView,
    /// Runs once, when the chunk has arrived.
    start: fn(),
}

#[derive(Clone, Copy)]
enum ChunkState {
    Missing,
    Loading,
    Ready(DeferredPages),
    Failed,
}

/// The pages of the app, wherever their code is.
#[derive(Clone)]
pub(crate) struct Pages {
    chunk: RwSignal<ChunkState>,
    /// What the chunk provides at its start must be visible to every page.
    root: Owner,
}

#[allow(unsafe_code, reason = "the macro declares the functions of the chunk as foreign")]
mod split_point {
    use super::{
        DeferredPages, SplitLoaderError, deferred_games_in_progress, deferred_next_games,
        deferred_notices, deferred_page, deferred_saved_table, deferred_set_up_editor,
        deferred_table_notes, online,
    };

    /// Fetches the chunk.
    #[leptos::wasm_split::wasm_split(
        more,
        wasm_split_path = ::leptos::wasm_split,
        fallible
    )]
    pub(super) fn load_pages() -> Result<DeferredPages, SplitLoaderError> {
        Ok(DeferredPages {
            page: deferred_page,
            saved_table: deferred_saved_table,
            set_up_editor: deferred_set_up_editor,
            table_notes: deferred_table_notes,
            next_games: deferred_next_games,
            games_in_progress: deferred_games_in_progress,
            notices: deferred_notices,
            start: online::start,
        })
    }
}

#[wasm_bindgen]
extern "C" {
    /// Loads the style sheet of the chunk, once; defined by the script that starts the app. The promise
    /// is kept even if the sheet cannot be fetched: a plain page is better than none.
    #[wasm_bindgen(js_name = abaqueLoadStyle)]
    fn load_style() -> js_sys::Promise;
}

impl Pages {
    /// Call it in the root component; every page finds it in its context.
    pub(crate) fn provide() -> Pages {
        let root = Owner::current().unwrap_or_default();
        let pages = Pages { chunk: RwSignal::new(ChunkState::Missing), root };
        provide_context(pages.clone());
        // A returning player may have games in progress: they show at once.
        if game_storage::has_games() || user_context::is_known() {
            pages.load();
        } else {
            let early = pages.clone();
            set_timeout(move || early.load(), PREFETCH_DELAY);
        }
        pages
    }

    /// Renders a page, reactive: a placeholder stands for it until its code has arrived.
    pub(crate) fn show(&self, route: Route) -> AnyView {
        match route {
            Route::Home => view! { <pages::Home /> }.into_any(),
            Route::New(name) => view! { <pages::NewGamePage name /> }.into_any(),
            Route::Table(id) => view! { <play::Table id /> }.into_any(),
            Route::Missing => view! { <pages::Missing /> }.into_any(),
            deferred => self.when_loaded(|chunk| (chunk.page)(deferred)),
        }
    }

    /// Renders a local game from the browser's storage, reactive.
    pub(crate) fn show_saved_table(&self, id: u64) -> AnyView {
        self.when_loaded(|chunk| (chunk.saved_table)(id))
    }

    /// Renders the editor of a secret set-up, reactive.
    pub(crate) fn show_set_up_editor(&self, controller: BoardController, seat: Seat) -> AnyView {
        self.when_loaded(|chunk| (chunk.set_up_editor)(controller, seat))
    }

    /// Renders what stands below a board, reactive: nothing before the chunk has arrived.
    pub(crate) fn show_table_notes(&self, controller: BoardController) -> Option<AnyView> {
        if matches!(self.chunk.get(), ChunkState::Missing) {
            self.load();
        }
        self.if_loaded(|chunk| (chunk.table_notes)(controller))
    }

    /// Renders what a player may do after a local game, reactive.
    pub(crate) fn show_next_games(&self, session: LocalSession) -> AnyView {
        self.when_loaded(|chunk| (chunk.next_games)(session))
    }

    /// Renders the games in progress, reactive: nothing before the chunk has arrived.
    pub(crate) fn show_games_in_progress(&self) -> Option<AnyView> {
        self.if_loaded(|chunk| (chunk.games_in_progress)())
    }

    /// Renders the notices about online games, reactive: nothing before the chunk has arrived.
    pub(crate) fn show_notices(&self) -> Option<AnyView> {
        self.if_loaded(|chunk| (chunk.notices)())
    }

    /// Renders a part of the chunk once it is there, reactive.
    fn if_loaded(&self, render: impl FnOnce(DeferredPages) -> AnyView) -> Option<AnyView> {
        match self.chunk.get() {
            ChunkState::Ready(chunk) => Some(render(chunk)),
            _ => None,
        }
    }

    /// Renders a part of the chunk, reactive: a placeholder stands for it until the chunk arrives.
    fn when_loaded(&self, render: impl FnOnce(DeferredPages) -> AnyView) -> AnyView {
        match self.chunk.get() {
            ChunkState::Ready(chunk) => render(chunk),
            ChunkState::Failed => {
                let chunk = self.chunk;
                view! { <LoadFailed on_retry=move || chunk.set(ChunkState::Missing) /> }.into_any()
            }
            ChunkState::Missing | ChunkState::Loading => {
                self.load();
                view! { <Loading /> }.into_any()
            }
        }
    }

    /// Fetches the chunk unless it is there or on its way.
    fn load(&self) {
        let chunk = self.chunk;
        if matches!(chunk.get_untracked(), ChunkState::Loading | ChunkState::Ready(_)) {
            return;
        }
        // Untracked callers must not see `Loading` as a change of page.
        chunk.update_untracked(|state| *state = ChunkState::Loading);
        let root = self.root.clone();
        spawn_local(async move {
            let style = JsFuture::from(load_style());
            let loaded = split_point::load_pages().await;
            let _ = style.await;
            let state = match loaded {
                Ok(pages) => {
                    root.with(pages.start);
                    ChunkState::Ready(pages)
                }
                Err(_) => ChunkState::Failed,
            };
            chunk.set(state);
        });
    }
}

#[component]
fn Loading() -> impl IntoView {
    let context = context();
    view! { <p class="notice" role="status">{move || context.t(words::LOADING)}</p> }
}

/// The network is down, or a new version has replaced the chunk on the server.
#[component]
fn LoadFailed(on_retry: impl Fn() + 'static) -> impl IntoView {
    let context = context();
    let reload = move |_| {
        let _ = window().location().reload();
    };
    view! {
        <div class="notice" role="alert">
            <p>{move || context.t(words::PAGE_NOT_LOADED)}</p>
            <p class="row">
                <button class="primary" on:click=move |_| on_retry()>{move || context.t(words::TRY_AGAIN)}</button>
                <button on:click=reload>{move || context.t(words::RELOAD)}</button>
            </p>
        </div>
    }
}

fn deferred_saved_table(id: u64) -> AnyView {
    view! { <play::SavedTable id /> }.into_any()
}

fn deferred_set_up_editor(controller: BoardController, seat: Seat) -> AnyView {
    view! { <play::SetupEditor controller seat /> }.into_any()
}

fn deferred_table_notes(controller: BoardController) -> AnyView {
    view! { <play::TableNotes controller /> }.into_any()
}

fn deferred_next_games(session: LocalSession) -> AnyView {
    view! { <play::NextGames session /> }.into_any()
}

fn deferred_games_in_progress() -> AnyView {
    view! { <pages::InProgress /> }.into_any()
}

fn deferred_notices() -> AnyView {
    view! { <online::Notices /> }.into_any()
}

fn deferred_page(route: Route) -> AnyView {
    match route {
        Route::NewAt(name, query) => view! { <pages::NewGameAt name query /> }.into_any(),
        Route::About => view! { <pages::About /> }.into_any(),
        Route::Rules(name) => view! { <pages::Rules name /> }.into_any(),
        Route::Settings => view! { <pages::Settings /> }.into_any(),
        Route::Games => view! { <pages::Games /> }.into_any(),
        Route::Lobby(against) => view! { <online::Lobby against /> }.into_any(),
        Route::Game(id) => view! { <online::Game id /> }.into_any(),
        Route::Verify(game) => view! { <online::Verify game /> }.into_any(),
        Route::Learn => view! { <learn::Learn /> }.into_any(),
        Route::Course(game) => view! { <learn::Course game /> }.into_any(),
        Route::Lesson(game, lesson) => view! { <learn::Lesson game lesson /> }.into_any(),
        Route::Rulings(game) => view! { <learn::Rulings game /> }.into_any(),
        Route::Puzzles => view! { <learn::Puzzles /> }.into_any(),
        Route::Daily => view! { <learn::Daily /> }.into_any(),
        Route::Puzzle(id) => view! { <learn::Puzzle id /> }.into_any(),
        Route::NextPuzzle(game) => view! { <learn::NextPuzzle game /> }.into_any(),
        Route::Studies => view! { <study::Studies /> }.into_any(),
        Route::Study(subject) => view! { <study::StudyPage subject /> }.into_any(),
        Route::Editor(name, query) => view! { <editor::EditorPage name query /> }.into_any(),
        Route::People(page) => people::page(page),
        _ => view! { <pages::Missing /> }.into_any(),
    }
}
