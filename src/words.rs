//! Every word that the widget itself says: one table, English built in, other languages as data.
//!
//! Pure: which plural form a number takes in a language only the browser knows, so that comes in.

/// Something that the widget says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its name in a language's table. Of what is counted there is one a plural form: `queued.one`, `queued.other`.
    pub key: &'static str,
    /// In English. `{name}` stands for what is put there.
    pub english: &'static str,
}

macro_rules! words {
    ($($name:ident: $key:literal = $english:literal;)*) => {
        $(#[allow(missing_docs, reason = "the table says it all")]
        pub const $name: Word = Word { key: $key, english: $english };)*

        /// All of them.
        pub const ALL: &[Word] = &[$($name),*];
    };
}

words! {
    SEND: "send" = "Send";
    NEXT: "next" = "Next";
    BACK: "back" = "Back";
    CANCEL: "cancel" = "Dismiss";
    CANCEL_TITLE: "cancelTitle" = "No answer is sent, and the agent stops";
    CLOSE: "close" = "Close";
    UNDO: "undo" = "Undo";
    CHANGE: "change" = "Change answer";
    MINIMIZE: "minimize" = "Minimize to read the chat";
    ANSWER: "answer" = "Answer";
    ANSWER_NAMED: "answerNamed" = "Answer: {name}";
    READ: "read" = "View answer";
    VIEW_DRAFT: "viewDraft" = "View draft";
    TAKE_BACK: "takeBack" = "Use this window";
    TRY_NOW: "tryNow" = "Retry now";
    RECOMMENDED: "recommended" = "Recommended";
    DEFAULT: "default" = "Default";
    OTHER: "other" = "Other";
    OTHER_FIELD: "otherField" = "Your own answer";
    OTHER_PLACEHOLDER: "otherPlaceholder" = "Type something else…";
    ANSWER_PLACEHOLDER: "answerPlaceholder" = "Type your answer…";
    CHOOSE_ONE: "chooseOne" = "Select one, or write your own";
    CHOOSE_SEVERAL: "chooseSeveral" = "Select all that apply, or write your own";
    WRITE: "write" = "Write your answer";
    NO_QUESTION: "noQuestion" = "The agent is waiting for a reply but didn't include a question.";
    NO_LABEL: "noLabel" = "(no label)";
    WAITING: "waiting" = "The agent is waiting for your answer";
    ONE_MOMENT: "oneMoment" = "One moment…";
    ENTER_AGAIN: "enterAgain" = "Press Enter again to confirm";
    CANCELLED: "questionCancelled" = "Question dismissed";
    KEPT: "kept" = "You're offline. Your answer will be sent when you reconnect.";
    KEPT_CANCEL: "keptCancel" = "You're offline. The question will be dismissed when you reconnect.";
    OFFLINE: "offline" = "You're offline. Your draft is saved.";
    UNREACHED: "unreached" = "The agent can't be reached. Your draft stays here.";
    UNDELIVERED: "undelivered" = "The agent can't be reached, and your answer was not sent. It will be sent if the agent comes back and is still waiting for it.";
    MORE_TIME: "moreTime" = "About to time out – press any key to keep going.";
    NO_MORE_TIME: "noMoreTime" = "Time is almost up and can't be extended. Your draft won't be lost.";
    DRAFT_STAYS: "draftStays" = "Your draft is still here.";
    NOT_ANSWERED: "notAnswered" = "Not answered";
    TIME_LEFT: "timeLeft" = "Time left";
    REVIEW: "review" = "Review";
    REVIEW_TITLE: "reviewTitle" = "Review your answers";
    QUESTIONS: "questions" = "Questions";
    CHANGE_SHORT: "changeShort" = "Change";
    CHANGE_NAMED: "changeNamed" = "Change the answer to {name}";
    PREVIEW: "preview" = "Preview";
    CODE: "code" = "Code";
    NO_PREVIEW: "noPreview" = "No preview for this option";
    PREVIEW_FAILED: "previewFailed" = "The preview could not be loaded. Its text is below.";
    SHOW_AS_TEXT: "showAsText" = "Show as text";
    SHOW_AS_PAGE: "showAsPage" = "Show as page";
    SENDING: "sending" = "Sending…";
    SENT: "sent" = "Sent";
    COPY: "copy" = "Copy";
    COPIED: "copied" = "Copied";
    NOT_COPIED: "notCopied" = "Couldn't copy";
    SELECTED: "selected" = "Selected – press {keys} to copy";
    DONE: "done" = "done";
    TO_DO: "toDo" = "to do";
    NOTE: "note" = "Note";
    NOTE_SAYS: "noteSays" = "Note: {note}";
    ADD_NOTE: "addNote" = "Add a note";
    NOT_SENT: "notSent" = "Not sent";
    ADD_AS_NOTE: "addAsNote" = "Add as note";
    NOTE_STAYS: "noteStays" = "This note won't be sent with this answer. To tell the agent, write it as your own answer.";
    NOTE_NOT_SENT: "noteNotSent" = "Note, not sent: {note}";
    NOTE_PLACEHOLDER: "notePlaceholder" = "Anything else the agent should know?";
    NUMBER: "number" = "Question {number}";
    PROGRESS: "progress" = "Question {number} of {count}";
    SEND_WITHOUT_ONE: "sendWithout.one" = "Send with {count} unanswered";
    SEND_WITHOUT: "sendWithout.other" = "Send with {count} unanswered";
    QUEUED_ONE: "queued.one" = "{count} more question";
    QUEUED: "queued.other" = "{count} more questions";
    SECONDS_LEFT_ONE: "secondsLeft.one" = "{count} second left";
    SECONDS_LEFT: "secondsLeft.other" = "{count} seconds left";
    ROOM_LEFT_ONE: "roomLeft.one" = "{count} character left";
    ROOM_LEFT: "roomLeft.other" = "{count} characters left";
    UNUSUAL_ADDRESS: "unusualAddress" = "⚠ Suspicious link: {host}";
    IMAGE: "image" = "Image not loaded: {alt}";
    LOAD_IMAGE: "loadImage" = "Load image";
    KEY_MOVE: "keyMove" = "`↑` `↓` Navigate";
    KEY_CHOOSE: "keyChoose" = "{keys} Select";
    KEY_TOGGLE: "keyToggle" = "`Space` or {keys} Select";
    KEY_WRITE: "keyWrite" = "`↵` Write your own";
    KEY_TO_GAP: "keyToGap" = "`↵` Go to unanswered";
    KEY_MINIMIZE: "keyMinimize" = "`Esc` Minimize";
    KEY_LEAVE: "keyLeave" = "`Esc` Done typing";
    KEY_NEW_LINE: "keyNewLine" = "`Shift` `↵` New line";
    KEY_QUESTIONS: "keyQuestions" = "`←` `→` Questions";
    CTRL: "ctrl" = "Ctrl";
    ANSWERED: "answered" = "Answered";
    PARTLY_ANSWERED: "partlyAnswered" = "Partly answered";
    ALLOWED: "allowed" = "Allowed";
    DENIED: "denied" = "Denied";
    DECLINED: "declined" = "Declined";
    OUTCOME_CANCELLED: "cancelled" = "Dismissed";
    TIMED_OUT: "timedOut" = "Timed out";
    WITHDRAWN: "withdrawn" = "Withdrawn";
    LAPSED: "lapsed" = "Not sent";
    UNCONFIRMED: "unconfirmed" = "Not confirmed";
    ANSWERED_ELSEWHERE: "answeredElsewhere" = "Answered elsewhere";
    CANCELLED_ELSEWHERE: "cancelledElsewhere" = "Dismissed elsewhere";
    WAS_TIMED_OUT: "wasTimedOut" = "This question timed out before you answered";
    WAS_WITHDRAWN: "wasWithdrawn" = "The agent is no longer waiting for this answer";
    WAS_ANSWERED_ELSEWHERE: "wasAnsweredElsewhere" = "This was answered in another window";
    WAS_CANCELLED_ELSEWHERE: "wasCancelledElsewhere" = "This was dismissed in another window";
    GAP: "gap" = "Choose an option or write your own answer first.";
    AT_LEAST: "atLeast" = "Choose at least {count} of the options.";
    AT_MOST: "atMost" = "Choose at most {count} of the options.";
    REFUSED: "refused" = "The agent rejected this answer.";
    NOT_READ: "notRead" = "Read the whole request first.";
    NOTHING_TICKED: "nothingTicked" = "Select something to remember first.";
    INVALID_FIELDS: "invalidFields" = "Some fields need your attention.";
    NOT_ACCEPTABLE: "notAcceptable" = "This form asks for something that can't be filled in here. You can decline it.";
    NOT_LOADED: "notLoaded" = "This request couldn't be loaded.";
    DETAILS: "details" = "Details";
    CONNECTING: "connecting" = "Connecting…";
    RECONNECTING: "reconnecting" = "Connection lost. Reconnecting…";
    FAILED: "failed" = "Can't reach the agent.";
    WRONG_TOKEN: "wrongToken" = "Couldn't sign in to the agent (invalid token)";
    WRONG_PAGE: "wrongPage" = "This page isn't allowed to connect";
    UNKNOWN_SESSION: "unknownSession" = "This session has expired";
    ENDS_AGAIN: "endsAgain" = "The connection keeps dropping";
    UNREACHABLE: "unreachable" = "Can't reach the agent. Retrying…";
    TAKEN: "taken" = "This chat is open in another window.";
    RESTARTED: "restarted" = "This dialog stopped working and was restarted.";
    STOPPED: "stopped" = "This dialog has stopped working.";
    LOADING: "loading" = "Loading…";
    FORM: "form" = "Form";
    OPEN_ADDRESS: "openAddress" = "Open a link";
    ASKED_BY: "askedBy" = "Requested by {name}";
    FORM_FROM: "formFrom" = "A form from {name} is waiting";
    FORM_WAITING: "formWaiting" = "A form is waiting";
    FORM_CANCELLED: "formCancelled" = "Form dismissed";
    DECLINE: "decline" = "Decline";
    DECLINE_TITLE: "declineTitle" = "The agent is told that you said no";
    REQUIRED: "required" = "Required";
    CLEAR: "clear" = "Clear";
    ADDRESS_DONE: "addressDone" = "Done";
    ADDRESS_REFUSED: "addressRefused" = "⚠ This address can't be opened from here. You can decline the request.";
    LEADS_TO: "leadsTo" = "Leads to {host}";
    FIELD_REQUIRED: "fieldRequired" = "This is required.";
    TOO_SHORT_ONE: "tooShort.one" = "Enter at least {count} character.";
    TOO_SHORT: "tooShort.other" = "Enter at least {count} characters.";
    TOO_LONG_ONE: "tooLong.one" = "Enter at most {count} character.";
    TOO_LONG: "tooLong.other" = "Enter at most {count} characters.";
    NOT_A_NUMBER: "notANumber" = "Enter a number.";
    NOT_AN_INTEGER: "notAnInteger" = "Enter a whole number.";
    TOO_SMALL: "tooSmall" = "Enter {number} or more.";
    TOO_LARGE: "tooLarge" = "Enter {number} or less.";
    NOT_AN_EMAIL: "notAnEmail" = "Enter an email address, like name@example.com.";
    NOT_A_URI: "notAUri" = "Enter a full address, like https://example.com.";
    NOT_A_DATE: "notADate" = "Enter a complete date.";
    NOT_A_DATE_TIME: "notADateTime" = "Enter a complete date and time.";
    PATTERN_MISMATCH: "patternMismatch" = "This doesn't match the requested format: {pattern}";
    APPROVAL: "approval" = "Approval needed";
    REVIEW_REQUEST: "reviewRequest" = "Review";
    REQUEST_TIMED_OUT: "requestTimedOut" = "This request timed out before you decided";
    REQUEST_WITHDRAWN: "requestWithdrawn" = "The agent is no longer waiting for this decision";
    DECIDED_ELSEWHERE: "decidedElsewhere" = "This was decided in another window";
    ALLOWED_ONCE: "allowedOnce" = "Allowed once";
    ALLOWED_AND_REMEMBERED: "allowedAndRemembered" = "Allowed and remembered";
    DENIED_AND_STOPPED: "deniedAndStopped" = "Denied, agent stopped";
    ALLOW_NAMED: "allowNamed" = "Allow {name}?";
    ALLOW_ONCE: "allowOnce" = "Allow once";
    READ_ON: "readOn" = "Keep reading";
    DENY: "deny" = "Deny";
    DENY_AND_STOP: "denyAndStop" = "Deny and stop";
    STOP: "stop" = "Stop the agent";
    ALWAYS: "always" = "Always…";
    ALWAYS_TITLE: "alwaysTitle" = "Choose what to remember";
    ALLOW_AND_REMEMBER: "allowAndRemember" = "Allow and remember";
    NO_ALWAYS: "noAlways" = "This request can only be allowed once.";
    MESSAGE: "message" = "Message to the agent";
    ADD_MESSAGE: "addMessage" = "Add a message";
    MESSAGE_PLACEHOLDER: "messagePlaceholder" = "What should the agent do instead?";
    MESSAGE_HINT: "messageHint" = "Only sent if you deny.";
    EDIT: "edit" = "Edit";
    UNDO_EDIT: "undoEdit" = "Discard edits";
    EDITED: "edited" = "Edited by you";
    NO_EDIT: "noEdit" = "This can't be edited here.";
    HAS_HIDDEN: "hasHidden" = "⚠ This request contains hidden characters. They're marked below.";
    HIDDEN_CHARACTER: "hiddenCharacter" = "Hidden character {name}";
    TAB: "tab" = "Tab";
    SPACES_ONE: "spaces.one" = "{count} space";
    SPACES: "spaces.other" = "{count} spaces";
    BLANK_LINES_ONE: "blankLines.one" = "{count} blank line";
    BLANK_LINES: "blankLines.other" = "{count} blank lines";
    SAME_LINES_ONE: "sameLines.one" = "{count} unchanged line";
    SAME_LINES: "sameLines.other" = "{count} unchanged lines";
    LINES_ONE: "lines.one" = "{count} line";
    LINES: "lines.other" = "{count} lines";
    BYTES_ONE: "bytes.one" = "{count} byte";
    BYTES: "bytes.other" = "{count} bytes";
    RAW_REQUEST: "rawJson" = "Raw request";
    YES: "yes" = "Yes";
    NO: "no" = "No";
    NOTHING: "nothing" = "None";
    NEW_FILE: "newFile" = "New file";
    COARSE_CHANGE: "coarseChange" = "Too large to compare line by line.";
    CHANGE_LINE: "changeLine" = "Line";
    CHANGE_KIND: "changeKind" = "Change";
    CHANGE_TEXT: "changeText" = "Text";
    LINE_ADDED: "lineAdded" = "Added";
    LINE_REMOVED: "lineRemoved" = "Removed";
    LINE_SAME: "lineSame" = "Unchanged";
    NO_LINE_END: "noLineEnd" = "No line break at the end";
    SECTION_SERVER: "sectionServer" = "MCP server";
    SECTION_SERVER_SOURCE: "sectionServerSource" = "Server source";
    SECTION_TOOL: "sectionTool" = "Tool";
    SECTION_AGENT: "sectionAgent" = "Subagent";
    SECTION_DESCRIPTION: "sectionDescription" = "Description";
    SECTION_COMMAND: "sectionCommand" = "Command";
    SECTION_FOLDER: "sectionFolder" = "Folder";
    SECTION_PURPOSE: "sectionPurpose" = "Agent's explanation";
    SECTION_TIMEOUT: "sectionTimeout" = "Timeout";
    SECTION_BACKGROUND: "sectionBackground" = "Runs in the background";
    SECTION_PATH: "sectionPath" = "Path";
    SECTION_SIZE: "sectionSize" = "Size";
    SECTION_CONTENT: "sectionContent" = "Content";
    SECTION_CHANGE: "sectionChange" = "Change";
    SECTION_EVERY_OCCURRENCE: "sectionEveryOccurrence" = "Replaces all occurrences";
    SECTION_PATTERN: "sectionPattern" = "Search for";
    SECTION_ADDRESS: "sectionAddress" = "Address";
    SECTION_PROMPT: "sectionPrompt" = "Prompt";
    SECTION_PLAN: "sectionPlan" = "Plan";
    SECTION_FILES: "sectionFiles" = "Files";
    SECTION_PATCH: "sectionPatch" = "Patch";
    SECTION_LOCATIONS: "sectionLocations" = "Locations";
    SECTION_TERMINAL: "sectionTerminal" = "Terminal";
    SECTION_SHOWN: "sectionShown" = "Shown by the agent";
    SECTION_ARGUMENTS: "sectionArguments" = "Arguments";
    SECTION_REASON: "sectionReason" = "Why you're being asked";
    SECTION_BLOCKED_PATH: "sectionBlockedPath" = "Path outside the allowed folders";
    SECTION_ASK_RULE: "sectionAskRule" = "Rule that requires approval";
    RULE_EVERY_TOOL: "ruleEveryTool" = "every use of every tool";
    RULE_EVERY_TOOL_OF_SERVER: "ruleEveryToolOfServer" = "every tool from the server {name}";
    RULE_EVERY_USE: "ruleEveryUse" = "every use of {name}";
    RULE_COMMAND_PREFIX: "ruleCommandPrefix" = "commands that start with {name}";
    RULE_COMMAND_FORM: "ruleCommandForm" = "commands that match {name}";
    RULE_COMMAND: "ruleCommand" = "the command {name}";
    RULE_PATHS: "rulePaths" = "files that match {name}";
    RULE_DOMAIN: "ruleDomain" = "web addresses on {name}";
    RULE_UNKNOWN: "ruleUnknown" = "{name}";
    RULE_ALLOW: "ruleAllow" = "Always allow: {rule}";
    RULE_DENY: "ruleDeny" = "Always deny: {rule}";
    RULE_ASK: "ruleAsk" = "Always ask: {rule}";
    RULE_REPLACE: "ruleReplace" = "Replaces all existing rules of this kind.";
    RULE_REMOVE: "ruleRemove" = "Removes the above instead of adding it.";
    MODE_DEFAULT: "modeDefault" = "Ask about anything no rule covers";
    MODE_ACCEPT_EDITS: "modeAcceptEdits" = "Edit files without asking";
    MODE_BYPASS: "modeBypass" = "⚠ Do anything without asking";
    MODE_PLAN: "modePlan" = "Plan only, change nothing";
    MODE_DONT_ASK: "modeDontAsk" = "Deny anything no rule allows";
    MODE_OTHER: "modeOther" = "Mode: {name}";
    ADD_FOLDER: "addFolder" = "Let the agent work in {name}";
    REMOVE_FOLDER: "removeFolder" = "No longer let the agent work in {name}";
    UNKNOWN_CHANGE: "unknownChange" = "Unknown change. It can't be remembered.";
    KEPT_SESSION: "keptSession" = "Until this session ends";
    KEPT_LOCAL: "keptLocal" = "In this project, on this machine";
    KEPT_PROJECT: "keptProject" = "In this project, for everyone who works on it";
    KEPT_USER: "keptUser" = "In all your projects";
    KEPT_COMMAND_LINE: "keptCommandLine" = "As if set when the agent was started";
    KEPT_OTHER: "keptOther" = "Saved in {name}";
    KEY_MESSAGE: "keyMessage" = "`N` Message";
    LOOKS_LIKE: "looksLike" = "⚠ Looks like option {number}";
    NOT_OTHER: "notOther" = "⚠ An option of the agent’s, not the field for your own answer";
}

