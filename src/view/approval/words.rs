//! The words of the card.

pub(super) use crate::view::words::*;

use crate::approval::{Duration, SectionName, TimeUnit, WhyNoEdit};
use crate::protocol::approval::{Destination, PermissionMode, PermissionRule, RuleEffect, RulePattern, WhyNoAlways};
use crate::text;

pub(super) fn hidden_character(character: char) -> String {
    say_with(HIDDEN_CHARACTER, "name", &code_point(character))
}

/// A character by its number: `U+202E`.
pub(super) fn code_point(character: char) -> String {
    let number = u32::from(character);
    let digits: String = (0..6)
        .rev()
        .map(|place| char::from_digit(number >> (4 * place) & 15, 16).unwrap_or('0').to_ascii_uppercase())
        .skip_while(|digit| *digit == '0')
        .collect();
    ["U+", &"0".repeat(4_usize.saturating_sub(digits.len())), &digits].concat()
}

/// How many lines were not in view.
pub(super) fn more_lines(number: usize) -> String {
    count(MORE_LINES_ONE, MORE_LINES, number)
}

/// Which of all that wait this one is.
pub(super) fn queue_position(number: usize, all: usize) -> String {
    number_of(QUEUE_POSITION, number, all)
}

pub(super) fn deny_listed(number: usize) -> String {
    count(DENY_LISTED_ONE, DENY_LISTED, number)
}

pub(super) fn spaces(number: usize) -> String {
    count(SPACES_ONE, SPACES, number)
}

pub(super) fn blank_lines(number: usize) -> String {
    count(BLANK_LINES_ONE, BLANK_LINES, number)
}

pub(super) fn same_lines(number: usize) -> String {
    count(SAME_LINES_ONE, SAME_LINES, number)
}

pub(super) fn size(bytes: usize, lines: usize) -> String {
    [count(BYTES_ONE, BYTES, bytes), count(LINES_ONE, LINES, lines)].join(", ")
}

/// A length of time in the language's own words: `2 min`.
pub(super) fn duration(duration: Duration) -> String {
    let unit = match duration.unit {
        TimeUnit::Millisecond => "millisecond",
        TimeUnit::Second => "second",
        TimeUnit::Minute => "minute",
        TimeUnit::Hour => "hour",
    };
    measure(duration.count, unit)
}

pub(super) fn truth(truth: bool) -> String {
    say(if truth { YES } else { NO })
}

/// Why the card has no "Edit".
pub(super) fn no_edit(why: WhyNoEdit) -> String {
    say(match why {
        WhyNoEdit::NotTaken => NO_EDIT_AGENT,
        WhyNoEdit::NoText => NO_EDIT,
        WhyNoEdit::LineEnds => NO_EDIT_LINE_ENDS,
    })
}

/// Why the card has no "Always…".
pub(super) fn no_always(why: WhyNoAlways) -> String {
    say(match why {
        WhyNoAlways::Suppressed => NO_ALWAYS_SUPPRESSED,
        WhyNoAlways::AskRule => NO_ALWAYS_ASK_RULE,
        WhyNoAlways::NothingSuggested => NO_ALWAYS,
    })
}

