//! Game reviews, mistake retries and picture export, in every game.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};

use crate::common::studies::{at, fresh, open};
use crate::common::type_action;

/// Player 1 could make a line and win, does not, and player 2 does.
const ABRAXAS: &str = "[Game \"abraxas:sheet=SHEET,target=1\"]\n[Start \"8/8/8/8/8/2rrr3/8/8 sw 1 21 0-0 3-3 place\"]\n\
                       [Result \"2 wins target\"]\n\n1. ra8 >se 2. rf3 >ne xd3 0-1\n";

/// Blue could turn a block of its own neutral and win by the rule of seven, does not, and Red takes
/// one.
const BLOCS: &str = "[Game \"blocs\"]\n[Start \"Lr[rnn],Lr[rrn]/l,s,Sr[rrr],s,sb[rbn],lr[rbn]/l,sb(bbn),lr[rrn],lb[brb],sn[rnb],sr[rrb]/\
                     s,s,l,s,l,s,lr[rrn],l/ln(nbn),ln(nbr),s,ln[nrn],s,l,sb(bbn),sr[nrn]/sn(bnn),sb(nbn),s,Lb(bbn),s,l/\
                     lb(bnr),sn(bnr),l,l,Sb(bbb),lb(brb)/l,Sb(rbr) b move\"]\n[Result \"r wins seven\"]\n\n1. e1e2 2. b3c4 xc3 0-1\n";

/// Red leaves the two frogs that Purple must pass, and one of them alone.
const ABAGIO: &str = "[Game \"abagio:first=r\"]\n[Start \"12=p,14=rr,e=r,r4=rr,r2=rr,p5=pp,p4=p,p3=pp,o=p 0-0 5-5 r 5.3\"]\n\
                      [Result \"p wins resignation\"]\n\n1. e+5 14+3 t6 0-1\n";

fn abraxas() -> String {
    ABRAXAS.replace("SHEET", &".".repeat(81))
}

/// Reviews a whole game; returns the text of its first mistake.
async fn review_game(page: &Page) -> Result<String, Failure> {
    page.click("#analyse").await?;
    page.wait_for(".graph .curve").await?;
    page.wait_for(".mistakes li").await?;
    page.wait_until("it ends", "return !document.querySelector('.whole progress')").await?;
    page.wait_for(".graph .dot").await?;
    page.text(".mistakes li").await
}

/// Plays a whole turn instead of the mistake, action by action, until it is judged.
async fn try_turn(page: &Page, actions: &[&str]) -> Result<(), Failure> {
    for (index, action) in actions.iter().enumerate() {
        type_action(page, action).await?;
        let last = index + 1 == actions.len();
        let judged = "return document.querySelector('.trial.good, .trial.bad') !== null";
        let goes_on =
            "return document.querySelector('.trial p')?.innerText.startsWith('Good so far')";
        page.wait_until(action, if last { judged } else { goes_on }).await?;
    }
    Ok(())
}

/// A wrong try, a restart, then the right one.
async fn retry_mistake(page: &Page, bad: &[&str], good: &[&str]) -> Result<(), Failure> {
    page.click(".mistakes .again").await?;
    page.wait_for(".trial").await?;
    at(page, "Start").await?;
    type_action(page, bad[0]).await?;
    page.wait_for(".trial.bad").await?;
    page.click(".trial .primary").await?;
    at(page, "Start").await?;
    try_turn(page, good).await?;
    page.wait_for(".trial.good").await?;
    at(page, good[good.len() - 1]).await?;
    // The bad try is gone, the good one stays as a variation.
    let script =
        "return [...document.querySelectorAll('.tree .row .ply')].map(e => e.innerText.trim())";
    let plies = page.run(script, &[]).await?;
    let plies: Vec<&str> =
        plies.as_array().unwrap().iter().filter_map(|ply| ply.as_str()).collect();
    assert!(good.iter().all(|action| plies.contains(action)), "{plies:?}");
    assert!(!plies.contains(&bad[0]), "{plies:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_abraxas_is_reviewed() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, &abraxas()).await?;
        let mistake = review_game(&page).await?;
        assert!(
            mistake.contains("ra8 >se") && mistake.contains("Player 1") && mistake.contains("??"),
            "{mistake}"
        );
        retry_mistake(&page, &["ra7"], &["rf3", ">se", "xd3"]).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// In a game with secrets each player's chances have their own curve.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_blocs_pions_is_reviewed_without_secrets() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, BLOCS).await?;
        let mistake = review_game(&page).await?;
        assert!(
            mistake.contains("e1e2") && mistake.contains("Blue") && mistake.contains("??"),
            "{mistake}"
        );
        let curves =
            page.run("return document.querySelectorAll('.graph .curve').length", &[]).await?;
        assert_eq!(curves, 2);
        retry_mistake(&page, &["e1d2"], &["c3c5"]).await?;
        browser.close().await
    }
    run().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_abagio_is_reviewed_as_one_move() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        let page = open(&browser, ABAGIO).await?;
        let mistake = review_game(&page).await?;
        assert!(mistake.contains("e+5 14+3") && mistake.contains("Red"), "{mistake}");
        retry_mistake(&page, &["e+3"], &["14+5", "r4+3", "t14"]).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Width and height from a PNG header.
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&png[12..16], b"IHDR");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

async fn check_pictures(browser: &Browser, page: &Page, game: &str) -> Result<(), Failure> {
    // A real click: browsers allow one download per user gesture.
    page.wait_for("#save-svg").await?.click().await?;
    let svg = browser.downloaded_text(&format!("{game}.svg")).await?;
    let script = "const drawn = new DOMParser().parseFromString(arguments[0], 'image/svg+xml'); \
                  if (drawn.querySelector('parsererror')) return null; \
                  const size = name => Number(drawn.documentElement.getAttribute(name)); \
                  return [drawn.documentElement.localName, size('width'), size('height'), drawn.querySelectorAll('use, circle, path').length]";
    let drawn = page.run(script, &[svg.into()]).await?;
    assert_eq!(drawn[0], "svg", "{game}: no drawing");
    assert!(drawn[3].as_u64() > Some(20), "{game}: an empty drawing");
    page.wait_for("#save-png").await?.click().await?;
    let png = browser.downloaded_bytes(&format!("{game}.png")).await?;
    let (width, height) = png_size(&png);
    assert_eq!(width, 1000, "{game}");
    assert_eq!(
        (width.into(), height.into()),
        (drawn[1].as_u64().unwrap(), drawn[2].as_u64().unwrap()),
        "{game}"
    );
    assert!(png.len() > 20_000, "{game}: {} bytes show no board", png.len());
    assert_eq!(&png[png.len() - 8..png.len() - 4], b"IEND", "{game}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_exported_as_pictures() {
    async fn run() -> Result<(), Failure> {
        let browser = fresh(ScreenConfig::DESKTOP).await?;
        for (game, record) in
            [("abraxas", abraxas()), ("blocs", BLOCS.into()), ("abagio", ABAGIO.into())]
        {
            let page = open(&browser, &record).await?;
            check_pictures(&browser, &page, game).await?;
        }
        let page = browser.open_page("/study/new?spec=abalone&plies=a1b2").await?;
        page.wait_for(".study .board-svg").await?;
        check_pictures(&browser, &page, "abalone").await?;
        browser.close().await
    }
    run().await.unwrap();
}
