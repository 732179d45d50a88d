//! Draws the edited position, valid or not.

use abaque_core::{Lang, ParseError};
use abaque_draw::geometry::NamedSpots;
use abaque_draw::{BoardLayers, DrawOptions, Piece};

use super::Editor;
use crate::labels;

/// How the pieces of an invalid position are drawn.
pub(super) struct PieceModels {
    /// A position that holds every kind of piece.
    pub(super) position: &'static str,
    /// The CSS class of the piece a letter stands for.
    pub(super) class: fn(char) -> Option<&'static str>,
}

impl Editor {
    /// The board and its tappable spots, even if the position is invalid.
    pub fn stage(&self, options: &DrawOptions) -> Result<(BoardLayers, NamedSpots), ParseError> {
        let text = self.text();
        let (stage, text) = match abaque_draw::board_layers(&self.spec, &text, options) {
            Ok(stage) => (stage, text),
            Err(wrong) => self.draw_fallback(options).ok_or(wrong)?,
        };
        let mut spots = abaque_draw::spots(&self.spec, &text)?;
        spots.retain(|(name, _)| (self.grammar.can_tap)(name));
        Ok((stage, spots))
    }

    /// Label of a square and the pieces on it.
    pub fn label(&self, stage: &BoardLayers, square: &str, lang: Lang) -> String {
        let own = (self.grammar.label)(self, square, lang);
        own.unwrap_or_else(|| labels::square_label(stage, square, lang))
    }

    /// Draws an invalid position: the board of a similar valid one with these pieces.
    fn draw_fallback(&self, options: &DrawOptions) -> Option<(BoardLayers, String)> {
        let texts = (self.grammar.fallback_positions)(self).into_iter();
        let (mut stage, text) = texts
            .filter_map(|text| {
                Some((abaque_draw::board_layers(&self.spec, &text, options).ok()?, text))
            })
            .next()?;
        let Some(models) = &self.grammar.models else {
            self.remove_borrowed_pieces(&mut stage, options);
            return Some((stage, text));
        };
        let known = abaque_draw::board_layers(&self.spec, models.position, options).ok()?.pieces;
        let spots = abaque_draw::spots(&self.spec, &text).ok()?;
        stage.over.clear();
        stage.pieces.clear();
        for (square, stack) in &self.pieces {
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

    /// Removes blocks that only the fallback position has, and shows what is under them.
    fn remove_borrowed_pieces(&self, stage: &mut BoardLayers, options: &DrawOptions) {
        let stands = |square: &str| self.pieces.get(square).is_some_and(|text| text.len() > 1);
        let lent: Vec<String> = stage
            .pieces
            .extract_if(.., |piece| piece.class == "block" && !stands(&piece.slot))
            .map(|piece| format!("rod.{}", piece.slot))
            .collect();
        let start = abaque_catalog::open(&self.spec).map(|game| game.position());
        let bare = start.and_then(|start| abaque_draw::board_layers(&self.spec, &start, options));
        let rods = bare.map(|bare| bare.pieces).unwrap_or_default();
        stage.pieces.extend(rods.into_iter().filter(|rod| lent.contains(&rod.slot)));
    }
}
