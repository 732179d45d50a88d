//! A board one plays on: by mouse, by finger, by keyboard.

mod canvas;
mod marks;
mod preview;

use std::collections::HashMap;

use abaque_client::slide::Slide;
use abaque_client::{labels, rove, warn};
use abaque_core::Observer;
use abaque_draw::geometry::{At, Spots};
use abaque_draw::{Motion, Options, Stage, When};
use leptos::prelude::*;
use leptos::svg;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

use crate::context::{Context, context};
use crate::desk::Desk;
use canvas::Canvas;
use marks::{Marks, Places};
use preview::Pointed;

/// With more targets than this, marking them all would hide the board.
const MANY: usize = 24;

/// How far a pointer goes before it drags, in pixels.
const DRAGS: f64 = 7.0;

/// Where a press began.
#[derive(Clone, PartialEq, Debug)]
struct Press {
    square: Option<String>,
    at: At,
    pixels: (f64, f64),
    dragging: bool,
}

/// The board of a game at this screen.
#[component]
pub(crate) fn Board(desk: Desk, stage: Memo<Option<Stage>>) -> impl IntoView {
    let context = context();
    let root = NodeRef::<svg::Svg>::new();
    let art = NodeRef::<svg::G>::new();
    let spec = desk.spec;
    let canvas = StoredValue::new_local(None::<Canvas>);
    let press = StoredValue::new_local(None::<Press>);
    let pointed = RwSignal::new(None::<Pointed>);
    let slide = move || {
        let view = desk.scene.with_untracked(|scene| scene.view.clone());
        desk.hand.with_untracked(|hand| spec.with_value(|spec| Slide::new(spec, &view, hand)))
    };
    let focused = RwSignal::new(None::<String>);

    let spots = Memo::new(move |_| {
        let view = desk.scene.with(|scene| scene.view.clone());
        let spots = spec.with_value(|spec| abaque_draw::spots(spec, &view).unwrap_or_default());
        rove::places(&spots)
    });

    // The board follows the scene.
    Effect::new(move |shown: Option<u64>| {
        let Some(layers) = art.get() else { return shown.unwrap_or(u64::MAX) };
        let (serial, step) = desk.scene.with(|scene| (scene.serial, scene.step.clone()));
        let Some(stage) = stage.get() else { return serial };
        canvas.update_value(|canvas| {
            let first = canvas.is_none();
            if first {
                *canvas = Canvas::new(&layers);
            }
            let Some(canvas) = canvas else { return };
            let moved =
                step.filter(|_| !first && shown != Some(serial)).and_then(|(before, ply)| {
                    spec.with_value(|spec| abaque_draw::motion(spec, &before, &ply).ok())
                });
            let flip = desk.flip.get_untracked();
            let motion = moved.map(|motion| if flip { turned(motion) } else { motion });
            let millis = if motion.is_some() { context.pace() } else { 0 };
            canvas.show(&stage, &motion.unwrap_or_default(), millis);
        });
        serial
    });

    let marks = Memo::new(move |_| marked(context, desk));
    Effect::new(move |_| {
        stage.track();
        let (marks, flip) = (marks.get(), desk.flip.get());
        spots.with(|spots| {
            let places = Places { spots, flip };
            canvas.update_value(|canvas| {
                if let Some(canvas) = canvas {
                    canvas.mark(&marks.under(&places), &marks.over(&places));
                }
            });
        });
    });
    Effect::new(move |_| {
        let art = pointed.get().map(|pointed| preview::of(context, desk, &pointed));
        let art = art.unwrap_or_default();
        canvas.update_value(|canvas| {
            if let Some(canvas) = canvas {
                canvas.ghost(&art);
            }
        });
    });

    let margin = move || {
        stage.with_untracked(|stage| stage.as_ref().map_or(0.0, |stage| stage.margin / Stage::SIDE))
    };
    let place = move |event: &PointerEvent| {
        let rect = root.get_untracked()?.get_bounding_client_rect();
        let at = At::new(
            (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0),
            margin()
                + (1.0 - 2.0 * margin()) * (f64::from(event.client_y()) - rect.top())
                    / rect.height().max(1.0),
        );
        Some(if desk.flip.get_untracked() { at.flipped() } else { at })
    };
    let under =
        move |at: At| spots.with_untracked(|spots| rove::under(spots, at).map(String::from));
    let lift = move |square: &str, by: Option<(f64, f64)>| {
        canvas.with_value(|canvas| {
            let Some(canvas) = canvas else { return };
            let picked = desk.hand.with_untracked(|hand| hand.picked().to_vec());
            let group = picked.len() > 1 && picked.iter().any(|picked| picked == square);
            let slots = if group { picked } else { canvas.top_slot(square).into_iter().collect() };
            canvas.lift(&slots, by);
        });
    };

    let carry = move |by: Option<(f64, f64)>| {
        let sign = if desk.flip.get_untracked() { -1.0 } else { 1.0 };
        canvas.with_value(|canvas| {
            if let Some(canvas) = canvas {
                canvas.carry(by.map(|(right, down)| (right * sign, down * sign)));
            }
        });
    };

    let pressed = move |event: PointerEvent| {
        let Some(at) = place(&event) else { return };
        let idle = desk.mine.get_untracked().is_none() && desk.on_tap.get_untracked().is_none();
        if event.button() != 0 || idle {
            return;
        }
        let square = under(at);
        if square.is_none() && slide().is_none() {
            return desk.put_back();
        }
        event.prevent_default();
        if let Some(target) =
            event.current_target().and_then(|target| target.dyn_into::<Element>().ok())
        {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        pointed.set(square.clone().map(Pointed::Square));
        let pixels = (f64::from(event.client_x()), f64::from(event.client_y()));
        press.set_value(Some(Press { square, at, pixels, dragging: false }));
    };
    let moved = move |event: PointerEvent| {
        let Some(at) = place(&event) else { return };
        let mut drag = None;
        press.update_value(|press| {
            if let Some(press) = press {
                let far = (f64::from(event.client_x()) - press.pixels.0)
                    .hypot(f64::from(event.client_y()) - press.pixels.1);
                press.dragging |= far > DRAGS;
                if press.dragging {
                    drag = Some((press.square.clone(), at.x - press.at.x, at.y - press.at.y));
                }
            }
        });
        let square = under(at);
        match drag {
            Some((from, right, down)) => {
                if let Some(slide) = slide() {
                    let pull = slide.pull(right, down);
                    carry(Some(pull.by));
                    pointed.set(pull.whole.then_some(Pointed::Pull(pull.corner)));
                } else if let Some(from) = from {
                    let sign = if desk.flip.get_untracked() { -1.0 } else { 1.0 };
                    let movable = desk.hand.with_untracked(|hand| {
                        hand.sources().contains(from.as_str()) || hand.picked().contains(&from)
                    });
                    if movable {
                        lift(&from, Some((right * sign, down * sign)));
                    }
                    pointed.set(square.map(|to| Pointed::Drag(from, to)));
                }
            }
            None if event.pointer_type() == "mouse" || press.with_value(Option::is_some) => {
                pointed.set(square.map(Pointed::Square));
            }
            None => {}
        }
    };
    let put_down = move |pressed: &Press| {
        carry(None);
        if let Some(square) = &pressed.square {
            lift(square, None);
        }
    };
    let released = move |event: PointerEvent| {
        let mut pressed = None;
        press.update_value(|press| pressed = press.take());
        let Some(pressed) = pressed else { return };
        let at = place(&event);
        let pull = at
            .filter(|_| pressed.dragging)
            .and_then(|at| Some(slide()?.pull(at.x - pressed.at.x, at.y - pressed.at.y)));
        pointed.set(None);
        match (&pressed.square, at.and_then(under), pull) {
            (_, _, Some(pull)) if pull.whole => {
                // From where it was drawn to it goes on by itself.
                let sign = if desk.flip.get_untracked() { -1.0 } else { 1.0 };
                canvas.update_value(|canvas| {
                    if let Some(canvas) = canvas {
                        canvas.leave_carried((pull.by.0 * sign, pull.by.1 * sign));
                    }
                });
                desk.tap(&pull.corner);
            }
            (_, _, Some(_)) => put_down(&pressed),
            (Some(from), Some(to), None) if pressed.dragging => {
                put_down(&pressed);
                desk.drag(from, &to);
            }
            (Some(from), Some(to), None) if *from == to => {
                put_down(&pressed);
                desk.tap(&to);
            }
            _ => put_down(&pressed),
        }
    };
    let dropped = move |_: PointerEvent| {
        let mut pressed = None;
        press.update_value(|press| pressed = press.take());
        if let Some(pressed) = pressed {
            put_down(&pressed);
        }
        pointed.set(None);
    };

    let first_spot = move || {
        let hand = desk.hand.with(|hand| hand.sources().first().map(|name| (*name).to_owned()));
        focused
            .get()
            .or(hand)
            .or_else(|| spots.with(|spots| spots.first().map(|(name, _)| name.clone())))
    };
    let keyed = move |event: KeyboardEvent| {
        let key = event.key();
        if let Some(arrow) = rove::Arrow::of_key(&key) {
            event.prevent_default();
            let flip = desk.flip.get_untracked();
            let next = spots.with_untracked(|spots| {
                let seen: Spots = if flip {
                    spots.iter().map(|(name, spot)| (name.clone(), spot.flipped())).collect()
                } else {
                    spots.clone()
                };
                let current = untrack(first_spot);
                let from = seen.iter().find(|(name, _)| Some(name) == current.as_ref());
                from.and_then(|(_, spot)| rove::next(&seen, spot.at, arrow)).map(String::from)
            });
            if let Some(next) = next {
                focus_square(&next);
                focused.set(Some(next));
            }
        } else if key == "Enter" || key == " " {
            event.prevent_default();
            if let Some(square) = focused.get_untracked() {
                desk.tap(&square);
                pointed.set(None);
            }
        } else if key == "Escape" {
            desk.put_back();
        }
    };

    // What a square is good for now, told to styles, tests and whatever else reads the page.
    let uses = Memo::new(move |_| {
        let mut uses = HashMap::new();
        if desk.mine.get().is_some() {
            desk.hand.with(|hand| {
                uses.extend(hand.sources().into_iter().map(|name| (name.to_owned(), "pick")));
                uses.extend(hand.targets().into_iter().map(|target| (target.square, "go")));
            });
        }
        uses
    });
    let label = move |name: &str| {
        let words = stage
            .with(|stage| stage.as_ref().map(|stage| labels::square(stage, name, context.lang())));
        words.unwrap_or_default()
    };
    let squares = move || {
        let flip = desk.flip.get();
        spots.get().into_iter().map(|(name, spot)| {
            let spot = if flip { spot.flipped() } else { spot };
            let (x, y) = (spot.at.x * Stage::SIDE, spot.at.y * Stage::SIDE);
            let id = square_id(&name);
            let (one, two, three, four, five) =
                (name.clone(), name.clone(), name.clone(), name.clone(), name);
            view! {
                <circle
                    id=id
                    class="spot"
                    cx=format!("{x:.1}")
                    cy=format!("{y:.1}")
                    r=format!("{:.1}", spot.half * Stage::SIDE)
                    role="button"
                    tabindex=move || if first_spot().as_ref() == Some(&one) { "0" } else { "-1" }
                    aria-label=move || label(&two)
                    aria-pressed=move || {
                        desk.hand.with(|hand| hand.picked().contains(&three)).to_string()
                    }
                    data-use=move || uses.with(|uses| uses.get(&five).copied())
                    on:focus=move |_| focused.set(Some(four.clone()))
                />
            }
        }).collect_view()
    };

    let view_box = move || {
        let margin = stage.with(|stage| stage.as_ref().map_or(0.0, |stage| stage.margin));
        format!("0 {margin} {} {}", Stage::SIDE, Stage::SIDE - 2.0 * margin)
    };
    view! {
        <div class="board" class:mine=move || desk.mine.get().is_some() || desk.on_tap.get().is_some() data-game=move || desk.game()>
            <svg
                node_ref=root
                viewBox=view_box
                class="board-svg"
                on:pointerdown=pressed
                on:pointermove=moved
                on:pointerup=released
                on:pointercancel=dropped
                on:pointerleave=move |event| if press.with_value(Option::is_none) { dropped(event) }
                on:keydown=keyed
            >
                <g node_ref=art class="art"></g>
                <g class="spots" role="group" aria-label=move || context.t(abaque_client::words::BOARD)>{squares}</g>
            </svg>
        </div>
    }
}

/// The board as it is to be shown, followed: computed once for everything at the table that shows a part of it.
pub(crate) fn staged(context: Context, desk: Desk) -> Memo<Option<Stage>> {
    Memo::new(move |_| {
        let view = desk.scene.with(|scene| scene.view.clone());
        let spec = desk.spec.get_value();
        abaque_draw::stage(&spec, &view, &options(context, desk)).ok()
    })
}

/// How boards are drawn here, followed.
pub(crate) fn options(context: Context, desk: Desk) -> Options {
    let coordinates = context.prefs.with(|prefs| prefs.coordinates);
    Options {
        theme: context.theme(),
        lang: context.lang(),
        coordinates,
        flip: desk.flip.get(),
        panels: false,
        ..Options::default()
    }
}

/// Everything to be pointed out now.
fn marked(context: Context, desk: Desk) -> Marks {
    let prefs = context.prefs.get();
    let spec = desk.spec.get_value();
    let (view, last) = desk.scene.with(|scene| (scene.view.clone(), scene.last.clone()));
    let mut marks = Marks { pointed: desk.pointed.get(), ..Marks::default() };
    if let Some(last) = last.filter(|_| prefs.last) {
        let touched = abaque_draw::touched(&spec, &view, &last, When::Last).unwrap_or_default();
        (marks.last_from, marks.last_to) = (touched.from, touched.to);
    }
    if prefs.warnings {
        marks.danger = warn::endangered(&spec, &view).unwrap_or_default();
        // Where squares are pointed at instead of played on, what can be deduced is what is asked.
        if matches!(desk.eyes(), Observer::Player(_)) && desk.on_tap.get().is_none() {
            marks.certain = warn::certain(&spec, &view).unwrap_or_default();
        }
    }
    if desk.mine.get().is_some() {
        desk.hand.with(|hand| {
            marks.picked = hand.picked().to_vec();
            if prefs.targets {
                marks.targets = hand.targets().into_iter().map(|target| target.square).collect();
                marks.faint = marks.targets.len() > MANY;
                if hand.picked().is_empty() && marks.targets.is_empty() {
                    marks.sources = hand.sources().into_iter().map(String::from).collect();
                }
            }
        });
    }
    let pointed = |action: &str| {
        let touched = abaque_draw::touched(&spec, &view, action, When::Next).unwrap_or_default();
        match (&touched.from[..], &touched.to[..]) {
            (_, []) => touched.from.into_iter().map(|from| (None, from)).collect::<Vec<_>>(),
            ([], to) => to.iter().map(|to| (None, to.clone())).collect(),
            (from, to) => {
                from.iter().zip(to).map(|(from, to)| (Some(from.clone()), to.clone())).collect()
            }
        }
    };
    if let Some(hint) = desk.hint.get() {
        marks.hint = pointed(&hint.action);
    }
    let ideas = desk.ideas.get();
    if let Some((best, others)) = ideas.split_first() {
        marks.hint.extend(pointed(best));
        marks.ideas = others.iter().flat_map(|idea| pointed(idea)).collect();
    }
    marks
}

/// A motion seen from the other side.
fn turned(mut motion: Motion) -> Motion {
    motion.left.iter_mut().for_each(|(_, at)| *at = at.flipped());
    motion
}

fn square_id(name: &str) -> String {
    format!("square-{name}")
}

fn focus_square(name: &str) {
    if let Some(element) = document().get_element_by_id(&square_id(name))
        && let Ok(element) = element.dyn_into::<web_sys::SvgElement>()
    {
        let _ = element.focus();
    }
}
