//! Secrets shown once: recovery codes, tokens.

use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::form_note::{FormNote, FormNoteSignal, FormNoteView};
use crate::browser;
use crate::context::context;
use crate::icons::{self, Icon};

/// Texts to copy or save, one per line.
#[component]
pub(super) fn Secrets(lines: Vec<String>, file: String) -> impl IntoView {
    let context = context();
    let note: FormNoteSignal = RwSignal::new(None);
    let text = StoredValue::new(lines.join("\n") + "\n");
    let copy = move |_| {
        spawn_local(async move {
            let copied = browser::copy_to_clipboard(text.get_value().trim_end()).await;
            note.set(Some(match copied {
                true => FormNote::Done(context.t(words::COPIED).to_owned()),
                false => FormNote::Invalid(words::COPY_FAILED),
            }));
        });
    };
    let save = move |_| {
        browser::download_text(&file, &text.get_value());
    };
    view! {
        <ul class="secrets">{lines.into_iter().map(|line| view! { <li><code>{line}</code></li> }).collect_view()}</ul>
        <p class="links">
            <button type="button" class="copy" on:click=copy><Icon d=icons::COPY />{move || context.t(words::COPY_CODES)}</button>
            <button type="button" class="save" on:click=save><Icon d=icons::SAVE />{move || context.t(words::SAVE_FILE)}</button>
        </p>
        <FormNoteView note />
    }
}
