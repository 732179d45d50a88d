//! What screen readers announce, where the focus goes, and options and lists in plain words.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};

use crate::common::{calm, due, open_record, sit_down, type_action};

/// Roles that mean nothing without a name.
const NAMED_ROLES: [&str; 8] =
    ["button", "link", "textbox", "combobox", "radio", "checkbox", "table", "list"];

const FOCUSED: &str = "const at = document.activeElement; \
                       return at.getAttribute('aria-label') || at.innerText || at.id";

/// The part of the accessibility tree inside the page's content.
async fn content(page: &Page) -> Result<String, Failure> {
    Ok(page.accessibility_tree().await?.join("\n"))
}

/// Asserts that the tree has these lines, and a name for everything that needs one.
fn expect_lines(tree: &str, lines: &[&str]) {
    for line in lines {
        assert!(tree.contains(line), "{line} is missing:\n{tree}");
    }
    let unnamed = |line: &&str| {
        let line = line.trim_start();
        NAMED_ROLES.iter().any(|role| line.starts_with(&format!("{role} \"\"")))
    };
    let found: Vec<&str> = tree.lines().filter(unnamed).collect();
    assert!(found.is_empty(), "without a name: {found:?}\n{tree}");
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
async fn squares_announce_their_contents_and_targets_in_a_browser() {
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
async fn squares_announce_what_is_only_drawn() {
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

/// Places of Abagio are named, not only numbered; what the dice show is told in words.
#[tokio::test(flavor = "multi_thread")]
async fn places_of_abagio_are_named() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let start = "14=p,18=p,r5=r,r4=r 0-2 10-8 r 5.4";
        let record = format!("[Game \"abagio\"]\n[Start \"{start}\"]\n[Result \"*\"]\n\n*\n");
        let page = open_record(&browser, &record).await?;
        page.wait_for(".spot[data-use]").await?;
        expect_lines(
            &content(&page).await?,
            &[
                "heading \"Abagio\"",
                "group \"Purple\"",
                "group \"Board\"",
                "button \"14, purple frog\"",
                "button \"e, diamond Eight, empty\"",
                "button \"r5, Red's lily pad, red frog, can move\"",
                "button \"p3, Purple's lily pad, empty\"",
                "button \"o, diamond One, empty\"",
                "button \"the pond, 10 × red frog, 8 × purple frog\"",
                "button \"Red's start, empty\"",
                "group \"Red\"",
                "combobox \"Enter a move\"",
            ],
        );
        let words = page.text(".in-words p").await?;
        assert!(words.contains("5") && words.contains("4") && words.contains("pond"), "{words}");
        page.tap("r4").await?;
        page.wait_for(".spot[data-use=go]").await?;
        let tree = content(&page).await?;
        let held = tree.lines().find(|line| line.contains("\"r4, Red's lily pad, red frog\""));
        assert!(held.is_some_and(|line| line.contains("pressed")), "{tree}");
        assert!(tree.contains("8 × purple frog, legal target\""), "{tree}");
        browser.close().await
    }
    run().await.unwrap();
}

/// The lobby: one named button for each game and clock, a form whose fields have names, and lists
/// named like their headings.
#[tokio::test(flavor = "multi_thread")]
async fn lobby_controls_have_accessible_names() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/online").await?;
        page.wait_for(".lobby .empty").await?;
        page.click(".lobby details summary").await?;
        page.click(".create .tile:nth-child(2) input[name=against]").await?;
        expect_lines(
            &content(&page).await?,
            &[
                "heading \"Play online\"",
                "table \"Find an opponent\"",
                "rowheader \"Abagio\"",
                "button \"Abagio, 10 min + 5 s\"",
                "button \"Blocs-pions, 3 days per turn\"",
                "DisclosureTriangle \"Create a table\" expanded",
                "combobox \"Game\"",
                "combobox \"Clock\"",
                "group \"Opponent\"",
                "radio \"Anyone\" checked",
                "group \"You play\"",
                "button \"Create table\"",
                "heading \"Open tables\"",
                "heading \"Live games\"",
            ],
        );
        page.click(".create .primary").await?;
        page.wait_for(".waiting .address input").await?;
        let waiting = content(&page).await?;
        expect_lines(
            &waiting,
            &["textbox \"Link to this table\"", "button \"Copy link\"", "button \"Abort\""],
        );
        let page = other.open_page("/online").await?;
        page.wait_for(".others .list a").await?;
        let tree = content(&page).await?;
        expect_lines(&tree, &["list \"Open tables\""]);
        let joins = |line: &str| line.contains("link \"Abalone ") && line.ends_with(" Join\"");
        assert!(tree.lines().any(joins), "{tree}");
        let page = browser.open_page("/online").await?;
        page.wait_for(".own .list a").await?;
        expect_lines(&content(&page).await?, &["list \"Your open tables\""]);
        other.close().await?;
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
            "return document.querySelector('.list')?.closest('section').innerText.includes('White wins by resignation')",
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
