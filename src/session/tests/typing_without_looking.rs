//! A person who types on without looking answers nothing, and a person who wants to answer does not wait: schedules of both, each made
//! from its seed, which a failure names. `cargo test typing_without_looking -- --nocapture` prints the table.
//!
//! The session is the real one, and so is the rule that says which press counts ([`GuardLevel::admits`]): the view asks the same
//! function. What a key does that counts is written down here a second time, in [`PageWithField::does_key`], after `view/keys.rs`.

use super::page_with_field::{ARROW, Click, PageWithField, Random, TAB};

/// Where the seeds of schedules begin. Any other numbers would do as well: `TYPING_SEEDS="7 8"` names some.
const SEEDS: [u64; 4] = [0, 1_000_000, 0x5eed_0000_0000, 0xdead_beef_0000_0000];
/// Schedules of each kind of typist, from each of them.
const SCHEDULES: u64 = 300;
/// Schedules of each kind of answerer, likewise.
const ANSWERS: u64 = 50;
/// How long an answerer may have to wait because of the guard, in milliseconds.
const PATIENCE: u64 = 1_500;

/// What somebody may write.
const WORDS: [&str; 30] = [
    "2", "1", "3", "0", "10", "12", "22", "111", "2024", "1.5", "2nd", "v2", "a", "b", "n", "no", "not", "blue",
    "node-api", "more", "files", "and", "then", "use", "option", "the", "yes", "ok", "x", "B2",
];

/// The questions that arrive.
const ASKS: [&str; 4] = [
    r#"{"question":"DB?","header":"DB","multiSelect":false,"options":["A","B","C"]}"#,
    r#"{"question":"Features?","header":"F","multiSelect":true,"options":["X","Y","Z"]}"#,
    r#"{"question":"Name?","header":"N","multiSelect":false,"options":[]}"#,
    r#"{"question":"DB?","header":"DB","multiSelect":false,"options":["A","B"]},
       {"question":"And?","header":"F","multiSelect":false,"options":["X","Y"]}"#,
];

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let named = std::env::var("TYPING_SEEDS").ok();
    let named = named.map(|named| named.split_whitespace().filter_map(|seed| seed.parse().ok()).collect());
    let bases: Vec<u64> = named.unwrap_or(SEEDS.to_vec());
    bases.into_iter().flat_map(move |base| base..base + count)
}

fn ask(id: u64, questions: &str) -> String {
    format!(r#"{{"type":"ask_user_question","question_id":"q_{id}","timeout_seconds":600,"questions":[{questions}]}}"#)
}

/// What a typist writes, and when: each key with the pause before it.
fn writing(random: &mut Random, words: &[&str]) -> Vec<(u64, char)> {
    let speed = 50 + random.below(200);
    let mut keys = Vec::new();
    for _ in 0..2 + random.below(4) {
        let mut pause = 300 + random.below(4_700);
        for word in 0..1 + random.below(8) {
            if word > 0 {
                let joint = if random.below(12) == 0 { '\n' } else { ' ' };
                keys.push((speed / 2 + random.below(speed), joint));
                if random.below(6) == 0 {
                    pause = 300 + random.below(4_700);
                }
            }
            for key in words[random.below(words.len() as u64) as usize].chars() {
                keys.push((if pause > 0 { pause } else { speed / 2 + random.below(speed) }, key));
                pause = 0;
            }
        }
        if random.below(3) > 0 {
            let rest = if random.below(5) == 0 { 300 + random.below(4_700) } else { speed / 2 + random.below(speed) };
            keys.push((rest, '\n'));
            if random.below(6) == 0 {
                keys.push((speed / 2 + random.below(speed), '\n'));
            }
        }
    }
    keys
}

#[derive(Default)]
struct Typed {
    schedules: u64,
    decided: u64,
    first: Option<u64>,
    /// Characters that went neither into the page's field nor into one of the dialog's.
    lost: u64,
    /// Digits that chose something in the dialog, which shows it.
    chose: u64,
    keys: u64,
}

/// Somebody writes in the page's field, and asks come at any moment.
fn types_on(seed: u64, words: &[&str], seen: &mut Typed) {
    let mut random = Random(seed);
    let keys = writing(&mut random, words);
    let length: u64 = keys.iter().map(|(pause, _)| pause).sum();
    let mut asks: Vec<u64> = (0..1 + random.below(2)).map(|_| random.below(length)).collect();
    asks.sort_unstable();
    let mut page = PageWithField::new();
    page.clicks_into_page();
    let began = page.now();
    let kind = ASKS[random.below(4) as usize];
    let mut id = 0;
    for (pause, key) in &keys {
        let at = page.now() + pause;
        while let Some(asked) = asks.first().copied().filter(|asked| began + asked <= at) {
            asks.remove(0);
            page.wait((began + asked).saturating_sub(page.now()));
            page.frame(&ask(id, kind));
            id += 1;
        }
        page.wait(at.saturating_sub(page.now()));
        page.key(*key);
    }
    page.wait(10_000);
    seen.schedules += 1;
    seen.keys += keys.len() as u64;
    let digits = page.lost.chars().filter(|key| key.is_ascii_digit() || *key == ' ').count();
    seen.chose += digits as u64;
    seen.lost += (page.lost.chars().count() - digits) as u64;
    if page.has_decided {
        seen.decided += 1;
        seen.first.get_or_insert(seed);
    }
}

/// How an answerer chooses and sends. Each looks whether it has worked, and tries again if not.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A digit, then Enter.
    Digit,
    /// The digit again every 300 ms until it is chosen, then Enter.
    Impatient,
    /// An arrow, then Enter.
    Arrow,
    /// Tab into the options, Space, Enter.
    Space,
    /// Enter first, which chooses nothing, then a digit, then Enter.
    EnterFirst,
    /// A click on an option, a click on Send.
    Clicks,
    /// A click on an option every 300 ms, then clicks on Send every 300 ms.
    ClicksImpatiently,
    /// A double click on an option, a click on Send.
    DoubleClicks,
    /// Tab round through the browser's own controls and back, then a digit and Enter.
    TabsRound,
    /// A digit, Tab to the button that sends, Enter.
    TabsToSend,
    /// 0, then an own answer, Enter.
    OwnAnswer,
    /// An own answer to a question that has no options, then Enter.
    Writes,
    /// Two digits where several can be chosen, then Enter.
    Several,
    /// Two questions, each with a digit and Enter, and Enter on the review.
    TwoQuestions,
}

