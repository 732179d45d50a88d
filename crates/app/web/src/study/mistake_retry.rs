//! Retrying a mistake: the board shows the position before it, and the bot judges the new move.

use abaque_client::local::BoardSentence;
use abaque_client::percent_text::percent;
use abaque_client::words::study as texts;
use abaque_study::{JudgedMove, NodeId, RetryVerdict, ReviewRequest};
use leptos::prelude::*;

use super::session::StudySession;
use crate::context::context;
use crate::controller::ExplanationMarks;
use crate::engine::Engine;

/// Time to judge a position, in milliseconds.
const JUDGE_MILLIS: u64 = 500;

/// State of a retry.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum RetryStatus {
    /// Waiting for a move.
    Waiting,
    /// The bot is judging.
    Judging,
    /// The move loses this much chance, and why.
    Bad(f64, Vec<BoardSentence>),
    /// Good, but the turn is not over.
    GoodSoFar,
    /// As good as the best move.
    Good,
    /// The answer was shown.
    Shown,
}

/// A mistake being retried.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MistakeRetry {
    /// The node before the mistake.
    before: NodeId,
    /// The node from which the next action is played.
    at: NodeId,
    judged: JudgedMove,
    pub(crate) status: RetryStatus,
    /// The first ply the retry added to the tree; deleted unless the move was good.
    first_new_ply: Option<NodeId>,
}

impl StudySession {
    /// Shows the position before a mistake.
    pub(crate) fn start_retry(self, judged: &JudgedMove) {
        self.end_retry();
        let main = self.with_untracked(|study| study.main_line());
        let before = match judged.ply.checked_sub(1) {
            Some(index) => main.get(index).copied().unwrap_or(abaque_study::ROOT),
            None => abaque_study::ROOT,
        };
        // The engine panel would give the answer away.
        self.engine_on.set(false);
        self.autoplay.set(false);
        self.controller.explained.set(ExplanationMarks::default());
        self.wait_for_try(before, judged.clone());
        self.controller.context.announce(texts::TRIAL_HELP.get(self.controller.lang()));
    }

    /// Handles a ply played on the board.
    pub(crate) fn handle_retry_ply(self, from: NodeId, to: NodeId, new: bool) {
        let due = self.retry.with_untracked(|retry| {
            retry.as_ref().is_some_and(|retry| {
                retry.at == from
                    && matches!(retry.status, RetryStatus::Waiting | RetryStatus::GoodSoFar)
            })
        });
        let record = self.with_untracked(|study| study.line_record(to));
        let (true, Ok(record)) = (due, record) else { return };
        self.retry.update(|retry| {
            if let Some(retry) = retry {
                retry.status = RetryStatus::Judging;
                retry.at = to;
                retry.first_new_ply = retry.first_new_ply.or(new.then_some(to));
            }
        });
        let look = ReviewRequest { record: record.to_string(), millis: JUDGE_MILLIS };
        self.judge_engine.with_value(|judge| {
            judge.request("judge", &look, move |verdict: Result<RetryVerdict, String>| {
                let still = self
                    .retry
                    .try_with_untracked(|retry| retry.as_ref().is_some_and(|retry| retry.at == to));
                if still == Some(true) {
                    self.handle_verdict(verdict);
                }
            });
        });
    }

    fn handle_verdict(self, verdict: Result<RetryVerdict, String>) {
        let stand = match verdict {
            Err(error) => {
                self.controller.notice.set(Some(error));
                RetryStatus::Waiting
            }
            Ok(RetryVerdict { finding: Some(_), loss, explanation, .. }) => {
                self.controller.explained.set(ExplanationMarks::of(&explanation, true));
                let told = explanation.into_iter().filter(|told| told.after).collect();
                RetryStatus::Bad(loss, told)
            }
            Ok(RetryVerdict { goes_on: true, .. }) => RetryStatus::GoodSoFar,
            Ok(_) => RetryStatus::Good,
        };
        self.retry.update(|retry| {
            if let Some(retry) = retry {
                retry.status = stand;
                if retry.status == RetryStatus::Good {
                    retry.first_new_ply = None;
                }
            }
        });
    }

    /// Returns to before the mistake and deletes a bad try.
    fn restart_retry(self) {
        let Some(retry) = self.retry.get_untracked() else { return };
        self.retry.set(None);
        if let Some(fresh) = retry.first_new_ply {
            self.delete(fresh);
        }
        self.wait_for_try(retry.before, retry.judged);
    }

