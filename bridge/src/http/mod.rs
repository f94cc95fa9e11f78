//! The bridge on the network: routes, sockets, static files, and who may use them.
//!
//! Knows HTTP and WebSocket; what a session does with what comes in is not decided here.

mod access;
mod agents;
mod asks;
mod credential;
mod files;
mod guesses;
mod host;
mod log;
#[cfg(feature = "mcp")]
mod mcp;
mod operator;
mod policy;
mod prefer;
mod rate;
mod refusal;
mod slot;
mod socket;
mod tokens;

use std::sync::Arc;

#[cfg(feature = "mcp")]
use axum::Extension;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use crate::config::{Config, Limits, Names};
use crate::session::Sessions;
use access::Access;
use host::Hosts;
pub(crate) use operator::Readiness;
pub(crate) use slot::Slot;

/// What every handler shares.
#[derive(Clone, Debug)]
pub(crate) struct App {
    sessions: Sessions,
    access: Arc<Access>,
    names: Names,
    limits: Arc<Limits>,
}

/// All routes of a bridge that listens on `port`.
pub(crate) fn router(config: &Config, port: u16, sessions: Sessions, readiness: Readiness) -> Router {
    let metrics = sessions.metrics().clone();
    let access = Arc::new(Access::new(config, port));
    let app = App { sessions, access: access.clone(), names: config.names(), limits: Arc::new(config.limits.clone()) };
    let guarded = Router::new()
        .route("/ws/{session}", get(socket::upgrade))
        .route("/metrics", get(operator::metrics))
        .route("/sessions", post(agents::session))
        .route("/sessions/{session}", get(agents::status))
        .route("/sessions/{session}/ask", post(agents::ask))
        .route("/sessions/{session}/permission", post(agents::permission))
        .route("/sessions/{session}/elicit", post(agents::elicit))
        .route("/sessions/{session}/asks", get(asks::list))
        .route("/sessions/{session}/asks/{ask}", get(asks::find).delete(asks::withdraw))
        .route("/sessions/{session}/events", post(agents::event))
        .route("/sessions/{session}/tokens", post(tokens::issue));
    #[cfg(feature = "mcp")]
    let guarded = guarded
        .route("/mcp/{session}", post(mcp::serve))
        .layer(Extension(crate::mcp::Endpoint::new(config, app.sessions.clone())));
    let guarded = guarded
        .route_layer(middleware::from_fn_with_state(access, access::check_origin))
        .layer(DefaultBodyLimit::max(config.limits.message_bytes))
        .with_state(app);
    let health = operator::health(config.store.is_some());
    let router = Router::new()
        .route("/healthz", get(async move || health.clone()))
        .route("/readyz", get(async move || operator::ready(&readiness).await))
        .merge(guarded);
    let router = match &config.dist {
        Some(dist) => files::serve(router, dist),
        None => router,
    };
    let hosts = Arc::new(Hosts::new(config));
    let router = router
        .layer(middleware::from_fn_with_state(hosts, host::check))
        .layer(middleware::from_fn_with_state(metrics, operator::count_refusals));
    policy::on_everything(router)
}
