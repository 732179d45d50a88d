//! Terms of a game: validation, stored form, seeds.

use abaque_bots::BotKind;
use abaque_core::{ClockRule, Seat, Spec, message, seat_number};
use abaque_lots::{Bytes32, LotGenerator, Party, Seeds, commitment, from_hex, to_hex};
pub use abaque_protocol::{GameTerms, OpponentChoice, SideChoice};
use abaque_store::{GameId, LotCommitments, PersonId, SeedMode};
use abaque_table::MatchSettings;
use serde::{Deserialize, Serialize};

use crate::RequestError;

/// Maximum spectator delay in seconds.
const MAX_DELAY_SECONDS: u32 = 900;

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

/// Validated terms.
#[derive(Clone)]
pub struct ValidTerms {
    /// The requested terms with the spec in canonical form.
    pub terms: GameTerms,
    /// Name of the game.
    pub kind: String,
    /// Whether the game uses lots: dice, or sides by lot.
    pub lots: bool,
    pub(crate) id: GameId,
    pub(crate) bot: Option<BotKind>,
    pub(crate) commitments: Vec<Bytes32>,
    /// Seed A, if the creator deposits it.
    pub(crate) deposit: Option<Bytes32>,
}

impl ValidTerms {
    /// Validates terms.
    pub fn new(mut terms: GameTerms) -> Result<ValidTerms, RequestError> {
        let start = abaque_catalog::open(&terms.spec)?;
        terms.spec = start.spec();
        let kind = terms.spec.parse::<Spec>()?.name;
        let clock: ClockRule = terms.clock.parse()?;
        terms.clock = clock.to_string();
        let computer = match &terms.against {
            OpponentChoice::Computer(kind) => Some(parse_bot_kind(&terms.spec, kind)?),
            _ => None,
        };
        if terms.rated
            && matches!(terms.against, OpponentChoice::Computer(_) | OpponentChoice::HotSeat)
        {
            return Err(RequestError::new(
                "not-rated",
                422,
                message!(
                    "only games between two people can be rated",
                    "seules les parties entre deux personnes peuvent être classées"
                ),
            ));
        }
        if terms.delay > MAX_DELAY_SECONDS {
            let delay = terms.delay;
            return Err(RequestError::new(
                "bad-value",
                422,
                message!(
                    "a spectator delay of {delay} seconds is not allowed; 0 to {MAX_DELAY_SECONDS} are",
                    "un retard de {delay} secondes pour les spectateurs n'est pas permis\u{a0}; possibles\u{a0}: 0 à {MAX_DELAY_SECONDS}"
                ),
            ));
        }
        let commitments: Option<Vec<Bytes32>> =
            terms.commitments.iter().map(|text| from_hex(text)).collect();
        let commitments = commitments.filter(|list| list.len() <= 2).ok_or_else(bad_commitment)?;
        let lots = terms.side == SideChoice::Lot || start.has_lots();
        let alone = matches!(terms.against, OpponentChoice::Computer(_) | OpponentChoice::HotSeat);
        let needed = match (lots, alone) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        if commitments.len() < needed {
            return Err(RequestError::new(
                "commitment-missing",
                422,
                message!(
                    "this game has random draws: it needs {needed} seed commitments (see docs/lots.md)",
                    "cette partie comporte des tirages\u{a0}: il faut {needed} engagements de clés de tirage (voir docs/lots.md)"
                ),
            ));
        }
        let id = match &terms.id {
            Some(text) => GameId::parse(text).ok_or_else(bad_id)?,
            None if lots => return Err(bad_id()),
            None => GameId::random(),
        };
        let deposit = match &terms.seed {
            None => None,
            Some(_) if !lots || alone => return Err(deposit_not_allowed()),
            Some(text) => Some(parse_deposit(&id, &commitments, text)?),
        };
        Ok(ValidTerms { terms, kind, lots, id, bot: computer, commitments, deposit })
    }

    /// Whether seed A is deposited or revealed live.
    pub(crate) fn seed_mode(&self) -> SeedMode {
        if self.deposit.is_some() { SeedMode::Deposited } else { SeedMode::Live }
    }

    /// Seat of the creator before sides are drawn.
    pub(crate) fn host_seat(&self) -> Seat {
        if self.terms.side == SideChoice::Second { Seat::Second } else { Seat::First }
    }
}

