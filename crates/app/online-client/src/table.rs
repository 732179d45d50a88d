use std::collections::BTreeMap;

use abaque_catalog::AnyGame;
use abaque_client::PlayerView;
use abaque_client::local::{PlyStep, SeatedPlayer};
use abaque_client::player_view::KnownPly;
use abaque_core::{Millis, Observer, Outcome, RandomSource, Seat, message};
use abaque_lots::to_hex;
use abaque_protocol::{
    ChatLine, ClientMessage, GameAct, GameSnapshot, GameStage, GameState, GameSummary, LotProof,
    Offer, Plies, ProblemDetail, ServerMessage,
};
use abaque_table::{INTERRUPT_CHOICE, Timestamp};

use crate::SeedCommitment;
use crate::seed_commitment::random_bytes;

/// Chat lines kept per table.
const MAX_CHAT_LINES: usize = 200;
/// Length of the Stop window if the first message about it does not say.
const DEFAULT_INTERRUPT_WINDOW: Millis = Millis(10_000);

/// What a server message changed.
#[derive(Clone, PartialEq, Debug)]
pub enum TableUpdate {
    /// Plies to show, in order.
    Steps(Vec<PlyStep>),
    /// The board changed in another way: redraw it.
    BoardChanged,
    /// Offers, clocks or presence changed; the board did not.
    DetailsChanged,
    /// A new chat line.
    ChatReceived(ChatLine),
    /// A request was carried out.
    Done,
    /// A request was refused.
    Refused(ProblemDetail),
    /// A message was missed: request the full state ([`OnlineTable::resync_message`]).
    OutOfSync,
    /// One of the player's games starts, or waits for the player's seed.
    Paired,
    /// A game the player had joined does not start.
    Unpaired,
    /// In a game that is not watched, the player's turn has come or gone.
    TurnChanged,
    /// The message has no effect here.
    Ignored,
}

/// A request without an answer yet.
#[derive(Clone, PartialEq, Debug)]
struct PendingRequest {
    key: String,
    seen: u32,
    act: GameAct,
}

/// A game on a server, as far as this client knows it.
#[derive(Clone, Debug, Default)]
pub struct OnlineTable {
    game: String,
    snapshot: Option<Box<GameSnapshot>>,
    /// Views by ply count: hidden information cannot be reconstructed later.
    views: BTreeMap<usize, String>,
    /// When the state was received.
    received_at: Timestamp,
    /// The Stop window's length when it opened.
    window: Option<Millis>,
    /// Which players are connected.
    pub present: [bool; 2],
    /// Number of spectators.
    pub watchers: u32,
    /// When a win against an absent opponent can be claimed.
    pub claim_at: Option<Timestamp>,
    /// The chat lines.
    pub chat: Vec<ChatLine>,
    /// Whether the player muted the chat.
    pub muted: bool,
    /// Hot seat: the player looking at the screen; the other must not see their secrets.
    screen_owner: Option<Seat>,
    seed_commitment: Option<SeedCommitment>,
    revealed: bool,
    /// Name of the opponent who joined and left before the start.
    left_early: Option<String>,
    pending: Vec<PendingRequest>,
    /// The player's own offer that this client withdraws.
    withdrawn: Option<Offer>,
    declined: Option<Offer>,
    key_count: u64,
    /// Distinguishes this client's request keys from those of the player's other clients.
    key_prefix: u64,
}

impl OnlineTable {
    /// A game to watch or play. `seed_commitment` is this client's own.
    pub fn new(
        game: &str,
        seed_commitment: Option<SeedCommitment>,
        source: &mut dyn RandomSource,
    ) -> OnlineTable {
        let mark = source.next_u64();
        OnlineTable {
            game: game.to_owned(),
            seed_commitment,
            key_prefix: mark,
            ..OnlineTable::default()
        }
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.game
    }

    /// The game's list entry.
    pub fn info(&self) -> Option<&GameSummary> {
        self.snapshot.as_ref().map(|table| &table.info)
    }

    /// The state of the game.
    pub fn state(&self) -> Option<&GameState> {
        self.snapshot.as_ref().map(|table| &table.state)
    }

