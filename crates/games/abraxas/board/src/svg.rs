use abaque_abraxas::{Abraxas, Cell, ClaimMode, Corner, Hole, Pawn};
use abaque_core::{Game, Seat};

use super::geometry::{self, DOT, HOLE, PITCH, PLATE, RIM};
use super::words;
use abaque_board::DrawOptions;
use abaque_board::PieceSprite;
use abaque_board::geometry::UnitPoint;
use abaque_board::kit::pen::{TextStyle, UNIT};
use abaque_board::kit::{PictureFrame, SvgPen, format_number};
use abaque_board::theme::{BLUE, LAST_MOVE_COLOUR, RED};

const PITCH_UNITS: f64 = PITCH * UNIT;
const HOLE_RADIUS: f64 = HOLE * UNIT;

/// Draws the case, the arrows on its rim and the paper.
pub(super) fn draw_ground(pen: &mut SvgPen, view: &Abraxas, options: &DrawOptions) {
    draw_case(pen);
    for corner in view.corner().into_iter().flat_map(|_| Corner::ALL) {
        draw_arrows(pen, view, corner, options);
    }
    draw_sheet(pen, view, options);
}

/// Draws the player's number, the pawns taken in as many slots as needed to win, and the stop pawns
/// left.
pub(super) fn draw_counters(pen: &mut SvgPen, view: &Abraxas, seat: Seat, y: f64) {
    let palette = pen.palette();
    let badge = format!("fill=\"{}\"", palette.slate[1]);
    pen.circle(PictureFrame::EMBLEM_X, y, 30.0, &badge);
    let number = if seat == Seat::First { "1" } else { "2" };
    pen.text(PictureFrame::EMBLEM_X, y, 34.0, TextStyle::new(palette.slate_ink).bold(), number);
    let slots = view.options().target;
    let slot = pen.empty_slot();
    for i in 0..slots {
        let x = PictureFrame::COUNTERS_RIGHT - 14.0 - f64::from(slots - 1 - i) * 33.0;
        if i < view.score(seat) {
            pen.use_symbol("red", "taken", x, y, 0.42);
        } else {
            pen.circle(x, y, 13.0, &slot);
        }
    }
    for i in 0..3 {
        let x = PictureFrame::COUNTERS_RIGHT
            - 14.0
            - f64::from(slots.max(8)) * 33.0
            - 22.0
            - f64::from(i) * 38.0;
        if i < view.stops_left(seat) {
            pen.use_symbol("stop", "stop-left", x, y, 0.46);
        } else {
            pen.square(x, y, 13.0, 5.0, &slot);
        }
    }
}

/// Draws the red pawns in the reserve.
pub(super) fn draw_reserve(
    pen: &mut SvgPen,
    view: &Abraxas,
    frame: &PictureFrame,
    options: &DrawOptions,
) {
    let (y, ink) = (frame.strip_y(), pen.palette().ink_soft);
    let words = if options.lang == abaque_core::Lang::Fr { "Réserve" } else { "Reserve" };
    let words = format!("{words} {}", view.reserve());
    pen.text(36.0, y, 24.0, TextStyle::new(ink).start(), &words);
    for i in 0..view.reserve() {
        pen.use_symbol("red", "reserve", 198.0 + f64::from(i) * 27.0, y, 0.32);
    }
    let name = words::sheet_name(view);
    pen.text(964.0, y, 24.0, TextStyle::new(ink).end(), name.get(options.lang));
}

