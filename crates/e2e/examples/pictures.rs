//! Takes the pictures of every page, on a desktop and a telephone, light and dark: `cargo xtask web-pictures`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

use abaque_e2e::{Browser, Screen, Wrong};
use common::{calm, open_record, sit_down, some_turns};

#[tokio::main]
async fn main() -> Result<(), Wrong> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/web");
    std::fs::create_dir_all(&folder)?;
    for (size, screen) in [("desktop", Screen::DESKTOP), ("phone", Screen::PHONE)] {
        for shade in ["light", "dark"] {
            let browser = Browser::open(screen).await?;
            calm(&browser, &format!(",\"shade\":\"{shade}\"")).await?;
            let file = |name: &str| folder.join(format!("{name}-{size}-{shade}.png"));
            for (name, path) in [
                ("home", "/"),
                ("new", "/new/abalone"),
                ("settings", "/settings"),
                ("rules", "/rules/abraxas"),
                ("help", "/about"),
            ] {
                let page = browser.page(path).await?;
                if name == "rules" {
                    page.wait_for("article h1").await?;
                }
                page.picture(&file(name)).await?;
            }
            for game in ["abalone", "abraxas", "abagio", "blocs"] {
                let page = sit_down(&browser, game, Some(3)).await?;
                if game == "blocs" {
                    page.wait_for(".workshop").await?;
                    page.picture(&file("workshop")).await?;
                }
                some_turns(&page, 6).await?;
                page.picture(&file(game)).await?;
            }
            let stop = "[Game \"abraxas:sheet=2\"]\n[Start \"8/8/3r4/8/4r3/2rr4/8/8 se 2 19 1-0 3-3 stop?d6\"]\n[Result \"*\"]\n\n*\n";
            let page = open_record(&browser, stop).await?;
            page.wait_for(".stop-window").await?;
            page.picture(&file("stop")).await?;
            let page = browser.page("/games").await?;
            page.picture(&file("games")).await?;
            browser.close().await?;
        }
    }
    Ok(())
}
