use abaque_core::ParseError;

use crate::DrawOptions;
use abaque_board::theme::Palette;

/// Card width in pixels: the usual size of link previews.
pub const CARD_WIDTH: u32 = 1200;
/// Card height in pixels.
pub const CARD_HEIGHT: u32 = 630;
/// Side of the square board in the middle.
const BOARD_SIDE: u32 = 600;

/// A link-preview card: the board alone in the middle of a wide picture, on the same table, so that
/// sites cropping to this shape cut nothing off. Ignores the options for panels, coordinates and
/// size.
///
/// ```
/// let position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";
/// let options = abaque_draw::DrawOptions::default();
/// let card = abaque_draw::card("abalone", position, &options).unwrap();
/// assert!(card.contains("width=\"1200\" height=\"630\"") && card.matches("<svg ").count() == 2);
/// ```
pub fn card(spec: &str, view: &str, options: &DrawOptions) -> Result<String, ParseError> {
    let bare =
        DrawOptions { panels: false, coordinates: false, size: BOARD_SIDE, ..options.clone() };
    let board = crate::svg(spec, view, &bare)?;
    let (x, y) = ((CARD_WIDTH - BOARD_SIDE) / 2, (CARD_HEIGHT - BOARD_SIDE) / 2);
    let [from, to] = Palette::of(options.theme).table;
    let placed = board.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1);
    // The table's background continues beside the board.
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\">\
         <defs><linearGradient id=\"beside\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"{y}\" \
         x2=\"0\" y2=\"{}\"><stop offset=\"0\" stop-color=\"{from}\"/>\
         <stop offset=\"1\" stop-color=\"{to}\"/></linearGradient></defs>\
         <rect width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" fill=\"url(#beside)\"/>\n{placed}</svg>\n",
        y + BOARD_SIDE
    ))
}
