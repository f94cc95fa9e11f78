//! The soft keyboard of a phone: the style sheet gets how much of the window it covers. That is nothing in browsers that
//! make the page smaller instead.

use super::dom::{El, listen, set_pixels};
use super::frame::Frame;

/// If fewer pixels than this are covered, it is not by a keyboard, but by a bar of the browser that comes and goes.
const LEAST_HEIGHT: f64 = 100.0;

/// Keeps `dialog` above the keyboard until the current owner ends.
pub(super) fn keep_above_keyboard(dialog: &El, frame: Frame) {
    let Some(viewport) = web_sys::window().and_then(|window| window.visual_viewport()) else { return };
    for event in ["resize", "scroll"] {
        let dialog = dialog.node().clone();
        listen(&viewport, event, move |_| {
            let covered = covered_height().unwrap_or_default();
            set_pixels(&dialog, "--_keyboard", covered as i32);
            frame.show_focused_field();
        });
    }
}

/// How many pixels at the lower end of the window are covered.
fn covered_height() -> Option<f64> {
    let window = web_sys::window()?;
    let viewport = window.visual_viewport()?;
    let covered = window.inner_height().ok()?.as_f64()? - viewport.height() - viewport.offset_top();
    // Somebody who has zoomed in sees less of the page too, without a keyboard.
    Some(covered).filter(|covered| *covered >= LEAST_HEIGHT && viewport.scale() < 1.05)
}
