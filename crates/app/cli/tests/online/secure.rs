//! Online play through TLS, with a proxy in front of the server.

use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::harness::{ServerProcess, TerminalUser, run_online};

/// Accepts TLS connections and forwards them to a server.
async fn proxy(listener: TcpListener, acceptor: TlsAcceptor, place: String) {
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, place) = (acceptor.clone(), place.clone());
        tokio::spawn(async move {
            let Ok(mut outside) = acceptor.accept(stream).await else { return };
            let Ok(mut inside) = TcpStream::connect(place).await else { return };
            let _ = copy_bidirectional(&mut outside, &mut inside).await;
        });
    }
}

#[test]
fn a_game_is_played_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let trusted = folder.join("trusted.pem");
    std::fs::write(&trusted, made.cert.pem()).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("localhost:0")).unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let server = ServerProcess::start(folder, "0", &["--origin", &url]);
    runtime.spawn(proxy(listener, TlsAcceptor::from(Arc::new(config)), server.place.clone()));
    let home = folder.join("host");
    let (_, err, status) = run_online(&home, &[&url]);
    assert!(status == 1 && err.contains("certificate"), "a stranger is not trusted: {err}");
    let trust = [("SSL_CERT_FILE", trusted.as_os_str())];
    let mut alone = TerminalUser::sit_with(
        &home,
        &[&url, "--new", "abagio", "--against", "computer:1"],
        &trust,
    );
    alone.sees("you are ", 2);
    alone.types("resign");
    let saw = alone.leaves();
    assert!(saw.contains(" wins by resignation.") && saw.contains("Record checked"), "{saw}");
    let (_, err, status) = run_online(&home, &[&url.replace("https", "http")]);
    assert_eq!(status, 1, "{err}");
}
