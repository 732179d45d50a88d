//! Preview tags in the head of a page.

use abaque_protocol::GameAct;
use abaque_store::NameOutcome;
use axum::http::StatusCode;

use super::{Server, get, play, seated};

#[tokio::test]
async fn game_previews_name_players_and_state() {
    let server = Server::new().await;
    let (id, [ann, zoe]) = seated(&server, ["Ann", "Zoë"], "abalone", 0).await;
    let page = get(&server, &format!("/g/{id}"), &[]).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.title(), "Abalone: Ann – Zoë · Abaque");
    assert_eq!(page.meta("og:title"), "Abalone: Ann – Zoë");
    assert_eq!(page.meta("og:description"), "In progress: no moves yet.");
    assert_eq!(page.meta("description"), page.meta("og:description"));
    assert_eq!(page.meta("og:url"), format!("http://games.example:8080/g/{id}"));
    let picture = format!("http://games.example:8080/g/{id}/picture.png?v=0");
    assert_eq!(page.meta("og:image"), picture);
    assert_eq!(page.meta("og:type"), "website");
    assert_eq!(page.meta("twitter:card"), "summary_large_image");
    // It is still the app's page with the same content policy.
    assert!(page.text().contains("src=\"/assets/boot-"), "{}", page.text());
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");

    let legal = abaque_catalog::open("abalone").unwrap().legal_plies();
    play(&server, &id, ann, "1", GameAct::Play { ply: legal[0].clone(), nonce: None }).await;
    play(&server, &id, zoe, "2", GameAct::Resign).await;
    let page = get(&server, &format!("/g/{id}"), &[("accept-language", "fr-FR, en;q=0.5")]).await;
    assert_eq!(page.meta("og:title"), "Abalone\u{a0}: Ann – Zoë");
    assert_eq!(page.meta("description"), "Ann (Noir) gagne par abandon\u{a0}: 1 coup.");
    assert!(page.text().contains("<html lang=\"fr\""));
}

/// Names are validated when chosen, but the page must not rely on that.
#[tokio::test]
async fn previews_escape_names() {
    let server = Server::new().await;
    let odd = "\"><script>alert('&')</script>";
    let (id, _) = seated(&server, [odd, "</title>"], "abalone", 0).await;
    let page = get(&server, &format!("/g/{id}"), &[]).await;
    let safe = "&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;";
    assert_eq!(page.meta("og:title"), format!("Abalone: {safe} – &lt;/title&gt;"));
    assert!(!page.text().contains("<script>") && page.text().matches("</title>").count() == 1);
}

#[tokio::test]
async fn pages_about_games_show_their_board() {
    let server = Server::with(|config| config.origins = vec!["https://games.example".into()]).await;
    for (path, title) in [
        ("/new/abalone", "Play Abalone"),
        ("/rules/blocs", "Blocs-pions: the rules"),
        ("/learn/abagio/2", "Learn to play Abagio"),
        ("/puzzles/abraxas", "Abraxas: puzzles"),
    ] {
        let page = get(&server, path, &[]).await;
        assert_eq!(page.meta("og:title"), title);
        assert_eq!(page.meta("og:url"), format!("https://games.example{path}"));
        let game = path.split('/').nth(2).unwrap();
        let picture = format!("https://games.example/pictures/{game}.png");
        assert_eq!(page.meta("og:image"), picture);
        assert!(page.meta("og:description").len() > 20);
    }
    for (path, title) in [("/puzzles", "Puzzles"), ("/learn", "Learn to play"), ("/", "Abaque")] {
        let page = get(&server, path, &[]).await;
        assert_eq!(page.meta("og:title"), title);
        assert_eq!(page.meta("twitter:card"), "summary");
        assert_eq!(page.meta("og:image"), "https://games.example/icons/icon-512.png");
    }
}

#[tokio::test]
async fn profile_previews_show_only_the_name() {
    let server = Server::new().await;
    let NameOutcome::Done(zoe) = server.store().create_account("Zoë", "hash", 1).await.unwrap()
    else {
        panic!("the name is taken")
    };
    for path in ["/@Zo%C3%AB", "/@zo%C3%AB", "/@Zo%C3%AB/games"] {
        let page = get(&server, path, &[]).await;
        assert_eq!(page.title(), "Zoë · Abaque", "{path}");
        assert!(page.meta("og:description").starts_with("Board games for two: "));
    }
    server.store().close_person(zoe, 1).await.unwrap();
    assert_eq!(get(&server, "/@Zo%C3%AB", &[]).await.title(), "Abaque");
}

#[tokio::test]
async fn unknown_pages_have_the_default_preview() {
    let server = Server::new().await;
    for path in ["/g/zzzzzzzzzz", "/g/x", "/@nobody", "/@%ff", "/new/chess", "/no/such/page", "/@"]
    {
        let page = get(&server, path, &[]).await;
        assert_eq!((page.status, page.title()), (StatusCode::OK, "Abaque"), "{path}");
    }
    // The plain page, which the service worker caches.
    let plain = get(&server, "/index.html", &[("accept-language", "fr")]).await;
    assert!(plain.text().contains("<title>Abaque</title>") && !plain.text().contains("og:"));
    assert_eq!(get(&server, "/assets/nothing.js", &[]).await.status, StatusCode::NOT_FOUND);
}

/// If the server knows its origin, the request's Host is not repeated.
#[tokio::test]
async fn previews_never_link_to_a_foreign_host() {
    let server = Server::with(|config| config.origins = vec!["https://games.example".into()]).await;
    let page = get(&server, "/new/abalone", &[]).await;
    assert!(!page.text().contains("8080"), "{}", page.text());
}

#[tokio::test]
async fn an_unchanged_page_is_not_modified() {
    let server = Server::new().await;
    let (id, [ann, _]) = seated(&server, ["Ann", "Bob"], "abalone", 0).await;
    let path = format!("/g/{id}");
    let page = get(&server, &path, &[]).await;
    assert_eq!(
        (page.header("cache-control"), page.header("vary")),
        ("no-cache", "accept-language")
    );
    let tag = page.header("etag").to_owned();
    let again = get(&server, &path, &[("if-none-match", &tag)]).await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    let french = get(&server, &path, &[("if-none-match", &tag), ("accept-language", "fr")]).await;
    assert_eq!(french.status, StatusCode::OK);
    play(&server, &id, ann, "1", GameAct::Resign).await;
    let over = get(&server, &path, &[("if-none-match", &tag)]).await;
    assert_eq!(over.status, StatusCode::OK);
    assert_eq!(over.meta("description"), "Bob (White) wins by resignation: no moves yet.");
}
