//! Filter for a player's list of games.

use crate::address::{escape, parse_query};

/// Filter criteria; empty ones match everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// The name of the game.
    pub kind: String,
    /// `playing`, `over` or `aborted`.
    pub status: String,
    /// `true` or `false`.
    pub rated: String,
    /// The opponent's name.
    pub opponent: String,
    /// The first day, `2026-01-31`.
    pub since: String,
    /// The last day.
    pub until: String,
}

impl GameFilter {
    fn parts(&self) -> [(&'static str, &str); 6] {
        [
            ("kind", &self.kind),
            ("status", &self.status),
            ("rated", &self.rated),
            ("opponent", &self.opponent),
            ("since", &self.since),
            ("until", &self.until),
        ]
    }

    /// Parses the query of a page's address; ignores unknown keys.
    pub fn from_query(query: &str) -> GameFilter {
        let mut filter = GameFilter::default();
        for (key, value) in parse_query(query) {
            let value = value.trim().to_owned();
            match key.as_str() {
                "kind" if abaque_catalog::find(&value).is_ok() => filter.kind = value,
                "status" if ["open", "playing", "over", "aborted"].contains(&&*value) => {
                    filter.status = value;
                }
                "rated" if ["true", "false"].contains(&&*value) => filter.rated = value,
                "opponent" => filter.opponent = value,
                "since" if is_day(&value) => filter.since = value,
                "until" if is_day(&value) => filter.until = value,
                _ => {}
            }
        }
        filter
    }

    /// The query of the page's address: empty, or `?kind=NAME&rated=true`.
    pub fn to_query(&self) -> String {
        join_query(self.parts().map(|(key, value)| (key, value.to_owned())))
    }

    /// The query for the server. `moment` gives a day's first or last millisecond in the reader's
    /// time zone.
    pub fn to_api_query(
        &self,
        before: Option<&str>,
        limit: u32,
        moment: impl Fn(&str) -> Option<[i64; 2]>,
    ) -> String {
        let edge = |day: &str, end: usize| moment(day).map(|edges| edges[end].to_string());
        let mut parts: Vec<(&str, String)> = self
            .parts()
            .into_iter()
            .map(|(key, value)| match key {
                "since" => (key, edge(value, 0).unwrap_or_default()),
                "until" => (key, edge(value, 1).unwrap_or_default()),
                _ => (key, value.to_owned()),
            })
            .collect();
        parts.push(("before", before.unwrap_or_default().to_owned()));
        if limit > 0 {
            parts.push(("limit", limit.to_string()));
        }
        join_query(parts)
    }

    /// Whether the filter matches all games.
    pub fn is_empty(&self) -> bool {
        *self == GameFilter::default()
    }
}

fn join_query<'a>(parts: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let message = parts.into_iter().filter(|(_, value)| !value.is_empty());
    let message: Vec<String> =
        message.map(|(key, value)| format!("{key}={}", escape(&value))).collect();
    if message.is_empty() { String::new() } else { format!("?{}", message.join("&")) }
}

fn is_day(text: &str) -> bool {
    let shape = |(place, letter): (usize, char)| match place {
        4 | 7 => letter == '-',
        _ => letter.is_ascii_digit(),
    };
    text.len() == 10 && text.chars().enumerate().all(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> GameFilter {
        GameFilter {
            kind: "abagio".into(),
            rated: "true".into(),
            opponent: "Zoë".into(),
            since: "2026-01-31".into(),
            ..GameFilter::default()
        }
    }

    #[test]
    fn filters_round_trip_through_the_query() {
        let query = some().to_query();
        assert_eq!(query, "?kind=abagio&rated=true&opponent=Zo%C3%AB&since=2026-01-31");
        assert_eq!(GameFilter::from_query(&query[1..]), some());
        assert_eq!(GameFilter::default().to_query(), "");
        assert!(GameFilter::from_query("").is_empty() && !some().is_empty());
    }

    #[test]
    fn unknown_query_values_are_ignored() {
        let odd = "kind=chess&status=lost&rated=maybe&since=yesterday&until=2026-1-1&x=y";
        assert!(GameFilter::from_query(odd).is_empty());
    }

    #[test]
    fn dates_become_milliseconds_for_the_server() {
        let day = |text: &str| (text == "2026-01-31").then_some([1000, 1999]);
        let filter = GameFilter { until: "2026-01-31".into(), ..some() };
        let query = filter.to_api_query(Some("5-abc"), 20, day);
        assert!(query.ends_with("since=1000&until=1999&before=5-abc&limit=20"), "{query}");
        assert_eq!(GameFilter::default().to_api_query(None, 0, day), "");
    }
}
