//! Encrypted connections to PostgreSQL, with a private certificate authority.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use abaque_store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::free_port::free_port;
use super::postgres_server::{programs, unprivileged};

/// Makes an authority, a certificate for `localhost` and a server that accepts encrypted
/// connections only. It stops when standard input closes.
const SCRIPT: &str = r#"
dir=$(mktemp -d /tmp/abaque-tls.XXXXXX) || exit 1
trap '"$1/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1; rm -rf "$dir"' EXIT
cd "$dir"
{
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=Club CA" \
    -keyout ca.key -out ca.crt &&
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=Other CA" \
    -keyout other.key -out other.crt &&
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=localhost" -keyout server.key -out server.csr &&
  printf 'subjectAltName=DNS:localhost' >ext &&
  openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out server.crt &&
  chmod 600 server.key &&
  "$1/initdb" -D data -A trust -U postgres -E UTF8 --no-sync &&
  echo "hostssl all all 127.0.0.1/32 trust" >data/pg_hba.conf
} >log 2>&1 &&
port=$2 &&
"$1/pg_ctl" -D data -w -l log -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$dir \
  -c ssl=on -c ssl_cert_file=$dir/server.crt -c ssl_key_file=$dir/server.key -c fsync=off" start >/dev/null 2>&1 ||
    { echo "failed: $(tail -n 3 log | tr '\n' ' ')"; exit 1; }
chmod 755 "$dir" && chmod 644 ca.crt other.crt
echo "ready $dir $port"
cat >/dev/null
"#;

struct TlsServer {
    child: Child,
    folder: String,
    port: String,
}

impl TlsServer {
    fn start() -> TlsServer {
        let mut child = unprivileged("sh")
            .unwrap()
            .args(["-c", SCRIPT, "sh"])
            .arg(programs().unwrap())
            .arg(free_port().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let &["ready", folder, port] = words.as_slice() else { panic!("{line}") };
        TlsServer { folder: folder.into(), port: port.into(), child }
    }

    fn url(&self, host: &str, parameters: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres?{parameters}", self.port)
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        drop(self.child.wait());
    }
}

#[test]
fn certificates_of_a_private_authority_are_verified() {
    let server = TlsServer::start();
    let (ca, other) = (format!("{}/ca.crt", server.folder), format!("{}/other.crt", server.folder));
    super::runtime().block_on(async {
        let verified = server.url("localhost", &format!("sslmode=verify-full&sslrootcert={ca}"));
        let store = Store::open(&verified).await.unwrap();
        store.probe(1).await.unwrap();
        store.close().await;
        let found = Store::inspect(&verified).await.unwrap();
        assert_eq!(found.is_encrypted, Some(true));
        assert_eq!(found.unsafe_settings, [("fsync", "off".to_owned())]);

        let refused = async |url: String| match Store::open(&url).await {
            Ok(_) => panic!("{url} opens"),
            Err(error) => error.to_string(),
        };
        let wrong = server.url("localhost", &format!("sslmode=verify-full&sslrootcert={other}"));
        let error = refused(wrong).await;
        assert!(error.to_lowercase().contains("certificate"), "{error}");
        // The certificate is for localhost, not for this address.
        let elsewhere = server.url("127.0.0.1", &format!("sslmode=verify-full&sslrootcert={ca}"));
        let error = refused(elsewhere).await;
        assert!(error.to_lowercase().contains("certificate"), "{error}");
        let error = refused(server.url("localhost", "sslmode=disable")).await;
        assert!(error.contains("no encryption"), "{error}");
        let missing = server.url("localhost", "sslmode=verify-full&sslrootcert=/no/such.crt");
        let error = refused(missing).await;
        assert!(error.contains("No such file"), "{error}");
        // The lock of a server and the copy of a move use the same settings.
        Store::open_as_server(&verified).await.unwrap().close().await;
    });
}

/// A server that does not offer encryption gets no password.
#[test]
fn a_server_without_encryption_is_refused() {
    let server = TlsServer::start();
    let ca = format!("{}/ca.crt", server.folder);
    super::runtime().block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        // Answers the request for encryption with "N", as PostgreSQL with ssl = off does.
        let plain = tokio::spawn(async move {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut request = [0; 8];
            client.read_exact(&mut request).await.unwrap();
            client.write_all(b"N").await.unwrap();
            let mut rest = Vec::new();
            let _ = client.read_to_end(&mut rest).await;
            rest
        });
        let url = format!(
            "postgres://me:hush@localhost:{port}/games?sslmode=verify-full&sslrootcert={ca}"
        );
        let error = match Store::open(&url).await {
            Ok(_) => panic!("it opens"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains("does not support TLS"), "{error}");
        assert!(plain.await.unwrap().is_empty(), "nothing was sent in the clear");
    });
}
