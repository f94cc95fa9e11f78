//! Calls of agents that break, and whose asks outlive them, because they have a key or are recorded without one. The request may be lost,
//! or the reply, at any moment; the agent calls again, polls, withdraws, and gives its key to another request by mistake. And the bridge is
//! restarted: an ask without a key is lost then.

use ask_user_bridge::room::{self, AskStatus, IdempotencyKey, Keep, QuestionId, Refusal, Request, TimeLimit};
use ask_user_widget::session::Draft;
use serde_json::Value;

use crate::decision::Ending;
use crate::fleet::Bridge;
use crate::invariants::{Checked, Invariant, holds};
use crate::ledger::AskRecord;
use crate::world::World;

/// One recorded ask, as its agent knows it.
#[derive(Debug)]
pub(crate) struct Call {
    /// Without one the agent asks once, and looks for the result by the id that it was given.
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) id: String,
    request: Request,
    limit: Option<u32>,
    /// Whether the request has reached a bridge.
    pub(crate) was_asked: bool,
    /// Whether a node of a fleet has said that the ask is recorded.
    pub(crate) is_taken: bool,
    /// What becomes of the reply to the call that waits now.
    pub(crate) waits: Option<Reply>,
    /// What this bridge has recorded, and when.
    pub(crate) recorded: Option<(u64, Value)>,
    /// What has reached the agent.
    pub(crate) got: Option<Value>,
    /// Whether a bridge has said that the result is no longer kept, or that it knows no such ask.
    pub(crate) is_expired: bool,
    /// Whether the bridge has lost the ask, and it was not asked again.
    pub(crate) is_lost: bool,
}

/// What becomes of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Arrives,
    /// The call has broken before, and the bridge knows it.
    NotSent,
    /// It is lost on its way, and nobody knows.
    Lost,
}

impl Call {
    /// Whether its agent has to come back for it.
    pub(crate) fn is_open(&self) -> bool {
        self.got.is_none() && !self.is_expired
    }
}

impl World {
    /// An agent asks under a new key.
    pub(crate) fn new_call(&mut self, request: Request, limit: Option<u32>) -> usize {
        let key = IdempotencyKey::new(&format!("key-{}", self.calls.len())).expect("a key");
        let id = key.question_id("s", &request).to_string();
        self.remember_call(Some(key), id, request, limit)
    }

    /// An agent asks without a key, and does not wait.
    pub(crate) fn new_call_without_key(&mut self, request: Request, limit: Option<u32>) -> usize {
        let id = format!("r{}", self.calls.len());
        self.remember_call(None, id, request, limit)
    }

    fn remember_call(
        &mut self,
        key: Option<IdempotencyKey>,
        id: String,
        request: Request,
        limit: Option<u32>,
    ) -> usize {
        self.calls.push(Call {
            key,
            id,
            request,
            limit,
            was_asked: false,
            is_taken: false,
            waits: None,
            recorded: None,
            got: None,
            is_expired: false,
            is_lost: false,
        });
        self.calls.len() - 1
    }

    /// The agent calls, for the first time or again, and the request arrives. Without a key it looks for what it has asked.
    pub(crate) fn calls(&mut self, number: usize, reply: Reply) -> Checked {
        let Call { key, id, request, limit, was_asked, .. } = &self.calls[number];
        let (request, limit) = (request.clone(), *limit);
        let asks = key.is_some() || !was_asked;
        let (question, key) = match key {
            Some(key) => (self.mutated_question(number, id), Some(self.mutated_key(number, key))),
            None => (QuestionId::from(id.as_str()), None),
        };
        if asks {
            let is_known = match self.bridge {
                Bridge::One(_) => self.find(&question).is_some() || self.calls[number].recorded.is_some(),
                // It may be under way at another node.
                Bridge::Fleet(_) => self.ledger.asks.contains_key(question.as_str()) && !self.calls[number].is_lost,
            };
            if !is_known {
                self.note_asked_anew(question.as_str(), limit);
            }
            self.calls[number].was_asked = true;
            self.calls[number].is_lost = false;
            let limit = self.mutated_limit(limit.map(TimeLimit::from_seconds));
            let keep = Keep::Record { key };
            if self.bridge.is_fleet() {
                self.calls[number].waits = Some(reply);
            }
            self.handle_room_input(room::Input::Ask { question: question.clone(), request, limit, keep })?;
        }
        if let Bridge::Fleet(fleet) = &mut self.bridge {
            // Its node replies when it knows.
            if asks || !self.calls[number].is_taken {
                return Ok(());
            }
            self.calls[number].waits = Some(reply);
            fleet.watch(question);
            return self.handle_room_input(room::Input::Wake);
        }
        match self.find(&question).map(|state| state.status) {
            Some(AskStatus::Over { result, .. }) => self.replies(number, reply, result),
            Some(AskStatus::Pending) => {
                self.calls[number].waits = Some(reply);
                Ok(())
            }
            None if asks => Ok(()),
            None => self.is_unknown(number),
        }
    }