/// Deposited seed, if it matches its commitment.
fn parse_deposit(
    id: &GameId,
    commitments: &[Bytes32],
    text: &str,
) -> Result<Bytes32, RequestError> {
    let seed = from_hex(text);
    let fits =
        |seed: &Bytes32| commitments.first() == Some(&commitment(id.as_str(), Party::A, seed));
    seed.filter(fits).ok_or_else(|| {
        RequestError::new(
            "bad-seed",
            422,
            message!(
                "`seed` does not match the first commitment: 64 hexadecimal digits, committed for this `id` as party `A` (see docs/lots.md)",
                "`seed` n'est pas la clé du premier engagement\u{a0}: 64 chiffres hexadécimaux, engagés pour cet `id` au nom de `A` (voir docs/lots.md)"
            ),
        )
    })
}

fn deposit_not_allowed() -> RequestError {
    RequestError::new(
        "bad-value",
        422,
        message!(
            "`seed` is for games with random draws against another person; omit it without draws, against the computer or in pass and play",
            "`seed` vaut pour les parties avec tirages contre une autre personne\u{a0}; l'omettre sans tirage, contre l'ordinateur et à deux sur le même écran"
        ),
    )
}

/// Validates a bot level.
fn parse_bot_kind(spec: &str, kind: &str) -> Result<BotKind, RequestError> {
    let kind: BotKind = kind.parse()?;
    // External engines must not run on a server.
    if !matches!(kind, BotKind::Level(_) | BotKind::Best) {
        return Err(RequestError::new(
            "no-computer",
            422,
            message!(
                "available computer levels: `1` to `8` and `best`",
                "niveaux de l'ordinateur\u{a0}: «\u{a0}1\u{a0}» à «\u{a0}8\u{a0}» et «\u{a0}best\u{a0}»"
            ),
        ));
    }
    abaque_bots::open_bot(spec, &kind)?;
    Ok(kind)
}

fn bad_id() -> RequestError {
    RequestError::new(
        "bad-id",
        422,
        message!(
            "this game has random draws, so its creator chooses the id: ten random letters and digits, see docs/lots.md",
            "cette partie comporte des tirages, donc son créateur choisit l'identifiant\u{a0}: dix lettres et chiffres au hasard, voir docs/lots.md"
        ),
    )
}

pub(crate) fn bad_commitment() -> RequestError {
    RequestError::new(
        "bad-commitment",
        422,
        message!(
            "send at most two commitments of 64 hexadecimal digits: SHA-256, see docs/lots.md",
            "un engagement s'écrit en 64 chiffres hexadécimaux\u{a0}: SHA-256 selon docs/lots.md, deux au plus"
        ),
    )
}

/// Terms stored with a game beside its columns; nothing secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct StoredTerms {
    pub(crate) side: SideChoice,
    /// Creator of the game.
    pub(crate) host: i64,
    /// Only user who may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invited: Option<i64>,
    pub(crate) lots: bool,
    /// Spectator delay in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) delay: u32,
    /// Time at which the second seat was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) met: Option<i64>,
    /// Whether the creator deposited seed A.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) deposited: bool,
}

impl StoredTerms {
    pub(crate) fn parse(text: &str) -> Option<StoredTerms> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn host(&self) -> PersonId {
        PersonId(self.host)
    }

    pub(crate) fn seed_mode(&self) -> SeedMode {
        if self.deposited { SeedMode::Deposited } else { SeedMode::Live }
    }
}

/// Seeds of a game. They stay on the server until the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct GameSecret {
    table: String,
    commitments: [Option<String>; 2],
    seeds: [Option<String>; 2],
    /// Seat drawn for the holder of seed A.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "seat_number::option")]
    pub(crate) seat_of_a: Option<Seat>,
    /// Keys of requests carried out before the first act, see [`request_key`]; a repeated one gets
    /// the same answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    requests: Vec<String>,
}

/// Requests kept before the first act. An honest client needs two: a reveal and an abort.
const MAX_REMEMBERED_REQUESTS: usize = 40;

/// Request key scoped to a user. Seats do not identify users before sides are drawn.
pub(crate) fn request_key(person: PersonId, key: &str) -> String {
    format!("{person}:{key}")
}

impl GameSecret {
    pub(crate) fn new(
        seed: &Bytes32,
        commitments: &[Bytes32],
        deposit: Option<&Bytes32>,
    ) -> GameSecret {
        let commitment = |at: usize| commitments.get(at).map(|bytes| to_hex(bytes));
        GameSecret {
            table: to_hex(seed),
            commitments: [commitment(0), commitment(1)],
            seeds: [deposit.map(|seed| to_hex(seed)), None],
            seat_of_a: None,
            requests: Vec::new(),
        }
    }

    /// Stores a request key, dropping the oldest beyond the limit.
    pub(crate) fn remember_request(&mut self, request: String) {
        if !self.has_answered(&request) {
            let forgotten = (self.requests.len() + 1).saturating_sub(MAX_REMEMBERED_REQUESTS);
            self.requests.drain(..forgotten);
            self.requests.push(request);
        }
    }

