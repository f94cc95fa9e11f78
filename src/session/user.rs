//! What each input of the person does. What is not allowed is refused here, so that no view has to check.

use crate::protocol::{ClientFrame, Request};

use super::Session;
use super::approval_draft::ApprovalAction;
use super::draft::Draft;
use super::event::Event;
use super::guard::{GuardLevel, Press};
use super::input::{Action, ActionEffect, Output, UserInput};
use super::link::Connection;
use super::request_rules::FormChoice;
use super::time::Time;
use super::timing::EXTEND_BY_SECONDS;

impl Session {
    pub(super) fn user_input(&mut self, now: Time, input: UserInput) {
        match input {
            UserInput::Press(press) => self.press(now, press),
            UserInput::TakeSessionBack => self.link.take_back(now, &mut self.out),
            UserInput::RetryNow => self.link.retry(now, &mut self.out),
            UserInput::LoadAgain => self.load_rules_again(),
            UserInput::Act { id, action } => self.act(now, &id, action),
        }
    }

    /// Somebody who types on without looking gets back what they typed: what it chose is taken back, and the dialog gives way
    /// to the field in which they were.
    fn press(&mut self, now: Time, press: Press) {
        // Only the options of a question have digits.
        let front = self.front().filter(|front| front.ask.request.is_questions());
        let asked = front.and_then(|front| front.ask.questions().get(front.step));
        let offered = asked.map_or(0, |question| question.options.len());
        let is_single = asked.is_some_and(|question| !question.is_multiselectable());
        let mut press = press;
        if let Press::Digit(digit) = press
            && digit.to_digit(10).is_some_and(|digit| digit as usize > offered)
        {
            press = Press::Type(Some(digit));
        }
        let Some(guard) = self.guard.as_mut() else { return };
        let is_wary = guard.is_wary(now);
        if !guard.press(now, press, is_single) {
            return;
        }
        let (before, typed_on) = (std::mem::take(&mut guard.before), guard.typed_on.clone());
        let Some(front) = self.front_index().filter(|front| self.asks[*front].is_open()) else { return };
        let ask = &mut self.asks[front];
        for (draft, before) in ask.drafts.iter_mut().zip(&before) {
            draft.take_back(before);
        }
        ask.alert = None;
        if is_wary {
            (self.typed_at, self.typed_on) = (Some(now), typed_on);
            self.dialogs_typed_over += 1;
            if let Some(until) = self.typing_until() {
                self.asks[front].postpone(until);
            }
            self.guard = None;
        } else if let Some(guard) = &mut self.guard {
            guard.before = before;
            guard.typed_on.clear();
        }
    }

    fn act(&mut self, now: Time, id: &str, action: Action) {
        if action == Action::Expand {
            // Somebody who wants to see it looks at it.
            self.typed_at = None;
            self.dialogs_typed_over = 0;
            let postponed = self.postponed_index().filter(|postponed| self.asks[*postponed].id() == id);
            if let Some(postponed) = postponed.filter(|postponed| self.asks[*postponed].show()) {
                self.out.push(Output::Notify(Event::Ask { ask: self.asks[postponed].ask.arc() }));
            }
        }
        if self.front().is_none_or(|front| front.id() != id) {
            return;
        }
        let Some(index) = self.position(id) else { return };
        let effect = action.effect();
        let is_harmless =
            effect == ActionEffect::Harmless || (self.asks[index].shows_bar() && action.is_harmless_on_bar());
        let decides = effect == ActionEffect::Decides;
        match self.guard_level(now) {
            GuardLevel::Up if !is_harmless => {
                // Somebody who presses Escape once too often goes on with it for a moment.
                self.guard.iter_mut().filter(|guard| guard.shows_bar()).for_each(|guard| guard.moved(now));
                return;
            }
            GuardLevel::Wary | GuardLevel::Again if decides => return,
            GuardLevel::Off | GuardLevel::Wary | GuardLevel::Again | GuardLevel::Up => {}
        }
        if decides {
            self.dialogs_typed_over = 0;
        }
        // That everything is in view is no sign that anybody is there.
        let is_by_itself =
            matches!(action, Action::Approval(ApprovalAction::ReadToEnd | ApprovalAction::ReadScopeToEnd));
        if !is_by_itself {
            self.request_time(now, index);
        }
        // Where another view has the session, what is here can be read, not changed.
        let can_change = self.asks[index].is_open() && self.link.connection() != Connection::Taken;
        match action {
            Action::Minimize => self.asks[index].minimized = true,
            Action::Expand => self.asks[index].minimized = false,
            Action::Close if self.can_close(now, &self.asks[index]) => self.close(now, index),
            Action::Undo => {
                self.asks[index].undo();
                // Another button stands where this one stood.
                self.guard.iter_mut().for_each(|guard| guard.moved(now));
            }
            // What can no longer be changed can still be read, all of it.
            Action::GoTo(step) if !can_change => self.asks[index].turn_to(step),
            Action::Pick { .. }
            | Action::PickOther { .. }
            | Action::EditText { .. }
            | Action::EditNotes { .. }
            | Action::MoveOtherToNote { .. }
            | Action::GoTo(_)
            | Action::Confirm
            | Action::Send
            | Action::Cancel
            | Action::Decline
            | Action::Approval(_)
            | Action::Activity
            | Action::Close => {
                if can_change {
                    let before = self.asks[index].work();
                    self.answer(now, index, action);
                    // Another one may have been put in front of it.
                    let Some(index) = self.position(id) else { return };
                    self.asks[index].note_work(&before);
                    // What cannot be sent yet need not stand in the way meanwhile.
                    if self.link.open().is_none() {
                        self.asks[index].minimize_decided();
                    }
                }
            }
        }
    }

