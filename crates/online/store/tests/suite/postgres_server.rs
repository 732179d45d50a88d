//! A PostgreSQL server for tests: the one named by `ABAQUE_TEST_PG`, or one started for the run and
//! stopped with it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

const NONE: &str = "these tests need PostgreSQL: set ABAQUE_TEST_PG to the address of one \
                    (postgres://…), or install it (apt-get install postgresql)";

/// Starts a server and stops it when standard input closes, which happens however the tests end.
const SCRIPT: &str = r#"
dir=$(mktemp -d /tmp/abaque-pg.XXXXXX) || exit 1
trap '"$1/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1; rm -rf "$dir"' EXIT
cd "$dir"
"$1/initdb" -D "$dir/data" -A trust -U postgres -E UTF8 --no-sync >"$dir/log" 2>&1 &&
"$1/pg_ctl" -D "$dir/data" -w -l "$dir/log" \
    -o "-c listen_addresses='' -c unix_socket_directories=$dir -c fsync=off" start >/dev/null 2>&1 ||
    { echo "failed: $(tail -n 3 "$dir/log" | tr '\n' ' ')"; exit 1; }
echo "ready $dir"
cat >/dev/null
"#;

struct Server {
    url: String,
    /// Kept open; closing it stops the server.
    _alive: Option<ChildStdin>,
}

fn server() -> &'static str {
    static SERVER: OnceLock<Server> = OnceLock::new();
    &SERVER.get_or_init(|| start().unwrap_or_else(|error| panic!("{error}"))).url
}

fn start() -> Result<Server, String> {
    if let Ok(url) = std::env::var("ABAQUE_TEST_PG") {
        return Ok(Server { url, _alive: None });
    }
    let bin = programs()?;
    let mut command = unprivileged("sh")?;
    let mut child = command
        .args(["-c", SCRIPT, "sh"])
        .arg(&bin)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start PostgreSQL: {error}"))?;
    let mut message = String::new();
    let output = child.stdout.take().ok_or("no output")?;
    BufReader::new(output).read_line(&mut message).map_err(|error| error.to_string())?;
    let folder = message
        .trim()
        .strip_prefix("ready ")
        .ok_or_else(|| format!("PostgreSQL in {} does not start: {message}", bin.display()))?;
    let url = format!("postgres://postgres@localhost/postgres?host={folder}");
    Ok(Server { url, _alive: child.stdin.take() })
}

/// Folder of the newest installed PostgreSQL's programs.
pub(crate) fn programs() -> Result<PathBuf, String> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").map_err(|_| NONE)?;
    let programs = versions.flatten().map(|version| version.path().join("bin"));
    Ok(programs.filter(|bin| bin.join("initdb").exists()).max().ok_or(NONE)?)
}

/// Runs a program as an unprivileged user: PostgreSQL refuses to run as root.
pub(crate) fn unprivileged(program: impl AsRef<OsStr>) -> Result<Command, String> {
    let me = Command::new("id").arg("-u").output().map_err(|error| error.to_string())?;
    if me.stdout != b"0\n" {
        return Ok(Command::new(program));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
    Ok(command)
}

/// Runs SQL on the test server.
pub(crate) async fn tell(sql: String) {
    let mut connection = PgConnection::connect(server()).await.unwrap();
    for attempt in 1..=20 {
        match sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&mut connection).await {
            Ok(_) => break,
            // A server that is not closed yet uses what is dropped.
            Err(sqlx::Error::Database(why)) if why.code().as_deref() == Some("40P01") => {
                assert!(attempt < 20, "{why}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    connection.close().await.unwrap();
}

/// Store URL of a schema.
pub(crate) fn in_schema(schema: &str) -> String {
    let join = if server().contains('?') { '&' } else { '?' };
    format!("{}{join}options=-csearch_path%3D{schema}", server())
}

/// A unique schema name.
pub(crate) fn new_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("abaque_{}_{number}", std::process::id())
}
