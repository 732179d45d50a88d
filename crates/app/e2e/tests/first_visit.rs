//! Games from the first visit to the end screen: an empty profile, the home page, and from there
//! only what a player presses. Each game is played alone, by two people on one screen and online
//! between two browsers, each by mouse, touch and keyboard. With every device each game is played to
//! its end in at least one of the modes; where it was, the other modes end in a resignation.

use abaque_e2e::{Browser, Failure, Page};

use crate::common::hand::InputDevice;
use crate::common::turns::{RandomPlayer, Step, play_against, play_some, play_to_the_end};

/// The opponent of a local game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Opponent {
    Computer,
    SameScreen,
}

/// What the host does until the guest joins.
#[derive(Clone, Copy, PartialEq, Debug)]
enum HostWaits {
    AtTheTable,
    PlayingTheComputer,
    WithTheTabClosed,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Finish {
    /// By the rules of the game.
    PlayedOut,
    /// One player resigns after some turns, by the same device.
    Resigned,
}

/// Inputs before a player resigns.
const INPUTS_BEFORE_RESIGNING: usize = 4;

/// Options that make a game short; all are on the form.
fn game_options(game: &str, finish: Finish) -> &'static [(&'static str, &'static str)] {
    match (game, finish) {
        ("abalone", Finish::PlayedOut) => &[("layout", "belgian-daisy"), ("target", "1")],
        ("abraxas", Finish::PlayedOut) => &[("sheet", "2"), ("target", "2")],
        _ => &[],
    }
}

/// Link to a late position, as a friend or the editor gives it.
fn late_position(game: &str) -> Option<&'static str> {
    let position = "/new/abagio?spec=abagio&position=13=r,14=p,17=r,18=p%200-0%2010-10%20r%20roll";
    (game == "abagio").then_some(position)
}

/// Opens the folded options and sets some of them.
async fn set_options(
    page: &Page,
    by: InputDevice,
    options: &[(&str, &str)],
) -> Result<(), Failure> {
    if options.is_empty() {
        return Ok(());
    }
    by.press(page, ".options > summary").await?;
    for (key, value) in options {
        let tile = format!("input[name=option-{key}][value='{value}']");
        if page.has(&tile).await? {
            by.choose(page, &tile).await?;
        } else {
            by.press(page, ".advanced > summary").await?;
            by.type_into(page, &format!("#option-{key}"), value).await?;
        }
    }
    Ok(())
}

/// From the home page to a board.
async fn start_local(
    browser: &Browser,
    game: &str,
    opponent: Opponent,
    by: InputDevice,
    finish: Finish,
) -> Result<Page, Failure> {
    let mut page = browser.open_page("/").await?;
    assert!(!page.has(".in-progress").await?, "nothing is in progress at a first visit");
    match late_position(game).filter(|_| finish == Finish::PlayedOut) {
        Some(link) => page = browser.open_page(link).await?,
        None => by.press(&page, &format!(".card[data-game={game}] .primary")).await?,
    }
    page.wait_for("form button.primary").await?;
    match opponent {
        Opponent::Computer => by.choose(&page, "input[name=level][value='1']").await?,
        Opponent::SameScreen => by.choose(&page, "input[name=opponent][value=people]").await?,
    }
    set_options(&page, by, game_options(game, finish)).await?;
    by.press(&page, "form button.primary").await?;
    page.wait_for(".table").await?;
    Ok(page)
}

/// The end screen names the result and offers what comes next.
async fn expect_end_screen(page: &Page, result: &str, told: &[&str]) -> Result<(), Failure> {
    assert!(told.iter().any(|start| result.starts_with(start)), "{result}");
    page.wait_for(".result button").await?;
    page.wait_for(".result a[href^='/study/']").await.map(drop)
}

/// Plays some turns, then resigns; returns the result.
async fn play_and_resign(page: &Page, by: InputDevice) -> Result<String, Failure> {
    play_some(page, by, INPUTS_BEFORE_RESIGNING).await?;
    resign(page, by).await?;
    page.text(".result h2").await
}

/// Resigns with the button, and confirms.
async fn resign(page: &Page, by: InputDevice) -> Result<(), Failure> {
    by.press_named(page, ".controls button", "Resign").await?;
    by.press(page, "dialog[open] .primary").await
}

async fn local_game(
    game: &str,
    opponent: Opponent,
    by: InputDevice,
    finish: Finish,
) -> Result<(), Failure> {
    let browser = Browser::open(by.screen()).await?;
    let page = start_local(&browser, game, opponent, by, finish).await?;
    let result = match finish {
        Finish::PlayedOut => play_to_the_end(&page, by).await?,
        Finish::Resigned => play_and_resign(&page, by).await?,
    };
    let winners: &[&str] = match (opponent, game) {
        (Opponent::Computer, _) => &["You won ", "You lost "],
        (_, "abalone") => &["Black wins ", "White wins "],
        (_, "abraxas") => &["Player 1 wins ", "Player 2 wins "],
        (_, "abagio") => &["Red wins ", "Purple wins "],
        _ => &["Blue wins ", "Red wins "],
    };
    expect_end_screen(&page, &result, winners).await?;
    // The game is kept, and the home page has nothing to resume.
    by.press(&page, "header .brand").await?;
    page.wait_for(".home").await?;
    assert!(!page.has(".in-progress").await?, "a finished game is not resumed");
    browser.close().await
}

