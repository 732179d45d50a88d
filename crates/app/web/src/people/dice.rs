//! A player's dice statistics.

use abaque_client::words::people as words;
use abaque_people::{DiceBar, count_doubles, dice_bars, format_number};
use abaque_protocol::rest::DiceStats;
use leptos::prelude::*;

use crate::context::context;

/// With fewer throws the chart says little: each pair is expected some ten times in 360.
const MIN_TELLING_THROWS: u64 = 360;

/// A player's dice throws beside the expected distribution.
#[component]
pub(super) fn DiceChart(throws: DiceStats) -> impl IntoView {
    let context = context();
    let sample = throws.sample;
    let (twins, expected) = count_doubles(&throws);
    let summary = move || {
        let text = context.t(words::DICE_SAMPLE).replace("{n}", &sample.to_string());
        let text = text.replace("{doubles}", &twins.to_string());
        text.replace("{expected}", &format_number(expected, 1, context.lang()))
    };
    let row = move |bar: DiceBar| {
        let DiceBar { name, count, expected, length, mark } = bar;
        let share = |part: f64| format!("{:.2}%", part * 100.0);
        let throw = name.clone();
        let words = move || {
            let text = context.t(words::DICE_BAR).replace("{throw}", &throw);
            let text = text.replace("{n}", &count.to_string());
            text.replace("{expected}", &format_number(expected, 1, context.lang()))
        };
        view! {
            <li>
                <span class="sr-only">{words}</span>
                <span class="throw" aria-hidden="true">{name}</span>
                <span class="bar" aria-hidden="true">
                    <span class="length" style:width=share(length)></span>
                    <span class="expected" style:left=share(mark)></span>
                </span>
                <span class="count" aria-hidden="true">{count}<small>{move || format!(" / {}", format_number(expected, 1, context.lang()))}</small></span>
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
                        {(sample < MIN_TELLING_THROWS).then(|| view! { " "{move || context.t(words::DICE_FEW)} })}
                    </p>
                    <ul class="throws">{dice_bars(&throws).into_iter().map(row).collect_view()}</ul>
                }.into_any()
            }}
        </section>
    }
}
