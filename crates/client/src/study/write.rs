use abaque_core::BadText;
use abaque_record::{Line, Move, Record};

use super::{Id, ROOT, Study};

/// Tags that prove what was played; they prove nothing else.
fn is_proof(name: &str) -> bool {
    let begins = ["Commit", "Seed", "Seal", "Nonce"];
    matches!(name, "Lots" | "GameId" | "Sides" | "SeatOfA")
        || begins.iter().any(|begin| name.starts_with(begin))
}

impl Study {
    /// The study as a record, which reads back as the same study.
    pub fn record(&self) -> Result<Record, BadText> {
        let mut record = Record::new(&self.spec())?;
        let start = self.start.position();
        if start != abaque_catalog::open(&self.spec())?.position() {
            record.set_tag("Start", &start)?;
        }
        let as_played = self.as_played(&self.main());
        for (name, value) in &self.tags {
            if as_played || !is_proof(name) {
                record.set_tag(name, value)?;
            }
        }
        self.nodes[ROOT].comments.iter().try_for_each(|it| record.main_mut().add_intro(it))?;
        if let Some(&first) = self.nodes[ROOT].next.first() {
            self.write_line(first, record.main_mut(), as_played)?;
        }
        record.set_outcome(self.outcome())?;
        Ok(record)
    }

    /// The record's text.
    pub fn text(&self) -> String {
        self.record().map(|record| abaque_record::print(&[record])).unwrap_or_default()
    }

    /// The plies that lead to a place as a record of their own, without notes.
    pub fn line_record(&self, to: Id) -> Result<Record, BadText> {
        let mut line = Study::new(self.start.boxed());
        let whole = to == self.end(ROOT);
        let mut at = ROOT;
        for id in self.path(to) {
            let node = super::Node { parent: at, next: Vec::new(), ..self.nodes[id].clone() };
            at = line.push(super::Node {
                comments: Vec::new(),
                intro: Vec::new(),
                mark: None,
                ..node
            });
        }
        if whole && self.as_played(&self.main()) {
            line.played.clone_from(&self.played);
            line.outcome = self.outcome;
        }
        line.record()
    }

    fn write_line(&self, first: Id, line: &mut Line, times: bool) -> Result<(), BadText> {
        let mut at = Some(first);
        while let Some(id) = at {
            let played = line.push(&self.nodes[id].ply)?;
            self.write_notes(id, played, times)?;
            // The first ply of a variation does not repeat what it varies.
            if !self.is_aside(id) {
                let siblings = &self.nodes[self.nodes[id].parent].next;
                for &sibling in siblings.iter().filter(|&&sibling| sibling != id) {
                    played.add_variation(self.variation(sibling)?)?;
                }
            }
            at = self.nodes[id].next.first().copied();
        }
        Ok(())
    }

    fn variation(&self, first: Id) -> Result<Line, BadText> {
        let mut line = Line::new();
        self.nodes[first].intro.iter().try_for_each(|text| line.add_intro(text))?;
        self.write_line(first, &mut line, true)?;
        Ok(line)
    }

    fn write_notes(&self, id: Id, played: &mut Move, times: bool) -> Result<(), BadText> {
        let node = &self.nodes[id];
        if let Some(mark) = node.mark {
            played.set_mark(mark);
        }
        // Clocks are the played game's: in another line they may be impossible.
        if let Some(left) = node.clock.filter(|_| times) {
            played.set_clock(left);
        }
        if let Some(used) = node.elapsed.filter(|_| times) {
            played.set_elapsed(used);
        }
        node.comments.iter().try_for_each(|comment| played.add_comment(comment).map(drop))
    }
}
