//! A puzzle on a live board: answers are judged, replies play themselves, what comes of it is counted.

use abaque_catalog::AnyGame;
use abaque_client::puzzling::Result as Left;
use abaque_client::{Seen, tried, words};
use abaque_core::{BadText, Observer, Seat, Turn, Words};
use abaque_draw::When;
use abaque_puzzles::{Ask, Attempt, Puzzle, Verdict};
use leptos::prelude::*;

use super::puzzle;
use crate::context::Context;
use crate::desk::{Desk, Host};
use crate::sound::Sound;

/// How far one has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Phase {
    /// Not solved yet.
    #[default]
    Open,
    /// Solved.
    Solved,
    /// The solution was shown.
    Shown,
}

/// What is said beside the board now.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Now {
    pub(super) phase: Phase,
    pub(super) told: Option<String>,
    /// Whether what is told is good news.
    pub(super) good: bool,
    /// How the level changed, once it is decided.
    pub(super) change: Option<i32>,
    /// Whether a part of the answer is played.
    pub(super) begun: bool,
}

/// A puzzle on a live board. Everything in it is a handle, so it is copied freely.
#[derive(Clone, Copy)]
pub(super) struct Solving {
    pub(super) desk: Desk,
    attempt: StoredValue<Attempt, LocalStorage>,
    /// The day whose puzzle it is.
    day: Option<u32>,
    hinted: StoredValue<bool>,
    pub(super) now: RwSignal<Now>,
}

impl Solving {
    /// Lays a puzzle out.
    pub(super) fn new(
        puzzle: &Puzzle,
        day: Option<u32>,
        context: Context,
    ) -> Result<Solving, BadText> {
        let attempt = Attempt::new(puzzle)?;
        let flipped = attempt.solver() == Seat::Second;
        let desk = Desk::new(seen(&attempt, false), flipped, context);
        let solving = Solving {
            desk,
            attempt: StoredValue::new_local(attempt),
            day,
            hinted: StoredValue::new(false),
            now: RwSignal::new(Now::default()),
        };
        desk.serve(solving);
        solving.settle();
        Ok(solving)
    }

    /// Looks at the attempt.
    pub(super) fn with<T>(self, look: impl FnOnce(&Attempt) -> T) -> T {
        self.attempt.with_value(look)
    }

    /// Begins anew; nothing is counted by that.
    pub(super) fn start_over(self) {
        if let Ok(attempt) = self.with(|attempt| Attempt::new(attempt.puzzle())) {
            self.attempt.set_value(attempt);
            self.now.update(|now| (now.begun, now.told) = (false, None));
            self.desk.new_era();
            self.desk.put_back();
            self.desk.pointed.set(Vec::new());
            self.desk.jump();
            self.settle();
        }
    }

    /// Points at where the answer begins.
    pub(super) fn hint(self) {
        self.hinted.set_value(true);
        let lang = self.desk.lang();
        if self.with(Attempt::expected).is_none() && self.now.with_untracked(|now| now.begun) {
            self.start_over();
        }
        let (ask, next) = self.with(|attempt| (attempt.puzzle().ask.clone(), attempt.expected()));
        let (squares, said) = match (ask, next) {
            (Ask::Certain { place, .. }, _) => {
                let field = place.split(':').next().unwrap_or_default().to_owned();
                (vec![field], words::learn::LOOK_HERE.get(lang).to_owned())
            }
            (ask, Some(next)) => {
                let (spec, view) =
                    (self.desk.spec.get_value(), self.desk.scene.get_untracked().view);
                let touched =
                    abaque_draw::touched(&spec, &view, &next, When::Next).unwrap_or_default();
                let squares = if touched.from.is_empty() { touched.to } else { touched.from };
                let begins = words::learn::BEGINS_SO.get(lang);
                let said = match ask {
                    Ask::Most { pawns, .. } => {
                        format!("{pawns} {} {begins}", words::learn::CAN_TAKE.get(lang))
                    }
                    _ => begins.to_owned(),
                };
                (squares, said)
            }
            (_, None) => return,
        };
        self.desk.pointed.set(squares);
        self.tell(said, true);
    }

    /// Shows the solution, from the beginning.
    pub(super) fn solve(self) {
        self.decide(Left::Failed);
        self.start_over();
        let lang = self.desk.lang();
        let (before, ask) =
            self.with(|attempt| (attempt.game().boxed(), attempt.puzzle().ask.clone()));
        let (plies, answer) = match ask {
            Ask::Line(line) | Ask::Turn(line) => (line.clone(), line.join(" ")),
            Ask::Most { line, .. } => (with_lapses(&*before, &line), line.join(" ")),
            Ask::Certain { place, answer } => {
                let field = place.split(':').next().unwrap_or_default().to_owned();
                self.desk.pointed.set(vec![field]);
                (Vec::new(), super::certain::told(&place, &answer, lang))
            }
        };
        let steps = tried::steps(&*before, &plies, self.eyes()).unwrap_or_default();
        self.now.update(|now| now.phase = Phase::Shown);
        // The board runs ahead of the attempt: it is over, and nobody acts any more.
        self.desk.happened(steps);
        self.tell(format!("{} {answer}", words::learn::SOLUTION_IS.get(lang)), true);
    }

