//! Attack suite: each attack runs against its own server and checks a promise.

mod access;
mod bots;
mod files;
mod floods;
mod games;
pub(crate) mod json_socket;
mod names;
mod secrets;
pub(crate) mod test_client;
mod wire;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::{Duration, Instant};

use abaque_core::SplitMix;
use tempfile::TempDir;

use crate::Failure;
use crate::server::{LaunchOptions, ServerProcess};

/// Options of the attack suite.
#[derive(Clone, Debug)]
pub struct HostileOptions {
    /// Path of the `abaque` program.
    pub program: PathBuf,
    /// Runs only scenarios whose names contain one of these; all if empty.
    pub only: Vec<String>,
    /// Skips slow scenarios.
    pub short: bool,
}

/// Verdict on one attack.
#[derive(Clone, Debug)]
pub enum AttackVerdict {
    /// The promise held; with measurements.
    Held(String),
    /// The attack was skipped, with the reason.
    Skipped(String),
    /// The promise was broken, with the evidence.
    Broken(Failure),
}

/// Report on one attack.
#[derive(Clone, Debug)]
pub struct AttackReport {
    /// Name of the scenario.
    pub name: &'static str,
    /// The promise.
    pub promise: &'static str,
    /// The verdict.
    pub verdict: AttackVerdict,
    /// Duration.
    pub time: Duration,
}

/// Reports on all attacks.
#[derive(Clone, Debug)]
pub struct HostileReport(pub Vec<AttackReport>);

impl HostileReport {
    /// Attacks that broke their promise.
    pub fn broken(&self) -> impl Iterator<Item = &AttackReport> {
        self.0.iter().filter(|attempt| matches!(attempt.verdict, AttackVerdict::Broken(_)))
    }
}

impl std::fmt::Display for HostileReport {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for AttackReport { name, promise, verdict, time } in &self.0 {
            let (word, note) = match verdict {
                AttackVerdict::Held(note) => ("pass", note),
                AttackVerdict::Skipped(why) => ("skip", why),
                AttackVerdict::Broken(wrong) => ("FAIL", wrong),
            };
            writeln!(f, "{word}  {name:<28} {:>5.1} s  {promise}", time.as_secs_f64())?;
            if !note.is_empty() {
                writeln!(f, "      {note}")?;
            }
        }
        let broken = self.broken().count();
        writeln!(f, "{} scenarios, {broken} failed", self.0.len())
    }
}

type AttackResult = Result<AttackVerdict, Failure>;
type AttackFn =
    for<'a> fn(&'a mut AttackEnv) -> Pin<Box<dyn Future<Output = AttackResult> + Send + 'a>>;

struct Scenario {
    name: &'static str,
    promise: &'static str,
    /// Whether the scenario takes more than a few seconds.
    long: bool,
    attack: AttackFn,
}

macro_rules! scenarios {
    ($($module:ident { $($name:ident $(($long:ident))?: $promise:literal;)* })*) => {
        &[$($(Scenario {
            name: stringify!($name),
            promise: $promise,
            long: false $(|| !stringify!($long).is_empty())?,
            attack: |env| Box::pin($module::$name(env)),
        }),*),*]
    };
}

