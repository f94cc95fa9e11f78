//! Agents without keys, as MCP has them: a tool call that broke is made again with the same content, and is the same ask as long as
//! no agent has its result. The agent makes one call at a time, and may use the same tool in the same way later.

use ask_user_bridge::room::{self, AskState, AskStatus, Content, Keep, Outcome, QuestionId, Request, TimeLimit};
use ask_user_widget::protocol::RequestKind;
use serde_json::Value;

use crate::calls::{Reply, is_answer_to};
use crate::decision::Ending;
use crate::invariants::{Checked, Invariant, holds};
use crate::world::World;

/// One use of a tool, as its agent knows it.
#[derive(Debug)]
pub(crate) struct ToolCall {
    content: Content,
    request: Request,
    limit: Option<u32>,
    /// What becomes of the reply to the call that waits now, and the ask for which it waits.
    waits: Option<(QuestionId, Reply)>,
    got: Option<Value>,
}

/// An ask that is known by its content.
#[derive(Debug)]
pub(crate) struct ToolAsk {
    id: QuestionId,
    content: Content,
    /// Whether its result was handed to some call.
    is_handed: bool,
}

impl World {
    /// The tool call that has no result yet. An agent makes one after the other.
    pub(crate) fn open_tool_call(&self) -> Option<usize> {
        self.tool_calls.iter().position(|call| call.got.is_none())
    }

    /// The agent uses a tool.
    pub(crate) fn new_tool_call(&mut self, request: Request, limit: Option<u32>) -> usize {
        let content = Content::of(&request);
        self.tool_calls.push(ToolCall { content, request, limit, waits: None, got: None });
        self.tool_calls.len() - 1
    }

    /// The agent makes its call, for the first time or again, and the request arrives.
    pub(crate) fn calls_tool(&mut self, number: usize, reply: Reply) -> Checked {
        let ToolCall { content, request, limit, .. } = &self.tool_calls[number];
        let (content, request, limit) = (self.mutated_content(content), request.clone(), *limit);
        let question = QuestionId::from(format!("m{}", self.steps));
        // What is repeated depends on the time, which a room hears with its inputs.
        self.handle_room_input(room::Input::Wake)?;
        let is_new = self.bridge.find_content(&content).is_none();
        if is_new {
            self.note_tool_ask(&question, number, limit)?;
        }
        let time_limit = self.mutated_limit(limit.map(TimeLimit::from_seconds));
        let keep = Keep::RecordOnce(content.clone());
        let ask = room::Input::Ask { question: question.clone(), request, limit: time_limit, keep };
        self.handle_room_input(ask)?;
        let state = self.bridge.find(&question).or_else(|| self.bridge.find_content(&content));
        let state = self.mutated_repeat(number, state.expect("it was taken, or is known"));
        self.waits_for_tool(number, state, reply)
    }

    /// The agent asks for the result of its latest call.
    pub(crate) fn asks_for_latest(&mut self, number: usize, reply: Reply) -> Checked {
        let Some(latest) = self.bridge.latest_by_content().cloned() else { return Ok(()) };
        let content = &self.tool_calls[number].content;
        let ask = self.tool_asks.iter().rev().find(|ask| ask.content == *content);
        // The call itself may never have arrived.
        let Some(ask) = ask.filter(|ask| !ask.is_handed) else { return Ok(()) };
        holds(Invariant::OwnAnswer, ask.id == latest, || format!("the latest is {latest}, and not {}", ask.id))?;
        match self.bridge.find(&latest) {
            Some(state) => self.waits_for_tool(number, state, reply),
            None => Ok(()),
        }
    }

    /// The call breaks. The bridge does nothing about that.
    pub(crate) fn tool_call_breaks(&mut self, number: usize) {
        self.tool_calls[number].waits = None;
    }

    /// The agent whose call has no result calls again, and nothing breaks any more.
    pub(crate) fn tool_is_called_again(&mut self) -> Checked {
        match self.open_tool_call() {
            Some(number) => self.calls_tool(number, Reply::Arrives),
            None => Ok(()),
        }
    }

    /// An ask is over for which a tool call may wait.
    pub(crate) fn note_tool_ask_over(&mut self, question: &QuestionId, result: Value) -> Checked {
        let waits = |call: &ToolCall| call.waits.as_ref().is_some_and(|(id, _)| id == question);
        let Some(number) = self.tool_calls.iter().position(waits) else { return Ok(()) };
        match self.tool_calls[number].waits.take() {
            Some((id, reply)) => self.tool_replies(number, id, reply, result),
            None => Ok(()),
        }
    }