const WAYS: [Way; 14] = [
    Way::Digit,
    Way::Impatient,
    Way::Arrow,
    Way::Space,
    Way::EnterFirst,
    Way::Clicks,
    Way::ClicksImpatiently,
    Way::DoubleClicks,
    Way::TabsRound,
    Way::TabsToSend,
    Way::OwnAnswer,
    Way::Writes,
    Way::Several,
    Way::TwoQuestions,
];

/// What they did before the question came.
#[derive(Clone, Copy, Debug)]
enum Before {
    /// Nothing, for long.
    Waited,
    /// They sent a message a moment ago.
    Wrote,
}

#[derive(Default)]
struct Answered {
    schedules: u64,
    longest: u64,
    total: u64,
    first: Option<u64>,
    locked_out: u64,
    swallowed: u64,
}

/// What an answerer does, and does again if it has not worked.
#[derive(Clone, Copy, Debug)]
enum Try {
    Digit(usize),
    Arrow,
    Space,
    Click,
    DoubleClick,
    TabToSend,
    /// 0, which leads to the field of the own answer.
    Field,
    /// One letter of it after the other.
    Text,
    /// Enter, which leads to this question.
    Confirm(usize),
}

impl Try {
    /// Does it, and waits; how many waits it took.
    fn presses(self, page: &mut PageWithField, gap: u64) -> u64 {
        match self {
            Try::Digit(option) => page.key(char::from(b'1' + option as u8)),
            Try::Arrow => page.key(ARROW),
            Try::Space => page.key(' '),
            Try::Click => page.click(Click::Option(0)),
            Try::DoubleClick => {
                page.click(Click::Option(0));
                page.wait(120);
                page.click(Click::Option(0));
            }
            Try::TabToSend => page.key(TAB),
            Try::Field => page.key('0'),
            Try::Text => {
                for key in "min".chars() {
                    page.key(key);
                    page.wait(gap);
                }
                page.key('e');
            }
            Try::Confirm(_) => page.key('\n'),
        }
        page.wait(gap);
        if matches!(self, Try::Text) { 4 } else { 1 }
    }

    fn has_worked(self, page: &PageWithField) -> bool {
        match self {
            Try::Digit(option) => page.has_picked(option),
            Try::Arrow | Try::Space | Try::Click | Try::DoubleClick | Try::Text => page.has_chosen(),
            Try::TabToSend => page.is_on_send(),
            Try::Field => page.is_in_text(),
            Try::Confirm(step) => page.step() == step,
        }
    }
}

