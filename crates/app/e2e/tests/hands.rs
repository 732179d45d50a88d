//! Every game to its end by each input device: mouse, touch on a phone, arrow keys on the board.
//! The test knows no rules: it picks up movable pieces and goes to marked targets.

use abaque_core::{RandomSource, SplitMix};
use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use fantoccini::key::Key;
use serde_json::Value;

use crate::common::{calm, open_record};

/// Input device.
#[derive(Clone, Copy, PartialEq, Debug)]
enum InputDevice {
    Mouse,
    Finger,
    Keys,
}

/// A shortened game against a level 1 bot: fewer balls and pawns to take, most frogs already in the
/// pond.
fn shortened_record(game: &str) -> String {
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

/// Script that finds the next input: the result, a button to press, or squares, targets before
/// sources.
const OPTIONS_SCRIPT: &str = "
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

fn names(options: &Value) -> Vec<&str> {
    options.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

async fn point_at(page: &Page, by: InputDevice, square: &str) -> Result<(), Failure> {
    match by {
        InputDevice::Mouse => page.tap(square).await,
        InputDevice::Finger => page.touch(square).await,
        InputDevice::Keys => {
            page.focus_square_by_keys(square).await?;
            page.press(&[Key::Enter]).await
        }
    }
}

async fn to_the_end(record: &str, by: InputDevice) -> Result<(), Failure> {
    let screen =
        if by == InputDevice::Finger { ScreenConfig::PHONE } else { ScreenConfig::DESKTOP };
    let browser = Browser::open(screen).await?;
    calm(&browser, "").await?;
    let page = open_record(&browser, record).await?;
    page.wait_for(".table").await?;
    let mut source = SplitMix(7);
    for _ in 0..1500 {
        let options = page.wait_until("something to do", OPTIONS_SCRIPT).await?;
        if let Some(over) = options["over"].as_str() {
            let told = ["You won ", "You lost ", "White wins ", "Black wins "];
            assert!(told.iter().any(|start| over.starts_with(start)), "{over}");
            return browser.close().await;
        }
        if let Some(button) = options["button"].as_str() {
            press(&page, by, button).await?;
            continue;
        }
        let mut one_in = |n: usize| source.below(n as u64) == 0;
        let (go, pick) = (names(&options["go"]), names(&options["pick"]));
        if !go.is_empty() && (pick.is_empty() || options["picked"] != 0 || !one_in(3)) {
            point_at(&page, by, go[source.below(go.len() as u64) as usize]).await?;
        } else if !pick.is_empty() && (options["buttons"] == 0 || !one_in(4)) {
            point_at(&page, by, pick[source.below(pick.len() as u64) as usize]).await?;
        } else {
            press(&page, by, ".buttons .primary").await?;
        }
    }
    Err("the game has no end".into())
}

async fn press(page: &Page, by: InputDevice, button: &str) -> Result<(), Failure> {
    if by == InputDevice::Keys {
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
                to_the_end(&shortened_record($game), $by).await.unwrap();
            }
        )*
    };
}

games! {
    abalone_by_mouse: "abalone", InputDevice::Mouse;
    abalone_by_finger: "abalone", InputDevice::Finger;
    abalone_by_keys: "abalone", InputDevice::Keys;
    abraxas_by_mouse: "abraxas", InputDevice::Mouse;
    abraxas_by_finger: "abraxas", InputDevice::Finger;
    abraxas_by_keys: "abraxas", InputDevice::Keys;
    abagio_by_mouse: "abagio", InputDevice::Mouse;
    abagio_by_finger: "abagio", InputDevice::Finger;
    abagio_by_keys: "abagio", InputDevice::Keys;
    blocs_by_mouse: "blocs", InputDevice::Mouse;
    blocs_by_finger: "blocs", InputDevice::Finger;
    blocs_by_keys: "blocs", InputDevice::Keys;
}

/// The test game, whole and unshortened: both sides are played at one screen.
#[tokio::test(flavor = "multi_thread")]
async fn ur_by_mouse_at_one_screen() {
    to_the_end("[Game \"ur\"]\n[Result \"*\"]\n\n*\n", InputDevice::Mouse).await.unwrap();
}