/// All scenarios. To add one, write a function and list it here.
static SCENARIOS: &[Scenario] = scenarios! {
    games {
        host_leaves_live: "a live game starts and ends although its host left after opening it";
        host_leaves_correspondence: "a correspondence game starts and ends although its host left after opening it";
        simultaneous_seeks: "two people who look for the same game at the same moment play each other";
        every_key_twice: "a repeated key has no second effect and gets the same answer, for every act";
        foreign_seat: "only its players act in a game";
        foreign_key: "another user's key is worth nothing";
        own_game: "nobody joins their own game, from whatever session";
        many_join_at_once: "of many who take a free seat at the same moment one gets it";
        two_moves_at_once: "of two moves at the same moment one is played";
        odd_numbers: "numbers out of range are refused and harm nobody";
        id_in_capitals: "game ids are case-sensitive";
        stopped_server: "a suspended server resumes with everything it acknowledged";
    }
    secrets {
        watcher_of_a_secret: "no watcher learns a secret set-up, whatever version they claim to have";
        delayed_game: "no endpoint shows spectators of a delayed game more than is due";
        read_only_token: "a read-only token cannot play or open a socket";
    }
    access {
        sign_in_memory: "sixty sign-ins leave no more memory behind than a few";
        locked_out_by_strangers: "thirty wrong passwords of a stranger do not lock the owner out";
        sockets_end_with_password: "a new password ends other sessions' sockets and streams";
        sockets_end_with_sign_out: "signing out ends the session's sockets and streams";
        sockets_end_with_token: "deleting a token ends its sockets and streams";
        sockets_end_with_ban: "a ban ends the banned person's sockets and streams";
        limiter_flush(long): "requests from many addresses do not flush the rate limiter";
        foreign_origin: "no other site can act with a user's cookie";
        cookie_attributes: "scripts and other sites cannot read the cookie";
        metrics_through_a_proxy: "metrics are not served through a proxy";
    }
    bots {
        hundred_games_against_best(long): "one guest's games against `best` do not delay another's against level 1";
        games_alone_are_capped: "the number of games against bots and on a shared screen is limited";
    }
    floods {
        picture_flood: "rendering pictures for one user does not keep others waiting";
        chat_flood: "six sockets of one user share one chat quota";
        sockets_are_capped: "one user cannot take all connections";
        slowloris(long): "half-open connections do not keep others out";
        abandoned_streams: "streams whose readers are gone are closed";
    }
    names {
        bidi_names: "names contain no bidi or invisible characters";
        bidi_chat: "chat contains no bidi or invisible characters";
        one_name_many_spellings: "one name cannot be registered twice in different spellings";
        deleted_name: "nobody gets the name of a deleted account";
        nul_bytes: "text with NUL is refused everywhere";
    }
    wire {
        oversized_frame: "a message that is too long closes the socket with code 1009 and a reason";
        unmasked_frame: "frames without a mask end the connection";
        deep_json: "deeply nested JSON is refused and harms nobody";
        duplicate_keys: "duplicate fields are refused";
        path_traversal: "no address leads out of the app's files";
        smuggled_requests: "one request cannot hide another";
        oversized_head: "endless headers are refused";
        wrong_content_type: "a form of another site is not accepted as JSON";
        compressed_body: "a compressed body is not unpacked";
    }
    files {
        file_modes: "other users of the machine cannot read the data";
        empty_store: "an empty file is no store";
        second_server: "two servers never share a store";
        full_disk: "a full disk loses nothing acknowledged, and the server goes on within a second of space";
    }
};

/// Environment of an attack: a folder with its servers.
pub(crate) struct AttackEnv {
    program: PathBuf,
    folder: TempDir,
    servers: Vec<ServerProcess>,
    random: SplitMix,
}

