//! The board's SVG elements, updated as pieces move.

use std::collections::HashMap;

use abaque_client::{PieceTracker, TrackedPiece};
use abaque_draw::geometry::UnitPoint;
use abaque_draw::{BoardLayers, Motion};
use js_sys::{Array, Function, Object, Reflect};
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use crate::browser;

const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
const EASING: &str = "cubic-bezier(.3,.7,.25,1)";

/// One element per layer and per piece. Gradients and symbols belong to the page.
pub(crate) struct BoardCanvas {
    ground: SvgLayer,
    /// Everything that turns with the board.
    rotating: Element,
    floor: Element,
    marks: SvgLayer,
    labels: SvgLayer,
    pieces: Element,
    over: SvgLayer,
    ghost: SvgLayer,
    top: SvgLayer,
    /// Arrows of the pieces that an action would move.
    moves: SvgLayer,
    tracker: PieceTracker,
    piece_elements: HashMap<u32, PieceElement>,
    z_order: Vec<u32>,
}

/// An element and its current markup: rewriting equal markup would cost the browser a full update.
struct SvgLayer {
    element: Element,
    markup: String,
}

impl SvgLayer {
    fn write(&mut self, art: &str) {
        if self.markup != art {
            self.element.set_inner_html(art);
            art.clone_into(&mut self.markup);
        }
    }
}

struct PieceElement {
    element: Element,
    markup: String,
    at: UnitPoint,
}

impl BoardCanvas {
    /// Creates the layers in an empty SVG element.
    pub(crate) fn new(svg: &Element) -> Option<BoardCanvas> {
        let group = |parent: &Element, class: &str| {
            let element = document().create_element_ns(Some(SVG_NAMESPACE), "g").ok()?;
            element.set_attribute("class", &format!("layer {class}")).ok()?;
            element.set_attribute("aria-hidden", "true").ok()?;
            parent.append_child(&element).ok()?;
            Some(element)
        };
        let layer = |parent: &Element, class: &str| {
            Some(SvgLayer { element: group(parent, class)?, markup: String::new() })
        };
        let ground = layer(svg, "ground")?;
        let turning = group(svg, "turning")?;
        Some(BoardCanvas {
            floor: group(&turning, "floor")?,
            marks: layer(&turning, "marks")?,
            labels: layer(&turning, "labels")?,
            pieces: group(&turning, "pieces")?,
            over: layer(&turning, "over")?,
            ghost: layer(svg, "ghost")?,
            top: layer(svg, "marks")?,
            moves: layer(svg, "marks")?,
            ground,
            rotating: turning,
            tracker: PieceTracker::default(),
            piece_elements: HashMap::new(),
            z_order: Vec::new(),
        })
    }

    /// Shows another view; pieces move as `motion` says, within `millis`.
    pub(crate) fn show(&mut self, stage: &BoardLayers, motion: &Motion, millis: u32) {
        self.ground.write(&stage.ground);
        self.labels.write(&stage.labels);
        self.over.write(&stage.over);
        self.tracker.update(stage, motion);
        let turns = motion.rotation != 0.0;
        for member in self.tracker.pieces().to_vec() {
            self.place_piece(&member, if turns { 0 } else { millis });
        }
        for (member, to) in self.tracker.leaving().to_vec() {
            self.remove_piece(&member, to, millis);
        }
        self.reorder_elements();
        if turns && millis > 0 {
            let from = format!("rotate({}deg)", -motion.rotation);
            animate(
                &self.rotating,
                &[("transform", &from), ("transform", "rotate(0deg)")],
                millis * 2,
            );
        }
    }

    /// Sets the marks under and over the pieces.
    pub(crate) fn set_marks(&mut self, under: &str, over: &str) {
        self.marks.write(under);
        self.top.write(over);
    }

    /// Sets the preview of an action.
    pub(crate) fn set_preview(&mut self, ghost: &str, moves: &str) {
        self.ghost.write(ghost);
        self.moves.write(moves);
    }

    /// Moves the pieces in some slots with the pointer, or back.
    pub(crate) fn drag_pieces(&self, slots: &[String], by: Option<(f64, f64)>) {
        for member in
            self.tracker.pieces().iter().filter(|member| slots.contains(&member.piece.slot))
        {
            if let Some(node) = self.piece_elements.get(&member.id) {
                let at = node.at;
                let (dx, dy) = by.unwrap_or_default();
                set_position(&node.element, at.shifted(dx, dy));
                let _ = node.element.class_list().toggle_with_force("lifted", by.is_some());
            }
        }
    }

    /// Moves the surface and everything on it with the pointer, or back.
    pub(crate) fn drag_surface(&self, by: Option<(f64, f64)>) {
        let (dx, dy) = by.unwrap_or_default();
        for node in self.piece_elements.values() {
            set_position(&node.element, node.at.shifted(dx, dy));
        }
    }

    /// Makes the dragged offset permanent: the next view starts from it.
    pub(crate) fn commit_surface_drag(&mut self, by: (f64, f64)) {
        for node in self.piece_elements.values_mut() {
            node.at = node.at.shifted(by.0, by.1);
            set_position(&node.element, node.at);
        }
    }

