//! The sizes that an ask should keep to, and those that it cannot pass.
//!
//! The first kind comes from the tool's own schema; breaking it is a [`Problem`](super::Problem), and the ask is shown
//! all the same. The second kind keeps a hostile or broken agent from exhausting the page.

/// Questions that one ask should have at most.
pub const QUESTIONS: usize = 4;
/// Options that a question should have at least.
pub const OPTIONS_MIN: usize = 2;
/// Options that a question should have at most.
pub const OPTIONS_MAX: usize = 4;
/// Characters of a header.
pub const HEADER: usize = 12;
/// Characters of an option's label.
pub const LABEL: usize = 50;
/// Characters of an option's description.
pub const DESCRIPTION: usize = 200;

/// Questions of one ask that are shown at most; further ones are left out.
pub const QUESTIONS_SHOWN: usize = 32;
/// Options of one question that are shown at most; further ones are left out.
pub const OPTIONS_SHOWN: usize = 64;
/// Characters of one label that are shown at most: there may be many labels, and each character may be an element.
pub const LABEL_SHOWN: usize = 1_000;
/// Characters of one description that are shown at most, for the same reason.
pub const DESCRIPTION_SHOWN: usize = 3_000;
/// Fields of one form; a form with more is no form for a person.
pub const FIELDS: usize = 64;
/// Options of one field of a form, all of which are shown: a list of countries is not cut.
pub const FIELD_OPTIONS: usize = 512;
/// Problems that are listed for one ask at most.
pub const PROBLEMS: usize = 32;
/// Characters of one frame, as JavaScript counts them.
pub const FRAME: usize = 1 << 20;
