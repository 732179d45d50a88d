//! Walking over the tree of plies.

use abaque_core::Seat;

use super::{Id, ROOT, Study};

impl Study {
    /// Whether there is such a ply in the tree.
    pub fn has(&self, id: Id) -> bool {
        let hangs = |id: &Id| self.nodes[self.nodes[*id].parent].next.contains(id);
        id < self.nodes.len() && self.path(id).iter().all(hangs)
    }

    /// The ply's text; nothing where the study begins.
    pub fn ply(&self, id: Id) -> Option<&str> {
        (id != ROOT).then(|| self.nodes[id].ply.as_str())
    }

    /// Who played it; nothing for a lot.
    pub fn seat(&self, id: Id) -> Option<Seat> {
        self.nodes[id].seat
    }

    /// What it follows upon.
    pub fn parent(&self, id: Id) -> Option<Id> {
        (id != ROOT).then(|| self.nodes[id].parent)
    }

    /// What may follow, the line before the variations.
    pub fn next(&self, id: Id) -> &[Id] {
        &self.nodes[id].next
    }

    /// The plies that lead to a place, the place's own last.
    pub fn path(&self, to: Id) -> Vec<Id> {
        let mut path = Vec::new();
        let mut at = to;
        while at != ROOT {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The last ply of the line that goes on from here.
    pub fn end(&self, from: Id) -> Id {
        let mut at = from;
        while let Some(&next) = self.nodes[at].next.first() {
            at = next;
        }
        at
    }

    /// The main line.
    pub fn main(&self) -> Vec<Id> {
        self.path(self.end(ROOT))
    }

    /// Whether a ply is on the main line.
    pub fn is_main(&self, id: Id) -> bool {
        self.path(id).iter().all(|id| !self.is_aside(*id))
    }

    /// Whether a variation begins with this ply.
    pub fn is_aside(&self, id: Id) -> bool {
        id != ROOT && self.nodes[self.nodes[id].parent].next.first() != Some(&id)
    }

    /// How many variations a place lies in.
    pub(super) fn depth(&self, id: Id) -> usize {
        self.path(id).into_iter().filter(|&id| self.is_aside(id)).count()
    }

    /// A place's address: which branch is taken where, `0.0.1`; empty where the study begins.
    pub fn address(&self, id: Id) -> String {
        let branch = |id: &Id| {
            let siblings = &self.nodes[self.nodes[*id].parent].next;
            siblings.iter().position(|sibling| sibling == id).unwrap_or(0)
        };
        // A long way along the first branches is counted instead of spelled.
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

    /// The place with this address.
    pub fn find(&self, address: &str) -> Option<Id> {
        let mut at = ROOT;
        for part in address.split('-').filter(|part| !part.is_empty()) {
            let (straight, branch) = part.split_once('.').unwrap_or((part, ""));
            for _ in 0..straight.parse::<usize>().ok()? {
                at = *self.nodes[at].next.first()?;
            }
            if !branch.is_empty() {
                at = *self.nodes[at].next.get(branch.parse::<usize>().ok()?)?;
            }
        }
        Some(at)
    }
}
