use std::path::{Path, PathBuf};

use abaque_core::{Lang, Said, said};
use abaque_store::{Restored, Stats, Store, file_of};
use clap::ArgMatches;

use super::super::text;
use super::{done, open};
use crate::data;
use crate::failure::Failure;

pub(super) async fn backup(url: &str, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    if file_of(url)?.is_none() {
        return Err(Failure::input(said!(
            "this store is on PostgreSQL, which has its own backups: pg_dump",
            "ces données sont dans PostgreSQL, qui a ses propres sauvegardes : pg_dump"
        )));
    }
    let file = text(m, "file");
    if Path::new(file).exists() {
        return Err(Failure::input(said!(
            "{file} is there already and is left alone: name a new file",
            "{file} existe déjà, on n'y touche pas : donner un autre nom"
        )));
    }
    let store = open(url).await?;
    let copied = store.backup(Path::new(file)).await;
    let stats = store.stats().await;
    store.close().await;
    copied?;
    let Said { en, fr } = holds(&stats?);
    done(lang, &said!("{file}: {en}", "{file} : {fr}"))
}

fn holds(stats: &Stats) -> Said {
    let Stats { accounts, guests, games, .. } = stats;
    said!(
        "accounts {accounts}, guests {guests}, games {games}",
        "comptes {accounts}, invités {guests}, parties {games}"
    )
}

pub(super) async fn restore(url: &str, m: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let Some(path) = file_of(url)? else {
        return Err(Failure::input(said!(
            "this store is on PostgreSQL, which has its own way back: pg_restore",
            "ces données sont dans PostgreSQL, qui a son propre retour : pg_restore"
        )));
    };
    let file = text(m, "file");
    if !Path::new(file).is_file() {
        return Err(Failure::input(said!(
            "{file}: no such file",
            "{file} : ce fichier n'existe pas"
        )));
    }
    if let (Ok(one), Ok(other)) = (path.canonicalize(), Path::new(file).canonicalize())
        && one == other
    {
        return Err(Failure::input(said!(
            "{file} is the store itself, not a backup of it",
            "{file} est la base elle-même, pas une sauvegarde"
        )));
    }
    data::make_folder(&path)?;
    let place = path.display();
    match Store::restore(&path, Path::new(file), &aside(&path), m.get_flag("force")).await? {
        Restored::Done { stats, kept } => {
            let Said { en, fr } = holds(&stats);
            let mut told = said!("{place}: {en}", "{place} : {fr}");
            if let Some(kept) = kept {
                let kept = kept.display();
                told.en += &format!("\nWhat was there is now {kept}");
                told.fr += &format!("\nCe qu'il y avait est maintenant dans {kept}");
            }
            done(lang, &told)
        }
        Restored::InUse => Err(Failure::World(said!(
            "{place} is in use: stop the server first",
            "{place} est en service : arrêter d'abord le serveur"
        ))),
        Restored::NotEmpty => Err(Failure::input(said!(
            "there are people or games in {place}; --force puts the backup in its place and keeps the old file beside it",
            "il y a des joueurs ou des parties dans {place} ; --force met la sauvegarde à sa place et garde l'ancien fichier à côté"
        ))),
        Restored::Unreadable(why) => Err(Failure::input(said!(
            "{place} cannot be read as a store ({why}); --force puts the backup in its place and keeps the old file beside it",
            "{place} est illisible ({why}) ; --force met la sauvegarde à sa place et garde l'ancien fichier à côté"
        ))),
    }
}

/// A name for the old file that nothing has yet.
fn aside(path: &Path) -> PathBuf {
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
