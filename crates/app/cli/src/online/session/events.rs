//! Messages from the server.

use abaque_core::{Message, Seat, message};
use abaque_online_client::TableUpdate;
use abaque_protocol::{ClientMessage, GameStage};

use super::{OnlineTerminalSession, SessionFlow};
use crate::command_error::CommandError;
use crate::online::socket::SocketEvent;
use crate::online::{games, sanitise};

impl OnlineTerminalSession {
    pub(super) async fn on_socket_event(
        &mut self,
        event: SocketEvent,
    ) -> Result<SessionFlow, CommandError> {
        match event {
            SocketEvent::Connected => {
                for message in self.link.on_connected() {
                    self.socket.send(message);
                }
                if std::mem::take(&mut self.shown.connection_lost) {
                    self.screen.say(&if self.was_connected {
                        message!("Reconnected.", "Connexion rétablie.")
                    } else {
                        message!("Connected.", "Connecté.")
                    });
                    games::reveal_due_seeds(&self.user, &self.game).await;
                }
                self.was_connected = true;
                for text in std::mem::take(&mut self.unsent_chat) {
                    self.socket.send(ClientMessage::Say { game: self.game.clone(), text });
                }
                Ok(SessionFlow::Stay)
            }
            SocketEvent::Disconnected => {
                self.link.on_disconnected();
                self.shown.connection_lost = true;
                self.screen.say(&if self.was_connected {
                    message!(
                        "Connection lost. Reconnecting… Your moves are safe.",
                        "Connexion perdue. Reconnexion en cours… Vos coups sont enregistrés."
                    )
                } else {
                    message!(
                        "The server does not answer right now. Trying again…",
                        "Le serveur ne répond pas pour le moment. Nouvelle tentative…"
                    )
                });
                Ok(SessionFlow::Stay)
            }
            SocketEvent::Failed(failure) => Err(failure),
            SocketEvent::Text(text) => match self.link.receive(&text, self.now()) {
                Some((game, TableUpdate::Paired)) => {
                    self.on_paired(&game);
                    Ok(SessionFlow::Stay)
                }
                Some((game, TableUpdate::Unpaired)) => {
                    self.shown.announced_games.remove(&game);
                    Ok(SessionFlow::Stay)
                }
                Some((game, news)) if game == self.game => self.on_table_update(news).await,
                _ => Ok(SessionFlow::Stay),
            },
        }
    }

    /// One of the user's games starts, or the user is challenged.
    fn on_paired(&mut self, game: &str) {
        if game == self.game || self.shown.finished && self.shown.rematch_offered {
            return;
        }
        if self.shown.finished {
            self.shown.rematch_offered = true;
            self.screen.say(&message!(
                "Your opponent offers a rematch: type `rematch` to accept.",
                "Votre adversaire propose une revanche\u{a0}: «\u{a0}revanche\u{a0}» pour accepter."
            ));
            return;
        }
        let command = format!("{} {}", self.rejoin_command, sanitise(game));
        // The user's own strict table is reported twice: when the opponent joins, and when the game
        // starts.
        let own = self.user.folder.commitment(self.user.person.id, game);
        if let Some(seed_commitment) = &own {
            let (game, key) = (game.to_owned(), "reveal".to_owned());
            self.socket.send(ClientMessage::Act {
                game,
                seen: 0,
                key,
                act: seed_commitment.reveal(),
            });
        }
        if !self.shown.announced_games.insert(game.to_owned()) {
            return;
        }
        let message = match own {
            Some(_) => message!(
                "An opponent has joined another game of yours:",
                "Un adversaire a rejoint une autre de vos parties\u{a0}:"
            ),
            None => {
                message!("You have a challenge:", "Vous avez reçu un défi\u{a0}:")
            }
        };
        self.screen.say_file(&message, &command);
    }

