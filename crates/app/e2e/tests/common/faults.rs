//! Accessibility checks: axe-core violations and horizontal overflow.

use abaque_e2e::{Failure, Page};

const AXE: &str = include_str!("../../axe/axe.min.js");
const OVER: &str =
    "return document.documentElement.scrollWidth - document.documentElement.clientWidth";

/// Faults found so far.
#[derive(Default)]
pub(crate) struct Faults(Vec<String>);

impl Faults {
    /// Checks a page; `what` names it in failure messages.
    pub(crate) async fn look(&mut self, page: &Page, what: &str) -> Result<(), Failure> {
        self.0.extend(page.run_axe(AXE).await?.into_iter().map(|wrong| format!("{what}: {wrong}")));
        let over = page.run(OVER, &[]).await?;
        if over != 0 {
            self.0.push(format!("{what}: {over} pixels too wide"));
        }
        Ok(())
    }

    /// Asserts that there are no faults.
    pub(crate) fn none(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

/// Tests of a check that takes a screen and settings as JSON members, one for each appearance.
macro_rules! accessibility_tests {
    ($check:path: $($name:ident($screen:expr, $settings:expr);)*) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                $check($screen, $settings).await.unwrap();
            }
        )*
    };
}
pub(crate) use accessibility_tests;
