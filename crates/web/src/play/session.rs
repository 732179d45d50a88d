//! A game at this screen: people share it, computers think in a thread of their own, the browser keeps it.

use abaque_client::local::{Step, Task};
use abaque_client::{Seen, Sitting, words};
use abaque_core::{Observer, Seat, said};
use abaque_table::{Act, Refused};
use leptos::prelude::*;

use super::store;
use crate::browser::{self, Chance};
use crate::context::Context;
use crate::desk::{Desk, Hint, Host};
use crate::engine::Engine;

/// The computer's move is not shown before this many milliseconds: one wants to see the own move first.
const BREATH: u64 = 450;

/// A game at this screen. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) id: u64,
    pub(crate) desk: Desk,
    sitting: StoredValue<Sitting, LocalStorage>,
    engine: StoredValue<Engine, LocalStorage>,
    pub(crate) hinting: RwSignal<bool>,
}

impl Session {
    /// Shows a table.
    pub(crate) fn new(id: u64, sitting: Sitting, flipped: bool, context: Context) -> Session {
        // Two people with secrets: nobody knows which of them has just sat down (or loaded the page again), so the
        // screen shows what both may see until one of them says who they are.
        let people = Seat::ALL.into_iter().all(|seat| !sitting.is_computer(seat));
        let eyes =
            if people && sitting.has_secrets() { Observer::Spectator } else { sitting.eyes() };
        let desk = Desk::new(Seen::of(&sitting, eyes, browser::now()), flipped, context);
        let session = Session {
            id,
            desk,
            sitting: StoredValue::new_local(sitting),
            engine: StoredValue::new_local(Engine::default()),
            hinting: RwSignal::new(false),
        };
        desk.serve(session);
        let drawn = session.try_at(|sitting| sitting.draw(eyes, browser::now()));
        session.happened(drawn);
        session
    }

    /// Looks at the sitting, followed.
    pub(crate) fn with<T>(self, look: impl FnOnce(&Sitting) -> T) -> T {
        self.desk.with(|_| ());
        self.sitting.with_value(look)
    }

    fn try_at<T>(self, act: impl FnOnce(&mut Sitting) -> Result<T, Refused>) -> Result<T, Refused> {
        let mut result = None;
        self.sitting.update_value(|sitting| result = Some(act(sitting)));
        result.unwrap_or_else(|| {
            Err(Refused::Table(said!("the table is gone", "la table n'est plus là")))
        })
    }

    fn eyes(self) -> Observer {
        untrack(|| self.desk.eyes())
    }

    /// Any act at the table but an action.
    pub(crate) fn act(self, act: Act) {
        let eyes = self.eyes();
        let done = self.try_at(|sitting| sitting.step(act, eyes, browser::now()));
        self.happened(done);
    }

    fn happened(self, steps: Result<Vec<Step>, Refused>) {
        match steps {
            Ok(steps) => {
                self.keep();
                self.desk.happened(steps);
            }
            Err(refused) => self.desk.refuse(&refused.tell(self.desk.lang())),
        }
    }

    /// Takes back the last action of a person, or what was not played yet.
    pub(crate) fn take_back(self) {
        if self.desk.undo_pending() {
            return;
        }
        let now = browser::now();
        match self.try_at(|sitting| sitting.take_back(now)) {
            Ok(()) => {
                self.new_era();
                self.desk.context.say(words::TOOK_BACK.get(self.desk.lang()));
                self.desk.jump();
                self.settle();
            }
            Err(refused) => self.desk.refuse(&refused.tell(self.desk.lang())),
        }
    }

    /// Asks the best computer player.
    pub(crate) fn ask_hint(self) {
        let desk = self.desk;
        let Some(seat) = desk.mine.get_untracked() else { return };
        if self.hinting.get_untracked() {
            return;
        }
        let best = abaque_catalog::bots::Kind::Best;
        let task = self.sitting.with_value(|sitting| Task::new(sitting, seat, &best, 1));
        let Ok(task) = task else { return };
        let task = Task { millis: Some(900), ..task };
        self.hinting.set(true);
        let era = desk.era();
        let engine = self.engine.get_value();
        engine.ask(&task, move |answer| {
            if desk.is_gone(era) {
                return;
            }
            self.hinting.set(false);
            match answer {
                Ok(answer) => {
                    let told = desk.glance(|seen| seen.game.tell(&answer.action));
                    let win = answer.lines.first().map_or(0.5, |line| line.win);
                    let action = &answer.action;
                    let told = told.unwrap_or_else(|_| said!("{action}", "{action}"));
                    desk.context.tell(&told);
                    desk.hint.set(Some(Hint { action: answer.action, told, win }));
                }
                Err(error) => desk.notice.set(Some(error)),
            }
        });
    }

