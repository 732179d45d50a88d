use abaque_core::{Observer, Seat, SplitMix};
use abaque_protocol::{Act, Against, Ask, Stage, Terms};
use abaque_table::{Act as TableAct, At, Setting, Table};
use serde_json::{Value, json};

use super::{Link, News, OnlineTable, Stake, Wait};

const GAME: &str = "k3m9x2p7qa";

/// What a server says of a table, to one of its players or to both at one screen.
struct Server {
    table: Table,
    version: u32,
    seats: Vec<Seat>,
}

impl Server {
    fn new(spec: &str, seat: Seat) -> Server {
        let table = Table::new(Setting::new(spec).unwrap(), At(0));
        Server { table, version: 1, seats: vec![seat] }
    }

    /// One client plays for both.
    fn alone(spec: &str) -> Server {
        Server { seats: Seat::ALL.to_vec(), ..Server::new(spec, Seat::First) }
    }

    fn is_alone(&self) -> bool {
        self.seats.len() == 2
    }

    /// Whose knowledge is told: that of the only player, or of whoever is to act.
    fn by(&self) -> Observer {
        let acting = self.seats.iter().find(|&&seat| !self.is_alone() || self.table.may_act(seat));
        acting.map_or(Observer::Spectator, |&seat| Observer::Player(seat))
    }

    fn play(&mut self, ply: &str) {
        let seat = Seat::ALL.into_iter().find(|&seat| self.table.may_act(seat));
        let act = match seat {
            Some(seat) => TableAct::play(seat, ply),
            None => TableAct::Lot { outcome: ply.into() },
        };
        self.table.step(act, At(0)).unwrap();
        self.version += 1;
    }

    fn state(&self) -> Value {
        let common = (self.is_alone() && self.table.has_secrets())
            .then(|| self.table.view(Observer::Spectator));
        let acts: Vec<u8> = [(Seat::First, 1), (Seat::Second, 2)]
            .into_iter()
            .filter(|(seat, _)| self.table.may_act(*seat))
            .map(|(_, number)| number)
            .collect();
        let ending = self.table.outcome().map(|outcome| {
            let result = outcome.text(self.table.info().letters);
            json!({ "result": result, "reason": outcome.reason().word() })
        });
        let stage = if ending.is_some() { "over" } else { "playing" };
        json!({ "version": self.version, "stage": stage, "view": self.table.view(self.by()), "common": common,
            "to_act": acts, "ending": ending, "now": 0,
            "clocks": [{ "left": 60_000, "runs": true }, { "left": 50_000, "runs": false }] })
    }

    fn plies(&self, from: usize) -> Value {
        let by = if self.is_alone() { Observer::Spectator } else { self.by() };
        let shown = |index: usize| {
            let seat = self.table.plies()[index].seat.map(|seat| seat.index() + 1);
            json!({ "ply": self.table.shown(index, by), "seat": seat })
        };
        let list: Vec<Value> = (from..self.table.plies().len()).map(shown).collect();
        json!({ "from": from, "list": list })
    }

    fn whole(&self) -> String {
        let spec = self.table.game().spec();
        json!({ "tell": "table",
            "info": { "game": GAME, "spec": spec, "clock": "60+0", "rated": false, "public": true,
                "hot_seat": self.is_alone(), "seats": [{ "name": "Ada" }, { "bot": "3" }], "status": "playing",
                "plies": 0, "created": 0, "touched": 0 },
            "yours": self.seats.iter().map(|seat| seat.index() + 1).collect::<Vec<_>>(), "plies": self.plies(0), "state": self.state(),
            "lots": { "used": false } })
        .to_string()
    }

    fn step(&self, after: u32, from: usize) -> String {
        json!({ "tell": "step", "game": GAME, "after": after, "plies": self.plies(from),
            "state": self.state() })
        .to_string()
    }
}

fn watching(server: &Server) -> Link {
    let mut link = Link::default();
    link.watch(OnlineTable::new(GAME, None, &mut SplitMix(1)));
    assert_eq!(link.connected(), [Ask::Watch { game: GAME.into(), have: None }]);
    let heard = link.hear(&server.whole(), At(100)).unwrap();
    assert_eq!(heard, (GAME.to_owned(), News::Anew));
    link
}

