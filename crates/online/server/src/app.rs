//! Configuration and shared state of the server.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use abaque_core::{Message, message};
use abaque_protocol::rest::RegistrationMode;
use abaque_rooms::{ClusterConfig, Rooms, RoomsConfig, ServerClock, ServerHint, TimeSource};
use abaque_store::{ForgottenGuests, GuestRetention, PersonId, Store, StoreError};
use tokio::sync::watch;

use crate::accept::ConnectionLimits;
use crate::cluster;
use crate::connections::{self, ConnectionRegistry};
use crate::health::Readiness;
use crate::link_preview::PictureCache;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::metrics_endpoint::MetricsToken;
use crate::people::hashing::PasswordPool;
use crate::problem::{self, Problem};
use crate::rate_limit::{LimitedAction, RateKey, RateLimiter, ServerLimits};

/// Server configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// URL of the store: `sqlite:PATH` or `postgres://…`.
    pub store: String,
    /// Origins of this server, such as `https://games.example`. If empty, the host of each request
    /// counts as the server's own.
    pub origins: Vec<String>,
    /// Whether all browsers use HTTPS; cookies are then marked `Secure`.
    pub secure: bool,
    /// Whether a trusted reverse proxy sets `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Whether other machines may read the metrics.
    pub open_metrics: bool,
    /// Bearer token required to read the metrics from anywhere.
    pub metrics_token: Option<MetricsToken>,
    /// Separate address for the metrics; they are then served only there.
    pub metrics_address: Option<SocketAddr>,
    /// Rate and size limits.
    pub limits: ServerLimits,
    /// How long guests are kept.
    pub guest_retention: GuestRetention,
    /// Who may create an account.
    pub registration: RegistrationMode,
    /// Whether people without an account may play.
    pub guests: bool,
    /// Mail transport, if mail is configured.
    pub mail: Option<Mailer>,
    /// Place among several servers on one PostgreSQL store; `None` if this is the only one.
    pub cluster: Option<ClusterConfig>,
}

impl Config {
    /// Configuration for this machine and its local network, with this store.
    pub fn local(store: &str) -> Config {
        Config {
            store: store.into(),
            origins: Vec::new(),
            secure: false,
            behind_proxy: false,
            open_metrics: false,
            metrics_token: None,
            metrics_address: None,
            limits: ServerLimits::default(),
            guest_retention: GuestRetention::default(),
            registration: RegistrationMode::Open,
            guests: true,
            mail: None,
            cluster: None,
        }
    }

    /// Sets the origins: `https://HOST` or `http://HOST:PORT`. If all are HTTPS, cookies are marked
    /// `Secure`.
    pub fn with_origins(self, origins: &[&str]) -> Result<Config, Message> {
        let origins =
            origins.iter().map(|&text| parse_origin(text)).collect::<Result<Vec<_>, _>>()?;
        let secure = !origins.is_empty() && origins.iter().all(|own| own.starts_with("https://"));
        Ok(Config { origins, secure, ..self })
    }
}

/// Normalises an origin to the form browsers send in `Origin`.
pub(crate) fn parse_origin(text: &str) -> Result<String, Message> {
    let lower = text.trim_end_matches('/').to_lowercase();
    let parts = lower.split_once("://").filter(|(kind, _)| matches!(*kind, "http" | "https"));
    let wrong = || {
        message!(
            "`{text}` is not a server URL; allowed: https://HOST or http://HOST:PORT",
            "«\u{a0}{text}\u{a0}» n'est pas l'adresse d'un serveur\u{a0}; possibles\u{a0}: https://HÔTE ou http://HÔTE:PORT"
        )
    };
    let (kind, place) = parts.ok_or_else(wrong)?;
    let part = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
    if place.is_empty() || !place.chars().all(part) {
        return Err(wrong());
    }
    // Browsers omit the default port.
    let usual = if kind == "https" { ":443" } else { ":80" };
    Ok(format!("{kind}://{}", place.strip_suffix(usual).unwrap_or(place)))
}

/// Source of the current time.
#[derive(Clone, Debug, Default)]
pub enum ClockSource {
    /// The system clock, read once and continued by the monotonic clock (see [`ServerClock`]).
    #[default]
    System,
    /// Set by tests, in milliseconds since 1970.
    Set(Arc<AtomicI64>),
}

