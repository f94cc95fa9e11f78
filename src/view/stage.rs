//! Which of dialog and bar is shown, and where the focus goes with it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

use super::dom::{listen, with_document};
use super::frame::scroll_into_view;
use super::parts::{DialogPart, DialogParts};
use super::slices::Snapshot;
use crate::keymap::Place;
use crate::protocol::Request;
use crate::session::{ApprovalPage, SharedAsk};

/// What is shown of the dialog: another value of this means that it is built anew.
pub(super) struct Shown {
    ask: SharedAsk,
    pub(super) step: usize,
    pub(super) is_minimized: bool,
    page: ApprovalPage,
    language: u32,
}

impl Shown {
    pub(super) fn of(snapshot: &Snapshot) -> Option<Shown> {
        let dialog = snapshot.screen.dialog.as_ref()?;
        let (is_minimized, page) = (dialog.shows_bar(), dialog.approval.page);
        Some(Shown { ask: dialog.ask.clone(), step: dialog.step, is_minimized, page, language: snapshot.language })
    }

    pub(super) fn id(&self) -> &str {
        &self.ask.id
    }

    /// How many pages the ask has: its questions, and the review if there are several.
    pub(super) fn steps(&self) -> usize {
        match self.ask.questions().len() {
            // All fields of a form stand on one page.
            _ if !self.ask.request.is_questions() => 1,
            0 | 1 => 1,
            several => several + 1,
        }
    }

    /// What has the focus when it opens: the title, or the field if the answer has to be written, or the button that denies if the
    /// request is one to be careful with.
    fn first_part(&self, is_writable: bool) -> DialogPart {
        let question = self.ask.questions().get(self.step);
        match &self.ask.request {
            _ if !is_writable => DialogPart::At(Place::Title),
            Request::Questions(_) if question.is_some_and(|question| question.options.is_empty()) => {
                DialogPart::At(Place::OtherField)
            }
            Request::Approval(approval) if approval.defaults_to_no => DialogPart::Deny,
            Request::Questions(_)
            | Request::Approval(_)
            | Request::Form(_)
            | Request::Address(_)
            | Request::Unread(_) => DialogPart::At(Place::Title),
        }
    }

    pub(super) fn has_previews(&self) -> bool {
        let mut options = self.ask.questions().iter().flat_map(|question| &question.options);
        options.any(|option| option.preview.is_some())
    }

    /// Whether it fits into the frame of `other`: as another question of the same ask, or as the list of what waits, which stays
    /// where it is when the first of it ends.
    pub(super) fn has_frame_of(&self, other: &Shown) -> bool {
        let is_same_list = [self, other].iter().all(|shown| shown.page == ApprovalPage::Queue);
        (self.ask == other.ask || is_same_list) && self.language == other.language
    }
}

