//! Browser sessions, kept for later tests: starting a browser takes two seconds of processor time,
//! forgetting everything a page stored takes a tenth of that.

use std::process::Stdio;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use fantoccini::Client;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::runtime::Runtime;

use crate::browser::connect;
use crate::{Failure, ScreenConfig, randomness};

/// Runs the driver until standard input closes, which happens however the tests end. The browser
/// ends with its driver, because they talk through a pipe.
const DRIVER_SCRIPT: &str = r#""$1" --port=0 & driver=$!; exec >/dev/null; cat; kill $driver"#;

/// Whether browsers are kept. Without a shell nothing would end them after the last test.
const KEEPS_BROWSERS: bool = cfg!(unix);

/// Runs the connections to all drivers: a session outlives the runtime of the test that began it.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Runtime::new().expect("a runtime for browser sessions"));

/// Sessions that no test uses.
static IDLE: Mutex<Vec<Session>> = Mutex::new(Vec::new());

/// A browser with its driver. Dropping it ends both.
pub(crate) struct Session {
    screen: ScreenConfig,
    driver: Child,
    client: Client,
    profile: TempDir,
}

impl Session {
    /// Takes an idle browser with this screen, or starts one.
    pub(crate) async fn open(screen: ScreenConfig) -> Result<Session, Failure> {
        let idle = IDLE.lock().ok().and_then(|mut idle| {
            let found = idle.iter().position(|session| session.screen == screen)?;
            Some(idle.swap_remove(found))
        });
        let session = match idle {
            Some(session) => session,
            None => Session::start(screen, tempfile::tempdir()?).await?,
        };
        session.prepare().await?;
        Ok(session)
    }

    async fn start(screen: ScreenConfig, profile: TempDir) -> Result<Session, Failure> {
        let started = RUNTIME.spawn(async move {
            let (driver, port) = start_driver().await?;
            let client = connect(port, screen, &profile).await?;
            Ok::<_, Failure>(Session { screen, driver, client, profile })
        });
        started.await?
    }

    /// Ends the browser, and leaves its profile.
    pub(crate) async fn end(mut self) -> Result<EndedSession, Failure> {
        self.client.clone().close().await?;
        if KEEPS_BROWSERS {
            drop(self.driver.stdin.take());
            self.driver.wait().await?;
        } else {
            self.driver.kill().await?;
        }
        Ok(EndedSession { screen: self.screen, profile: self.profile })
    }

    /// Sets the window and the page's randomness, which every test has of its own.
    async fn prepare(&self) -> Result<(), Failure> {
        let (width, height) = self.screen.size;
        self.client.set_window_size(width, height).await?;
        randomness::seed_pages(&self.client, randomness::next_seed()).await
    }

    /// Makes the browser as good as new and keeps it for another test.
    pub(crate) async fn keep(self, origin: &str) -> Result<(), Failure> {
        if !KEEPS_BROWSERS {
            return self.end().await.map(drop);
        }
        self.forget(origin).await?;
        if let Ok(mut idle) = IDLE.lock() {
            idle.push(self);
        }
        Ok(())
    }

    /// Replaces all tabs by a fresh one, without storage, workers, scripts or emulation of the old
    /// ones, and deletes what the browser keeps for all tabs.
    async fn forget(&self, origin: &str) -> Result<(), Failure> {
        let used = self.client.windows().await?;
        let fresh = self.client.new_window(true).await?.handle;
        for window in used {
            self.client.switch_to_window(window).await?;
            self.client.close_window().await?;
        }
        self.client.switch_to_window(fresh).await?;
        for (command, parameters) in [
            // Cookies belong to the host: other origins of this test machine see them too.
            ("Network.clearBrowserCookies", json!({})),
            ("Network.clearBrowserCache", json!({})),
            ("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })),
            ("Browser.resetPermissions", json!({})),
            // A page may ask whether it has the focus.
            ("Page.bringToFront", json!({})),
        ] {
            randomness::run_cdp(&self.client, command, parameters).await?;
        }
        let downloads = self.downloads_folder();
        if downloads.exists() {
            std::fs::remove_dir_all(downloads)?;
        }
        Ok(())
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The folder of downloaded files.
    pub(crate) fn downloads_folder(&self) -> std::path::PathBuf {
        crate::browser::downloads_folder(&self.profile)
    }
}

/// A profile whose browser has been ended.
pub(crate) struct EndedSession {
    screen: ScreenConfig,
    profile: TempDir,
}

impl EndedSession {
    /// Starts the browser again.
    pub(crate) async fn restart(self) -> Result<Session, Failure> {
        let session = Session::start(self.screen, self.profile).await?;
        session.prepare().await?;
        Ok(session)
    }
}

/// Starts the driver. It picks a free port before binding it, so another process may take the port:
/// then it retries.
async fn start_driver() -> Result<(Child, u16), Failure> {
    for _ in 0..4 {
        if let Some(started) = try_start_driver().await? {
            return Ok(started);
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    Err("the driver ended before it listened (Debian: apt-get install chromium chromium-driver)"
        .into())
}

/// Starts a driver on a free port, which it prints; `None` if it ended first.
async fn try_start_driver() -> Result<Option<(Child, u16)>, Failure> {
    let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
    let mut command = Command::new(if KEEPS_BROWSERS { "sh" } else { &program });
    if KEEPS_BROWSERS {
        command.args(["-c", DRIVER_SCRIPT, "sh", &program]);
    } else {
        command.arg("--port=0").kill_on_drop(true);
    }
    let mut driver = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let output = driver.stdout.take().ok_or("the driver has no stdout")?;
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(port) =
            line.strip_suffix('.').and_then(|line| line.rsplit_once("on port ")?.1.parse().ok())
        {
            // Drains the output, so that the pipe never fills.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(Some((driver, port)));
        }
    }
    Ok(None)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::Router;
    use axum::routing::get;
    use serde_json::Value;

    use super::*;

    async fn run(session: &Session, script: &str) -> Value {
        session.client.execute(script, vec![]).await.unwrap()
    }

    /// What one test leaves behind, the next one must not find.
    #[tokio::test]
    async fn a_reused_browser_forgets_the_last_test() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let site = Router::new().route("/", get(|| async { "a page" }));
        tokio::spawn(async move { axum::serve(listener, site).await });
        let session = Session::open(ScreenConfig::DESKTOP).await.unwrap();
        let profile = session.profile.path().to_owned();
        session.client.goto(&origin).await.unwrap();
        let leave = "document.cookie = 'left=1'; localStorage.left = 1; sessionStorage.left = 1; \
                     window.open('about:blank'); return Math.random()";
        let drawn = run(&session, leave).await;
        std::fs::create_dir_all(session.downloads_folder()).unwrap();
        std::fs::write(session.downloads_folder().join("left.txt"), "left").unwrap();
        session.keep(&origin).await.unwrap();

        let session = Session::open(ScreenConfig::DESKTOP).await.unwrap();
        assert_eq!(session.profile.path(), profile, "the same browser");
        session.client.goto(&origin).await.unwrap();
        let found =
            "return document.cookie + (localStorage.left ?? '') + (sessionStorage.left ?? '')";
        assert_eq!(run(&session, found).await, "");
        assert_eq!(run(&session, "return document.hasFocus() && !document.hidden").await, true);
        assert_ne!(run(&session, "return Math.random()").await, drawn, "its own seed");
        assert_eq!(session.client.windows().await.unwrap().len(), 1);
        assert!(!session.downloads_folder().exists());
        session.end().await.unwrap();
    }
}
