//! A player never loses sight of a game: the banner on every page, games in progress on the home
//! page, notices on every device.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use serde_json::json;

use crate::common::people::{PASSWORD, ask, is_called, register, sign_in};
use crate::common::{FINGERS, calm, fill, plies, sit_down, some_turns};
use crate::online::{PlayerPair, start_pair};

/// Whether it is the turn of the player at this table.
const MY_TURN: &str = "return !!document.querySelector('#typed:not(:disabled)')";

/// Plays one action.
async fn play_one(page: &Page) -> Result<(), Failure> {
    page.wait_until("the turn", MY_TURN).await?;
    let before = plies(page).await?;
    page.run(FINGERS, &[]).await?;
    let done = format!("return document.querySelectorAll('.moves li').length > {before}");
    page.wait_until("the move", &done).await?;
    page.run("clearInterval(window.fingers); window.fingers = null", &[]).await.map(drop)
}

/// The page of the player to move, then the other.
async fn by_turn(pages: [Page; 2]) -> Result<[Page; 2], Failure> {
    let [one, other] = pages;
    for _ in 0..600 {
        if one.run(MY_TURN, &[]).await? == true {
            return Ok([one, other]);
        }
        if other.run(MY_TURN, &[]).await? == true {
            return Ok([other, one]);
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    Err("nobody is to move".into())
}

/// The time left on the banner, in seconds.
async fn seconds_left(page: &Page) -> Result<u64, Failure> {
    let script = "return /(\\d+):(\\d\\d)/.exec(document.querySelector('.calls time')?.innerText)";
    let found = page.wait_until("the countdown", script).await?;
    let number = |n: usize| found[n].as_str().and_then(|text| text.parse::<u64>().ok());
    Ok(number(1).ok_or("no minutes")? * 60 + number(2).ok_or("no seconds")?)
}

/// The banner follows the player through the app, counts down, calls again at the next turn, and
/// goes when the game ends.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_announces_the_players_turn() {
    async fn run() -> Result<(), Failure> {
        let PlayerPair { host, guest, pages, game } = start_pair("abalone").await?;
        let [mover, other] = by_turn(pages).await?;
        let french = mover.run("return document.documentElement.lang === 'fr'", &[]).await? == true;
        mover.wait_for("header a[href='/learn']").await?.click().await?;
        let call = format!(".calls a[href='/g/{game}']");
        mover.wait_for(&call).await?;
        let text = mover.text(".calls .update span").await?;
        let expected = if french {
            "Abalone\u{a0}: à vous de jouer contre"
        } else {
            "Your turn in Abalone against"
        };
        assert!(text.starts_with(expected), "{text}");
        let left = seconds_left(&mover).await?;
        mover
            .wait_until("the tab's badge", "return document.title.startsWith('(1) ') \
                && document.querySelector('link[rel=icon]').getAttribute('href') === '/icons/icon-badge.svg'")
            .await?;
        tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
        let later = seconds_left(&mover).await?;
        assert!(later < left && left - later < 30, "{left} {later}");
        // On a reloaded page too, and first on the home page.
        mover.reload().await?;
        mover.wait_for(&call).await?;
        mover.wait_for("header a[href='/']").await?.click().await?;
        let row = mover.text(".in-progress li.urgent").await?;
        assert!(
            row.contains("Abalone") && row.contains(if french { "encore" } else { "left" }),
            "{row}"
        );
        mover.wait_for(&format!(".in-progress a[href='/g/{game}']")).await?.click().await?;
        mover.wait_for(".table.online").await?;
        mover
            .wait_until(
                "no badge",
                "return !document.title.startsWith('(') \
            && !document.querySelector('.calls .update')",
            )
            .await?;
        // After the move nobody calls, until the opponent has answered.
        play_one(&mover).await?;
        mover.wait_for("header a[href='/learn']").await?.click().await?;
        mover.wait_for(".learn").await?;
        play_one(&other).await?;
        mover.wait_for(&call).await?;
        // A dismissed turn stays dismissed, also in the list of a reloaded page.
        mover.wait_for(".calls button").await?.click().await?;
        mover.wait_until("no call", "return !document.querySelector('.calls .update')").await?;
        mover.wait_for("header .badge").await?;
        // The badge goes when the game is over.
        other.run("[...document.querySelectorAll('.controls button')].find(b => /Resign|Abandon/.test(b.innerText)).click()", &[]).await?;
        other.click("dialog[open] .primary").await?;
        other.wait_for(".result").await?;
        mover.wait_until("no badge", "return !document.querySelector('header .badge')").await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

async fn resumed_in(screen: ScreenConfig, does: &str) -> Result<(), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    let page = sit_down(&browser, "abalone", Some(1)).await?;
    some_turns(&page, 1).await?;
    let played = plies(&page).await?;
    page.wait_for("header .brand").await?.click().await?;
    let link = ".in-progress li a[href^='/table/']";
    assert!(page.text(link).await?.starts_with(does));
    page.wait_for(link).await?.click().await?;
    page.wait_for(".table .board-svg").await?;
    assert!(plies(&page).await? >= played);
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_game_is_resumed_from_the_home_page() {
    resumed_in(ScreenConfig::DESKTOP, "Resume").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_game_is_resumed_on_a_french_phone() {
    resumed_in(ScreenConfig::PHONE.in_language("fr"), "Reprendre").await.unwrap();
}

/// A host who opened a table on one device is called on another; the table is listed there.
#[tokio::test(flavor = "multi_thread")]
async fn another_device_announces_a_joined_game() {
    async fn run() -> Result<(), Failure> {
        let first = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&first, "").await?;
        register(&first, "Ann").await?;
        let page = first.open_page("/online").await?;
        page.click(".lobby details summary").await?;
        page.run("document.querySelectorAll('input[name=against]')[1].click()", &[]).await?;
        page.click(".create .primary").await?;
        page.wait_for(".waiting .address input").await?;
        let address = page.run("return location.pathname", &[]).await?;
        let address = address.as_str().unwrap().to_owned();
        let second = first.open_beside(ScreenConfig::PHONE).await?;
        calm(&second, "").await?;
        let elsewhere = second.open_page("/sign-in").await?;
        sign_in(&elsewhere, "Ann", PASSWORD).await?;
        is_called(&elsewhere, "Ann").await?;
        let elsewhere = second.open_page("/").await?;
        let row = format!(".in-progress a[href='{address}']");
        elsewhere.wait_for(&row).await?;
        assert!(elsewhere.text(".in-progress").await?.contains("Waiting for an opponent"));
        let elsewhere = second.open_page("/rules/abraxas").await?;
        // The first device is no longer at the table.
        first.open_page("/settings").await?;
        let guest = first.open_beside(ScreenConfig::DESKTOP).await?;
        calm(&guest, "").await?;
        let joined = guest.open_page(&address).await?;
        joined.click(".waiting .primary").await?;
        joined.wait_for(".table.online").await?;
        elsewhere.wait_for(&format!(".calls a[href='{address}']")).await?;
        let text = elsewhere.text(".calls").await?;
        assert!(text.contains("has started") || text.contains("Your turn"), "{text}");
        guest.close().await?;
        second.close().await?;
        first.close().await
    }
    run().await.unwrap();
}

/// A browser whose session was ended elsewhere says so, and leads to the sign-in page.
#[tokio::test(flavor = "multi_thread")]
async fn an_ended_session_is_announced() {
    async fn run() -> Result<(), Failure> {
        let here = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&here, "").await?;
        register(&here, "Ann").await?;
        let there = here.open_beside(ScreenConfig::PHONE.in_language("fr")).await?;
        calm(&there, "").await?;
        let other = there.open_page("/sign-in").await?;
        sign_in(&other, "Ann", PASSWORD).await?;
        is_called(&other, "Ann").await?;
        let other = there.open_page("/online").await?;
        other.wait_until("open games", "return document.querySelector('.lobby .empty')").await?;
        let page = here.open_page("/account").await?;
        let ended = ask(&page, "DELETE", "/sessions", &json!({})).await?;
        assert_eq!(ended, json!({ "ended": 1 }));
        let notice = other.text(".calls .update span").await?;
        assert!(notice.starts_with("Votre session est terminée"), "{notice}");
        // Nobody is signed in any more; the notice stays until it is closed or followed.
        other
            .wait_until(
                "signed out",
                "return document.querySelector('.top .me[href=\"/sign-in\"]')",
            )
            .await?;
        other.wait_for(".calls a[href='/sign-in']").await?.click().await?;
        other.wait_for("#password").await?;
        sign_in(&other, "Ann", PASSWORD).await?;
        is_called(&other, "Ann").await?;
        other.wait_until("no notice", "return !document.querySelector('.calls .update')").await?;
        there.close().await?;
        here.close().await
    }
    run().await.unwrap();
}

/// The opponent of a deleted account wins, and no longer sees its name.
#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_ends_its_games() {
    async fn run() -> Result<(), Failure> {
        let host = Browser::open_online(ScreenConfig::DESKTOP).await?;
        let guest = host.open_beside(ScreenConfig::PHONE.in_language("fr")).await?;
        for browser in [&host, &guest] {
            calm(browser, ",\"confirm\":false,\"forced\":false").await?;
        }
        register(&host, "Anneliese").await?;
        let page = host.open_page("/online").await?;
        page.click(".lobby details summary").await?;
        page.run("document.querySelectorAll('input[name=against]')[1].click()", &[]).await?;
        page.click(".create .primary").await?;
        page.wait_for(".waiting .address input").await?;
        let address = page.run("return location.pathname", &[]).await?;
        let guest_page = guest.open_page(address.as_str().unwrap()).await?;
        guest_page.click(".waiting .primary").await?;
        for page in [&page, &guest_page] {
            page.wait_for(".table.online").await?;
            page.run(FINGERS, &[]).await?;
        }
        guest_page
            .wait_until("moves", "return document.querySelectorAll('.moves li').length >= 4")
            .await?;
        guest_page.run("clearInterval(window.fingers)", &[]).await?;
        assert!(guest_page.text(".table-board").await?.contains("Anneliese"));
        let page = host.open_page("/account").await?;
        page.click(".delete summary").await?;
        fill(&page, "#delete-name", "Anneliese").await?;
        fill(&page, "#delete-password", PASSWORD).await?;
        page.click(".delete button.danger").await?;
        assert_eq!(guest_page.text(".result h2").await?, "Vous avez gagné par abandon");
        guest_page
            .wait_until("no name", "return !document.body.innerText.includes('Anneliese')")
            .await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}
