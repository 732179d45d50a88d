//! Rate limits with token buckets.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use abaque_rooms::{TokenBuckets, UserLimits};
use abaque_store::PersonId;

/// A burst, then one token per interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Bucket size.
    pub burst: u32,
    /// Milliseconds per new token.
    pub refill_ms: u32,
}

impl RateLimit {
    /// A limit from burst and refill interval.
    pub const fn new(burst: u32, each: u32) -> RateLimit {
        RateLimit { burst, refill_ms: each }
    }
}

/// An action with its own rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    /// Any request, by address.
    General,
    /// Any request, by person.
    Person,
    /// Password or code attempts, by address.
    SignIn,
    /// Password or code attempts for one name, by name and address.
    NameAt,
    /// Password or code attempts, by name. Exceeding it delays responses but never refuses.
    Name,
    /// Password attempts from a trusted device, by device.
    Device,
    /// Registrations, by address.
    Register,
    /// New guests, by address.
    Guest,
    /// Games created by guests, by address.
    GuestGame,
    /// Reports, by person.
    Report,
    /// Mails sent, by address or person.
    Mail,
}

/// Actions of which the nodes of a cluster tell each other.
const SHARED_ACTIONS: [LimitedAction; 9] = [
    LimitedAction::SignIn,
    LimitedAction::NameAt,
    LimitedAction::Name,
    LimitedAction::Device,
    LimitedAction::Register,
    LimitedAction::Guest,
    LimitedAction::GuestGame,
    LimitedAction::Report,
    LimitedAction::Mail,
];

impl LimitedAction {
    /// Whether the nodes of a cluster tell each other; not for every single request.
    fn is_shared(self) -> bool {
        SHARED_ACTIONS.contains(&self)
    }
}

/// Number of limited actions.
const LIMITED_ACTION_COUNT: usize = LimitedAction::Mail as usize + 1;

/// Rate and size limits of the server.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Requests per address.
    pub general: RateLimit,
    /// Requests per person.
    pub person: RateLimit,
    /// Password and code attempts per address.
    pub sign_in: RateLimit,
    /// Password and code attempts per name and address.
    pub name_at: RateLimit,
    /// Password and code attempts per name from everywhere, before responses are delayed.
    pub name: RateLimit,
    /// Added delay per attempt beyond that, up to eight times.
    pub name_delay: Duration,
    /// Password attempts from a trusted or signed-in browser.
    pub device: RateLimit,
    /// Registrations per address.
    pub register: RateLimit,
    /// Guests per address.
    pub guest: RateLimit,
    /// Games created by guests per address.
    pub guest_game: RateLimit,
    /// Reports per person.
    pub report: RateLimit,
    /// Mails per address or person.
    pub mail: RateLimit,
    /// Messages per socket; faster clients are read more slowly.
    pub messages: RateLimit,
    /// Games, chat and connections per person.
    pub user: UserLimits,
    /// Maximum size of a request body.
    pub max_body_bytes: usize,
    /// Maximum time for reading a request body and responding.
    pub request_timeout: Duration,
    /// Maximum time for a request head, and for an idle keep-alive connection.
    pub header_timeout: Duration,
    /// Total connections; `None` derives it from the open-file limit.
    pub connections: Option<usize>,
    /// Connections per address (behind a proxy, sockets and streams per client); `None` means half
    /// the total, at most 1024.
    pub connections_per_address: Option<usize>,
}

impl Default for ServerLimits {
    /// Sufficient for a club behind one address on the same evening.
    fn default() -> ServerLimits {
        ServerLimits {
            general: RateLimit::new(300, 50),
            person: RateLimit::new(300, 50),
            sign_in: RateLimit::new(20, 5_000),
            name_at: RateLimit::new(10, 300_000),
            name: RateLimit::new(30, 30_000),
            name_delay: Duration::from_secs(1),
            device: RateLimit::new(10, 60_000),
            register: RateLimit::new(10, 60_000),
            guest: RateLimit::new(30, 5_000),
            guest_game: RateLimit::new(60, 10_000),
            report: RateLimit::new(5, 600_000),
            mail: RateLimit::new(5, 600_000),
            messages: RateLimit::new(60, 50),
            user: UserLimits::default(),
            max_body_bytes: 64 * 1024,
            request_timeout: Duration::from_secs(15),
            header_timeout: Duration::from_secs(20),
            connections: None,
            connections_per_address: None,
        }
    }
}

impl ServerLimits {
    /// Practically no limits, for benchmarks on one's own machine.
    pub fn unlimited() -> ServerLimits {
        let rate = RateLimit::new(u32::MAX, 1);
        ServerLimits {
            general: rate,
            person: rate,
            sign_in: rate,
            name_at: rate,
            name: rate,
            device: rate,
            register: rate,
            guest: rate,
            guest_game: rate,
            report: rate,
            mail: rate,
            messages: rate,
            user: UserLimits::unlimited(),
            connections_per_address: Some(usize::MAX),
            ..ServerLimits::default()
        }
    }

