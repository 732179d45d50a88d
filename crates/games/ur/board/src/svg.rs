use abaque_board::geometry::{BoardSpot, UnitPoint};
use abaque_board::kit::marks::draw_spot;
use abaque_board::kit::pen::{TextStyle, UNIT};
use abaque_board::kit::{PictureFrame, SvgPen, format_number};
use abaque_board::theme::{BLACK, BLUE, RED, WHITE};
use abaque_board::{DrawOptions, PieceSprite};
use abaque_core::{Lang, Seat};
use abaque_ur::{Phase, Square, Ur};

use crate::geometry::{self, HALF_HEIGHT};
use crate::{gap_slot, home_name, start_name};

/// The radius of a piece on a square, in picture units.
const RADIUS: f64 = 41.0;
/// The scale of a piece in a gap.
const SMALL: f64 = 0.41;

pub(crate) fn define_symbols(pen: &mut SvgPen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    let stops = [(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)];
    pen.define_linear_gradient("rim", (0.0, 1.0), &stops);
    let stops = [(0.0, palette.paper[0], 1.0), (1.0, palette.paper[1], 1.0)];
    pen.define_linear_gradient("shell", (0.0, 1.0), &stops);
    let stops = [(0.0, palette.hollow[0], 1.0), (1.0, palette.hollow[1], 1.0)];
    pen.define_linear_gradient("hollow", (0.0, 1.0), &stops);
    for (seat, [lit, middle, dark]) in Seat::ALL.into_iter().zip([WHITE, BLACK]) {
        let id = symbol(seat);
        let stops = [(0.0, lit, 1.0), (0.55, middle, 1.0), (1.0, dark, 1.0)];
        pen.define_radial_gradient(&format!("{id}-disc"), (0.38, 0.3), &stops);
        pen.define_symbol(id, |pen| draw_piece(pen, seat, dark));
    }
    pen.define_symbol("rosette", draw_rosette);
    pen.define_symbol("dots", draw_dots);
    pen.define_symbol("eyes", draw_eyes);
}

const fn symbol(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "white",
        Seat::Second => "black",
    }
}

/// A disc with a ring; white ones have five dark pips, black ones a light cross of four, so that
/// colour is never the only difference.
fn draw_piece(pen: &mut SvgPen, seat: Seat, dark: &str) {
    pen.ellipse(0.0, 7.0, RADIUS * 1.02, RADIUS * 0.98, "fill=\"#000\" opacity=\"0.3\"");
    let disc = pen.gradient_fill(&format!("{}-disc", symbol(seat)));
    let dark = pen.piece_line(dark);
    pen.circle(0.0, 0.0, RADIUS, &format!("{disc} stroke=\"{dark}\" stroke-width=\"2.5\""));
    let (ink, pips): (&str, &[(f64, f64)]) = match seat {
        Seat::First => {
            ("#5b4a33", &[(0.0, 0.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)])
        }
        Seat::Second => ("#e9dfc9", &[(0.0, -1.2), (0.0, 1.2), (-1.2, 0.0), (1.2, 0.0)]),
    };
    let ring = format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.55\" stroke-width=\"2\"");
    pen.circle(0.0, 0.0, RADIUS * 0.8, &ring);
    for (x, y) in pips {
        pen.circle(x * 14.0, y * 14.0, 5.5, &format!("fill=\"{ink}\""));
    }
}

/// Eight petals in two colours around a centre.
fn draw_rosette(pen: &mut SvgPen) {
    for petal in 0..8 {
        let angle = f64::from(petal) * std::f64::consts::FRAC_PI_4;
        let (sin, cos) = angle.sin_cos();
        let place = |along: f64, across: f64| {
            let (x, y) = (along * cos - across * sin, along * sin + across * cos);
            format!("{} {}", format_number(x), format_number(y))
        };
        let d = format!(
            "M{}Q{} {}Q{} {}Z",
            place(8.0, 0.0),
            place(28.0, 17.0),
            place(47.0, 0.0),
            place(28.0, -17.0),
            place(8.0, 0.0)
        );
        let colour = if petal % 2 == 0 { RED[1] } else { BLUE[1] };
        pen.path(&d, &format!("fill=\"{colour}\" fill-opacity=\"0.88\""));
    }
    pen.circle(0.0, 0.0, 9.0, &format!("fill=\"{}\"", BLUE[2]));
}

/// The five dots of the plain squares.
fn draw_dots(pen: &mut SvgPen) {
    for (x, y) in [(0.0, 0.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let (x, y) = (x * 24.0, y * 24.0);
        pen.circle(x, y, 7.5, &format!("fill=\"{}\" fill-opacity=\"0.55\"", BLUE[1]));
        pen.circle(x, y, 3.0, "fill=\"#fff\" fill-opacity=\"0.8\"");
    }
}

/// The four eyes of the other plain squares.
fn draw_eyes(pen: &mut SvgPen) {
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let (x, y) = (x * 22.0, y * 22.0);
        let lid = format!(
            "fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.5\" stroke-width=\"3\"",
            RED[2]
        );
        pen.ellipse(x, y, 17.0, 10.0, &lid);
        pen.circle(x, y, 5.0, &format!("fill=\"{}\" fill-opacity=\"0.6\"", RED[2]));
    }
}