impl ClockSource {
    /// Starts the clock of a store's server, which may be one of several.
    async fn start(self, store: &Store, is_node: bool) -> Result<abaque_rooms::NowFn, StoreError> {
        Ok(match self {
            ClockSource::System if is_node => ServerClock::start_node(store).await?.now_fn(),
            ClockSource::System => ServerClock::start(store, TimeSource::system()).await?.now_fn(),
            ClockSource::Set(time) => Arc::new(move || time.load(Ordering::Relaxed)),
        })
    }
}

/// Shared server state; cheap to clone.
#[derive(Clone)]
pub struct App {
    inner: Arc<AppInner>,
}

pub(crate) struct AppInner {
    store: Store,
    config: Config,
    clock: abaque_rooms::NowFn,
    limiter: RateLimiter,
    metrics: Metrics,
    passwords: PasswordPool,
    connections: ConnectionRegistry,
    rooms: Rooms,
    pictures: Arc<PictureCache>,
    readiness: Readiness,
    draining: AtomicBool,
    stop: watch::Sender<bool>,
}

impl App {
    /// Opens the store and creates the server.
    pub async fn open(config: Config) -> Result<App, StoreError> {
        App::with_clock(config, ClockSource::System).await
    }

    /// Opens the store with a given clock.
    pub async fn with_clock(config: Config, clock: ClockSource) -> Result<App, StoreError> {
        let is_node = config.cluster.is_some();
        let store = if is_node {
            Store::open_as_node(&config.store).await?
        } else {
            Store::open_as_server(&config.store).await?
        };
        let metrics = Metrics::default();
        let passwords = PasswordPool::new(metrics.password_tries().clone());
        let access = ConnectionRegistry::new(
            store.clone(),
            ConnectionLimits::new(&config.limits).per_address,
        );
        let (stop, _) = watch::channel(false);
        let clock = clock.start(&store, is_node).await?;
        let limits = config.limits.user.clone();
        let cluster = config.cluster.clone();
        let rooms = RoomsConfig { clock: clock.clone(), limits, cluster, ..RoomsConfig::default() };
        let rooms = Rooms::open(store.clone(), rooms).await?;
        let limiter = RateLimiter::new(config.limits.clone(), cluster::rate_key_hash(&rooms));
        let pictures = Arc::new(PictureCache::default());
        let inner = AppInner {
            store,
            config,
            clock,
            limiter,
            metrics,
            passwords,
            connections: access,
            rooms,
            pictures,
            readiness: Readiness::default(),
            draining: AtomicBool::new(false),
            stop,
        };
        let inner = Arc::new(inner);
        tokio::spawn(watch_revocations(Arc::downgrade(&inner)));
        if let Some(hints) = inner.rooms.server_hints() {
            tokio::spawn(cluster::follow_hints(Arc::downgrade(&inner), hints));
        }
        Ok(App { inner })
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The live rooms of games.
    pub fn rooms(&self) -> &Rooms {
        &self.inner.rooms
    }

    /// Cache of board pictures.
    pub(crate) fn pictures(&self) -> &Arc<PictureCache> {
        &self.inner.pictures
    }

    /// Cached readiness state.
    pub(crate) fn readiness(&self) -> &Readiness {
        &self.inner.readiness
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// The metrics registry.
    pub fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    pub(crate) fn passwords(&self) -> &PasswordPool {
        &self.inner.passwords
    }

    pub(crate) fn connections(&self) -> &ConnectionRegistry {
        &self.inner.connections
    }

    /// Current time in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.inner.clock)()
    }

    /// Takes a token from a rate-limit bucket, or fails with a problem.
    pub fn check_rate(&self, action: LimitedAction, key: RateKey) -> Result<(), Problem> {
        let taken = self.inner.limiter.take(action, &key, self.now());
        if taken.is_ok() {
            self.share_spent(action, &key);
        }
        taken.map_err(|wait| {
            let problem = Problem::new(
                problem::TOO_OFTEN,
                message!(
                    "Wait for the number of seconds in the Retry-After header.",
                    "Attendre autant que le dit l'en-tête Retry-After, en secondes."
                ),
            );
            problem.retry_after(wait)
        })
    }

    /// Delays sign-in attempts for a name with too many failures; never refuses.
    pub(crate) async fn throttle_name(&self, name: &str) {
        let key = RateKey::Name(name.to_lowercase());
        let wait = self.inner.limiter.overdraw(LimitedAction::Name, &key, self.now());
        self.share_spent(LimitedAction::Name, &key);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// Clears the failed attempts for a name from an address after a success.
    pub(crate) fn reset_attempts(&self, name: &str, address: IpAddr) {
        self.inner.limiter.reset(LimitedAction::NameAt, &RateKey::name_at(name, address));
    }

    /// Runs a task to completion even if the client disconnects.
    pub async fn run_to_completion<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Problem> {
        tokio::spawn(work).await.map_err(|error| Problem::internal(&error))?
    }

    /// Closes a person's connections whose credentials were revoked just now, on all nodes.
    pub(crate) async fn close_revoked(&self, person: PersonId) -> Result<(), StoreError> {
        self.rooms().send_server_hint(ServerHint::Revoked);
        self.connections().recheck(person).await
    }

    /// Tells other nodes that a limited action was used.
    fn share_spent(&self, action: LimitedAction, key: &RateKey) {
        if self.config().cluster.is_some() {
            for (action, key) in self.inner.limiter.shared_marks(action, key) {
                self.rooms().send_server_hint(ServerHint::Spent { action, key });
            }
        }
    }

    /// Forgets idle guests; a running server does so daily.
    pub async fn forget_idle_guests(&self) -> Result<ForgottenGuests, StoreError> {
        let now = self.now();
        // A socket may stay open for longer than guests are kept.
        for person in self.rooms().connected_people() {
            self.store().touch_person(person, now).await?;
        }
        self.store().forget_idle_guests(self.config().guest_retention, now).await
    }

    /// Reports the server as not ready from now on, while it goes on serving: a load balancer then
    /// sends new clients elsewhere.
    pub fn drain(&self) {
        self.inner.draining.store(true, Ordering::Relaxed);
    }

    /// Whether new clients should go elsewhere.
    pub(crate) fn is_draining(&self) -> bool {
        self.inner.draining.load(Ordering::Relaxed)
    }

    /// Becomes true when the server stops; long-lived tasks should end then.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.inner.stop.subscribe()
    }

    /// Tells long-lived tasks to end.
    pub fn stop(&self) {
        self.inner.stop.send_replace(true);
    }
}

impl AppInner {
    pub(crate) fn connections(&self) -> &ConnectionRegistry {
        &self.connections
    }

