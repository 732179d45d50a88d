//! The app is two WASM modules, to keep the first page small. Each renders its own pages; a link to
//! the other module reloads the page.

use abaque_client::Route;
use abaque_client::route;
use leptos::prelude::*;

use crate::app::App;
use crate::{editor, learn, online, pages, people, play, study};

/// One of the two modules.
pub(crate) struct ModuleRoutes {
    /// Which module.
    pub(crate) name: route::AppPart,
    /// Renders a route.
    pub(crate) page: fn(Route) -> AnyView,
    /// Components shown beside every page.
    pub(crate) overlay: fn() -> AnyView,
}

/// Home, local games, rules.
pub(crate) static FRONT: ModuleRoutes =
    ModuleRoutes { name: route::AppPart::Front, page: front_page, overlay: online::front_overlay };

/// Everything else.
pub(crate) static MORE: ModuleRoutes =
    ModuleRoutes { name: route::AppPart::More, page: more_page, overlay: online::more_overlay };

/// Mounts a module into the page.
pub(crate) fn start(part: &'static ModuleRoutes) {
    leptos::mount::mount_to_body(move || view! { <App part /> });
}

fn front_page(route: Route) -> AnyView {
    match route {
        Route::Home => view! { <pages::Home /> }.into_any(),
        Route::New(name) => view! { <pages::NewGamePage name /> }.into_any(),
        Route::NewAt(name, query) => view! { <pages::NewGamePage name query /> }.into_any(),
        Route::Table(id) => view! { <play::Table id /> }.into_any(),
        Route::Rules(name) => view! { <pages::Rules name /> }.into_any(),
        _ => view! { <pages::Missing /> }.into_any(),
    }
}

fn more_page(route: Route) -> AnyView {
    match route {
        Route::About => view! { <pages::About /> }.into_any(),
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
        Route::Studies => view! { <study::Studies /> }.into_any(),
        Route::Study(subject) => view! { <study::StudyPage subject /> }.into_any(),
        Route::Editor(name, query) => view! { <editor::EditorPage name query /> }.into_any(),
        Route::People(page) => people::page(page),
        _ => view! { <pages::Missing /> }.into_any(),
    }
}