    /// The evidence that makes the lots verifiable.
    pub fn lots(&self) -> Option<&LotProof> {
        self.snapshot.as_ref().map(|table| &table.lots)
    }

    /// The player's own seats.
    pub fn own_seats(&self) -> Vec<Seat> {
        self.snapshot.as_ref().map_or_else(Vec::new, |table| table.yours.clone())
    }

    /// Whether the player plays both seats at one screen.
    pub fn plays_both_seats(&self) -> bool {
        self.own_seats().len() == 2
    }

    /// The player's own seat that is to act.
    pub fn seat_to_act(&self) -> Option<Seat> {
        let state = self.state()?;
        self.own_seats().into_iter().find(|seat| state.to_act.contains(seat))
    }

    /// Whose view is shown. At one screen the server sends the view of the player to act; until
    /// that player takes the screen, it shows the common view.
    pub fn observer(&self) -> Observer {
        let seat = match &self.own_seats()[..] {
            [one] => Some(*one),
            _ => self.seat_to_act().filter(|_| self.curtain_for().is_none()),
        };
        seat.map_or(Observer::Spectator, Observer::Player)
    }

    /// The player to hand the screen to before their view is shown.
    pub fn curtain_for(&self) -> Option<Seat> {
        self.state()?.common.as_ref().filter(|_| self.plays_both_seats())?;
        self.seat_to_act().filter(|&seat| self.screen_owner != Some(seat))
    }

    /// This player looks at the screen now.
    pub fn take_screen(&mut self, seat: Seat) {
        self.screen_owner = Some(seat);
    }

    /// The view on the screen.
    fn view(&self) -> Option<&str> {
        let state = self.state()?;
        Some(state.common.as_ref().filter(|_| self.curtain_for().is_some()).unwrap_or(&state.view))
    }

    /// [`OnlineTable::seat_to_act`], unless a request is pending or the curtain is closed.
    pub fn ready_seat(&self) -> Option<Seat> {
        self.seat_to_act().filter(|_| !self.is_waiting() && self.curtain_for().is_none())
    }

    /// Whether the player's set-up is submitted and the opponent's is not.
    pub fn has_submitted(&self) -> bool {
        let own = self.own_seats();
        matches!((&own[..], self.state()), ([own], Some(state)) if state.submitted.contains(own))
    }

    /// Whether a request is still unanswered.
    pub fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Messages to send on every (re)connect: the known version and all unanswered requests.
    pub fn resume_messages(&self) -> Vec<ClientMessage> {
        let have = self.state().map(|state| state.version);
        let watch = ClientMessage::Watch { game: self.game.clone(), have };
        let again = self.pending.iter().map(|pending| self.request_message(pending));
        std::iter::once(watch).chain(again).collect()
    }

    /// Requests the full state.
    pub fn resync_message(&self) -> ClientMessage {
        ClientMessage::Watch { game: self.game.clone(), have: None }
    }

    fn request_message(&self, pending: &PendingRequest) -> ClientMessage {
        let PendingRequest { key, seen, act } = pending.clone();
        ClientMessage::Act { game: self.game.clone(), seen, key, act }
    }

    /// Sends an act.
    pub fn act(&mut self, act: GameAct) -> ClientMessage {
        match act {
            GameAct::Decline { what } if self.has_offered(what) => self.withdrawn = Some(what),
            GameAct::Offer { .. } => (self.withdrawn, self.declined) = (None, None),
            _ => {}
        }
        self.key_count += 1;
        let key = format!("{:x}-{}", self.key_prefix, self.key_count);
        let seen = self.state().map_or(0, |state| state.version);
        let pending = PendingRequest { key, seen, act };
        let ask = self.request_message(&pending);
        self.pending.push(pending);
        ask
    }

    /// Whether the player's own offer stands.
    fn has_offered(&self, what: Offer) -> bool {
        let [own] = self.own_seats()[..] else { return false };
        self.state().is_some_and(|state| match what {
            Offer::Draw => state.draw.contains(&own),
            Offer::TakeBack => state.take_back.contains(&own),
        })
    }

