//! What is certain of a hidden block: pointed out on the board, said in a form.

use abaque_blocs::{Blocs, deduce};
use abaque_client::words;
use abaque_core::{Game, Lang, Options, Spec, Words};
use abaque_puzzles::Puzzle;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::solving::{Phase, Solving};
use crate::context::context;

const PARTS: [(&str, Words); 4] = [
    ("rod", words::learn::CERTAIN_ROD),
    ("bottom", words::learn::CERTAIN_BOTTOM),
    ("middle", words::learn::CERTAIN_MIDDLE),
    ("top", words::learn::CERTAIN_TOP),
];

const COLOURS: [(&str, Words); 3] = [("b", words::BLUE), ("r", words::RED), ("n", words::NEUTRAL)];

const RODS: [(&str, Words); 2] = [("s", words::ROD_SMALL), ("l", words::ROD_LARGE)];

fn values(part: &str) -> &'static [(&'static str, Words)] {
    if part == "rod" { &RODS } else { &COLOURS }
}

/// An answer in words: `d6:middle`, `n` is "d6, the middle pawn: neutral".
pub(super) fn told(place: &str, value: &str, lang: Lang) -> String {
    let (field, part) = place.split_once(':').unwrap_or((place, ""));
    let find = |list: &[(&str, Words)], key: &str| {
        list.iter().find(|(known, _)| *known == key).map_or("", |(_, words)| words.get(lang))
    };
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    format!("{field}, {}{colon} {}", find(&PARTS, part), find(values(part), value))
}

/// The fields of blocks of which something is hidden.
fn fields(puzzle: &Puzzle) -> Vec<String> {
    let read = || {
        let spec: Spec = puzzle.game.parse().ok()?;
        let options = <Blocs as Game>::Options::from_spec(&spec).ok()?;
        let view = Blocs::parse_view(&options, &puzzle.position).ok()?;
        let hidden = deduce(&view).into_iter().filter(|block| {
            let seen = view.block(block.field);
            view.rod(block.field).is_none()
                || seen.is_some_and(|seen| seen.pawns.iter().any(Option::is_none))
        });
        Some(hidden.map(|block| block.field.to_string()).collect())
    };
    read().unwrap_or_default()
}

#[component]
pub(super) fn Certain(solving: Solving) -> impl IntoView {
    let context = context();
    let desk = solving.desk;
    let fields = StoredValue::new(solving.with(|attempt| fields(attempt.puzzle())));
    let field = RwSignal::new(String::new());
    let part = RwSignal::new(PARTS[0].0.to_owned());
    let value = RwSignal::new(String::new());
    let point = move |square: String| {
        if fields.with_value(|fields| fields.contains(&square)) {
            desk.pointed.set(vec![square.clone()]);
            field.set(square);
        }
    };
    desk.on_tap.set(Some(Callback::new(point)));
    on_cleanup(move || desk.on_tap.set(None));
    let answer = move |event: SubmitEvent| {
        event.prevent_default();
        let text =
            format!("{}:{}={}", field.get_untracked(), part.get_untracked(), value.get_untracked());
        solving.answer(&text);
    };
    let list = move |part: String| {
        values(&part)
            .iter()
            .map(|(key, words)| view! { <option value=*key>{context.t(*words)}</option> })
            .collect_view()
    };
    let whole = move || !field.with(String::is_empty) && !value.with(String::is_empty);
    view! {
        <Show when=move || solving.now.with(|now| now.phase == Phase::Open)>
            <form class="certain-form" on:submit=answer>
                <label for="certain-field">{move || context.t(words::learn::CERTAIN_FIELD)}</label>
                <select id="certain-field" prop:value=field on:change=move |event| point(event_target_value(&event))>
                    <option value="">"–"</option>
                    {fields.get_value().into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                </select>
                <label for="certain-part">{move || context.t(words::learn::CERTAIN_PART)}</label>
                <select id="certain-part" prop:value=part on:change=move |event| { part.set(event_target_value(&event)); value.set(String::new()); }>
                    {PARTS.into_iter().map(|(key, name)| view! { <option value=key>{move || context.t(name)}</option> }).collect_view()}
                </select>
                <label for="certain-value">{move || context.t(words::learn::CERTAIN_VALUE)}</label>
                <select id="certain-value" prop:value=value on:change=move |event| value.set(event_target_value(&event))>
                    <option value="">"–"</option>
                    {move || list(part.get())}
                </select>
                <button class="primary" disabled=move || !whole()>{move || context.t(words::learn::ANSWER)}</button>
            </form>
        </Show>
    }
}
