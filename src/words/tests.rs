//! Every language says everything, in the same form.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ALL, Language, QUEUED, QUEUED_ONE, SEND, fill};
use crate::protocol::Value;

/// Words that wait for a translator: the language, and the key. They are said in English until then.
const UNTRANSLATED: &[(&str, &str)] = &[];

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
    value.as_map()?.iter().map(|(key, words)| Some((key.clone(), words.as_str()?.to_owned()))).collect()
}

/// What is wrong with a language, in sentences for whoever has added a word or a language. `untranslated` is what it may lack.
fn faults(name: &str, entries: &[(String, String)], untranslated: &[(&str, &str)]) -> Vec<String> {
    let mut faults = Vec::new();
    if entries.first() != Some(&("lang".to_owned(), name.to_owned())) {
        faults.push(format!("language {name} does not begin with \"lang\": \"{name}\""));
    }
    let find = |key: &str| entries.iter().find(|(other, _)| other == key).map(|(_, words)| words.as_str());
    // Not every language has a form for one.
    let may_lack = |key: &str| untranslated.contains(&(name, key));
    let needed = ALL.iter().filter(|word| !word.key.ends_with(".one") && !may_lack(word.key));
    let lacking: Vec<&str> =
        needed.filter(|word| find(word.key).unwrap_or_default().trim().is_empty()).map(|word| word.key).collect();
    if !lacking.is_empty() {
        faults.push(format!("language {name} lacks: {}", lacking.join(", ")));
    }
    for (key, words) in entries.iter().filter(|(key, _)| key != "lang") {
        if may_lack(key) {
            faults.push(format!("language {name} has {key} now: take it out of UNTRANSLATED"));
        }
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
    let faults: Vec<String> =
        languages().iter().flat_map(|(name, entries)| faults(name, entries, UNTRANSLATED)).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// German and Spanish say du and tú, French says vous, everywhere.
#[test]
fn a_language_addresses_the_person_in_one_way() {
    const OTHER_FORMS: [(&str, &str); 3] = [
        (
            "de",
            "Geben Sie|Wählen Sie|Schreiben Sie|Lesen Sie|Können Sie|können Sie|dass Sie|haben Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres",
        ),
        ("es", "usted|escriba|introduzca|ingrese|elija|seleccione"),
        ("fr", "tu|ton|ta|tes|toi"),
    ];
    let languages = languages();
    for (name, other_forms) in OTHER_FORMS {
        let (_, texts) = languages.iter().find(|(language, _)| language == name).unwrap();
        for (key, text) in texts {
            // In German only the capital tells the one "Sie" from the other.
            let text = if name == "de" { text.clone() } else { text.to_lowercase() };
            let words: Vec<_> = text.split(|sign: char| !sign.is_alphabetic()).collect();
            let words = format!(" {} ", words.join(" "));
            let found = other_forms.split('|').find(|form| words.contains(&format!(" {form} ")));
            assert_eq!(found, None, "{name}, {key}: {text}");
        }
    }
}

#[test]
fn what_is_missing_in_a_language_is_listed() {
    let (_, mut german) = languages().into_iter().find(|(name, _)| name == "de").unwrap();
    assert_eq!(faults("de", &german, &[]), Vec::<String>::new());
    assert_eq!(faults("de", &german, &[("de", "send")]), ["language de has send now: take it out of UNTRANSLATED"]);
    german.retain(|(key, _)| !matches!(key.as_str(), "send" | "queued.other"));
    german.push(("shrug".to_owned(), "Achselzucken".to_owned()));
    german.iter_mut().filter(|(key, _)| key == "noteSays").for_each(|(_, words)| *words = "Notiz".to_owned());
    let expected = [
        "language de lacks: send, queued.other",
        "language de has other {places} in noteSays than English: Note: {note}",
        "language de has shrug, which the widget never says",
    ];
    assert_eq!(faults("de", &german, &[]), expected);
    assert_eq!(faults("de", &german, &[("de", "send"), ("de", "queued.other")]), expected[1..]);
    assert_eq!(faults("nl", &german, &[])[0], "language nl does not begin with \"lang\": \"nl\"");
}

#[test]
fn what_a_button_says_stands_in_its_name() {
    let english = ("en".to_owned(), Vec::new());
    for (name, entries) in languages().into_iter().chain([english]) {
        let language = Language::new(entries);
        for (short, named) in [(super::ANSWER, super::ANSWER_NAMED), (super::CHANGE_SHORT, super::CHANGE_NAMED)] {
            let (short, named) = (language.say(short).to_lowercase(), language.say(named).to_lowercase());
            assert!(named.contains(&short), "{name}: {short} is not in {named}");
        }
    }
}

#[test]
fn the_keys_of_a_hint_are_marked_in_every_language() {
    for (name, entries) in languages() {
        let language = Language::new(entries);
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
    let entries =
        [("queued.few", "few"), ("queued.other", "other")].map(|(key, words)| (key.to_owned(), words.to_owned()));
    let language = Language::new(entries.to_vec());
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
    let loader = include_str!("../element/recover.js");
    for word in [super::RESTARTED, super::STOPPED, super::CLOSE, super::TRY_NOW] {
        let entry = format!("  {}: \"{}\",", word.key, word.english);
        assert!(loader.contains(&entry), "recover.js does not say {entry}");
    }
}

#[test]
fn a_place_is_filled_once_and_hostile_words_fill_no_other() {
    assert_eq!(fill("{a} and {a}", "a", "{a}"), "{a} and {a}");
    assert_eq!(fill("no place", "a", "x"), "no place");
}