    /// The call that waits breaks.
    pub(crate) fn breaks(&mut self, number: usize) -> Checked {
        self.calls[number].waits = None;
        let question = QuestionId::from(self.calls[number].id.as_str());
        self.note_forsaken(number);
        self.handle_room_input(room::Input::HangUp(question))
    }

    /// The call of an agent has broken. One without a key that has not even heard under which id it would find the ask asks anew.
    pub(crate) fn note_forsaken(&mut self, number: usize) {
        let call = &mut self.calls[number];
        let is_forsaken = call.was_asked && call.key.is_none() && !call.is_taken;
        if let Bridge::Fleet(fleet) = &mut self.bridge
            && is_forsaken
        {
            call.is_expired = true;
            fleet.note_orphan(&call.id);
        }
    }

    /// The agent polls once, and calls again if its ask is not known and has a key.
    pub(crate) fn polls(&mut self, number: usize, reply: Reply) -> Checked {
        let question = QuestionId::from(self.calls[number].id.as_str());
        match self.find(&question).map(|state| state.status) {
            Some(AskStatus::Over { result, .. }) if !self.bridge.is_fleet() => self.replies(number, reply, result),
            Some(AskStatus::Pending) if !self.bridge.is_fleet() => Ok(()),
            Some(_) | None => self.calls(number, reply),
        }
    }

    /// The agent withdraws its ask.
    pub(crate) fn withdraws(&mut self, number: usize) -> Checked {
        let question = QuestionId::from(self.calls[number].id.as_str());
        self.handle_room_input(room::Input::Withdraw(question))
    }

    /// The agent uses a key for something else.
    pub(crate) fn reuses_key(&mut self, number: usize, request: Request) -> Checked {
        let question = QuestionId::from(self.calls[number].id.as_str());
        let Some(key) = self.calls[number].key.clone() else { return Ok(()) };
        let other = key.question_id("s", &request);
        if self.find(&question).is_none() || other == question {
            return Ok(());
        }
        let keep = Keep::Record { key: Some(key) };
        self.handle_room_input(room::Input::Ask { question: other.clone(), request, limit: None, keep })?;
        let is_refused = self.bridge.find(&other).is_none();
        holds(Invariant::AskedOnce, is_refused, || format!("the key of {question} was taken for {other}"))
    }

    /// Every agent that has no result calls again, and nothing breaks any more.
    pub(crate) fn all_call_again(&mut self) -> Checked {
        for number in 0..self.calls.len() {
            if self.calls[number].is_open() {
                self.calls(number, Reply::Arrives)?;
            }
        }
        self.tool_is_called_again()
    }

    /// The bridge ends and starts again with nothing in its memory. All connections end with it.
    pub(crate) fn restarts_bridge(&mut self) {
        self.note(|| "the bridge is restarted".to_owned());
        self.link.restart(self.now);
        self.forgets();
    }

    /// What agents know when a bridge has forgotten everything.
    pub(crate) fn forget_calls(&mut self) {
        self.forget_tool_calls();
        for call in &mut self.calls {
            call.waits = None;
            call.recorded = None;
            call.is_lost = true;
            let Some(ask) = self.ledger.asks.get_mut(&call.id) else { continue };
            if !call.is_open() {
                // Its agent had been told to ask anew.
                ask.ending.get_or_insert(Ending::HungUp);
                // Nor does it come for what a page still has to deliver.
                ask.past.push(Ending::HungUp);
                continue;
            }
            match call.key {
                Some(_) => ask.past.extend(ask.ending.take()),
                // Nobody asks it again.
                None => {
                    ask.ending.get_or_insert(Ending::HungUp);
                    call.is_expired = true;
                }
            }
        }
    }

