use abaque_catalog::bots::Kind;
use abaque_core::{Millis, Observer, Seat, SplitMix};
use abaque_table::{Act, At, Setting};

use super::*;

const BY: Observer = Observer::Player(Seat::First);

fn sit(spec: &str, players: [Option<&str>; 2]) -> Sitting {
    let mut source = SplitMix(7);
    let players = players.map(|kind| Player {
        name: None,
        computer: kind.map(|kind| kind.parse::<Kind>().unwrap()),
    });
    let mut setting = Setting::new(spec).unwrap();
    setting.window = None;
    let proof = Proof::fresh("test", &mut source);
    let mut sitting = Sitting::new(setting, players, proof, "2026.11.16".into(), At(0));
    sitting.draw(sitting.eyes(), At(0)).unwrap();
    sitting
}

/// Plays at random until it is over or so many actions were played.
fn amble(sitting: &mut Sitting, actions: usize, seed: u64) {
    let mut source = SplitMix(seed);
    for _ in 0..actions {
        let Some(seat) = sitting.acting() else { return };
        let table = sitting.table();
        let action = if table.game().sealed() {
            table.random_submission(seat, &mut source)
        } else {
            table.game().random_action(&mut source)
        };
        let eyes = sitting.eyes();
        sitting.play(seat, &action.unwrap(), eyes, At(0), &mut source).unwrap();
    }
}

#[test]
fn a_game_survives_a_reload_in_every_game() {
    for spec in ["abalone", "abraxas:sheet=2", "abagio", "blocs"] {
        for actions in [0, 1, 2, 25, 3000] {
            let mut sitting = sit(spec, [None, Some("3")]);
            amble(&mut sitting, actions, 5);
            let text = sitting.record().unwrap().to_string();
            let fresh = Proof::fresh("other", &mut SplitMix(8));
            let back = Sitting::resume(&text, fresh, At(0)).unwrap_or_else(|said| {
                panic!("{spec} after {actions}: {said}\n{text}");
            });
            assert_eq!(back.table().game().position(), sitting.table().game().position());
            assert_eq!(back.outcome(), sitting.outcome());
            assert_eq!(back.players, sitting.players);
            assert_eq!(back.record().unwrap().to_string(), text);
        }
    }
}

#[test]
fn a_resigned_game_comes_back_over() {
    let mut sitting = sit("abalone", [None, None]);
    sitting.step(Act::Resign(Seat::First), Observer::Spectator, At(5)).unwrap();
    let text = sitting.record().unwrap().to_string();
    let back = Sitting::resume(&text, Proof::fresh("x", &mut SplitMix(1)), At(0)).unwrap();
    assert_eq!(back.outcome(), sitting.outcome());
    assert!(back.outcome().is_some());
}

#[test]
fn steps_join_up() {
    for spec in ["abalone", "abraxas:sheet=2", "abagio"] {
        let mut sitting = sit(spec, [None, None]);
        let mut source = SplitMix(3);
        let mut last = sitting.table().view(Observer::Spectator);
        for _ in 0..60 {
            let Some(seat) = sitting.acting() else { break };
            let action = sitting.table().game().random_action(&mut source).unwrap();
            let steps =
                sitting.play(seat, &action, Observer::Spectator, At(0), &mut source).unwrap();
            assert_eq!((&*steps[0].ply, steps[0].seat), (&*action, Some(seat)));
            for step in &steps {
                assert_eq!(step.before, last);
                assert!(!step.told.en.is_empty());
                last = step.after.clone();
            }
        }
    }
}

#[test]
fn taking_back_goes_past_the_computer() {
    let mut sitting = sit("abalone", [None, Some("1")]);
    let start = sitting.table().game().position();
    let mut source = SplitMix(3);
    sitting.play(Seat::First, "a1b1", sitting.eyes(), At(0), &mut source).unwrap();
    sitting.play(Seat::Second, "i9h9", sitting.eyes(), At(0), &mut source).unwrap();
    sitting.take_back(At(0)).unwrap();
    assert_eq!(sitting.table().game().position(), start);
}

