//! Notices for whoever is not looking: the tab's title says it anyway, the system only where it may.

use abaque_client::local::Step;
use abaque_client::words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use crate::context::Context;
use crate::desk::Desk;

/// Whether the system shows notices of ours.
pub(crate) fn allowed() -> Option<bool> {
    match Notification::permission() {
        NotificationPermission::Granted => Some(true),
        NotificationPermission::Denied => Some(false),
        _ => None,
    }
}

/// Asks the player whether it may; `then` hears the answer.
pub(crate) fn ask(then: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        if let Ok(asked) = Notification::request_permission() {
            let _ = JsFuture::from(asked).await;
        }
        then(allowed() == Some(true));
    });
}

/// The other one has acted while nobody looked.
pub(crate) fn of_steps(context: Context, steps: &[Step], desk: Desk) {
    let own = desk.eyes_seat();
    let Some(step) = steps.iter().rev().find(|step| step.seat.is_some()) else { return };
    let turn = desk.glance(|seen| seen.due()) == own && own.is_some();
    if !turn || step.seat == own || !document().hidden() {
        return;
    }
    let title = desk.glance(|seen| seen.info().title);
    let lang = desk.lang();
    let text = format!("{} – {}", title.get(lang), step.told.get(lang));
    show(words::YOUR_TURN.get(untrack(|| context.lang())), &text);
}

/// Shows a notice, if the system may and nobody looks.
pub(crate) fn show(title: &str, text: &str) {
    if allowed() != Some(true) || !document().hidden() {
        return;
    }
    let options = NotificationOptions::new();
    options.set_body(text);
    options.set_tag("abaque");
    options.set_icon("/icons/icon-192.png");
    let _ = Notification::new_with_options(title, &options);
}
