//! Games start while the host of the table is on another page, or offline.

use std::time::{Duration, Instant};

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use serde_json::json;

use crate::common::people::{PASSWORD, ask, is_called, register, sign_in};
use crate::common::{FINGERS, calm, fill, plies, sit_down};

/// How soon a game must start once the second player joins.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// A host and a guest on one server, each with a browser.
async fn host_and_guest() -> Result<(Browser, Browser), Failure> {
    let host = Browser::open_online(ScreenConfig::DESKTOP).await?;
    let guest = host.open_beside(ScreenConfig::PHONE.in_dark_mode().in_language("fr")).await?;
    for browser in [&host, &guest] {
        calm(browser, ",\"confirm\":false,\"forced\":false").await?;
    }
    Ok((host, guest))
}

/// Creates a public Abagio table; returns its address.
async fn open_table(host: &Browser, clock: &str, strict: bool) -> Result<String, Failure> {
    let page = host.open_page("/online").await?;
    page.click(".lobby details summary").await?;
    fill(&page, "#create-game", "2").await?;
    fill(&page, "#create-clock", clock).await?;
    page.run("document.querySelectorAll('input[name=against]')[1].click()", &[]).await?;
    if strict {
        page.run("document.querySelector('.create details').open = true", &[]).await?;
        page.click("#create-strict").await?;
    }
    page.click(".create .primary").await?;
    page.wait_for(".waiting .address input").await?;
    let address = page.run("return location.pathname", &[]).await?;
    Ok(address.as_str().unwrap().to_owned())
}

/// Finds the table in the lobby and joins it.
async fn sit_at(guest: &Browser, address: &str) -> Result<Page, Failure> {
    let page = guest.open_page("/online").await?;
    page.click(&format!(".others a[href='{address}']")).await?;
    page.click(".waiting .primary").await?;
    Ok(page)
}

/// Waits for the board, within the start timeout.
async fn wait_for_start(page: &Page) -> Result<(), Failure> {
    let since = Instant::now();
    page.wait_for(".table.online").await?;
    assert!(since.elapsed() < START_TIMEOUT, "{:?}", since.elapsed());
    Ok(())
}

/// Expects the host's notice: a text, a title badge and a link to the table.
async fn expect_call_to(page: &Page, address: &str) -> Result<(), Failure> {
    page.wait_for(&format!(".calls a[href='{address}']")).await?;
    let notice = page.text(".calls").await?;
    // A chance event decides who begins.
    let started = notice.contains("Your game of Abagio against ") && notice.contains("has started");
    assert!(started || notice.contains("Your turn in Abagio against "), "{notice}");
    page.wait_until("the badge", "return document.title.startsWith('(1) ')").await?;
    Ok(())
}

/// A chance event decides who begins: the guest plays until it is the host's turn.
async fn play_until_hosts_turn(guest: &Page) -> Result<(), Failure> {
    guest.run(FINGERS, &[]).await?;
    guest
        .wait_until(
            "the host's turn",
            "return !document.querySelector('#typed:not(:disabled)') \
             && !document.querySelector('.end-turn .primary') && document.querySelectorAll('.moves li').length > 0",
        )
        .await?;
    Ok(())
}

/// Both play some turns.
async fn play_on(pages: [&Page; 2]) -> Result<(), Failure> {
    let before = plies(pages[0]).await?;
    for page in pages {
        page.run(FINGERS, &[]).await?;
    }
    let more = format!(
        "return document.querySelector('.result') || document.querySelectorAll('.moves li').length > {}",
        before + 6
    );
    for page in pages {
        page.wait_until("moves", &more).await?;
    }
    Ok(())
}

