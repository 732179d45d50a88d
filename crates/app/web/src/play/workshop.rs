//! The set-up workshop: tokens are dragged or tapped into their holders.

use abaque_client::player_view::SetUpChoices;
use abaque_client::set_up_builder::{SavedSetUp, SetUpBuilder};
use abaque_client::words;
use abaque_core::Seat;
use abaque_draw::editor::Token;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use crate::browser::{self, BrowserRandom};
use crate::context::context;
use crate::controller::BoardController;
use crate::icons::{self, Icon};

const SETUPS_KEY: &str = "abaque.setups";

/// The selected token: a slot of a holder, or a kind in the tray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HeldToken {
    Place(usize, usize),
    Tray(usize),
}

#[component]
pub(crate) fn SetupEditor(controller: BoardController, seat: Seat) -> impl IntoView {
    let context = context();
    let Ok(ups) = controller.spec.with_value(|spec| SetUpChoices::for_spec(spec)) else {
        return ().into_any();
    };
    // The code of this editor may arrive after the page has looked for what to focus.
    super::frame::focus_board_at_start();
    let presets = ups.presets(seat);
    let ups = StoredValue::new_local(ups);
    let begin = presets.first().map(|(_, setup)| setup.clone()).unwrap_or_default();
    let Ok(workshop) = controller.spec.with_value(|spec| SetUpBuilder::new(spec, seat, &begin))
    else {
        return ().into_any();
    };
    let (rules, benches) = (workshop.rules(), workshop.holders().len());
    let workshop = RwSignal::new(workshop);
    let held = RwSignal::new(None::<HeldToken>);
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
    let point = move |target: HeldToken| match (held.get_untracked(), target) {
        (Some(HeldToken::Tray(token)), HeldToken::Place(bench, slot)) => {
            workshop.update(|workshop| workshop.put_token((bench, slot), token));
            if workshop.with_untracked(|workshop| workshop.tokens_left()[token] == 0) {
                held.set(None);
            }
        }
        (Some(HeldToken::Place(a, b)), HeldToken::Place(c, d)) => {
            if (a, b) != (c, d) {
                workshop.update(|workshop| workshop.swap_tokens((a, b), (c, d)));
            }
            held.set(None);
        }
        (Some(HeldToken::Place(a, b)), HeldToken::Tray(_)) => {
            workshop.update(|workshop| workshop.take_token((a, b)));
            held.set(None);
        }
        (Some(HeldToken::Tray(one)), HeldToken::Tray(other)) if one == other => held.set(None),
        (_, target) => held.set(Some(target)),
    };
    // A drag ends under the pointer.
    let dropped = move |event: PointerEvent| {
        let under = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        let target = under.and_then(|element| held_token_at(&element));
        let from = event.target().and_then(|target| held_token_at(target.dyn_ref::<Element>()?));
        if let (Some(from), Some(to)) = (from, target)
            && from != to
        {
            held.set(Some(from));
            point(to);
        }
    };
    let own =
        move |saved: &SavedSetUp| controller.spec.with_value(|spec| saved.belongs_to(spec, seat));
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
            saved.retain(|known| known.name != name || !own(known));
            saved.push(SavedSetUp { name, setup });
        });
        called.set(String::new());
        keep();
    };
    let forget = move |name: &str| {
        saved.update(|saved| saved.retain(|known| known.name != name || !own(known)));
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
            return view! { <p class="fine">{context.t(words::SETUP_WHOLE)}</p> }.into_any();
        }
        let line = |problem: abaque_core::Message| view! { <li>{problem.get(context.lang()).to_owned()}</li> };
        view! { <ul class="problems">{problems.into_iter().map(line).collect_view()}</ul> }
            .into_any()
    };
    let tray = move || {
        let left = workshop.with(SetUpBuilder::tokens_left);
        let kind = |(index, token): (usize, &Token)| {
            let count = left[index];
            let picked = move || held.get() == Some(HeldToken::Tray(index));
            view! {
                <button
                    class=format!("token {}", token.class)
                    data-tray=index.to_string()
                    aria-pressed=move || picked().to_string()
                    aria-label=format!("{}: {count}", context.t(token.name))
                    on:click=move |_| point(HeldToken::Tray(index))
                >
                    {count}
                </button>
            }
        };
        rules.tokens.iter().enumerate().map(kind).collect_view()
    };
    let shelf = move || {
        let shelved = saved.get().into_iter().filter(own);
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
        shelved.map(one).collect_view()
    };
    let whole = move || workshop.with(|workshop| workshop.action().is_some());
    view! {
        <div class="workshop" role="group" tabindex="-1" aria-labelledby="workshop-title" on:pointerup=dropped>
            <header>
                <h2 id="workshop-title">{move || context.t(words::WORKSHOP)}</h2>
                <p>{move || context.t(rules.help)}</p>
            </header>
            <div class="benches">
                {(0..benches).map(|bench| view! { <Bench workshop held bench point=Callback::new(point) /> }).collect_view()}
            </div>
            <div class="tray" role="group" aria-label=move || context.t(rules.tray)>
                <span>{move || context.t(rules.tray)}</span>
                {tray}
            </div>
            <div role="status">{problems}</div>
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

/// One holder on its base, seen from its player's side.
#[component]
fn Bench(
    workshop: RwSignal<SetUpBuilder>,
    held: RwSignal<Option<HeldToken>>,
    bench: usize,
    point: Callback<HeldToken>,
) -> impl IntoView {
    let context = context();
    let (rules, holder) =
        workshop.with_untracked(|workshop| (workshop.rules(), workshop.holders()[bench].clone()));
    let (column, row) = holder.place;
    let square = StoredValue::new(holder.square);
    let base = move || &rules.bases[workshop.with(|workshop| workshop.holders()[bench].base)];
    let slot = move |slot: usize, place| {
        let found = move || {
            let token = workshop.with(|workshop| workshop.holders()[bench].slots[slot]);
            token.and_then(|token| rules.tokens.get(token))
        };
        let exposed = move || workshop.with(|workshop| workshop.is_exposed((bench, slot)));
        let class = move || {
            let class = found().map_or("empty", |token| token.class);
            format!("token {class}{}", if exposed() { " window" } else { "" })
        };
        let label = move || {
            let exposed =
                if exposed() { format!(", {}", context.t(rules.exposed)) } else { String::new() };
            let name = found().map_or(words::EMPTY_SLOT, |token| token.name);
            let square = square.get_value();
            format!("{square} {}{exposed}: {}", context.t(place), context.t(name))
        };
        view! {
            <button
                class=class
                data-bench=bench.to_string()
                data-slot=slot.to_string()
                aria-pressed=move || (held.get() == Some(HeldToken::Place(bench, slot))).to_string()
                aria-label=label
                on:click=move |_| point.run(HeldToken::Place(bench, slot))
            ></button>
        }
    };
    let can_choose = holder.can_choose_base;
    let base_label = move || {
        let choice = if can_choose { rules.base_change } else { rules.base_given };
        format!("{}: {}, {}", square.get_value(), context.t(base().name), context.t(choice))
    };
    let slots = rules.slot_names.iter().enumerate().rev();
    view! {
        <div class="bench" style:grid-column=column.to_string() style:grid-row=row.to_string()>
            {slots.map(|(index, name)| slot(index, *name)).collect_view()}
            <button
                class=move || format!("holder-base {}", base().class)
                disabled=!can_choose
                aria-label=base_label
                on:click=move |_| workshop.update(|workshop| workshop.change_base(bench))
            >
                <span></span>
            </button>
            <small aria-hidden="true">{square.get_value()}</small>
        </div>
    }
}

fn held_token_at(element: &Element) -> Option<HeldToken> {
    let number = |name: &str| element.get_attribute(name)?.parse().ok();
    if let (Some(bench), Some(slot)) = (number("data-bench"), number("data-slot")) {
        return Some(HeldToken::Place(bench, slot));
    }
    number("data-tray").map(HeldToken::Tray)
}
