//! `--dist`: static files, as they are or as Brotli has compressed them beforehand (`app.js.br` beside `app.js`).
//!
//! A file whose name holds a hash of its content never changes, so browsers may keep it for a year. For all others they must
//! ask, or they would show a page of yesterday with the WebAssembly of today.

use std::path::Path;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use tower_http::services::ServeDir;

/// What browsers are told of a file that never changes.
const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Serves a folder to whoever asks for what no route has.
pub(super) fn serve(router: Router, dist: &Path) -> Router {
    let files = ServeDir::new(dist).precompressed_br();
    let files = Router::new().fallback_service(files).layer(middleware::from_fn(cache));
    router.fallback_service(files)
}

async fn cache(request: Request, next: Next) -> Response {
    let is_hashed = is_hashed(request.uri().path());
    let mut response = next.run(request).await;
    // A cache between here and the browser must not give the compressed file to one that cannot read it.
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_hashed && response.status().is_success() {
        response.headers_mut().insert(header::CACHE_CONTROL, FOR_A_YEAR);
    }
    response
}

/// Whether the name of a file has a hash in it: eight hexadecimal digits or more between two marks, with a letter and a number
/// among them; or, in a folder `assets`, the eight characters that Vite puts before the ending.
fn is_hashed(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let has = |word: &str, test: fn(&u8) -> bool| word.as_bytes().iter().any(test);
    let is_hash = |word: &str| {
        word.len() >= 8
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && has(word, u8::is_ascii_digit)
            && has(word, u8::is_ascii_alphabetic)
    };
    let of_vite = || {
        let (stem, _) = name.rsplit_once('.')?;
        let (before, word) = stem.split_at_checked(stem.len().checked_sub(8)?)?;
        let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let is_random = has(word, u8::is_ascii_digit) || has(word, u8::is_ascii_uppercase);
        (before.len() > 1 && before.ends_with('-') && is_word && is_random).then_some(())
    };
    name.split(['.', '-', '_']).any(is_hash) || (folder.ends_with("/assets") && of_vite().is_some())
}

#[cfg(test)]
mod tests {
    use super::is_hashed;

    #[test]
    fn hashes_are_told_from_words_and_dates() {
        for hashed in [
            "/app-3f2a9c1b.js",
            "/app.3f2a9c1b77d04e55.css",
            "/deep/ask-user-widget-0b8d3a545b0f4b0e_bg.wasm",
            "/assets/index-DiwrgTda.js",
            "/app/assets/index-B1_x-9zA.css",
        ] {
            assert!(is_hashed(hashed), "{hashed}");
        }
        for plain in [
            "/",
            "/index.html",
            "/ask-user-widget_bg.wasm",
            "/report-20261118.pdf",
            "/3f2a9c1b77d04e55/index.html",
            "/decade-facade.js",
            "/index-DiwrgTda.js",
            "/assets/ask-approval.js",
            "/assets/controller.js",
            "/assets/-DiwrgTda.js",
            "/assets/ü-Ärgernisse.js",
        ] {
            assert!(!is_hashed(plain), "{plain}");
        }
    }
}
