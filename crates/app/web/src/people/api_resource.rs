//! A value fetched from the server: loading, loaded or failed.

use abaque_client::api_error::ApiError;
use abaque_client::words::people as words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::de::DeserializeOwned;

use crate::api;
use crate::context::AppContext;
use crate::user_context::{UserContext, user_context};

/// A value fetched from the server.
pub(super) struct ApiResource<T: 'static> {
    answer: RwSignal<Option<Result<T, ApiError>>>,
    path: StoredValue<String>,
    user: UserContext,
}

impl<T> Clone for ApiResource<T> {
    fn clone(&self) -> ApiResource<T> {
        *self
    }
}

impl<T> Copy for ApiResource<T> {}

impl<T: Clone + DeserializeOwned + Send + Sync + 'static> ApiResource<T> {
    /// Fetches at once. The path follows `/api/v1`.
    pub(super) fn new(path: String) -> ApiResource<T> {
        let (answer, path) = (RwSignal::new(None), StoredValue::new(path));
        let resource = ApiResource { answer, path, user: user_context() };
        resource.reload();
        resource
    }

    /// Fetches again; the current value stays until the response arrives.
    pub(super) fn reload(self) {
        let path = self.path.get_value();
        spawn_local(async move {
            let found = api::get(&path).await;
            let nobody =
                found.as_ref().is_err_and(|error: &ApiError| error.has_code("not-signed-in"));
            // The page may be gone by now.
            let _ = self.answer.try_set(Some(found));
            if nobody {
                // The session was ended from another browser.
                self.user.refresh().await;
            }
        });
    }

    /// The value, reactive, once loaded.
    pub(super) fn get(self) -> Option<T> {
        self.answer.with(|answer| answer.as_ref()?.as_ref().ok().cloned())
    }

    /// Shows the value, a loading note, or the error with a retry button.
    pub(super) fn show<V: IntoView + 'static>(
        self,
        context: AppContext,
        view: impl Fn(T) -> V + Send + 'static,
    ) -> impl Fn() -> AnyView + Send + 'static {
        move || match self.answer.get() {
            None => {
                view! { <p class="loading" role="status">{move || context.t(words::LOADING)}</p> }
                    .into_any()
            }
            Some(Ok(found)) => view(found).into_any(),
            Some(Err(error)) => {
                let found = !error.has_code("not-found");
                view! {
                    <p class="notice" role="alert">{move || error.to_text(context.lang())}</p>
                    {found.then(|| view! {
                        <p class="links"><button type="button" on:click=move |_| self.reload()>{move || context.t(words::TRY_AGAIN)}</button></p>
                    })}
                }
                .into_any()
            }
        }
    }
}
