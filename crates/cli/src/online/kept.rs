//! What is kept between two visits to a server: whose guest one is, and what one put into the lots of games.

use std::fs;
use std::path::{Path, PathBuf};

use abaque_client::online::Stake;
use abaque_core::said;

use super::place::Place;
use crate::data;
use crate::failure::Failure;
use crate::play::saved;

/// A folder for one server.
#[derive(Clone)]
pub(crate) struct Kept {
    folder: PathBuf,
}

impl Kept {
    /// The folder of a server, in the user's data folder.
    pub(crate) fn of(place: &Place) -> Result<Kept, Failure> {
        let data = data::folder().ok_or_else(|| {
            Failure::World(said!(
                "there is no data folder to keep a guest in; use a token (--token)",
                "pas de dossier de données où garder un invité ; prendre un jeton (--token)"
            ))
        })?;
        Ok(Kept { folder: data.join("abaque").join("online").join(place.folder()) })
    }

    /// The cookie of a guest.
    pub(crate) fn guest(&self, label: Option<&str>) -> Result<Option<String>, Failure> {
        let kept = fs::read_to_string(self.guest_file(label)?).ok();
        Ok(kept.map(|text| text.trim().to_owned()).filter(|cookie| !cookie.is_empty()))
    }

    /// Keeps it.
    pub(crate) fn keep_guest(&self, label: Option<&str>, cookie: &str) -> Result<(), Failure> {
        self.write(&self.guest_file(label)?, &format!("{cookie}\n"))
    }

    fn guest_file(&self, label: Option<&str>) -> Result<PathBuf, Failure> {
        let Some(label) = label else { return Ok(self.folder.join("guest")) };
        let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
        if label.is_empty() || label.len() > 40 || !label.chars().all(plain) {
            return Err(Failure::input(said!(
                "`{label}` cannot name a guest: letters, digits, - and _, 40 at most",
                "« {label} » ne peut pas nommer un invité : lettres sans accent, chiffres, - et _, 40 au plus"
            )));
        }
        Ok(self.folder.join(format!("guest-{label}")))
    }

    /// What somebody put into the lots of a game.
    pub(crate) fn stake(&self, person: i64, game: &str) -> Option<Stake> {
        let stake = Stake::read(&fs::read_to_string(self.stake_file(person, game)).ok()?)?;
        Some(stake).filter(|stake| stake.game == game)
    }

    /// Keeps it: before the server hears of it, or it might be needed and gone.
    pub(crate) fn keep_stake(&self, person: i64, stake: &Stake) -> Result<(), Failure> {
        self.write(&self.stake_file(person, &stake.game), &stake.text())
    }

    /// Forgets it: it was opened.
    pub(crate) fn drop_stake(&self, person: i64, game: &str) {
        // What was never kept need not be forgotten.
        drop(fs::remove_file(self.stake_file(person, game)));
    }

    fn stake_file(&self, person: i64, game: &str) -> PathBuf {
        // Names of games are letters and digits; whatever else a server sends must not lead out of the folder.
        let game: String = game.chars().filter(char::is_ascii_alphanumeric).collect();
        self.folder.join(format!("seeds-{person}")).join(game)
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Failure> {
        data::make_folder(path)?;
        self.close()?;
        saved::write_text(&path.display().to_string(), text)
    }

    /// Nobody else on this machine may look in.
    fn close(&self) -> Result<(), Failure> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o700))
                .map_err(|error| Failure::file(&self.folder.display().to_string(), &error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::SplitMix;

    fn kept(folder: &Path) -> Kept {
        Kept { folder: folder.join("http-games.example-80") }
    }

    #[test]
    fn guests_are_kept_apart_and_from_others() {
        let folder = tempfile::tempdir().unwrap();
        let kept = kept(folder.path());
        assert_eq!(kept.guest(None).unwrap(), None);
        kept.keep_guest(None, "abaque=one").unwrap();
        kept.keep_guest(Some("ada"), "abaque=two").unwrap();
        assert_eq!(kept.guest(None).unwrap().as_deref(), Some("abaque=one"));
        assert_eq!(kept.guest(Some("ada")).unwrap().as_deref(), Some("abaque=two"));
        for label in ["", "../x", "a b", "é"] {
            assert!(kept.guest(Some(label)).is_err(), "{label}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&kept.folder).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
    }

    #[test]
    fn seeds_are_kept_for_each_person_until_they_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let kept = kept(folder.path());
        let (_, stake) = Stake::join("k3m9x2p7qa", &mut SplitMix(1));
        kept.keep_stake(7, &stake).unwrap();
        assert_eq!(kept.stake(7, "k3m9x2p7qa"), Some(stake));
        assert_eq!(kept.stake(8, "k3m9x2p7qa"), None);
        assert_eq!(kept.stake(7, "../7/k3m9x2p7qa"), None);
        kept.drop_stake(7, "k3m9x2p7qa");
        assert_eq!(kept.stake(7, "k3m9x2p7qa"), None);
    }
}
