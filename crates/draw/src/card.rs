use abaque_core::BadText;

use crate::Options;
use crate::theme::Palette;

/// How wide a card is, in pixels: what sites that point to a page show of it.
pub const CARD_WIDTH: u32 = 1200;
/// How high it is.
pub const CARD_HEIGHT: u32 = 630;
/// The board, a square in the middle.
const BOARD: u32 = 600;

/// The board alone in the middle of a wide picture, on the same table: nothing of it is lost where others cut pictures to that
/// shape. Panels, coordinates and size of the options do not count.
///
/// ```
/// let position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";
/// let card = abaque_draw::card("abalone", position, &abaque_draw::Options::default()).unwrap();
/// assert!(card.contains("width=\"1200\" height=\"630\"") && card.matches("<svg ").count() == 2);
/// ```
pub fn card(spec: &str, view: &str, options: &Options) -> Result<String, BadText> {
    let bare = Options { panels: false, coordinates: false, size: BOARD, ..options.clone() };
    let board = crate::svg(spec, view, &bare)?;
    let (x, y) = ((CARD_WIDTH - BOARD) / 2, (CARD_HEIGHT - BOARD) / 2);
    let [from, to] = Palette::of(options.theme).table;
    let placed = board.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1);
    // The table goes on beside the board as it is behind it.
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\">\
         <defs><linearGradient id=\"beside\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"{y}\" \
         x2=\"0\" y2=\"{}\"><stop offset=\"0\" stop-color=\"{from}\"/>\
         <stop offset=\"1\" stop-color=\"{to}\"/></linearGradient></defs>\
         <rect width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" fill=\"url(#beside)\"/>\n{placed}</svg>\n",
        y + BOARD
    ))
}
