//! Matches of several games, with a manually advanced clock.
#![allow(clippy::unwrap_used)]

use abaque_core::{EndReason, Millis, Observer, Outcome, Seat, SplitMix};
use abaque_table::{
    MatchSettings, Offer, ScriptedLots, Table, TableAct, TableEvent, Timestamp, VerifiableLots,
};

use Seat::{First, Second};

fn table(spec: &str, clock: &str) -> Table {
    let mut settings = MatchSettings::new(spec).unwrap();
    settings.clock = clock.parse().unwrap();
    Table::new(settings, Timestamp(0))
}

fn play(table: &mut Table, seat: Seat, ply: &str, at: u64) -> Vec<TableEvent> {
    table
        .step(TableAct::play(seat, ply), Timestamp(at))
        .unwrap_or_else(|refused| panic!("{ply}: {refused}"))
}

#[test]
fn players_alternate_and_refusals_change_nothing() {
    let mut table = table("abalone", "-");
    let before = table.game().position();
    for (seat, ply) in [(Second, "i5h5"), (First, "i5h5"), (First, "a1a1"), (First, "nonsense")] {
        assert!(table.step(TableAct::play(seat, ply), Timestamp(1)).is_err(), "{ply}");
        assert_eq!(table.game().position(), before);
    }
    let events = play(&mut table, First, "A1B1", 2);
    assert_eq!(events, [TableEvent::Played { seat: Some(First), index: 0 }]);
    assert_eq!(table.plies()[0].ply, "a1b1");
    assert!(table.can_act(Second) && !table.can_act(First));
}

#[test]
fn com_01_third_repetition_draws_by_itself() {
    let mut table = table("abalone", "-");
    let cycle = [(First, "c3d3"), (Second, "g5f5"), (First, "d3c3"), (Second, "f5g5")];
    for round in 0..2 {
        for (i, (seat, ply)) in cycle.into_iter().enumerate() {
            assert_eq!(table.outcome(), None, "round {round}");
            play(&mut table, seat, ply, (round * 4 + i) as u64);
        }
    }
    // The start position counts: this is the third occurrence.
    assert_eq!(table.outcome(), Some(Outcome::Draw(EndReason::Repetition)));
    assert!(table.step(TableAct::play(First, "c3d3"), Timestamp(99)).is_err());
}

#[test]
fn com_02_draws_are_agreed_and_declined() {
    let mut table = table("abalone", "-");
    assert!(
        table.step(TableAct::Accept { seat: Second, offer: Offer::Draw }, Timestamp(0)).is_err()
    );
    table.step(TableAct::Offer { seat: First, offer: Offer::Draw }, Timestamp(1)).unwrap();
    let events =
        table.step(TableAct::Decline { seat: Second, offer: Offer::Draw }, Timestamp(2)).unwrap();
    assert_eq!(events, [TableEvent::OfferDropped(First, Offer::Draw)]);
    assert!(
        table.step(TableAct::Offer { seat: First, offer: Offer::Draw }, Timestamp(3)).is_err(),
        "not twice in a turn"
    );
    play(&mut table, First, "a1b1", 4);
    table.step(TableAct::Offer { seat: First, offer: Offer::Draw }, Timestamp(5)).unwrap();
    let events = play(&mut table, Second, "i5h5", 6);
    assert!(
        events.contains(&TableEvent::OfferDropped(First, Offer::Draw)),
        "playing on is an answer"
    );
    table.step(TableAct::Offer { seat: Second, offer: Offer::Draw }, Timestamp(7)).unwrap();
    table.step(TableAct::Offer { seat: First, offer: Offer::Draw }, Timestamp(8)).unwrap();
    assert_eq!(table.outcome(), Some(Outcome::Draw(EndReason::Agreement)));
}

#[test]
fn com_02_resignation_ends_at_once() {
    let mut table = table("abraxas", "-");
    table.step(TableAct::Resign { seat: First }, Timestamp(1)).unwrap();
    assert_eq!(table.outcome(), Some(Outcome::Win(Second, EndReason::Resignation)));
    assert!(table.step(TableAct::Resign { seat: Second }, Timestamp(2)).is_err());
}

