use abaque_abraxas::{Abraxas, Cell, Claim, Corner, Hole, Pawn};
use abaque_core::{Game, Seat};

use super::geometry::{self, DOT, HOLE, PITCH, PLATE, RIM};
use super::words;
use crate::Options;
use crate::geometry::At;
use crate::kit::pen::{Type, UNIT};
use crate::kit::{Frame, Pen, num};
use crate::stage::Actor;
use crate::theme::{BLUE, LAST, RED};

const P: f64 = PITCH * UNIT;
const R: f64 = HOLE * UNIT;

/// The case, the arrows on its rim and the paper.
pub(super) fn ground(pen: &mut Pen, view: &Abraxas, options: &Options) {
    case(pen);
    for corner in view.corner().into_iter().flat_map(|_| Corner::ALL) {
        arrows(pen, view, corner, options);
    }
    sheet(pen, view, options);
}

/// The player's number, the pawns taken in as many slots as win, the stop pawns left.
pub(super) fn counters(pen: &mut Pen, view: &Abraxas, seat: Seat, y: f64) {
    let palette = pen.palette();
    let badge = format!("fill=\"{}\"", palette.slate[1]);
    pen.circle(Frame::EMBLEM, y, 30.0, &badge);
    let number = if seat == Seat::First { "1" } else { "2" };
    pen.text(Frame::EMBLEM, y, 34.0, Type::new(palette.slate_ink).bold(), number);
    let slots = view.options().target;
    let slot = pen.empty_slot();
    for i in 0..slots {
        let x = Frame::RIGHT - 14.0 - f64::from(slots - 1 - i) * 33.0;
        if i < view.score(seat) {
            pen.put("red", "taken", x, y, 0.42);
        } else {
            pen.circle(x, y, 13.0, &slot);
        }
    }
    for i in 0..3 {
        let x = Frame::RIGHT - 14.0 - f64::from(slots.max(8)) * 33.0 - 22.0 - f64::from(i) * 38.0;
        if i < view.stops_left(seat) {
            pen.put("stop", "stop-left", x, y, 0.46);
        } else {
            pen.square(x, y, 13.0, 5.0, &slot);
        }
    }
}

/// The red pawns nobody has yet.
pub(super) fn reserve(pen: &mut Pen, view: &Abraxas, frame: &Frame, options: &Options) {
    let (y, ink) = (frame.strip_y(), pen.palette().ink_soft);
    let words = if options.lang == abaque_core::Lang::Fr { "Réserve" } else { "Reserve" };
    let words = format!("{words} {}", view.reserve());
    pen.text(36.0, y, 24.0, Type::new(ink).start(), &words);
    for i in 0..view.reserve() {
        pen.put("red", "reserve", 198.0 + f64::from(i) * 27.0, y, 0.32);
    }
    let name = words::sheet(view);
    pen.text(964.0, y, 24.0, Type::new(ink).end(), name.get(options.lang));
}

pub(super) fn define(pen: &mut Pen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.linear("rim", (0.0, 1.0), &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)]);
    pen.linear("paper", (0.0, 1.0), &[(0.0, palette.paper[0], 1.0), (1.0, palette.paper[1], 1.0)]);
    pen.linear("slate", (0.0, 1.0), &[(0.0, palette.slate[0], 1.0), (1.0, palette.slate[1], 1.0)]);
    pen.radial(
        "shadow",
        (0.5, 0.5),
        &[(0.0, "#000", 0.6), (0.62, "#000", 0.42), (1.0, "#000", 0.0)],
    );
    for (id, [lit, middle, dark]) in [("red-skin", RED), ("blue-skin", BLUE)] {
        pen.radial(id, (0.36, 0.28), &[(0.0, lit, 1.0), (0.5, middle, 1.0), (1.0, dark, 1.0)]);
    }
    pen.symbol("red", |pen| {
        let (shadow, skin) = (pen.fill("shadow"), pen.fill("red-skin"));
        pen.ellipse(2.0, R * 0.24, R * 1.12, R * 1.05, &shadow);
        pen.circle(0.0, 0.0, R * 0.98, &skin);
        pen.circle(0.0, 0.0, R * 0.7, "fill=\"#fff\" fill-opacity=\"0.13\"");
        let a = R * 0.34;
        pen.path(
            &format!("M{0} {0}L{1} {1}M{1} {0}L{0} {1}", num(-a), num(a)),
            "stroke=\"#7c1013\" stroke-width=\"7\" stroke-linecap=\"round\"",
        );
    });
    pen.symbol("stop", |pen| {
        let (shadow, skin) = (pen.fill("shadow"), pen.fill("blue-skin"));
        pen.ellipse(2.0, R * 0.24, R * 1.15, R * 1.08, &shadow);
        pen.square(0.0, 0.0, R * 0.9, R * 0.3, &skin);
        let (w, h) = (R * 0.58, R * 0.17);
        pen.rect(-w, -h, 2.0 * w, 2.0 * h, 4.0, "fill=\"#fff\"");
    });
    pen.symbol("dot", |pen| {
        pen.circle(0.0, 0.0, DOT * UNIT, &format!("fill=\"{}\"", RED[1]));
        let ring = "fill=\"none\" stroke=\"#8e1518\" stroke-opacity=\"0.55\" stroke-width=\"2\"";
        pen.circle(0.0, 0.0, DOT * UNIT, ring);
    });
    pen.symbol("hole", |pen| {
        let edge = "fill=\"none\" stroke=\"#000\" stroke-opacity=\"0.45\" stroke-width=\"2\"";
        pen.circle(0.0, 0.0, R, edge);
    });
}

