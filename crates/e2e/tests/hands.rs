//! Every game to its end by what hands do: a mouse, a finger on a telephone, arrow keys on the board. Whoever plays here
//! knows no rules: it picks up what can be picked up and goes where one can go.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_e2e::{Browser, Page, Screen, Wrong};
use common::{calm, open_record};
use fantoccini::key::Key;
use serde_json::Value;

/// What one plays with.
#[derive(Clone, Copy, PartialEq, Debug)]
enum By {
    Mouse,
    Finger,
    Keys,
}

/// A game against the computer's first level, shortened: fewer balls and pawns to take, most frogs in the pond already.
fn record(game: &str) -> String {
    let spec = match game {
        "abalone" => "abalone:layout=belgian-daisy,target=1",
        "abraxas" => "abraxas:sheet=2,target=4",
        other => other,
    };
    let start = match game {
        "abagio" => "[Start \"5=r,10=r,14=p,18=p 2-2 8-8 r roll\"]\n",
        _ => "",
    };
    format!("[Game \"{spec}\"]\n{start}[ComputerSecond \"1\"]\n[Result \"*\"]\n\n*\n")
}

/// What can be done: the result, a button to press, or squares, where to go before what to pick up.
const SEEN: &str = "
    const over = document.querySelector('.result h2');
    if (over) return {over: over.innerText};
    for (const css of ['.curtain .primary', '.workshop .primary', '.end-turn .primary', '.asked button', '.stop-window div button']) {
        if (document.querySelector(css)) return {button: css};
    }
    const names = use => [...document.querySelectorAll('.spot[data-use=' + use + ']')].map(e => e.id.slice(7));
    const buttons = document.querySelectorAll('.buttons .primary').length;
    const [go, pick] = [names('go'), names('pick')];
    const plies = document.querySelectorAll('.moves li').length;
    const picked = document.querySelectorAll('.spot[aria-pressed=true]').length;
    return go.length + pick.length + buttons > 0 ? {go, pick, buttons, plies, picked} : null;";

fn names(seen: &Value) -> Vec<&str> {
    seen.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

async fn point(page: &Page, by: By, square: &str) -> Result<(), Wrong> {
    match by {
        By::Mouse => page.tap(square).await,
        By::Finger => page.touch(square).await,
        By::Keys => {
            page.walk(square).await?;
            page.press(&[Key::Enter]).await
        }
    }
}

async fn to_the_end(game: &str, by: By) -> Result<(), Wrong> {
    let screen = if by == By::Finger { Screen::PHONE } else { Screen::DESKTOP };
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    let page = open_record(&browser, &record(game)).await?;
    page.wait_for(".table").await?;
    let mut state = 7_usize;
    for _ in 0..1500 {
        let seen = page.until("something to do", SEEN).await?;
        if let Some(over) = seen["over"].as_str() {
            assert!(over.contains("wins"), "{over}");
            return browser.close().await;
        }
        if let Some(button) = seen["button"].as_str() {
            press(&page, by, button).await?;
            continue;
        }
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chance = state >> 33;
        let (go, pick) = (names(&seen["go"]), names(&seen["pick"]));
        if !go.is_empty() && (pick.is_empty() || seen["picked"] != 0 || !chance.is_multiple_of(3)) {
            point(&page, by, go[chance % go.len()]).await?;
        } else if !pick.is_empty() && (seen["buttons"] == 0 || !chance.is_multiple_of(4)) {
            point(&page, by, pick[chance % pick.len()]).await?;
        } else {
            press(&page, by, ".buttons .primary").await?;
        }
    }
    Err("the game has no end".into())
}

async fn press(page: &Page, by: By, button: &str) -> Result<(), Wrong> {
    if by == By::Keys {
        page.run("document.querySelector(arguments[0]).focus()", &[button.into()]).await?;
        return page.press(&[Key::Enter]).await;
    }
    page.click(button).await
}

macro_rules! games {
    ($($name:ident: $game:literal, $by:expr;)*) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                to_the_end($game, $by).await.unwrap();
            }
        )*
    };
}

games! {
    abalone_by_mouse: "abalone", By::Mouse;
    abalone_by_finger: "abalone", By::Finger;
    abalone_by_keys: "abalone", By::Keys;
    abraxas_by_mouse: "abraxas", By::Mouse;
    abraxas_by_finger: "abraxas", By::Finger;
    abraxas_by_keys: "abraxas", By::Keys;
    abagio_by_mouse: "abagio", By::Mouse;
    abagio_by_finger: "abagio", By::Finger;
    abagio_by_keys: "abagio", By::Keys;
    blocs_by_mouse: "blocs", By::Mouse;
    blocs_by_finger: "blocs", By::Finger;
    blocs_by_keys: "blocs", By::Keys;
}
