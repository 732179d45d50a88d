use abaque_blocs::{Colour, Field, Phase, QuarterTurn};
use abaque_core::{Lang, Seat, Turn};

use super::geometry::{self, BLOCK, DISC, PITCH};
use super::visible_board::{RodKnowledge, VisibleBoard};
use super::{blocks, words};
use abaque_board::DrawOptions;
use abaque_board::PieceSprite;
use abaque_board::geometry::UnitPoint;
use abaque_board::kit::marks::draw_spot;
use abaque_board::kit::pen::{TextStyle, UNIT};
use abaque_board::kit::{PictureFrame, SvgPen, format_number};

/// Draws the disc with its fields, and the handles that turn it.
pub(super) fn draw_ground(pen: &mut SvgPen, view: &VisibleBoard, options: &DrawOptions) {
    draw_disc(pen);
    for way in QuarterTurn::ALL {
        draw_handle(pen, way, options.orient(geometry::handle(way).at));
    }
    if options.coordinates {
        draw_coordinates(pen, options);
    }
    for (field, ..) in &view.fields {
        let spot = geometry::spot(*field);
        let spot = if options.flip { spot.flipped() } else { spot };
        let line = pen.palette().wood_line;
        let plate = format!(
            "{} stroke=\"{line}\" stroke-opacity=\"0.55\" stroke-width=\"2\"",
            pen.gradient_fill("plate")
        );
        draw_spot(pen, &spot, &plate);
    }
}

/// Rods and gaps on fields without a block, then the blocks.
pub(super) fn piece_sprites<'a>(
    view: &'a VisibleBoard,
    options: &DrawOptions,
) -> Vec<PieceSprite<'a>> {
    let at = |field: Field| options.orient(geometry::centre(field));
    let free = view.fields.iter().filter(|(_, _, block)| block.is_none()).map(|(field, rod, _)| {
        PieceSprite::new(super::rod_slot(*field), "rod", at(*field), move |pen, x, y| match rod {
            RodKnowledge::Known(rod, _) => blocks::draw_rod(pen, x, y, *rod, 1.0),
            RodKnowledge::Unknown | RodKnowledge::Absent => {
                let hole = pen.empty_slot();
                pen.circle(x, y, 14.0, &hole);
            }
        })
    });
    let blocks = view.fields.iter().filter_map(|(field, rod, block)| {
        let block = block.as_ref()?;
        let acts = matches!(view.phase, Phase::Act(_, acting) if acting == *field);
        Some(PieceSprite::new(field.to_string(), "block", at(*field), move |pen, x, y| {
            blocks::draw_block(pen, x, y, *rod, block);
            if acts {
                let accent = pen.palette().accent;
                let ring = format!("fill=\"none\" stroke=\"{accent}\" stroke-width=\"7\"");
                pen.square(x, y, BLOCK * UNIT + 4.0, 22.0, &ring);
            }
        }))
    });
    free.chain(blocks).collect()
}

/// Draws a player's sign, the blocks showing its colour, and their number.
pub(super) fn draw_counters(pen: &mut SvgPen, view: &VisibleBoard, seat: Seat, y: f64) {
    let (colour, count) = (Colour::of_player(seat), view.counts[seat.index()]);
    let sign = format!("{}-sign", blocks::colour_name(colour));
    pen.use_symbol(&sign, "emblem", PictureFrame::EMBLEM_X, y, 2.5);
    let ink = pen.palette().ink;
    pen.text(
        PictureFrame::COUNTERS_RIGHT,
        y,
        40.0,
        TextStyle::new(ink).bold().end(),
        &count.to_string(),
    );
    for i in 0..count {
        let x = PictureFrame::COUNTERS_RIGHT - 76.0 - f64::from(i) * 29.0;
        pen.use_symbol(&sign, "count", x, y, 1.1);
    }
}

/// Draws the neutral blocks, and a lot if one is due.
pub(super) fn draw_strip(pen: &mut SvgPen, view: &VisibleBoard, frame: &PictureFrame, lang: Lang) {
    draw_neutral_blocks(pen, view, frame.strip_y(), lang);
    if view.turn() == Turn::Chance {
        frame.draw_notice(pen, words::due_action(view).get(lang));
    }
}

