//! The public address and the proxy in front.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use abaque_core::{Message, message};
use abaque_http::{HttpClient, HttpError, Method, ServerAddress, header};
use abaque_protocol::rest::LotLogEntry;
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

use super::{ExaminedServer, Finding, database, serve};
use crate::config::Settings;

const ORIGIN: &str = "origin";
const PROXY: &str = "proxy";

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);

/// The address on which a server of this configuration can be reached from this machine.
pub(crate) fn own_address(settings: &Settings) -> SocketAddr {
    let address = match settings.parsed("address") {
        Some(IpAddr::V4(address)) if !address.is_unspecified() => address.into(),
        Some(IpAddr::V6(address)) if !address.is_unspecified() => address.into(),
        Some(IpAddr::V6(_)) => Ipv6Addr::LOCALHOST.into(),
        _ => Ipv4Addr::LOCALHOST.into(),
    };
    SocketAddr::new(address, settings.parsed("port").unwrap_or(serve::DEFAULT_PORT))
}

/// Whether an Abaque server answers there. The list of open games needs no account.
async fn ask(address: ServerAddress) -> Result<bool, HttpError> {
    let client = HttpClient::new(address, REQUEST_TIMEOUT);
    let answer = client.send(Method::GET, "/games", &[], String::new()).await?;
    let value = serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap_or_default();
    Ok(answer.status.is_success() && value.get("games").is_some())
}

/// Whether the configured server runs.
pub(super) async fn is_running(settings: &Settings) -> bool {
    matches!(ask(own_address(settings).into()).await, Ok(true))
}

fn is_local(settings: &Settings) -> bool {
    settings.parsed::<IpAddr>("address").is_none_or(|address| address.is_loopback())
}

/// The public addresses: given, encrypted, and leading to this server.
pub(super) async fn origin(examined: &ExaminedServer<'_>) -> Vec<Finding> {
    let settings = examined.settings;
    let origins = settings.list("origin");
    if origins.is_empty() {
        return vec![no_origin(settings)];
    }
    let mut findings = Vec::new();
    for origin in origins {
        if origin.starts_with("http://") && !is_local(settings) {
            findings.push(Finding::warning(
                ORIGIN,
                message!(
                    "{origin} is not encrypted: others on the network can read passwords",
                    "{origin} n'est pas chiffré\u{a0}: d'autres sur le réseau peuvent lire les mots de passe"
                ),
                message!(
                    "put a web server with a certificate in front and use https://",
                    "mettre devant un serveur web avec un certificat et donner https://"
                ),
            ));
        }
        findings.push(reach(examined, origin).await);
    }
    findings
}

fn no_origin(settings: &Settings) -> Finding {
    let fix = message!(
        "origin = \"https://games.example\", with the address players type",
        "origin = \"https://jeux.example\", avec l'adresse que tapent les joueurs"
    );
    if settings.is_on("behind-proxy") {
        Finding::problem(
            ORIGIN,
            message!(
                "not set, so cookies are not marked secure and links begin with http://",
                "pas donnée\u{a0}: les cookies ne sont pas marqués sûrs et les liens commencent par http://"
            ),
            fix,
        )
    } else if is_local(settings) {
        Finding::ok(
            ORIGIN,
            message!(
                "not set: for this machine only",
                "pas donnée\u{a0}: pour cette machine seulement"
            ),
        )
    } else {
        Finding::warning(
            ORIGIN,
            message!(
                "not set, and the server listens to other machines",
                "pas donnée, et le serveur écoute d'autres machines"
            ),
            fix,
        )
    }
}

async fn reach(examined: &ExaminedServer<'_>, origin: &str) -> Finding {
    let reached = match ServerAddress::parse(origin) {
        Ok(address) => match ask(address.clone()).await {
            Ok(true) if is_another_server(examined, address).await => {
                return Finding::problem(
                    ORIGIN,
                    message!(
                        "{origin} leads to an Abaque server with other games",
                        "{origin} mène à un serveur Abaque qui a d'autres parties"
                    ),
                    message!(
                        "check the DNS entry, where the web server in front forwards to, and `data`",
                        "vérifier l'entrée DNS, où le serveur web placé devant renvoie, et «\u{a0}data\u{a0}»"
                    ),
                );
            }
            Ok(true) => {
                return Finding::ok(
                    ORIGIN,
                    message!("{origin} leads to this server", "{origin} mène à ce serveur"),
                );
            }
            Ok(false) => message!(
                "{origin} answers, but not as an Abaque server",
                "{origin} répond, mais pas comme un serveur Abaque"
            ),
            Err(error) => message!(
                "{origin} cannot be reached: {error}",
                "{origin} est inaccessible\u{a0}: {error}"
            ),
        },
        Err(error) => message!("{origin}: {error}", "{origin}\u{a0}: {error}"),
    };
    if !examined.is_running {
        let Message { en, fr } = reached;
        return Finding::warning(
            ORIGIN,
            message!("{en}; the server is not running", "{fr}\u{a0}; le serveur ne tourne pas"),
            message!(
                "start the server, then run the doctor again",
                "démarrer le serveur, puis relancer le contrôle"
            ),
        );
    }
    let port = own_address(examined.settings).port();
    Finding::problem(
        ORIGIN,
        reached,
        message!(
            "check the DNS entry, the firewall (ports 80 and 443) and that the web server in front forwards to port {port}",
            "vérifier l'entrée DNS, le pare-feu (ports 80 et 443) et que le serveur web placé devant renvoie au port {port}"
        ),
    )
}