    async fn on_table_update(&mut self, news: TableUpdate) -> Result<SessionFlow, CommandError> {
        match news {
            TableUpdate::Steps(steps) => {
                self.show_steps(&steps);
                return self.show_changes(true).await;
            }
            TableUpdate::BoardChanged => return self.show_changes(true).await,
            TableUpdate::DetailsChanged => return self.show_changes(false).await,
            TableUpdate::ChatReceived(chat) => {
                let (name, text) = (sanitise(&chat.name), sanitise(&chat.text));
                self.screen.show_line(&format!("  [{name}] {text}"), 4);
            }
            TableUpdate::Refused(problem) => {
                let detail = sanitise(&problem.detail);
                if self.state().is_none() {
                    return Err(CommandError::Input(Message { en: detail.clone(), fr: detail }));
                }
                self.show_refusal(&detail);
            }
            TableUpdate::OutOfSync => {
                if let Some(whole) = self.table().map(|table| table.resync_message()) {
                    self.socket.send(whole);
                }
            }
            TableUpdate::Done
            | TableUpdate::Paired
            | TableUpdate::Unpaired
            | TableUpdate::TurnChanged
            | TableUpdate::Ignored => {}
        }
        Ok(SessionFlow::Stay)
    }

    /// Shows changes. `board` says whether the board may have changed.
    async fn show_changes(&mut self, board: bool) -> Result<SessionFlow, CommandError> {
        let Some(stage) = self.stage() else { return Ok(SessionFlow::Stay) };
        let new = self.shown.stage.replace(stage) != Some(stage);
        match stage {
            GameStage::Open if new => {
                self.show_left_early();
                self.show_waiting();
            }
            GameStage::Open => {}
            GameStage::Seeds => self.reveal_seed(),
            GameStage::Playing => {
                if new {
                    self.show_greeting();
                }
                self.show_offers();
                self.show_presence();
                self.show_game(board)?;
            }
            GameStage::Over if !self.shown.finished => self.show_result().await?,
            GameStage::Aborted if !self.shown.finished => self.show_called_off(),
            GameStage::Over | GameStage::Aborted => {}
        }
        Ok(SessionFlow::Stay)
    }

    fn show_waiting(&self) {
        if self.table().is_none_or(|table| table.own_seats().is_empty()) {
            self.screen.say(&message!("Waiting for an opponent.", "En attente d'un adversaire."));
            return;
        }
        let game = &self.game;
        let strict = self
            .table()
            .and_then(|table| table.lots())
            .is_some_and(|lots| lots.used && !lots.deposited);
        self.screen.say(&match strict {
            false => message!(
                "Game id: {game}. It starts as soon as an opponent joins; you can leave and come back:",
                "Identifiant de la partie\u{a0}: {game}. Elle commence dès qu'un adversaire la rejoint\u{a0}; vous pouvez partir et revenir\u{a0}:"
            ),
            true => message!(
                "Game id: {game}. It starts when an opponent joins while you are online; if you leave, come back:",
                "Identifiant de la partie\u{a0}: {game}. Elle commence quand un adversaire la rejoint pendant que vous êtes en ligne\u{a0}; si vous partez, revenez\u{a0}:"
            ),
        });
        self.screen.show(&format!("  {} {game}", self.rejoin_command));
    }

    /// The opponent left before the game started.
    fn show_left_early(&self) {
        if let Some(who) = self.table().and_then(|table| table.left_early()).map(sanitise) {
            self.screen.say(&message!(
                "{who} left before the game started. Your table is open again.",
                "{who} est parti avant le début de la partie. Votre table est de nouveau ouverte."
            ));
        }
    }

