use std::collections::VecDeque;

use abaque_lots::LotGenerator;

/// A lot that must be drawn now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotDue {
    /// The index of its ply, from 0.
    pub index: usize,
    /// Every outcome and its weight, sorted by text.
    pub outcomes: Vec<(String, u32)>,
}

impl LotDue {
    /// The text of an outcome by index; out of range, a text that the game refuses.
    pub fn outcome(&self, drawn: usize) -> String {
        self.outcomes.get(drawn).map_or_else(|| format!("#{drawn}"), |(text, _)| text.clone())
    }
}

/// The only source of lots for a table (COM-05).
pub trait LotSource {
    /// Draws an outcome and returns its index in `due.outcomes`.
    fn draw_lot(&mut self, due: &LotDue) -> usize;
}

/// Lots that can be recomputed from the record.
pub struct VerifiableLots(pub LotGenerator);

impl LotSource for VerifiableLots {
    fn draw_lot(&mut self, due: &LotDue) -> usize {
        let weights: Vec<u32> = due.outcomes.iter().map(|&(_, weight)| weight).collect();
        self.0.draw_weighted("ply", due.index as u64, &weights)
    }
}

/// Predetermined outcomes, for tests and for replayed games.
#[derive(Clone, Debug, Default)]
pub struct ScriptedLots(VecDeque<String>);

impl ScriptedLots {
    /// These outcomes in order; after the last, always the first possible one.
    pub fn new<'a>(outcomes: impl IntoIterator<Item = &'a str>) -> ScriptedLots {
        ScriptedLots(outcomes.into_iter().map(String::from).collect())
    }
}

impl LotSource for ScriptedLots {
    /// # Panics
    /// If the next scripted outcome is not possible now.
    fn draw_lot(&mut self, due: &LotDue) -> usize {
        let Some(next) = self.0.pop_front() else { return 0 };
        let found = due.outcomes.iter().position(|(outcome, _)| *outcome == next);
        found.unwrap_or_else(|| panic!("`{next}` is no outcome of {:?}", due.outcomes))
    }
}