fn draw_neutral_blocks(pen: &mut SvgPen, view: &VisibleBoard, y: f64, lang: Lang) {
    let ink = pen.palette().ink_soft;
    let count = view.counts[2];
    let words = match lang {
        Lang::En => format!("Neutral {count} of 7"),
        Lang::Fr => format!("Neutres {count} sur 7"),
    };
    pen.text(36.0, y, 24.0, TextStyle::new(ink).start(), &words);
    let slot = pen.empty_slot();
    for i in 0..count.max(7) {
        let x = 262.0 + f64::from(i) * 32.0;
        if i < count {
            pen.use_symbol("neutral-sign", "count", x, y, 1.1);
        } else {
            pen.square(x, y, 10.0, 3.0, &slot);
        }
    }
}

pub(super) fn define_symbols(pen: &mut SvgPen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.define_linear_gradient(
        "disc",
        (0.0, 1.0),
        &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)],
    );
    pen.define_linear_gradient("plate", (0.0, 1.0), &[(0.0, wood, 1.0), (1.0, lit, 1.0)]);
    blocks::define_symbols(pen);
}

/// Draws the turning wooden disc in its ring.
fn draw_disc(pen: &mut SvgPen) {
    let palette = pen.palette();
    let r = DISC * UNIT;
    pen.circle(500.0, 512.0, r + 6.0, "fill=\"#000\" opacity=\"0.24\"");
    let ring = format!("fill=\"{}\"", palette.wood[2]);
    pen.circle(
        500.0,
        500.0,
        r + 6.0,
        &format!("{ring} stroke=\"{}\" stroke-width=\"2.5\"", palette.wood_line),
    );
    let fill = pen.gradient_fill("disc");
    pen.circle(
        500.0,
        500.0,
        r - 6.0,
        &format!("{fill} stroke=\"{}\" stroke-width=\"2.5\"", palette.wood_line),
    );
    let groove = format!(
        "fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.5\" stroke-width=\"2\"",
        palette.wood[0]
    );
    pen.circle(500.0, 502.0, r - 12.0, &groove);
}

/// Draws a curved arrow showing the direction of the turn.
fn draw_handle(pen: &mut SvgPen, way: QuarterTurn, at: UnitPoint) {
    let (x, y) = (at.x * UNIT, at.y * UNIT);
    let ink = pen.palette().ink_soft;
    let mirror = if way == QuarterTurn::Ccw { "scale(-1 1) " } else { "" };
    // From the other side, the corners swap but the direction of the turn stays.
    let turn = if at.y > 0.5 { "rotate(180)" } else { "" };
    let attributes = format!(
        "class=\"turn\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.75\" stroke-width=\"8\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         transform=\"translate({} {}) {turn}{mirror}\"",
        format_number(x),
        format_number(y)
    );
    pen.path("M-28 -20A46 46 0 0 1 22 24M8 14L23 26L34 9", &attributes);
}

/// Labels each column below its lowest field and each row beside its leftmost one. They belong to
/// the table: they stay when the board turns (BLO-19).
fn draw_coordinates(pen: &mut SvgPen, options: &DrawOptions) {
    let style = TextStyle::new(pen.palette().engraved).bold();
    let off = PITCH * 0.5 + 0.011;
    let seen =
        || Field::ALL.into_iter().map(|field| (field, options.orient(geometry::centre(field))));
    for i in 0..8u8 {
        let row = seen().filter(|(field, _)| field.row() == i);
        if let Some((field, at)) = row.min_by(|(_, a), (_, b)| a.x.total_cmp(&b.x)) {
            let name = field.to_string();
            pen.text((at.x - off) * UNIT, at.y * UNIT, 22.0, style, &name[1..]);
        }
        let column = seen().filter(|(field, _)| field.column() == i);
        if let Some((field, at)) = column.max_by(|(_, a), (_, b)| a.y.total_cmp(&b.y)) {
            let name = field.to_string();
            pen.text(at.x * UNIT, (at.y + off) * UNIT, 22.0, style, &name[..1]);
        }
    }
}
