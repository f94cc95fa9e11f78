//! Who a request comes from, as far as the bridge can know: the address at the other end of the connection.

use std::net::{IpAddr, Ipv6Addr};

/// A client, so that it can be distinguished from others. Behind a proxy all of them are the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// The bridge's own process.
    Own,
    /// An address; of IPv6 the network, since one client has 2^64 addresses there.
    Address(IpAddr),
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        Client::Address(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
            address => address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Client;
    use std::net::IpAddr;

    #[test]
    fn a_client_is_an_address_or_a_network_of_ipv6() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(client("192.0.2.7"), client("::ffff:192.0.2.7"));
        assert_ne!(client("192.0.2.7"), client("192.0.2.8"));
        assert_eq!(client("2001:db8::1"), client("2001:db8::2:1"));
        assert_ne!(client("2001:db8:0:1::1"), client("2001:db8:0:2::1"));
    }
}