    /// The slot of the top piece on a square.
    pub(crate) fn top_slot(&self, square: &str) -> Option<String> {
        let on = |slot: &str| {
            slot.strip_prefix(square).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let found = self
            .tracker
            .pieces()
            .iter()
            .rev()
            .find(|member| !member.floor && on(&member.piece.slot));
        found.map(|member| member.piece.slot.clone())
    }

    fn place_piece(&mut self, member: &TrackedPiece, millis: u32) {
        let to = member.piece.at;
        let Some(node) = self.piece_elements.get_mut(&member.id) else {
            let Ok(element) = document().create_element_ns(Some(SVG_NAMESPACE), "g") else {
                return;
            };
            let _ = element.set_attribute("class", &format!("piece {}", member.piece.class));
            element.set_inner_html(&member.piece.svg);
            set_position(&element, to);
            if millis > 0 && !self.piece_elements.is_empty() {
                animate(&element, &[("opacity", "0"), ("opacity", "1")], millis);
            }
            let node = PieceElement { element, markup: member.piece.svg.clone(), at: to };
            self.piece_elements.insert(member.id, node);
            return;
        };
        if node.markup != member.piece.svg {
            node.element.set_inner_html(&member.piece.svg);
            node.markup.clone_from(&member.piece.svg);
        }
        let _ = node.element.class_list().remove_1("lifted");
        let from = std::mem::replace(&mut node.at, to);
        set_position(&node.element, to);
        if millis > 0 && from.distance(to) > 1e-4 {
            let (from, to) = (css_translate(from), css_translate(to));
            if member.piece.leaps {
                animate_leap(&node.element, &from, &to, millis);
            } else {
                animate(&node.element, &[("transform", &from), ("transform", &to)], millis);
            }
        }
    }

    fn remove_piece(&mut self, member: &TrackedPiece, to: UnitPoint, millis: u32) {
        self.z_order.retain(|id| *id != member.id);
        let Some(node) = self.piece_elements.remove(&member.id) else { return };
        if millis == 0 {
            node.element.remove();
            return;
        }
        let (from, to) = (css_translate(node.at), css_translate(to));
        animate(&node.element, &[("transform", &from), ("transform", &to)], millis);
        animate(&node.element, &[("opacity", "1"), ("opacity", "0")], millis);
        browser::run_after(millis.saturating_sub(20), move || node.element.remove());
    }

    /// Orders the elements like the pieces, farthest first.
    fn reorder_elements(&mut self) {
        let order: Vec<u32> = self.tracker.pieces().iter().map(|member| member.id).collect();
        if order == self.z_order {
            return;
        }
        for member in self.tracker.pieces() {
            if let Some(node) = self.piece_elements.get(&member.id) {
                let layer = if member.floor { &self.floor } else { &self.pieces };
                let _ = layer.append_child(&node.element);
            }
        }
        self.z_order = order;
    }
}

fn set_position(element: &Element, at: UnitPoint) {
    let place =
        format!("translate({:.2} {:.2})", at.x * BoardLayers::SIDE, at.y * BoardLayers::SIDE);
    let _ = element.set_attribute("transform", &place);
}

fn css_translate(at: UnitPoint) -> String {
    format!("translate({:.2}px, {:.2}px)", at.x * BoardLayers::SIDE, at.y * BoardLayers::SIDE)
}

/// Animates an element through keyframes.
fn animate(element: &Element, frames: &[(&str, &str)], millis: u32) {
    let frames: Array = frames.iter().map(|(name, value)| keyframe(&[(name, value)])).collect();
    run_animation(element, &frames, millis);
}

/// Animates a leap: the piece grows halfway.
fn animate_leap(element: &Element, from: &str, to: &str, millis: u32) {
    let frames = Array::of3(
        &keyframe(&[("transform", from)]),
        &keyframe(&[("transform", &format!("{} scale(1.22)", leap_apex(from, to)))]),
        &keyframe(&[("transform", to)]),
    );
    run_animation(element, &frames, millis + millis / 3);
}

fn leap_apex(from: &str, to: &str) -> String {
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
            .map(js_sys::parse_float)
            .filter(|number| number.is_finite())
            .collect()
    };
    match (&numbers(from)[..], &numbers(to)[..]) {
        ([x1, y1], [x2, y2]) => {
            format!("translate({:.2}px, {:.2}px)", (x1 + x2) / 2.0, (y1 + y2) / 2.0 - 26.0)
        }
        _ => to.to_owned(),
    }
}

fn keyframe(values: &[(&str, &str)]) -> JsValue {
    let frame = Object::new();
    for (name, value) in values {
        let _ = Reflect::set(&frame, &(*name).into(), &(*value).into());
    }
    frame.into()
}

fn run_animation(element: &Element, frames: &Array, millis: u32) {
    let options = Object::new();
    let _ = Reflect::set(&options, &"duration".into(), &f64::from(millis).into());
    let _ = Reflect::set(&options, &"easing".into(), &EASING.into());
    if let Ok(animate) = Reflect::get(element, &"animate".into())
        && let Ok(animate) = animate.dyn_into::<Function>()
    {
        let _ = animate.call2(element, frames, &options);
    }
}