/// BLO-07: neither what the screen shows one player nor what a computer is told holds the other's secrets.
#[test]
fn blo_07_secrets_stay_behind_the_curtain() {
    let mut sitting = sit("blocs", [None, None]);
    assert!(sitting.has_secrets());
    amble(&mut sitting, 2, 11);
    let own = sitting.table().plies()[1].ply.clone();
    let task = Task::new(&sitting, Seat::First, &Kind::Best, 1).unwrap();
    let told = serde_json::to_string(&task).unwrap();
    assert!(!told.contains(&own), "the opponent's set-up");
    assert_eq!(task.view, sitting.table().view(Observer::Player(Seat::First)));
    assert_ne!(task.view, sitting.table().view(Observer::Player(Seat::Second)));
    let again: Task = serde_json::from_str(&told).unwrap();
    assert_eq!(again, task);
    assert_eq!(again.sight().unwrap().view.text(), task.view);
}

#[test]
fn a_refused_set_up_leaves_no_seal() {
    let mut sitting = sit("blocs", [None, None]);
    let mut source = SplitMix(3);
    let refused = sitting.play(Seat::First, "setup:nonsense", sitting.eyes(), At(0), &mut source);
    assert!(refused.is_err());
    let record = sitting.record().unwrap();
    assert_eq!(record.tag("SealFirst"), None);
}

#[test]
fn whoever_is_short_of_time_hurries() {
    let sitting = sit("abalone", [Some("8"), None]);
    let task = Task::new(&sitting, Seat::First, &Kind::Best, 1).unwrap();
    assert_eq!(task.clone().hurried(None), task);
    assert_eq!(task.clone().hurried(Some(Millis::seconds(300))), task);
    assert_eq!(task.clone().hurried(Some(Millis::seconds(10))).millis, Some(400));
    let told = Task { millis: Some(100), ..task };
    assert_eq!(told.clone().hurried(Some(Millis::seconds(10))), told);
}

/// A computer plays a whole game through tasks alone.
#[test]
fn tasks_play_games() {
    for spec in ["abalone:target=1", "abraxas:sheet=2,target=2", "abagio", "blocs"] {
        let mut sitting = sit(spec, [Some("1"), Some("1")]);
        let mut source = SplitMix(2);
        for _ in 0..30 {
            let Some(seat) = sitting.acting() else { break };
            let task = Task::new(&sitting, seat, &"1".parse().unwrap(), 4).unwrap();
            let told = think(&serde_json::to_string(&task).unwrap());
            let answer: Answer = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{told}"));
            let eyes = sitting.eyes();
            sitting.play(seat, &answer.action, eyes, At(0), &mut source).unwrap();
        }
    }
    assert!(think("nonsense").contains("error"));
    assert!(think("{}").contains("error"));
}

/// A record from elsewhere may leave out what ours always say.
#[test]
fn a_record_without_a_date_can_be_kept_again() {
    let text = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b1 *\n";
    let fresh = Proof::fresh("test", &mut SplitMix(1));
    let sitting = Sitting::resume(text, fresh, At(0)).unwrap();
    let kept = abaque_record::print(&[sitting.record().unwrap()]);
    let fresh = Proof::fresh("test", &mut SplitMix(2));
    assert_eq!(Sitting::resume(&kept, fresh, At(0)).unwrap().table().plies().len(), 1);
}

#[test]
fn the_computers_time_is_kept_and_kept_to() {
    let mut sitting = sit("abalone", [None, Some("2")]);
    sitting.computer_time = Some(Millis(20));
    let text = sitting.record().unwrap().to_string();
    assert!(text.contains("[ComputerTime \"20ms\"]"), "{text}");
    let resume = |text: &str| Sitting::resume(text, Proof::fresh("x", &mut SplitMix(1)), At(0));
    let back = resume(&text.replace("20ms", "1.5s")).unwrap();
    assert_eq!(back.computer_time, Some(Millis(1500)));
    let task = Task::new(&back, Seat::First, &Kind::Best, 1).unwrap();
    assert_eq!(task.millis, Some(1500));
    assert!(resume(&text.replace("20ms", "soon")).is_err());
    // Where no computer sits any more it says nothing.
    let mut people = resume(&text).unwrap();
    people.players = Default::default();
    assert_eq!(people.record().unwrap().tag("ComputerTime"), None);
}

