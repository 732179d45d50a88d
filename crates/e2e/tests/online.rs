//! Two browsers at one server: every game to its end, through a lost connection and a killed server.

#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use abaque_e2e::{Browser, Page, Screen, Wrong};
use common::faults::Faults;
use common::{calm, fill, plies};
use serde_json::Value;

/// Plays by itself: hands in the set-up, shouts no Stop, types one of the actions offered. It does what a player's fingers do, on
/// the page as it is.
const FINGERS: &str = "
    if (window.fingers) return;
    const pick = list => list[Math.floor(Math.random() * list.length)];
    window.fingers = setInterval(() => {
      const hand = document.querySelector('.workshop .primary:not(:disabled)');
      if (hand) return hand.click();
      const end = document.querySelector('.end-turn .primary');
      if (end) return end.click();
      const field = document.querySelector('#typed:not(:disabled)');
      if (!field) return;
      const actions = [...document.querySelectorAll('#actions option')].map(option => option.value);
      if (!actions.length) return;
      field.value = actions.includes('go') ? 'go' : pick(actions);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form.requestSubmit();
    }, 25);";

/// Two people at a table of this game.
struct Two {
    host: Browser,
    guest: Browser,
    pages: [Page; 2],
    game: String,
}

async fn two(spec: &str) -> Result<Two, Wrong> {
    let host = Browser::open_online(Screen::DESKTOP).await?;
    let guest = host.beside(Screen::PHONE.dark().lang("fr")).await?;
    for browser in [&host, &guest] {
        calm(browser, ",\"confirm\":false,\"forced\":false").await?;
    }
    let one = host.page("/online").await?;
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    one.click(".lobby details summary").await?;
    let index = ["abalone", "abraxas", "abagio", "blocs"].iter().position(|game| *game == name);
    fill(&one, "#create-game", &index.unwrap().to_string()).await?;
    for (key, value) in options.split(',').filter_map(|option| option.split_once('=')) {
        one.run("document.querySelector('.create details').open = true", &[]).await?;
        fill(&one, &format!("#option-{key}"), value).await?;
    }
    // In public, so that how it began counts.
    one.run("document.querySelectorAll('input[name=against]')[1].click()", &[]).await?;
    one.click(".create .primary").await?;
    one.wait_for(".waiting .address input").await?;
    let address = one.run("return location.pathname", &[]).await?;
    let address = address.as_str().unwrap().to_owned();
    let other = guest.page(&address).await?;
    other.click(".waiting .primary").await?;
    for page in [&one, &other] {
        page.wait_for(".table.online").await?;
    }
    let game = address.trim_start_matches("/g/").to_owned();
    Ok(Two { host, guest, pages: [one, other], game })
}

/// Waits until so many plies are on the page, or it is over.
async fn played(page: &Page, count: u64) -> Result<(), Wrong> {
    let script = format!(
        "return document.querySelector('.result') || document.querySelectorAll('.moves li').length >= {count}"
    );
    page.until("moves", &script).await.map(drop)
}

