//! What tests of studies and editors do.

use abaque_e2e::{Browser, Page, Screen, Wrong};
use fantoccini::key::Key;

use super::calm;

/// Opens a record as a study.
pub(crate) async fn open(browser: &Browser, record: &str) -> Result<Page, Wrong> {
    let page = browser.page("/study").await?;
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

/// A browser in which nothing moves.
pub(crate) async fn fresh(screen: Screen) -> Result<Browser, Wrong> {
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    Ok(browser)
}

/// Waits until this ply is the current one.
pub(crate) async fn at(page: &Page, ply: &str) -> Result<(), Wrong> {
    page.until(
        ply,
        &format!(
            "return document.querySelector('.ply[aria-current]')?.textContent.trim() === '{ply}'"
        ),
    )
    .await
    .map(drop)
}

/// Presses keys that the page hears wherever one is.
pub(crate) async fn keys(page: &Page, keys: &[Key]) -> Result<(), Wrong> {
    page.run("document.querySelector('#content').focus()", &[]).await?;
    page.press(keys).await
}
