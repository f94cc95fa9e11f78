//! What stands on the stage, dialog or bar, and where the focus goes with it.

use std::sync::Arc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

use super::{Voice, host};
use crate::protocol::Ask;
use crate::session::{Draft, Phase, Screen};

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
        let folded = dialog.collapsed || dialog.phase == Phase::Cancelling;
        let listed = if dialog.is_in_review() { dialog.drafts.clone() } else { Vec::new() };
        Some(Shown { ask: dialog.ask.clone(), step: dialog.step, folded, language: voice.choice(), listed })
    }

    pub(super) fn id(&self) -> &str {
        &self.ask.id
    }
}

/// Opens, folds and closes.
pub(super) struct Stage {
    dialog: HtmlDialogElement,
    bar: HtmlElement,
    /// What had the page's focus before the first ask; the bar stands in between, so the browser does not know it.
    home: Option<HtmlElement>,
}

impl Stage {
    pub(super) fn new(dialog: &HtmlDialogElement, bar: &HtmlElement) -> Stage {
        Stage { dialog: dialog.clone(), bar: bar.clone(), home: None }
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
    pub(super) fn set(&mut self, shown: Option<&Shown>, had_focus: bool) {
        match shown {
            None => {
                self.dialog.close();
                if let Some(home) = self.home.take().filter(|_| had_focus) {
                    let _ = home.focus();
                }
            }
            Some(Shown { folded: true, .. }) => {
                self.dialog.close();
                let _ = self.bar.remove_attribute("hidden");
                if had_focus {
                    focus(&self.bar, "button");
                }
            }
            Some(_) => {
                let is_modal = is_modal(&self.dialog);
                if !self.dialog.open() {
                    if self.home.is_none() {
                        self.home = active_element();
                    }
                    self.open(is_modal);
                }
                // In the page nobody is called away from what they do; who is here already is led on.
                if is_modal || had_focus {
                    focus(&self.dialog, ".title");
                }
                show_current_step(&self.dialog);
            }
        }
    }
}

/// Whether the page is to stand still behind it, which is so unless `presentation` says otherwise.
pub(super) fn is_modal(dialog: &HtmlElement) -> bool {
    let presentation = host::attribute(dialog, "presentation");
    !matches!(presentation.as_deref(), Some("inline" | "dock"))
}

/// Scrolls the stepper, where it is wider than the dialog.
fn show_current_step(dialog: &HtmlElement) {
    let chip = dialog.query_selector(".step[aria-current]").ok().flatten();
    if let Some(chip) = chip.and_then(|chip| chip.dyn_into::<HtmlElement>().ok())
        && let Some(stepper) = chip.parent_element()
    {
        // Half a chip of what comes before stays in sight, as a sign that there is more. Counted from where it is now: from
        // right to left the numbers are negative.
        let beyond = chip.get_bounding_client_rect().left() - stepper.get_bounding_client_rect().left();
        stepper.set_scroll_left(stepper.scroll_left() + beyond as i32 - stepper.client_width() / 3);
    }
}

fn active_element() -> Option<HtmlElement> {
    web_sys::window()?.document()?.active_element()?.dyn_into().ok()
}

/// Puts the focus on something in `parent`.
pub(super) fn focus(parent: &HtmlElement, selector: &str) {
    let place = parent.query_selector(selector).ok().flatten();
    if let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) {
        let _ = place.focus();
    }
}
