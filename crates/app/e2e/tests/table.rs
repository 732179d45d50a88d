//! Actions at a table beyond plain moves.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use fantoccini::key::Key;

use crate::common::{calm, open_record, plies, sit_down, some_turns};

async fn open_at_record(record: &str) -> Result<(Browser, Page), Failure> {
    let browser = Browser::open(ScreenConfig::DESKTOP).await?;
    calm(&browser, "").await?;
    let page = open_record(&browser, record).await?;
    page.wait_for(".board-svg").await?;
    Ok((browser, page))
}

/// The plate follows the finger along one axis; released too early, it returns.
#[tokio::test(flavor = "multi_thread")]
async fn abr_03_the_plate_follows_a_finger() {
    async fn run() -> Result<(), Failure> {
        let start = "8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 push";
        let record =
            format!("[Game \"abraxas:sheet=2\"]\n[Start \"{start}\"]\n[Result \"*\"]\n\n*\n");
        let (browser, page) = open_at_record(&record).await?;
        page.drag("d5", "d7").await?;
        page.drag("d5", "b5").await?;
        assert_eq!(plies(&page).await?, 0, "neither upwards nor to the left");
        page.drag("d5", "e5").await?;
        page.wait_until("the push", "return document.querySelectorAll('.moves li').length === 1")
            .await?;
        assert_eq!(page.text(".moves li").await?, ">se");
        // ABR-08: of four in a line an inner one is taken, by tapping it.
        page.tap("d3").await?;
        page.wait_until("the taking", "return document.querySelectorAll('.moves li').length === 2")
            .await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// With manual claims no line is marked; tapping its pawns still takes them.
#[tokio::test(flavor = "multi_thread")]
async fn abr_19_lines_are_found_by_tapping() {
    async fn run() -> Result<(), Failure> {
        let start = "8/8/8/8/8/2rrrr2/8/8 se 1 20 0-0 3-3 take";
        let record = format!(
            "[Game \"abraxas:sheet=2,claim=manual\"]\n[Start \"{start}\"]\n[Result \"*\"]\n\n*\n"
        );
        let (browser, page) = open_at_record(&record).await?;
        // A wrong claim is refused without a penalty.
        page.tap("c3").await?;
        page.wait_for(".mark.picked").await?;
        page.click(".buttons .primary").await?;
        let notice = page.text(".notice").await?;
        assert!(notice.contains("ABR-"), "{notice}");
        page.tap("d3").await?;
        page.wait_for(".mark.picked").await?;
        page.click(".buttons .primary").await?;
        page.wait_until("the taking", "return document.querySelectorAll('.moves li').length === 1")
            .await?;
        assert_eq!(page.text(".moves li").await?, "xd3");
        browser.close().await
    }
    run().await.unwrap();
}

/// Tapping a hole alone does not stop a pawn: the player shouts Stop, then chooses a hole, or lets
/// the pawn pass.
#[tokio::test(flavor = "multi_thread")]
async fn abr_14_stop_is_said_at_one_screen() {
    async fn run() -> Result<(), Failure> {
        let start = "8/8/3r4/8/4r3/2rr4/8/8 se 2 19 1-0 3-3 stop?d6";
        let record =
            format!("[Game \"abraxas:sheet=2\"]\n[Start \"{start}\"]\n[Result \"*\"]\n\n*\n");
        let (browser, page) = open_at_record(&record).await?;
        page.wait_for(".stop-window .stop").await?;
        page.tap("a1").await?;
        assert_eq!(plies(&page).await?, 0, "a hole alone says nothing");
        page.click(".stop-window .stop").await?;
        page.wait_for(".spot[data-use=go]").await?;
        page.tap("a1").await?;
        page.wait_until("the stop", "return document.querySelectorAll('.moves li').length === 1")
            .await?;
        assert_eq!(page.text(".moves li").await?, "sa1");
        assert_eq!(page.text(".buttons .primary").await?, "Don't push", "the player is addressed");
        let (other, page) = open_at_record(&record).await?;
        page.wait_for(".stop-window .stop").await?;
        page.click(".stop-window div button").await?;
        page.wait_until(
            "the pawn passes",
            "return document.querySelectorAll('.moves li').length === 1",
        )
        .await?;
        assert_eq!(page.text(".moves li").await?, "go");
        other.close().await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// The leap that ends a turn waits for confirmation, and can be undone like those before it.
#[tokio::test(flavor = "multi_thread")]
async fn leaps_of_a_turn_can_be_undone() {
    async fn run() -> Result<(), Failure> {
        let start = "5=r,10=r,14=p,18=p 2-2 8-8 r 6.4";
        let record = format!("[Game \"abagio\"]\n[Start \"{start}\"]\n[Result \"*\"]\n\n*\n");
        let (browser, page) = open_at_record(&record).await?;
        for (from, to) in [("5", "11"), ("10", "14")] {
            page.tap(from).await?;
            page.wait_for(".spot[data-use=go]").await?;
            page.tap(to).await?;
        }
        page.wait_for(".end-turn").await?;
        assert_eq!(plies(&page).await?, 1, "the last one is only shown");
        page.click(".end-turn button:not(.primary)").await?;
        page.wait_until("undone", "return !document.querySelector('.end-turn')").await?;
        page.click(".controls button:nth-child(2)").await?;
        page.wait_until(
            "the first too",
            "return document.querySelectorAll('.moves li').length === 0",
        )
        .await?;
        for (from, to) in [("5", "11"), ("10", "14")] {
            page.tap(from).await?;
            page.wait_for(".spot[data-use=go]").await?;
            page.tap(to).await?;
        }
        page.wait_for(".end-turn").await?;
        page.click(".end-turn .primary").await?;
        page.wait_until("the dice", "return document.querySelectorAll('.moves li').length >= 3")
            .await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Several records are imported at once; unreadable ones are reported by number.
#[tokio::test(flavor = "multi_thread")]
async fn several_records_are_opened_at_once() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let game = |moves: &str| format!("[Game \"abalone\"]\n[Result \"*\"]\n\n{moves} *\n");
        let all = [game("1. a1b1"), game("1. a1i9"), game("1. a2b2")].join("\n");
        let page = open_record(&browser, &all).await?;
        page.wait_until("two games", "return document.querySelectorAll('.list li').length === 2")
            .await?;
        let notices = page.run("return [...document.querySelectorAll('.notice')].map(e => e.innerText).join(' | ')", &[]).await?;
        let notices = notices.as_str().unwrap_or_default();
        assert!(notices.contains(": 2") && notices.contains("2: "), "{notices}");
        browser.close().await
    }
    run().await.unwrap();
}

/// Sorts the classes of each pawn, because the page may write them in any order.
fn sorted(pawns: &serde_json::Value) -> Vec<Vec<&str>> {
    let pawns = pawns.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
    pawns
        .map(|classes| {
            let mut classes = classes.split(' ').collect::<Vec<_>>();
            classes.sort_unstable();
            classes
        })
        .collect()
}

/// A named set-up is saved, loaded and deleted.
#[tokio::test(flavor = "multi_thread")]
async fn set_ups_are_saved_by_name_in_the_browser() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "blocs", Some(1)).await?;
        page.wait_for(".workshop").await?;
        let shown = "return [...document.querySelectorAll('.bench .token')].map(e => e.className)";
        let saved = page.run(shown, &[]).await?;
        page.run("document.querySelector('.saved-setups input').focus()", &[]).await?;
        page.type_text("Le mur").await?;
        page.click(".saved-setups button").await?;
        page.wait_for(".saved-setups li").await?;
        page.reload().await?;
        page.wait_for(".workshop").await?;
        assert_eq!(page.text(".saved-setups li button").await?, "Le mur");
        page.click(".workshop-buttons button:nth-of-type(2)").await?;
        page.wait_until(
            "emptied",
            "return document.querySelectorAll('.bench .token.empty').length === 36",
        )
        .await?;
        page.click(".saved-setups li button").await?;
        page.wait_until("filled", "return !document.querySelector('.bench .token.empty')").await?;
        assert_eq!(sorted(&page.run(shown, &[]).await?), sorted(&saved));
        page.click(".saved-setups li .plain").await?;
        page.wait_until("forgotten", "return !document.querySelector('.saved-setups li')").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Looking back in a running game, by keyboard, list and buttons; nothing can be played meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn earlier_positions_are_shown_and_left_again() {
    async fn run() -> Result<(), Failure> {
        for game in ["abalone", "abraxas", "blocs"] {
            let browser = Browser::open(ScreenConfig::DESKTOP).await?;
            calm(&browser, "").await?;
            let page = sit_down(&browser, game, None).await?;
            some_turns(&page, 6).await?;
            let words = async || {
                page.run("return document.querySelector('.in-words p').textContent", &[]).await
            };
            let (count, now) = (plies(&page).await?, words().await?);
            page.run("document.activeElement.blur()", &[]).await?;
            page.press(&[Key::Left]).await?;
            page.wait_for(".looking").await?;
            assert!(page.text(".looking").await?.contains(&format!("{} / {count}", count - 1)));
            let before = words().await?;
            assert_ne!(before, now, "{game}");
            let idle = "return document.querySelector('#typed').disabled && !document.querySelector('.spot[data-use]')";
            page.wait_until("nothing to play", idle).await?;
            page.press(&[Key::Right]).await?;
            page.wait_until("the present", "return !document.querySelector('.looking')").await?;
            assert_eq!(words().await?, now, "{game}");
            page.click(&format!(".moves li:nth-child({}) button", count - 1)).await?;
            page.wait_for(".looking").await?;
            assert_eq!(words().await?, before, "{game}");
            page.click(".look-back button:first-child").await?;
            page.wait_until(
                "the start",
                "return document.querySelector('.look-back button').disabled",
            )
            .await?;
            page.click(".looking .primary").await?;
            page.wait_until("the present", "return !document.querySelector('.looking')").await?;
            assert_eq!(words().await?, now, "{game}");
            some_turns(&page, 1).await?;
            assert!(plies(&page).await? > count, "{game} goes on");
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}