/// From the home page to the lobby.
async fn enter_lobby(browser: &Browser, by: InputDevice) -> Result<Page, Failure> {
    let page = browser.open_page("/").await?;
    by.press(&page, ".hero a[href='/online']").await?;
    page.wait_for(".lobby").await?;
    Ok(page)
}

/// Creates a public table; returns its address.
async fn open_table(
    page: &Page,
    by: InputDevice,
    game: &str,
    finish: Finish,
) -> Result<String, Failure> {
    by.press(page, ".find > details > summary").await?;
    let games = ["abalone", "abraxas", "abagio", "blocs"];
    let index = games.iter().position(|name| *name == game).ok_or("no such game")?;
    by.select(page, "#create-game", &index.to_string()).await?;
    by.choose(page, ".create .tile:nth-child(2) input[name=against]").await?;
    set_options(page, by, game_options(game, finish)).await?;
    by.press(page, ".create .primary").await?;
    page.wait_for(".waiting .address input").await?;
    let address = page.run("return location.pathname", &[]).await?;
    Ok(address.as_str().ok_or("no address")?.to_owned())
}

/// Leaves the table for a game against the computer, and begins it.
async fn play_the_computer(page: &Page, by: InputDevice) -> Result<(), Failure> {
    by.press(page, "header .brand").await?;
    by.press(page, ".card[data-game=abalone] .primary").await?;
    by.press(page, "form button.primary").await?;
    page.wait_for(".spot[data-use]").await?;
    let mut player = RandomPlayer::new(page, by);
    assert_eq!(player.step().await?, Step::Input);
    Ok(())
}

/// A game between two browsers: the host opens a table and perhaps leaves it, the guest finds it in
/// the lobby, and the banner calls the host back.
async fn online_game(
    game: &str,
    [by_host, by_guest]: [InputDevice; 2],
    waits: HostWaits,
    finish: Finish,
) -> Result<(), Failure> {
    let mut host = Browser::open_online(by_host.screen()).await?;
    let guest = host.open_beside(by_guest.screen()).await?;
    let mut host_page = enter_lobby(&host, by_host).await?;
    let address = open_table(&host_page, by_host, game, finish).await?;
    match waits {
        HostWaits::AtTheTable => {}
        HostWaits::PlayingTheComputer => play_the_computer(&host_page, by_host).await?,
        HostWaits::WithTheTabClosed => host.close_windows().await?,
    }
    let guest_page = enter_lobby(&guest, by_guest).await?;
    by_guest.press(&guest_page, &format!(".others a[href='{address}']")).await?;
    by_guest.press(&guest_page, ".waiting .primary").await?;
    guest_page.wait_for(".table.online").await?;
    if waits == HostWaits::WithTheTabClosed {
        host.reopen().await?;
        host_page = host.open_page("/").await?;
    }
    if waits != HostWaits::AtTheTable {
        by_host.press(&host_page, &format!(".calls a[href='{address}']")).await?;
    }
    host_page.wait_for(".table.online").await?;
    let players =
        [RandomPlayer::new(&host_page, by_host), RandomPlayer::new(&guest_page, by_guest)];
    let results = match finish {
        Finish::PlayedOut => play_against(players, None).await?.ok_or("not over")?,
        Finish::Resigned => {
            let early = play_against(players, Some(INPUTS_BEFORE_RESIGNING)).await?;
            assert_eq!(early, None, "the game goes on");
            resign(&host_page, by_host).await?;
            [host_page.text(".result h2").await?, guest_page.text(".result h2").await?]
        }
    };
    expect_both_results([&host_page, &guest_page], &results).await?;
    guest.close().await?;
    host.close().await
}

/// One player has won and the other has lost.
async fn expect_both_results(pages: [&Page; 2], results: &[String; 2]) -> Result<(), Failure> {
    for (page, result) in pages.into_iter().zip(results) {
        expect_end_screen(page, result, &["You won ", "You lost "]).await?;
    }
    let won = results.iter().filter(|result| result.starts_with("You won ")).count();
    assert_eq!(won, 1, "{results:?}");
    Ok(())
}

