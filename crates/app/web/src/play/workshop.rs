//! The set-up workshop of Blocs-pions: pawns are dragged or tapped into blocks.

use abaque_blocs::{Colour, Rod};
use abaque_client::player_view::SetUpChoices;
use abaque_client::set_up_builder::{BlockDraft, SavedSetUp, SetUpBuilder};
use abaque_client::words;
use abaque_core::{Seat, StaticMessage};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use crate::browser::{self, BrowserRandom};
use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};

const SETUPS_KEY: &str = "abaque.setups";

/// The selected pawn: a place in a block, or a colour of the tray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HeldPawn {
    Place(usize, usize),
    Tray(Colour),
}

#[component]
pub(crate) fn SetupEditor(controller: BoardController, seat: Seat) -> impl IntoView {
    let context = context();
    let Ok(ups) = controller.spec.with_value(|spec| SetUpChoices::for_spec(spec)) else {
        return ().into_any();
    };
    let presets = ups.presets(seat);
    let ups = StoredValue::new_local(ups);
    let begin = presets.first().map(|(_, setup)| setup.clone()).unwrap_or_default();
    let Ok(workshop) = controller.spec.with_value(|spec| SetUpBuilder::new(spec, seat, &begin))
    else {
        return ().into_any();
    };
    let workshop = RwSignal::new(workshop);
    let held = RwSignal::new(None::<HeldPawn>);
    let fill = move |setup: &str| {
        if let Ok(filled) = controller.spec.with_value(|spec| SetUpBuilder::new(spec, seat, setup))
        {
            workshop.set(filled);
        }
        held.set(None);
    };
    let random = move || ups.with_value(|ups| ups.random(seat, &mut BrowserRandom));
    if let Some(setup) = random() {
        fill(&setup);
    }
    let point = move |target: HeldPawn| match (held.get_untracked(), target) {
        (Some(HeldPawn::Tray(colour)), HeldPawn::Place(bench, slot)) => {
            workshop.update(|workshop| workshop.put_pawn(bench, slot, colour));
            if workshop.with_untracked(|workshop| workshop.pawns_left()[colour.index()] == 0) {
                held.set(None);
            }
        }
        (Some(HeldPawn::Place(a, b)), HeldPawn::Place(c, d)) => {
            if (a, b) != (c, d) {
                workshop.update(|workshop| workshop.swap_pawns((a, b), (c, d)));
            }
            held.set(None);
        }
        (Some(HeldPawn::Place(a, b)), HeldPawn::Tray(_)) => {
            workshop.update(|workshop| workshop.take_pawn(a, b));
            held.set(None);
        }
        (Some(HeldPawn::Tray(one)), HeldPawn::Tray(other)) if one == other => held.set(None),
        (_, target) => held.set(Some(target)),
    };
    // A drag ends under the pointer.
    let dropped = move |event: PointerEvent| {
        let under = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        let target = under.and_then(|element| held_pawn_at(&element));
        let from = event.target().and_then(|target| held_pawn_at(target.dyn_ref::<Element>()?));
        if let (Some(from), Some(to)) = (from, target)
            && from != to
        {
            held.set(Some(from));
            point(to);
        }
    };
    let saved =
        RwSignal::new(SavedSetUp::parse_all(&browser::load(SETUPS_KEY).unwrap_or_default()));
    let called = RwSignal::new(String::new());
    let keep = move || {
        let text = saved.with_untracked(serde_json::to_string).unwrap_or_default();
        browser::store(SETUPS_KEY, &text);
    };
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(setup) = workshop.with_untracked(SetUpBuilder::action) else { return };
        let entered = called.get_untracked().trim().to_owned();
        let name = if entered.is_empty() { browser::today() } else { entered };
        saved.update(|saved| {
            saved.retain(|known| known.name != name || !known.belongs_to(seat));
            saved.push(SavedSetUp { name, setup });
        });
        called.set(String::new());
        keep();
    };
    let forget = move |name: &str| {
        saved.update(|saved| saved.retain(|known| known.name != name || !known.belongs_to(seat)));
        keep();
    };
    let choose = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        if !value.is_empty() {
            fill(&value);
        }
    };
    let hand_in = move |_| {
        if let Some(action) = workshop.with_untracked(SetUpBuilder::action) {
            controller.play(&action);
        }
    };
    let problems = move || {
        let problems = workshop.with(SetUpBuilder::problems);
        if problems.is_empty() {
            return view! { <p class="fine" role="status">{context.t(words::SETUP_WHOLE)}</p> }
                .into_any();
        }
        let line = |problem: abaque_core::Message| view! { <li>{problem.get(context.lang()).to_owned()}</li> };
        view! { <ul class="problems" role="status">{problems.into_iter().map(line).collect_view()}</ul> }.into_any()
    };
    let tray = move || {
        let left = workshop.with(SetUpBuilder::pawns_left);
        Colour::ALL
            .into_iter()
            .map(|colour| {
                let count = left[colour.index()];
                let picked = move || held.get() == Some(HeldPawn::Tray(colour));
                view! {
                    <button
                        class=format!("pawn {}", pawn_class(Some(colour)))
                        data-tray=colour.letter().to_string()
                        aria-pressed=move || picked().to_string()
                        aria-label=format!("{}: {count}", context.t(pawn_name(Some(colour))))
                        on:click=move |_| point(HeldPawn::Tray(colour))
                    >
                        {count}
                    </button>
                }
            })
            .collect_view()
    };
    let shelf = move || {
        let own = saved.get().into_iter().filter(|saved| saved.belongs_to(seat));
        let one = |SavedSetUp { name, setup }: SavedSetUp| {
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
                <button on:click=move |_| { workshop.update(SetUpBuilder::clear); held.set(None); }>{move || context.t(words::CLEAR)}</button>
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
    workshop: RwSignal<SetUpBuilder>,
    held: RwSignal<Option<HeldPawn>>,
    bench: usize,
    seat: Seat,
    point: Callback<HeldPawn>,
) -> impl IntoView {
    let context = context();
    let BlockDraft { field, can_choose_rod, .. } =
        workshop.with_untracked(|workshop| workshop.blocks()[bench]);
    let (column, row) = match seat {
        Seat::First => (field.column(), 3 - field.row()),
        Seat::Second => (7 - field.column(), field.row() - 4),
    };
    let rod = move || workshop.with(|workshop| workshop.blocks()[bench].rod);
    let rod_name =
        move || context.t(if rod() == Rod::Small { words::ROD_SMALL } else { words::ROD_LARGE });
    let pawn = move |slot: usize| {
        let found = move || workshop.with(|workshop| workshop.blocks()[bench].pawns[slot]);
        let window = move || workshop.with(|workshop| workshop.is_window(bench, slot));
        let place = [words::SLOT_BOTTOM, words::SLOT_MIDDLE, words::SLOT_TOP][slot];
        let label = move || {
            let window =
                if window() { format!(", {}", context.t(words::IN_WINDOW)) } else { String::new() };
            format!("{field} {}{window}: {}", context.t(place), context.t(pawn_name(found())))
        };
        view! {
            <button
                class=move || format!("pawn {}{}", pawn_class(found()), if window() { " window" } else { "" })
                data-bench=bench.to_string()
                data-slot=slot.to_string()
                aria-pressed=move || (held.get() == Some(HeldPawn::Place(bench, slot))).to_string()
                aria-label=label
                on:click=move |_| point.run(HeldPawn::Place(bench, slot))
            ></button>
        }
    };
    let turn = move |_| workshop.update(|workshop| workshop.swap_rod(bench));
    view! {
        <div class="bench" style:grid-column=column.to_string() style:grid-row=row.to_string()>
            {[2, 1, 0].map(pawn).collect_view()}
            <button
                class="rod"
                class:large=move || rod() == Rod::Large
                disabled=!can_choose_rod
                aria-label=move || format!("{field}: {}, {}", rod_name(), context.t(if can_choose_rod { words::ROD_CHANGE } else { words::ROD_GIVEN }))
                on:click=turn
            >
                <span></span>
            </button>
            <small aria-hidden="true">{field.to_string()}</small>
        </div>
    }
}

const fn pawn_class(pawn: Option<Colour>) -> &'static str {
    match pawn {
        Some(Colour::Blue) => "blue",
        Some(Colour::Red) => "red",
        Some(Colour::Neutral) => "neutral",
        None => "empty",
    }
}

const fn pawn_name(pawn: Option<Colour>) -> StaticMessage {
    match pawn {
        Some(Colour::Blue) => words::BLUE,
        Some(Colour::Red) => words::RED,
        Some(Colour::Neutral) => words::NEUTRAL,
        None => words::EMPTY_SLOT,
    }
}

fn held_pawn_at(element: &Element) -> Option<HeldPawn> {
    let number = |name: &str| element.get_attribute(name)?.parse().ok();
    if let (Some(bench), Some(slot)) = (number("data-bench"), number("data-slot")) {
        return Some(HeldPawn::Place(bench, slot));
    }
    let letter = element.get_attribute("data-tray")?.chars().next()?;
    Colour::ALL.into_iter().find(|colour| colour.letter() == letter).map(HeldPawn::Tray)
}
