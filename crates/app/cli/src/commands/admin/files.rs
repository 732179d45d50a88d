use std::path::{Path, PathBuf};

use abaque_core::{Lang, Message, message};
use abaque_store::{RestoreOutcome, Store, StoreStats, sqlite_path};
use clap::ArgMatches;

use super::super::text;
use super::{open_store, print_done};
use crate::command_error::CommandError;
use crate::data;

pub(super) async fn backup(url: &str, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    if sqlite_path(url)?.is_none() {
        return Err(CommandError::input(message!(
            "this store is on PostgreSQL, which has its own backups: pg_dump",
            "ces données sont dans PostgreSQL, qui a ses propres sauvegardes\u{a0}: pg_dump"
        )));
    }
    let file = text(m, "file");
    if Path::new(file).exists() {
        return Err(CommandError::input(message!(
            "{file} already exists and is not overwritten: choose another name",
            "{file} existe déjà et n'est pas écrasé\u{a0}: choisissez un autre nom"
        )));
    }
    let store = open_store(url).await?;
    let copied = store.backup(Path::new(file)).await;
    let stats = store.stats().await;
    store.close().await;
    copied?;
    let Message { en, fr } = contents_message(&stats?);
    print_done(lang, &message!("{file}: {en}", "{file}\u{a0}: {fr}"))
}

fn contents_message(stats: &StoreStats) -> Message {
    let StoreStats { accounts, guests, games, .. } = stats;
    message!(
        "accounts {accounts}, guests {guests}, games {games}",
        "comptes {accounts}, invités {guests}, parties {games}"
    )
}

pub(super) async fn restore(url: &str, m: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let Some(path) = sqlite_path(url)? else {
        return Err(CommandError::input(message!(
            "this store is on PostgreSQL, which has its own restore: pg_restore",
            "ces données sont dans PostgreSQL, qui a sa propre restauration\u{a0}: pg_restore"
        )));
    };
    let file = text(m, "file");
    if !Path::new(file).is_file() {
        return Err(CommandError::input(message!(
            "{file}: no such file",
            "{file}\u{a0}: ce fichier n'existe pas"
        )));
    }
    if let (Ok(one), Ok(other)) = (path.canonicalize(), Path::new(file).canonicalize())
        && one == other
    {
        return Err(CommandError::input(message!(
            "{file} is the store itself, not a backup of it",
            "{file} est la base elle-même, pas une sauvegarde"
        )));
    }
    data::make_folder(&path)?;
    let place = path.display();
    match Store::restore(&path, Path::new(file), &unused_path(&path), m.get_flag("force")).await? {
        RestoreOutcome::Done { stats, kept } => {
            let Message { en, fr } = contents_message(&stats);
            let mut told = message!("{place}: {en}", "{place}\u{a0}: {fr}");
            if let Some(kept) = kept {
                let kept = kept.display();
                told.en += &format!("\nWhat was there is now {kept}");
                told.fr += &format!("\nCe qu'il y avait est maintenant dans {kept}");
            }
            print_done(lang, &told)
        }
        RestoreOutcome::InUse => Err(CommandError::Environment(message!(
            "{place} is in use: stop the server first",
            "{place} est en service\u{a0}: arrêter d'abord le serveur"
        ))),
        RestoreOutcome::NotEmpty => Err(CommandError::input(message!(
            "there are players or games in {place}; --force puts the backup in its place and keeps the old file beside it",
            "il y a des joueurs ou des parties dans {place}\u{a0}; --force met la sauvegarde à sa place et garde l'ancien fichier à côté"
        ))),
        RestoreOutcome::Unreadable(why) => Err(CommandError::input(message!(
            "{place} cannot be read as a store ({why}); --force puts the backup in its place and keeps the old file beside it",
            "{place} est illisible ({why})\u{a0}; --force met la sauvegarde à sa place et garde l'ancien fichier à côté"
        ))),
    }
}

/// A name for the old file that does not exist yet.
fn unused_path(path: &Path) -> PathBuf {
    let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".before-{now}"));
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    (1..).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(0))
}