/// The wooden case.
fn case(pen: &mut Pen) {
    let line = pen.palette().wood_line;
    pen.rect(12.0, 24.0, 976.0, 976.0, 40.0, "fill=\"#000\" opacity=\"0.22\"");
    let attributes = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.fill("rim"));
    pen.rect(12.0, 10.0, 976.0, 976.0, 40.0, &attributes);
}

/// The paper with its printed dots.
fn sheet(pen: &mut Pen, view: &Abraxas, options: &Options) {
    let palette = pen.palette();
    let (edge, side) = (RIM * UNIT, UNIT - 2.0 * RIM * UNIT);
    let lip = format!("fill=\"{}\"", palette.wood_line);
    pen.rect(edge - 7.0, edge - 7.0, side + 14.0, side + 14.0, 13.0, &lip);
    let paper = pen.fill("paper");
    pen.rect(edge, edge, side, side, 7.0, &paper);
    let mut d = String::new();
    for i in 1..9 {
        let at = num(edge + f64::from(i) * P);
        d += &format!("M{at} {0}V{1}M{0} {at}H{1}", num(edge), num(edge + side));
    }
    pen.path(&d, &format!("stroke=\"{}\" stroke-width=\"1.5\"", palette.paper_line));
    for cell in Cell::all().filter(|&cell| view.sheet().dot(cell)) {
        let at = options.seen(geometry::cell(cell));
        pen.put("dot", "dot", at.x * UNIT, at.y * UNIT, 1.0);
    }
}

/// The plate: one sheet of slate with 64 holes cut out, so that the paper shows through.
pub(super) fn plate(corner: Corner, options: &Options) -> Actor<'_> {
    let at = options.seen(geometry::plate(corner));
    Actor::new("plate", "plate", at, move |pen, x, y| {
        slate(pen, x - PLATE * UNIT / 2.0, y - PLATE * UNIT / 2.0);
        if options.coordinates {
            coordinates(pen, x, y, options.flip);
        }
    })
}

fn slate(pen: &mut Pen, x: f64, y: f64) {
    let side = PLATE * UNIT;
    let mut d = format!(
        "M{} {}h{s}q14 0 14 14v{s}q0 14 -14 14h-{s}q-14 0 -14 -14v-{s}q0 -14 14 -14Z",
        num(x + 16.0),
        num(y + 2.0),
        s = num(side - 32.0)
    );
    let centres: Vec<(f64, f64)> = (0..64)
        .map(|i| (x + (f64::from(i % 8) + 0.5) * P, y + (f64::from(i / 8) + 0.5) * P))
        .collect();
    for (cx, cy) in &centres {
        let (r, wide) = (num(R), num(2.0 * R));
        d += &format!(
            "M{} {}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0Z",
            num(cx - R),
            num(*cy)
        );
    }
    let shadow = "fill=\"#000\" fill-opacity=\"0.3\" fill-rule=\"evenodd\"";
    pen.path(&d, &format!("{shadow} transform=\"translate(0 8)\""));
    let attributes = format!(
        "{} fill-rule=\"evenodd\" stroke=\"#1b242c\" stroke-opacity=\"0.6\" stroke-width=\"2\"",
        pen.fill("slate")
    );
    pen.path(&d, &attributes);
    for (cx, cy) in centres {
        pen.put("hole", "hole", cx, cy, 1.0);
    }
}

