//! Accounts in the browser, on a real server: registration, settings, export, deletion.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use serde_json::Value;

use crate::common::faults::{Faults, accessibility_tests};
use crate::common::people::{
    PASSWORD, ask, give_up_a_game, history, id_of, is_called, register, sign_in,
};
use crate::common::{calm, fill};

const OTHER_PASSWORD: &str = "quite another one";

/// Waits until the header shows a guest's name.
async fn wait_for_guest_name(page: &Page) -> Result<(), Failure> {
    let script = "return /-/.test(document.querySelector('.top .me span')?.innerText)";
    page.wait_until("the name of the user", script).await.map(drop)
}

/// A guest plays, registers and keeps the game; then signs out, and in again from another browser.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_registers_keeps_the_games() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/about").await?;
        is_called(&page, "Sign in").await?;
        page.click(".top .me").await?;
        page.click(".as-guest").await?;
        wait_for_guest_name(&page).await?;
        // Back to the previous page.
        page.wait_until("the way back", "return location.pathname === '/about'").await?;
        wait_for_guest_name(&page).await?;
        let guest = page.text(".top .me span").await?;
        let game = give_up_a_game(&page).await?;

        let codes = register(&browser, "Zoë").await?;
        assert_eq!(codes.len(), 10);
        is_called(&page, "Zoë").await?;
        page.click(".go-on").await?;
        let page = browser.open_page("/@zo%C3%AB").await?;
        page.wait_until("the profile", "return document.querySelector('h1').innerText === 'Zoë'")
            .await?;
        assert!(page.text(".results tbody").await?.contains("Abalone001"));
        page.click(".profile a[href$='/games']").await?;
        let row = "return document.querySelector('.games-of .list')?.innerText.includes('Lost – White wins by resignation')";
        page.wait_until("the lost game", row).await?;
        assert!(page.text(".games-of .list").await?.contains("Zoë"));
        assert!(page.has(&format!("a[href='/g/{game}']")).await?);
        // The filters are in the address.
        fill(&page, "#filter-kind", "abagio").await?;
        page.click(".which form button.primary").await?;
        page.wait_until("no game", "return document.querySelector('.games-of .empty')").await?;
        assert_eq!(page.run("return location.search", &[]).await?, "?kind=abagio");
        let page =
            browser.open_page("/@Zo%C3%AB/games?kind=abalone&status=over&rated=false").await?;
        page.wait_for(&format!("a[href='/g/{game}']")).await?;
        assert_eq!(
            page.run("return document.querySelector('#filter-kind').value", &[]).await?,
            "abalone"
        );
        page.click(".games-of .export").await?;
        let records = browser.downloaded_text("Zoë.abq").await?;
        assert!(
            records.contains("[First \"Zoë\"]") && records.contains("resignation"),
            "{records}"
        );

        let page = browser.open_page("/account").await?;
        page.click(".sign-out").await?;
        is_called(&page, "Sign in").await?;
        let page = browser.open_page(&format!("/@{guest}")).await?;
        assert_eq!(page.text("main .notice").await?, "There is no player with this name.");
        let page = browser.open_page("/sign-in").await?;
        sign_in(&page, "Zoë", "not this one").await?;
        assert!(page.text("main .notice").await?.contains("Wrong name or password"));
        sign_in(&page, "zoë", PASSWORD).await?;
        is_called(&page, "Zoë").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Tokens, sessions, password, blocks: each created and removed.
