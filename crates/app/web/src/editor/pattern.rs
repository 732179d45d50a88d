//! An option drawn as a pattern of cells.

use abaque_client::editor::toggle_cell;
use abaque_draw::editor::PatternEditor;
use leptos::prelude::*;

use super::EditorSession;
use crate::context::context;

/// Rows of cells, each a toggle.
#[component]
pub(crate) fn Pattern(session: EditorSession, pattern: &'static PatternEditor) -> impl IntoView {
    let context = context();
    let cells = Memo::new(move |_| {
        session.editor.with(|editor| (pattern.pattern)(editor.spec())).unwrap_or_default()
    });
    let set = move |value: &str| {
        session.change(|editor| {
            if let Ok(spec) = (pattern.with_pattern)(editor.spec(), value) {
                // The pattern does not affect which positions are legal: the pieces stay.
                let _ = editor.set_spec(&spec);
            }
        });
    };
    let chosen = Memo::new(move |_| session.editor.with(|editor| (pattern.number)(editor.spec())));
    let side = pattern.side;
    let cell = move |index: usize| {
        let is_on =
            Memo::new(move |_| cells.with(|cells| cells.as_bytes().get(index) == Some(&b'o')));
        let label = move || {
            let (row, column) = (side - index / side, index % side + 1);
            let state = context.t(if is_on.get() { pattern.on } else { pattern.off });
            format!("{} {row}, {column}: {state}", context.t(pattern.cell_label))
        };
        view! {
            <button type="button" class="cell" aria-pressed=move || is_on.get().to_string() aria-label=label on:click=move |_| set(&toggle_cell(&cells.get_untracked(), index))></button>
        }
    };
    view! {
        <details class="pattern-editor">
            <summary>{move || context.t(pattern.title)}</summary>
            <p class="help">{move || context.t(pattern.help)}</p>
            <label for="pattern-number">{move || context.t(pattern.numbered_label)}</label>
            <select id="pattern-number" on:change=move |event| set(&event_target_value(&event))>
                <option value="" disabled=true prop:selected=move || chosen.get().is_none()>{move || context.t(pattern.custom_label)}</option>
                {(1..=pattern.count).map(|n: u8| view! { <option value=n.to_string() prop:selected=move || chosen.get() == Some(n)>{n}</option> }).collect_view()}
            </select>
            <div class="cells" role="group" style:--cells=side.to_string() aria-label=move || context.t(pattern.title)>
                {(0..side * side).map(cell).collect_view()}
            </div>
        </details>
    }
}
