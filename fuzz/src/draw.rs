use abaque_core::Lang;
use abaque_draw::{
    ActionTiming, DrawOptions, TerminalOptions, Theme, action_squares, ansi, spots, svg,
};

use crate::FuzzInput;
use crate::laws::error_law;

/// Draws arbitrary text as a board. Input: a flag byte, then one line each for spec, view, last
/// action, target, and the two ends of an arrow.
pub fn draw(data: &[u8]) {
    let mut input = FuzzInput::new(data);
    let flags = input.next_byte();
    let flag = |bit: u8| flags >> bit & 1 == 1;
    let [spec, view, last, target, from, to] = [(); 6].map(|()| input.next_line());
    let last = Some(last).filter(|last| !last.is_empty());
    let lang = if flag(0) { Lang::Fr } else { Lang::En };
    let options = DrawOptions {
        theme: if flag(1) { Theme::Dark } else { Theme::Light },
        lang,
        coordinates: flag(2),
        flip: flag(3),
        panels: flag(4),
        last: last.clone(),
        targets: Some(target.clone()).filter(|target| !target.is_empty()).into_iter().collect(),
        arrows: Some((from, to)).filter(|(from, _)| !from.is_empty()).into_iter().collect(),
        ..DrawOptions::default()
    };
    let term = TerminalOptions {
        colour: flag(5),
        unicode: flag(6),
        lang,
        last,
        flip: flag(3),
        outcome: None,
    };
    let plain = DrawOptions { lang, ..DrawOptions::default() };
    match svg(&spec, &view, &plain) {
        Ok(picture) => {
            assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
            assert!(!spots(&spec, &view).unwrap_or_default().is_empty(), "{spec} {view}");
        }
        Err(error) => error_law(&error),
    }
    if let Err(error) = svg(&spec, &view, &options) {
        error_law(&error);
    }
    match ansi(&spec, &view, &term) {
        Ok(board) => assert!(flag(6) || board.is_ascii(), "{board}"),
        Err(error) => error_law(&error),
    }
    for timing in [ActionTiming::Next, ActionTiming::Last] {
        if let Err(error) = action_squares(&spec, &view, &target, timing) {
            error_law(&error);
        }
    }
}