    /// The player's offer that the opponent has declined, told once.
    pub fn take_declined(&mut self) -> Option<Offer> {
        self.declined.take()
    }

    /// Mutes or unmutes the chat.
    pub fn mute(&mut self, on: bool) -> ClientMessage {
        self.muted = on;
        ClientMessage::Mute { game: self.game.clone(), on }
    }

    /// Plays an action; a secret one is sealed.
    pub fn play(&mut self, ply: &str, source: &mut dyn RandomSource) -> ClientMessage {
        let sealed = self.player_view().is_some_and(|seen| seen.game.is_sealed());
        let nonce = sealed.then(|| to_hex(&random_bytes(source)));
        self.act(GameAct::Play { ply: ply.to_owned(), nonce })
    }

    /// Reveals the player's seed, when it is due.
    pub fn reveal_seed(&mut self) -> Option<ClientMessage> {
        let due = self.state()?.stage == GameStage::Seeds
            && !self.revealed
            && !self.own_seats().is_empty();
        let act = self.seed_commitment.as_ref().filter(|_| due)?.reveal();
        self.revealed = true;
        Some(self.act(act))
    }

    /// Whether a seed is due that only another browser of this player has: the one that opened the
    /// table. Never true if the seed was deposited.
    pub fn lacks_seed(&self) -> bool {
        let due = self.state().is_some_and(|state| state.stage == GameStage::Seeds);
        let deposited = self.lots().is_some_and(|lots| lots.deposited);
        due && !deposited && self.seed_commitment.is_none() && !self.own_seats().is_empty()
    }

    /// The opponent's name, if the opponent is a person.
    pub fn opponent(&self) -> Option<String> {
        let own = self.own_seats();
        let [own] = own[..] else { return None };
        self.info()?.seats[own.other().index()].name.clone()
    }

    /// Who joined and left before the start, while the table is open again.
    pub fn left_early(&self) -> Option<&str> {
        self.left_early.as_deref()
    }

    /// Handles a message about this game.
    pub fn receive(&mut self, message: ServerMessage, now: Timestamp) -> TableUpdate {
        match message {
            ServerMessage::Table(snapshot) => self.apply_snapshot(snapshot, now),
            ServerMessage::Step { after, plies, state, .. } => {
                self.apply_step(after, plies, *state, now)
            }
            ServerMessage::Version { version, .. } => {
                if let Some(table) = &mut self.snapshot {
                    table.state.version = version;
                }
                TableUpdate::Ignored
            }
            ServerMessage::Done { key, .. } => {
                self.pending.retain(|pending| pending.key != key);
                TableUpdate::Done
            }
            ServerMessage::Refused { key, problem, .. } => {
                let mine = |pending: &PendingRequest| Some(&pending.key) == key.as_ref();
                let about = self.pending.iter().find(|pending| mine(pending)).cloned();
                self.pending.retain(|pending| !mine(pending));
                match about.map(|pending| pending.act) {
                    // The seed was revealed before the connection broke.
                    Some(GameAct::Reveal { .. }) if problem.code == "no-seed-due" => {
                        TableUpdate::Ignored
                    }
                    _ => TableUpdate::Refused(problem),
                }
            }
            ServerMessage::Chat(chat) => {
                if self.chat.iter().any(|line| line.id == chat.id) {
                    return TableUpdate::Ignored;
                }
                self.chat.push(chat.clone());
                let over = self.chat.len().saturating_sub(MAX_CHAT_LINES);
                self.chat.drain(..over);
                if self.muted { TableUpdate::Ignored } else { TableUpdate::ChatReceived(chat) }
            }
            ServerMessage::Muted { on, .. } => {
                self.muted = on;
                TableUpdate::DetailsChanged
            }
            ServerMessage::Presence { here, watchers, claim_in, .. } => {
                (self.present, self.watchers) = (here, watchers);
                self.claim_at = claim_in.map(|left| now + left);
                TableUpdate::DetailsChanged
            }
            _ => TableUpdate::Ignored,
        }
    }

