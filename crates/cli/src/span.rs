//! How long to think, as the command line says it.

use abaque_core::BadText;
use abaque_search::Limits;
use clap::ArgMatches;

pub(crate) use abaque_client::span::read;

/// The bounds given as `--time`, `--nodes` and `--depth`.
pub(crate) fn limits(matches: &ArgMatches) -> Result<Limits, BadText> {
    Ok(Limits {
        nodes: matches.get_one::<u64>("nodes").copied(),
        depth: matches.get_one::<u32>("depth").copied(),
        time: matches.get_one::<String>("time").map(|text| read(text)).transpose()?,
        enough: None,
    })
}
