//! Any text as a preview and as a question.

#![no_main]

use ask_user_widget::text::markdown::{self, Piece};
use ask_user_widget::text::preview::{PreviewFormat, guess_lines, neutralise_fetching_tags};
use ask_user_widget::text;
use libfuzzer_sys::fuzz_target;

/// Containers, a table's three, four kinds of marks four deep, a link.
const DEEPEST: usize = 16 + 3 + 16 + 1;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let safe = text::shown(&text);
    assert_eq!(text::shown(&safe), safe, "cleaning twice is cleaning once");
    for pieces in [markdown::preview(&text), markdown::line(&safe)] {
        assert!(pieces.len() <= 40 + 8 * safe.len(), "{} pieces of {} bytes", pieces.len(), safe.len());
        let mut depth = 0usize;
        for piece in &pieces {
            match piece {
                Piece::Open(_) => depth += 1,
                Piece::Close => depth = depth.checked_sub(1).expect("closed but not opened"),
                _ => {}
            }
            assert!(depth <= DEEPEST);
        }
        assert_eq!(depth, 0, "opened but not closed");
    }
    let bare = neutralise_fetching_tags(&text);
    assert_eq!(neutralise_fetching_tags(&bare), bare, "nothing that fetches is left");
    let _ = (PreviewFormat::Auto.is_html(&text), guess_lines(&text));
});
