//! People and their credentials.

use abaque_store::{
    ChatRoom, ClaimOutcome, CodePurpose, ForgetOutcome, ForgottenGuests, GameId, GuestRetention,
    MailedCode, NAME_RESERVATION_MILLIS, NameOutcome, NewGame, NewToken, PersonId, Role, Store,
    StoreError,
};

use super::{account, open_game};

async fn guest(store: &Store, name: &str) -> PersonId {
    match store.create_guest(name, 1).await.unwrap() {
        NameOutcome::Done(person) => person,
        NameOutcome::Taken => panic!("{name} is taken"),
    }
}

pub(crate) async fn guests_and_accounts_are_created(store: Store) {
    let ann = account(&store, "Ann").await;
    let guest = guest(&store, "guest-7").await;
    let person = store.person(ann).await.unwrap().unwrap();
    assert_eq!((&*person.name, person.guest, person.created, person.seen), ("Ann", false, 1, 1));
    assert_eq!((person.role, person.closed, person.banned), (Role::Player, false, None));
    assert_eq!(store.password_hash(ann).await.unwrap().as_deref(), Some("hash"));
    assert!(store.person(guest).await.unwrap().unwrap().guest);
    assert_eq!(store.password_hash(guest).await.unwrap(), None);
    assert_eq!(store.person(PersonId(404)).await.unwrap(), None);
    assert_eq!(store.password_hash(PersonId(404)).await.unwrap(), None);
    assert_eq!(store.count_accounts().await.unwrap(), 1);
    assert!(store.touch_person(ann, 50).await.unwrap());
    assert!(!store.touch_person(PersonId(404), 50).await.unwrap());
    assert_eq!(store.person(ann).await.unwrap().unwrap().seen, 50);
}

pub(crate) async fn people_are_found_by_name(store: Store) {
    for name in ["Zoé", "a_b", "axb", "50%", "5!0", "Zora"] {
        account(&store, name).await;
    }
    let gone = guest(&store, "zo-gone").await;
    store.close_person(gone, 1).await.unwrap();
    guest(&store, "zo-guest").await;
    let found = async |text: &str, after, limit| -> Vec<String> {
        let people = store.people(text, after, limit).await.unwrap();
        people.into_iter().map(|person| person.name).collect()
    };
    assert_eq!(found("ZO", None, 9).await, ["Zoé", "Zora", "zo-guest"]);
    assert_eq!(found("É", None, 9).await, ["Zoé"]);
    assert_eq!(found("_", None, 9).await, ["a_b"]);
    assert_eq!(found("%", None, 9).await, ["50%"]);
    assert_eq!(found("!", None, 9).await, ["5!0"]);
    assert_eq!(found("' OR 1=1 --", None, 9).await, [""; 0]);
    assert_eq!(found("", None, 9).await.len(), 7);
    let first = found("", None, 2).await;
    assert_eq!(first, ["Zoé", "a_b"]);
    let last = store.person_named("a_b").await.unwrap().unwrap().id;
    assert_eq!(found("", Some(last), 2).await, ["axb", "50%"]);
}

pub(crate) async fn a_guest_becomes_an_account(store: Store) {
    let ann = account(&store, "Ann").await;
    let guest = guest(&store, "guest-7").await;
    let mut game = NewGame::new(GameId::random(), "x", "x", 1);
    game.seats.first = Some(guest);
    store.create_game(game.clone()).await.unwrap();
    let claim = async |person, name: &str| store.claim_account(person, name, "h2").await.unwrap();
    assert_eq!(claim(guest, "ANN").await, ClaimOutcome::Taken);
    assert!(store.person(guest).await.unwrap().unwrap().guest);
    assert_eq!(claim(guest, "Bob").await, ClaimOutcome::Done);
    assert_eq!(claim(guest, "Bert").await, ClaimOutcome::NoGuest);
    assert_eq!(claim(ann, "Anna").await, ClaimOutcome::NoGuest);
    assert_eq!(claim(PersonId(404), "Nobody").await, ClaimOutcome::NoGuest);
    let person = store.person_named("bob").await.unwrap().unwrap();
    assert_eq!((person.id, person.guest), (guest, false));
    assert_eq!(store.password_hash(guest).await.unwrap().as_deref(), Some("h2"));
    assert_eq!(store.game(&game.id).await.unwrap().unwrap().seats.first, Some(guest));
    assert_eq!(store.person_named("guest-7").await.unwrap(), None);
}

