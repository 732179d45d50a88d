use abaque_blocs::{BlockView, Colour, Rod};
use abaque_core::Seat;

use super::geometry::BLOCK;
use super::visible_board::RodKnowledge;
use abaque_board::kit::pen::{TextStyle, UNIT};
use abaque_board::kit::{SvgPen, format_number};
use abaque_board::theme::{BLUE, RED, YELLOW};

const HALF: f64 = BLOCK * UNIT;
/// Centres of the window, the rod mark and the pawns within a block.
const WINDOW_CENTRE: (f64, f64) = (-11.0, -8.0);
const ROD_MARK_CENTRE: (f64, f64) = (-11.0, 32.0);
const PAWNS_X: f64 = 29.0;
const FLOOR_STEP: f64 = 25.0;

/// The name of a colour in symbol ids and classes.
pub(super) const fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "blue",
        Colour::Red => "red",
        Colour::Neutral => "neutral",
    }
}

const fn body_symbol(colour: Colour, builder: Seat) -> &'static str {
    match (colour, builder) {
        (Colour::Blue, Seat::First) => "blue-round",
        (Colour::Red, Seat::First) => "red-round",
        (Colour::Neutral, Seat::First) => "neutral-round",
        (Colour::Blue, Seat::Second) => "blue-cut",
        (Colour::Red, Seat::Second) => "red-cut",
        (Colour::Neutral, Seat::Second) => "neutral-cut",
    }
}

/// Defines block bodies (rounded corners if built by Blue, cut ones if by Red), the sign of each
/// colour (disc, triangle, square) and rods.
pub(super) fn define_symbols(pen: &mut SvgPen) {
    pen.define_radial_gradient(
        "shadow",
        (0.5, 0.5),
        &[(0.0, "#000", 0.6), (0.7, "#000", 0.4), (1.0, "#000", 0.0)],
    );
    for (colour, [lit, middle, dark]) in Colour::ALL.into_iter().zip([BLUE, RED, YELLOW]) {
        let id = colour_name(colour);
        let stops = [(0.0, lit, 1.0), (0.3, middle, 1.0), (1.0, dark, 1.0)];
        pen.define_linear_gradient(&format!("{id}-body"), (0.0, 1.0), &stops);
        for builder in Seat::ALL {
            pen.define_symbol(body_symbol(colour, builder), |pen| {
                draw_shell(pen, id, dark, builder)
            });
        }
        pen.define_symbol(&format!("{id}-sign"), |pen| {
            draw_sign(
                pen,
                colour,
                &format!("fill=\"{middle}\" stroke=\"{dark}\" stroke-width=\"1.5\""),
            );
        });
        pen.define_symbol(&format!("{id}-pawn"), |pen| {
            draw_sign(
                pen,
                colour,
                &format!("fill=\"{lit}\" stroke=\"#14110d\" stroke-width=\"1.5\""),
            );
        });
    }
    pen.define_radial_gradient(
        "steel",
        (0.38, 0.3),
        &[(0.0, "#ffffff", 1.0), (0.5, "#b9c0c7", 1.0), (1.0, "#5c646d", 1.0)],
    );
    pen.define_radial_gradient(
        "brass",
        (0.38, 0.3),
        &[(0.0, "#fff3c9", 1.0), (0.5, "#d2a24a", 1.0), (1.0, "#7a5314", 1.0)],
    );
    pen.define_symbol("small-rod", |pen| {
        let (shadow, steel) = (pen.gradient_fill("shadow"), pen.gradient_fill("steel"));
        pen.ellipse(2.0, 4.0, 16.0, 15.0, &shadow);
        pen.circle(0.0, 0.0, 10.5, &format!("{steel} stroke=\"#3c434a\" stroke-width=\"1.5\""));
    });
    pen.define_symbol("large-rod", |pen| {
        let (shadow, brass) = (pen.gradient_fill("shadow"), pen.gradient_fill("brass"));
        pen.ellipse(3.0, 9.0, 32.0, 29.0, &shadow);
        pen.circle(0.0, 0.0, 21.5, &format!("{brass} stroke=\"#5c3d0c\" stroke-width=\"2\""));
        pen.circle(
            0.0,
            0.0,
            12.0,
            "fill=\"none\" stroke=\"#5c3d0c\" stroke-opacity=\"0.8\" stroke-width=\"3\"",
        );
    });
}

