//! Measures the figures of docs/web.md: `cargo xtask web-speed`.

#[path = "../tests/common/mod.rs"]
mod common;

use abaque_bots::BotKind;
use abaque_client::LocalGame;
use abaque_client::local::{BotAnswer, BotTask, LotEvidence, SeatedPlayer, think};
use abaque_core::SplitMix;
use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use abaque_table::{MatchSettings, Timestamp};

/// Repetitions of each measurement.
const ROUNDS: usize = 5;

/// Search time in milliseconds.
const SEARCH_MILLIS: u64 = 2000;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    measure_first_board().await?;
    measure_navigation().await?;
    measure_frames().await?;
    compare_search_speed().await
}

/// Cold start to a playable board: fetches, compiles and renders the page, then starts a game.
async fn measure_first_board() -> Result<(), Failure> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        let page = browser.open_page("/new/abalone").await?;
        let until_form = number(&page, "return performance.now()").await?;
        let script = "const done = arguments[arguments.length - 1]; const since = performance.now(); \
                      document.querySelector('form button.primary').click(); \
                      (function look() { document.querySelector('.board.mine .spot[data-use]') ? done(performance.now() - since) : requestAnimationFrame(look); })();";
        let until_board = page.run_async(script).await?.as_f64().unwrap_or(f64::NAN);
        times.push(until_form + until_board);
        browser.close().await?;
    }
    times.sort_by(f64::total_cmp);
    println!(
        "first board one can play on, cold, ms (best, median, worst of {ROUNDS}): {:.0} {:.0} {:.0}",
        times[0],
        times[ROUNDS / 2],
        times[ROUNDS - 1]
    );
    Ok(())
}

/// Page changes between all pairs of pages, from the click until the new heading is painted.
async fn measure_navigation() -> Result<(), Failure> {
    let browser = Browser::open_online(ScreenConfig::DESKTOP).await?;
    let page = browser.open_page("/").await?;
    let times = common::navigation::time_all_pairs(&page).await?;
    let millis = |at: usize| times[at].2;
    println!(
        "page changes, warm, ms (best, median, 95th percentile, worst of {}): {:.0} {:.0} {:.0} {:.0}",
        times.len(),
        millis(0),
        millis(times.len() / 2),
        millis(times.len() * 95 / 100),
        millis(times.len() - 1),
    );
    for (from, to, millis) in times.iter().rev().take(ROUNDS) {
        println!("  {from} to {to}: {millis:.0}");
    }
    browser.close().await
}

/// Frames drawn while pieces move, compared with an idle page.
async fn measure_frames() -> Result<(), Failure> {
    let browser = Browser::open(ScreenConfig::DESKTOP.with_animation()).await?;
    let page = browser.open_page("/about").await?;
    page.run("localStorage.setItem('abaque.prefs', '{\"pace\":\"calm\",\"sound\":false}')", &[])
        .await?;
    for (game, actions) in
        [("abalone", ["a1b1", "i5h5", "a2b2", "i6h6"]), ("abraxas", ["@sw", "rd4", ">se", "re5"])]
    {
        let page = common::sit_down(&browser, game, None).await?;
        common::due(&page).await?;
        let rest = number_async(&page, &frame_count_script("")).await?;
        let mut moving = Vec::new();
        for action in actions {
            common::due(&page).await?;
            let play = format!(
                "const field = document.querySelector('#typed'); field.value = '{action}'; \
                 field.dispatchEvent(new Event('input', {{bubbles: true}})); document.querySelector('.typed button').click();"
            );
            moving.push(number_async(&page, &frame_count_script(&play)).await?);
        }
        let mean = moving.iter().sum::<f64>() / moving.len() as f64;
        println!(
            "{game}: frames a second while pieces move {mean:.1}, at rest {rest:.1}, ratio {:.2}",
            mean / rest
        );
    }
    browser.close().await
}

/// Script that performs an act and counts frames for 340 ms, the duration of a piece's movement.
fn frame_count_script(act: &str) -> String {
    format!(
        "const done = arguments[arguments.length - 1]; requestAnimationFrame(() => {{ {act} const since = performance.now(); let frames = 0; \
         (function frame() {{ frames += 1; const passed = performance.now() - since; passed < 340 ? requestAnimationFrame(frame) : done((frames - 1) * 1000 / passed); }})(); }});"
    )
}

