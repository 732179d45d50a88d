//! The winning chances over the game, as a clickable graph.

use abaque_chart::{Panel, Point, Scale, area_path, bar_path, line_path};
use abaque_client::percent_text::percent;
use abaque_client::words::study as texts;
use abaque_study::{GameReview, ROOT};
use leptos::prelude::*;
use leptos::svg;
use web_sys::MouseEvent;

use super::session::StudySession;
use crate::context::context;

/// The chances.
const CHANCES: Panel = Panel { left: 0.0, top: 0.0, width: 600.0, height: 150.0 };
/// The luck of the dice, in a strip below.
const LUCK: Panel = Panel { top: CHANCES.bottom() + 2.0, height: 40.0, ..CHANCES };

/// The first player's chance, with marked moves, and luck below. A click goes to the ply.
#[component]
pub(crate) fn Graph(session: StudySession, review: RwSignal<Option<GameReview>>) -> impl IntoView {
    let context = context();
    let root = NodeRef::<svg::Svg>::new();
    let plies = Memo::new(move |_| session.with(|study| study.main_line().len()));
    let drawn = Memo::new(move |_| {
        review.with(|review| {
            review
                .as_ref()
                .map_or_else(GraphShapes::default, |review| graph_shapes(review, plies.get()))
        })
    });
    let high = move || {
        if drawn.with(|drawn| drawn.luck.is_empty()) {
            CHANCES.bottom()
        } else {
            LUCK.bottom() + 2.0
        }
    };
    let here = Memo::new(move |_| {
        let at = session.at.get();
        session.with(|study| {
            let on_main =
                study.path(at).into_iter().take_while(|&id| study.is_on_main_line(id)).count();
            if at == ROOT { 0 } else { on_main }
        })
    });
    let pointed = move |event: MouseEvent| {
        let Some(root) = root.get_untracked() else { return };
        let rect = root.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
        let ply = (share * plies.get_untracked() as f64).round().max(0.0) as usize;
        let to = session.with_untracked(|study| match ply.checked_sub(1) {
            Some(index) => study.main_line().get(index).copied(),
            None => Some(ROOT),
        });
        if let Some(to) = to {
            session.go_to(to);
        }
    };
    let chance_here = move || review.with(|review| chance_at(review.as_ref()?, here.get()));
    let ply_text = move || {
        let info = session.with_untracked(|study| study.start().description());
        let first = context.t(info.players[0]);
        chance_here()
            .map_or(String::new(), |chance| format!("{first} {}", percent(chance, context.lang())))
    };
    let x = move || format!("{:.1}", ply_scale(plies.get()).place(here.get() as f64));
    view! {
        <div
            class="graph"
            role="slider"
            tabindex="0"
            aria-label=move || context.t(texts::GRAPH)
            aria-valuemin="0"
            aria-valuemax=move || plies.get().to_string()
            aria-valuenow=move || here.get().to_string()
            aria-valuetext=ply_text
        >
            <svg node_ref=root viewBox=move || format!("0 0 {} {}", CHANCES.width, high()) on:click=pointed aria-hidden="true">
                <rect class="paper" width="600" height="150" />
                <path class="area" d=move || drawn.with(|drawn| drawn.area.clone()) />
                <path class="middle" d="M0 75H600" />
                {move || drawn.with(|drawn| drawn.lines.iter().enumerate().map(|(index, d)| view! {
                    <path class="curve" data-curve=index.to_string() d=d.clone() />
                }).collect_view())}
                <path class="luck" d=move || drawn.with(|drawn| drawn.luck.clone()) />
                {move || drawn.with(|drawn| drawn.marks.iter().map(|(x, y, sign)| view! {
                    <circle class="dot" data-sign=*sign cx=format!("{x:.1}") cy=format!("{y:.1}") r="5" />
                }).collect_view())}
                <line class="here" x1=x x2=x y1="0" y2=move || high().to_string() />
            </svg>
            <Show when=move || !drawn.with(|drawn| drawn.luck.is_empty())>
                <small>{move || context.t(texts::LUCK_BARS)}</small>
            </Show>
        </div>
    }
}

/// The first player's chance after a number of plies, as far as known.
pub(crate) fn chance_at(review: &GameReview, plies: usize) -> Option<f64> {
    let curves = review.curves();
    let known = curves.iter().flatten().filter(|(ply, _)| *ply <= plies);
    known.max_by_key(|(ply, _)| *ply).map(|(_, chance)| *chance)
}

#[derive(Clone, PartialEq, Default)]
struct GraphShapes {
    area: String,
    lines: Vec<String>,
    marks: Vec<(f64, f64, &'static str)>,
    luck: String,
}

fn ply_scale(plies: usize) -> Scale {
    CHANCES.x_scale((0.0, plies.max(1) as f64))
}

fn graph_shapes(review: &GameReview, plies: usize) -> GraphShapes {
    let (x, y) = (ply_scale(plies), CHANCES.y_scale((0.0, 1.0)));
    let place = |&(ply, chance): &(usize, f64)| (x.place(ply as f64), y.place(chance));
    let mut drawing = GraphShapes::default();
    let curves: Vec<Vec<Point>> =
        review.curves().iter().map(|curve| curve.iter().map(place).collect()).collect();
    if let [curve] = &curves[..] {
        drawing.area = area_path(curve, CHANCES.bottom());
    }
    drawing.lines = curves.into_iter().map(line_path).collect();
    for judged in review.mistakes() {
        if let (Some(chance), Some(finding)) = (judged.first_after(), judged.finding) {
            let (x, y) = place(&(judged.ply + judged.actions.len(), chance));
            drawing.marks.push((x, y, finding.sign()));
        }
    }
    let throws = || review.throws.iter().filter_map(|throw| Some((throw.ply, throw.luck?)));
    let most = throws().fold(0.01_f64, |most, (_, luck)| most.max(luck.abs()));
    let luck_scale = LUCK.y_scale((-most, most));
    let (middle, width) =
        (luck_scale.place(0.0), (LUCK.width / plies.max(1) as f64).clamp(1.5, 8.0));
    for (ply, luck) in throws() {
        let height = middle - luck_scale.place(luck);
        drawing.luck += &bar_path(x.place((ply + 1) as f64), middle, width, height);
    }
    drawing
}
