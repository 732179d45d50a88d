//! What every request stands on.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use abaque_core::{Said, said};
use abaque_hall::{Hall, HallConfig};
use abaque_store::{Patience, Store, StoreError, Tidied};
use tokio::sync::watch;

use crate::cards::Pictures;
use crate::limit::{Asker, Door, Limiter, Limits};
use crate::mail::Mail;
use crate::metrics::{Metrics, Number};
use crate::people::password::Passwords;
use crate::problem::{self, Problem};

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The name of the store: `sqlite:PATH` or `postgres://…`.
    pub store: String,
    /// The addresses browsers know this server by, such as `https://games.example`. With none, whatever address a
    /// request was sent to is taken for the server's own.
    pub origins: Vec<String>,
    /// Whether browsers reach it by HTTPS alone: cookies are then sent no other way.
    pub secure: bool,
    /// Whether a reverse proxy stands in front, whose `X-Forwarded-For` says who asks.
    pub behind_proxy: bool,
    /// Whether anybody may read the metrics, not this machine alone.
    pub open_metrics: bool,
    /// How much one may ask.
    pub limits: Limits,
    /// How long guests are remembered.
    pub guests: Patience,
    /// How mail is sent, if it is.
    pub mail: Option<Mail>,
}

impl Config {
    /// A server for this machine and its neighbours, with this store.
    pub fn local(store: &str) -> Config {
        Config {
            store: store.into(),
            origins: Vec::new(),
            secure: false,
            behind_proxy: false,
            open_metrics: false,
            limits: Limits::default(),
            guests: Patience::default(),
            mail: None,
        }
    }

    /// The same for browsers that know the server by these addresses: `https://HOST` or `http://HOST:PORT`. Where all are
    /// HTTPS, cookies are sent no other way.
    pub fn at(self, origins: &[&str]) -> Result<Config, Said> {
        let origins = origins.iter().map(|&text| origin(text)).collect::<Result<Vec<_>, _>>()?;
        let secure = !origins.is_empty() && origins.iter().all(|own| own.starts_with("https://"));
        Ok(Config { origins, secure, ..self })
    }
}

/// An address as browsers write it when they say where a request comes from.
pub(crate) fn origin(text: &str) -> Result<String, Said> {
    let lower = text.trim_end_matches('/').to_lowercase();
    let parts = lower.split_once("://").filter(|(kind, _)| matches!(*kind, "http" | "https"));
    let wrong = || {
        said!(
            "`{text}` is no address of a server; allowed: https://HOST or http://HOST:PORT",
            "« {text} » n'est pas l'adresse d'un serveur ; possibles : https://HÔTE ou http://HÔTE:PORT"
        )
    };
    let (kind, place) = parts.ok_or_else(wrong)?;
    let part = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
    if place.is_empty() || !place.chars().all(part) {
        return Err(wrong());
    }
    // Browsers leave out the port that goes without saying.
    let usual = if kind == "https" { ":443" } else { ":80" };
    Ok(format!("{kind}://{}", place.strip_suffix(usual).unwrap_or(place)))
}

/// Where the time comes from.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// From the system.
    #[default]
    System,
    /// From whoever sets it, in milliseconds since 1970: for tests.
    Set(Arc<AtomicI64>),
}

impl Clock {
    fn now(&self) -> i64 {
        match self {
            Clock::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Clock::Set(time) => time.load(Ordering::Relaxed),
        }
    }
}

/// The server. Clones are the same server.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    config: Config,
    clock: Clock,
    limiter: Limiter,
    metrics: Metrics,
    passwords: Passwords,
    hall: Hall,
    sockets: Number,
    pictures: Pictures,
    stop: watch::Sender<bool>,
}

impl App {
    /// Opens the store and makes a server of it.
    pub async fn open(config: Config) -> Result<App, StoreError> {
        App::with_clock(config, Clock::System).await
    }

    /// The same with a clock of the caller's.
    pub async fn with_clock(config: Config, clock: Clock) -> Result<App, StoreError> {
        let store = Store::open(&config.store).await?;
        let metrics = Metrics::default();
        let limiter = Limiter::new(config.limits.clone());
        let passwords = Passwords::new(&metrics);
        let (stop, _) = watch::channel(false);
        let time = clock.clone();
        let hall = HallConfig { clock: Arc::new(move || time.now()), ..HallConfig::default() };
        let hall = Hall::open(store.clone(), hall).await?;
        let sockets = metrics.gauge("abaque_sockets", "Sockets open.");
        let pictures = Pictures::default();
        let inner = Inner {
            store,
            config,
            clock,
            limiter,
            metrics,
            passwords,
            hall,
            sockets,
            pictures,
            stop,
        };
        Ok(App { inner: Arc::new(inner) })
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Where the tables stand.
    pub fn hall(&self) -> &Hall {
        &self.inner.hall
    }

    /// How many sockets are open.
    pub(crate) fn sockets(&self) -> &Number {
        &self.inner.sockets
    }

    /// Pictures of boards drawn lately.
    pub(crate) fn pictures(&self) -> &Pictures {
        &self.inner.pictures
    }

    /// How it is set up.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// What it counts.
    pub fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    pub(crate) fn passwords(&self) -> &Passwords {
        &self.inner.passwords
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.inner.clock.now()
    }

    /// Takes one from a bucket; a problem if there is none.
    pub fn limit(&self, door: Door, asker: Asker) -> Result<(), Problem> {
        self.inner.limiter.take(door, asker, self.now()).map_err(|wait| {
            let problem = Problem::new(
                problem::TOO_OFTEN,
                said!(
                    "Wait as long as the header Retry-After says, in seconds.",
                    "Attendre autant que le dit l'en-tête Retry-After, en secondes."
                ),
            );
            problem.after(wait)
        })
    }

    /// Does something to its end even if whoever asked goes away meanwhile.
    pub async fn finish<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Problem> {
        tokio::spawn(work).await.map_err(|error| Problem::internal(&error))?
    }

    /// Forgets guests who do not come back; a server that serves does so once a day.
    pub async fn tidy(&self) -> Result<Tidied, StoreError> {
        let now = self.now();
        // A socket may stay open for longer than a guest is remembered.
        for person in self.hall().connected() {
            self.store().touch_person(person, now).await?;
        }
        self.store().forget_idle(self.config().guests, now).await
    }

    /// Turns true when the server is told to stop: whatever lasts should end then.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.inner.stop.subscribe()
    }

    /// Tells everything that lasts to end.
    pub fn stop(&self) {
        self.inner.stop.send_replace(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_browsers_write_them() {
        let at = |origins: &[&str]| {
            let config = Config::local("").at(origins).map_err(|said| said.en)?;
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
            assert!(at(&[bad]).is_err_and(|told| told.contains("https://HOST")), "{bad}");
        }
    }
}