pub(crate) async fn names_are_unique_whatever_the_capitals(store: Store) {
    let zoe = account(&store, "Zoé").await;
    for name in ["Zoé", "zoé", "ZOÉ"] {
        assert_eq!(store.create_account(name, "h", 1).await.unwrap(), NameOutcome::Taken);
        assert_eq!(store.create_guest(name, 1).await.unwrap(), NameOutcome::Taken);
        assert_eq!(store.person_named(name).await.unwrap().unwrap().id, zoe);
    }
    let bob = account(&store, "Bob").await;
    assert_eq!(store.rename(bob, "zoÉ").await.unwrap(), NameOutcome::Taken);
    assert_eq!(store.rename(bob, "BOB").await.unwrap(), NameOutcome::Done(bob));
    assert_eq!(store.person(bob).await.unwrap().unwrap().name, "BOB");
    assert!(matches!(store.rename(PersonId(404), "x").await, Err(StoreError::Missing)));

    // Concurrent requests for one name: one gets it.
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.create_account("Eve", "h", 1).await.unwrap() })
        })
        .collect();
    let mut done = 0;
    for task in tasks {
        done += u32::from(task.await.unwrap() != NameOutcome::Taken);
    }
    assert_eq!(done, 1);
}

pub(crate) async fn unusual_names_are_stored(store: Store) {
    for name in
        ["O'Hara", "\"; DROP TABLE people; --", "$1", "%_\\", "Ωμέγα", "棋士", "👩‍👧", "é", ""]
    {
        let id = account(&store, name).await;
        let found = store.person_named(name).await.unwrap().unwrap();
        assert_eq!((found.id, &*found.name), (id, name));
    }
    assert_eq!(store.count_accounts().await.unwrap(), 9);
}

pub(crate) async fn nul_is_refused(store: Store) {
    let ann = account(&store, "Ann").await;
    let game = open_game(&store).await;
    let refused = [
        store.create_account("a\0b", "h", 1).await.err(),
        store.create_guest("\0", 1).await.err(),
        store.rename(ann, "a\0").await.err(),
        store.person_named("a\0b").await.err(),
        store.set_prefs(ann, "\0").await.err(),
        store.add_chat_line(&game, ann, ChatRoom::Players, "a\0", 1).await.err(),
        store.append(super::append(&game, 1, "a\0")).await.err(),
        store.set_note("k", "\0").await.err(),
    ];
    for error in refused {
        let error = error.unwrap();
        assert!(matches!(error, StoreError::Nul), "{error:?}");
        assert!(error.to_string().contains("NUL"));
    }
    let mut keyed = super::append(&game, 1, "act");
    keyed.key = Some("\0".into());
    assert!(matches!(store.append(keyed).await, Err(StoreError::Nul)));
    assert_eq!(store.acts(&game).await.unwrap(), []);
}

