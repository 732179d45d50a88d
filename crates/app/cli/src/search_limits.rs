//! Search limits from the command line.

use abaque_core::ParseError;
use abaque_search::SearchLimits;
use clap::ArgMatches;

pub(crate) use abaque_client::duration_text::parse_duration;

/// The limits given as `--time`, `--nodes` and `--depth`.
pub(crate) fn parse_limits(matches: &ArgMatches) -> Result<SearchLimits, ParseError> {
    Ok(SearchLimits {
        nodes: matches.get_one::<u64>("nodes").copied(),
        depth: matches.get_one::<u32>("depth").copied(),
        time: matches.get_one::<String>("time").map(|text| parse_duration(text)).transpose()?,
        soft_time: None,
    })
}
