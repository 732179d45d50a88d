use abaque_core::{ClockRule, Millis, Observer, Outcome, Seat, Turn};
use abaque_record::{Record, check};
use abaque_table::{Act, At, Entry, Event, Offer, Setting, Table};

use crate::Bytes;
use crate::hidden::OBSERVERS;

/// The most acts of one match.
const ACTS: usize = 300;

/// A match of any game: lines for spec, position and clock, then acts with the times they arrive,
/// which may jump far ahead or back.
pub fn table(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (spec, position) = (bytes.line(), bytes.line());
    let start = abaque_catalog::open_at(&spec, &position).or_else(|_| abaque_catalog::open(&spec));
    let Ok(start) = start else { return };
    let mut setting = Setting::of(start);
    setting.clock = bytes.line().parse().unwrap_or_default();
    let flags = bytes.byte();
    setting.take_backs = flags & 1 == 0;
    setting.window = (flags & 2 == 0).then(|| Millis(u64::from(flags & !3) * 100 + 1));
    let mut now = At(u64::from(bytes.byte()));
    let mut watched = Watched::new(Table::new(setting, now), now);
    for _ in 0..ACTS {
        if bytes.is_empty() {
            break;
        }
        now = later(now, &mut bytes);
        let act = act(&watched.table, &mut bytes);
        watched.step(act, now);
    }
    watched.finish();
}

/// The next moment: mostly a little later, sometimes far away or earlier.
fn later(now: At, bytes: &mut Bytes) -> At {
    match bytes.byte() {
        step @ 0..=199 => At(now.0.saturating_add(u64::from(step) * 10)),
        step @ 200..=239 => At(now.0.saturating_add(u64::from(step) * 10_000)),
        step @ 240..=253 => At(now.0.saturating_sub(u64::from(step))),
        _ => At(bytes.number()),
    }
}

fn act(table: &Table, bytes: &mut Bytes) -> Act {
    let op = bytes.byte();
    let seat = Seat::ALL[usize::from(op & 1)];
    let offer = if op & 2 == 0 { Offer::Draw } else { Offer::TakeBack };
    match op >> 2 {
        0 => Act::Offer(seat, offer),
        1 => Act::Accept(seat, offer),
        2 => Act::Decline(seat, offer),
        3 => Act::LetPass(seat),
        4 if op & 2 == 0 => Act::Resign(seat),
        4 | 5 => Act::Tick,
        6 => Act::play(seat, bytes.line()),
        7 => Act::Lot { outcome: bytes.line() },
        _ => {
            if let Some(due) = table.lot_due() {
                return Act::Lot {
                    outcome: due.outcomes[bytes.below(due.outcomes.len())].0.clone(),
                };
            }
            let legal = table.game().legal();
            if legal.is_empty() {
                let mut source = abaque_core::SplitMix(u64::from(bytes.byte()));
                let ply = table.random_submission(seat, &mut source).unwrap_or_default();
                return Act::play(seat, ply);
            }
            let seat = match table.game().turn() {
                Turn::Of(acting) => acting,
                _ => seat,
            };
            Act::play(seat, &*legal[bytes.below(legal.len())])
        }
    }
}

/// A table and what was seen of it.
struct Watched {
    table: Table,
    now: At,
    /// Whether time never ran backwards.
    steady: bool,
    /// Turns that may have earned an increment.
    earned: u64,
}

/// What acts that are refused must not change.
type Snapshot = (Vec<Entry>, Option<Outcome>, [String; 3], [bool; 4], Option<At>);

impl Watched {
    fn new(table: Table, now: At) -> Watched {
        Watched { table, now, steady: true, earned: 0 }
    }

    fn snapshot(&self) -> Snapshot {
        let offers =
            [(0, Offer::Draw), (0, Offer::TakeBack), (1, Offer::Draw), (1, Offer::TakeBack)];
        (
            self.table.plies().to_vec(),
            self.table.outcome(),
            OBSERVERS.map(|by: Observer| self.table.view(by)),
            offers.map(|(seat, offer)| self.table.offered(Seat::ALL[seat], offer)),
            self.table.window_until(),
        )
    }

