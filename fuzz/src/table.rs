use std::sync::Arc;

use abaque_core::{ClockRule, Millis, Observer, Outcome, Seat, Turn};
use abaque_record::{Record, check};
use abaque_table::{MatchSettings, Offer, Table, TableAct, TableEvent, TablePly, Timestamp};

use crate::FuzzInput;
use crate::hidden::OBSERVERS;

/// Most acts in one match.
const MAX_ACTS: usize = 300;

/// Plays a match of any game. Input: one line each for spec, position and clock, then acts with
/// their arrival times, which may jump far forwards or backwards.
pub fn table(data: &[u8]) {
    let mut input = FuzzInput::new(data);
    let (spec, position) = (input.next_line(), input.next_line());
    let start = abaque_catalog::open_at(&spec, &position).or_else(|_| abaque_catalog::open(&spec));
    let Ok(start) = start else { return };
    let mut settings = MatchSettings::from_game(start);
    settings.clock = input.next_line().parse().unwrap_or_default();
    let flags = input.next_byte();
    settings.take_backs = flags & 1 == 0;
    settings.window = (flags & 2 == 0).then(|| Millis(u64::from(flags & !3) * 100 + 1));
    let mut now = Timestamp(u64::from(input.next_byte()));
    let mut tested = TableUnderTest::new(Table::new(settings, now), now);
    for _ in 0..MAX_ACTS {
        if input.is_empty() {
            break;
        }
        now = next_time(now, &mut input);
        let act = next_act(&tested.table, &mut input);
        tested.step(act, now);
    }
    tested.check_record();
}

/// The next arrival time: usually a little later, sometimes far ahead or earlier.
fn next_time(now: Timestamp, input: &mut FuzzInput) -> Timestamp {
    match input.next_byte() {
        step @ 0..=199 => Timestamp(now.0.saturating_add(u64::from(step) * 10)),
        step @ 200..=239 => Timestamp(now.0.saturating_add(u64::from(step) * 10_000)),
        step @ 240..=253 => Timestamp(now.0.saturating_sub(u64::from(step))),
        _ => Timestamp(input.next_u64()),
    }
}

/// The act encoded by the next bytes: often a legal ply, sometimes anything.
fn next_act(table: &Table, input: &mut FuzzInput) -> TableAct {
    let op = input.next_byte();
    let seat = Seat::ALL[usize::from(op & 1)];
    let offer = if op & 2 == 0 { Offer::Draw } else { Offer::TakeBack };
    match op >> 2 {
        0 => TableAct::Offer { seat, offer },
        1 => TableAct::Accept { seat, offer },
        2 => TableAct::Decline { seat, offer },
        3 => TableAct::LetPass { seat },
        4 if op & 2 == 0 => TableAct::Resign { seat },
        4 | 5 => TableAct::Tick,
        6 => TableAct::play(seat, input.next_line()),
        7 => TableAct::Lot { outcome: input.next_line() },
        _ => {
            if let Some(due) = table.lot_due() {
                return TableAct::Lot {
                    outcome: due.outcomes[input.below(due.outcomes.len())].0.clone(),
                };
            }
            let legal = table.game().legal_plies();
            if legal.is_empty() {
                let mut source = abaque_core::SplitMix(u64::from(input.next_byte()));
                let ply = table.random_submission(seat, &mut source).unwrap_or_default();
                return TableAct::play(seat, ply);
            }
            let seat = match table.game().turn() {
                Turn::Of(acting) => acting,
                _ => seat,
            };
            TableAct::play(seat, &*legal[input.below(legal.len())])
        }
    }
}

/// A table with the facts its laws need.
struct TableUnderTest {
    table: Table,
    now: Timestamp,
    /// Whether time has never run backwards.
    is_time_monotonic: bool,
    /// Turns that may have earned an increment, including those taken back.
    turns_completed: u64,
}

/// The state that a refused act must leave unchanged: plies, outcome, views, offers, window end.
type TableState = (Vec<Arc<TablePly>>, Option<Outcome>, [String; 3], [bool; 4], Option<Timestamp>);

impl TableUnderTest {
    fn new(table: Table, now: Timestamp) -> TableUnderTest {
        TableUnderTest { table, now, is_time_monotonic: true, turns_completed: 0 }
    }

    fn snapshot(&self) -> TableState {
        let offers =
            [(0, Offer::Draw), (0, Offer::TakeBack), (1, Offer::Draw), (1, Offer::TakeBack)];
        (
            self.table.plies().to_vec(),
            self.table.outcome(),
            OBSERVERS.map(|by: Observer| self.table.view(by)),
            offers.map(|(seat, offer)| self.table.has_offered(Seat::ALL[seat], offer)),
            self.table.window_until(),
        )
    }

