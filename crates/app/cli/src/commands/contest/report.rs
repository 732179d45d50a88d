//! Match reports as text, JSON and documentation tables.

use abaque_arena::stats::{EloEstimate, SprtDecision};
use abaque_arena::{MatchStanding, MatchTerms, SearchUsage};
use abaque_core::{Lang, StaticMessage};
use serde_json::{Value, json};

/// The standing in a few words, beside the progress bar.
pub(super) fn short_summary(terms: &MatchTerms, standing: &MatchStanding) -> String {
    let [won, drawn, lost] = standing.games;
    let ratio = terms.sprt.map_or(String::new(), |sprt| {
        let [low, high] = sprt.bounds();
        format!(" LLR {:+.2} ({low:.2}, {high:.2})", standing.log_likelihood_ratio(&sprt))
    });
    let elo = if standing.has_rolls { standing.adjusted_elo() } else { standing.elo() };
    format!("+{won} ={drawn} −{lost} Elo {}{ratio}", elo_text(&elo))
}

/// `+35 ± 20`, or a bound if one side is infinite.
fn elo_text(elo: &EloEstimate) -> String {
    let EloEstimate { value, low, high } = *elo;
    if value.is_nan() || (low.is_infinite() && high.is_infinite()) {
        "?".into()
    } else if high.is_infinite() {
        format!("> {low:+.0}")
    } else if low.is_infinite() {
        format!("< {high:+.0}")
    } else {
        format!("{value:+.0} ± {:.0}", elo.half_width())
    }
}

fn percent(share: f64, lang: Lang) -> String {
    with_percent_sign(&format!("{:.1}", 100.0 * share), lang)
}

fn with_percent_sign(number: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{number}%"),
        Lang::Fr => format!("{number}\u{a0}%"),
    }
}

/// The final table.
pub(super) fn lines(terms: &MatchTerms, standing: &MatchStanding, lang: Lang) -> Vec<String> {
    let say = |en, fr| StaticMessage::new(en, fr).get(lang);
    let [a, b] = &terms.players;
    let [won, drawn, lost] = standing.games;
    let mut rows: Vec<(&str, String)> = vec![
        (say("game", "jeu"), terms.spec.clone()),
        (say("players", "joueurs"), format!("{a} – {b}")),
        (say("games", "parties"), standing.games_played().to_string()),
        (say("won drawn lost", "gains nulles pertes"), format!("{won} {drawn} {lost}")),
    ];
    if standing.games_played() > 0 {
        let interval = standing.pairs.interval();
        let score = percent(standing.pairs.mean(), lang);
        let range = format!("{} … {}", percent(interval.low, lang), percent(interval.high, lang));
        rows.push((say("score", "score"), format!("{score} ({range})")));
        rows.push(("Elo", with_range(&standing.elo())));
        let pairs = standing.pairs.0.map(|count| count.to_string()).join(" ");
        rows.push((say("pairs 0 ½ 1 1½ 2", "paires 0 ½ 1 1½ 2"), pairs));
        rows.push((
            say("superior (LOS)", "supérieur (LOS)"),
            percent(standing.pairs.likelihood_of_superiority(), lang),
        ));
    }
    if let Some(sprt) = terms.sprt {
        let [low, high] = sprt.bounds();
        let verdict = match standing.verdict {
            Some(SprtDecision::AcceptElo1) => say("H1 accepted", "H1 acceptée"),
            Some(SprtDecision::AcceptElo0) => say("H0 accepted", "H0 acceptée"),
            None => say("undecided", "indécis"),
        };
        let (elo0, elo1, ratio) = (sprt.elo0, sprt.elo1, standing.log_likelihood_ratio(&sprt));
        let text = format!("{ratio:+.2} ({low:.2}, {high:.2}) [{elo0}, {elo1}] {verdict}");
        rows.push((say("SPRT", "SPRT"), text));
    }
    if standing.has_rolls && standing.games_played() > 0 {
        let interval = standing.adjusted_interval();
        let mean = percent(standing.adjusted.mean(), lang);
        let half = percent((interval.high - interval.low) / 2.0, lang);
        rows.push((say("without luck", "sans la chance"), format!("{mean} ± {half}")));
        rows.push((
            say("Elo without luck", "Elo sans la chance"),
            with_range(&standing.adjusted_elo()),
        ));
        if let Some(gain) = standing.variance_gain() {
            let change = format!("{:+.1}", 100.0 * (1.0 / gain - 1.0)).replace('-', "−");
            let change = with_percent_sign(&change, lang);
            let share = format!("{:.2}", standing.adjusted.luck_share());
            let text = match lang {
                Lang::En => {
                    format!("luck × {share}: variance {change}, as {gain:.1} times the games")
                }
                Lang::Fr => {
                    format!(
                        "chance × {share}\u{a0}: variance {change}, comme {gain:.1} fois les parties"
                    )
                }
            };
            rows.push((say("adjustment", "correction"), text));
        }
    }
    let [first_won, first_drawn, first_lost] = standing.seats;
    let seats = format!("{first_won} {first_drawn} {first_lost}");
    rows.push((say("first seat", "premier siège"), seats));
    let length = format!("{:.1}", standing.length.mean());
    rows.push((say("moves per game", "coups par partie"), length));
    for (player, spent) in terms.players.iter().zip(&standing.usage) {
        rows.push((
            say("per move", "par coup"),
            format!("{player}: {}", time_per_move(spent, lang)),
        ));
    }
    let two = |[a, b]: [u64; 2]| format!("{a} {b}");
    if standing.capped > 0 {
        rows.push((say("too long", "trop longues"), standing.capped.to_string()));
    }
    if standing.flags != [0, 0] {
        rows.push((say("lost on time", "perdues au temps"), two(standing.flags)));
    }
    if standing.forfeits != [0, 0] {
        rows.push((say("forfeits", "forfaits"), two(standing.forfeits)));
    }
    if standing.stopped {
        rows.push((say("stopped", "interrompu"), say("yes", "oui").into()));
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:<width$}  {value}")).collect()
}

