//! Looks whether a port is free before anything is started on it.

use crate::failure::{Failure, Result};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};

/// The port can be bound on 127.0.0.1; `option` is what to pass to choose another.
pub(super) fn check(port: u16, option: &str) -> Result<()> {
    let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) else { return Ok(()) };
    let reason = match error.kind() {
        ErrorKind::AddrInUse => "is in use: end the program that listens there".to_owned(),
        ErrorKind::PermissionDenied => "is reserved: only the administrator may listen there".to_owned(),
        _ => format!("cannot be used ({error})"),
    };
    Err(Failure::new(format!("port {port} on 127.0.0.1 {reason}, or pass {option} N for another")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_named_with_the_way_out() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let failure = check(port, "--bridge-port").expect_err("it is in use").to_string();
        assert_eq!(
            failure,
            format!(
                "port {port} on 127.0.0.1 is in use: end the program that listens there, or pass --bridge-port N for \
                 another"
            )
        );
    }

    #[test]
    fn a_free_port_is_fine() {
        // Port 0 stands for any free one, so that no other program can take it first.
        assert_eq!(check(0, "--port"), Ok(()));
    }
}