fn steps(news: Option<(String, News)>) -> Vec<(Option<Seat>, String, String, String)> {
    let Some((_, News::Steps(steps))) = news else { panic!("{news:?}") };
    steps.into_iter().map(|step| (step.seat, step.ply, step.before, step.after)).collect()
}

#[test]
fn a_move_is_shown_from_view_to_view() {
    let mut server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    let before = server.table.view(Observer::Spectator);
    server.play("a1b1");
    let shown = steps(link.hear(&server.step(1, 0), At(200)));
    let after = server.table.view(Observer::Spectator);
    assert_eq!(shown, [(Some(Seat::First), "a1b1".into(), before, after.clone())]);
    let seen = link.tables[GAME].seen().unwrap();
    assert_eq!(
        (seen.view.as_str(), seen.acting, seen.secrets),
        (after.as_str(), [false, true], false)
    );
    assert_eq!(seen.players[0].name.as_deref(), Some("Ada"));
    assert!(seen.is_computer(Seat::Second));
    assert_eq!(seen.clock(Seat::First, At(1200)).unwrap().0, 59_000);
    assert_eq!(seen.clock(Seat::Second, At(1200)).unwrap().0, 50_000);
}

#[test]
fn a_move_and_the_throw_after_it_are_two_steps() {
    let mut server = Server::new("abagio", Seat::First);
    while let Some(due) = server.table.lot_due() {
        let outcome = due.outcomes[due.outcomes.len() - 1].0.clone();
        server.play(&outcome);
    }
    let mut link = watching(&server);
    let (from, version) = (server.table.plies().len(), server.version);
    // On to the next throw, whoever makes it.
    while server.table.lot_due().is_none() {
        let ply = server.table.game().offered().swap_remove(0);
        server.play(&ply);
    }
    let throw = server.table.lot_due().unwrap().outcomes[0].0.clone();
    server.play(&throw);
    let shown = steps(link.hear(&server.step(version, from), At(0)));
    assert_eq!(shown.len(), server.table.plies().len() - from);
    assert_eq!(shown.last().map(|step| step.0), Some(None));
    for pair in shown.windows(2) {
        assert_eq!(pair[0].3, pair[1].2);
    }
}

#[test]
fn a_take_back_shows_the_board_anew() {
    let mut server = Server::new("abalone", Seat::First);
    server.play("a1b1");
    let mut link = watching(&server);
    let fresh = Server { version: 3, ..Server::new("abalone", Seat::First) };
    let heard = link.hear(&fresh.step(2, 0), At(0)).unwrap().1;
    assert_eq!(heard, News::Anew);
    assert!(link.tables[GAME].seen().unwrap().plies.is_empty());
}

#[test]
fn what_is_known_already_changes_nothing_and_a_hole_is_noticed() {
    let mut server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    server.play("a1b1");
    let step = server.step(1, 0);
    steps(link.hear(&step, At(0)));
    assert_eq!(link.hear(&step, At(0)).unwrap().1, News::Around);
    server.version += 5;
    assert_eq!(link.hear(&server.step(6, 1), At(0)).unwrap().1, News::Missed);
}

#[test]
fn what_was_not_answered_is_asked_again_with_the_same_key() {
    let server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    let table = link.tables.get_mut(GAME).unwrap();
    let ask = table.play("a1b1", &mut SplitMix(2));
    assert!(table.waits());
    link.lost();
    let back = link.connected();
    assert_eq!(back, [Ask::Watch { game: GAME.into(), have: Some(1) }, ask.clone()]);
    let Ask::Act { key, .. } = ask else { panic!() };
    let done = json!({ "tell": "done", "game": GAME, "key": key, "version": 2 }).to_string();
    assert_eq!(link.hear(&done, At(0)).unwrap().1, News::Done);
    assert!(!link.tables[GAME].waits());
}