    /// Lets time pass, then takes the act. A refused act changes nothing, an outcome is final, and
    /// plies disappear only by a take-back.
    fn step(&mut self, act: TableAct, now: Timestamp) {
        self.is_time_monotonic &= now >= self.now;
        self.now = now;
        let settled = self.table.step(TableAct::Tick, now);
        let settled = settled.unwrap_or_else(|refused| panic!("a tick was refused: {refused}"));
        self.check_events(&settled);
        let before = self.snapshot();
        match self.table.step(act.clone(), now) {
            Ok(events) => {
                if let Some(outcome) = before.1 {
                    assert_eq!(self.table.outcome(), Some(outcome), "an outcome is final");
                    assert!(events.is_empty(), "{act:?} after the end: {events:?}");
                }
                if self.check_events(&events) {
                    assert!(before.0.starts_with(self.table.plies()), "{act:?}: {events:?}");
                } else {
                    assert!(self.table.plies().starts_with(&before.0), "{act:?}: {events:?}");
                }
            }
            Err(refused) => {
                assert!(!refused.localized(abaque_core::Lang::Fr).is_empty());
                assert_eq!(self.snapshot(), before, "{act:?} was refused: {refused}");
            }
        }
        self.check_laws();
    }

    /// Each event matches the table. Returns whether plies were taken back.
    fn check_events(&mut self, events: &[TableEvent]) -> bool {
        let mut took_back = false;
        let ended = events.iter().filter(|event| matches!(event, TableEvent::Ended(_))).count();
        assert!(ended <= 1, "{events:?}");
        for event in events {
            match event {
                TableEvent::Played { index, .. } => {
                    self.turns_completed += 1;
                    assert!(*index < self.table.plies().len());
                }
                TableEvent::Submitted(_) => self.turns_completed += 1,
                TableEvent::TookBack { plies } => {
                    took_back = true;
                    assert_eq!(self.table.plies().len(), *plies);
                }
                TableEvent::Ended(outcome) => assert_eq!(self.table.outcome(), Some(*outcome)),
                _ => {}
            }
        }
        took_back
    }

    /// Clocks stay in bounds, a finished match is inert, and a deadline triggers an event.
    fn check_laws(&self) {
        let table = &self.table;
        let rule = table.settings().clock;
        let most = match rule {
            ClockRule::Budget { increment, .. } => increment.0.saturating_mul(self.turns_completed),
            _ => 0,
        };
        for seat in Seat::ALL {
            let shown = table.time_left(seat, self.now);
            assert_eq!(shown.is_none(), rule == ClockRule::None);
            let bound = rule.budget() + Millis(most);
            assert!(shown.is_none_or(|left| left <= bound), "{shown:?} with {rule}");
        }
        if table.outcome().is_some() {
            assert_eq!(table.deadline(), None);
            assert_eq!(table.lot_due(), None);
            assert!(!Seat::ALL.into_iter().any(|seat| table.can_act(seat)));
        } else if let Some(deadline) = table.deadline().filter(|_| self.is_time_monotonic) {
            assert!(deadline > self.now || self.now == Timestamp(u64::MAX), "{deadline:?} is past");
            let mut tried = table.clone();
            let events = tried.step(TableAct::Tick, deadline).unwrap_or_default();
            assert!(!events.is_empty(), "nothing happens at the deadline {deadline:?}");
        }
    }

    /// The plies replay from the start to the current position, and the match makes a valid record.
    fn check_record(self) {
        let table = self.table;
        let mut game = table.settings().start.clone();
        let mut record = Record::new(&game.spec()).expect("valid spec");
        record.set_tag("Start", &game.position()).expect("valid position");
        record.set_tag("Clock", &table.settings().clock.to_string()).expect("valid clock");
        for entry in table.plies() {
            game.play(&entry.ply).unwrap_or_else(|refused| panic!("{}: {refused}", entry.ply));
            let played = record.push(&entry.ply).expect("valid ply");
            if let Some(left) = entry.clock {
                played.set_clock(left);
            }
        }
        assert_eq!(game.position(), table.game().position());
        let outcome = table.outcome();
        record.set_outcome(outcome).unwrap_or_else(|error| panic!("{outcome:?}: {error}"));
        let checked = check(&record).unwrap_or_else(|error| panic!("{record}\n{error}"));
        assert_eq!(checked.outcome, outcome);
        crate::record::record_round_trip(&[record]);
    }
}