    /// Shows the position before the mistake and waits for another move.
    fn wait_for_try(self, before: NodeId, judged: JudgedMove) {
        self.go_to(before);
        let status = RetryStatus::Waiting;
        self.retry.set(Some(MistakeRetry {
            before,
            at: before,
            judged,
            status,
            first_new_ply: None,
        }));
    }

    /// Adds the best line as a variation.
    fn show_answer(self) {
        self.restart_retry();
        let Some(mut retry) = self.retry.get_untracked() else { return };
        self.add_line(retry.before, &retry.judged.best);
        let told = &retry.judged.explanation;
        self.controller.explained.set(ExplanationMarks::of(told, false));
        retry.status = RetryStatus::Shown;
        self.retry.set(Some(retry));
    }

    /// Ends the retry.
    pub(crate) fn end_retry(self) {
        self.judge_engine.with_value(Engine::stop);
        let retry = self.retry.get_untracked();
        self.retry.set(None);
        if let Some(fresh) = retry.and_then(|retry| retry.first_new_ply) {
            self.delete(fresh);
        }
    }
}

/// The task, and the state of the retry.
#[component]
pub(crate) fn RetryBox(session: StudySession, mistakes: Memo<Vec<JudgedMove>>) -> impl IntoView {
    let context = context();
    let is_on = Memo::new(move |_| session.retry.with(Option::is_some));
    let stand =
        Memo::new(move |_| session.retry.with(|retry| retry.as_ref().map(|it| it.status.clone())));
    let status_text = move || match stand.get() {
        Some(RetryStatus::Waiting) | None => context.t(texts::TRIAL_HELP).to_owned(),
        Some(RetryStatus::Judging) => context.t(texts::TRIAL_JUDGING).to_owned(),
        Some(RetryStatus::Bad(loss, told)) => {
            let cost = percent(loss, context.lang());
            let bad = context.t(texts::TRIAL_BAD).replace("{percent}", &cost);
            // What only the answer would do stays hidden.
            format!("{bad} {}", BoardSentence::join(&told, context.lang()))
        }
        Some(RetryStatus::GoodSoFar) => context.t(texts::TRIAL_GOES_ON).to_owned(),
        Some(RetryStatus::Good) => context.t(texts::TRIAL_GOOD).to_owned(),
        Some(RetryStatus::Shown) => {
            let judged = session.retry.with(|retry| retry.as_ref().map(|it| it.judged.clone()));
            let (best, why) = judged.map_or_else(Default::default, |judged| {
                let why = BoardSentence::join(&judged.explanation, context.lang());
                (judged.best.join(" "), why)
            });
            format!("{} {best}. {why}", context.t(texts::BETTER))
        }
    };
    let class = move || match stand.get() {
        Some(RetryStatus::Good) => "trial good",
        Some(RetryStatus::Bad(..)) => "trial bad",
        _ => "trial",
    };
    let again = move || matches!(stand.get(), Some(RetryStatus::Bad(..) | RetryStatus::Shown));
    let answer = move || !matches!(stand.get(), Some(RetryStatus::Good | RetryStatus::Shown));
    let next = move |_| {
        let here = session.retry.with_untracked(|retry| retry.as_ref().map(|it| it.judged.ply));
        let all = mistakes.get_untracked();
        let after = all.iter().find(|judged| Some(judged.ply) > here).or(all.first());
        if let Some(judged) = after {
            session.start_retry(judged);
        }
    };
    view! {
        <Show when=move || is_on.get()>
            <section class=class aria-label=move || context.t(texts::TRIAL)>
                <h2>{move || context.t(texts::TRIAL)}</h2>
                <p role="status">{status_text}</p>
                <div class="controls">
                    <Show when=again><button type="button" class="primary" on:click=move |_| session.restart_retry()>{move || context.t(texts::TRY_AGAIN)}</button></Show>
                    <Show when=answer><button type="button" on:click=move |_| session.show_answer()>{move || context.t(texts::SHOW_ANSWER)}</button></Show>
                    <button type="button" on:click=next>{move || context.t(texts::NEXT_MISTAKE)}</button>
                    <button type="button" class="plain" on:click=move |_| session.end_retry()>{move || context.t(texts::TRIAL_END)}</button>
                </div>
            </section>
        </Show>
    }
}