pub(super) fn define_symbols(pen: &mut SvgPen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.define_linear_gradient(
        "rim",
        (0.0, 1.0),
        &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)],
    );
    pen.define_linear_gradient(
        "paper",
        (0.0, 1.0),
        &[(0.0, palette.paper[0], 1.0), (1.0, palette.paper[1], 1.0)],
    );
    pen.define_linear_gradient(
        "slate",
        (0.0, 1.0),
        &[(0.0, palette.slate[0], 1.0), (1.0, palette.slate[1], 1.0)],
    );
    pen.define_radial_gradient(
        "shadow",
        (0.5, 0.5),
        &[(0.0, "#000", 0.6), (0.62, "#000", 0.42), (1.0, "#000", 0.0)],
    );
    for (id, [lit, middle, dark]) in [("red-skin", RED), ("blue-skin", BLUE)] {
        pen.define_radial_gradient(
            id,
            (0.36, 0.28),
            &[(0.0, lit, 1.0), (0.5, middle, 1.0), (1.0, dark, 1.0)],
        );
    }
    pen.define_symbol("red", |pen| {
        let (shadow, skin) = (pen.gradient_fill("shadow"), pen.gradient_fill("red-skin"));
        pen.ellipse(2.0, HOLE_RADIUS * 0.24, HOLE_RADIUS * 1.12, HOLE_RADIUS * 1.05, &shadow);
        pen.circle(0.0, 0.0, HOLE_RADIUS * 0.98, &skin);
        pen.circle(0.0, 0.0, HOLE_RADIUS * 0.7, "fill=\"#fff\" fill-opacity=\"0.13\"");
        if let Some(outline) = pen.piece_outline() {
            pen.circle(0.0, 0.0, HOLE_RADIUS * 0.98, &outline);
        }
        let a = HOLE_RADIUS * 0.34;
        pen.path(
            &format!("M{0} {0}L{1} {1}M{1} {0}L{0} {1}", format_number(-a), format_number(a)),
            "stroke=\"#7c1013\" stroke-width=\"7\" stroke-linecap=\"round\"",
        );
    });
    pen.define_symbol("stop", |pen| {
        let (shadow, skin) = (pen.gradient_fill("shadow"), pen.gradient_fill("blue-skin"));
        pen.ellipse(2.0, HOLE_RADIUS * 0.24, HOLE_RADIUS * 1.15, HOLE_RADIUS * 1.08, &shadow);
        pen.square(0.0, 0.0, HOLE_RADIUS * 0.9, HOLE_RADIUS * 0.3, &skin);
        if let Some(outline) = pen.piece_outline() {
            pen.square(0.0, 0.0, HOLE_RADIUS * 0.9, HOLE_RADIUS * 0.3, &outline);
        }
        let (w, h) = (HOLE_RADIUS * 0.58, HOLE_RADIUS * 0.17);
        pen.rect(-w, -h, 2.0 * w, 2.0 * h, 4.0, "fill=\"#fff\"");
    });
    pen.define_symbol("dot", |pen| {
        pen.circle(0.0, 0.0, DOT * UNIT, &format!("fill=\"{}\"", RED[1]));
        let ring = "fill=\"none\" stroke=\"#8e1518\" stroke-opacity=\"0.55\" stroke-width=\"2\"";
        pen.circle(0.0, 0.0, DOT * UNIT, ring);
    });
    pen.define_symbol("hole", |pen| {
        let edge = "fill=\"none\" stroke=\"#000\" stroke-opacity=\"0.45\" stroke-width=\"2\"";
        let edge = pen.piece_outline().unwrap_or_else(|| edge.to_owned());
        pen.circle(0.0, 0.0, HOLE_RADIUS, &edge);
    });
}

/// Draws the wooden case.
fn draw_case(pen: &mut SvgPen) {
    let line = pen.palette().wood_line;
    pen.rect(12.0, 24.0, 976.0, 976.0, 40.0, "fill=\"#000\" opacity=\"0.22\"");
    let attributes = format!("{} stroke=\"{line}\" stroke-width=\"2.5\"", pen.gradient_fill("rim"));
    pen.rect(12.0, 10.0, 976.0, 976.0, 40.0, &attributes);
}

