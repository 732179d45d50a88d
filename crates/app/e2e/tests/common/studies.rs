//! Helpers for tests of studies and editors.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use fantoccini::key::Key;

use super::calm;

/// Opens a record as a study.
pub(crate) async fn open(browser: &Browser, record: &str) -> Result<Page, Failure> {
    let page = browser.open_page("/study").await?;
    page.run(
        "const field = document.querySelector('#study-text'); field.value = arguments[0]; \
         field.dispatchEvent(new Event('input', {bubbles: true}))",
        &[record.into()],
    )
    .await?;
    page.click(".import button").await?;
    page.wait_for(".study .board-svg").await?;
    Ok(page)
}

/// A browser without animation.
pub(crate) async fn fresh(screen: ScreenConfig) -> Result<Browser, Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    Ok(browser)
}

/// Waits until this ply is the current one.
pub(crate) async fn at(page: &Page, ply: &str) -> Result<(), Failure> {
    page.wait_until(
        ply,
        &format!(
            "return document.querySelector('.ply[aria-current]')?.textContent.trim() === '{ply}'"
        ),
    )
    .await
    .map(drop)
}

/// Presses page-wide shortcut keys.
pub(crate) async fn keys(page: &Page, keys: &[Key]) -> Result<(), Failure> {
    page.run("document.querySelector('#content').focus()", &[]).await?;
    page.press(keys).await
}