/// Draws the board: an outline around the twenty squares, notched where pieces wait and arrive.
pub(crate) fn draw_ground(pen: &mut SvgPen, options: &DrawOptions) {
    let line = pen.palette().wood_line;
    let (edge, height) = (14.0, 2.0 * HALF_HEIGHT * UNIT - 16.0);
    let (top, width) = (UNIT / 2.0 - height / 2.0, UNIT - 2.0 * edge);
    pen.rect(edge, top + 6.0, width, height, 26.0, "fill=\"#000\" opacity=\"0.22\"");
    let rim = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.gradient_fill("rim"));
    pen.rect(edge, top, width, height, 26.0, &rim);
    for square in Square::all() {
        draw_square(pen, square, &oriented(geometry::spot(square), options));
    }
    for seat in Seat::ALL {
        let hollow =
            format!("{} stroke=\"{line}\" stroke-width=\"2\"", pen.gradient_fill("hollow"));
        for gap in [geometry::start(seat), geometry::home(seat)] {
            draw_spot(pen, &oriented(gap, options), &hollow);
        }
    }
}

fn draw_square(pen: &mut SvgPen, square: Square, spot: &BoardSpot) {
    let line = pen.palette().paper_line;
    let shadow = BoardSpot { at: spot.at.shifted(0.0, 0.004), ..*spot };
    draw_spot(pen, &shadow, "fill=\"#000\" opacity=\"0.25\"");
    let shell = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.gradient_fill("shell"));
    draw_spot(pen, spot, &shell);
    let inner = BoardSpot { half: spot.half * 0.88, ..*spot };
    draw_spot(pen, &inner, &format!("fill=\"none\" stroke=\"{line}\" stroke-width=\"2\""));
    let motif = match square.step() {
        _ if square.is_rosette() => "rosette",
        step if step % 2 == 0 => "eyes",
        _ => "dots",
    };
    pen.use_symbol(motif, motif, spot.at.x * UNIT, spot.at.y * UNIT, 1.0);
}

/// Draws the steps of the squares.
pub(crate) fn draw_labels(pen: &mut SvgPen, options: &DrawOptions) {
    if !options.coordinates {
        return;
    }
    let style = TextStyle::new("#6d5c3f").bold();
    for square in Square::all() {
        let spot = oriented(geometry::spot(square), options);
        let (x, y) = (spot.at.x * UNIT - 35.0, spot.at.y * UNIT - 38.0);
        pen.text(x, y, 19.0, style, &square.step().to_string());
    }
}

/// Draws the throw as four binary dice, the pieces at home and the squares to go.
pub(crate) fn draw_counters(pen: &mut SvgPen, view: &Ur, seat: Seat, y: f64, lang: Lang) {
    let palette = pen.palette();
    pen.use_symbol(symbol(seat), "emblem", PictureFrame::EMBLEM_X, y, 0.8);
    let (way, home) = (view.steps_to_go(seat), view.home(seat));
    let (way, home) = match lang {
        Lang::En => (format!("{way} to go"), format!("{home} home")),
        Lang::Fr => {
            let plural = if home > 1 { "s" } else { "" };
            (format!("{way} à faire"), format!("{home} arrivé{plural}"))
        }
    };
    let right = PictureFrame::COUNTERS_RIGHT;
    pen.text(right, y - 17.0, 30.0, TextStyle::new(palette.ink).bold().end(), &way);
    pen.text(right, y + 20.0, 24.0, TextStyle::new(palette.ink_soft).end(), &home);
    if let (Phase::Move(number), true) = (view.phase(), view.side() == Some(seat)) {
        for i in 0..4u8 {
            draw_binary_die(pen, 460.0 + 66.0 * f64::from(i), y, i < number);
        }
    }
}

/// A pyramid seen from above; its tip is marked if it counts.
fn draw_binary_die(pen: &mut SvgPen, x: f64, y: f64, counts: bool) {
    let corner = |angle: f64, r: f64| {
        let (sin, cos) = angle.to_radians().sin_cos();
        format!("{} {}", format_number(x + r * cos), format_number(y + 6.0 + r * sin))
    };
    let [a, b, c] = [-90.0, 30.0, 150.0].map(|angle| corner(angle, 34.0));
    let body = "fill=\"#fffaf0\" stroke=\"#8d7c5c\" stroke-width=\"3\" stroke-linejoin=\"round\"";
    pen.path(&format!("M{a}L{b}L{c}Z"), &format!("class=\"die\" {body}"));
    let middle = corner(0.0, 0.0);
    let edges = format!("M{middle}L{a}M{middle}L{b}M{middle}L{c}");
    pen.path(&edges, "fill=\"none\" stroke=\"#8d7c5c\" stroke-width=\"2\"");
    if counts {
        pen.circle(x, y + 6.0, 8.5, &format!("fill=\"{}\"", RED[1]));
    }
}

/// All pieces: those on squares, then those waiting and at home.
pub(crate) fn piece_sprites<'a>(view: &Ur, options: &DrawOptions) -> Vec<PieceSprite<'a>> {
    let mut all = Vec::new();
    for square in Square::all() {
        if let Some(seat) = view.piece(square) {
            let at = options.orient(geometry::spot(square).at);
            all.push(sprite(square.to_string(), seat, at, 1.0));
        }
    }
    for seat in Seat::ALL {
        let gaps = [
            (view.waiting(seat), geometry::start(seat), start_name(seat)),
            (view.home(seat), geometry::home(seat), home_name(seat)),
        ];
        for (count, gap, name) in gaps {
            for n in 0..count {
                let at = options.orient(geometry::in_gap(&gap, n));
                all.push(sprite(gap_slot(name, n), seat, at, SMALL));
            }
        }
    }
    all
}

fn sprite<'a>(slot: String, seat: Seat, at: UnitPoint, scale: f64) -> PieceSprite<'a> {
    let class = match seat {
        Seat::First => "piece white",
        Seat::Second => "piece black",
    };
    PieceSprite::new(slot, class, at, move |pen, x, y| {
        pen.use_symbol(symbol(seat), "piece", x, y, scale);
    })
}

fn oriented(spot: BoardSpot, options: &DrawOptions) -> BoardSpot {
    if options.flip { spot.flipped() } else { spot }
}
