//! The client's IP address.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::app::App;

/// Headers added by proxies.
const PROXY_HEADERS: [&str; 8] = [
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "forwarded",
    "x-real-ip",
    "via",
    "cf-connecting-ip",
    "true-client-ip",
];

/// IP address of the client; unspecified if unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientIp(pub IpAddr);

impl FromRequestParts<App> for ClientIp {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientIp, Infallible> {
        Ok(ClientIp(client_ip(app.config().behind_proxy, peer_ip(parts), &parts.headers)))
    }
}

fn peer_ip(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(peer)| peer.ip().to_canonical())
}

/// A trusted proxy appends the address it saw; clients may have forged everything before it.
fn client_ip(behind_proxy: bool, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !behind_proxy {
        return peer;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
    let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    last.and_then(|text| text.trim().parse::<IpAddr>().ok()).map_or(peer, |ip| ip.to_canonical())
}

/// Whether the request was made on this machine, and not through a proxy.
pub(crate) fn is_local(parts: &Parts) -> bool {
    peer_ip(parts).is_loopback()
        && !PROXY_HEADERS.iter().any(|name| parts.headers.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_proxy_is_believed() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "6.6.6.6, 1.2.3.4".parse().unwrap());
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        assert_eq!(client_ip(false, peer, &headers), peer);
        assert_eq!(client_ip(true, peer, &headers).to_string(), "1.2.3.4");
        headers.append("x-forwarded-for", "5.5.5.5".parse().unwrap());
        assert_eq!(client_ip(true, peer, &headers).to_string(), "5.5.5.5");
        headers.append("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(client_ip(true, peer, &headers), peer);
        assert_eq!(client_ip(true, peer, &HeaderMap::new()), peer);
    }
}