/// Somebody answers the questions that they see. How long the guard made them wait at one of them, `None` if for ever.
fn answers(seed: u64, way: Way, before: Before) -> (Option<u64>, u64) {
    let mut random = Random(seed);
    let mut page = PageWithField::new();
    if matches!(before, Before::Wrote) {
        for key in "go on\n".chars() {
            page.wait(120);
            page.key(key);
        }
        page.wait(random.below(6_000));
    }
    let asked_at = page.now();
    let kind = match way {
        Way::Several => 1,
        Way::Writes => 2,
        Way::TwoQuestions => 3,
        _ => 0,
    };
    page.frame(&ask(0, ASKS[kind]));
    while !page.is_open() {
        page.wait(10);
        if page.now() > asked_at + 20_000 {
            return (None, 0);
        }
    }
    // Until then they see a bar, and wait.
    let held = page.now() - asked_at;
    page.wait(250 + random.below(1_500));
    let gap = if matches!(way, Way::Impatient | Way::ClicksImpatiently) { 300 } else { 150 + random.below(450) };
    let (mut began, mut needed, mut longest) = (page.now(), 0, held);
    match way {
        Way::TabsRound => {
            for _ in 0..3 {
                page.key(TAB);
                page.wait(gap);
            }
            page.window_comes_back();
            page.wait(gap);
            needed += 4;
        }
        Way::Space => {
            page.key(TAB);
            page.wait(gap);
            needed += 1;
        }
        Way::EnterFirst => {
            page.key('\n');
            page.wait(gap);
            needed += 1;
        }
        _ => {}
    }
    let end = began + 20_000;
    // What each does until they see that it has worked, one after the other.
    let tries: &[Try] = match way {
        Way::Digit | Way::Impatient | Way::EnterFirst | Way::TabsRound => &[Try::Digit(0)],
        Way::Arrow => &[Try::Arrow],
        Way::Space => &[Try::Space],
        Way::Clicks | Way::ClicksImpatiently => &[Try::Click],
        Way::DoubleClicks => &[Try::DoubleClick],
        Way::TabsToSend => &[Try::Digit(0), Try::TabToSend],
        Way::OwnAnswer => &[Try::Field, Try::Text],
        Way::Writes => &[Try::Text],
        Way::Several => &[Try::Digit(0), Try::Digit(2)],
        Way::TwoQuestions => &[Try::Digit(0), Try::Confirm(1), Try::Digit(1), Try::Confirm(2)],
    };
    for attempt in tries {
        loop {
            needed += attempt.presses(&mut page, gap);
            if attempt.has_worked(&page) {
                break;
            }
            // Tab that only leads on is no attempt that failed.
            needed -= u64::from(!matches!(attempt, Try::TabToSend));
            if page.now() > end {
                return (None, page.swallowed);
            }
        }
        if matches!(attempt, Try::Confirm(_)) {
            longest = longest.max((page.now() - began).saturating_sub(needed * gap));
            (began, needed) = (page.now(), 0);
        }
    }
    while !page.has_decided {
        match way {
            Way::Clicks | Way::ClicksImpatiently | Way::DoubleClicks => page.click(Click::Send),
            _ => page.key('\n'),
        }
        if !page.has_decided {
            page.wait(gap);
        }
        if page.now() > end {
            return (None, page.swallowed);
        }
    }
    let double = if matches!(way, Way::DoubleClicks) { 120 } else { 0 };
    let late = (page.now() - began).saturating_sub(needed * gap + double);
    (Some(late.max(longest)), page.swallowed)
}

#[test]
fn nobody_answers_without_looking_and_nobody_is_locked_out() {
    println!(
        "| typists | schedules | keys | decided unintentionally | characters lost | digits that only chose |\n| --- | --- | --- | --- | --- | --- |"
    );
    let digits = &WORDS[..9];
    let mut failed = Vec::new();
    for (name, words) in [("words and numbers", &WORDS[..]), ("mostly numbers", &WORDS[..14]), ("numbers only", digits)]
    {
        let mut seen = Typed::default();
        for seed in seeds(SCHEDULES) {
            types_on(seed, words, &mut seen);
        }
        println!("| {name} | {} | {} | {} | {} | {} |", seen.schedules, seen.keys, seen.decided, seen.lost, seen.chose);
        failed.extend(seen.first.map(|seed| format!("{name}: seed {seed} decided something")));
        if seen.lost > 0 {
            failed.push(format!("{name}: {} characters are lost", seen.lost));
        }
    }
    println!(
        "\n| answerers | before | schedules | longest wait | mean wait | locked out | presses that did not count |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for way in WAYS {
        for before in [Before::Waited, Before::Wrote] {
            let mut seen = Answered::default();
            for seed in seeds(ANSWERS) {
                let (wait, swallowed) = answers(seed, way, before);
                seen.schedules += 1;
                seen.swallowed += swallowed;
                match wait {
                    Some(wait) => {
                        seen.total += wait;
                        seen.longest = seen.longest.max(wait);
                    }
                    None => seen.locked_out += 1,
                }
                if wait.is_none_or(|wait| wait > PATIENCE) {
                    seen.first.get_or_insert(seed);
                }
            }
            let mean = seen.total / (seen.schedules - seen.locked_out).max(1);
            println!(
                "| {way:?} | {before:?} | {} | {} ms | {mean} ms | {} | {} |",
                seen.schedules, seen.longest, seen.locked_out, seen.swallowed
            );
            failed.extend(seen.first.map(|seed| format!("{way:?}, {before:?}: seed {seed} waited too long")));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
