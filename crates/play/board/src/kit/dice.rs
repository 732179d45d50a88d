use super::pen::SvgPen;

/// Draws a die face centred at (x, y).
pub fn draw_die(pen: &mut SvgPen, x: f64, y: f64, side: f64, number: u8) {
    let half = side / 2.0;
    pen.square(x, y + 3.0, half, side * 0.22, "fill=\"#000\" opacity=\"0.25\"");
    pen.square(
        x,
        y,
        half,
        side * 0.22,
        "class=\"die\" fill=\"#fffaf0\" stroke=\"#b9aa8d\" stroke-width=\"2\"",
    );
    let d = side * 0.26;
    let pips: &[(f64, f64)] = match number {
        0 => &[],
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)],
        5 => &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (0.0, 0.0)],
        _ => &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0)],
    };
    for (px, py) in pips {
        pen.circle(x + px * d, y + py * d, side * 0.095, "fill=\"#2b2620\"");
    }
}
