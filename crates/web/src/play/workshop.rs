//! The set-up workshop of Blocs-pions: pawns are dragged or tapped into blocks.

use abaque_blocs::{Colour, Rod};
use abaque_client::seen::SetUps;
use abaque_client::words;
use abaque_client::workshop::{Bench, Saved, Workshop};
use abaque_core::{Seat, Words};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use crate::browser::{self, Chance};
use crate::context::context;
use crate::desk::Desk;
use crate::icons::{self, Icon};

const SAVED: &str = "abaque.setups";

/// What is taken up: a place in a block, or a colour of the tray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    Place(usize, usize),
    Tray(Colour),
}

#[component]
pub(crate) fn Setup(desk: Desk, seat: Seat) -> impl IntoView {
    let context = context();
    let Ok(ups) = desk.spec.with_value(|spec| SetUps::of(spec)) else {
        return ().into_any();
    };
    let presets = ups.ready(seat);
    let ups = StoredValue::new_local(ups);
    let begin = presets.first().map(|(_, setup)| setup.clone()).unwrap_or_default();
    let Ok(workshop) = desk.spec.with_value(|spec| Workshop::new(spec, seat, &begin)) else {
        return ().into_any();
    };
    let workshop = RwSignal::new(workshop);
    let held = RwSignal::new(None::<Held>);
    let fill = move |setup: &str| {
        if let Ok(filled) = desk.spec.with_value(|spec| Workshop::new(spec, seat, setup)) {
            workshop.set(filled);
        }
        held.set(None);
    };
    let random = move || ups.with_value(|ups| ups.random(seat, &mut Chance));
    if let Some(setup) = random() {
        fill(&setup);
    }
    let point = move |target: Held| match (held.get_untracked(), target) {
        (Some(Held::Tray(colour)), Held::Place(bench, slot)) => {
            workshop.update(|workshop| workshop.put(bench, slot, colour));
            if workshop.with_untracked(|workshop| workshop.left()[colour.index()] == 0) {
                held.set(None);
            }
        }
        (Some(Held::Place(a, b)), Held::Place(c, d)) => {
            if (a, b) != (c, d) {
                workshop.update(|workshop| workshop.swap((a, b), (c, d)));
            }
            held.set(None);
        }
        (Some(Held::Place(a, b)), Held::Tray(_)) => {
            workshop.update(|workshop| workshop.take(a, b));
            held.set(None);
        }
        (Some(Held::Tray(one)), Held::Tray(other)) if one == other => held.set(None),
        (_, target) => held.set(Some(target)),
    };
    // A drag ends where the finger is let go.
    let dropped = move |event: PointerEvent| {
        let under = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        let target = under.and_then(|element| held_at(&element));
        let from = event.target().and_then(|target| held_at(target.dyn_ref::<Element>()?));
        if let (Some(from), Some(to)) = (from, target)
            && from != to
        {
            held.set(Some(from));
            point(to);
        }
    };
    let saved = RwSignal::new(Saved::read(&browser::load(SAVED).unwrap_or_default()));
    let called = RwSignal::new(String::new());
    let keep = move || {
        let text = saved.with_untracked(serde_json::to_string).unwrap_or_default();
        browser::store(SAVED, &text);
    };
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(setup) = workshop.with_untracked(Workshop::action) else { return };
        let given = called.get_untracked().trim().to_owned();
        let name = if given.is_empty() { browser::today() } else { given };
        saved.update(|saved| {
            saved.retain(|known| known.name != name || !known.is_of(seat));
            saved.push(Saved { name, setup });
        });
        called.set(String::new());
        keep();
    };
    let forget = move |name: &str| {
        saved.update(|saved| saved.retain(|known| known.name != name || !known.is_of(seat)));
        keep();
    };
    let choose = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        if !value.is_empty() {
            fill(&value);
        }
    };
    let hand_in = move |_| {
        if let Some(action) = workshop.with_untracked(Workshop::action) {
            desk.play(&action);
        }
    };
    let problems = move || {
        let problems = workshop.with(Workshop::problems);
        if problems.is_empty() {
            return view! { <p class="fine" role="status">{context.t(words::SETUP_WHOLE)}</p> }
                .into_any();
        }
        let line = |problem: abaque_core::Said| view! { <li>{problem.get(context.lang()).to_owned()}</li> };
        view! { <ul class="problems" role="status">{problems.into_iter().map(line).collect_view()}</ul> }.into_any()
    };
    let tray = move || {
        let left = workshop.with(Workshop::left);
        Colour::ALL
            .into_iter()
            .map(|colour| {
                let count = left[colour.index()];
                let picked = move || held.get() == Some(Held::Tray(colour));
                view! {
                    <button
                        class=format!("pawn {}", class(Some(colour)))
                        data-tray=colour.letter().to_string()
                        aria-pressed=move || picked().to_string()
                        aria-label=format!("{}: {count}", context.t(name(Some(colour))))
                        on:click=move |_| point(Held::Tray(colour))
                    >
                        {count}
                    </button>
                }
            })
            .collect_view()
    };
    let shelf = move || {
        let own = saved.get().into_iter().filter(|saved| saved.is_of(seat));
        let one = |Saved { name, setup }: Saved| {
            let label = format!("{} {name}", context.t(words::FORGET_SETUP));
            let (shown, gone) = (name.clone(), name);
            view! {
                <li>
                    <button type="button" on:click=move |_| fill(&setup)>{shown}</button>
                    <button type="button" class="plain" aria-label=label on:click=move |_| forget(&gone)><Icon d=icons::CROSS /></button>
                </li>
            }
        };
        own.map(one).collect_view()
    };
    let whole = move || workshop.with(|workshop| workshop.action().is_some());
    view! {
        <div class="workshop" on:pointerup=dropped>
            <header>
                <h2>{move || context.t(words::WORKSHOP)}</h2>
                <p>{move || context.t(words::WORKSHOP_HELP)}</p>
            </header>
            <div class="benches">
                {(0..12).map(|bench| view! { <Block workshop held bench seat point=Callback::new(point) /> }).collect_view()}
            </div>
            <div class="tray" role="group" aria-label=move || context.t(words::TRAY)>
                <span>{move || context.t(words::TRAY)}</span>
                {tray}
            </div>
            {problems}
            <div class="workshop-buttons">
                <button on:click=move |_| if let Some(setup) = random() { fill(&setup) }>{move || context.t(words::RANDOM)}</button>
                <select aria-label=move || context.t(words::READY_MADE) on:change=choose>
                    <option value="">{move || context.t(words::READY_MADE)}</option>
                    {presets.into_iter().map(|(words, setup)| view! {
                        <option value=setup>{move || context.t(words)}</option>
                    }).collect_view()}
                </select>
                <button on:click=move |_| { workshop.update(Workshop::clear); held.set(None); }>{move || context.t(words::CLEAR)}</button>
                <button class="primary" on:click=hand_in disabled=move || !whole()>
                    {move || context.t(words::HAND_IN)}
                </button>
            </div>
            <form class="saved-setups" on:submit=save>
                <input
                    aria-label=move || context.t(words::SETUP_NAME)
                    placeholder=move || context.t(words::SETUP_NAME)
                    maxlength="40"
                    prop:value=called
                    on:input=move |event| called.set(event_target_value(&event))
                />
                <button disabled=move || !whole()>{move || context.t(words::SAVE_SETUP)}</button>
                <ul aria-label=move || context.t(words::SAVED_SETUPS)>{shelf}</ul>
            </form>
        </div>
    }
    .into_any()
}