/// A language: what it says instead of English. What it leaves out is said in English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Language {
    said: Vec<(String, String)>,
}

impl Language {
    /// A language of these pairs of key and words.
    pub fn new(said: Vec<(String, String)>) -> Language {
        Language { said }
    }

    /// Says it.
    pub fn say(&self, word: Word) -> &str {
        self.find(word.key).unwrap_or(word.english)
    }

    /// Says how many. `word` is the one for "other"; `one` is English for one; `form` is the plural form that the number
    /// takes in this language.
    pub fn count(&self, one: Word, word: Word, form: &str, is_one: bool) -> &str {
        let base = word.key.strip_suffix("other").unwrap_or(word.key);
        let exact = self.said.iter().find(|(key, _)| key.strip_prefix(base) == Some(form));
        match exact.map(|(_, said)| said.as_str()).or(self.find(word.key)) {
            Some(said) => said,
            None if is_one => one.english,
            None => word.english,
        }
    }

    fn find(&self, key: &str) -> Option<&str> {
        self.said.iter().find(|(other, _)| other == key).map(|(_, said)| said.as_str())
    }
}

/// Puts `value` in the place of `{name}`.
pub fn fill(template: &str, name: &str, value: &str) -> String {
    let place = ["{", name, "}"].concat();
    match template.split_once(&*place) {
        Some((before, after)) => [before, value, after].concat(),
        None => template.to_owned(),
    }
}

