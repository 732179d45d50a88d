//! A lesson on a live board: what is asked for is awaited, what is wrong is answered, what follows plays itself.

use abaque_client::{Seen, tried};
use abaque_core::{BadText, Observer, Seat};
use abaque_lessons::{Heard, Lesson, Step, Walk};
use leptos::prelude::*;

use super::learn;
use crate::context::Context;
use crate::desk::{Desk, Host};
use crate::sound::Sound;

/// Wrong answers after which the right one is shown on request.
const TRIES: u32 = 2;

/// What the text beside the board says now.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Now {
    pub(super) at: usize,
    /// Whether the task is done, or there is none.
    pub(super) done: bool,
    /// Whether the answer may be shown.
    pub(super) may_show: bool,
    /// What the last answer was told.
    pub(super) told: Option<String>,
    /// Whether the lesson is over.
    pub(super) over: bool,
}

/// A lesson on a live board. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(super) struct Lecture {
    pub(super) desk: Desk,
    walk: StoredValue<Walk, LocalStorage>,
    pub(super) now: RwSignal<Now>,
}

impl Lecture {
    /// Lays a lesson out.
    pub(super) fn new(lesson: Lesson, context: Context) -> Result<Lecture, BadText> {
        let walk = Walk::new(lesson)?;
        let desk = Desk::new(seen(&walk), false, context);
        let walk = StoredValue::new_local(walk);
        let lecture = Lecture { desk, walk, now: RwSignal::new(Now::default()) };
        desk.serve(lecture);
        lecture.arrive();
        Ok(lecture)
    }

    /// Looks at the walk.
    pub(super) fn with<T>(self, look: impl FnOnce(&Walk) -> T) -> T {
        self.walk.with_value(look)
    }

    /// The step, followed.
    pub(super) fn step(self) -> Step {
        self.now.track();
        self.with(|walk| walk.step().clone())
    }

    /// Goes on: to the next step, or past the last one.
    pub(super) fn next(self) {
        let (at, last, game) =
            self.with(|walk| (walk.at(), walk.is_last(), walk.game().info().name));
        if last {
            let id = self.with(|walk| walk.lesson().id.clone());
            learn(|learning| learning.finish(game, &id));
            self.desk.sound(Sound::End);
            self.now.update(|now| now.over = true);
        } else {
            self.go(at + 1);
        }
    }

    /// Goes to a step.
    pub(super) fn go(self, at: usize) {
        let mut wrong = None;
        self.walk.update_value(|walk| wrong = walk.go(at).err());
        if let Some(error) = wrong {
            return self.desk.refuse(error.said.get(self.desk.lang()));
        }
        self.arrive();
    }

    /// Plays the answer.
    pub(super) fn show(self) {
        let (seat, answer) = self.with(|walk| (walk.learner(), walk.answer()));
        if let (Some(seat), Some(answer)) = (seat, answer) {
            self.play(seat, &answer);
        }
    }

    /// A step begins: its board, what it points out, its words.
    fn arrive(self) {
        let desk = self.desk;
        desk.new_era();
        desk.put_back();
        desk.lay_out(self.with(|walk| walk.game().spec()));
        let (at, step) = self.with(|walk| (walk.at(), walk.step().clone()));
        desk.jump();
        desk.pointed.set(step.point);
        self.now.set(Now { at, ..Now::default() });
        desk.context.say(&step.text.plain(desk.lang()));
        self.settle();
    }

    /// An answer was wrong, or against the rules: it is said why, and one may try again.
    fn not_that(self, why: &str) {
        self.desk.sound(Sound::No);
        self.desk.asked.set(Vec::new());
        self.desk.context.say(why);
        let may_show = self.with(|walk| walk.tries() >= TRIES);
        self.now.update(|now| {
            now.told = Some(why.to_owned());
            now.may_show = may_show;
        });
        self.settle();
    }
}

impl Host for Lecture {
    fn seen(&self, _by: Observer) -> Option<Seen> {
        Some(self.with(seen))
    }

    fn play(&self, _seat: Seat, action: &str) -> bool {
        let lang = self.desk.lang();
        let (before, eyes) = self.with(|walk| (walk.game().boxed(), walk.eyes()));
        let mut heard = None;
        self.walk.update_value(|walk| heard = Some(walk.play(action)));
        match heard {
            Some(Ok(Heard::Right(plies))) => {
                let steps = tried::steps(&*before, &plies, eyes).unwrap_or_default();
                self.desk.pointed.set(Vec::new());
                self.now.update(|now| now.told = None);
                self.desk.happened(steps);
                return true;
            }
            Some(Ok(Heard::Wrong(text))) => self.not_that(&text.plain(lang)),
            Some(Err(refused)) => self.not_that(&refused.tell(lang)),
            None => {}
        }
        false
    }

    /// Every action is awaited one by one.
    fn counts(&self) -> bool {
        false
    }

    fn let_pass(&self, seat: Seat) {
        self.play(seat, "go");
    }

    /// Everything was shown: the learner acts, or hears that it is done.
    fn settle(&self) {
        let desk = self.desk;
        desk.refresh();
        let (learner, done) = self.with(|walk| (walk.learner(), walk.is_done()));
        if done && !self.now.with_untracked(|now| now.done) {
            let after = self.with(|walk| walk.step().task.as_ref().map(|task| task.after.clone()));
            let told = after.map(|after| after.plain(desk.lang()));
            if let Some(told) = &told {
                desk.context.say(told);
            }
            self.now.update(|now| {
                now.done = true;
                now.told = told;
            });
        }
        match learner {
            Some(seat) => desk.let_act(seat),
            None => desk.mine.set(None),
        }
    }
}

fn seen(walk: &Walk) -> Seen {
    tried::seen(walk.game(), walk.eyes(), walk.learner())
}