#[test]
fn com_02_take_backs_need_consent() {
    let mut table = table("abalone", "-");
    assert!(
        table.step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(0)).is_err(),
        "nothing played"
    );
    let start = table.game().position();
    play(&mut table, First, "a1b1", 1);
    play(&mut table, Second, "i5h5", 2);
    table.step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(3)).unwrap();
    assert_ne!(table.game().position(), start);
    let events = table
        .step(TableAct::Accept { seat: Second, offer: Offer::TakeBack }, Timestamp(4))
        .unwrap();
    assert_eq!(events, [TableEvent::TookBack { plies: 0 }]);
    assert_eq!(table.game().position(), start);
    assert!(table.can_act(First));
}

#[test]
fn com_04_turns_taken_back_earn_no_time() {
    let mut table = table("abalone", "600+5");
    for round in 0..3 {
        play(&mut table, First, "a1b1", 1000 * round);
        play(&mut table, Second, "i5h5", 1000 * round + 500);
        table
            .step(
                TableAct::Offer { seat: First, offer: Offer::TakeBack },
                Timestamp(1000 * round + 600),
            )
            .unwrap();
        table
            .step(
                TableAct::Accept { seat: Second, offer: Offer::TakeBack },
                Timestamp(1000 * round + 600),
            )
            .unwrap();
        for seat in Seat::ALL {
            assert_eq!(table.time_left(seat, Timestamp(1000 * round + 600)), Some(Millis(600_000)));
        }
    }
}

#[test]
fn com_02_a_played_move_stands_where_agreed() {
    let mut settings = MatchSettings::new("abalone").unwrap();
    settings.take_backs = false;
    let mut table = Table::new(settings, Timestamp(0));
    play(&mut table, First, "a1b1", 1);
    let refused = table
        .step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(2))
        .unwrap_err();
    assert!(refused.to_string().contains("COM-02"));
}

#[test]
fn com_02_dice_are_never_taken_back() {
    let mut table = table("abagio:first=r", "-");
    table.draw_lots(&mut ScriptedLots::new(["d53"]), Timestamp(0)).unwrap();
    play(&mut table, First, "s+5", 1);
    table.step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(2)).unwrap();
    table.step(TableAct::Accept { seat: Second, offer: Offer::TakeBack }, Timestamp(3)).unwrap();
    assert_eq!(table.plies().len(), 1, "the leap is taken back, the throw is not");
    play(&mut table, First, "s+5", 4);
    play(&mut table, First, "s+3", 5);
    table.draw_lots(&mut ScriptedLots::new(["d21"]), Timestamp(6)).unwrap();
    assert!(
        table.step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(7)).is_err(),
        "past a throw"
    );
}

#[test]
fn com_03_three_hundred_turns_without_progress() {
    // Each player moves a ball around a cycle; different lengths prevent an early repetition.
    let mut table = table("abalone", "-");
    let mut source = SplitMix(5);
    let mut turns = 0;
    while table.outcome().is_none() {
        let seat = if turns % 2 == 0 { First } else { Second };
        let before = table.idle_turns();
        let quiet: Vec<String> = table
            .game()
            .legal_plies()
            .into_iter()
            .filter(|ply| {
                let mut next = table.game().clone_box();
                next.play(ply).is_ok_and(|played| !played.progress.made_progress)
            })
            .collect();
        let pick = abaque_core::RandomSource::below(&mut source, quiet.len() as u64) as usize;
        play(&mut table, seat, &quiet[pick], turns);
        turns += 1;
        assert_eq!(table.idle_turns(), before + 1);
    }
    assert_eq!(table.outcome(), Some(Outcome::Draw(EndReason::NoProgress)));
    assert_eq!(turns, 300);
}