    /// Time has passed.
    pub(crate) fn tick(self) {
        let due = self.sitting.with_value(|sitting| sitting.table().deadline());
        if due.is_some_and(|due| browser::now() >= due) && !self.desk.is_busy() {
            self.act(Act::Tick);
        }
    }

    /// What was planned no longer holds.
    pub(crate) fn new_era(self) {
        self.engine.with_value(Engine::stop);
        self.hinting.set(false);
        self.desk.new_era();
    }

    /// Keeps the game.
    pub(crate) fn keep(self) {
        let flipped = self.desk.flip.get_untracked();
        let kept = self.sitting.with_value(|sitting| store::keep(self.id, sitting, flipped));
        if !kept {
            self.desk.notice.set(Some(words::NO_STORAGE.get(self.desk.lang()).to_owned()));
        }
    }

    fn think(self, seat: Seat) {
        let desk = self.desk;
        let seed = abaque_core::Source::next_u64(&mut Chance);
        let task = self.sitting.with_value(|sitting| {
            let kind = sitting.players[seat.index()].computer.clone()?;
            let task = Task::new(sitting, seat, &kind, seed).ok()?;
            Some(task.hurried(sitting.table().clock(seat, browser::now())))
        });
        let Some(task) = task else { return };
        desk.thinking.set(true);
        let (era, since) = (desk.era(), browser::now());
        let engine = self.engine.get_value();
        engine.ask(&task, move |answer| {
            if desk.is_gone(era) {
                return;
            }
            let passed = (browser::now() - since).0;
            let rest = if desk.context.pace() == 0 { 0 } else { BREATH.saturating_sub(passed) };
            browser::after(rest as u32, move || {
                if desk.is_gone(era) {
                    return;
                }
                desk.thinking.set(false);
                match answer {
                    Ok(answer) => {
                        self.play(seat, &answer.action);
                    }
                    Err(error) => desk.notice.set(Some(error)),
                }
            });
        });
    }
}

impl Host for Session {
    fn seen(&self, by: Observer) -> Option<Seen> {
        self.sitting.with_value(|sitting| Some(Seen::of(sitting, by, browser::now())))
    }

    fn play(&self, seat: Seat, action: &str) -> bool {
        let eyes = self.eyes();
        let played =
            self.try_at(|sitting| sitting.play(seat, action, eyes, browser::now(), &mut Chance));
        let done = played.is_ok();
        self.happened(played);
        done
    }

    fn let_pass(&self, seat: Seat) {
        self.act(Act::LetPass(seat));
    }

    fn past(&self, plies: usize, by: Observer) -> Option<String> {
        self.sitting.with_value(|sitting| sitting.past(plies, by))
    }

    /// Lets whoever is due act.
    fn settle(&self) {
        let desk = self.desk;
        desk.refresh();
        let (over, eyes, secrets) = self
            .sitting
            .with_value(|sitting| (sitting.outcome(), sitting.eyes(), sitting.has_secrets()));
        if over.is_some() {
            return desk.finish();
        }
        for seat in Seat::ALL {
            let due = desk.glance(|seen| seen.is_computer(seat) && seen.acting[seat.index()]);
            if due && !desk.thinking.get_untracked() {
                self.think(seat);
            }
        }
        let person = desk.glance(|seen| {
            let may = |seat: &Seat| !seen.is_computer(*seat) && seen.acting[seat.index()];
            Seat::ALL.into_iter().find(may)
        });
        let Some(seat) = person else {
            desk.mine.set(None);
            return;
        };
        if self.eyes() != eyes {
            if secrets {
                // What this one sees the other one must not.
                return desk.draw_curtain(seat);
            }
            desk.look_as(eyes);
        }
        desk.let_act(seat);
    }
}
