//! The soft keyboard of a phone: what it covers is told to the style sheet. Browsers that make the page smaller instead have
//! nothing to tell.

use super::dom::{El, listen, set_pixels};
use super::frame::Frame;

/// Less than this is no keyboard, but a bar of the browser that comes and goes.
const LEAST: f64 = 100.0;

/// Keeps `dialog` above the keyboard until the current owner ends.
pub(super) fn keep_above_keyboard(dialog: &El, frame: Frame) {
    let Some(viewport) = web_sys::window().and_then(|window| window.visual_viewport()) else { return };
    for event in ["resize", "scroll"] {
        let dialog = dialog.node().clone();
        listen(&viewport, event, move |_| {
            let covered = covered().unwrap_or_default();
            set_pixels(&dialog, "--_keyboard", covered as i32);
            frame.show_focused_field();
        });
    }
}

/// How much of the window's lower end is covered, in pixels.
fn covered() -> Option<f64> {
    let window = web_sys::window()?;
    let viewport = window.visual_viewport()?;
    let covered = window.inner_height().ok()?.as_f64()? - viewport.height() - viewport.offset_top();
    // Somebody who has zoomed in sees less of the page too.
    Some(covered).filter(|covered| *covered >= LEAST && viewport.scale() < 1.05)
}
