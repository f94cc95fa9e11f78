//! Where a link leads, and whether a person should look twice.

/// An address that may be followed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address<'a> {
    /// Whom it leads to: after any user name, before any path, with a port.
    pub(super) host: &'a str,
    /// Whether it may be mistaken for another: look-alike letters, a user name that looks like a host, bare numbers.
    pub(super) is_unusual: bool,
}

impl<'a> Address<'a> {
    /// Looks at an address: `None` for anything but `http`, `https` and `mailto`.
    pub(super) fn read(href: &'a str) -> Option<Address<'a>> {
        if let Some(rest) = after_scheme(href, "mailto:") {
            // Headers in the address can name further receivers, or write the mail.
            let mailbox = rest.split_once('?').map_or(rest, |(mailbox, _)| mailbox);
            let (name, host) = mailbox.rsplit_once('@').filter(|(_, host)| !host.is_empty())?;
            // Coded or odd characters in the name may part it into several receivers.
            let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte));
            let is_unusual = mailbox.len() < rest.len() || !is_name || !is_plain(host);
            return Some(Address { host, is_unusual });
        }
        let rest = after_scheme(href, "https://").or_else(|| after_scheme(href, "http://"))?;
        let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#' | b'\\'));
        let authority = &rest[..end.unwrap_or(rest.len())];
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        if host.is_empty() {
            return None;
        }
        // Browsers read `\` as `/`; people do not.
        let is_unusual = host.len() < authority.len() || href.contains('\\') || !is_plain(host);
        Some(Address { host, is_unusual })
    }
}

fn after_scheme<'a>(href: &'a str, scheme: &str) -> Option<&'a str> {
    let start = href.get(..scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then(|| &href[scheme.len()..])
}

/// A name of ASCII letters as people know them, perhaps with a port; no number in any spelling, no coded letters.
fn is_plain(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    let is_name = |label: &str| {
        let is_coded = label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
        !label.is_empty() && !is_coded && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last = name.rsplit('.').next().unwrap_or_default();
    name.split('.').all(is_name)
        && !last.starts_with(|first: char| first.is_ascii_digit())
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && (port.is_empty() || port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::Address;

    fn check(href: &str, host: &str, is_unusual: bool) {
        assert_eq!(Address::read(href), Some(Address { host, is_unusual }), "{href}");
    }

    #[test]
    fn the_host_is_where_it_really_leads() {
        check("https://a.example/x?y@z#@", "a.example", false);
        check("http://a.example?b", "a.example", false);
        check("HTTP://A.Example", "A.Example", false);
        check("http://localhost:8080/", "localhost:8080", false);
        check("https://a.example:65535", "a.example:65535", false);
        check("https://a.example:/", "a.example:", false);
        check("https://3m.example", "3m.example", false);
        check("mailto:me@a.example", "a.example", false);
        check("mailto:me.too+tag_1-2@a.example", "a.example", false);
    }

    #[test]
    fn what_may_be_mistaken_is_unusual() {
        check("https://bank.example@evil.example/x", "evil.example", true);
        check("https://bank.example:443@evil.example", "evil.example", true);
        check("HTTPS://EVIL.example\\@good.example", "EVIL.example", true);
        check("https://xn--pple-43d.example", "xn--pple-43d.example", true);
        check("https://www.XN--pple-43d.example", "www.XN--pple-43d.example", true);
        check("https://аpple.example", "аpple.example", true);
        check("https://bank.example／x.evil.example", "bank.example／x.evil.example", true);
        check("https://bank。example", "bank。example", true);
        check("https://ban%6b.example", "ban%6b.example", true);
        check("http://127.0.0.1/", "127.0.0.1", true);
        check("http://2130706433/", "2130706433", true);
        check("http://0x7f.1", "0x7f.1", true);
        check("http://0x7f000001:80", "0x7f000001:80", true);
        check("http://[::1]/", "[::1]", true);
        check("https://a..example", "a..example", true);
        check("https://a.example:80x", "a.example:80x", true);
        check("https://a.example:65536", "a.example:65536", true);
        check("mailto:me@a.example?bcc=all@evil.example", "a.example", true);
        check("mailto:me@a.example,you@evil.example", "evil.example", true);
        check("mailto:all%40evil.example%2Cme@good.example", "good.example", true);
        check("mailto:all;me@good.example", "good.example", true);
    }

    #[test]
    fn other_schemes_lead_nowhere() {
        for href in [
            "javascript:alert(1)",
            "data:text/html,1",
            "//evil.example",
            "https:evil.example",
            "https://",
            "https:///evil.example",
            "https://\\evil.example",
            "https://me@",
            "mailto:nobody",
            "mailto:@",
            "ftp://a.example",
            "é",
            "",
        ] {
            assert_eq!(Address::read(href), None, "{href}");
        }
    }
}
