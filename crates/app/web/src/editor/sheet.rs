//! A custom sheet for Abraxas.

use abaque_client::editor::sheet::{self, CELLS_PER_SIDE, pattern, toggle_cell, with_sheet};
use abaque_client::words::study as texts;
use leptos::prelude::*;

use super::EditorSession;
use crate::context::context;

/// Nine by nine cells, each a toggle.
#[component]
pub(crate) fn SheetEditor(session: EditorSession) -> impl IntoView {
    let context = context();
    let dots = Memo::new(move |_| {
        session.editor.with(|editor| pattern(editor.spec())).unwrap_or_default()
    });
    let set = move |sheet: &str| {
        session.change(|editor| {
            if let Ok(spec) = with_sheet(editor.spec(), sheet) {
                // The sheet does not affect which positions are legal: the pawns stay.
                let _ = editor.set_spec(&spec);
            }
        });
    };
    let chosen =
        Memo::new(move |_| session.editor.with(|editor| sheet::sheet_number(editor.spec())));
    let cell = move |index: usize| {
        let dotted =
            Memo::new(move |_| dots.with(|dots| dots.as_bytes().get(index) == Some(&b'o')));
        let label = move || {
            let (row, column) =
                (CELLS_PER_SIDE - index / CELLS_PER_SIDE, index % CELLS_PER_SIDE + 1);
            let dot = context.t(if dotted.get() { texts::DOT } else { texts::NO_DOT });
            format!("{} {row}, {column}: {dot}", context.t(texts::SHEET_CELL))
        };
        view! {
            <button type="button" class="cell" aria-pressed=move || dotted.get().to_string() aria-label=label on:click=move |_| set(&toggle_cell(&dots.get_untracked(), index))></button>
        }
    };
    view! {
        <details class="sheet-editor">
            <summary>{move || context.t(texts::SHEET)}</summary>
            <p class="help">{move || context.t(texts::SHEET_HELP)}</p>
            <label for="sheet-from">{move || context.t(texts::SHEET_FROM)}</label>
            <select id="sheet-from" on:change=move |event| set(&event_target_value(&event))>
                <option value="" disabled=true prop:selected=move || chosen.get().is_none()>{move || context.t(texts::SHEET_OWN)}</option>
                {(1..=6).map(|n: u8| view! { <option value=n.to_string() prop:selected=move || chosen.get() == Some(n)>{n}</option> }).collect_view()}
            </select>
            <div class="cells" role="group" aria-label=move || context.t(texts::SHEET)>
                {(0..CELLS_PER_SIDE * CELLS_PER_SIDE).map(cell).collect_view()}
            </div>
        </details>
    }
}
