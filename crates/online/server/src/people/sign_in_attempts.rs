//! Limits of password and code attempts. Wrong attempts cannot lock the owner out: the hard limit
//! is per name and address, the limit per name only delays responses, and trusted devices have
//! their own limit.

use std::net::IpAddr;

use abaque_store::PersonId;
use axum::http::{HeaderMap, HeaderValue};

use crate::app::App;
use crate::cookie;
use crate::problem::Problem;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::secret::{self, Secret};

/// A sign-in attempt, possibly from a trusted device.
pub(super) struct SignInAttempt<'a> {
    app: &'a App,
    address: IpAddr,
    name: &'a str,
    /// Device secret, if the browser signed in to this account before.
    device: Option<Secret>,
}

impl<'a> SignInAttempt<'a> {
    /// Fails after too many attempts, and delays attempts for a name under attack. Unknown names
    /// behave the same.
    pub(super) async fn begin(
        app: &'a App,
        headers: &HeaderMap,
        address: IpAddr,
        name: &'a str,
        id: PersonId,
    ) -> Result<SignInAttempt<'a>, Problem> {
        let mut device = cookie::read_device(app.config(), headers);
        let hash = device.as_ref().map(|device| secret::sha256_hex(device.expose()));
        let trusted = match &hash {
            Some(hash) => app.store().is_trusted_device(hash, id).await?,
            None => false,
        };
        match hash {
            Some(hash) if trusted => {
                app.check_rate(LimitedAction::Device, RateKey::Browser(hash))?
            }
            _ => {
                device = None;
                app.check_rate(LimitedAction::SignIn, RateKey::from_address(address))?;
                app.check_rate(LimitedAction::NameAt, RateKey::name_at(name, address))?;
                app.throttle_name(name).await;
            }
        }
        Ok(SignInAttempt { app, address, name, device })
    }

    /// Clears the failed attempts from this address after a success.
    pub(super) fn clear_failures(&self) {
        self.app.reset_attempts(self.name, self.address);
    }

    /// Clears the failures and trusts the browser; returns the device cookie.
    pub(super) async fn complete_sign_in(self, id: PersonId) -> Result<HeaderValue, Problem> {
        self.clear_failures();
        trust_browser(self.app, self.device, id).await
    }
}

/// Trusts a browser, by its device secret or a new one.
pub(super) async fn trust_browser(
    app: &App,
    device: Option<Secret>,
    id: PersonId,
) -> Result<HeaderValue, Problem> {
    let device = device.unwrap_or_else(secret::random_secret);
    app.store().trust_device(&secret::sha256_hex(device.expose()), id, app.now()).await?;
    Ok(cookie::set_device(app.config(), &device))
}

/// Limits attempts per session; other sessions of the person are not affected.
pub(super) fn limit_session(app: &App, session: &str) -> Result<(), Problem> {
    app.check_rate(LimitedAction::Device, RateKey::Browser(session.to_owned()))
}
