//! Navigation in the tree of plies.

use abaque_core::Seat;

use crate::{NodeId, ROOT, Study};

impl Study {
    /// Whether the node exists and was not deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        let hangs = |id: &NodeId| self.nodes[self.nodes[*id].parent].children.contains(id);
        id < self.nodes.len() && self.path(id).iter().all(hangs)
    }

    /// The ply's text; `None` at the root.
    pub fn ply(&self, id: NodeId) -> Option<&str> {
        (id != ROOT).then(|| self.nodes[id].ply.as_str())
    }

    /// Who played it; `None` for a lot.
    pub fn seat(&self, id: NodeId) -> Option<Seat> {
        self.nodes[id].seat
    }

    /// The node it follows.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != ROOT).then(|| self.nodes[id].parent)
    }

    /// The continuations, the line before the variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id].children
    }

    /// The nodes from the root to `to`, `to` last.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = to;
        while at != ROOT {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The last node of the line from here.
    pub fn line_end(&self, from: NodeId) -> NodeId {
        let mut at = from;
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
        }
        at
    }

    /// The main line.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.path(self.line_end(ROOT))
    }

    /// Whether a node is on the main line.
    pub fn is_on_main_line(&self, id: NodeId) -> bool {
        self.path(id).iter().all(|id| !self.is_variation_start(*id))
    }

    /// Whether a variation begins with this ply.
    pub fn is_variation_start(&self, id: NodeId) -> bool {
        id != ROOT && self.nodes[self.nodes[id].parent].children.first() != Some(&id)
    }

    /// How many variations a node is nested in.
    pub(crate) fn depth(&self, id: NodeId) -> usize {
        self.path(id).into_iter().filter(|&id| self.is_variation_start(id)).count()
    }

    /// A node's address: the branch taken at each ply, `0.0.1`; empty at the root.
    pub fn address(&self, id: NodeId) -> String {
        let branch = |id: &NodeId| {
            let siblings = &self.nodes[self.nodes[*id].parent].children;
            siblings.iter().position(|sibling| sibling == id).unwrap_or(0)
        };
        // A run of first branches is written as a count.
        let mut parts: Vec<String> = Vec::new();
        let mut straight = 0;
        for branch in self.path(id).iter().map(branch) {
            if branch == 0 {
                straight += 1;
            } else {
                parts.push(format!("{straight}.{branch}"));
                straight = 0;
            }
        }
        if straight > 0 {
            parts.push(straight.to_string());
        }
        parts.join("-")
    }

    /// The node with this address.
    pub fn find_address(&self, address: &str) -> Option<NodeId> {
        let mut at = ROOT;
        for part in address.split('-').filter(|part| !part.is_empty()) {
            let (straight, branch) = part.split_once('.').unwrap_or((part, ""));
            for _ in 0..straight.parse::<usize>().ok()? {
                at = *self.nodes[at].children.first()?;
            }
            if !branch.is_empty() {
                at = *self.nodes[at].children.get(branch.parse::<usize>().ok()?)?;
            }
        }
        Some(at)
    }
}
