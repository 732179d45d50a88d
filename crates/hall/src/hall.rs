use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use abaque_core::{Lang, said};
use abaque_lots::{Party, commitment, to_hex};
use abaque_protocol::{Act, GameInfo, Snapshot, Tell};
use abaque_store::{Game, GameId, NewGame, PersonId, Seats, Status, Store, StoreError};
use tokio::sync::{mpsc, oneshot};

use crate::asleep::Asleep;
use crate::deal::{Against, Deal, Kept, Secret, Side, Terms};
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::room::{Asker, MAILBOX, Mail, Room};
use crate::thinkers::Thinkers;
use crate::visitor::{Connections, Visitor};
use crate::{Refusal, chance, export, names, warden};

/// How many games somebody may have open at once.
const OPEN_GAMES: usize = 20;
/// How far apart ratings may be for a pairing.
const CLOSE: f64 = 250.0;

/// What a hall needs to know.
#[derive(Clone)]
pub struct HallConfig {
    /// How many computer players think at once.
    pub thinkers: usize,
    /// Milliseconds since 1970.
    pub clock: Clock,
}

/// Where a hall's time comes from.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

impl Default for HallConfig {
    fn default() -> HallConfig {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        HallConfig { thinkers: cores.saturating_sub(1).max(1), clock: Arc::new(system_clock) }
    }
}

fn system_clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// What a rematch changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rematch {
    /// What the new game shall be called, where lots are drawn.
    pub id: Option<String>,
    /// Another spec of the same game.
    pub spec: Option<String>,
    /// Commitments, as for a new game.
    pub commitments: Vec<String>,
}

/// All tables of a server.
#[derive(Clone)]
pub struct Hall(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) asleep: Asleep,
    pub(crate) thinkers: Thinkers,
    pub(crate) lobby: Lobby,
    pub(crate) connections: Connections,
    rooms: Mutex<HashMap<GameId, mpsc::Sender<Mail>>>,
    /// Whether no room opens any more; changed while `rooms` is held.
    shut: AtomicBool,
    /// Held while a room is read, so that none is read twice; many, so that others need not wait.
    loading: [tokio::sync::Mutex<()>; 64],
    clock: Clock,
    /// Whether the hall is closed; held while the heart beats, so that no beat comes after the last.
    pub(crate) closed: tokio::sync::Mutex<bool>,
    next: AtomicU64,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    pub(crate) fn now(&self) -> i64 {
        (self.clock)()
    }

    /// The room of a game, if it is open.
    pub(crate) fn open_room(&self, id: &GameId) -> Option<mpsc::Sender<Mail>> {
        locked(&self.rooms).get(id).cloned()
    }

    /// Takes a room off the list, unless somebody has just written to it.
    pub(crate) fn put_away(&self, id: &GameId, mail: &mut mpsc::Receiver<Mail>) -> bool {
        let mut rooms = locked(&self.rooms);
        // Nobody can get at the mailbox while the list is locked; what is in it must still be read.
        if !mail.is_empty() {
            return false;
        }
        rooms.remove(id);
        mail.close();
        true
    }
}

impl Hall {
    /// Opens a hall on a store: what was under way goes on, and the time without a server counts for nobody.
    pub async fn open(store: Store, config: HallConfig) -> Result<Hall, StoreError> {
        let asleep = Asleep::wake(&store, (config.clock)()).await?;
        let inner = Arc::new(Inner {
            store,
            asleep,
            thinkers: Thinkers::new(config.thinkers),
            lobby: Lobby::default(),
            connections: Connections::default(),
            rooms: Mutex::default(),
            shut: AtomicBool::new(false),
            loading: [const { tokio::sync::Mutex::const_new(()) }; 64],
            clock: config.clock,
            closed: tokio::sync::Mutex::new(false),
            next: AtomicU64::new(1),
        });
        tokio::spawn(warden::beat(Arc::downgrade(&inner)));
        tokio::spawn(warden::news(Arc::downgrade(&inner)));
        tokio::spawn(warden::count(Arc::downgrade(&inner)));
        Ok(Hall(inner))
    }

