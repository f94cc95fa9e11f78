//! Text that somebody else wrote: how it is made safe to show, and how markdown, links and HTML previews are read.
//!
//! Pure functions from text to text or to pieces of it. This room knows no frame, no question and no browser:
//! [`protocol`](crate::protocol) may use it, and it never uses `protocol`.
//!
//! | file | what it answers |
//! | --- | --- |
//! | `hygiene.rs` | which characters of an agent's text are shown, and which characters of a person's text are sent |
//! | `characters.rs` | what a single character does to the text around it |
//! | [`exact`] | how a text is shown that somebody has to judge character by character |
//! | `ansi.rs` | what remains of a text for a terminal without its escapes |
//! | [`diff`] | what differs between two texts |
//! | `alike.rs` | which texts a person cannot tell apart |
//! | `direction.rs` | whether a text is read from left to right or from right to left |
//! | `find.rs` | where a text stands in another |
//! | `joined.rs` | several texts as one |
//! | [`markdown`] | which elements a text of markdown consists of, and which links may be followed |
//! | [`preview`] | whether a preview is HTML, and how its elements are kept from fetching anything |
//! | [`limits`] | how long a text may be |

mod alike;
mod ansi;
mod characters;
mod combining_marks;
pub mod diff;
mod direction;
pub mod exact;
mod find;
mod hygiene;
mod joined;
pub mod limits;
pub mod markdown;
pub mod preview;

pub use alike::{is_alike, skeleton};
pub use ansi::without_escapes;
pub use direction::Direction;
pub use find::find;
pub use hygiene::{shown, shown_block, shown_line, shown_line_start, shown_start, typed};
pub use joined::Joined;
