//! A study at this screen: where one is in it, what is tried on its board, and where it is kept.

use abaque_client::local::Player;
use abaque_client::seen::Line;
use abaque_client::study::{Id, Link, MAX_LINK, Place, ROOT, Shown, Study};
use abaque_client::{Route, Seen, Subject};
use abaque_core::{Observer, Said, Seat};
use abaque_table::At;
use leptos::prelude::*;

use super::trial::Trial;
use crate::context::Context;
use crate::desk::{Desk, Host};
use crate::engine::Engine;
use crate::play::store;

/// A study. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) desk: Desk,
    pub(crate) subject: StoredValue<Subject>,
    study: StoredValue<Study, LocalStorage>,
    /// Changes with the tree.
    version: RwSignal<u64>,
    /// Where one is.
    pub(crate) at: RwSignal<Id>,
    pub(crate) shown: RwSignal<Shown>,
    /// Whether the line goes on by itself.
    pub(crate) rolling: RwSignal<bool>,
    /// Whether the computer is asked.
    pub(crate) asking: RwSignal<bool>,
    pub(crate) trial: RwSignal<Option<Trial>>,
    /// What judges what is tried.
    pub(crate) judge: StoredValue<Engine, LocalStorage>,
}

impl Session {
    pub(crate) fn new(subject: Subject, study: Study, flipped: bool, context: Context) -> Session {
        let at = study.cursor();
        let seen = seen(&study, Shown::All);
        let desk = Desk::new(seen, flipped, context);
        let session = Session {
            desk,
            subject: StoredValue::new(subject),
            study: StoredValue::new_local(study),
            version: RwSignal::new(0),
            at: RwSignal::new(at),
            shown: RwSignal::new(Shown::All),
            rolling: RwSignal::new(false),
            asking: RwSignal::new(false),
            trial: RwSignal::new(None),
            judge: StoredValue::new_local(Engine::default()),
        };
        desk.serve(session);
        session.settle();
        session
    }

    /// Looks at the study, followed.
    pub(crate) fn with<T>(self, look: impl FnOnce(&Study) -> T) -> T {
        self.version.track();
        self.study.with_value(look)
    }

    /// Looks at the study as it is now.
    pub(crate) fn glance<T>(self, look: impl FnOnce(&Study) -> T) -> T {
        self.study.with_value(look)
    }

    /// Changes the study and keeps it.
    pub(crate) fn change<T>(self, change: impl FnOnce(&mut Study) -> T) -> Option<T> {
        let mut result = None;
        self.study.update_value(|study| result = Some(change(study)));
        self.version.update(|version| *version += 1);
        self.keep();
        result
    }

    /// The game where one is, followed.
    pub(crate) fn place(self) -> Place {
        let at = self.at.get();
        self.with(|study| study.place(at))
    }

    /// Goes somewhere: a single step forward is seen happening.
    pub(crate) fn go(self, to: Id) {
        let from = self.at.get_untracked();
        if to == from || !self.glance(|study| study.has(to)) {
            return;
        }
        self.study.update_value(|study| study.go(to));
        let ahead = self.glance(|study| study.parent(to)) == Some(from);
        let busy = self.desk.is_busy();
        self.desk.new_era();
        let shown = self.shown.get_untracked();
        let step = self.glance(|study| study.step(to, shown)).filter(|_| ahead && !busy);
        self.at.set(to);
        match step {
            Some(step) => self.desk.happened(vec![step]),
            None => self.jump(),
        }
    }

    fn jump(self) {
        self.desk.jump();
        self.settle();
    }

    pub(crate) fn forward(self) -> bool {
        let at = self.at.get_untracked();
        let next = self.glance(|study| study.next(at).first().copied());
        if let Some(next) = next {
            self.go(next);
        }
        next.is_some()
    }

    pub(crate) fn back(self) {
        let at = self.at.get_untracked();
        if let Some(parent) = self.glance(|study| study.parent(at)) {
            self.go(parent);
        }
    }

    pub(crate) fn first(self) {
        self.go(ROOT);
    }

    pub(crate) fn last(self) {
        let at = self.at.get_untracked();
        self.go(self.glance(|study| study.end(at)));
    }

    /// The same turn in another variation.
    pub(crate) fn beside(self, down: bool) {
        let at = self.at.get_untracked();
        let other = self.glance(|study| {
            let siblings = study.next(study.parent(at)?);
            let here = siblings.iter().position(|&id| id == at)?;
            let there = if down { here + 1 } else { here.checked_sub(1)? };
            siblings.get(there).copied()
        });
        if let Some(other) = other {
            self.go(other);
        }
    }

