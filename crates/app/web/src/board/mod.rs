//! The interactive board: mouse, touch and keyboard input.

mod canvas;
mod marks;
mod preview;

use std::collections::HashMap;

use abaque_client::keyboard_nav;
use abaque_client::labels::{self, SquareUse};
use abaque_client::surface_drag::SurfaceDrag;
use abaque_core::Observer;
use abaque_draw::geometry::{NamedSpots, UnitPoint};
use abaque_draw::{ActionTiming, BoardLayers, DrawOptions, Motion};
use leptos::prelude::*;
use leptos::svg;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

use crate::browser;
use crate::context::{AppContext, context};
use crate::controller::{BoardController, ExplanationMarks};
use canvas::BoardCanvas;
use marks::{SquareLayout, SquareMarks};
use preview::{PointerTarget, Preview};

/// Above this number, marking every target would hide the board.
const MAX_MARKED_TARGETS: usize = 24;

/// Distance in pixels at which a press becomes a drag.
const DRAG_THRESHOLD_PX: f64 = 7.0;

/// Half the width of a comfortable touch target, in pixels.
const REACH_PX: f64 = 22.0;

/// Elements beside the board that keep the selection when pressed: they act on it.
const CONTROLS: &str = ".board, button, a, input, select, textarea, label, summary, dialog";

/// Where a pointer press began.
#[derive(Clone, PartialEq, Debug)]
struct PointerPress {
    square: Option<String>,
    at: UnitPoint,
    pixels: (f64, f64),
    dragging: bool,
}

