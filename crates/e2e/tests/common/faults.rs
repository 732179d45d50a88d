//! What is wrong with pages for some who use them: what axe-core finds, and what is wider than the screen.

use abaque_e2e::{Page, Wrong};

const AXE: &str = include_str!("../../axe/axe.min.js");
const OVER: &str =
    "return document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// What was found so far.
#[derive(Default)]
pub(crate) struct Faults(Vec<String>);

impl Faults {
    /// Looks at a page; `what` is what it is called where something is wrong.
    pub(crate) async fn look(&mut self, page: &Page, what: &str) -> Result<(), Wrong> {
        self.0.extend(page.axe(AXE).await?.into_iter().map(|wrong| format!("{what}: {wrong}")));
        let over = page.run(OVER, &[]).await?;
        if over != 0 {
            self.0.push(format!("{what}: {over} pixels too wide"));
        }
        Ok(())
    }

    /// Nothing may have been found.
    pub(crate) fn none(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}