    fn rate_of(&self, action: LimitedAction) -> RateLimit {
        match action {
            LimitedAction::General => self.general,
            LimitedAction::Person => self.person,
            LimitedAction::SignIn => self.sign_in,
            LimitedAction::NameAt => self.name_at,
            LimitedAction::Name => self.name,
            LimitedAction::Device => self.device,
            LimitedAction::Register => self.register,
            LimitedAction::Guest => self.guest,
            LimitedAction::GuestGame => self.guest_game,
            LimitedAction::Report => self.report,
            LimitedAction::Mail => self.mail,
        }
    }
}

/// Owner of a bucket.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RateKey {
    /// An address; an IPv6 /64 counts as one.
    Address(IpAddr),
    /// A person.
    Person(PersonId),
    /// A name, whether or not it exists.
    Name(String),
    /// A name together with an address.
    NameAt(String, IpAddr),
    /// A browser, by the hash of its secret.
    Browser(String),
    /// An IPv6 site: all networks of one customer.
    Site(Ipv6Addr),
}

impl RateKey {
    /// Key of an address.
    pub fn from_address(address: IpAddr) -> RateKey {
        RateKey::Address(network_of(address))
    }

    /// Key of a name tried from an address.
    pub fn name_at(name: &str, address: IpAddr) -> RateKey {
        RateKey::NameAt(name.to_lowercase(), network_of(address))
    }

    /// The IPv6 site of an address: providers assign customers up to a /48, which is 65,536
    /// networks.
    fn site(&self) -> Option<RateKey> {
        match self {
            RateKey::Address(IpAddr::V6(six)) => {
                let [a, b, c, ..] = six.segments();
                Some(RateKey::Site(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
            }
            _ => None,
        }
    }
}

/// Reduces an IPv6 address to its /64 network.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        four => four,
    }
}

/// How many times the limit of one network a whole site gets.
const SITE_FACTOR: i64 = 16;

/// Attempts beyond the limit that add to the delay.
const MAX_OVERDRAFT: i64 = 8;

/// Set in the number of an action whose bucket belongs to a whole site.
const SITE_FLAG: u8 = 0x80;

/// Hash of a bucket's owner: fixed size, keyed so that collisions cannot be chosen.
pub(crate) type KeyHash = Box<dyn Fn(&RateKey) -> u64 + Send + Sync>;

/// All buckets, separate per action: flooding one action evicts no bucket of another.
pub(crate) struct RateLimiter {
    limits: ServerLimits,
    hash: KeyHash,
    buckets: [Mutex<TokenBuckets>; LIMITED_ACTION_COUNT],
}

impl RateLimiter {
    pub(crate) fn new(limits: ServerLimits, hash: KeyHash) -> RateLimiter {
        RateLimiter { limits, hash, buckets: std::array::from_fn(|_| Mutex::default()) }
    }

    /// Takes a token, or returns the milliseconds until one is available.
    pub(crate) fn take(&self, action: LimitedAction, owner: &RateKey, now: i64) -> Result<(), i64> {
        let RateLimit { burst, refill_ms: each } = self.limits.rate_of(action);
        let (burst, each) = (i64::from(burst), i64::from(each));
        if let Some(site) = owner.site() {
            let (burst, each) = (burst.saturating_mul(SITE_FACTOR), (each / SITE_FACTOR).max(1));
            self.buckets(action).take((self.hash)(&site), now, burst, each)?;
        }
        self.buckets(action).take((self.hash)(owner), now, burst, each)
    }

    /// What other nodes need to count this action too: numbers of the action and of its owner.
    pub(crate) fn shared_marks(&self, action: LimitedAction, owner: &RateKey) -> Vec<(u8, u64)> {
        if !action.is_shared() {
            return Vec::new();
        }
        let number = action as u8;
        let site = owner.site().map(|site| (number | SITE_FLAG, (self.hash)(&site)));
        [(number, (self.hash)(owner))].into_iter().chain(site).collect()
    }

    /// Counts an action used on another node, by the numbers of [`RateLimiter::shared_marks`].
    pub(crate) fn note(&self, number: u8, key: u64, now: i64) {
        let Some(&action) =
            SHARED_ACTIONS.iter().find(|&&action| action as u8 == number & !SITE_FLAG)
        else {
            return;
        };
        let RateLimit { burst, refill_ms: each } = self.limits.rate_of(action);
        let (mut burst, mut each) = (i64::from(burst), i64::from(each));
        if number & SITE_FLAG != 0 {
            (burst, each) = (burst.saturating_mul(SITE_FACTOR), (each / SITE_FACTOR).max(1));
        }
        // Both nodes may have let one pass at the same moment.
        self.buckets(action).overdraw(key, now, burst, each, MAX_OVERDRAFT);
    }

    /// Takes a token even from an empty bucket; returns the resulting delay.
    pub(crate) fn overdraw(&self, action: LimitedAction, owner: &RateKey, now: i64) -> Duration {
        let RateLimit { burst, refill_ms: each } = self.limits.rate_of(action);
        let (burst, each) = (i64::from(burst), i64::from(each));
        let over =
            self.buckets(action).overdraw((self.hash)(owner), now, burst, each, MAX_OVERDRAFT);
        self.limits.name_delay * u32::try_from(over).unwrap_or(0)
    }

