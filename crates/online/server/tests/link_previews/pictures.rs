//! Board pictures.

use abaque_lots::to_hex;
use abaque_protocol::GameAct;
use axum::http::StatusCode;

use super::{PageResponse, Server, get, play, seated};

/// Width and height stated by a PNG.
fn size(got: &PageResponse) -> (u32, u32) {
    assert_eq!((got.status, got.header("content-type")), (StatusCode::OK, "image/png"));
    assert_eq!(&got.bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(got.bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn every_kind_of_game_has_a_picture() {
    let server = Server::new().await;
    for entry in abaque_catalog::GAMES {
        let path = format!("/pictures/{}.png", (entry.description)().name);
        let picture = get(&server, &path, &[]).await;
        assert_eq!(size(&picture), (1200, 630), "{path}");
        assert!(picture.bytes.len() < 600_000, "{path}: {}", picture.bytes.len());
        let tag = picture.header("etag").to_owned();
        let again = get(&server, &path, &[("if-none-match", &format!("\"x\", W/{tag}"))]).await;
        assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    }
    for path in ["/pictures/chess.png", "/pictures/abalone", "/pictures/abalone.svg"] {
        assert_eq!(get(&server, path, &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_games_picture_shows_its_current_position() {
    let server = Server::new().await;
    let (id, [ann, bob]) = seated(&server, ["Ann", "Bob"], "abalone", 0).await;
    let path = format!("/g/{id}/picture.png");
    let start = get(&server, &path, &[]).await;
    assert_eq!(size(&start), (1200, 630));
    assert_eq!(start.header("cache-control"), "public, max-age=60");
    let tag = start.header("etag").to_owned();
    let known = get(&server, &path, &[("if-none-match", &tag)]).await;
    assert_eq!((known.status, known.header("etag")), (StatusCode::NOT_MODIFIED, tag.as_str()));
    let legal = abaque_catalog::open("abalone").unwrap().legal_plies();
    play(&server, &id, ann, "1", GameAct::Play { ply: legal[0].clone(), nonce: None }).await;
    let moved = get(&server, &path, &[("if-none-match", &tag)]).await;
    assert_eq!(size(&moved), (1200, 630));
    assert_ne!(moved.bytes, start.bytes);
    play(&server, &id, bob, "2", GameAct::Resign).await;
    let over = get(&server, &path, &[("if-none-match", moved.header("etag"))]).await;
    // Resigning does not change the board: cached pictures stay valid.
    assert_eq!(over.status, StatusCode::NOT_MODIFIED);
    for path in ["/g/zzzzzzzzzz/picture.png", "/g/x/picture.png"] {
        assert_eq!(get(&server, path, &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

/// The spectators' delay also applies to the picture and the page.
#[tokio::test]
async fn pictures_of_delayed_games_are_delayed() {
    let server = Server::new().await;
    let (id, [ann, _]) = seated(&server, ["Ann", "Bob"], "abalone", 60).await;
    let (page, path) = (format!("/g/{id}"), format!("/g/{id}/picture.png"));
    let start = get(&server, &path, &[]).await;
    let legal = abaque_catalog::open("abalone").unwrap().legal_plies();
    play(&server, &id, ann, "1", GameAct::Play { ply: legal[0].clone(), nonce: None }).await;
    server.wait(59_000);
    let early = get(&server, &path, &[]).await;
    assert_eq!((early.header("etag"), &early.bytes), (start.header("etag"), &start.bytes));
    let told = get(&server, &page, &[]).await;
    assert_eq!(told.meta("description"), "In progress: no moves yet.");
    assert!(told.meta("og:image").ends_with("?v=0"));
    server.wait(2_000);
    assert_ne!(get(&server, &path, &[]).await.bytes, start.bytes);
    assert_eq!(get(&server, &page, &[]).await.meta("description"), "In progress: 1 move.");
}

/// BLO-07: two games that differ only in a secret have byte-identical pages and pictures.
#[tokio::test]
async fn blo_07_previews_reveal_nothing_hidden() {
    let spec = "blocs:first=b";
    let start = abaque_catalog::open(spec).unwrap();
    let mut worlds = Vec::new();
    for world in 0..2 {
        let server = Server::new().await;
        let (id, [blue, red]) = seated(&server, ["Blue", "Red"], spec, 0).await;
        let mut seen = Vec::new();
        let look = async || {
            let mut bytes = Vec::new();
            for path in [format!("/g/{id}"), format!("/g/{id}/picture.png")] {
                let got = get(&server, &path, &[]).await;
                assert_eq!(got.status, StatusCode::OK);
                bytes.push((got.header("etag").to_owned(), got.bytes));
            }
            bytes
        };
        let setup = start.presets()[world].1.clone();
        let nonce = Some(to_hex(&[world as u8; 32]));
        play(&server, &id, blue, "1", GameAct::Play { ply: setup, nonce }).await;
        seen.extend(look().await);
        let mut other = start.clone();
        other.play(&start.presets()[0].1).unwrap();
        let own = other.presets()[0].1.clone();
        play(&server, &id, red, "2", GameAct::Play { ply: own, nonce: Some(to_hex(&[9; 32])) })
            .await;
        seen.extend(look().await);
        worlds.push(seen);
    }
    assert_ne!(start.presets()[0].1, start.presets()[1].1);
    assert!(worlds[0] == worlds[1]);
}