pub(crate) async fn passwords_preferences_roles_and_bans_are_stored(store: Store) {
    let ann = account(&store, "Ann").await;
    let guest = guest(&store, "guest").await;
    assert!(store.set_password_hash(ann, "new").await.unwrap());
    assert!(!store.set_password_hash(guest, "new").await.unwrap());
    assert_eq!(store.password_hash(ann).await.unwrap().as_deref(), Some("new"));
    assert!(store.set_prefs(ann, "{}").await.unwrap());
    assert_eq!(store.progress(ann).await.unwrap(), "");
    assert!(store.set_progress(ann, "one lesson").await.unwrap());
    assert!(store.set_progress(ann, "two lessons").await.unwrap());
    assert_eq!(store.progress(ann).await.unwrap(), "two lessons");
    assert!(store.set_role(ann, Role::Admin).await.unwrap());
    assert!(store.ban(ann, Some("rude")).await.unwrap());
    let person = store.person(ann).await.unwrap().unwrap();
    assert_eq!((&*person.prefs, person.role), ("{}", Role::Admin));
    assert_eq!(person.banned.as_deref(), Some("rude"));
    assert!(store.ban(ann, None).await.unwrap());
    assert_eq!(store.person(ann).await.unwrap().unwrap().banned, None);
    for nobody in [
        store.ban(PersonId(404), None).await,
        store.set_role(PersonId(404), Role::Admin).await,
        store.set_prefs(PersonId(404), "").await,
        store.set_progress(PersonId(404), "").await,
    ] {
        assert!(!nobody.unwrap());
    }
}

pub(crate) async fn closing_an_account_forgets_its_data(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let game = {
        let mut new = NewGame::new(GameId::random(), "x", "x", 1);
        new.seats.first = Some(ann);
        store.create_game(new.clone()).await.unwrap();
        new.id
    };
    store.set_prefs(ann, "dark").await.unwrap();
    store.set_progress(ann, "far").await.unwrap();
    store.set_role(ann, Role::Admin).await.unwrap();
    store.create_session("s", ann, "browser", 1).await.unwrap();
    store.create_session("b", bob, "browser", 1).await.unwrap();
    store.create_token(token(ann, "t")).await.unwrap();
    store.replace_recovery_codes(ann, vec!["c".into()]).await.unwrap();
    store.block(ann, bob).await.unwrap();
    store.block(bob, ann).await.unwrap();
    store.add_chat_line(&game, ann, ChatRoom::Players, "my address is", 1).await.unwrap();
    store.add_chat_line(&game, bob, ChatRoom::Players, "hello", 2).await.unwrap();

    assert!(store.close_person(ann, 1).await.unwrap());
    assert!(!store.close_person(ann, 1).await.unwrap());
    assert!(!store.close_person(PersonId(404), 1).await.unwrap());
    let person = store.person(ann).await.unwrap().unwrap();
    assert!(person.closed && person.name.starts_with("deleted-"), "{person:?}");
    assert_eq!((&*person.prefs, person.role), ("", Role::Player));
    assert_eq!(store.progress(ann).await.unwrap(), "");
    assert!(!store.set_progress(ann, "back").await.unwrap());
    assert_eq!(store.password_hash(ann).await.unwrap(), None);
    assert_eq!(store.person_named("Ann").await.unwrap(), None);
    assert!(store.session("s").await.unwrap().is_none());
    assert!(store.session("b").await.unwrap().is_some());
    assert_eq!(store.token("t").await.unwrap(), None);
    assert!(!store.use_recovery_code(ann, "c", 1).await.unwrap());
    assert!(!store.is_blocked(ann, bob).await.unwrap());
    let lines = store.chat_lines(&game, ChatRoom::Players, 0).await.unwrap();
    assert_eq!(lines.iter().map(|line| &*line.text).collect::<Vec<_>>(), ["hello"]);
    assert_eq!(store.game(&game).await.unwrap().unwrap().seats.first, Some(ann));
    assert!(!store.set_password_hash(ann, "back").await.unwrap());
    assert!(matches!(store.rename(ann, "Ann").await, Err(StoreError::Missing)));
    // The name stays reserved for a while, for every kind of request.
    let claims = guest(&store, "guest").await;
    for name in ["Ann", "ANN"] {
        assert_eq!(store.create_account(name, "h", 2).await.unwrap(), NameOutcome::Taken);
        assert_eq!(store.create_guest(name, 2).await.unwrap(), NameOutcome::Taken);
        assert_eq!(store.rename(bob, name).await.unwrap(), NameOutcome::Taken);
        assert_eq!(store.claim_account(claims, name, "h").await.unwrap(), ClaimOutcome::Taken);
    }
    assert_eq!(store.purge_reserved_names(NAME_RESERVATION_MILLIS).await.unwrap(), 0);
    assert_eq!(store.purge_reserved_names(1 + NAME_RESERVATION_MILLIS).await.unwrap(), 1);
    assert_ne!(account(&store, "Ann").await, ann);
}