#[test]
fn the_end_of_a_game_is_still_a_move() {
    let mut server = Server::new("blocs", Seat::First);
    let mut link = watching(&server);
    for seat in Seat::ALL {
        let setup = server.table.presets(seat).swap_remove(0).1;
        server.play(&setup);
    }
    let set_up = link.hear(&server.step(1, 0), At(0)).unwrap().1;
    assert_eq!(set_up, News::Anew, "what the other hid is not shown");
    let seen = link.tables[GAME].seen().unwrap();
    assert!(seen.secrets);
    assert_eq!(
        seen.game.offered(),
        server.table.game().offered(),
        "all worlds alike offer the same"
    );
    let version = server.version;
    let ply = server.table.game().offered().swap_remove(0);
    server.play(&ply);
    assert_eq!(steps(link.hear(&server.step(version, 2), At(0))).len(), 1);
    server.table.step(TableAct::Resign(Seat::Second), At(0)).unwrap();
    server.version += 1;
    assert_eq!(link.hear(&server.whole(), At(0)).unwrap().1, News::Anew);
    let seen = link.tables[GAME].seen().unwrap();
    assert!(!seen.secrets && seen.outcome.is_some());
}

/// At one screen nothing of a player is shown before they took it: not what they hid, not on the board and not in words.
#[test]
fn a_screen_is_handed_over_before_secrets_are_shown() {
    let mut server = Server::alone("blocs");
    let mut link = watching(&server);
    let spectator = |server: &Server| server.table.view(Observer::Spectator);
    for seat in Seat::ALL {
        let table = link.tables.get_mut(GAME).unwrap();
        assert_eq!((table.curtain(), table.due()), (Some(seat), None));
        assert_eq!(table.eyes(), Observer::Spectator);
        table.take_screen(seat);
        assert_eq!((table.curtain(), table.due()), (None, Some(seat)));
        assert!(!table.has_submitted(), "nobody waits at the other end");
        let (version, known) = (server.version, server.table.plies().len());
        let setup = server.table.presets(seat).swap_remove(0).1;
        server.play(&setup);
        link.hear(&server.step(version, known), At(0));
    }
    for turn in 0..12 {
        let Some(seat) = Seat::ALL.into_iter().find(|&seat| server.table.may_act(seat)) else {
            break;
        };
        let table = link.tables.get_mut(GAME).unwrap();
        let seen = table.seen().unwrap();
        if table.curtain().is_some() {
            assert_eq!((seen.by, seen.view), (Observer::Spectator, spectator(&server)));
            assert_eq!(table.due(), None);
            table.take_screen(seat);
        }
        let seen = table.seen().unwrap();
        let own = server.table.view(Observer::Player(seat));
        assert_ne!(own, spectator(&server), "there is something to hide");
        assert_eq!((seen.by, seen.view), (Observer::Player(seat), own.clone()));
        assert_eq!(table.due(), Some(seat));
        assert!(seen.plies.iter().all(|line| !line.ply.starts_with("setup:")));
        // Whoever looks back sees what both may.
        assert_eq!(table.past(seen.plies.len()), Some(spectator(&server)));
        assert_eq!(seen.players[0].name, None, "both would have the same name");
        let (version, known) = (server.version, server.table.plies().len());
        let offered = server.table.game().offered();
        server.play(&offered[turn * 5 % offered.len()]);
        let shown = steps(link.hear(&server.step(version, known), At(0)));
        let table = &link.tables[GAME];
        let next = if table.curtain().is_some() {
            spectator(&server)
        } else {
            server.table.view(server.by())
        };
        assert_eq!((&shown[0].2, &shown[0].3), (&own, &next));
    }
    assert!(server.table.plies().len() > 6);
    server.table.step(TableAct::Resign(Seat::First), At(0)).unwrap();
    server.version += 1;
    link.hear(&server.whole(), At(0));
    let table = &link.tables[GAME];
    assert_eq!((table.curtain(), table.eyes()), (None, Observer::Spectator));
    assert!(table.seen().unwrap().outcome.is_some());
}

#[test]
fn without_secrets_both_play_at_once() {
    let mut server = Server::alone("abalone");
    let mut link = watching(&server);
    for (seat, ply) in [(Seat::First, "a1b1"), (Seat::Second, "i9h9")] {
        let table = &link.tables[GAME];
        assert_eq!((table.curtain(), table.due()), (None, Some(seat)));
        assert_eq!(table.eyes(), Observer::Player(seat));
        let (version, known) = (server.version, server.table.plies().len());
        server.play(ply);
        assert_eq!(steps(link.hear(&server.step(version, known), At(0))).len(), 1);
    }
}