#[test]
fn lots_wait_for_those_who_draw_them_themselves() {
    let mut sitting = sit("abagio", [None, None]);
    let mut source = SplitMix(3);
    while let Some(seat) = sitting.acting().filter(|_| sitting.table().plies().len() < 40) {
        let action = sitting.table().game().random_action(&mut source).unwrap();
        let act = Act::play(seat, action);
        let steps = sitting.act(act, Observer::Spectator, At(0), &mut source).unwrap();
        assert!(steps.iter().all(|step| step.seat.is_some()));
        let due = sitting.table().lot_due().is_some();
        let drawn = sitting.draw(Observer::Spectator, At(0)).unwrap();
        assert_eq!(!drawn.is_empty(), due);
    }
}

#[test]
fn one_game_is_read_at_a_time() {
    let text = sit("abalone", [None, None]).record().unwrap().to_string();
    assert!(Saved::read(&text).is_ok());
    let two = Saved::read(&format!("{text}\n{text}")).err().unwrap();
    assert!(two.en.contains("2 games"), "{two}");
}

/// ABR-15: a window closes by itself, and whoever is refused just then still sees it.
#[test]
fn abr_15_what_time_did_is_told_after_a_refusal() {
    let again = "8/8/8/8/3r4/8/8/8 sw 1 20 3-0 3-3 again";
    let setting = Setting::of(abaque_catalog::open_at("abraxas", again).unwrap());
    let mut source = SplitMix(3);
    let proof = Proof::fresh("test", &mut source);
    let mut sitting = Sitting::new(setting, Default::default(), proof, String::new(), At(0));
    let eyes = Observer::Spectator;
    sitting.play(Seat::First, "ra1", eyes, At(0), &mut source).unwrap();
    let until = sitting.table().window_until().unwrap();
    let last = sitting.table().view(eyes);
    sitting.play(Seat::Second, "nonsense", eyes, until, &mut source).unwrap_err();
    assert_eq!(sitting.table().window_until(), None);
    let steps = sitting.step(Act::Tick, eyes, until).unwrap();
    assert_eq!((steps.len(), steps[0].seat), (1, Some(Seat::Second)));
    assert_eq!(steps[0].before, last);
    assert_eq!(steps[0].after, sitting.table().view(eyes));
}

/// Whoever looks back sees what could be seen then, and what was hidden stays so until the end.
#[test]
fn looking_back_shows_what_was_seen() {
    for spec in ["abalone", "abraxas:sheet=2", "abagio", "blocs"] {
        let mut sitting = sit(spec, [None, None]);
        let mut seen = vec![(sitting.table().plies().len(), sitting.table().view(BY))];
        for turn in 0..30 {
            amble(&mut sitting, 1, turn);
            seen.push((sitting.table().plies().len(), sitting.table().view(BY)));
        }
        assert!(sitting.outcome().is_none() && seen.len() > 20, "{spec}");
        // One of two sealed set-ups lies on the table, but not in the game.
        for (plies, view) in seen.iter().filter(|(plies, _)| spec != "blocs" || *plies >= 2) {
            assert_eq!(sitting.past(*plies, BY).as_ref(), Some(view), "{spec} after {plies}");
        }
        assert_eq!(sitting.past(sitting.table().plies().len() + 1, BY), None);
        let hidden = sitting.past(2, BY);
        sitting.step(Act::Resign(Seat::Second), BY, At(0)).unwrap();
        assert_eq!(sitting.past(2, BY) != hidden, spec == "blocs", "the end opens everything");
    }
}