#[test]
fn com_04_increment_comes_after_the_turn_and_flags_fall() {
    let mut table = table("abalone", "10+2");
    play(&mut table, First, "a1b1", 4000);
    assert_eq!(table.time_left(First, Timestamp(9000)).unwrap().0, 8000);
    assert_eq!(table.time_left(Second, Timestamp(9000)).unwrap().0, 5000);
    assert_eq!(table.deadline(), Some(Timestamp(14_000)));
    let events = table.step(TableAct::Tick, Timestamp(14_000)).unwrap();
    assert_eq!(events, [TableEvent::Ended(Outcome::Win(First, EndReason::Time))]);
    assert_eq!(table.deadline(), None);
}

#[test]
fn com_04_a_move_that_comes_too_late_loses() {
    let mut table = table("abalone", "10+2");
    let events = table.step(TableAct::play(First, "a1b1"), Timestamp(10_001)).unwrap();
    assert_eq!(events, [TableEvent::Ended(Outcome::Win(Second, EndReason::Time))]);
    assert!(table.plies().is_empty());
}

#[test]
fn com_04_days_per_turn_start_anew() {
    let day = 86_400_000;
    let mut table = table("abalone", "1/turn");
    play(&mut table, First, "a1b1", day - 1);
    assert_eq!(table.time_left(First, Timestamp(day)).unwrap().0, day);
    assert_eq!(table.deadline(), Some(Timestamp(2 * day - 1)));
}

#[test]
fn com_04_a_turn_of_several_actions_is_one_turn() {
    let mut table = table("abagio:first=r", "60+5");
    table.draw_lots(&mut ScriptedLots::new(["d53"]), Timestamp(0)).unwrap();
    play(&mut table, First, "s+5", 10_000);
    assert_eq!(
        table.time_left(First, Timestamp(10_000)).unwrap().0,
        50_000,
        "no increment inside a turn"
    );
    play(&mut table, First, "s+3", 20_000);
    assert_eq!(table.time_left(First, Timestamp(20_000)).unwrap().0, 45_000);
    assert_eq!(table.deadline(), None, "nobody's clock runs while a lot is due");
}

#[test]
fn com_04_clocks_are_restored_ply_by_ply() {
    let mut table = table("abalone", "600+5");
    play(&mut table, First, "a1b1", 0);
    table.restore_clock(0, Millis(100_000), Timestamp(0));
    play(&mut table, Second, "i5h5", 0);
    table.restore_clock(1, Millis(200_000), Timestamp(0));
    let noted: Vec<_> = table.plies().iter().map(|entry| entry.clock).collect();
    assert_eq!(noted, [Some(Millis(100_000)), Some(Millis(200_000))], "as they were");
    assert_eq!(table.time_left(First, Timestamp(1000)), Some(Millis(99_000)));
    assert_eq!(table.time_left(Second, Timestamp(1000)), Some(Millis(200_000)));
    table.step(TableAct::Offer { seat: Second, offer: Offer::TakeBack }, Timestamp(1000)).unwrap();
    table.step(TableAct::Accept { seat: First, offer: Offer::TakeBack }, Timestamp(1000)).unwrap();
    assert_eq!(
        table.time_left(First, Timestamp(1000)),
        Some(Millis(99_000)),
        "time used stays used"
    );
    table.restore_clock(7, Millis(1), Timestamp(0));
}

#[test]
fn com_05_lots_come_through_one_door_and_can_be_recomputed() {
    let seeds = abaque_lots::Seeds { table: [1; 32], players: [[2; 32], [3; 32]] };
    let lots = || VerifiableLots(abaque_lots::LotGenerator::new("g", "abagio", &seeds));
    let (mut one, mut two) = (table("abagio", "-"), table("abagio", "-"));
    one.draw_lots(&mut lots(), Timestamp(0)).unwrap();
    two.draw_lots(&mut lots(), Timestamp(0)).unwrap();
    assert_eq!(one.plies(), two.plies());
    assert_eq!(one.plies().len(), 2, "who starts, then the first throw");
    assert!(
        one.step(TableAct::Lot { outcome: "d11".into() }, Timestamp(1)).is_err(),
        "no random draw is due"
    );
    let mut fresh = table("abagio", "-");
    assert!(
        fresh.step(TableAct::Lot { outcome: "f66".into() }, Timestamp(1)).is_err(),
        "ties are no outcome"
    );
    assert!(
        fresh.step(TableAct::play(First, "s+5"), Timestamp(1)).is_err(),
        "a player cannot act at a lot"
    );
}

