//! Starts the app server and a headless Chromium for a test.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use abaque_server::{App, Config, ServerLimits};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime::{self, Runtime};
use tokio::sync::oneshot;

use crate::session::{EndedSession, Session};
use crate::{Failure, Page};

/// Screen and system settings of a test browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScreenConfig {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Whether the system uses a dark colour scheme.
    pub dark: bool,
    /// The browser's language.
    pub lang: &'static str,
    /// Whether pieces move; otherwise the system prefers reduced motion.
    pub animated: bool,
}

impl ScreenConfig {
    /// A desktop, in English.
    pub const DESKTOP: ScreenConfig =
        ScreenConfig { size: (1280, 860), dark: false, lang: "en", animated: false };
    /// A phone.
    pub const PHONE: ScreenConfig = ScreenConfig { size: (390, 844), ..ScreenConfig::DESKTOP };

    /// A phone on its side.
    pub const LANDSCAPE: ScreenConfig = ScreenConfig { size: (844, 390), ..ScreenConfig::DESKTOP };
    /// A small laptop.
    pub const LAPTOP: ScreenConfig = ScreenConfig { size: (1366, 768), ..ScreenConfig::DESKTOP };

    /// The same screen in dark mode.
    pub const fn in_dark_mode(self) -> ScreenConfig {
        ScreenConfig { dark: true, ..self }
    }

    /// The same screen with animation.
    pub const fn with_animation(self) -> ScreenConfig {
        ScreenConfig { animated: true, ..self }
    }

    /// The same screen in another language.
    pub const fn in_language(self, lang: &'static str) -> ScreenConfig {
        ScreenConfig { lang, ..self }
    }
}

/// What differs from the files of the build, as after an update of the server.
#[derive(Default)]
struct Deployment {
    /// Whether a newer version of the app is served.
    is_newer: AtomicBool,
    /// Whether the chunks of the app are missing.
    lacks_chunks: AtomicBool,
}

/// A running app and a browser that shows it. Dropping this value stops both.
pub struct Browser {
    /// The browser, unless its windows are closed.
    session: Option<Session>,
    /// What is left of the browser while its windows are closed.
    ended: Option<EndedSession>,
    /// Runtime of the server; dropping it closes every connection.
    server: Option<Runtime>,
    port: u16,
    deployment: Arc<Deployment>,
    /// The server application, if there is one.
    app: Option<App>,
    /// The server's database folder, deleted on drop.
    store: Option<TempDir>,
}

impl Browser {
    /// Serves only the app's files and opens a fresh browser.
    pub async fn open(screen: ScreenConfig) -> Result<Browser, Failure> {
        let server = server_runtime()?;
        let deployment = Arc::<Deployment>::default();
        let port = serve(&server, 0, abaque_server::site(), deployment.clone()).await?;
        let mut browser = Browser::open_at(port, screen).await?;
        (browser.deployment, browser.server) = (deployment, Some(server));
        Ok(browser)
    }

    /// Serves the whole app, accounts and online games included, with a database of its own, and
    /// opens a fresh browser.
    pub async fn open_online(screen: ScreenConfig) -> Result<Browser, Failure> {
        let folder = tempfile::tempdir()?;
        let deployment = Arc::<Deployment>::default();
        let (server, app, port) = start_server(&folder, 0, deployment.clone()).await?;
        let mut browser = Browser::open_at(port, screen).await?;
        (browser.deployment, browser.server) = (deployment, Some(server));
        (browser.app, browser.store) = (Some(app), Some(folder));
        Ok(browser)
    }

    /// Restarts a stopped server on the same port and database.
    pub async fn restart_server(&mut self) -> Result<(), Failure> {
        self.stop_server();
        let store = self.store.as_ref().ok_or("no application server: only files are served")?;
        let (server, app, _) = start_server(store, self.port, self.deployment.clone()).await?;
        (self.server, self.app) = (Some(server), Some(app));
        Ok(())
    }

    /// Opens another browser on the same server, for a second user.
    pub async fn open_beside(&self, screen: ScreenConfig) -> Result<Browser, Failure> {
        Browser::open_at(self.port, screen).await
    }

    async fn open_at(port: u16, screen: ScreenConfig) -> Result<Browser, Failure> {
        Ok(Browser {
            session: Some(Session::open(screen).await?),
            ended: None,
            server: None,
            port,
            deployment: Arc::default(),
            app: None,
            store: None,
        })
    }

    /// Closes every window. Profile and server stay for [`Browser::reopen`].
    pub async fn close_windows(&mut self) -> Result<(), Failure> {
        let session = self.session.take().ok_or("the windows are closed already")?;
        self.ended = Some(session.end().await?);
        Ok(())
    }

    /// Starts the browser again after [`Browser::close_windows`], with the same profile.
    pub async fn reopen(&mut self) -> Result<(), Failure> {
        let ended = self.ended.take().ok_or("the windows are open")?;
        self.session = Some(ended.restart().await?);
        Ok(())
    }

    fn session(&self) -> Result<&Session, Failure> {
        self.session.as_ref().ok_or_else(|| "the windows are closed".into())
    }

    fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The server application.
    pub fn app(&self) -> Result<&App, Failure> {
        self.app.as_ref().ok_or_else(|| "no application server: only files are served".into())
    }

