//! What is agreed before a game, and what is kept of it.

use abaque_catalog::bots::Kind;
use abaque_core::{ClockRule, Millis, Seat, Spec, said};
use abaque_lots::{Bytes, Lots, Party, Seeds, commitment, from_hex, to_hex};
pub use abaque_protocol::{Against, Side, Terms};
use abaque_store::{GameId, PersonId};
use abaque_table::Setting;
use serde::{Deserialize, Serialize};

use crate::Refusal;

/// The longest time by which watchers may be behind, in seconds.
const LONGEST_DELAY: u32 = 900;

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

/// Terms that make sense.
#[derive(Clone)]
pub struct Deal {
    /// As they were asked for, the spec in its canonical form.
    pub terms: Terms,
    /// The name of the game.
    pub kind: String,
    /// Whether lots are drawn: the dice, or who sits where.
    pub lots: bool,
    pub(crate) id: GameId,
    pub(crate) computer: Option<Kind>,
    pub(crate) commitments: Vec<Bytes>,
}

impl Deal {
    /// Checks terms.
    pub fn new(mut terms: Terms) -> Result<Deal, Refusal> {
        let start = abaque_catalog::open(&terms.spec)?;
        terms.spec = start.spec();
        let kind = terms.spec.parse::<Spec>()?.name;
        let clock: ClockRule = terms.clock.parse()?;
        terms.clock = clock.to_string();
        let computer = match &terms.against {
            Against::Computer(kind) => Some(hired(&terms.spec, kind)?),
            _ => None,
        };
        if terms.rated && matches!(terms.against, Against::Computer(_) | Against::HotSeat) {
            return Err(Refusal::new(
                "not-rated",
                422,
                said!(
                    "only games between two people count",
                    "seules comptent les parties entre deux personnes"
                ),
            ));
        }
        if terms.delay > LONGEST_DELAY {
            let delay = terms.delay;
            return Err(Refusal::new(
                "bad-value",
                422,
                said!(
                    "watchers cannot see a game {delay} seconds late; allowed: 0 to {LONGEST_DELAY}",
                    "le public ne peut pas voir une partie avec {delay} secondes de retard ; permis : 0 à {LONGEST_DELAY}"
                ),
            ));
        }
        let commitments: Option<Vec<Bytes>> =
            terms.commitments.iter().map(|text| from_hex(text)).collect();
        let commitments = commitments.filter(|list| list.len() <= 2).ok_or_else(bad_commitment)?;
        let lots = terms.side == Side::Lot || start.draws();
        let alone = matches!(terms.against, Against::Computer(_) | Against::HotSeat);
        let needed = match (lots, alone) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        if commitments.len() < needed {
            return Err(Refusal::new(
                "commitment-missing",
                422,
                said!(
                    "lots are drawn in this game: {needed} commitments to seeds are needed (see docs/lots.md)",
                    "cette partie comporte des tirages : il faut {needed} engagements sur des graines (voir docs/lots.md)"
                ),
            ));
        }
        let id = match &terms.id {
            Some(text) => GameId::parse(text).ok_or_else(bad_id)?,
            None if lots => return Err(bad_id()),
            None => GameId::random(),
        };
        Ok(Deal { terms, kind, lots, id, computer, commitments })
    }

    /// The creator's seat while nothing is drawn.
    pub(crate) fn host_seat(&self) -> Seat {
        if self.terms.side == Side::Second { Seat::Second } else { Seat::First }
    }
}

/// A computer player that exists.
fn hired(spec: &str, kind: &str) -> Result<Kind, Refusal> {
    let kind: Kind = kind.parse()?;
    // A program from elsewhere runs nowhere near a server.
    if !matches!(kind, Kind::Level(_) | Kind::Best) {
        return Err(Refusal::new(
            "no-computer",
            422,
            said!(
                "a server has the computer players `1` to `8` and `best`",
                "un serveur propose les ordinateurs « 1 » à « 8 » et « best »"
            ),
        ));
    }
    abaque_catalog::bot(spec, &kind)?;
    Ok(kind)
}

fn bad_id() -> Refusal {
    Refusal::new(
        "bad-id",
        422,
        said!(
            "lots are drawn in this game, so its creator names it: ten random letters and digits, see docs/lots.md",
            "cette partie comporte des tirages, donc son créateur la nomme : dix lettres et chiffres au hasard, voir docs/lots.md"
        ),
    )
}

pub(crate) fn bad_commitment() -> Refusal {
    Refusal::new(
        "bad-commitment",
        422,
        said!(
            "a commitment is 64 hexadecimal digits: SHA-256 as docs/lots.md says, two at most",
            "un engagement s'écrit en 64 chiffres hexadécimaux : SHA-256 selon docs/lots.md, deux au plus"
        ),
    )
}

/// What a game's row keeps beside its columns; nothing secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) side: Side,
    /// Who created it.
    pub(crate) host: i64,
    /// Who alone may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invited: Option<i64>,
    pub(crate) lots: bool,
    /// By how many seconds watchers see it later.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) delay: u32,
    /// When both sat down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) met: Option<i64>,
}

impl Kept {
    pub(crate) fn read(text: &str) -> Option<Kept> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn host(&self) -> PersonId {
        PersonId(self.host)
    }
}

