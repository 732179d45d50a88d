//! One app: pages change quickly, without a reload, below the same header.

use abaque_e2e::{Browser, Failure, ScreenConfig};
use serde_json::Value;

use crate::common::calm;
use crate::common::navigation::{ROUTES, follow, time_all_pairs};

/// Names, addresses and places of everything in the header.
const HEADER: &str = "return [...document.querySelectorAll('header.top, header.top :is(a, button, img, span)')].map(e => {
    const r = e.getBoundingClientRect();
    return [e.tagName, e.getAttribute('href'), e.textContent, r.x, r.y, r.width, r.height].join(' ');
})";

/// A tour of all pages keeps the document, and the header does not change by a pixel.
async fn tour(screen: ScreenConfig) -> Result<(), Failure> {
    let browser = Browser::open_online(screen).await?;
    calm(&browser, "").await?;
    let page = browser.open_page("/").await?;
    page.wait_for(".top .me").await?;
    page.run("window.sameDocument = true", &[]).await?;
    let header = page.run(HEADER, &[]).await?;
    assert!(header.as_array().is_some_and(|parts| parts.len() > 10), "{header}");
    for path in ROUTES {
        page.run("scrollTo(0, 300)", &[]).await?;
        follow(&page, path).await?;
        let scrolled = page.run("return scrollY", &[]).await?;
        assert!(
            path == ROUTES[0] || scrolled == 0,
            "{path} begins at {scrolled} instead of its top"
        );
        let address = page.run("return location.pathname + location.search", &[]).await?;
        assert_eq!(
            address.as_str().map(|path| path.split('?').next()),
            Some(path.split('?').next())
        );
        assert_eq!(
            page.run("return window.sameDocument", &[]).await?,
            true,
            "{path} was loaded anew"
        );
        assert_eq!(page.run(HEADER, &[]).await?, header, "the header of {path}");
    }
    // To a table and back through the history.
    follow(&page, "/new/abalone").await?;
    page.click("form button.primary").await?;
    page.wait_for(".board-svg").await?;
    assert_eq!(page.run(HEADER, &[]).await?, header, "the header of a table");
    for _ in 0..3 {
        page.run("history.back()", &[]).await?;
        page.wait_for("main h1").await?;
    }
    assert_eq!(page.run("return window.sameDocument", &[]).await?, true, "history");
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_keeps_the_document_and_the_header() {
    tour(ScreenConfig::DESKTOP).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_keeps_the_document_and_the_header_on_a_phone() {
    tour(ScreenConfig::PHONE.in_language("fr")).await.unwrap();
}

/// The usual page change takes at most 100 ms once the app is warm. The slowest ones are measured
/// by `cargo xtask web-speed`: on a busy machine any single one may be slow.
#[tokio::test(flavor = "multi_thread")]
async fn page_changes_take_100_ms_at_most() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/").await?;
        let times = time_all_pairs(&page).await?;
        let (from, to, median) = times[times.len() / 2];
        assert!(median <= 100.0, "{from} to {to}: {median:.0} ms");
        browser.close().await
    }
    run().await.unwrap();
}

/// Most bytes of the first board as it is shipped (387 kB were measured).
const MAX_FIRST_BOARD_BYTES: f64 = 395_000.0;
/// What the fifth game may add, which only the tests' bundle contains (12 kB were measured).
const TEST_GAME_BYTES: f64 = 12_500.0;

/// Bytes that a fresh browser downloads from the home page until the first board can be played
/// on, compressed as they are sent: page, scripts, modules and styles. Fonts, what is fetched when
/// idle (the chunk of the later pages with its styles) and the computer player, which comes with its
/// first move, do not count: a board must appear without them.
#[tokio::test(flavor = "multi_thread")]
async fn first_board_is_light() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        browser.withhold_chunks(true);
        let page = browser.open_page("/").await?;
        page.wait_for(".card").await?;
        let has_test_game = page.has(".card[data-game=ur]").await?;
        page.click(".card[data-game=abalone] .primary").await?;
        page.click("input[name=opponent][value=people]").await?;
        page.click("form button.primary").await?;
        page.wait_for(".board.mine .spot[data-use]").await?;
        let script = "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')) \
                      .filter(e => !/split_more|\\/more-|\\.woff2$/.test(e.name)).map(e => [new URL(e.name).pathname, e.encodedBodySize])";
        let files = page.run(script, &[]).await?;
        let sizes = files.as_array().into_iter().flatten().filter_map(|file| file[1].as_f64());
        let bytes: f64 = sizes.sum();
        let limit = MAX_FIRST_BOARD_BYTES + if has_test_game { TEST_GAME_BYTES } else { 0.0 };
        assert!(bytes > 10_000.0 && bytes <= limit, "{bytes} bytes, limit {limit}: {files}");
        let loaded = |part: &str| {
            let names = files.as_array().into_iter().flatten().filter_map(|file| file[0].as_str());
            names.filter(|name| name.contains(part)).count()
        };
        assert_eq!((loaded(".wasm"), loaded("engine")), (1, 0), "{files}");
        browser.close().await
    }
    run().await.unwrap();
}

/// A chunk that cannot be fetched, as after an update of the server, is reported; trying again
/// shows the page.
#[tokio::test(flavor = "multi_thread")]
async fn a_missing_chunk_is_fetched_again() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        browser.withhold_chunks(true);
        let page = browser.open_page("/new/abalone").await?;
        page.run("window.sameDocument = true", &[]).await?;
        page.click("header.top a[href='/about']").await?;
        page.wait_for("main .notice[role=alert]").await?;
        browser.withhold_chunks(false);
        page.click("main .notice .primary").await?;
        page.wait_for("main section h1").await?;
        assert_eq!(page.run("return window.sameDocument", &[]).await?, Value::Bool(true));
        browser.close().await
    }
    run().await.unwrap();
}
