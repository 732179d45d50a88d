use abaque_abagio::{Abagio, Square};
use abaque_core::{Game, Lang, Options as _, Seat, Turn};

use super::geometry::{self, PITCH, POND, RIM};
use super::{frogs, words};
use crate::Options;
use crate::geometry::{Form, Spot};
use crate::kit::dice::die;
use crate::kit::frame::bars;
use crate::kit::marks::{Marks, shape};
use crate::kit::pen::{Type, UNIT};
use crate::kit::{Frame, Pen, num};
use crate::theme::{PURPLE, RED};

pub(super) fn draw(view: &Abagio, options: &Options, marks: &Marks) -> String {
    let info = <Abagio as Game>::Options::info();
    let frame = Frame::new(options, true);
    let mut pen = Pen::new(info.name, options.theme);
    define(&mut pen);
    let seen = |spot: Spot| if options.flip { spot.flipped() } else { spot };
    meadow(&mut pen);
    pond(&mut pen);
    root(&mut pen, &seen);
    for square in Square::all() {
        tile(&mut pen, square, &seen(geometry::spot(square)));
    }
    marks.under(&mut pen);
    for square in Square::all() {
        label(&mut pen, square, &seen(geometry::spot(square)), options.coordinates);
    }
    for seat in Seat::ALL {
        crowd(&mut pen, view.home(seat), seat, &seen(geometry::home(seat)), "home");
        crowd(&mut pen, view.pond(seat), seat, &seen(geometry::pond_half(seat)), "swims");
    }
    piles(&mut pen, view, options);
    marks.over(&mut pen);
    let mut panels = Pen::new(info.name, options.theme);
    if frame.has_panels() {
        let turn = words::turn(view);
        let bars = bars(info, turn, options.lang, &words::acts(view));
        for (seat, bar) in Seat::ALL.into_iter().zip(bars) {
            frame.bar(&mut panels, seat, &bar);
            counters(&mut panels, view, seat, frame.bar_y(seat), options.lang);
        }
        let (y, ink) = (frame.strip_y(), panels.palette().ink_soft);
        let chief = words::chief(view);
        panels.put("chief", "chief-mark", 66.0, y, 0.5);
        panels.put("crown", "chief-mark", 66.0, y, 0.5);
        panels.text(106.0, y, 24.0, Type::new(ink).start(), chief.get(options.lang));
        if turn == Turn::Chance {
            frame.notice(&mut panels, words::acts(view).get(options.lang));
        }
    }
    let title = info.title.get(options.lang);
    frame.finish(panels, pen, options, title, &words::describe(view, options.lang))
}

/// The numbers to play, the way still to go and the frogs that have arrived.
fn counters(pen: &mut Pen, view: &Abagio, seat: Seat, y: f64, lang: Lang) {
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

fn define(pen: &mut Pen) {
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

/// Frogs that stand side by side: in the root or in the pond, with their number.
fn crowd(pen: &mut Pen, count: u8, seat: Seat, spot: &Spot, class: &str) {
    let spread = PITCH * 0.31;
    for n in 0..usize::from(count) {
        let at = geometry::in_crowd(spot, n, usize::from(count), spread);
        let class = format!("frog {class}");
        pen.put(frogs::symbol(seat, true), &class, at.x * UNIT, at.y * UNIT + 2.0, 0.4);
    }
}

/// The stacks, those farther away first, so that a tall pile may stand before them.
fn piles(pen: &mut Pen, view: &Abagio, options: &Options) {
    let y = |square: &Square| geometry::frog(*square, 0, 1, options.flip).y;
    let mut squares: Vec<Square> = Square::all().collect();
    squares.sort_by(|a, b| y(a).total_cmp(&y(b)));
    for square in squares {
        let frogs: Vec<Seat> = view.stack(square).frogs().collect();
        let chief = view.chief() == Some(square);
        let tall = frogs.len() + usize::from(chief);
        let scale = geometry::scale(square);
        let place = |height: usize| {
            let at = geometry::frog(square, height, tall, options.flip);
            (at.x * UNIT, at.y * UNIT)
        };
        if tall > 0 {
            let (x, y) = place(0);
            let shadow = pen.fill("shadow");
            let (rx, ry) = (frogs::WIDE * 1.25 * scale, 42.0 * scale);
            pen.ellipse(x, y + 16.0 * scale, rx, ry, &shadow);
        }
        for (height, seat) in frogs.iter().enumerate() {
            let (x, y) = place(height);
            pen.put(frogs::symbol(*seat, height + 1 == tall), "frog", x, y, scale);
        }
        if chief {
            let (x, y) = place(frogs.len());
            pen.put("chief", "chief", x, y, scale);
            pen.put("crown", "crown", x, y, scale);
        }
    }
}
