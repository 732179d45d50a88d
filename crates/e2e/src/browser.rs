use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use abaque_server::{App, Config, Limits};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::runtime::{self, Runtime};
use tokio::sync::oneshot;

use crate::{Page, Wrong};

/// The size and manner of a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Whether the system is dark.
    pub dark: bool,
    /// The browser's language.
    pub lang: &'static str,
    /// Whether pieces move; otherwise the system asks for little movement.
    pub moving: bool,
}

impl Screen {
    /// A desktop, in English.
    pub const DESKTOP: Screen =
        Screen { size: (1280, 860), dark: false, lang: "en", moving: false };
    /// A telephone.
    pub const PHONE: Screen = Screen { size: (390, 844), ..Screen::DESKTOP };

    /// The same at night.
    pub const fn dark(self) -> Screen {
        Screen { dark: true, ..self }
    }

    /// The same with movement.
    pub const fn moving(self) -> Screen {
        Screen { moving: true, ..self }
    }

    /// The same in another language.
    pub const fn lang(self, lang: &'static str) -> Screen {
        Screen { lang, ..self }
    }
}

/// A served app and a browser that shows it. Both end with this value.
pub struct Browser {
    driver: Child,
    client: Client,
    /// Everything that serves, connections included, ends with it.
    server: Option<Runtime>,
    port: u16,
    /// Whether a newer version of the app is served.
    newer: Arc<AtomicBool>,
    /// The server behind the pages, where there is one.
    app: Option<App>,
    profile: TempDir,
    /// Where the server keeps everything: gone with it.
    store: Option<TempDir>,
}

impl Browser {
    /// Serves the app alone, as files, and opens a fresh browser.
    pub async fn open(screen: Screen) -> Result<Browser, Wrong> {
        let server = runtime()?;
        let newer = Arc::new(AtomicBool::new(false));
        let port = serve(&server, 0, abaque_server::site(), newer.clone()).await?;
        let mut browser = Browser::at(port, screen).await?;
        (browser.newer, browser.server) = (newer, Some(server));
        Ok(browser)
    }

    /// Serves everything, people and tables too, with a store of its own, and opens a fresh browser.
    pub async fn open_online(screen: Screen) -> Result<Browser, Wrong> {
        let folder = tempfile::tempdir()?;
        let newer = Arc::new(AtomicBool::new(false));
        let (server, app, port) = online(&folder, 0, newer.clone()).await?;
        let mut browser = Browser::at(port, screen).await?;
        (browser.newer, browser.server) = (newer, Some(server));
        (browser.app, browser.store) = (Some(app), Some(folder));
        Ok(browser)
    }

    /// Starts the server again that was cut off: at the same port, with what it had stored.
    pub async fn restart(&mut self) -> Result<(), Wrong> {
        self.cut_off();
        let store = self.store.as_ref().ok_or("only files are served here")?;
        let (server, app, _) = online(store, self.port, self.newer.clone()).await?;
        (self.server, self.app) = (Some(server), Some(app));
        Ok(())
    }

    /// Another browser at the same server, for somebody else.
    pub async fn beside(&self, screen: Screen) -> Result<Browser, Wrong> {
        Browser::at(self.port, screen).await
    }

    async fn at(port: u16, screen: Screen) -> Result<Browser, Wrong> {
        let (driver, driver_port) = driver().await?;
        let profile = tempfile::tempdir()?;
        let client = connect(driver_port, screen, &profile).await?;
        let (width, height) = screen.size;
        client.set_window_size(width, height).await?;
        let newer = Arc::default();
        Ok(Browser { driver, client, server: None, port, newer, app: None, profile, store: None })
    }

    /// The server behind the pages.
    pub fn app(&self) -> Result<&App, Wrong> {
        self.app.as_ref().ok_or_else(|| "only files are served here".into())
    }

    /// Waits for a file the page hands over, and reads it as text.
    pub async fn saved(&self, name: &str) -> Result<String, Wrong> {
        Ok(String::from_utf8(self.saved_bytes(name).await?)?)
    }

