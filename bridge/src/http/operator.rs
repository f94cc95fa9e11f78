//! What an operator's machinery asks: is the process alive, should it get traffic, what has it done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::App;
use super::credential::Wanted;
use super::guesses::Guesser;
use super::refusal::{self, Reason, Refusal};
use crate::client::Client;
use crate::metrics::{self, Metrics};
use crate::random;
use crate::store::Store;

/// Whether the bridge should get traffic: not when it is about to stop, and not when its store is away.
#[derive(Clone, Debug)]
pub(crate) struct Readiness {
    is_over: Arc<AtomicBool>,
    store: Arc<dyn Store>,
}

impl Readiness {
    pub(crate) fn new(store: Arc<dyn Store>) -> Readiness {
        Readiness { is_over: Arc::default(), store }
    }

    /// From now on it should get none.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// `GET /healthz`: the process is alive. A name for this process, so that whoever puts several bridges behind one address sees
/// that they are several: without a store a page and an agent that reach different ones never meet.
pub(super) fn health(is_shared: bool) -> impl IntoResponse + Clone {
    let sessions = if is_shared { "shared" } else { "this process only" };
    let health = json!({"status": "ok", "sessions": sessions, "process": random::process_id()});
    ([(header::CONTENT_TYPE, "application/json")], health.to_string())
}

/// `GET /readyz`: 200 as long as it should get traffic, else 503.
pub(super) async fn ready(readiness: &Readiness) -> Response {
    let (status, word) = match (readiness.is_over(), readiness.store.ping().await) {
        (false, Ok(())) => (StatusCode::OK, "ready"),
        (false, Err(_)) => (StatusCode::SERVICE_UNAVAILABLE, "the store is away"),
        (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
    };
    (status, refusal::json(&json!({"status": word}))).into_response()
}

/// `GET /metrics`: for whoever has the master token, where one is wanted.
pub(super) async fn metrics(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    app.access.require(&Guesser::new(client, &headers), &headers, Wanted::Master)?;
    let text = app.sessions.metrics().text(app.sessions.count());
    Ok(([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text))
}

/// Counts what is refused, on whatever route.
pub(super) async fn count_refusals(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if let Some(Reason(reason)) = response.extensions().get() {
        metrics.refused(reason);
    }
    response
}
