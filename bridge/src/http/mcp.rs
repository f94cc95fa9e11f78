//! `POST /mcp/{session}`: lets an agent in as the other routes do, and hands its request to [`crate::mcp`].

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, Request, State};
use axum::response::Response;

use super::App;
use super::agents::{admit, read_bytes};
use super::log::Log;
use super::refusal::Refusal;
use crate::client::Client;
use crate::mcp::Endpoint;

/// Serves one request.
pub(super) async fn serve(
    State(app): State<App>,
    Extension(endpoint): Extension<Endpoint>,
    Path(session): Path<String>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Response, Refusal> {
    let id = admit(&app, &session, client, request.headers())?;
    Log::new(&id).note("an MCP client calls");
    let (parts, body) = request.into_parts();
    let body: Bytes = read_bytes(&app, Request::from_parts(parts.clone(), body)).await?;
    let response = endpoint.serve(id, client, Request::from_parts(parts, body)).await;
    Ok(response.map(Body::new))
}
