//! Recomputes ratings from all counted games, in counting order, and compares each stored point.
//!
//! A history stores no volatilities; replaying it from the first game derives them. After a
//! differing point, the next one may continue from the recomputed or from the stored value: both
//! are accepted, so that one wrong point is one finding.

use std::collections::HashMap;

use abaque_core::{Message, Seat, message};
use abaque_rating::{GameScore, Rating, update_ratings};
use abaque_store::{CountedPoint, PersonId, RatingPoint, Store, StoreError};

use super::AuditFinding;
use super::game::person_name;
use crate::ratings::idle_days;

/// Allowed difference from a recomputed rating: libraries and processors round differently.
const ROUNDING: f64 = 1e-3;
/// Allowed difference from a recomputed volatility, which is approximated iteratively.
const VOLATILITY_ROUNDING: f64 = 1e-5;
/// Points per query: each page costs a table scan.
const POINTS: u32 = 10_000;
/// Replays when points differ, because a game may be counted while others are read.
const TRIES: usize = 3;

/// Result of replaying a player's history.
#[derive(Clone, Debug)]
pub(super) struct RecountedRating {
    /// Possible current ratings: the recomputed one and, after a differing point, the stored one.
    candidates: Vec<Rating>,
    /// Time at which the last game was counted.
    last: Option<i64>,
    /// Number of points.
    pub(super) points: usize,
    /// Whether the volatility is known.
    is_exact: bool,
}

impl Default for RecountedRating {
    fn default() -> RecountedRating {
        RecountedRating {
            candidates: vec![Rating::default()],
            last: None,
            points: 0,
            is_exact: true,
        }
    }
}

impl RecountedRating {
    /// Whether a stored rating matches the end of the history.
    pub(super) fn leads_to(&self, stored: &abaque_store::Rating) -> bool {
        self.candidates.iter().any(|rating| {
            let volatile = (rating.volatility - stored.volatility).abs() < VOLATILITY_ROUNDING;
            is_near(rating.rating, stored.rating)
                && is_near(rating.deviation, stored.deviation)
                && (volatile || !self.is_exact)
        })
    }
}

/// Replayed histories by player and kind of game.
pub(super) type Histories = HashMap<(PersonId, String), RecountedRating>;

/// Replays all counted games. Only differences that persist across replays are findings.
pub(super) async fn recount(store: &Store) -> Result<(Histories, Vec<AuditFinding>), StoreError> {
    let (mut histories, mut findings) = once(store).await?;
    for _ in 1..TRIES {
        if findings.is_empty() {
            break;
        }
        let (newer, again) = once(store).await?;
        findings.retain(|finding| again.contains(finding));
        histories = newer;
    }
    Ok((histories, findings))
}

async fn once(store: &Store) -> Result<(Histories, Vec<AuditFinding>), StoreError> {
    let mut histories = Histories::new();
    let mut differing = Vec::new();
    // Points of one millisecond, whose order is undefined.
    let mut moment: Vec<CountedPoint> = Vec::new();
    let mut last = None;
    loop {
        let page = store.counted_points_after(last.as_ref(), POINTS).await?;
        let Some(newest) = page.last() else { break };
        last = Some(newest.clone());
        for point in page {
            let same =
                |old: &CountedPoint| old.kind == point.kind && old.point.at == point.point.at;
            if !moment.first().is_none_or(same) {
                replay(std::mem::take(&mut moment), &mut histories, &mut differing);
            }
            moment.push(point);
        }
    }
    replay(moment, &mut histories, &mut differing);
    let mut findings = Vec::new();
    for (person, message) in differing {
        findings.push(AuditFinding {
            code: "rating-history",
            subject: person_name(store, person).await?,
            message,
        });
    }
    Ok((histories, findings))
}

/// Replays the games counted in one millisecond.
fn replay(
    points: Vec<CountedPoint>,
    histories: &mut Histories,
    differing: &mut Vec<(PersonId, Message)>,
) {
    let mut games: Vec<Vec<CountedPoint>> = Vec::new();
    for point in points {
        match games.last_mut() {
            Some(game) if game[0].point.game == point.point.game => game.push(point),
            _ => games.push(vec![point]),
        }
    }
    while !games.is_empty() {
        let follows = |game: &Vec<CountedPoint>| game.iter().all(|one| follows(one, histories));
        let place = games.iter().position(follows).unwrap_or(0);
        replay_game(&games.remove(place), histories, differing);
    }
}

fn key(counted: &CountedPoint) -> (PersonId, String) {
    (counted.person, counted.kind.clone())
}

