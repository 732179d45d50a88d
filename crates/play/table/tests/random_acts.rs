//! The table under random acts, sensible or not: its invariants hold after each, and a replay of the
//! accepted acts gives the same table.

#![allow(clippy::unwrap_used)]

use abaque_catalog::GAMES;
use abaque_core::{Observer, Outcome, Seat, SplitMix, Turn};
use abaque_table::{MatchSettings, Offer, Table, TableAct, TableEvent, Timestamp};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What someone at the table tries to do. Actions and lots are chosen among those possible then.
#[derive(Clone, Debug)]
enum Attempt {
    Act(Index),
    OutOfTurn(Index),
    Nonsense(String),
    Lot(Index),
    Offer(Seat, Offer),
    Accept(Seat, Offer),
    Decline(Seat, Offer),
    Resign(Seat),
    LetPass(Seat),
    Interrupt(Seat),
    Tick,
}

fn any_seat() -> impl Strategy<Value = Seat> {
    select(&Seat::ALL[..])
}

fn any_offer() -> impl Strategy<Value = Offer> {
    select(&[Offer::Draw, Offer::TakeBack][..])
}

fn any_attempt() -> impl Strategy<Value = Attempt> {
    let on_offer = || (any_seat(), any_offer());
    prop_oneof![
        12 => any::<Index>().prop_map(Attempt::Act),
        8 => any::<Index>().prop_map(Attempt::Lot),
        1 => any::<Index>().prop_map(Attempt::OutOfTurn),
        1 => "\\PC{0,8}".prop_map(Attempt::Nonsense),
        2 => on_offer().prop_map(|(seat, offer)| Attempt::Offer(seat, offer)),
        2 => on_offer().prop_map(|(seat, offer)| Attempt::Accept(seat, offer)),
        1 => on_offer().prop_map(|(seat, offer)| Attempt::Decline(seat, offer)),
        1 => any_seat().prop_map(Attempt::LetPass),
        1 => any_seat().prop_map(Attempt::Interrupt),
        1 => Just(Attempt::Tick),
        // Rare, because nothing can be tried afterwards.
        1 => (any_seat(), 0..20u8).prop_map(|(seat, rare)| if rare == 0 { Attempt::Resign(seat) } else { Attempt::Tick }),
    ]
}

/// A random action of a seat that may act, or of the other one.
fn action(table: &Table, choice: &Index, in_turn: bool) -> TableAct {
    let seat = if table.can_act(Seat::First) { Seat::First } else { Seat::Second };
    let source = &mut SplitMix(choice.index(1 << 20) as u64);
    let ply = table.random_submission(seat, source).or_else(|| table.game().random_action(source));
    let seat = if in_turn { seat } else { seat.other() };
    TableAct::play(seat, ply.unwrap_or_else(|| "none".into()))
}

fn as_act(table: &Table, attempt: &Attempt) -> TableAct {
    match attempt {
        Attempt::Act(choice) => action(table, choice, true),
        Attempt::OutOfTurn(choice) => action(table, choice, false),
        Attempt::Nonsense(text) => TableAct::play(Seat::First, text.clone()),
        Attempt::Lot(choice) => {
            let outcome = table.lot_due().map(|due| due.outcome(choice.index(due.outcomes.len())));
            TableAct::Lot { outcome: outcome.unwrap_or_default() }
        }
        Attempt::Offer(seat, offer) => TableAct::Offer { seat: *seat, offer: *offer },
        Attempt::Accept(seat, offer) => TableAct::Accept { seat: *seat, offer: *offer },
        Attempt::Decline(seat, offer) => TableAct::Decline { seat: *seat, offer: *offer },
        Attempt::Resign(seat) => TableAct::Resign { seat: *seat },
        Attempt::LetPass(seat) => TableAct::LetPass { seat: *seat },
        Attempt::Interrupt(seat) => TableAct::Interrupt { seat: *seat },
        Attempt::Tick => TableAct::Tick,
    }
}

fn new_table(name: &str, clock: &str) -> Table {
    let mut settings = MatchSettings::new(name).unwrap();
    settings.clock = clock.parse().unwrap();
    Table::new(settings, Timestamp(0))
}

/// Everything a table shows.
#[derive(PartialEq, Debug)]
struct ObservedTable {
    views: [String; 3],
    plies: Vec<String>,
    outcome: Option<Outcome>,
    times: [Option<u64>; 2],
    deadline: Option<Timestamp>,
    can_act: [bool; 2],
}

fn shown(table: &Table, now: Timestamp) -> ObservedTable {
    let [first, second] = Seat::ALL.map(Observer::Player);
    ObservedTable {
        views: [Observer::Spectator, first, second].map(|observer| table.view(observer)),
        plies: table.plies().iter().map(|ply| ply.ply.clone()).collect(),
        outcome: table.outcome(),
        times: Seat::ALL.map(|seat| table.time_left(seat, now).map(|left| left.0)),
        deadline: table.deadline(),
        can_act: Seat::ALL.map(|seat| table.can_act(seat)),
    }
}

fn assert_invariants(table: &Table, now: Timestamp) -> Result<(), TestCaseError> {
    if table.outcome().is_some() {
        prop_assert_eq!(table.deadline(), None);
        prop_assert!(table.lot_due().is_none());
        prop_assert!(!Seat::ALL.into_iter().any(|seat| table.can_act(seat)));
    } else {
        prop_assert!(!matches!(table.game().turn(), Turn::Over(_)));
        let someone = Seat::ALL.into_iter().any(|seat| table.can_act(seat));
        prop_assert!(someone || table.lot_due().is_some(), "nobody can continue");
        prop_assert!(table.deadline().is_none_or(|deadline| deadline >= now));
    }
    // The position is the start followed by the plies.
    let mut game = table.settings().start.clone();
    for ply in table.plies() {
        prop_assert!(game.play(&ply.ply).is_ok(), "{}", ply.ply);
    }
    prop_assert_eq!(game.position(), table.game().position());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn invariants_hold_and_a_replay_equals_the_game(
        game in 0..GAMES.len(),
        clock in select(&["-", "60+2", "20d3", "1/turn"][..]),
        attempts in vec((any_attempt(), 0..1500u64), 1..120),
    ) {
        let name = (GAMES[game].description)().name;
        let mut live = new_table(name, clock);
        let mut log = Vec::new();
        let mut events = Vec::new();
        let mut now = Timestamp(0);
        for (attempt, passed) in &attempts {
            now = Timestamp(now.0 + passed);
            // Refused acts let time pass too: fetch what it changed first.
            events.extend(live.step(TableAct::Tick, now).unwrap());
            log.push((TableAct::Tick, now));
            let act = as_act(&live, attempt);
            let before = shown(&live, now);
            match live.step(act.clone(), now) {
                Ok(more) => {
                    events.extend(more);
                    log.push((act, now));
                }
                Err(_) => prop_assert_eq!(shown(&live, now), before, "a refusal changed the table"),
            }
            assert_invariants(&live, now)?;
        }
        let ends = events.iter().filter(|event| matches!(event, TableEvent::Ended(_))).count();
        prop_assert_eq!(ends, usize::from(live.outcome().is_some()), "the end is told once");
        let mut replayed = new_table(name, clock);
        let mut told_again = Vec::new();
        for (act, at) in log {
            told_again.extend(replayed.step(act, at).unwrap());
        }
        prop_assert_eq!(told_again, events);
        prop_assert_eq!(shown(&replayed, now), shown(&live, now));
    }
}