    /// The bridge has the end of an ask that may have been a call's.
    pub(crate) fn note_recorded(&mut self, question: &QuestionId, result: Value) -> Checked {
        let Some(number) = self.calls.iter().position(|call| call.id == question.as_str()) else { return Ok(()) };
        let call = &mut self.calls[number];
        let before = call.recorded.replace((self.now, result.clone()));
        holds(Invariant::OneRecord, before.is_none(), || format!("{question} was {before:?} and is {result}"))?;
        match self.calls[number].waits.take_if(|_| !self.bridge.is_fleet()) {
            Some(reply) => self.replies(number, reply, result),
            None => Ok(()),
        }
    }

    /// Whether the result of a call was kept for as long as it is.
    pub(crate) fn is_forgotten(&self, number: usize) -> bool {
        let recorded = self.calls[number].recorded.as_ref();
        let slack = if self.bridge.is_fleet() { 1_000 } else { 0 };
        recorded.is_some_and(|(at, _)| at + self.keep_seconds * 1000 <= self.now + slack)
    }

    /// The bridge says that it knows no ask of this id, though it has taken it.
    pub(crate) fn is_unknown(&mut self, number: usize) -> Checked {
        self.calls[number].is_expired = true;
        let is_due = self.is_forgotten(number);
        holds(Invariant::Fetchable, is_due, || format!("{} is not known any more", self.calls[number].id))
    }

    /// The bridge does not take a call.
    pub(crate) fn note_refused(&mut self, question: &QuestionId, refusal: Refusal) -> Checked {
        let Some(call) = self.calls.iter_mut().find(|call| call.id == question.as_str()) else { return Ok(()) };
        call.is_expired = true;
        let slack = if self.bridge.is_fleet() { 1_000 } else { 0 };
        let is_due = call.recorded.as_ref().is_some_and(|(at, _)| at + self.keep_seconds * 1000 <= self.now + slack);
        holds(Invariant::Fetchable, refusal == Refusal::KeyExpired && is_due, || format!("{question}: {refusal:?}"))
    }

    /// What must be true of all records now.
    pub(crate) fn check_calls(&self) -> Checked {
        for Call { id, recorded, .. } in &self.calls {
            let Some((at, result)) = recorded else { continue };
            let kept_until = at + self.keep_seconds * 1000;
            let found = self.find(&QuestionId::from(id.as_str()));
            let is_right = match self.bridge {
                Bridge::One(_) => found.is_some() == (kept_until > self.now),
                // A step is made a moment before it counts, and what is due may wait for the store.
                Bridge::Fleet(_) => found.is_some() || kept_until <= self.now + 1_000,
            };
            holds(Invariant::Fetchable, is_right, || format!("{id} was recorded at {at}, and now there is {found:?}"))?;
            let is_same = found.is_none_or(|state| match state.status {
                AskStatus::Pending => false,
                AskStatus::Over { result: found, .. } => found == *result,
            });
            holds(Invariant::OneRecord, is_same, || format!("the record of {id} is no longer {result}"))?;
        }
        Ok(())
    }

    /// A frame brings this ask to a page: one ask a key, and none that the bridge knows to be over, unless it was replayed.
    pub(crate) fn check_asked_once(&self, id: &str) -> Checked {
        let has_record = ["k_", "r", "m"].iter().any(|prefix| id.starts_with(prefix));
        let is_known = !has_record || self.calls.iter().any(|call| call.id == id) || self.is_tool_ask(id);
        holds(Invariant::AskedOnce, is_known, || format!("{id} is asked, and no agent has asked so"))?;
        let over = self.calls.iter().find(|call| call.id == id && call.recorded.is_some());
        let is_asked_anew = over.is_some() && self.bridge.pending().is_some_and(|pending| pending.as_str() == id);
        holds(Invariant::AskedOnce, !is_asked_anew, || format!("{id} is over, and asked again"))
    }

