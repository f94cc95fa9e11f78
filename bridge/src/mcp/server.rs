//! One request of an MCP client, as `rmcp` hands it over.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod, CompleteRequestParams,
    CompleteResult, ErrorData, Implementation, InitializeResult, ListPromptsRequestMethod, ListPromptsResult,
    ListResourceTemplatesRequestMethod, ListResourceTemplatesResult, ListResourcesRequestMethod, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::Endpoint;
use super::arguments::{self, Call};
use super::reply;
use super::tool::Tool;
use super::waiting::{Listens, wait};
use crate::client::Client;
use crate::room::Refusal;
use crate::session::{AskError, SessionId};

/// What clients are told about the server as a whole.
const INSTRUCTIONS: &str = "Reaches the person who works with you, in a dialog on their page. Ask when a decision is theirs; \
                            gather what you need into one call. They may take minutes: a result with the status \"pending\" \
                            means that the dialog is still open, and ask_user_result waits on.";

/// An agent of one session.
#[derive(Debug)]
pub(super) struct Server {
    endpoint: Endpoint,
    id: SessionId,
    client: Client,
}

impl Server {
    pub(super) fn new(endpoint: Endpoint, id: SessionId, client: Client) -> Server {
        Server { endpoint, id, client }
    }

    /// Does what a model wants. The error is a sentence for it.
    async fn call(
        &self,
        call: Call,
        progress: Option<impl AsyncFnMut(u64) -> Listens>,
    ) -> Result<CallToolResult, String> {
        let session = self.endpoint.sessions.open(&self.id, self.client);
        let session = session.map_err(|_| "The bridge has as many sessions as it may have: try again later.")?;
        let id = match call {
            Call::Ask(request, limit) => session.record_once(request, Some(limit)).await.map_err(no_result)?.id,
            Call::Result(Some(id)) => id,
            Call::Result(None) => session.latest().await.map_err(no_result)?.ok_or("Nothing was asked here yet.")?,
        };
        let state = wait(&session, &id, &self.endpoint.settings, progress).await.map_err(no_result)?;
        Ok(reply::of_ask(&state.ok_or(reply::UNKNOWN)?))
    }
}

/// Why there is no result, for a model.
fn no_result(error: AskError) -> String {
    let advice = match error {
        AskError::Stopped | AskError::StoreAway => "Make the same call again in a few seconds.",
        AskError::Refused(Refusal::QueueFull | Refusal::RecordsFull) => {
            "Wait for what you have asked with ask_user_result."
        }
        AskError::Refused(Refusal::QuestionsOnly) => "Use ask_user instead.",
        AskError::Refused(Refusal::KeyReused | Refusal::KeyExpired) => "Ask again.",
    };
    format!("{error}. {advice}")
}

impl ServerHandler for Server {
    fn get_info(&self) -> InitializeResult {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let info = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")).with_title("Ask the person");
        InitializeResult::new(capabilities).with_server_info(info).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = Tool::of_bridge(self.endpoint.is_plain).iter().map(|tool| tool.describe()).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    /// There are tools and nothing else. Without a word of ours, `rmcp` answers with empty lists, as if there could be more.
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourceTemplatesRequestMethod>())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = Tool::named(&request.name, self.endpoint.is_plain);
        let tool = tool.ok_or_else(|| ErrorData::invalid_params("There is no such tool", None))?;
        let call = match arguments::read(tool, request.arguments.unwrap_or_default(), &self.endpoint.settings) {
            Ok(call) => call,
            Err(sentence) => return Ok(reply::of_error(&sentence).into()),
        };
        let progress = context.meta.get_progress_token().map(|token| {
            let peer = context.peer.clone();
            async move |seconds: u64| {
                let message = format!("The person has not answered yet ({seconds} s)");
                let notice = ProgressNotificationParam::new(token.clone(), seconds as f64).with_message(message);
                match peer.notify_progress(notice).await {
                    Ok(()) => Listens::Still,
                    Err(_) => Listens::NoMore,
                }
            }
        });
        // A client that goes away leaves the ask as it is; only this call ends.
        let result = tokio::select! {
            result = self.call(call, progress) => result,
            () = context.ct.cancelled() => Err("The call was cancelled; ask_user_result gets the answer.".to_owned()),
        };
        Ok(result.unwrap_or_else(|sentence| reply::of_error(&sentence)).into())
    }
}
