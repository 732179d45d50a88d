//! A game on a server, as this browser shows it.

use abaque_client::Seen;
use abaque_client::online::{News, OnlineTable, Stake};
use abaque_core::{Observer, Seat};
use abaque_protocol::{Act, Stage};
use leptos::prelude::*;

use super::wire::{Wire, wire};
use super::{notify, stakes};
use crate::browser::Chance;
use crate::context::{Context, context};
use crate::desk::{Desk, Host, Standing};
use crate::sound::Sound;

/// A game on a server. Everything in it is a handle.
#[derive(Clone, Copy)]
pub(crate) struct Remote {
    id: StoredValue<String>,
    pub(crate) wire: Wire,
    context: Context,
    /// The board, once there is one.
    pub(crate) desk: RwSignal<Option<Desk>>,
    /// Changes with everything one hears of it.
    version: RwSignal<u64>,
    /// What the server said no to.
    pub(crate) trouble: RwSignal<Option<String>>,
}

impl Remote {
    /// Watches a game. The page that does so lets go of it ([`Remote::leave`]).
    pub(crate) fn new(id: &str) -> Remote {
        let remote = Remote {
            id: StoredValue::new(id.to_owned()),
            wire: wire(),
            context: context(),
            desk: RwSignal::new(None),
            version: RwSignal::new(0),
            trouble: RwSignal::new(None),
        };
        remote.watch(stakes::load(id));
        remote
    }

    /// Watches it from now on, with what one put into its lots.
    pub(crate) fn watch(self, stake: Option<Stake>) {
        let owner = Owner::current();
        self.wire.watch(&self.id(), stake, move |news| match &owner {
            Some(owner) => owner.with(|| self.heard(news)),
            None => self.heard(news),
        });
    }

    /// Looks no longer.
    pub(crate) fn leave(self) {
        self.wire.leave(&self.id());
        if let Some(desk) = self.desk.get_untracked() {
            desk.new_era();
        }
    }

    pub(crate) fn id(self) -> String {
        self.id.get_value()
    }

    /// Looks at what is known of it, followed; nothing before the server has told.
    pub(crate) fn with<T>(self, look: impl FnOnce(&OnlineTable) -> Option<T>) -> Option<T> {
        self.version.track();
        self.glance(look)
    }

    fn glance<T>(self, look: impl FnOnce(&OnlineTable) -> Option<T>) -> Option<T> {
        self.wire.with(&self.id(), look).flatten()
    }

    /// How far it is, followed.
    pub(crate) fn stage(self) -> Option<Stage> {
        self.with(|table| Some(table.state()?.stage))
    }

    /// The seat one plays, followed.
    pub(crate) fn seat(self) -> Option<Seat> {
        self.with(|table| table.yours().first().copied())
    }

    /// Asks for something to be done.
    pub(crate) fn act(self, act: Act) {
        self.trouble.set(None);
        self.wire.act(&self.id(), act);
    }

    /// Hears nothing of what is said beside the game, or hears it again.
    pub(crate) fn mute(self, on: bool) {
        self.wire.tell(&self.id(), |table| Some(table.mute(on)));
        self.version.update(|version| *version += 1);
    }

    fn heard(self, news: News) {
        if self.version.is_disposed() {
            return;
        }
        self.wire.tell(&self.id(), OnlineTable::reveal);
        if let News::Steps(_) | News::Anew | News::Around = news {
            self.sit_down();
        }
        let desk = self.desk.get_untracked();
        match (news, desk) {
            (News::Steps(steps), Some(desk)) => {
                notify::of_steps(self.context, &steps, desk);
                desk.happened(steps);
            }
            (News::Anew, Some(desk)) => {
                desk.new_era();
                desk.jump();
                self.settle();
            }
            (News::Around | News::Done, Some(desk)) => {
                desk.refresh();
                // Whoever holds a piece keeps it, unless it is no longer (or only now) their turn.
                let stands = (desk.mine.get_untracked(), desk.curtain.get_untracked());
                if !desk.is_busy() && stands != (self.due(), self.curtain()) {
                    self.settle();
                }
            }
            (News::Refused(problem), desk) => {
                self.trouble.set(Some(problem.detail.clone()));
                if let Some(desk) = desk {
                    desk.refuse(&problem.detail);
                    desk.fall_back();
                    self.settle();
                }
            }
            (News::Said(chat), Some(desk)) => {
                let own = self.wire.is_me(&chat.name);
                if !own {
                    self.context.say(&format!("{}: {}", chat.name, chat.text));
                    desk.sound(Sound::Tock);
                }
            }
            _ => {}
        }
        self.version.update(|version| *version += 1);
    }

