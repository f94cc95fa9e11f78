//! An ask as it is kept for the next page, and as that page finds it again. What it finds may be anybody's: everything is
//! checked as if the person had just typed it.

use super::{Item, State, UNDO};
use crate::protocol::{Ask, Question, Value};
use crate::session::draft::Draft;
use crate::session::link::ConnectionId;
use crate::session::outcome::Outcome;
use crate::session::time::Time;
use crate::text;

/// So long a kept ask waits for the bridge to say whether it is still wanted; then it is shown as it was.
const UNSURE: u64 = 3_000;

impl Item {
    /// What to keep; nothing of an ask that nobody has seen.
    pub(in crate::session) fn kept(&self) -> Option<Value> {
        let (state, more) = match &self.state {
            _ if !self.was_seen() && !self.is_unsure => return None,
            State::Asking => ("asking", Value::Null),
            State::Cancelling { until } => ("cancelling", time(*until)),
            State::Decided { cancelled } => ("decided", (*cancelled).into()),
            State::Sent { cancelled, .. } => ("sent", (*cancelled).into()),
            State::Ended { outcome, .. } => (outcome.word(), Value::Null),
        };
        Some(Value::map([
            ("id", self.id().into()),
            ("ask", self.ask.source.clone()),
            ("drafts", Value::List(self.drafts.iter().map(draft_value).collect())),
            ("step", Value::Int(self.step as i64)),
            ("folded", self.minimized.into()),
            ("deadline", self.deadline.map_or(Value::Null, time)),
            ("state", state.into()),
            ("more", more),
        ]))
    }

    /// The ask that was kept so, if it can be read. `annotated` is whether annotations were sent with what was sent.
    pub(in crate::session) fn restore(now: Time, value: &Value, annotated: bool) -> Option<Item> {
        let id = value.get("id")?.as_str().filter(|id| !id.is_empty())?;
        let mut item = Item::new(now, Ask::read(id.to_owned(), value.get("ask")?), now.plus_millis(UNSURE));
        let drafts = value.get("drafts")?.as_list()?;
        for ((draft, kept), question) in item.drafts.iter_mut().zip(drafts).zip(&item.ask.questions) {
            *draft = read_draft(question, kept)?;
        }
        let steps = item.ask.questions.len() - usize::from(!item.has_review());
        item.step = (value.get("step")?.as_f64()? as usize).min(steps);
        item.minimized = value.get("folded")?.as_bool()?;
        // A clock that was changed in between must not give more time than there ever was.
        if let (Some(longest), Some(kept)) = (item.deadline, value.get("deadline").and_then(Value::as_f64)) {
            item.deadline = Some(longest.min(Time(kept as u64)));
        }
        let more = value.get("more")?;
        let cancelled = more.as_bool() == Some(true);
        item.state = match value.get("state")?.as_str()? {
            "asking" => State::Asking,
            "cancelling" => {
                State::Cancelling { until: now.plus_millis(UNDO).min(Time(more.as_f64().unwrap_or_default() as u64)) }
            }
            "decided" => State::Decided { cancelled },
            // On no connection of this page.
            "sent" => State::Sent { connection: ConnectionId::default(), cancelled, again: false, annotated },
            word => State::Ended { outcome: Outcome::ENDINGS.into_iter().find(|end| end.word() == word)?, words: None },
        };
        item.is_unsure = item.is_asking();
        if !item.is_unsure {
            item.reveal_at = None;
        }
        item.count_down(now);
        Some(item)
    }

    /// The bridge still waits for it: what was kept is shown.
    pub(super) fn show_kept(&mut self, now: Time) {
        if std::mem::take(&mut self.is_unsure) && self.reveal_at.is_some() {
            self.reveal_at = Some(now);
        }
    }
}

fn time(time: Time) -> Value {
    Value::Int(time.0 as i64)
}

fn draft_value(draft: &Draft) -> Value {
    let picks = draft.picks.iter().map(|pick| Value::Int(*pick as i64)).collect();
    Value::List(vec![
        Value::List(picks),
        draft.other_chosen.into(),
        draft.other.as_str().into(),
        draft.notes.as_str().into(),
    ])
}

fn read_draft(question: &Question, value: &Value) -> Option<Draft> {
    let [picks, other_chosen, other, notes] = value.as_list()? else { return None };
    let mut draft =
        Draft { other: text::typed(other.as_str()?), notes: text::typed(notes.as_str()?), ..Draft::default() };
    for pick in picks.as_list()? {
        draft.pick(question, pick.as_f64()? as usize, true);
    }
    if other_chosen.as_bool()? {
        draft.pick_other(question, true);
    }
    Some(draft)
}
