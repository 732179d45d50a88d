use abaque_client::game_text::ply_text;
use abaque_client::prefs::MoveListStyle;
use abaque_core::Lang;

use crate::{NodeId, ROOT, Study};

/// A row of the move list: variations stand between the rows of the line they vary.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveListRow {
    /// 0 for the main line, 1 for its variations …
    pub depth: usize,
    /// Its items.
    pub items: Vec<MoveListItem>,
}

/// An item of the move list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MoveListItem {
    /// A ply.
    Ply {
        /// Its node.
        id: NodeId,
        /// The turn number, where it is shown.
        turn: Option<u32>,
        /// The ply as records write it.
        ply: String,
        /// The ply as the list shows it.
        text: String,
        /// Its mark: `?!`.
        mark: &'static str,
        /// Seat index 0 or 1; `None` for a lot.
        seat: Option<usize>,
    },
    /// A comment.
    Comment(String),
}

impl Study {
    /// The rows of the move list.
    pub fn rows(&self, style: MoveListStyle, lang: Lang) -> Vec<MoveListRow> {
        let mut rows = vec![MoveListRow { depth: 0, items: Vec::new() }];
        self.push_comment(&mut rows, self.comment(ROOT));
        if let Some(&first) = self.children(ROOT).first() {
            self.list_line(first, 0, (style, lang), &mut rows);
        }
        rows.retain(|row| !row.items.is_empty());
        rows
    }

    fn list_line(
        &self,
        first: NodeId,
        depth: usize,
        (style, lang): (MoveListStyle, Lang),
        rows: &mut Vec<MoveListRow>,
    ) {
        let spec = self.spec();
        let mut at = Some(first);
        let mut fresh = true;
        while let Some(id) = at {
            let node = &self.nodes[id];
            let number = node.begins_turn || fresh;
            let item = MoveListItem::Ply {
                id,
                turn: number.then_some(node.turn),
                ply: node.ply.clone(),
                text: ply_text(&spec, &node.ply, &self.plies_before(id), style, lang),
                mark: node.mark.map_or("", |mark| mark.sign()),
                seat: node.seat.map(|seat| seat.index()),
            };
            if let Some(row) = rows.last_mut() {
                row.items.push(item);
            }
            self.push_comment(rows, self.comment(id));
            fresh = false;
            let aside: Vec<NodeId> = match self.is_variation_start(id) {
                true => Vec::new(),
                false => self.nodes[node.parent].children.iter().skip(1).copied().collect(),
            };
            for &variation in &aside {
                rows.push(MoveListRow { depth: depth + 1, items: Vec::new() });
                self.push_comment(rows, crate::notes::plain_comments(&self.nodes[variation].intro));
                self.list_line(variation, depth + 1, (style, lang), rows);
            }
            if !aside.is_empty() {
                rows.push(MoveListRow { depth, items: Vec::new() });
                fresh = true;
            }
            at = node.children.first().copied();
        }
    }

    /// The plies from the start up to a node, without its own.
    fn plies_before(&self, id: NodeId) -> Vec<&str> {
        let mut plies = Vec::new();
        let mut at = self.nodes[id].parent;
        while at != ROOT {
            plies.push(self.nodes[at].ply.as_str());
            at = self.nodes[at].parent;
        }
        plies.reverse();
        plies
    }

    fn push_comment(&self, rows: &mut [MoveListRow], comment: String) {
        if let Some(row) = rows.last_mut().filter(|_| !comment.is_empty()) {
            row.items.push(MoveListItem::Comment(comment));
        }
    }
}