pub(crate) async fn mail_addresses_are_confirmed_by_codes(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let code = |person, purpose, hash: &str, address: &str| MailedCode {
        person,
        purpose,
        hash: hash.into(),
        address: address.into(),
        expires: 100,
    };
    store.store_mailed_code(code(ann, CodePurpose::Verify, "old", "a@old.org")).await.unwrap();
    store.store_mailed_code(code(ann, CodePurpose::Verify, "new", "a@new.org")).await.unwrap();
    assert!(!store.verify_email_address(ann, "old", 1).await.unwrap());
    assert!(!store.verify_email_address(bob, "new", 1).await.unwrap());
    assert!(!store.verify_email_address(ann, "new", 100).await.unwrap());
    assert!(!store.use_mailed_code(ann, "new", 1).await.unwrap(), "another purpose");
    assert!(store.verify_email_address(ann, "new", 99).await.unwrap());
    assert!(!store.verify_email_address(ann, "new", 99).await.unwrap());
    assert_eq!(store.email_address(ann).await.unwrap().as_deref(), Some("a@new.org"));
    assert_eq!(store.email_address(bob).await.unwrap(), None);
    store.store_mailed_code(code(ann, CodePurpose::Recover, "r", "a@new.org")).await.unwrap();
    let (one, other) =
        tokio::join!(store.use_mailed_code(ann, "r", 1), store.use_mailed_code(ann, "r", 1));
    assert!(one.unwrap() ^ other.unwrap());
    store.store_mailed_code(code(ann, CodePurpose::Recover, "r", "a@new.org")).await.unwrap();
    assert_eq!(store.purge_mailed_codes(99).await.unwrap(), 0);
    assert_eq!(store.purge_mailed_codes(100).await.unwrap(), 1);
    store.store_mailed_code(code(ann, CodePurpose::Recover, "r", "a@new.org")).await.unwrap();
    assert!(store.delete_email_address(ann).await.unwrap());
    assert!(!store.delete_email_address(ann).await.unwrap());
    assert!(!store.use_mailed_code(ann, "r", 1).await.unwrap());
    store.store_mailed_code(code(bob, CodePurpose::Verify, "b", "b@x.org")).await.unwrap();
    store.verify_email_address(bob, "b", 1).await.unwrap();
    store.close_person(bob, 1).await.unwrap();
    assert_eq!(store.email_address(bob).await.unwrap(), None);
}

