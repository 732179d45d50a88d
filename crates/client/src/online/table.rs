use std::collections::BTreeMap;

use abaque_catalog::AnyGame;
use abaque_core::{Millis, Observer, Outcome, Seat, Source, said};
use abaque_lots::to_hex;
use abaque_protocol::{
    Act, Ask, Chat, GameInfo, Lots, Plies, Problem, Snapshot, Stage, State, Tell,
};
use abaque_table::{At, Dial};

use super::Stake;
use super::stake::bytes;
use crate::Seen;
use crate::local::{Player, Step};
use crate::seen::Line;

/// How many lines of chat are kept.
const LINES: usize = 200;
/// How long the window to shout Stop is, where the first word of it does not tell.
const WINDOW: Millis = Millis(10_000);

/// What a message meant.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// Plies, one after the other as they are to be shown.
    Steps(Vec<Step>),
    /// Something else about the board: show it anew.
    Anew,
    /// Offers, clocks, presence: the board is the same.
    Around,
    /// Somebody said something.
    Said(Chat),
    /// A request was carried out.
    Done,
    /// A request was refused.
    Refused(Problem),
    /// Something was missed: ask for the whole ([`OnlineTable::whole`]).
    Missed,
    /// A game begins that one plays in.
    Paired,
    /// Nothing to do with this.
    Nothing,
}

/// A request that was not answered yet.
#[derive(Clone, PartialEq, Debug)]
struct Pending {
    key: String,
    seen: u32,
    act: Act,
}

/// One game on a server, as far as this client knows it.
#[derive(Clone, Debug, Default)]
pub struct OnlineTable {
    game: String,
    table: Option<Box<Snapshot>>,
    /// What was seen after so many plies: where something is hidden, nobody can work it out later.
    views: BTreeMap<usize, String>,
    /// When the state came.
    at: At,
    /// The window's length, as it was when it opened.
    window: Option<Millis>,
    /// Who is there.
    pub here: [bool; 2],
    /// How many others look on.
    pub watchers: u32,
    /// When the game of an absent opponent can be claimed.
    pub claim_at: Option<At>,
    /// What was said.
    pub chat: Vec<Chat>,
    /// Whether one wants to hear nothing of it.
    pub muted: bool,
    /// Who took the screen, where both play at it and one must not see what the other sees.
    screen: Option<Seat>,
    stake: Option<Stake>,
    revealed: bool,
    pending: Vec<Pending>,
    keys: u64,
    /// What tells this client's keys from those of others of the same player.
    mark: u64,
}

impl OnlineTable {
    /// A game to be watched or played. `stake` is what one put into its lots.
    pub fn new(game: &str, stake: Option<Stake>, source: &mut dyn Source) -> OnlineTable {
        let mark = source.next_u64();
        OnlineTable { game: game.to_owned(), stake, mark, ..OnlineTable::default() }
    }

    /// The game's name.
    pub fn id(&self) -> &str {
        &self.game
    }

    /// What lists say of it.
    pub fn info(&self) -> Option<&GameInfo> {
        self.table.as_ref().map(|table| &table.info)
    }

    /// How it stands.
    pub fn state(&self) -> Option<&State> {
        self.table.as_ref().map(|table| &table.state)
    }

    /// What makes its lots checkable.
    pub fn lots(&self) -> Option<&Lots> {
        self.table.as_ref().map(|table| &table.lots)
    }

    /// The seats one plays.
    pub fn yours(&self) -> Vec<Seat> {
        let seats = self.table.as_ref().map_or(&[][..], |table| &table.yours);
        seats.iter().filter_map(|&number| seat(number)).collect()
    }

    /// Whether one plays for both, at one screen.
    pub fn is_alone(&self) -> bool {
        self.yours().len() == 2
    }

    /// The seat of one's own that is to act.
    pub fn acting(&self) -> Option<Seat> {
        let state = self.state()?;
        self.yours().into_iter().find(|seat| state.to_act.contains(&number(*seat)))
    }

