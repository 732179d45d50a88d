use abaque_core::ParseError;
use abaque_record::{Record, RecordLine, RecordMove};

use crate::{NodeId, ROOT, Study};

/// Tags that prove the played game; other lines must not carry them.
fn is_proof_tag(name: &str) -> bool {
    let begins = ["Commit", "Seed", "Seal", "Nonce"];
    matches!(name, "Lots" | "GameId" | "Sides" | "SeatOfA")
        || begins.iter().any(|begin| name.starts_with(begin))
}

impl Study {
    /// The study as a record that reads back as the same study.
    pub fn record(&self) -> Result<Record, ParseError> {
        let mut record = Record::new(&self.spec())?;
        let start = self.start.position();
        if start != abaque_catalog::open(&self.spec())?.position() {
            record.set_tag("Start", &start)?;
        }
        let as_played = self.is_as_played(&self.main_line());
        for (name, value) in &self.tags {
            if as_played || !is_proof_tag(name) {
                record.set_tag(name, value)?;
            }
        }
        self.nodes[ROOT].comments.iter().try_for_each(|it| record.main_line_mut().add_intro(it))?;
        if let Some(&first) = self.nodes[ROOT].children.first() {
            self.write_line(first, record.main_line_mut(), as_played)?;
        }
        record.set_outcome(self.outcome())?;
        Ok(record)
    }

    /// The record's text.
    pub fn to_text(&self) -> String {
        self.record().map(|record| abaque_record::format_records(&[record])).unwrap_or_default()
    }

    /// The line to a node as a record, without notes.
    pub fn line_record(&self, to: NodeId) -> Result<Record, ParseError> {
        let mut line = Study::new(self.start.clone_box());
        let whole = to == self.line_end(ROOT);
        let mut at = ROOT;
        for id in self.path(to) {
            let node =
                crate::StudyNode { parent: at, children: Vec::new(), ..self.nodes[id].clone() };
            at = line.push_node(crate::StudyNode {
                comments: Vec::new(),
                intro: Vec::new(),
                mark: None,
                ..node
            });
        }
        if whole && self.is_as_played(&self.main_line()) {
            line.played.clone_from(&self.played);
            line.outcome = self.outcome;
        }
        line.record()
    }

    fn write_line(
        &self,
        first: NodeId,
        line: &mut RecordLine,
        times: bool,
    ) -> Result<(), ParseError> {
        let mut at = Some(first);
        while let Some(id) = at {
            let played = line.push(&self.nodes[id].ply)?;
            self.write_notes(id, played, times)?;
            // The first ply of a variation does not repeat the comment before it.
            if !self.is_variation_start(id) {
                let siblings = &self.nodes[self.nodes[id].parent].children;
                for &sibling in siblings.iter().filter(|&&sibling| sibling != id) {
                    played.add_variation(self.variation(sibling)?)?;
                }
            }
            at = self.nodes[id].children.first().copied();
        }
        Ok(())
    }

    fn variation(&self, first: NodeId) -> Result<RecordLine, ParseError> {
        let mut line = RecordLine::new();
        self.nodes[first].intro.iter().try_for_each(|text| line.add_intro(text))?;
        self.write_line(first, &mut line, true)?;
        Ok(line)
    }

    fn write_notes(
        &self,
        id: NodeId,
        played: &mut RecordMove,
        times: bool,
    ) -> Result<(), ParseError> {
        let node = &self.nodes[id];
        if let Some(mark) = node.mark {
            played.set_mark(mark);
        }
        // Clocks belong to the played game: in another line they may be impossible.
        if let Some(left) = node.clock.filter(|_| times) {
            played.set_clock(left);
        }
        if let Some(used) = node.elapsed.filter(|_| times) {
            played.set_elapsed(used);
        }
        node.comments.iter().try_for_each(|comment| played.add_comment(comment).map(drop))
    }
}
