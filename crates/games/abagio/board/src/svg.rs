use abaque_abagio::{Abagio, Square};
use abaque_core::{Lang, Seat, Turn};

use super::geometry::{self, PITCH, POND, RIM};
use super::{crowd_slot, frogs, stack_slot, start_slot, words};
use abaque_board::DrawOptions;
use abaque_board::PieceSprite;
use abaque_board::geometry::{BoardSpot, SpotShape};
use abaque_board::kit::dice::draw_die;
use abaque_board::kit::marks::draw_spot;
use abaque_board::kit::pen::{TextStyle, UNIT};
use abaque_board::kit::{PictureFrame, SvgPen, format_number};
use abaque_board::theme::{PURPLE, RED};

/// Draws meadow, pond, root and path.
pub(super) fn draw_ground(pen: &mut SvgPen, options: &DrawOptions) {
    draw_meadow(pen);
    draw_pond(pen);
    let seen = |spot: BoardSpot| if options.flip { spot.flipped() } else { spot };
    draw_root(pen, &seen);
    for square in Square::all() {
        draw_tile(pen, square, &seen(geometry::spot(square)));
    }
}

/// Draws the names of squares.
pub(super) fn draw_labels(pen: &mut SvgPen, options: &DrawOptions) {
    for square in Square::all() {
        let spot = geometry::spot(square);
        let spot = if options.flip { spot.flipped() } else { spot };
        draw_label(pen, square, &spot, options.coordinates);
    }
}

/// Draws the chief's place, and a throw if one is due.
pub(super) fn draw_strip(pen: &mut SvgPen, view: &Abagio, frame: &PictureFrame, lang: Lang) {
    let (y, ink) = (frame.strip_y(), pen.palette().ink_soft);
    let chief = words::chief_place(view);
    pen.use_symbol("chief", "chief-mark", 66.0, y, 0.5);
    pen.use_symbol("crown", "chief-mark", 66.0, y, 0.5);
    pen.text(106.0, y, 24.0, TextStyle::new(ink).start(), chief.get(lang));
    if words::panel_turn(view) == Turn::Chance {
        frame.draw_notice(pen, words::due_action(view).get(lang));
    }
}

/// Draws the numbers left to play, the pip count and the frogs in the pond.
pub(super) fn draw_counters(pen: &mut SvgPen, view: &Abagio, seat: Seat, y: f64, lang: Lang) {
    let palette = pen.palette();
    pen.use_symbol(frogs::symbol(seat, true), "emblem", PictureFrame::EMBLEM_X, y - 2.0, 0.68);
    let (pips, pond) = (view.pips(seat), view.pond(seat));
    let (way, arrived) = match lang {
        Lang::En => (format!("{pips} to go"), format!("{pond} of 12 in the pond")),
        Lang::Fr => (format!("{pips} à faire"), format!("{pond} sur 12 à l'étang")),
    };
    pen.text(
        PictureFrame::COUNTERS_RIGHT,
        y - 17.0,
        30.0,
        TextStyle::new(palette.ink).bold().end(),
        &way,
    );
    pen.text(
        PictureFrame::COUNTERS_RIGHT,
        y + 20.0,
        24.0,
        TextStyle::new(palette.ink_soft).end(),
        &arrived,
    );
    if view.side() == Some(seat) {
        let numbers: Vec<u8> = view.dice().into_iter().flat_map(|dice| dice.numbers()).collect();
        for (i, number) in numbers.iter().enumerate() {
            draw_die(pen, 480.0 + 62.0 * i as f64, y, 50.0, *number);
        }
    }
}

pub(super) fn define_symbols(pen: &mut SvgPen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.define_linear_gradient(
        "rim",
        (0.0, 1.0),
        &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)],
    );
    pen.define_linear_gradient("bark", (0.0, 1.0), &[(0.0, wood, 1.0), (1.0, shade, 1.0)]);
    pen.define_linear_gradient(
        "grass",
        (0.0, 1.0),
        &[(0.0, palette.grass[0], 1.0), (1.0, palette.grass[1], 1.0)],
    );
    pen.define_linear_gradient(
        "stone",
        (0.0, 1.0),
        &[(0.0, palette.paper[0], 1.0), (1.0, palette.paper[1], 1.0)],
    );
    pen.define_radial_gradient(
        "water",
        (0.5, 0.45),
        &[(0.0, palette.water[0], 1.0), (1.0, palette.water[1], 1.0)],
    );
    pen.define_linear_gradient("pad", (0.0, 1.0), &[(0.0, "#7fbf5a", 1.0), (1.0, "#3f8a3c", 1.0)]);
    frogs::define_symbols(pen);
}

