//! The size of the dialog: one frame for all questions of an ask, so that nothing in it moves by itself.
//!
//! Only the middle of the dialog scrolls. What appears in the foot takes its room from the lower end of the middle, where
//! nobody presses anything. The frame grows only by what the person does: by what they type or open.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition, ShadowRoot};

use super::dom::{El, el};
use super::parts::{DialogPart, DialogParts};
use crate::keymap::Place;

/// At most this many questions are measured in advance; for the others the frame grows when they are shown.
const MEASURED: usize = 8;

/// The frame of the dialog. It belongs to the owner under which it was made.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    dialog: StoredValue<HtmlElement, LocalStorage>,
    parts: DialogParts,
    /// The width of the dialog when it was last measured, and the height of the frame, in pixels.
    size: StoredValue<(i32, i32)>,
}

impl Frame {
    /// A frame of `dialog`, whose content is in `parts`.
    pub(super) fn new(dialog: &El, parts: DialogParts) -> Frame {
        Frame { dialog: StoredValue::new_local(dialog.node().clone()), parts, size: StoredValue::new((0, 0)) }
    }

    /// Whether the dialog is shown: otherwise it has no width.
    pub(super) fn is_shown(self) -> bool {
        self.dialog.with_value(HtmlElement::offset_width) > 0
    }

    /// Whether the dialog has another width than when this was last called.
    pub(super) fn has_new_width(self) -> bool {
        let width = self.dialog.with_value(HtmlElement::offset_width);
        let (last, height) = self.size.get_value();
        self.size.set_value((width, height));
        width != last
    }

    /// Makes the frame high enough for what the dialog holds now and for each of `steps`, which `build` makes.
    pub(super) fn fit(self, steps: usize, build: impl Fn(usize) -> El) {
        let dialog = self.dialog.get_value();
        let _ = dialog.style().set_property("--_gutter", &format!("{}px", self.gutter()));
        let mut height = 0;
        for step in 0..steps.min(MEASURED) {
            // In a form of their own, radio buttons have nothing to do with those of the same name that are shown.
            let probe = el("form", "probe");
            probe.clone().append_to(&dialog);
            let owner = Owner::new();
            let built = owner.with(|| build(step));
            built.append_to(probe.node());
            height = height.max(probe.node().offset_height());
            owner.cleanup();
            probe.node().remove();
        }
        let _ = dialog.remove_attribute("data-framed");
        let height = height.max(self.content_height());
        let _ = dialog.style().set_property("--_height", &format!("{height}px"));
        let _ = dialog.style().set_property("--_under", &format!("{}px", padding_below(&dialog).unwrap_or_default()));
        self.set_height(height);
    }

    /// Fits the frame to what the dialog holds, when its lines break elsewhere than before.
    pub(super) fn refit(self) {
        self.fit(0, |_| el("div", ""));
    }

    /// Lets the frame grow by what the person typed or opened.
    pub(super) fn grow(self) {
        let (_, height) = self.size.get_value();
        self.set_height(height.max(self.content_height()));
    }

    /// Scrolls the text field that has the focus into view, above the foot.
    pub(super) fn show_focused_field(self) {
        for place in [Place::OtherField, Place::NoteField] {
            if let Some(field) = self.parts.get(place).filter(|field| field.matches(":focus").unwrap_or(false)) {
                scroll_into_view(&field);
            }
        }
    }

    fn set_height(self, height: i32) {
        let dialog = self.dialog.get_value();
        self.size.update_value(|(_, last)| *last = height);
        let _ = dialog.style().set_property("--_now", &format!("{height}px"));
        let _ = dialog.set_attribute("data-framed", "");
    }

    /// The height of all that is in the dialog, as if nothing had to scroll.
    fn content_height(self) -> i32 {
        let out_of_sight = |part: DialogPart| {
            let element = self.parts.get(part);
            element.map_or(0, |element| element.scroll_height() - element.client_height())
        };
        let shown = self.dialog.with_value(HtmlElement::offset_height);
        shown + out_of_sight(DialogPart::Ask) + out_of_sight(DialogPart::Body)
    }

    /// How much room is kept on each side of the middle for a scroll bar; none where it lies over the text.
    fn gutter(self) -> i32 {
        self.parts.get(DialogPart::Body).map_or(0, |body| (body.offset_width() - body.client_width()) / 2)
    }
}

/// Scrolls as far as is needed to see `element`, and no further.
pub(super) fn scroll_into_view(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// How much padding the scroller around the element has at its lower end: something sticky stops above it.
fn padding_below(dialog: &HtmlElement) -> Option<i32> {
    let mut around = dialog.get_root_node().dyn_into::<ShadowRoot>().ok()?.host().parent_element()?;
    loop {
        let style = web_sys::window()?.get_computed_style(&around).ok()??;
        let overflow = style.get_property_value("overflow-y").ok()?;
        if overflow == "auto" || overflow == "scroll" {
            let padding = style.get_property_value("padding-block-end").ok()?;
            // Rust's own reading of fractions would weigh more than all of this file.
            return Some(js_sys::parse_float(&padding) as i32);
        }
        around = around.parent_element()?;
    }
}