    /// Whether a request was carried out before the first act.
    pub(crate) fn has_answered(&self, request: &str) -> bool {
        self.requests.iter().any(|known| known == request)
    }

    /// Current commitments of this game for the lot log.
    pub(crate) fn lot_commitments(&self, game: &str, seeds: SeedMode) -> Option<LotCommitments> {
        let seed = from_hex(&self.table)?;
        let table = to_hex(&commitment(game, Party::Table, &seed));
        let [a, b] = self.commitments.clone();
        Some(LotCommitments { table, a: a?, b, seeds })
    }

    /// Whether seed A (0) or B (1) is revealed.
    pub(crate) fn has_seed(&self, which: usize) -> bool {
        self.seeds[which].is_some()
    }

    /// Removes the joiner's commitment and seed.
    pub(crate) fn clear_joiner(&mut self) {
        (self.commitments[1], self.seeds[1]) = (None, None);
    }

    /// Whether the joiner's commitment is this one.
    pub(crate) fn has_joiner_commitment(&self, text: &str) -> bool {
        from_hex(text).is_some_and(|bytes| self.commitments[1] == Some(to_hex(&bytes)))
    }

    pub(crate) fn parse(text: &str) -> Option<GameSecret> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Commitments to the table's seed and to seeds A and B.
    pub(crate) fn commitments(&self, game: &str) -> Vec<Option<String>> {
        let own = from_hex(&self.table).map(|seed| to_hex(&commitment(game, Party::Table, &seed)));
        [own].into_iter().chain(self.commitments.iter().cloned()).collect()
    }

    /// Both players: party, name of the seed, commitment, revealed seed.
    pub(crate) fn party_seeds(&self) -> [(Party, char, Option<&str>, Option<&str>); 2] {
        let [a, b] = [0, 1].map(|at| (self.commitments[at].as_deref(), self.seeds[at].as_deref()));
        [(Party::A, 'A', a.0, a.1), (Party::B, 'B', b.0, b.1)]
    }

    /// Sets the joiner's commitment.
    pub(crate) fn set_joiner_commitment(&mut self, text: &str) -> Result<(), RequestError> {
        let bytes = from_hex(text).ok_or_else(bad_commitment)?;
        self.commitments[1] = Some(to_hex(&bytes));
        Ok(())
    }

    /// Reveals seed A (0) or B (1) if it matches its commitment.
    pub(crate) fn open_seed(
        &mut self,
        game: &str,
        which: usize,
        text: &str,
    ) -> Result<(), RequestError> {
        let party = [Party::A, Party::B][which];
        let seed = from_hex(text);
        let fits = seed.is_some_and(|seed| {
            self.commitments[which].as_deref() == Some(&to_hex(&commitment(game, party, &seed)))
        });
        if !fits {
            return Err(RequestError::new(
                "bad-seed",
                422,
                message!(
                    "this is not the seed committed to",
                    "ce n'est pas la clé sur laquelle porte l'engagement"
                ),
            ));
        }
        self.seeds[which] = Some(text.to_lowercase());
        Ok(())
    }

    /// All three seeds, once both players have revealed theirs.
    pub(crate) fn seeds(&self) -> Option<Seeds> {
        let [a, b] = &self.seeds;
        let bytes = |text: &Option<String>| text.as_deref().and_then(from_hex);
        Some(Seeds { table: from_hex(&self.table)?, players: [bytes(a)?, bytes(b)?] })
    }

    /// Lot generator of the game.
    pub(crate) fn lots(&self, game: &str, spec: &str) -> Option<LotGenerator> {
        Some(LotGenerator::new(game, spec, &self.seeds()?))
    }
}

/// Milliseconds to reveal a seed: a minute in live games, a turn in correspondence games.
pub(crate) fn seed_timeout_ms(clock: &str) -> i64 {
    match clock.parse() {
        Ok(ClockRule::PerTurn { limit }) => limit.0 as i64,
        Ok(ClockRule::None) => 24 * 3_600_000,
        _ => 60_000,
    }
}