    /// What must be true of all calls in the end.
    pub(crate) fn check_fetched(&self) -> Checked {
        for call in &self.calls {
            holds(Invariant::Fetchable, !call.is_open(), || format!("the agent never got the result of {}", call.id))?;
        }
        self.check_tools_replied()
    }

    /// A call is over, and the agent has its reply, or not.
    pub(crate) fn replies(&mut self, number: usize, reply: Reply, result: Value) -> Checked {
        let question = QuestionId::from(self.calls[number].id.as_str());
        if reply != Reply::NotSent {
            self.handle_room_input(room::Input::Fetched(question))?;
        }
        if reply != Reply::Arrives {
            return Ok(());
        }
        self.note(|| format!("agent  <- call {number}: {result}"));
        let result = self.mutated_result(number, result);
        let call = &mut self.calls[number];
        call.got = Some(result.clone());
        let is_own = is_answer_to(&call.request, &result);
        holds(Invariant::OwnAnswer, is_own, || format!("{} got {result}", call.id))?;
        let ending = Ending::of_result(&result);
        let known = self.ledger.endings(&self.calls[number].id);
        holds(Invariant::OwnAnswer, known.contains(&&ending), || format!("{ending:?} is no end of {known:?}"))
    }

    /// An ask begins, as far as this bridge can know.
    pub(crate) fn note_asked_anew(&mut self, id: &str, limit: Option<u32>) {
        let limit = limit.map_or(Some(55), |seconds| Some(u64::from(seconds)).filter(|seconds| *seconds > 0));
        // Without a limit it ends when its result would be forgotten.
        let limit = Some(limit.unwrap_or(self.keep_seconds));
        let now = self.now;
        let fresh = || AskRecord { at: now, limit, ending: None, past: Vec::new(), frame: None };
        let ask = self.ledger.asks.entry(id.to_owned()).or_insert_with(fresh);
        ask.at = now;
        self.note_may_come_again(id);
    }

    /// Pages may see an ask again that they know to be over.
    pub(crate) fn note_may_come_again(&mut self, id: &str) {
        let was_over = self.ledger.asks.get(id).is_some_and(|ask| !ask.past.is_empty());
        // What was over under the last bridge may be seen again.
        for (_, seen) in self.ledger.seen.iter_mut().filter(|((_, seen), _)| seen == id) {
            seen.is_asked_again = true;
            seen.notified = 0;
            // Of what was over, and taken or read, a page need not keep what was typed; one that was loaded again cannot.
            // Nor need it keep that nothing was.
            let is_empty =
                |draft: &Draft| draft.picks.is_empty() && draft.text.trim().is_empty() && draft.notes.trim().is_empty();
            let was_dropped = was_over && (seen.is_read || seen.is_reloaded || !seen.sent.is_empty());
            if was_dropped || (seen.is_reloaded && seen.drafts.iter().all(is_empty)) {
                seen.acceptable.push(Vec::new());
            }
        }
    }

    /// A recorded ask as an agent finds it.
    fn find(&self, question: &QuestionId) -> Option<room::AskState> {
        self.mutated_state(self.bridge.find(question))
    }
}

/// Whether a result can be one to this request: it names its questions, its tool or nothing at all.
pub(crate) fn is_answer_to(request: &Request, result: &Value) -> bool {
    match request {
        Request::Questions(_) => {
            let answers = result["updatedInput"]["answers"].as_object();
            let questions = result["updatedInput"]["questions"].as_array();
            let asked = |text: &str| questions.is_some_and(|all| all.iter().any(|one| one["question"] == text));
            result["behavior"].is_string() && answers.is_none_or(|answers| answers.keys().all(|key| asked(key)))
        }
        Request::Permission(_) => result["behavior"].is_string() && result["updatedInput"]["questions"].is_null(),
        Request::Elicitation(_) => result["action"].is_string(),
    }
}

/// The id of the ask that a frame brings.
pub(crate) fn id_of(frame: &Value) -> Option<&str> {
    match frame["type"].as_str()? {
        "ask_user_question" => frame["question_id"].as_str(),
        "permission_request" | "elicitation_request" => frame["request_id"].as_str(),
        _ => None,
    }
}
