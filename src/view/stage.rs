//! What stands on the stage, dialog or bar, and where the focus goes with it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

use super::dom::listen;
use super::frame::scroll_into_view;
use super::parts::{DialogPart, DialogParts};
use super::{Voice, host};
use crate::keymap::Place;
use crate::protocol::Ask;
use crate::session::{Draft, Screen};

/// What makes the dialog a new one: the very ask, which may say something else under an id that is known, its question,
/// whether it is folded, and the language that was chosen.
#[derive(Clone)]
pub(super) struct Shown {
    ask: Arc<Ask>,
    pub(super) step: usize,
    pub(super) folded: bool,
    language: u32,
    /// What the review lists.
    listed: Vec<Draft>,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        Arc::ptr_eq(&self.ask, &other.ask)
            && (self.step, self.folded, self.language) == (other.step, other.folded, other.language)
            && self.listed == other.listed
    }
}

impl Shown {
    pub(super) fn of(screen: &Screen, voice: &Voice) -> Option<Shown> {
        let dialog = screen.dialog.as_ref()?;
        let folded = dialog.shows_bar();
        let listed = if dialog.is_in_review() { dialog.drafts.clone() } else { Vec::new() };
        Some(Shown { ask: dialog.ask.clone(), step: dialog.step, folded, language: voice.choice(), listed })
    }

    pub(super) fn id(&self) -> &str {
        &self.ask.id
    }

    /// How many pages it has: its questions, and the review of several.
    pub(super) fn steps(&self) -> usize {
        match self.ask.questions.len() {
            1 => 1,
            several => several + 1,
        }
    }

    /// Whether the question has no options, so that its answer is written.
    fn is_text_question(&self) -> bool {
        self.ask.questions.get(self.step).is_some_and(|question| question.options.is_empty())
    }

    pub(super) fn has_previews(&self) -> bool {
        let mut options = self.ask.questions.iter().flat_map(|question| &question.options);
        options.any(|option| option.preview.is_some())
    }

    /// Whether it stands in the same frame as another question of the same ask.
    pub(super) fn has_frame_of(&self, other: &Shown) -> bool {
        Arc::ptr_eq(&self.ask, &other.ask) && self.language == other.language
    }
}

/// Opens, folds and closes.
pub(super) struct Stage {
    dialog: HtmlDialogElement,
    bar: HtmlElement,
    /// What had the page's focus last; the bar stands in between, so the browser does not know it.
    home: Rc<RefCell<Option<HtmlElement>>>,
    /// The button of the bar that opens the dialog.
    bar_button: HtmlElement,
    parts: DialogParts,
}

impl Stage {
    pub(super) fn new(
        dialog: &HtmlDialogElement,
        bar: &HtmlElement,
        bar_button: HtmlElement,
        parts: DialogParts,
    ) -> Stage {
        let home: Rc<RefCell<Option<HtmlElement>>> = Rc::default();
        let (left, here) = (home.clone(), bar.clone());
        // Who opens the dialog from the bar has left the page's field for the bar's button.
        listen(bar, "focusin", move |event| {
            let last = Reflect::get(&event, &"relatedTarget".into()).ok().and_then(|last| last.dyn_into().ok());
            if let Some(last) = last.filter(|last| !is_beside(&here, last)) {
                left.replace(Some(last));
            }
        });
        Stage { dialog: dialog.clone(), bar: bar.clone(), home, bar_button, parts }
    }

    fn open(&self, is_modal: bool) {
        let _ = if is_modal {
            // Fails only for a dialog that is not in a page.
            self.dialog.show_modal()
        } else {
            // Not by `show()`, which would take the focus.
            self.dialog.set_attribute("open", "")
        };
    }

    /// Whether the person is here, and not elsewhere in the page.
    pub(super) fn has_focus(&self) -> bool {
        let is = |element: &HtmlElement, selector: &str| element.matches(selector).unwrap_or(false);
        is(&self.dialog, ":modal") || is(&self.dialog, ":focus-within") || is(&self.bar, ":focus-within")
    }

    /// Shows it; `had_focus` is how it was before.
    /// `typed_on` is what was typed into it and belongs to the field that had the focus before.
    pub(super) fn set(&self, shown: Option<&Shown>, had_focus: bool, is_writable: bool, typed_on: &str) {
        match shown {
            None => {
                self.dialog.close();
                if let Some(home) = self.home.take().filter(|_| had_focus) {
                    let _ = home.focus();
                    write(typed_on);
                }
            }
            Some(Shown { folded: true, .. }) => {
                self.dialog.close();
                let _ = self.bar.remove_attribute("hidden");
                if had_focus {
                    let _ = self.bar_button.focus();
                }
            }
            Some(shown) => {
                let is_modal = is_modal(&self.dialog);
                let is_new = !self.dialog.open();
                if is_new {
                    let active = active_element().filter(|active| !is_beside(&self.bar, active) && !is_body(active));
                    if active.is_some() {
                        self.home.replace(active);
                    }
                    self.open(is_modal);
                }
                // In the page nobody is called away from what they do; who is here already is led on, and so is somebody
                // whose field is disabled meanwhile.
                if is_modal || had_focus || nothing_has_focus() {
                    let is_writing = is_writable && shown.is_text_question();
                    self.parts.focus(if is_writing { Place::OtherField } else { Place::Title });
                }
                if !is_modal && is_new {
                    scroll_into_view(&self.dialog);
                }
                self.show_current_step(shown.step);
            }
        }
    }

    /// Scrolls the stepper, where it is wider than the dialog.
    fn show_current_step(&self, step: usize) {
        let (chip, stepper) = (self.parts.get(Place::Step(step)), self.parts.get(DialogPart::Stepper));
        if let (Some(chip), Some(stepper)) = (chip, stepper) {
            // Half a chip of what comes before stays in sight, as a sign that there is more. Counted from where it is now:
            // from right to left the numbers are negative.
            let beyond = chip.get_bounding_client_rect().left() - stepper.get_bounding_client_rect().left();
            stepper.set_scroll_left(stepper.scroll_left() + beyond as i32 - stepper.client_width() / 3);
        }
    }
}

/// Whether the page is to stand still behind it, which is so unless `presentation` says otherwise.
pub(super) fn is_modal(dialog: &HtmlElement) -> bool {
    let presentation = host::attribute(dialog, "presentation");
    !matches!(presentation.as_deref(), Some("inline" | "dock"))
}

/// What has the focus, also within a component of the page.
fn active_element() -> Option<HtmlElement> {
    let mut active = web_sys::window()?.document()?.active_element()?;
    while let Some(inner) = active.shadow_root().and_then(|root| root.active_element()) {
        active = inner;
    }
    active.dyn_into().ok()
}

/// Whether both stand in the widget, and not in the page around it.
fn is_beside(here: &HtmlElement, other: &HtmlElement) -> bool {
    here.get_root_node() == other.get_root_node()
}

fn is_body(element: &HtmlElement) -> bool {
    web_sys::window().and_then(|window| window.document()?.body()).as_ref() == Some(element)
}

/// Whether no key would do anything: nothing has the focus, or what is disabled.
fn nothing_has_focus() -> bool {
    active_element()
        .is_none_or(|active| is_body(&active) || active.matches(":disabled, [inert], [inert] *").unwrap_or(false))
}

/// Writes into what has the focus as if it had been typed there, so that the page hears of it and can take it back.
fn write(text: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(document) = document.filter(|_| !text.is_empty()) {
        let document = document.unchecked_into::<web_sys::HtmlDocument>();
        let _ = document.exec_command_with_show_ui_and_value("insertText", false, text);
    }
}
