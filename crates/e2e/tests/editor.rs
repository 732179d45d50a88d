//! Positions put together by every tool there is, by mouse, by finger and by keys.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_e2e::{Browser, Page, Screen, Wrong};
use common::faults::Faults;
use common::studies::fresh;
use common::{calm, fill};
use fantoccini::key::Key;

/// Waits until the position reads like this.
async fn reads(page: &Page, text: &str) -> Result<(), Wrong> {
    let script = format!(
        "const text = document.querySelector('#position').value; return text.endsWith({text:?})"
    );
    let Err(wrong) = page.until(text, &script).await else { return Ok(()) };
    let found = page.run("return document.querySelector('#position').value", &[]).await?;
    Err(format!("{found} does not end with {text}: {wrong}").into())
}

async fn take(page: &Page, tool: &str) -> Result<(), Wrong> {
    page.click(&format!("input[name=tool][value='{tool}']")).await
}

async fn right(page: &Page) -> Result<(), Wrong> {
    page.wait_for("#play-here").await.map(drop)
}

async fn wrong(page: &Page) -> Result<(), Wrong> {
    page.until("wrong", "return !document.querySelector('#study-here')").await.map(drop)
}

/// Arrow keys walk over the board, Enter and Space do what the tool does, and the focus stays.
#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_enough() {
    async fn run() -> Result<(), Wrong> {
        let browser = fresh(Screen::DESKTOP).await?;
        let page = browser.page("/editor/abalone").await?;
        right(&page).await?;
        page.run("document.querySelector('input[name=tool]:checked').focus()", &[]).await?;
        page.press(&[Key::Right]).await?;
        page.until("white", "return document.querySelector('input[value=w]').checked").await?;
        page.walk("e5").await?;
        page.press(&[Key::Enter]).await?;
        reads(&page, "/8/4w4/8/2bbb2/bbbbbb/bbbbb b 0-0 -").await?;
        let label = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(page.run(label, &[]).await?, "e5: white ball");
        wrong(&page).await?;
        // The focus is still there; the same again takes it away.
        page.press(&[Key::Space]).await?;
        reads(&page, "/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -").await?;
        page.walk("i5").await?;
        page.press(&[Key::Enter]).await?;
        reads(&page, " b 0-1 -").await?;
        right(&page).await?;
        page.click("#undo").await?;
        reads(&page, " b 0-0 -").await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stop_window_of_abraxas() {
    async fn run() -> Result<(), Wrong> {
        let browser = fresh(Screen::DESKTOP).await?;
        let page = browser.page("/editor/abraxas").await?;
        right(&page).await?;
        page.tap("d5").await?;
        page.tap("e5").await?;
        fill(&page, "#field-score1", "2").await?;
        fill(&page, "#field-side", "2").await?;
        take(&page, "put").await?;
        page.tap("e5").await?;
        reads(&page, " sw 2 20 2-0 3-3 stop?e5").await?;
        right(&page).await?;
        assert!(page.has("[id='square-e5'][aria-pressed=true]").await?);
        // It came from a hole: only where the reserve is empty.
        fill(&page, "#field-from", "a1").await?;
        reads(&page, "stop?a1-e5").await?;
        wrong(&page).await?;
        assert!(page.text("#verdict").await?.contains("reserve"));
        page.tap("a1").await?;
        reads(&page, "stop?e5").await?;
        fill(&page, "#field-put", "d5").await?;
        reads(&page, "stop?d5").await?;
        // What was made is in the address, and in the study.
        page.reload().await?;
        reads(&page, " sw 2 20 2-0 3-3 stop?d5").await?;
        page.click("#study-here").await?;
        page.wait_for(".study .stop").await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_and_the_end_of_abagio() {
    async fn run() -> Result<(), Wrong> {
        let browser = fresh(Screen::DESKTOP).await?;
        let page = browser.page("/editor/abagio").await?;
        right(&page).await?;
        fill(&page, "#field-phase", "first").await?;
        reads(&page, "- 6-6 0-0 - first").await?;
        right(&page).await?;
        assert!(!page.has("#field-side").await?);
        fill(&page, "#field-phase", "roll").await?;
        right(&page).await?;
        page.click("#clear").await?;
        page.tap("w").await?;
        reads(&page, "- 11-12 1-0 p roll").await?;
        fill(&page, "#field-pond-r", "12").await?;
        wrong(&page).await?;
        fill(&page, "#field-phase", "over").await?;
        reads(&page, "- 0-12 12-0 r over").await?;
        page.until(
            "over",
            "return document.querySelector('#verdict').innerText.includes('Red wins')",
        )
        .await?;
        assert!(!page.has("#play-here").await?);
        page.click("#study-here").await?;
        page.wait_for(".study .ended").await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_rods_and_pawns() {
    async fn run() -> Result<(), Wrong> {
        let browser = fresh(Screen::PHONE).await?;
        let page = browser.page("/editor/blocs").await?;
        right(&page).await?;
        let text = "return document.querySelector('#position').value";
        let field = |text: &str, row: usize, column: usize| {
            let row = text.split(' ').next().unwrap().split('/').nth(row).unwrap().to_owned();
            row.split(',').nth(column).unwrap().to_owned()
        };
        let before = page.run(text, &[]).await?.as_str().unwrap().to_owned();
        // b2 and c2 are the first two fields of the second row from below.
        let (b2, c2) = (field(&before, 6, 0), field(&before, 6, 1));
        take(&page, "pawns").await?;
        page.touch("b2").await?;
        page.touch("c2").await?;
        let pawn = |square: &str, slot: u8| format!("[data-square={square}] [data-slot='{slot}']");
        page.click(&pawn("b2", 2)).await?;
        page.wait_for("[data-square=b2] [aria-pressed=true]").await?;
        page.click(&pawn("c2", 2)).await?;
        page.until("exchanged", "return !document.querySelector('.opened [aria-pressed=true]')")
            .await?;
        let after = page.run(text, &[]).await?.as_str().unwrap().to_owned();
        let (new_b2, new_c2) = (field(&after, 6, 0), field(&after, 6, 1));
        assert_eq!((&new_b2[5..6], &new_c2[5..6]), (&c2[5..6], &b2[5..6]));
        right(&page).await?;
        // Pawns of two builders do not mix.
        page.touch("b7").await?;
        page.click(&pawn("b7", 0)).await?;
        page.click(&pawn("c2", 0)).await?;
        page.wait_for(".opened .notice").await?;
        page.click("#undo").await?;
        page.until(
            "undone",
            &format!("return document.querySelector('#position').value === {before:?}"),
        )
        .await?;
        // A large and a small rod change places under their blocks.
        take(&page, "rods").await?;
        page.touch("b2").await?;
        page.wait_for("[id='square-b2'][aria-pressed=true]").await?;
        page.touch("c3").await?;
        page.until(
            "rods",
            &format!("return document.querySelector('#position').value !== {before:?}"),
        )
        .await?;
        let after = page.run(text, &[]).await?.as_str().unwrap().to_owned();
        assert!(
            field(&after, 6, 0).starts_with('s') && field(&after, 5, 1).starts_with('l'),
            "{after}"
        );
        // Set-ups and steps.
        fill(&page, "#field-phase", "setup").await?;
        reads(&page, " b setup").await?;
        right(&page).await?;
        fill(&page, "#field-side", "r").await?;
        right(&page).await?;
        fill(&page, "#field-phase", "move").await?;
        right(&page).await?;
        take(&page, "act").await?;
        page.touch("d3").await?;
        reads(&page, "r act:d3").await?;
        wrong(&page).await?;
        // The board stays in sight.
        let blocks = page.run("return document.querySelectorAll('.art use[href*=\"-round\"], .art use[href*=\"-cut\"]').length", &[]).await?;
        assert_eq!(blocks, 24);
        browser.close().await
    }
    run().await.unwrap();
}

/// Options change which positions are right; what stands on the board stays.
#[tokio::test(flavor = "multi_thread")]
async fn options_of_the_game() {
    async fn run() -> Result<(), Wrong> {
        let browser = fresh(Screen::DESKTOP).await?;
        let page = browser.page("/editor/abalone").await?;
        right(&page).await?;
        take(&page, "erase").await?;
        for square in ["a1", "a2", "a3", "a4", "a5", "b1", "b2"] {
            page.tap(square).await?;
        }
        wrong(&page).await?;
        page.click(".variants summary").await?;
        fill(&page, "#field-target", "14").await?;
        right(&page).await?;
        reads(&page, "/2bbbb/5 b 7-0 -").await?;
        fill(&page, "#field-layout", "placed").await?;
        fill(&page, "#field-beside", "hand").await?;
        reads(&page, " b 0-0 7-0").await?;
        wrong(&page).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// What opens in the editors is as accessible as the rest, and fits.
async fn nothing_wrong_when_open(screen: Screen, prefs: &str) -> Result<(), Wrong> {
    let browser = Browser::open(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    for (game, tool, squares) in [
        ("blocs", "pawns", ["b2", "b7"]),
        ("abraxas", "put", ["a1", "e5"]),
        ("abagio", "r", ["w", "1"]),
        ("abalone", "w", ["e5", "a1"]),
    ] {
        let page = browser.page(&format!("/editor/{game}")).await?;
        take(&page, tool).await?;
        for square in squares {
            page.tap(square).await?;
        }
        page.run("document.querySelectorAll('details').forEach(it => it.open = true)", &[]).await?;
        faults.look(&page, game).await?;
    }
    faults.none();
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_what_opens() {
    nothing_wrong_when_open(Screen::DESKTOP, ",\"shade\":\"contrast\"").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_what_opens_on_a_telephone() {
    nothing_wrong_when_open(Screen::PHONE.lang("fr"), ",\"shade\":\"dark\"").await.unwrap();
}
