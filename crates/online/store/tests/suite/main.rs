//! Store tests on both databases: every case takes a `Store` and runs on a new SQLite file and in a
//! new PostgreSQL schema.
#![allow(clippy::unwrap_used)]

mod access;
mod acts;
mod chat_and_ratings;
mod crash;
mod export;
mod failover_on_postgres;
#[cfg(target_os = "linux")]
mod faults;
mod files;
mod free_port;
mod games;
mod lots;
mod node_model;
mod nodes_on_postgres;
mod outage;
mod people;
mod postgres;
mod postgres_server;
mod restore;
mod server_lock;
#[cfg(target_os = "linux")]
mod shim;
mod solo_games;
mod tls;
mod transfer;

use std::future::Future;

use abaque_store::{
    AppendRequest, GameId, NameOutcome, NewGame, PendingTurn, PersonId, Store, Version,
};

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
    access: revoked_access_is_listed devices_are_trusted_for_one_account
        a_new_password_ends_sessions_and_tokens;
    acts: appends_continue_the_version repeated_keys_are_stored_once conflicting_appends_change_nothing
        endings_and_turns_are_stored_with_the_act one_append_wins_each_version appends_share_commits
        acts_of_one_game_share_a_group a_conflict_fails_only_its_own_request;
    games: a_game_round_trips a_game_starts_once open_and_live_games_are_listed games_of_a_person_are_listed
        pages_contain_every_game_once games_awaiting_a_player_are_listed due_games_are_listed
        all_games_are_exported a_rematch_is_linked_once finished_games_are_counted;
    people: guests_and_accounts_are_created people_are_found_by_name a_guest_becomes_an_account
        names_are_unique_whatever_the_capitals unusual_names_are_stored nul_is_refused
        passwords_preferences_roles_and_bans_are_stored closing_an_account_forgets_its_data
        idle_guests_are_forgotten a_silenced_person_has_a_reason recovery_codes_work_once
        sessions_are_created_and_ended tokens_are_created_and_deleted people_block_each_other
        mail_addresses_are_confirmed_by_codes;
    chat_and_ratings: chat_lines_are_stored_by_room mutes_and_blocks_are_stored chat_pages_miss_no_line
        ratings_change_once_a_game stale_ratings_are_refused leaderboards_are_sorted_by_rating throws_count_once
        reports_are_stored_and_closed maintenance_notes_and_counts_are_stored openings_are_counted_once
        missing_rows_are_errors a_closed_store_refuses_requests;
    solo_games: unfinished_solo_games_are_counted abandoned_games_are_listed;
    lots: the_lot_log_is_a_hash_chain the_lot_log_has_no_gaps a_game_and_its_entry_are_one_write
        a_join_and_its_entry_are_one_write seats_are_freed_and_taken_again games_with_due_seeds_are_listed
        seats_are_held_for_a_while simultaneous_seeks_wait_for_each_other;
    export: a_persons_data_is_exported;
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
        version: Version(version),
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
