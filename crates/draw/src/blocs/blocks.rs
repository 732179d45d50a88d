use abaque_blocs::{Colour, Rod, Seen};
use abaque_core::Seat;

use super::geometry::BLOCK;
use super::shown::RodSeen;
use crate::kit::pen::{Type, UNIT};
use crate::kit::{Pen, num};
use crate::theme::{BLUE, RED, YELLOW};

const HALF: f64 = BLOCK * UNIT;
/// Where in a block the window, the rod's mark and the pawns have their centres.
const WINDOW: (f64, f64) = (-11.0, -8.0);
const ROD: (f64, f64) = (-11.0, 32.0);
const PAWNS: f64 = 29.0;
const FLOOR: f64 = 25.0;

/// The id of everything in a colour.
pub(super) const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "blue",
        Colour::Red => "red",
        Colour::Neutral => "neutral",
    }
}

const fn body(colour: Colour, builder: Seat) -> &'static str {
    match (colour, builder) {
        (Colour::Blue, Seat::First) => "blue-round",
        (Colour::Red, Seat::First) => "red-round",
        (Colour::Neutral, Seat::First) => "neutral-round",
        (Colour::Blue, Seat::Second) => "blue-cut",
        (Colour::Red, Seat::Second) => "red-cut",
        (Colour::Neutral, Seat::Second) => "neutral-cut",
    }
}

/// Defines bodies (round corners if Blue built them, cut ones if Red did), the sign of each
/// colour (a disc, a triangle, a square) and rods.
pub(super) fn define(pen: &mut Pen) {
    pen.radial("shadow", (0.5, 0.5), &[(0.0, "#000", 0.6), (0.7, "#000", 0.4), (1.0, "#000", 0.0)]);
    for (colour, [lit, middle, dark]) in Colour::ALL.into_iter().zip([BLUE, RED, YELLOW]) {
        let id = name(colour);
        let stops = [(0.0, lit, 1.0), (0.3, middle, 1.0), (1.0, dark, 1.0)];
        pen.linear(&format!("{id}-body"), (0.0, 1.0), &stops);
        for builder in Seat::ALL {
            pen.symbol(body(colour, builder), |pen| shell(pen, id, dark, builder));
        }
        pen.symbol(&format!("{id}-sign"), |pen| {
            sign(pen, colour, &format!("fill=\"{middle}\" stroke=\"{dark}\" stroke-width=\"1.5\""));
        });
        pen.symbol(&format!("{id}-pawn"), |pen| {
            sign(pen, colour, &format!("fill=\"{lit}\" stroke=\"#14110d\" stroke-width=\"1.5\""));
        });
    }
    pen.radial(
        "steel",
        (0.38, 0.3),
        &[(0.0, "#ffffff", 1.0), (0.5, "#b9c0c7", 1.0), (1.0, "#5c646d", 1.0)],
    );
    pen.radial(
        "brass",
        (0.38, 0.3),
        &[(0.0, "#fff3c9", 1.0), (0.5, "#d2a24a", 1.0), (1.0, "#7a5314", 1.0)],
    );
    pen.symbol("small-rod", |pen| {
        let (shadow, steel) = (pen.fill("shadow"), pen.fill("steel"));
        pen.ellipse(2.0, 4.0, 16.0, 15.0, &shadow);
        pen.circle(0.0, 0.0, 10.5, &format!("{steel} stroke=\"#3c434a\" stroke-width=\"1.5\""));
    });
    pen.symbol("large-rod", |pen| {
        let (shadow, brass) = (pen.fill("shadow"), pen.fill("brass"));
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

/// A sign of about 20 units around the origin.
fn sign(pen: &mut Pen, colour: Colour, attributes: &str) {
    match colour {
        Colour::Blue => pen.circle(0.0, 0.0, 10.0, attributes),
        Colour::Red => {
            let d = "M0 -11.5L11.5 8.5H-11.5Z";
            pen.path(d, &format!("stroke-linejoin=\"round\" {attributes}"));
        }
        Colour::Neutral => pen.square(0.0, 0.0, 9.0, 2.0, attributes),
    }
}

fn shell(pen: &mut Pen, id: &str, dark: &str, builder: Seat) {
    let shadow = pen.fill("shadow");
    pen.ellipse(3.0, 9.0, HALF * 1.34, HALF * 1.3, &shadow);
    let fill = pen.fill(&format!("{id}-body"));
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
                let (h, c) = (num(half), num(half - 15.0));
                let d = format!("M-{c} -{h}H{c}L{h} -{c}V{c}L{c} {h}H-{c}L-{h} {c}V-{c}Z");
                pen.path(&d, &attributes);
            }
        }
    }
    let (x, y) = WINDOW;
    pen.square(x, y, 27.0, 9.0, "fill=\"#000\" fill-opacity=\"0.35\"");
    pen.square(x, y + 1.0, 24.5, 7.0, "fill=\"#fffaf0\"");
    pen.rect(PAWNS - 11.0, -39.0, 22.0, 78.0, 9.0, "fill=\"#000\" fill-opacity=\"0.42\"");
    pen.put(&format!("{id}-sign"), "shown", x, y + 1.0, 1.75);
}

/// A block with its centre at (x, y).
pub(super) fn block(pen: &mut Pen, x: f64, y: f64, rod: RodSeen, seen: &Seen) {
    pen.put(body(seen.shown, seen.builder), "block", x, y, 1.0);
    let in_window = match rod {
        RodSeen::Known(rod, _) => Some(rod.window()),
        _ => None,
    };
    for (i, pawn) in seen.pawns.iter().enumerate() {
        let (px, py) = (x + PAWNS, y + FLOOR - 25.0 * i as f64);
        let framed = in_window == Some(i);
        if framed {
            pen.circle(px, py, 11.5, "fill=\"#fffaf0\"");
        }
        match pawn {
            Some(colour) => {
                let kind = if framed { "sign" } else { "pawn" };
                pen.put(&format!("{}-{kind}", name(*colour)), "pawn", px, py, 0.76);
            }
            None => pen.text(px, py, 18.0, Type::new("#cfcfcf"), "?"),
        }
    }
    rod_mark(pen, x + ROD.0, y + ROD.1, rod);
}

/// The rod under a block, as on a free field but smaller; in a dashed ring while it is secret.
fn rod_mark(pen: &mut Pen, x: f64, y: f64, rod: RodSeen) {
    match rod {
        RodSeen::Known(rod, secret) => {
            if secret {
                let ring =
                    "fill=\"none\" stroke=\"#fff\" stroke-width=\"2\" stroke-dasharray=\"3 2.6\"";
                pen.circle(x, y, 10.0, ring);
            }
            rod_at(pen, x, y, rod, if rod == Rod::Large { 0.34 } else { 0.46 });
        }
        RodSeen::Unknown => pen.text(x, y, 19.0, Type::new("#ffffff").bold(), "?"),
        RodSeen::Absent => {}
    }
}

/// A rod seen from above.
pub(super) fn rod_at(pen: &mut Pen, x: f64, y: f64, rod: Rod, scale: f64) {
    let id = match rod {
        Rod::Small => "small-rod",
        Rod::Large => "large-rod",
    };
    pen.put(id, "rod", x, y, scale);
}
