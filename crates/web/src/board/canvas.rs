//! The SVG of a board, kept in step with its pieces.

use std::collections::HashMap;

use abaque_client::{Cast, Member};
use abaque_draw::geometry::At;
use abaque_draw::{Motion, Stage};
use js_sys::{Array, Function, Object, Reflect};
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use crate::browser;

const SVG: &str = "http://www.w3.org/2000/svg";
const EASE: &str = "cubic-bezier(.3,.7,.25,1)";

/// One element for each layer of a stage, and one for each piece. Gradients and symbols are the page's.
pub(crate) struct Canvas {
    ground: Layer,
    /// Everything that turns with the board.
    turning: Element,
    floor: Element,
    marks: Layer,
    labels: Layer,
    pieces: Element,
    over: Layer,
    ghost: Layer,
    top: Layer,
    cast: Cast,
    nodes: HashMap<u32, Node>,
    order: Vec<u32>,
}

/// An element with what was last written into it: writing the same again would cost the browser as much as writing
/// something else.
struct Layer {
    element: Element,
    art: String,
}

impl Layer {
    fn write(&mut self, art: &str) {
        if self.art != art {
            self.element.set_inner_html(art);
            art.clone_into(&mut self.art);
        }
    }
}

struct Node {
    element: Element,
    art: String,
    at: At,
}

impl Canvas {
    /// Makes the layers in an empty `<svg>`.
    pub(crate) fn new(svg: &Element) -> Option<Canvas> {
        let group = |parent: &Element, class: &str| {
            let element = document().create_element_ns(Some(SVG), "g").ok()?;
            element.set_attribute("class", &format!("layer {class}")).ok()?;
            element.set_attribute("aria-hidden", "true").ok()?;
            parent.append_child(&element).ok()?;
            Some(element)
        };
        let layer = |parent: &Element, class: &str| {
            Some(Layer { element: group(parent, class)?, art: String::new() })
        };
        let ground = layer(svg, "ground")?;
        let turning = group(svg, "turning")?;
        Some(Canvas {
            floor: group(&turning, "floor")?,
            marks: layer(&turning, "marks")?,
            labels: layer(&turning, "labels")?,
            pieces: group(&turning, "pieces")?,
            over: layer(&turning, "over")?,
            ghost: layer(svg, "ghost")?,
            top: layer(svg, "marks")?,
            ground,
            turning,
            cast: Cast::default(),
            nodes: HashMap::new(),
            order: Vec::new(),
        })
    }

    /// Goes over to another view: pieces move where the motion says, in so many milliseconds.
    pub(crate) fn show(&mut self, stage: &Stage, motion: &Motion, millis: u32) {
        self.ground.write(&stage.ground);
        self.labels.write(&stage.labels);
        self.over.write(&stage.over);
        self.cast.follow(stage, motion);
        let turns = motion.turned != 0.0;
        for member in self.cast.members().to_vec() {
            self.place(&member, if turns { 0 } else { millis });
        }
        for (member, to) in self.cast.leaving().to_vec() {
            self.leave(&member, to, millis);
        }
        self.arrange();
        if turns && millis > 0 {
            let from = format!("rotate({}deg)", -motion.turned);
            animate(
                &self.turning,
                &[("transform", &from), ("transform", "rotate(0deg)")],
                millis * 2,
            );
        }
    }

    /// Marks under and over the pieces.
    pub(crate) fn mark(&mut self, under: &str, over: &str) {
        self.marks.write(under);
        self.top.write(over);
    }

    /// What would be there after an action.
    pub(crate) fn ghost(&mut self, art: &str) {
        self.ghost.write(art);
    }

    /// Lets the pieces on a square follow a pointer, or go back.
    pub(crate) fn lift(&self, slots: &[String], by: Option<(f64, f64)>) {
        for member in self.cast.members().iter().filter(|member| slots.contains(&member.piece.slot))
        {
            if let Some(node) = self.nodes.get(&member.id) {
                let at = node.at;
                let (dx, dy) = by.unwrap_or_default();
                put(&node.element, at.shifted(dx, dy));
                let _ = node.element.class_list().toggle_with_force("lifted", by.is_some());
            }
        }
    }

    /// Lets everything that can move follow a pointer, or go back: a plate with all that stands on it.
    pub(crate) fn carry(&self, by: Option<(f64, f64)>) {
        let (dx, dy) = by.unwrap_or_default();
        for node in self.nodes.values() {
            put(&node.element, node.at.shifted(dx, dy));
        }
    }

    /// What was carried so far is there for good: the next view finds it there.
    pub(crate) fn leave_carried(&mut self, by: (f64, f64)) {
        for node in self.nodes.values_mut() {
            node.at = node.at.shifted(by.0, by.1);
            put(&node.element, node.at);
        }
    }

