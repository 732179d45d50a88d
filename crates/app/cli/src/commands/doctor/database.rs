//! The store: connects, knows its schema, writes.

use std::time::Instant;

use abaque_core::{Message, message};
use abaque_store::{Store, StoreError, StoreInspection};

use super::{ExaminedServer, Finding};
use crate::command_error::CommandError;

const CHECK: &str = "database";

/// Examines the store and notes what is in it.
pub(super) async fn check(examined: &mut ExaminedServer<'_>) -> Vec<Finding> {
    if let Some(file) = examined.file.as_ref().filter(|file| !file.exists()) {
        let file = file.display();
        return vec![Finding::ok(
            CHECK,
            message!(
                "{file} does not exist yet; the server creates it when it starts",
                "{file} n'existe pas encore\u{a0}; le serveur le crée au démarrage"
            ),
        )];
    }
    let start = Instant::now();
    let inspection = match Store::inspect(&examined.store).await {
        Ok(inspection) => inspection,
        Err(error) => return vec![unopened(error, examined.file.is_some())],
    };
    let took = start.elapsed().as_millis();
    let mut findings = vec![Finding::ok(
        CHECK,
        match &inspection.server_version {
            Some(version) => message!(
                "PostgreSQL {version} answers within {took} ms",
                "PostgreSQL {version} répond en {took} ms"
            ),
            None => message!("SQLite opens within {took} ms", "SQLite s'ouvre en {took} ms"),
        },
    )];
    findings.extend(server_settings(&inspection));
    findings.push(schema_and_write(examined, &inspection).await);
    examined.inspection = Some(inspection);
    findings
}

fn unopened(error: StoreError, is_file: bool) -> Finding {
    let Message { en, fr } = CommandError::from(error).into_message();
    Finding::problem(
        CHECK,
        Message { en, fr },
        if is_file {
            message!(
                "check `data`, and run the doctor as the server's user (sudo -u abaque abaque doctor); `abaque admin restore` puts a backup in place of a damaged file",
                "vérifier «\u{a0}data\u{a0}», et lancer le contrôle sous l'utilisateur du serveur (sudo -u abaque abaque doctor)\u{a0}; «\u{a0}abaque admin restore\u{a0}» remplace un fichier endommagé par une sauvegarde"
            )
        } else {
            message!(
                "check host, user, password and database of `data`, whether PostgreSQL runs (pg_isready), and pg_hba.conf",
                "vérifier hôte, utilisateur, mot de passe et base de «\u{a0}data\u{a0}», si PostgreSQL tourne (pg_isready), et pg_hba.conf"
            )
        },
    )
}

/// Settings of a PostgreSQL server that endanger data.
fn server_settings(inspection: &StoreInspection) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, value) in &inspection.unsafe_settings {
        findings.push(Finding::problem(
            CHECK,
            message!(
                "PostgreSQL runs with {name} = {value}: a crash can lose moves that were confirmed",
                "PostgreSQL tourne avec {name} = {value}\u{a0}: une panne peut perdre des coups confirmés"
            ),
            message!(
                "ALTER SYSTEM RESET {name}; then restart PostgreSQL",
                "ALTER SYSTEM RESET {name}\u{a0}; puis redémarrer PostgreSQL"
            ),
        ));
    }
    if inspection.is_encrypted == Some(false) && !inspection.is_local {
        findings.push(Finding::warning(
            CHECK,
            message!(
                "the connection to PostgreSQL is not encrypted",
                "la connexion à PostgreSQL n'est pas chiffrée"
            ),
            message!(
                "add ?sslmode=verify-full&sslrootcert=FILE to the URL",
                "ajouter ?sslmode=verify-full&sslrootcert=FICHIER à l'adresse"
            ),
        ));
    }
    findings
}

/// The schema, and a write if no migration is due: the doctor does not migrate.
async fn schema_and_write(examined: &ExaminedServer<'_>, inspection: &StoreInspection) -> Finding {
    let (found, known) = (inspection.schema, inspection.known_schema);
    if found > known {
        return Finding::problem(
            CHECK,
            message!(
                "the data use schema {found}; this program knows schemas up to {known}",
                "les données suivent le schéma {found}\u{a0}; ce programme connaît les schémas jusqu'au {known}"
            ),
            message!("install the newer program", "installer le programme plus récent"),
        );
    }
    if found == 0 {
        return Finding::ok(
            CHECK,
            message!(
                "empty; the server creates its tables when it starts",
                "vide\u{a0}; le serveur crée ses tables au démarrage"
            ),
        );
    }
    if found < known {
        return Finding::warning(
            CHECK,
            message!(
                "schema {found}; the server migrates it to {known} when it starts",
                "schéma {found}\u{a0}; le serveur le fait passer au {known} au démarrage"
            ),
            message!("make a backup first", "faire d'abord une sauvegarde"),
        );
    }
    match write(&examined.store).await {
        Ok(took) => Finding::ok(
            CHECK,
            message!(
                "schema {found} is current; a write takes {took} ms",
                "le schéma {found} est à jour\u{a0}; une écriture prend {took} ms"
            ),
        ),
        Err(error) => {
            let Message { en, fr } = CommandError::from(error).into_message();
            Finding::problem(
                CHECK,
                message!("cannot write: {en}", "impossible d'écrire\u{a0}: {fr}"),
                message!(
                    "see \"When the disk fails\" in docs/hosting.md; the user needs the right to write",
                    "voir «\u{a0}When the disk fails\u{a0}» dans docs/hosting.md\u{a0}; l'utilisateur doit avoir le droit d'écrire"
                ),
            )
        }
    }
}

/// Hash of the first entry of the log of lots, which no two servers share; `None` if the store
/// cannot be read, or not without migrating it.
pub(super) async fn first_chain(examined: &ExaminedServer<'_>) -> Option<Option<String>> {
    examined.inspection.as_ref().filter(|found| found.schema == found.known_schema)?;
    let store = Store::open(&examined.store).await.ok()?;
    let first = store.lots_log(0, 1).await;
    store.close().await;
    Some(first.ok()?.into_iter().next().map(|entry| entry.chain))
}

/// Milliseconds that a durable write takes.
async fn write(url: &str) -> Result<u128, StoreError> {
    let store = Store::open(url).await?;
    let start = Instant::now();
    let written = store.probe(jiff::Timestamp::now().as_millisecond()).await;
    let took = start.elapsed().as_millis();
    store.close().await;
    written.map(|()| took)
}
