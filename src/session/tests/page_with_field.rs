//! Somebody before a page with one text field and the widget: which keys go where, and what they do there.

use super::rig::{Rig, pick};
use crate::keymap::KeyPress;
pub(super) use crate::session::random::Random;
use crate::session::{Action, Input, Phase, Press, UserInput};

pub(super) const TAB: char = '\t';
pub(super) const ARROW: char = '↓';
pub(super) const ESCAPE: char = '\u{1b}';

/// What has the focus.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Focus {
    /// The page's field.
    Page,
    Title,
    /// An option; after the last one comes "Other".
    Option(usize),
    /// The field of the own answer, or of a note.
    Text {
        notes: bool,
    },
    Button(Button),
    Bar,
}

/// The buttons of the dialog, in the order of Tab.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Button {
    /// Opens the note.
    Note,
    Cancel,
    Send,
    /// Minimizes the dialog.
    Minimize,
}

/// Where somebody clicks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Click {
    Option(usize),
    Send,
}

pub(super) struct PageWithField {
    pub(super) rig: Rig,
    focus: Focus,
    /// What is shown: the ask, its question, and whether it is minimized.
    shown: Option<(String, usize, bool)>,
    /// What stands in the page's field.
    pub(super) field: String,
    /// What was typed into the dialog and stands in no field.
    pub(super) lost: String,
    /// How many presses did not count.
    pub(super) swallowed: u64,
    /// Whether anything was answered or cancelled.
    pub(super) has_decided: bool,
}

impl PageWithField {
    pub(super) fn new() -> PageWithField {
        let mut rig = Rig::connected();
        rig.wait(60_000);
        PageWithField {
            rig,
            focus: Focus::Page,
            shown: None,
            field: String::new(),
            lost: String::new(),
            swallowed: 0,
            has_decided: false,
        }
    }

    pub(super) fn now(&self) -> u64 {
        self.rig.now
    }

    pub(super) fn frame(&mut self, json: &str) {
        self.rig.frame(json);
        self.follow();
    }

    pub(super) fn wait(&mut self, millis: u64) {
        let end = self.rig.now + millis;
        while self.rig.now < end {
            let next = self.rig.session.next_wake().map_or(end, |wake| wake.0.clamp(self.rig.now + 1, end));
            self.rig.wait(next - self.rig.now);
            self.follow();
        }
    }

    pub(super) fn clicks_into_page(&mut self) {
        self.rig.input(Input::TypedInPage);
    }

    /// The focus comes back from the browser's own controls.
    pub(super) fn window_comes_back(&mut self) {
        self.rig.input(Input::LayoutMoved);
        self.focus = Focus::Button(Button::Minimize);
        self.follow();
    }

    pub(super) fn is_open(&self) -> bool {
        self.shown.as_ref().is_some_and(|(_, _, is_minimized)| !is_minimized)
    }

    pub(super) fn has_chosen(&self) -> bool {
        self.has_decided || (self.rig.has_dialog() && self.rig.dialog().drafts[0].is_answered())
    }

    pub(super) fn is_in_text(&self) -> bool {
        matches!(self.focus, Focus::Text { .. })
    }

    pub(super) fn is_on_send(&self) -> bool {
        self.focus == Focus::Button(Button::Send)
    }

    /// The question that is shown: its number, counted from 0, and the review after the last.
    pub(super) fn step(&self) -> usize {
        self.shown.as_ref().map_or(0, |(_, step, _)| *step)
    }

    /// Whether what is pressed counts by now, as far as somebody can see.
    pub(super) fn has_picked(&self, option: usize) -> bool {
        self.rig.has_dialog() && self.rig.dialog().drafts[self.step()].picks.contains(&option)
    }

