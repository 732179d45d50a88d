//! The end of a game and what comes next; offers and chat between two players.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};

use crate::common::{FINGERS, calm, due, open_record, plies, sit_down};
use crate::online::{PlayerPair, start_pair};

/// One push wins against the computer: thirteen of White's balls are gone.
const ONE_PUSH: &str = "[Game \"abalone:target=14\"]\n[ComputerSecond \"1\"]\n\
                        [Start \"5/6/7/8/6bbw/8/7/6/bb3 b 10-13 -\"]\n[Result \"*\"]\n\n*\n";

/// Resigns the game on the page and confirms.
async fn resign(page: &Page) -> Result<(), Failure> {
    due(page).await?;
    page.run(
        "[...document.querySelectorAll('.controls button')].find(b => /Resign/.test(b.innerText)).click()",
        &[],
    )
    .await?;
    page.click("dialog[open] .primary").await?;
    page.wait_for(".result").await.map(drop)
}

async fn won_in(lang: &'static str, texts: [&str; 4]) -> Result<(), Failure> {
    let [won, you, next, puzzle] = texts;
    let browser = Browser::open(ScreenConfig::DESKTOP.in_language(lang)).await?;
    calm(&browser, "").await?;
    let page = open_record(&browser, ONE_PUSH).await?;
    page.wait_for(".board-svg").await?;
    assert_eq!(page.text(".panel[data-seat='0'] strong").await?, you);
    page.tap("e7").await?;
    page.tap("e9").await?;
    assert_eq!(page.text(".result h2").await?, won);
    assert_eq!(page.text(".next-level").await?, next);
    assert_eq!(page.text(".next-puzzle").await?, puzzle);
    page.wait_for(".result a[href^='/study/']").await?;
    // The next level begins at once, with the other side.
    page.wait_for(".next-level").await?.click().await?;
    page.wait_until("the next game", "return !document.querySelector('.result')").await?;
    assert_eq!(page.text(".panel[data-seat='1'] strong").await?, you);
    let opponent = page.text(".panel[data-seat='0'] strong").await?;
    assert!(opponent.ends_with(" 2"), "{opponent}");
    // The form remembers the level.
    let page = browser.open_page("/new/abalone").await?;
    page.wait_for("input[name=level][value='2']:checked").await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_leads_to_the_next_level() {
    won_in("en", ["You won 14–10", "You", "Try level 2", "Next puzzle"]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_leads_to_the_next_level_in_french() {
    let texts = ["Vous avez gagné 14 à 10", "Vous", "Essayer le niveau 2", "Problème suivant"];
    won_in("fr", texts).await.unwrap();
}

/// New players start at level 1. After two losses an easier level is offered, and the end of a game
/// leads to a puzzle.
#[tokio::test(flavor = "multi_thread")]
async fn losses_lead_to_an_easier_level_and_to_puzzles() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::PHONE).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/new/abalone").await?;
        page.wait_for("input[name=level][value='1']:checked").await?;
        let page = sit_down(&browser, "abalone", Some(2)).await?;
        resign(&page).await?;
        assert_eq!(page.text(".result h2").await?, "You lost by resignation");
        assert!(page.has(".result.lost-game").await? && !page.has(".next-level").await?);
        page.wait_for(".result .rematch").await?.click().await?;
        page.wait_until("the rematch", "return !document.querySelector('.result')").await?;
        resign(&page).await?;
        assert_eq!(page.text(".next-level").await?, "Try an easier level (1)");
        page.wait_for(".next-puzzle").await?.click().await?;
        page.wait_for(".puzzle .board-svg").await?;
        let address = page.run("return location.pathname", &[]).await?;
        assert!(address.as_str().unwrap().starts_with("/puzzles/aba-"), "{address}");
        browser.close().await
    }
    run().await.unwrap();
}

/// A chat line shows as unread on a telephone; a quick phrase arrives in the reader's language; a
/// declined offer is told to the player who made it.
#[tokio::test(flavor = "multi_thread")]
async fn chat_counts_unread_lines_and_shows_declined_offers() {
    async fn run() -> Result<(), Failure> {
        let PlayerPair { host, guest, pages, .. } = start_pair("abalone").await?;
        let [host_page, guest_page] = &pages;
        let own = "return document.querySelectorAll('.panel strong')[1].innerText";
        assert_eq!(host_page.run(own, &[]).await?, "You");
        assert_eq!(guest_page.run(own, &[]).await?, "Vous");
        host_page.wait_for(".phrases .phrase:nth-child(2)").await?.click().await?;
        assert_eq!(guest_page.text(".chat-toggle .badge").await?, "1");
        let hidden = "return getComputedStyle(document.querySelector('.chat')).display === 'none'";
        assert_eq!(guest_page.run(hidden, &[]).await?, true);
        guest_page.wait_for(".chat-toggle").await?.click().await?;
        assert_eq!(guest_page.run(hidden, &[]).await?, false);
        let line = guest_page.text(".chat li").await?;
        assert!(line.ends_with("Bien joué\u{a0}!"), "{line}");
        assert!(host_page.text(".chat li").await?.ends_with("Well played!"));
        assert!(!guest_page.has(".chat-toggle .badge").await?);
        guest_page.wait_for(".close-chat").await?.click().await?;
        host_page.wait_for(".phrases .phrase:nth-child(3)").await?.click().await?;
        assert_eq!(guest_page.text(".chat-toggle .badge").await?, "1");
        // A declined draw.
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        host_page
            .wait_until("moves", "return document.querySelectorAll('.moves li').length >= 4")
            .await?;
        for page in &pages {
            page.run("clearInterval(window.fingers); window.fingers = null", &[]).await?;
        }
        let offer = "[...document.querySelectorAll('.controls button')].find(b => /draw/i.test(b.innerText)).click()";
        host_page.run(offer, &[]).await?;
        guest_page.wait_for(".asked button:not(.primary)").await?.click().await?;
        assert_eq!(host_page.text(".declined p").await?, "Your opponent declined the draw.");
        host_page.wait_for(".declined button").await?.click().await?;
        host_page
            .wait_until("the notice closed", "return !document.querySelector('.declined')")
            .await?;
        assert!(plies(host_page).await? >= 4);
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}
