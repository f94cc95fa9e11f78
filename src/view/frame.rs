//! The size of the dialog: one frame for all questions of an ask, so that nothing in it moves by itself.
//!
//! Only the middle of the dialog scrolls. What appears in the foot takes its room from the lower end of the middle, where
//! nobody presses anything. The frame grows only by what the person does: by what they type or open.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition, ShadowRoot};

use super::dom::{El, el, set_pixels, still};
use super::parts::{DialogPart, DialogParts};
use super::stored::Stored;

/// At most this many questions are measured in advance, besides the one that is shown; for the others the frame grows when they
/// are shown.
const MEASURED: usize = 8;

/// The frame of the dialog. It belongs to the owner under which it was made.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    dialog: Stored<Framed>,
    parts: DialogParts,
}

/// The dialog in its frame.
struct Framed {
    node: HtmlElement,
    /// The width of the dialog when it was last measured, in pixels.
    width: Cell<i32>,
    /// The height of the frame, in pixels.
    height: Cell<i32>,
    /// How much room is left on each side of the middle for a scroll bar, as the style sheet has it.
    gutter: Cell<i32>,
    /// The padding below the dialog, as the style sheet has it.
    under: Cell<i32>,
}

/// Pages of the ask that are only measured. They go when this is dropped.
pub(super) struct Probes(Vec<El>);

impl Drop for Probes {
    fn drop(&mut self) {
        self.0.iter().for_each(|probe| probe.node().remove());
    }
}

impl Frame {
    /// A frame of `dialog`, whose content is in `parts`.
    pub(super) fn new(dialog: &El, parts: DialogParts) -> Frame {
        let framed = Framed {
            node: dialog.node().clone(),
            width: Cell::default(),
            height: Cell::default(),
            gutter: Cell::default(),
            under: Cell::default(),
        };
        Frame { dialog: Stored::new(framed), parts }
    }

    /// Whether the dialog is shown: otherwise it has no width.
    pub(super) fn is_shown(self) -> bool {
        self.dialog.get().is_some_and(|dialog| dialog.node.offset_width() > 0)
    }

    /// Whether the dialog has another width than when this was last called.
    pub(super) fn has_new_width(self) -> bool {
        let Some(dialog) = self.dialog.get() else { return false };
        let width = dialog.node.offset_width();
        dialog.width.replace(width) != width
    }

    /// Takes the frame away and adds each of `pages`, which `build` makes, where it is measured. It is called before the dialog
    /// is shown: then the browser lays out everything once, with what is seen.
    pub(super) fn probe(self, pages: impl Iterator<Item = usize>, build: impl Fn(usize) -> El) -> Probes {
        let Some(framed) = self.dialog.get() else { return Probes(Vec::new()) };
        let _ = framed.node.remove_attribute("data-framed");
        let probes = pages.take(MEASURED).map(|page| {
            // In a form of their own, radio buttons have nothing to do with those of the same name that are shown.
            let probe = el("form", "probe").child(still(|| build(page)));
            probe.clone().append_to(&framed.node);
            probe
        });
        Probes(probes.collect())
    }

    /// Makes the frame high enough for what the dialog holds now and for each of `probes`. All is read before anything is
    /// written: what is written makes the browser lay out everything again.
    pub(super) fn fit(self, probes: Probes) {
        let Some(framed) = self.dialog.get() else { return };
        let dialog = &framed.node;
        let gutter = self.gutter();
        if framed.gutter.replace(gutter) != gutter {
            // The first time only, or when somebody plugs in a mouse: it decides where lines break.
            set_pixels(dialog, "--_gutter", gutter);
        }
        framed.width.set(dialog.offset_width());
        let border = dialog.offset_height() - dialog.client_height();
        let pages = probes.0.iter().map(|probe| probe.node().offset_height() + border);
        let height = pages.fold(self.content_height(dialog), i32::max);
        let under = padding_below(dialog).unwrap_or_default();
        drop(probes);
        set_pixels(dialog, "--_height", height);
        if framed.under.replace(under) != under {
            set_pixels(dialog, "--_under", under);
        }
        framed.set_height(height);
    }

    /// Fits the frame to what the dialog holds, when its lines break elsewhere than before.
    pub(super) fn refit(self) {
        self.fit(self.probe(std::iter::empty(), |_| el("div", "")));
    }

    /// Lets the frame grow by what the person typed or opened.
    pub(super) fn grow(self) {
        if let Some(dialog) = self.dialog.get() {
            dialog.set_height(dialog.height.get().max(self.content_height(&dialog.node)));
        }
    }

    /// Scrolls the text field that has the focus into view, above the foot.
    pub(super) fn show_focused_field(self) {
        if let Some(field) = self.parts.focused_text() {
            scroll_into_view(&field);
        }
    }

    /// The height of all that is in the dialog, as if nothing had to scroll.
    fn content_height(self, dialog: &HtmlElement) -> i32 {
        let out_of_sight = |part: DialogPart| {
            let element = self.parts.get(part);
            element.map_or(0, |element| element.scroll_height() - element.client_height())
        };
        dialog.offset_height() + out_of_sight(DialogPart::Ask) + out_of_sight(DialogPart::Body)
    }

    /// How much room is left on each side of the middle for a scroll bar; none where it lies over the text.
    fn gutter(self) -> i32 {
        self.parts.get(DialogPart::Body).map_or(0, |body| (body.offset_width() - body.client_width()) / 2)
    }
}

impl Framed {
    fn set_height(&self, height: i32) {
        self.height.set(height);
        set_pixels(&self.node, "--_now", height);
        let _ = self.node.set_attribute("data-framed", "");
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