    /// Whose eyes look here. At one screen the server tells what whoever is to act may see; until they took the screen it shows
    /// what both may.
    pub fn eyes(&self) -> Observer {
        let seat = match &self.yours()[..] {
            [one] => Some(*one),
            _ => self.acting().filter(|_| self.curtain().is_none()),
        };
        seat.map_or(Observer::Spectator, Observer::Player)
    }

    /// To whom the screen is to be handed before anything of theirs is shown.
    pub fn curtain(&self) -> Option<Seat> {
        self.state()?.common.as_ref().filter(|_| self.is_alone())?;
        self.acting().filter(|&seat| self.screen != Some(seat))
    }

    /// This player looks at the screen now.
    pub fn take_screen(&mut self, seat: Seat) {
        self.screen = Some(seat);
    }

    /// What the screen shows.
    fn view(&self) -> Option<&str> {
        let state = self.state()?;
        Some(state.common.as_ref().filter(|_| self.curtain().is_some()).unwrap_or(&state.view))
    }

    /// The same, once nothing stands in the way: neither an answer that is missing nor a curtain.
    pub fn due(&self) -> Option<Seat> {
        self.acting().filter(|_| !self.waits() && self.curtain().is_none())
    }

    /// Whether one's set-up is handed in and the opponent's is not.
    pub fn has_submitted(&self) -> bool {
        let own = self.yours();
        matches!((&own[..], self.state()), ([own], Some(state)) if state.submitted.contains(&number(*own)))
    }

    /// Whether a request of one's own has not been answered yet.
    pub fn waits(&self) -> bool {
        !self.pending.is_empty()
    }

    /// What to say when the connection stands (again): the version known, and whatever was not answered.
    pub fn come_back(&self) -> Vec<Ask> {
        let have = self.state().map(|state| state.version);
        let watch = Ask::Watch { game: self.game.clone(), have };
        let again = self.pending.iter().map(|pending| self.ask_again(pending));
        std::iter::once(watch).chain(again).collect()
    }

    /// Asks for everything once more.
    pub fn whole(&self) -> Ask {
        Ask::Watch { game: self.game.clone(), have: None }
    }

    fn ask_again(&self, pending: &Pending) -> Ask {
        let Pending { key, seen, act } = pending.clone();
        Ask::Act { game: self.game.clone(), seen, key, act }
    }

    /// Asks for something to be done.
    pub fn act(&mut self, act: Act) -> Ask {
        self.keys += 1;
        let key = format!("{:x}-{}", self.mark, self.keys);
        let seen = self.state().map_or(0, |state| state.version);
        let pending = Pending { key, seen, act };
        let ask = self.ask_again(&pending);
        self.pending.push(pending);
        ask
    }

    /// Asks to hear nothing of what is said, or to hear it again.
    pub fn mute(&mut self, on: bool) -> Ask {
        self.muted = on;
        Ask::Mute { game: self.game.clone(), on }
    }

    /// Plays an action; a secret one is sealed.
    pub fn play(&mut self, ply: &str, source: &mut dyn Source) -> Ask {
        let sealed = ply.starts_with("setup:").then(|| to_hex(&bytes(source)));
        self.act(Act::Play { ply: ply.to_owned(), nonce: sealed })
    }

    /// The opening of one's seed, when it is due.
    pub fn reveal(&mut self) -> Option<Ask> {
        let due = self.state()?.stage == Stage::Seeds && !self.revealed && !self.yours().is_empty();
        let act = self.stake.as_ref().filter(|_| due)?.reveal();
        self.revealed = true;
        Some(self.act(act))
    }

    /// Whether seeds are due that this client does not have: it was another browser that sat down.
    pub fn lacks_stake(&self) -> bool {
        let due = self.state().is_some_and(|state| state.stage == Stage::Seeds);
        due && self.stake.is_none() && !self.yours().is_empty()
    }

