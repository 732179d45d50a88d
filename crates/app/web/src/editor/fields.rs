//! Fields beside the editor's board: side to move, phase, counters, game options.

use abaque_client::editor::{Editor, EditorField};
use abaque_client::letter_case::capitalize;
use abaque_client::words;
use abaque_core::StaticMessage;
use leptos::prelude::*;

use super::EditorSession;
use crate::context::context;

/// Fields of the position.
#[component]
pub(crate) fn PositionFields(session: EditorSession) -> impl IntoView {
    let fields = Memo::new(move |_| session.editor.with(Editor::fields));
    let ids = Memo::new(move |_| field_ids(fields));
    view! {
        <div class="fields">
            <For each=move || ids.get() key=|id| *id let:id>
                <ChoiceField fields id choose=move |value: String| { session.change(|editor| editor.choose(id, &value)); } />
            </For>
        </div>
    }
}

/// Options of the game; one drawn as a pattern has its own editor.
#[component]
pub(crate) fn OptionFields(session: EditorSession) -> impl IntoView {
    let context = context();
    let fields = Memo::new(move |_| session.editor.with(Editor::variants));
    let ids = Memo::new(move |_| field_ids(fields));
    let choose = move |id: &'static str, value: String| {
        // Every listed value is valid.
        session.change(|editor| editor.set_variant(id, &value));
    };
    view! {
        <details class="variants">
            <summary>{move || context.t(words::OPTIONS)}</summary>
            <div class="fields">
                <For each=move || ids.get() key=|id| *id let:id>
                    <ChoiceField fields id choose=move |value: String| choose(id, value) />
                </For>
            </div>
        </details>
    }
}

fn field_ids(fields: Memo<Vec<EditorField>>) -> Vec<&'static str> {
    fields.with(|fields| fields.iter().map(|field| field.id).collect())
}

/// A drop-down list.
#[component]
fn ChoiceField(
    fields: Memo<Vec<EditorField>>,
    id: &'static str,
    choose: impl Fn(String) + 'static,
) -> impl IntoView {
    let context = context();
    let field =
        Memo::new(move |_| fields.with(|fields| fields.iter().find(|it| it.id == id).cloned()));
    let name = move || field.with(|field| field.as_ref().map(|it| context.t(it.name)));
    let options = move || {
        let Some(field) = field.get() else { return Vec::new() };
        // Names that several values share are told apart by the values.
        let shown = |value: &str, name: StaticMessage| {
            let text = context.t(name);
            let count = field.values.iter().filter(|(_, other)| context.t(*other) == text).count();
            match text {
                "" => value.to_owned(),
                _ if value.is_empty() || count == 1 => capitalize(text),
                _ => format!("{} ({value})", capitalize(text)),
            }
        };
        let options: Vec<_> = field
            .values
            .iter()
            .map(|(value, name)| (value.clone(), *value == field.value, shown(value, *name)))
            .collect();
        let option = |(value, chosen, words): (String, bool, String)| {
            view! { <option value=value prop:selected=chosen>{words}</option> }
        };
        options.into_iter().map(option).collect::<Vec<_>>()
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