/// Match settings of a game.
pub(crate) fn match_settings(
    spec: &str,
    clock: &str,
    rated: bool,
) -> Result<MatchSettings, RequestError> {
    let mut setting = MatchSettings::new(spec)?;
    setting.set_clock(clock.parse()?);
    setting.take_backs = !rated;
    Ok(setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(spec: &str) -> GameTerms {
        serde_json::from_str(&format!("{{\"spec\":\"{spec}\"}}")).unwrap()
    }

    #[test]
    fn invalid_terms_are_refused() {
        let code = |terms: GameTerms| ValidTerms::new(terms).err().map(|refusal| refusal.code);
        assert_eq!(code(terms("chess")), Some("bad-text"));
        assert_eq!(code(terms("abagio")), Some("commitment-missing"));
        assert_eq!(code(GameTerms { side: SideChoice::First, ..terms("abalone") }), None);
        assert_eq!(code(GameTerms { clock: "soon".into(), ..terms("abalone") }), Some("bad-text"));
        let against = OpponentChoice::Computer("ugi:rm".into());
        assert!(code(GameTerms { against, side: SideChoice::First, ..terms("abalone") }).is_some());
        let against = OpponentChoice::Computer("3".into());
        let computer = GameTerms { against, side: SideChoice::First, ..terms("abalone") };
        assert_eq!(code(computer.clone()), None);
        assert_eq!(code(GameTerms { rated: true, ..computer }), Some("not-rated"));
        let late = |delay| code(GameTerms { delay, side: SideChoice::First, ..terms("abalone") });
        assert_eq!((late(900), late(901)), (None, Some("bad-value")));
        assert_eq!(
            code(GameTerms { commitments: vec!["xyz".into()], ..terms("abagio") }),
            Some("bad-commitment")
        );
    }

    #[test]
    fn a_deposited_seed_must_match_its_commitment() {
        let id = GameId::random();
        let seed = [5; 32];
        let promise = |party| to_hex(&commitment(id.as_str(), party, &seed));
        let with = |seed: String| GameTerms {
            id: Some(id.as_str().to_owned()),
            commitments: vec![promise(Party::A), promise(Party::B)],
            seed: Some(seed),
            ..terms("abagio")
        };
        let right = with(to_hex(&seed));
        let code = |terms: GameTerms| ValidTerms::new(terms).err().map(|refusal| refusal.code);
        let deal = ValidTerms::new(right.clone()).unwrap();
        assert_eq!((deal.deposit, deal.seed_mode()), (Some(seed), SeedMode::Deposited));
        assert_eq!(code(with(to_hex(&[6; 32]))), Some("bad-seed"));
        assert_eq!(code(with("rubbish".into())), Some("bad-seed"));
        let swapped = vec![promise(Party::B), promise(Party::A)];
        assert_eq!(code(GameTerms { commitments: swapped, ..right.clone() }), Some("bad-seed"));
        let other = GameId::random().as_str().to_owned();
        assert_eq!(code(GameTerms { id: Some(other), ..right.clone() }), Some("bad-seed"));
        let against = |against| code(GameTerms { against, ..right.clone() });
        assert_eq!(against(OpponentChoice::HotSeat), Some("bad-value"));
        assert_eq!(against(OpponentChoice::Computer("1".into())), Some("bad-value"));
        assert_eq!(against(OpponentChoice::Person("Ada".into())), None);
        let chosen = GameTerms { side: SideChoice::First, spec: "abalone".into(), ..right.clone() };
        assert_eq!(code(chosen), Some("bad-value"), "no lot is drawn");
        let drawn = GameTerms { spec: "abalone".into(), ..right };
        assert_eq!(code(drawn), None, "sides are");
    }

    #[test]
    fn repeated_requests_are_recognised_in_bounded_memory() {
        let mut secret = GameSecret::new(&[3; 32], &[], None);
        let name = |key: usize| request_key(PersonId(7), &key.to_string());
        for key in 0..100 {
            secret.remember_request(name(key));
            secret.remember_request(name(key));
        }
        let secret = GameSecret::parse(&secret.to_json()).unwrap();
        assert!(secret.has_answered(&name(99)) && secret.has_answered(&name(60)));
        assert!(!secret.has_answered(&name(0)));
        assert!(!secret.has_answered(&request_key(PersonId(8), "99")));
    }

    #[test]
    fn seeds_must_be_those_committed_to() {
        let (a, b) = ([1; 32], [2; 32]);
        let commitments = [commitment("g", Party::A, &a), commitment("g", Party::B, &b)];
        let mut secret = GameSecret::new(&[3; 32], &commitments, None);
        assert!(secret.open_seed("g", 0, &to_hex(&b)).is_err());
        assert!(secret.open_seed("other", 0, &to_hex(&a)).is_err());
        assert!(secret.open_seed("g", 0, "rubbish").is_err());
        secret.open_seed("g", 0, &to_hex(&a)).unwrap();
        assert_eq!(secret.seeds(), None);
        secret.open_seed("g", 1, &to_hex(&b)).unwrap();
        assert_eq!(secret.seeds().unwrap().players, [a, b]);
        assert_eq!(GameSecret::parse(&secret.to_json()), Some(secret));
    }
}
