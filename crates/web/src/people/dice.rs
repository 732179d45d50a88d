use abaque_client::people::{Bar, Throws, bars, doubles, number};
use abaque_client::words::people as words;
use leptos::prelude::*;

use crate::context::context;

/// Fewer throws than this say hardly anything: each pair is expected some ten times among them.
const FEW: u64 = 360;

/// What the dice gave somebody, beside what one expects.
#[component]
pub(super) fn Dice(throws: Throws) -> impl IntoView {
    let context = context();
    let sample = throws.sample;
    let (twins, expected) = doubles(&throws);
    let summary = move || {
        let text = context.t(words::DICE_SAMPLE).replace("{n}", &sample.to_string());
        let text = text.replace("{doubles}", &twins.to_string());
        text.replace("{expected}", &number(expected, 1, context.lang()))
    };
    let row = move |bar: Bar| {
        let Bar { name, count, expected, length, mark } = bar;
        let share = |part: f64| format!("{:.2}%", part * 100.0);
        let throw = name.clone();
        let words = move || {
            let text = context.t(words::DICE_BAR).replace("{throw}", &throw);
            let text = text.replace("{n}", &count.to_string());
            text.replace("{expected}", &number(expected, 1, context.lang()))
        };
        view! {
            <li>
                <span class="sr-only">{words}</span>
                <span class="throw" aria-hidden="true">{name}</span>
                <span class="bar" aria-hidden="true">
                    <span class="length" style:width=share(length)></span>
                    <span class="expected" style:left=share(mark)></span>
                </span>
                <span class="count" aria-hidden="true">{count}<small>{move || format!(" / {}", number(expected, 1, context.lang()))}</small></span>
            </li>
        }
    };
    view! {
        <section class="part" aria-labelledby="part-dice">
            <h2 id="part-dice">{move || context.t(words::DICE)}</h2>
            {if sample == 0 {
                view! { <p class="empty">{move || context.t(words::NO_DICE)}</p> }.into_any()
            } else {
                view! {
                    <p class="sample">{summary}</p>
                    <p class="help">
                        {move || context.t(words::DICE_HELP)}
                        {(sample < FEW).then(|| view! { " "{move || context.t(words::DICE_FEW)} })}
                    </p>
                    <ul class="throws">{bars(&throws).into_iter().map(row).collect_view()}</ul>
                }.into_any()
            }}
        </section>
    }
}