#[tokio::test(flavor = "multi_thread")]
async fn account_settings_are_changed() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        register(&browser, "Bob").await?;
        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        calm(&other, "").await?;
        register(&other, "Ann").await?;

        let page = other.open_page("/@Bob").await?;
        page.wait_until(
            "the button",
            "const b = document.querySelector('.block'); return b && !b.disabled",
        )
        .await?;
        page.click(".block").await?;
        assert_eq!(page.text(".profile .notice").await?, "You have blocked Bob.");
        page.click(".report").await?;
        fill(&page, "#report-text", "rude <b>words</b>").await?;
        page.click(".manners form button").await?;
        page.wait_until(
            "thanks",
            "return /Thank you/.test(document.querySelector('.profile .notice').innerText)",
        )
        .await?;
        let store = browser.app()?.store();
        assert_eq!(store.reports(false, None, 10).await?[0].text, "rude <b>words</b>");
        assert!(page.has("a[href='/online?against=Bob']").await?);

        let page = other.open_page("/account").await?;
        assert!(page.text("[aria-labelledby=part-blocks] .list").await?.contains("Bob"));
        page.click("[aria-labelledby=part-blocks] .list button").await?;
        page.wait_until(
            "nobody",
            "return document.querySelector('[aria-labelledby=part-blocks] .empty')",
        )
        .await?;

        fill(&page, "#token-name", "my program").await?;
        page.click(".make-token form > button").await?;
        let token = page.text(".made code").await?;
        assert!(token.starts_with("abq_"), "{token}");
        assert!(page.text(".tokens").await?.contains("my program"));
        page.click(".tokens .remove").await?;
        page.click(".tokens .yes").await?;
        page.wait_until(
            "no token",
            "return document.querySelector('[aria-labelledby=part-tokens] .empty')",
        )
        .await?;
        assert_eq!(store.tokens(id_of(store, "Ann").await?).await?.len(), 0);

        // The API page belongs to the server, not the app.
        page.click("a[href='/api']").await?;
        page.wait_until("the interface", "return /openapi/.test(document.body.innerHTML)").await?;
        let page = other.open_page("/account").await?;

        // The same user in a third browser, signed out from here.
        let third = browser.open_beside(ScreenConfig::DESKTOP).await?;
        calm(&third, "").await?;
        let away = third.open_page("/sign-in").await?;
        sign_in(&away, "Ann", PASSWORD).await?;
        is_called(&away, "Ann").await?;
        page.reload().await?;
        page.wait_until(
            "two browsers",
            "return document.querySelectorAll('.sessions li').length === 2",
        )
        .await?;
        page.click(".end-others").await?;
        page.wait_until(
            "one browser",
            "return document.querySelectorAll('.sessions li').length === 1",
        )
        .await?;
        away.reload().await?;
        is_called(&away, "Sign in").await?;

        fill(&page, "#old-password", PASSWORD).await?;
        fill(&page, "#new-password", "12345678").await?;
        page.click("[aria-labelledby=part-password] form > button").await?;
        page.wait_for("[aria-labelledby=part-password] .notice[role=alert]").await?;
        fill(&page, "#new-password", OTHER_PASSWORD).await?;
        page.click("[aria-labelledby=part-password] form > button").await?;
        page.wait_for("[aria-labelledby=part-password] .notice[role=status]").await?;
        let away = third.open_page("/sign-in").await?;
        sign_in(&away, "Ann", OTHER_PASSWORD).await?;
        is_called(&away, "Ann").await?;
        third.close().await?;
        other.close().await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// A recovery code restores access; the data export is a file; deletion leaves nothing.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_recovered_exported_and_deleted() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::PHONE).await?;
        calm(&browser, "").await?;
        let codes = register(&browser, "Ann").await?;
        let page = browser.open_page("/account").await?;
        page.click(".sign-out").await?;
        let page = browser.open_page("/recover").await?;
        for (code, done) in [("aaaa-bbbb-cccc-dddd", false), (&*codes[3].to_uppercase(), true)] {
            fill(&page, "#name", "Ann").await?;
            fill(&page, "#code", code).await?;
            fill(&page, "#password", OTHER_PASSWORD).await?;
            page.click(".door form button.primary").await?;
            let role = if done { "status" } else { "alert" };
            page.wait_for(&format!(".door .notice[role={role}]")).await?;
        }
        let page = browser.open_page("/sign-in").await?;
        sign_in(&page, "Ann", OTHER_PASSWORD).await?;
        is_called(&page, "Ann").await?;
        let page = browser.open_page("/account").await?;
        assert!(page.text("[aria-labelledby=part-codes] .left").await?.contains('9'));
        page.click("[aria-labelledby=part-data] .export").await?;
        let export: Value = serde_json::from_str(&browser.downloaded_text("abaque.json").await?)?;
        assert_eq!(export["person"]["name"], "Ann");
        assert_eq!(export["recovery_codes"], 9);

        // Deletion needs the name and the password.
        let button = ".delete form button.danger";
        assert_eq!(
            page.run("return document.querySelector(arguments[0]).disabled", &[button.into()])
                .await?,
            true
        );
        fill(&page, "#delete-name", "Ann").await?;
        fill(&page, "#delete-password", PASSWORD).await?;
        page.click(button).await?;
        page.wait_for(".delete .notice[role=alert]").await?;
        fill(&page, "#delete-password", OTHER_PASSWORD).await?;
        page.click(button).await?;
        page.wait_until(
            "the end",
            "return /have been deleted/.test(document.querySelector('main .notice')?.innerText)",
        )
        .await?;
        is_called(&page, "Sign in").await?;
        let page = browser.open_page("/@Ann").await?;
        assert_eq!(page.text("main .notice").await?, "There is no player with this name.");
        browser.close().await
    }
    run().await.unwrap();
}

