//! The position editor: every tool, by mouse, touch and keyboard.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use fantoccini::key::Key;

use crate::common::faults::Faults;
use crate::common::studies::fresh;
use crate::common::{calm, fill};

/// Waits until the position text equals this.
async fn wait_for_position(page: &Page, text: &str) -> Result<(), Failure> {
    let script = format!(
        "const text = document.querySelector('#position').value; return text.endsWith({text:?})"
    );
    let Err(wrong) = page.wait_until(text, &script).await else { return Ok(()) };
    let found = page.run("return document.querySelector('#position').value", &[]).await?;
    Err(format!("{found} does not end with {text}: {wrong}").into())
}

async fn choose_tool(page: &Page, tool: &str) -> Result<(), Failure> {
    page.click(&format!("input[name=tool][value='{tool}']")).await
}

async fn expect_legal(page: &Page) -> Result<(), Failure> {
    page.wait_for("#play-here").await.map(drop)
}

async fn expect_illegal(page: &Page) -> Result<(), Failure> {
    page.wait_until("wrong", "return !document.querySelector('#study-here')").await.map(drop)
}

/// Arrow keys move the focus over the board, Enter and Space apply the tool, and the focus stays.
#[tokio::test(flavor = "multi_thread")]
async fn an_editor_works_by_keyboard_alone() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/editor/abalone").await?;
        expect_legal(&page).await?;
        page.run("document.querySelector('input[name=tool]:checked').focus()", &[]).await?;
        page.press(&[Key::Right]).await?;
        page.wait_until("white", "return document.querySelector('input[value=w]').checked").await?;
        page.focus_square_by_keys("e5").await?;
        page.press(&[Key::Enter]).await?;
        wait_for_position(&page, "/8/4w4/8/2bbb2/bbbbbb/bbbbb b 0-0 -").await?;
        let label = "return document.activeElement.getAttribute('aria-label')";
        assert_eq!(page.run(label, &[]).await?, "e5, white ball");
        expect_illegal(&page).await?;
        // The focus is still there; applying the tool again removes the piece.
        page.press(&[Key::Space]).await?;
        wait_for_position(&page, "/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -").await?;
        page.focus_square_by_keys("i5").await?;
        page.press(&[Key::Enter]).await?;
        wait_for_position(&page, " b 0-1 -").await?;
        expect_legal(&page).await?;
        page.click("#undo").await?;
        wait_for_position(&page, " b 0-0 -").await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_window_is_edited() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/editor/abraxas").await?;
        expect_legal(&page).await?;
        page.tap("d5").await?;
        page.tap("e5").await?;
        fill(&page, "#field-score1", "2").await?;
        fill(&page, "#field-side", "2").await?;
        choose_tool(&page, "put").await?;
        page.tap("e5").await?;
        wait_for_position(&page, " sw 2 20 2-0 3-3 stop?e5").await?;
        expect_legal(&page).await?;
        assert!(page.has("[id='square-e5'][aria-pressed=true]").await?);
        // Valid only while the reserve is empty: the pawn came from a hole.
        fill(&page, "#field-from", "a1").await?;
        wait_for_position(&page, "stop?a1-e5").await?;
        expect_illegal(&page).await?;
        assert!(page.text("#verdict").await?.contains("reserve"));
        page.tap("a1").await?;
        wait_for_position(&page, "stop?e5").await?;
        fill(&page, "#field-put", "d5").await?;
        wait_for_position(&page, "stop?d5").await?;
        // The position is in the address, and in the study.
        page.reload().await?;
        wait_for_position(&page, " sw 2 20 2-0 3-3 stop?d5").await?;
        page.click("#study-here").await?;
        page.wait_for(".study .stop").await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_and_final_positions_are_edited() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/editor/abagio").await?;
        page.wait_for("#field-phase option").await?;
        let phases = "return [...document.querySelectorAll('#field-phase option')].map(option => option.innerText)";
        let phases = page.run(phases, &[]).await?;
        assert!(
            phases.as_array().is_some_and(|all| all.contains(&"Roll the dice".into())),
            "{phases}"
        );
        expect_legal(&page).await?;
        fill(&page, "#field-phase", "first").await?;
        wait_for_position(&page, "- 6-6 0-0 - first").await?;
        expect_legal(&page).await?;
        assert!(!page.has("#field-side").await?);
        fill(&page, "#field-phase", "roll").await?;
        expect_legal(&page).await?;
        page.click("#clear").await?;
        page.tap("w").await?;
        wait_for_position(&page, "- 11-12 1-0 p roll").await?;
        fill(&page, "#field-pond-r", "12").await?;
        expect_illegal(&page).await?;
        fill(&page, "#field-phase", "over").await?;
        wait_for_position(&page, "- 0-12 12-0 r over").await?;
        page.wait_until(
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
async fn blocks_rods_and_pawns_are_edited() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::PHONE).await?;
        let page = browser.open_page("/editor/blocs").await?;
        expect_legal(&page).await?;
        let text = "return document.querySelector('#position').value";
        let field = |text: &str, row: usize, column: usize| {
            let row = text.split(' ').next().unwrap().split('/').nth(row).unwrap().to_owned();
            row.split(',').nth(column).unwrap().to_owned()
        };
        let before = page.run(text, &[]).await?.as_str().unwrap().to_owned();
        // b2 and c2 are the first two squares of the second row from below.
        let (b2, c2) = (field(&before, 6, 0), field(&before, 6, 1));
        choose_tool(&page, "pawns").await?;
        page.touch("b2").await?;
        page.touch("c2").await?;
        let pawn = |square: &str, slot: u8| format!("[data-square={square}] [data-slot='{slot}']");
        page.click(&pawn("b2", 2)).await?;
        page.wait_for("[data-square=b2] [aria-pressed=true]").await?;
        page.click(&pawn("c2", 2)).await?;
        page.wait_until(
            "exchanged",
            "return !document.querySelector('.opened [aria-pressed=true]')",
        )
        .await?;
        let after = page.run(text, &[]).await?.as_str().unwrap().to_owned();
        let (new_b2, new_c2) = (field(&after, 6, 0), field(&after, 6, 1));
        assert_eq!((&new_b2[5..6], &new_c2[5..6]), (&c2[5..6], &b2[5..6]));
        expect_legal(&page).await?;
        // Pawns of two builders do not mix.
        page.touch("b7").await?;
        page.click(&pawn("b7", 0)).await?;
        page.click(&pawn("c2", 0)).await?;
        page.wait_for(".opened .notice").await?;
        page.click("#undo").await?;
        page.wait_until(
            "undone",
            &format!("return document.querySelector('#position').value === {before:?}"),
        )
        .await?;
        // A large and a small rod swap places under their blocks.
        choose_tool(&page, "rods").await?;
        page.touch("b2").await?;
        page.wait_for("[id='square-b2'][aria-pressed=true]").await?;
        page.touch("c3").await?;
        page.wait_until(
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
        wait_for_position(&page, " b setup").await?;
        expect_legal(&page).await?;
        fill(&page, "#field-side", "r").await?;
        expect_legal(&page).await?;
        fill(&page, "#field-phase", "move").await?;
        expect_legal(&page).await?;
        choose_tool(&page, "act").await?;
        page.touch("d3").await?;
        wait_for_position(&page, "r act:d3").await?;
        expect_illegal(&page).await?;
        // The board stays visible.
        let blocks = page.run("return document.querySelectorAll('.art use[href*=\"-round\"], .art use[href*=\"-cut\"]').length", &[]).await?;
        assert_eq!(blocks, 24);
        browser.close().await
    }
    run().await.unwrap();
}