    /// What `view/stage.rs` does: the dialog takes the focus, and gives it back.
    fn follow(&mut self) {
        if !self.rig.sent().is_empty() {
            self.has_decided = true;
        }
        let screen = self.rig.screen();
        let dialog = screen.dialog;
        self.has_decided |= dialog.as_ref().is_some_and(|dialog| dialog.phase != Phase::Asking);
        let shown = dialog.as_ref().map(|dialog| {
            let is_minimized = dialog.minimized || dialog.phase == Phase::Cancelling;
            (dialog.ask.id.clone(), dialog.step, is_minimized)
        });
        if shown != self.shown {
            match &shown {
                None if self.focus != Focus::Page => {
                    self.focus = Focus::Page;
                    let back = screen.postponed.map(|coming| coming.typed_on).unwrap_or_default();
                    assert!(self.lost.ends_with(&back), "{back} was never typed");
                    self.lost.truncate(self.lost.len() - back.len());
                    self.field.push_str(&back);
                }
                Some((_, _, true)) if self.focus != Focus::Page => self.focus = Focus::Bar,
                Some((_, step, false)) => {
                    let question = dialog.as_ref().and_then(|dialog| dialog.ask.questions().get(*step));
                    let is_text = question.is_some_and(|question| question.kind.is_typed());
                    self.focus = if is_text { Focus::Text { notes: false } } else { Focus::Title };
                }
                _ => {}
            }
            self.shown = shown;
        }
    }

    fn does(&mut self, action: Action) {
        if self.rig.has_dialog() {
            self.rig.does_at_once(action);
        }
        self.follow();
    }

    /// What `view/guard.rs` does: whether a press goes on to what was pressed.
    fn presses(&mut self, press: Option<Press>, key: char) -> bool {
        let guard = self.rig.dialog().guard;
        let counts = press.is_none_or(|press| guard.admits(press));
        self.swallowed += u64::from(!counts);
        if matches!(press, Some(Press::Digit(_) | Press::Space | Press::Type(Some(_)))) {
            self.lost.push(key);
        }
        if let Some(press) = press {
            self.rig.input(Input::User(UserInput::Press(press)));
        }
        self.follow();
        counts && self.rig.has_dialog()
    }

    pub(super) fn key(&mut self, key: char) {
        match self.focus {
            Focus::Page => {
                self.rig.input(Input::TypedInPage);
                match key {
                    '\n' => self.field.clear(),
                    key => self.field.push(key),
                }
                self.follow();
            }
            Focus::Bar => match key {
                ESCAPE => self.does(Action::Cancel),
                '\n' | ' ' => self.does(Action::Expand),
                _ => {}
            },
            _ => {
                let name = match key {
                    '\n' => "Enter",
                    TAB => "Tab",
                    ARROW => "ArrowDown",
                    ESCAPE => "Escape",
                    key => &key.to_string(),
                };
                let is_text = matches!(self.focus, Focus::Text { .. });
                if self.presses(KeyPress { key: name, ..KeyPress::default() }.guarded(is_text), key) {
                    self.does_key(key);
                }
            }
        }
    }