impl AttackEnv {
    fn new(program: &std::path::Path) -> Result<AttackEnv, Failure> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let random = SplitMix(since.map_or(0, |since| since.as_nanos() as u64));
        Ok(AttackEnv { program: program.to_owned(), folder, servers: Vec::new(), random })
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("hostile.db")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("server.log")
    }

    fn launch(&self) -> LaunchOptions {
        LaunchOptions { log: Some(self.log()), ..LaunchOptions::new(&self.program, &self.store()) }
    }

    /// Starts a server with production limits.
    async fn serve(&mut self) -> Result<SocketAddr, Failure> {
        self.serve_with(&[]).await
    }

    async fn serve_with(&mut self, options: &[&str]) -> Result<SocketAddr, Failure> {
        let mut launch = self.launch();
        launch.options = options.iter().map(|&option| option.to_owned()).collect();
        self.start(&launch).await
    }

    /// Starts a server with this public origin, on its own store.
    async fn serve_at(&mut self, origin: &str) -> Result<SocketAddr, Failure> {
        let mut launch = self.launch();
        launch.store = self.folder.path().join("at.db");
        launch.options = vec!["--origin".into(), origin.into()];
        self.start(&launch).await
    }

    async fn start(&mut self, launch: &LaunchOptions) -> Result<SocketAddr, Failure> {
        let server = launch.start().await;
        let server = server.map_err(|wrong| format!("{wrong}; its log: {}", self.read_log()))?;
        let address = server.address;
        self.servers.push(server);
        Ok(address)
    }

    /// The server started last.
    fn server(&self) -> Result<&ServerProcess, Failure> {
        self.servers.last().ok_or_else(|| "no server runs".into())
    }

    /// Log output of the servers.
    fn read_log(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// Runs `abaque admin` on the store while the server runs.
    async fn admin(&self, arguments: &[&str]) -> Result<(), Failure> {
        let out = tokio::process::Command::new(&self.program)
            .arg("admin")
            .arg("--data")
            .arg(self.store())
            .args(arguments)
            .output()
            .await
            .map_err(|error| error.to_string())?;
        if out.status.success() {
            return Ok(());
        }
        Err(format!("abaque admin {arguments:?}: {}", String::from_utf8_lossy(&out.stderr)))
    }
}

/// Names and promises of all scenarios.
pub fn scenarios() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCENARIOS.iter().map(|scenario| (scenario.name, scenario.promise))
}

/// Runs all attacks in sequence.
pub async fn hostile(options: &HostileOptions) -> Result<HostileReport, Failure> {
    let mut attempts = Vec::new();
    for Scenario { name, promise, long, attack } in SCENARIOS {
        let wanted = options.only.is_empty() || options.only.iter().any(|part| name.contains(part));
        if !wanted || (options.short && *long && options.only.is_empty()) {
            continue;
        }
        let mut env = AttackEnv::new(&options.program)?;
        let since = Instant::now();
        let outcome = attack(&mut env).await;
        let logged = env.read_log();
        let verdict = match outcome {
            Err(wrong) => AttackVerdict::Broken(wrong),
            // No attack may make the server panic.
            Ok(_) if logged.contains("panicked at") => AttackVerdict::Broken(logged),
            Ok(verdict) => verdict,
        };
        attempts.push(AttackReport { name, promise, verdict, time: since.elapsed() });
    }
    if attempts.is_empty() {
        return Err(format!("no scenario is called {:?}", options.only));
    }
    Ok(HostileReport(attempts))
}

/// The promise held, without measurements.
fn held() -> AttackResult {
    Ok(AttackVerdict::Held(String::new()))
}

/// The promise held, with measurements.
fn held_with(note: String) -> AttackResult {
    Ok(AttackVerdict::Held(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenario_names_are_unique() {
        let mut names: Vec<_> = scenarios().map(|(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count >= 40, "{count}");
        assert!(SCENARIOS.iter().any(|scenario| scenario.long));
    }

    #[test]
    fn the_table_shows_what_failed() {
        let attempt = |name, verdict| AttackReport {
            name,
            promise: "it holds",
            verdict,
            time: Duration::from_millis(1500),
        };
        let attempts = HostileReport(vec![
            attempt("one", AttackVerdict::Held("3 ms".into())),
            attempt("two", AttackVerdict::Broken("it did not".into())),
            attempt("three", AttackVerdict::Skipped("not here".into())),
        ]);
        assert_eq!(attempts.broken().count(), 1);
        let table = attempts.to_string();
        assert!(table.contains("FAIL  two") && table.contains("      it did not"), "{table}");
        assert!(table.ends_with("3 scenarios, 1 failed\n"), "{table}");
    }

    #[tokio::test]
    async fn a_name_nobody_has_is_an_error() {
        let options = HostileOptions {
            program: "abaque".into(),
            only: vec!["nonsense".into()],
            short: false,
        };
        assert!(hostile(&options).await.is_err_and(|wrong| wrong.contains("nonsense")));
    }
}
