//! What the page has chosen about how the widget looks and works. Views read it from here, and never from the page's elements.

use crate::text::preview::PreviewFormat;

/// Where a question is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presentation {
    /// In a modal dialog.
    #[default]
    Modal,
    /// In the widget's place, as part of the transcript.
    Inline,
    /// In the widget's place, never higher than 60 % of the window.
    Dock,
}

/// What the page has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewOptions {
    /// Where a question is shown. It is read when a question opens.
    pub presentation: Presentation,
    /// Whether digits, letters and Ctrl+Enter do something. It is read when a question opens.
    pub shortcuts: bool,
    /// Whether receipts are shown; otherwise the page shows them itself.
    pub receipts: bool,
    /// What previews are written in. It is read when a preview is shown.
    pub preview_format: PreviewFormat,
    /// Whether a person may have images of previews loaded. It is read when a preview is shown.
    pub images: bool,
}

impl Default for ViewOptions {
    fn default() -> ViewOptions {
        ViewOptions {
            presentation: Presentation::default(),
            shortcuts: true,
            receipts: true,
            preview_format: PreviewFormat::default(),
            images: false,
        }
    }
}