/// The board of a game.
#[component]
pub(crate) fn Board(
    controller: BoardController,
    stage: Memo<Option<BoardLayers>>,
) -> impl IntoView {
    let context = context();
    let root = NodeRef::<svg::Svg>::new();
    let art = NodeRef::<svg::G>::new();
    let spec = controller.spec;
    let canvas = StoredValue::new_local(None::<BoardCanvas>);
    let press = StoredValue::new_local(None::<PointerPress>);
    let pointed = RwSignal::new(None::<PointerTarget>);
    let slide = move || controller.input.with_untracked(SurfaceDrag::new);
    let focused = RwSignal::new(None::<String>);

    let spots = Memo::new(move |_| {
        let view = controller.scene.with(|scene| scene.view.clone());
        let spots = spec.with_value(|spec| abaque_draw::spots(spec, &view).unwrap_or_default());
        keyboard_nav::distinct_spots(&spots)
    });

    // Redraws the board when the scene changes.
    Effect::new(move |shown: Option<u64>| {
        let Some(layers) = art.get() else { return shown.unwrap_or(u64::MAX) };
        let (serial, step) = controller.scene.with(|scene| (scene.serial, scene.step.clone()));
        let Some(stage) = stage.get() else { return serial };
        canvas.update_value(|canvas| {
            let first = canvas.is_none();
            if first {
                *canvas = BoardCanvas::new(&layers);
            }
            let Some(canvas) = canvas else { return };
            let moved =
                step.filter(|_| !first && shown != Some(serial)).and_then(|(before, ply)| {
                    spec.with_value(|spec| abaque_draw::motion(spec, &before, &ply).ok())
                });
            let flip = controller.flipped.get_untracked();
            let motion = moved.map(|motion| if flip { flip_motion(motion) } else { motion });
            let millis = if motion.is_some() { context.animation_millis() } else { 0 };
            canvas.show(&stage, &motion.unwrap_or_default(), millis);
        });
        serial
    });

    let marks = Memo::new(move |_| {
        let mut marks = current_marks(context, controller);
        stage.with(|stage| {
            spots
                .with(|spots| marks.find_occupied(spots, stage.as_ref(), controller.flipped.get()));
        });
        marks
    });
    Effect::new(move |_| {
        stage.track();
        let (marks, flip) = (marks.get(), controller.flipped.get());
        spots.with(|spots| {
            let places = SquareLayout { spots, flip };
            canvas.update_value(|canvas| {
                if let Some(canvas) = canvas {
                    canvas.set_marks(
                        &marks.svg_under_pieces(&places),
                        &marks.svg_over_pieces(&places),
                    );
                }
            });
        });
    });
    Effect::new(move |_| {
        let preview = pointed.get().map(|pointed| Preview::new(context, controller, &pointed));
        let preview = preview.unwrap_or_default();
        canvas.update_value(|canvas| {
            if let Some(canvas) = canvas {
                canvas.set_preview(&preview.ghost, &preview.moves);
            }
        });
    });

    let margin = move || {
        stage.with_untracked(|stage| {
            stage.as_ref().map_or(0.0, |stage| stage.margin / BoardLayers::SIDE)
        })
    };
    let place = move |event: &PointerEvent| {
        let rect = root.get_untracked()?.get_bounding_client_rect();
        let at = UnitPoint::new(
            (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0),
            margin()
                + (1.0 - 2.0 * margin()) * (f64::from(event.client_y()) - rect.top())
                    / rect.height().max(1.0),
        );
        Some(if controller.flipped.get_untracked() { at.flipped() } else { at })
    };
    let under = move |at: UnitPoint| {
        let width = root.get_untracked()?.get_bounding_client_rect().width().max(1.0);
        spots.with_untracked(|spots| {
            controller.input.with_untracked(|input| {
                let usable = |square: &str| input.is_usable(square);
                keyboard_nav::square_at(spots, at, REACH_PX / width, usable).map(String::from)
            })
        })
    };
    let lift = move |square: &str, by: Option<(f64, f64)>| {
        canvas.with_value(|canvas| {
            let Some(canvas) = canvas else { return };
            let picked = controller.input.with_untracked(|input| input.picked().to_vec());
            let group = picked.len() > 1 && picked.iter().any(|picked| picked == square);
            let slots = if group { picked } else { canvas.top_slot(square).into_iter().collect() };
            canvas.drag_pieces(&slots, by);
        });
    };

    let carry = move |by: Option<(f64, f64)>| {
        let sign = if controller.flipped.get_untracked() { -1.0 } else { 1.0 };
        canvas.with_value(|canvas| {
            if let Some(canvas) = canvas {
                canvas.drag_surface(by.map(|(right, down)| (right * sign, down * sign)));
            }
        });
    };

    let pressed = move |event: PointerEvent| {
        let Some(at) = place(&event) else { return };
        controller.inspected.set(under(at));
        let idle = controller.acting_seat.get_untracked().is_none()
            && controller.on_tap.get_untracked().is_none();
        if event.button() != 0 || idle {
            return;
        }
        let square = under(at);
        if square.is_none() && slide().is_none() {
            return controller.deselect();
        }
        event.prevent_default();
        if let Some(target) =
            event.current_target().and_then(|target| target.dyn_into::<Element>().ok())
        {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        pointed.set(square.clone().map(PointerTarget::Square));
        let pixels = (f64::from(event.client_x()), f64::from(event.client_y()));
        press.set_value(Some(PointerPress { square, at, pixels, dragging: false }));
    };
    let moved = move |event: PointerEvent| {
        let Some(at) = place(&event) else { return };
        let mut drag = None;
        press.update_value(|press| {
            if let Some(press) = press {
                let far = (f64::from(event.client_x()) - press.pixels.0)
                    .hypot(f64::from(event.client_y()) - press.pixels.1);
                press.dragging |= far > DRAG_THRESHOLD_PX;
                if press.dragging {
                    drag = Some((press.square.clone(), at.x - press.at.x, at.y - press.at.y));
                }
            }
        });
        let square = under(at);
        match drag {
            Some((from, right, down)) => {
                if let Some(slide) = slide() {
                    let pull = slide.follow_pointer(right, down);
                    carry(Some(pull.offset));
                    pointed.set(pull.is_complete.then_some(PointerTarget::Slide(pull.target)));
                } else if let Some(from) = from {
                    let sign = if controller.flipped.get_untracked() { -1.0 } else { 1.0 };
                    let movable = controller.input.with_untracked(|input| {
                        input.sources().contains(from.as_str()) || input.picked().contains(&from)
                    });
                    if movable {
                        lift(&from, Some((right * sign, down * sign)));
                    }
                    pointed.set(square.map(|to| PointerTarget::Drag(from, to)));
                }
            }
            None if event.pointer_type() == "mouse" || press.with_value(Option::is_some) => {
                pointed.set(square.map(PointerTarget::Square));
            }
            None => {}
        }
    };
    let put_down = move |pressed: &PointerPress| {
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
            .and_then(|at| Some(slide()?.follow_pointer(at.x - pressed.at.x, at.y - pressed.at.y)));
        pointed.set(None);
        match (&pressed.square, at.and_then(under), pull) {
            (_, _, Some(pull)) if pull.is_complete => {
                // The animation continues from where the surface was dropped.
                let sign = if controller.flipped.get_untracked() { -1.0 } else { 1.0 };
                canvas.update_value(|canvas| {
                    if let Some(canvas) = canvas {
                        canvas.commit_surface_drag((pull.offset.0 * sign, pull.offset.1 * sign));
                    }
                });
                controller.tap(&pull.target);
            }
            (_, _, Some(_)) => put_down(&pressed),
            (Some(from), Some(to), None) if pressed.dragging => {
                put_down(&pressed);
                controller.drag(from, &to);
            }
            (Some(from), Some(to), None) if *from == to => {
                put_down(&pressed);
                controller.tap(&to);
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
        let source =
            controller.input.with(|input| input.sources().first().map(|name| (*name).to_owned()));
        focused
            .get()
            .or(source)
            .or_else(|| spots.with(|spots| spots.first().map(|(name, _)| name.clone())))
    };
    let keyed = move |event: KeyboardEvent| {
        let key = event.key();
        if let Some(arrow) = keyboard_nav::ArrowKey::from_key(&key) {
            event.prevent_default();
            let flip = controller.flipped.get_untracked();
            let next = spots.with_untracked(|spots| {
                let seen: NamedSpots = if flip {
                    spots.iter().map(|(name, spot)| (name.clone(), spot.flipped())).collect()
                } else {
                    spots.clone()
                };
                let current = untrack(first_spot);
                let from = seen.iter().find(|(name, _)| Some(name) == current.as_ref());
                from.and_then(|(_, spot)| keyboard_nav::next_square(&seen, spot.at, arrow))
                    .map(String::from)
            });
            if let Some(next) = next {
                focus_square(&next);
                pointed.set(Some(PointerTarget::Square(next.clone())));
                controller.inspected.set(Some(next.clone()));
                focused.set(Some(next));
            }
        } else if key == "Enter" || key == " " {
            event.prevent_default();
            if let Some(square) = focused.get_untracked() {
                pointed.set(None);
                controller.tap(&square);
                controller.inspected.set(Some(square));
            }
        }
    };
    let escape = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        // In a text field or a dialog the key has its own meaning.
        if browser::shortcut_key(&event).is_some_and(|key| key == "Escape") {
            controller.reset_input();
        }
    });
    let outside = window_event_listener(leptos::ev::pointerdown, move |event: PointerEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|element| matches!(element.closest(CONTROLS), Ok(None))) {
            controller.deselect();
        }
    });
    on_cleanup(move || {
        escape.remove();
        outside.remove();
    });

    // What a square can be used for now, exposed to style sheets and tests.
    let uses = Memo::new(move |_| {
        let mut uses = HashMap::new();
        if controller.acting_seat.get().is_some() {
            controller.input.with(|input| {
                let sources = input.sources().into_iter();
                uses.extend(sources.map(|name| (name.to_owned(), SquareUse::Pick)));
                let targets = input.targets().into_iter();
                uses.extend(targets.map(|target| (target.square, SquareUse::Target)));
            });
        }
        uses
    });
    let contents = Memo::new(move |_| {
        let view = controller.scene.with(|scene| scene.view.clone());
        spec.with_value(|spec| abaque_draw::square_contents(spec, &view).unwrap_or_default())
    });
    let label = move |name: &str| {
        let (info, lang) = (controller.board_info(), context.lang());
        let usable = uses.with(|uses| uses.get(name).copied());
        let hear = |stage: &BoardLayers| {
            contents.with(|contents| {
                labels::square_announcement(info, stage, contents, name, usable, lang)
            })
        };
        stage.with(|stage| stage.as_ref().map(hear)).unwrap_or_default()
    };
    // Only squares with something to pick up are switches.
    let switch_state = move |name: &String| {
        let picked = controller.input.with(|input| input.picked().contains(name));
        let is_switch = uses.with(|uses| uses.get(name) == Some(&SquareUse::Pick));
        (picked || is_switch).then(|| picked.to_string())
    };
    let squares = move || {
        let flip = controller.flipped.get();
        spots.get().into_iter().map(|(name, spot)| {
            let spot = if flip { spot.flipped() } else { spot };
            let (x, y) = (spot.at.x * BoardLayers::SIDE, spot.at.y * BoardLayers::SIDE);
            let (wide, high) = spot.half_extents();
            let id = square_element_id(&name);
            let (one, two, three, four, five) =
                (name.clone(), name.clone(), name.clone(), name.clone(), name);
            view! {
                <ellipse
                    id=id
                    class="spot"
                    cx=format!("{x:.1}")
                    cy=format!("{y:.1}")
                    rx=format!("{:.1}", wide * BoardLayers::SIDE)
                    ry=format!("{:.1}", high * BoardLayers::SIDE)
                    role="button"
                    tabindex=move || if first_spot().as_ref() == Some(&one) { "0" } else { "-1" }
                    aria-label=move || label(&two)
                    aria-pressed=move || switch_state(&three)
                    data-use=move || uses.with(|uses| uses.get(&five).map(|used| used.name()))
                    on:focus=move |_| focused.set(Some(four.clone()))
                />
            }
        }).collect_view()
    };

    let view_box = move || {
        let margin = stage.with(|stage| stage.as_ref().map_or(0.0, |stage| stage.margin));
        format!("0 {margin} {} {}", BoardLayers::SIDE, BoardLayers::SIDE - 2.0 * margin)
    };
    view! {
        <div class="board" class:mine=move || controller.acting_seat.get().is_some() || controller.on_tap.get().is_some() data-game=move || controller.game_name()>
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

/// The board's layers, reactive; computed once for every component that shows a part of it.
pub(crate) fn board_layers(
    context: AppContext,
    controller: BoardController,
) -> Memo<Option<BoardLayers>> {
    Memo::new(move |_| {
        let view = controller.scene.with(|scene| scene.view.clone());
        let spec = controller.spec.get_value();
        abaque_draw::board_layers(&spec, &view, &draw_options(context, controller)).ok()
    })
}

/// Drawing options from settings and controller, reactive.
pub(crate) fn draw_options(context: AppContext, controller: BoardController) -> DrawOptions {
    let coordinates = context.prefs.with(|prefs| prefs.coordinates);
    DrawOptions {
        theme: context.theme(),
        lang: context.lang(),
        coordinates,
        flip: controller.flipped.get(),
        panels: false,
        ..DrawOptions::default()
    }
}

/// The marks to draw now.
fn current_marks(context: AppContext, controller: BoardController) -> SquareMarks {
    let prefs = context.prefs.get();
    let spec = controller.spec.get_value();
    let (view, last) = controller.scene.with(|scene| (scene.view.clone(), scene.last.clone()));
    let mut marks =
        SquareMarks { highlighted: controller.highlighted.get(), ..SquareMarks::default() };
    if let Some(last) = last.filter(|_| prefs.last) {
        let touched = abaque_draw::action_squares(&spec, &view, &last, ActionTiming::Last)
            .unwrap_or_default();
        (marks.last_from, marks.last_to) = (touched.from, touched.to);
    }
    if prefs.warnings {
        marks.danger = abaque_draw::endangered_squares(&spec, &view).unwrap_or_default();
        // Where taps answer a question instead of playing, deductions would give the answer away.
        if matches!(controller.observer(), Observer::Player(_)) && controller.on_tap.get().is_none()
        {
            marks.deductions = abaque_draw::deductions(&spec, &view).unwrap_or_default();
        }
    }
    if controller.acting_seat.get().is_some() {
        controller.input.with(|input| {
            marks.picked = input.picked().to_vec();
            if prefs.targets {
                marks.targets = input.targets().into_iter().map(|target| target.square).collect();
                marks.faint_targets = marks.targets.len() > MAX_MARKED_TARGETS;
                if input.picked().is_empty() && marks.targets.is_empty() {
                    marks.sources = input.sources().into_iter().map(String::from).collect();
                }
            }
        });
    }
    let pointed = |action: &str| {
        let touched = abaque_draw::action_squares(&spec, &view, action, ActionTiming::Next)
            .unwrap_or_default();
        match (&touched.from[..], &touched.to[..]) {
            (_, []) => touched.from.into_iter().map(|from| (None, from)).collect::<Vec<_>>(),
            ([], to) => to.iter().map(|to| (None, to.clone())).collect(),
            (from, to) => {
                from.iter().zip(to).map(|(from, to)| (Some(from.clone()), to.clone())).collect()
            }
        }
    };
    if let Some(hint) = controller.hint.get() {
        marks.hint = pointed(&hint.action);
        let why = ExplanationMarks::of(&hint.explanation, false);
        marks.explained = why.squares;
    }
    let explained = controller.explained.get();
    marks.explained.extend(explained.squares);
    marks.explained_arrows = explained.arrows;
    let suggestions = controller.suggestions.get();
    if let Some((best, others)) = suggestions.split_first() {
        marks.hint.extend(pointed(best));
        marks.suggestions = others.iter().flat_map(|idea| pointed(idea)).collect();
    }
    marks
}

/// Rotates a motion by half a turn.
fn flip_motion(mut motion: Motion) -> Motion {
    motion.removed.iter_mut().for_each(|(_, at)| *at = at.flipped());
    motion
}

fn square_element_id(name: &str) -> String {
    format!("square-{name}")
}

fn focus_square(name: &str) {
    if let Some(element) = document().get_element_by_id(&square_element_id(name))
        && let Ok(element) = element.dyn_into::<web_sys::SvgElement>()
    {
        let _ = element.focus();
    }
}
