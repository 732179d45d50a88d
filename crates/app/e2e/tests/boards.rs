//! Input on the boards by real mouse, touch and keys: targets, refusals, confirmation, layout.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use fantoccini::key::Key;

use crate::common::{calm, open_record, plies, sit_down, some_turns};

const GAMES: [&str; 4] = ["abalone", "abraxas", "abagio", "blocs"];

fn record(game: &str, start: &str, more: &str) -> String {
    format!("[Game \"{game}\"]\n[Start \"{start}\"]\n{more}[Result \"*\"]\n\n*\n")
}

async fn open_at(screen: ScreenConfig, record: &str) -> Result<(Browser, Page), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    let page = open_record(&browser, record).await?;
    page.wait_for(".board-svg").await?;
    page.wait_for(".spot[data-use]").await?;
    Ok((browser, page))
}

async fn wait_for_ply(page: &Page, ply: &str) -> Result<(), Failure> {
    let played = "const last = [...document.querySelectorAll('.moves li')].pop(); return last?.textContent ?? null";
    let is_last = format!("return (() => {{ {played} }})()?.includes('{ply}') || null");
    page.wait_until(ply, &is_last).await.map(drop)
}

/// ABR-03: any part of the visible arrow, and the space around it, slides the plate.
#[tokio::test(flavor = "multi_thread")]
async fn abr_03_a_tap_on_the_arrow_slides_the_plate() {
    async fn run() -> Result<(), Failure> {
        let start = record("abraxas:sheet=2", "8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 push", "");
        for (along, inward) in [(0.0, 0.0), (-0.45, 0.0), (0.45, 0.0), (0.2, 20.0)] {
            let (browser, page) = open_at(ScreenConfig::PHONE, &start).await?;
            page.run("document.querySelector('.board-svg').scrollIntoView({block: 'center'})", &[])
                .await?;
            let [x, y, width, height] = page.rect("#square-se").await?;
            assert!(width > 100.0 && height > 28.0, "{width} × {height}");
            let x = x + width * (0.5 + along);
            page.touch_at(x, y + height / 2.0 - inward).await?;
            wait_for_ply(&page, ">se").await?;
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}

/// Escape puts a piece back, and so does a click beside the board.
#[tokio::test(flavor = "multi_thread")]
async fn escape_and_a_click_outside_deselect() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "abalone", None).await?;
        let gone = "return !document.querySelector('.mark.picked')";
        page.tap("c3").await?;
        page.wait_for(".mark.picked").await?;
        page.press(&[Key::Escape]).await?;
        page.wait_until("put back by Escape", gone).await?;
        page.tap("c3").await?;
        page.wait_for(".mark.picked").await?;
        let [x, y, width, height] = page.rect(".board-frame").await?;
        page.click_at(x + width + 8.0, y + height / 2.0).await?;
        page.wait_until("put back by a click outside", gone).await?;
        assert_eq!(plies(&page).await?, 0);
        browser.close().await
    }
    run().await.unwrap();
}

