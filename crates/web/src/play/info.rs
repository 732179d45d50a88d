//! What can be read at the table: moves, remarks, the position in words; actions can be typed.

use abaque_client::seen::Line;
use abaque_client::words;
use abaque_core::Observer;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, SubmitEvent};

use crate::browser;
use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};

/// How many actions the field for typing offers.
const OFFERED: usize = 300;

/// Every ply so far.
#[component]
pub(crate) fn Moves(desk: Desk) -> impl IntoView {
    let context = context();
    let list = NodeRef::<leptos::html::Ol>::new();
    let plies = Memo::new(move |_| {
        desk.with(|seen| {
            let line = |(index, line): (usize, &Line)| {
                (index, line.seat.map(|seat| seat.index()), short(&line.ply))
            };
            seen.plies.iter().enumerate().map(line).collect::<Vec<_>>()
        })
    });
    Effect::new(move |_| {
        plies.track();
        if let Some(list) = list.get() {
            browser::after(0, move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let told = move |known: bool| {
        if !known {
            desk.notice.set(Some(context.t(words::PAST_UNKNOWN).to_owned()));
        }
    };
    let walk = move |event: KeyboardEvent| {
        if browser::shortcut(&event).is_some_and(|key| desk.walk(&key)) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    let step = move |icon: &'static str, name: abaque_core::Words, key: &'static str| {
        let disabled = move || {
            let (shown, all) = desk.place();
            if matches!(key, "Home" | "ArrowLeft") { shown == 0 } else { shown == all }
        };
        view! {
            <button type="button" class="plain" aria-label=move || context.t(name) title=move || context.t(name) disabled=disabled on:click=move |_| told(desk.walk(key))><Icon d=icon /></button>
        }
    };
    let is_shown = move |index: usize| (desk.place().0 == index + 1).then_some("true");
    let back = move || {
        let (shown, all) = desk.looking.get().map(|_| desk.place())?;
        Some(view! {
            <p class="looking" role="status">
                <span>{move || context.t(words::LOOKING_BACK)}" "{shown}" / "{all}</span>
                <button type="button" class="primary" on:click=move |_| desk.look_now()>{move || context.t(words::TO_THE_GAME)}</button>
            </p>
        })
    };
    view! {
        <section class="moves">
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
            <ol node_ref=list tabindex="0" aria-label=move || context.t(words::MOVES) on:keydown=walk>
                <For each=move || plies.get() key=|ply| ply.clone() let:ply>
                    <li data-seat=ply.1.map_or("lot".to_owned(), |seat| seat.to_string()) aria-current=move || is_shown(ply.0) on:click=move |_| told(desk.look_back(ply.0 + 1))>{ply.2}</li>
                </For>
            </ol>
            {back}
        </section>
    }
}

/// A set-up is too long for a list.
fn short(ply: &str) -> String {
    if ply.starts_with("setup:") { "setup:…".into() } else { ply.to_owned() }
}

/// What the game's rules call worth knowing.
#[component]
pub(crate) fn Remarks(desk: Desk) -> impl IntoView {
    let context = context();
    let remarks = move || {
        desk.scene.track();
        let remarks = desk
            .with(|seen| if seen.game.sealed() { Vec::new() } else { seen.game.remarks(seen.by) });
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

/// The board for whoever does not see it.
#[component]
pub(crate) fn InWords(desk: Desk) -> impl IntoView {
    let context = context();
    let words = move || {
        let view = desk.scene.with(|scene| scene.view.clone());
        abaque_draw::describe(&desk.spec.get_value(), &view, context.lang()).unwrap_or_default()
    };
    view! {
        <details class="in-words">
            <summary>{move || context.t(words::IN_WORDS)}</summary>
            <p>{words}</p>
        </details>
    }
}

/// A field for actions as text.
#[component]
pub(crate) fn Typed(desk: Desk) -> impl IntoView {
    let context = context();
    let text = RwSignal::new(String::new());
    let offered = Memo::new(move |_| {
        desk.mine.get()?;
        desk.with(|seen| {
            let may = matches!(seen.by, Observer::Player(_)) && !seen.game.sealed();
            Some(if may { seen.game.offered() } else { Vec::new() })
        })
    });
    let offered = move || offered.get().unwrap_or_default();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = text.get_untracked().trim().to_owned();
        if !typed.is_empty() && desk.play_typed(&typed) {
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
                    disabled=move || desk.mine.get().is_none()
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                />
                <button disabled=move || desk.mine.get().is_none()>{move || context.t(words::DO_IT)}</button>
            </span>
            <datalist id="actions">
                {move || offered().into_iter().take(OFFERED).map(|action| view! { <option value=action></option> }).collect_view()}
            </datalist>
        </form>
    }
}
