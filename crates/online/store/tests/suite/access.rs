//! Revoked sessions and tokens, and trusted devices.

use abaque_store::{CredentialState, MAX_DEVICES, NewToken, PersonId, Store};

use super::account;

fn token(person: PersonId, hash: &str) -> NewToken {
    let (hash, name, scopes) = (hash.into(), "program".into(), "play".into());
    NewToken { hash, person, name, scopes, created: 1 }
}

async fn state(store: &Store, hash: &str) -> CredentialState {
    let hashes = [hash.to_owned()];
    let states = match hash.starts_with('t') {
        true => store.token_states(&hashes).await,
        false => store.session_states(&hashes).await,
    };
    states.unwrap().remove(hash).unwrap()
}

pub(crate) async fn revoked_access_is_listed(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let mut marks = vec![store.revocation_mark().await.unwrap()];
    for number in 0..40 {
        store.create_session(&format!("s{number}"), ann, "agent", 10).await.unwrap();
    }
    store.create_session("b", bob, "agent", 10).await.unwrap();
    let id = store.create_token(token(bob, "t")).await.unwrap();
    assert_eq!(store.revocation_mark().await.unwrap(), marks[0], "nothing was taken away");
    // More hashes than one query takes.
    let hashes: Vec<String> = (0..1100).map(|number| format!("s{number}")).collect();
    let states = store.session_states(&hashes).await.unwrap();
    assert_eq!(states.len(), 1100);
    let ended = states.values().filter(|state| **state == CredentialState::Ended).count();
    assert_eq!(ended, 1060);
    assert_eq!(states["s39"], CredentialState::Valid);

    let changed = async |marks: &mut Vec<String>, what: &str| {
        let mark = store.revocation_mark().await.unwrap();
        assert!(!marks.contains(&mark), "{what}");
        marks.push(mark);
    };
    assert!(store.delete_session("s0").await.unwrap());
    changed(&mut marks, "one session").await;
    assert_eq!(state(&store, "s0").await, CredentialState::Ended);
    store.delete_session("s0").await.unwrap();
    assert_eq!(store.revocation_mark().await.unwrap(), marks[1], "it was gone before");
    store.ban(bob, Some("rude")).await.unwrap();
    changed(&mut marks, "a ban").await;
    assert_eq!(state(&store, "b").await, CredentialState::Banned("rude".into()));
    assert_eq!(state(&store, "t").await, CredentialState::Banned("rude".into()));
    store.ban(bob, None).await.unwrap();
    assert_eq!(state(&store, "t").await, CredentialState::Valid);
    changed(&mut marks, "a ban lifted").await;
    store.delete_token(bob, id).await.unwrap();
    changed(&mut marks, "a token").await;
    assert_eq!(state(&store, "t").await, CredentialState::Ended);
    store.delete_sessions(ann, Some("s1")).await.unwrap();
    changed(&mut marks, "other sessions").await;
    assert_eq!(state(&store, "s1").await, CredentialState::Valid);
    store.close_person(ann, 1).await.unwrap();
    changed(&mut marks, "an account").await;
    assert_eq!(state(&store, "s1").await, CredentialState::Ended);
    store.purge_sessions(100).await.unwrap();
    changed(&mut marks, "old sessions").await;
    assert_eq!(state(&store, "b").await, CredentialState::Ended);
}

pub(crate) async fn devices_are_trusted_for_one_account(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    store.trust_device("d", ann, 1).await.unwrap();
    store.trust_device("d", ann, 2).await.unwrap();
    assert!(store.is_trusted_device("d", ann).await.unwrap());
    assert!(!store.is_trusted_device("d", bob).await.unwrap());
    // The least recently used devices are dropped.
    for number in 0..i64::from(MAX_DEVICES) {
        store.trust_device(&format!("n{number}"), ann, 10 + number).await.unwrap();
    }
    assert!(!store.is_trusted_device("d", ann).await.unwrap());
    assert!(store.is_trusted_device("n0", ann).await.unwrap());
    assert_eq!(store.purge_devices(12).await.unwrap(), 2);
    store.trust_device("b", bob, 100).await.unwrap();
    store.close_person(bob, 1).await.unwrap();
    assert!(!store.is_trusted_device("b", bob).await.unwrap());
}

pub(crate) async fn a_new_password_ends_sessions_and_tokens(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    for (hash, person) in [("here", ann), ("there", ann), ("bobs", bob)] {
        store.create_session(hash, person, "agent", 1).await.unwrap();
        store.trust_device(hash, person, 1).await.unwrap();
    }
    store.create_token(token(ann, "t")).await.unwrap();
    let changed = store.replace_password(ann, "new", Some("here"), Some("here"), false).await;
    assert!(changed.unwrap());
    assert_eq!(store.password_hash(ann).await.unwrap().as_deref(), Some("new"));
    assert_eq!(state(&store, "here").await, CredentialState::Valid);
    assert_eq!(state(&store, "there").await, CredentialState::Ended);
    assert_eq!(state(&store, "t").await, CredentialState::Valid);
    assert!(store.is_trusted_device("here", ann).await.unwrap());
    assert!(!store.is_trusted_device("there", ann).await.unwrap());
    assert!(store.replace_password(ann, "newer", None, None, true).await.unwrap());
    assert_eq!(state(&store, "here").await, CredentialState::Ended);
    assert_eq!(state(&store, "t").await, CredentialState::Ended);
    assert!(!store.is_trusted_device("here", ann).await.unwrap());
    assert_eq!(state(&store, "bobs").await, CredentialState::Valid);
    assert!(store.is_trusted_device("bobs", bob).await.unwrap());
    assert!(!store.replace_password(PersonId(404), "x", None, None, true).await.unwrap());
}