/// Draws a sign of about 20 units around the origin.
fn draw_sign(pen: &mut SvgPen, colour: Colour, attributes: &str) {
    match colour {
        Colour::Blue => pen.circle(0.0, 0.0, 10.0, attributes),
        Colour::Red => {
            let d = "M0 -11.5L11.5 8.5H-11.5Z";
            pen.path(d, &format!("stroke-linejoin=\"round\" {attributes}"));
        }
        Colour::Neutral => pen.square(0.0, 0.0, 9.0, 2.0, attributes),
    }
}

fn draw_shell(pen: &mut SvgPen, id: &str, dark: &str, builder: Seat) {
    let shadow = pen.gradient_fill("shadow");
    pen.ellipse(3.0, 9.0, HALF * 1.34, HALF * 1.3, &shadow);
    let fill = pen.gradient_fill(&format!("{id}-body"));
    let dark = pen.piece_line(dark);
    let line = format!("stroke=\"{dark}\" stroke-width=\"2.5\"");
    let light = "fill=\"none\" stroke=\"#fff\" stroke-opacity=\"0.45\" stroke-width=\"2\"";
    match builder {
        Seat::First => {
            pen.square(0.0, 0.0, HALF, 20.0, &format!("{fill} {line}"));
            pen.square(0.0, 0.0, HALF - 4.0, 16.0, light);
        }
        Seat::Second => {
            for (half, attributes) in [(HALF, format!("{fill} {line}")), (HALF - 4.0, light.into())]
            {
                let (h, c) = (format_number(half), format_number(half - 15.0));
                let d = format!("M-{c} -{h}H{c}L{h} -{c}V{c}L{c} {h}H-{c}L-{h} {c}V-{c}Z");
                pen.path(&d, &attributes);
            }
        }
    }
    let (x, y) = WINDOW_CENTRE;
    pen.square(x, y, 27.0, 9.0, "fill=\"#000\" fill-opacity=\"0.35\"");
    pen.square(x, y + 1.0, 24.5, 7.0, "fill=\"#fffaf0\"");
    pen.rect(PAWNS_X - 11.0, -39.0, 22.0, 78.0, 9.0, "fill=\"#000\" fill-opacity=\"0.42\"");
    pen.use_symbol(&format!("{id}-sign"), "shown", x, y + 1.0, 1.75);
}

/// Draws a block centred at (x, y).
pub(super) fn draw_block(pen: &mut SvgPen, x: f64, y: f64, rod: RodKnowledge, seen: &BlockView) {
    pen.use_symbol(body_symbol(seen.shown, seen.builder), "block", x, y, 1.0);
    let in_window = match rod {
        RodKnowledge::Known(rod, _) => Some(rod.window()),
        _ => None,
    };
    for (i, pawn) in seen.pawns.iter().enumerate() {
        let (px, py) = (x + PAWNS_X, y + FLOOR_STEP - 25.0 * i as f64);
        let framed = in_window == Some(i);
        if framed {
            pen.circle(px, py, 11.5, "fill=\"#fffaf0\"");
        }
        match pawn {
            Some(colour) => {
                let kind = if framed { "sign" } else { "pawn" };
                pen.use_symbol(&format!("{}-{kind}", colour_name(*colour)), "pawn", px, py, 0.76);
            }
            None => pen.text(px, py, 18.0, TextStyle::new("#cfcfcf"), "?"),
        }
    }
    draw_rod_mark(pen, x + ROD_MARK_CENTRE.0, y + ROD_MARK_CENTRE.1, rod);
}

/// Draws the rod under a block like a free rod but smaller; secret rods get a dashed ring.
fn draw_rod_mark(pen: &mut SvgPen, x: f64, y: f64, rod: RodKnowledge) {
    match rod {
        RodKnowledge::Known(rod, secret) => {
            if secret {
                let ring =
                    "fill=\"none\" stroke=\"#fff\" stroke-width=\"2\" stroke-dasharray=\"3 2.6\"";
                pen.circle(x, y, 10.0, ring);
            }
            draw_rod(pen, x, y, rod, if rod == Rod::Large { 0.34 } else { 0.46 });
        }
        RodKnowledge::Unknown => pen.text(x, y, 19.0, TextStyle::new("#ffffff").bold(), "?"),
        RodKnowledge::Absent => {}
    }
}

/// Draws a rod seen from above.
pub(super) fn draw_rod(pen: &mut SvgPen, x: f64, y: f64, rod: Rod, scale: f64) {
    let id = match rod {
        Rod::Small => "small-rod",
        Rod::Large => "large-rod",
    };
    pen.use_symbol(id, "rod", x, y, scale);
}