    /// The seat of one's own that may act.
    fn due(self) -> Option<Seat> {
        self.glance(OnlineTable::due)
    }

    /// To whom the screen is to be handed, where two play at it.
    fn curtain(self) -> Option<Seat> {
        self.glance(OnlineTable::curtain)
    }

    /// Lays the board out as soon as there is something to see, and tells it who is there.
    fn sit_down(self) {
        let Some(seen) = self.glance(OnlineTable::seen) else { return };
        let desk = self.desk.get_untracked().unwrap_or_else(|| {
            let flipped = self.glance(|table| table.yours().first().copied()) == Some(Seat::Second);
            // The seeds are open: what this browser put in is no secret any more.
            stakes::forget(&self.id());
            let desk = Desk::new(seen, flipped, self.context);
            desk.serve(self);
            self.desk.set(Some(desk));
            self.settle();
            desk
        });
        let standing = self.glance(|table| {
            let info = table.info()?;
            let of = |seat: Seat| {
                let sits = &info.seats[seat.index()];
                // Of two at one screen the server knows only who opened the table.
                if sits.bot.is_some() || info.hot_seat {
                    return Standing { rating: sits.rating.clone(), ..Standing::default() };
                }
                // Whoever looks is there, whatever was told before the seats were drawn.
                let here = table.here[seat.index()] || table.yours().contains(&seat);
                Standing {
                    rating: sits.rating.clone(),
                    here: Some(here),
                    person: sits.name.clone(),
                }
            };
            Some(Seat::ALL.map(of))
        });
        if let Some(standing) = standing
            && desk.standing.with_untracked(|before| *before != standing)
        {
            desk.standing.set(standing);
        }
    }
}

impl Host for Remote {
    fn seen(&self, _: Observer) -> Option<Seen> {
        self.glance(OnlineTable::seen)
    }

    fn play(&self, _: Seat, action: &str) -> bool {
        let Some(desk) = self.desk.get_untracked() else { return false };
        // What the rules forbid need not be asked.
        let checked = desk.glance(|seen| {
            if seen.secrets || seen.game.sealed() { Ok(()) } else { seen.game.check(action) }
        });
        if let Err(refused) = checked {
            desk.refuse(&refused.tell(desk.lang()));
            return false;
        }
        self.trouble.set(None);
        desk.mine.set(None);
        desk.asked.set(Vec::new());
        desk.notice.set(None);
        desk.foresee(action);
        self.wire.tell(&self.id(), |table| Some(table.play(action, &mut Chance)));
        true
    }

    fn let_pass(&self, _: Seat) {
        self.act(Act::LetPass);
    }

    fn past(&self, plies: usize, _: Observer) -> Option<String> {
        self.glance(|table| table.past(plies))
    }

    fn take_screen(&self, seat: Seat) {
        self.wire.tell(&self.id(), |table| {
            table.take_screen(seat);
            None
        });
    }

    fn settle(&self) {
        let Some(desk) = self.desk.get_untracked() else { return };
        desk.refresh();
        if desk.glance(|seen| seen.outcome.is_some()) {
            return desk.finish();
        }
        if let Some(seat) = self.curtain() {
            return desk.draw_curtain(seat);
        }
        desk.curtain.set(None);
        let eyes = self.glance(|table| Some(table.eyes())).unwrap_or(Observer::Spectator);
        if untrack(|| desk.eyes()) != eyes {
            desk.look_as(eyes);
        }
        match self.due() {
            Some(seat) => desk.let_act(seat),
            None => desk.mine.set(None),
        }
    }
}