/// Whether the server at this address has another log of lots than the store of this one.
async fn is_another_server(examined: &ExaminedServer<'_>, address: ServerAddress) -> bool {
    let client = HttpClient::new(address, REQUEST_TIMEOUT);
    let Ok(answer) = client.send(Method::GET, "/lots", &[], String::new()).await else {
        return false;
    };
    let Ok(log) = serde_json::from_slice::<Vec<LotLogEntry>>(&answer.body) else { return false };
    let there = log.into_iter().next().map(|entry| entry.chain);
    // Read afterwards: what the other one has must be here by now.
    database::first_chain(examined).await.is_some_and(|here| here != there)
}

/// The proxy: announced, not to be bypassed, and forwarding WebSockets.
pub(super) async fn proxy(examined: &ExaminedServer<'_>) -> Vec<Finding> {
    let settings = examined.settings;
    let origins = settings.list("origin");
    let is_behind = settings.is_on("behind-proxy");
    let mut findings = Vec::new();
    if !is_behind && origins.iter().any(|origin| origin.starts_with("https://")) {
        findings.push(Finding::problem(
            PROXY,
            message!(
                "https needs a web server in front, but behind-proxy is off: all players would count as one address and share its limits",
                "https demande un serveur web devant, mais behind-proxy est à false\u{a0}: tous les joueurs compteraient pour une adresse et en partageraient les limites"
            ),
            message!("behind-proxy = true", "behind-proxy = true"),
        ));
    }
    if is_behind && !is_local(settings) {
        findings.push(Finding::warning(
            PROXY,
            message!(
                "the server trusts X-Forwarded-For and listens to other machines: who reaches it without the proxy can forge addresses",
                "le serveur se fie à X-Forwarded-For et écoute d'autres machines\u{a0}: qui l'atteint sans passer par le proxy peut falsifier son adresse"
            ),
            message!(
                "address = \"127.0.0.1\", or let a firewall or container network admit the proxy alone",
                "address = \"127.0.0.1\", ou n'admettre que le proxy par un pare-feu ou un réseau de conteneurs"
            ),
        ));
    }
    if examined.is_running && is_behind {
        for origin in origins {
            findings.extend(websocket(origin).await);
            findings.extend(forwarded_address(settings, origin).await);
        }
    }
    if findings.is_empty() {
        findings.push(Finding::ok(
            PROXY,
            if is_behind {
                message!(
                    "client addresses come from the proxy",
                    "les adresses des clients viennent du proxy"
                )
            } else {
                message!("none", "aucun")
            },
        ));
    }
    findings
}

/// A proxy on this machine that adds no address is taken for a client on this machine, who may read
/// the metrics.
async fn forwarded_address(settings: &Settings, origin: &str) -> Option<Finding> {
    let guarded =
        ["metrics-token", "metrics-address"].iter().any(|name| settings.get(name).is_some());
    if guarded || settings.is_on("open-metrics") {
        return None;
    }
    let client = HttpClient::new(ServerAddress::parse(origin).ok()?, REQUEST_TIMEOUT);
    let answer = client.get_page("/metrics").await.ok()?;
    // A page of something else is another problem.
    let are_metrics = answer.status.is_success()
        && String::from_utf8_lossy(&answer.body).contains("abaque_requests_total");
    are_metrics.then(|| {
        Finding::problem(
            PROXY,
            message!(
                "{origin} reaches the server without X-Forwarded-For: all players count as one address, and everyone can read /metrics",
                "{origin} arrive au serveur sans X-Forwarded-For\u{a0}: tous les joueurs comptent pour une adresse, et tout le monde peut lire /metrics"
            ),
            message!(
                "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for (docs/hosting.md); without a proxy: behind-proxy = false",
                "nginx\u{a0}: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for (docs/hosting.md)\u{a0}; sans proxy\u{a0}: behind-proxy = false"
            ),
        )
    })
}

/// Opens a socket through the proxy; `None` if the origin cannot be reached at all.
async fn websocket(origin: &str) -> Option<Finding> {
    let address = ServerAddress::parse(origin).ok()?;
    let mut request =
        format!("ws://{}/api/v1/socket", address.authority()).into_client_request().ok()?;
    request.headers_mut().insert(header::ORIGIN, HeaderValue::from_str(&address.origin()).ok()?);
    let stream = address.connect().await.ok()?;
    let why = match timeout(REQUEST_TIMEOUT, client_async(request, stream)).await {
        Ok(Ok(_)) => {
            return Some(Finding::ok(
                PROXY,
                message!("{origin} forwards WebSockets", "{origin} transmet les WebSockets"),
            ));
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => "timeout".to_owned(),
    };
    Some(Finding::problem(
        PROXY,
        message!(
            "{origin} does not forward WebSockets ({why}): nobody can play",
            "{origin} ne transmet pas les WebSockets ({why})\u{a0}: personne ne peut jouer"
        ),
        message!(
            "nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection $connection_upgrade (docs/hosting.md)",
            "nginx\u{a0}: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection $connection_upgrade (docs/hosting.md)"
        ),
    ))
}
