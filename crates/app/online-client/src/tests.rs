use abaque_core::{Observer, Seat, SplitMix};
use abaque_protocol::{
    ClientMessage, GameAct, GameStage, GameTerms, Offer, OpponentChoice, SideChoice,
};
use abaque_table::{MatchSettings, Table, TableAct, Timestamp};
use serde_json::{Value, json};

use crate::{OnlineTable, ReconnectBackoff, SeedCommitment, SeedKeeper, ServerLink, TableUpdate};

const GAME: &str = "k3m9x2p7qa";

/// A fake server for one table, serving one of its players or both at one screen.
struct Server {
    table: Table,
    version: u32,
    seats: Vec<Seat>,
}

impl Server {
    fn new(spec: &str, seat: Seat) -> Server {
        let table = Table::new(MatchSettings::new(spec).unwrap(), Timestamp(0));
        Server { table, version: 1, seats: vec![seat] }
    }

    /// One client plays both seats.
    fn alone(spec: &str) -> Server {
        Server { seats: Seat::ALL.to_vec(), ..Server::new(spec, Seat::First) }
    }

    fn is_alone(&self) -> bool {
        self.seats.len() == 2
    }

    /// Whose view is sent: the only player's, or that of the player to act.
    fn by(&self) -> Observer {
        let acting = self.seats.iter().find(|&&seat| !self.is_alone() || self.table.can_act(seat));
        acting.map_or(Observer::Spectator, |&seat| Observer::Player(seat))
    }

    fn play(&mut self, ply: &str) {
        let seat = Seat::ALL.into_iter().find(|&seat| self.table.can_act(seat));
        let act = match seat {
            Some(seat) => TableAct::play(seat, ply),
            None => TableAct::Lot { outcome: ply.into() },
        };
        self.table.step(act, Timestamp(0)).unwrap();
        self.version += 1;
    }

    fn state(&self) -> Value {
        let common = (self.is_alone() && self.table.has_secrets())
            .then(|| self.table.view(Observer::Spectator));
        let acts: Vec<u8> = [(Seat::First, 1), (Seat::Second, 2)]
            .into_iter()
            .filter(|(seat, _)| self.table.can_act(*seat))
            .map(|(_, number)| number)
            .collect();
        let ending = self.table.outcome().map(|outcome| {
            let result = outcome.to_text(self.table.description().letters);
            json!({ "result": result, "reason": outcome.reason().as_str() })
        });
        let stage = if ending.is_some() { "over" } else { "playing" };
        json!({ "version": self.version, "stage": stage, "view": self.table.view(self.by()), "common": common,
            "to_act": acts, "draw": self.offering(Offer::Draw), "take_back": self.offering(Offer::TakeBack),
            "ending": ending, "now": 0,
            "clocks": [{ "left": 60_000, "runs": true }, { "left": 50_000, "runs": false }] })
    }

    /// Seats whose offer stands.
    fn offering(&self, what: Offer) -> Vec<usize> {
        let open = Seat::ALL.into_iter().filter(|&seat| self.table.has_offered(seat, what));
        open.map(|seat| seat.index() + 1).collect()
    }

    fn act(&mut self, act: TableAct) -> String {
        let from = self.table.plies().len();
        self.table.step(act, Timestamp(0)).unwrap();
        self.version += 1;
        self.step(self.version - 1, from.min(self.table.plies().len()))
    }

