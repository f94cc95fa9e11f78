//! The bridge on the network: routes, sockets, static files, and who may use them.
//!
//! Knows HTTP and WebSocket; what a session does with what comes in is not decided here.

mod access;
mod agents;
mod policy;
mod rate;
mod refusal;
mod slot;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use tower_http::services::ServeDir;

use crate::config::{Config, Limits, Names};
use crate::session::Sessions;
use access::Access;
pub(crate) use slot::Slot;

/// What every handler shares.
#[derive(Clone, Debug)]
pub(crate) struct App {
    sessions: Sessions,
    access: Arc<Access>,
    names: Names,
    limits: Limits,
}

/// All routes of a bridge that listens on `port`.
pub(crate) fn router(config: &Config, port: u16, sessions: Sessions) -> Router {
    let access = Arc::new(Access::new(config, port));
    let app = App { sessions, access: access.clone(), names: config.names(), limits: config.limits.clone() };
    let guarded = Router::new()
        .route("/ws/{session}", get(socket::upgrade))
        .route("/sessions", post(agents::session))
        .route("/sessions/{session}/ask", post(agents::ask))
        .route("/sessions/{session}/events", post(agents::event))
        .route_layer(middleware::from_fn_with_state(access, access::check_origin))
        .layer(DefaultBodyLimit::max(config.limits.message_bytes))
        .with_state(app);
    let router = Router::new().route("/healthz", get(async || "ok")).merge(guarded);
    let router = match &config.dist {
        Some(dist) => router.fallback_service(ServeDir::new(dist)),
        None => router,
    };
    policy::on_everything(router)
}
