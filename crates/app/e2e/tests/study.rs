//! Studies: replay, variations, engine analysis, mistake retries, editors, sharing.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use fantoccini::key::Key;

use crate::common::faults::{Faults, accessibility_tests};
use crate::common::studies::{at, fresh, keys, open};
use crate::common::{calm, type_action};

const SHORT_GAME: &str = "[Game \"abalone\"]\n[First \"Ada\"]\n[Second \"Blaise\"]\n[Result \"b wins resignation\"]\n\n\
                    1. a1b2 {into the middle} 2. i9h8 (2. i5h5 3. a2b2) 3. a2b2 $6 4. i8h8 1-0\n";

/// Black could push a ball out and win, does not, and loses.
const MISSED_WIN: &str = "[Game \"abalone:target=12\"]\n[Start \"4w/5b/6b/8/9/8/w6/w5/b4 b 11-11 -\"]\n\
                      [Result \"w wins ejection\"]\n\n1. h9h8 2. c1b1 0-1\n";

async fn board(page: &Page) -> Result<String, Failure> {
    page.text(".in-words p").await
}

/// Captures what the page copies to the clipboard.
async fn catch_copies(page: &Page) -> Result<(), Failure> {
    let script = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }";
    page.run(script, &[]).await.map(drop)
}

async fn last_copied(page: &Page) -> Result<String, Failure> {
    let text = page.wait_until("something copied", "return window.copied").await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_walked_through_by_keys() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, SHORT_GAME).await?;
        at(&page, "Start").await?;
        let start = board(&page).await?;
        keys(&page, &[Key::Right]).await?;
        at(&page, "a1b2").await?;
        assert_ne!(board(&page).await?, start);
        keys(&page, &[Key::Right]).await?;
        at(&page, "i9h8").await?;
        keys(&page, &[Key::Down]).await?;
        at(&page, "i5h5").await?;
        keys(&page, &[Key::Up]).await?;
        at(&page, "i9h8").await?;
        keys(&page, &[Key::End]).await?;
        at(&page, "i8h8").await?;
        assert!(page.text(".ended").await?.contains("Ada wins"));
        keys(&page, &[Key::Left]).await?;
        at(&page, "a2b2?!").await?;
        keys(&page, &[Key::Home]).await?;
        at(&page, "Start").await?;
        assert_eq!(board(&page).await?, start);
        // Space starts autoplay to the end.
        page.run("document.activeElement.blur()", &[]).await?;
        keys(&page, &[Key::Space]).await?;
        at(&page, "i8h8").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// A move on the board becomes a variation and keeps its comment; both survive a reload and are in
