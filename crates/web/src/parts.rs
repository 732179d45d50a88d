//! The app is two modules, so that the first page stays light: each holds its own pages, and the way from one to the other
//! loads the page anew.

use abaque_client::Route;
use abaque_client::route;
use leptos::prelude::*;

use crate::app::App;
use crate::{editor, learn, online, pages, people, play, study};

/// One of the two.
pub(crate) struct Part {
    /// Which.
    pub(crate) name: route::Part,
    /// Its pages.
    pub(crate) page: fn(Route) -> AnyView,
    /// What stands beside all of them.
    pub(crate) beside: fn() -> AnyView,
}

/// Games at this screen, rules, settings.
pub(crate) static FRONT: Part =
    Part { name: route::Part::Front, page: front, beside: || ().into_any() };

/// Everything else.
pub(crate) static MORE: Part = Part { name: route::Part::More, page: more, beside: online::beside };

/// Puts a part into the page.
pub(crate) fn start(part: &'static Part) {
    leptos::mount::mount_to_body(move || view! { <App part /> });
}

fn front(route: Route) -> AnyView {
    match route {
        Route::Home => view! { <pages::Home /> }.into_any(),
        Route::New(name) => view! { <pages::New name /> }.into_any(),
        Route::NewAt(name, query) => view! { <pages::New name query /> }.into_any(),
        Route::Table(id) => view! { <play::Table id /> }.into_any(),
        Route::Games => view! { <pages::Games /> }.into_any(),
        Route::Rules(name) => view! { <pages::Rules name /> }.into_any(),
        Route::Settings => view! { <pages::Settings /> }.into_any(),
        Route::About => view! { <pages::About /> }.into_any(),
        _ => view! { <pages::Missing /> }.into_any(),
    }
}

fn more(route: Route) -> AnyView {
    match route {
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
        Route::Study(subject) => view! { <study::Page subject /> }.into_any(),
        Route::Editor(name, query) => view! { <editor::Page name query /> }.into_any(),
        Route::People(page) => people::page(page),
        _ => view! { <pages::Missing /> }.into_any(),
    }
}
