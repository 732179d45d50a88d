//! What screen readers announce, where the focus goes, and options and lists in plain words.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};

use crate::common::{calm, due, open_record, sit_down, type_action};

const FOCUSED: &str = "const at = document.activeElement; \
                       return at.getAttribute('aria-label') || at.innerText || at.id";

/// The part of the accessibility tree inside the page's content.
async fn content(page: &Page) -> Result<String, Failure> {
    Ok(page.accessibility_tree().await?.join("\n"))
}

/// Starting a game leads to the board, or to what covers it.
#[tokio::test(flavor = "multi_thread")]
async fn the_focus_moves_to_the_board() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "abalone", Some(1)).await?;
        page.wait_until("the focus", "return document.activeElement.matches('.board .spot')")
            .await?;
        let focused = page.run(FOCUSED, &[]).await?;
        let focused = focused.as_str().unwrap_or_default();
        assert!(focused.contains(", black ball, can move"), "{focused}");
        let page = sit_down(&browser, "blocs", None).await?;
        page.wait_until(
            "the curtain",
            "return document.activeElement.closest('.curtain') !== null",
        )
        .await?;
        let page = sit_down(&browser, "blocs", Some(1)).await?;
        page.wait_until("the set-up", "return document.activeElement.matches('.workshop')").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Squares tell their contents, and after a ball is picked up which of them it can go to.
#[tokio::test(flavor = "multi_thread")]
async fn squares_tell_contents_and_targets() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "abalone", None).await?;
        due(&page).await?;
        let tree = content(&page).await?;
        for line in [
            "main \"\"",
            "heading \"Abalone\"",
            "group \"White\"",
            "group \"Board\"",
            "button \"i5, white ball\"",
            "button \"e5, empty\"",
            "button \"c3, black ball, can move\"",
            "group \"Black\"",
            "complementary \"Moves and controls\"",
            "group \"Game controls\"",
        ] {
            assert!(tree.contains(line), "{line} is missing:\n{tree}");
        }
        // What happens in the game, and calls to other tables.
        assert!(tree.matches("live=").count() <= 2, "more live regions:\n{tree}");
        page.tap("c3").await?;
        page.wait_for(".mark.picked").await?;
        let tree = content(&page).await?;
        assert!(tree.contains("\"c3, black ball\" pressed"), "{tree}");
        assert!(tree.contains("button \"d3, empty, legal target\""), "{tree}");
        browser.close().await
    }
    run().await.unwrap();
}

/// Contents that are no pieces of their own: printed dots, colours of blocks, rods.
#[tokio::test(flavor = "multi_thread")]
async fn squares_tell_what_only_eyes_could_see() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP.in_language("fr")).await?;
        calm(&browser, "").await?;
        let start = "8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 push";
        let record =
            format!("[Game \"abraxas:sheet=2\"]\n[Start \"{start}\"]\n[Result \"*\"]\n\n*\n");
        let page = open_record(&browser, &record).await?;
        page.wait_for(".board-svg").await?;
        let tree = content(&page).await?;
        assert!(tree.contains(", point rouge\""), "{tree}");
        assert!(tree.contains(", pion rouge\""), "{tree}");
        let page = sit_down(&browser, "blocs", Some(1)).await?;
        page.click(".workshop .primary").await?;
        due(&page).await?;
        let tree = content(&page).await?;
        assert!(tree.contains(", bloc-pion bleu, "), "{tree}");
        assert!(tree.contains("pions depuis le bas"), "{tree}");
        browser.close().await
    }
    run().await.unwrap();
}

/// Options have words and pictures; what must be typed is folded away.
#[tokio::test(flavor = "multi_thread")]
async fn options_have_words_and_pictures() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/new/blocs").await?;
        page.click(".options > summary").await?;
        page.wait_for(".options .choice-picture svg").await?;
        let rods = "return document.querySelector('#option-rods').checkVisibility()";
        assert_eq!(page.run(rods, &[]).await?, false);
        page.click(".advanced > summary").await?;
        page.wait_until("the typed options", rods).await?;
        let page = browser.open_page("/new/abalone").await?;
        page.click(".options > summary").await?;
        page.wait_for(".options .choice-picture svg").await?;
        let names = "return [...document.querySelectorAll('.options fieldset:first-of-type .choice')].map(e => e.innerText.trim()).join(', ')";
        assert_eq!(
            page.run(names, &[]).await?,
            "Classic, Belgian daisy, German daisy, Dutch daisy, Swiss daisy, You place the balls"
        );
        page.click("input[name=option-layout][value=german-daisy]").await?;
        page.click("input[name=opponent][value=people]").await?;
        page.click("form button.primary").await?;
        due(&page).await?;
        assert!(!page.text(".in-words p").await?.contains("a1 a2 a3"), "not the usual layout");
        browser.close().await
    }
    run().await.unwrap();
}

/// Moves in words or notation, results as sentences, dates as people write them.
#[tokio::test(flavor = "multi_thread")]
async fn lists_are_written_for_people() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, ",\"moves\":\"words\"").await?;
        let page = sit_down(&browser, "abalone", None).await?;
        due(&page).await?;
        type_action(&page, "a1b1").await?;
        page.wait_for(".moves li").await?;
        assert_eq!(page.text(".moves li").await?, "a1 to b1");
        let label = "return document.querySelector('.moves li button').getAttribute('aria-label')";
        assert_eq!(page.run(label, &[]).await?, "Black, a1 to b1");
        let record = "[Game \"abalone\"]\n[Date \"2026.11.16\"]\n[Result \"w wins resignation\"]\n\n1. a1b1 0-1\n";
        open_record(&browser, record).await?.wait_for(".result").await?;
        let page = browser.open_page("/games").await?;
        page.wait_until(
            "the finished game",
            "return document.querySelector('.list')?.closest('section').innerText.includes('White won by resignation')",
        )
        .await?;
        let text = page.text(".page").await?;
        assert!(text.contains("16 Nov 2026") && !text.contains("2026.11"), "{text}");
        browser.close().await
    }
    run().await.unwrap();
}

/// The rules begin with a summary.
#[tokio::test(flavor = "multi_thread")]
async fn rules_begin_with_a_summary() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::PHONE.in_language("fr")).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/rules/abraxas").await?;
        let summary = page.text(".rules .summary").await?;
        assert!(summary.starts_with("En bref") && !summary.contains("ABR-"), "{summary}");
        browser.close().await
    }
    run().await.unwrap();
}
