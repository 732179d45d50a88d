use abaque_abalone::{Abalone, Point};
use abaque_core::{Game, Seat};

use super::geometry;
use crate::Options;
use crate::geometry::At;
use crate::kit::pen::{Type, UNIT, closed};
use crate::kit::{Frame, Pen, num};
use crate::stage::Actor;
use crate::theme::{BLACK, WHITE};

const R: f64 = geometry::BALL * UNIT;

/// The board and its dimples.
pub(super) fn ground(pen: &mut Pen, options: &Options) {
    tray(pen, options);
    for point in Point::all() {
        let at = options.seen(geometry::centre(point));
        pen.put("dimple", "dimple", at.x * UNIT, at.y * UNIT, 1.0);
    }
}

pub(super) fn balls<'a>(view: &Abalone, options: &Options) -> Vec<Actor<'a>> {
    let standing = Point::all().filter_map(|point| view.ball(point).map(|seat| (point, seat)));
    standing
        .map(|(point, seat)| {
            let (id, class) = ball(seat);
            let at = options.seen(geometry::centre(point));
            Actor::new(point.to_string(), class, at, move |pen, x, y| pen.put(id, class, x, y, 1.0))
        })
        .collect()
}

const fn ball(seat: Seat) -> (&'static str, &'static str) {
    match seat {
        Seat::First => ("black", "ball black"),
        Seat::Second => ("white", "ball white"),
    }
}

/// A player's ball, and the balls they have ejected, in as many slots as win; while placing, the balls in hand.
pub(super) fn counters(pen: &mut Pen, view: &Abalone, seat: Seat, y: f64) {
    let palette = pen.palette();
    pen.put(ball(seat).0, "emblem", Frame::EMBLEM, y, 0.76);
    if view.placing() {
        let count = format!("× {}", view.hand(seat));
        pen.text(Frame::RIGHT, y, 34.0, Type::new(palette.ink).bold().end(), &count);
        pen.put(ball(seat).0, "hand", Frame::RIGHT - 110.0, y, 0.6);
        return;
    }
    let slot = pen.empty_slot();
    let ejected = view.lost(seat.other());
    let slots = view.options().target();
    let step = if slots > 10 { 38.0 } else { 50.0 };
    let size = if slots > 10 { 0.4 } else { 0.5 };
    for i in 0..slots {
        let x = Frame::RIGHT - 20.0 - f64::from(slots - 1 - i) * step;
        if i < ejected {
            pen.put(ball(seat.other()).0, "ejected", x, y, size);
        } else {
            pen.circle(x, y, R * size * 0.9, &slot);
        }
    }
}

pub(super) fn define(pen: &mut Pen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.linear("rim", (0.0, 1.0), &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)]);
    pen.linear("tray", (0.0, 1.0), &[(0.0, shade, 1.0), (1.0, wood, 1.0)]);
    let [deep, floor] = palette.hollow;
    pen.linear("hollow", (0.35, 1.0), &[(0.0, deep, 1.0), (1.0, floor, 1.0)]);
    pen.radial(
        "shadow",
        (0.5, 0.5),
        &[(0.0, "#000", 0.55), (0.6, "#000", 0.4), (1.0, "#000", 0.0)],
    );
    for (id, [lit, middle, dark]) in [("black-skin", BLACK), ("white-skin", WHITE)] {
        pen.radial(id, (0.36, 0.28), &[(0.0, lit, 1.0), (0.42, middle, 1.0), (1.0, dark, 1.0)]);
    }
    pen.radial("gleam", (0.5, 0.4), &[(0.0, "#fff", 0.85), (1.0, "#fff", 0.0)]);
    pen.symbol("dimple", |pen| {
        pen.circle(0.0, 1.5, R * 0.86, &format!("fill=\"{}\" opacity=\"0.55\"", palette.wood[0]));
        let fill = pen.fill("hollow");
        pen.circle(0.0, 0.0, R * 0.86, &fill);
    });
    for seat in Seat::ALL {
        let (id, _) = ball(seat);
        pen.symbol(id, |pen| {
            let shadow = pen.fill("shadow");
            pen.ellipse(3.0, R * 0.26, R * 1.13, R * 1.0, &shadow);
            let skin = pen.fill(&format!("{id}-skin"));
            pen.circle(0.0, 0.0, R * 0.97, &skin);
            let gleam = pen.fill("gleam");
            if seat == Seat::First {
                let rim =
                    "fill=\"none\" stroke=\"#8b92a0\" stroke-opacity=\"0.5\" stroke-width=\"1.5\"";
                pen.circle(0.0, 0.0, R * 0.94, rim);
            } else {
                let ring =
                    "fill=\"none\" stroke=\"#8d7f66\" stroke-opacity=\"0.65\" stroke-width=\"3.2\"";
                pen.circle(0.0, 0.0, R * 0.55, ring);
            }
            pen.ellipse(-R * 0.26, -R * 0.46, R * 0.42, R * 0.28, &gleam);
        });
    }
}

/// The board: rim, hollow tray with grooves, names of rows and diagonals.
fn tray(pen: &mut Pen, options: &Options) {
    let palette = pen.palette();
    let shadow: Vec<At> = geometry::hexagon(5.06).iter().map(|at| at.shifted(0.0, 0.012)).collect();
    let joined = "stroke-linejoin=\"round\"";
    pen.polygon(
        &shadow,
        &format!("fill=\"#000\" stroke=\"#000\" stroke-width=\"34\" opacity=\"0.22\" {joined}"),
    );
    let rim = closed(&geometry::hexagon(5.06));
    pen.path(
        &rim,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"38\" {joined}", palette.wood_line),
    );
    pen.path(
        &rim,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"33\" {joined}", palette.wood[1]),
    );
    let fill = pen.fill("rim");
    pen.path(&rim, &format!("{fill} {joined}"));
    let inner = closed(&geometry::hexagon(4.5));
    pen.path(
        &inner,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.6\" stroke-width=\"34\" {joined} \
             transform=\"translate(0 3)\"",
            palette.wood[0]
        ),
    );
    pen.path(
        &inner,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"34\" {joined}", palette.wood_line),
    );
    let fill = pen.fill("tray");
    let width = format!("stroke=\"{}\" stroke-width=\"29\"", palette.wood[2]);
    pen.path(&inner, &format!("{fill} {width} {joined}"));
    pen.path(&inner, &fill);
    grooves(pen);
    if options.coordinates {
        for (label, at) in geometry::labels() {
            let at = options.seen(at);
            let style = Type::new(palette.engraved).bold();
            pen.text(at.x * UNIT, at.y * UNIT, 24.0, style, &label.to_string());
        }
    }
}

/// Grooves from dimple to dimple along the three axes.
fn grooves(pen: &mut Pen) {
    let mut d = String::new();
    for point in Point::all() {
        let from = geometry::centre(point);
        for next in Point::all().filter(|&next| next > point && next.toward(point).is_some()) {
            let to = geometry::centre(next);
            d += &format!(
                "M{} {}L{} {}",
                num(from.x * UNIT),
                num(from.y * UNIT),
                num(to.x * UNIT),
                num(to.y * UNIT)
            );
        }
    }
    let line = pen.palette().wood_line;
    let groove =
        format!("stroke=\"{line}\" stroke-opacity=\"0.35\" stroke-width=\"9\" fill=\"none\"");
    pen.path(&d, &groove);
}
