//! Whole local games in the browser.

use abaque_e2e::{Browser, Failure, ScreenConfig};
use fantoccini::key::Key;

use crate::common::{Due, calm, due, open_record, play_out, plies, sit_down, type_action};

/// Plays a game against a bot to the end, then starts a rematch.
async fn to_the_end(game: &str, level: u8, screen: ScreenConfig) -> Result<(), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    let page = sit_down(&browser, game, Some(level)).await?;
    let how = play_out(&page, 400).await?;
    assert!(!how.is_empty());
    let announced = page.text("#said").await.unwrap_or_default();
    page.click(".result .primary").await?;
    page.wait_until("the rematch", "return document.querySelectorAll('.result').length === 0")
        .await?;
    assert!(!announced.contains("undefined"));
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn abalone_against_the_computer() {
    to_the_end("abalone", 4, ScreenConfig::DESKTOP).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn abraxas_against_the_computer() {
    to_the_end("abraxas", 1, ScreenConfig::DESKTOP).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn abagio_against_the_computer() {
    to_the_end("abagio", 1, ScreenConfig::DESKTOP).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn blocs_against_the_computer_on_a_phone() {
    to_the_end("blocs", 1, ScreenConfig::PHONE).await.unwrap();
}

/// A short game of Abalone by mouse and touch: six balls stand on the edge.
#[tokio::test(flavor = "multi_thread")]
async fn abalone_by_mouse_and_finger() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        // One push wins: thirteen of White's balls are gone.
        let record = "[Game \"abalone:target=14\"]\n[Start \"5/6/7/8/6bbw/8/7/6/bb3 b 10-13 -\"]\n[Result \"*\"]\n\n*\n";
        let page = open_record(&browser, record).await?;
        page.wait_for(".board-svg").await?;
        // First by touch: a ball along the edge, then taken back by button.
        page.drag("a2", "a3").await?;
        page.wait_until("the move", "return document.querySelectorAll('.moves li').length === 1")
            .await?;
        page.click(".controls button:nth-child(2)").await?;
        page.wait_until("taken back", "return document.querySelectorAll('.moves li').length === 0")
            .await?;
        // Then the push, by two clicks.
        page.tap("e7").await?;
        page.wait_for(".mark.picked").await?;
        page.wait_for(".mark.target").await?;
        page.tap("e9").await?;
        assert_eq!(page.text(".result h2").await?, "Black wins 14–10");
        browser.close().await
    }
    run().await.unwrap();
}

/// Two people at one screen: the curtain closes, and the opponent's pawns are nowhere in the page.
#[tokio::test(flavor = "multi_thread")]
async fn secrets_stay_behind_the_curtain() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "blocs", None).await?;
        let mut curtains = 0;
        for turn in 0..14 {
            match due(&page).await? {
                Due::Curtain => {
                    curtains += 1;
                    let seen = page.text(".curtain .name").await?;
                    assert!(["Blue", "Red"].contains(&seen.as_str()), "{seen}");
                    // Behind the curtain the screen shows public information only: hardly any block
                    // reveals all three pawns.
                    let words = page.text(".in-words p").await?;
                    let blocks: Vec<&str> = words
                        .split(" (")
                        .skip(1)
                        .filter_map(|part| part.split(')').next())
                        .collect();
                    let hidden = blocks.iter().filter(|block| block.contains('?')).count();
                    assert!(blocks.is_empty() || hidden + 4 > blocks.len(), "{words}");
                    // A reload does not get around the curtain.
                    page.reload().await?;
                    assert_eq!(due(&page).await?, Due::Curtain);
                    assert_eq!(page.text(".in-words p").await?, words);
                    page.click(".curtain .primary").await?;
                }
                Due::Workshop => page.click(".workshop .primary").await?,
                Due::Action(actions) => type_action(&page, &actions[turn % actions.len()]).await?,
                Due::Over(_) => break,
            }
        }
        assert!(curtains >= 4, "{curtains} curtains");
        browser.close().await
    }
    run().await.unwrap();
}

/// Keyboard only: from the home page to the end of a game.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_by_keyboard_alone() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/new/blocs").await?;
        page.run("document.querySelector('input[name=level]:checked').focus()", &[]).await?;
        // To level 2 and back to level 1, then to the start button.
        page.press(&[Key::Right, Key::Left]).await?;
        page.run("document.querySelector('form button.primary').focus()", &[]).await?;
        page.press(&[Key::Enter]).await?;
        page.wait_for(".workshop").await?;
        page.run("document.querySelector('.workshop .primary').focus()", &[]).await?;
        page.press(&[Key::Enter]).await?;
        let Due::Action(_) = due(&page).await? else { return Err("no action is due".into()) };
        // On the board: the focus is on a movable piece; arrows move it.
        page.run("document.querySelector('.spot[tabindex=\"0\"]').focus()", &[]).await?;
        let before = page.run("return document.activeElement.id", &[]).await?;
        page.press(&[Key::Enter]).await?;
        page.wait_for(".spot[aria-pressed=true]").await?;
        page.press(&[Key::Escape]).await?;
        page.wait_until("put back", "return !document.querySelector('.spot[aria-pressed=true]')")
            .await?;
        page.press(&[Key::Up]).await?;
        let after = page.run("return document.activeElement.id", &[]).await?;
        assert_ne!(before, after);
        // As text, to the end: the key T focuses the field.
        for turn in 0..400 {
            let actions = match due(&page).await? {
                Due::Over(how) => {
                    assert!(!how.is_empty());
                    return browser.close().await;
                }
                Due::Action(actions) => actions,
                other => return Err(format!("{other:?}").into()),
            };
            page.run("document.querySelector('h1').setAttribute('tabindex', '-1'); document.querySelector('h1').focus()", &[]).await?;
            page.type_text("t").await?;
            page.wait_until("the field", "return document.activeElement.id === 'typed'").await?;
            let taking = actions.iter().find(|action| action.starts_with('x'));
            page.type_text(taking.unwrap_or(&actions[turn * 7 % actions.len()])).await?;
            page.press(&[Key::Enter]).await?;
        }
        Err("the game has no end".into())
    }
    run().await.unwrap();
}

/// The game survives a reload.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_a_reload() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP.in_language("fr")).await?;
        calm(&browser, "").await?;
        let page = sit_down(&browser, "abalone", None).await?;
        for action in ["a1b1", "i5h5", "a2b2"] {
            due(&page).await?;
            type_action(&page, action).await?;
        }
        page.wait_until(
            "three moves",
            "return document.querySelectorAll('.moves li').length === 3",
        )
        .await?;
        page.reload().await?;
        page.wait_for(".board-svg").await?;
        assert_eq!(plies(&page).await?, 3);
        assert_eq!(page.text(".top nav a[aria-current], .moves h2").await?, "Coups");
        let page = browser.open_page("/games").await?;
        assert!(page.text(".list").await?.contains("Noir"));
        // A refusal is shown, with the rule.
        let page = browser.open_page("/table/1").await?;
        due(&page).await?;
        type_action(&page, "z9z9").await?;
        let notice = page.text(".notice").await?;
        assert!(notice.contains("«\u{a0}z9\u{a0}»"), "{notice}");
        browser.close().await
    }
    run().await.unwrap();
}
