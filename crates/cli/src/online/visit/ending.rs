//! The end of a game on a server: the result, the record and whether it holds, what may follow.

use std::time::Duration;

use abaque_client::online::Wait;
use abaque_core::{Lang, Millis, Said, said};
use abaque_protocol::Stage;
use abaque_record::{Checked, Proof, Record};
use tokio::time::sleep;

use super::Visit;
use crate::failure::Failure;
use crate::online::clean;
use crate::play::saved;

/// How often the record is asked for: a server may just be starting again.
const TRIES: usize = 8;

impl Visit {
    /// Tells how the game ended, fetches its record and checks it.
    pub(super) async fn finish(&mut self) -> Result<(), Failure> {
        if let Some(seen) = self.seen() {
            self.position(&seen)?;
            let said = match seen.outcome.map(|outcome| (outcome.winner(), outcome.reason().said()))
            {
                Some((Some(seat), Said { en, fr })) => {
                    let who = self.who(seat);
                    said!("{who} wins {en}.", "{who} gagne {fr}.")
                }
                Some((None, Said { en, fr })) => said!("A draw {en}.", "Partie nulle {fr}."),
                None => said!("The game is over.", "La partie est finie."),
            };
            self.screen.say(&said);
        }
        self.ratings();
        self.told.finished = true;
        self.guest.kept.drop_stake(self.guest.me.id, &self.game);
        let text = match self.record().await {
            Ok(text) => text,
            // Without a file to write, the game is no less over.
            Err(Failure::Input(said) | Failure::World(said)) if self.save.is_none() => {
                self.refuse(said.get(self.lang()));
                self.after();
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        if let Some(path) = self.save.take() {
            saved::write_text(&path, &text)?;
            self.screen.say_file(&said!("The record is in", "La partie est dans"), &path);
            self.save = Some(saved::free_name(&path));
        } else {
            let address =
                format!("{}/api/v1/games/{}/record", self.guest.server.place.origin(), self.game);
            self.screen.say_file(&said!("The record:", "La partie écrite :"), &address);
        }
        let checked = self.check(&text)?;
        self.screen.say(&checked);
        self.after();
        Ok(())
    }

    fn ratings(&self) {
        let ratings = self.state().and_then(|state| state.ending.as_ref()?.ratings.clone());
        let Some(ratings) = ratings else { return };
        let [first, second] = abaque_core::Seat::ALL
            .map(|seat| format!("{} {}", self.who(seat), clean(&ratings[seat.index()])));
        self.screen.say(&said!(
            "Ratings now: {first}, {second}.",
            "Classements désormais : {first}, {second}."
        ));
    }

    async fn record(&self) -> Result<String, Failure> {
        let mut wait = Wait::default();
        let path = format!("/games/{}/record", self.game);
        let mut tried = self.guest.server.text(&path).await;
        for _ in 1..TRIES {
            if !matches!(tried, Err(Failure::World(_))) {
                break;
            }
            let Millis(millis) = wait.next(getrandom::u64().unwrap_or(0));
            sleep(Duration::from_millis(millis)).await;
            tried = self.guest.server.text(&path).await;
        }
        tried
    }

    /// Checks the record as `abaque record check` does, and that it is of the game that was played here.
    fn check(&self, text: &str) -> Result<Said, Failure> {
        let wrong = |Said { en, fr }: Said| {
            Failure::World(said!(
                "the server's record of this game is wrong: {en}",
                "la partie écrite par le serveur est fausse : {fr}"
            ))
        };
        let bad = |error: abaque_record::RecordError| {
            wrong(Said { en: error.tell(Lang::En), fr: error.tell(Lang::Fr) })
        };
        let records = abaque_record::parse(text).map_err(bad)?;
        let [record] = &records[..] else {
            return Err(wrong(said!("it is not one game", "ce n'est pas une partie")));
        };
        let checked = abaque_record::check(record).map_err(bad)?;
        if let Some(said) = self.differs(record) {
            return Err(wrong(said));
        }
        Ok(told(&checked))
    }

    /// What is in the record that was not in the game.
    fn differs(&self, record: &Record) -> Option<Said> {
        let seen = self.seen()?;
        let played = seen.plies.iter().map(|line| line.ply.as_str());
        if !record.plies().eq(played) {
            return Some(said!(
                "it has other actions than were played",
                "elle contient d'autres actions que celles jouées"
            ));
        }
        let seed = self.seed.as_deref()?;
        let lots = record.tag("Lots").is_some();
        let own = ["SeedA", "SeedB"].iter().any(|tag| record.tag(tag) == Some(seed));
        (lots && !own).then(|| {
            said!("your part of the lots is not in it", "votre part du tirage n'y figure pas")
        })
    }

    pub(super) fn called_off(&mut self) {
        self.told.finished = true;
        self.guest.kept.drop_stake(self.guest.me.id, &self.game);
        self.screen.say(&said!("The game was called off.", "La partie a été annulée."));
        self.after();
    }

    /// What may be done now.
    pub(super) fn after(&self) {
        let plays = self.table().is_some_and(|table| !table.yours().is_empty());
        if plays {
            self.screen.say(&said!(
                "`rematch` plays again; Enter or `quit` leaves.",
                "« revanche » pour rejouer ; Entrée ou « quitter » pour partir."
            ));
        } else if self.console.terminal {
            self.screen.say(&said!("Enter leaves.", "Entrée pour partir."));
        }
    }

    /// The last word to somebody who leaves.
    pub(super) fn farewell(&self) {
        let plays = self.table().is_some_and(|table| !table.yours().is_empty());
        if plays && matches!(self.stage(), Some(Stage::Open | Stage::Seeds | Stage::Playing)) {
            let (back, game) = (&self.way_back, &self.game);
            self.screen.say_file(
                &said!("The game goes on. Come back:", "La partie continue. Pour revenir :"),
                &format!("{back} {game}"),
            );
        }
    }
}

fn told(checked: &Checked) -> Said {
    match checked.lots {
        Proof::Verified(1) => said!(
            "Record checked: every action, the result and the lot are right.",
            "Partie vérifiée : chaque action, le résultat et le tirage sont justes."
        ),
        Proof::Verified(lots) => said!(
            "Record checked: every action, the result and all {lots} lots are right.",
            "Partie vérifiée : chaque action, le résultat et les {lots} tirages sont justes."
        ),
        _ => said!(
            "Record checked: every action and the result are right.",
            "Partie vérifiée : chaque action et le résultat sont justes."
        ),
    }
}
