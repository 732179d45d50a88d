//! Which of somebody's games are wanted.

use crate::address::{escape, pairs};

/// Which games; what is empty does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The name of the game: `abagio`.
    pub kind: String,
    /// `playing`, `over` or `aborted`.
    pub status: String,
    /// Whether it counts: `true` or `false`.
    pub rated: String,
    /// The opponent's name.
    pub opponent: String,
    /// The first day, `2026-01-31`.
    pub since: String,
    /// The last day.
    pub until: String,
}

impl Filter {
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

    /// From the query of a page's address; what is not known is left out.
    pub fn of_query(query: &str) -> Filter {
        let mut filter = Filter::default();
        for (key, value) in pairs(query) {
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

    /// The query of the page's address: nothing, or `?kind=abagio&rated=true`.
    pub fn query(&self) -> String {
        joined(self.parts().map(|(key, value)| (key, value.to_owned())))
    }

    /// The query the server is asked with. `moment` gives a day's first and last millisecond where the reader lives.
    pub fn asked(
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
        joined(parts)
    }

    /// Whether all games are wanted.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }
}

fn joined<'a>(parts: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let said = parts.into_iter().filter(|(_, value)| !value.is_empty());
    let said: Vec<String> = said.map(|(key, value)| format!("{key}={}", escape(&value))).collect();
    if said.is_empty() { String::new() } else { format!("?{}", said.join("&")) }
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

    fn some() -> Filter {
        Filter {
            kind: "abagio".into(),
            rated: "true".into(),
            opponent: "Zoë".into(),
            since: "2026-01-31".into(),
            ..Filter::default()
        }
    }

    #[test]
    fn addresses_lead_back() {
        let query = some().query();
        assert_eq!(query, "?kind=abagio&rated=true&opponent=Zo%C3%AB&since=2026-01-31");
        assert_eq!(Filter::of_query(&query[1..]), some());
        assert_eq!(Filter::default().query(), "");
        assert!(Filter::of_query("").is_empty() && !some().is_empty());
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let odd = "kind=chess&status=lost&rated=maybe&since=yesterday&until=2026-1-1&x=y";
        assert!(Filter::of_query(odd).is_empty());
    }

    #[test]
    fn the_server_is_asked_in_moments() {
        let day = |text: &str| (text == "2026-01-31").then_some([1000, 1999]);
        let filter = Filter { until: "2026-01-31".into(), ..some() };
        let asked = filter.asked(Some("5-abc"), 20, day);
        assert!(asked.ends_with("since=1000&until=1999&before=5-abc&limit=20"), "{asked}");
        assert_eq!(Filter::default().asked(None, 0, day), "");
    }
}