/// Draws the wooden rim and the grass inside.
fn draw_meadow(pen: &mut SvgPen) {
    let line = pen.palette().wood_line;
    pen.rect(10.0, 22.0, 980.0, 980.0, 36.0, "fill=\"#000\" opacity=\"0.22\"");
    let rim = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.gradient_fill("rim"));
    pen.rect(10.0, 10.0, 980.0, 980.0, 36.0, &rim);
    let edge = RIM * UNIT - 6.0;
    let grass = format!("{} stroke=\"{line}\" stroke-width=\"3\"", pen.gradient_fill("grass"));
    pen.rect(edge, edge, UNIT - 2.0 * edge, UNIT - 2.0 * edge, 22.0, &grass);
}

fn draw_pond(pen: &mut SvgPen) {
    let (x, y, r) = (POND.at.x * UNIT, POND.at.y * UNIT, POND.half * UNIT);
    let reach = (geometry::RING + 0.062) * UNIT;
    let water = pen.gradient_fill("water");
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

/// Draws the root over two cells, where both colours start.
fn draw_root(pen: &mut SvgPen, seen: &impl Fn(BoardSpot) -> BoardSpot) {
    let (one, other) = (seen(geometry::home(Seat::First)), seen(geometry::home(Seat::Second)));
    let (left, right) = (one.at.x.min(other.at.x), one.at.x.max(other.at.x));
    let (half, line) = (one.half * UNIT, pen.palette().wood_line);
    let (x, y) = (left * UNIT - half, one.at.y * UNIT - half);
    let width = (right - left) * UNIT + 2.0 * half;
    pen.rect(x, y + 5.0, width, 2.0 * half, 26.0, "fill=\"#000\" opacity=\"0.25\"");
    let bark = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.gradient_fill("bark"));
    pen.rect(x, y, width, 2.0 * half, 26.0, &bark);
    let grain =
        format!("fill=\"none\" stroke=\"{line}\" stroke-opacity=\"0.35\" stroke-width=\"3\"");
    let middle = format_number(x + width / 2.0);
    pen.path(
        &format!("M{middle} {}V{}", format_number(y + 14.0), format_number(y + 2.0 * half - 14.0)),
        &grain,
    );
}

fn draw_tile(pen: &mut SvgPen, square: Square, spot: &BoardSpot) {
    let palette = pen.palette();
    let stone = pen.gradient_fill("stone");
    let shadow = BoardSpot { at: spot.at.shifted(0.0, 0.005), ..*spot };
    let dark = "fill=\"#000\" opacity=\"0.25\"";
    match spot.form {
        SpotShape::Square | SpotShape::Wide | SpotShape::Tall => {
            draw_spot(pen, &shadow, dark);
            let line = format!("stroke=\"{}\" stroke-width=\"2.5\"", palette.paper_line);
            draw_spot(pen, spot, &format!("{stone} {line}"));
        }
        SpotShape::Diamond => {
            draw_spot(pen, &shadow, &format!("{dark} stroke=\"#000\" stroke-width=\"8\""));
            let line = format!("stroke=\"{}\" stroke-width=\"8\"", palette.paper_line);
            draw_spot(pen, spot, &format!("{stone} {line}"));
            draw_spot(pen, spot, &stone);
        }
        SpotShape::Round => {
            let rim = if square.owner() == Some(Seat::First) { RED[1] } else { PURPLE[1] };
            draw_spot(pen, &shadow, dark);
            let line = format!("stroke=\"{rim}\" stroke-width=\"5\" stroke-linejoin=\"round\"");
            // Green pads would swallow their numbers in themes of high contrast.
            let pad = if palette.piece_edge.is_some() { "stone" } else { "pad" };
            let pad = pen.gradient_fill(pad);
            pen.path(&leaf_path(spot), &format!("{pad} {line}"));
        }
    }
}

/// Draws a square's name; the diamonds always have theirs.
fn draw_label(pen: &mut SvgPen, square: Square, spot: &BoardSpot, coordinates: bool) {
    let (x, y, half) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT);
    let name = square.to_string();
    match spot.form {
        SpotShape::Diamond => {
            let number = if square == Square::EIGHT { "8" } else { "1" };
            pen.text(x, y, 34.0, TextStyle::new(pen.palette().paper_ink).bold(), number);
        }
        SpotShape::Square if coordinates => {
            let style = TextStyle::new(pen.palette().paper_ink).bold();
            pen.text(x - half + 20.0, y - half + 20.0, 22.0, style, &name);
        }
        SpotShape::Round if coordinates => {
            let palette = pen.palette();
            let ink = palette.piece_edge.map_or("#123d17", |_| palette.paper_ink);
            pen.text(x, y, 24.0, TextStyle::new(ink).bold(), &name[1..]);
        }
        _ => {}
    }
}