    /// What `view/keys.rs` and the browser make of a key in the dialog.
    fn does_key(&mut self, key: char) {
        let dialog = self.rig.dialog();
        let question = dialog.step;
        let asked = dialog.ask.questions().get(question);
        let several = asked.is_some_and(|asked| asked.is_multiselectable());
        let offered = asked.map_or(0, |asked| asked.options.len());
        match (key, self.focus) {
            (ESCAPE, Focus::Text { .. }) => self.focus = Focus::Title,
            (ESCAPE, _) => self.does(Action::Minimize),
            ('\n', Focus::Text { notes: false }) => {
                if !dialog.drafts[question].text.trim().is_empty() {
                    self.does(Action::PickOther { question, chosen: true });
                }
                self.does(Action::Confirm);
            }
            ('\n', Focus::Text { notes: true }) => self.does(Action::Confirm),
            (TAB, focus @ Focus::Text { .. }) => self.focus = self.after(focus, offered, several),
            // It moves about in the text.
            (ARROW, Focus::Text { .. }) => {}
            (key, Focus::Text { notes: false }) => {
                let text = format!("{}{key}", dialog.drafts[question].text);
                self.does(Action::EditText { question, text });
            }
            (key, Focus::Text { notes: true }) => {
                let text = format!("{}{key}", dialog.drafts[question].notes);
                self.does(Action::EditNotes { question, text });
            }
            // The browser clicks it.
            ('\n' | ' ', Focus::Button(button)) => self.clicks(button),
            ('\n', Focus::Option(option)) if option == offered => {
                let is_filled = !dialog.drafts[question].text.trim().is_empty();
                if !several || !is_filled {
                    self.does(Action::PickOther { question, chosen: true });
                }
                if is_filled {
                    self.does(Action::Confirm);
                } else {
                    self.focus = Focus::Text { notes: false };
                }
            }
            ('\n', Focus::Option(option)) => {
                if !several {
                    self.does(pick(question, option));
                }
                self.does(Action::Confirm);
            }
            ('\n', _) if dialog.is_in_review() => self.does(Action::Send),
            ('\n', _) => self.does(Action::Confirm),
            (TAB, focus) => self.focus = self.after(focus, offered, several),
            // From every place that is no text and does not scroll.
            (ARROW, Focus::Title | Focus::Button(_)) if offered > 0 => {
                let option = dialog.drafts[question].picks.first().copied().filter(|_| !several).unwrap_or(0);
                self.focus = Focus::Option(option);
                if !several {
                    self.does(pick(question, option));
                }
            }
            (ARROW, Focus::Option(option)) => {
                let next = (option + 1) % (offered + 1);
                self.focus = Focus::Option(next);
                match several {
                    true => {}
                    false if next == offered => self.does(Action::PickOther { question, chosen: true }),
                    false => self.does(pick(question, next)),
                }
            }
            (' ', Focus::Option(option)) if option == offered => {
                let chosen = !several || !dialog.drafts[question].text_chosen;
                self.does(Action::PickOther { question, chosen });
            }
            (' ', Focus::Option(option)) => {
                let chosen = !several || !dialog.drafts[question].picks.contains(&option);
                self.does(Action::Pick { question, option, chosen });
            }
            // The browser writes it there.
            (key, Focus::Title) if asked.is_some() && offered == 0 && key != ARROW => {
                self.focus = Focus::Text { notes: false };
                self.does_key(key);
            }
            ('n' | 'N', _) if asked.is_some() => self.focus = Focus::Text { notes: true },
            ('b' | 'B', _) => self.does(Action::GoTo(question.saturating_sub(1))),
            ('0', _) if asked.is_some() => {
                self.does(Action::PickOther { question, chosen: true });
                self.focus = Focus::Text { notes: false };
            }
            (digit @ '1'..='9', _) if (digit as usize - '1' as usize) < offered => {
                let option = digit as usize - '1' as usize;
                self.focus = Focus::Option(option);
                let chosen = !several || !dialog.drafts[question].picks.contains(&option);
                self.does(Action::Pick { question, option, chosen });
            }
            _ => {}
        }
    }

    /// Where Tab leads to.
    fn after(&self, focus: Focus, offered: usize, several: bool) -> Focus {
        let chosen = self.rig.dialog().drafts.get(self.step()).and_then(|draft| draft.picks.first().copied());
        match focus {
            Focus::Title if offered > 0 => Focus::Option(chosen.filter(|_| !several).unwrap_or(0)),
            Focus::Option(option) if several && option < offered => Focus::Option(option + 1),
            Focus::Option(_) => Focus::Text { notes: false },
            Focus::Button(Button::Note) => Focus::Button(Button::Cancel),
            Focus::Button(Button::Cancel) => Focus::Button(Button::Send),
            Focus::Button(Button::Send) => Focus::Button(Button::Minimize),
            Focus::Button(Button::Minimize) if offered > 0 => Focus::Option(chosen.filter(|_| !several).unwrap_or(0)),
            Focus::Text { notes: true } => Focus::Button(Button::Cancel),
            _ => Focus::Button(Button::Note),
        }
    }

    fn clicks(&mut self, button: Button) {
        match button {
            Button::Note => self.focus = Focus::Text { notes: true },
            Button::Cancel => self.does(Action::Cancel),
            Button::Send => self.does(Action::Confirm),
            Button::Minimize => self.does(Action::Minimize),
        }
    }

    /// A press and its release.
    pub(super) fn click(&mut self, click: Click) {
        if !self.is_open() {
            return;
        }
        if !self.presses(Some(Press::Pointer), '\n') {
            return;
        }
        let question = self.rig.dialog().step;
        match click {
            Click::Option(option) => self.does(pick(question, option)),
            Click::Send => self.does(Action::Confirm),
        }
    }
}