/// A table where player 1 has placed again after a line and player 2 may say Stop.
fn at_the_window(clock: &str) -> Table {
    let dots = ".".repeat(81);
    let spec = format!("abraxas:sheet={dots}");
    let position = "8/8/8/8/8/2rrr3/8/8 sw 1 20 1-0 3-3 again";
    let mut settings = MatchSettings::from_game(abaque_catalog::open_at(&spec, position).unwrap());
    settings.clock = clock.parse().unwrap();
    let mut table = Table::new(settings, Timestamp(0));
    let events = play(&mut table, First, "ra8", 5000);
    assert!(events.contains(&TableEvent::WindowOpened { seat: Second, until: Timestamp(15_000) }));
    table
}

#[test]
fn abr_15_the_window_has_its_own_clock() {
    let mut table = at_the_window("60+5");
    assert_eq!(table.time_left(First, Timestamp(14_000)).unwrap().0, 55_000, "no other clock runs");
    assert_eq!(table.time_left(Second, Timestamp(14_000)).unwrap().0, 60_000);
    assert_eq!(table.deadline(), Some(Timestamp(15_000)));
    let events = table.step(TableAct::Tick, Timestamp(15_500)).unwrap();
    assert_eq!(events, [TableEvent::Played { seat: Some(Second), index: 1 }]);
    assert_eq!(table.plies()[1].ply, "go");
    assert!(table.can_act(First));
    assert_eq!(
        table.time_left(First, Timestamp(16_000)).unwrap().0,
        54_000,
        "runs again from its closing"
    );
}

#[test]
fn abr_15_a_refused_act_does_not_swallow_the_closing_of_the_window() {
    let mut table = at_the_window("60+5");
    assert!(
        table.step(TableAct::play(Second, "sd8"), Timestamp(15_500)).is_err(),
        "too late to say Stop"
    );
    assert_eq!(table.plies()[1].ply, "go");
    let events = table.step(TableAct::Tick, Timestamp(15_500)).unwrap();
    assert_eq!(events, [TableEvent::Played { seat: Some(Second), index: 1 }]);
    assert_eq!(table.step(TableAct::Tick, Timestamp(15_500)).unwrap(), [], "reported once");
}

#[test]
fn abr_15_stop_gives_time_to_choose_the_hole_once() {
    let mut table = at_the_window("60+5");
    let shout = |seat| TableAct::Interrupt { seat };
    assert!(table.step(shout(First), Timestamp(6000)).is_err(), "it is not First's window");
    assert!(!table.is_interrupting());
    let events = table.step(shout(Second), Timestamp(14_900)).unwrap();
    let until = Timestamp(34_900);
    assert_eq!(events, [TableEvent::Interrupted { seat: Second, until: Some(until) }]);
    assert!(table.is_interrupting());
    assert_eq!(table.deadline(), Some(until));
    assert_eq!(table.window_length(), Some(Millis::from_secs(20)));
    assert_eq!(table.step(shout(Second), Timestamp(30_000)).unwrap(), [], "no more time");
    assert_eq!(table.deadline(), Some(until));
    assert_eq!(table.time_left(First, Timestamp(30_000)).unwrap().0, 55_000, "no clock runs");
    play(&mut table, Second, "sd8", 34_000);
    assert!(!table.is_interrupting());
    assert!(table.step(shout(Second), Timestamp(34_500)).is_err(), "the window is closed");
}

