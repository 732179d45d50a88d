//! Text beside the board: move list, remarks, the position in words, a field to type actions.

use abaque_client::game_text::ply_text;
use abaque_client::player_view::KnownPly;
use abaque_client::words;
use abaque_core::{Observer, Seat};
use leptos::prelude::*;
use web_sys::{KeyboardEvent, SubmitEvent};

use crate::browser;
use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};

/// Maximum number of completions in the action field.
const MAX_ACTION_SUGGESTIONS: usize = 300;

/// A ply of the move list.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ListedPly {
    index: usize,
    seat: Option<Seat>,
    ply: String,
    text: String,
}

impl ListedPly {
    /// The seat in style sheets; lots have none.
    fn seat_name(&self) -> String {
        self.seat.map_or("lot".to_owned(), |seat| seat.index().to_string())
    }
}

/// The move list.
#[component]
pub(crate) fn Moves(controller: BoardController) -> impl IntoView {
    let context = context();
    let list = NodeRef::<leptos::html::Ol>::new();
    let plies = Memo::new(move |_| {
        controller.with(|seen| {
            let (spec, lang) = (seen.game.spec(), context.lang());
            let style = context.prefs.with(|prefs| prefs.moves);
            let all: Vec<&str> = seen.plies.iter().map(|line| line.ply.as_str()).collect();
            let line = |(index, line): (usize, &KnownPly)| ListedPly {
                index,
                seat: line.seat,
                ply: line.ply.clone(),
                text: ply_text(&spec, &line.ply, &all[..index], style, lang),
            };
            seen.plies.iter().enumerate().map(line).collect::<Vec<_>>()
        })
    });
    Effect::new(move |_| {
        plies.track();
        if let Some(list) = list.get() {
            browser::run_after(0, move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let announce_unknown = move |known: bool| {
        if !known {
            controller.show_refusal(context.t(words::PAST_UNKNOWN));
        }
    };
    let handle_key = move |event: KeyboardEvent| {
        if browser::shortcut_key(&event).is_some_and(|key| controller.step_by_key(&key)) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let step = move |icon: &'static str, name: abaque_core::StaticMessage, key: &'static str| {
        let disabled = move || {
            let (shown, all) = controller.ply_position();
            if matches!(key, "Home" | "ArrowLeft") { shown == 0 } else { shown == all }
        };
        view! {
            <button type="button" class="plain" aria-label=move || context.t(name) title=move || context.t(name) disabled=disabled on:click=move |_| announce_unknown(controller.step_by_key(key))><Icon d=icon /></button>
        }
    };
    let is_shown = move |index: usize| (controller.ply_position().0 == index + 1).then_some("true");
    // The colours tell sighted players who moved.
    let spoken = move |ply: &ListedPly| {
        let player =
            |seat: Seat| controller.with_untracked(|seen| seen.info().players[seat.index()]);
        match ply.seat {
            Some(seat) => format!("{}, {}", player(seat).get(context.lang()), ply.text),
            None => ply.text.clone(),
        }
    };
    let [first, second] =
        controller.spec.with_value(|spec| abaque_draw::seat_colours(spec)).unwrap_or_default();
    let back = move || {
        let (shown, all) = controller.past_ply.get().map(|_| controller.ply_position())?;
        Some(view! {
            <p class="looking">
                <span role="status">{move || context.t(words::LOOKING_BACK)}" "{shown}" / "{all}</span>
                <button type="button" class="primary" on:click=move |_| controller.show_present()>{move || context.t(words::TO_THE_GAME)}</button>
            </p>
        })
    };
    view! {
        <section class="moves" style:--first=first style:--second=second>
            <div class="moves-head">
                <h2>{move || context.t(words::MOVES)}</h2>
                <Show when=move || plies.with(|plies| !plies.is_empty())>
                    <div class="look-back" role="group" aria-label=move || context.t(words::LOOK_BACK)>
                        {step(icons::FIRST, words::study::FIRST, "Home")}
                        {step(icons::PREVIOUS, words::study::PREVIOUS, "ArrowLeft")}
                        {step(icons::NEXT, words::study::NEXT, "ArrowRight")}
                        {step(icons::LAST, words::TO_THE_GAME, "End")}
                    </div>
                </Show>
            </div>
            <Show when=move || plies.with(Vec::is_empty)>
                <p class="empty">{move || context.t(words::NO_MOVES)}</p>
            </Show>
            <ol node_ref=list tabindex="0" aria-label=move || context.t(words::MOVES) on:keydown=handle_key>
                <For each=move || plies.get() key=|ply| ply.clone() children=move |ply| {
                    let (label, index, seat) = (spoken(&ply), ply.index, ply.seat_name());
                    view! {
                        <li data-seat=seat data-ply=ply.ply>
                            <button type="button" tabindex="-1" aria-label=label aria-current=move || is_shown(index) on:click=move |_| announce_unknown(controller.show_ply(index + 1))>{ply.text}</button>
                        </li>
                    }
                } />
            </ol>
            {back}
        </section>
    }
}

/// What stands below the board of a local game.
#[component]
pub(crate) fn TableNotes(controller: BoardController) -> impl IntoView {
    view! {
        <Remarks controller />
        <ActionField controller />
        <BoardInWords controller />
    }
}

/// Remarks of the game's rules on the position.
#[component]
pub(crate) fn Remarks(controller: BoardController) -> impl IntoView {
    let context = context();
    let remarks = move || {
        controller.scene.track();
        let remarks = controller.with(|seen| {
            if seen.game.is_sealed() { Vec::new() } else { seen.game.remarks(seen.observer) }
        });
        remarks.into_iter().map(|remark| remark.get(context.lang()).to_owned()).collect::<Vec<_>>()
    };
    view! {
        {move || {
            let remarks = remarks();
            (!remarks.is_empty()).then(|| view! {
                <details class="remarks">
                    <summary>{context.t(words::REMARKS)}" "<small>{remarks.len()}</small></summary>
                    <ul>{remarks.into_iter().map(|remark| view! { <li>{remark}</li> }).collect_view()}</ul>
                </details>
            })
        }}
    }
}

/// The position in words, for screen readers.
#[component]
pub(crate) fn BoardInWords(controller: BoardController) -> impl IntoView {
    let context = context();
    let words = move || {
        let view = controller.scene.with(|scene| scene.view.clone());
        abaque_draw::describe(&controller.spec.get_value(), &view, context.lang())
            .unwrap_or_default()
    };
    view! {
        <details class="in-words">
            <summary>{move || context.t(words::IN_WORDS)}</summary>
            <p>{words}</p>
        </details>
    }
}

/// Field to type actions.
#[component]
pub(crate) fn ActionField(controller: BoardController) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let offered = Memo::new(move |_| {
        controller.acting_seat.get()?;
        controller.with(|seen| {
            let may = matches!(seen.observer, Observer::Player(_)) && !seen.game.is_sealed();
            Some(if may { seen.game.offered_plies() } else { Vec::new() })
        })
    });
    let offered = move || offered.get().unwrap_or_default();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = text.get_untracked().trim().to_owned();
        if !typed.is_empty() && controller.play_typed(&typed) {
            text.set(String::new());
        }
    };
    let example = move || {
        offered().first().map(|action| format!("{} {action}", context.t(words::TYPED_HELP)))
    };
    view! {
        <form class="typed" on:submit=send>
            <label for="typed">{move || context.t(words::TYPED)}</label>
            <span class="row">
                <input
                    id="typed"
                    list="actions"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=example
                    disabled=move || controller.acting_seat.get().is_none()
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                />
                <button disabled=move || controller.acting_seat.get().is_none()>{move || context.t(words::DO_IT)}</button>
            </span>
            <datalist id="actions">
                {move || offered().into_iter().take(MAX_ACTION_SUGGESTIONS).map(|action| view! { <option value=action></option> }).collect_view()}
            </datalist>
        </form>
    }
}