/// Draws the paper with its printed dots.
fn draw_sheet(pen: &mut SvgPen, view: &Abraxas, options: &DrawOptions) {
    let palette = pen.palette();
    let (edge, side) = (RIM * UNIT, UNIT - 2.0 * RIM * UNIT);
    let lip = format!("fill=\"{}\"", palette.wood_line);
    pen.rect(edge - 7.0, edge - 7.0, side + 14.0, side + 14.0, 13.0, &lip);
    let paper = pen.gradient_fill("paper");
    pen.rect(edge, edge, side, side, 7.0, &paper);
    let mut d = String::new();
    for i in 1..9 {
        let at = format_number(edge + f64::from(i) * PITCH_UNITS);
        d +=
            &format!("M{at} {0}V{1}M{0} {at}H{1}", format_number(edge), format_number(edge + side));
    }
    pen.path(&d, &format!("stroke=\"{}\" stroke-width=\"1.5\"", palette.paper_line));
    for cell in Cell::all().filter(|&cell| view.sheet().has_dot(cell)) {
        let at = options.orient(geometry::cell(cell));
        pen.use_symbol("dot", "dot", at.x * UNIT, at.y * UNIT, 1.0);
    }
}

/// The plate: slate with 64 holes cut out, so that the paper shows through.
pub(super) fn plate_sprite(corner: Corner, options: &DrawOptions) -> PieceSprite<'_> {
    let at = options.orient(geometry::plate(corner));
    PieceSprite::new("plate", "plate", at, move |pen, x, y| {
        draw_slate(pen, x - PLATE * UNIT / 2.0, y - PLATE * UNIT / 2.0);
        if options.coordinates {
            draw_coordinates(pen, x, y, options.flip);
        }
    })
}

fn draw_slate(pen: &mut SvgPen, x: f64, y: f64) {
    let side = PLATE * UNIT;
    let mut d = format!(
        "M{} {}h{s}q14 0 14 14v{s}q0 14 -14 14h-{s}q-14 0 -14 -14v-{s}q0 -14 14 -14Z",
        format_number(x + 16.0),
        format_number(y + 2.0),
        s = format_number(side - 32.0)
    );
    let centres: Vec<(f64, f64)> = (0..64)
        .map(|i| {
            (x + (f64::from(i % 8) + 0.5) * PITCH_UNITS, y + (f64::from(i / 8) + 0.5) * PITCH_UNITS)
        })
        .collect();
    for (cx, cy) in &centres {
        let (r, wide) = (format_number(HOLE_RADIUS), format_number(2.0 * HOLE_RADIUS));
        d += &format!(
            "M{} {}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0Z",
            format_number(cx - HOLE_RADIUS),
            format_number(*cy)
        );
    }
    let shadow = "fill=\"#000\" fill-opacity=\"0.3\" fill-rule=\"evenodd\"";
    pen.path(&d, &format!("{shadow} transform=\"translate(0 8)\""));
    let attributes = format!(
        "{} fill-rule=\"evenodd\" stroke=\"#1b242c\" stroke-opacity=\"0.6\" stroke-width=\"2\"",
        pen.gradient_fill("slate")
    );
    pen.path(&d, &attributes);
    for (cx, cy) in centres {
        pen.use_symbol("hole", "hole", cx, cy, 1.0);
    }
}

/// Draws row numbers beside and column letters below the holes at the edge of a plate centred at
/// (x, y).
fn draw_coordinates(pen: &mut SvgPen, x: f64, y: f64, flip: bool) {
    let style = TextStyle::new(pen.palette().slate_ink).bold();
    let (left, low) = if flip { (7, 7) } else { (0, 0) };
    let side = if flip { -1.0 } else { 1.0 };
    for hole in Hole::all() {
        let along = |n: u8| side * (f64::from(n) - 3.5) * PITCH_UNITS;
        let (x, y, off) = (x + along(hole.column()), y - along(hole.row()), PITCH_UNITS * 0.437);
        let name = hole.to_string();
        if hole.column() == left {
            pen.text(x - off, y, 17.0, style, &name[1..]);
        }
        if hole.row() == low {
            pen.text(x, y + off, 17.0, style, &name[..1]);
        }
    }
}

