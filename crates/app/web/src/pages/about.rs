//! The help page.

use abaque_client::words;
use leptos::prelude::*;

use crate::context::context;

const KEY_HELP: &[abaque_core::StaticMessage] = &[
    words::KEY_ARROWS,
    words::KEY_ENTER,
    words::KEY_ESCAPE,
    words::KEY_TYPE,
    words::KEY_HINT,
    words::KEY_UNDO,
    words::KEY_END,
    words::KEY_FLIP,
];

/// Help page.
#[component]
pub(crate) fn About() -> impl IntoView {
    let context = context();
    let part = move |title: abaque_core::StaticMessage, text: abaque_core::StaticMessage| {
        view! { <h2>{move || context.t(title)}</h2><p>{move || context.t(text)}</p> }
    };
    // Gestures of single games.
    let gestures = abaque_catalog::GAMES.iter().filter_map(|entry| {
        let info = (entry.description)();
        let help = abaque_draw::board_info(info.name).ok()?.gesture_help?;
        let colon = move || if context.lang() == abaque_core::Lang::Fr { "\u{a0}: " } else { ": " };
        Some(view! { <p>{move || context.t(info.title)}{colon}{move || context.t(help)}</p> })
    });
    let gestures = gestures.collect_view();
    view! {
        <section class="page narrow">
            <h1>{move || context.t(words::ABOUT_TITLE)}</h1>
            {part(words::ABOUT_MOUSE, words::ABOUT_MOUSE_HELP)}
            {gestures}
            <h2>{move || context.t(words::ABOUT_KEYS)}</h2>
            <ul>{KEY_HELP.iter().map(|key| view! { <li>{move || context.t(*key)}</li> }).collect_view()}</ul>
            {part(words::ABOUT_SECRETS, words::ABOUT_SECRETS_HELP)}
            {part(words::ABOUT_LOTS, words::ABOUT_LOTS_HELP)}
        </section>
    }
}