/// Options change which positions are legal; the pieces on the board stay.
#[tokio::test(flavor = "multi_thread")]
async fn game_options_are_edited() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/editor/abalone").await?;
        expect_legal(&page).await?;
        choose_tool(&page, "erase").await?;
        for square in ["a1", "a2", "a3", "a4", "a5", "b1", "b2"] {
            page.tap(square).await?;
        }
        expect_illegal(&page).await?;
        page.click(".variants summary").await?;
        fill(&page, "#field-target", "14").await?;
        expect_legal(&page).await?;
        wait_for_position(&page, "/2bbbb/5 b 7-0 -").await?;
        fill(&page, "#field-layout", "placed").await?;
        fill(&page, "#field-beside", "hand").await?;
        wait_for_position(&page, " b 0-0 7-0").await?;
        expect_illegal(&page).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// The editors' opened panels are accessible and fit the screen.
async fn nothing_wrong_when_open(screen: ScreenConfig, prefs: &str) -> Result<(), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    for (game, tool, squares) in [
        ("blocs", "pawns", ["b2", "b7"]),
        ("abraxas", "put", ["a1", "e5"]),
        ("abagio", "r", ["w", "1"]),
        ("abalone", "w", ["e5", "a1"]),
    ] {
        let page = browser.open_page(&format!("/editor/{game}")).await?;
        choose_tool(&page, tool).await?;
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
async fn dialogs_and_menus_pass_axe() {
    nothing_wrong_when_open(ScreenConfig::DESKTOP, ",\"shade\":\"contrast\"").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_and_menus_pass_axe_on_a_phone() {
    nothing_wrong_when_open(ScreenConfig::PHONE.in_language("fr"), ",\"shade\":\"dark\"")
        .await
        .unwrap();
}
