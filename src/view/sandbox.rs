//! A page that an agent wrote, in a frame that can do nothing.
//!
//! The sandbox forbids scripts, forms, pop-ups and the origin of the page. The policy of the frame forbids every address. Tags
//! that connect before the policy counts are taken out. `inert` forbids clicks, focus and keys, because a link would still
//! lead the frame itself somewhere. So nobody can scroll in the frame either: it is made tall enough for a guess at its
//! length, because it cannot be measured from outside, and the pane around it scrolls.

use std::cell::OnceCell;

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::dom::{El, el};
use super::words;
use crate::text::preview::{guess_lines, neutralise_fetching_tags};

/// What stands before the page of the agent; the policy counts for everything after it. The frame also has the policy of the
/// page around it: a strict one would be violated by a style sheet here, but not by an attribute for the font.
const HEAD: &str = "<!doctype html><meta charset=utf-8><meta http-equiv=x-dns-prefetch-control content=off><meta http-equiv=Content-Security-Policy content=\"default-src 'none';\
 style-src 'unsafe-inline';img-src data:\"><font face=system-ui,sans-serif>";

/// Heights in pixels: the least, that of a line, and the most.
const HEIGHT: [usize; 3] = [384, 28, 6_000];

/// The frame, or `None` where the page's policy does not let it be filled.
pub(super) fn sandbox(html: &str) -> Option<El> {
    let [least, line, most] = HEIGHT;
    let height = (guess_lines(html) * line).clamp(least, most);
    let frame = el("iframe", "frame")
        .attr("title", &words::say(words::PREVIEW))
        .attr("tabindex", "-1")
        .attr("height", &height.to_string());
    let frame = frame.attr("referrerpolicy", "no-referrer");
    for attribute in ["sandbox", "inert"] {
        frame.node().set_attribute(attribute, "").ok()?;
    }
    let page = trusted(&(HEAD.to_owned() + &neutralise_fetching_tags(html)))?;
    Reflect::set(frame.node(), &"srcdoc".into(), &page).ok()?;
    Some(frame)
}

thread_local! {
    /// The policy of trusted types. It is made once, because a second policy of one name may be forbidden.
    static POLICY: OnceCell<Option<JsValue>> = const { OnceCell::new() };
}

fn create_policy() -> Option<JsValue> {
    let types = member(&js_sys::global(), "trustedTypes")?;
    let create: Function = member(&types, "createPolicy")?.dyn_into().ok()?;
    let rules = Object::new();
    // The text stays as it is: what makes it safe is the frame that it goes to.
    Reflect::set(&rules, &"createHTML".into(), &member(&js_sys::global(), "String")?).ok()?;
    create.call2(&types, &"ask-user".into(), &rules).ok()
}

/// `html` as the browser accepts it for a frame: where the page demands trusted types, plain text is not enough.
fn trusted(html: &str) -> Option<JsValue> {
    if member(&js_sys::global(), "trustedTypes").is_none() {
        return Some(html.into());
    }
    POLICY.with(|policy| {
        let policy = policy.get_or_init(create_policy).as_ref()?;
        let create: Function = member(policy, "createHTML")?.dyn_into().ok()?;
        create.call1(policy, &html.into()).ok()
    })
}

fn member(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|member| !member.is_undefined())
}
