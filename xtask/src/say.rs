//! What is printed. `println!` panics when nobody reads any more (`cargo xtask help | head -1`); these do not.

use std::io::Write;
use std::time::Duration;

/// One line, or several, on standard output.
pub(crate) fn line(text: &str) {
    bytes(format!("{text}\n").as_bytes());
}

/// A heading, with air above it.
pub(crate) fn heading(text: &str) {
    line(&format!("\n== {text}"));
}

/// One complaint on standard error.
pub(crate) fn error(text: &str) {
    let _ = writeln!(std::io::stderr(), "xtask: {text}");
}

/// Bytes as they came from a child process, shown at once.
pub(crate) fn bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// A time as people say it: `0.04 s`, `12.3 s`, `3 min 05 s`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..9.995 => format!("{seconds:.2} s"),
        ..59.95 => format!("{seconds:.1} s"),
        _ => {
            let whole = seconds.round() as u64;
            format!("{} min {:02} s", whole / 60, whole % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_well_at_every_size() {
        let said = |milliseconds| time(Duration::from_millis(milliseconds));
        assert_eq!(said(41), "0.04 s");
        assert_eq!(said(12_345), "12.3 s");
        assert_eq!(said(59_970), "1 min 00 s");
        assert_eq!(said(185_000), "3 min 05 s");
    }
}