pub(super) fn pawn_sprites<'a>(view: &Abraxas, options: &DrawOptions) -> Vec<PieceSprite<'a>> {
    let Some(corner) = view.corner() else { return Vec::new() };
    let standing = Hole::all().filter_map(|hole| view.pawn(hole).map(|pawn| (hole, pawn)));
    standing
        .map(|(hole, pawn)| {
            let (id, class) = match pawn {
                Pawn::Red => ("red", "pawn red"),
                Pawn::Stop => ("stop", "pawn stop"),
            };
            let at = options.orient(geometry::hole(hole, corner).at);
            PieceSprite::new(hole.to_string(), class, at, move |pen, x, y| {
                pen.use_symbol(id, class, x, y, 1.0)
            })
        })
        .collect()
}

/// Draws the lines to take from; none with manual claims, where players find them themselves
/// (ABR-19).
pub(super) fn draw_lines(pen: &mut SvgPen, view: &Abraxas, options: &DrawOptions) {
    if !view.phase().is_taking() || view.options().claim == ClaimMode::Manual {
        return;
    }
    for line in view.lines() {
        let cells: Vec<UnitPoint> =
            line.cells().map(|cell| options.orient(geometry::cell(cell))).collect();
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { continue };
        let (dx, dy) = (last.x - first.x, last.y - first.y);
        let (x1, y1, r) = (first.x * UNIT, first.y * UNIT, HOLE_RADIUS + 5.0);
        let (x2, y2, length) = (last.x * UNIT, last.y * UNIT, dx.hypot(dy));
        let (ox, oy) = (-dy / length * r, dx / length * r);
        let d = format!(
            "M{} {}L{} {}A{r} {r} 0 0 0 {} {}L{} {}A{r} {r} 0 0 0 {} {}Z",
            format_number(x1 + ox),
            format_number(y1 + oy),
            format_number(x2 + ox),
            format_number(y2 + oy),
            format_number(x2 - ox),
            format_number(y2 - oy),
            format_number(x1 - ox),
            format_number(y1 - oy),
            format_number(x1 + ox),
            format_number(y1 + oy),
            r = format_number(r)
        );
        pen.path(&d, "fill=\"none\" stroke=\"#3b2500\" stroke-opacity=\"0.5\" stroke-width=\"9\"");
        let ring = format!("fill=\"none\" stroke=\"{LAST_MOVE_COLOUR}\" stroke-width=\"6\"");
        pen.path(&d, &format!("class=\"line\" {ring}"));
    }
}

/// Draws the arrow on the rim that leads counter-clockwise to `corner` and, with `push=either`, the
/// one beside it that leads away; usable arrows are highlighted.
fn draw_arrows(pen: &mut SvgPen, view: &Abraxas, corner: Corner, options: &DrawOptions) {
    let palette = pen.palette();
    let mut draw = |from: Corner, to: Corner| {
        let now = view.corner() == Some(from) && view.arrows().any(|open| open == to);
        let (a, b) = (options.orient(geometry::corner(from)), options.orient(geometry::corner(to)));
        let at = |t: f64| ((a.x + (b.x - a.x) * t) * UNIT, (a.y + (b.y - a.y) * t) * UNIT);
        let (ux, uy) = ((b.x - a.x).signum(), (b.y - a.y).signum());
        let (ux, uy) = if (b.x - a.x).abs() > (b.y - a.y).abs() { (ux, 0.0) } else { (0.0, uy) };
        let ((x1, y1), (x2, y2)) = (at(0.36), at(0.64));
        let (hx, hy) = (x2 - ux * 20.0, y2 - uy * 20.0);
        let d = format!(
            "M{} {}L{} {}M{} {}L{} {}L{} {}",
            format_number(x1),
            format_number(y1),
            format_number(x2),
            format_number(y2),
            format_number(hx - uy * 14.0),
            format_number(hy + ux * 14.0),
            format_number(x2),
            format_number(y2),
            format_number(hx + uy * 14.0),
            format_number(hy - ux * 14.0)
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