pub(super) fn section(name: SectionName) -> String {
    say(match name {
        SectionName::Server => SECTION_SERVER,
        SectionName::ServerSource => SECTION_SERVER_SOURCE,
        SectionName::Tool => SECTION_TOOL,
        SectionName::Agent => SECTION_AGENT,
        SectionName::Description => SECTION_DESCRIPTION,
        SectionName::Command => SECTION_COMMAND,
        SectionName::Folder => SECTION_FOLDER,
        SectionName::Purpose => SECTION_PURPOSE,
        SectionName::Timeout => SECTION_TIMEOUT,
        SectionName::Background => SECTION_BACKGROUND,
        SectionName::Path => SECTION_PATH,
        SectionName::Existing => SECTION_EXISTING,
        SectionName::Size => SECTION_SIZE,
        SectionName::Content => SECTION_CONTENT,
        SectionName::Change => SECTION_CHANGE,
        SectionName::EveryOccurrence => SECTION_EVERY_OCCURRENCE,
        SectionName::Pattern => SECTION_PATTERN,
        SectionName::Address => SECTION_ADDRESS,
        SectionName::Prompt => SECTION_PROMPT,
        SectionName::Plan => SECTION_PLAN,
        SectionName::Files => SECTION_FILES,
        SectionName::Patch => SECTION_PATCH,
        SectionName::Locations => SECTION_LOCATIONS,
        SectionName::Terminal => SECTION_TERMINAL,
        SectionName::Shown => SECTION_SHOWN,
        SectionName::Arguments => SECTION_ARGUMENTS,
        SectionName::Reason => SECTION_REASON,
        SectionName::BlockedPath => SECTION_BLOCKED_PATH,
        SectionName::AskRule => SECTION_ASK_RULE,
        SectionName::AskRuleSource => SECTION_ASK_RULE_SOURCE,
    })
}

/// What a rule covers and does, as a sentence.
pub(super) fn rule(rule: &PermissionRule, effect: RuleEffect) -> String {
    let tool = text::shown_line(&rule.tool);
    let (word, name) = match rule.pattern() {
        RulePattern::EveryTool => (RULE_EVERY_TOOL, String::new()),
        RulePattern::EveryToolOfServer(server) => (RULE_EVERY_TOOL_OF_SERVER, text::shown_line(server)),
        RulePattern::EveryUse => (RULE_EVERY_USE, tool),
        RulePattern::CommandPrefix(prefix) => (RULE_COMMAND_PREFIX, text::shown_line(prefix)),
        RulePattern::CommandForm(form) => (RULE_COMMAND_FORM, text::shown_line(form)),
        RulePattern::Command(command) => (RULE_COMMAND, text::shown_line(command)),
        // The base is part of what the rule says of itself, which stands beside these words.
        RulePattern::Paths { glob, .. } => (RULE_PATHS, text::shown_line(glob)),
        RulePattern::Domain(domain) => (RULE_DOMAIN, text::shown_line(domain)),
        RulePattern::Unknown(unknown) => (RULE_UNKNOWN, text::shown_line(unknown)),
    };
    let sentence = match effect {
        RuleEffect::Allow => RULE_ALLOW,
        RuleEffect::Deny => RULE_DENY,
        RuleEffect::Ask => RULE_ASK,
    };
    say_with(sentence, "rule", &say_with(word, "name", &name))
}

pub(super) fn mode(mode: &PermissionMode) -> String {
    say(match mode {
        PermissionMode::Default => MODE_DEFAULT,
        PermissionMode::AcceptEdits => MODE_ACCEPT_EDITS,
        PermissionMode::BypassPermissions => MODE_BYPASS,
        PermissionMode::Plan => MODE_PLAN,
        PermissionMode::DontAsk => MODE_DONT_ASK,
        PermissionMode::Other(name) => return say_with(MODE_OTHER, "name", &text::shown_line(name)),
    })
}

pub(super) fn folder(folder: &str, is_added: bool) -> String {
    say_with(if is_added { ADD_FOLDER } else { REMOVE_FOLDER }, "name", &text::shown_line(folder))
}

/// Where a change is kept.
pub(super) fn destination(destination: &Destination) -> String {
    say(match destination {
        Destination::Session => SAVED_SESSION,
        Destination::LocalSettings => SAVED_LOCAL,
        Destination::ProjectSettings => SAVED_PROJECT,
        Destination::UserSettings => SAVED_USER,
        Destination::CommandLine => SAVED_COMMAND_LINE,
        Destination::Other(name) => return say_with(SAVED_OTHER, "name", &text::shown_line(name)),
    })
}
