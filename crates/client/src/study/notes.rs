//! What is said about plies.

use abaque_core::{Millis, Said, said};
use abaque_record::{MAX_COMMENT, Mark};

use super::{Id, ROOT, Study};

impl Study {
    /// How good a ply is found.
    pub fn mark(&self, id: Id) -> Option<Mark> {
        self.nodes[id].mark
    }

    /// Says how good a ply is.
    pub fn set_mark(&mut self, id: Id, mark: Option<Mark>) {
        if id != ROOT {
            self.nodes[id].mark = mark;
        }
    }

    /// What was said about a ply, or before the first one.
    pub fn comment(&self, id: Id) -> String {
        words(&self.nodes[id].comments)
    }

    /// Says something about a ply, instead of what was said. What programs noted there (`[%win 0.5]`) stays.
    pub fn set_comment(&mut self, id: Id, comment: &str) -> Result<(), Said> {
        // Only programs write commands.
        let text = comment.replace("[%", "[");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let noted: Vec<String> = self.nodes[id].comments.iter().flat_map(|it| notes(it)).collect();
        let text = [text].into_iter().chain(noted).filter(|part| !part.is_empty());
        let text = text.collect::<Vec<_>>().join(" ");
        if text.len() > MAX_COMMENT {
            return Err(said!(
                "a comment has at most {MAX_COMMENT} bytes",
                "un commentaire a au plus {MAX_COMMENT} octets"
            ));
        }
        self.nodes[id].comments = if text.is_empty() { Vec::new() } else { vec![text] };
        Ok(())
    }

    /// The time left on the player's clock after a ply.
    pub fn clock(&self, id: Id) -> Option<Millis> {
        self.nodes[id].clock
    }
}

/// What people said, without what programs noted.
pub(super) fn words(comments: &[String]) -> String {
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

/// What programs noted: `[%win 0.5]`.
fn notes(comment: &str) -> Vec<String> {
    let parts = comment.split("[%").skip(1);
    parts.filter_map(|part| Some(format!("[%{}]", part.split_once(']')?.0))).collect()
}
