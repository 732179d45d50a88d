//! A mistake tried again: the board stands before it, and the computer judges what is played.

use abaque_client::study::{Id, Judged, Look, Verdict};
use abaque_client::words::study as texts;
use leptos::prelude::*;

use super::session::Session;
use crate::context::context;
use crate::engine::Engine;

/// How long a try is looked at, in milliseconds a position.
const JUDGING: u64 = 500;

/// How a try stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stand {
    /// Nothing was tried yet.
    Waits,
    /// The computer looks at it.
    Judging,
    /// It gives so much away.
    Bad(f64),
    /// Good, but the turn is not over.
    GoesOn,
    /// As good as the best.
    Good,
    /// The answer was shown.
    Shown,
}

/// A mistake being tried again.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trial {
    /// The place before it.
    before: Id,
    /// Where the next action of the try is played.
    at: Id,
    judged: Judged,
    pub(crate) stand: Stand,
    /// The first ply that was not there before: it goes again unless it was good.
    fresh: Option<Id>,
}

impl Session {
    /// Puts the board before a mistake.
    pub(crate) fn try_again(self, judged: &Judged) {
        self.give_up();
        let main = self.glance(|study| study.main());
        let before = match judged.ply.checked_sub(1) {
            Some(index) => main.get(index).copied().unwrap_or(abaque_client::study::ROOT),
            None => abaque_client::study::ROOT,
        };
        // The computer would give the answer away.
        self.asking.set(false);
        self.rolling.set(false);
        self.go(before);
        let judged = judged.clone();
        self.trial.set(Some(Trial {
            before,
            at: before,
            judged,
            stand: Stand::Waits,
            fresh: None,
        }));
        self.desk.context.say(texts::TRIAL_HELP.get(self.desk.lang()));
    }

    /// Something was played on the board.
    pub(crate) fn tried(self, from: Id, to: Id, new: bool) {
        let due = self.trial.with_untracked(|trial| {
            trial.as_ref().is_some_and(|trial| {
                trial.at == from && matches!(trial.stand, Stand::Waits | Stand::GoesOn)
            })
        });
        let record = self.glance(|study| study.line_record(to));
        let (true, Ok(record)) = (due, record) else { return };
        self.trial.update(|trial| {
            if let Some(trial) = trial {
                trial.stand = Stand::Judging;
                trial.at = to;
                trial.fresh = trial.fresh.or(new.then_some(to));
            }
        });
        let look = Look { record: record.to_string(), millis: JUDGING };
        self.judge.with_value(|judge| {
            judge.ask_once("judge", &look, move |verdict: Result<Verdict, String>| {
                let still = self
                    .trial
                    .try_with_untracked(|trial| trial.as_ref().is_some_and(|trial| trial.at == to));
                if still == Some(true) {
                    self.judged(verdict);
                }
            });
        });
    }

    fn judged(self, verdict: Result<Verdict, String>) {
        let stand = match verdict {
            Err(error) => {
                self.desk.notice.set(Some(error));
                Stand::Waits
            }
            Ok(Verdict { finding: Some(_), loss, .. }) => Stand::Bad(loss),
            Ok(Verdict { goes_on: true, .. }) => Stand::GoesOn,
            Ok(_) => Stand::Good,
        };
        self.trial.update(|trial| {
            if let Some(trial) = trial {
                trial.stand = stand;
                if trial.stand == Stand::Good {
                    trial.fresh = None;
                }
            }
        });
    }

    /// Back to before the mistake; what was no good goes.
    fn once_more(self) {
        let Some(trial) = self.trial.get_untracked() else { return };
        self.trial.set(None);
        if let Some(fresh) = trial.fresh {
            self.delete(fresh);
        }
        self.go(trial.before);
        let (before, judged) = (trial.before, trial.judged);
        self.trial.set(Some(Trial {
            before,
            at: before,
            judged,
            stand: Stand::Waits,
            fresh: None,
        }));
    }

    /// The best line, as a variation.
    fn show_answer(self) {
        self.once_more();
        let Some(mut trial) = self.trial.get_untracked() else { return };
        self.add_line(trial.before, &trial.judged.best);
        trial.stand = Stand::Shown;
        self.trial.set(Some(trial));
    }

    /// Leaves the mistake alone.
    pub(crate) fn give_up(self) {
        self.judge.with_value(Engine::stop);
        let trial = self.trial.get_untracked();
        self.trial.set(None);
        if let Some(fresh) = trial.and_then(|trial| trial.fresh) {
            self.delete(fresh);
        }
    }
}

/// What is asked, and how the try stands.
#[component]
pub(crate) fn TrialBox(session: Session, mistakes: Memo<Vec<Judged>>) -> impl IntoView {
    let context = context();
    let is_on = Memo::new(move |_| session.trial.with(Option::is_some));
    let stand =
        Memo::new(move |_| session.trial.with(|trial| trial.as_ref().map(|it| it.stand.clone())));
    let told = move || match stand.get() {
        Some(Stand::Waits) | None => context.t(texts::TRIAL_HELP).to_owned(),
        Some(Stand::Judging) => context.t(texts::TRIAL_JUDGING).to_owned(),
        Some(Stand::Bad(loss)) => format!("{} {:.0} %.", context.t(texts::TRIAL_BAD), loss * 100.0),
        Some(Stand::GoesOn) => context.t(texts::TRIAL_GOES_ON).to_owned(),
        Some(Stand::Good) => context.t(texts::TRIAL_GOOD).to_owned(),
        Some(Stand::Shown) => {
            let best =
                session.trial.with(|trial| trial.as_ref().map(|it| it.judged.best.join(" ")));
            format!("{} {}", context.t(texts::BETTER), best.unwrap_or_default())
        }
    };
    let class = move || match stand.get() {
        Some(Stand::Good) => "trial good",
        Some(Stand::Bad(_)) => "trial bad",
        _ => "trial",
    };
    let again = move || matches!(stand.get(), Some(Stand::Bad(_) | Stand::Shown));
    let answer = move || !matches!(stand.get(), Some(Stand::Good | Stand::Shown));
    let next = move |_| {
        let here = session.trial.with_untracked(|trial| trial.as_ref().map(|it| it.judged.ply));
        let all = mistakes.get_untracked();
        let after = all.iter().find(|judged| Some(judged.ply) > here).or(all.first());
        if let Some(judged) = after {
            session.try_again(judged);
        }
    };
    view! {
        <Show when=move || is_on.get()>
            <section class=class aria-label=move || context.t(texts::TRIAL)>
                <h2>{move || context.t(texts::TRIAL)}</h2>
                <p role="status">{told}</p>
                <div class="controls">
                    <Show when=again><button type="button" class="primary" on:click=move |_| session.once_more()>{move || context.t(texts::TRY_AGAIN)}</button></Show>
                    <Show when=answer><button type="button" on:click=move |_| session.show_answer()>{move || context.t(texts::SHOW_ANSWER)}</button></Show>
                    <button type="button" on:click=next>{move || context.t(texts::NEXT_MISTAKE)}</button>
                    <button type="button" class="plain" on:click=move |_| session.give_up()>{move || context.t(texts::TRIAL_END)}</button>
                </div>
            </section>
        </Show>
    }
}
