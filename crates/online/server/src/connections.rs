//! Registry of long-lived connections by the session or token that opened them. When the credential
//! is revoked, by this or another process on the store, they are closed.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use abaque_core::message;
use abaque_rooms::RequestError;
use abaque_store::{CredentialState, PersonId, Store, StoreError};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::auth::{AuthMethod, AuthUser};
use crate::problem::{self, Problem};
use crate::rate_limit::network_of;

/// Poll interval for credentials revoked by other processes.
pub(crate) const REVOCATION_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Maximum age of the last revocation check when a client acts over a connection.
const MAX_REVOCATION_AGE: Duration = Duration::from_secs(1);

/// Maximum sockets and streams per person.
const MAX_CONNECTIONS_PER_PERSON: usize = 64;

/// Why a connection is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Revocation {
    /// The session ended: sign-out, new password, other account, or deleted account.
    SessionEnded,
    /// The token was deleted.
    TokenDeleted,
    /// The person was banned, for this reason.
    Banned(String),
}

impl Revocation {
    /// Close code in the application range.
    pub(crate) fn close_code(&self) -> u16 {
        match self {
            Revocation::SessionEnded | Revocation::TokenDeleted => 4401,
            Revocation::Banned(_) => 4403,
        }
    }

    /// The error sent to the client.
    pub(crate) fn refusal(&self) -> RequestError {
        match self {
            Revocation::SessionEnded => RequestError::new(
                "session-ended",
                401,
                message!(
                    "this session has ended; sign in again",
                    "cette session est terminée\u{a0}; reconnectez-vous"
                ),
            ),
            Revocation::TokenDeleted => RequestError::new(
                "token-deleted",
                401,
                message!("this token was deleted", "ce jeton a été supprimé"),
            ),
            Revocation::Banned(reason) => RequestError::new(
                "banned",
                403,
                message!(
                    "you are banned from this server: {reason}",
                    "vous êtes exclu de ce serveur\u{a0}: {reason}"
                ),
            ),
        }
    }
}

/// Credential of a connection, by the hash of its secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Credential {
    Session(String),
    Token(String),
}

struct OpenConnection {
    /// `None` for an anonymous spectator, who has nothing to revoke.
    owner: Option<(Credential, PersonId)>,
    address: IpAddr,
    revoked: Arc<RevocationSignal>,
}

/// Tells one connection that it was revoked; the first reason counts.
#[derive(Default)]
struct RevocationSignal {
    why: OnceLock<Revocation>,
    changed: Notify,
}

impl RevocationSignal {
    fn revoke(&self, why: Revocation) {
        if self.why.set(why).is_ok() {
            self.changed.notify_one();
        }
    }
}

#[derive(Default)]
struct OpenConnections {
    next: u64,
    open: HashMap<u64, OpenConnection>,
    by_address: HashMap<IpAddr, usize>,
    by_person: HashMap<PersonId, usize>,
}

/// Registry of all long-lived connections; clones share it.
#[derive(Clone)]
pub(crate) struct ConnectionRegistry {
    store: Store,
    per_address: usize,
    connections: Arc<Mutex<OpenConnections>>,
    /// When the last check began.
    checked: Arc<Mutex<Option<Instant>>>,
    /// The store's revocation mark at the last check. Held during a check, so that one query serves
    /// all callers.
    last_mark: Arc<tokio::sync::Mutex<Option<String>>>,
}