/// A lily pad: a disc with a notch towards the pond's centre.
fn leaf_path(spot: &BoardSpot) -> String {
    let (x, y, r) = (spot.at.x * UNIT, spot.at.y * UNIT, spot.half * UNIT);
    let inward = (POND.at.y - spot.at.y).atan2(POND.at.x - spot.at.x);
    let edge = |angle: f64| {
        format!("{} {}", format_number(x + r * angle.cos()), format_number(y + r * angle.sin()))
    };
    let notch = format!(
        "{} {}",
        format_number(x + r * 0.45 * inward.cos()),
        format_number(y + r * 0.45 * inward.sin())
    );
    let r = format_number(r);
    format!("M{notch}L{}A{r} {r} 0 1 1 {}Z", edge(inward + 0.26), edge(inward - 0.26))
}

/// All frogs: those at home and in the pond, then the stacks, farthest first, so that tall piles
/// overlap the ones behind.
pub(super) fn frog_sprites<'a>(view: &Abagio, options: &DrawOptions) -> Vec<PieceSprite<'a>> {
    let mut all = Vec::new();
    for seat in Seat::ALL {
        let (home, pond) = (geometry::home(seat), geometry::pond_half(seat));
        push_crowd(&mut all, view.home(seat), seat, home, start_slot(seat), "frog home", options);
        push_crowd(
            &mut all,
            view.pond(seat),
            seat,
            pond,
            super::pond_slot(seat),
            "frog swims",
            options,
        );
    }
    let y = |square: &Square| geometry::frog(*square, 0, 1, options.flip).y;
    let mut squares: Vec<Square> = Square::all().collect();
    squares.sort_by(|a, b| y(a).total_cmp(&y(b)));
    squares.into_iter().for_each(|square| push_stack(&mut all, view, square, options.flip));
    if view.chief().is_none() {
        let at = options.orient(geometry::CHIEF_REST.at);
        all.push(PieceSprite::new(super::CHIEF_PLACE, "chief", at, |pen, x, y| {
            draw_shadow(pen, x, y, CHIEF_REST_SCALE);
            draw_chief(pen, x, y, CHIEF_REST_SCALE);
        }));
    }
    all
}

/// Adds frogs side by side, at the start or in the pond.
fn push_crowd(
    all: &mut Vec<PieceSprite>,
    count: u8,
    seat: Seat,
    spot: BoardSpot,
    place: &str,
    class: &'static str,
    options: &DrawOptions,
) {
    let spot = if options.flip { spot.flipped() } else { spot };
    for n in 0..count {
        let at = geometry::in_crowd(&spot, n.into(), count.into(), PITCH * 0.31);
        all.push(PieceSprite::new(crowd_slot(place, n), frog_class(seat), at, move |pen, x, y| {
            pen.use_symbol(frogs::symbol(seat, true), class, x, y + 2.0, 0.4);
        }));
    }
}

const fn frog_class(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "frog red",
        Seat::Second => "frog purple",
    }
}

/// The scale of the chief off the path.
const CHIEF_REST_SCALE: f64 = 0.72;

fn draw_chief(pen: &mut SvgPen, x: f64, y: f64, scale: f64) {
    pen.use_symbol("chief", "chief", x, y, scale);
    pen.use_symbol("crown", "crown", x, y, scale);
}

fn draw_shadow(pen: &mut SvgPen, x: f64, y: f64, scale: f64) {
    let shadow = pen.gradient_fill("shadow");
    let (rx, ry) = (frogs::WIDE * 1.25 * scale, 42.0 * scale);
    pen.ellipse(x, y + 16.0 * scale, rx, ry, &shadow);
}

/// Adds a stack, and the chief if it is there.
fn push_stack(all: &mut Vec<PieceSprite>, view: &Abagio, square: Square, flip: bool) {
    let frogs: Vec<Seat> = view.stack(square).frogs().collect();
    let chief = view.chief() == Some(square);
    let tall = frogs.len() + usize::from(chief);
    let scale = geometry::scale(square);
    for (height, &seat) in frogs.iter().enumerate() {
        let at = geometry::frog(square, height, tall, flip);
        let symbol = frogs::symbol(seat, height + 1 == tall);
        all.push(PieceSprite::new(
            stack_slot(square, height as u8),
            frog_class(seat),
            at,
            move |pen, x, y| {
                if height == 0 {
                    draw_shadow(pen, x, y, scale);
                }
                pen.use_symbol(symbol, "frog", x, y, scale);
            },
        ));
    }
    if chief {
        let at = geometry::frog(square, frogs.len(), tall, flip);
        let alone = frogs.is_empty();
        all.push(PieceSprite::new(
            super::chief_slot(view, Some(square)),
            "chief",
            at,
            move |pen, x, y| {
                if alone {
                    draw_shadow(pen, x, y, scale);
                }
                draw_chief(pen, x, y, scale);
            },
        ));
    }
}
