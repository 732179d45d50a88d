//! What comes from the server.

use abaque_client::online::{News, number};
use abaque_core::{Said, Seat, said};
use abaque_protocol::{Ask, Stage};

use super::{Next, Visit};
use crate::failure::Failure;
use crate::online::clean;
use crate::online::wire::Heard;

impl Visit {
    pub(super) async fn heard(&mut self, heard: Heard) -> Result<Next, Failure> {
        match heard {
            Heard::Up => {
                for ask in self.link.connected() {
                    self.wire.say(ask);
                }
                if std::mem::take(&mut self.told.lost) {
                    self.screen.say(&said!("Connected again.", "Connexion rétablie."));
                }
                for text in std::mem::take(&mut self.unsaid) {
                    self.wire.say(Ask::Say { game: self.game.clone(), text });
                }
                Ok(Next::Stay)
            }
            Heard::Lost => {
                self.link.lost();
                self.told.lost = true;
                self.screen.say(&said!(
                    "The connection is lost; it will come back by itself, and nothing is lost with it.",
                    "La connexion est coupée ; elle reviendra d'elle-même, et rien n'est perdu."
                ));
                Ok(Next::Stay)
            }
            Heard::Failed(failure) => Err(failure),
            Heard::Text(text) => match self.link.hear(&text, self.now()) {
                Some((game, News::Paired)) => {
                    self.paired(&game);
                    Ok(Next::Stay)
                }
                Some((game, news)) if game == self.game => self.news(news).await,
                _ => Ok(Next::Stay),
            },
        }
    }

    /// A game of one's own begins, or somebody asks for one.
    fn paired(&mut self, game: &str) {
        if game == self.game || self.told.finished && self.told.asked_again {
            return;
        }
        if self.told.finished {
            self.told.asked_again = true;
            self.screen.say(&said!(
                "The other wants to play again: `rematch` does.",
                "L'autre veut rejouer : « revanche » pour accepter."
            ));
            return;
        }
        let command = format!("{} {}", self.way_back, clean(game));
        let wants = said!("Somebody wants to play with you:", "Quelqu'un veut jouer avec vous :");
        self.screen.say_file(&wants, &command);
    }

    async fn news(&mut self, news: News) -> Result<Next, Failure> {
        match news {
            News::Steps(steps) => {
                self.tell_steps(&steps);
                return self.follow(true).await;
            }
            News::Anew => return self.follow(true).await,
            News::Around => return self.follow(false).await,
            News::Said(chat) => {
                let (name, text) = (clean(&chat.name), clean(&chat.text));
                self.screen.line(&format!("  [{name}] {text}"), 4);
            }
            News::Refused(problem) => {
                let detail = clean(&problem.detail);
                if self.state().is_none() {
                    return Err(Failure::Input(Said { en: detail.clone(), fr: detail }));
                }
                self.refuse(&detail);
            }
            News::Missed => {
                if let Some(whole) = self.table().map(|table| table.whole()) {
                    self.wire.say(whole);
                }
            }
            News::Done | News::Paired | News::Nothing => {}
        }
        Ok(Next::Stay)
    }

    /// Shows what has changed. `board` says whether that may be on the board.
    async fn follow(&mut self, board: bool) -> Result<Next, Failure> {
        let Some(stage) = self.stage() else { return Ok(Next::Stay) };
        let new = self.told.stage.replace(stage) != Some(stage);
        match stage {
            Stage::Open if new => self.wait_for_somebody(),
            Stage::Open => {}
            Stage::Seeds => self.open_seed(),
            Stage::Playing => {
                if new {
                    self.greet();
                }
                self.tell_offers();
                self.tell_presence();
                self.stand(board)?;
            }
            Stage::Over if !self.told.finished => self.finish().await?,
            Stage::Aborted if !self.told.finished => self.called_off(),
            Stage::Over | Stage::Aborted => {}
        }
        Ok(Next::Stay)
    }