    /// Waits for a file the page hands over, and reads it.
    pub async fn saved_bytes(&self, name: &str) -> Result<Vec<u8>, Wrong> {
        let path = downloads(&self.profile).join(name);
        for _ in 0..200 {
            if let Ok(bytes) = std::fs::read(&path)
                && !bytes.is_empty()
            {
                return Ok(bytes);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("{name} was not saved").into())
    }

    /// Opens a page of the app and waits until it stands.
    pub async fn page(&self, path: &str) -> Result<Page, Wrong> {
        self.client.goto(&format!("http://127.0.0.1:{}{path}", self.port)).await?;
        let page = Page::new(self.client.clone());
        page.wait_for("main section").await?;
        Ok(page)
    }

    /// Serves a newer version of the app from now on.
    pub fn publish(&self) {
        self.newer.store(true, Ordering::Relaxed);
    }

    /// Cuts the app off: nothing is served any more.
    pub fn cut_off(&mut self) {
        if let Some(server) = self.server.take() {
            server.shutdown_background();
        }
    }

    /// Closes the browser.
    pub async fn close(mut self) -> Result<(), Wrong> {
        self.client.clone().close().await?;
        self.driver.kill().await?;
        Ok(())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.cut_off();
        drop(self.store.take());
    }
}

fn runtime() -> Result<Runtime, Wrong> {
    if !abaque_server::is_built() {
        return Err("the web app is not put together: cargo xtask web".into());
    }
    Ok(runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

/// The whole server on a store in a folder.
async fn online(
    folder: &TempDir,
    port: u16,
    newer: Arc<AtomicBool>,
) -> Result<(Runtime, App, u16), Wrong> {
    let server = runtime()?;
    let store = format!("sqlite:{}/store.db", folder.path().display());
    let config = Config { limits: Limits::none(), ..Config::local(&store) };
    let app = server.spawn(App::open(config)).await??;
    let port = serve(&server, port, abaque_server::router(app.clone()), newer).await?;
    Ok((server, app, port))
}

/// Serves on a port (0: a free one), which it gives.
async fn serve(
    server: &Runtime,
    port: u16,
    router: Router,
    newer: Arc<AtomicBool>,
) -> Result<u16, Wrong> {
    let wanted = port;
    let (told, port) = oneshot::channel();
    let router = router.layer(from_fn_with_state(newer, renew));
    server.spawn(async move {
        let listener = abaque_server::listen(Ipv4Addr::LOCALHOST.into(), wanted).await?;
        let _ = told.send(listener.local_addr()?.port());
        axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>()).await
    });
    Ok(port.await?)
}

fn downloads(profile: &TempDir) -> PathBuf {
    profile.path().join("downloads")
}

/// A newer version differs in its service worker, whatever else it differs in.
async fn renew(State(newer): State<Arc<AtomicBool>>, mut request: Request, next: Next) -> Response {
    if !newer.load(Ordering::Relaxed) || request.uri().path() != "/service-worker.js" {
        return next.run(request).await;
    }
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    request.headers_mut().remove(header::IF_NONE_MATCH);
    let (mut parts, body) = next.run(request).await.into_parts();
    let bytes = axum::body::to_bytes(body, 1 << 20).await.unwrap_or_default();
    let text =
        String::from_utf8_lossy(&bytes).replace("VERSION = \"abaque-", "VERSION = \"abaque-newer-");
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, text.into())
}

/// Starts the driver. It looks for a free port before it takes it, so another one may be quicker: then it tries again.
async fn driver() -> Result<(Child, u16), Wrong> {
    for _ in 0..4 {
        if let Some(started) = listening().await? {
            return Ok(started);
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    Err("the driver ended before it listened".into())
}

/// A driver on a free port, which it prints; nothing if it ended before.
async fn listening() -> Result<Option<(Child, u16)>, Wrong> {
    let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
    let mut driver = Command::new(&program)
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| {
            format!("{program}: {error} (Debian: apt-get install chromium chromium-driver)")
        })?;
    let output = driver.stdout.take().ok_or("the driver says nothing")?;
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(port) =
            line.strip_suffix('.').and_then(|line| line.rsplit_once("on port ")?.1.parse().ok())
        {
            // What else it says must not fill the pipe.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(Some((driver, port)));
        }
    }
    Ok(None)
}

async fn connect(port: u16, screen: Screen, profile: &TempDir) -> Result<Client, Wrong> {
    let mut flags: Vec<String> = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
    ]
    .map(String::from)
    .to_vec();
    let (width, height) = screen.size;
    flags.push(format!("--window-size={width},{height}"));
    flags.push(format!("--user-data-dir={}", profile.path().display()));
    flags.push(format!("--lang={}", screen.lang));
    flags.push(format!("--accept-lang={}", screen.lang));
    if !screen.moving {
        flags.push("--force-prefers-reduced-motion".into());
    }
    if screen.dark {
        flags.push("--blink-settings=preferredColorScheme=0".into());
    }
    let prefs = json!({
        "intl.accept_languages": screen.lang,
        "download.default_directory": downloads(profile),
        "download.prompt_for_download": false,
    });
    let mut options = json!({ "args": flags, "prefs": prefs });
    if screen.size.0 < 500 {
        // A headless window is never as narrow as a telephone: the page is told that it is.
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 1.0, "touch": true, "mobile": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    let mut wanted = serde_json::Map::new();
    wanted.insert("goog:chromeOptions".into(), options);
    let address = format!("http://127.0.0.1:{port}");
    let mut tries = 0;
    loop {
        match ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted.clone())
            .connect(&address)
            .await
        {
            Ok(client) => return Ok(client),
            Err(error) if tries > 2 => return Err(error.into()),
            Err(_) => tries += 1,
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