    /// Hears a message about this game.
    pub fn hear(&mut self, tell: Tell, now: At) -> News {
        match tell {
            Tell::Table(snapshot) => self.take(snapshot, now),
            Tell::Step { after, plies, state, .. } => self.step(after, plies, *state, now),
            Tell::Version { version, .. } => {
                if let Some(table) = &mut self.table {
                    table.state.version = version;
                }
                News::Nothing
            }
            Tell::Done { key, .. } => {
                self.pending.retain(|pending| pending.key != key);
                News::Done
            }
            Tell::Refused { key, problem, .. } => {
                let mine = |pending: &Pending| Some(&pending.key) == key.as_ref();
                let about = self.pending.iter().find(|pending| mine(pending)).cloned();
                self.pending.retain(|pending| !mine(pending));
                match about.map(|pending| pending.act) {
                    // It was opened before the connection broke.
                    Some(Act::Reveal { .. }) if problem.code == "no-seed-due" => News::Nothing,
                    _ => News::Refused(problem),
                }
            }
            Tell::Chat(chat) => {
                if self.chat.iter().any(|line| line.id == chat.id) {
                    return News::Nothing;
                }
                self.chat.push(chat.clone());
                let over = self.chat.len().saturating_sub(LINES);
                self.chat.drain(..over);
                if self.muted { News::Nothing } else { News::Said(chat) }
            }
            Tell::Muted { on, .. } => {
                self.muted = on;
                News::Around
            }
            Tell::Presence { here, watchers, claim_in, .. } => {
                (self.here, self.watchers) = (here, watchers);
                self.claim_at = claim_in.map(|left| now + Millis(left));
                News::Around
            }
            _ => News::Nothing,
        }
    }

    fn take(&mut self, snapshot: Box<Snapshot>, now: At) -> News {
        let before = self.view().map(str::to_owned);
        let old = self.table.replace(snapshot);
        self.at = now;
        self.opened();
        let (Some(old), Some(new)) = (old, &self.table) else { return News::Anew };
        // The end of a game comes as a whole: what led to it is shown all the same.
        let known = old.plies.list.len();
        let same = |(a, b): (&abaque_protocol::Shown, &abaque_protocol::Shown)| {
            a.seat == b.seat && (a.ply == b.ply || a.ply == "?")
        };
        let goes_on = old.state.stage == Stage::Playing
            && new.plies.list.len() > known
            && old.plies.list.iter().zip(&new.plies.list).all(same);
        if !goes_on {
            return News::Anew;
        }
        let (Some(before), Some(after)) = (before, self.view()) else { return News::Anew };
        match steps(&new.info.spec, &before, &new.plies.list[known..], after) {
            Some(steps) => News::Steps(steps),
            None => News::Anew,
        }
    }

    fn step(&mut self, after: u32, plies: Plies, state: State, now: At) -> News {
        let Some(before) = self.view().map(str::to_owned) else { return News::Missed };
        let Some(table) = &mut self.table else { return News::Missed };
        // What is known already comes once more when a connection was lost in between.
        if state.version < table.state.version {
            return News::Nothing;
        }
        if after > table.state.version {
            return News::Missed;
        }
        let known = table.plies.list.len();
        let from = plies.from as usize;
        let new = plies.list.get(known.saturating_sub(from)..).unwrap_or_default().to_vec();
        let taken_back = from + plies.list.len() < known || from > known;
        let fresh = from + plies.list.len() > known;
        table.plies.list.truncate(from);
        table.plies.list.extend(plies.list);
        table.state = state;
        self.at = now;
        self.opened();
        let (Some(info), Some(after)) = (self.info(), self.view()) else { return News::Missed };
        let same_view = before == after;
        match steps(&info.spec, &before, &new, after) {
            Some(steps) if fresh && !taken_back => News::Steps(steps),
            _ if !fresh && !taken_back && same_view => News::Around,
            _ => News::Anew,
        }
    }

    /// The board after so many plies, where that is known here.
    pub fn past(&self, plies: usize) -> Option<String> {
        let Snapshot { info, plies: known, state, .. } = &**self.table.as_ref()?;
        let list = known.list.get(..plies)?;
        if state.common.is_some() {
            return self.views.get(&plies).cloned();
        }
        let mut game = abaque_catalog::open(&info.spec).ok()?;
        match list.iter().try_for_each(|shown| game.play(&shown.ply).map(drop)) {
            Ok(()) if !game.sealed() => Some(game.position()),
            _ => self.views.get(&plies).cloned(),
        }
    }

