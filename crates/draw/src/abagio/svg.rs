use abaque_abagio::{Abagio, Square};
use abaque_core::{Lang, Seat, Turn};

use super::geometry::{self, PITCH, POND, RIM};
use super::{crowded, frogs, slot, start, words};
use crate::Options;
use crate::geometry::{Form, Spot};
use crate::kit::dice::die;
use crate::kit::marks::shape;
use crate::kit::pen::{Type, UNIT};
use crate::kit::{Frame, Pen, num};
use crate::stage::Actor;
use crate::theme::{PURPLE, RED};

/// Meadow, pond, root and path.
pub(super) fn ground(pen: &mut Pen, options: &Options) {
    meadow(pen);
    pond(pen);
    let seen = |spot: Spot| if options.flip { spot.flipped() } else { spot };
    root(pen, &seen);
    for square in Square::all() {
        tile(pen, square, &seen(geometry::spot(square)));
    }
}

/// The names of squares.
pub(super) fn labels(pen: &mut Pen, options: &Options) {
    for square in Square::all() {
        let spot = geometry::spot(square);
        let spot = if options.flip { spot.flipped() } else { spot };
        label(pen, square, &spot, options.coordinates);
    }
}

/// Where the chief stands, and a throw that is due.
pub(super) fn strip(pen: &mut Pen, view: &Abagio, frame: &Frame, lang: Lang) {
    let (y, ink) = (frame.strip_y(), pen.palette().ink_soft);
    let chief = words::chief(view);
    pen.put("chief", "chief-mark", 66.0, y, 0.5);
    pen.put("crown", "chief-mark", 66.0, y, 0.5);
    pen.text(106.0, y, 24.0, Type::new(ink).start(), chief.get(lang));
    if words::turn(view) == Turn::Chance {
        frame.notice(pen, words::acts(view).get(lang));
    }
}

/// The numbers to play, the way still to go and the frogs that have arrived.
pub(super) fn counters(pen: &mut Pen, view: &Abagio, seat: Seat, y: f64, lang: Lang) {
    let palette = pen.palette();
    pen.put(frogs::symbol(seat, true), "emblem", Frame::EMBLEM, y - 2.0, 0.68);
    let (pips, pond) = (view.pips(seat), view.pond(seat));
    let (way, arrived) = match lang {
        Lang::En => (format!("{pips} to go"), format!("{pond} of 12 in the pond")),
        Lang::Fr => (format!("{pips} à faire"), format!("{pond} sur 12 à l'étang")),
    };
    pen.text(Frame::RIGHT, y - 17.0, 30.0, Type::new(palette.ink).bold().end(), &way);
    pen.text(Frame::RIGHT, y + 20.0, 24.0, Type::new(palette.ink_soft).end(), &arrived);
    if view.side() == Some(seat) {
        let numbers: Vec<u8> = view.dice().into_iter().flat_map(|dice| dice.numbers()).collect();
        for (i, number) in numbers.iter().enumerate() {
            die(pen, 480.0 + 62.0 * i as f64, y, 50.0, *number);
        }
    }
}

pub(super) fn define(pen: &mut Pen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.linear("rim", (0.0, 1.0), &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)]);
    pen.linear("bark", (0.0, 1.0), &[(0.0, wood, 1.0), (1.0, shade, 1.0)]);
    pen.linear("grass", (0.0, 1.0), &[(0.0, palette.grass[0], 1.0), (1.0, palette.grass[1], 1.0)]);
    pen.linear("stone", (0.0, 1.0), &[(0.0, palette.paper[0], 1.0), (1.0, palette.paper[1], 1.0)]);
    pen.radial("water", (0.5, 0.45), &[(0.0, palette.water[0], 1.0), (1.0, palette.water[1], 1.0)]);
    pen.linear("pad", (0.0, 1.0), &[(0.0, "#7fbf5a", 1.0), (1.0, "#3f8a3c", 1.0)]);
    frogs::define(pen);
}