async fn ended(page: &Page) -> Result<String, Wrong> {
    for _ in 0..240 {
        if page.has(".result h2").await? {
            return page.text(".result h2").await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Err(format!("not over after {} plies", plies(page).await?).into())
}

/// A whole game between two browsers: the connection is lost once, the server killed once, and everybody sees the same in the end.
async fn to_the_end(spec: &str) -> Result<(), Wrong> {
    let Two { mut host, guest, pages, game } = two(spec).await?;
    let [one, other] = &pages;
    for page in &pages {
        page.run(FINGERS, &[]).await?;
    }
    played(one, 6).await?;
    // The server is killed without a word, and comes back with what it acknowledged.
    host.cut_off();
    one.wait_for(".notice.lost").await?;
    let before = plies(one).await?;
    host.restart().await?;
    one.until("the way back", "return !document.querySelector('.notice.lost')").await?;
    played(one, before + 4).await?;
    // A page that is loaded again goes on where it was.
    other.reload().await?;
    other.wait_for(".table.online").await?;
    other.run(FINGERS, &[]).await?;
    let told = ended(one).await?;
    assert!(!told.is_empty());
    ended(other).await?;
    assert_eq!(plies(one).await?, plies(other).await?);
    let list =
        "return [...document.querySelectorAll('.moves li')].map(ply => ply.innerText).join(' ')";
    assert_eq!(one.run(list, &[]).await?, other.run(list, &[]).await?);
    // The lots of it, computed again in the browser.
    one.click("a[href^='/verify/']").await?;
    one.wait_for(".verdict").await?;
    let verdict = one.text(".verdict").await?;
    assert!(verdict.contains("Everything is right"), "{verdict}");
    assert!(verdict.contains("public log"), "{verdict}");
    let record = one.run("return document.querySelector('#verify-text').value", &[]).await?;
    assert!(record.as_str().unwrap().contains(&game), "{record}");
    guest.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone_to_the_end() {
    to_the_end("abalone:target=1").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn abraxas_to_the_end() {
    to_the_end("abraxas:target=1").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn abagio_to_the_end() {
    to_the_end("abagio").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn blocs_to_the_end() {
    to_the_end("blocs").await.unwrap();
}

/// What one hides is in nothing the other one's browser has: not on the page, not in what it heard, not in what it keeps.
#[tokio::test(flavor = "multi_thread")]
async fn blo_07_nothing_hidden_reaches_the_other_browser() {
    const LISTEN: &str = "
        window.heard = [];
        const Real = WebSocket;
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); this.addEventListener('message', event => window.heard.push(event.data)); }
        };";
    async fn run() -> Result<(), Wrong> {
        let Two { mut host, guest, pages, .. } = two("blocs").await?;
        let [one, other] = &pages;
        // Whoever listens hears all that a new connection tells.
        for page in &pages {
            page.run(LISTEN, &[]).await?;
        }
        host.cut_off();
        for page in &pages {
            page.wait_for(".notice.lost").await?;
        }
        host.restart().await?;
        for page in &pages {
            page.until("the way back", "return window.heard.length > 1").await?;
        }
        one.click(".workshop .workshop-buttons .primary").await?;
        one.wait_for(".notice.hint").await?;
        other.click(".workshop .workshop-buttons .primary").await?;
        for page in &pages {
            page.wait_for(".board-svg").await?;
        }
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        played(one, 8).await?;
        for page in &pages {
            page.run("clearInterval(window.fingers)", &[]).await?;
        }
        // What each hid is in the record when it is over; until then the other one has none of it.
        let all = "return [document.documentElement.outerHTML, JSON.stringify(Object.entries(localStorage)), \
                   JSON.stringify(window.heard || [])].join('\\n')";
        let known = [one.run(all, &[]).await?, other.run(all, &[]).await?];
        one.run("[...document.querySelectorAll('.controls button')].find(b => /Resign/.test(b.innerText))?.click()", &[]).await?;
        if one.has(".asked .primary").await? {
            one.click(".asked .primary").await?;
        }
        ended(one).await?;
        one.click("a[href^='/verify/']").await?;
        one.wait_for(".verdict").await?;
        let record = one.run("return document.querySelector('#verify-text').value", &[]).await?;
        let setups: Vec<&str> = record
            .as_str()
            .unwrap()
            .split_whitespace()
            .filter(|word| word.starts_with("setup:"))
            .collect();
        assert_eq!(setups.len(), 2, "{record}");
        let hidden = |known: &Value, setup: &str| !known.as_str().unwrap().contains(setup);
        // Whoever it is, neither browser knows the other's set-up, and each may know its own.
        let blind = known.iter().filter(|known| setups.iter().any(|setup| hidden(known, setup)));
        assert_eq!(blind.count(), 2);
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// Offers, chat and a rematch, between two people.
#[tokio::test(flavor = "multi_thread")]
async fn people_talk_agree_and_play_again() {
    async fn run() -> Result<(), Wrong> {
        let Two { host, guest, pages, .. } = two("abalone").await?;
        let [one, other] = &pages;
        fill(one, "#chat-line", "<b>bonne</b> chance").await?;
        one.click(".chat form button").await?;
        other.until("the line", "return document.querySelector('.chat li')").await?;
        assert!(other.text(".chat li").await?.ends_with("<b>bonne</b> chance"));
        assert!(!other.has(".chat li b").await?);
        // Whoever wants to hear nothing hears nothing, the page loaded again included, until they want to.
        let mute = ".chat header button";
        other.click(mute).await?;
        other.until("silence", "return !document.querySelector('.chat li')").await?;
        fill(one, "#chat-line", "encore là ?").await?;
        one.click(".chat form button").await?;
        one.until("both lines", "return document.querySelectorAll('.chat li').length === 2")
            .await?;
        other.reload().await?;
        other.wait_for(".chat header button[aria-pressed=true]").await?;
        assert!(!other.has(".chat li").await? && !other.has("#chat-line").await?);
        other.click(mute).await?;
        other
            .until("both lines", "return document.querySelectorAll('.chat li').length === 2")
            .await?;
        let press = "[...document.querySelectorAll('.controls button')].find(b => b.innerText.includes(arguments[0])).click()";
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        played(one, 4).await?;
        for page in &pages {
            page.run("clearInterval(window.fingers); window.fingers = null", &[]).await?;
        }
        one.run(press, &["take back".into()]).await?;
        other.wait_for(".asked p").await?;
        assert!(other.text(".asked p").await?.contains("reprendre"));
        let before = plies(other).await?;
        other.click(".asked .primary").await?;
        other
            .until(
                "fewer moves",
                &format!("return document.querySelectorAll('.moves li').length < {before}"),
            )
            .await?;
        one.run(press, &["draw".into()]).await?;
        other
            .until(
                "the offer",
                "return /nulle/.test(document.querySelector('.asked p')?.innerText)",
            )
            .await?;
        other.click(".asked .primary").await?;
        assert_eq!(ended(one).await?, "Draw by agreement");
        let address = one.run("return location.pathname", &[]).await?;
        one.click(".result .primary").await?;
        one.wait_for(".waiting").await?;
        other.click(".result .primary").await?;
        for page in &pages {
            page.until("the next table", &format!(
                "return location.pathname !== {address} && document.querySelector('.table.online')"
            ))
            .await?;
        }
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// Whoever watches sees every move and can touch nothing; the finished game is reviewed, and how it began is known.
#[tokio::test(flavor = "multi_thread")]
async fn games_are_watched_and_reviewed() {
    async fn run() -> Result<(), Wrong> {
        let Two { host, guest, pages, game } = two("abalone:target=1").await?;
        let [one, _] = &pages;
        let third = host.beside(Screen::DESKTOP).await?;
        calm(&third, "").await?;
        let watcher = third.page(&format!("/g/{game}")).await?;
        watcher.wait_for(".spectating").await?;
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        played(&watcher, 5).await?;
        assert!(!watcher.has("#typed").await?);
        let buttons = watcher.text(".controls").await?;
        assert!(!buttons.contains("Resign") && !buttons.contains("draw"), "{buttons}");
        let told = ended(one).await?;
        assert_eq!(ended(&watcher).await?, told);
        watcher.click("a[href^='/study/g/']").await?;
        watcher.wait_for(".study .board-svg").await?;
        let moves = "return document.querySelectorAll('.study .ply').length";
        let count = watcher.run(moves, &[]).await?.as_u64().unwrap();
        assert!(count >= plies(one).await?, "{count}");
        // How games began is counted when they are over: this one is among them.
        let page = third.page("/study/new?spec=abalone:target%3D1").await?;
        page.until("what was played here", "return document.querySelector('.explorer tbody tr')")
            .await?;
        third.close().await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// axe-core finds nothing wherever one plays online, and nothing is wider than the screen.
async fn nothing_wrong(screen: Screen, prefs: &str) -> Result<(), Wrong> {
    let browser = Browser::open_online(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    let page = browser.page("/online?against=Ann").await?;
    page.until("open games", "return document.querySelector('.lobby .empty')").await?;
    faults.look(&page, "lobby").await?;
    page.click("input[name=against]").await?;
    page.click(".create .primary").await?;
    page.wait_for(".waiting .address").await?;
    faults.look(&page, "waiting").await?;
    let page = browser.page("/online").await?;
    page.click(".lobby details summary").await?;
    fill(&page, "#create-game", "2").await?;
    page.run("document.querySelectorAll('input[name=against]')[3].click()", &[]).await?;
    page.wait_for("#create-level").await?;
    page.click(".create .primary").await?;
    page.wait_for(".table.online").await?;
    page.run("document.querySelectorAll('details').forEach(part => part.open = true)", &[]).await?;
    faults.look(&page, "table").await?;
    let resign = "document.querySelector('.controls button:last-of-type').click()";
    page.run(resign, &[]).await?;
    page.click(".asked .primary").await?;
    page.wait_for(".result").await?;
    faults.look(&page, "over").await?;
    page.click("a[href^='/verify/']").await?;
    page.wait_for(".verdict").await?;
    faults.look(&page, "verify").await?;
    let page = browser.page("/g/aaaaaaaaaa").await?;
    page.until("no such game", "return document.querySelector('main .primary')").await?;
    faults.look(&page, "no such game").await?;
    faults.none();
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_the_light() {
    nothing_wrong(Screen::DESKTOP, "").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_the_dark_on_a_telephone() {
    nothing_wrong(Screen::PHONE.lang("fr"), ",\"shade\":\"dark\"").await.unwrap();
}