/// Guests who never played are deleted after a month; guests who played become anonymous after a
/// year.
pub(crate) async fn idle_guests_are_forgotten(store: Store) {
    const DAY: i64 = 86_400_000;
    let guest = async |name: &str, at: i64| match store.create_guest(name, at).await.unwrap() {
        NameOutcome::Done(person) => person,
        NameOutcome::Taken => panic!("{name} is taken"),
    };
    let ann = account(&store, "Ann").await;
    let looker = guest("Looker", 0).await;
    let (player, second) = (guest("Player", 0).await, guest("Second", 0).await);
    let reported = guest("Reported", 0).await;
    let late = guest("Late", 20 * DAY).await;
    let mut new = NewGame::new(GameId::random(), "x", "x", 1);
    (new.seats.first, new.seats.second) = (Some(player), Some(second));
    let game = new.id.clone();
    store.create_game(new).await.unwrap();
    store.create_session("s", looker, "browser", 1).await.unwrap();
    store.block(looker, ann).await.unwrap();
    store.add_chat_line(&game, looker, ChatRoom::Watchers, "well played", 1).await.unwrap();
    store.add_chat_line(&game, player, ChatRoom::Players, "thanks", 1).await.unwrap();
    store.add_report(ann, reported, None, "insults", 1).await.unwrap();
    let tidy =
        async |at: i64| store.forget_idle_guests(GuestRetention::default(), at).await.unwrap();

    assert_eq!(tidy(30 * DAY).await, ForgottenGuests::default());
    assert_eq!(tidy(31 * DAY).await, ForgottenGuests { gone: 1, nameless: 1 });
    assert_eq!(store.person(looker).await.unwrap(), None);
    assert!(store.session("s").await.unwrap().is_none());
    assert!(store.chat_lines(&game, ChatRoom::Watchers, 0).await.unwrap().is_empty());
    let told = store.person(reported).await.unwrap().unwrap();
    assert!(told.closed && told.name.starts_with("guest-"), "{told:?}");
    for (kept, name) in [(player, "Player"), (second, "Second"), (late, "Late"), (ann, "Ann")] {
        assert_eq!(store.person(kept).await.unwrap().unwrap().name, name);
    }
    // Guests who return or open an account are kept.
    store.touch_person(second, 300 * DAY).await.unwrap();
    store.touch_person(late, 300 * DAY).await.unwrap();
    assert_eq!(store.forget_guest(late, 300 * DAY).await.unwrap(), ForgetOutcome::Kept);
    assert_eq!(store.forget_guest(ann, 900 * DAY).await.unwrap(), ForgetOutcome::Kept);
    assert_eq!(tidy(366 * DAY).await, ForgottenGuests { gone: 1, nameless: 1 });
    let nameless = store.person(player).await.unwrap().unwrap();
    assert!(nameless.closed && nameless.name.starts_with("guest-"), "{nameless:?}");
    assert!(store.chat_lines(&game, ChatRoom::Players, 0).await.unwrap().is_empty());
    assert_eq!(store.game(&game).await.unwrap().unwrap().seats.first, Some(player));
    assert_eq!(store.person(late).await.unwrap(), None);
    assert_eq!(store.person(second).await.unwrap().unwrap().name, "Second");
    assert_eq!(tidy(366 * DAY).await, ForgottenGuests::default());
}

pub(crate) async fn a_silenced_person_has_a_reason(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    assert!(store.silence(ann, Some("insults")).await.unwrap());
    assert!(!store.silence(PersonId(404), Some("x")).await.unwrap());
    let silenced = async |person| store.person(person).await.unwrap().unwrap().silenced;
    assert_eq!((silenced(ann).await.as_deref(), silenced(bob).await), (Some("insults"), None));
    store.silence(ann, None).await.unwrap();
    assert_eq!(silenced(ann).await, None);
    store.block(bob, ann).await.unwrap();
    assert_eq!(store.people_blocking(ann).await.unwrap(), [bob]);
    assert!(store.people_blocking(bob).await.unwrap().is_empty());
}

pub(crate) async fn recovery_codes_work_once(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    store.replace_recovery_codes(ann, vec!["a".into(), "b".into()]).await.unwrap();
    assert_eq!(store.unused_recovery_codes(ann).await.unwrap(), ["a", "b"]);
    assert!(!store.use_recovery_code(bob, "a", 1).await.unwrap());
    let (one, other) =
        tokio::join!(store.use_recovery_code(ann, "a", 1), store.use_recovery_code(ann, "a", 1));
    assert!(one.unwrap() ^ other.unwrap());
    assert_eq!(store.unused_recovery_codes(ann).await.unwrap(), ["b"]);
    store.replace_recovery_codes(ann, vec!["c".into()]).await.unwrap();
    assert!(!store.use_recovery_code(ann, "b", 2).await.unwrap());
    assert!(store.use_recovery_code(ann, "c", 2).await.unwrap());
    // Atomic: a duplicate code leaves the old codes in place.
    store.replace_recovery_codes(ann, vec!["d".into()]).await.unwrap();
    let twice = store.replace_recovery_codes(ann, vec!["e".into(), "e".into()]).await;
    assert!(matches!(twice, Err(StoreError::Duplicate)), "{twice:?}");
    assert_eq!(store.unused_recovery_codes(ann).await.unwrap(), ["d"]);
}