    /// Takes an answer; says whether it was taken.
    pub(super) fn answer(self, action: &str) -> bool {
        let lang = self.desk.lang();
        let before = self.with(|attempt| attempt.game().boxed());
        let mut verdict = None;
        self.attempt.update_value(|attempt| verdict = Some(attempt.answer(action)));
        let plies = |replies: &[String]| {
            let plies = with_lapses(&*before, &[action.to_owned()]);
            let plies: Vec<String> = plies.into_iter().chain(replies.iter().cloned()).collect();
            tried::steps(&*before, &plies, self.eyes()).unwrap_or_default()
        };
        let say = |words: Words| words.get(lang).to_owned();
        let (steps, told) = match verdict {
            Some(Ok(Verdict::Solved)) => {
                self.solved();
                (plies(&[]), Some(say(words::learn::SOLVED)))
            }
            Some(Ok(Verdict::Right(replies))) => {
                (plies(&replies), Some(say(words::learn::RIGHT_GO_ON)))
            }
            Some(Ok(Verdict::GoOn)) => (plies(&[]), Some(say(words::learn::GO_ON))),
            Some(Ok(Verdict::Wrong)) => {
                self.decide(Left::Failed);
                self.now.update(|now| now.begun = false);
                self.desk.sound(Sound::No);
                self.desk.new_era();
                self.desk.put_back();
                self.desk.jump();
                self.settle();
                self.tell(say(words::learn::NOT_THAT), false);
                return false;
            }
            Some(Err(refused)) => {
                self.desk.refuse(&refused.tell(lang));
                return false;
            }
            None => return false,
        };
        self.desk.pointed.set(Vec::new());
        self.now.update(|now| now.begun = true);
        self.desk.happened(steps);
        if let Some(told) = told {
            self.tell(told, true);
        }
        true
    }

    fn solved(self) {
        let id = self.with(|attempt| attempt.puzzle().id.clone());
        self.decide(if self.hinted.get_value() { Left::Hinted } else { Left::Clean });
        puzzle(|puzzling| {
            puzzling.mark_solved(&id);
            if let Some(day) = self.day {
                puzzling.solve_day(day);
            }
        });
        self.desk.sound(Sound::End);
        self.now.update(|now| now.phase = Phase::Solved);
    }

    /// The first thing that happens to a puzzle decides what it counts.
    fn decide(self, left: Left) {
        if self.now.with_untracked(|now| now.change.is_some()) {
            return;
        }
        let (id, rating) =
            self.with(|attempt| (attempt.puzzle().id.clone(), attempt.puzzle().rating));
        let change = puzzle(|puzzling| puzzling.count(&id, rating, left));
        self.now.update(|now| now.change = Some(change));
    }

    fn tell(self, told: String, good: bool) {
        self.desk.context.say(&told);
        self.now.update(|now| (now.told, now.good) = (Some(told), good));
    }

    fn eyes(self) -> Observer {
        self.with(|attempt| Observer::Player(attempt.solver()))
    }
}

impl Host for Solving {
    fn seen(&self, _by: Observer) -> Option<Seen> {
        let begun = self.now.with_untracked(|now| now.begun || now.phase != Phase::Open);
        Some(self.with(|attempt| seen(attempt, begun)))
    }

    fn play(&self, _seat: Seat, action: &str) -> bool {
        self.answer(action)
    }

    /// Everything was shown: the solver goes on, if there is anything left to do.
    fn settle(&self) {
        let open = self.now.with_untracked(|now| now.phase == Phase::Open);
        if open {
            self.desk.refresh();
        }
        let acts = self.with(|attempt| {
            let certain = matches!(attempt.puzzle().ask, Ask::Certain { .. });
            let turn = attempt.game().turn() == Turn::Of(attempt.solver());
            (open && turn && !certain).then(|| attempt.solver())
        });
        match acts {
            Some(seat) => self.desk.let_act(seat),
            None => self.desk.mine.set(None),
        }
    }
}

/// The puzzle as its solver sees it: until something is played, as the puzzle has it, with all they may remember.
fn seen(attempt: &Attempt, begun: bool) -> Seen {
    let solver = attempt.solver();
    let acts = (attempt.game().turn() == Turn::Of(solver)).then_some(solver);
    let seen = tried::seen(attempt.game(), Observer::Player(solver), acts);
    let certain = matches!(attempt.puzzle().ask, Ask::Certain { .. });
    if begun && !certain {
        return seen;
    }
    let view = abaque_catalog::check_view(&attempt.puzzle().game, &attempt.puzzle().position);
    Seen { view: view.unwrap_or_else(|_| seen.view.clone()), ..seen }
}

/// Actions with the windows that close by themselves between them.
fn with_lapses(game: &dyn AnyGame, actions: &[String]) -> Vec<String> {
    let mut game = game.boxed();
    let mut plies = Vec::new();
    for action in actions {
        if game.play(action).is_err() {
            break;
        }
        plies.push(action.clone());
        while let Some(lapse) = game.lapse() {
            if game.play(&lapse).is_err() {
                break;
            }
            plies.push(lapse);
        }
    }
    plies
}
