//! Result of a form: success or error.

use abaque_client::api_error::ApiError;
use abaque_core::StaticMessage;
use leptos::prelude::*;

use crate::context::{AppContext, context};

/// Result of a form.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum FormNote {
    /// Success.
    Done(String),
    /// The request failed.
    Failed(ApiError),
    /// The page found the input invalid.
    Invalid(StaticMessage),
}

/// Signal of a note.
pub(super) type FormNoteSignal = RwSignal<Option<FormNote>>;

impl FormNote {
    fn text(&self, context: AppContext) -> String {
        match self {
            FormNote::Done(text) => text.clone(),
            FormNote::Failed(error) => error.to_text(context.lang()),
            FormNote::Invalid(words) => context.t(*words).to_owned(),
        }
    }
}

/// Shows a note and announces it to screen readers.
#[component]
pub(super) fn FormNoteView(note: FormNoteSignal) -> impl IntoView {
    let context = context();
    move || {
        note.get().map(|note| {
            let done = matches!(note, FormNote::Done(_));
            let (class, role) = if done { ("notice hint", "status") } else { ("notice", "alert") };
            view! { <p class=class role=role>{note.text(context)}</p> }
        })
    }
}