impl ConnectionRegistry {
    pub(crate) fn new(store: Store, per_address: usize) -> ConnectionRegistry {
        ConnectionRegistry {
            store,
            per_address,
            connections: Arc::default(),
            checked: Arc::default(),
            last_mark: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection, or fails if its address or person has too many.
    pub(crate) async fn open(
        &self,
        who: Option<&AuthUser>,
        address: IpAddr,
    ) -> Result<ConnectionLease, Problem> {
        let owner = who.map(|who| (credential_of(&who.via), who.id()));
        let signal = Arc::<RevocationSignal>::default();
        let lease = {
            let mut all = self.lock();
            let address = network_of(address);
            let from_here = all.by_address.get(&address).copied().unwrap_or_default();
            let own = owner.as_ref().and_then(|(_, person)| all.by_person.get(person)).copied();
            if from_here >= self.per_address
                || own.unwrap_or_default() >= MAX_CONNECTIONS_PER_PERSON
            {
                return Err(too_many_connections());
            }
            all.next += 1;
            let id = all.next;
            *all.by_address.entry(address).or_default() += 1;
            if let Some((_, person)) = &owner {
                *all.by_person.entry(*person).or_default() += 1;
            }
            let revoked = signal.clone();
            all.open.insert(id, OpenConnection { owner: owner.clone(), address, revoked });
            ConnectionLease { registry: self.clone(), id, signal }
        };
        // The credential may have been revoked between authentication and registration.
        if let Some((credential, _)) = owner {
            self.close_revoked(vec![(lease.id, credential)]).await?;
        }
        Ok(lease)
    }

    /// Closes a person's connections after a revocation in this process.
    pub(crate) async fn recheck(&self, person: PersonId) -> Result<(), StoreError> {
        self.recheck_if(|owner| owner == person).await
    }

    async fn recheck_if(&self, which: impl Fn(PersonId) -> bool) -> Result<(), StoreError> {
        let open = self
            .lock()
            .open
            .iter()
            .filter_map(|(id, open)| {
                let (credential, person) = open.owner.as_ref()?;
                which(*person).then(|| (*id, credential.clone()))
            })
            .collect();
        self.close_revoked(open).await
    }

    /// Closes those of the connections whose credentials are no longer valid.
    async fn close_revoked(&self, open: Vec<(u64, Credential)>) -> Result<(), StoreError> {
        let (mut sessions, mut tokens) = (Vec::new(), Vec::new());
        for (_, credential) in &open {
            match credential {
                Credential::Session(hash) => sessions.push(hash.clone()),
                Credential::Token(hash) => tokens.push(hash.clone()),
            }
        }
        for list in [&mut sessions, &mut tokens] {
            list.sort_unstable();
            list.dedup();
        }
        let sessions = self.store.session_states(&sessions).await?;
        let tokens = self.store.token_states(&tokens).await?;
        let all = self.lock();
        for (id, credential) in open {
            let (state, ended) = match &credential {
                Credential::Session(hash) => (sessions.get(hash), Revocation::SessionEnded),
                Credential::Token(hash) => (tokens.get(hash), Revocation::TokenDeleted),
            };
            let why = match state {
                Some(CredentialState::Valid) => continue,
                Some(CredentialState::Banned(reason)) => Revocation::Banned(reason.clone()),
                Some(CredentialState::Ended) | None => ended,
            };
            if let Some(open) = all.open.get(&id) {
                open.revoked.revoke(why);
            }
        }
        Ok(())
    }

    /// Checks for revocations unless the last check is fresh enough.
    pub(crate) async fn poll_revocations(&self, fresh: Duration) -> Result<(), StoreError> {
        // Acts do not wait for a check under way while the last one is fresh enough.
        if self.is_checked_within(fresh) {
            return Ok(());
        }
        let mut last = self.last_mark.lock().await;
        if self.is_checked_within(fresh) {
            return Ok(());
        }
        let now = Instant::now();
        let mark = self.store.revocation_mark().await?;
        if last.as_ref() != Some(&mark) {
            self.recheck_if(|_| true).await?;
            *last = Some(mark);
        }
        *self.checked.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        Ok(())
    }

    /// Whether the last check began less than this ago.
    fn is_checked_within(&self, time: Duration) -> bool {
        let last = *self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|at| at.elapsed() < time)
    }

    /// The store's revocation state at the last check.
    pub(crate) async fn revocation_mark(&self) -> Option<String> {
        self.last_mark.lock().await.clone()
    }

    /// Sessions with open connections, which count as in use without requests.
    pub(crate) fn open_sessions(&self) -> Vec<String> {
        let all = self.lock();
        let owners = all.open.values().filter_map(|open| open.owner.as_ref());
        let hashes = owners.filter_map(|(credential, _)| match credential {
            Credential::Session(hash) => Some(hash.clone()),
            Credential::Token(_) => None,
        });
        hashes.collect()
    }
}

fn credential_of(via: &AuthMethod) -> Credential {
    match via {
        AuthMethod::Session { hash } => Credential::Session(hash.clone()),
        AuthMethod::Token { hash, .. } => Credential::Token(hash.clone()),
    }
}

fn too_many_connections() -> Problem {
    let detail = message!(
        "Too many connections are open from your address or for your account; close some of them.",
        "Trop de connexions sont ouvertes depuis votre adresse ou pour votre compte\u{a0}; fermez-en quelques-unes."
    );
    Problem::new(problem::TOO_OFTEN, detail).retry_after(5000)
}

/// A registered connection; unregisters on drop.
pub(crate) struct ConnectionLease {
    registry: ConnectionRegistry,
    id: u64,
    signal: Arc<RevocationSignal>,
}

impl ConnectionLease {
    /// Waits until the connection must be closed.
    pub(crate) async fn revoked(&self) -> Revocation {
        loop {
            if let Some(why) = self.signal.why.get() {
                return why.clone();
            }
            self.signal.changed.notified().await;
        }
    }

    /// Whether the connection was revoked, as of about a second ago.
    pub(crate) async fn check_revoked(&self) -> Result<Option<Revocation>, StoreError> {
        let known = || self.signal.why.get().cloned();
        if known().is_none() {
            self.registry.poll_revocations(MAX_REVOCATION_AGE).await?;
        }
        Ok(known())
    }
}

impl Drop for ConnectionLease {
    fn drop(&mut self) {
        let mut all = self.registry.lock();
        let Some(open) = all.open.remove(&self.id) else { return };
        let fewer = |count: &mut usize| {
            *count = count.saturating_sub(1);
            *count == 0
        };
        if all.by_address.get_mut(&open.address).is_some_and(fewer) {
            all.by_address.remove(&open.address);
        }
        if let Some((_, person)) = open.owner
            && all.by_person.get_mut(&person).is_some_and(fewer)
        {
            all.by_person.remove(&person);
        }
    }
}
