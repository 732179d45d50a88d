//! The pawns inside the blocks of Blocs-pions, swapped two at a time.

use abaque_client::editor::{Editor, OpenBlock, pawn_name};
use abaque_client::words::study as texts;
use abaque_core::{Message, Seat};
use leptos::prelude::*;

use super::EditorSession;
use crate::context::context;

/// The opened blocks and their pawns.
#[component]
pub(crate) fn Pawns(session: EditorSession) -> impl IntoView {
    let context = context();
    let is_on = Memo::new(move |_| session.editor.with(Editor::selected_tool) == "pawns");
    let open = Memo::new(move |_| session.editor.with(Editor::open_blocks));
    let wrong = RwSignal::new(None::<Message>);
    // Opening other blocks clears the notice.
    let squares = Memo::new(move |_| {
        open.with(|open| open.iter().map(|block| block.square.clone()).collect::<Vec<_>>())
    });
    Effect::new(move |_| {
        squares.track();
        wrong.set(None);
    });
    view! {
        <Show when=move || is_on.get()>
            <section class="opened" aria-label=move || context.t(texts::PAWNS)>
                <h2>{move || context.t(texts::PAWNS)}</h2>
                <p class="help">{move || context.t(texts::PAWNS_HELP)}</p>
                <div class="opened-blocks">
                    <For each=move || squares.get() key=|square| square.clone() let:square>
                        <Block session open square wrong />
                    </For>
                </div>
                {move || wrong.get().map(|why| view! { <p class="notice" role="alert">{why.get(context.lang()).to_owned()}</p> })}
            </section>
        </Show>
    }
}

#[component]
fn Block(
    session: EditorSession,
    open: Memo<Vec<OpenBlock>>,
    square: String,
    wrong: RwSignal<Option<Message>>,
) -> impl IntoView {
    let context = context();
    let own = square.clone();
    let block = Memo::new(move |_| {
        open.with(|open| open.iter().find(|block| block.square == own).cloned())
    });
    let built = move || {
        let blue = block.with(|it| it.as_ref().is_some_and(|it| it.builder == Seat::First));
        context.t(if blue { texts::BUILT_BLUE } else { texts::BUILT_RED })
    };
    let at = StoredValue::new(square.clone());
    let pawn = move |slot: usize| {
        let letter = move || block.with(|it| it.as_ref().map_or('n', |it| it.pawns[slot]));
        let held =
            move || block.with(|it| it.as_ref().is_some_and(|it| it.held_slot == Some(slot)));
        let window = move || block.with(|it| it.as_ref().is_some_and(|it| it.window == slot));
        let place = [texts::PAWN_BOTTOM, texts::PAWN_MIDDLE, texts::PAWN_TOP][slot];
        let class = move || {
            let colour = match letter() {
                'b' => "blue",
                'r' => "red",
                _ => "neutral",
            };
            format!("pawn {colour}{}", if window() { " window" } else { "" })
        };
        let label = move || {
            let colour = context.t(pawn_name(letter()));
            format!("{}, {}: {colour}", at.get_value(), context.t(place))
        };
        let tapped = move |_| {
            let done = session.change(|editor| editor.exchange_pawn(&at.get_value(), slot));
            wrong.set(done.and_then(Result::err));
        };
        view! { <button type="button" class=class aria-pressed=move || held().to_string() aria-label=label data-slot=slot.to_string() on:click=tapped></button> }
    };
    view! {
        <div class="opened-block" role="group" aria-label=square.clone() data-square=square.clone()>
            <strong>{square.clone()}</strong>
            <small>{built}</small>
            {[2, 1, 0].map(pawn).into_iter().collect_view()}
        </div>
    }
}
