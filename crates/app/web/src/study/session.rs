//! An open study: current node, board and storage.

use abaque_client::local::SeatedPlayer;
use abaque_client::player_view::KnownPly;
use abaque_client::{PlayerView, Route, StudySource};
use abaque_core::{Message, Observer, Seat};
use abaque_study::{MAX_LINK_LEN, NodeId, Perspective, ROOT, Study, StudyLink, StudyPosition};
use abaque_table::Timestamp;
use leptos::prelude::*;

use super::mistake_retry::MistakeRetry;
use crate::context::AppContext;
use crate::controller::{BoardController, GameBackend};
use crate::engine::Engine;
use crate::play::game_storage;

/// A study. A `Copy` bundle of signals.
#[derive(Clone, Copy)]
pub(crate) struct StudySession {
    pub(crate) controller: BoardController,
    pub(crate) subject: StoredValue<StudySource>,
    study: StoredValue<Study, LocalStorage>,
    /// Incremented when the tree changes.
    version: RwSignal<u64>,
    /// The current node.
    pub(crate) at: RwSignal<NodeId>,
    pub(crate) perspective: RwSignal<Perspective>,
    /// Whether autoplay runs.
    pub(crate) autoplay: RwSignal<bool>,
    /// Whether live analysis is on.
    pub(crate) engine_on: RwSignal<bool>,
    pub(crate) retry: RwSignal<Option<MistakeRetry>>,
    /// The engine that judges retries.
    pub(crate) judge_engine: StoredValue<Engine, LocalStorage>,
}

impl StudySession {
    pub(crate) fn new(
        subject: StudySource,
        study: Study,
        flipped: bool,
        context: AppContext,
    ) -> StudySession {
        let at = study.cursor();
        let seen = player_view(&study, Perspective::All);
        let controller = BoardController::new(seen, flipped, context);
        let session = StudySession {
            controller,
            subject: StoredValue::new(subject),
            study: StoredValue::new_local(study),
            version: RwSignal::new(0),
            at: RwSignal::new(at),
            perspective: RwSignal::new(Perspective::All),
            autoplay: RwSignal::new(false),
            engine_on: RwSignal::new(false),
            retry: RwSignal::new(None),
            judge_engine: StoredValue::new_local(Engine::default()),
        };
        controller.set_backend(session);
        session.continue_play();
        session
    }

    /// Reads the study, reactive.
    pub(crate) fn with<T>(self, look: impl FnOnce(&Study) -> T) -> T {
        self.version.track();
        self.study.with_value(look)
    }

    /// Reads the study, untracked.
    pub(crate) fn with_untracked<T>(self, look: impl FnOnce(&Study) -> T) -> T {
        self.study.with_value(look)
    }

    /// Changes the study and stores it.
    pub(crate) fn change<T>(self, change: impl FnOnce(&mut Study) -> T) -> Option<T> {
        let mut result = None;
        self.study.update_value(|study| result = Some(change(study)));
        self.version.update(|version| *version += 1);
        self.save();
        result
    }

    /// The position at the current node, reactive.
    pub(crate) fn place(self) -> StudyPosition {
        let at = self.at.get();
        self.with(|study| study.position_at(at))
    }

    /// Goes to a node; a single step forward is animated.
    pub(crate) fn go_to(self, to: NodeId) {
        let from = self.at.get_untracked();
        if to == from || !self.with_untracked(|study| study.contains(to)) {
            return;
        }
        self.study.update_value(|study| study.go_to(to));
        let ahead = self.with_untracked(|study| study.parent(to)) == Some(from);
        let busy = self.controller.is_animating();
        self.controller.cancel_scheduled();
        let shown = self.perspective.get_untracked();
        let step = self.with_untracked(|study| study.step_to(to, shown)).filter(|_| ahead && !busy);
        self.at.set(to);
        match step {
            Some(step) => self.controller.show_steps(vec![step]),
            None => self.show_current(),
        }
    }

    fn show_current(self) {
        self.controller.show_current();
        self.continue_play();
    }

    pub(crate) fn forward(self) -> bool {
        let at = self.at.get_untracked();
        let next = self.with_untracked(|study| study.children(at).first().copied());
        if let Some(next) = next {
            self.go_to(next);
        }
        next.is_some()
    }

    pub(crate) fn back(self) {
        let at = self.at.get_untracked();
        if let Some(parent) = self.with_untracked(|study| study.parent(at)) {
            self.go_to(parent);
        }
    }

    pub(crate) fn go_to_start(self) {
        self.go_to(ROOT);
    }

    pub(crate) fn go_to_end(self) {
        let at = self.at.get_untracked();
        self.go_to(self.with_untracked(|study| study.line_end(at)));
    }

    /// Goes to the same turn in another variation.
    pub(crate) fn go_to_sibling(self, down: bool) {
        let at = self.at.get_untracked();
        let other = self.with_untracked(|study| {
            let siblings = study.children(study.parent(at)?);
            let here = siblings.iter().position(|&id| id == at)?;
            let there = if down { here + 1 } else { here.checked_sub(1)? };
            siblings.get(there).copied()
        });
        if let Some(other) = other {
            self.go_to(other);
        }
    }

