//! The end of an online game: result, record verification, next steps.

use std::time::Duration;

use abaque_core::{Lang, Message, Millis, message};
use abaque_online_client::ReconnectBackoff;
use abaque_protocol::GameStage;
use abaque_record::{CheckReport, LotStatus, Record};
use tokio::time::sleep;

use super::OnlineTerminalSession;
use crate::command_error::CommandError;
use crate::online::sanitise;
use crate::play::save_file;

/// Attempts to fetch the record: the server may just be restarting.
const MAX_RECORD_ATTEMPTS: usize = 8;

impl OnlineTerminalSession {
    /// Shows the result, fetches the record and checks it.
    pub(super) async fn show_result(&mut self) -> Result<(), CommandError> {
        if let Some(seen) = self.player_view() {
            self.show_position(&seen)?;
            let message = match seen
                .outcome
                .map(|outcome| (outcome.winner(), outcome.reason().message()))
            {
                Some((Some(seat), Message { en, fr })) => {
                    let who = self.player_label(seat);
                    message!("{who} wins {en}.", "{who} gagne {fr}.")
                }
                Some((None, Message { en, fr })) => message!("Draw {en}.", "Partie nulle {fr}."),
                None => message!("The game is over.", "La partie est terminée."),
            };
            self.screen.say(&message);
        }
        self.show_ratings();
        self.shown.finished = true;
        self.user.folder.delete_commitment(self.user.person.id, &self.game);
        let text = match self.fetch_record().await {
            Ok(text) => text,
            // The game is over even if the file cannot be written.
            Err(CommandError::Input(message) | CommandError::Environment(message))
                if self.save.is_none() =>
            {
                self.show_refusal(message.get(self.lang()));
                self.show_next_options();
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        if let Some(path) = self.save.take() {
            save_file::write_text(&path, &text)?;
            self.screen.say_file(&message!("The record is in", "La partie est dans"), &path);
            self.save = Some(save_file::unused_name(&path));
        } else {
            let address =
                format!("{}/api/v1/games/{}/record", self.user.server.address.origin(), self.game);
            self.screen.say_file(&message!("The record:", "Notation\u{a0}:"), &address);
        }
        let checked = self.check_record(&text)?;
        self.screen.say(&checked);
        self.show_next_options();
        Ok(())
    }

    fn show_ratings(&self) {
        let ratings = self.state().and_then(|state| state.ending.as_ref()?.ratings.clone());
        let Some(ratings) = ratings else { return };
        let [first, second] = abaque_core::Seat::ALL.map(|seat| {
            format!("{} {}", self.player_label(seat), sanitise(&ratings[seat.index()]))
        });
        self.screen.say(&message!(
            "New ratings: {first}, {second}.",
            "Nouveaux classements\u{a0}: {first}, {second}."
        ));
    }

    async fn fetch_record(&self) -> Result<String, CommandError> {
        let mut wait = ReconnectBackoff::default();
        let path = format!("/games/{}/record", self.game);
        let mut tried = self.user.server.get_text(&path).await;
        for _ in 1..MAX_RECORD_ATTEMPTS {
            if !matches!(tried, Err(CommandError::Environment(_))) {
                break;
            }
            let Millis(millis) = wait.next_delay(getrandom::u64().unwrap_or(0));
            sleep(Duration::from_millis(millis)).await;
            tried = self.user.server.get_text(&path).await;
        }
        tried
    }

    /// Checks the record like `abaque record check`, and that it matches the game played here.
    fn check_record(&self, text: &str) -> Result<Message, CommandError> {
        let wrong = |Message { en, fr }: Message| {
            CommandError::Environment(message!(
                "the server's record of this game is wrong: {en}",
                "la notation du serveur est fausse\u{a0}: {fr}"
            ))
        };
        let bad = |error: abaque_record::RecordError| {
            wrong(Message { en: error.localized(Lang::En), fr: error.localized(Lang::Fr) })
        };
        let records = abaque_record::parse(text).map_err(bad)?;
        let [record] = &records[..] else {
            return Err(wrong(message!("it is not one game", "ce n'est pas une partie")));
        };
        let checked = abaque_record::check(record).map_err(bad)?;
        if let Some(message) = self.find_difference(record) {
            return Err(wrong(message));
        }
        Ok(checked_message(&checked))
    }

    /// The first difference between the record and the game.
    fn find_difference(&self, record: &Record) -> Option<Message> {
        let seen = self.player_view()?;
        let played = seen.plies.iter().map(|line| line.ply.as_str());
        if !record.plies().eq(played) {
            return Some(message!(
                "its moves are not those played",
                "ses coups ne sont pas ceux qui ont été joués"
            ));
        }
        let seed = self.seed.as_deref()?;
        let lots = record.tag("Lots").is_some();
        let own = ["SeedA", "SeedB"].iter().any(|tag| record.tag(tag) == Some(seed));
        (lots && !own)
            .then(|| message!("your seed is not in it", "votre clé de tirage n'y figure pas"))
    }

    pub(super) fn show_called_off(&mut self) {
        self.shown.finished = true;
        self.user.folder.delete_commitment(self.user.person.id, &self.game);
        self.screen.say(&message!("Game aborted.", "Partie annulée."));
        self.show_next_options();
    }

    /// Shows the commands available now.
    pub(super) fn show_next_options(&self) {
        let plays = self.table().is_some_and(|table| !table.own_seats().is_empty());
        if plays {
            self.screen.say(&message!(
                "Type `rematch` for a rematch; Enter or `quit` to leave.",
                "Tapez «\u{a0}revanche\u{a0}» pour une revanche\u{a0}; Entrée ou «\u{a0}quitter\u{a0}» pour partir."
            ));
        } else if self.console.is_terminal {
            self.screen.say(&message!("Press Enter to leave.", "Entrée pour partir."));
        }
    }

    /// Shows the last message to a leaving user.
    pub(super) fn show_farewell(&self) {
        let plays = self.table().is_some_and(|table| !table.own_seats().is_empty());
        if plays
            && matches!(self.stage(), Some(GameStage::Open | GameStage::Seeds | GameStage::Playing))
        {
            let (back, game) = (&self.rejoin_command, &self.game);
            self.screen.say_file(
                &message!(
                    "The game continues. To come back:",
                    "La partie continue. Pour revenir\u{a0}:"
                ),
                &format!("{back} {game}"),
            );
        }
    }
}

fn checked_message(checked: &CheckReport) -> Message {
    match checked.lots {
        LotStatus::Verified(1) => message!(
            "Record checked: every move, the result and the random draw are correct.",
            "Notation vérifiée\u{a0}: chaque coup, le résultat et le tirage sont corrects."
        ),
        LotStatus::Verified(lots) => message!(
            "Record checked: every move, the result and all {lots} random draws are correct.",
            "Notation vérifiée\u{a0}: chaque coup, le résultat et les {lots} tirages sont corrects."
        ),
        _ => message!(
            "Record checked: every move and the result are correct.",
            "Notation vérifiée\u{a0}: chaque coup et le résultat sont corrects."
        ),
    }
}