/// Whether a point starts from the current end of its player's history.
fn follows(counted: &CountedPoint, histories: &Histories) -> bool {
    let before = counted.point.rating - counted.point.delta;
    let start = RecountedRating::default();
    let history = histories.get(&key(counted)).unwrap_or(&start);
    history.candidates.iter().any(|rating| is_near(rating.rating, before))
}

fn replay_game(
    points: &[CountedPoint],
    histories: &mut Histories,
    differing: &mut Vec<(PersonId, Message)>,
) {
    let Some(game) = points.first() else { return };
    let rivals = match game.seats {
        [Some(first), Some(second)] if first != second => Some([first, second]),
        _ => None,
    };
    let score = game.result.as_deref().and_then(|result| score(&game.spec, result));
    let known = rivals.zip(score);
    let seated =
        |point: &CountedPoint| known.is_some_and(|(people, _)| people.contains(&point.person));
    // A point without a result or with a foreign player cannot be recomputed: it must only continue
    // the history.
    for point in points.iter().filter(|point| !seated(point)) {
        let broken = !follows(point, histories);
        let history = histories.entry(key(point)).or_default();
        if broken {
            differing.push((point.person, does_not_follow(point)));
        }
        let volatility = history.candidates[0].volatility;
        history.candidates = vec![stored(&point.point, volatility)];
        history.is_exact = false;
        history.last = Some(point.point.at);
        history.points += 1;
    }
    let Some((people, score)) = known else { return };
    let at = game.point.at;
    let before = people
        .map(|person| histories.get(&(person, game.kind.clone())).cloned().unwrap_or_default());
    let idle = [0, 1].map(|side: usize| idle_days(at, before[side].last));
    let mut choices = Vec::new();
    for (i, one) in before[0].candidates.iter().enumerate() {
        for (j, other) in before[1].candidates.iter().enumerate() {
            choices.push(([i, j], [*one, *other], update_ratings(*one, *other, score, idle)));
        }
    }
    for (side, person) in people.into_iter().enumerate() {
        let mut history = before[side].clone();
        history.last = Some(at);
        // The first choice combines the recomputed ratings of both players.
        let (_, _, expected) = choices[0];
        let expected = expected[side];
        let Some(counted) = points.iter().find(|point| point.person == person) else {
            // Another check reports the missing point; the game still counts.
            history.candidates = vec![expected];
            histories.insert((person, game.kind.clone()), history);
            continue;
        };
        let point = &counted.point;
        history.points += 1;
        let fits = choices.iter().find(|(_, before, after)| {
            is_near(after[side].rating, point.rating)
                && is_near(after[side].deviation, point.deviation)
                && is_near(after[side].rating - before[side].rating, point.delta)
        });
        match fits {
            Some((chosen, _, after)) => {
                history.is_exact &= *chosen == [0, 0];
                history.candidates = vec![stored(point, after[side].volatility)];
            }
            None => {
                let before = before[side].candidates[0].rating;
                differing.push((person, differs(counted, expected, expected.rating - before)));
                history.candidates = vec![expected, stored(point, expected.volatility)];
            }
        }
        histories.insert((person, game.kind.clone()), history);
    }
}

fn stored(point: &RatingPoint, volatility: f64) -> Rating {
    Rating { rating: point.rating, deviation: point.deviation, volatility }
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < ROUNDING
}

/// Score of the first player.
pub(super) fn score(spec: &str, result: &str) -> Option<GameScore> {
    let letters = abaque_catalog::open(spec).ok()?.description().letters;
    let wins = |seat: Seat| result.starts_with(&format!("{} wins", letters[seat.index()]));
    match (wins(Seat::First), wins(Seat::Second)) {
        (true, _) => Some(GameScore::Win),
        (_, true) => Some(GameScore::Loss),
        _ => result.starts_with("draw").then_some(GameScore::Draw),
    }
}

fn does_not_follow(counted: &CountedPoint) -> Message {
    let (kind, game) = (&counted.kind, &counted.point.game);
    message!(
        "{kind}: the history is broken at game {game}",
        "l'historique à {kind} est rompu à la partie {game}"
    )
}

