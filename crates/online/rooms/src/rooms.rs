use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use abaque_core::{Lang, message};
use abaque_protocol::rest::RematchRequest;
use abaque_protocol::{GameAct, GameSnapshot, GameSummary, ServerMessage};
use abaque_store::{
    CreateOutcome, GameId, GameStatus, NewGame, PendingTurn, PersonId, Seats, SeatsToAct, Store,
    StoreError, StoredGame, Version,
};
use tokio::sync::{broadcast, oneshot};

use crate::bot_pool::{BotPool, BotPoolStats, SearchFn};
use crate::cluster::{Cluster, ClusterConfig, ClusterStats, Hint, Notice, ServerHint};
use crate::connection::{ConnectedPeople, Connection};
use crate::downtime::Downtime;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::quota::{MAX_OPEN_GAMES_PER_USER, Quotas, UserLimits, too_many_open_games};
use crate::room::start::seats_owing_seeds;
use crate::room::{Mailbox, Requester, Room, RoomHandle, RoomMessage};
use crate::seek::SEEK_LOCKS;
use crate::server_clock::ServerClock;
use crate::terms::{
    GameSecret, GameTerms, OpponentChoice, SideChoice, StoredTerms, ValidTerms, seed_timeout_ms,
};
use crate::writing::WriteHealth;
use crate::{RequestError, background, entropy, export, summary};

/// How long closing waits for rooms that are still writing.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Configuration of [`Rooms`].
#[derive(Clone)]
pub struct RoomsConfig {
    /// Threads for bot searches.
    pub bot_threads: usize,
    /// Milliseconds since 1970; must never go back (see [`ServerClock`]).
    pub clock: NowFn,
    /// Limits per user.
    pub limits: UserLimits,
    /// Search function of bots; `None` for the bots of the catalogue.
    pub search: Option<SearchFn>,
    /// This node's place among several servers on one store; `None` if it is the only one.
    pub cluster: Option<ClusterConfig>,
}

/// Source of the server time.
pub type NowFn = Arc<dyn Fn() -> i64 + Send + Sync>;

impl Default for RoomsConfig {
    fn default() -> RoomsConfig {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        RoomsConfig {
            bot_threads: cores.saturating_sub(1).max(1),
            clock: ServerClock::default().now_fn(),
            limits: UserLimits::default(),
            search: None,
            cluster: None,
        }
    }
}

/// All live games of a server; clones share them.
#[derive(Clone)]
pub struct Rooms(pub(crate) Arc<RoomsInner>);

