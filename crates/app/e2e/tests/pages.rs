//! Every page: reachable, accessible, offline, in both languages.

use abaque_e2e::{Browser, Failure, ScreenConfig};
use serde_json::Value;

use crate::common::faults::{Faults, accessibility_tests};
use crate::common::{calm, due, sit_down, type_action};

const PAGES: [&str; 7] =
    ["/", "/new/abalone", "/new/abraxas", "/games", "/rules/abagio", "/settings", "/about"];

/// axe-core finds no violations on any page, light and dark, before and during a game.
async fn nothing_wrong(screen: ScreenConfig, prefs: &str) -> Result<(), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    for path in PAGES {
        let page = browser.open_page(path).await?;
        if path.starts_with("/rules") {
            page.wait_for("article h1").await?;
        }
        faults.look(&page, path).await?;
    }
    for game in ["abalone", "abraxas", "abagio", "blocs"] {
        let page = sit_down(&browser, game, None).await?;
        faults.look(&page, game).await?;
        if game == "blocs" {
            page.click(".curtain .primary").await?;
            page.wait_for(".workshop").await?;
            faults.look(&page, "workshop").await?;
        }
    }
    faults.none();
    browser.close().await
}

accessibility_tests! { nothing_wrong:
    axe_finds_nothing_in_the_light(ScreenConfig::DESKTOP, "");
    axe_finds_nothing_in_the_dark_on_a_telephone(ScreenConfig::PHONE, ",\"shade\":\"dark\"");
    axe_finds_nothing_with_high_contrast(ScreenConfig::DESKTOP.in_language("fr"), ",\"shade\":\"contrast\"");
    axe_finds_nothing_with_high_contrast_in_the_dark(ScreenConfig::PHONE, ",\"shade\":\"contrast-dark\"");
}

/// Once loaded, everything works offline: pages, bots, rules.
#[tokio::test(flavor = "multi_thread")]
async fn the_app_works_offline() {
    async fn run() -> Result<(), Failure> {
        let mut browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/").await?;
        page.wait_until("the service worker", "return navigator.serviceWorker.controller !== null")
            .await?;
        browser.stop_server();
        let refused = page
            .run(
                "return fetch('/assets/nothing-here.js').then(r => r.status, () => 'refused')",
                &[],
            )
            .await?;
        assert_eq!(refused, "refused", "the server still answers");
        let page = sit_down(&browser, "abalone", Some(2)).await?;
        due(&page).await?;
        type_action(&page, "a1b1").await?;
        page.wait_until(
            "the computer's answer",
            "return document.querySelectorAll('.moves li').length >= 2",
        )
        .await?;
        page.reload().await?;
        page.wait_for(".board-svg").await?;
        let page = browser.open_page("/rules/blocs").await?;
        assert!(page.text("article h1").await?.contains("Blocs-pions"));
        browser.close().await
    }
    run().await.unwrap();
}

/// A new version is offered, not forced; accepting it reloads the page and removes the old cache.
#[tokio::test(flavor = "multi_thread")]
async fn an_update_is_offered() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/").await?;
        page.wait_until("the service worker", "return navigator.serviceWorker.controller !== null")
            .await?;
        assert!(!page.has(".update").await?);
        browser.publish_update();
        page.run("navigator.serviceWorker.getRegistration().then(r => r.update())", &[]).await?;
        page.wait_for(".update").await?;
        page.run("window.before = true", &[]).await?;
        page.click(".update button").await?;
        page.wait_until(
            "the new page",
            "return document.querySelector('main section') && !window.before",
        )
        .await?;
        assert!(!page.has(".update").await?);
        page.run("caches.keys().then(names => { window.kept = names.join(' '); })", &[]).await?;
        let caches = page.wait_until("the caches", "return window.kept").await?;
        let caches = caches.as_str().unwrap_or_default();
        assert!(caches.starts_with("abaque-newer-") && !caches.contains(' '), "{caches}");
        browser.close().await
    }
    run().await.unwrap();
}

/// No page overflows a phone's screen.
#[tokio::test(flavor = "multi_thread")]
async fn phones_scroll_vertically_only() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::PHONE).await?;
        calm(&browser, "").await?;
        let wide =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        for path in PAGES {
            let page = browser.open_page(path).await?;
            assert_eq!(page.run(wide, &[]).await?, 0, "{path}");
        }
        for game in ["abalone", "abraxas", "abagio", "blocs"] {
            let page = sit_down(&browser, game, None).await?;
            assert_eq!(page.run(wide, &[]).await?, 0, "{game}");
        }
        browser.close().await
    }
    run().await.unwrap();
}

/// Both languages, by browser language and by settings.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_switches_language() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP.in_language("fr")).await?;
        let page = browser.open_page("/").await?;
        assert_eq!(page.text(".tagline").await?, "Jeux de société à deux");
        assert_eq!(page.run("return document.documentElement.lang", &[]).await?, "fr");
        let page = browser.open_page("/settings").await?;
        page.click("input[name=lang]").await?;
        assert_eq!(page.text("h1").await?, "Settings");
        let page = browser.open_page("/").await?;
        assert_eq!(page.text(".tagline").await?, "Board games for two");
        browser.close().await
    }
    run().await.unwrap();
}

/// Numbers that a page of a new browser draws, as a test called `test` would see them, before and
/// after a reload.
fn drawn_numbers(test: &str) -> [Value; 2] {
    let draw = || async {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/about").await?;
        let script = "return [Math.random(), ...crypto.getRandomValues(new Uint32Array(2))]";
        let before = page.run(script, &[]).await?;
        page.reload().await?;
        let after = page.run(script, &[]).await?;
        browser.close().await?;
        Ok::<_, Failure>([before, after])
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let thread = std::thread::Builder::new().name(test.to_owned());
    thread.spawn(move || runtime.block_on(draw()).unwrap()).unwrap().join().unwrap()
}

#[test]
fn pages_draw_numbers_from_the_seed() {
    let [before, after] = drawn_numbers("one");
    assert_ne!(before, after, "ids of games must not repeat");
    assert_eq!(drawn_numbers("one"), [before.clone(), after]);
    assert_ne!(drawn_numbers("another")[0], before);
}
