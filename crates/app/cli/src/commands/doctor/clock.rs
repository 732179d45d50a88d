//! The clock: synchronised, and in agreement with the store.

use std::process::{Command, Stdio};

use abaque_core::message;

use super::{ExaminedServer, Finding};

const CHECK: &str = "clock";

/// Difference to the database server or the last heartbeat that is worth a report, in milliseconds.
const MAX_DIFFERENCE_MS: i64 = 5000;

pub(super) async fn check(examined: &ExaminedServer<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let now = jiff::Timestamp::now();
    if let Some(inspection) = &examined.inspection {
        if let Some((heartbeat, ahead)) = inspection
            .last_heartbeat
            .map(|heartbeat| (heartbeat, heartbeat - now.as_millisecond()))
            .filter(|(_, ahead)| *ahead > MAX_DIFFERENCE_MS)
        {
            let (at, ahead) = (heartbeat_text(heartbeat), ahead / 1000);
            findings.push(Finding::problem(
                CHECK,
                message!(
                    "the server was last alive at {at}, {ahead} seconds from now: this clock is behind, or was ahead then",
                    "le serveur tournait encore à {at}, dans {ahead} secondes\u{a0}: cette horloge retarde, ou avançait alors"
                ),
                message!(
                    "set the clock (timedatectl set-ntp true); the server's time never goes back",
                    "mettre l'horloge à l'heure (timedatectl set-ntp true)\u{a0}; l'heure du serveur ne recule jamais"
                ),
            ));
        }
        if let Some(difference) = inspection
            .database_time
            .map(|time| (time - now.as_millisecond()) / 1000)
            .filter(|seconds| seconds.abs() * 1000 >= MAX_DIFFERENCE_MS)
        {
            findings.push(Finding::problem(
                CHECK,
                message!(
                    "this clock and the database server's differ by {difference} seconds",
                    "cette horloge et celle du serveur de base diffèrent de {difference} secondes"
                ),
                message!(
                    "synchronise both machines with NTP (timedatectl set-ntp true)",
                    "synchroniser les deux machines par NTP (timedatectl set-ntp true)"
                ),
            ));
        }
    }
    let shown = now.strftime("%Y-%m-%d %H:%M:%S UTC");
    findings.push(match tokio::task::spawn_blocking(is_synchronised).await.ok().flatten() {
        Some(true) => Finding::ok(
            CHECK,
            message!("{shown}, synchronised by NTP", "{shown}, synchronisée par NTP"),
        ),
        Some(false) => Finding::problem(
            CHECK,
            message!("{shown}, not synchronised by NTP", "{shown}, pas synchronisée par NTP"),
            message!(
                "timedatectl set-ntp true, or install chrony",
                "timedatectl set-ntp true, ou installer chrony"
            ),
        ),
        None => Finding::warning(
            CHECK,
            message!(
                "{shown}; cannot tell whether NTP synchronises it",
                "{shown}\u{a0}; impossible de savoir si NTP la synchronise"
            ),
            message!(
                "compare with a watch; in a container, run `timedatectl` on the host",
                "comparer avec une montre\u{a0}; dans un conteneur, lancer «\u{a0}timedatectl\u{a0}» sur l'hôte"
            ),
        ),
    });
    findings
}

fn heartbeat_text(millis: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(millis);
    time.map_or_else(
        |_| millis.to_string(),
        |time| time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
    )
}

/// Whether the system says that its clock is synchronised; `None` if it does not say.
fn is_synchronised() -> Option<bool> {
    let told = Command::new("timedatectl")
        .args(["show", "--property=NTPSynchronized", "--value"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    match String::from_utf8(told.stdout).ok()?.trim() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}