    /// Other eyes look.
    pub(crate) fn look(self, shown: Shown) {
        self.shown.set(shown);
        self.desk.look_as(match shown {
            Shown::All => Observer::Spectator,
            Shown::As(by) => by,
        });
        self.settle();
    }

    /// Adds a line after a place and goes to its first ply.
    pub(crate) fn add_line(self, after: Id, line: &[String]) {
        let added = self.change(|study| study.add_line(after, line));
        self.settle_on(added);
    }

    fn settle_on(self, added: Option<Result<Id, Said>>) -> bool {
        match added {
            Some(Ok(id)) => {
                self.go(id);
                true
            }
            Some(Err(why)) => {
                self.desk.refuse(why.get(self.desk.lang()));
                false
            }
            None => false,
        }
    }

    /// Takes a ply out.
    pub(crate) fn delete(self, id: Id) {
        self.change(|study| study.delete(id));
        let at = self.glance(Study::cursor);
        if at != self.at.get_untracked() {
            self.desk.new_era();
            self.at.set(at);
            self.jump();
        }
    }

    /// What was planned no longer holds: the page is left.
    pub(crate) fn leave(self) {
        self.judge.with_value(Engine::stop);
        self.desk.new_era();
    }

    /// The link to this study, and whether it holds everything; nothing if it would be too long.
    pub(crate) fn link(self) -> Option<(Route, bool)> {
        let (whole, line) =
            self.glance(|study| (Link::to(study).query(), Link::to_line(study).query()));
        let route = |query: String| Route::Study(Subject::Link(query));
        if whole.len() <= MAX_LINK {
            return Some((route(whole), true));
        }
        (line.len() <= MAX_LINK).then(|| (route(line), false))
    }

    /// A study of a kept game is kept beside it; another one is in the page's address.
    fn keep(self) {
        match self.subject.get_value() {
            Subject::Kept(id) => {
                let kept = self.glance(|study| store::keep_notes(id, &study.text()));
                if !kept {
                    let text = abaque_client::words::NO_STORAGE.get(self.desk.lang());
                    self.desk.notice.set(Some(text.to_owned()));
                }
            }
            Subject::Link(_) | Subject::Game(_) => {
                if let Some((route, true)) = self.link() {
                    self.desk.context.stay_at(&route);
                }
            }
        }
    }
}

impl Host for Session {
    fn seen(&self, _: Observer) -> Option<Seen> {
        let shown = self.shown.get_untracked();
        Some(self.glance(|study| seen(study, shown)))
    }

    fn play(&self, _: Seat, action: &str) -> bool {
        let at = self.at.get_untracked();
        let known = self.glance(|study| study.next(at).to_vec());
        let added = self.change(|study| study.add(at, action));
        let to = match &added {
            Some(Ok(id)) => Some(*id),
            _ => None,
        };
        let played = self.settle_on(added);
        if let Some(to) = to {
            self.tried(at, to, !known.contains(&to));
        }
        played
    }

    fn let_pass(&self, seat: Seat) {
        let lapse = self.desk.glance(|seen| seen.game.lapse());
        if let Some(lapse) = lapse {
            self.play(seat, &lapse);
        }
    }

    fn settle(&self) {
        let acting = self.glance(|study| study.place(study.cursor()).acting());
        self.desk.refresh();
        match acting {
            Some(seat) => self.desk.let_act(seat),
            None => self.desk.mine.set(None),
        }
    }

    fn counts(&self) -> bool {
        false
    }
}

fn seen(study: &Study, shown: Shown) -> Seen {
    let at = study.cursor();
    let place = study.place(at);
    let outcome = study.outcome_at(at, &place);
    let acting = place.acting();
    let plies = study
        .path(at)
        .into_iter()
        .filter_map(|id| Some(Line { ply: study.ply(id)?.to_owned(), seat: study.seat(id) }));
    let player = |name: &str, computer: &str| Player {
        name: study.tag(name).map(String::from),
        computer: study.tag(computer).and_then(|kind| kind.parse().ok()),
    };
    Seen {
        by: match shown {
            Shown::All => Observer::Spectator,
            Shown::As(by) => by,
        },
        players: [player("First", "ComputerFirst"), player("Second", "ComputerSecond")],
        secrets: false,
        view: study.view(at, shown),
        plies: plies.collect(),
        acting: Seat::ALL.map(|seat| acting == Some(seat)),
        dials: None,
        at: At(0),
        window: None,
        outcome,
        game: place.game,
    }
}