    /// Reveals this client's seed; both players have committed.
    fn reveal_seed(&mut self) {
        let Some(table) = self.link.tables.get_mut(&self.game) else { return };
        let strict = table.lots().is_some_and(|lots| !lots.deposited);
        let opponent = table.opponent().as_deref().map(sanitise);
        if let Some(message) = table.reveal_seed() {
            self.socket.send(message);
            if let Some(who) = opponent.filter(|_| strict) {
                self.screen.say(&message!(
                    "Starting: this game needs both players online. Waiting for {who}.",
                    "La partie commence\u{a0}: les deux joueurs doivent être en ligne. En attente de {who}."
                ));
            }
        } else if table.lacks_seed() && !std::mem::replace(&mut self.shown.seed_elsewhere, true) {
            self.screen.say(&message!(
                "You joined with another program or browser, which holds your seed: open the game there, or type `abort`.",
                "Vous avez rejoint la partie avec un autre programme ou navigateur, qui garde votre clé de tirage\u{a0}: ouvrez-y la partie, ou tapez «\u{a0}annuler\u{a0}»."
            ));
        }
    }

    /// Shows offers when they change.
    fn show_offers(&mut self) {
        let Some(state) = self.state() else { return };
        let (draw, back) = (state.draw.clone(), state.take_back.clone());
        for seat in Seat::ALL {
            let own = self.is_own(seat);
            let new =
                |now: &[Seat], before: &[Seat]| now.contains(&seat) && !before.contains(&seat);
            let who = self.player_label(seat);
            if new(&draw, &self.shown.draw) {
                self.screen.say(&match own {
                    true => message!("You offered a draw.", "Vous avez proposé la nulle."),
                    false => message!(
                        "{who} offers a draw: `accept`, `decline`, or play on.",
                        "{who} propose la nulle\u{a0}: «\u{a0}accepter\u{a0}», «\u{a0}refuser\u{a0}», ou jouer."
                    ),
                });
            }
            if new(&back, &self.shown.take_back) {
                self.screen.say(&match own {
                    true => message!(
                        "You asked to take back a move.",
                        "Vous avez demandé à reprendre un coup."
                    ),
                    false => message!(
                        "{who} asks to take back a move: `accept` or `decline`.",
                        "{who} demande à reprendre un coup\u{a0}: «\u{a0}accepter\u{a0}» ou «\u{a0}refuser\u{a0}»."
                    ),
                });
            }
        }
        let gone = |now: &[Seat], before: &[Seat]| now.is_empty() && !before.is_empty();
        if gone(&draw, &self.shown.draw) {
            self.screen.say(&message!(
                "The draw offer is withdrawn.",
                "La proposition de nulle est retirée."
            ));
        }
        (self.shown.draw, self.shown.take_back) = (draw, back);
    }

    /// Shows the opponent's presence when it changes.
    fn show_presence(&mut self) {
        let Some(table) = self.table() else { return };
        let [own] = table.own_seats()[..] else { return };
        let other = own.other();
        let here = table.present[other.index()];
        // Presence is unknown before the first message about it.
        let known = table.present[own.index()];
        let bot = table.info().is_some_and(|info| info.seats[other.index()].bot.is_some());
        let claim = table.claim_at;
        // An opponent who has just joined is still connecting.
        let begun = self.player_view().is_some_and(|seen| !seen.plies.is_empty());
        if !known || bot || self.shown.opponent_present == Some(here) {
            return;
        }
        let before = self.shown.opponent_present.replace(here);
        let who = self.player_label(other);
        let now = self.now();
        match (before, here, claim) {
            (Some(_), true, _) if begun => {
                self.screen.say(&message!("{who} is online.", "{who} est en ligne."))
            }
            (_, true, _) => {}
            (None, false, _) if !begun => {}
            (_, false, Some(at)) => {
                let seconds = (at - now).0.div_ceil(1000);
                self.screen.say(&message!(
                    "{who} is away. You can claim victory with `claim` in {seconds} seconds.",
                    "{who} est absent. Vous pourrez réclamer la victoire avec «\u{a0}reclamer\u{a0}» dans {seconds} secondes."
                ));
            }
            (_, false, None) => {
                self.screen.say(&message!("{who} is away.", "{who} est absent."));
            }
        }
    }
}
