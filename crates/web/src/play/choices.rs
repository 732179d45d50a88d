//! What is asked of whoever acts: Stop or not, which of several actions, whether a turn is over.

use abaque_client::hand::Pawn;
use abaque_client::words;
use abaque_table::At;
use leptos::prelude::*;

use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};

/// The window to shout Stop (ABR-15): a button with what is left of the time around it.
#[component]
pub(crate) fn StopWindow(desk: Desk, now: RwSignal<At>) -> impl IntoView {
    let context = context();
    let left = move || {
        let (until, _) = desk.with(|seen| seen.window)?;
        Some((until - now.get()).0)
    };
    let whole = move || desk.with(|seen| seen.window?.1);
    let share = move || match (left(), whole()) {
        (Some(left), Some(whole)) => left as f64 / whole.0.max(1) as f64,
        _ => 1.0,
    };
    let seconds =
        move || left().map(|left| format!("{} {}", left.div_ceil(1000), context.t(words::SECONDS)));
    // Where two share a screen it must be clear who is asked.
    let question = move || {
        let words = if desk.stopping.get() { words::STOP_WHERE } else { words::STOP_ASKED };
        let asked = desk.mine.get().map(|seat| desk.with(|seen| seen.info().players[seat.index()]));
        let name = asked.map_or("", |side| side.get(context.lang()));
        format!("{name} – {}", context.t(words))
    };
    view! {
        <Show when=move || desk.stop_asked.get() && desk.mine.get().is_some()>
            <div class="stop-window" role="group" aria-label=question>
                <button
                    class="stop"
                    aria-pressed=move || desk.stopping.get().to_string()
                    style:--left=move || format!("{:.3}", share())
                    on:click=move |_| desk.shout_stop()
                >
                    {move || context.t(words::STOP)}
                    <small aria-hidden="true">{seconds}</small>
                </button>
                <div>
                    <strong>{question}</strong>
                    <button on:click=move |_| { desk.play("go"); }>{move || context.t(words::STOP_PASS)}</button>
                    <button class="plain" on:click=move |_| desk.let_pass()>{move || context.t(words::STOP_NEVER)}</button>
                </div>
            </div>
        </Show>
    }
}

/// A turn of leaps is complete: it ends when its player says so.
#[component]
pub(crate) fn EndTurn(desk: Desk) -> impl IntoView {
    let context = context();
    view! {
        <Show when=move || desk.pending.with(Option::is_some)>
            <div class="asked end-turn" role="group" aria-label=move || context.t(words::END_TURN)>
                <p>{move || context.t(words::TURN_DONE)}</p>
                <button class="primary" on:click=move |_| desk.end_turn()><Icon d=icons::CHECK />{move || context.t(words::END_TURN)}</button>
                <button on:click=move |_| { desk.undo_pending(); }><Icon d=icons::BACK />{move || context.t(words::UNDO)}</button>
            </div>
        </Show>
    }
}

/// Several actions were meant.
#[component]
pub(crate) fn Asked(desk: Desk) -> impl IntoView {
    let context = context();
    let choices = move || {
        desk.asked
            .get()
            .into_iter()
            .map(|action| {
                let told = desk.told(&action, context.lang());
                view! { <button on:click=move |_| { desk.play(&action); }>{told}</button> }
            })
            .collect_view()
    };
    view! {
        <Show when=move || !desk.asked.with(Vec::is_empty)>
            <div class="asked" role="group" aria-label=move || context.t(words::CHOOSE)>
                <p>{move || context.t(words::CHOOSE)}</p>
                {choices}
                <button class="plain" on:click=move |_| desk.put_back()>{move || context.t(words::CANCEL)}</button>
            </div>
        </Show>
    }
}

/// Actions no square stands for, and which pawn to put.
#[component]
pub(crate) fn Buttons(desk: Desk) -> impl IntoView {
    let context = context();
    let mine = move || desk.mine.get().is_some();
    let pawns = move || {
        let (all, chosen) = desk.hand.with(|hand| (hand.pawns(), hand.pawn()));
        all.into_iter()
            .map(|pawn| {
                let name = if pawn == Pawn::Red { words::PAWN_RED } else { words::PAWN_STOP };
                view! {
                    <button
                        class="choice"
                        aria-pressed=(chosen == Some(pawn)).to_string()
                        on:click=move |_| desk.hand.update(|hand| hand.take_pawn(pawn))
                    >
                        {context.t(name)}
                    </button>
                }
            })
            .collect_view()
    };
    let bare = move || {
        let actions: Vec<String> = desk.hand.with(|hand| {
            hand.ready().into_iter().chain(hand.buttons().into_iter().map(String::from)).collect()
        });
        actions.into_iter().map(|action| {
            let told = desk.told(&action, context.lang());
            view! {
                <button class="primary" on:click=move |_| { desk.play(&action); }>{told}</button>
            }
        }).collect_view()
    };
    view! {
        <Show when=mine>
            <div class="buttons">{pawns}{bare}</div>
        </Show>
    }
}