/// The wooden rim and the grass in it.
fn meadow(pen: &mut Pen) {
    let line = pen.palette().wood_line;
    pen.rect(10.0, 22.0, 980.0, 980.0, 36.0, "fill=\"#000\" opacity=\"0.22\"");
    let rim = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.fill("rim"));
    pen.rect(10.0, 10.0, 980.0, 980.0, 36.0, &rim);
    let edge = RIM * UNIT - 6.0;
    let grass = format!("{} stroke=\"{line}\" stroke-width=\"3\"", pen.fill("grass"));
    pen.rect(edge, edge, UNIT - 2.0 * edge, UNIT - 2.0 * edge, 22.0, &grass);
}

fn pond(pen: &mut Pen) {
    let (x, y, r) = (POND.at.x * UNIT, POND.at.y * UNIT, POND.half * UNIT);
    let reach = (geometry::RING + 0.062) * UNIT;
    let water = pen.fill("water");
    pen.circle(
        x,
        y,
        reach,
        &format!("{water} stroke=\"#000\" stroke-opacity=\"0.2\" stroke-width=\"5\""),
    );
    for (share, opacity) in [(0.96, 0.35), (0.66, 0.25), (0.36, 0.2)] {
        let ripple = format!(
            "fill=\"none\" stroke=\"#fff\" stroke-opacity=\"{opacity}\" stroke-width=\"3\""
        );
        pen.circle(x, y, r * share, &ripple);
    }
}

/// The root where both colours start, over two cells.
fn root(pen: &mut Pen, seen: &impl Fn(Spot) -> Spot) {
    let (one, other) = (seen(geometry::home(Seat::First)), seen(geometry::home(Seat::Second)));
    let (left, right) = (one.at.x.min(other.at.x), one.at.x.max(other.at.x));
    let (half, line) = (one.half * UNIT, pen.palette().wood_line);
    let (x, y) = (left * UNIT - half, one.at.y * UNIT - half);
    let width = (right - left) * UNIT + 2.0 * half;
    pen.rect(x, y + 5.0, width, 2.0 * half, 26.0, "fill=\"#000\" opacity=\"0.25\"");
    let bark = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.fill("bark"));
    pen.rect(x, y, width, 2.0 * half, 26.0, &bark);
    let grain =
        format!("fill=\"none\" stroke=\"{line}\" stroke-opacity=\"0.35\" stroke-width=\"3\"");
    let middle = num(x + width / 2.0);
    pen.path(&format!("M{middle} {}V{}", num(y + 14.0), num(y + 2.0 * half - 14.0)), &grain);
}

fn tile(pen: &mut Pen, square: Square, spot: &Spot) {
    let palette = pen.palette();
    let stone = pen.fill("stone");
    let shadow = Spot { at: spot.at.shifted(0.0, 0.005), ..*spot };
    let dark = "fill=\"#000\" opacity=\"0.25\"";
    match spot.form {
        Form::Square => {
            shape(pen, &shadow, dark);
            let line = format!("stroke=\"{}\" stroke-width=\"2.5\"", palette.paper_line);
            shape(pen, spot, &format!("{stone} {line}"));
        }
        Form::Diamond => {
            shape(pen, &shadow, &format!("{dark} stroke=\"#000\" stroke-width=\"8\""));
            let line = format!("stroke=\"{}\" stroke-width=\"8\"", palette.paper_line);
            shape(pen, spot, &format!("{stone} {line}"));
            shape(pen, spot, &stone);
        }
        Form::Round => {
            let rim = if square.owner() == Some(Seat::First) { RED[1] } else { PURPLE[1] };
            shape(pen, &shadow, dark);
            let line = format!("stroke=\"{rim}\" stroke-width=\"5\" stroke-linejoin=\"round\"");
            let pad = pen.fill("pad");
            pen.path(&leaf(spot), &format!("{pad} {line}"));
        }
    }
}

/// A square's name; the diamonds always carry theirs.
fn label(pen: &mut Pen, square: Square, spot: &Spot, coordinates: bool) {
    let (x, y, half) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT);
    let name = square.to_string();
    match spot.form {
        Form::Diamond => {
            let number = if square == Square::EIGHT { "8" } else { "1" };
            pen.text(x, y, 34.0, Type::new("#85765a").bold(), number);
        }
        Form::Square if coordinates => {
            let style = Type::new("#85765a").bold();
            pen.text(x - half + 20.0, y - half + 20.0, 22.0, style, &name);
        }
        Form::Round if coordinates => {
            pen.text(x, y, 24.0, Type::new("#123d17").bold(), &name[1..]);
        }
        _ => {}
    }
}

