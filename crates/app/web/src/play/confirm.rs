//! A question before an act that cannot be undone.

use abaque_client::words;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::context::context;

/// A modal question. Escape and a click beside it cancel; the focus starts on the answer that
/// changes nothing.
#[component]
pub(crate) fn Confirm(
    is_open: impl Fn() -> bool + Copy + Send + Sync + 'static,
    question: impl Fn() -> &'static str + Copy + Send + Sync + 'static,
    /// The label of the button that confirms.
    answer: impl Fn() -> &'static str + Copy + Send + Sync + 'static,
    confirm: impl Fn() + Copy + Send + Sync + 'static,
    cancel: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let context = context();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match is_open() {
            true if !dialog.open() => drop(dialog.show_modal()),
            false if dialog.open() => dialog.close(),
            _ => {}
        }
    });
    view! {
        <dialog
            node_ref=dialog
            class="confirm"
            role="alertdialog"
            aria-label=question
            on:close=move |_| cancel()
            on:click=move |event| {
                // The content fills the dialog: only a click on the backdrop hits the dialog itself.
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                if target.is_some_and(|element| element.tag_name() == "DIALOG") {
                    cancel();
                }
            }
        >
            <div>
                <p>{question}</p>
                <button autofocus on:click=move |_| cancel()>{move || context.t(words::CANCEL)}</button>
                <button class="primary" on:click=move |_| confirm()>{answer}</button>
            </div>
        </dialog>
    }
}