pub(crate) struct RoomsInner {
    pub(crate) store: Store,
    pub(crate) cluster: Option<Arc<Cluster>>,
    pub(crate) downtime: Downtime,
    pub(crate) writing: WriteHealth,
    pub(crate) bot_pool: BotPool,
    pub(crate) quotas: Quotas,
    pub(crate) lobby: Lobby,
    pub(crate) connections: ConnectedPeople,
    open_rooms: Mutex<HashMap<GameId, RoomHandle>>,
    /// Whether rooms may no longer be loaded; written under the `open_rooms` lock.
    shut: AtomicBool,
    /// Locks by game id: a room is loaded once, and other games need not wait.
    load_locks: [tokio::sync::Mutex<()>; 64],
    /// Locks by terms: a seek finds a game or creates one atomically.
    pub(crate) seek_locks: [tokio::sync::Mutex<()>; SEEK_LOCKS],
    clock: NowFn,
    /// Whether the server is closed; locked during a heartbeat, so that none follows the last.
    pub(crate) closed: tokio::sync::Mutex<bool>,
    next_connection: AtomicU64,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RoomsInner {
    /// Server time; stands still while nothing can be saved.
    pub(crate) fn now(&self) -> i64 {
        self.writing.time((self.clock)())
    }

    /// Clock time, which runs on during an outage.
    pub(crate) fn clock_now(&self) -> i64 {
        (self.clock)()
    }

    /// Makes every loaded room check its deadlines; skips full mailboxes, whose rooms will wake
    /// anyway.
    pub(crate) fn poke_rooms(&self) {
        for room in lock(&self.open_rooms).values() {
            room.offer(RoomMessage::Tick);
        }
    }

    /// Sends a message to all connections of a user, on all nodes.
    pub(crate) fn tell_person(&self, person: PersonId, message: &ServerMessage) {
        self.connections.send_to(person, message);
        if let Some(cluster) = &self.cluster {
            let (person, message) = (person.into(), message.clone());
            cluster.send_notice(Notice::Person { person, message });
        }
    }

    /// Signals on all nodes that a game was opened, joined or aborted.
    pub(crate) fn notify_lobby(&self) {
        self.lobby.notify_changed();
        if let Some(cluster) = &self.cluster {
            cluster.publish(Hint::Lobby);
        }
    }

    /// Games of the loaded rooms.
    pub(crate) fn open_room_ids(&self) -> Vec<GameId> {
        lock(&self.open_rooms).keys().cloned().collect()
    }

    /// Mailbox of a room, if it is loaded.
    pub(crate) fn find_room(&self, id: &GameId) -> Option<RoomHandle> {
        lock(&self.open_rooms).get(id).cloned()
    }

    /// Unloads a room unless a message has just arrived.
    pub(crate) fn remove_if_unused(&self, id: &GameId, mailbox: &mut Mailbox) -> bool {
        let mut rooms = lock(&self.open_rooms);
        // The lock keeps new senders out; a queued message must still be handled.
        if !mailbox.is_empty() {
            return false;
        }
        rooms.remove(id);
        mailbox.close();
        true
    }
}

impl Rooms {
    /// Opens a store: running games continue, and the downtime runs on no clock.
    pub async fn open(store: Store, config: RoomsConfig) -> Result<Rooms, StoreError> {
        let now = (config.clock)();
        let joined = match config.cluster {
            Some(cluster) => Some(Cluster::join(&store, cluster).await?),
            None => None,
        };
        let downtime = match &joined {
            Some((_, _, true)) => Downtime::record_joining(&store, now).await?,
            _ => Downtime::record_start(&store, now).await?,
        };
        let (cluster, tasks) = joined.map(|(cluster, tasks, _)| (Arc::new(cluster), tasks)).unzip();
        let inner = Arc::new(RoomsInner {
            store,
            cluster,
            downtime,
            writing: WriteHealth::new(now),
            bot_pool: BotPool::new(config.bot_threads, config.search),
            quotas: Quotas::new(config.limits),
            lobby: Lobby::default(),
            connections: ConnectedPeople::default(),
            open_rooms: Mutex::default(),
            shut: AtomicBool::new(false),
            load_locks: [const { tokio::sync::Mutex::const_new(()) }; 64],
            seek_locks: [const { tokio::sync::Mutex::const_new(()) }; SEEK_LOCKS],
            clock: config.clock,
            closed: tokio::sync::Mutex::new(false),
            next_connection: AtomicU64::new(1),
        });
        if let Some((cluster, tasks)) = inner.cluster.as_ref().zip(tasks) {
            cluster.start(&inner, tasks);
        }
        tokio::spawn(background::run_heartbeat(Arc::downgrade(&inner)));
        tokio::spawn(background::run_lobby_updates(Arc::downgrade(&inner)));
        tokio::spawn(background::count_leftover_games(Arc::downgrade(&inner)));
        tokio::spawn(background::run_abandoned_sweep(Arc::downgrade(&inner)));
        Ok(Rooms(inner))
    }