/// A wrong drop and a wrong click name the rule, and nothing on the page moves.
#[tokio::test(flavor = "multi_thread")]
async fn refused_gestures_are_explained() {
    async fn run() -> Result<(), Failure> {
        for screen in [ScreenConfig::DESKTOP, ScreenConfig::PHONE] {
            let row = record("abalone:target=14", "5/6/7/8/1bbbw4/8/7/6/5 b 11-13 -", "");
            let (browser, page) = open_at(screen, &row).await?;
            page.run("scrollTo(0, 0)", &[]).await?;
            let places = "return ['.controls', '.moves', '.board-frame'].map(css => document.querySelector(css).getBoundingClientRect().top + scrollY)";
            let before = page.run(places, &[]).await?;
            page.drag("e4", "e5").await?;
            let notice = page.text(".feedback").await?;
            assert!(notice.contains("ABA-"), "{notice}");
            assert_eq!(page.run(places, &[]).await?, before, "nothing moved");
            page.touch("e5").await?;
            page.wait_until(
                "the opponent's ball",
                "return /e5/.test(document.querySelector('.feedback')?.textContent)",
            )
            .await?;
            assert_eq!(page.run(places, &[]).await?, before, "nothing moved");
            let heard = page.run("return [...document.querySelectorAll('[aria-live]')].some(e => /e5/.test(e.textContent))", &[]).await?;
            assert_eq!(heard, true, "screen readers hear it");
            assert_eq!(plies(&page).await?, 0);
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}

/// A preview shows every ball that a push moves, and the one that leaves the board.
#[tokio::test(flavor = "multi_thread")]
async fn a_push_is_previewed() {
    async fn run() -> Result<(), Failure> {
        let row = record("abalone:target=14", "5/6/7/8/4bbbww/8/7/6/5 b 11-12 -", "");
        let (browser, page) = open_at(ScreenConfig::DESKTOP, &row).await?;
        page.tap("e5").await?;
        page.wait_for(".spot[data-use=go]").await?;
        page.hover("e8").await?;
        let arrows = "return document.querySelectorAll('.mark.step').length === 6 && document.querySelectorAll('.mark.step.off').length === 2";
        page.wait_until("five arrows and a cross", arrows).await?;
        page.focus_square_by_keys("e7").await?;
        page.wait_until("no preview there", "return !document.querySelector('.mark.step')").await?;
        page.focus_square_by_keys("e8").await?;
        page.wait_until("the preview by keys", arrows).await?;
        assert_eq!(plies(&page).await?, 0);
        browser.close().await
    }
    run().await.unwrap();
}

/// AGO-19: the chief lies on the grass until it is put; it is dragged, tapped or put by keys.
#[tokio::test(flavor = "multi_thread")]
async fn ago_19_the_chief_is_dragged() {
    async fn run() -> Result<(), Failure> {
        let start = record("abagio", "5=r,10=r,14=p,18=p 0-2 10-8 r chief", "");
        let hold = ".end-turn";
        let (browser, page) = open_at(ScreenConfig::DESKTOP, &start).await?;
        page.wait_for(".piece.chief").await?;
        page.drag_by_mouse("chief", "7").await?;
        page.wait_for(hold).await?;
        browser.close().await?;
        let (browser, page) = open_at(ScreenConfig::PHONE, &start).await?;
        page.drag("chief", "8").await?;
        page.wait_for(hold).await?;
        browser.close().await?;
        let (browser, page) = open_at(ScreenConfig::DESKTOP, &start).await?;
        page.focus_square_by_keys("7").await?;
        page.press(&[Key::Enter]).await?;
        page.wait_for(hold).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// The pond is never filled by the mark of the last move, and the dice keep their size.
#[tokio::test(flavor = "multi_thread")]
async fn marks_and_dice_of_abagio_keep_their_size() {
    async fn run() -> Result<(), Failure> {
        let start = record("abagio", "14=p,18=p,r5=r,r4=r 0-2 10-8 r 5.4", "");
        let (browser, page) = open_at(ScreenConfig::DESKTOP, &start).await?;
        let dice = "return [...document.querySelectorAll('.counters rect.die')].map(e => { const r = e.getBoundingClientRect(); return Math.abs(r.width - r.height) < 1 && r.width < 40; })";
        let square = page.run(dice, &[]).await?;
        assert_eq!(square, serde_json::json!([true, true]));
        page.tap("r4").await?;
        page.wait_for(".spot[data-use=go]").await?;
        page.tap("w").await?;
        let mark = "const mark = document.querySelector('.mark.last-to'); return mark && getComputedStyle(mark).fill";
        assert_eq!(page.wait_until("the mark", mark).await?, "none");
        browser.close().await
    }
    run().await.unwrap();
}

/// Resigning is confirmed: Escape and Cancel keep the game, by mouse and by keys.
#[tokio::test(flavor = "multi_thread")]
async fn resigning_is_confirmed() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "abalone", Some(1)).await?;
        let resign = "[...document.querySelectorAll('.controls button')].find(button => /Resign/.test(button.innerText))";
        let closed = "return !document.querySelector('dialog[open]')";
        page.run(&format!("{resign}.focus()"), &[]).await?;
        page.press(&[Key::Enter]).await?;
        page.wait_for("dialog[open]").await?;
        page.press(&[Key::Escape]).await?;
        page.wait_until("cancelled by Escape", closed).await?;
        page.run(&format!("{resign}.click()"), &[]).await?;
        page.wait_for("dialog[open]").await?;
        page.press(&[Key::Enter]).await?;
        page.wait_until("Cancel has the focus", closed).await?;
        page.run(&format!("{resign}.click()"), &[]).await?;
        page.wait_for("dialog[open]").await?;
        page.click_at(5.0, 5.0).await?;
        page.wait_until("cancelled beside it", closed).await?;
        assert!(!page.has(".result").await?);
        page.run(&format!("{resign}.click()"), &[]).await?;
        page.wait_for("dialog[open]").await?;
        page.press(&[Key::Tab]).await?;
        page.press(&[Key::Enter]).await?;
        page.wait_for(".result").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// ABR-15: Stop! gives twenty seconds to choose; without a clock there is no limit at all.
#[tokio::test(flavor = "multi_thread")]
async fn abr_15_stop_gives_time_to_choose() {
    async fn run() -> Result<(), Failure> {
        let start = "8/8/8/8/3r4/8/8/8 sw 1 20 3-0 3-3 again";
        let timed = record("abraxas:sheet=2", start, "[Clock \"300+3\"]\n");
        let (browser, page) = open_at(ScreenConfig::DESKTOP, &timed).await?;
        page.tap("h1").await?;
        page.click(".stop-window .stop").await?;
        let left = page.text(".to-choose").await?;
        let seconds: u32 =
            left.split_whitespace().find_map(|word| word.parse().ok()).ok_or("no seconds")?;
        assert!((15..=20).contains(&seconds), "{left}");
        page.wait_for(".spot[data-use=go]").await?;
        page.tap("a1").await?;
        wait_for_ply(&page, "sa1").await?;
        browser.close().await?;
        let untimed = record("abraxas:sheet=2", start, "");
        let (browser, page) = open_at(ScreenConfig::DESKTOP, &untimed).await?;
        page.tap("h1").await?;
        page.wait_for(".stop-window .stop").await?;
        assert_eq!(page.text(".stop-window .stop small").await?, "", "no countdown");
        browser.close().await
    }
    run().await.unwrap();
}

/// Elements that reach beyond the screen, or are missing.
const CLIPPED: &str = "
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push('page ' + document.documentElement.scrollWidth);
    for (const css of arguments[0]) {
        const element = document.querySelector(css);
        if (!element) { found.push(css + ' missing'); continue; }
        const r = element.getBoundingClientRect();
        if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.width < 8 || r.height < 8)
            found.push(css + ' ' + [r.left, r.top, r.right, r.bottom].map(Math.round));
    }
    return found";

/// A phone on its side shows board, players and controls beside each other.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_on_its_side_is_playable() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::LANDSCAPE).await?;
        calm(&browser, "").await?;
        for game in GAMES {
            let page = sit_down(&browser, game, Some(1)).await?;
            if game == "blocs" {
                page.wait_for(".workshop").await?;
                let shown = page.run(CLIPPED, &[serde_json::json!([".workshop .primary"])]).await?;
                assert_eq!(shown, serde_json::json!([]), "workshop");
            }
            some_turns(&page, 2).await?;
            page.run("scrollTo(0, 0)", &[]).await?;
            let parts = serde_json::json!([
                ".board-svg",
                ".panel[data-seat='0']",
                ".panel[data-seat='1']",
                ".controls button",
                ".controls button:nth-of-type(3)",
            ]);
            let clipped = page.run(CLIPPED, &[parts]).await?;
            assert_eq!(clipped, serde_json::json!([]), "{game}");
            let [_, _, width, _] = page.rect(".board-svg").await?;
            assert!(width > 300.0, "{game}: the board is {width} wide");
        }
        browser.close().await
    }
    run().await.unwrap();
}

