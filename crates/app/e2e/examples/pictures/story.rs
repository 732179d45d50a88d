//! The story of each game in four pictures: the first visit, a lesson, a finished game against the
//! computer, and its review.

use std::path::Path;
use std::time::Duration;

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};

use crate::common::hand::InputDevice;
use crate::common::{Due, calm, due, type_action};

/// The largest picture that is kept.
const MAX_BYTES: u64 = 150_000;

/// Turns after which a game counts as endless.
const MAX_TURNS: usize = 600;

struct Story {
    game: &'static str,
    screen: ScreenConfig,
    shade: &'static str,
    /// Tile of the form that makes the game short.
    quick: Option<&'static str>,
}

/// The games, each in another appearance.
const STORIES: [Story; 4] = [
    Story {
        game: "abalone",
        screen: ScreenConfig::LAPTOP,
        shade: "light",
        quick: Some("input[name=option-target][value='4']"),
    },
    Story {
        game: "abraxas",
        screen: ScreenConfig::PHONE,
        shade: "light",
        quick: Some("input[name=option-target][value='6']"),
    },
    Story { game: "abagio", screen: ScreenConfig::LAPTOP, shade: "dark", quick: None },
    Story { game: "blocs", screen: ScreenConfig::PHONE, shade: "dark", quick: None },
];

/// Takes the pictures of all games, or of those named.
pub(crate) async fn take_pictures(folder: &Path, games: &[String]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    let named = |story: &&Story| games.is_empty() || games.iter().any(|game| game == story.game);
    for story in STORIES.iter().filter(named) {
        tell(story, folder).await?;
    }
    Ok(())
}

async fn tell(story: &Story, folder: &Path) -> Result<(), Failure> {
    let game = story.game;
    let on_phone = story.screen == ScreenConfig::PHONE;
    let by = if on_phone { InputDevice::Finger } else { InputDevice::Mouse };
    let browser = Browser::open(story.screen).await?;
    calm(&browser, &format!(",\"shade\":\"{}\",\"confirm\":false", story.shade)).await?;
    let page = browser.open_page("/").await?;
    // The focus shows what comes next.
    page.tab_to(&format!(".card[data-game={game}] .primary"), "").await?;
    save(&page, folder, game, "1-first-visit").await?;

    by.press(&page, &format!(".card[data-game={game}] a[href='/learn/{game}']")).await?;
    by.press(&page, &format!("a[href='/learn/{game}/start']")).await?;
    page.wait_for(".board-svg").await?;
    while !page.has(".lesson-text .task").await? {
        by.press(&page, ".lesson-ways .next:not(:disabled)").await?;
    }
    page.run("scrollTo(0, 0)", &[]).await?;
    save(&page, folder, game, "2-lesson").await?;

    by.press(&page, "header .brand").await?;
    by.press(&page, &format!(".card[data-game={game}] .primary")).await?;
    page.wait_for("form button.primary").await?;
    if let Some(tile) = story.quick {
        by.press(&page, ".options > summary").await?;
        by.choose(&page, tile).await?;
    }
    by.press(&page, "form button.primary").await?;
    follow_hints(&page).await?;
    page.run("scrollTo(0, 0)", &[]).await?;
    save(&page, folder, game, "3-finished-game").await?;

    by.press(&page, ".result a[href^='/study/']").await?;
    by.press(&page, "#analyse:not(:disabled)").await?;
    page.wait_for(".graph .curve").await?;
    // A long game takes minutes on a busy machine.
    while page.has(".whole progress").await? {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    // The first mistake, if there is one.
    if page.has(".mistakes li").await? {
        page.click(".mistakes li .plain").await?;
    }
    page.run(
        "document.querySelector('.whole').scrollIntoView({block: 'center', behavior: 'instant'})",
        &[],
    )
    .await?;
    save(&page, folder, game, "4-review").await?;
    browser.close().await
}

/// Plays the hint in every turn, to the end.
async fn follow_hints(page: &Page) -> Result<(), Failure> {
    for _ in 0..MAX_TURNS {
        if page.has(".end-turn .primary").await? {
            page.click(".end-turn .primary").await?;
            continue;
        }
        match due(page).await? {
            Due::Over(_) => return Ok(()),
            Due::Curtain => page.click(".curtain .primary").await?,
            Due::Workshop => page.click(".workshop .primary").await?,
            Due::Action(actions) if actions.len() == 1 => type_action(page, &actions[0]).await?,
            Due::Action(_) => {
                page.click(".controls button:first-child:not(:disabled)").await?;
                let hint = page.text(".notice.hint strong").await?;
                type_action(page, &hint).await?;
                page.wait_until("the move", "return !document.querySelector('.notice.hint')")
                    .await?;
            }
        }
    }
    Err("the game has no end".into())
}

async fn save(page: &Page, folder: &Path, game: &str, name: &str) -> Result<(), Failure> {
    let path = folder.join(format!("{game}-{name}.webp"));
    // What a press lights up fades first.
    tokio::time::sleep(Duration::from_millis(500)).await;
    page.save_webp(&path).await?;
    let bytes = std::fs::metadata(&path)?.len();
    if bytes > MAX_BYTES {
        return Err(format!("{} has {bytes} bytes, {MAX_BYTES} are allowed", path.display()).into());
    }
    Ok(())
}
