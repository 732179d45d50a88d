//! The editor's board: every square is a button.

use abaque_client::editor::Editor;
use abaque_client::keyboard_nav;
use abaque_draw::geometry::NamedSpots;
use abaque_draw::{BoardLayers, DrawOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::EditorSession;
use crate::context::context;

#[component]
pub(crate) fn EditorBoard(session: EditorSession) -> impl IntoView {
    let context = context();
    let drawn = Memo::new(move |_| {
        let options = DrawOptions {
            theme: context.theme(),
            lang: context.lang(),
            coordinates: context.prefs.with(|prefs| prefs.coordinates),
            flip: session.flipped.get(),
            panels: false,
            ..DrawOptions::default()
        };
        session.editor.with(|editor| editor.stage(&options).ok())
    });
    let stage = Memo::new(move |_| drawn.get().map(|(stage, _)| stage));
    let spots = Memo::new(move |_| {
        let flip = session.flipped.get();
        let spots =
            drawn.get().map(|(_, spots)| keyboard_nav::distinct_spots(&spots)).unwrap_or_default();
        let turned =
            spots.into_iter().map(|(name, spot)| (name, if flip { spot.flipped() } else { spot }));
        turned.collect::<NamedSpots>()
    });
    let focused = RwSignal::new(None::<String>);
    let first =
        move || focused.get().or_else(|| spots.with(|spots| spots.first().map(|it| it.0.clone())));
    let part = move |part: fn(&BoardLayers) -> String| {
        move || stage.with(|stage| stage.as_ref().map(part).unwrap_or_default())
    };
    let pieces = |pieces: &[abaque_draw::Piece]| {
        let piece = |piece: &abaque_draw::Piece| {
            let (x, y) = (piece.at.x * BoardLayers::SIDE, piece.at.y * BoardLayers::SIDE);
            format!("<g transform=\"translate({x:.1} {y:.1})\">{}</g>", piece.svg)
        };
        pieces.iter().map(piece).collect::<String>()
    };
    let standing = move || {
        stage.with(|stage| stage.as_ref().map(|stage| pieces(&stage.pieces)).unwrap_or_default())
    };
    let lying = move || {
        stage.with(|stage| stage.as_ref().map(|stage| pieces(&stage.floor)).unwrap_or_default())
    };
    let keyed = move |event: KeyboardEvent| {
        let key = event.key();
        if let Some(arrow) = keyboard_nav::ArrowKey::from_key(&key) {
            event.prevent_default();
            let next = spots.with_untracked(|spots| {
                let here = untrack(first)?;
                let from = spots.iter().find(|(name, _)| *name == here)?.1.at;
                keyboard_nav::next_square(spots, from, arrow).map(String::from)
            });
            if let Some(next) = next {
                focus_square(&next);
                focused.set(Some(next));
            }
        } else if key == "Enter" || key == " " {
            event.prevent_default();
            if let Some(square) = focused.get_untracked() {
                session.tap(&square);
            }
        }
    };
    let label = move |name: &str| {
        let label =
            |stage: &BoardLayers| session.editor.with(|it| it.label(stage, name, context.lang()));
        stage.with(|stage| stage.as_ref().map(label)).unwrap_or_default()
    };
    let marked = Memo::new(move |_| session.editor.with(Editor::marked));
    let square = move |(name, spot): (String, abaque_draw::geometry::BoardSpot)| {
        let (one, two, three, four) = (name.clone(), name.clone(), name.clone(), name.clone());
        let (x, y) = (spot.at.x * BoardLayers::SIDE, spot.at.y * BoardLayers::SIDE);
        view! {
            <circle
                id=format!("square-{name}")
                class="spot"
                cx=format!("{x:.1}")
                cy=format!("{y:.1}")
                r=format!("{:.1}", spot.half * BoardLayers::SIDE)
                role="button"
                tabindex=move || if first().as_ref() == Some(&one) { "0" } else { "-1" }
                aria-label=move || label(&two)
                aria-pressed=move || marked.with(|marked| marked.contains(&three)).to_string()
                on:focus=move |_| focused.set(Some(four.clone()))
                on:click=move |_| session.tap(&name)
            />
        }
    };
    let view_box = move || {
        let margin = stage.with(|stage| stage.as_ref().map_or(0.0, |stage| stage.margin));
        format!("0 {margin} {} {}", BoardLayers::SIDE, BoardLayers::SIDE - 2.0 * margin)
    };
    view! {
        <div class="board mine">
            <svg class="board-svg" viewBox=view_box on:keydown=keyed>
                <defs inner_html=part(|stage| stage.defs.clone())></defs>
                <g class="art" aria-hidden="true">
                    <g inner_html=part(|stage| stage.ground.clone())></g>
                    <g inner_html=lying></g>
                    <g inner_html=part(|stage| stage.labels.clone())></g>
                    <g inner_html=standing></g>
                    <g inner_html=part(|stage| stage.over.clone())></g>
                </g>
                <g class="spots" role="group" aria-label=move || context.t(abaque_client::words::BOARD)>
                    <For each=move || spots.get() key=|(name, spot)| (name.clone(), spot.at.x.to_bits(), spot.at.y.to_bits()) children=square />
                </g>
            </svg>
        </div>
    }
}

fn focus_square(name: &str) {
    let element = document().get_element_by_id(&format!("square-{name}"));
    if let Some(element) = element.and_then(|it| it.dyn_into::<web_sys::SvgElement>().ok()) {
        let _ = element.focus();
    }
}
