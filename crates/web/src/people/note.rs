//! What came of something: done, or why not.

use abaque_client::trouble::Trouble;
use abaque_core::Words;
use leptos::prelude::*;

use crate::context::{Context, context};

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Note {
    /// It is done.
    Done(String),
    /// It is not.
    Not(Trouble),
    /// It cannot be, for a reason the page knows itself.
    Cannot(Words),
}

/// A place for a note.
pub(super) type Noted = RwSignal<Option<Note>>;

impl Note {
    fn told(&self, context: Context) -> String {
        match self {
            Note::Done(text) => text.clone(),
            Note::Not(trouble) => trouble.tell(context.lang()),
            Note::Cannot(words) => context.t(*words).to_owned(),
        }
    }
}

/// Shows a note, and says it to whoever does not see.
#[component]
pub(super) fn Shown(note: Noted) -> impl IntoView {
    let context = context();
    move || {
        note.get().map(|note| {
            let done = matches!(note, Note::Done(_));
            let (class, role) = if done { ("notice hint", "status") } else { ("notice", "alert") };
            view! { <p class=class role=role>{note.told(context)}</p> }
        })
    }
}
