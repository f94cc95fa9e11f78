//! The headers of everything that the bridge serves: where a page may load from, and who may frame it.

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use tower_http::set_header::SetResponseHeaderLayer;

/// Nothing from elsewhere, no inline script or style, no page around it, and no string that becomes markup but by the
/// widget's own Trusted Types policy. `SECURITY.md` repeats it for other hosts, and a test keeps the two in step.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types ask-user";

const HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    // A browser must not guess a type for what an agent or a person wrote.
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // An address names a session, and is nobody else's business.
    (header::REFERRER_POLICY, "no-referrer"),
];

/// Puts the policy on every response.
pub(super) fn on_everything(router: Router) -> Router {
    let router = HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    });
    // Nothing may be kept without asking, but for files that say otherwise.
    let no_cache = HeaderValue::from_static("no-cache");
    router.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, no_cache))
}

#[cfg(test)]
mod tests {
    use super::CONTENT_SECURITY_POLICY;

    #[test]
    fn security_md_names_the_policy_word_for_word() {
        let text = include_str!("../../../SECURITY.md").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(CONTENT_SECURITY_POLICY), "{CONTENT_SECURITY_POLICY}");
    }
}