#[test]
fn abr_15_a_stop_without_a_hole_waives_the_rest_of_the_turn() {
    let mut table = at_the_window("60+5");
    table.step(TableAct::Interrupt { seat: Second }, Timestamp(6000)).unwrap();
    let events = table.step(TableAct::Tick, Timestamp(26_000)).unwrap();
    let passed =
        [TableEvent::LetsPass(Second), TableEvent::Played { seat: Some(Second), index: 1 }];
    assert_eq!(events, passed);
    assert_eq!(table.plies()[1].ply, "go");
    assert!(table.can_act(First) && !table.is_interrupting());
}

/// A table at the same window, with the window that goes with the clock.
fn at_the_window_of(clock: &str) -> Table {
    let dots = ".".repeat(81);
    let position = "8/8/8/8/8/2rrr3/8/8 sw 1 20 1-0 3-3 again";
    let start = abaque_catalog::open_at(&format!("abraxas:sheet={dots}"), position).unwrap();
    let mut settings = MatchSettings::from_game(start);
    settings.set_clock(clock.parse().unwrap());
    let mut table = Table::new(settings, Timestamp(0));
    play(&mut table, First, "ra8", 0);
    table
}

#[test]
fn abr_15_without_clocks_the_question_waits() {
    let mut table = at_the_window_of("-");
    assert_eq!(table.deadline(), None);
    let events = table.step(TableAct::Interrupt { seat: Second }, Timestamp(900_000)).unwrap();
    assert_eq!(events, [TableEvent::Interrupted { seat: Second, until: None }]);
    assert_eq!((table.deadline(), table.window_length()), (None, None));
    play(&mut table, Second, "sd8", 9_000_000);
}

#[test]
fn abr_15_a_stop_never_shortens_the_window() {
    let day = 86_400_000;
    let mut table = at_the_window_of("1/turn");
    assert_eq!(table.deadline(), Some(Timestamp(day)));
    table.step(TableAct::Interrupt { seat: Second }, Timestamp(1000)).unwrap();
    assert_eq!(table.deadline(), Some(Timestamp(day)));
    assert_eq!(table.window_length(), Some(Millis(day)));
}

#[test]
fn abr_15_no_stop_this_turn_can_be_said_in_advance() {
    let dots = ".".repeat(81);
    let spec = format!("abraxas:sheet={dots}");
    let position = "8/8/8/8/8/2rrr3/8/8 sw 1 20 1-0 3-3 again";
    let settings = MatchSettings::from_game(abaque_catalog::open_at(&spec, position).unwrap());
    let mut table = Table::new(settings, Timestamp(0));
    assert_eq!(
        table.step(TableAct::LetPass { seat: Second }, Timestamp(1)).unwrap(),
        [TableEvent::LetsPass(Second)]
    );
    play(&mut table, First, "ra8", 2);
    let plies: Vec<&str> = table.plies().iter().map(|entry| entry.ply.as_str()).collect();
    assert_eq!(plies, ["ra8", "go"]);
    assert!(
        table.step(TableAct::LetPass { seat: First }, Timestamp(3)).is_err(),
        "not in one's own turn"
    );
}

#[test]
fn abr_15_no_stop_this_turn_does_not_outlive_a_take_back() {
    let mut table = at_the_window("60+5");
    table.step(TableAct::LetPass { seat: Second }, Timestamp(6000)).unwrap();
    assert_eq!(table.plies().len(), 2, "the window closed at once");
    table.step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(7000)).unwrap();
    table.step(TableAct::Accept { seat: Second, offer: Offer::TakeBack }, Timestamp(8000)).unwrap();
    let events = play(&mut table, First, "ra8", 9000);
    assert!(
        events.contains(&TableEvent::WindowOpened { seat: Second, until: Timestamp(19_000) }),
        "{events:?}"
    );
}

