//! System notifications for a player who is not looking at the tab, where the browser permits them.

use abaque_client::Route;
use abaque_client::local::PlyStep;
use abaque_client::words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use crate::context::AppContext;
use crate::controller::BoardController;

/// Whether notifications are permitted; `None` while the player has not been asked. Some browsers
/// have no notifications at all.
pub(crate) fn permission() -> Option<bool> {
    if !js_sys::Reflect::has(&window(), &"Notification".into()).unwrap_or(false) {
        return Some(false);
    }
    match Notification::permission() {
        NotificationPermission::Granted => Some(true),
        NotificationPermission::Denied => Some(false),
        _ => None,
    }
}

/// Asks for permission; `then` gets the answer.
pub(crate) fn request_permission(then: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        if let Ok(request) = Notification::request_permission() {
            let _ = JsFuture::from(request).await;
        }
        then(permission() == Some(true));
    });
}

/// Notifies the player of the opponent's plies while the tab is hidden.
pub(crate) fn notify_steps(context: AppContext, steps: &[PlyStep], controller: BoardController) {
    let own = controller.observer_seat();
    let Some(step) = steps.iter().rev().find(|step| step.seat.is_some()) else { return };
    let turn = controller.with_untracked(|seen| seen.seat_to_act()) == own && own.is_some();
    if !turn || step.seat == own || !document().hidden() {
        return;
    }
    let title = controller.with_untracked(|seen| seen.info().title);
    let lang = controller.lang();
    let text = format!("{} – {}", title.get(lang), step.message.get(lang));
    show_notification(words::YOUR_TURN.get(untrack(|| context.lang())), &text, None);
}

/// Shows a notification if permitted and the tab is hidden. Clicking one about a table goes there.
pub(crate) fn show_notification(title: &str, text: &str, table: Option<(AppContext, &str)>) {
    if !document().hidden() || permission() != Some(true) {
        return;
    }
    let options = NotificationOptions::new();
    options.set_body(text);
    // Tabs with the same tag replace each other's notification.
    options.set_tag(table.map_or("abaque", |(_, game)| game));
    options.set_icon("/icons/icon-192.png");
    let Ok(shown) = Notification::new_with_options(title, &options) else { return };
    if let Some((context, game)) = table {
        let route = Route::Game(game.to_owned());
        let clicked = Closure::once_into_js(move || {
            let _ = window().focus();
            context.navigate(route);
        });
        shown.set_onclick(Some(clicked.unchecked_ref()));
    }
}
