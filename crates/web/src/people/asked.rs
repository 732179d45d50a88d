//! Something a page asks of the server: on its way, there, or in trouble.

use abaque_client::trouble::Trouble;
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;

use crate::context::Context;
use crate::me::{Myself, myself};
use crate::net;

/// An answer that may still be on its way.
pub(super) struct Asked<T: 'static> {
    answer: RwSignal<Option<Result<T, Trouble>>>,
    path: StoredValue<String>,
    myself: Myself,
}

impl<T> Clone for Asked<T> {
    fn clone(&self) -> Asked<T> {
        *self
    }
}

impl<T> Copy for Asked<T> {}

impl<T: Clone + DeserializeOwned + Send + Sync + 'static> Asked<T> {
    /// Asks at once. The path is what follows `/api/v1`.
    pub(super) fn new(path: String) -> Asked<T> {
        let (answer, path) = (RwSignal::new(None), StoredValue::new(path));
        let asked = Asked { answer, path, myself: myself() };
        asked.again();
        asked
    }

    /// Asks again; what is there stays until the new answer comes.
    pub(super) fn again(self) {
        let path = self.path.get_value();
        spawn_local(async move {
            let found = net::get(&path).await;
            let nobody = found.as_ref().is_err_and(|trouble: &Trouble| trouble.is("not-signed-in"));
            // The page may be gone by then.
            let _ = self.answer.try_set(Some(found));
            if nobody {
                // Somebody ended this session from elsewhere.
                self.myself.ask().await;
            }
        });
    }

    /// The answer, followed, where it is there.
    pub(super) fn get(self) -> Option<T> {
        self.answer.with(|answer| answer.as_ref()?.as_ref().ok().cloned())
    }

    /// Shows the answer, or that it is on its way, or what is wrong and a way to ask again.
    pub(super) fn show<V: IntoView + 'static>(
        self,
        context: Context,
        view: impl Fn(T) -> V + Send + 'static,
    ) -> impl Fn() -> AnyView + Send + 'static {
        move || match self.answer.get() {
            None => {
                view! { <p class="loading" role="status">{move || context.t(words::LOADING)}</p> }
                    .into_any()
            }
            Some(Ok(found)) => view(found).into_any(),
            Some(Err(trouble)) => {
                let found = !trouble.is("not-found");
                view! {
                    <p class="notice" role="alert">{move || trouble.tell(context.lang())}</p>
                    {found.then(|| view! {
                        <p class="links"><button type="button" on:click=move |_| self.again()>{move || context.t(words::TRY_AGAIN)}</button></p>
                    })}
                }
                .into_any()
            }
        }
    }
}
