//! The board of a position being put together, even where the position is wrong.

use abaque_core::{BadText, Lang};
use abaque_draw::geometry::Spots;
use abaque_draw::{Options, Piece, Stage};

use super::Editor;
use crate::labels;

/// How the pieces of a wrong position are drawn.
pub(super) struct Models {
    /// A position that holds every kind of piece.
    pub(super) position: &'static str,
    /// The class of the piece a text stands for.
    pub(super) class: fn(char) -> Option<&'static str>,
}

impl Editor {
    /// The board and what can be tapped on it, even where the position is wrong.
    pub fn stage(&self, options: &Options) -> Result<(Stage, Spots), BadText> {
        let text = self.text();
        let (stage, text) = match abaque_draw::stage(&self.spec, &text, options) {
            Ok(stage) => (stage, text),
            Err(wrong) => self.sketch(options).ok_or(wrong)?,
        };
        let mut spots = abaque_draw::spots(&self.spec, &text)?;
        spots.retain(|(name, _)| (self.craft.taps)(name));
        Ok((stage, spots))
    }

    /// A square and what stands on it, in words.
    pub fn label(&self, stage: &Stage, square: &str, lang: Lang) -> String {
        let own = (self.craft.label)(self, square, lang);
        own.unwrap_or_else(|| labels::square(stage, square, lang))
    }

    /// The board of a wrong position: that of a right one like it, with the pieces of this one.
    fn sketch(&self, options: &Options) -> Option<(Stage, String)> {
        let texts = (self.craft.sketches)(self).into_iter();
        let (mut stage, text) = texts
            .filter_map(|text| Some((abaque_draw::stage(&self.spec, &text, options).ok()?, text)))
            .next()?;
        let Some(models) = &self.craft.models else {
            self.take_back(&mut stage, options);
            return Some((stage, text));
        };
        let known = abaque_draw::stage(&self.spec, models.position, options).ok()?.pieces;
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

    /// Takes what was lent for the drawing off the board: blocks that do not stand here. What is under them shows again.
    fn take_back(&self, stage: &mut Stage, options: &Options) {
        let stands = |square: &str| self.pieces.get(square).is_some_and(|text| text.len() > 1);
        let lent: Vec<String> = stage
            .pieces
            .extract_if(.., |piece| piece.class == "block" && !stands(&piece.slot))
            .map(|piece| format!("rod.{}", piece.slot))
            .collect();
        let start = abaque_catalog::open(&self.spec).map(|game| game.position());
        let bare = start.and_then(|start| abaque_draw::stage(&self.spec, &start, options));
        let rods = bare.map(|bare| bare.pieces).unwrap_or_default();
        stage.pieces.extend(rods.into_iter().filter(|rod| lent.contains(&rod.slot)));
    }
}
