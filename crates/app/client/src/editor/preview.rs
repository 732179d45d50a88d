//! Draws the edited position, valid or not.

use abaque_core::{Lang, ParseError};
use abaque_draw::geometry::NamedSpots;
use abaque_draw::{BoardLayers, DrawOptions, Piece};

use super::Editor;
use crate::labels;

impl Editor {
    /// The board and its tappable spots, even if the position is invalid.
    pub fn stage(&self, options: &DrawOptions) -> Result<(BoardLayers, NamedSpots), ParseError> {
        let text = self.text();
        let (stage, text) = match abaque_draw::board_layers(&self.state.spec, &text, options) {
            Ok(stage) => (stage, text),
            Err(wrong) => self.draw_fallback(options).ok_or(wrong)?,
        };
        let mut spots = abaque_draw::spots(&self.state.spec, &text)?;
        spots.retain(|(name, _)| (self.grammar.can_tap)(name));
        Ok((stage, spots))
    }

    /// Label of a square and the pieces on it.
    pub fn label(&self, stage: &BoardLayers, square: &str, lang: Lang) -> String {
        let own = (self.grammar.label)(&self.state, square, lang);
        own.unwrap_or_else(|| match abaque_draw::board_info(&self.state.spec) {
            Ok(info) => labels::square_label(info, stage, square, lang),
            Err(_) => square.to_owned(),
        })
    }

    /// Draws an invalid position: the board of a similar valid one with these pieces.
    fn draw_fallback(&self, options: &DrawOptions) -> Option<(BoardLayers, String)> {
        let texts = (self.grammar.fallback_positions)(&self.state).into_iter();
        let (mut stage, text) = texts
            .filter_map(|text| {
                Some((abaque_draw::board_layers(&self.state.spec, &text, options).ok()?, text))
            })
            .next()?;
        let Some(models) = &self.grammar.models else {
            let start = abaque_catalog::open(&self.state.spec).map(|game| game.position());
            let bare = start
                .and_then(|start| abaque_draw::board_layers(&self.state.spec, &start, options));
            let pieces = bare.map(|bare| bare.pieces).unwrap_or_default();
            (self.grammar.trim_fallback)(&self.state, &mut stage, pieces);
            return Some((stage, text));
        };
        let known =
            abaque_draw::board_layers(&self.state.spec, models.position, options).ok()?.pieces;
        let spots = abaque_draw::spots(&self.state.spec, &text).ok()?;
        stage.over.clear();
        stage.pieces.clear();
        for (square, stack) in &self.state.pieces {
            let Some((_, spot)) = spots.iter().find(|(name, _)| name == square) else { continue };
            for (height, class) in stack.chars().filter_map(models.class).enumerate() {
                let Some(model) = known.iter().find(|model| model.class == class) else { continue };
                let mut at = if options.flip { spot.at.flipped() } else { spot.at };
                at.y -= height as f64 * 0.016;
                let slot = if height == 0 { square.clone() } else { format!("{square}.{height}") };
                stage.pieces.push(Piece { slot, at, ..model.clone() });
            }
        }
        Some((stage, text))
    }
}
