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
    CANCEL: "cancel" = "Cancel";
    CLOSE: "close" = "Close";
    UNDO: "undo" = "Undo";
    CHANGE: "change" = "Change answer";
    COLLAPSE: "collapse" = "Collapse, to read the chat";
    ANSWER: "answer" = "Answer";
    READ: "read" = "Read";
    TAKE_BACK: "takeBack" = "Take back";
    TRY_NOW: "tryNow" = "Try now";
    RECOMMENDED: "recommended" = "Recommended";
    OTHER: "other" = "Other";
    OTHER_FIELD: "otherField" = "Your own answer";
    OTHER_PLACEHOLDER: "otherPlaceholder" = "Type something else…";
    ANSWER_PLACEHOLDER: "answerPlaceholder" = "Type your answer…";
    CHOOSE_ONE: "chooseOne" = "Choose one, or write your own answer";
    CHOOSE_SEVERAL: "chooseSeveral" = "Choose one or more, or write your own answer";
    WRITE: "write" = "Write your answer";
    NO_QUESTION: "noQuestion" = "The agent waits for a reply but sent no question.";
    NO_LABEL: "noLabel" = "(no label)";
    WAITING: "waiting" = "A question is waiting";
    CANCELLED: "questionCancelled" = "Question cancelled";
    KEPT: "kept" = "Not connected. Your answer is kept and will be sent when the connection is back.";
    KEPT_CANCEL: "keptCancel" = "Not connected. The agent will be told of the cancel when the connection is back.";
    OFFLINE: "offline" = "Not connected. What you choose and type is kept.";
    MORE_TIME: "moreTime" = "The time is nearly up. Any key or click gives you more.";
    NO_MORE_TIME: "noMoreTime" = "The time is nearly up, and this agent cannot wait longer. What you type stays readable.";
    DRAFT_STAYS: "draftStays" = "What you had chosen and typed is below, to read and copy.";
    NOT_ANSWERED: "notAnswered" = "not answered";
    TIME_LEFT: "timeLeft" = "Time left";
    REVIEW: "review" = "Review";
    REVIEW_TITLE: "reviewTitle" = "Review your answers";
    QUESTIONS: "questions" = "Questions";
    CHANGE_SHORT: "changeShort" = "Change";
    CHANGE_NAMED: "changeNamed" = "Change the answer to {name}";
    PREVIEW: "preview" = "Preview";
    NO_PREVIEW: "noPreview" = "No preview of this option";
    SHOW_AS_TEXT: "showAsText" = "Show as text";
    SHOW_AS_PAGE: "showAsPage" = "Show as page";
    SENDING: "sending" = "Sending…";
    SENT: "sent" = "Sent";
    COPY: "copy" = "Copy";
    COPIED: "copied" = "Copied";
    NOT_COPIED: "notCopied" = "Could not copy";
    SELECTED: "selected" = "Selected, to copy by hand";
    DONE: "done" = "done";
    TO_DO: "toDo" = "to do";
    NOTE: "note" = "Note";
    NOTE_SAYS: "noteSays" = "Note: {note}";
    ADD_NOTE: "addNote" = "Add a note";
    NOTE_PLACEHOLDER: "notePlaceholder" = "Something the agent should know besides";
    NUMBER: "number" = "Question {number}";
    PROGRESS: "progress" = "Question {number} of {count}";
    SEND_WITHOUT_ONE: "sendWithout.one" = "Send without {count} answer";
    SEND_WITHOUT: "sendWithout.other" = "Send without {count} answers";
    QUEUED_ONE: "queued.one" = "{count} more question is waiting";
    QUEUED: "queued.other" = "{count} more questions are waiting";
    SECONDS_LEFT_ONE: "secondsLeft.one" = "{count} second left";
    SECONDS_LEFT: "secondsLeft.other" = "{count} seconds left";
    ROOM_LEFT_ONE: "roomLeft.one" = "{count} character left";
    ROOM_LEFT: "roomLeft.other" = "{count} characters left";
    UNUSUAL_ADDRESS: "unusualAddress" = "⚠ unusual address: {host}";
    IMAGE: "image" = "Image, not loaded: {alt}";
    LOAD_IMAGE: "loadImage" = "Load image";
    KEY_MOVE: "keyMove" = "↑↓ move";
    KEY_CHOOSE: "keyChoose" = "{keys} choose";
    KEY_TOGGLE: "keyToggle" = "Space or {keys} toggle";
    KEY_CHOOSE_AND_GO_ON: "keyChooseAndGoOn" = "Enter choose and go on";
    KEY_GO_ON: "keyGoOn" = "Enter go on";
    KEY_SEND: "keySend" = "Enter send";
    KEY_TO_GAP: "keyToGap" = "Enter to what is missing";
    KEY_BACK: "keyBack" = "B back";
    KEY_NOTE: "keyNote" = "N note";
    KEY_FOLD: "keyFold" = "Esc fold";
    KEY_LEAVE: "keyLeave" = "Esc leave the field";
    KEY_NEW_LINE: "keyNewLine" = "Shift+Enter new line";
    KEY_SEND_ALL: "keySendAll" = "Ctrl+Enter send";
    KEY_QUESTIONS: "keyQuestions" = "←→ questions";
    ANSWERED: "answered" = "Answered";
    PARTLY_ANSWERED: "partlyAnswered" = "Partly answered";
    OUTCOME_CANCELLED: "cancelled" = "Cancelled";
    TIMED_OUT: "timedOut" = "Timed out";
    WITHDRAWN: "withdrawn" = "Withdrawn";
    ANSWERED_ELSEWHERE: "answeredElsewhere" = "Answered elsewhere";
    CANCELLED_ELSEWHERE: "cancelledElsewhere" = "Cancelled elsewhere";
    WAS_TIMED_OUT: "wasTimedOut" = "The time was up before an answer was sent";
    WAS_WITHDRAWN: "wasWithdrawn" = "The agent no longer needs this answer";
    WAS_ANSWERED_ELSEWHERE: "wasAnsweredElsewhere" = "This was answered in another window";
    WAS_CANCELLED_ELSEWHERE: "wasCancelledElsewhere" = "This was cancelled in another window";
    GAP: "gap" = "Choose an option or write your own answer first.";
    REFUSED: "refused" = "The answer was not accepted: {words}";
    CONNECTING: "connecting" = "Connecting…";
    RECONNECTING: "reconnecting" = "Connection lost. Reconnecting…";
    FAILED: "failed" = "The agent cannot be reached.";
    WRONG_TOKEN: "wrongToken" = "The agent's side does not accept this page's token";
    WRONG_PAGE: "wrongPage" = "The agent's side does not accept this page";
    UNKNOWN_SESSION: "unknownSession" = "The agent's side no longer knows this session";
    ENDS_AGAIN: "endsAgain" = "The connection ends in the same way again and again";
    UNREACHABLE: "unreachable" = "The agent cannot be reached. Trying again…";
    TAKEN: "taken" = "This session was opened in another window.";
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

