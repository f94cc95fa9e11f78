//! The bridge on the network: routes, sockets, static files, and who may use them.
//!
//! Knows HTTP and WebSocket; what a session does with what comes in is not decided here.

mod access;
mod agents;
mod guesses;
mod host;
mod log;
mod policy;
mod rate;
mod refusal;
mod slot;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::json;
use tower_http::services::ServeDir;

use crate::config::{Config, Limits, Names};
use crate::random;
use crate::session::Sessions;
use access::Access;
use host::Hosts;
pub(crate) use slot::Slot;

/// What every handler shares.
#[derive(Clone, Debug)]
pub(crate) struct App {
    sessions: Sessions,
    access: Arc<Access>,
    names: Names,
    limits: Limits,
    /// Whether to print what happens.
    is_verbose: bool,
}

/// All routes of a bridge that listens on `port`.
pub(crate) fn router(config: &Config, port: u16, sessions: Sessions) -> Router {
    let access = Arc::new(Access::new(config, port));
    let app = App {
        sessions,
        access: access.clone(),
        names: config.names(),
        limits: config.limits.clone(),
        is_verbose: config.verbose,
    };
    let guarded = Router::new()
        .route("/ws/{session}", get(socket::upgrade))
        .route("/sessions", post(agents::session))
        .route("/sessions/{session}", get(agents::status))
        .route("/sessions/{session}/ask", post(agents::ask))
        .route("/sessions/{session}/permission", post(agents::permission))
        .route("/sessions/{session}/elicit", post(agents::elicit))
        .route("/sessions/{session}/events", post(agents::event))
        .route_layer(middleware::from_fn_with_state(access, access::check_origin))
        .layer(DefaultBodyLimit::max(config.limits.message_bytes))
        .with_state(app);
    let health = health();
    let router = Router::new().route("/healthz", get(async move || health.clone())).merge(guarded);
    let router = match &config.dist {
        Some(dist) => router.fallback_service(ServeDir::new(dist)),
        None => router,
    };
    let hosts = Arc::new(Hosts::new(config));
    policy::on_everything(router.layer(middleware::from_fn_with_state(hosts, host::check)))
}

/// What `GET /healthz` says. A name for this process, so that whoever puts several bridges behind one address sees that
/// they are several: a page and an agent that reach different ones never meet.
fn health() -> impl IntoResponse + Clone {
    let health = json!({"status": "ok", "sessions": "this process only", "process": random::process_id()});
    ([(header::CONTENT_TYPE, "application/json")], health.to_string())
}
