//! The root component: header, current page, overlays.

use abaque_client::{Route, words};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::MouseEvent;

use crate::context::{AppContext, context};
use crate::deferred::Pages;
use crate::header::Header;
use crate::icons::{self, Icon};
use crate::{browser, online, people, user_context};

/// The root component.
#[component]
pub(crate) fn App() -> impl IntoView {
    let context = AppContext::new();
    provide_context(context);
    user_context::provide(context);
    follow_system(context);
    online::provide_notices();
    let pages = Pages::provide();
    let notices = {
        let pages = pages.clone();
        move || pages.show_notices()
    };
    let page = move || pages.show(context.route.get());
    view! {
        <a class="skip" href="#content">{move || context.t(words::SKIP)}</a>
        <Header />
        <main id="content" tabindex="-1">{page}</main>
        <UpdateNotice />
        {notices}
        <p class="sr-only" role="status" aria-live="polite" id="said">{move || context.announcement.get().1}</p>
    }
}

/// Follows the address bar, the system's colour scheme and the settings.
fn follow_system(context: AppContext) {
    let _ = window_event_listener(leptos::ev::popstate, move |_| {
        context.route.set(Route::parse(&browser::current_address()));
    });
    // Links within the app change the page without a reload.
    let _ = window_event_listener(leptos::ev::click, move |event: MouseEvent| {
        let plain = event.button() == 0
            && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key());
        let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let link = element.and_then(|element| element.closest("a[href^='/']").ok().flatten());
        let path = link
            .filter(|link| !link.has_attribute("download") && !link.has_attribute("rel"))
            .and_then(|link| link.get_attribute("href"));
        if let Some(path) = path.filter(|_| plain) {
            event.prevent_default();
            context.navigate(Route::parse(&path));
            // The heading stays in sight: focusing alone would scroll the header over it.
            if let Some(content) = document().get_element_by_id("content") {
                browser::focus(&content);
            }
        }
    });
    if let Ok(Some(list)) = window().match_media("(prefers-color-scheme: dark)") {
        let changed = wasm_bindgen::prelude::Closure::<dyn FnMut()>::new(move || {
            context.dark.set(browser::matches_media("(prefers-color-scheme: dark)"));
        });
        list.set_onchange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    }
    Effect::new(move |_| {
        let Some(root) = document().document_element() else { return };
        let prefs = context.prefs.get();
        let _ = root.set_attribute("lang", context.lang().code());
        let _ = root.set_attribute("data-shade", prefs.shade.name());
        let _ = root.set_attribute("data-pace", prefs.pace.name());
    });
    Effect::new(move |_| {
        let title = match context.route.get() {
            Route::Home | Route::Table(_) | Route::Game(_) => {
                return context.set_title("Abaque");
            }
            Route::People(page) => return people::set_title(context, &page),
            Route::New(name) | Route::NewAt(name, _) | Route::Rules(name) => {
                abaque_catalog::find(&name)
                    .map_or("", |entry| context.t((entry.description)().title))
            }
            Route::Games => context.t(words::MY_GAMES),
            Route::Lobby(_) => context.t(words::online::LOBBY),
            Route::Verify(_) => context.t(words::online::VERIFY_TITLE),
            Route::Settings => context.t(words::SETTINGS),
            Route::About => context.t(words::ABOUT),
            Route::Learn => context.t(words::learn::LEARN),
            Route::Course(name) | Route::Lesson(name, _) | Route::Rulings(name) => {
                let game =
                    abaque_catalog::find(&name).map(|entry| context.t((entry.description)().title));
                let learn = context.t(words::learn::LEARN);
                let title = format!("{learn} {} – Abaque", game.unwrap_or_default());
                return context.set_title(&title);
            }
            Route::Puzzles | Route::Puzzle(_) | Route::NextPuzzle(_) => {
                context.t(words::learn::PUZZLES)
            }
            Route::Daily => context.t(words::learn::DAILY),
            Route::Studies | Route::Study(_) => context.t(words::study::STUDY),
            Route::Editor(..) => context.t(words::study::EDITOR),
            Route::Missing => context.t(words::NOT_FOUND),
        };
        context.set_title(&format!("{title} – Abaque"));
    });
    Effect::new(move |_| document().set_title(&context.tab_title()));
    Effect::new(move |_| browser::show_badge(context.badge.get()));
}

/// Offers a waiting new version of the app.
#[component]
fn UpdateNotice() -> impl IntoView {
    let context = context();
    let waiting = RwSignal::new(false);
    let _ = window_event_listener_untyped("abaque-update", move |_| waiting.set(true));
    let take = move |_| {
        if let Ok(event) = web_sys::Event::new("abaque-take-over") {
            let _ = window().dispatch_event(&event);
        }
    };
    view! {
        <Show when=move || waiting.get()>
            <div class="update" role="status">
                <span>{move || context.t(words::UPDATE)}</span>
                <button class="primary" on:click=take>{move || context.t(words::UPDATE_NOW)}</button>
                <button class="plain" aria-label=move || context.t(words::CLOSE) on:click=move |_| waiting.set(false)><Icon d=icons::CROSS /></button>
            </div>
        </Show>
    }
}
