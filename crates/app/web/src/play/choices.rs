//! Questions to the acting player: interrupt or not, which of several actions, end of turn.

use abaque_client::words;
use abaque_core::StaticMessage;
use abaque_draw::InterruptTexts;
use abaque_table::Timestamp;
use leptos::prelude::*;

use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};

/// Everything a table asks of its player: what the page itself reports, in `children`, then the questions
/// of the game.
#[component]
pub(crate) fn Prompts(
    controller: BoardController,
    now: RwSignal<Timestamp>,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="prompts">
            {children()}
            <InterruptWindow controller now />
            <EndTurn controller />
            <ActionChoice controller />
            <ActionButtons controller />
        </div>
    }
}

/// The window to interrupt the opponent: a button with a countdown ring.
#[component]
pub(crate) fn InterruptWindow(
    controller: BoardController,
    now: RwSignal<Timestamp>,
) -> impl IntoView {
    let context = context();
    let texts = move || controller.board_info().interrupt;
    let label = move |text: fn(&InterruptTexts) -> StaticMessage| {
        move || texts().map_or("", |texts| context.t(text(texts)))
    };
    let left = move || {
        let (until, whole) = controller.with(|seen| seen.window)?;
        let left = (until - now.get()).0;
        // The page's clock may be late: a fresh limit of 20 seconds must not show 21.
        Some(whole.map_or(left, |whole| left.min(whole.0)))
    };
    let whole = move || controller.with(|seen| seen.window?.1);
    let share = move || match (left(), whole()) {
        (Some(left), Some(whole)) => left as f64 / whole.0.max(1) as f64,
        _ => 1.0,
    };
    let seconds =
        move || left().map(|left| format!("{} {}", left.div_ceil(1000), context.t(words::SECONDS)));
    let to_choose = move || {
        let left = left().filter(|_| controller.choosing_interrupt.get())?;
        let seconds = left.div_ceil(1000).to_string();
        Some(context.t(words::SECONDS_TO_CHOOSE).replace("{n}", &seconds))
    };
    // At a shared screen the question names the player.
    let question = move || {
        let words = match controller.choosing_interrupt.get() {
            true => label(|texts| texts.choose)(),
            false => label(|texts| texts.question)(),
        };
        let player = controller
            .acting_seat
            .get()
            .map(|seat| controller.with(|seen| seen.info().players[seat.index()]));
        let name = player.map_or("", |side| side.get(context.lang()));
        format!("{name} – {words}")
    };
    view! {
        <Show when=move || controller.interrupt_open.get() && controller.acting_seat.get().is_some()>
            <div class="stop-window" role="group" aria-label=question>
                <button
                    class="stop"
                    aria-pressed=move || controller.choosing_interrupt.get().to_string()
                    style:--left=move || format!("{:.3}", share())
                    on:click=move |_| controller.interrupt()
                >
                    {label(|texts| texts.shout)}
                    <small aria-hidden="true">{seconds}</small>
                </button>
                <div>
                    <strong>{question}</strong>
                    {move || to_choose().map(|text| view! { <span class="to-choose" role="timer">{text}</span> })}
                    <button on:click=move |_| controller.pass_interrupt()>{label(|texts| texts.pass)}</button>
                    <button class="plain" on:click=move |_| controller.let_pass()>{label(|texts| texts.pass_turn)}</button>
                </div>
            </div>
        </Show>
    }
}

/// A stepwise turn is complete: asks the player to confirm.
#[component]
pub(crate) fn EndTurn(controller: BoardController) -> impl IntoView {
    let context = context();
    view! {
        <Show when=move || controller.pending_action.with(Option::is_some)>
            <div class="asked end-turn" role="group" aria-label=move || context.t(words::END_TURN)>
                <p>{move || context.t(words::TURN_DONE)}</p>
                <button class="primary" on:click=move |_| controller.end_turn()><Icon d=icons::CHECK />{move || context.t(words::END_TURN)}</button>
                <button on:click=move |_| { controller.undo_pending(); }><Icon d=icons::BACK />{move || context.t(words::UNDO)}</button>
            </div>
        </Show>
    }
}

/// Choice between the actions that match the input.
#[component]
pub(crate) fn ActionChoice(controller: BoardController) -> impl IntoView {
    let context = context();
    let choices = move || {
        controller
            .choices
            .get()
            .into_iter()
            .map(|action| {
                let description = controller.describe_action(&action, context.lang());
                view! { <button on:click=move |_| { controller.play(&action); }>{description}</button> }
            })
            .collect_view()
    };
    view! {
        <Show when=move || !controller.choices.with(Vec::is_empty)>
            <div class="asked" role="group" aria-label=move || context.t(words::CHOOSE)>
                <p>{move || context.t(words::CHOOSE)}</p>
                {choices}
                <button class="plain" on:click=move |_| controller.reset_input()>{move || context.t(words::CANCEL)}</button>
            </div>
        </Show>
    }
}

/// Buttons for actions without a square, and for the piece to put.
#[component]
pub(crate) fn ActionButtons(controller: BoardController) -> impl IntoView {
    let context = context();
    let mine = move || controller.acting_seat.get().is_some();
    let pieces = move || {
        let (all, chosen) =
            controller.input.with(|input| (input.piece_choices(), input.selected_piece()));
        all.into_iter()
            .map(|piece| {
                view! {
                    <button
                        class="choice"
                        aria-pressed=(chosen == Some(piece)).to_string()
                        on:click=move |_| controller.input.update(|input| input.select_piece(piece))
                    >
                        {context.t(piece.name)}
                    </button>
                }
            })
            .collect_view()
    };
    let bare = move || {
        let actions: Vec<String> = controller.input.with(|input| {
            input
                .ready_action()
                .into_iter()
                .chain(input.buttons().into_iter().map(String::from))
                .collect()
        });
        actions.into_iter().map(|action| {
            let text = controller.button_text(&action, context.lang());
            view! {
                <button class="primary" on:click=move |_| { controller.play(&action); }>{text}</button>
            }
        }).collect_view()
    };
    view! {
        <Show when=mine>
            <div class="buttons">{pieces}{bare}</div>
        </Show>
    }
}