async fn called_from_a_local_game(strict: bool) -> Result<(), Failure> {
    let (host, guest) = host_and_guest().await?;
    let address = open_table(&host, "600+5", strict).await?;
    // As the lobby suggests, the host plays a bot meanwhile.
    let host_page = sit_down(&host, "abalone", Some(1)).await?;
    let guest_page = sit_at(&guest, &address).await?;
    wait_for_start(&guest_page).await?;
    expect_call_to(&host_page, &address).await?;
    host_page.click(".calls a.button").await?;
    wait_for_start(&host_page).await?;
    host_page.wait_until("no badge", "return !document.title.startsWith('(')").await?;
    assert!(!host_page.has(".calls .update").await?);
    play_on([&host_page, &guest_page]).await?;
    guest.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_playing_a_bot_is_told_that_a_guest_joined() {
    called_from_a_local_game(false).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strict_game_starts_from_any_page_of_the_host() {
    called_from_a_local_game(true).await.unwrap();
}

/// All tabs of a browser show the notice, and dismissing it in one dismisses it in all.
#[tokio::test(flavor = "multi_thread")]
async fn a_notice_dismissed_in_one_tab_closes_in_all() {
    async fn run() -> Result<(), Failure> {
        let (host, guest) = host_and_guest().await?;
        let address = open_table(&host, "600+5", true).await?;
        let host_page = host.open_page("/rules/abraxas").await?;
        host_page.run("window.other = window.open('/learn')", &[]).await?;
        let other_shows = "!!window.other.document.querySelector('.calls .update')";
        host_page
            .wait_until(
                "the other tab",
                "return !!window.other.document.querySelector('main section')",
            )
            .await?;
        let joined = sit_at(&guest, &address).await?;
        wait_for_start(&joined).await?;
        expect_call_to(&host_page, &address).await?;
        host_page.wait_until("the call in the other tab", &format!("return {other_shows}")).await?;
        host_page.click(".calls button").await?;
        host_page
            .wait_until("the call closed there too", &format!("return !{other_shows}"))
            .await?;
        // A dismissed notice stays dismissed.
        host_page.reload().await?;
        host_page.wait_for("article h1").await?;
        assert!(!host_page.has(".calls .update").await?);
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// The host's browser is closed when the guest joins: the game starts anyway and waits in the
/// host's list.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_starts_without_the_host_who_finds_it_later() {
    async fn run() -> Result<(), Failure> {
        let (mut host, guest) = host_and_guest().await?;
        let address = open_table(&host, "1800+20", false).await?;
        host.close_windows().await?;
        let guest_page = sit_at(&guest, &address).await?;
        wait_for_start(&guest_page).await?;
        play_until_hosts_turn(&guest_page).await?;
        host.reopen().await?;
        let host_page = host.open_page("/").await?;
        expect_call_to(&host_page, &address).await?;
        // The header counts the games in which it is the host's turn.
        host_page.wait_for("header .badge").await?;
        let host_page = host.open_page("/online").await?;
        host_page.click(&format!(".own .list a[href='{address}']")).await?;
        wait_for_start(&host_page).await?;
        play_on([&host_page, &guest_page]).await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// A correspondence game: the guest joins and plays; the host returns and finds the game first in
/// the list.
#[tokio::test(flavor = "multi_thread")]
async fn a_correspondence_game_starts_without_the_host() {
    async fn run() -> Result<(), Failure> {
        let (mut host, guest) = host_and_guest().await?;
        let address = open_table(&host, "3/turn", false).await?;
        host.close_windows().await?;
        let guest_page = sit_at(&guest, &address).await?;
        wait_for_start(&guest_page).await?;
        play_until_hosts_turn(&guest_page).await?;
        host.reopen().await?;
        let host_page = host.open_page("/online").await?;
        let first = "return document.querySelector('.own .list a')?.getAttribute('href')";
        assert_eq!(host_page.wait_until("the list", first).await?, json!(address));
        host_page.click(".own .list a").await?;
        wait_for_start(&host_page).await?;
        play_on([&host_page, &guest_page]).await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// A strict table tells the guest that it waits for the host; any page the host loads reveals the
/// seed. The notice survives a reload.
#[tokio::test(flavor = "multi_thread")]
async fn reloading_a_page_starts_a_strict_game() {
    async fn run() -> Result<(), Failure> {
        let (mut host, guest) = host_and_guest().await?;
        let address = open_table(&host, "600+5", true).await?;
        host.close_windows().await?;
        let guest_page = sit_at(&guest, &address).await?;
        let waiting = "return /ne commence que si les deux joueurs sont en ligne/.test(document.querySelector('.waiting')?.innerText)";
        guest_page.wait_until("plain words", waiting).await?;
        host.reopen().await?;
        let host_page = host.open_page("/settings").await?;
        wait_for_start(&guest_page).await?;
        expect_call_to(&host_page, &address).await?;
        host_page.reload().await?;
        expect_call_to(&host_page, &address).await?;
        host_page.click(".calls a.button").await?;
        wait_for_start(&host_page).await?;
        play_on([&host_page, &guest_page]).await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// Two accounts of one browser sit at the same strict table: each has its own seed.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_one_browser_keep_their_seeds_apart() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        register(&browser, "Ann").await?;
        let address = open_table(&browser, "600+5", true).await?;
        let page = browser.open_page("/about").await?;
        ask(&page, "POST", "/sign-out", &json!({})).await?;
        register(&browser, "Bob").await?;
        let page = sit_at(&browser, &address).await?;
        page.wait_until(
            "the wait",
            "return /Waiting for Ann/.test(document.querySelector('.waiting')?.innerText)",
        )
        .await?;
        ask(&page, "POST", "/sign-out", &json!({})).await?;
        // Signing in returns to the previous page.
        browser.open_page("/about").await?;
        let page = browser.open_page("/sign-in").await?;
        sign_in(&page, "Ann", PASSWORD).await?;
        is_called(&page, "Ann").await?;
        expect_call_to(&page, &address).await?;
        browser.close().await
    }
    run().await.unwrap();
}