#[test]
fn abr_14_a_stop_ends_the_turn_and_gives_the_increment() {
    let mut table = at_the_window("60+5");
    play(&mut table, Second, "sd8", 9000);
    assert_eq!(
        table.time_left(First, Timestamp(9000)).unwrap().0,
        60_000,
        "55 s and the increment"
    );
    assert_eq!(
        table.time_left(Second, Timestamp(10_000)).unwrap().0,
        59_000,
        "the stopper's clock runs"
    );
    play(&mut table, Second, "=", 11_000);
    assert_eq!(table.time_left(Second, Timestamp(11_000)).unwrap().0, 63_000);
    assert!(table.can_act(First));
}

#[test]
fn blo_05_set_ups_are_submitted_in_secret_in_any_order() {
    let mut table = table("blocs", "60+5");
    let mut source = SplitMix(3);
    let blue = table.random_submission(First, &mut source).unwrap();
    let red = table.random_submission(Second, &mut source).unwrap();
    let empty = table.view(Observer::Player(First));
    assert!(table.step(TableAct::play(Second, "setup:nonsense"), Timestamp(1)).is_err());
    let events = play(&mut table, Second, &red, 5000);
    assert_eq!(events, [TableEvent::Submitted(Second)]);
    assert_eq!(table.view(Observer::Player(First)), empty, "nothing is shown before both are in");
    assert!(table.step(TableAct::play(Second, red.clone()), Timestamp(5500)).is_err(), "once only");
    assert_eq!(
        table.time_left(Second, Timestamp(9000)).unwrap().0,
        60_000,
        "Red waits on no clock"
    );
    assert_eq!(table.time_left(First, Timestamp(9000)).unwrap().0, 51_000);
    let events = play(&mut table, First, &blue, 9000);
    assert_eq!(events.iter().filter(|e| matches!(e, TableEvent::Played { .. })).count(), 2);
    assert_eq!(table.plies()[0].ply, blue);
    assert_eq!(table.plies()[1].ply, red);
    let seen = table.view(Observer::Player(First));
    assert!(seen.contains('?'), "{seen}");
    assert_eq!(table.visible_ply(1, Observer::Player(Second)), Some(red.as_str()));
    assert_eq!(table.visible_ply(1, Observer::Player(First)), Some("?"));
    assert_eq!(table.visible_ply(0, Observer::Spectator), Some("?"));
    assert!(
        table
            .step(TableAct::Offer { seat: First, offer: Offer::TakeBack }, Timestamp(9500))
            .is_err(),
        "a set-up stands"
    );
}

#[test]
fn blo_05_a_position_with_one_set_up_in_waits_for_the_other() {
    let mut begun = abaque_catalog::open("blocs").unwrap();
    let blue = begun.random_action(&mut SplitMix(1)).unwrap();
    begun.play(&blue).unwrap();
    let mut table = Table::new(MatchSettings::from_game(begun), Timestamp(0));
    assert!(!table.can_act(First) && table.can_act(Second));
    let red = table.random_submission(Second, &mut SplitMix(2)).unwrap();
    assert!(
        table.step(TableAct::play(First, red.clone()), Timestamp(1)).is_err(),
        "Blue has set up"
    );
    let events = play(&mut table, Second, &red, 2);
    assert_eq!(
        events,
        [TableEvent::Submitted(Second), TableEvent::Played { seat: Some(Second), index: 0 }]
    );
    assert!(table.can_act(First) && !table.can_act(Second));
}

#[test]
fn blo_07_a_revealing_turn_cannot_be_taken_back() {
    let mut table = table("blocs", "-");
    let mut source = SplitMix(11);
    for seat in Seat::ALL {
        let submission = table.random_submission(seat, &mut source).unwrap();
        play(&mut table, seat, &submission, 0);
    }
    let hidden = |table: &Table| table.view(Observer::Spectator).matches('?').count();
    let mut revealed = false;
    for now in 0..40 {
        let Some(seat) = Seat::ALL.into_iter().find(|&seat| table.can_act(seat)) else { break };
        let before = hidden(&table);
        let action = table.game().random_action(&mut source).unwrap();
        play(&mut table, seat, &action, now);
        if table.outcome().is_some() {
            break;
        }
        let asked = table.step(TableAct::Offer { seat, offer: Offer::TakeBack }, Timestamp(now));
        if hidden(&table) < before {
            revealed = true;
            assert!(asked.is_err(), "{action}");
        } else if asked.is_ok() {
            table
                .step(
                    TableAct::Decline { seat: seat.other(), offer: Offer::TakeBack },
                    Timestamp(now),
                )
                .unwrap();
        }
    }
    assert!(revealed);
}