    fn apply_snapshot(&mut self, snapshot: Box<GameSnapshot>, now: Timestamp) -> TableUpdate {
        let before = self.view().map(str::to_owned);
        let opponent = self.opponent();
        let old = self.snapshot.replace(snapshot);
        let was_starting = old.as_ref().is_some_and(|old| old.state.stage == GameStage::Seeds);
        if self.state().is_some_and(|state| state.stage == GameStage::Open) {
            // The next opponent's game needs the seed again.
            self.revealed = false;
            if was_starting {
                self.left_early = opponent;
            }
        } else {
            self.left_early = None;
        }
        self.received_at = now;
        self.record_view();
        let (Some(old), Some(new)) = (old, &self.snapshot) else {
            return TableUpdate::BoardChanged;
        };
        // The end of a game arrives as a full state: its last plies are still shown as steps.
        let known = old.plies.list.len();
        let same = |(a, b): (&abaque_protocol::VisiblePly, &abaque_protocol::VisiblePly)| {
            a.seat == b.seat && (a.ply == b.ply || a.ply == "?")
        };
        let goes_on = old.state.stage == GameStage::Playing
            && new.plies.list.len() > known
            && old.plies.list.iter().zip(&new.plies.list).all(same);
        if !goes_on {
            return TableUpdate::BoardChanged;
        }
        let (Some(before), Some(after)) = (before, self.view()) else {
            return TableUpdate::BoardChanged;
        };
        match steps_between(&new.info.spec, &before, &new.plies.list[known..], after) {
            Some(steps) => TableUpdate::Steps(steps),
            None => TableUpdate::BoardChanged,
        }
    }

    fn apply_step(
        &mut self,
        after: u32,
        plies: Plies,
        state: GameState,
        now: Timestamp,
    ) -> TableUpdate {
        let Some(before) = self.view().map(str::to_owned) else { return TableUpdate::OutOfSync };
        let offered =
            [Offer::Draw, Offer::TakeBack].into_iter().filter(|&what| self.has_offered(what));
        let offered: Vec<Offer> = offered.collect();
        let Some(table) = &mut self.snapshot else { return TableUpdate::OutOfSync };
        // A reconnect may repeat known states.
        if state.version < table.state.version {
            return TableUpdate::Ignored;
        }
        if after > table.state.version {
            return TableUpdate::OutOfSync;
        }
        let known = table.plies.list.len();
        let from = plies.from as usize;
        let new = plies.list.get(known.saturating_sub(from)..).unwrap_or_default().to_vec();
        let taken_back = from + plies.list.len() < known || from > known;
        let fresh = from + plies.list.len() > known;
        table.plies.list.truncate(from);
        table.plies.list.extend(plies.list);
        table.state = state;
        self.received_at = now;
        self.record_view();
        let own_ply =
            new.iter().any(|shown| shown.seat.is_some_and(|seat| self.own_seats().contains(&seat)));
        for what in offered {
            if self.has_offered(what) {
                continue;
            }
            // A draw ends the game. A move of one's own withdraws a request to take back; plies
            // taken back grant it.
            let settled = match what {
                Offer::Draw => self.state().is_some_and(|state| state.stage != GameStage::Playing),
                Offer::TakeBack => taken_back || own_ply,
            };
            if self.withdrawn.take() != Some(what) && !settled {
                self.declined = Some(what);
            }
        }
        let (Some(info), Some(after)) = (self.info(), self.view()) else {
            return TableUpdate::OutOfSync;
        };
        let same_view = before == after;
        match steps_between(&info.spec, &before, &new, after) {
            Some(steps) if fresh && !taken_back => TableUpdate::Steps(steps),
            _ if !fresh && !taken_back && same_view => TableUpdate::DetailsChanged,
            _ => TableUpdate::BoardChanged,
        }
    }

    /// The board after that many plies, if this client knows it.
    pub fn view_after(&self, plies: usize) -> Option<String> {
        let GameSnapshot { info, plies: known, state, .. } = &**self.snapshot.as_ref()?;
        let list = known.list.get(..plies)?;
        if state.common.is_some() {
            return self.views.get(&plies).cloned();
        }
        let mut game = abaque_catalog::open(&info.spec).ok()?;
        match list.iter().try_for_each(|shown| game.play(&shown.ply).map(drop)) {
            Ok(()) if !game.is_sealed() => Some(game.position()),
            _ => self.views.get(&plies).cloned(),
        }
    }

