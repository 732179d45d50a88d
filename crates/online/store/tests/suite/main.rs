//! Store tests on both databases: every case takes a `Store` and runs on a new SQLite file and in a
//! new PostgreSQL schema.
#![allow(clippy::unwrap_used)]

mod access;
mod acts;
mod after;
mod alone;
mod crash;
mod failover_on_postgres;
#[cfg(target_os = "linux")]
mod faults;
mod files;
mod games;
mod lots;
mod node_model;
mod nodes_on_postgres;
mod outage;
mod own;
mod people;
mod postgres;
mod postgres_server;
mod restore;
mod served;
#[cfg(target_os = "linux")]
mod shim;
mod tls;
mod transfer;

use std::future::Future;

use abaque_store::{AppendRequest, GameId, NameOutcome, NewGame, PendingTurn, PersonId, Store};

/// Runs every case on both databases.
macro_rules! cases {
    ($($file:ident: $($case:ident)*;)*) => {
        mod on_sqlite {
            $($(#[test] fn $case() { super::on_sqlite(super::$file::$case); })*)*
        }
        mod on_postgres {
            $($(#[test] fn $case() { super::postgres::on_postgres(super::$file::$case); })*)*
        }
    };
}

cases! {
    access: what_is_taken_away_is_seen devices_are_trusted_for_one_account a_new_password_ends_what_the_old_one_opened;
    acts: appends_follow_each_other keys_are_stored_once conflicts_change_nothing
        endings_and_turns_are_stored_with_the_act one_wins_each_version appends_share_commits
        acts_of_one_game_share_a_group a_conflict_does_not_spoil_the_group;
    games: a_game_reads_back a_game_starts_once open_and_live_games games_of_a_person
        pages_leave_nothing_out whose_turn games_that_are_due all_games_for_export rematches
        games_are_counted_once_they_are_over;
    people: guests_and_accounts people_are_found a_guest_becomes_an_account names_are_unique_whatever_the_capitals
        odd_names nul_is_refused passwords_prefs_roles_bans closing_forgets
        idle_guests_are_forgotten silence_has_a_reason codes_work_once
        sessions tokens blocks addresses_are_proved_by_codes;
    after: chat who_hears_no_chat no_line_is_missed ratings_change_once_a_game stale_ratings_are_refused the_best throws_count_once
        reports notes_and_counts openings_are_counted_once what_is_missing_is_said
        closed_stores_say_so;
    alone: games_played_alone_are_counted games_nobody_goes_on_with;
    lots: the_log_of_lots the_log_has_no_gaps a_game_and_its_entry_are_one_write
        a_join_and_its_entry_are_one_write seats_are_freed_and_taken_again seeds_that_are_due
        seats_are_held_for_a_while searches_wait_for_each_other;
    own: what_somebody_left;
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

fn on_sqlite<F: Future<Output = ()>>(case: impl FnOnce(Store) -> F) {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let store = Store::open(&file(&folder)).await.unwrap();
        case(store.clone()).await;
        store.close().await;
    });
}

/// Store URL of a file in this folder.
fn file(folder: &tempfile::TempDir) -> String {
    format!("sqlite:{}", folder.path().join("store.db").display())
}

async fn account(store: &Store, name: &str) -> PersonId {
    match store.create_account(name, "hash", 1).await.unwrap() {
        NameOutcome::Done(person) => person,
        NameOutcome::Taken => panic!("{name} is taken"),
    }
}

async fn open_game(store: &Store) -> GameId {
    let id = GameId::random();
    assert!(store.create_game(NewGame::new(id.clone(), "abalone", "abalone", 1)).await.unwrap());
    id
}

fn append(game: &GameId, version: u32, act: &str) -> AppendRequest {
    AppendRequest {
        game: game.clone(),
        version,
        acts: vec![(i64::from(version) * 1000, act.into())],
        key: None,
        end: None,
        plies: version,
        turn: None,
        fence: None,
    }
}

fn waiting(to_act: abaque_store::SeatsToAct, deadline: Option<i64>) -> PendingTurn {
    PendingTurn { to_act, deadline }
}
