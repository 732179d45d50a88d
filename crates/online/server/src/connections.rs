//! Registry of long-lived connections by the session or token that opened them. When the credential
//! is revoked, by this or another process on the store, they are closed.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use abaque_core::message;
use abaque_rooms::RequestError;
use abaque_store::{CredentialState, PersonId, Store, StoreError};
use tokio::sync::watch;
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
    revoked: watch::Sender<Option<Revocation>>,
}

#[derive(Default)]
struct OpenConnections {
    next: u64,
    open: HashMap<u64, OpenConnection>,
    by_address: HashMap<IpAddr, usize>,
    by_person: HashMap<PersonId, usize>,
}

/// Last known revocation state of the store.
#[derive(Default)]
struct LastRevocationCheck {
    mark: Option<String>,
    at: Option<Instant>,
}

/// Registry of all long-lived connections; clones share it.
#[derive(Clone)]
pub(crate) struct ConnectionRegistry {
    store: Store,
    per_address: usize,
    connections: Arc<Mutex<OpenConnections>>,
    /// Held during a check, so that one query serves all callers.
    last_check: Arc<tokio::sync::Mutex<LastRevocationCheck>>,
}

impl ConnectionRegistry {
    pub(crate) fn new(store: Store, per_address: usize) -> ConnectionRegistry {
        ConnectionRegistry {
            store,
            per_address,
            connections: Arc::default(),
            last_check: Arc::default(),
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
        let (revoked, revocation) = watch::channel(None);
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
            all.open.insert(id, OpenConnection { owner: owner.clone(), address, revoked });
            ConnectionLease { registry: self.clone(), id, revocation }
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
                open.revoked.send_replace(Some(why));
            }
        }
        Ok(())
    }

    /// Checks for revocations unless the last check is fresh enough.
    pub(crate) async fn poll_revocations(&self, fresh: Duration) -> Result<(), StoreError> {
        let mut look = self.last_check.lock().await;
        if look.at.is_some_and(|at| at.elapsed() < fresh) {
            return Ok(());
        }
        let now = Instant::now();
        let mark = self.store.revocation_mark().await?;
        if look.mark.as_ref() != Some(&mark) {
            self.recheck_if(|_| true).await?;
            look.mark = Some(mark);
        }
        look.at = Some(now);
        Ok(())
    }

    /// The store's revocation state at the last check.
    pub(crate) async fn revocation_mark(&self) -> Option<String> {
        self.last_check.lock().await.mark.clone()
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
    revocation: watch::Receiver<Option<Revocation>>,
}

impl ConnectionLease {
    /// Waits until the connection must be closed.
    pub(crate) async fn revoked(&mut self) -> Revocation {
        let why = self.revocation.wait_for(Option::is_some).await.ok().and_then(|why| why.clone());
        match why {
            Some(why) => why,
            // The sender lives as long as the lease.
            None => std::future::pending().await,
        }
    }

    /// Whether the connection was revoked, as of about a second ago.
    pub(crate) async fn check_revoked(&self) -> Result<Option<Revocation>, StoreError> {
        let known = || self.revocation.borrow().clone();
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
