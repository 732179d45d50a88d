//! Deduction puzzles: the solver points at a hidden block and states its contents in a form.

use abaque_blocs::{Blocs, deduce};
use abaque_client::words;
use abaque_core::{Game, GameOptions, Lang, Spec, StaticMessage};
use abaque_puzzles::Puzzle;
use leptos::prelude::*;
use web_sys::SubmitEvent;

use super::puzzle_session::{PuzzlePhase, PuzzleSession};
use crate::context::context;

const BLOCK_PARTS: [(&str, StaticMessage); 4] = [
    ("rod", words::learn::CERTAIN_ROD),
    ("bottom", words::learn::CERTAIN_BOTTOM),
    ("middle", words::learn::CERTAIN_MIDDLE),
    ("top", words::learn::CERTAIN_TOP),
];

const PAWN_COLOURS: [(&str, StaticMessage); 3] =
    [("b", words::BLUE), ("r", words::RED), ("n", words::NEUTRAL)];

const ROD_SIZES: [(&str, StaticMessage); 2] = [("s", words::ROD_SMALL), ("l", words::ROD_LARGE)];

fn part_values(part: &str) -> &'static [(&'static str, StaticMessage)] {
    if part == "rod" { &ROD_SIZES } else { &PAWN_COLOURS }
}

/// Describes an answer: `d6:middle`, `n` is "d6, the middle pawn: neutral".
pub(super) fn describe_answer(place: &str, value: &str, lang: Lang) -> String {
    let (field, part) = place.split_once(':').unwrap_or((place, ""));
    let find = |list: &[(&str, StaticMessage)], key: &str| {
        list.iter().find(|(known, _)| *known == key).map_or("", |(_, words)| words.get(lang))
    };
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    format!("{field}, {}{colon} {}", find(&BLOCK_PARTS, part), find(part_values(part), value))
}

/// Squares of blocks with a hidden rod or pawn.
fn hidden_fields(puzzle: &Puzzle) -> Vec<String> {
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
pub(super) fn CertaintyForm(session: PuzzleSession) -> impl IntoView {
    let context = context();
    let controller = session.controller;
    let fields = StoredValue::new(session.with(|attempt| hidden_fields(attempt.puzzle())));
    let field = RwSignal::new(String::new());
    let part = RwSignal::new(BLOCK_PARTS[0].0.to_owned());
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
        part_values(&part)
            .iter()
            .map(|(key, words)| view! { <option value=*key>{context.t(*words)}</option> })
            .collect_view()
    };
    let whole = move || !field.with(String::is_empty) && !value.with(String::is_empty);
    view! {
        <Show when=move || session.state.with(|now| now.phase == PuzzlePhase::Open)>
            <form class="certain-form" on:submit=answer>
                <label for="certain-field">{move || context.t(words::learn::CERTAIN_FIELD)}</label>
                <select id="certain-field" prop:value=field on:change=move |event| point(event_target_value(&event))>
                    <option value="">"–"</option>
                    {fields.get_value().into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> }).collect_view()}
                </select>
                <label for="certain-part">{move || context.t(words::learn::CERTAIN_PART)}</label>
                <select id="certain-part" prop:value=part on:change=move |event| { part.set(event_target_value(&event)); value.set(String::new()); }>
                    {BLOCK_PARTS.into_iter().map(|(key, name)| view! { <option value=key>{move || context.t(name)}</option> }).collect_view()}
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