/// Settings follow the account; changes made offline are sent later.
#[tokio::test(flavor = "multi_thread")]
async fn settings_follow_the_account() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, ",\"lang\":\"fr\"").await?;
        register(&browser, "Ann").await?;
        let store = browser.app()?.store().clone();
        let wait_for_prefs = |expected: &'static str| {
            let store = store.clone();
            async move {
                for _ in 0..100 {
                    let person = store.person_named("Ann").await?.ok_or("nobody")?;
                    if person.prefs.contains(expected) {
                        return Ok(());
                    }
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                }
                Err::<(), Failure>(format!("the server never heard of {expected}").into())
            }
        };
        // The first browser's settings became the account's.
        wait_for_prefs("\"lang\":\"fr\"").await?;
        let page = browser.open_page("/settings").await?;
        page.click("#coordinates").await?;
        wait_for_prefs("\"coordinates\":false").await?;

        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        let page = other.open_page("/sign-in").await?;
        assert_eq!(page.text("h1").await?, "Sign in");
        sign_in(&page, "Ann", PASSWORD).await?;
        page.wait_until("French", "return document.documentElement.lang === 'fr'").await?;
        let page = other.open_page("/settings").await?;
        assert_eq!(
            page.run("return document.querySelector('#coordinates').checked", &[]).await?,
            false
        );

        // Simulates a change made offline.
        let script = "const p = JSON.parse(localStorage.getItem('abaque.prefs')); p.look = 'stone'; \
                      localStorage.setItem('abaque.prefs', JSON.stringify(p)); localStorage.setItem('abaque.prefs.unsent', '1')";
        page.run(script, &[]).await?;
        page.reload().await?;
        wait_for_prefs("\"look\":\"stone\"").await?;
        page.wait_until("sent", "return localStorage.getItem('abaque.prefs.unsent') === null")
            .await?;
        other.close().await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Progress follows the account to another browser; a different account at the same browser starts
/// afresh.
#[tokio::test(flavor = "multi_thread")]
async fn progress_follows_the_account() {
    async fn run() -> Result<(), Failure> {
        let learned = "localStorage.setItem('abaque.learn', '{\"done\":[\"abalone/start\"]}')";
        let done = |game: &str| {
            format!(
                "return document.querySelector('.course-card[data-game={game}] progress')?.value === 1"
            )
        };
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        // Progress made before the account existed.
        browser.open_page("/learn").await?.run(learned, &[]).await?;
        register(&browser, "Ann").await?;
        browser.open_page("/learn").await?.wait_until("the lesson", &done("abalone")).await?;
        let app = browser.app()?;
        let ann = app.store().person_named("Ann").await?.ok_or("nobody")?.id;
        let mut progress = String::new();
        for _ in 0..100 {
            progress = app.store().progress(ann).await?;
            if progress.contains("abalone/start") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        assert!(progress.contains("abalone/start"), "{progress}");

        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        calm(&other, "").await?;
        let page = other.open_page("/sign-in").await?;
        page.run(&learned.replace("abalone", "blocs"), &[]).await?;
        sign_in(&page, "Ann", PASSWORD).await?;
        is_called(&page, "Ann").await?;
        let page = other.open_page("/learn").await?;
        page.wait_until("the lesson of the first browser", &done("abalone")).await?;
        page.wait_until("the lesson of this one", &done("blocs")).await?;
        browser
            .open_page("/learn")
            .await?
            .wait_until("the second browser's", &done("blocs"))
            .await?;

        ask(&page, "POST", "/sign-out", &serde_json::json!({})).await?;
        register(&other, "Bob").await?;
        let page = other.open_page("/learn").await?;
        page.wait_until("Bob has done nothing", &done("abalone").replace("=== 1", "=== 0")).await?;
        other.close().await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// With a static file server the pages say so, and the header has no sign-in link.
#[tokio::test(flavor = "multi_thread")]
async fn people_pages_without_a_server_say_so() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/@Ann").await?;
        assert!(page.text("main .notice").await?.contains("no game server"));
        let page = browser.open_page("/account").await?;
        assert!(page.text("main .notice").await?.contains("no game server"));
        let page = browser.open_page("/sign-in").await?;
        sign_in(&page, "Ann", PASSWORD).await?;
        assert!(page.text("main .notice").await?.contains("no game server"));
        let page = browser.open_page("/").await?;
        assert!(!page.has(".notice").await? && !page.has(".top .me").await?);
        browser.close().await
    }
    run().await.unwrap();
}

/// The rating history: one point per game, by pointer and keyboard, described in words.
#[tokio::test(flavor = "multi_thread")]
async fn a_rating_chart_is_read_by_keyboard() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        register(&browser, "Ann").await?;
        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        register(&other, "Bob").await?;
        other.close().await?;
        let store = browser.app()?.store();
        history(store, id_of(store, "Ann").await?, id_of(store, "Bob").await?, 12).await?;

        let page = browser.open_page("/@Ann").await?;
        page.wait_for(".plot").await?;
        assert_eq!(
            page.run("return document.querySelectorAll('.plot .dot').length", &[]).await?,
            12
        );
        let label = page
            .run("return document.querySelector('.plot').getAttribute('aria-label')", &[])
            .await?;
        assert!(
            label.as_str().unwrap_or_default().starts_with("Rating at Abagio: 12 games"),
            "{label}"
        );
        let last = page.text(".point output").await?;
        page.run("document.querySelector('#history-game').focus()", &[]).await?;
        page.press(&[fantoccini::key::Key::Left]).await?;
        let before = page.text(".point output").await?;
        assert!(before != last && before.contains("(+8)"), "{before}");
        let results = page.text(".results tbody").await?;
        assert!(results.contains("Abagio804"), "{results}");
        let sample = page.text(".sample").await?;
        assert!(
            sample.starts_with("Rolls: 480.") && sample.ends_with("expected 80.0."),
            "{sample}"
        );
        assert_eq!(
            page.run("return document.querySelectorAll('.throws li').length", &[]).await?,
            21
        );
        browser.close().await
    }
    run().await.unwrap();
}

