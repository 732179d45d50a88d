//! Before the first move: somebody sits down, seeds are opened, sides are drawn.

use abaque_core::{ClockRule, Seat, said};
use abaque_protocol::Stage;
use abaque_store::{PersonId, Seats, Start, Status, ToAct, Waiting};
use abaque_table::{At, Table};

use super::late::Late;
use super::{Eyes, Room};
use crate::deal::{Side, setting};
use crate::log::number;
use crate::{Refusal, names};

/// How long a seed may take at a live table, in milliseconds.
const SEEDS: i64 = 60_000;

impl Room {
    /// A room that opens: nothing may be missing but people.
    pub(super) async fn begin(&mut self) {
        self.count().await;
        if self.stage() == Stage::Seeds && !self.kept.lots {
            let _ = self.start().await;
        }
        self.go_on().await;
    }

    /// Somebody takes the free seat.
    pub(super) async fn join(
        &mut self,
        person: PersonId,
        commitment: Option<&str>,
    ) -> Result<(), Refusal> {
        if self.stage() != Stage::Open {
            return Err(Refusal::new(
                "not-open",
                409,
                said!("this game is not open any more", "cette partie n'est plus ouverte"),
            ));
        }
        if person == self.kept.host() {
            return Err(Refusal::new(
                "own-game",
                409,
                said!(
                    "this is your own game: somebody else must join it",
                    "c'est votre partie : quelqu'un d'autre doit la rejoindre"
                ),
            ));
        }
        let stranger = self.kept.invited.is_some_and(|invited| invited != person.0);
        if stranger || self.hall.store.is_blocked(person, self.kept.host()).await? {
            return Err(Refusal::new(
                "not-invited",
                403,
                said!("this game waits for somebody else", "cette partie attend quelqu'un d'autre"),
            ));
        }
        let mut secret = self.secret.clone();
        if self.kept.lots {
            secret.commit_b(commitment.unwrap_or_default())?;
        }
        let mut seats = self.game.seats.clone();
        let free = if seats.first.is_none() { &mut seats.first } else { &mut seats.second };
        *free = Some(person);
        let now = self.hall.now();
        let mut kept = self.kept.clone();
        kept.met = Some(now);
        // All of it or nothing: a room that reads only half would wait for ever.
        let done = self
            .hall
            .store
            .meet(&self.game.id, seats.clone(), &kept.text(), &secret.text(), now)
            .await?;
        if !done {
            return Err(Refusal::new(
                "not-open",
                409,
                said!("this game is not open any more", "cette partie n'est plus ouverte"),
            ));
        }
        (self.game.seats, self.kept, self.secret) = (seats, kept, secret);
        self.sits = names::seats(&self.hall.store, &self.game).await?;
        self.hall.lobby.changed();
        if self.kept.lots {
            self.tell_all();
        } else {
            self.start().await?;
        }
        Ok(())
    }

    /// Somebody opens a seed.
    pub(super) async fn reveal(
        &mut self,
        eyes: Eyes,
        seed: &str,
        other: Option<&str>,
    ) -> Result<u32, Refusal> {
        if self.stage() != Stage::Seeds {
            return Err(Refusal::new(
                "no-seed-due",
                409,
                said!("no seed is due", "aucune graine n'est attendue"),
            ));
        }
        let mut secret = self.secret.clone();
        let id = self.game.id.as_str();
        match (eyes, other) {
            // One client plays for both, or for a person and a computer.
            (_, Some(other)) if self.is_alone() => {
                secret.reveal(id, 0, seed)?;
                secret.reveal(id, 1, other)?;
            }
            (Eyes::Player(seat), None) if !self.is_alone() => {
                let holder = if seat == Seat::First {
                    self.game.seats.first
                } else {
                    self.game.seats.second
                };
                secret.reveal(id, usize::from(holder != Some(self.kept.host())), seed)?;
            }
            _ => {
                return Err(Refusal::new(
                    "bad-seed",
                    422,
                    said!(
                        "a player opens their own seed; whoever plays for both opens `seed` and `other`",
                        "chacun ouvre sa graine ; qui joue pour les deux ouvre `seed` et `other`"
                    ),
                ));
            }
        }
        self.hall.store.set_secret(&self.game.id, &secret.text()).await?;
        self.secret = secret;
        if self.secret.seeds().is_some() {
            self.start().await?;
        } else {
            self.tell_all();
        }
        Ok(self.version)
    }

    /// Whether one client holds both seeds.
    fn is_alone(&self) -> bool {
        let seats = &self.game.seats;
        seats.first_bot.is_some() || seats.second_bot.is_some() || self.game.hot_seat
    }

    /// Draws sides where a lot decides, and begins.
    async fn start(&mut self) -> Result<(), Refusal> {
        if self.kept.side == Side::Lot
            && let Some(lots) = self.secret.lots(self.game.id.as_str(), &self.game.spec)
        {
            let seat = if lots.draw("sides", 0, 2) == 0 { Seat::First } else { Seat::Second };
            self.secret.seat_of_a = Some(number(seat));
            // While it was open its creator sat first.
            if seat == Seat::Second {
                let Seats { first, second, first_bot, second_bot } = self.game.seats.clone();
                self.game.seats = Seats {
                    first: second,
                    second: first,
                    first_bot: second_bot,
                    second_bot: first_bot,
                };
            }
        }
        let at = self.hall.now();
        let setting = setting(&self.game.spec, &self.game.clock, self.game.rated)?;
        let table = Table::new(setting, At(at as u64));
        let to_act = match Seat::ALL.map(|seat| table.may_act(seat)) {
            [false, false] => ToAct::Nobody,
            [true, false] => ToAct::First,
            [false, true] => ToAct::Second,
            [true, true] => ToAct::Both,
        };
        let turn = Waiting { to_act, deadline: table.deadline().map(|at| at.0 as i64) };
        let start = Start { seats: self.game.seats.clone(), secret: self.secret.text(), at, turn };
        if !self.hall.store.start_game(&self.game.id, start).await? {
            return Err(Refusal::trouble());
        }
        self.game.status = Status::Playing;
        self.game.started = Some(at);
        self.late = Late::new(self.kept.delay, &table, At(at as u64));
        self.table = Some(table);
        self.sits = names::seats(&self.hall.store, &self.game).await?;
        self.tell_all();
        self.tell_paired();
        Ok(())
    }

    /// Until when seeds must be open.
    pub(super) fn seeds_due(&self) -> Option<i64> {
        if self.stage() != Stage::Seeds {
            return None;
        }
        let patience = match self.game.clock.parse() {
            Ok(ClockRule::PerTurn { limit }) => limit.0 as i64,
            Ok(ClockRule::None) => 24 * 3_600_000,
            _ => SEEDS,
        };
        Some(self.kept.met? + patience)
    }

    /// A game that never began is called off.
    pub(super) async fn call_off(&mut self) {
        match self.hall.store.withdraw_game(&self.game.id, self.hall.now()).await {
            Ok(_) => {
                self.game.status = Status::Aborted;
                self.hall.lobby.changed();
                self.tell_all();
            }
            Err(error) => {
                tracing::error!(game = %self.game.id, %error, "a game could not be called off")
            }
        }
    }
}