#[cfg(test)]
mod tests {
    use super::{ALL, Language, QUEUED, QUEUED_ONE, SEND, Word, fill};
    use crate::protocol::Value;

    const LANGUAGES: [(&str, &str); 6] = [
        ("ar", include_str!("../languages/ar.js")),
        ("de", include_str!("../languages/de.js")),
        ("es", include_str!("../languages/es.js")),
        ("fr", include_str!("../languages/fr.js")),
        ("ja", include_str!("../languages/ja.js")),
        ("zh", include_str!("../languages/zh.js")),
    ];

    /// A file of a language is a line of comment and `export default` before JSON.
    fn read(file: &str) -> Vec<(String, String)> {
        let json = file.split_once("export default ").unwrap().1.trim_end().trim_end_matches(';');
        let value: Value = serde_json::from_str(json).unwrap();
        let pairs = value.as_map().unwrap().iter();
        pairs.map(|(key, said)| (key.clone(), said.as_str().unwrap().to_owned())).collect()
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
        for (name, file) in LANGUAGES {
            let said = read(file);
            assert_eq!(said[0], ("lang".to_owned(), name.to_owned()));
            // Not every language has a form for one.
            let needed = ALL.iter().filter(|word| !word.key.ends_with(".one"));
            for Word { key, english } in needed {
                let (_, words) =
                    said.iter().find(|(other, _)| other == key).unwrap_or_else(|| panic!("{name}: no {key}"));
                assert_eq!(places(words), places(english), "{name}: {key}");
                assert!(!words.trim().is_empty(), "{name}: {key}");
            }
            for (key, words) in &said[1..] {
                let plain = key.split_once('.').map_or(key.clone(), |(base, _)| format!("{base}.other"));
                let word = ALL
                    .iter()
                    .find(|word| word.key == plain)
                    .unwrap_or_else(|| panic!("{name}: {key} is none of ours"));
                assert!(places(words).iter().all(|place| places(word.english).contains(place)), "{name}: {key}");
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
    fn a_place_is_filled_once_and_hostile_words_fill_no_other() {
        assert_eq!(fill("{a} and {a}", "a", "{a}"), "{a} and {a}");
        assert_eq!(fill("no place", "a", "x"), "no place");
    }
}