/// One block on its rod, seen from its player's side.
#[component]
fn Block(
    workshop: RwSignal<Workshop>,
    held: RwSignal<Option<Held>>,
    bench: usize,
    seat: Seat,
    point: Callback<Held>,
) -> impl IntoView {
    let context = context();
    let Bench { field, free, .. } = workshop.with_untracked(|workshop| workshop.benches()[bench]);
    let (column, row) = match seat {
        Seat::First => (field.column(), 3 - field.row()),
        Seat::Second => (7 - field.column(), field.row() - 4),
    };
    let rod = move || workshop.with(|workshop| workshop.benches()[bench].rod);
    let rod_name =
        move || context.t(if rod() == Rod::Small { words::ROD_SMALL } else { words::ROD_LARGE });
    let pawn = move |slot: usize| {
        let found = move || workshop.with(|workshop| workshop.benches()[bench].pawns[slot]);
        let window = move || workshop.with(|workshop| workshop.is_window(bench, slot));
        let place = [words::SLOT_BOTTOM, words::SLOT_MIDDLE, words::SLOT_TOP][slot];
        let label = move || {
            let window =
                if window() { format!(", {}", context.t(words::IN_WINDOW)) } else { String::new() };
            format!("{field} {}{window}: {}", context.t(place), context.t(name(found())))
        };
        view! {
            <button
                class=move || format!("pawn {}{}", class(found()), if window() { " window" } else { "" })
                data-bench=bench.to_string()
                data-slot=slot.to_string()
                aria-pressed=move || (held.get() == Some(Held::Place(bench, slot))).to_string()
                aria-label=label
                on:click=move |_| point.run(Held::Place(bench, slot))
            ></button>
        }
    };
    let turn = move |_| workshop.update(|workshop| workshop.turn_rod(bench));
    view! {
        <div class="bench" style:grid-column=column.to_string() style:grid-row=row.to_string()>
            {[2, 1, 0].map(pawn).collect_view()}
            <button
                class="rod"
                class:large=move || rod() == Rod::Large
                disabled=!free
                aria-label=move || format!("{field}: {}, {}", rod_name(), context.t(if free { words::ROD_CHANGE } else { words::ROD_GIVEN }))
                on:click=turn
            >
                <span></span>
            </button>
            <small aria-hidden="true">{field.to_string()}</small>
        </div>
    }
}

const fn class(pawn: Option<Colour>) -> &'static str {
    match pawn {
        Some(Colour::Blue) => "blue",
        Some(Colour::Red) => "red",
        Some(Colour::Neutral) => "neutral",
        None => "empty",
    }
}

const fn name(pawn: Option<Colour>) -> Words {
    match pawn {
        Some(Colour::Blue) => words::BLUE,
        Some(Colour::Red) => words::RED,
        Some(Colour::Neutral) => words::NEUTRAL,
        None => words::EMPTY_SLOT,
    }
}

fn held_at(element: &Element) -> Option<Held> {
    let number = |name: &str| element.get_attribute(name)?.parse().ok();
    if let (Some(bench), Some(slot)) = (number("data-bench"), number("data-slot")) {
        return Some(Held::Place(bench, slot));
    }
    let letter = element.get_attribute("data-tray")?.chars().next()?;
    Colour::ALL.into_iter().find(|colour| colour.letter() == letter).map(Held::Tray)
}