    /// Waits for a download and reads it as text.
    pub async fn downloaded_text(&self, name: &str) -> Result<String, Failure> {
        Ok(String::from_utf8(self.downloaded_bytes(name).await?)?)
    }

    /// Waits for a download and reads it.
    pub async fn downloaded_bytes(&self, name: &str) -> Result<Vec<u8>, Failure> {
        let path = self.session()?.downloads_folder().join(name);
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

    /// Opens a page of the app and waits until it is rendered.
    pub async fn open_page(&self, path: &str) -> Result<Page, Failure> {
        let client = self.session()?.client();
        client.goto(&format!("{}{path}", self.origin())).await?;
        let page = Page::new(client.clone());
        page.wait_for("main section").await?;
        Ok(page)
    }

    /// Serves a newer version of the app from now on.
    pub fn publish_update(&self) {
        self.deployment.is_newer.store(true, Ordering::Relaxed);
    }

    /// Serves the app without its chunks, or with them again.
    pub fn withhold_chunks(&self, withheld: bool) {
        self.deployment.lacks_chunks.store(withheld, Ordering::Relaxed);
    }

    /// Stops the server.
    pub fn stop_server(&mut self) {
        // Releases the lock on the database file.
        self.app = None;
        if let Some(server) = self.server.take() {
            server.shutdown_background();
        }
    }

    /// Closes every page. The browser forgets them and serves another test.
    pub async fn close(mut self) -> Result<(), Failure> {
        let origin = self.origin();
        match self.session.take() {
            Some(session) => session.keep(&origin).await,
            None => Ok(()),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.stop_server();
        drop(self.store.take());
    }
}

fn server_runtime() -> Result<Runtime, Failure> {
    if !abaque_server::has_web_app() {
        return Err("the web app is not built: cargo xtask web".into());
    }
    Ok(runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

/// Starts the whole server on a database in a folder.
async fn start_server(
    folder: &TempDir,
    port: u16,
    deployment: Arc<Deployment>,
) -> Result<(Runtime, App, u16), Failure> {
    let server = server_runtime()?;
    let store = format!("sqlite:{}/store.db", folder.path().display());
    let mut tries = 0;
    let app = loop {
        let config = Config { limits: ServerLimits::unlimited(), ..Config::local(&store) };
        match server.spawn(App::open(config)).await? {
            Ok(app) => break app,
            // A stopped server ends its tasks in the background and locks the file until then.
            Err(_) if tries < 100 => tries += 1,
            Err(error) => {
                server.shutdown_background();
                return Err(error.into());
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    let port = serve(&server, port, abaque_server::router(app.clone()), deployment).await?;
    Ok((server, app, port))
}

/// Serves on a port (0: any free port) and returns the port.
async fn serve(
    server: &Runtime,
    port: u16,
    router: Router,
    deployment: Arc<Deployment>,
) -> Result<u16, Failure> {
    let requested = port;
    let (port_sender, port) = oneshot::channel();
    let router = router.layer(from_fn_with_state(deployment, alter_files));
    server.spawn(async move {
        let listener = abaque_server::listen(Ipv4Addr::LOCALHOST.into(), requested).await?;
        let _ = port_sender.send(listener.local_addr()?.port());
        axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>()).await
    });
    Ok(port.await?)
}

pub(crate) fn downloads_folder(profile: &TempDir) -> PathBuf {
    profile.path().join("downloads")
}

/// Alters the service worker, which is how browsers detect a new version; refuses chunks.
async fn alter_files(
    State(deployment): State<Arc<Deployment>>,
    mut request: Request,
    next: Next,
) -> Response {
    let is_chunk = request.uri().path().starts_with("/assets/split_");
    if is_chunk && deployment.lacks_chunks.load(Ordering::Relaxed) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if !deployment.is_newer.load(Ordering::Relaxed) || request.uri().path() != "/service-worker.js"
    {
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

/// Opens a window through a driver.
pub(crate) async fn connect(
    port: u16,
    screen: ScreenConfig,
    profile: &TempDir,
) -> Result<Client, Failure> {
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
        // The browser ends with its driver, however that ends.
        "--remote-debugging-pipe",
    ]
    .map(String::from)
    .to_vec();
    let (width, height) = screen.size;
    flags.push(format!("--window-size={width},{height}"));
    flags.push(format!("--user-data-dir={}", profile.path().display()));
    flags.push(format!("--lang={}", screen.lang));
    flags.push(format!("--accept-lang={}", screen.lang));
    if !screen.animated {
        flags.push("--force-prefers-reduced-motion".into());
    }
    if screen.dark {
        flags.push("--blink-settings=preferredColorScheme=0".into());
    }
    let prefs = json!({
        "intl.accept_languages": screen.lang,
        "download.default_directory": downloads_folder(profile),
        "download.prompt_for_download": false,
    });
    let mut options = json!({ "args": flags, "prefs": prefs });
    if width.min(height) < 500 {
        // A headless window cannot be as narrow as a phone: emulate the device instead.
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 1.0, "touch": true, "mobile": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    let mut capabilities = serde_json::Map::new();
    capabilities.insert("goog:chromeOptions".into(), options);
    let address = format!("http://127.0.0.1:{port}");
    let mut tries = 0;
    loop {
        match ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.clone())
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