/// A lily pad: a disc with a notch towards the pond's centre.
fn leaf(spot: &Spot) -> String {
    let (x, y, r) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT);
    let inward = (POND.at.y - spot.at.y).atan2(POND.at.x - spot.at.x);
    let edge = |angle: f64| format!("{} {}", num(x + r * angle.cos()), num(y + r * angle.sin()));
    let notch =
        format!("{} {}", num(x + r * 0.45 * inward.cos()), num(y + r * 0.45 * inward.sin()));
    let r = num(r);
    format!("M{notch}L{}A{r} {r} 0 1 1 {}Z", edge(inward + 0.26), edge(inward - 0.26))
}

/// All frogs: those at home and in the pond, then the stacks, those farther away first, so that a
/// tall pile may stand before them.
pub(super) fn frogs<'a>(view: &Abagio, options: &Options) -> Vec<Actor<'a>> {
    let mut all = Vec::new();
    for seat in Seat::ALL {
        let (home, pond) = (geometry::home(seat), geometry::pond_half(seat));
        crowd(&mut all, view.home(seat), seat, home, start(seat), "frog home", options);
        crowd(&mut all, view.pond(seat), seat, pond, super::pond(seat), "frog swims", options);
    }
    let y = |square: &Square| geometry::frog(*square, 0, 1, options.flip).y;
    let mut squares: Vec<Square> = Square::all().collect();
    squares.sort_by(|a, b| y(a).total_cmp(&y(b)));
    squares.into_iter().for_each(|square| pile(&mut all, view, square, options.flip));
    all
}

/// Frogs that stand side by side: in the root or in the pond.
fn crowd(
    all: &mut Vec<Actor>,
    count: u8,
    seat: Seat,
    spot: Spot,
    place: &str,
    class: &'static str,
    options: &Options,
) {
    let spot = if options.flip { spot.flipped() } else { spot };
    for n in 0..count {
        let at = geometry::in_crowd(&spot, n.into(), count.into(), PITCH * 0.31);
        all.push(Actor::new(crowded(place, n), kind(seat), at, move |pen, x, y| {
            pen.put(frogs::symbol(seat, true), class, x, y + 2.0, 0.4);
        }));
    }
}

const fn kind(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "frog red",
        Seat::Second => "frog purple",
    }
}

/// A stack, and the chief if it stands there.
fn pile(all: &mut Vec<Actor>, view: &Abagio, square: Square, flip: bool) {
    let frogs: Vec<Seat> = view.stack(square).frogs().collect();
    let chief = view.chief() == Some(square);
    let tall = frogs.len() + usize::from(chief);
    let scale = geometry::scale(square);
    let shadow = move |pen: &mut Pen, x: f64, y: f64| {
        let shadow = pen.fill("shadow");
        let (rx, ry) = (frogs::WIDE * 1.25 * scale, 42.0 * scale);
        pen.ellipse(x, y + 16.0 * scale, rx, ry, &shadow);
    };
    for (height, &seat) in frogs.iter().enumerate() {
        let at = geometry::frog(square, height, tall, flip);
        let symbol = frogs::symbol(seat, height + 1 == tall);
        all.push(Actor::new(slot(square, height as u8), kind(seat), at, move |pen, x, y| {
            if height == 0 {
                shadow(pen, x, y);
            }
            pen.put(symbol, "frog", x, y, scale);
        }));
    }
    if chief {
        let at = geometry::frog(square, frogs.len(), tall, flip);
        let alone = frogs.is_empty();
        all.push(Actor::new("chief", "chief", at, move |pen, x, y| {
            if alone {
                shadow(pen, x, y);
            }
            pen.put("chief", "chief", x, y, scale);
            pen.put("crown", "crown", x, y, scale);
        }));
    }
}