pub(crate) async fn sessions_are_created_and_ended(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    for (hash, person, at) in [("a", ann, 10), ("b", ann, 20), ("c", ann, 30), ("d", bob, 5)] {
        store.create_session(hash, person, "agent", at).await.unwrap();
    }
    let twice = store.create_session("a", bob, "agent", 1).await;
    assert!(matches!(twice, Err(StoreError::Duplicate)));
    let (session, person) = store.session("a").await.unwrap().unwrap();
    assert_eq!((&*person.name, session.created, &*session.agent), ("Ann", 10, "agent"));
    assert!(store.session("x").await.unwrap().is_none());
    assert!(store.touch_session("a", 40).await.unwrap());
    assert!(!store.touch_session("x", 40).await.unwrap());
    let listed = async |person| -> Vec<String> {
        store.sessions(person).await.unwrap().into_iter().map(|session| session.hash).collect()
    };
    assert_eq!(listed(ann).await, ["a", "c", "b"]);
    assert!(store.delete_session("c").await.unwrap());
    assert!(!store.delete_session("c").await.unwrap());
    assert_eq!(store.delete_sessions(ann, Some("b")).await.unwrap(), 1);
    assert_eq!(listed(ann).await, ["b"]);
    assert_eq!(store.purge_sessions(20).await.unwrap(), 1);
    assert_eq!(listed(bob).await, [""; 0]);
    assert_eq!(store.delete_sessions(ann, None).await.unwrap(), 1);
}

fn token(person: PersonId, hash: &str) -> NewToken {
    let (name, scopes) = ("my bot".into(), "play read".into());
    NewToken { hash: hash.into(), person, name, scopes, created: 1 }
}

pub(crate) async fn tokens_are_created_and_deleted(store: Store) {
    let (ann, bob) = (account(&store, "Ann").await, account(&store, "Bob").await);
    let one = store.create_token(token(ann, "a")).await.unwrap();
    let two = store.create_token(token(ann, "b")).await.unwrap();
    assert!(matches!(store.create_token(token(bob, "a")).await, Err(StoreError::Duplicate)));
    let found = store.token("a").await.unwrap().unwrap();
    assert_eq!((found.id, found.person, &*found.scopes), (one, ann, "play read"));
    assert_eq!((&*found.name, found.used), ("my bot", None));
    assert!(store.touch_token(one, 9).await.unwrap());
    assert_eq!(store.token("a").await.unwrap().unwrap().used, Some(9));
    let listed: Vec<_> = store.tokens(ann).await.unwrap().iter().map(|token| token.id).collect();
    assert_eq!(listed, [one, two]);
    assert!(!store.delete_token(bob, one).await.unwrap());
    assert!(store.delete_token(ann, one).await.unwrap());
    assert_eq!(store.token("a").await.unwrap(), None);
}

pub(crate) async fn people_block_each_other(store: Store) {
    let (ann, bob, eve) =
        (account(&store, "Ann").await, account(&store, "Bob").await, account(&store, "Eve").await);
    store.block(ann, bob).await.unwrap();
    store.block(ann, bob).await.unwrap();
    store.block(ann, eve).await.unwrap();
    assert_eq!(store.blocked_people(ann).await.unwrap(), [bob, eve]);
    assert_eq!(store.blocked_people(bob).await.unwrap(), []);
    assert!(store.is_blocked(ann, bob).await.unwrap());
    assert!(store.is_blocked(bob, ann).await.unwrap());
    assert!(!store.is_blocked(bob, eve).await.unwrap());
    assert!(store.unblock(ann, bob).await.unwrap());
    assert!(!store.unblock(ann, bob).await.unwrap());
    assert!(!store.is_blocked(bob, ann).await.unwrap());
    assert!(matches!(store.block(ann, PersonId(404)).await, Err(StoreError::Missing)));
}