    /// Changes the observer.
    pub(crate) fn set_perspective(self, shown: Perspective) {
        self.perspective.set(shown);
        self.controller.set_observer(match shown {
            Perspective::All => Observer::Spectator,
            Perspective::As(by) => by,
        });
        self.continue_play();
    }

    /// Adds a line after a node and goes to its first ply.
    pub(crate) fn add_line(self, after: NodeId, line: &[String]) {
        let added = self.change(|study| study.add_line(after, line));
        self.go_to_added(added);
    }

    fn go_to_added(self, added: Option<Result<NodeId, Message>>) -> bool {
        match added {
            Some(Ok(id)) => {
                self.go_to(id);
                true
            }
            Some(Err(why)) => {
                self.controller.show_refusal(why.get(self.controller.lang()));
                false
            }
            None => false,
        }
    }

    /// Deletes a ply and what follows.
    pub(crate) fn delete(self, id: NodeId) {
        self.change(|study| study.delete(id));
        let at = self.with_untracked(Study::cursor);
        if at != self.at.get_untracked() {
            self.controller.cancel_scheduled();
            self.at.set(at);
            self.show_current();
        }
    }

    /// Cancels everything scheduled; called when the page closes.
    pub(crate) fn leave(self) {
        self.judge_engine.with_value(Engine::stop);
        self.controller.cancel_scheduled();
    }

    /// The link to this study, and whether it is complete; `None` if it would be too long.
    pub(crate) fn link(self) -> Option<(Route, bool)> {
        let (whole, line) = self.with_untracked(|study| {
            (
                StudyLink::from_study(study).to_query(),
                StudyLink::from_current_line(study).to_query(),
            )
        });
        let route = |query: String| Route::Study(StudySource::Link(query));
        if whole.len() <= MAX_LINK_LEN {
            return Some((route(whole), true));
        }
        (line.len() <= MAX_LINK_LEN).then(|| (route(line), false))
    }

    /// Stores the study of a local game beside the game; any other study is kept in the address.
    fn save(self) {
        match self.subject.get_value() {
            StudySource::Saved(id) => {
                let saved =
                    self.with_untracked(|study| game_storage::save_notes(id, &study.to_text()));
                if !saved {
                    let text = abaque_client::words::NO_STORAGE.get(self.controller.lang());
                    self.controller.notice.set(Some(text.to_owned()));
                }
            }
            StudySource::Link(_) | StudySource::Game(_) => {
                if let Some((route, true)) = self.link() {
                    self.controller.context.replace_address(&route);
                }
            }
        }
    }
}

impl GameBackend for StudySession {
    fn player_view(&self, _: Observer) -> Option<PlayerView> {
        let shown = self.perspective.get_untracked();
        Some(self.with_untracked(|study| player_view(study, shown)))
    }

    fn play(&self, _: Seat, action: &str) -> bool {
        let at = self.at.get_untracked();
        let known = self.with_untracked(|study| study.children(at).to_vec());
        let added = self.change(|study| study.add(at, action));
        let to = match &added {
            Some(Ok(id)) => Some(*id),
            _ => None,
        };
        let played = self.go_to_added(added);
        if let Some(to) = to {
            self.handle_retry_ply(at, to, !known.contains(&to));
        }
        played
    }

    fn let_pass(&self, seat: Seat) {
        let lapse = self.controller.with_untracked(|seen| seen.game.window_default());
        if let Some(lapse) = lapse {
            self.play(seat, &lapse);
        }
    }

    fn continue_play(&self) {
        let acting = self.with_untracked(|study| study.position_at(study.cursor()).seat_to_act());
        self.controller.refresh();
        match acting {
            Some(seat) => self.controller.enable_input(seat),
            None => self.controller.acting_seat.set(None),
        }
    }

    fn is_real_game(&self) -> bool {
        false
    }
}

fn player_view(study: &Study, shown: Perspective) -> PlayerView {
    let at = study.cursor();
    let place = study.position_at(at);
    let outcome = study.outcome_at(at, &place);
    let acting = place.seat_to_act();
    let plies = study
        .path(at)
        .into_iter()
        .filter_map(|id| Some(KnownPly { ply: study.ply(id)?.to_owned(), seat: study.seat(id) }));
    let player = |name: &str, computer: &str| SeatedPlayer {
        name: study.tag(name).map(String::from),
        computer: study.tag(computer).and_then(|kind| kind.parse().ok()),
    };
    PlayerView {
        observer: match shown {
            Perspective::All => Observer::Spectator,
            Perspective::As(by) => by,
        },
        own_seat: None,
        players: [player("First", "ComputerFirst"), player("Second", "ComputerSecond")],
        has_secrets: false,
        view: study.view_at(at, shown),
        plies: plies.collect(),
        acting: Seat::ALL.map(|seat| acting == Some(seat)),
        clock_readings: None,
        at: Timestamp(0),
        window: None,
        is_interrupting: false,
        outcome,
        game: place.game,
    }
}
