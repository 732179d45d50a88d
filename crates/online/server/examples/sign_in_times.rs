//! Measures sign-in for an existing and for an unknown name: timing must not reveal which is which.
//!
//! `cargo run --release -p abaque-server --example sign_in_times`

use std::time::{Duration, Instant};

use abaque_server::{App, Config, RateLimit, router};
use axum::body::Body;
use axum::http::Request;
use tower::ServiceExt;

/// Sign-ins per kind, alternating.
const ROUNDS: usize = 500;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut config = Config::local(&format!("sqlite:{}/store.db", folder.path().display()));
    let much = RateLimit::new(1_000_000, 1);
    config.limits.general = much;
    config.limits.sign_in = much;
    config.limits.name = much;
    config.limits.name_at = much;
    let app = App::open(config).await?;
    let site = router(app.clone());
    let ask = async |path: &str, name: &str, password: &str| {
        let body = format!("{{\"name\":\"{name}\",\"password\":\"{password}\"}}");
        let request = Request::post(path).header("content-type", "application/json");
        let start = Instant::now();
        let answer = site.clone().oneshot(request.body(Body::from(body))?).await?;
        Ok::<_, Box<dyn std::error::Error>>((answer.status(), start.elapsed()))
    };
    let (status, _) = ask("/api/v1/register", "Ann", "four words of mine").await?;
    assert_eq!(status, 201);
    let mut times: [Vec<Duration>; 2] = Default::default();
    for round in 0..ROUNDS {
        // Alternate which name comes first.
        for which in [round % 2, 1 - round % 2] {
            let name = ["Ann", "Nobody-here"][which];
            let (status, took) = ask("/api/v1/sign-in", name, "not the password").await?;
            assert_eq!(status, 401);
            times[which].push(took);
        }
    }
    for (what, mut times) in ["a name that exists", "a name that does not"].into_iter().zip(times) {
        times.sort();
        let at = |part: usize| times[times.len() * part / 100].as_secs_f64() * 1000.0;
        println!(
            "{what}: median {:.2} ms, {:.2} to {:.2} ms in nine of ten",
            at(50),
            at(5),
            at(95)
        );
    }
    app.store().close().await;
    Ok(())
}
