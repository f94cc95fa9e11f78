//! What the widget takes over from the look of the page where CSS alone cannot: a typeface only if the page has chosen one,
//! its accent colour where it can be read, and its colour scheme in browsers without `light-dark()`.

use std::cell::{OnceCell, RefCell};

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleSheet, Element, HtmlElement, ShadowRoot, Window};

use crate::text::Joined;

/// Follows the page around one element, in a style sheet of its own.
pub(super) struct PageStyle {
    host: HtmlElement,
    /// An element that the style sheet gives the typeface of a page that has chosen none.
    plain: OnceCell<HtmlElement>,
    pub(super) sheet: CssStyleSheet,
    /// What the sheet says.
    css: RefCell<String>,
}

/// Red, green and blue.
type Rgb = [u32; 3];

/// Surface and text of both palettes, as in `tokens.css`: light, dark.
const GROUNDS: [(Rgb, Rgb); 2] = [([255, 255, 255], [15, 23, 42]), ([15, 23, 42], [241, 245, 249])];

/// What the accent must have against the surface, in tenths, so that it has 4.5 on a tint of itself, too.
const CONTRAST: u32 = 60;

impl PageStyle {
    pub(super) fn new(host: &HtmlElement) -> Result<PageStyle, JsValue> {
        let (host, sheet) = (host.clone(), CssStyleSheet::new()?);
        Ok(PageStyle { host, plain: OnceCell::new(), sheet, css: RefCell::default() })
    }

    /// Takes the element that has the typeface of a page that has chosen none. Until then nothing is followed.
    pub(super) fn compare_with(&self, plain: HtmlElement) {
        let _ = self.plain.set(plain);
    }

    /// Looks at the page as it is now.
    pub(super) fn follow(&self) {
        let Some(css) = web_sys::window().and_then(|window| self.found(&window)) else { return };
        // Another sheet has the browser find the style of everything anew.
        if css != *self.css.borrow() {
            let _ = self.sheet.replace_sync(&css);
            self.css.replace(css);
        }
    }

    fn found(&self, window: &Window) -> Option<String> {
        let style = window.get_computed_style(&self.host).ok()??;
        let mut css = String::from(":host{");
        let plain = window.get_computed_style(self.plain.get()?).ok()??.get_property_value("font-family");
        // Around the element, because in it what was found the last time would be taken for the page's.
        let around = window.get_computed_style(&self.around()?).ok()??;
        if around.get_property_value("font-family") == plain {
            css += "--_page-font:var(--_system-font);";
        }
        let knows_light_dark = web_sys::css::supports_with_value("color", "light-dark(red,red)").unwrap_or(false);
        if let Some(accent) = style.get_property_value("accent-color").ok().and_then(|color| parse(&color)) {
            let [light, dark] = GROUNDS.map(|(ground, ink)| written(readable(accent, ground, ink)));
            let [start, middle, end] = match knows_light_dark {
                true => ["light-dark(", ",", ")"],
                false => ["var(--_light,", ") var(--_dark,", ")"],
            };
            css += &["--_page-accent:", start, &light, middle, &dark, end].joined("");
        }
        css += "}";
        if !knows_light_dark {
            css += scheme_rule(&self.scheme(window, &style.get_property_value("color-scheme").unwrap_or_default()));
        }
        Some(css)
    }

    /// The element of which this one inherits.
    fn around(&self) -> Option<Element> {
        let slot = self.host.assigned_slot().map(Element::from);
        slot.or_else(|| self.host.parent_element()).or_else(|| {
            let root = self.host.get_root_node().dyn_into::<ShadowRoot>().ok()?;
            Some(root.host())
        })
    }

    /// The colour schemes of the page; those of its `meta` where its style sheets name none.
    fn scheme(&self, window: &Window, styled: &str) -> String {
        let named = || {
            let meta = window.document()?.query_selector("meta[name=color-scheme]").ok()??;
            meta.get_attribute("content")
        };
        if styled == "normal" { named().unwrap_or_default() } else { styled.to_owned() }
    }
}

/// Turns the switch of `tokens.css` for a page with these colour schemes.
fn scheme_rule(scheme: &str) -> &'static str {
    let has = |name| scheme.split_ascii_whitespace().any(|word| word == name);
    match (has("light"), has("dark")) {
        (_, false) => "",
        (false, true) => ":host(:not([theme=light],[theme=dark],[theme=system])){--_light: ;--_dark:initial}",
        (true, true) => {
            "@media(prefers-color-scheme:dark){\
             :host(:not([theme=light],[theme=dark],[theme=system])){--_light: ;--_dark:initial}}"
        }
    }
}

/// A colour as browsers write it: `rgb(1, 2, 3)`.
fn parse(color: &str) -> Option<Rgb> {
    let (mut rgb, mut part) = ([0; 3], 0);
    for byte in color.strip_prefix("rgb(")?.bytes() {
        match byte {
            b'0'..=b'9' => rgb[part] = (rgb[part] * 10 + u32::from(byte - b'0')).min(255),
            b',' if part < 2 => part += 1,
            b' ' | b')' => {}
            _ => return None,
        }
    }
    Some(rgb)
}

fn written([red, green, blue]: Rgb) -> String {
    format!("rgb({red} {green} {blue})")
}

/// The colour, or as little of the ink in it as makes it readable on the ground.
fn readable(color: Rgb, ground: Rgb, ink: Rgb) -> Rgb {
    let mixed = |tenths| [0, 1, 2].map(|part| (color[part] * (10 - tenths) + ink[part] * tenths) / 10);
    (0..10).map(mixed).find(|color| contrast(*color, ground) >= CONTRAST).unwrap_or(ink)
}

/// The contrast of two colours in tenths, by WCAG's formula.
fn contrast(one: Rgb, other: Rgb) -> u32 {
    let (one, other) = (luminance(one), luminance(other));
    // The formula adds 0.05 of all light to both.
    (one.max(other) + 500) * 10 / (one.min(other) + 500)
}

/// The light of a colour, up to 10,000. With squares instead of powers of 2.4, which is near enough.
fn luminance([red, green, blue]: Rgb) -> u32 {
    (2126 * red * red + 7152 * green * green + 722 * blue * blue) / (255 * 255)
}
