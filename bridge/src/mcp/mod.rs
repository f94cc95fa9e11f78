//! `POST /mcp/{session}`: agents that speak MCP ask the person without any code of their own.
//!
//! The crate `rmcp` speaks the protocol (docs/decisions/0012-mcp-by-rmcp.md). Every request stands alone: there are no MCP
//! sessions, so nothing is lost when a client, a proxy or the bridge comes back. What is asked is recorded like every ask that
//! outlives its call ([`crate::session::Session::record_once`]): a client that hangs up, cancels or times out loses nothing, and
//! the same call again is the same ask.
//!
//! - `tool`: the names of the tools, and what clients are told about them.
//! - `arguments`: what a model wrote, read into a request; or a sentence that tells it what to write instead. Pure.
//! - `reply`: how far an ask has come, as a text for the model and as data for its program. Pure.
//! - `waiting`: how long a call waits, and how it says meanwhile that it is there.
//! - `server`: puts these together for `rmcp`.

mod arguments;
mod reply;
mod server;
mod settings;
#[cfg(test)]
mod tests;
mod tool;
mod waiting;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{Request, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

pub use settings::Settings;

use crate::client::Client;
use crate::config::Config;
use crate::session::{SessionId, Sessions};
use server::Server;

/// What all MCP requests of a bridge share.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    sessions: Sessions,
    settings: Settings,
    /// Whether the bridge speaks the basic protocol, which has questions only.
    is_plain: bool,
    http: StreamableHttpServerConfig,
}

impl Endpoint {
    pub(crate) fn new(config: &Config, sessions: Sessions) -> Endpoint {
        // The bridge has looked at host and origin before, as for every other route.
        let http = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(config.limits.message_bytes)
            .with_sse_keep_alive(Some(config.mcp.progress));
        Endpoint { sessions, settings: config.mcp, is_plain: config.plain, http }
    }

    /// Serves one request of a client that may take part in the session as an agent.
    pub(crate) async fn serve(&self, id: SessionId, client: Client, request: Request<Bytes>) -> Response<Body> {
        let endpoint = self.clone();
        let server = move || Ok(Server::new(endpoint.clone(), id.clone(), client));
        let service = StreamableHttpService::new(server, Arc::new(NeverSessionManager::default()), self.http.clone());
        service.handle(request.map(Body::from)).await.map(Body::new)
    }
}