    /// Stores the current view, and the window's length when it opens.
    fn record_view(&mut self) {
        if let Some(table) = &self.snapshot {
            let plies = table.plies.list.len();
            self.views.split_off(&plies);
            // At one screen either player may look back, so the common view is stored.
            let view = table.state.common.as_ref().unwrap_or(&table.state.view);
            self.views.insert(plies, view.clone());
        }
        let window = self.state().and_then(|state| state.window);
        self.window = match (window, self.window) {
            (Some(window), _) if window.interrupted => Some(window.left.max(INTERRUPT_CHOICE)),
            (Some(window), Some(before)) => Some(before.max(window.left)),
            (window, _) => window.map(|window| window.left.max(DEFAULT_INTERRUPT_WINDOW)),
        };
    }

    /// The game as this client sees it; `None` before it begins.
    pub fn player_view(&self) -> Option<PlayerView> {
        let GameSnapshot { info, plies, state, .. } = &**self.snapshot.as_ref()?;
        if state.view.is_empty() {
            return None;
        }
        let view = self.view()?;
        let (game, secrets) = opened(&info.spec, view)?;
        let description = game.description();
        let line = |shown: &abaque_protocol::VisiblePly| KnownPly {
            ply: shown.ply.clone(),
            seat: shown.seat,
        };
        let player = |seat: &abaque_protocol::SeatInfo| SeatedPlayer {
            // In a hot-seat game both seats have the creator's name.
            name: seat.name.clone().filter(|_| seat.bot.is_none() && !info.hot_seat),
            computer: seat.bot.as_ref().and_then(|kind| kind.parse().ok()),
        };
        let ending = state.ending.as_ref();
        Some(PlayerView {
            observer: self.observer(),
            own_seat: match self.own_seats()[..] {
                [own] => Some(own),
                _ => None,
            },
            players: info.seats.each_ref().map(player),
            game,
            has_secrets: secrets,
            view: view.to_owned(),
            plies: plies.list.iter().map(line).collect(),
            acting: Seat::ALL.map(|seat| state.to_act.contains(&seat)),
            clock_readings: state.clocks,
            at: self.received_at,
            window: state.window.map(|window| (self.received_at + window.left, self.window)),
            is_interrupting: state.window.is_some_and(|window| window.interrupted),
            outcome: ending.and_then(|ending| Outcome::parse(&ending.result, description).ok()),
        })
    }
}

/// The game of a view, and whether it hides something; then it is a possible world with the same
/// view.
fn opened(spec: &str, view: &str) -> Option<(Box<dyn AnyGame>, bool)> {
    if let Ok(game) = abaque_catalog::open_at(spec, view) {
        return Some((game, false));
    }
    let view = abaque_catalog::parse_view(spec, view).ok()?;
    Some((abaque_catalog::sample_world(&view, 1).ok()?, true))
}

/// The plies between two views, as steps; `None` if the views in between cannot be known.
fn steps_between(
    spec: &str,
    before: &str,
    plies: &[abaque_protocol::VisiblePly],
    after: &str,
) -> Option<Vec<PlyStep>> {
    if plies.iter().any(|shown| shown.ply == "?") {
        return None;
    }
    let (mut game, hidden) = opened(spec, before)?;
    let mut view = before.to_owned();
    let mut steps = Vec::new();
    for (index, shown) in plies.iter().enumerate() {
        let last = index + 1 == plies.len();
        let ply = &shown.ply;
        // In a possible world the played ply may be illegal.
        let message = game.describe(ply).unwrap_or_else(|_| message!("{ply}", "{ply}"));
        let next = if last {
            after.to_owned()
        } else if hidden {
            return None;
        } else {
            game.play(ply).ok()?;
            game.position()
        };
        let before = std::mem::replace(&mut view, next.clone());
        steps.push(PlyStep { seat: shown.seat, ply: ply.clone(), message, before, after: next });
    }
    Some(steps)
}