fn differs(counted: &CountedPoint, expected: Rating, change: f64) -> Message {
    let CountedPoint { kind, point, .. } = counted;
    let RatingPoint { game, rating, deviation, delta, .. } = point;
    let (gives, unsure) = (expected.rating, expected.deviation);
    message!(
        "game {game} gives a rating at {kind} of {gives:.3} ±{unsure:.3} ({change:+.3}), and the history says {rating:.3} ±{deviation:.3} ({delta:+.3})",
        "la partie {game} donne un classement à {kind} de {gives:.3} ±{unsure:.3} ({change:+.3}), et l'historique dit {rating:.3} ±{deviation:.3} ({delta:+.3})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_store::GameId;

    const DAY: i64 = 86_400_000;

    /// Rating points of a series of games, computed as the server does.
    fn played(results: &[(i64, i64, i64, GameScore)]) -> Vec<CountedPoint> {
        let mut now: HashMap<i64, (Rating, i64)> = HashMap::new();
        let mut points = Vec::new();
        for &(at, first, second, score) in results {
            let game = GameId::random();
            let known = [first, second].map(|person| now.get(&person).copied());
            let before =
                known.map(|known| known.map_or_else(Rating::default, |(rating, _)| rating));
            let idle = known.map(|known| idle_days(at, known.map(|(_, at)| at)));
            let after = update_ratings(before[0], before[1], score, idle);
            let result = match score {
                GameScore::Win => "b wins ejection",
                GameScore::Loss => "w wins ejection",
                GameScore::Draw => "draw agreement",
            };
            for (side, person) in [first, second].into_iter().enumerate() {
                now.insert(person, (after[side], at));
                points.push(CountedPoint {
                    person: PersonId(person),
                    kind: "abalone".into(),
                    point: RatingPoint {
                        game: game.clone(),
                        at,
                        rating: after[side].rating,
                        deviation: after[side].deviation,
                        delta: after[side].rating - before[side].rating,
                    },
                    spec: "abalone".into(),
                    seats: [Some(PersonId(first)), Some(PersonId(second))],
                    result: Some(result.into()),
                });
            }
        }
        points
    }

    fn season() -> Vec<CountedPoint> {
        let scores =
            [GameScore::Win, GameScore::Loss, GameScore::Draw, GameScore::Win, GameScore::Win];
        let games: Vec<_> = (0..60_i64)
            .map(|n| (n * DAY / 3, n % 4, (n % 4 + 1 + n % 3) % 4, scores[n as usize % 5]))
            .collect();
        played(&games)
    }

    fn differing(points: &[CountedPoint]) -> Vec<PersonId> {
        let mut histories = Histories::new();
        let mut found = Vec::new();
        for moment in points.chunk_by(|one, other| one.point.at == other.point.at) {
            replay(moment.to_vec(), &mut histories, &mut found);
        }
        found.into_iter().map(|(person, _)| person).collect()
    }

    #[test]
    fn recounting_a_season_gives_the_same_ratings() {
        assert_eq!(differing(&season()), []);
    }

    #[test]
    fn one_changed_point_is_one_finding() {
        let season = season();
        for number in 0..season.len() {
            let change: [fn(&mut RatingPoint); 3] = [
                |point| point.rating += 10.0,
                |point| point.deviation -= 1.0,
                |point| point.delta += 0.1,
            ];
            for change in change {
                let mut points = season.clone();
                change(&mut points[number].point);
                assert_eq!(differing(&points), [points[number].person], "{number}");
            }
        }
    }

    #[test]
    fn a_game_rated_with_another_result_is_found_at_that_game() {
        let mut points = season();
        let game = points[20].point.game.clone();
        for point in points.iter_mut().filter(|point| point.point.game == game) {
            let other =
                if point.result.as_deref() == Some("draw agreement") { "b wins" } else { "draw" };
            point.result = Some(other.into());
        }
        let found = differing(&points);
        assert!(found.len() >= 2 && found[..2].contains(&points[20].person), "{found:?}");
    }

    #[test]
    fn games_of_the_same_millisecond_may_be_in_any_order() {
        let mut points = played(&[
            (1, 1, 2, GameScore::Win),
            (1, 1, 3, GameScore::Loss),
            (1, 2, 3, GameScore::Draw),
        ]);
        points.rotate_left(2);
        assert_eq!(differing(&points), []);
        points.rotate_left(2);
        assert_eq!(differing(&points), []);
    }

    #[test]
    fn a_missing_point_is_the_only_gap() {
        let mut points = season();
        points.remove(10);
        assert_eq!(differing(&points), []);
    }

    #[test]
    fn points_without_a_result_are_checked_for_continuity() {
        let mut points = season();
        points.iter_mut().for_each(|point| point.result = None);
        assert_eq!(differing(&points), []);
        points[9].point.rating += 1.0;
        assert!(differing(&points).contains(&points[9].person));
    }
}
