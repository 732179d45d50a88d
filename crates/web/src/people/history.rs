use abaque_client::address::escape;
use abaque_client::people::{HEIGHT, History as Went, Mark, Plot, Point, WIDTH, change};
use abaque_client::words::people as words;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::asked::Asked;
use super::title;
use crate::browser;
use crate::context::{Context, context};

/// Up to so many milliseconds the foot of the picture tells the time of day.
const SHORT: i64 = 3 * 24 * 60 * 60 * 1000;

/// How a rating went: a picture, and each of its points by pointer or key.
#[component]
pub(super) fn History(name: String, kind: String) -> impl IntoView {
    let context = context();
    let went = Asked::<Went>::new(format!("/people/{}/ratings/{}", escape(&name), escape(&kind)));
    went.show(context, move |Went { points }| match points.is_empty() {
        true => view! { <p class="empty">{move || context.t(words::NO_RATINGS)}</p> }.into_any(),
        false => view! { <Picture points kind=kind.clone() /> }.into_any(),
    })
}

#[component]
fn Picture(points: Vec<Point>, kind: String) -> impl IntoView {
    let context = context();
    let plot = StoredValue::new(Plot::new(&points));
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
        let x = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0) * WIDTH;
        if let Some(nearest) = plot.with_value(|plot| plot.nearest(x)) {
            at.set(nearest);
        }
    };
    let chosen = move |event| {
        if let Ok(number) = event_target_value(&event).parse::<usize>() {
            at.set(number.saturating_sub(1).min(count - 1));
        }
    };
    let told = move || {
        points
            .with_value(|points| points.get(at.get()).map(|point| tell(point, context)))
            .unwrap_or_default()
    };
    let game = move || {
        points.with_value(|points| points.get(at.get()).map(|point| format!("/g/{}", point.game)))
    };
    let label =
        move || points.with_value(|points| summary(points, &title(&kind, context), context));
    view! {
        <figure class="history">
            <figcaption>
                <h3>{move || context.t(words::HISTORY)}</h3>
                <p class="help">{move || context.t(words::HISTORY_HELP)}</p>
            </figcaption>
            <svg class="plot" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=label on:pointermove=pointed on:pointerdown=pointed>
                {move || plot.with_value(|plot| drawn(plot, context))}
                {move || plot.with_value(|plot| plot.dots.get(at.get()).map(|(x, y)| view! {
                    <line class="here" x1=*x x2=*x y1="8" y2=HEIGHT - 38.0 />
                    <circle class="here" cx=*x cy=*y r="6" />
                }))}
            </svg>
            <div class="point">
                <label for="history-game">{move || context.t(words::HISTORY_GAME)}</label>
                <input id="history-game" type="range" min="1" max=count prop:value=move || (at.get() + 1).to_string()
                    aria-valuetext=told disabled={count == 1} on:input=chosen />
                <output for="history-game">{told}</output>
                <a href=game>{move || context.t(words::TO_GAME)}</a>
            </div>
        </figure>
    }
}

/// Everything that does not move: lines across with their ratings, the foot with its days, the line and its area.
fn drawn(plot: &Plot, context: Context) -> impl IntoView + use<> {
    let row = |mark: &Mark<f64>| {
        let (rating, y) = (format!("{:.0}", mark.value), mark.place);
        view! {
            <line class="rule" x1="58" x2=WIDTH - 14.0 y1=y y2=y />
            <text class="rating" x="52" y=y dy="0.35em">{rating}</text>
        }
    };
    let (first, last) = (plot.columns.first(), plot.columns.last());
    let span = first.zip(last).map_or(0, |(first, last)| last.value - first.value);
    let alone = plot.columns.len() == 1;
    let column = |(n, mark): (usize, &Mark<i64>)| {
        let lang = context.lang();
        let short = span < SHORT;
        let text =
            if short { browser::moment(mark.value, lang) } else { browser::day(mark.value, lang) };
        let anchor = match n {
            _ if alone => "middle",
            0 => "start",
            1 => "middle",
            _ => "end",
        };
        view! { <text class=format!("day day-{n}") x=mark.place y=HEIGHT - 10.0 text-anchor=anchor>{text}</text> }
    };
    // Dots where they can be told apart.
    let few = plot.dots.len() <= 60;
    let dots = plot
        .dots
        .iter()
        .filter(|_| few)
        .map(|(x, y)| view! { <circle class="dot" cx=*x cy=*y r="3" /> });
    view! {
        {plot.rows.iter().map(row).collect_view()}
        {plot.columns.iter().enumerate().map(column).collect_view()}
        <polygon class="band" points=plot.band.clone() />
        <polyline class="line" points=plot.line.clone() />
        {dots.collect_view()}
    }
}

/// A point in words: when, the rating, what the game changed.
fn tell(point: &Point, context: Context) -> String {
    let when = browser::moment(point.at, context.lang());
    format!("{when} – {:.0} ± {:.0} ({})", point.rating, point.deviation, change(point.delta))
}

fn summary(points: &[Point], game: &str, context: Context) -> String {
    let low = points.iter().map(|point| point.rating).fold(f64::MAX, f64::min);
    let high = points.iter().map(|point| point.rating).fold(f64::MIN, f64::max);
    let now = points.last().map_or(0.0, |point| point.rating);
    let text = context.t(words::HISTORY_OF).replace("{game}", game);
    let text = text.replace("{n}", &points.len().to_string());
    [("{low}", low), ("{high}", high), ("{now}", now)]
        .into_iter()
        .fold(text, |text, (place, value)| text.replace(place, &format!("{value:.0}")))
}
