//! Link previews: page heads and pictures.

#![allow(clippy::unwrap_used)]

#[path = "../harness/mod.rs"]
mod harness;
mod heads;
mod pictures;
#[path = "../harness/sqlite.rs"]
mod place;

use abaque_core::Lang;
use abaque_lots::{Party, commitment, to_hex};
use abaque_protocol::GameAct;
use abaque_rooms::{GameTerms, ValidTerms};
use abaque_store::{GameId, NameOutcome, PersonId};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::json;
use tower::ServiceExt;

pub(crate) use harness::Server;

/// A response as bytes.
pub(crate) struct PageResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
}

impl PageResponse {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap()
    }

    /// Content of a meta tag.
    pub(crate) fn meta(&self, name: &str) -> &str {
        let begin = format!("=\"{name}\" content=\"");
        let found = self.text().split_once(&begin).map(|(_, rest)| rest.split('"').next().unwrap());
        found.unwrap_or_default()
    }

    pub(crate) fn title(&self) -> &str {
        let (_, rest) = self.text().split_once("<title>").unwrap();
        rest.split("</title>").next().unwrap()
    }
}

/// Requests a path with these headers added.
pub(crate) async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> PageResponse {
    let mut request = Request::builder().uri(path).header("host", "games.example:8080");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).unwrap();
    let response = server.router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    PageResponse { status: parts.status, headers: parts.headers, bytes }
}

/// Two people with these names in a game that has begun; the first person has the first seat.
pub(crate) async fn seated(
    server: &Server,
    names: [&str; 2],
    spec: &str,
    delay: u32,
) -> (GameId, [PersonId; 2]) {
    let mut people = Vec::new();
    for name in names {
        let NameOutcome::Done(person) = server.store().create_guest(name, 1).await.unwrap() else {
            panic!("{name} is taken")
        };
        people.push(person);
    }
    let name = "abcdefghjk";
    let seeds = [[1; 32], [2; 32]];
    let committed = |party, seed| to_hex(&commitment(name, party, seed));
    let terms = json!({
        "id": name,
        "spec": spec,
        "clock": "600+5",
        "side": "first",
        "delay": delay,
        "commitments": [committed(Party::A, &seeds[0])],
    });
    let deal = ValidTerms::new(serde_json::from_value::<GameTerms>(terms).unwrap()).unwrap();
    let rooms = server.app.rooms();
    let id = rooms.create(people[0], &deal, None).await.unwrap();
    rooms.join(&id, people[1], Some(committed(Party::B, &seeds[1]))).await.unwrap();
    if deal.lots {
        for (person, seed) in people.iter().zip(seeds) {
            let reveal = GameAct::Reveal { seed: to_hex(&seed), other: None };
            play(server, &id, *person, &format!("seed-{}", person.0), reveal).await;
        }
    }
    (id, [people[0], people[1]])
}

/// Performs an act for a person.
pub(crate) async fn play(server: &Server, id: &GameId, person: PersonId, key: &str, act: GameAct) {
    let seen = server.store().game(id).await.unwrap().unwrap().version.0;
    server.app.rooms().act(id, person, Lang::En, seen, key.into(), act).await.unwrap();
}