    /// Fills a bucket.
    pub(crate) fn reset(&self, action: LimitedAction, owner: &RateKey) {
        self.buckets(action).remove((self.hash)(owner));
    }

    fn buckets(&self, action: LimitedAction) -> std::sync::MutexGuard<'_, TokenBuckets> {
        self.buckets[action as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    #[test]
    fn requests_on_other_nodes_count() {
        let shared = |limits: ServerLimits| {
            let hash = |owner: &RateKey| {
                let mut hasher = std::hash::DefaultHasher::new();
                std::hash::Hash::hash(owner, &mut hasher);
                std::hash::Hasher::finish(&hasher)
            };
            RateLimiter::new(limits, Box::new(hash))
        };
        let limits = ServerLimits { sign_in: RateLimit::new(3, 1000), ..ServerLimits::default() };
        let (here, there) = (shared(limits.clone()), shared(limits));
        let six = address("2001:db8:1:2::1");
        for _ in 0..3 {
            assert_eq!(there.take(LimitedAction::SignIn, &six, 0), Ok(()));
            for (action, key) in there.shared_marks(LimitedAction::SignIn, &six) {
                here.note(action, key, 0);
            }
        }
        assert_eq!(here.take(LimitedAction::SignIn, &six, 0), Err(1000));
        assert_eq!(here.take(LimitedAction::SignIn, &address("2001:db8:1:3::1"), 0), Ok(()));
        assert!(here.shared_marks(LimitedAction::General, &six).is_empty());
        here.note(0xff, 1, 0);
    }

    fn with_limits(limits: ServerLimits) -> RateLimiter {
        let hashes = RandomState::new();
        RateLimiter::new(limits, Box::new(move |owner| hashes.hash_one(owner)))
    }

    fn limiter(rate: RateLimit) -> RateLimiter {
        with_limits(ServerLimits { sign_in: rate, ..ServerLimits::default() })
    }

    fn address(text: &str) -> RateKey {
        RateKey::from_address(text.parse().unwrap())
    }

    #[test]
    fn after_a_burst_requests_pass_at_the_steady_rate() {
        let limiter = limiter(RateLimit::new(3, 1000));
        let take = |now| limiter.take(LimitedAction::SignIn, &address("10.0.0.1"), now);
        assert_eq!([take(0), take(0), take(0)], [Ok(()); 3]);
        assert_eq!(take(0), Err(1000));
        assert_eq!(take(400), Err(600));
        assert_eq!(take(1000), Ok(()));
        assert_eq!(take(1000), Err(1000));
        // After a long pause the full burst is back, but no more.
        assert_eq!([take(90_000), take(90_000), take(90_000)], [Ok(()); 3]);
        assert!(take(90_000).is_err());
        limiter.reset(LimitedAction::SignIn, &address("10.0.0.1"));
        assert_eq!(take(90_000), Ok(()));
    }

    #[test]
    fn limits_are_separate_by_address_and_action() {
        let limiter = limiter(RateLimit::new(1, 1000));
        let take = |who| limiter.take(LimitedAction::SignIn, &address(who), 0);
        assert_eq!(take("10.0.0.1"), Ok(()));
        assert!(take("10.0.0.1").is_err());
        assert_eq!(take("10.0.0.2"), Ok(()));
        assert_eq!(limiter.take(LimitedAction::General, &address("10.0.0.1"), 0), Ok(()));
    }

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
        let at = |text: &str| RateKey::name_at("Ann", text.parse().unwrap());
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff::9"));
    }

    #[test]
    fn an_ipv6_site_has_the_budget_of_a_few_networks() {
        let limiter = limiter(RateLimit::new(2, 1000));
        let taken = (0..100_u32).filter(|number| {
            let owner = address(&format!("2001:db8:1:{number:x}::1"));
            limiter.take(LimitedAction::SignIn, &owner, 0).is_ok()
        });
        assert_eq!(taken.count(), 2 * SITE_FACTOR as usize);
        assert_eq!(limiter.take(LimitedAction::SignIn, &address("2001:db8:2::1"), 0), Ok(()));
    }

    #[test]
    fn charges_beyond_the_budget_delay_later_requests() {
        let limits = ServerLimits { name: RateLimit::new(2, 1000), ..ServerLimits::default() };
        let limiter = with_limits(limits);
        let ann = RateKey::Name("ann".into());
        let wait = |now| limiter.overdraw(LimitedAction::Name, &ann, now).as_secs();
        assert_eq!([wait(0), wait(0), wait(0), wait(0)], [0, 0, 1, 2]);
        assert_eq!((0..100).map(|_| wait(0)).max(), Some(MAX_OVERDRAFT as u64));
        // The delay ends soon after the attempts stop, however many there were.
        assert_eq!(wait(11_000), 0);
    }
}