    /// The slot of the uppermost piece on a square.
    pub(crate) fn top_slot(&self, square: &str) -> Option<String> {
        let on = |slot: &str| {
            slot.strip_prefix(square).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let found =
            self.cast.members().iter().rev().find(|member| !member.floor && on(&member.piece.slot));
        found.map(|member| member.piece.slot.clone())
    }

    fn place(&mut self, member: &Member, millis: u32) {
        let to = member.piece.at;
        let Some(node) = self.nodes.get_mut(&member.id) else {
            let Ok(element) = document().create_element_ns(Some(SVG), "g") else { return };
            let _ = element.set_attribute("class", &format!("piece {}", member.piece.class));
            element.set_inner_html(&member.piece.art);
            put(&element, to);
            if millis > 0 && !self.nodes.is_empty() {
                animate(&element, &[("opacity", "0"), ("opacity", "1")], millis);
            }
            let node = Node { element, art: member.piece.art.clone(), at: to };
            self.nodes.insert(member.id, node);
            return;
        };
        if node.art != member.piece.art {
            node.element.set_inner_html(&member.piece.art);
            node.art.clone_from(&member.piece.art);
        }
        let _ = node.element.class_list().remove_1("lifted");
        let from = std::mem::replace(&mut node.at, to);
        put(&node.element, to);
        if millis > 0 && from.distance(to) > 1e-4 {
            let (from, to) = (css(from), css(to));
            if member.piece.class.starts_with("frog") || member.piece.class == "chief" {
                hop(&node.element, &from, &to, millis);
            } else {
                animate(&node.element, &[("transform", &from), ("transform", &to)], millis);
            }
        }
    }

    fn leave(&mut self, member: &Member, to: At, millis: u32) {
        self.order.retain(|id| *id != member.id);
        let Some(node) = self.nodes.remove(&member.id) else { return };
        if millis == 0 {
            node.element.remove();
            return;
        }
        let (from, to) = (css(node.at), css(to));
        animate(&node.element, &[("transform", &from), ("transform", &to)], millis);
        animate(&node.element, &[("opacity", "1"), ("opacity", "0")], millis);
        browser::after(millis.saturating_sub(20), move || node.element.remove());
    }

    /// Puts the elements into the order of the pieces, the farthest first.
    fn arrange(&mut self) {
        let order: Vec<u32> = self.cast.members().iter().map(|member| member.id).collect();
        if order == self.order {
            return;
        }
        for member in self.cast.members() {
            if let Some(node) = self.nodes.get(&member.id) {
                let layer = if member.floor { &self.floor } else { &self.pieces };
                let _ = layer.append_child(&node.element);
            }
        }
        self.order = order;
    }
}

fn put(element: &Element, at: At) {
    let place = format!("translate({:.2} {:.2})", at.x * Stage::SIDE, at.y * Stage::SIDE);
    let _ = element.set_attribute("transform", &place);
}

fn css(at: At) -> String {
    format!("translate({:.2}px, {:.2}px)", at.x * Stage::SIDE, at.y * Stage::SIDE)
}

/// Lets an element go from one value of a property to another.
fn animate(element: &Element, frames: &[(&str, &str)], millis: u32) {
    let frames: Array = frames.iter().map(|(name, value)| frame(&[(name, value)])).collect();
    run(element, &frames, millis);
}

/// A leap: larger and nearer in the middle.
fn hop(element: &Element, from: &str, to: &str, millis: u32) {
    let frames = Array::of3(
        &frame(&[("transform", from)]),
        &frame(&[("transform", &format!("{} scale(1.22)", between(from, to)))]),
        &frame(&[("transform", to)]),
    );
    run(element, &frames, millis + millis / 3);
}

fn between(from: &str, to: &str) -> String {
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
            .filter_map(|n| n.parse().ok())
            .collect()
    };
    match (&numbers(from)[..], &numbers(to)[..]) {
        ([x1, y1], [x2, y2]) => {
            format!("translate({:.2}px, {:.2}px)", (x1 + x2) / 2.0, (y1 + y2) / 2.0 - 26.0)
        }
        _ => to.to_owned(),
    }
}

fn frame(values: &[(&str, &str)]) -> JsValue {
    let frame = Object::new();
    for (name, value) in values {
        let _ = Reflect::set(&frame, &(*name).into(), &(*value).into());
    }
    frame.into()
}

fn run(element: &Element, frames: &Array, millis: u32) {
    let options = Object::new();
    let _ = Reflect::set(&options, &"duration".into(), &f64::from(millis).into());
    let _ = Reflect::set(&options, &"easing".into(), &EASE.into());
    if let Ok(animate) = Reflect::get(element, &"animate".into())
        && let Ok(animate) = animate.dyn_into::<Function>()
    {
        let _ = animate.call2(element, frames, &options);
    }
}
