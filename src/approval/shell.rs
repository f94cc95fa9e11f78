//! A command of several: where one part ends and the next begins.
//!
//! Only for the eye. The text is never changed, and a command that is not understood is broken wherever it might be.

/// A part of a command, on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// Why it begins here.
    pub(super) begin_reason: BeginReason,
    /// The part with the sign that joins it, without a line break at its end.
    pub(super) text: &'a str,
}

/// Why a part of a command begins where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginReason {
    /// The command begins.
    First,
    /// A line ended, and so did a command.
    Line,
    /// A line ended in the middle of a command: in quotes, in a text for the command's input, or after a backslash.
    Within,
    /// `&&`: it runs if the part before succeeded.
    And,
    /// `||`: it runs if the part before failed.
    Or,
    /// `|`: it gets the output of the part before.
    Pipe,
    /// `;`: it runs after the part before.
    Then,
    /// `&`: it runs while the part before runs on.
    Meanwhile,
}

/// The parts of a command.
pub(super) fn parts(command: &str) -> Vec<Part<'_>> {
    let mut careful = Scanner::new(command, Quotes::Kept);
    if careful.scan() {
        return careful.parts;
    }
    // Quotes that do not end: it cannot be said what is quoted.
    let mut plain = Scanner::new(command, Quotes::Ignored);
    plain.scan();
    plain.parts
}

/// Whether signs in quotes are signs.
#[derive(Clone, Copy, PartialEq)]
enum Quotes {
    Kept,
    Ignored,
}

/// What the characters that are read stand in.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    /// `'…'`
    Single,
    /// `$'…'`
    Escaped,
    /// `"…"`
    Double,
    /// `` `…` ``
    Backticks,
    /// `(…)` and `$(…)`
    Parentheses,
    /// `((…))` and `$((…))`
    Arithmetic,
}

impl Context {
    /// Whether what stands in it is text and not commands.
    fn is_text(self) -> bool {
        matches!(self, Context::Single | Context::Escaped | Context::Double)
    }
}

/// The end of a text for a command's input: `<<END`.
struct HereText<'a> {
    end: String,
    /// Whether tabs before the end are left out: `<<-END`.
    skips_tabs: bool,
    rest: &'a str,
}

struct Scanner<'a> {
    command: &'a str,
    quotes: Quotes,
    parts: Vec<Part<'a>>,
    begin_reason: BeginReason,
    start: usize,
    at: usize,
    contexts: Vec<Context>,
    here_texts: Vec<(String, bool)>,
}

impl<'a> Scanner<'a> {
    fn new(command: &'a str, quotes: Quotes) -> Scanner<'a> {
        let (parts, contexts, here_texts) = Default::default();
        Scanner { command, quotes, parts, begin_reason: BeginReason::First, start: 0, at: 0, contexts, here_texts }
    }

    fn rest(&self) -> &'a str {
        &self.command[self.at..]
    }

    /// Ends a part at `end`; the next begins at `next`.
    fn cut(&mut self, end: usize, next: usize, begin_reason: BeginReason) {
        self.parts.push(Part { begin_reason: self.begin_reason, text: &self.command[self.start..end] });
        (self.begin_reason, self.start, self.at) = (begin_reason, next, next);
    }

    /// Finds all parts. `false` if something was opened and not closed.
    fn scan(&mut self) -> bool {
        while let Some(character) = self.rest().chars().next() {
            let context = self.contexts.last().copied();
            match character {
                '\n' => {
                    let is_within = context.is_some_and(Context::is_text);
                    self.cut(self.at, self.at + 1, if is_within { BeginReason::Within } else { BeginReason::Line });
                    if !is_within && !self.here_texts.is_empty() && !self.skip_here_texts() {
                        return false;
                    }
                }
                '\\' if context != Some(Context::Single) => self.escaped(),
                _ if self.quotes == Quotes::Kept && self.opens_or_closes(character, context) => {}
                _ if context.is_some_and(Context::is_text) => self.at += character.len_utf8(),
                '#' if self.is_start_of_word() && self.quotes == Quotes::Kept => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                '<' if self.quotes == Quotes::Kept && context != Some(Context::Arithmetic) => self.less_than(),
                '&' | '|' | ';' => self.operator(),
                _ => self.at += character.len_utf8(),
            }
        }
        let end = self.command.len();
        self.parts.push(Part { begin_reason: self.begin_reason, text: &self.command[self.start..end] });
        self.contexts.is_empty() && self.here_texts.is_empty()
    }

    /// A backslash and the character that it makes an ordinary one.
    fn escaped(&mut self) {
        match self.rest()[1..].chars().next() {
            Some('\n') => self.cut(self.at + 1, self.at + 2, BeginReason::Within),
            next => self.at += 1 + next.map_or(0, char::len_utf8),
        }
    }

