use abaque_blocs::{Colour, Field, Phase, Quarter};
use abaque_core::{Lang, Seat, Turn};

use super::geometry::{self, BLOCK, DISC, PITCH};
use super::shown::{RodSeen, Shown};
use super::{blocks, words};
use crate::Options;
use crate::geometry::At;
use crate::kit::marks::shape;
use crate::kit::pen::{Type, UNIT};
use crate::kit::{Frame, Pen, num};
use crate::stage::Actor;

/// The disc with its fields, free rods and empty places, and the handles that turn it.
pub(super) fn ground(pen: &mut Pen, view: &Shown, options: &Options) {
    disc(pen);
    for way in Quarter::ALL {
        handle(pen, way, options.seen(geometry::handle(way).at));
    }
    if options.coordinates {
        coordinates(pen, options.flip);
    }
    for (field, ..) in &view.fields {
        let spot = geometry::spot(*field);
        let spot = if options.flip { spot.flipped() } else { spot };
        let line = pen.palette().wood_line;
        let plate = format!(
            "{} stroke=\"{line}\" stroke-opacity=\"0.55\" stroke-width=\"2\"",
            pen.fill("plate")
        );
        shape(pen, &spot, &plate);
    }
}

/// Rods and empty places on fields without a block, then the blocks.
pub(super) fn pieces<'a>(view: &'a Shown, options: &Options) -> Vec<Actor<'a>> {
    let at = |field: Field| options.seen(geometry::centre(field));
    let free = view.fields.iter().filter(|(_, _, block)| block.is_none()).map(|(field, rod, _)| {
        Actor::new(super::rod_slot(*field), "rod", at(*field), move |pen, x, y| match rod {
            RodSeen::Known(rod, _) => blocks::rod_at(pen, x, y, *rod, 1.0),
            RodSeen::Unknown | RodSeen::Absent => {
                let hole = pen.empty_slot();
                pen.circle(x, y, 14.0, &hole);
            }
        })
    });
    let blocks = view.fields.iter().filter_map(|(field, rod, block)| {
        let block = block.as_ref()?;
        let acts = matches!(view.phase, Phase::Act(_, acting) if acting == *field);
        Some(Actor::new(field.to_string(), "block", at(*field), move |pen, x, y| {
            blocks::block(pen, x, y, *rod, block);
            if acts {
                let accent = pen.palette().accent;
                let ring = format!("fill=\"none\" stroke=\"{accent}\" stroke-width=\"7\"");
                pen.square(x, y, BLOCK * UNIT + 4.0, 22.0, &ring);
            }
        }))
    });
    free.chain(blocks).collect()
}

/// A player's sign, the blocks that show its colour, and how many.
pub(super) fn counters(pen: &mut Pen, view: &Shown, seat: Seat, y: f64) {
    let (colour, count) = (Colour::of(seat), view.counts[seat.index()]);
    let sign = format!("{}-sign", blocks::name(colour));
    pen.put(&sign, "emblem", Frame::EMBLEM, y, 2.5);
    let ink = pen.palette().ink;
    pen.text(Frame::RIGHT, y, 40.0, Type::new(ink).bold().end(), &count.to_string());
    for i in 0..count {
        let x = Frame::RIGHT - 76.0 - f64::from(i) * 29.0;
        pen.put(&sign, "count", x, y, 1.1);
    }
}

/// The neutral blocks, and a lot that is due.
pub(super) fn strip(pen: &mut Pen, view: &Shown, frame: &Frame, lang: Lang) {
    neutral(pen, view, frame.strip_y(), lang);
    if view.turn() == Turn::Chance {
        frame.notice(pen, words::acts(view).get(lang));
    }
}

fn neutral(pen: &mut Pen, view: &Shown, y: f64, lang: Lang) {
    let ink = pen.palette().ink_soft;
    let count = view.counts[2];
    let words = match lang {
        Lang::En => format!("Neutral {count} of 7"),
        Lang::Fr => format!("Neutres {count} sur 7"),
    };
    pen.text(36.0, y, 24.0, Type::new(ink).start(), &words);
    let slot = pen.empty_slot();
    for i in 0..count.max(7) {
        let x = 262.0 + f64::from(i) * 32.0;
        if i < count {
            pen.put("neutral-sign", "count", x, y, 1.1);
        } else {
            pen.square(x, y, 10.0, 3.0, &slot);
        }
    }
}

pub(super) fn define(pen: &mut Pen) {
    let palette = pen.palette();
    let [lit, wood, shade] = palette.wood;
    pen.linear("disc", (0.0, 1.0), &[(0.0, lit, 1.0), (0.5, wood, 1.0), (1.0, shade, 1.0)]);
    pen.linear("plate", (0.0, 1.0), &[(0.0, wood, 1.0), (1.0, lit, 1.0)]);
    blocks::define(pen);
}

/// The disc of wood that is turned, in its ring.
fn disc(pen: &mut Pen) {
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
    let fill = pen.fill("disc");
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

/// A bent arrow that says which way the board turns.
fn handle(pen: &mut Pen, way: Quarter, at: At) {
    let (x, y) = (at.x * UNIT, at.y * UNIT);
    let ink = pen.palette().ink_soft;
    let mirror = if way == Quarter::Ccw { "scale(-1 1) " } else { "" };
    // Seen from the other side the corners are exchanged, not the sense of the turn.
    let turn = if at.y > 0.5 { "rotate(180)" } else { "" };
    let attributes = format!(
        "class=\"turn\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.75\" stroke-width=\"8\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         transform=\"translate({} {}) {turn}{mirror}\"",
        num(x),
        num(y)
    );
    pen.path("M-28 -20A46 46 0 0 1 22 24M8 14L23 26L34 9", &attributes);
}

/// Columns and rows are the table's: they stay when the board turns (BLO-19).
fn coordinates(pen: &mut Pen, flip: bool) {
    let style = Type::new(pen.palette().ink_soft).bold();
    for i in 0..8u8 {
        let k = if flip { 7 - i } else { i };
        let along = (0.5 + (f64::from(i) - 3.5) * PITCH) * UNIT;
        let edge = UNIT - 15.0;
        pen.text(along, edge, 22.0, style, &char::from(b'a' + k).to_string());
        pen.text(UNIT - edge, UNIT - along, 22.0, style, &char::from(b'1' + k).to_string());
    }
}
