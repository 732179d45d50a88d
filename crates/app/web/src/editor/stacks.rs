//! Opened stacks, whose tokens are exchanged two at a time.

use abaque_client::editor::Editor;
use abaque_core::Message;
use abaque_draw::editor::{OpenStack, StackEditor};
use leptos::prelude::*;

use super::EditorSession;
use crate::context::context;

/// The opened stacks and their tokens.
#[component]
pub(crate) fn Stacks(session: EditorSession, stacks: &'static StackEditor) -> impl IntoView {
    let context = context();
    let is_on = Memo::new(move |_| session.editor.with(Editor::selected_tool) == stacks.tool);
    let open = Memo::new(move |_| session.editor.with(Editor::open_stacks));
    let wrong = RwSignal::new(None::<Message>);
    // Opening other stacks clears the notice.
    let squares = Memo::new(move |_| {
        open.with(|open| open.iter().map(|stack| stack.square.clone()).collect::<Vec<_>>())
    });
    Effect::new(move |_| {
        squares.track();
        wrong.set(None);
    });
    view! {
        <Show when=move || is_on.get()>
            <section class="opened" aria-label=move || context.t(stacks.title)>
                <h2>{move || context.t(stacks.title)}</h2>
                <p class="help">{move || context.t(stacks.help)}</p>
                <div class="opened-stacks">
                    <For each=move || squares.get() key=|square| square.clone() let:square>
                        <Stack session stacks open square wrong />
                    </For>
                </div>
                {move || wrong.get().map(|why| view! { <p class="notice" role="alert">{why.get(context.lang()).to_owned()}</p> })}
            </section>
        </Show>
    }
}

#[component]
fn Stack(
    session: EditorSession,
    stacks: &'static StackEditor,
    open: Memo<Vec<OpenStack>>,
    square: String,
    wrong: RwSignal<Option<Message>>,
) -> impl IntoView {
    let context = context();
    let own = square.clone();
    let stack = Memo::new(move |_| {
        open.with(|open| open.iter().find(|stack| stack.square == own).cloned())
    });
    let note = move || stack.with(|it| it.as_ref().map_or("", |it| context.t(it.note)));
    let at = StoredValue::new(square.clone());
    let slot = move |slot: usize, place| {
        let token = move || stack.with(|it| it.as_ref()?.tokens.get(slot).copied());
        let is = move |check: fn(&OpenStack, usize) -> bool| {
            stack.with(|it| it.as_ref().is_some_and(|it| check(it, slot)))
        };
        let class = move || {
            let exposed = if is(|it, slot| it.exposed_slot == slot) { " window" } else { "" };
            format!("token {}{exposed}", token().map_or("empty", |token| token.class))
        };
        let label = move || {
            let name = token().map_or("", |token| context.t(token.name));
            format!("{}, {}: {name}", at.get_value(), context.t(place))
        };
        let held = move || is(|it, slot| it.held_slot == Some(slot)).to_string();
        let tapped = move |_| {
            let done = session.change(|editor| editor.exchange_token(&at.get_value(), slot));
            wrong.set(done.and_then(Result::err));
        };
        view! { <button type="button" class=class aria-pressed=held aria-label=label data-slot=slot.to_string() on:click=tapped></button> }
    };
    let slots = stacks.slot_names.iter().enumerate().rev();
    view! {
        <div class="opened-stack" role="group" aria-label=square.clone() data-square=square.clone()>
            <strong>{square.clone()}</strong>
            <small>{note}</small>
            {slots.map(|(index, name)| slot(index, *name)).collect_view()}
        </div>
    }
}
