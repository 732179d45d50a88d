//! Two people at one screen, in an online game.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};

use crate::common::{Due, calm, due, fill, plies, some_turns, type_action};

/// Creates a hot-seat table in the lobby.
async fn open(browser: &Browser, game: usize) -> Result<Page, Failure> {
    let page = browser.open_page("/online").await?;
    page.click(".lobby details summary").await?;
    fill(&page, "#create-game", &game.to_string()).await?;
    page.run("[...document.querySelectorAll('input[name=against]')].at(-1).click()", &[]).await?;
    page.click(".create .primary").await?;
    page.wait_for(".table.online").await?;
    Ok(page)
}

/// Script that collects everything the page reveals about the game: squares, pieces, texts, moves,
/// announcements.
const VISIBLE_TEXT_SCRIPT: &str = "
    const texts = css => [...document.querySelectorAll(css)].map(e => e.getAttribute('aria-label') || e.textContent);
    document.querySelectorAll('details').forEach(part => part.open = true);
    return JSON.stringify([texts('.spot'), texts('.in-words p'), texts('.moves li'), texts('.remarks li'),
        document.querySelector('.board-svg .art')?.textContent, document.querySelectorAll('#actions option').length]);";

async fn visible_text(page: &Page) -> Result<String, Failure> {
    page.wait_for(".board-svg").await?;
    Ok(page.run(VISIBLE_TEXT_SCRIPT, &[]).await?.as_str().unwrap_or_default().to_owned())
}

/// Until a player takes the screen, it shows exactly what a spectator sees.
#[tokio::test(flavor = "multi_thread")]
async fn blo_07_the_screen_is_handed_over_before_secrets_are_shown() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        for each in [&browser, &other] {
            calm(each, "").await?;
        }
        let page = open(&browser, 3).await?;
        let address = page.run("return location.pathname", &[]).await?;
        for name in ["Blue", "Red"] {
            assert_eq!(due(&page).await?, Due::Curtain);
            assert_eq!(page.text(".curtain .name").await?, name);
            assert!(!page.has(".workshop").await?, "nobody sets up behind a curtain");
            page.click(".curtain .primary").await?;
            page.click(".workshop .workshop-buttons .primary").await?;
        }
        let watcher = other.open_page(address.as_str().unwrap()).await?;
        let mut handed = 0;
        for turn in 0..8 {
            let Due::Curtain = due(&page).await? else {
                some_turns(&page, 1).await?;
                continue;
            };
            let count = plies(&page).await?;
            let caught_up =
                format!("return document.querySelectorAll('.moves li').length === {count}");
            watcher.wait_until("every move", &caught_up).await?;
            let behind = visible_text(&page).await?;
            assert_eq!(behind, visible_text(&watcher).await?, "turn {turn}");
            page.click(".curtain .primary").await?;
            let Due::Action(actions) = due(&page).await? else { panic!("turn {turn}") };
            assert_ne!(
                visible_text(&page).await?,
                behind,
                "the player who took the screen sees more"
            );
            type_action(&page, &actions[turn * 5 % actions.len()]).await?;
            handed += 1;
        }
        assert!(handed > 2);
        let html = page.run("return document.documentElement.outerHTML", &[]).await?;
        assert!(!html.as_str().unwrap().contains("setup:b"), "no set-up is on the page");
        // A reload closes the curtain: the page cannot know who reloaded it.
        page.reload().await?;
        assert_eq!(due(&page).await?, Due::Curtain);
        other.close().await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Without secrets there is no curtain; both sides are played, a takeback is immediate, and both
/// agree to a draw.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_at_one_screen() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::PHONE).await?;
        calm(&browser, ",\"confirm\":false,\"forced\":false").await?;
        let press = "[...document.querySelectorAll('.controls button')].find(b => b.innerText.includes(arguments[0])).click()";
        for game in 0..3 {
            let page = open(&browser, game).await?;
            some_turns(&page, 6).await?;
            assert!(!page.has(".curtain").await? && !page.has(".chat").await?);
            assert!(plies(&page).await? >= 6);
            let players = "return new Set([...document.querySelectorAll('.panel .who strong')].map(name => name.innerText)).size";
            assert_eq!(page.run(players, &[]).await?, 2, "each has a name of their own");
            if game == 0 {
                let before = plies(&page).await?;
                page.run(press, &["Take back".into()]).await?;
                let fewer =
                    format!("return document.querySelectorAll('.moves li').length < {before}");
                page.wait_until("fewer moves", &fewer).await?;
            }
            page.run(press, &["draw".into()]).await?;
            page.click("dialog[open] .primary").await?;
            page.wait_for(".result").await?;
            assert_eq!(page.text(".result h2").await?, "Draw by agreement");
        }
        browser.close().await
    }
    run().await.unwrap();
}

/// In Abraxas the opponent may shout Stop: the panel names the player it asks.
#[tokio::test(flavor = "multi_thread")]
async fn abr_15_the_opponent_is_asked_to_stop() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = open(&browser, 1).await?;
        let acting = "return document.querySelector('.panel.acts').dataset.seat";
        for turn in 0..200 {
            let Due::Action(actions) = due(&page).await? else { panic!() };
            let (mover, before) = (page.run(acting, &[]).await?, plies(&page).await?);
            type_action(&page, &actions[(turn * 7 + 3) % actions.len()]).await?;
            let more = format!("return document.querySelectorAll('.moves li').length > {before}");
            page.wait_until("the move", &more).await?;
            due(&page).await?;
            if page.has(".stop-window").await? {
                assert_ne!(page.run(acting, &[]).await?, mover);
                page.click(".stop-window .plain").await?;
                page.wait_until(
                    "the mover's turn",
                    "return !document.querySelector('.stop-window')",
                )
                .await?;
                assert_eq!(page.run(acting, &[]).await?, mover);
                return browser.close().await;
            }
        }
        panic!("nobody was asked");
    }
    run().await.unwrap();
}
