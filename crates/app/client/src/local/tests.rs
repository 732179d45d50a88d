use abaque_bots::BotKind;
use abaque_core::{Millis, Observer, Seat, SplitMix};
use abaque_table::{MatchSettings, TableAct, Timestamp};

use super::*;

const BY: Observer = Observer::Player(Seat::First);

fn sit(spec: &str, players: [Option<&str>; 2]) -> LocalGame {
    let mut source = SplitMix(7);
    let players = players.map(|kind| SeatedPlayer {
        name: None,
        computer: kind.map(|kind| kind.parse::<BotKind>().unwrap()),
    });
    let mut setting = MatchSettings::new(spec).unwrap();
    setting.window = None;
    let proof = LotEvidence::generate("test", &mut source);
    let mut local = LocalGame::new(setting, players, proof, "2026.11.16".into(), Timestamp(0));
    local.draw_lots(local.observer(), Timestamp(0)).unwrap();
    local
}

/// Plays random actions until the game is over or `actions` were played.
fn play_randomly(local: &mut LocalGame, actions: usize, seed: u64) {
    let mut source = SplitMix(seed);
    for _ in 0..actions {
        let Some(seat) = local.seat_to_act() else { return };
        let table = local.table();
        let action = if table.game().is_sealed() {
            table.random_submission(seat, &mut source)
        } else {
            table.game().random_action(&mut source)
        };
        let observer = local.observer();
        local.play(seat, &action.unwrap(), observer, Timestamp(0), &mut source).unwrap();
    }
}

#[test]
fn a_game_survives_a_reload_in_every_game() {
    for spec in abaque_catalog::with_remaining_games(&["abraxas:sheet=2"]) {
        for actions in [0, 1, 2, 25, 3000] {
            let mut local = sit(spec, [None, Some("3")]);
            play_randomly(&mut local, actions, 5);
            let text = local.record().unwrap().to_string();
            let fresh = LotEvidence::generate("other", &mut SplitMix(8));
            let back = LocalGame::resume(&text, fresh, Timestamp(0)).unwrap_or_else(|message| {
                panic!("{spec} after {actions}: {message}\n{text}");
            });
            assert_eq!(back.table().game().position(), local.table().game().position());
            assert_eq!(back.outcome(), local.outcome());
            assert_eq!(back.players, local.players);
            assert_eq!(back.record().unwrap().to_string(), text);
        }
    }
}

#[test]
fn a_resigned_game_is_resumed_as_over() {
    let mut local = sit("abalone", [None, None]);
    local
        .act_with_lots(TableAct::Resign { seat: Seat::First }, Observer::Spectator, Timestamp(5))
        .unwrap();
    let text = local.record().unwrap().to_string();
    let back = LocalGame::resume(&text, LotEvidence::generate("x", &mut SplitMix(1)), Timestamp(0))
        .unwrap();
    assert_eq!(back.outcome(), local.outcome());
    assert!(back.outcome().is_some());
}

#[test]
fn each_step_starts_from_the_previous_view() {
    for spec in ["abalone", "abraxas:sheet=2", "abagio"] {
        let mut local = sit(spec, [None, None]);
        let mut source = SplitMix(3);
        let mut last = local.table().view(Observer::Spectator);
        for _ in 0..60 {
            let Some(seat) = local.seat_to_act() else { break };
            let action = local.table().game().random_action(&mut source).unwrap();
            let steps =
                local.play(seat, &action, Observer::Spectator, Timestamp(0), &mut source).unwrap();
            assert_eq!((&*steps[0].ply, steps[0].seat), (&*action, Some(seat)));
            for step in &steps {
                assert_eq!(step.before, last);
                assert!(!step.message.en.is_empty());
                last = step.after.clone();
            }
        }
    }
}

#[test]
fn a_take_back_includes_the_bots_moves() {
    let mut local = sit("abalone", [None, Some("1")]);
    let start = local.table().game().position();
    let mut source = SplitMix(3);
    local.play(Seat::First, "a1b1", local.observer(), Timestamp(0), &mut source).unwrap();
    local.play(Seat::Second, "i9h9", local.observer(), Timestamp(0), &mut source).unwrap();
    local.take_back(Timestamp(0)).unwrap();
    assert_eq!(local.table().game().position(), start);
}

