//! Randomness of the pages under test, reproducible from a seed.
//!
//! `ABAQUE_SEED=N` repeats a run: every browser of a test draws the same numbers again. Without it
//! each run has a seed of its own, which a failed test prints.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use fantoccini::Client;
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::Failure;

/// Environment variable with the seed of a run.
const SEED_VARIABLE: &str = "ABAQUE_SEED";

static RUN_SEED: LazyLock<u64> = LazyLock::new(|| match std::env::var(SEED_VARIABLE) {
    Ok(text) => text.parse().unwrap_or_else(|_| panic!("{SEED_VARIABLE}={text} is no number")),
    Err(_) => u64::from(std::process::id()),
});

thread_local! {
    /// Browsers opened by this test; every test runs on its own thread.
    static BROWSERS: Cell<u64> = const { Cell::new(0) };
}

/// Seed of the next browser of the current test.
pub(crate) fn next_seed() -> u64 {
    let number = BROWSERS.replace(BROWSERS.get() + 1);
    let mut hasher = DefaultHasher::new();
    (*RUN_SEED, std::thread::current().name(), number).hash(&mut hasher);
    // Shown if the test fails.
    eprintln!("to repeat this test: {SEED_VARIABLE}={}", *RUN_SEED);
    hasher.finish()
}

/// Replaces the random numbers of a page (SplitMix32) before its own scripts run.
const SEEDED_RANDOMNESS: &str = "
    let loads = 0;
    try {
      loads = Number(localStorage.getItem('test.loads')) + 1;
      localStorage.setItem('test.loads', loads);
    } catch {}
    let state = (SEED + Math.imul(loads, 0x85ebca6b)) >>> 0;
    const next = () => {
      state = (state + 0x9e3779b9) | 0;
      let word = state ^ (state >>> 16);
      word = Math.imul(word, 0x21f0aaad);
      word ^= word >>> 15;
      word = Math.imul(word, 0x735a2d97);
      return (word ^ (word >>> 15)) >>> 0;
    };
    Math.random = () => next() / 4294967296;
    Crypto.prototype.getRandomValues = array => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let at = 0; at < bytes.length; at++) bytes[at] = next() >>> 24;
      return array;
    };";

/// Seeds every page a browser opens from now on. Each load of a page draws other numbers, because
/// ids of games are drawn too and must not repeat.
pub(crate) async fn seed_pages(client: &Client, seed: u64) -> Result<(), Failure> {
    let script = SEEDED_RANDOMNESS.replace("SEED", &(seed as u32).to_string());
    let script = format!("(() => {{{script}}})()");
    let params = json!({ "source": script });
    run_cdp(client, "Page.addScriptToEvaluateOnNewDocument", params).await
}

/// Runs a command of the Chrome DevTools protocol in the current tab.
pub(crate) async fn run_cdp(
    client: &Client,
    command: &'static str,
    parameters: Value,
) -> Result<(), Failure> {
    client.issue_cmd(CdpCommand(command, parameters)).await?;
    Ok(())
}

/// A command of the Chrome DevTools protocol.
#[derive(Debug)]
pub(crate) struct CdpCommand(pub(crate) &'static str, pub(crate) Value);

impl WebDriverCompatibleCommand for CdpCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let CdpCommand(command, params) = self;
        (Method::POST, Some(json!({ "cmd": command, "params": params }).to_string()))
    }
}
