//! Links, images, and addresses that stand for themselves.

use super::{Reader, is_word, until};
use crate::text::markdown::{Address, Piece, Tag};

/// A longer label or address is none; without bounds, a row of brackets would be read again and again.
const LABEL_MOST: usize = 300;
const ADDRESS_MOST: usize = 2_000;

/// A `[` or `![` that may begin a link or an image.
pub(super) struct Bracket {
    /// Its piece, which is text until it is closed.
    pub(super) piece: usize,
    /// Where the label begins.
    label: usize,
    is_image: bool,
}

impl Reader<'_> {
    pub(super) fn bracket(&mut self, marker: &str, is_image: bool) -> bool {
        let label = self.at + marker.len();
        self.brackets.push(Bracket { piece: self.out.len(), label, is_image });
        self.take(marker.len(), Piece::Text(marker.to_owned()))
    }

    /// A `]` that may end the label of a link or an image.
    pub(super) fn close_bracket(&mut self) -> bool {
        let Some(bracket) = self.brackets.pop() else { return false };
        let label = &self.text[bracket.label..self.at];
        if label.is_empty() || label.len() > LABEL_MOST {
            return false;
        }
        let Some((href, length)) = self.rest()[1..].strip_prefix('(').and_then(destination) else { return false };
        let opened = if bracket.is_image {
            let piece = Piece::Image { alt: label.to_owned(), address: href.to_owned() };
            self.out.truncate(bracket.piece);
            piece
        } else {
            let Some(link) = link(href, false) else { return false };
            self.out[bracket.piece] = Piece::Open(link);
            Piece::Close
        };
        self.forget_from(bracket.piece);
        if !bracket.is_image {
            // There are no links within links.
            self.brackets.clear();
        }
        self.take(2 + length, opened)
    }

    /// `<https://…>`, or the one tag that agents cannot do without in tables.
    pub(super) fn angle(&mut self) -> bool {
        let rest = self.rest();
        let end = 1 + until(&rest[1..], |byte| matches!(byte, b'<' | b'>' | b'\n'));
        if end > ADDRESS_MOST || rest.as_bytes().get(end) != Some(&b'>') {
            return false;
        }
        let inner = &rest[1..end];
        if inner.trim_end_matches('/').trim_end().eq_ignore_ascii_case("br") {
            self.at += end + 1;
            self.push_text("\n");
            return true;
        }
        self.address(inner, end + 1)
    }

    pub(super) fn bare_address(&mut self) -> bool {
        let rest = self.rest();
        let is_scheme = |scheme: &str| rest.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        if !is_scheme("http") || is_word(self.text[..self.at].chars().next_back()) {
            return false;
        }
        let near = &rest[..rest.floor_char_boundary(ADDRESS_MOST)];
        let mut end = until(near, |byte| matches!(byte, b'\0'..=b' ' | b'<' | b'>' | b'"' | b'`'));
        // What ends a sentence is not the end of an address.
        let mut open = rest[..end].bytes().map(|byte| i32::from(byte == b'(') - i32::from(byte == b')')).sum::<i32>();
        while let Some(last) = rest.as_bytes()[..end].last() {
            match last {
                b')' if open < 0 => open += 1,
                b']' | b'?' | b'!' | b'.' | b',' | b':' | b';' | b'*' | b'_' | b'~' | b'\'' => {}
                _ => break,
            }
            end -= 1;
        }
        let href = &rest[..end];
        self.address(href, href.len())
    }

    /// An address that is its own text.
    fn address(&mut self, href: &str, length: usize) -> bool {
        if !self.brackets.is_empty() || until(href, |byte| byte <= b' ') < href.len() {
            return false;
        }
        let Some(link) = link(href, true) else { return false };
        self.out.extend([Piece::Open(link), Piece::Text(href.to_owned())]);
        self.take(length, Piece::Close)
    }
}

fn link(href: &str, is_bare: bool) -> Option<Tag> {
    let Address { host, is_unusual } = Address::read(href)?;
    // Capitals mean nothing in a host and look like other letters: it is shown without them, also beside a bare address.
    let names_host = !is_bare || is_unusual || host.bytes().any(|byte| byte.is_ascii_uppercase());
    Some(Tag::Link { href: href.to_owned(), host: host.to_ascii_lowercase(), is_unusual, is_bare, names_host })
}

/// The address of a link after its `(`, and how long all of it is with its `)`. A title is read and left out.
fn destination(text: &str) -> Option<(&str, usize)> {
    let near = &text[..text.floor_char_boundary(ADDRESS_MOST)];
    let mut open = 0;
    let end = near.bytes().position(|byte| {
        open += i32::from(byte == b'(') - i32::from(byte == b')');
        open < 0 || byte <= b' '
    })?;
    let href = &near[..end];
    let bare = href.strip_prefix('<').and_then(|href| href.strip_suffix('>')).unwrap_or(href);
    if bare.is_empty() || until(bare, |byte| matches!(byte, b'<' | b'>' | b'"')) < bare.len() {
        return None;
    }
    let mut after = near[end..].trim_start();
    if after.starts_with(['"', '\'']) {
        let quote = after.as_bytes()[0];
        let title = after.as_bytes()[1..].iter().position(|byte| *byte == quote)?;
        after = after[title + 2..].trim_start();
    }
    Some((bare, near.len() - after.strip_prefix(')')?.len()))
}