    fn plies(&self, from: usize) -> Value {
        let by = if self.is_alone() { Observer::Spectator } else { self.by() };
        let shown = |index: usize| {
            let seat = self.table.plies()[index].seat.map(|seat| seat.index() + 1);
            json!({ "ply": self.table.visible_ply(index, by), "seat": seat })
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

fn watching(server: &Server) -> ServerLink {
    let mut link = ServerLink::default();
    link.watch(OnlineTable::new(GAME, None, &mut SplitMix(1)));
    assert_eq!(link.on_connected(), [ClientMessage::Watch { game: GAME.into(), have: None }]);
    let update = link.receive(&server.whole(), Timestamp(100)).unwrap();
    assert_eq!(update, (GAME.to_owned(), TableUpdate::BoardChanged));
    link
}

fn steps(news: Option<(String, TableUpdate)>) -> Vec<(Option<Seat>, String, String, String)> {
    let Some((_, TableUpdate::Steps(steps))) = news else { panic!("{news:?}") };
    steps.into_iter().map(|step| (step.seat, step.ply, step.before, step.after)).collect()
}

#[test]
fn a_move_becomes_a_step_between_two_views() {
    let mut server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    let before = server.table.view(Observer::Spectator);
    server.play("a1b1");
    let shown = steps(link.receive(&server.step(1, 0), Timestamp(200)));
    let after = server.table.view(Observer::Spectator);
    assert_eq!(shown, [(Some(Seat::First), "a1b1".into(), before, after.clone())]);
    let seen = link.tables[GAME].player_view().unwrap();
    assert_eq!(
        (seen.view.as_str(), seen.acting, seen.has_secrets),
        (after.as_str(), [false, true], false)
    );
    assert_eq!(seen.players[0].name.as_deref(), Some("Ada"));
    assert!(seen.is_computer(Seat::Second));
    assert_eq!(seen.clock(Seat::First, Timestamp(1200)).unwrap().0, 59_000);
    assert_eq!(seen.clock(Seat::Second, Timestamp(1200)).unwrap().0, 50_000);
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
    // Play on to the next throw.
    while server.table.lot_due().is_none() {
        let ply = server.table.game().offered_plies().swap_remove(0);
        server.play(&ply);
    }
    let throw = server.table.lot_due().unwrap().outcomes[0].0.clone();
    server.play(&throw);
    let shown = steps(link.receive(&server.step(version, from), Timestamp(0)));
    assert_eq!(shown.len(), server.table.plies().len() - from);
    assert_eq!(shown.last().map(|step| step.0), Some(None));
    for pair in shown.windows(2) {
        assert_eq!(pair[0].3, pair[1].2);
    }
}

/// What the client tells about an offer of the first player that is answered by this act.
fn told_after(offer: Offer, answer: TableAct) -> Option<Offer> {
    let mut server = Server::new("abalone", Seat::First);
    server.play("a1b1");
    let mut link = watching(&server);
    let table = link.tables.get_mut(GAME).unwrap();
    table.act(GameAct::Offer { what: offer });
    if let TableAct::Decline { seat: Seat::First, offer } = answer {
        let offered = server.act(TableAct::Offer { seat: Seat::First, offer });
        link.receive(&offered, Timestamp(0)).unwrap();
        link.tables.get_mut(GAME).unwrap().act(GameAct::Decline { what: offer });
    } else {
        let offered = server.act(TableAct::Offer { seat: Seat::First, offer });
        link.receive(&offered, Timestamp(0)).unwrap();
    }
    assert_eq!(link.tables.get_mut(GAME).unwrap().take_declined(), None);
    let answered = server.act(answer);
    link.receive(&answered, Timestamp(0)).unwrap();
    let table = link.tables.get_mut(GAME).unwrap();
    let told = table.take_declined();
    assert_eq!(table.take_declined(), None, "told once");
    told
}

#[test]
fn the_offerer_is_told_that_an_offer_was_declined() {
    let (first, second) = (Seat::First, Seat::Second);
    for offer in [Offer::Draw, Offer::TakeBack] {
        assert_eq!(told_after(offer, TableAct::Decline { seat: second, offer }), Some(offer));
        assert_eq!(told_after(offer, TableAct::play(second, "i9h9")), Some(offer), "played on");
        assert_eq!(told_after(offer, TableAct::Decline { seat: first, offer }), None, "withdrawn");
        assert_eq!(told_after(offer, TableAct::Accept { seat: second, offer }), None);
    }
}

#[test]
fn a_take_back_resets_the_board() {
    let mut server = Server::new("abalone", Seat::First);
    server.play("a1b1");
    let mut link = watching(&server);
    let fresh = Server { version: 3, ..Server::new("abalone", Seat::First) };
    let update = link.receive(&fresh.step(2, 0), Timestamp(0)).unwrap().1;
    assert_eq!(update, TableUpdate::BoardChanged);
    assert!(link.tables[GAME].player_view().unwrap().plies.is_empty());
}

#[test]
fn repeated_steps_are_ignored_and_gaps_are_noticed() {
    let mut server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    server.play("a1b1");
    let step = server.step(1, 0);
    steps(link.receive(&step, Timestamp(0)));
    assert_eq!(link.receive(&step, Timestamp(0)).unwrap().1, TableUpdate::DetailsChanged);
    server.version += 5;
    assert_eq!(link.receive(&server.step(6, 1), Timestamp(0)).unwrap().1, TableUpdate::OutOfSync);
}

#[test]
fn unanswered_requests_are_repeated_with_the_same_key() {
    let server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    let table = link.tables.get_mut(GAME).unwrap();
    let ask = table.play("a1b1", &mut SplitMix(2));
    assert!(table.is_waiting());
    link.on_disconnected();
    let back = link.on_connected();
    assert_eq!(back, [ClientMessage::Watch { game: GAME.into(), have: Some(1) }, ask.clone()]);
    let ClientMessage::Act { key, .. } = ask else { panic!() };
    let done = json!({ "tell": "done", "game": GAME, "key": key, "version": 2 }).to_string();
    assert_eq!(link.receive(&done, Timestamp(0)).unwrap().1, TableUpdate::Done);
    assert!(!link.tables[GAME].is_waiting());
}

#[test]
fn the_last_move_is_still_a_step() {
    let mut server = Server::new("blocs", Seat::First);
    let mut link = watching(&server);
    for seat in Seat::ALL {
        let setup = server.table.presets(seat).swap_remove(0).1;
        server.play(&setup);
    }
    let set_up = link.receive(&server.step(1, 0), Timestamp(0)).unwrap().1;
    assert_eq!(set_up, TableUpdate::BoardChanged, "what the other hid is not shown");
    let seen = link.tables[GAME].player_view().unwrap();
    assert!(seen.has_secrets);
    assert_eq!(
        seen.game.offered_plies(),
        server.table.game().offered_plies(),
        "all worlds alike offer the same"
    );
    let version = server.version;
    let ply = server.table.game().offered_plies().swap_remove(0);
    server.play(&ply);
    assert_eq!(steps(link.receive(&server.step(version, 2), Timestamp(0))).len(), 1);
    server.table.step(TableAct::Resign { seat: Seat::Second }, Timestamp(0)).unwrap();
    server.version += 1;
    assert_eq!(link.receive(&server.whole(), Timestamp(0)).unwrap().1, TableUpdate::BoardChanged);
    let seen = link.tables[GAME].player_view().unwrap();
    assert!(!seen.has_secrets && seen.outcome.is_some());
}

/// At one screen a player's secrets are not shown, on the board or in texts, before they take the
/// screen.
#[test]
fn a_shared_screen_hides_secrets_until_it_is_handed_over() {
    let mut server = Server::alone("blocs");
    let mut link = watching(&server);
    let spectator = |server: &Server| server.table.view(Observer::Spectator);
    for seat in Seat::ALL {
        let table = link.tables.get_mut(GAME).unwrap();
        assert_eq!((table.curtain_for(), table.ready_seat()), (Some(seat), None));
        assert_eq!(table.observer(), Observer::Spectator);
        table.take_screen(seat);
        assert_eq!((table.curtain_for(), table.ready_seat()), (None, Some(seat)));
        assert!(!table.has_submitted(), "nobody waits at the other end");
        let (version, known) = (server.version, server.table.plies().len());
        let setup = server.table.presets(seat).swap_remove(0).1;
        server.play(&setup);
        link.receive(&server.step(version, known), Timestamp(0));
    }
    for turn in 0..12 {
        let Some(seat) = Seat::ALL.into_iter().find(|&seat| server.table.can_act(seat)) else {
            break;
        };
        let table = link.tables.get_mut(GAME).unwrap();
        let seen = table.player_view().unwrap();
        if table.curtain_for().is_some() {
            assert_eq!((seen.observer, seen.view), (Observer::Spectator, spectator(&server)));
            assert_eq!(table.ready_seat(), None);
            table.take_screen(seat);
        }
        let seen = table.player_view().unwrap();
        let own = server.table.view(Observer::Player(seat));
        assert_ne!(own, spectator(&server), "there is something to hide");
        assert_eq!((seen.observer, seen.view), (Observer::Player(seat), own.clone()));
        assert_eq!(table.ready_seat(), Some(seat));
        assert!(seen.plies.iter().all(|line| !line.ply.starts_with("setup:")));
        // Past positions show the common view.
        assert_eq!(table.view_after(seen.plies.len()), Some(spectator(&server)));
        assert_eq!(seen.players[0].name, None, "both would have the same name");
        let (version, known) = (server.version, server.table.plies().len());
        let offered = server.table.game().offered_plies();
        server.play(&offered[turn * 5 % offered.len()]);
        let shown = steps(link.receive(&server.step(version, known), Timestamp(0)));
        let table = &link.tables[GAME];
        let next = if table.curtain_for().is_some() {
            spectator(&server)
        } else {
            server.table.view(server.by())
        };
        assert_eq!((&shown[0].2, &shown[0].3), (&own, &next));
    }
    assert!(server.table.plies().len() > 6);
    server.table.step(TableAct::Resign { seat: Seat::First }, Timestamp(0)).unwrap();
    server.version += 1;
    link.receive(&server.whole(), Timestamp(0));
    let table = &link.tables[GAME];
    assert_eq!((table.curtain_for(), table.observer()), (None, Observer::Spectator));
    assert!(table.player_view().unwrap().outcome.is_some());
}

#[test]
fn a_shared_screen_without_secrets_has_no_curtain() {
    let mut server = Server::alone("abalone");
    let mut link = watching(&server);
    for (seat, ply) in [(Seat::First, "a1b1"), (Seat::Second, "i9h9")] {
        let table = &link.tables[GAME];
        assert_eq!((table.curtain_for(), table.ready_seat()), (None, Some(seat)));
        assert_eq!(table.observer(), Observer::Player(seat));
        let (version, known) = (server.version, server.table.plies().len());
        server.play(ply);
        assert_eq!(steps(link.receive(&server.step(version, known), Timestamp(0))).len(), 1);
    }
}

#[test]
fn a_muted_chat_delivers_nothing() {
    let server = Server::new("abalone", Seat::First);
    let mut link = watching(&server);
    let line = |id: u32| {
        json!({ "tell": "chat", "game": GAME, "id": id, "name": "Eve", "players": true, "at": 0,
            "text": "slow, are we?" })
        .to_string()
    };
    let muted = |on: bool| json!({ "tell": "muted", "game": GAME, "on": on }).to_string();
    assert!(matches!(
        link.receive(&line(1), Timestamp(0)),
        Some((_, TableUpdate::ChatReceived(_)))
    ));
    let table = link.tables.get_mut(GAME).unwrap();
    assert_eq!(table.mute(true), ClientMessage::Mute { game: GAME.into(), on: true });
    assert_eq!(link.receive(&line(2), Timestamp(0)).unwrap().1, TableUpdate::Ignored);
    // The player unmuted the chat in another client.
    assert_eq!(link.receive(&muted(false), Timestamp(0)).unwrap().1, TableUpdate::DetailsChanged);
    assert!(!link.tables[GAME].muted);
    assert!(matches!(
        link.receive(&line(3), Timestamp(0)),
        Some((_, TableUpdate::ChatReceived(_)))
    ));
}

#[test]
fn seeds_are_revealed_once_and_only_when_due() {
    let terms =
        GameTerms { against: OpponentChoice::Computer("3".into()), ..GameTerms::new("abagio") };
    let (terms, commitment) = SeedCommitment::create(terms, SeedKeeper::Server, &mut SplitMix(5));
    assert_eq!((terms.commitments.len(), terms.id.as_deref()), (2, Some(&*commitment.game)));
    assert_eq!(SeedCommitment::parse(&commitment.to_text()), Some(commitment.clone()));
    assert_eq!(SeedCommitment::parse("{\"game\":\"a\",\"own\":\"zz\"}"), None);
    assert_eq!(terms.seed, None, "both seeds of a game alone stay here until it starts");
    let mut table = OnlineTable::new(&commitment.game, Some(commitment.clone()), &mut SplitMix(6));
    assert_eq!(table.reveal_seed(), None);
    let server = Server::new("abagio", Seat::First);
    let mut whole: Value = serde_json::from_str(&server.whole()).unwrap();
    whole["state"]["stage"] = json!("seeds");
    whole["state"]["view"] = json!("");
    let tell = serde_json::from_value(whole).unwrap();
    table.receive(tell, Timestamp(0));
    assert_eq!(table.state().unwrap().stage, GameStage::Seeds);
    assert!(table.player_view().is_none() && !table.lacks_seed());
    let Some(ClientMessage::Act { act: GameAct::Reveal { other: Some(_), .. }, .. }) =
        table.reveal_seed()
    else {
        panic!()
    };
    assert_eq!(table.reveal_seed(), None);
}

/// Against a person the seed is deposited with the terms; the commitment stays the same.
#[test]
fn a_seed_is_deposited_unless_its_creator_keeps_it() {
    for against in [OpponentChoice::Anyone, OpponentChoice::Person("Bob".into())] {
        let terms = GameTerms { against, ..GameTerms::new("abagio") };
        let made = |keeper| SeedCommitment::create(terms.clone(), keeper, &mut SplitMix(5));
        let (deposited, commitment) = made(SeedKeeper::Server);
        let GameAct::Reveal { seed, other: None } = commitment.reveal() else { panic!() };
        assert_eq!(deposited.seed, Some(seed.clone()));
        let (strict, same) = made(SeedKeeper::Creator);
        assert_eq!((strict.seed, &same), (None, &commitment));
        assert_eq!(strict.commitments, deposited.commitments);
        let request = serde_json::to_value(commitment.reveal_request()).unwrap();
        let act: GameAct = serde_json::from_value(request["act"].clone()).unwrap();
        assert_eq!(act, commitment.reveal());
        assert!(request["seen"].is_u64() && request["key"].is_string());
    }
}

/// Without lots a server accepts no seed.
#[test]
fn no_seed_is_deposited_where_nothing_is_drawn() {
    for (spec, side, deposits) in [
        ("abalone", SideChoice::First, false),
        ("abalone", SideChoice::Lot, true),
        ("abagio", SideChoice::Second, true),
    ] {
        let terms = GameTerms { side, ..GameTerms::new(spec) };
        let (terms, _) = SeedCommitment::create(terms, SeedKeeper::Server, &mut SplitMix(5));
        assert_eq!(terms.seed.is_some(), deposits, "{spec} {side:?}");
    }
}

#[test]
fn seeds_of_several_accounts_are_kept_apart() {
    let (_, commitment) = SeedCommitment::join("k3m9x2p7qa", &mut SplitMix(1));
    // Stored by an older version: no owner.
    let old = serde_json::to_value(&commitment).unwrap();
    let old = json!({ "game": old["game"], "own": old["own"] }).to_string();
    assert_eq!(SeedCommitment::parse(&old), Some(commitment.clone()));
    assert!(commitment.may_belong_to(7) && commitment.may_belong_to(8));
    let owned = commitment.with_owner(Some(7), 1_700_000_000_000);
    assert!(owned.may_belong_to(7) && !owned.may_belong_to(8));
    assert_eq!(SeedCommitment::parse(&owned.to_text()), Some(owned));
}

/// When the opponent leaves, the table opens again and the next game needs the seed.
#[test]
fn a_table_opens_again_when_the_opponent_leaves_before_the_start() {
    let (terms, commitment) =
        SeedCommitment::create(GameTerms::new("abagio"), SeedKeeper::Creator, &mut SplitMix(5));
    let game = terms.id.unwrap();
    let mut table = OnlineTable::new(&game, Some(commitment), &mut SplitMix(6));
    let mut server: Value =
        serde_json::from_str(&Server::new("abagio", Seat::First).whole()).unwrap();
    server["state"]["view"] = json!("");
    let mut hear = |table: &mut OnlineTable, stage: &str, other: Value| {
        server["state"]["stage"] = json!(stage);
        server["info"]["seats"] = json!([{ "name": "Ada" }, other]);
        table.receive(serde_json::from_value(server.clone()).unwrap(), Timestamp(0));
    };
    for name in ["Bob", "Cleo"] {
        hear(&mut table, "open", json!({}));
        assert_eq!(table.reveal_seed(), None);
        hear(&mut table, "seeds", json!({ "name": name }));
        assert_eq!(table.left_early(), None);
        assert_eq!(table.opponent().as_deref(), Some(name));
        assert!(matches!(
            table.reveal_seed(),
            Some(ClientMessage::Act { act: GameAct::Reveal { .. }, .. })
        ));
    }
    hear(&mut table, "open", json!({}));
    assert_eq!(table.left_early(), Some("Cleo"));
}

#[test]
fn reconnect_delays_grow_up_to_a_limit() {
    let mut wait = ReconnectBackoff::default();
    let waits: Vec<u64> = (0..12).map(|_| wait.next_delay(u64::MAX / 3).0).collect();
    assert!(waits[0] >= 200 && waits[0] <= 400);
    assert!(waits.iter().all(|&millis| millis <= 15_000) && waits[11] >= 7500);
    wait.reset();
    assert!(wait.next_delay(0).0 <= 400);
}

#[test]
fn earlier_positions_are_shown_without_the_server() {
    let mut server = Server::new("abalone", Seat::First);
    let mut views = vec![server.table.view(Observer::Spectator)];
    for ply in ["a1b1", "i5h5", "a2b2"] {
        server.play(ply);
        views.push(server.table.view(Observer::Spectator));
    }
    let link = watching(&server);
    for (plies, view) in views.iter().enumerate() {
        assert_eq!(link.tables[GAME].view_after(plies).as_ref(), Some(view));
    }
    assert_eq!(link.tables[GAME].view_after(4), None);
}

/// With hidden information only views seen by this browser are known, and none reveals more.
#[test]
fn earlier_positions_still_hide_secrets() {
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
        link.receive(
            &server.step(server.version - 1, server.table.plies().len() - 1),
            Timestamp(0),
        );
    }
    let table = &link.tables[GAME];
    assert_eq!(table.view_after(2), Some(begun));
    assert_eq!(table.view_after(6), table.state().map(|state| state.view.clone()));
    assert_eq!(table.view_after(1), None, "this browser came later");
    // After a reload only the present is known.
    let link = watching(&server);
    assert_eq!(
        (link.tables[GAME].view_after(5), link.tables[GAME].view_after(6).is_some()),
        (None, true)
    );
}