    /// Calls of a bridge that has lost its memory have broken, and it knows no content.
    pub(crate) fn forget_tool_calls(&mut self) {
        self.tool_asks.clear();
        self.tool_calls.iter_mut().for_each(|call| call.waits = None);
    }

    /// What must be true of all tool calls now: what is the same is asked once.
    pub(crate) fn check_tool_asks(&self) -> Checked {
        let is_open = |ask: &&&ToolAsk| self.bridge.waits_for(ask.id.as_str());
        for ask in &self.tool_asks {
            let same: Vec<_> = self.tool_asks.iter().filter(|other| other.content == ask.content).collect();
            let open = same.iter().filter(is_open).count();
            holds(Invariant::AskedOnce, open <= 1, || format!("{same:?} are asked at the same time"))?;
        }
        Ok(())
    }

    /// What must be true of all tool calls in the end.
    pub(crate) fn check_tools_replied(&self) -> Checked {
        let open = self.open_tool_call();
        holds(Invariant::Fetchable, open.is_none(), || format!("tool call {open:?} never got a result"))
    }

    /// Whether a frame may bring this ask.
    pub(crate) fn is_tool_ask(&self, id: &str) -> bool {
        self.tool_asks.iter().any(|ask| ask.id.as_str() == id)
    }

    /// An allowance that some call with the same content has had.
    pub(crate) fn allowed_before(&self, number: usize) -> Option<AskState> {
        let content = &self.tool_calls[number].content;
        let handed = self.tool_asks.iter().filter(|ask| ask.is_handed && ask.content == *content);
        let mut states = handed.filter_map(|ask| self.bridge.find(&ask.id));
        states.find(|state| matches!(&state.status, AskStatus::Over { result, .. } if result["behavior"] == "allow"))
    }

    /// A new ask begins: not while a decision on the same content waits for its agent.
    fn note_tool_ask(&mut self, question: &QuestionId, number: usize, limit: Option<u32>) -> Checked {
        let content = self.tool_calls[number].content.clone();
        let is_decided = |ask: &&ToolAsk| {
            let state = self.bridge.find(&ask.id).map(|state| state.status);
            matches!(state, Some(AskStatus::Over { outcome: Outcome::Answered | Outcome::Cancelled, .. }))
        };
        let mut same = self.tool_asks.iter().filter(|ask| ask.content == content && !ask.is_handed);
        let unheard = same.find(is_decided).map(|ask| ask.id.clone());
        holds(Invariant::AskedOnce, unheard.is_none(), || format!("{unheard:?} was decided, and is asked again"))?;
        self.tool_asks.push(ToolAsk { id: question.clone(), content, is_handed: false });
        self.note_asked_anew(question.as_str(), limit);
        Ok(())
    }

    fn waits_for_tool(&mut self, number: usize, state: AskState, reply: Reply) -> Checked {
        match state.status {
            AskStatus::Pending => {
                self.tool_calls[number].waits = Some((state.id, reply));
                Ok(())
            }
            AskStatus::Over { result, .. } => self.tool_replies(number, state.id, reply, result),
        }
    }

    /// A tool call is over, and the agent has its reply, or not.
    fn tool_replies(&mut self, number: usize, id: QuestionId, reply: Reply, result: Value) -> Checked {
        self.note(|| format!("agent  <- tool call {number} of {id}, {reply:?}: {result}"));
        if reply == Reply::NotSent {
            return Ok(());
        }
        let request = &self.tool_calls[number].request;
        let is_allowance = request.kind() == RequestKind::Permission && result["behavior"] == "allow";
        let is_own = is_answer_to(request, &result);
        holds(Invariant::OwnAnswer, is_own, || format!("tool call {number} got {result}"))?;
        if let Some(ask) = self.tool_asks.iter_mut().find(|ask| ask.id == id) {
            let was_handed = std::mem::replace(&mut ask.is_handed, true);
            holds(Invariant::AllowedOnce, !(is_allowance && was_handed), || format!("{id} is allowed a second time"))?;
        }
        self.handle_room_input(room::Input::Fetched(id.clone()))?;
        if reply == Reply::Arrives {
            let ending = Ending::of_result(&result);
            let known = self.ledger.endings(id.as_str());
            holds(Invariant::OwnAnswer, known.contains(&&ending), || format!("{ending:?} is no end of {known:?}"))?;
            self.tool_calls[number].got = Some(result);
        }
        Ok(())
    }
}