/// BLO-07: neither a player's screen nor a bot's task contains the opponent's secrets.
#[test]
fn blo_07_secrets_stay_behind_the_curtain() {
    let mut local = sit("blocs", [None, None]);
    assert!(local.has_secrets());
    play_randomly(&mut local, 2, 11);
    let own = local.table().plies()[1].ply.clone();
    let task = BotTask::new(&local, Seat::First, &BotKind::Best, 1).unwrap();
    let told = serde_json::to_string(&task).unwrap();
    assert!(!told.contains(&own), "the opponent's set-up");
    assert_eq!(task.view, local.table().view(Observer::Player(Seat::First)));
    assert_ne!(task.view, local.table().view(Observer::Player(Seat::Second)));
    let again: BotTask = serde_json::from_str(&told).unwrap();
    assert_eq!(again, task);
    assert_eq!(again.observation().unwrap().view.text(), task.view);
}

#[test]
fn a_refused_set_up_leaves_no_seal() {
    let mut local = sit("blocs", [None, None]);
    let mut source = SplitMix(3);
    let refused =
        local.play(Seat::First, "setup:nonsense", local.observer(), Timestamp(0), &mut source);
    assert!(refused.is_err());
    let record = local.record().unwrap();
    assert_eq!(record.tag("SealFirst"), None);
}

#[test]
fn bots_search_less_when_short_of_time() {
    let local = sit("abalone", [Some("8"), None]);
    let task = BotTask::new(&local, Seat::First, &BotKind::Best, 1).unwrap();
    assert_eq!(task.clone().limit_to_clock(None), task);
    assert_eq!(task.clone().limit_to_clock(Some(Millis::from_secs(300))), task);
    assert_eq!(task.clone().limit_to_clock(Some(Millis::from_secs(10))).millis, Some(400));
    let told = BotTask { millis: Some(100), ..task };
    assert_eq!(told.clone().limit_to_clock(Some(Millis::from_secs(10))), told);
}

/// A bot plays a whole game through tasks alone.
#[test]
fn bots_play_whole_games_through_tasks() {
    for spec in
        abaque_catalog::with_remaining_games(&["abalone:target=1", "abraxas:sheet=2,target=2"])
    {
        let mut local = sit(spec, [Some("1"), Some("1")]);
        let mut source = SplitMix(2);
        for _ in 0..30 {
            let Some(seat) = local.seat_to_act() else { break };
            let task = BotTask::new(&local, seat, &"1".parse().unwrap(), 4).unwrap();
            let told = think(&serde_json::to_string(&task).unwrap());
            let answer: BotAnswer =
                serde_json::from_str(&told).unwrap_or_else(|_| panic!("{told}"));
            let observer = local.observer();
            local.play(seat, &answer.action, observer, Timestamp(0), &mut source).unwrap();
        }
    }
    assert!(think("nonsense").contains("error"));
    assert!(think("{}").contains("error"));
}

/// Imported records may lack tags that ours always have.
#[test]
fn a_record_without_a_date_can_be_saved_again() {
    let text = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b1 *\n";
    let fresh = LotEvidence::generate("test", &mut SplitMix(1));
    let local = LocalGame::resume(text, fresh, Timestamp(0)).unwrap();
    let kept = abaque_record::format_records(&[local.record().unwrap()]);
    let fresh = LotEvidence::generate("test", &mut SplitMix(2));
    assert_eq!(LocalGame::resume(&kept, fresh, Timestamp(0)).unwrap().table().plies().len(), 1);
}

#[test]
fn a_bots_clock_is_charged_and_respected() {
    let mut local = sit("abalone", [None, Some("2")]);
    local.computer_time = Some(Millis(20));
    let text = local.record().unwrap().to_string();
    assert!(text.contains("[ComputerTime \"20ms\"]"), "{text}");
    let resume = |text: &str| {
        LocalGame::resume(text, LotEvidence::generate("x", &mut SplitMix(1)), Timestamp(0))
    };
    let back = resume(&text.replace("20ms", "1.5s")).unwrap();
    assert_eq!(back.computer_time, Some(Millis(1500)));
    let task = BotTask::new(&back, Seat::First, &BotKind::Best, 1).unwrap();
    assert_eq!(task.millis, Some(1500));
    assert!(resume(&text.replace("20ms", "soon")).is_err());
    // Without a bot the thinking time is not written.
    let mut people = resume(&text).unwrap();
    people.players = Default::default();
    assert_eq!(people.record().unwrap().tag("ComputerTime"), None);
}