/// the record.
#[tokio::test(flavor = "multi_thread")]
async fn variations_and_comments_are_kept() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, SHORT_GAME).await?;
        catch_copies(&page).await?;
        page.click("#copy-record").await?;
        assert_eq!(last_copied(&page).await?.trim(), SHORT_GAME.trim());
        keys(&page, &[Key::Right]).await?;
        at(&page, "a1b2").await?;
        page.tap("i5").await?;
        page.wait_for(".spot[data-use=go]").await?;
        page.tap("f5").await?;
        at(&page, "i5h5").await?;
        type_action(&page, "b2c3").await?;
        at(&page, "b2c3").await?;
        page.run(
            "const field = document.querySelector('#comment'); field.value = 'What if?'; \
             field.dispatchEvent(new Event('change', {bubbles: true}))",
            &[],
        )
        .await?;
        page.wait_until(
            "the comment",
            "return [...document.querySelectorAll('.said')].some(e => e.innerText === 'What if?')",
        )
        .await?;
        page.reload().await?;
        page.wait_for(".study .board-svg").await?;
        page.wait_until(
            "it stays",
            "return [...document.querySelectorAll('.said')].some(e => e.innerText === 'What if?')",
        )
        .await?;
        catch_copies(&page).await?;
        page.click("#copy-record").await?;
        let text = last_copied(&page).await?.replace('\n', " ");
        assert!(
            text.contains("b2c3 {What if?}") && text.contains("[Result \"b wins resignation\"]"),
            "{text}"
        );
        // Promotes the variation, then deletes it.
        let script = "[...document.querySelectorAll('.ply')].find(e => e.innerText.trim() === 'b2c3').click()";
        page.run(script, &[]).await?;
        at(&page, "b2c3").await?;
        page.click(".notes .note-row button:last-of-type").await?;
        page.click(".notes [role=alertdialog] .primary").await?;
        at(&page, "i5h5").await?;
        page.wait_until("gone", "return ![...document.querySelectorAll('.ply')].some(e => e.innerText.trim() === 'b2c3')").await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_thinks_along() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, SHORT_GAME).await?;
        page.click("#asking").await?;
        page.wait_until(
            "three lines",
            "return document.querySelectorAll('.lines-found li').length === 3",
        )
        .await?;
        page.wait_for(".win-bar").await?;
        page.wait_for(".mark.arrow").await?;
        let line = page.text(".lines-found li span").await?;
        let first = line.split(' ').next().unwrap_or_default().to_owned();
        page.click(".lines-found li button").await?;
        at(&page, &first).await?;
        // In another position the search restarts, with the chosen number of lines.
        page.run(
            "const field = document.querySelector('#lines'); field.value = '1'; \
             field.dispatchEvent(new Event('change', {bubbles: true}))",
            &[],
        )
        .await?;
        page.wait_until(
            "one line",
            "return document.querySelectorAll('.lines-found li').length === 1",
        )
        .await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_found_and_tried_again() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, MISSED_WIN).await?;
        page.click("#analyse").await?;
        page.wait_for(".graph .curve").await?;
        page.wait_for(".mistakes li").await?;
        page.wait_until("it ends", "return !document.querySelector('.whole progress')").await?;
        let mistake = page.text(".mistakes li").await?;
        assert!(
            mistake.contains("h9h8") && mistake.contains("g9h9") && mistake.contains("??"),
            "{mistake}"
        );
        assert!(mistake.contains("Misses g9h9, which pushes"), "{mistake}");
        page.click(".mistakes .again").await?;
        page.wait_for(".trial").await?;
        at(&page, "Start").await?;
        type_action(&page, "h9g8").await?;
        page.wait_for(".trial.bad").await?;
        page.click(".trial .primary").await?;
        at(&page, "Start").await?;
        type_action(&page, "g9h9").await?;
        page.wait_for(".trial.good").await?;
        // The bad try is gone, the good one stays as a variation.
        let plies = page.run("return [...document.querySelectorAll('.tree .row .ply')].map(e => e.innerText.trim()).join(' ')", &[]).await?;
        assert_eq!(plies, "h9h8 g9h9 c1b1");
        // Clicking the graph goes to that ply.
        page.run("const g = document.querySelector('.graph svg'); const r = g.getBoundingClientRect(); \
                  g.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: r.right - 1, clientY: r.top + 5}))", &[]).await?;
        at(&page, "c1b1").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// A link contains the whole study: another browser shows the same.
#[tokio::test(flavor = "multi_thread")]
async fn links_lead_to_the_same_study() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, SHORT_GAME).await?;
        keys(&page, &[Key::Right]).await?;
        at(&page, "a1b2").await?;
        catch_copies(&page).await?;
        page.click("#copy-link").await?;
        let link = last_copied(&page).await?;
        let plies = "return document.querySelector('.tree-list').innerText";
        let (shown, words) = (page.run(plies, &[]).await?, board(&page).await?);
        browser.close().await?;
        let other = fresh(ScreenConfig::DESKTOP).await?;
        let path = link.split_once("/study/").map(|(_, rest)| format!("/study/{rest}"));
        let page = other.open_page(&path.ok_or("no link")?).await?;
        at(&page, "a1b2").await?;
        assert_eq!(page.run(plies, &[]).await?, shown);
        assert_eq!(board(&page).await?, words);
        // Changes are in the address, and can be saved.
        type_action(&page, "i7h7").await?;
        at(&page, "i7h7").await?;
        page.reload().await?;
        page.wait_until(
            "the new move",
            "return document.querySelector('.tree-list')?.innerText.includes('i7h7')",
        )
        .await?;
        page.click("#keep").await?;
        page.wait_until("a kept game", "return location.pathname === '/study/1'").await?;
        other.close().await
    }
    run().await.unwrap();
}