/// A quick match: both press the same button of the lobby. The game is long, so the host resigns
/// after some turns.
async fn quick_match(row: usize, [by_host, by_guest]: [InputDevice; 2]) -> Result<(), Failure> {
    let host = Browser::open_online(by_host.screen()).await?;
    let guest = host.open_beside(by_guest.screen()).await?;
    let button = format!(".quick tr:nth-child({row}) td:nth-of-type(2) button");
    let host_page = enter_lobby(&host, by_host).await?;
    by_host.press(&host_page, &button).await?;
    host_page.wait_for(".waiting").await?;
    let guest_page = enter_lobby(&guest, by_guest).await?;
    by_guest.press(&guest_page, &button).await?;
    for page in [&host_page, &guest_page] {
        page.wait_for(".table.online").await?;
    }
    let players =
        [RandomPlayer::new(&host_page, by_host), RandomPlayer::new(&guest_page, by_guest)];
    let early = play_against(players, Some(24)).await?;
    assert_eq!(early, None, "the game goes on");
    resign(&host_page, by_host).await?;
    let results = [host_page.text(".result h2").await?, guest_page.text(".result h2").await?];
    expect_both_results([&host_page, &guest_page], &results).await?;
    assert!(results[1].starts_with("You won "), "{results:?}");
    guest.close().await?;
    host.close().await
}

macro_rules! first_visits {
    ($($name:ident: $game:expr;)*) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                $game.await.unwrap();
            }
        )*
    };
}

use Finish::{PlayedOut, Resigned};
use HostWaits::{AtTheTable, PlayingTheComputer, WithTheTabClosed};
use InputDevice::{Finger, Keys, Mouse};
use Opponent::{Computer, SameScreen};

first_visits! {
    abalone_alone_by_mouse: local_game("abalone", Computer, Mouse, PlayedOut);
    abalone_alone_by_touch: local_game("abalone", Computer, Finger, Resigned);
    abalone_alone_by_keyboard: local_game("abalone", Computer, Keys, Resigned);
    abalone_on_one_screen_by_mouse: local_game("abalone", SameScreen, Mouse, Resigned);
    abalone_on_one_screen_by_touch: local_game("abalone", SameScreen, Finger, PlayedOut);
    abalone_on_one_screen_by_keyboard: local_game("abalone", SameScreen, Keys, Resigned);
    abalone_online_by_keyboard_and_mouse: online_game("abalone", [Keys, Mouse], AtTheTable, PlayedOut);
    abalone_online_by_touch_after_closing_the_tab:
        online_game("abalone", [Finger, Mouse], WithTheTabClosed, Resigned);

    abraxas_alone_by_mouse: local_game("abraxas", Computer, Mouse, PlayedOut);
    abraxas_alone_by_touch: local_game("abraxas", Computer, Finger, PlayedOut);
    abraxas_alone_by_keyboard: local_game("abraxas", Computer, Keys, PlayedOut);
    abraxas_on_one_screen_by_mouse: local_game("abraxas", SameScreen, Mouse, Resigned);
    abraxas_on_one_screen_by_touch: local_game("abraxas", SameScreen, Finger, Resigned);
    abraxas_on_one_screen_by_keyboard: local_game("abraxas", SameScreen, Keys, PlayedOut);
    abraxas_online_by_mouse_and_touch_after_a_game_against_the_computer:
        online_game("abraxas", [Mouse, Finger], PlayingTheComputer, PlayedOut);
    abraxas_online_by_keyboard: online_game("abraxas", [Keys, Mouse], AtTheTable, Resigned);

    abagio_alone_by_mouse: local_game("abagio", Computer, Mouse, Resigned);
    abagio_alone_by_touch: local_game("abagio", Computer, Finger, PlayedOut);
    abagio_alone_by_keyboard: local_game("abagio", Computer, Keys, PlayedOut);
    abagio_on_one_screen_by_mouse: local_game("abagio", SameScreen, Mouse, PlayedOut);
    abagio_on_one_screen_by_touch: local_game("abagio", SameScreen, Finger, Resigned);
    abagio_on_one_screen_by_keyboard: local_game("abagio", SameScreen, Keys, Resigned);
    abagio_online_by_touch_and_mouse: quick_match(3, [Finger, Mouse]);
    abagio_online_by_keyboard_after_a_game_against_the_computer:
        online_game("abagio", [Keys, Mouse], PlayingTheComputer, Resigned);

    blocs_alone_by_mouse: local_game("blocs", Computer, Mouse, Resigned);
    blocs_alone_by_touch: local_game("blocs", Computer, Finger, Resigned);
    blocs_alone_by_keyboard: local_game("blocs", Computer, Keys, PlayedOut);
    blocs_on_one_screen_by_mouse: local_game("blocs", SameScreen, Mouse, Resigned);
    blocs_on_one_screen_by_touch: local_game("blocs", SameScreen, Finger, PlayedOut);
    blocs_on_one_screen_by_keyboard: local_game("blocs", SameScreen, Keys, Resigned);
    blocs_online_by_mouse_and_touch_after_closing_the_tab:
        online_game("blocs", [Mouse, Finger], WithTheTabClosed, PlayedOut);
    blocs_online_by_keyboard: online_game("blocs", [Keys, Mouse], AtTheTable, Resigned);
}
