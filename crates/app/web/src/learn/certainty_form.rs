//! Deduction puzzles: the solver points at a square and states in a form what is hidden there.

use abaque_client::words;
use abaque_core::{Lang, StaticMessage};
use abaque_draw::puzzles::{DeductionForm, DeductionPart};
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::puzzle_session::{PuzzlePhase, PuzzleSession};
use crate::context::context;

fn find_part(form: &'static DeductionForm, key: &str) -> Option<&'static DeductionPart> {
    form.parts.iter().find(|part| part.key == key)
}

/// Describes an answer: `d6:middle`, `n` is "d6, the middle pawn: neutral".
pub(super) fn describe_answer(
    form: Option<&'static DeductionForm>,
    place: &str,
    value: &str,
    lang: Lang,
) -> String {
    let (square, key) = place.split_once(':').unwrap_or((place, ""));
    let part = form.and_then(|form| find_part(form, key));
    let name = part.map_or(key, |part| part.name.get(lang));
    let known = part.and_then(|part| part.values.iter().find(|(known, _)| *known == value));
    let value = known.map_or(value, |(_, words): &(&str, StaticMessage)| words.get(lang));
    let colon = if lang == Lang::Fr { "\u{a0}:" } else { ":" };
    format!("{square}, {name}{colon} {value}")
}

#[component]
pub(super) fn CertaintyForm(session: PuzzleSession, form: &'static DeductionForm) -> impl IntoView {
    let context = context();
    let controller = session.controller;
    let fields =
        StoredValue::new(session.with(|attempt| {
            (form.hidden_squares)(&attempt.puzzle().game, &attempt.puzzle().position)
        }));
    let field = RwSignal::new(String::new());
    let part = RwSignal::new(form.parts.first().map_or("", |part| part.key).to_owned());
    let value = RwSignal::new(String::new());
    let point = move |square: String| {
        if fields.with_value(|fields| fields.contains(&square)) {
            controller.highlighted.set(vec![square.clone()]);
            field.set(square);
        }
    };
    controller.on_tap.set(Some(Callback::new(point)));
    on_cleanup(move || controller.on_tap.set(None));
    let answer = move |event: SubmitEvent| {
        event.prevent_default();
        let text =
            format!("{}:{}={}", field.get_untracked(), part.get_untracked(), value.get_untracked());
        session.answer(&text);
    };
    let list = move |part: String| {
        let values = find_part(form, &part).map_or(&[][..], |part| part.values);
        values
            .iter()
            .map(|(key, words)| view! { <option value=*key>{context.t(*words)}</option> })
            .collect_view()
    };
    let whole = move || !field.with(String::is_empty) && !value.with(String::is_empty);
    view! {
        <Show when=move || session.state.with(|now| now.phase == PuzzlePhase::Open)>
            <form class="certain-form" on:submit=answer>
                <label for="certain-field">{move || context.t(form.square_label)}</label>
                <select id="certain-field" prop:value=field on:change=move |event| point(event_target_value(&event))>
                    <option value="">"–"</option>
                    {fields.get_value().into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                </select>
                <label for="certain-part">{move || context.t(words::learn::CERTAIN_PART)}</label>
                <select id="certain-part" prop:value=part on:change=move |event| { part.set(event_target_value(&event)); value.set(String::new()); }>
                    {form.parts.iter().map(|part| view! { <option value=part.key>{move || context.t(part.name)}</option> }).collect_view()}
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