    fn step(&mut self, act: Act, now: At) {
        self.steady &= now >= self.now;
        self.now = now;
        let settled = self.table.step(Act::Tick, now);
        let settled = settled.unwrap_or_else(|refused| panic!("time was refused: {refused}"));
        self.heard(&settled);
        let before = self.snapshot();
        match self.table.step(act.clone(), now) {
            Ok(events) => {
                if let Some(outcome) = before.1 {
                    assert_eq!(self.table.outcome(), Some(outcome), "an outcome is final");
                    assert!(events.is_empty(), "{act:?} after the end: {events:?}");
                }
                if self.heard(&events) {
                    assert!(before.0.starts_with(self.table.plies()), "{act:?}: {events:?}");
                } else {
                    assert!(self.table.plies().starts_with(&before.0), "{act:?}: {events:?}");
                }
            }
            Err(refused) => {
                assert!(!refused.tell(abaque_core::Lang::Fr).is_empty());
                assert_eq!(self.snapshot(), before, "{act:?} was refused: {refused}");
            }
        }
        self.laws();
    }

    /// Events tell what happened, each once; says whether plies were taken back.
    fn heard(&mut self, events: &[Event]) -> bool {
        let mut took_back = false;
        let ended = events.iter().filter(|event| matches!(event, Event::Ended(_))).count();
        assert!(ended <= 1, "{events:?}");
        for event in events {
            match event {
                Event::Played { index, .. } => {
                    self.earned += 1;
                    assert!(*index < self.table.plies().len());
                }
                Event::Submitted(_) => self.earned += 1,
                Event::TookBack { plies } => {
                    took_back = true;
                    assert_eq!(self.table.plies().len(), *plies);
                }
                Event::Ended(outcome) => assert_eq!(self.table.outcome(), Some(*outcome)),
                _ => {}
            }
        }
        took_back
    }

    fn laws(&self) {
        let table = &self.table;
        let rule = table.setting().clock;
        let most = match rule {
            ClockRule::Budget { increment, .. } => increment.0.saturating_mul(self.earned),
            _ => 0,
        };
        for seat in Seat::ALL {
            let shown = table.clock(seat, self.now);
            assert_eq!(shown.is_none(), rule == ClockRule::None);
            let bound = rule.budget() + Millis(most);
            assert!(shown.is_none_or(|left| left <= bound), "{shown:?} with {rule}");
        }
        if table.outcome().is_some() {
            assert_eq!(table.deadline(), None);
            assert_eq!(table.lot_due(), None);
            assert!(!Seat::ALL.into_iter().any(|seat| table.may_act(seat)));
        } else if let Some(deadline) = table.deadline().filter(|_| self.steady) {
            assert!(deadline > self.now || self.now == At(u64::MAX), "{deadline:?} is past");
            let mut tried = table.clone();
            let events = tried.step(Act::Tick, deadline).unwrap_or_default();
            assert!(!events.is_empty(), "nothing happens at the deadline {deadline:?}");
        }
    }

    /// The plies lead from the start to the game as it stands, and make a true record.
    fn finish(self) {
        let table = self.table;
        let mut game = table.setting().start.clone();
        let mut record = Record::new(&game.spec()).expect("a spec is one");
        record.set_tag("Start", &game.position()).expect("a position is one");
        record.set_tag("Clock", &table.setting().clock.to_string()).expect("a clock is one");
        for entry in table.plies() {
            game.play(&entry.ply).unwrap_or_else(|refused| panic!("{}: {refused}", entry.ply));
            let played = record.push(&entry.ply).expect("a ply is one");
            if let Some(left) = entry.clock {
                played.set_clock(left);
            }
        }
        assert_eq!(game.position(), table.game().position());
        let outcome = table.outcome();
        record.set_outcome(outcome).unwrap_or_else(|error| panic!("{outcome:?}: {error}"));
        let checked = check(&record).unwrap_or_else(|error| panic!("{record}\n{error}"));
        assert_eq!(checked.outcome, outcome);
        crate::record::fixpoint(&[record]);
    }
}
