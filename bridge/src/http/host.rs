//! Which names the bridge answers to.
//!
//! A strange web site can have its own name point to this machine (DNS rebinding): to the browser the bridge is then that
//! site, and its pages may read what the bridge serves. The name stands in `Host`, which no page can forge. An address
//! instead of a name cannot be made to point elsewhere, so addresses are always fine, and so are the names of loopback.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;
use crate::config::Config;

/// The names of one bridge, in small letters and without ports.
#[derive(Debug)]
pub(super) struct Hosts(Vec<String>);

impl Hosts {
    /// The names that the command line allows. A page of an allowed origin may have the bridge behind its own name.
    pub(super) fn new(config: &Config) -> Hosts {
        let of_origins = config.allow_origins.iter().filter_map(|origin| origin.split_once("://"));
        let of_origins = of_origins.map(|(_, host)| without_port(host).to_owned());
        Hosts(config.allow_hosts.iter().cloned().chain(of_origins).collect())
    }

    /// Whether it answers to what stands in `Host`.
    fn allow(&self, host: &str) -> bool {
        let host = without_port(host).to_ascii_lowercase();
        let host = host.strip_suffix('.').unwrap_or(&host);
        let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        host == "localhost"
            || host.ends_with(".localhost")
            || host.parse::<Ipv4Addr>().is_ok()
            || address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
            || self.0.iter().any(|known| known == host)
    }

    /// Programs may name no host; browsers always do.
    fn allow_request(&self, request: &Request) -> bool {
        let mut named = request.headers().get_all(header::HOST).iter();
        named.all(|host| host.to_str().is_ok_and(|host| self.allow(host)))
            && request.uri().host().is_none_or(|host| self.allow(host))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Refuses requests that mean another host, whatever they ask for.
pub(super) async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    if hosts.allow_request(&request) {
        next.run(request).await
    } else {
        let error = "The bridge does not answer to this host name: --allow-host NAME lets it";
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, error).with_code("host").into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::Hosts;
    use crate::config::Config;
    use axum::body::Body;
    use axum::extract::Request;

    fn hosts() -> Hosts {
        let config = Config {
            allow_hosts: vec!["bridge.example".to_owned()],
            allow_origins: vec!["https://app.example:8443".to_owned()],
            ..Config::default()
        };
        Hosts::new(&config)
    }

    #[test]
    fn addresses_loopback_and_what_was_allowed() {
        for good in [
            "127.0.0.1:8787",
            "127.0.0.1",
            "192.0.2.7:80",
            "[::1]:8787",
            "[2001:db8::1]",
            "localhost",
            "LocalHost:8787",
            "localhost.",
            "demo.localhost:8787",
            "bridge.example",
            "Bridge.Example:8787",
            "app.example",
            "app.example:8443",
        ] {
            assert!(hosts().allow(good), "{good}");
        }
        for bad in [
            "",
            "evil.example",
            "evil.example:8787",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.bridge.example",
            "bridge.example.evil",
            "[evil]",
            "::1",
            "x",
        ] {
            assert!(!hosts().allow(bad), "{bad}");
        }
    }

    #[test]
    fn every_place_where_a_host_can_stand() {
        let request = |uri: &str, named: &[&str]| {
            let mut request = Request::get(uri);
            for host in named {
                request = request.header("host", *host);
            }
            hosts().allow_request(&request.body(Body::empty()).unwrap())
        };
        assert!(request("/", &["localhost"]));
        assert!(request("/", &[]), "programs may name none");
        assert!(!request("/", &["localhost", "evil.example"]));
        assert!(!request("http://evil.example/", &["localhost"]));
        assert!(request("http://localhost/", &["localhost"]));
    }
}