/// Opens, minimizes and closes the dialog, and moves the focus.
pub(super) struct Stage {
    dialog: HtmlDialogElement,
    bar: HtmlElement,
    /// What in the page had the focus last. The browser does not know it when the bar had the focus in between.
    last_focus: Rc<RefCell<Option<HtmlElement>>>,
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
        let last_focus: Rc<RefCell<Option<HtmlElement>>> = Rc::default();
        let (left, here) = (last_focus.clone(), bar.clone());
        // Somebody who opens the dialog from the bar has left a field of the page for the button of the bar.
        listen(bar, "focusin", move |event| {
            let last = Reflect::get(&event, &"relatedTarget".into()).ok().and_then(|last| last.dyn_into().ok());
            if let Some(last) = last.filter(|last| !is_beside(&here, last)) {
                left.replace(Some(last));
            }
        });
        Stage { dialog: dialog.clone(), bar: bar.clone(), last_focus, bar_button, parts }
    }

    /// Opens the dialog, also one that is open in the other way. The browser knows no way from one to the other but to close it.
    ///
    /// If it is modal, the browser moves the focus to `first`: without a word of that it would go to the first button, and
    /// everything would be laid out once more for the next move.
    fn open(&self, is_modal: bool, first: DialogPart) {
        self.dialog.close();
        let _ = self.dialog.remove_attribute("inert");
        let _ = if is_modal {
            let first = self.parts.get(first);
            // Not for longer, because the browser also obeys it for what is added to the page.
            first.iter().for_each(|first| drop(first.set_attribute("autofocus", "")));
            // It fails only for a dialog that is not in a page.
            let opened = self.dialog.show_modal();
            first.iter().for_each(|first| drop(first.remove_attribute("autofocus")));
            opened
        } else {
            // `show()` would take the focus.
            self.dialog.set_attribute("open", "")
        };
    }

    /// Closes the dialog. While it can still be seen to go, it takes no key, no click and no focus.
    fn close(&self) {
        self.dialog.close();
        let _ = self.dialog.set_attribute("inert", "");
    }

    /// Gives the page back to the person when an ask has ended: what they typed is there to read, and holds nothing up. The
    /// focus stays, so that nobody who types on writes into the page.
    pub(super) fn release_page(&self) {
        if self.dialog.open() && self.has_focus() {
            if self.is_modal() {
                self.open(false, DialogPart::At(Place::Title));
            }
            self.parts.focus(Place::Title);
        }
    }

    /// Whether the page is inert behind the dialog.
    fn is_modal(&self) -> bool {
        self.dialog.matches(":modal").unwrap_or(false)
    }

    /// Whether the focus is in the widget, and not elsewhere in the page.
    pub(super) fn has_focus(&self) -> bool {
        let is = |element: &HtmlElement, selector: &str| element.matches(selector).unwrap_or(false);
        self.is_modal() || is(&self.dialog, ":focus-within") || is(&self.bar, ":focus-within")
    }

    /// Shows the dialog, the bar or nothing, and moves the focus.
    ///
    /// `is_modal` is whether the page is inert behind the dialog. `had_focus` is whether the focus was in the widget before. `is_writable` is whether something can be changed. `typed_on`
    /// is what was typed into the dialog and belongs to the field that had the focus before it.
    pub(super) fn set(
        &self,
        shown: Option<&Shown>,
        is_modal: bool,
        had_focus: bool,
        is_writable: bool,
        typed_on: &str,
    ) {
        match shown {
            None => {
                self.close();
                if let Some(field) = self.last_focus.take().filter(|_| had_focus) {
                    let _ = field.focus();
                    insert_text(typed_on);
                }
            }
            Some(Shown { is_minimized: true, .. }) => {
                self.close();
                let _ = self.bar.remove_attribute("hidden");
                if had_focus {
                    let _ = self.bar_button.focus();
                }
            }
            Some(shown) => {
                let is_new = !self.dialog.open() || self.is_modal() != is_modal;
                let first = shown.first_part(is_writable);
                if is_new {
                    let active = active_element().filter(|active| !is_beside(&self.bar, active) && !is_body(active));
                    if active.is_some() {
                        self.last_focus.replace(active);
                    }
                    self.open(is_modal, first);
                }
                // Within the page the focus is not taken from anybody. But if it is in the widget already, or on nothing that
                // takes keys, it goes to the new question.
                if (is_modal || had_focus || nothing_has_focus()) && !self.parts.matches(first, ":focus") {
                    self.parts.focus(first);
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
            // A part of the chip before it stays in sight, as a sign that there is more. The distance is counted from where the
            // chip is now, because from right to left the numbers are negative.
            let beyond = chip.get_bounding_client_rect().left() - stepper.get_bounding_client_rect().left();
            stepper.set_scroll_left(stepper.scroll_left() + beyond as i32 - stepper.client_width() / 3);
        }
    }
}

/// What has the focus, also within a custom element of the page.
fn active_element() -> Option<HtmlElement> {
    let mut active = with_document(|document| document.active_element())?;
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
    with_document(|document| document.body()).as_ref() == Some(element)
}

/// Whether nothing has the focus that could take keys.
fn nothing_has_focus() -> bool {
    active_element()
        .is_none_or(|active| is_body(&active) || active.matches(":disabled, [inert], [inert] *").unwrap_or(false))
}

/// Writes into what has the focus as if it had been typed there, so that the page gets the events and the person can undo it.
fn insert_text(text: &str) {
    if !text.is_empty() {
        with_document(|document| {
            let document = document.unchecked_ref::<web_sys::HtmlDocument>();
            let _ = document.exec_command_with_show_ui_and_value("insertText", false, text);
        });
    }
}
