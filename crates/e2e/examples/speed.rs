//! What docs/web.md says about speed, measured: `cargo xtask web-speed`.

#[path = "../tests/common/mod.rs"]
mod common;

use abaque_catalog::bots::Kind;
use abaque_client::Sitting;
use abaque_client::local::{Answer, Player, Proof, Task, think};
use abaque_core::SplitMix;
use abaque_e2e::{Browser, Page, Screen, Wrong};
use abaque_table::{At, Setting};

/// How often each thing is measured.
const ROUNDS: usize = 5;

/// How long each search may take, in milliseconds.
const THOUGHT: u64 = 2000;

#[tokio::main]
async fn main() -> Result<(), Wrong> {
    first_board().await?;
    frames().await?;
    search().await
}

/// From nothing to a board one can play on: the page is fetched, compiled and drawn, a game is begun.
async fn first_board() -> Result<(), Wrong> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let browser = Browser::open(Screen::DESKTOP).await?;
        let page = browser.page("/new/abalone").await?;
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

/// Frames drawn while pieces move, beside those of a page at rest.
async fn frames() -> Result<(), Wrong> {
    let browser = Browser::open(Screen::DESKTOP.moving()).await?;
    let page = browser.page("/about").await?;
    page.run("localStorage.setItem('abaque.prefs', '{\"pace\":\"calm\",\"sound\":false}')", &[])
        .await?;
    for (game, actions) in
        [("abalone", ["a1b1", "i5h5", "a2b2", "i6h6"]), ("abraxas", ["@sw", "rd4", ">se", "re5"])]
    {
        let page = common::sit_down(&browser, game, None).await?;
        common::due(&page).await?;
        let rest = number_async(&page, &counted("")).await?;
        let mut moving = Vec::new();
        for action in actions {
            common::due(&page).await?;
            let play = format!(
                "const field = document.querySelector('#typed'); field.value = '{action}'; \
                 field.dispatchEvent(new Event('input', {{bubbles: true}})); document.querySelector('.typed button').click();"
            );
            moving.push(number_async(&page, &counted(&play)).await?);
        }
        let mean = moving.iter().sum::<f64>() / moving.len() as f64;
        println!(
            "{game}: frames a second while pieces move {mean:.1}, at rest {rest:.1}, ratio {:.2}",
            mean / rest
        );
    }
    browser.close().await
}

/// Counts frames for 340 ms, as long as a piece is on its way, after doing something.
fn counted(act: &str) -> String {
    format!(
        "const done = arguments[arguments.length - 1]; requestAnimationFrame(() => {{ {act} const since = performance.now(); let frames = 0; \
         (function frame() {{ frames += 1; const passed = performance.now() - since; passed < 340 ? requestAnimationFrame(frame) : done((frames - 1) * 1000 / passed); }})(); }});"
    )
}

/// The same search natively and in the browser's worker, one after the other.
async fn search() -> Result<(), Wrong> {
    let browser = Browser::open(Screen::DESKTOP).await?;
    let page = browser.page("/about").await?;
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

/// A position that takes the whole time: in some everything is clear at once.
fn hard_task(spec: &str) -> Result<Task, Wrong> {
    for plies in (2..12).rev() {
        let task = task(spec, plies)?;
        let answer: Answer = serde_json::from_str(&think(&serde_json::to_string(&task)?))?;
        if answer.millis >= THOUGHT / 2 {
            return Ok(task);
        }
    }
    Err(format!("{spec}: nothing takes long").into())
}

/// A position some actions into a game of two players at the first level.
fn task(spec: &str, plies: u64) -> Result<Task, Wrong> {
    let setting = Setting::new(spec).map_err(|error| error.to_string())?;
    let proof = Proof::fresh("speed", &mut SplitMix(1));
    let mut sitting =
        Sitting::new(setting, [Player::default(), Player::default()], proof, String::new(), At(0));
    let mut source = SplitMix(2);
    sitting.draw(abaque_core::Observer::Spectator, At(0)).map_err(|error| format!("{error:?}"))?;
    for turn in 0..plies {
        let Some(seat) = sitting.acting() else { break };
        let kind: Kind = "1".parse().map_err(|error: abaque_core::BadText| error.to_string())?;
        let task = Task::new(&sitting, seat, &kind, turn).map_err(|error| format!("{error:?}"))?;
        let answer = task.think().map_err(|error| error.to_string())?;
        let eyes = sitting.eyes();
        sitting
            .play(seat, &answer.action, eyes, At(0), &mut source)
            .map_err(|error| format!("{error:?}"))?;
    }
    let seat = sitting.acting().ok_or("nobody is to act")?;
    let task = Task::new(&sitting, seat, &Kind::Best, 1).map_err(|error| format!("{error:?}"))?;
    Ok(Task { millis: Some(THOUGHT), ..task })
}

fn speed(answer: &str) -> Result<f64, Wrong> {
    let answer: Answer =
        serde_json::from_str(answer).map_err(|error| format!("{error}: {answer}"))?;
    Ok(answer.nodes as f64 * 1000.0 / answer.millis.max(1) as f64)
}

async fn number(page: &Page, script: &str) -> Result<f64, Wrong> {
    page.run(script, &[]).await?.as_f64().ok_or_else(|| "no number".into())
}

async fn number_async(page: &Page, script: &str) -> Result<f64, Wrong> {
    page.run_async(script).await?.as_f64().ok_or_else(|| "no number".into())
}