    /// Nobody at work is timed out, where the bridge can help it.
    fn request_time(&mut self, now: Time, index: usize) {
        let Some(connection) = self.link.open().filter(|_| self.capabilities.extend) else { return };
        if self.asks[index].is_open() && self.asks[index].wants_more_time(now) {
            let frame =
                ClientFrame::Extend { question_id: self.asks[index].id().to_owned(), seconds: EXTEND_BY_SECONDS };
            self.out.push(Output::Send { connection, frame });
        }
    }

    fn answer(&mut self, now: Time, index: usize, action: Action) {
        if let Action::Approval(action) = action {
            return self.act_on_card(now, index, action);
        }
        match (&self.asks[index].ask.request, &action) {
            // An approval is denied, and neither answered nor cancelled.
            (Request::Approval(_) | Request::Unread(_), _) => return,
            (Request::Form(_) | Request::Address(_), Action::Confirm | Action::Send) => {
                return self.fill_in(index, FormChoice::Accept);
            }
            (Request::Form(_) | Request::Address(_), Action::Decline) => {
                return self.fill_in(index, FormChoice::Decline);
            }
            (Request::Questions(_) | Request::Form(_) | Request::Address(_), _) => {}
        }
        let open = &mut self.asks[index];
        let ask = open.ask.clone();
        let at = |question: usize| ask.questions().get(question);
        open.alert = None;
        match action {
            Action::Pick { question, option, chosen } => {
                if let Some(asked) = at(question) {
                    open.drafts[question].pick(asked, option, chosen);
                }
            }
            Action::PickOther { question, chosen } => {
                if let Some(asked) = at(question) {
                    open.drafts[question].pick_other(asked, chosen);
                }
            }
            Action::EditText { question, text } => {
                if let Some(asked) = at(question) {
                    open.drafts[question].edit_text(asked, &text);
                }
            }
            Action::EditNotes { question, text } if at(question).is_some() => open.drafts[question].edit_notes(&text),
            Action::MoveOtherToNote { question } if at(question).is_some() => {
                open.drafts[question].move_other_to_note()
            }
            Action::GoTo(step) => open.turn_to(step),
            Action::Confirm if open.is_in_review() => {
                // What is missing is named there, so sending without it is a decision; sending nothing is none.
                if open.drafts.iter().any(Draft::is_answered) {
                    open.decide_if_met();
                } else {
                    open.show_gap(0);
                }
            }
            Action::Confirm if !open.drafts[open.step].is_answered() => open.show_gap(open.step),
            Action::Confirm if open.unmet_at(open.step).is_some() => open.alert = open.unmet_at(open.step),
            Action::Confirm if open.has_review() => {
                open.step += 1;
                if open.is_in_review() {
                    // A double press must not skip the review.
                    self.guard.iter_mut().for_each(|guard| guard.moved(now));
                }
            }
            Action::Confirm | Action::Send => match open.gap() {
                Some(gap) => {
                    open.step = gap;
                    open.show_gap(gap);
                }
                None => open.decide_if_met(),
            },
            Action::Cancel => open.cancel(now),
            // There is no such question; or it changes no answer.
            Action::EditNotes { .. }
            | Action::MoveOtherToNote { .. }
            | Action::Decline
            | Action::Approval(_)
            | Action::Undo
            | Action::Activity
            | Action::Minimize
            | Action::Expand
            | Action::Close => {}
        }
    }
}
