//! Data stored per server between visits: guest cookies, and seed commitments.

use std::fs;
use std::path::{Path, PathBuf};

use abaque_core::message;
use abaque_http::ServerAddress;
use abaque_online_client::SeedCommitment;

use super::server_address::folder_name;
use crate::command_error::CommandError;
use crate::data;
use crate::play::save_file;

/// Stored commitments checked for due seeds; games that never started leave theirs behind.
const MAX_COMMITMENTS_CHECKED: usize = 20;

/// The folder of one server.
#[derive(Clone)]
pub(crate) struct ServerFolder {
    folder: PathBuf,
}

impl ServerFolder {
    /// The folder of a server, in the user's data folder.
    pub(crate) fn for_server(place: &ServerAddress) -> Result<ServerFolder, CommandError> {
        let data = data::user_data_folder().ok_or_else(|| {
            CommandError::Environment(message!(
                "there is no data folder to save a guest in; use a token (--token)",
                "pas de dossier de données où enregistrer un invité\u{a0}; utilisez un jeton (--token)"
            ))
        })?;
        Ok(ServerFolder { folder: data.join("abaque").join("online").join(folder_name(place)) })
    }

    /// The cookie of a guest.
    pub(crate) fn guest_cookie(&self, label: Option<&str>) -> Result<Option<String>, CommandError> {
        let stored = fs::read_to_string(self.guest_file(label)?).ok();
        Ok(stored.map(|text| text.trim().to_owned()).filter(|cookie| !cookie.is_empty()))
    }

    /// Stores the cookie of a guest.
    pub(crate) fn save_guest(&self, label: Option<&str>, cookie: &str) -> Result<(), CommandError> {
        self.write(&self.guest_file(label)?, &format!("{cookie}\n"))
    }

    fn guest_file(&self, label: Option<&str>) -> Result<PathBuf, CommandError> {
        let Some(label) = label else { return Ok(self.folder.join("guest")) };
        let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
        if label.is_empty() || label.len() > 40 || !label.chars().all(plain) {
            return Err(CommandError::input(message!(
                "`{label}` cannot name a guest: letters, digits, - and _, 40 at most",
                "«\u{a0}{label}\u{a0}» ne peut pas nommer un invité\u{a0}: lettres sans accent, chiffres, - et _, 40 au plus"
            )));
        }
        Ok(self.folder.join(format!("guest-{label}")))
    }

    /// A person's commitment for a game.
    pub(crate) fn commitment(&self, person: i64, game: &str) -> Option<SeedCommitment> {
        let commitment =
            SeedCommitment::parse(&fs::read_to_string(self.commitment_file(person, game)).ok()?)?;
        Some(commitment).filter(|commitment| commitment.game == game)
    }

    /// A person's commitments for their latest games.
    pub(crate) fn recent_commitments(&self, person: i64) -> Vec<SeedCommitment> {
        let files = fs::read_dir(self.folder.join(format!("seeds-{person}")));
        let files = files.into_iter().flatten().flatten();
        let mut files: Vec<_> = files
            .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.file_name())))
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        let games = files.into_iter().take(MAX_COMMITMENTS_CHECKED);
        games.filter_map(|(_, game)| self.commitment(person, game.to_str()?)).collect()
    }

    /// Stores a commitment. Call before sending it: a lost seed cannot be revealed.
    pub(crate) fn save_commitment(
        &self,
        person: i64,
        commitment: &SeedCommitment,
    ) -> Result<(), CommandError> {
        self.write(&self.commitment_file(person, &commitment.game), &commitment.to_text())
    }

    /// Deletes a commitment after its seed was revealed.
    pub(crate) fn delete_commitment(&self, person: i64, game: &str) {
        // The file may never have existed.
        drop(fs::remove_file(self.commitment_file(person, game)));
    }

    fn commitment_file(&self, person: i64, game: &str) -> PathBuf {
        // Game ids are alphanumeric; any other character from the server could lead out of the
        // folder.
        let game: String = game.chars().filter(char::is_ascii_alphanumeric).collect();
        self.folder.join(format!("seeds-{person}")).join(game)
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), CommandError> {
        data::make_folder(path)?;
        self.restrict_access()?;
        save_file::write_text(&path.display().to_string(), text)
    }

    /// Makes the folder accessible to its owner only.
    fn restrict_access(&self) -> Result<(), CommandError> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o700))
                .map_err(|error| CommandError::file(&self.folder.display().to_string(), &error))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::SplitMix;

    fn server_folder(folder: &Path) -> ServerFolder {
        ServerFolder { folder: folder.join("http-games.example-80") }
    }

    #[test]
    fn guest_cookies_are_stored_by_label_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let server_folder = server_folder(folder.path());
        assert_eq!(server_folder.guest_cookie(None).unwrap(), None);
        server_folder.save_guest(None, "abaque=one").unwrap();
        server_folder.save_guest(Some("ada"), "abaque=two").unwrap();
        assert_eq!(server_folder.guest_cookie(None).unwrap().as_deref(), Some("abaque=one"));
        assert_eq!(server_folder.guest_cookie(Some("ada")).unwrap().as_deref(), Some("abaque=two"));
        for label in ["", "../x", "a b", "é"] {
            assert!(server_folder.guest_cookie(Some(label)).is_err(), "{label}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&server_folder.folder).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
    }

    #[test]
    fn seeds_are_kept_for_each_person_until_they_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let server_folder = server_folder(folder.path());
        let (_, commitment) = SeedCommitment::join("k3m9x2p7qa", &mut SplitMix(1));
        server_folder.save_commitment(7, &commitment).unwrap();
        assert_eq!(server_folder.commitment(7, "k3m9x2p7qa"), Some(commitment));
        assert_eq!(server_folder.commitment(8, "k3m9x2p7qa"), None);
        assert_eq!(server_folder.commitment(7, "../7/k3m9x2p7qa"), None);
        assert_eq!(
            (server_folder.recent_commitments(7).len(), server_folder.recent_commitments(8).len()),
            (1, 0)
        );
        server_folder.delete_commitment(7, "k3m9x2p7qa");
        assert_eq!(server_folder.commitment(7, "k3m9x2p7qa"), None);
    }
}