/// Runs the same search natively and in the browser's worker.
async fn compare_search_speed() -> Result<(), Failure> {
    let browser = Browser::open(ScreenConfig::DESKTOP).await?;
    let page = browser.open_page("/about").await?;
    println!("{:<10}{:>16}{:>16}{:>8}", "search", "native nodes/s", "browser", "ratio");
    for spec in ["abalone", "abraxas:sheet=2", "abagio", "blocs"] {
        let task = hard_task(spec)?;
        let text = serde_json::to_string(&task)?;
        let (mut native, mut browsers) = (0.0_f64, 0.0_f64);
        for _ in 0..3 {
            native = native.max(speed(&think(&text))?);
            let script = format!(
                "const done = arguments[arguments.length - 1]; window.measured ??= new Worker(abaqueWorker, {{type: 'module'}}); \
                 measured.onmessage = ({{ data: [, text, partly] }}) => partly || done(text); measured.postMessage([1, {}, 'think']);",
                serde_json::to_string(&text)?
            );
            let answer = page.run_async(&script).await?;
            browsers = browsers.max(speed(answer.as_str().unwrap_or_default())?);
        }
        println!(
            "{:<10}{native:>16.0}{browsers:>16.0}{:>8.2}",
            task.spec.split(':').next().unwrap_or_default(),
            browsers / native
        );
    }
    browser.close().await
}

/// A position that uses the whole search time; some are decided at once.
fn hard_task(spec: &str) -> Result<BotTask, Failure> {
    for plies in (2..12).rev() {
        let task = task(spec, plies)?;
        let answer: BotAnswer = serde_json::from_str(&think(&serde_json::to_string(&task)?))?;
        if answer.millis >= SEARCH_MILLIS / 2 {
            return Ok(task);
        }
    }
    Err(format!("{spec}: nothing takes long").into())
}

/// A position after some plies of a game between two level 1 bots.
fn task(spec: &str, plies: u64) -> Result<BotTask, Failure> {
    let setting = MatchSettings::new(spec).map_err(|error| error.to_string())?;
    let proof = LotEvidence::generate("speed", &mut SplitMix(1));
    let mut game = LocalGame::new(
        setting,
        [SeatedPlayer::default(), SeatedPlayer::default()],
        proof,
        String::new(),
        Timestamp(0),
    );
    let mut source = SplitMix(2);
    game.draw_lots(abaque_core::Observer::Spectator, Timestamp(0))
        .map_err(|error| format!("{error:?}"))?;
    for turn in 0..plies {
        let Some(seat) = game.seat_to_act() else { break };
        let kind: BotKind =
            "1".parse().map_err(|error: abaque_core::ParseError| error.to_string())?;
        let task = BotTask::new(&game, seat, &kind, turn).map_err(|error| format!("{error:?}"))?;
        let answer = task.think().map_err(|error| error.to_string())?;
        let observer = game.observer();
        game.play(seat, &answer.action, observer, Timestamp(0), &mut source)
            .map_err(|error| format!("{error:?}"))?;
    }
    let seat = game.seat_to_act().ok_or("nobody is to act")?;
    let task =
        BotTask::new(&game, seat, &BotKind::Best, 1).map_err(|error| format!("{error:?}"))?;
    Ok(BotTask { millis: Some(SEARCH_MILLIS), ..task })
}

fn speed(answer: &str) -> Result<f64, Failure> {
    let answer: BotAnswer =
        serde_json::from_str(answer).map_err(|error| format!("{error}: {answer}"))?;
    Ok(answer.nodes as f64 * 1000.0 / answer.millis.max(1) as f64)
}

async fn number(page: &Page, script: &str) -> Result<f64, Failure> {
    page.run(script, &[]).await?.as_f64().ok_or_else(|| "no number".into())
}

async fn number_async(page: &Page, script: &str) -> Result<f64, Failure> {
    page.run_async(script).await?.as_f64().ok_or_else(|| "no number".into())
}