/// The leaderboard lists the best players, and any player is found by name.
#[tokio::test(flavor = "multi_thread")]
async fn the_leaderboard_lists_the_best_players() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
        register(&other, "Bob").await?;
        other.close().await?;
        register(&browser, "Ann").await?;
        let page = browser.open_page("/online").await?;
        page.click("a[href='/players']").await?;
        page.wait_for("[data-game=abagio] .empty").await?;
        let store = browser.app()?.store();
        history(store, id_of(store, "Ann").await?, id_of(store, "Bob").await?, 30).await?;
        page.reload().await?;
        page.wait_for("[data-game=abagio] .results").await?;
        let seen = "return document.querySelector('[data-game=abagio] tbody tr').offsetHeight > 20";
        page.wait_until("rows that are seen", seen).await?;
        let names = "return [...document.querySelectorAll('[data-game=abagio] tbody tr')].map(row => [row.querySelector('a').innerText, row.dataset.own])";
        assert_eq!(
            page.run(names, &[]).await?,
            serde_json::json!([["Ann", "true"], ["Bob", "false"]])
        );
        page.wait_for("[data-game=abalone] .empty").await?;
        page.click("[data-game=abagio] tbody tr:last-child a").await?;
        page.wait_until("Bob's page", "return document.querySelector('h1').innerText === 'Bob'")
            .await?;
        page.run("history.back()", &[]).await?;
        page.wait_for("#who").await?;
        fill(&page, "#who", " @ann ").await?;
        page.click(".find-player button").await?;
        page.wait_until("Ann's page", "return document.querySelector('h1').innerText === 'Ann'")
            .await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// axe-core finds no violations on these pages, and none overflows the screen.
async fn nothing_wrong(screen: ScreenConfig, prefs: &str) -> Result<(), Failure> {
    let browser = Browser::open_online(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    let mut look = async |path: &str, ready: &str| -> Result<(), Failure> {
        let page = browser.open_page(path).await?;
        page.wait_for(ready).await?;
        page.wait_until("all answers", "return !document.querySelector('.loading')").await?;
        page.run("document.querySelectorAll('details').forEach(d => { d.open = true; })", &[])
            .await?;
        faults.look(&page, path).await
    };
    for path in ["/sign-in", "/register", "/recover", "/account"] {
        look(path, "main h1").await?;
    }
    let other = browser.open_beside(ScreenConfig::DESKTOP).await?;
    register(&other, "Bob").await?;
    other.close().await?;
    register(&browser, "Ann-with-a-long-name").await?;
    let page = browser.open_page("/about").await?;
    give_up_a_game(&page).await?;
    ask(&page, "PUT", "/blocks/Bob", &Value::Object(Default::default())).await?;
    let request = serde_json::json!({ "name": "program", "scopes": ["read"] });
    ask(&page, "POST", "/tokens", &request).await?;
    let store = browser.app()?.store();
    let (ann, bob) = (id_of(store, "Ann-with-a-long-name").await?, id_of(store, "Bob").await?);
    history(store, ann, bob, 30).await?;
    look("/account", ".tokens").await?;
    look("/@Bob", ".plot").await?;
    look("/@Ann-with-a-long-name", ".plot").await?;
    look("/@Ann-with-a-long-name/games", ".games-of .list li").await?;
    look("/players", ".players .results").await?;
    look("/@Nobody-here", "main .notice").await?;
    faults.none();
    browser.close().await
}

accessibility_tests! { nothing_wrong:
    axe_finds_nothing_in_the_light(ScreenConfig::DESKTOP, "");
    axe_finds_nothing_in_the_dark_on_a_telephone(ScreenConfig::PHONE, ",\"shade\":\"dark\"");
    axe_finds_nothing_in_french_with_high_contrast(ScreenConfig::PHONE.in_language("fr"), ",\"shade\":\"contrast\"");
}
