//! How often somebody may ask: buckets that fill again with time.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use abaque_store::PersonId;

/// So many at once, then one each so many milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many may come at once.
    pub burst: u32,
    /// Milliseconds until one more may come.
    pub each: u32,
}

impl Rate {
    /// A rate.
    pub const fn new(burst: u32, each: u32) -> Rate {
        Rate { burst, each }
    }
}

/// What somebody may do only so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Door {
    /// Ask anything, by address.
    General,
    /// Ask anything, by person.
    Person,
    /// Try a password or a code, by address.
    SignIn,
    /// Try a password or a code, by the name it is tried for.
    Name,
    /// Open an account, by address.
    Register,
    /// Come in as a guest, by address.
    Guest,
    /// Report somebody, by person.
    Report,
    /// Have a mail sent, by address, person or the name it is sent for.
    Mail,
}

/// How much one may ask of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests from one address.
    pub general: Rate,
    /// Requests of one person.
    pub person: Rate,
    /// Passwords and codes tried from one address.
    pub sign_in: Rate,
    /// Passwords and codes tried for one name.
    pub name: Rate,
    /// Accounts opened from one address.
    pub register: Rate,
    /// Guests from one address.
    pub guest: Rate,
    /// Reports of one person.
    pub report: Rate,
    /// Mails for one address, person or name.
    pub mail: Rate,
    /// Messages over one socket: who sends more is read slower.
    pub messages: Rate,
    /// Bytes of a request's body.
    pub body: usize,
    /// How long an answer may take.
    pub patience: Duration,
}

impl Default for Limits {
    /// Enough for a club that comes in through one address on the same evening.
    fn default() -> Limits {
        Limits {
            general: Rate::new(300, 50),
            person: Rate::new(300, 50),
            sign_in: Rate::new(20, 5_000),
            name: Rate::new(30, 30_000),
            register: Rate::new(10, 60_000),
            guest: Rate::new(30, 5_000),
            report: Rate::new(5, 600_000),
            mail: Rate::new(5, 600_000),
            messages: Rate::new(60, 50),
            body: 64 * 1024,
            patience: Duration::from_secs(15),
        }
    }
}

impl Limits {
    /// None worth speaking of: for measurements on one's own machine.
    pub fn none() -> Limits {
        let rate = Rate::new(u32::MAX, 1);
        Limits {
            general: rate,
            person: rate,
            sign_in: rate,
            name: rate,
            register: rate,
            guest: rate,
            report: rate,
            mail: rate,
            messages: rate,
            ..Limits::default()
        }
    }

    fn of(&self, door: Door) -> Rate {
        match door {
            Door::General => self.general,
            Door::Person => self.person,
            Door::SignIn => self.sign_in,
            Door::Name => self.name,
            Door::Register => self.register,
            Door::Guest => self.guest,
            Door::Report => self.report,
            Door::Mail => self.mail,
        }
    }
}

/// Whose bucket.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// An address; all of a household's network of the newer kind is one.
    Address(IpAddr),
    /// A person.
    Person(PersonId),
    /// A name, whether or not somebody has it.
    Name(String),
}

impl Asker {
    /// The asker at an address.
    pub fn at(address: IpAddr) -> Asker {
        Asker::Address(match address.to_canonical() {
            IpAddr::V6(six) => {
                let [a, b, c, d, ..] = six.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            four => four,
        })
    }
}

/// Buckets kept before those that are full again are thrown away.
const MANY: usize = 50_000;

/// All buckets. Each is one number: when it will be full again.
pub(crate) struct Limiter {
    limits: Limits,
    full: Mutex<HashMap<(Door, Asker), i64>>,
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter { limits, full: Mutex::default() }
    }

    /// Takes one from a bucket, or says in how many milliseconds there is one again.
    pub(crate) fn take(&self, door: Door, asker: Asker, now: i64) -> Result<(), i64> {
        let Rate { burst, each } = self.limits.of(door);
        let (each, burst) = (i64::from(each), i64::from(burst));
        let mut buckets = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY {
            buckets.retain(|_, full| *full > now);
            // Still too many: memory is worth more than the memory of who asked.
            if buckets.len() >= MANY {
                buckets.clear();
            }
        }
        let full = buckets.entry((door, asker)).or_insert(now);
        let then = (*full).max(now) + each;
        let wait = then - now - burst * each;
        if wait > 0 {
            return Err(wait);
        }
        *full = then;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(rate: Rate) -> Limiter {
        Limiter::new(Limits { sign_in: rate, ..Limits::default() })
    }

    fn address(text: &str) -> Asker {
        Asker::at(text.parse().unwrap())
    }

    #[test]
    fn a_burst_then_one_at_a_time() {
        let limiter = limiter(Rate::new(3, 1000));
        let take = |now| limiter.take(Door::SignIn, address("10.0.0.1"), now);
        assert_eq!([take(0), take(0), take(0)], [Ok(()); 3]);
        assert_eq!(take(0), Err(1000));
        assert_eq!(take(400), Err(600));
        assert_eq!(take(1000), Ok(()));
        assert_eq!(take(1000), Err(1000));
        // After a long pause the burst is back, and no more than that.
        assert_eq!([take(90_000), take(90_000), take(90_000)], [Ok(()); 3]);
        assert!(take(90_000).is_err());
    }

    #[test]
    fn askers_and_doors_do_not_share() {
        let limiter = limiter(Rate::new(1, 1000));
        let take = |who| limiter.take(Door::SignIn, address(who), 0);
        assert_eq!(take("10.0.0.1"), Ok(()));
        assert!(take("10.0.0.1").is_err());
        assert_eq!(take("10.0.0.2"), Ok(()));
        assert_eq!(limiter.take(Door::General, address("10.0.0.1"), 0), Ok(()));
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_asker() {
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }

    #[test]
    fn memory_is_bounded() {
        let limiter = limiter(Rate::new(1, 1000));
        for number in 0..(MANY as u32 + 10) {
            let asker = Asker::at(std::net::Ipv4Addr::from(number).into());
            assert_eq!(limiter.take(Door::SignIn, asker, 0), Ok(()));
        }
        assert!(limiter.full.lock().unwrap().len() <= MANY);
    }
}