    pub(crate) fn of(inner: Arc<Inner>) -> Hall {
        Hall(inner)
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// How many rooms are open.
    pub fn rooms(&self) -> usize {
        locked(&self.0.rooms).len()
    }

    /// How many people are connected.
    pub fn people(&self) -> usize {
        self.0.connections.people().len()
    }

    /// Who is connected.
    pub fn connected(&self) -> Vec<PersonId> {
        self.0.connections.people()
    }

    /// Somebody connects.
    pub fn visit(&self, person: Option<(PersonId, String)>, lang: Lang, outbox: Outbox) -> Visitor {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        Visitor::new(self.clone(), id, person, lang, outbox)
    }

    /// Creates a game and gives its id.
    pub async fn create(
        &self,
        person: PersonId,
        deal: &Deal,
        rematch_of: Option<&GameId>,
    ) -> Result<GameId, Refusal> {
        let store = &self.0.store;
        let now = self.0.now();
        let invited = match &deal.terms.against {
            Against::Person(name) => Some(self.invited(person, name).await?),
            _ => None,
        };
        let open = self.open_games_of(person).await?;
        if open >= OPEN_GAMES {
            return Err(Refusal::new(
                "too-many",
                429,
                said!(
                    "you have {open} open games already; {OPEN_GAMES} are allowed",
                    "vous avez déjà {open} parties ouvertes ; {OPEN_GAMES} sont permises"
                ),
            ));
        }
        let host = deal.host_seat();
        let mut seats = Seats::default();
        let (own, other, other_bot) = match host {
            abaque_core::Seat::First => {
                (&mut seats.first, &mut seats.second, &mut seats.second_bot)
            }
            abaque_core::Seat::Second => {
                (&mut seats.second, &mut seats.first, &mut seats.first_bot)
            }
        };
        *own = Some(person);
        let hot_seat = deal.terms.against == Against::HotSeat;
        if hot_seat {
            *other = Some(person);
        }
        *other_bot = deal.computer.as_ref().map(ToString::to_string);
        let alone = hot_seat || deal.computer.is_some();
        let kept = Kept {
            side: deal.terms.side,
            host: person.0,
            invited: invited.map(|invited| invited.0),
            lots: deal.lots,
            delay: deal.terms.delay,
            met: alone.then_some(now),
        };
        let seed = chance::seed();
        let secret = Secret::new(&seed, &deal.commitments);
        let new = NewGame {
            clock: deal.terms.clock.clone(),
            rated: deal.terms.rated,
            public: deal.terms.public && invited.is_none() && !alone,
            hot_seat,
            options: kept.text(),
            seats,
            secret: secret.text(),
            rematch_of: rematch_of.cloned(),
            invited,
            ..NewGame::new(deal.id.clone(), &deal.terms.spec, &deal.kind, now)
        };
        if !store.create_game(new).await? {
            return Err(Refusal::new(
                "name-taken",
                409,
                said!("a game of this name exists", "une partie porte déjà ce nom"),
            ));
        }
        if deal.lots {
            // In public before anybody opens a seed, so that games called off show too.
            let commitment = to_hex(&commitment(deal.id.as_str(), Party::Table, &seed));
            store.log_lots(&deal.id, now, &commitment).await?;
        }
        if alone && !deal.lots {
            self.poke(&deal.id).await;
        }
        if let Some(invited) = invited {
            self.0.connections.tell(invited, &Tell::Paired { game: deal.id.as_str().to_owned() });
        }
        self.0.lobby.changed();
        Ok(deal.id.clone())
    }

    async fn invited(&self, person: PersonId, name: &str) -> Result<PersonId, Refusal> {
        let found = self.0.store.person_named(name).await?;
        let found = found.filter(|other| other.id != person && !other.closed);
        let Some(other) = found else {
            return Err(Refusal::new(
                "nobody",
                422,
                said!(
                    "there is nobody else called `{name}`",
                    "personne d'autre ne s'appelle « {name} »"
                ),
            ));
        };
        if self.0.store.is_blocked(person, other.id).await? {
            return Err(Refusal::new(
                "nobody",
                422,
                said!("`{name}` does not play with you", "« {name} » ne joue pas avec vous"),
            ));
        }
        Ok(other.id)
    }

    async fn open_games_of(&self, person: PersonId) -> Result<usize, Refusal> {
        let of = abaque_store::GamesOf {
            status: Some(Status::Open),
            limit: OPEN_GAMES as u32 + 1,
            ..abaque_store::GamesOf::default()
        };
        Ok(self.0.store.games_of(person, of).await?.len())
    }

    /// Takes the free seat of a game.
    pub async fn join(
        &self,
        id: &GameId,
        person: PersonId,
        commitment: Option<String>,
    ) -> Result<(), Refusal> {
        let (answer, told) = oneshot::channel();
        self.post(id, Mail::Join { person, commitment, answer }).await?;
        told.await.map_err(|_| Refusal::trouble())?
    }

    /// The open game of the same terms whose creator is nearest in rating, if one is near enough.
    pub async fn pairing(&self, person: PersonId, deal: &Deal) -> Result<Option<GameId>, Refusal> {
        let store = &self.0.store;
        let rating =
            |rating: Option<abaque_store::Rating>| rating.map_or(1500.0, |rating| rating.rating);
        let own = rating(store.rating(person, &deal.kind).await?);
        let mut best: Option<(f64, GameId)> = None;
        for game in store.open_games(200).await? {
            let same = game.spec == deal.terms.spec
                && game.clock == deal.terms.clock
                && game.rated == deal.terms.rated;
            let Some(kept) = Kept::read(&game.options).filter(|_| same) else { continue };
            if kept.delay != deal.terms.delay {
                continue;
            }
            // A seat the other may have is not for the one who wants the same.
            if kept.host() == person || kept.side != deal.terms.side || deal.terms.side != Side::Lot
            {
                continue;
            }
            if store.is_blocked(person, kept.host()).await? {
                continue;
            }
            let apart = (rating(store.rating(kept.host(), &deal.kind).await?) - own).abs();
            if apart <= CLOSE && best.as_ref().is_none_or(|(nearest, _)| apart < *nearest) {
                best = Some((apart, game.id));
            }
        }
        Ok(best.map(|(_, id)| id))
    }

    /// Another game against the same opponent on the same terms, with the seats exchanged: the one the opponent opened
    /// already (and true: it is to be joined), or a new one.
    pub async fn rematch(
        &self,
        of: &GameId,
        person: PersonId,
        wish: Rematch,
    ) -> Result<(GameId, bool), Refusal> {
        let store = &self.0.store;
        let game = store.game(of).await?.ok_or_else(Refusal::no_game)?;
        let seats = &game.seats;
        let first = seats.first == Some(person);
        if !first && seats.second != Some(person) {
            return Err(Refusal::not_yours());
        }
        if !matches!(game.status, Status::Over | Status::Aborted) {
            return Err(Refusal::new(
                "running",
                409,
                said!("the game is not over yet", "la partie n'est pas encore finie"),
            ));
        }
        for other in
            store.rematches(of).await?.into_iter().filter(|game| game.status == Status::Open)
        {
            let Some(kept) = Kept::read(&other.options) else { continue };
            if kept.invited == Some(person.0) || kept.host() == person {
                return Ok((other.id, kept.invited == Some(person.0)));
            }
        }
        let spec = wish.spec.unwrap_or_else(|| game.spec.clone());
        if spec != game.spec && !export::rematches(store, &game).await?.contains(&spec) {
            return Err(Refusal::new(
                "bad-rematch",
                422,
                said!(
                    "a rematch is played by the same spec, or with the board turned as the game allows",
                    "la revanche se joue avec la même spécification, ou le plateau tourné comme le jeu le permet"
                ),
            ));
        }
        let (opponent, bot) =
            if first { (seats.second, &seats.second_bot) } else { (seats.first, &seats.first_bot) };
        let against = match (opponent, bot) {
            _ if game.hot_seat => Against::HotSeat,
            (Some(opponent), _) => {
                let name = store.person(opponent).await?.map(|person| person.name);
                Against::Person(name.unwrap_or_default())
            }
            (None, Some(kind)) => Against::Computer(kind.clone()),
            (None, None) => Against::Anyone,
        };
        let deal = Deal::new(Terms {
            id: wish.id,
            spec,
            clock: game.clock.clone(),
            rated: game.rated,
            public: game.public,
            side: if first { Side::Second } else { Side::First },
            against,
            delay: Kept::read(&game.options).map_or(0, |kept| kept.delay),
            commitments: wish.commitments,
        })?;
        Ok((self.create(person, &deal, Some(of)).await?, false))
    }

    /// What lists say of some games.
    pub async fn listed(&self, games: Vec<Game>) -> Result<Vec<GameInfo>, Refusal> {
        let mut list = Vec::with_capacity(games.len());
        for game in games {
            let seats = names::seats(&self.0.store, &game).await?;
            list.push(names::info(&game, seats));
        }
        Ok(list)
    }

    /// A game as somebody who only watches may see it now.
    pub async fn look(&self, id: &GameId) -> Result<Snapshot, Refusal> {
        let (answer, told) = oneshot::channel();
        self.post(id, Mail::Look { answer }).await?;
        told.await.map(|snapshot| *snapshot).map_err(|_| Refusal::trouble())
    }

    /// A finished game as a record anybody can check.
    pub async fn record(&self, id: &GameId) -> Result<String, Refusal> {
        export::record(&self.0.store, id).await
    }

    /// Does something in a game, as [`Visitor::act`] does, for whoever is not connected.
    pub async fn act(
        &self,
        id: &GameId,
        person: PersonId,
        lang: Lang,
        seen: u32,
        key: String,
        act: Act,
    ) -> Result<u32, Refusal> {
        let asker = Asker { person: Some(person), lang };
        let (answer, told) = oneshot::channel();
        self.post(id, Mail::Act { asker, seen, key, act, lag: 0, answer }).await?;
        told.await.map_err(|_| Refusal::trouble())?
    }

    /// Lets a room see what time has done.
    pub async fn poke(&self, id: &GameId) {
        let _ = self.post(id, Mail::Poke).await;
    }

    /// Closes all rooms: whatever they have acknowledged is stored already.
    pub async fn close(&self, why: &Refusal) {
        let rooms: Vec<_> = {
            let mut rooms = locked(&self.0.rooms);
            self.0.shut.store(true, Ordering::Relaxed);
            rooms.drain().map(|(_, room)| room).collect()
        };
        for room in rooms {
            let _ = room.send(Mail::Close).await;
        }
        let bye = Tell::Bye { problem: why.problem(Lang::En) };
        self.connected().into_iter().for_each(|person| self.0.connections.tell(person, &bye));
        *self.0.closed.lock().await = true;
        let _ = crate::asleep::beat(&self.0.store, self.0.now()).await;
    }

    /// Writes to a room, which is opened if it is not.
    pub(crate) async fn post(&self, id: &GameId, mail: Mail) -> Result<(), Refusal> {
        let mut mail = mail;
        for _ in 0..8 {
            let room = self.room(id).await?;
            match room.send(mail).await {
                Ok(()) => return Ok(()),
                // It was put away just now.
                Err(back) => mail = back.0,
            }
        }
        Err(Refusal::trouble())
    }

    async fn room(&self, id: &GameId) -> Result<mpsc::Sender<Mail>, Refusal> {
        if let Some(room) = locked(&self.0.rooms).get(id) {
            return Ok(room.clone());
        }
        let place =
            usize::from(id.as_str().bytes().next_back().unwrap_or_default()) % self.0.loading.len();
        let _alone = self.0.loading[place].lock().await;
        // Somebody else may have opened it meanwhile: then there is one room, theirs.
        if let Some(room) = locked(&self.0.rooms).get(id) {
            return Ok(room.clone());
        }
        let (send, receive) = mpsc::channel(MAILBOX);
        let room = Room::load(self.0.clone(), id, send.downgrade()).await?;
        let mut rooms = locked(&self.0.rooms);
        if self.0.shut.load(Ordering::Relaxed) {
            return Err(Refusal::trouble());
        }
        rooms.insert(id.clone(), send.clone());
        drop(rooms);
        tokio::spawn(room.run(receive));
        Ok(send)
    }
}
