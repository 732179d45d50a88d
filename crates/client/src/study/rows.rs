use super::{Id, ROOT, Study};

/// A stretch of the list of moves: variations stand between stretches of what they vary.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// 0 for the main line, 1 for its variations …
    pub depth: usize,
    /// What stands in it.
    pub items: Vec<Item>,
}

/// Something in the list of moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A ply.
    Ply {
        /// Its number in the study.
        id: Id,
        /// The number of its turn, where that is to be written.
        turn: Option<u32>,
        /// The ply, a set-up shortened.
        text: String,
        /// Its mark: `?!`.
        mark: &'static str,
        /// Who played: 0, 1; nothing for a lot.
        seat: Option<usize>,
    },
    /// What was said.
    Comment(String),
}

impl Study {
    /// The list of moves.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row { depth: 0, items: Vec::new() }];
        self.say(&mut rows, self.comment(ROOT));
        if let Some(&first) = self.next(ROOT).first() {
            self.list(first, 0, &mut rows);
        }
        rows.retain(|row| !row.items.is_empty());
        rows
    }

    fn list(&self, first: Id, depth: usize, rows: &mut Vec<Row>) {
        let mut at = Some(first);
        let mut fresh = true;
        while let Some(id) = at {
            let node = &self.nodes[id];
            let number = node.begins || fresh;
            let item = Item::Ply {
                id,
                turn: number.then_some(node.turn),
                text: short(&node.ply),
                mark: node.mark.map_or("", |mark| mark.sign()),
                seat: node.seat.map(|seat| seat.index()),
            };
            if let Some(row) = rows.last_mut() {
                row.items.push(item);
            }
            self.say(rows, self.comment(id));
            fresh = false;
            let aside: Vec<Id> = match self.is_aside(id) {
                true => Vec::new(),
                false => self.nodes[node.parent].next.iter().skip(1).copied().collect(),
            };
            for &variation in &aside {
                rows.push(Row { depth: depth + 1, items: Vec::new() });
                self.say(rows, super::notes::words(&self.nodes[variation].intro));
                self.list(variation, depth + 1, rows);
            }
            if !aside.is_empty() {
                rows.push(Row { depth, items: Vec::new() });
                fresh = true;
            }
            at = node.next.first().copied();
        }
    }

    fn say(&self, rows: &mut [Row], comment: String) {
        if let Some(row) = rows.last_mut().filter(|_| !comment.is_empty()) {
            row.items.push(Item::Comment(comment));
        }
    }
}

/// A set-up is too long for a list.
pub(super) fn short(ply: &str) -> String {
    if ply.starts_with("setup:") { "setup:…".into() } else { ply.to_owned() }
}