    /// Counts a limited action used on another node.
    pub(crate) fn note_spent(&self, action: u8, key: u64) {
        self.limiter.note(action, key, (self.clock)());
    }
}

/// Closes connections whose credentials another process revoked, and ends games of people it
/// deleted, while the server exists.
async fn watch_revocations(app: Weak<AppInner>) {
    let mut again = tokio::time::interval(connections::REVOCATION_POLL_INTERVAL);
    again.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut swept = None;
    loop {
        again.tick().await;
        let Some((access, rooms)) =
            app.upgrade().map(|inner| (inner.connections.clone(), inner.rooms.clone()))
        else {
            return;
        };
        match access.poll_revocations(Duration::ZERO).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return,
            Err(error) => {
                tracing::warn!(target: "abaque", %error, "cannot check revocations");
                continue;
            }
        }
        // A new mark may stand for a deleted account.
        let mark = access.revocation_mark().await;
        if mark != swept {
            match rooms.sweep_deleted().await {
                Ok(_) => swept = mark,
                Err(error) => {
                    tracing::warn!(target: "abaque", %error, "cannot end games of deleted people");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_browsers_write_them() {
        let at = |origins: &[&str]| {
            let config = Config::local("").with_origins(origins).map_err(|message| message.en)?;
            Ok::<_, String>((config.origins.join(" "), config.secure))
        };
        let both = at(&["https://Games.Example/", "http://10.0.0.2:4816"]);
        assert_eq!(both, Ok(("https://games.example http://10.0.0.2:4816".into(), false)));
        let usual = at(&["https://games.example:443"]);
        assert_eq!(usual, Ok(("https://games.example".into(), true)));
        assert_eq!(at(&["http://[::1]:80"]), Ok(("http://[::1]".into(), false)));
        assert_eq!(at(&[]), Ok((String::new(), false)));
        for bad in
            ["", "games.example", "https://", "ftp://x", "https://x/path", "https://u@x", "*"]
        {
            assert!(at(&[bad]).is_err_and(|error| error.contains("https://HOST")), "{bad}");
        }
    }
}
