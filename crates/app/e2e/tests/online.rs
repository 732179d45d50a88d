//! Two browsers on one server: every game to its end, through a lost connection and a killed
//! server.

use std::time::Duration;

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use serde_json::Value;

use crate::common::faults::{Faults, accessibility_tests};
use crate::common::{FINGERS, calm, fill, plies};

/// Two players at a table.
pub(crate) struct PlayerPair {
    pub(crate) host: Browser,
    pub(crate) guest: Browser,
    pub(crate) pages: [Page; 2],
    pub(crate) game: String,
}

pub(crate) async fn start_pair(spec: &str) -> Result<PlayerPair, Failure> {
    let host = Browser::open_online(ScreenConfig::DESKTOP).await?;
    let guest = host.open_beside(ScreenConfig::PHONE.in_dark_mode().in_language("fr")).await?;
    for browser in [&host, &guest] {
        calm(browser, ",\"confirm\":false,\"forced\":false").await?;
    }
    let host_page = host.open_page("/online").await?;
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    host_page.click(".lobby details summary").await?;
    let index = ["abalone", "abraxas", "abagio", "blocs"].iter().position(|game| *game == name);
    fill(&host_page, "#create-game", &index.unwrap().to_string()).await?;
    for (key, value) in options.split(',').filter_map(|option| option.split_once('=')) {
        host_page.run("document.querySelector('.create details').open = true", &[]).await?;
        let tile = format!("input[name=option-{key}][value='{value}']");
        if host_page.has(&tile).await? {
            host_page.click(&tile).await?;
        } else {
            fill(&host_page, &format!("#option-{key}"), value).await?;
        }
    }
    // A public game, so that its opening is counted.
    host_page.run("document.querySelectorAll('input[name=against]')[1].click()", &[]).await?;
    host_page.click(".create .primary").await?;
    host_page.wait_for(".waiting .address input").await?;
    let address = host_page.run("return location.pathname", &[]).await?;
    let address = address.as_str().unwrap().to_owned();
    let guest_page = guest.open_page(&address).await?;
    guest_page.click(".waiting .primary").await?;
    for page in [&host_page, &guest_page] {
        page.wait_for(".table.online").await?;
    }
    let game = address.trim_start_matches("/g/").to_owned();
    Ok(PlayerPair { host, guest, pages: [host_page, guest_page], game })
}

/// Waits until the page shows this many plies, or the game is over.
async fn wait_for_plies(page: &Page, count: u64) -> Result<(), Failure> {
    let script = format!(
        "return document.querySelector('.result') || document.querySelectorAll('.moves li').length >= {count}"
    );
    page.wait_until("moves", &script).await.map(drop)
}

