//! Stop! in Abraxas between two online players.

use abaque_e2e::{Failure, Page};

use crate::common::hand::InputDevice;
use crate::common::turns::{RandomPlayer, Step};
use crate::online::{PlayerPair, start_pair};

/// Squares with a stop pawn, and the number of red pawns, as both pages announce them.
const PAWNS: &str = "
    const labels = [...document.querySelectorAll('.spot')].map(e => [e.id.slice(7), e.getAttribute('aria-label')]);
    const stops = labels.filter(([, label]) => /stop pawn|pion d.arrêt/.test(label)).map(([square]) => square);
    const reds = labels.filter(([, label]) => /red pawn|pion rouge/.test(label)).length;
    return {stops, reds}";

const LAST_PLY: &str = "return [...document.querySelectorAll('.moves li')].pop()?.innerText.trim()";

/// Plays until a player is asked whether to say Stop!; returns that player's index.
async fn play_until_asked(players: &mut [RandomPlayer<'_>; 2]) -> Result<usize, Failure> {
    for _ in 0..2000 {
        for (index, player) in players.iter_mut().enumerate() {
            if player.page().has(".stop-window .stop").await? {
                return Ok(index);
            }
            if let Step::Over(result) = player.step().await? {
                return Err(format!("over before anyone was asked: {result}").into());
            }
        }
    }
    Err("nobody was asked".into())
}

async fn wait_for_stop_pawn(page: &Page, square: &str) -> Result<(), Failure> {
    let shown =
        format!("const found = (() => {{ {PAWNS} }})(); return found.stops.includes('{square}')");
    page.wait_until("the stop pawn", &shown).await.map(drop)
}

/// ABR-14, ABR-15: while the opponent plays again, a player says Stop!, has twenty seconds to choose
/// the hole, and both pages show the stop pawn instead of the opponent's last pawn.
#[tokio::test(flavor = "multi_thread")]
async fn abr_14_an_online_player_says_stop() {
    async fn run() -> Result<(), Failure> {
        // On a sheet full of dots every push makes a line, so a player soon plays again.
        let sheet = "o".repeat(81);
        let PlayerPair { host, guest, pages, .. } =
            start_pair(&format!("abraxas:sheet={sheet}")).await?;
        let devices = [InputDevice::Mouse, InputDevice::Finger];
        let [host_page, guest_page] = &pages;
        let mut players =
            [RandomPlayer::new(host_page, devices[0]), RandomPlayer::new(guest_page, devices[1])];
        let asked = play_until_asked(&mut players).await?;
        let (stopper, mover, by) = (&pages[asked], &pages[1 - asked], devices[asked]);
        assert!(!mover.has(".stop-window").await?, "only the opponent is asked");
        assert!(!mover.has(".spot[data-use]").await?, "the mover waits for the answer");
        let before = stopper.run(PAWNS, &[]).await?;
        by.press(stopper, ".stop-window .stop").await?;
        stopper.wait_for(".stop-window .stop[aria-pressed=true]").await?;
        let left = stopper.text(".to-choose").await?;
        let seconds: u32 =
            left.split_whitespace().find_map(|word| word.parse().ok()).ok_or("no seconds")?;
        assert!((10..=20).contains(&seconds), "{left}");
        let hole = stopper
            .wait_until(
                "a hole",
                "return document.querySelector('.spot[data-use=go]')?.id.slice(7) ?? null",
            )
            .await?;
        let hole = hole.as_str().ok_or("no hole")?;
        by.point_at(stopper, hole).await?;
        for page in &pages {
            wait_for_stop_pawn(page, hole).await?;
            let after = page.run(PAWNS, &[]).await?;
            let reds = before["reds"].as_u64().map(|count| count - 1);
            assert_eq!(after["reds"].as_u64(), reds, "the pawn before Stop! is taken back");
            assert_eq!(page.run(LAST_PLY, &[]).await?, format!("s{hole}"));
            assert!(!page.has(".stop-window").await?);
        }
        // The stopper may push, then the opponent has a whole turn.
        let mut player = RandomPlayer::new(stopper, by);
        while player.step().await? != Step::Wait {}
        mover.wait_for(".spot[data-use]").await?;
        guest.close().await?;
        host.close().await
    }
    run().await.unwrap();
}
