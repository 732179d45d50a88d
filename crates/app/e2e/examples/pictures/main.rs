//! Takes screenshots of every page, on desktop and phone, light and dark, and the story of each game:
//! `cargo xtask web-pictures`. The argument `people` limits them to account pages and online tables,
//! `story` to the stories, of all games or of those named after it.

#[path = "../../tests/common/mod.rs"]
mod common;
mod story;

use std::path::PathBuf;

use abaque_e2e::{Browser, Failure, ScreenConfig};
use common::people::{give_up_a_game, history, id_of, register};
use common::{calm, fill, open_record, sit_down, some_turns};

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let pictures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/pictures");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only_people = match arguments.split_first() {
        None => false,
        Some((first, [])) if first == "people" => true,
        Some((first, games)) if first == "story" => {
            return story::take_pictures(&pictures.join("story"), games).await;
        }
        _ => return Err("usage: web-pictures [people | story [GAME]...]".into()),
    };
    let folder = pictures.join("web");
    std::fs::create_dir_all(&folder)?;
    for (size, screen) in [("desktop", ScreenConfig::DESKTOP), ("phone", ScreenConfig::PHONE)] {
        for shade in ["light", "dark"] {
            let browser = Browser::open(screen).await?;
            calm(&browser, &format!(",\"shade\":\"{shade}\"")).await?;
            let file = |name: &str| folder.join(format!("{name}-{size}-{shade}.png"));
            take_people_pictures(screen, shade, &file).await?;
            take_online_pictures(screen, shade, &file).await?;
            if only_people {
                continue;
            }
            for (name, path) in [
                ("home", "/"),
                ("new", "/new/abalone"),
                ("settings", "/settings"),
                ("rules", "/rules/abraxas"),
                ("help", "/about"),
                ("learn", "/learn"),
                ("lesson", "/learn/abagio/start"),
                ("puzzles", "/puzzles"),
                ("puzzle", "/puzzles/aba-0001"),
                ("study", "/study/new?spec=abalone&plies=a1b1,i9h8,a2b2,i8h8,b1c2"),
                ("editor", "/editor/abagio"),
            ] {
                let page = browser.open_page(path).await?;
                match name {
                    "rules" => drop(page.wait_for("article h1").await?),
                    "lesson" | "puzzle" | "study" | "editor" => {
                        page.wait_for(".board-svg").await?;
                    }
                    _ => {}
                }
                page.save_screenshot(&file(name)).await?;
            }
            for game in ["abalone", "abraxas", "abagio", "blocs"] {
                let page = sit_down(&browser, game, Some(3)).await?;
                if game == "blocs" {
                    page.wait_for(".workshop").await?;
                    page.save_screenshot(&file("workshop")).await?;
                }
                some_turns(&page, 6).await?;
                page.save_screenshot(&file(game)).await?;
            }
            let stop = "[Game \"abraxas:sheet=2\"]\n[Start \"8/8/3r4/8/4r3/2rr4/8/8 se 2 19 1-0 3-3 stop?d6\"]\n[Result \"*\"]\n\n*\n";
            let page = open_record(&browser, stop).await?;
            page.wait_for(".stop-window").await?;
            page.save_screenshot(&file("stop")).await?;
            let page = browser.open_page("/games").await?;
            page.save_screenshot(&file("games")).await?;
            browser.close().await?;
        }
    }
    if only_people {
        return Ok(());
    }
    story::take_pictures(&pictures.join("story"), &[]).await
}

/// Account pages, on a server with past games.
async fn take_people_pictures(
    screen: ScreenConfig,
    shade: &str,
    file: &impl Fn(&str) -> PathBuf,
) -> Result<(), Failure> {
    let browser = Browser::open_online(screen).await?;
    calm(&browser, &format!(",\"shade\":\"{shade}\"")).await?;
    for (name, path) in
        [("sign-in", "/sign-in"), ("register", "/register"), ("recover", "/recover")]
    {
        browser.open_page(path).await?.save_screenshot(&file(name)).await?;
    }
    let other = browser.open_beside(screen).await?;
    register(&other, "Bob").await?;
    other.close().await?;
    register(&browser, "Ann").await?;
    let page = browser.open_page("/about").await?;
    give_up_a_game(&page).await?;
    let store = browser.app()?.store();
    history(store, id_of(store, "Ann").await?, id_of(store, "Bob").await?, 30).await?;
    for (name, path, ready) in [
        ("account", "/account", ".sessions"),
        ("profile", "/@Ann", ".plot"),
        ("list", "/@Ann/games?rated=true", ".games-of .list li"),
    ] {
        let page = browser.open_page(path).await?;
        page.wait_for(ready).await?;
        page.wait_until("all answers", "return !document.querySelector('.loading')").await?;
        page.save_screenshot(&file(name)).await?;
    }
    let page = browser.open_page("/@Ann").await?;
    page.wait_for(".throws").await?;
    page.run("document.querySelector('#part-results').scrollIntoView()", &[]).await?;
    page.save_screenshot(&file("dice")).await?;
    browser.close().await
}

/// The lobby, a table, and its verification page.
async fn take_online_pictures(
    screen: ScreenConfig,
    shade: &str,
    file: &impl Fn(&str) -> PathBuf,
) -> Result<(), Failure> {
    let browser = Browser::open_online(screen).await?;
    calm(&browser, &format!(",\"shade\":\"{shade}\"")).await?;
    let page = browser.open_page("/online").await?;
    page.click(".lobby details summary").await?;
    page.wait_for(".lobby .empty").await?;
    page.save_screenshot(&file("online")).await?;
    fill(&page, "#create-game", "2").await?;
    page.run("document.querySelectorAll('input[name=against]')[3].click()", &[]).await?;
    page.click(".create .primary").await?;
    page.wait_for(".table.online").await?;
    some_turns(&page, 3).await?;
    page.save_screenshot(&file("online-table")).await?;
    page.run("document.querySelector('.controls button:last-of-type').click()", &[]).await?;
    page.click("dialog[open] .primary").await?;
    page.click("a[href^='/verify/']").await?;
    page.wait_for(".verdict").await?;
    page.save_screenshot(&file("verify")).await?;
    browser.close().await
}
