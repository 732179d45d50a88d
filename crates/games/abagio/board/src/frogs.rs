use abaque_core::Seat;

use abaque_board::kit::SvgPen;
use abaque_board::theme::{PURPLE, RED, YELLOW};

/// Half the width of a frog on the outer path, in picture units.
pub(super) const WIDE: f64 = 50.0;
const TALL: f64 = 29.0;
const THICK: f64 = 15.0;

/// The symbol id of a frog, on top of its stack or below another frog.
pub(super) const fn symbol(seat: Seat, top: bool) -> &'static str {
    match (seat, top) {
        (Seat::First, true) => "red",
        (Seat::First, false) => "red-under",
        (Seat::Second, true) => "purple",
        (Seat::Second, false) => "purple-under",
    }
}

/// Defines the frog symbols. Red frogs are striped and purple ones dotted, on the back and on the
/// side visible in a pile, so that colour is never the only difference.
pub(super) fn define_symbols(pen: &mut SvgPen) {
    pen.define_radial_gradient(
        "shadow",
        (0.5, 0.5),
        &[(0.0, "#000", 0.5), (0.6, "#000", 0.32), (1.0, "#000", 0.0)],
    );
    for (id, [lit, middle, dark]) in [("red", RED), ("purple", PURPLE), ("chief", YELLOW)] {
        pen.define_radial_gradient(
            &format!("{id}-back"),
            (0.4, 0.25),
            &[(0.0, lit, 1.0), (0.55, middle, 1.0), (1.0, dark, 1.0)],
        );
        pen.define_linear_gradient(
            &format!("{id}-side"),
            (0.0, 1.0),
            &[(0.0, middle, 1.0), (1.0, dark, 1.0)],
        );
        for top in [false, true] {
            let name = if top { id.to_owned() } else { format!("{id}-under") };
            pen.define_symbol(&name, |pen| draw_frog(pen, id, dark, top));
        }
    }
    pen.define_symbol("crown", draw_crown);
}

fn draw_frog(pen: &mut SvgPen, id: &str, dark: &str, top: bool) {
    let (back, side) =
        (pen.gradient_fill(&format!("{id}-back")), pen.gradient_fill(&format!("{id}-side")));
    let dark = pen.piece_line(dark);
    let line = format!("stroke=\"{dark}\" stroke-width=\"2\"");
    let feet = format!("{side} {line}");
    if top {
        for x in [-1.0, 1.0] {
            pen.ellipse(x * WIDE * 0.82, THICK + 6.0, 15.0, 9.0, &feet);
        }
    }
    let skirt = format!("M{0} 0V{THICK}A{WIDE} {TALL} 0 0 0 {WIDE} {THICK}V0Z", -WIDE);
    pen.path(&skirt, &format!("{side} {line}"));
    draw_side_marks(pen, id);
    pen.ellipse(0.0, 0.0, WIDE, TALL, &format!("{back} {line}"));
    if !top {
        return;
    }
    draw_back_marks(pen, id);
    for x in [-21.0, 21.0] {
        pen.circle(x, -20.0, 13.0, &format!("{back} {line}"));
        pen.circle(x, -22.0, 8.5, "fill=\"#fff\"");
        pen.circle(x * 0.95, -20.5, 4.6, "fill=\"#15120f\"");
    }
    let smile = format!("fill=\"none\" {line} stroke-linecap=\"round\" stroke-opacity=\"0.9\"");
    pen.path("M-20 14Q0 24 20 14", &smile.replace("width=\"2\"", "width=\"3\""));
}

/// Light stripes or dots on the side, visible on a frog below another.
fn draw_side_marks(pen: &mut SvgPen, id: &str) {
    // The front edge bulges by the height of the ellipse at x.
    let front = |x: f64| TALL * (1.0 - (x / WIDE).powi(2)).sqrt();
    match id {
        "red" => {
            for x in [-26.0, -9.0, 9.0, 26.0] {
                let y = front(x);
                let d = format!("M{x} {:.1}V{:.1}", y + 3.0, y + THICK - 2.5);
                pen.path(&d, "stroke=\"#ffd9c9\" stroke-width=\"5\" stroke-linecap=\"round\"");
            }
        }
        "purple" => {
            for x in [-32.0, -16.0, 0.0, 16.0, 32.0] {
                pen.circle(x, front(x) + THICK / 2.0, 3.6, "fill=\"#e6dcff\"");
            }
        }
        _ => {}
    }
}

fn draw_back_marks(pen: &mut SvgPen, id: &str) {
    match id {
        "red" => pen.path(
            "M-34 -1Q-22 8 -13 10M34 -1Q22 8 13 10M-8 -12V4M8 -12V4",
            "fill=\"none\" stroke=\"#ffd9c9\" stroke-opacity=\"0.9\" stroke-width=\"5\" \
             stroke-linecap=\"round\"",
        ),
        "purple" => {
            for (x, y) in [(-31.0, 1.0), (31.0, 1.0), (-13.0, 5.0), (13.0, 5.0), (0.0, -9.0)] {
                pen.circle(x, y, 4.6, "fill=\"#e6dcff\" fill-opacity=\"0.9\"");
            }
        }
        _ => {}
    }
}

fn draw_crown(pen: &mut SvgPen) {
    pen.path(
        "M-20 -26L-24 -52L-11 -41L0 -58L11 -41L24 -52L20 -26Q0 -19 -20 -26Z",
        "fill=\"#fff3c4\" stroke=\"#6d4703\" stroke-width=\"2.5\" stroke-linejoin=\"round\"",
    );
    for (x, y) in [(-24.0, -53.0), (0.0, -59.0), (24.0, -53.0)] {
        pen.circle(x, y, 4.0, "fill=\"#d93a33\" stroke=\"#6d4703\" stroke-width=\"1.5\"");
    }
}