#[test]
fn lots_stay_due_until_they_are_drawn() {
    let mut local = sit("abagio", [None, None]);
    let mut source = SplitMix(3);
    while let Some(seat) = local.seat_to_act().filter(|_| local.table().plies().len() < 40) {
        let action = local.table().game().random_action(&mut source).unwrap();
        let act = TableAct::play(seat, action);
        let steps = local.act(act, Observer::Spectator, Timestamp(0), &mut source).unwrap();
        assert!(steps.iter().all(|step| step.seat.is_some()));
        let due = local.table().lot_due().is_some();
        let drawn = local.draw_lots(Observer::Spectator, Timestamp(0)).unwrap();
        assert_eq!(!drawn.is_empty(), due);
    }
}

#[test]
fn several_records_at_once_are_refused() {
    let text = sit("abalone", [None, None]).record().unwrap().to_string();
    assert!(ResumableGame::parse(&text).is_ok());
    let two = ResumableGame::parse(&format!("{text}\n{text}")).err().unwrap();
    assert!(two.en.contains("2 games"), "{two}");
}

/// ABR-15: a window closes by itself, and a player refused at that moment still sees it.
#[test]
fn abr_15_a_refused_act_still_reports_a_closed_window() {
    let again = "8/8/8/8/3r4/8/8/8 sw 1 20 3-0 3-3 again";
    let setting = MatchSettings::from_game(abaque_catalog::open_at("abraxas", again).unwrap());
    let mut source = SplitMix(3);
    let proof = LotEvidence::generate("test", &mut source);
    let mut local = LocalGame::new(setting, Default::default(), proof, String::new(), Timestamp(0));
    let observer = Observer::Spectator;
    local.play(Seat::First, "ra1", observer, Timestamp(0), &mut source).unwrap();
    let until = local.table().window_until().unwrap();
    let last = local.table().view(observer);
    local.play(Seat::Second, "nonsense", observer, until, &mut source).unwrap_err();
    assert_eq!(local.table().window_until(), None);
    let steps = local.act_with_lots(TableAct::Tick, observer, until).unwrap();
    assert_eq!((steps.len(), steps[0].seat), (1, Some(Seat::Second)));
    assert_eq!(steps[0].before, last);
    assert_eq!(steps[0].after, local.table().view(observer));
}

/// ABR-15: a game without clocks waits for the answer, also when it is resumed.
#[test]
fn abr_15_resumed_windows_follow_the_clock() {
    let record = |clock: &str| {
        let start = "8/8/3r4/8/4r3/2rr4/8/8 se 2 19 1-0 3-3 stop?d6";
        let game = "[Game \"abraxas:sheet=2\"]";
        ResumableGame::parse(&format!("{game}\n[Start \"{start}\"]\n{clock}[Result \"*\"]\n\n*\n"))
            .unwrap()
            .setting
            .window
    };
    assert_eq!(record(""), None);
    assert_eq!(record("[Clock \"300+3\"]\n"), Some(abaque_core::Millis::from_secs(10)));
}

/// Past views show what could be seen then; hidden pieces stay hidden until the end.
#[test]
fn looking_back_shows_only_what_the_player_saw() {
    for spec in abaque_catalog::with_remaining_games(&["abraxas:sheet=2"]) {
        let mut local = sit(spec, [None, None]);
        let mut seen = vec![(local.table().plies().len(), local.table().view(BY))];
        for turn in 0..30 {
            play_randomly(&mut local, 1, turn);
            seen.push((local.table().plies().len(), local.table().view(BY)));
        }
        assert!(local.outcome().is_none() && seen.len() > 20, "{spec}");
        // One of two sealed set-ups is at the table, but not in the game yet.
        for (plies, view) in seen.iter().filter(|(plies, _)| spec != "blocs" || *plies >= 2) {
            assert_eq!(local.view_after(*plies, BY).as_ref(), Some(view), "{spec} after {plies}");
        }
        assert_eq!(local.view_after(local.table().plies().len() + 1, BY), None);
        let hidden = local.view_after(2, BY);
        local.act_with_lots(TableAct::Resign { seat: Seat::Second }, BY, Timestamp(0)).unwrap();
        assert_eq!(local.view_after(2, BY) != hidden, spec == "blocs", "the end opens everything");
    }
}
