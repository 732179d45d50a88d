//! Comments, marks and clocks of plies.

use abaque_core::{Message, Millis, message};
use abaque_record::{MAX_COMMENT, MoveMark};

use crate::{NodeId, ROOT, Study};

impl Study {
    /// The mark of a ply.
    pub fn mark(&self, id: NodeId) -> Option<MoveMark> {
        self.nodes[id].mark
    }

    /// Sets or removes the mark of a ply.
    pub fn set_mark(&mut self, id: NodeId, mark: Option<MoveMark>) {
        if id != ROOT {
            self.nodes[id].mark = mark;
        }
    }

    /// The comment on a ply; at the root, the comment before the first ply.
    pub fn comment(&self, id: NodeId) -> String {
        plain_comments(&self.nodes[id].comments)
    }

    /// Replaces the comment on a ply. Program notes (`[%win 0.5]`) stay.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) -> Result<(), Message> {
        // Only programs write commands.
        let text = comment.replace("[%", "[");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let noted: Vec<String> =
            self.nodes[id].comments.iter().flat_map(|it| program_notes(it)).collect();
        let text = [text].into_iter().chain(noted).filter(|part| !part.is_empty());
        let text = text.collect::<Vec<_>>().join(" ");
        if text.len() > MAX_COMMENT {
            return Err(message!(
                "a comment has at most {MAX_COMMENT} bytes",
                "un commentaire a au plus {MAX_COMMENT} octets"
            ));
        }
        self.nodes[id].comments = if text.is_empty() { Vec::new() } else { vec![text] };
        Ok(())
    }

    /// The time left on the player's clock after a ply.
    pub fn clock(&self, id: NodeId) -> Option<Millis> {
        self.nodes[id].clock
    }
}

/// The comments without program notes.
pub(crate) fn plain_comments(comments: &[String]) -> String {
    let mut out = String::new();
    for comment in comments {
        let mut rest = comment.as_str();
        while let Some((before, after)) = rest.split_once("[%") {
            out += before;
            rest = after.split_once(']').map_or("", |(_, rest)| rest);
        }
        out += rest;
        out.push(' ');
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Program notes in a comment: `[%win 0.5]`.
fn program_notes(comment: &str) -> Vec<String> {
    let parts = comment.split("[%").skip(1);
    parts.filter_map(|part| Some(format!("[%{}]", part.split_once(']')?.0))).collect()
}