    /// Notes what is seen, and how long a window is when it opens.
    fn opened(&mut self) {
        if let Some(table) = &self.table {
            let plies = table.plies.list.len();
            self.views.split_off(&plies);
            // Of two at one screen either may look back.
            let view = table.state.common.as_ref().unwrap_or(&table.state.view);
            self.views.insert(plies, view.clone());
        }
        let left = self.state().and_then(|state| Some(Millis(state.window?.left)));
        self.window = match (left, self.window) {
            (Some(left), Some(before)) => Some(before.max(left)),
            (left, _) => left.map(|left| left.max(WINDOW)),
        };
    }

    /// The game as this client sees it; nothing before it begins.
    pub fn seen(&self) -> Option<Seen> {
        let Snapshot { info, plies, state, .. } = &**self.table.as_ref()?;
        if state.view.is_empty() {
            return None;
        }
        let view = self.view()?;
        let (game, secrets) = opened(&info.spec, view)?;
        let letters = game.info().letters;
        let line = |shown: &abaque_protocol::Shown| Line {
            ply: shown.ply.clone(),
            seat: shown.seat.and_then(seat),
        };
        let dial = |clock: abaque_protocol::Clock| Dial {
            left: Millis(clock.left),
            runs: clock.runs,
            hold: Millis(clock.hold),
        };
        let player = |seat: &abaque_protocol::Seat| Player {
            // Both would have the name of whoever opened the table.
            name: seat.name.clone().filter(|_| seat.bot.is_none() && !info.hot_seat),
            computer: seat.bot.as_ref().and_then(|kind| kind.parse().ok()),
        };
        let ending = state.ending.as_ref();
        Some(Seen {
            by: self.eyes(),
            players: info.seats.each_ref().map(player),
            game,
            secrets,
            view: view.to_owned(),
            plies: plies.list.iter().map(line).collect(),
            acting: [1, 2].map(|number| state.to_act.contains(&number)),
            dials: state.clocks.map(|clocks| clocks.map(dial)),
            at: self.at,
            window: state.window.map(|window| (self.at + Millis(window.left), self.window)),
            outcome: ending.and_then(|ending| Outcome::parse(&ending.result, letters).ok()),
        })
    }
}

/// A seat as messages number it.
pub fn number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

/// The seat of a number.
pub(super) fn seat(number: u8) -> Option<Seat> {
    match number {
        1 => Some(Seat::First),
        2 => Some(Seat::Second),
        _ => None,
    }
}

/// The game a view shows, and whether something in it is hidden: then it is one that looks the same.
fn opened(spec: &str, view: &str) -> Option<(Box<dyn AnyGame>, bool)> {
    if let Ok(game) = abaque_catalog::open_at(spec, view) {
        return Some((game, false));
    }
    let view = abaque_catalog::read_view(spec, view).ok()?;
    Some((abaque_catalog::imagine(&view, 1).ok()?, true))
}

/// Plies as they are shown one after the other, from one view to another. Nothing where what lies between cannot be known.
fn steps(
    spec: &str,
    before: &str,
    plies: &[abaque_protocol::Shown],
    after: &str,
) -> Option<Vec<Step>> {
    if plies.iter().any(|shown| shown.ply == "?") {
        return None;
    }
    let (mut game, hidden) = opened(spec, before)?;
    let mut view = before.to_owned();
    let mut steps = Vec::new();
    for (index, shown) in plies.iter().enumerate() {
        let last = index + 1 == plies.len();
        let ply = &shown.ply;
        // In an imagined world not everything can be done that was done.
        let told = game.tell(ply).unwrap_or_else(|_| said!("{ply}", "{ply}"));
        let next = if last {
            after.to_owned()
        } else if hidden {
            return None;
        } else {
            game.play(ply).ok()?;
            game.position()
        };
        let before = std::mem::replace(&mut view, next.clone());
        let seat = shown.seat.and_then(seat);
        steps.push(Step { seat, ply: ply.clone(), told, before, after: next });
    }
    Some(steps)
}