#[test]
fn whoever_wants_to_hear_nothing_does_not() {
    let server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    let line = |id: u32| {
        json!({ "tell": "chat", "game": GAME, "id": id, "name": "Eve", "players": true, "at": 0,
            "text": "slow, are we?" })
        .to_string()
    };
    let muted = |on: bool| json!({ "tell": "muted", "game": GAME, "on": on }).to_string();
    assert!(matches!(link.hear(&line(1), At(0)), Some((_, News::Said(_)))));
    let table = link.tables.get_mut(GAME).unwrap();
    assert_eq!(table.mute(true), Ask::Mute { game: GAME.into(), on: true });
    assert_eq!(link.hear(&line(2), At(0)).unwrap().1, News::Nothing);
    // Elsewhere they wanted to hear again.
    assert_eq!(link.hear(&muted(false), At(0)).unwrap().1, News::Around);
    assert!(!link.tables[GAME].muted);
    assert!(matches!(link.hear(&line(3), At(0)), Some((_, News::Said(_)))));
}

#[test]
fn seeds_are_opened_once_and_only_when_due() {
    let terms = Terms { against: Against::Computer("3".into()), ..Terms::of("abagio") };
    let (terms, stake) = Stake::create(terms, &mut SplitMix(5));
    assert_eq!((terms.commitments.len(), terms.id.as_deref()), (2, Some(&*stake.game)));
    assert_eq!(Stake::read(&stake.text()), Some(stake.clone()));
    assert_eq!(Stake::read("{\"game\":\"a\",\"own\":\"zz\"}"), None);
    let mut table = OnlineTable::new(&stake.game, Some(stake.clone()), &mut SplitMix(6));
    assert_eq!(table.reveal(), None);
    let server = Server::new("abagio", Seat::First);
    let mut whole: Value = serde_json::from_str(&server.whole()).unwrap();
    whole["state"]["stage"] = json!("seeds");
    whole["state"]["view"] = json!("");
    let tell = serde_json::from_value(whole).unwrap();
    table.hear(tell, At(0));
    assert_eq!(table.state().unwrap().stage, Stage::Seeds);
    assert!(table.seen().is_none() && !table.lacks_stake());
    let Some(Ask::Act { act: Act::Reveal { other: Some(_), .. }, .. }) = table.reveal() else {
        panic!()
    };
    assert_eq!(table.reveal(), None);
}

#[test]
fn waits_grow_and_end() {
    let mut wait = Wait::default();
    let waits: Vec<u64> = (0..12).map(|_| wait.next(u64::MAX / 3).0).collect();
    assert!(waits[0] >= 200 && waits[0] <= 400);
    assert!(waits.iter().all(|&millis| millis <= 15_000) && waits[11] >= 7500);
    wait.is_over();
    assert!(wait.next(0).0 <= 400);
}

#[test]
fn looking_back_needs_no_server() {
    let mut server = Server::new("abalone", Seat::First);
    let mut views = vec![server.table.view(Observer::Spectator)];
    for ply in ["a1b1", "i5h5", "a2b2"] {
        server.play(ply);
        views.push(server.table.view(Observer::Spectator));
    }
    let link = watching(&server);
    for (plies, view) in views.iter().enumerate() {
        assert_eq!(link.tables[GAME].past(plies).as_ref(), Some(view));
    }
    assert_eq!(link.tables[GAME].past(4), None);
}

/// Where something is hidden, only what this browser saw is known, and none of it tells more.
#[test]
fn what_was_hidden_stays_so_in_the_past() {
    let mut server = Server::new("blocs", Seat::First);
    let mut source = SplitMix(3);
    for seat in Seat::ALL {
        let setup = server.table.random_submission(seat, &mut source).unwrap();
        server.play(&setup);
    }
    let mut link = watching(&server);
    let begun = server.table.view(Observer::Player(Seat::First));
    for _ in 0..4 {
        let ply = server.table.game().random_action(&mut source).unwrap();
        server.play(&ply);
        link.hear(&server.step(server.version - 1, server.table.plies().len() - 1), At(0));
    }
    let table = &link.tables[GAME];
    assert_eq!(table.past(2), Some(begun));
    assert_eq!(table.past(6), table.state().map(|state| state.view.clone()));
    assert_eq!(table.past(1), None, "this browser came later");
    // Came back after a reload: only the present is known.
    let link = watching(&server);
    assert_eq!((link.tables[GAME].past(5), link.tables[GAME].past(6).is_some()), (None, true));
}
