//! Games against the computer to their end by mouse, touch on a phone, and arrow keys on the board. `first_visit.rs`
//! has the other device of each game.

use abaque_e2e::{Browser, Failure};

use crate::common::hand::InputDevice;
use crate::common::turns::play_to_the_end;
use crate::common::{calm, open_record};

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

async fn to_the_end(record: &str, by: InputDevice) -> Result<(), Failure> {
    let browser = Browser::open(by.screen()).await?;
    calm(&browser, "").await?;
    let page = open_record(&browser, record).await?;
    page.wait_for(".table").await?;
    let over = play_to_the_end(&page, by).await?;
    let told = ["You won ", "You lost ", "White wins ", "Black wins "];
    assert!(told.iter().any(|start| over.starts_with(start)), "{over}");
    browser.close().await
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
    abalone_by_finger: "abalone", InputDevice::Finger;
    abalone_by_keys: "abalone", InputDevice::Keys;
    abraxas_by_mouse: "abraxas", InputDevice::Mouse;
    abraxas_by_keys: "abraxas", InputDevice::Keys;
    abagio_by_mouse: "abagio", InputDevice::Mouse;
    abagio_by_finger: "abagio", InputDevice::Finger;
    blocs_by_mouse: "blocs", InputDevice::Mouse;
    blocs_by_finger: "blocs", InputDevice::Finger;
}

/// The test game, whole and unshortened: both sides are played at one screen.
#[tokio::test(flavor = "multi_thread")]
async fn ur_by_mouse_at_one_screen() {
    to_the_end("[Game \"ur\"]\n[Result \"*\"]\n\n*\n", InputDevice::Mouse).await.unwrap();
}