/// A time as clocks show it: `0:07`, `12:00`, `2:02:02`.
pub fn clock(seconds: u64) -> String {
    let two = |number: u64| [if number < 10 { ":0" } else { ":" }, &number.to_string()].concat();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, two(seconds % 60));
    match hours {
        0 => minutes.to_string() + &rest,
        _ => [hours.to_string(), two(minutes), rest].concat(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{ALL, Language, QUEUED, QUEUED_ONE, SEND, fill};
    use crate::protocol::Value;

    /// Every file of `languages/`: its name, which is the name of its language, and the pairs in it.
    fn languages() -> Vec<(String, Vec<(String, String)>)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages");
        let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(files.len() >= 6, "languages/ has {} files", files.len());
        let language = |file: &PathBuf| {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            let pairs = read(&fs::read_to_string(file).unwrap()).unwrap_or_else(|| {
                panic!("languages/{name}.js is not a line of comment and `export default` before an object of texts")
            });
            (name, pairs)
        };
        files.iter().map(language).collect()
    }

    /// Reads a file of `languages/`: a line of comment and `export default` before JSON.
    fn read(file: &str) -> Option<Vec<(String, String)>> {
        let json = file.split_once("export default ")?.1.trim_end().trim_end_matches(';');
        let value: Value = serde_json::from_str(json).ok()?;
        value.as_map()?.iter().map(|(key, said)| Some((key.clone(), said.as_str()?.to_owned()))).collect()
    }

    /// What is wrong with a language, in sentences for whoever has added a word or a language.
    fn faults(name: &str, said: &[(String, String)]) -> Vec<String> {
        let mut faults = Vec::new();
        if said.first() != Some(&("lang".to_owned(), name.to_owned())) {
            faults.push(format!("language {name} does not begin with \"lang\": \"{name}\""));
        }
        let find = |key: &str| said.iter().find(|(other, _)| other == key).map(|(_, words)| words.as_str());
        // Not every language has a form for one.
        let needed = ALL.iter().filter(|word| !word.key.ends_with(".one"));
        let lacking: Vec<&str> =
            needed.filter(|word| find(word.key).unwrap_or_default().trim().is_empty()).map(|word| word.key).collect();
        if !lacking.is_empty() {
            faults.push(format!("language {name} lacks: {}", lacking.join(", ")));
        }
        for (key, words) in said.iter().filter(|(key, _)| key != "lang") {
            let plain = key.split_once('.').map_or(key.clone(), |(base, _)| format!("{base}.other"));
            let Some(word) = ALL.iter().find(|word| word.key == plain) else {
                faults.push(format!("language {name} has {key}, which the widget never says"));
                continue;
            };
            // A plural form may name its number by a word of its own.
            let is_right = match key.ends_with(".other") || !key.contains('.') {
                true => places(words) == places(word.english),
                false => places(words).iter().all(|place| places(word.english).contains(place)),
            };
            if !is_right {
                faults.push(format!("language {name} has other {{places}} in {key} than English: {}", word.english));
            }
        }
        faults
    }

    fn places(template: &str) -> Vec<&str> {
        let mut places: Vec<&str> = template.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn keys_are_given_once() {
        for (index, word) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|earlier| earlier.key != word.key), "{}", word.key);
        }
    }

    #[test]
    fn every_language_says_everything_and_nothing_else() {
        let faults: Vec<String> = languages().iter().flat_map(|(name, said)| faults(name, said)).collect();
        assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
    }

    #[test]
    fn what_is_missing_in_a_language_is_listed() {
        let (_, mut german) = languages().into_iter().find(|(name, _)| name == "de").unwrap();
        assert_eq!(faults("de", &german), Vec::<String>::new());
        german.retain(|(key, _)| !matches!(key.as_str(), "send" | "queued.other"));
        german.push(("shrug".to_owned(), "Achselzucken".to_owned()));
        german.iter_mut().filter(|(key, _)| key == "noteSays").for_each(|(_, words)| *words = "Notiz".to_owned());
        let expected = [
            "language de lacks: send, queued.other",
            "language de has other {places} in noteSays than English: Note: {note}",
            "language de has shrug, which the widget never says",
        ];
        assert_eq!(faults("de", &german), expected);
        assert_eq!(faults("nl", &german)[0], "language nl does not begin with \"lang\": \"nl\"");
    }

    #[test]
    fn what_a_button_says_stands_in_its_name() {
        let english = ("en".to_owned(), Vec::new());
        for (name, said) in languages().into_iter().chain([english]) {
            let language = Language::new(said);
            for (said, named) in [(super::ANSWER, super::ANSWER_NAMED), (super::CHANGE_SHORT, super::CHANGE_NAMED)] {
                let (said, named) = (language.say(said).to_lowercase(), language.say(named).to_lowercase());
                assert!(named.contains(&said), "{name}: {said} is not in {named}");
            }
        }
    }

    #[test]
    fn the_keys_of_a_hint_are_marked_in_every_language() {
        for (name, said) in languages() {
            let language = Language::new(said);
            for word in ALL.iter().filter(|word| word.key.starts_with("key")) {
                let marks = |text: &str| text.matches('`').count();
                assert_eq!(marks(language.say(*word)), marks(word.english), "{name}: {}", word.key);
            }
        }
    }

    #[test]
    fn what_a_language_leaves_out_is_said_in_english() {
        let language = Language::new(vec![("send".to_owned(), "Senden".to_owned())]);
        assert_eq!((language.say(SEND), language.say(super::BACK)), ("Senden", "Back"));
        assert_eq!(language.count(QUEUED_ONE, QUEUED, "one", true), QUEUED_ONE.english);
        assert_eq!(language.count(QUEUED_ONE, QUEUED, "other", false), QUEUED.english);
    }

    #[test]
    fn a_language_has_its_own_plural_forms() {
        let said =
            [("queued.few", "few"), ("queued.other", "other")].map(|(key, said)| (key.to_owned(), said.to_owned()));
        let language = Language::new(said.to_vec());
        assert_eq!(language.count(QUEUED_ONE, QUEUED, "few", false), "few");
        assert_eq!(language.count(QUEUED_ONE, QUEUED, "many", false), "other");
        assert_eq!(language.count(QUEUED_ONE, QUEUED, "one", true), "other", "never two languages in one");
    }

    #[test]
    fn long_times_have_hours() {
        let shown = [0, 7, 60, 725, 3599, 3600, 7322, 86_400].map(super::clock);
        assert_eq!(shown, ["0:00", "0:07", "1:00", "12:05", "59:59", "1:00:00", "2:02:02", "24:00:00"]);
    }

    #[test]
    fn the_loader_says_the_same_without_the_wasm() {
        let loader = include_str!("element/recover.js");
        for word in [super::RESTARTED, super::STOPPED, super::CLOSE, super::TRY_NOW] {
            let said = format!("  {}: \"{}\",", word.key, word.english);
            assert!(loader.contains(&said), "recover.js does not say {said}");
        }
    }

    #[test]
    fn a_place_is_filled_once_and_hostile_words_fill_no_other() {
        assert_eq!(fill("{a} and {a}", "a", "{a}"), "{a} and {a}");
        assert_eq!(fill("no place", "a", "x"), "no place");
    }
}