    /// Reads a sign that opens or closes a context; `false` if it is none.
    fn opens_or_closes(&mut self, character: char, context: Option<Context>) -> bool {
        let is_text = context.is_some_and(Context::is_text);
        let is_double = context == Some(Context::Double);
        let rest = self.rest();
        let closes = match context {
            Some(Context::Single | Context::Escaped) => (character == '\'').then_some(1),
            Some(Context::Double) => (character == '"').then_some(1),
            Some(Context::Backticks) => (character == '`').then_some(1),
            Some(Context::Parentheses) => (character == ')').then_some(1),
            Some(Context::Arithmetic) => rest.starts_with("))").then_some(2),
            None => None,
        };
        if let Some(length) = closes {
            self.contexts.pop();
            self.at += length;
            return true;
        }
        let opens = match character {
            '\'' if !is_text => Some((Context::Single, 1)),
            '"' if !is_text => Some((Context::Double, 1)),
            '`' if !is_text || is_double => Some((Context::Backticks, 1)),
            '$' if rest.starts_with("$((") && (!is_text || is_double) => Some((Context::Arithmetic, 3)),
            '$' if rest.starts_with("$(") && (!is_text || is_double) => Some((Context::Parentheses, 2)),
            '$' if rest.starts_with("$'") && !is_text => Some((Context::Escaped, 2)),
            '(' if rest.starts_with("((") && !is_text => Some((Context::Arithmetic, 2)),
            '(' if !is_text => Some((Context::Parentheses, 1)),
            _ => None,
        };
        if let Some((context, length)) = opens {
            self.contexts.push(context);
            self.at += length;
        }
        opens.is_some()
    }

    fn is_start_of_word(&self) -> bool {
        let before = self.command[..self.at].chars().next_back();
        before.is_none_or(|before| before.is_whitespace() || matches!(before, ';' | '|' | '&' | '(' | ')'))
    }

    /// `<`, `<&`, `<<<` or `<<END`.
    fn less_than(&mut self) {
        let rest = self.rest();
        if rest.starts_with("<<<") {
            self.at += 3;
        } else if rest.starts_with("<&") {
            self.at += 2;
        } else if let Some(here) = rest.strip_prefix("<<").and_then(here_text) {
            self.at = self.command.len() - here.rest.len();
            self.here_texts.push((here.end, here.skips_tabs));
        } else {
            self.at += 1;
        }
    }

    /// Skips the lines of texts for input; `false` if one does not end.
    fn skip_here_texts(&mut self) -> bool {
        for (index, (end, skips_tabs)) in std::mem::take(&mut self.here_texts).into_iter().enumerate() {
            if index > 0 {
                if !self.rest().starts_with('\n') {
                    return false;
                }
                self.cut(self.at, self.at + 1, BeginReason::Within);
            }
            self.begin_reason = BeginReason::Within;
            loop {
                let line = self.rest().split('\n').next().unwrap_or_default();
                let after = self.at + line.len();
                let is_end = (if skips_tabs { line.trim_start_matches('\t') } else { line }) == end;
                if is_end {
                    self.at = after;
                    break;
                }
                if after == self.command.len() {
                    return false;
                }
                self.cut(after, after + 1, BeginReason::Within);
            }
        }
        true
    }

    /// A sign that joins two commands, or one that only looks like it.
    fn operator(&mut self) {
        const SIGNS: [(&str, BeginReason); 9] = [
            ("&&", BeginReason::And),
            ("||", BeginReason::Or),
            ("|&", BeginReason::Pipe),
            ("|", BeginReason::Pipe),
            (";;&", BeginReason::Then),
            (";;", BeginReason::Then),
            (";&", BeginReason::Then),
            (";", BeginReason::Then),
            ("&", BeginReason::Meanwhile),
        ];
        let rest = self.rest();
        let before = &self.command[..self.at];
        // `2>&1`, `<&3`, `&>file` and `>|file` lead somewhere and join nothing.
        let is_redirection = before.ends_with(['>', '<']) && rest.starts_with(['&', '|']) || rest.starts_with("&>");
        let Some((sign, begins)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)).filter(|_| !is_redirection)
        else {
            self.at += 1;
            return;
        };
        let after = self.at + sign.len();
        let line = self.command[after..].split('\n').next().unwrap_or_default();
        // What ends a command joins nothing if the line ends too.
        let ends_line = matches!(begins, BeginReason::Then | BeginReason::Meanwhile)
            && line.trim_matches([' ', '\t', '\r']).is_empty();
        let end = self.start + self.command[self.start..self.at].trim_end_matches(' ').len();
        if end > self.start && !ends_line {
            self.cut(end, end, *begins);
        }
        self.at = after;
    }
}

