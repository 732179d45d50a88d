//! From where a request comes.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::app::App;

/// Headers by which a proxy says that it is one.
const PROXIES: [&str; 3] = ["x-forwarded-for", "forwarded", "x-real-ip"];

/// The address of whoever asks; unspecified where nothing tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Infallible> {
        Ok(Address(of(app.config().behind_proxy, peer(parts), &parts.headers)))
    }
}

fn peer(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(peer)| peer.ip().to_canonical())
}

/// A trusted proxy adds the address it saw at the end; what stands before that, anybody may have written.
fn of(behind_proxy: bool, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !behind_proxy {
        return peer;
    }
    let told = headers.get_all("x-forwarded-for").iter().next_back();
    let last = told.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    last.and_then(|text| text.trim().parse::<IpAddr>().ok()).map_or(peer, |ip| ip.to_canonical())
}

/// Whether the request was made on this machine, and not by a proxy for somebody elsewhere.
pub(crate) fn is_here(parts: &Parts) -> bool {
    peer(parts).is_loopback() && !PROXIES.iter().any(|name| parts.headers.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_proxy_is_believed() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "6.6.6.6, 1.2.3.4".parse().unwrap());
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        assert_eq!(of(false, peer, &headers), peer);
        assert_eq!(of(true, peer, &headers).to_string(), "1.2.3.4");
        headers.append("x-forwarded-for", "5.5.5.5".parse().unwrap());
        assert_eq!(of(true, peer, &headers).to_string(), "5.5.5.5");
        headers.append("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(of(true, peer, &headers), peer);
        assert_eq!(of(true, peer, &HeaderMap::new()), peer);
    }
}
