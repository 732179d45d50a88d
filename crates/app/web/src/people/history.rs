//! A player's rating history as a plot.

use abaque_client::address::escape;
use abaque_client::words::people as words;
use abaque_people::{
    AxisTick, PLOT_HEIGHT, PLOT_PANEL, PLOT_WIDTH, RatingPlot, format_rating_change,
};
use abaque_protocol::rest::{RatingHistory, RatingPoint};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::api_resource::ApiResource;
use super::game_title;
use crate::browser;
use crate::context::{AppContext, context};

/// Up to this many milliseconds the time axis shows the time of day.
const SHORT_HISTORY_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// A rating history: a plot whose points are reached by pointer or keyboard.
#[component]
pub(super) fn RatingHistoryPage(name: String, kind: String) -> impl IntoView {
    let context = context();
    let history = ApiResource::<RatingHistory>::new(format!(
        "/people/{}/ratings/{}",
        escape(&name),
        escape(&kind)
    ));
    history.show(context, move |RatingHistory { points }| match points.is_empty() {
        true => view! { <p class="empty">{move || context.t(words::NO_RATINGS)}</p> }.into_any(),
        false => view! { <RatingChart points kind=kind.clone() /> }.into_any(),
    })
}

#[component]
fn RatingChart(points: Vec<RatingPoint>, kind: String) -> impl IntoView {
    let context = context();
    let plot = StoredValue::new(RatingPlot::new(&points));
    let count = points.len();
    let at = RwSignal::new(count - 1);
    let points = StoredValue::new(points);
    let pointed = move |event: PointerEvent| {
        let Some(element) =
            event.current_target().and_then(|target| target.dyn_into::<Element>().ok())
        else {
            return;
        };
        let frame = element.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0) * PLOT_WIDTH;
        if let Some(nearest) = plot.with_value(|plot| plot.nearest(x)) {
            at.set(nearest);
        }
    };
    let chosen = move |event| {
        if let Ok(number) = event_target_value(&event).parse::<usize>() {
            at.set(number.saturating_sub(1).min(count - 1));
        }
    };
    let point_text = move || {
        points
            .with_value(|points| points.get(at.get()).map(|point| describe_point(point, context)))
            .unwrap_or_default()
    };
    let game = move || {
        points.with_value(|points| points.get(at.get()).map(|point| format!("/g/{}", point.game)))
    };
    let label = move || {
        points.with_value(|points| describe_history(points, &game_title(&kind, context), context))
    };
    view! {
        <figure class="history">
            <figcaption>
                <h3>{move || context.t(words::HISTORY)}</h3>
                <p class="help">{move || context.t(words::HISTORY_HELP)}</p>
            </figcaption>
            <svg class="plot" viewBox=format!("0 0 {PLOT_WIDTH} {PLOT_HEIGHT}") role="img" aria-label=label on:pointermove=pointed on:pointerdown=pointed>
                {move || plot.with_value(|plot| plot_lines(plot, context))}
                {move || plot.with_value(|plot| plot.dots.get(at.get()).map(|(x, y)| view! {
                    <line class="here" x1=*x x2=*x y1="8" y2=PLOT_PANEL.bottom() />
                    <circle class="here" cx=*x cy=*y r="6" />
                }))}
            </svg>
            <div class="point">
                <label for="history-game">{move || context.t(words::HISTORY_GAME)}</label>
                <input id="history-game" type="range" min="1" max=count prop:value=move || (at.get() + 1).to_string()
                    aria-valuetext=point_text disabled={count == 1} on:input=chosen />
                <output for="history-game">{point_text}</output>
                <a href=game>{move || context.t(words::TO_GAME)}</a>
            </div>
        </figure>
    }
}

/// The static part of the plot: grid lines with ratings, time axis, curve and area.
fn plot_lines(plot: &RatingPlot, context: AppContext) -> impl IntoView + use<> {
    let row = |mark: &AxisTick<f64>| {
        let (rating, y) = (format!("{:.0}", mark.value), mark.place);
        view! {
            <line class="rule" x1=PLOT_PANEL.left - 4.0 x2=PLOT_PANEL.right() + 4.0 y1=y y2=y />
            <text class="rating" x=PLOT_PANEL.left - 10.0 y=y dy="0.35em">{rating}</text>
        }
    };
    let (first, last) = (plot.columns.first(), plot.columns.last());
    let span = first.zip(last).map_or(0, |(first, last)| last.value - first.value);
    let alone = plot.columns.len() == 1;
    let column = |(n, mark): (usize, &AxisTick<i64>)| {
        let lang = context.lang();
        let short = span < SHORT_HISTORY_MS;
        let text = if short {
            browser::format_date_time(mark.value, lang)
        } else {
            browser::format_day(mark.value, lang)
        };
        let anchor = match n {
            _ if alone => "middle",
            0 => "start",
            1 => "middle",
            _ => "end",
        };
        view! { <text class=format!("day day-{n}") x=mark.place y=PLOT_HEIGHT - 10.0 text-anchor=anchor>{text}</text> }
    };
    // Dots only where they do not overlap.
    let few = plot.dots.len() <= 60;
    let dots = plot
        .dots
        .iter()
        .filter(|_| few)
        .map(|(x, y)| view! { <circle class="dot" cx=*x cy=*y r="3" /> });
    view! {
        {plot.rows.iter().map(row).collect_view()}
        {plot.columns.iter().enumerate().map(column).collect_view()}
        <path class="band" d=plot.band.clone() />
        <path class="line" d=plot.line.clone() />
        {dots.collect_view()}
    }
}

/// Describes a point: date, rating, change.
fn describe_point(point: &RatingPoint, context: AppContext) -> String {
    let when = browser::format_date_time(point.at, context.lang());
    format!(
        "{when} – {:.0} ± {:.0} ({})",
        point.rating,
        point.deviation,
        format_rating_change(point.delta)
    )
}

fn describe_history(points: &[RatingPoint], game: &str, context: AppContext) -> String {
    let low = points.iter().map(|point| point.rating).fold(f64::MAX, f64::min);
    let high = points.iter().map(|point| point.rating).fold(f64::MIN, f64::max);
    let now = points.last().map_or(0.0, |point| point.rating);
    let text = context.t(words::HISTORY_OF).replace("{game}", game);
    let text = text.replace("{n}", &points.len().to_string());
    [("{low}", low), ("{high}", high), ("{now}", now)]
        .into_iter()
        .fold(text, |text, (place, value)| text.replace(place, &format!("{value:.0}")))
}