async fn wait_for_end(page: &Page) -> Result<String, Failure> {
    for _ in 0..240 {
        if page.has(".result h2").await? {
            return page.text(".result h2").await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Err(format!("not over after {} plies", plies(page).await?).into())
}

/// A whole game between two browsers: the connection drops once, the server is killed once, and
/// both see the same result.
async fn to_the_end(spec: &str) -> Result<(), Failure> {
    let PlayerPair { mut host, guest, pages, game } = start_pair(spec).await?;
    let [host_page, guest_page] = &pages;
    for page in &pages {
        page.run(FINGERS, &[]).await?;
    }
    wait_for_plies(host_page, 6).await?;
    // The server is killed without a shutdown, and returns with everything it acknowledged.
    host.stop_server();
    host_page.wait_for(".notice.lost").await?;
    let before = plies(host_page).await?;
    host.restart_server().await?;
    host_page.wait_until("the way back", "return !document.querySelector('.notice.lost')").await?;
    wait_for_plies(host_page, before + 4).await?;
    // A reloaded page continues where it was.
    guest_page.reload().await?;
    guest_page.wait_for(".table.online").await?;
    guest_page.run(FINGERS, &[]).await?;
    let result = wait_for_end(host_page).await?;
    assert!(!result.is_empty());
    wait_for_end(guest_page).await?;
    assert_eq!(plies(host_page).await?, plies(guest_page).await?);
    let list =
        "return [...document.querySelectorAll('.moves li')].map(ply => ply.innerText).join(' ')";
    assert_eq!(host_page.run(list, &[]).await?, guest_page.run(list, &[]).await?);
    // Verifies the chance events in the browser.
    host_page.click("a[href^='/verify/']").await?;
    host_page.wait_for(".verdict").await?;
    let verdict = host_page.text(".verdict").await?;
    assert!(verdict.contains("Everything checks out"), "{verdict}");
    assert!(verdict.contains("public log"), "{verdict}");
    let record = host_page.run("return document.querySelector('#verify-text').value", &[]).await?;
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

/// A player's secrets reach the opponent's browser nowhere: not in the page, the messages or the
/// storage.
#[tokio::test(flavor = "multi_thread")]
async fn blo_07_nothing_hidden_reaches_the_other_browser() {
    const LISTEN: &str = "
        window.heard = [];
        const Real = WebSocket;
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); this.addEventListener('message', event => window.heard.push(event.data)); }
        };";
    async fn run() -> Result<(), Failure> {
        let PlayerPair { mut host, guest, pages, .. } = start_pair("blocs").await?;
        let [host_page, guest_page] = &pages;
        // Records every message of a new connection.
        for page in &pages {
            page.run(LISTEN, &[]).await?;
        }
        host.stop_server();
        for page in &pages {
            page.wait_for(".notice.lost").await?;
        }
        host.restart_server().await?;
        for page in &pages {
            page.wait_until("the way back", "return window.heard.length > 1").await?;
        }
        host_page.click(".workshop .workshop-buttons .primary").await?;
        host_page.wait_for(".notice.hint").await?;
        guest_page.click(".workshop .workshop-buttons .primary").await?;
        for page in &pages {
            page.wait_for(".board-svg").await?;
        }
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        wait_for_plies(host_page, 8).await?;
        for page in &pages {
            page.run("clearInterval(window.fingers)", &[]).await?;
        }
        // The record reveals both set-ups after the game; before that, neither browser has the
        // other's.
        let all = "return [document.documentElement.outerHTML, JSON.stringify(Object.entries(localStorage)), \
                   JSON.stringify(window.heard || [])].join('\\n')";
        let known = [host_page.run(all, &[]).await?, guest_page.run(all, &[]).await?];
        host_page.run("[...document.querySelectorAll('.controls button')].find(b => /Resign/.test(b.innerText))?.click()", &[]).await?;
        if host_page.has("dialog[open] .primary").await? {
            host_page.click("dialog[open] .primary").await?;
        }
        wait_for_end(host_page).await?;
        host_page.click("a[href^='/verify/']").await?;
        host_page.wait_for(".verdict").await?;
        let record =
            host_page.run("return document.querySelector('#verify-text').value", &[]).await?;
        let setups: Vec<&str> = record
            .as_str()
            .unwrap()
            .split_whitespace()
            .filter(|word| word.starts_with("setup:"))
            .collect();
        assert_eq!(setups.len(), 2, "{record}");
        let hidden = |known: &Value, setup: &str| !known.as_str().unwrap().contains(setup);
        // Neither browser knows the other's set-up; each may know its own.
        let blind = known.iter().filter(|known| setups.iter().any(|setup| hidden(known, setup)));
        assert_eq!(blind.count(), 2);
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// Offers, chat and a rematch between two players.
#[tokio::test(flavor = "multi_thread")]
async fn players_chat_agree_on_a_draw_and_rematch() {
    async fn run() -> Result<(), Failure> {
        let PlayerPair { host, guest, pages, .. } = start_pair("abalone").await?;
        let [host_page, guest_page] = &pages;
        fill(host_page, "#chat-line", "<b>bonne</b> chance").await?;
        host_page.click(".chat form button").await?;
        guest_page.wait_until("the line", "return document.querySelector('.chat li')").await?;
        assert!(guest_page.text(".chat li").await?.ends_with("<b>bonne</b> chance"));
        assert!(!guest_page.has(".chat li b").await?);
        // Muting hides the chat, across a reload, until unmuted.
        let mute = ".chat header button";
        guest_page.click(mute).await?;
        guest_page.wait_until("silence", "return !document.querySelector('.chat li')").await?;
        fill(host_page, "#chat-line", "encore là ?").await?;
        host_page.click(".chat form button").await?;
        host_page
            .wait_until("both lines", "return document.querySelectorAll('.chat li').length === 2")
            .await?;
        guest_page.reload().await?;
        guest_page.wait_for(".chat header button[aria-pressed=true]").await?;
        assert!(!guest_page.has(".chat li").await? && !guest_page.has("#chat-line").await?);
        guest_page.click(mute).await?;
        guest_page
            .wait_until("both lines", "return document.querySelectorAll('.chat li').length === 2")
            .await?;
        let press = "[...document.querySelectorAll('.controls button')].find(b => b.innerText.includes(arguments[0])).click()";
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        wait_for_plies(host_page, 4).await?;
        for page in &pages {
            page.run("clearInterval(window.fingers); window.fingers = null", &[]).await?;
        }
        host_page.run(press, &["take back".into()]).await?;
        guest_page.wait_for(".asked p").await?;
        assert!(guest_page.text(".asked p").await?.contains("reprendre"));
        let before = plies(guest_page).await?;
        guest_page.click(".asked .primary").await?;
        guest_page
            .wait_until(
                "fewer moves",
                &format!("return document.querySelectorAll('.moves li').length < {before}"),
            )
            .await?;
        host_page.run(press, &["draw".into()]).await?;
        guest_page
            .wait_until(
                "the offer",
                "return /nulle/.test(document.querySelector('.asked p')?.innerText)",
            )
            .await?;
        guest_page.click(".asked .primary").await?;
        assert_eq!(wait_for_end(host_page).await?, "Draw by agreement");
        let address = host_page.run("return location.pathname", &[]).await?;
        host_page.click(".result .primary").await?;
        host_page.wait_for(".waiting").await?;
        guest_page.click(".result .primary").await?;
        for page in &pages {
            page.wait_until("the next table", &format!(
                "return location.pathname !== {address} && document.querySelector('.table.online')"
            ))
            .await?;
        }
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// A spectator sees every move and cannot play; the finished game can be reviewed, and its opening
/// is counted.
#[tokio::test(flavor = "multi_thread")]
async fn games_are_watched_and_reviewed() {
    async fn run() -> Result<(), Failure> {
        // Random players soon push a ball off from this start.
        let spec = "abalone:target=1,layout=belgian-daisy";
        let PlayerPair { host, guest, pages, game } = start_pair(spec).await?;
        let [host_page, _] = &pages;
        let third = host.open_beside(ScreenConfig::DESKTOP).await?;
        calm(&third, "").await?;
        let watcher = third.open_page(&format!("/g/{game}")).await?;
        watcher.wait_for(".spectating").await?;
        for page in &pages {
            page.run(FINGERS, &[]).await?;
        }
        wait_for_plies(&watcher, 5).await?;
        assert!(!watcher.has("#typed").await?);
        let buttons = watcher.text(".controls").await?;
        assert!(!buttons.contains("Resign") && !buttons.contains("draw"), "{buttons}");
        // The players hear their own result, watchers hear the winner's name.
        let own = wait_for_end(host_page).await?;
        let winner = if own.starts_with("You won ") { 0 } else { 1 };
        let names = watcher
            .run(
                "return [...document.querySelectorAll('.panel')].sort((a, b) => a.dataset.seat - b.dataset.seat) \
                 .map(panel => panel.querySelector('strong a').innerText)",
                &[],
            )
            .await?;
        let seat = host_page
            .run("return Number([...document.querySelectorAll('.panel')].find(p => /^You$/m.test(p.querySelector('strong').innerText)).dataset.seat)", &[])
            .await?;
        let host_seat = seat.as_u64().unwrap() as usize;
        let name = names[if winner == 0 { host_seat } else { 1 - host_seat }].as_str().unwrap();
        let told = wait_for_end(&watcher).await?;
        assert!(told.starts_with(&format!("{name} wins ")), "{told}; {names}; {own}");
        watcher.click("a[href^='/study/g/']").await?;
        watcher.wait_for(".study .board-svg").await?;
        let moves = "return document.querySelectorAll('.study .ply').length";
        let count = watcher.run(moves, &[]).await?.as_u64().unwrap();
        assert!(count >= plies(host_page).await?, "{count}");
        // Openings are counted when games end: this one is included.
        let page =
            third.open_page("/study/new?spec=abalone:target%3D1,layout%3Dbelgian-daisy").await?;
        page.wait_until(
            "what was played here",
            "return document.querySelector('.explorer tbody tr')",
        )
        .await?;
        third.close().await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}

/// axe-core finds no violations on online pages, and none overflows the screen.
async fn nothing_wrong(screen: ScreenConfig, prefs: &str) -> Result<(), Failure> {
    let browser = Browser::open_online(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    let page = browser.open_page("/online?against=Ann").await?;
    page.wait_until("open games", "return document.querySelector('.lobby .empty')").await?;
    faults.look(&page, "lobby").await?;
    page.click("input[name=against]").await?;
    page.click(".create .primary").await?;
    page.wait_for(".waiting .address").await?;
    faults.look(&page, "waiting").await?;
    let page = browser.open_page("/online").await?;
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
    page.click("dialog[open] .primary").await?;
    page.wait_for(".result").await?;
    faults.look(&page, "over").await?;
    page.click("a[href^='/verify/']").await?;
    page.wait_for(".verdict").await?;
    faults.look(&page, "verify").await?;
    let page = browser.open_page("/g/aaaaaaaaaa").await?;
    page.wait_until("no such game", "return document.querySelector('main .primary')").await?;
    faults.look(&page, "no such game").await?;
    faults.none();
    browser.close().await
}

accessibility_tests! { nothing_wrong:
    axe_finds_nothing_in_the_light(ScreenConfig::DESKTOP, "");
    axe_finds_nothing_in_the_dark_on_a_telephone(ScreenConfig::PHONE.in_language("fr"), ",\"shade\":\"dark\"");
}