/// The seeds of a game. They leave the server when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Secret {
    table: String,
    commitments: [Option<String>; 2],
    seeds: [Option<String>; 2],
    /// The seat drawn for whoever holds seed A.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seat_of_a: Option<u8>,
}

impl Secret {
    pub(crate) fn new(seed: &Bytes, commitments: &[Bytes]) -> Secret {
        let commitment = |at: usize| commitments.get(at).map(|bytes| to_hex(bytes));
        Secret {
            table: to_hex(seed),
            commitments: [commitment(0), commitment(1)],
            seeds: [None, None],
            seat_of_a: None,
        }
    }

    pub(crate) fn read(text: &str) -> Option<Secret> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The commitments of table, A and B.
    pub(crate) fn commitments(&self, game: &str) -> Vec<Option<String>> {
        let own = from_hex(&self.table).map(|seed| to_hex(&commitment(game, Party::Table, &seed)));
        [own].into_iter().chain(self.commitments.iter().cloned()).collect()
    }

    /// The one who joins commits too.
    pub(crate) fn commit_b(&mut self, text: &str) -> Result<(), Refusal> {
        let bytes = from_hex(text).ok_or_else(bad_commitment)?;
        self.commitments[1] = Some(to_hex(&bytes));
        Ok(())
    }

    /// Opens seed A (0) or B (1), if it is the one committed to.
    pub(crate) fn reveal(&mut self, game: &str, which: usize, text: &str) -> Result<(), Refusal> {
        let party = [Party::A, Party::B][which];
        let seed = from_hex(text);
        let fits = seed.is_some_and(|seed| {
            self.commitments[which].as_deref() == Some(&to_hex(&commitment(game, party, &seed)))
        });
        if !fits {
            return Err(Refusal::new(
                "bad-seed",
                422,
                said!(
                    "this is not the seed committed to",
                    "ce n'est pas la graine sur laquelle porte l'engagement"
                ),
            ));
        }
        self.seeds[which] = Some(text.to_lowercase());
        Ok(())
    }

    /// All three seeds, once both players opened theirs.
    pub(crate) fn seeds(&self) -> Option<Seeds> {
        let [a, b] = &self.seeds;
        let bytes = |text: &Option<String>| text.as_deref().and_then(from_hex);
        Some(Seeds { table: from_hex(&self.table)?, players: [bytes(a)?, bytes(b)?] })
    }

    /// The lots of the game.
    pub(crate) fn lots(&self, game: &str, spec: &str) -> Option<Lots> {
        Some(Lots::new(game, spec, &self.seeds()?))
    }
}

/// How a table is set for a game.
pub(crate) fn setting(spec: &str, clock: &str, rated: bool) -> Result<Setting, Refusal> {
    let mut setting = Setting::new(spec)?;
    setting.clock = clock.parse()?;
    setting.take_backs = !rated;
    // ABR-15: ten seconds at a live table. Who plays by the day is asked for as long as a turn lasts, and without clocks until
    // they answer.
    setting.window = match setting.clock {
        ClockRule::Budget { .. } | ClockRule::Delay { .. } => Some(Millis::seconds(10)),
        ClockRule::PerTurn { limit } => Some(limit),
        ClockRule::None => None,
    };
    Ok(setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(spec: &str) -> Terms {
        serde_json::from_str(&format!("{{\"spec\":\"{spec}\"}}")).unwrap()
    }

    #[test]
    fn terms_are_checked() {
        let code = |terms: Terms| Deal::new(terms).err().map(|refusal| refusal.code);
        assert_eq!(code(terms("chess")), Some("bad-text"));
        assert_eq!(code(terms("abagio")), Some("commitment-missing"));
        assert_eq!(code(Terms { side: Side::First, ..terms("abalone") }), None);
        assert_eq!(code(Terms { clock: "soon".into(), ..terms("abalone") }), Some("bad-text"));
        let against = Against::Computer("ugi:rm".into());
        assert!(code(Terms { against, side: Side::First, ..terms("abalone") }).is_some());
        let against = Against::Computer("3".into());
        let computer = Terms { against, side: Side::First, ..terms("abalone") };
        assert_eq!(code(computer.clone()), None);
        assert_eq!(code(Terms { rated: true, ..computer }), Some("not-rated"));
        let late = |delay| code(Terms { delay, side: Side::First, ..terms("abalone") });
        assert_eq!((late(900), late(901)), (None, Some("bad-value")));
        assert_eq!(
            code(Terms { commitments: vec!["xyz".into()], ..terms("abagio") }),
            Some("bad-commitment")
        );
    }

    #[test]
    fn seeds_must_be_those_committed_to() {
        let (a, b) = ([1; 32], [2; 32]);
        let commitments = [commitment("g", Party::A, &a), commitment("g", Party::B, &b)];
        let mut secret = Secret::new(&[3; 32], &commitments);
        assert!(secret.reveal("g", 0, &to_hex(&b)).is_err());
        assert!(secret.reveal("other", 0, &to_hex(&a)).is_err());
        assert!(secret.reveal("g", 0, "rubbish").is_err());
        secret.reveal("g", 0, &to_hex(&a)).unwrap();
        assert_eq!(secret.seeds(), None);
        secret.reveal("g", 1, &to_hex(&b)).unwrap();
        assert_eq!(secret.seeds().unwrap().players, [a, b]);
        assert_eq!(Secret::read(&secret.text()), Some(secret));
    }
}