    fn wait_for_somebody(&self) {
        if self.table().is_none_or(|table| table.yours().is_empty()) {
            self.screen.say(&said!(
                "Nobody has joined this game yet.",
                "Personne n'a encore rejoint cette partie."
            ));
            return;
        }
        let game = &self.game;
        self.screen.say(&said!(
            "The game is called {game}. Waiting for somebody to join it; you may leave and come back:",
            "La partie s'appelle {game}. On attend quelqu'un ; vous pouvez partir et revenir :"
        ));
        self.screen.show(&format!("  {} {game}", self.way_back));
    }

    /// Opens what one put into the lots; both are committed now.
    fn open_seed(&mut self) {
        let Some(table) = self.link.tables.get_mut(&self.game) else { return };
        if let Some(ask) = table.reveal() {
            self.wire.say(ask);
        } else if table.lacks_stake() && !std::mem::replace(&mut self.told.lacks, true) {
            self.screen.say(&said!(
                "You sat down with another program or browser, which holds your part of the lots: open the game there, or type `abort`.",
                "Vous vous êtes assis avec un autre programme ou navigateur, qui garde votre part du tirage : ouvrez-y la partie, ou tapez « annuler »."
            ));
        }
    }

    /// Who proposes what, whenever that changes.
    fn tell_offers(&mut self) {
        let Some(state) = self.state() else { return };
        let (draw, back) = (state.draw.clone(), state.take_back.clone());
        for seat in Seat::ALL {
            let own = self.is_own(seat);
            let new = |now: &[u8], before: &[u8]| {
                now.contains(&number(seat)) && !before.contains(&number(seat))
            };
            let who = self.who(seat);
            if new(&draw, &self.told.draw) {
                self.screen.say(&match own {
                    true => said!("You offer a draw.", "Vous proposez la nulle."),
                    false => said!(
                        "{who} offers a draw: `accept`, `decline`, or play on.",
                        "{who} propose la nulle : « accepter », « refuser », ou jouer."
                    ),
                });
            }
            if new(&back, &self.told.take_back) {
                self.screen.say(&match own {
                    true => said!(
                        "You ask to take your last action back.",
                        "Vous demandez à reprendre votre dernière action."
                    ),
                    false => said!(
                        "{who} asks to take an action back: `accept` or `decline`.",
                        "{who} demande à reprendre une action : « accepter » ou « refuser »."
                    ),
                });
            }
        }
        let gone = |now: &[u8], before: &[u8]| now.is_empty() && !before.is_empty();
        if gone(&draw, &self.told.draw) {
            self.screen
                .say(&said!("No draw is offered any more.", "La nulle n'est plus proposée."));
        }
        (self.told.draw, self.told.take_back) = (draw, back);
    }

    /// Whether the opponent is there, whenever that changes.
    fn tell_presence(&mut self) {
        let Some(table) = self.table() else { return };
        let [own] = table.yours()[..] else { return };
        let other = own.other();
        let here = table.here[other.index()];
        // Nothing is known before the first word about it.
        let known = table.here[own.index()];
        let bot = table.info().is_some_and(|info| info.seats[other.index()].bot.is_some());
        let claim = table.claim_at;
        // Who has just sat down is on the way.
        let begun = self.seen().is_some_and(|seen| !seen.plies.is_empty());
        if !known || bot || self.told.here == Some(here) {
            return;
        }
        let before = self.told.here.replace(here);
        let who = self.who(other);
        let now = self.now();
        match (before, here, claim) {
            (Some(_), true, _) if begun => {
                self.screen.say(&said!("{who} is there.", "{who} est là."))
            }
            (_, true, _) => {}
            (None, false, _) if !begun => {}
            (_, false, Some(at)) => {
                let seconds = (at - now).0.div_ceil(1000);
                self.screen.say(&said!(
                    "{who} has gone away; if nobody comes back, `claim` wins the game in {seconds} seconds.",
                    "{who} est parti ; sans retour, « reclamer » gagne la partie dans {seconds} secondes."
                ));
            }
            (_, false, None) => {
                self.screen.say(&said!("{who} is not there.", "{who} n'est pas là."));
            }
        }
    }
}