/// Row numbers and column letters in the gaps between holes of a plate with its centre at (x, y).
fn coordinates(pen: &mut Pen, x: f64, y: f64, flip: bool) {
    let style = Type::new(pen.palette().slate_ink).bold();
    let (left, low) = if flip { (7, 7) } else { (0, 0) };
    let side = if flip { -1.0 } else { 1.0 };
    for hole in Hole::all() {
        let along = |n: u8| side * (f64::from(n) - 3.5) * P;
        let (x, y, off) = (x + along(hole.column()), y - along(hole.row()), P * 0.38);
        let name = hole.to_string();
        if hole.column() == left {
            pen.text(x - off, y - off, 19.0, style, &name[1..]);
        }
        if hole.row() == low {
            pen.text(x + off, y + off, 19.0, style, &name[..1]);
        }
    }
}

pub(super) fn pawns<'a>(view: &Abraxas, options: &Options) -> Vec<Actor<'a>> {
    let Some(corner) = view.corner() else { return Vec::new() };
    let standing = Hole::all().filter_map(|hole| view.pawn(hole).map(|pawn| (hole, pawn)));
    standing
        .map(|(hole, pawn)| {
            let (id, class) = match pawn {
                Pawn::Red => ("red", "pawn red"),
                Pawn::Stop => ("stop", "pawn stop"),
            };
            let at = options.seen(geometry::hole(hole, corner).at);
            Actor::new(hole.to_string(), class, at, move |pen, x, y| pen.put(id, class, x, y, 1.0))
        })
        .collect()
}

/// Lines to be taken from; with manual claims they are for the player to find (ABR-19).
pub(super) fn lines(pen: &mut Pen, view: &Abraxas, options: &Options) {
    if !view.phase().is_taking() || view.options().claim == Claim::Manual {
        return;
    }
    for line in view.lines() {
        let cells: Vec<At> = line.cells().map(|cell| options.seen(geometry::cell(cell))).collect();
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { continue };
        let (dx, dy) = (last.x - first.x, last.y - first.y);
        let (x1, y1, r) = (first.x * UNIT, first.y * UNIT, R + 5.0);
        let (x2, y2, length) = (last.x * UNIT, last.y * UNIT, dx.hypot(dy));
        let (ox, oy) = (-dy / length * r, dx / length * r);
        let d = format!(
            "M{} {}L{} {}A{r} {r} 0 0 0 {} {}L{} {}A{r} {r} 0 0 0 {} {}Z",
            num(x1 + ox),
            num(y1 + oy),
            num(x2 + ox),
            num(y2 + oy),
            num(x2 - ox),
            num(y2 - oy),
            num(x1 - ox),
            num(y1 - oy),
            num(x1 + ox),
            num(y1 + oy),
            r = num(r)
        );
        pen.path(&d, "fill=\"none\" stroke=\"#3b2500\" stroke-opacity=\"0.5\" stroke-width=\"9\"");
        let ring = format!("fill=\"none\" stroke=\"{LAST}\" stroke-width=\"6\"");
        pen.path(&d, &format!("class=\"line\" {ring}"));
    }
}

/// The arrow on the rim that leads to `corner` counter-clockwise, and with `push=either` the one
/// beside it that leads away; those usable now stand out.
fn arrows(pen: &mut Pen, view: &Abraxas, corner: Corner, options: &Options) {
    let palette = pen.palette();
    let mut draw = |from: Corner, to: Corner| {
        let now = view.corner() == Some(from) && view.arrows().any(|open| open == to);
        let (a, b) =
            (options.seen(geometry::corner(from).at), options.seen(geometry::corner(to).at));
        let at = |t: f64| ((a.x + (b.x - a.x) * t) * UNIT, (a.y + (b.y - a.y) * t) * UNIT);
        let (ux, uy) = ((b.x - a.x).signum(), (b.y - a.y).signum());
        let (ux, uy) = if (b.x - a.x).abs() > (b.y - a.y).abs() { (ux, 0.0) } else { (0.0, uy) };
        let ((x1, y1), (x2, y2)) = (at(0.36), at(0.64));
        let (hx, hy) = (x2 - ux * 20.0, y2 - uy * 20.0);
        let d = format!(
            "M{} {}L{} {}M{} {}L{} {}L{} {}",
            num(x1),
            num(y1),
            num(x2),
            num(y2),
            num(hx - uy * 14.0),
            num(hy + ux * 14.0),
            num(x2),
            num(y2),
            num(hx + uy * 14.0),
            num(hy - ux * 14.0)
        );
        let (colour, opacity) =
            if now { (palette.engraved, 0.95) } else { (palette.engraved, 0.3) };
        pen.path(
            &d,
            &format!(
                "class=\"push\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" \
                 stroke-width=\"8\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            ),
        );
    };
    draw(corner.previous(), corner);
    if view.options().push == abaque_abraxas::PushRule::Either {
        draw(corner, corner.previous());
    }
}
