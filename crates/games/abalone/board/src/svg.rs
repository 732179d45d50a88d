use abaque_abalone::{Abalone, Point};
use abaque_core::{Game, Seat};

use super::geometry;
use abaque_board::DrawOptions;
use abaque_board::PieceSprite;
use abaque_board::geometry::UnitPoint;
use abaque_board::kit::pen::{TextStyle, UNIT, polygon_path};
use abaque_board::kit::{PictureFrame, SvgPen, format_number};
use abaque_board::theme::{BLACK, WHITE};

const BALL_RADIUS: f64 = geometry::BALL * UNIT;

/// Draws the board and its dimples.
pub(super) fn draw_ground(pen: &mut SvgPen, options: &DrawOptions) {
    draw_tray(pen, options);
    for point in Point::all() {
        let at = options.orient(geometry::centre(point));
        pen.use_symbol("dimple", "dimple", at.x * UNIT, at.y * UNIT, 1.0);
    }
}

pub(super) fn ball_sprites<'a>(view: &Abalone, options: &DrawOptions) -> Vec<PieceSprite<'a>> {
    let standing = Point::all().filter_map(|point| view.ball(point).map(|seat| (point, seat)));
    standing
        .map(|(point, seat)| {
            let (id, class) = ball_symbol(seat);
            let at = options.orient(geometry::centre(point));
            PieceSprite::new(point.to_string(), class, at, move |pen, x, y| {
                pen.use_symbol(id, class, x, y, 1.0)
            })
        })
        .collect()
}

const fn ball_symbol(seat: Seat) -> (&'static str, &'static str) {
    match seat {
        Seat::First => ("black", "ball black"),
        Seat::Second => ("white", "ball white"),
    }
}

