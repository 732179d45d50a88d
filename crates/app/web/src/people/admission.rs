//! Who may come in to this server.

use abaque_protocol::rest::{Admission, RegistrationMode};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api;

/// What the server says about it; `None` until it has answered. Where it cannot be asked, the forms
/// are shown, and sending one says what is wrong.
pub(super) fn fetch_admission() -> RwSignal<Option<Admission>> {
    let admission = RwSignal::new(None);
    spawn_local(async move {
        let open = Admission { registration: RegistrationMode::Open, guests: true };
        let told = api::get::<Admission>("/admission").await.unwrap_or(open);
        let _ = admission.try_set(Some(told));
    });
    admission
}
