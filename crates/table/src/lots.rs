use std::collections::VecDeque;

use abaque_lots::Lots;

/// A lot the game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotDue {
    /// The number of the ply it will be, from 0.
    pub index: usize,
    /// Every outcome and its weight, sorted by text.
    pub outcomes: Vec<(String, u32)>,
}

impl LotDue {
    /// The text of an outcome by its number; for a number that is none, a text the game refuses.
    pub fn outcome(&self, drawn: usize) -> String {
        self.outcomes.get(drawn).map_or_else(|| format!("#{drawn}"), |(text, _)| text.clone())
    }
}

/// The one door through which all lots come (COM-05).
pub trait LotSource {
    /// The outcome drawn: a number below the length of `due.outcomes`.
    fn draw(&mut self, due: &LotDue) -> usize;
}

/// Lots that anyone can recompute from the record.
pub struct VerifiableLots(pub Lots);

impl LotSource for VerifiableLots {
    fn draw(&mut self, due: &LotDue) -> usize {
        let weights: Vec<u32> = due.outcomes.iter().map(|&(_, weight)| weight).collect();
        self.0.draw_weighted("ply", due.index as u64, &weights)
    }
}

/// Outcomes written down beforehand, for tests and for games replayed from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct ScriptedLots(VecDeque<String>);

impl ScriptedLots {
    /// These outcomes, in this order; then always the first possible one.
    pub fn new<'a>(outcomes: impl IntoIterator<Item = &'a str>) -> ScriptedLots {
        ScriptedLots(outcomes.into_iter().map(String::from).collect())
    }
}

impl LotSource for ScriptedLots {
    /// # Panics
    /// If the next outcome written down is not possible now.
    fn draw(&mut self, due: &LotDue) -> usize {
        let Some(next) = self.0.pop_front() else { return 0 };
        let found = due.outcomes.iter().position(|(outcome, _)| *outcome == next);
        found.unwrap_or_else(|| panic!("`{next}` is no outcome of {:?}", due.outcomes))
    }
}