/// On a phone on its side a prompt is in sight and leaves the controls where they are.
#[tokio::test(flavor = "multi_thread")]
async fn prompts_leave_the_controls_in_place() {
    async fn run() -> Result<(), Failure> {
        let start = "8/8/8/8/3r4/8/8/8 sw 1 20 3-0 3-3 again";
        let timed = record("abraxas:sheet=2", start, "[Clock \"300+3\"]\n");
        for lang in ["en", "fr"] {
            let (browser, page) =
                open_at(ScreenConfig::LANDSCAPE.in_language(lang), &timed).await?;
            page.run("scrollTo(0, 0)", &[]).await?;
            let before = page.rect(".controls").await?;
            page.tap("h1").await?;
            page.wait_for(".stop-window").await?;
            page.run("scrollTo(0, 0)", &[]).await?;
            assert_eq!(page.rect(".controls").await?, before, "{lang}");
            let parts = serde_json::json!([".stop-window .stop", ".stop-window .plain"]);
            assert_eq!(page.run(CLIPPED, &[parts]).await?, serde_json::json!([]), "{lang}");
            let [_, top, ..] = page.rect(".stop-window").await?;
            let [_, first, _, height] = page.rect(".controls button:nth-of-type(3)").await?;
            assert!(top >= first + height, "{lang}: the prompt covers the second row");
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}

/// An enlarged piece leaves room for both players and their clocks on a phone on its side.
#[tokio::test(flavor = "multi_thread")]
async fn clocks_stay_in_sight_beside_an_enlarged_piece() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::LANDSCAPE.in_language("fr")).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/new/blocs").await?;
        page.click("input[name=clock][value='300+3']").await?;
        page.click("form button.primary").await?;
        page.click(".workshop .workshop-buttons .primary").await?;
        page.wait_for(".piece.block").await?;
        let [x, y, width, height] = page.rect(".piece.block").await?;
        page.touch_at(x + width / 2.0, y + height / 2.0).await?;
        page.wait_for(".piece-detail svg").await?;
        page.run("scrollTo(0, 0)", &[]).await?;
        let parts = serde_json::json!([
            ".panel[data-seat='0'] .clock",
            ".panel[data-seat='1'] .clock",
            ".piece-detail svg"
        ]);
        assert_eq!(page.run(CLIPPED, &[parts]).await?, serde_json::json!([]));
        browser.close().await
    }
    run().await.unwrap();
}