    pub(crate) fn from_inner(inner: Arc<RoomsInner>) -> Rooms {
        Rooms(inner)
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// Counters of the bot pool.
    pub fn bot_pool_stats(&self) -> BotPoolStats {
        self.0.bot_pool.stats()
    }

    /// Number of loaded rooms.
    pub fn room_count(&self) -> usize {
        lock(&self.0.open_rooms).len()
    }

    /// State of this node, if it is one of several.
    pub fn cluster_stats(&self) -> Option<ClusterStats> {
        self.0.cluster.as_ref().map(|cluster| cluster.stats())
    }

    /// Hints for the server around the rooms; `None` without a cluster.
    pub fn server_hints(&self) -> Option<broadcast::Receiver<ServerHint>> {
        self.0.cluster.as_ref().map(|cluster| cluster.server_hints())
    }

    /// Tells the servers of the other nodes.
    pub fn send_server_hint(&self, hint: ServerHint) {
        if let Some(cluster) = &self.0.cluster {
            cluster.publish(match hint {
                ServerHint::Revoked => Hint::Revoked,
                ServerHint::Spent { action, key } => Hint::Spent { action, key },
            });
        }
    }

    /// Hash that all nodes of the store compute alike and nobody else can; `None` without a
    /// cluster.
    pub fn shared_hash(&self, value: &impl Hash) -> Option<u64> {
        self.0.cluster.as_ref().map(|cluster| cluster.keyed_hash(value))
    }

    /// Number of connected users.
    pub fn connected_count(&self) -> usize {
        self.0.connections.people().len()
    }

    /// Connected users.
    pub fn connected_people(&self) -> Vec<PersonId> {
        self.0.connections.people()
    }

    /// Registers a connection.
    pub fn connect(
        &self,
        person: Option<(PersonId, String)>,
        lang: Lang,
        outbox: Outbox,
    ) -> Connection {
        let id = self.0.next_connection.fetch_add(1, Ordering::Relaxed);
        Connection::new(self.clone(), id, person, lang, outbox)
    }

    /// Creates a game and returns its id.
    pub async fn create(
        &self,
        person: PersonId,
        deal: &ValidTerms,
        rematch_of: Option<&GameId>,
    ) -> Result<GameId, RequestError> {
        let store = &self.0.store;
        let admission = self.admit(person, deal).await?;
        let now = self.0.now();
        let invited = match &deal.terms.against {
            OpponentChoice::Person(name) => Some(self.find_invited(person, name).await?),
            _ => None,
        };
        let hot_seat = deal.terms.against == OpponentChoice::HotSeat;
        let alone = hot_seat || deal.bot.is_some();
        let open = self.open_games_of(person).await?;
        // Solo games start at once and have their own limit.
        if !alone && open >= MAX_OPEN_GAMES_PER_USER {
            return Err(too_many_open_games(open));
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
        if hot_seat {
            *other = Some(person);
        }
        *other_bot = deal.bot.as_ref().map(ToString::to_string);
        let stored_terms = StoredTerms {
            side: deal.terms.side,
            host: person.0,
            invited: invited.map(|invited| invited.0),
            lots: deal.lots,
            delay: deal.terms.delay,
            met: alone.then_some(now),
            deposited: deal.deposit.is_some(),
        };
        let secret = GameSecret::new(&entropy::seed(), &deal.commitments, deal.deposit.as_ref());
        // Published before any seed is revealed, so that aborted games show too.
        let lots = secret.lot_commitments(deal.id.as_str(), deal.seed_mode());
        let turn = if alone && deal.lots {
            let deadline = Some(now + seed_timeout_ms(&deal.terms.clock));
            PendingTurn { to_act: seats_owing_seeds(&seats, person, &secret), deadline }
        } else {
            PendingTurn { to_act: SeatsToAct::Nobody, deadline: None }
        };
        let new = NewGame {
            clock: deal.terms.clock.clone(),
            rated: deal.terms.rated,
            public: deal.terms.public && invited.is_none() && !alone,
            hot_seat,
            options: stored_terms.to_json(),
            seats,
            secret: secret.to_json(),
            rematch_of: rematch_of.cloned(),
            invited,
            turn,
            lots: lots.filter(|_| deal.lots),
            ..NewGame::new(deal.id.clone(), &deal.terms.spec, &deal.kind, now)
        };
        let created = match &self.0.cluster {
            None => store.create_game(new).await?,
            // Other nodes may have created games for the same person meanwhile.
            Some(_) => match store.create_game_within(new, person, admission.quota).await? {
                CreateOutcome::Created => true,
                CreateOutcome::Exists => false,
                CreateOutcome::TooMany => return Err(admission.refusal),
            },
        };
        if !created {
            return Err(RequestError::new(
                "name-taken",
                409,
                message!(
                    "a game with this id already exists",
                    "une partie porte déjà cet identifiant"
                ),
            ));
        }
        if alone && !deal.lots {
            self.tick(&deal.id).await;
        }
        if let Some(invited) = invited {
            self.0
                .tell_person(invited, &ServerMessage::Paired { game: deal.id.as_str().to_owned() });
        }
        self.0.notify_lobby();
        Ok(deal.id.clone())
    }

    async fn find_invited(&self, person: PersonId, name: &str) -> Result<PersonId, RequestError> {
        let found = self.0.store.person_named(name).await?;
        let found = found.filter(|other| other.id != person && !other.closed);
        let Some(other) = found else {
            return Err(RequestError::new(
                "nobody",
                422,
                message!(
                    "there is no other player called `{name}`",
                    "aucun autre joueur ne s'appelle «\u{a0}{name}\u{a0}»"
                ),
            ));
        };
        if self.0.store.is_blocked(person, other.id).await? {
            return Err(RequestError::new(
                "nobody",
                422,
                message!(
                    "`{name}` does not accept games with you",
                    "«\u{a0}{name}\u{a0}» n'accepte pas de jouer avec vous"
                ),
            ));
        }
        Ok(other.id)
    }

    async fn open_games_of(&self, person: PersonId) -> Result<usize, RequestError> {
        let of = abaque_store::GamesQuery {
            status: Some(GameStatus::Open),
            limit: MAX_OPEN_GAMES_PER_USER as u32 + 1,
            ..abaque_store::GamesQuery::default()
        };
        Ok(self.0.store.games_of(person, of).await?.len())
    }

    /// Takes the free seat of a game.
    pub async fn join(
        &self,
        id: &GameId,
        person: PersonId,
        commitment: Option<String>,
    ) -> Result<(), RequestError> {
        let (answer, reply) = oneshot::channel();
        self.send(id, RoomMessage::Join { person, commitment, answer }).await?;
        reply.await.map_err(|_| RequestError::unconfirmed())?
    }

    /// Another game against the same opponent on the same terms, with the seats swapped: the one
    /// the opponent has already opened (with `true`: to be joined), or a new one.
    pub async fn rematch(
        &self,
        of: &GameId,
        person: PersonId,
        changes: RematchRequest,
    ) -> Result<(GameId, bool), RequestError> {
        // Of two concurrent requests one creates the game and the other finds it.
        let _alone = self.lock_terms(of.as_str()).await?;
        let store = &self.0.store;
        let game = store.game(of).await?.ok_or_else(RequestError::game_not_found)?;
        let seats = &game.seats;
        let first = seats.first == Some(person);
        if !first && seats.second != Some(person) {
            return Err(RequestError::not_a_player());
        }
        if !matches!(game.status, GameStatus::Over | GameStatus::Aborted) {
            return Err(RequestError::new(
                "running",
                409,
                message!("the game is not over yet", "la partie n'est pas encore terminée"),
            ));
        }
        for other in
            store.rematches(of).await?.into_iter().filter(|game| game.status == GameStatus::Open)
        {
            let Some(stored_terms) = StoredTerms::parse(&other.options) else { continue };
            if stored_terms.invited == Some(person.0) || stored_terms.host() == person {
                // A player already seated has nothing to join.
                let sits = [other.seats.first, other.seats.second].contains(&Some(person));
                return Ok((other.id, !sits));
            }
        }
        let spec = changes.spec.unwrap_or_else(|| game.spec.clone());
        if spec != game.spec && !export::special_rematches(store, &game).await?.contains(&spec) {
            return Err(RequestError::new(
                "bad-rematch",
                422,
                message!(
                    "a rematch uses the same options, or the turned board where the game allows it",
                    "une revanche se joue avec les mêmes options, ou sur le plateau tourné si le jeu le permet"
                ),
            ));
        }
        let (opponent, bot) =
            if first { (seats.second, &seats.second_bot) } else { (seats.first, &seats.first_bot) };
        let against = match (opponent, bot) {
            _ if game.hot_seat => OpponentChoice::HotSeat,
            (Some(opponent), _) => {
                let name = store.person(opponent).await?.map(|person| person.name);
                OpponentChoice::Person(name.unwrap_or_default())
            }
            (None, Some(kind)) => OpponentChoice::Computer(kind.clone()),
            (None, None) => OpponentChoice::Anyone,
        };
        let deal = ValidTerms::new(GameTerms {
            id: changes.id,
            spec,
            clock: game.clock.clone(),
            rated: game.rated,
            public: game.public,
            side: if first { SideChoice::Second } else { SideChoice::First },
            against,
            delay: StoredTerms::parse(&game.options).map_or(0, |terms| terms.delay),
            commitments: changes.commitments,
            seed: changes.seed,
        })?;
        Ok((self.create(person, &deal, Some(of)).await?, false))
    }

    /// Summaries of several games.
    pub async fn summaries(
        &self,
        games: Vec<StoredGame>,
    ) -> Result<Vec<GameSummary>, RequestError> {
        Ok(summary::summaries(&self.0.store, &games).await?)
    }

    /// Snapshot of a game as a spectator may see it.
    pub async fn spectator_snapshot(&self, id: &GameId) -> Result<GameSnapshot, RequestError> {
        let (answer, reply) = oneshot::channel();
        self.send(id, RoomMessage::Look { answer }).await?;
        reply.await.map(|snapshot| *snapshot).map_err(|_| RequestError::unconfirmed())
    }

    /// Verifiable record of a finished game.
    pub async fn export_record(&self, id: &GameId) -> Result<String, RequestError> {
        export::export_record(&self.0.store, id).await
    }

    /// Performs an act like [`Connection::act`], without a connection.
    pub async fn act(
        &self,
        id: &GameId,
        person: PersonId,
        lang: Lang,
        seen: u32,
        key: String,
        act: GameAct,
    ) -> Result<u32, RequestError> {
        let asker = Requester { person: Some(person), lang };
        let (answer, reply) = oneshot::channel();
        self.send(id, RoomMessage::Act { asker, seen: Version(seen), key, act, lag: 0, answer })
            .await?;
        Ok(reply.await.map_err(|_| RequestError::unconfirmed())??.0)
    }

    /// Aborts solo games untouched for long; returns the number of candidates.
    pub async fn sweep_abandoned(&self) -> Result<usize, StoreError> {
        let now = self.0.now();
        let (guests, accounts) =
            (now - background::GUEST_ABANDON_MS, now - background::ACCOUNT_ABANDON_MS);
        let games = self
            .0
            .store
            .abandoned_games(guests, accounts, background::MAX_ABANDONED_PER_SWEEP)
            .await?;
        for game in &games {
            // The shorter guest limit suffices: the query has already applied each owner's limit.
            let _ = self.send(&game.id, RoomMessage::Abandon { untouched_since: guests }).await;
        }
        Ok(games.len())
    }

    /// Ends the unfinished games of a deleted person and takes their name off every open room.
    pub async fn leave_games_of(&self, deleted: PersonId) -> Result<(), StoreError> {
        self.sweep_deleted().await?;
        if let Some(cluster) = &self.0.cluster {
            cluster.send_notice(Notice::PersonDeleted { person: deleted.into() });
        }
        self.forget_in_rooms(deleted).await;
        Ok(())
    }

    /// Takes a deleted person's name off every room of this node.
    pub(crate) async fn forget_in_rooms(&self, deleted: PersonId) {
        let rooms: Vec<_> = lock(&self.0.open_rooms).values().cloned().collect();
        for room in rooms {
            let (answer, reply) = oneshot::channel();
            let message = RoomMessage::PersonDeleted { person: Some(deleted), answer };
            if room.send(Box::new(message)).await.is_ok() {
                let _ = reply.await;
            }
        }
    }

    /// Ends the unfinished games of all deleted people; returns how many there were.
    pub async fn sweep_deleted(&self) -> Result<usize, StoreError> {
        let games =
            self.0.store.games_of_deleted_people(background::MAX_ABANDONED_PER_SWEEP).await?;
        for game in &games {
            let (answer, reply) = oneshot::channel();
            let message = RoomMessage::PersonDeleted { person: None, answer };
            if self.send(&game.id, message).await.is_ok() {
                let _ = reply.await;
            }
        }
        Ok(games.len())
    }

    /// Makes a room check its deadlines.
    pub async fn tick(&self, id: &GameId) {
        let _ = self.send(id, RoomMessage::Tick).await;
    }

    /// Closes all rooms and waits until they have ended; acknowledged acts are already stored.
    pub async fn close(&self, why: &RequestError) {
        let rooms: Vec<_> = {
            let mut rooms = lock(&self.0.open_rooms);
            self.0.shut.store(true, Ordering::Relaxed);
            rooms.drain().map(|(_, room)| room).collect()
        };
        for room in &rooms {
            let _ = room.send(Box::new(RoomMessage::Close)).await;
        }
        // Messages queued before the last one are still handled.
        let all_ended = async {
            for room in &rooms {
                room.closed().await;
            }
        };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, all_ended).await;
        let bye = ServerMessage::Bye { problem: why.to_problem(Lang::En) };
        self.connected_people()
            .into_iter()
            .for_each(|person| self.0.connections.send_to(person, &bye));
        *self.0.closed.lock().await = true;
        if let Some(cluster) = &self.0.cluster {
            cluster.leave(&self.0.store).await;
        }
        let _ = self.0.check_writing(self.0.clock_now()).await;
    }

    /// Sends a message to a room, loading the room if needed.
    pub(crate) async fn send(&self, id: &GameId, message: RoomMessage) -> Result<(), RequestError> {
        let mut message = Box::new(message);
        for _ in 0..8 {
            let room = self.open_or_load(id).await?;
            match room.send(message).await {
                Ok(()) => return Ok(()),
                // The room was unloaded just now.
                Err(back) => message = back,
            }
        }
        Err(RequestError::unconfirmed())
    }

    async fn open_or_load(&self, id: &GameId) -> Result<RoomHandle, RequestError> {
        match self.0.find_room(id) {
            Some(room) => Ok(room),
            // Loading is rare and its state large; boxed, it does not add to every caller.
            None => Box::pin(self.load_room(id)).await,
        }
    }

    async fn load_room(&self, id: &GameId) -> Result<RoomHandle, RequestError> {
        let place = usize::from(id.as_str().bytes().next_back().unwrap_or_default())
            % self.0.load_locks.len();
        let _alone = self.0.load_locks[place].lock().await;
        // A concurrent caller may have loaded the room.
        if let Some(room) = lock(&self.0.open_rooms).get(id) {
            return Ok(room.clone());
        }
        let (send, receive) = RoomHandle::new();
        let room = Room::load(self.0.clone(), id, send.downgrade()).await?;
        let mut rooms = lock(&self.0.open_rooms);
        if self.0.shut.load(Ordering::Relaxed) {
            return Err(RequestError::unconfirmed());
        }
        rooms.insert(id.clone(), send.clone());
        drop(rooms);
        tokio::spawn(room.run(receive));
        Ok(send)
    }
}
