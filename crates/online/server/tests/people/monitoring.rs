//! Health and metrics for operators.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use abaque_store::USUAL_LOG_BYTES;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};

use super::Server;

fn get(path: &str, from: &str) -> Request<Body> {
    let peer: SocketAddr = from.parse().unwrap();
    let mut request = Request::get(path).body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

#[tokio::test]
async fn health_checks_report_alive_and_ready() {
    let server = Server::new().await;
    let health = server.send(get("/healthz", "203.0.113.7:1")).await;
    assert_eq!((health.status, health.text.as_str()), (StatusCode::OK, "ok\n"));
    assert_eq!(server.send(get("/readyz", "203.0.113.7:1")).await.status, StatusCode::OK);
    server.store().close().await;
    // A readiness result is cached for a second.
    let since = Instant::now();
    let ready = loop {
        let ready = server.send(get("/readyz", "203.0.113.7:1")).await;
        if ready.status != StatusCode::OK {
            break ready;
        }
        assert!(since.elapsed() < Duration::from_secs(3), "it stays ready");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE);
    ready.is("not-saved");
    assert_eq!(server.send(get("/healthz", "203.0.113.7:1")).await.status, StatusCode::OK);
    // Other clients learn that something failed, but not what.
    let told = server.browser().get("/people/Ann").await;
    assert!(told.status.is_server_error());
    assert!(!told.text.to_lowercase().contains("pool"), "{told:?}");
}

/// Names of metrics in a text, without the endings that Prometheus adds to those of histograms.
fn metric_names(text: &str) -> std::collections::BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = text.split(|letter| !is_part(letter)).filter(|word| word.starts_with("abaque_"));
    let endings = ["_bucket", "_sum", "_count"];
    let bare = |word: &str| {
        let ending = endings.iter().find(|ending| word.ends_with(*ending));
        ending.map_or(word, |ending| word.trim_end_matches(ending)).to_owned()
    };
    words.map(bare).collect()
}

/// Exported by one of several servers only; `nodes::monitoring` checks them.
const NODE_METRICS: [&str; 4] = [
    "abaque_bus_connected",
    "abaque_bus_hints_total",
    "abaque_leases",
    "abaque_recovered_changes_total",
];

#[tokio::test]
async fn dashboard_and_alerts_use_metrics_that_exist() {
    let server = Server::new().await;
    server.account("Ann").await;
    let exported = metric_names(&server.send(get("/metrics", "127.0.0.1:1")).await.text);
    let dashboard = include_str!("../../../../../deploy/grafana-dashboard.json");
    let alerts = include_str!("../../../../../deploy/prometheus-alerts.yml");
    let parsed: serde_json::Value = serde_json::from_str(dashboard).unwrap();
    assert!(parsed["panels"].as_array().is_some_and(|panels| panels.len() > 5));
    for text in [dashboard, alerts] {
        let used = metric_names(text);
        assert!(used.len() > 4, "{used:?}");
        let mut unknown: Vec<_> = used.difference(&exported).collect();
        unknown.retain(|name| !NODE_METRICS.contains(&name.as_str()));
        assert!(unknown.is_empty(), "not exported: {unknown:?}");
    }
    // Not at a size that the log always reaches under load.
    let log_limit = format!("abaque_store_log_bytes{{job=\"abaque\"}} > {}", 3 * USUAL_LOG_BYTES);
    assert!(alerts.contains(&log_limit), "{log_limit}");
    let unused: Vec<_> = exported.difference(&metric_names(dashboard)).cloned().collect();
    assert!(unused.is_empty(), "not on the dashboard: {unused:?}");
}