#[test]
fn random_matches_of_every_game_end_or_go_on_without_a_panic() {
    let options = ["abalone:target=1", "abraxas:push=either", "blocs:first=lot"];
    for spec in abaque_catalog::with_remaining_games(&options) {
        for seed in 0..5 {
            let mut table = table(spec, "60+1");
            let mut source = SplitMix(seed);
            let mut lots = ScriptedLots::default();
            for now in 0..3000 {
                table.draw_lots(&mut lots, Timestamp(now)).unwrap();
                let Some(seat) = Seat::ALL.into_iter().find(|&seat| table.can_act(seat)) else {
                    break;
                };
                let action = if table.game().is_sealed() {
                    table.random_submission(seat, &mut source)
                } else {
                    table.game().random_action(&mut source)
                };
                play(&mut table, seat, &action.unwrap(), now);
            }
        }
    }
}

/// Everything an observer gets from a table: view, plies, clocks, lists.
fn seen(table: &Table, by: Observer, now: u64) -> Vec<String> {
    let mut all = vec![table.view(by)];
    all.extend((0..table.plies().len()).filter_map(|i| table.visible_ply(i, by)).map(String::from));
    all.extend(Seat::ALL.map(|seat| format!("{:?}", table.time_left(seat, Timestamp(now)))));
    all.extend(table.game().remarks(by).into_iter().map(|message| message.en + &message.fr));
    if matches!(by, Observer::Player(seat) if table.can_act(seat)) && !table.game().is_sealed() {
        all.extend(table.game().offered_plies());
    }
    all
}

#[test]
fn blo_07_worlds_that_differ_in_secrets_give_the_same_view() {
    // Blue builds the same twice; Red's set-ups differ. Until a secret is revealed, Blue and
    // spectators get the same bytes from both tables, events included.
    let (mut here, mut there) = (table("blocs", "60+5"), table("blocs", "60+5"));
    let blue = here.random_submission(First, &mut SplitMix(1)).unwrap();
    let red = [2, 3].map(|seed| here.random_submission(Second, &mut SplitMix(seed)).unwrap());
    assert_ne!(red[0], red[1]);
    for (seat, plies) in [(Second, red.clone()), (First, [blue.clone(), blue])] {
        let events = play(&mut here, seat, &plies[0], 100);
        assert_eq!(events, play(&mut there, seat, &plies[1], 100));
        for by in [Observer::Player(First), Observer::Spectator] {
            assert_eq!(seen(&here, by, 200), seen(&there, by, 200));
        }
    }
    let own = Observer::Player(Second);
    assert_ne!(seen(&here, own, 200), seen(&there, own, 200), "Red knows their own");
    here.step(TableAct::Resign { seat: First }, Timestamp(300)).unwrap();
    assert!(!here.view(Observer::Spectator).contains('?'), "over is over");
    assert_eq!(here.visible_ply(1, Observer::Spectator), Some(red[0].as_str()));
}

#[test]
fn abr_15_letting_pass_needs_an_interrupt_window() {
    for (spec, lets) in [("abalone", false), ("abraxas", true)] {
        let mut table = Table::new(MatchSettings::new(spec).unwrap(), Timestamp(0));
        let seat = Seat::ALL.into_iter().find(|&seat| !table.can_act(seat)).unwrap();
        assert_eq!(table.step(TableAct::LetPass { seat }, Timestamp(0)).is_ok(), lets, "{spec}");
    }
}
