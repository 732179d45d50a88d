//! The header: links to every part of the app.

use abaque_client::{Route, words};
use abaque_core::StaticMessage;
use leptos::prelude::*;

use crate::context::context;
use crate::icons::{self, Icon};
use crate::{online, user_context};

#[component]
pub(crate) fn Header() -> impl IntoView {
    let context = context();
    let running = online::running_games();
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        context.route.track();
        open.set(false);
    });
    let link = move |route: Route, icon: &'static str, words: StaticMessage| {
        let (href, here) = (route.to_string(), route.clone());
        let current = move || (context.route.get() == here).then_some("page");
        view! {
            <a href=href aria-current=current><Icon d=icon /><span>{move || context.t(words)}</span></a>
        }
    };
    // Shows the number of games waiting for the player.
    let online = move || {
        let current = move || matches!(context.route.get(), Route::Lobby(_)).then_some("page");
        let count = move || {
            let count = running.tables.with(|tables| tables.waiting());
            let label = move || format!("{count} {}", context.t(words::online::TURNS_WAIT));
            (count > 0).then(|| view! { <b class="badge" role="img" aria-label=label>{count}</b> })
        };
        view! {
            <a href=Route::Lobby(None).to_string() aria-current=current>
                <Icon d=icons::GLOBE /><span>{move || context.t(words::online::ONLINE)}</span>{count}
            </a>
        }
    };
    let toggle = move |_| open.update(|open| *open = !*open);
    view! {
        <header class="top">
            <a class="brand" href="/"><img src="/icons/icon.svg" alt="" width="32" height="32" /><span>"Abaque"</span></a>
            <nav aria-label=move || context.t(words::MENU)>
                {link(Route::Home, icons::BOARD, words::HOME)}
                {online()}
                {link(Route::Learn, icons::CAP, words::learn::LEARN)}
                {link(Route::Studies, icons::LENS, words::study::STUDY)}
                <button
                    class="plain more"
                    aria-label=move || context.t(words::MENU_MORE)
                    aria-expanded=move || open.get().to_string()
                    aria-controls="more"
                    on:click=toggle
                >
                    <Icon d=icons::MORE />
                </button>
                <div id="more" class="more-list" class:open=open>
                    {link(Route::Puzzles, icons::STAR, words::learn::PUZZLES)}
                    {link(Route::Games, icons::LIST, words::MY_GAMES)}
                    {link(Route::Settings, icons::GEAR, words::SETTINGS)}
                    {link(Route::About, icons::HELP, words::ABOUT)}
                </div>
            </nav>
            <user_context::AccountLink />
        </header>
    }
}