/// Draws a player's ball and the balls they have ejected, in as many slots as needed to win; while
/// placing, the balls still to place.
pub(super) fn draw_counters(pen: &mut SvgPen, view: &Abalone, seat: Seat, y: f64) {
    let palette = pen.palette();
    pen.use_symbol(ball_symbol(seat).0, "emblem", PictureFrame::EMBLEM_X, y, 0.76);
    if view.is_placing() {
        let count = format!("× {}", view.hand(seat));
        pen.text(
            PictureFrame::COUNTERS_RIGHT,
            y,
            34.0,
            TextStyle::new(palette.ink).bold().end(),
            &count,
        );
        pen.use_symbol(ball_symbol(seat).0, "hand", PictureFrame::COUNTERS_RIGHT - 110.0, y, 0.6);
        return;
    }
    let slot = pen.empty_slot();
    let ejected = view.lost(seat.other());
    let slots = view.options().target();
    let step = if slots > 10 { 38.0 } else { 50.0 };
    let size = if slots > 10 { 0.4 } else { 0.5 };
    for i in 0..slots {
        let x = PictureFrame::COUNTERS_RIGHT - 20.0 - f64::from(slots - 1 - i) * step;
        if i < ejected {
            pen.use_symbol(ball_symbol(seat.other()).0, "ejected", x, y, size);
        } else {
            pen.circle(x, y, BALL_RADIUS * size * 0.9, &slot);
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
    pen.define_linear_gradient("tray", (0.0, 1.0), &[(0.0, shade, 1.0), (1.0, wood, 1.0)]);
    let [deep, floor] = palette.hollow;
    pen.define_linear_gradient("hollow", (0.35, 1.0), &[(0.0, deep, 1.0), (1.0, floor, 1.0)]);
    pen.define_radial_gradient(
        "shadow",
        (0.5, 0.5),
        &[(0.0, "#000", 0.55), (0.6, "#000", 0.4), (1.0, "#000", 0.0)],
    );
    for (id, [lit, middle, dark]) in [("black-skin", BLACK), ("white-skin", WHITE)] {
        pen.define_radial_gradient(
            id,
            (0.36, 0.28),
            &[(0.0, lit, 1.0), (0.42, middle, 1.0), (1.0, dark, 1.0)],
        );
    }
    pen.define_radial_gradient("gleam", (0.5, 0.4), &[(0.0, "#fff", 0.85), (1.0, "#fff", 0.0)]);
    pen.define_symbol("dimple", |pen| {
        pen.circle(
            0.0,
            1.5,
            BALL_RADIUS * 0.86,
            &format!("fill=\"{}\" opacity=\"0.55\"", palette.wood[0]),
        );
        let fill = pen.gradient_fill("hollow");
        pen.circle(0.0, 0.0, BALL_RADIUS * 0.86, &fill);
    });
    for seat in Seat::ALL {
        let (id, _) = ball_symbol(seat);
        pen.define_symbol(id, |pen| {
            let shadow = pen.gradient_fill("shadow");
            pen.ellipse(3.0, BALL_RADIUS * 0.26, BALL_RADIUS * 1.13, BALL_RADIUS * 1.0, &shadow);
            let skin = pen.gradient_fill(&format!("{id}-skin"));
            pen.circle(0.0, 0.0, BALL_RADIUS * 0.97, &skin);
            if let Some(outline) = pen.piece_outline() {
                pen.circle(0.0, 0.0, BALL_RADIUS * 0.97, &outline);
            }
            let gleam = pen.gradient_fill("gleam");
            if seat == Seat::First {
                let rim =
                    "fill=\"none\" stroke=\"#8b92a0\" stroke-opacity=\"0.5\" stroke-width=\"1.5\"";
                pen.circle(0.0, 0.0, BALL_RADIUS * 0.94, rim);
            } else {
                let ring =
                    "fill=\"none\" stroke=\"#8d7f66\" stroke-opacity=\"0.65\" stroke-width=\"3.2\"";
                pen.circle(0.0, 0.0, BALL_RADIUS * 0.55, ring);
            }
            pen.ellipse(
                -BALL_RADIUS * 0.26,
                -BALL_RADIUS * 0.46,
                BALL_RADIUS * 0.42,
                BALL_RADIUS * 0.28,
                &gleam,
            );
        });
    }
}

/// Draws the board: rim, hollow tray with grooves, labels of rows and diagonals.
fn draw_tray(pen: &mut SvgPen, options: &DrawOptions) {
    let palette = pen.palette();
    let shadow: Vec<UnitPoint> =
        geometry::hexagon(5.06).iter().map(|at| at.shifted(0.0, 0.012)).collect();
    let joined = "stroke-linejoin=\"round\"";
    pen.polygon(
        &shadow,
        &format!("fill=\"#000\" stroke=\"#000\" stroke-width=\"34\" opacity=\"0.22\" {joined}"),
    );
    let rim = polygon_path(&geometry::hexagon(5.06));
    pen.path(
        &rim,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"38\" {joined}", palette.wood_line),
    );
    pen.path(
        &rim,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"33\" {joined}", palette.wood[1]),
    );
    let fill = pen.gradient_fill("rim");
    pen.path(&rim, &format!("{fill} {joined}"));
    let inner = polygon_path(&geometry::hexagon(4.5));
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
    let fill = pen.gradient_fill("tray");
    let width = format!("stroke=\"{}\" stroke-width=\"29\"", palette.wood[2]);
    pen.path(&inner, &format!("{fill} {width} {joined}"));
    pen.path(&inner, &fill);
    draw_grooves(pen);
    if options.coordinates {
        for (label, at) in geometry::labels() {
            let at = options.orient(at);
            let style = TextStyle::new(palette.engraved).bold();
            pen.text(at.x * UNIT, at.y * UNIT, 24.0, style, &label.to_string());
        }
    }
}

/// Draws grooves from dimple to dimple along the three axes.
fn draw_grooves(pen: &mut SvgPen) {
    let mut d = String::new();
    for point in Point::all() {
        let from = geometry::centre(point);
        for next in Point::all().filter(|&next| next > point && next.direction_to(point).is_some())
        {
            let to = geometry::centre(next);
            d += &format!(
                "M{} {}L{} {}",
                format_number(from.x * UNIT),
                format_number(from.y * UNIT),
                format_number(to.x * UNIT),
                format_number(to.y * UNIT)
            );
        }
    }
    let line = pen.palette().wood_line;
    let groove =
        format!("stroke=\"{line}\" stroke-opacity=\"0.35\" stroke-width=\"9\" fill=\"none\"");
    pen.path(&d, &groove);
}