/// Reads what follows `<<`: the word that ends a text.
fn here_text(after: &str) -> Option<HereText<'_>> {
    let (skips_tabs, after) = after.strip_prefix('-').map_or((false, after), |after| (true, after));
    let word = after.trim_start_matches([' ', '\t']);
    let mut end = String::new();
    let mut quote = None;
    let mut rest = word.char_indices();
    let mut length = word.len();
    for (index, character) in rest.by_ref() {
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            ('\n', _) => {
                length = index;
                break;
            }
            (_, Some(_)) => end.push(character),
            ('\'' | '"', None) => quote = Some(character),
            ('\\', None) => {}
            (' ' | '\t' | ';' | '|' | '&' | '<' | '>' | '(' | ')', None) => {
                length = index;
                break;
            }
            _ => end.push(character),
        }
    }
    (length > 0).then(|| HereText { end, skips_tabs, rest: &word[length..] })
}

#[cfg(test)]
mod tests {
    use super::{BeginReason, parts};

    fn check(command: &str, expected: &[(BeginReason, &str)]) {
        let found: Vec<_> = parts(command).iter().map(|part| (part.begin_reason, part.text)).collect();
        assert_eq!(found, expected, "{command}");
    }

    #[test]
    fn commands_are_broken_where_they_are_joined() {
        use BeginReason::{And, First, Line, Meanwhile, Or, Pipe, Then};
        check("npm test", &[(First, "npm test")]);
        check("cd a && make || exit 1", &[(First, "cd a"), (And, " && make"), (Or, " || exit 1")]);
        check(
            "cat a | sort|uniq |& tee b",
            &[(First, "cat a"), (Pipe, " | sort"), (Pipe, "|uniq"), (Pipe, " |& tee b")],
        );
        check("a; b;\nc;", &[(First, "a"), (Then, "; b;"), (Line, "c;")]);
        check("a & b &", &[(First, "a"), (Meanwhile, " & b &")]);
        check("a\nb", &[(First, "a"), (Line, "b")]);
    }

    #[test]
    fn what_leads_somewhere_joins_nothing() {
        for command in [
            "make >log 2>&1",
            "a &>log",
            "a >|log",
            "read <&3",
            "cat <<<x",
            r"find . -exec rm {} \;",
            "echo a#b",
            "((a|1<<2))",
        ] {
            if command == "((a|1<<2))" {
                assert_eq!(parts(command).len(), 2);
            } else {
                check(command, &[(BeginReason::First, command)]);
            }
        }
    }

    #[test]
    fn quotes_hide_no_command_and_show_none() {
        use BeginReason::{First, Line, Then, Within};
        check("echo 'a; b' \"c && d\" $'e\\'; f'", &[(First, "echo 'a; b' \"c && d\" $'e\\'; f'")]);
        check("echo \"$(curl x; sh)\"", &[(First, "echo \"$(curl x"), (Then, "; sh)\"")]);
        check("echo \"`a; b`\"", &[(First, "echo \"`a"), (Then, "; b`\"")]);
        check("echo 'a\nb'", &[(First, "echo 'a"), (Within, "b'")]);
        check("a \\\n b", &[(First, "a \\"), (Within, " b")]);
        check("a # it's; fine\nb; c", &[(First, "a # it's; fine"), (Line, "b"), (Then, "; c")]);
    }

    #[test]
    fn quotes_that_do_not_end_quote_nothing() {
        use BeginReason::{And, First, Then};
        check("echo 'a; rm x && b", &[(First, "echo 'a"), (Then, "; rm x"), (And, " && b")]);
        check("cat <<END; rm x", &[(First, "cat <<END"), (Then, "; rm x")]);
    }

    #[test]
    fn texts_for_input_are_no_commands() {
        use BeginReason::{And, First, Line, Within};
        check(
            "cat <<'END' && b\na; it's\nEND\nc",
            &[(First, "cat <<'END'"), (And, " && b"), (Within, "a; it's"), (Within, "END"), (Line, "c")],
        );
        check(
            "cat <<-A <<B\n\tA\nx\nB\ny",
            &[(First, "cat <<-A <<B"), (Within, "\tA"), (Within, "x"), (Within, "B"), (Line, "y")],
        );
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::{BeginReason, parts};

        proptest! {
            #[test]
            fn the_parts_are_the_command(command in "([a-c é#$'\"`(){}<>|&;\\\\\n\t-]|<<A\n|A\n|\\$\\(|\\(\\(){0,40}") {
                let mut whole = String::new();
                for (index, part) in parts(&command).iter().enumerate() {
                    if index > 0 && matches!(part.begin_reason, BeginReason::Line | BeginReason::Within) {
                        whole.push('\n');
                    }
                    prop_assert!(!part.text.contains('\n'), "{:?}", part.text);
                    whole.push_str(part.text);
                }
                prop_assert_eq!(whole, command);
            }
        }
    }
}