/// On a phone a hint fits the place between board and controls.
#[tokio::test(flavor = "multi_thread")]
async fn a_hint_does_not_cover_the_controls() {
    async fn run() -> Result<(), Failure> {
        for lang in ["en", "fr"] {
            let browser = Browser::open(ScreenConfig::PHONE.in_language(lang)).await?;
            calm(&browser, "").await?;
            let page = sit_down(&browser, "abalone", Some(1)).await?;
            page.click(".controls button:first-child:not(:disabled)").await?;
            page.wait_for(".prompts .hint").await?;
            let [_, top, _, height] = page.rect(".prompts .hint").await?;
            let [_, controls, ..] = page.rect(".controls").await?;
            assert!(top + height <= controls, "{lang}: {top} + {height}, controls at {controls}");
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}

/// The moves are in sight below the board on a phone.
#[tokio::test(flavor = "multi_thread")]
async fn moves_are_listed_on_a_phone() {
    async fn run() -> Result<(), Failure> {
        for screen in [ScreenConfig::PHONE, ScreenConfig::LANDSCAPE] {
            let browser = Browser::open(screen).await?;
            calm(&browser, "").await?;
            let page = sit_down(&browser, "abalone", None).await?;
            some_turns(&page, 2).await?;
            let [_, _, width, height] = page.rect(".moves ol").await?;
            assert!(width > 200.0 && height > 40.0, "{width} × {height}");
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}

/// What starts a game is visible without scrolling on a small laptop.
#[tokio::test(flavor = "multi_thread")]
async fn starting_needs_no_scrolling() {
    async fn run() -> Result<(), Failure> {
        for lang in ["en", "fr"] {
            let browser = Browser::open(ScreenConfig::LAPTOP.in_language(lang)).await?;
            calm(&browser, "").await?;
            for game in GAMES {
                let page = browser.open_page(&format!("/new/{game}")).await?;
                page.wait_for("form button.primary").await?;
                let found =
                    page.run(CLIPPED, &[serde_json::json!(["form button.primary"])]).await?;
                assert_eq!(found, serde_json::json!([]), "{game}");
            }
            let page = sit_down(&browser, "blocs", Some(1)).await?;
            page.wait_for(".workshop .primary").await?;
            page.run("scrollTo(0, 0)", &[]).await?;
            let found = page.run(CLIPPED, &[serde_json::json!([".workshop .primary"])]).await?;
            assert_eq!(found, serde_json::json!([]));
            browser.close().await?;
        }
        Ok(())
    }
    run().await.unwrap();
}

/// The first screen of the home page shows how to start a game.
#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_starts_a_game_without_scrolling() {
    async fn run() -> Result<(), Failure> {
        for screen in [ScreenConfig::LAPTOP, ScreenConfig::PHONE] {
            for lang in ["en", "fr"] {
                let browser = Browser::open(screen.in_language(lang)).await?;
                let page = browser.open_page("/").await?;
                page.wait_for(".card .picture svg").await?;
                let found = page.run(CLIPPED, &[serde_json::json!([".card .primary"])]).await?;
                assert_eq!(found, serde_json::json!([]), "{screen:?} {lang}");
                browser.close().await?;
            }
        }
        Ok(())
    }
    run().await.unwrap();
}

/// On a phone, controls are large enough for a finger.
#[tokio::test(flavor = "multi_thread")]
async fn touch_targets_are_44_pixels() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::PHONE).await?;
        calm(&browser, "").await?;
        for game in GAMES {
            let page = sit_down(&browser, game, Some(1)).await?;
            some_turns(&page, 2).await?;
            let small = "return [...document.querySelectorAll('.table button, .table .button')].filter(e => e.offsetParent) \
                         .filter(e => { const r = e.getBoundingClientRect(); return r.width < 43.5 || r.height < 43.5; }) \
                         .map(e => e.className + ' ' + e.innerText + ' ' + e.getBoundingClientRect().height)";
            assert_eq!(page.run(small, &[]).await?, serde_json::json!([]), "{game}");
            if game == "blocs" {
                // A tap on a block shows it enlarged.
                let [x, y, width, height] = page.rect(".piece.block").await?;
                page.touch_at(x + width / 2.0, y + height / 2.0).await?;
                let [_, _, large, _] = page.rect(".piece-detail svg").await?;
                assert!(large > 70.0, "{large}");
                let label = page.text(".piece-detail span").await?;
                assert!(
                    ["blue block", "red block", "neutral block"]
                        .iter()
                        .any(|block| label.contains(block)),
                    "{label}"
                );
            }
        }
        browser.close().await
    }
    run().await.unwrap();
}
