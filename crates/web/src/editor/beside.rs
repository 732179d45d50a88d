//! What is chosen beside the board: whose turn it is, what is due, counters, the options of the game.

use abaque_client::editor::{Editor, Field};
use abaque_client::words;
use abaque_core::Words;
use leptos::prelude::*;

use super::Bench;
use crate::context::context;

/// What belongs to the position.
#[component]
pub(crate) fn Fields(bench: Bench) -> impl IntoView {
    let fields = Memo::new(move |_| bench.editor.with(Editor::fields));
    let ids = Memo::new(move |_| ids(fields));
    view! {
        <div class="fields">
            <For each=move || ids.get() key=|id| *id let:id>
                <Choice fields id choose=move |value: String| { bench.change(|editor| editor.choose(id, &value)); } />
            </For>
        </div>
    }
}

/// What belongs to the game. The sheet of Abraxas has an editor of its own.
#[component]
pub(crate) fn Variants(bench: Bench) -> impl IntoView {
    let context = context();
    let fields = Memo::new(move |_| bench.editor.with(Editor::variants));
    let ids = Memo::new(move |_| ids(fields));
    let choose = move |id: &'static str, value: String| {
        // Whatever is listed is allowed.
        bench.change(|editor| editor.vary(id, &value));
    };
    view! {
        <details class="variants">
            <summary>{move || context.t(words::OPTIONS)}</summary>
            <div class="fields">
                <For each=move || ids.get() key=|id| *id let:id>
                    <Choice fields id choose=move |value: String| choose(id, value) />
                </For>
            </div>
        </details>
    }
}

fn ids(fields: Memo<Vec<Field>>) -> Vec<&'static str> {
    fields.with(|fields| fields.iter().map(|field| field.id).collect())
}

/// Something to choose from a list.
#[component]
fn Choice(
    fields: Memo<Vec<Field>>,
    id: &'static str,
    choose: impl Fn(String) + 'static,
) -> impl IntoView {
    let context = context();
    let field =
        Memo::new(move |_| fields.with(|fields| fields.iter().find(|it| it.id == id).cloned()));
    let name = move || field.with(|field| field.as_ref().map(|it| context.t(it.name)));
    let shown = move |text: &str, name: Words| match context.t(name) {
        "" => text.to_owned(),
        name if text.is_empty() || name == text => name.to_owned(),
        name => format!("{name} ({text})"),
    };
    let options = move || {
        let Some(field) = field.get() else { return Vec::new() };
        let option = |(text, name): (String, Words)| {
            let (chosen, words) = (text == field.value, shown(&text, name));
            view! { <option value=text prop:selected=chosen>{words}</option> }
        };
        field.values.into_iter().map(option).collect()
    };
    let long = move || {
        let name = field.with(|field| field.as_ref().map_or(0, |it| context.t(it.name).len()));
        let wide = matches!(id, "side" | "phase" | "corner" | "beside" | "act");
        if wide || name > 24 { "field long" } else { "field" }
    };
    view! {
        <div class=long>
            <label for=format!("field-{id}")>{name}</label>
            <select id=format!("field-{id}") on:change=move |event| choose(event_target_value(&event))>{options}</select>
        </div>
    }
}