fn with_range(elo: &EloEstimate) -> String {
    format!("{} ({:+.0} … {:+.0})", elo_text(elo), elo.low, elo.high)
}

fn time_per_move(spent: &SearchUsage, lang: Lang) -> String {
    let actions = spent.actions.max(1) as f64;
    let millis = spent.time.as_secs_f64() * 1000.0 / actions;
    let nodes = spent.nodes as f64 / actions;
    match lang {
        Lang::En => format!("{millis:.2} ms, {nodes:.0} nodes"),
        Lang::Fr => format!("{millis:.2} ms, {nodes:.0} nœuds"),
    }
}

/// The report as JSON.
pub(super) fn to_json(terms: &MatchTerms, standing: &MatchStanding) -> Value {
    let [won, drawn, lost] = standing.games;
    let range = |elo: EloEstimate| json!({ "value": finite(elo.value), "low": finite(elo.low), "high": finite(elo.high) });
    let interval = standing.pairs.interval();
    let mut value = json!({
        "game": terms.spec,
        "position": terms.position,
        "players": terms.players.each_ref().map(|player| player.to_string()),
        "seed": terms.seed,
        "openings": terms.opening_plies,
        "clock": terms.clock.map(|clock| clock.to_string()),
        "games": standing.games_played(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": standing.pairs.mean(),
        "score95": [interval.low, interval.high],
        "elo": range(standing.elo()),
        "pairs": standing.pairs.0,
        "los": standing.pairs.likelihood_of_superiority(),
        "firstSeat": standing.seats,
        "plies": standing.length.mean(),
        "tooLong": standing.capped,
        "lostOnTime": standing.flags,
        "forfeits": standing.forfeits,
        "stopped": standing.stopped,
        "spent": standing.usage.map(|spent| json!({
            "actions": spent.actions,
            "nodes": spent.nodes,
            "seconds": spent.time.as_secs_f64(),
        })),
    });
    if let Some(sprt) = terms.sprt {
        value["sprt"] = json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "llr": standing.log_likelihood_ratio(&sprt),
            "bounds": sprt.bounds(),
            "verdict": standing.verdict.map(|verdict| match verdict {
                SprtDecision::AcceptElo1 => "H1",
                SprtDecision::AcceptElo0 => "H0",
            }),
        });
    }
    if standing.has_rolls {
        let interval = standing.adjusted_interval();
        value["adjusted"] = json!({
            "score": standing.adjusted.mean(),
            "score95": [interval.low, interval.high],
            "elo": range(standing.adjusted_elo()),
            "share": standing.adjusted.luck_share(),
            "variance": [standing.adjusted.scores().variance(), standing.adjusted.variance()],
        });
    }
    value
}

/// JSON has no infinity.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The header of a ladder table.
pub(super) fn ladder_head(lang: Lang) -> Vec<String> {
    let head = StaticMessage::new(
        "| player | against | games | won – drawn – lost | score | Elo (95%) | time per move |",
        "| joueur | contre | parties | gains – nulles – pertes | score | Elo (95\u{a0}%) | temps par coup |",
    );
    vec![head.get(lang).into(), "| --- | --- | --- | --- | --- | --- | --- |".into()]
}

/// A row of a ladder table. With lots, score and Elo are luck-adjusted.
pub(super) fn ladder_line(terms: &MatchTerms, standing: &MatchStanding, lang: Lang) -> String {
    let [a, b] = &terms.players;
    let [won, drawn, lost] = standing.games;
    let games = standing.games_played();
    let (score, elo) = if standing.has_rolls {
        (standing.adjusted.mean(), standing.adjusted_elo())
    } else {
        (standing.pairs.mean(), standing.elo())
    };
    let spent = &standing.usage[0];
    let millis = spent.time.as_secs_f64() * 1000.0 / spent.actions.max(1) as f64;
    format!(
        "| {a} | {b} | {games} | {won} – {drawn} – {lost} | {} | {} | {millis:.1} ms |",
        percent(score, lang),
        elo_text(&elo)
    )
}