#[tokio::test]
async fn metrics_are_served_to_loopback_only() {
    let server = Server::new().await;
    server.account("Ann").await.get("/people/Ann").await;
    server.browser().get("/people/Somebody-private").await;
    let metrics = server.send(get("/metrics", "127.0.0.1:1")).await;
    assert_eq!(metrics.status, StatusCode::OK);
    for line in [
        "abaque_requests_total{method=\"GET\",route=\"/api/v1/people/{name}\",status=\"200\"} 1",
        "abaque_requests_total{method=\"GET\",route=\"/api/v1/people/{name}\",status=\"404\"} 1",
        "abaque_requests_total{method=\"POST\",route=\"/api/v1/register\",status=\"201\"} 1",
        "abaque_request_seconds_count{route=\"/api/v1/people/{name}\"} 2",
        "abaque_sessions 1",
        "abaque_bot_searches_queued 0",
        "# TYPE abaque_bot_searches_total counter",
    ] {
        assert!(metrics.text.lines().any(|one| one == line), "{line}\n{}", metrics.text);
    }
    let commits = format!("abaque_store_commits_total {}", server.store().commit_count());
    assert!(metrics.text.contains(&commits) && server.store().commit_count() > 0);
    assert!(!metrics.text.contains("private"));

    server.send(get("/metrics", "203.0.113.7:1")).await.is("loopback-only");
    // A proxy on this machine that forwards a remote request.
    let mut proxied = get("/metrics", "127.0.0.1:1");
    proxied.headers_mut().insert("x-forwarded-for", "127.0.0.1".parse().unwrap());
    server.send(proxied).await.is("loopback-only");
    let server = Server::with(|config| config.open_metrics = true).await;
    assert_eq!(server.send(get("/metrics", "203.0.113.7:1")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn api_responses_have_security_headers_and_are_not_cached() {
    let server = Server::new().await;
    for (path, keep) in [
        ("/api/v1/me", "no-store"),
        ("/api/v1/nothing", "no-store"),
        ("/api/v1/sessions", "no-store"),
        ("/api", "no-store"),
        ("/healthz", ""),
        ("/", "no-cache"),
    ] {
        let answer = server.send(get(path, "127.0.0.1:1")).await;
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("cache-control"), keep, "{path}");
    }
}

#[tokio::test]
async fn a_stop_signal_ends_the_server() {
    let server = Server::new().await;
    let listener = abaque_server::listen([127, 0, 0, 1].into(), 0).await.unwrap();
    let place = listener.local_addr().unwrap();
    let serving = tokio::spawn(abaque_server::serve(listener, server.app.clone()));
    let mut stopping = server.app.stopping();
    let asked = tokio::task::spawn_blocking(move || {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(place).unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    let answer = asked.await.unwrap();
    // Over a real connection the server knows the peer is local.
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    server.app.stop();
    stopping.wait_for(|stop| *stop).await.unwrap();
    serving.await.unwrap().unwrap();
    assert!(server.store().note("x").await.is_err(), "the store is closed");
}

#[tokio::test]
async fn a_token_opens_the_metrics_from_anywhere() {
    let token = "a-token-of-some-length";
    let server = Server::with(|config| {
        config.metrics_token = Some(abaque_server::MetricsToken::new(token).unwrap());
    })
    .await;
    let with = |from: &str, authorization: &str| {
        let mut request = get("/metrics", from);
        request.headers_mut().insert("authorization", authorization.parse().unwrap());
        request
    };
    // With a token set, even this machine needs it.
    server.send(get("/metrics", "127.0.0.1:1")).await.is("bad-token");
    for wrong in ["Bearer a-token-of-some-lengt", "Bearer ", "Basic a-token-of-some-length"] {
        server.send(with("127.0.0.1:1", wrong)).await.is("bad-token");
    }
    let answer = server.send(with("203.0.113.7:1", &format!("Bearer {token}"))).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.text.contains("abaque_sessions"), "{answer:?}");
}

#[tokio::test]
async fn metrics_with_their_own_address_are_served_only_there() {
    let server = Server::with(|config| {
        config.metrics_address = Some("127.0.0.1:0".parse().unwrap());
        config.open_metrics = true;
    })
    .await;
    server.send(get("/metrics", "127.0.0.1:1")).await.is("loopback-only");
}

#[tokio::test]
async fn a_proxy_on_this_machine_gets_no_metrics() {
    let server = Server::new().await;
    for header in ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "x-real-ip"] {
        let mut request = get("/metrics", "127.0.0.1:1");
        request.headers_mut().insert(header, "https".parse().unwrap());
        server.send(request).await.is("loopback-only");
    }
}