/// A position is edited, validated, studied and played.
#[tokio::test(flavor = "multi_thread")]
async fn positions_are_put_together() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/editor/abalone").await?;
        page.wait_for("#play-here").await?;
        page.click("#clear").await?;
        page.wait_until("no game", "return !document.querySelector('#play-here')").await?;
        assert!(page.text("#verdict").await?.len() > 20);
        page.click("input[value=w]").await?;
        for square in ["i5", "i6", "i7", "i8", "i9", "h5", "h6", "h7", "h8"] {
            page.tap(square).await?;
        }
        page.click("input[value=b]").await?;
        for square in ["a1", "a2", "a3", "a4", "a5", "b2", "b3", "b4", "e5"] {
            page.tap(square).await?;
        }
        page.wait_for("#play-here").await?;
        let text = page.run("return document.querySelector('#position').value", &[]).await?;
        assert_eq!(text, "wwwww/1wwww1/7/8/4b4/8/7/1bbb2/bbbbb b 5-5 -");
        page.click("#play-here").await?;
        page.wait_for(".begins-at svg").await?;
        page.click("input[name=opponent][value=people]").await?;
        page.click("form button.primary").await?;
        page.wait_for(".table .board-svg").await?;
        page.tap("e5").await?;
        page.wait_for(".spot[data-use=go]").await?;
        page.tap("e6").await?;
        page.wait_until("the move", "return document.querySelectorAll('.moves li').length === 1")
            .await?;
        // A custom sheet.
        let page = browser.open_page("/editor/abraxas").await?;
        page.click(".pattern-editor summary").await?;
        let before = page
            .run("return document.querySelectorAll('.cell[aria-pressed=true]').length", &[])
            .await?;
        page.click(".cell:nth-child(41)").await?;
        let after = page
            .run("return document.querySelectorAll('.cell[aria-pressed=true]').length", &[])
            .await?;
        assert_ne!(before, after);
        page.click("#study-here").await?;
        page.wait_for(".study .board-svg").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Each side's view of a game with secrets, and a choice of dice.
#[tokio::test(flavor = "multi_thread")]
async fn secrets_and_dice() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let game = include_str!("../../../../docs/records.md");
        let record =
            game.split("```abq\n").find(|part| part.starts_with("[Game \"blocs\"]")).unwrap();
        let page = open(&browser, record.split("```").next().unwrap()).await?;
        keys(&page, &[Key::End]).await?;
        page.wait_for(".ended").await?;
        let all = board(&page).await?;
        page.click(".eyes label:nth-of-type(2) input").await?;
        page.wait_until(
            "other eyes",
            "return document.querySelector('.eyes label:nth-of-type(2) input').checked",
        )
        .await?;
        assert_ne!(board(&page).await?, all);
        let page = browser.open_page("/study/new?spec=abagio").await?;
        page.wait_for(".lots button").await?;
        let script = "[...document.querySelectorAll('.lots button')].find(e => e.innerText.trim() === '5–2').click()";
        page.run(script, &[]).await?;
        at(&page, "f52").await?;
        browser.close().await
    }
    run().await.unwrap();
}

async fn nothing_wrong(screen: ScreenConfig, prefs: &str) -> Result<(), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    let page = open(&browser, MISSED_WIN).await?;
    page.click("#asking").await?;
    page.wait_for(".lines-found li").await?;
    page.click("#analyse").await?;
    page.wait_for(".mistakes li").await?;
    faults.look(&page, "a study").await?;
    for path in [
        "/study",
        "/editor/abalone",
        "/editor/abraxas",
        "/editor/abagio",
        "/editor/blocs",
        "/study/new?spec=blocs",
        "/study/new?spec=chess",
    ] {
        let page = browser.open_page(path).await?;
        faults.look(&page, path).await?;
    }
    faults.none();
    browser.close().await
}

accessibility_tests! { nothing_wrong:
    axe_finds_nothing_in_the_light(ScreenConfig::DESKTOP, "");
    axe_finds_nothing_in_the_dark_on_a_telephone(ScreenConfig::PHONE.in_language("fr"), ",\"shade\":\"dark\"");
}
