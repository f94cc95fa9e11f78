//! What each deed of the person does. What is not allowed is refused here, so that no view has to check.

use crate::protocol::ClientFrame;

use super::Session;
use super::draft::Draft;
use super::event::Event;
use super::guard::{GuardLevel, Press};
use super::input::{Action, Output, UserInput};
use super::link::Connection;
use super::time::Time;

/// How much time a person at work should have.
const EXTEND_BY: u32 = 60;

impl Session {
    pub(super) fn person(&mut self, now: Time, person: UserInput) {
        match person {
            UserInput::Press(press) => self.press(now, press),
            UserInput::TakeSessionBack => self.link.take_back(now, &mut self.out),
            UserInput::RetryNow => self.link.retry(now, &mut self.out),
            UserInput::Act { id, action } => self.act(now, &id, action),
        }
    }

    /// Somebody who types on without looking gets back what they typed: what it chose is taken back, and the dialog gives way
    /// to the field in which they were.
    fn press(&mut self, now: Time, press: Press) {
        let asked = self.front().and_then(|front| front.ask.questions.get(front.step));
        let offered = asked.map_or(0, |question| question.options.len());
        let is_single = asked.is_some_and(|question| !question.is_multiselectable());
        let press = match press {
            Press::Digit(digit) if digit.to_digit(10).is_some_and(|digit| digit as usize > offered) => {
                Press::Type(Some(digit))
            }
            press => press,
        };
        let Some(guard) = self.guard.as_mut() else { return };
        let is_wary = guard.is_wary(now);
        if !guard.press(now, press, is_single) {
            return;
        }
        let (before, typed_on) = (std::mem::take(&mut guard.before), guard.typed_on.clone());
        let Some(front) = self.front_index().filter(|front| self.items[*front].is_asking()) else { return };
        let item = &mut self.items[front];
        for (draft, before) in item.drafts.iter_mut().zip(&before) {
            draft.take_back(before);
        }
        item.alert = None;
        if is_wary {
            (self.typed, self.typed_on) = (Some(now), typed_on);
            self.gave_way += 1;
            let until = self.busy_until();
            self.items[front].give_way(until);
            self.guard = None;
        } else if let Some(guard) = &mut self.guard {
            guard.before = before;
            guard.typed_on.clear();
        }
    }

    fn act(&mut self, now: Time, id: &str, action: Action) {
        if action == Action::Expand {
            // Who wants to see it looks at it.
            self.typed = None;
            self.gave_way = 0;
            let coming = self.coming_index().filter(|coming| self.items[*coming].id() == id);
            if let Some(coming) = coming.filter(|coming| self.items[*coming].show_at(now)) {
                self.out.push(Output::Notify(Event::Ask { ask: self.items[coming].ask.clone() }));
            }
        }
        if self.front().is_none_or(|front| front.id() != id) {
            return;
        }
        let Some(index) = self.position(id) else { return };
        // Text goes where the person sees it go; a browser folds the dialog whether anybody likes it or not; and who does
        // anything is at work. None of it decides anything.
        let is_harmless =
            matches!(action, Action::EditOther { .. } | Action::EditNotes { .. } | Action::Minimize | Action::Activity)
                || (self.items[index].shows_bar() && matches!(action, Action::Expand | Action::Undo));
        let decides = matches!(action, Action::Confirm | Action::Send | Action::Cancel);
        match self.guarding {
            GuardLevel::Up if !is_harmless => {
                // Who presses Escape once too often goes on with it for a moment.
                self.guard.iter_mut().filter(|guard| guard.shows_bar()).for_each(|guard| guard.moved(now));
                return;
            }
            GuardLevel::Wary | GuardLevel::Again if decides => return,
            _ => {}
        }
        if decides {
            self.gave_way = 0;
        }
        self.ask_for_time(now, index);
        match action {
            Action::Minimize => self.items[index].minimized = true,
            Action::Expand => self.items[index].minimized = false,
            Action::Close if self.can_close(&self.items[index]) => self.dismiss(now, index),
            Action::Undo => self.items[index].undo(),
            // What can no longer be changed can still be read, all of it.
            Action::GoTo(step) if !self.items[index].is_asking() || self.link.connection() == Connection::Taken => {
                self.items[index].turn_to(step);
            }
            // Another view has the session: what is here can be read, not changed.
            _ if self.link.connection() == Connection::Taken => {}
            _ if self.items[index].is_asking() => {
                self.answer(now, index, action);
                // What cannot be sent yet need not stand in the way meanwhile.
                if self.link.open().is_none() {
                    self.items[index].fold_decided();
                }
            }
            _ => {}
        }
    }

    /// Nobody at work is timed out, where the bridge can help it.
    fn ask_for_time(&mut self, now: Time, index: usize) {
        let Some(connection) = self.link.open().filter(|_| self.capabilities.extend) else { return };
        if self.items[index].is_asking() && self.items[index].wants_more_time(now) {
            let frame = ClientFrame::Extend { question_id: self.items[index].id().to_owned(), seconds: EXTEND_BY };
            self.out.push(Output::Send { connection, frame });
        }
    }

    fn answer(&mut self, now: Time, index: usize, action: Action) {
        let item = &mut self.items[index];
        item.is_handed = false;
        let ask = item.ask.clone();
        let at = |question: usize| ask.questions.get(question);
        item.alert = None;
        match action {
            Action::Pick { question, option, chosen } => {
                if let Some(asked) = at(question) {
                    item.drafts[question].pick(asked, option, chosen);
                }
            }
            Action::PickOther { question, chosen } => {
                if let Some(asked) = at(question) {
                    item.drafts[question].pick_other(asked, chosen);
                }
            }
            Action::EditOther { question, text } => {
                if let Some(asked) = at(question) {
                    item.drafts[question].edit_other(asked, &text);
                }
            }
            Action::EditNotes { question, text } if at(question).is_some() => item.drafts[question].edit_notes(&text),
            Action::MoveOtherToNote { question } if at(question).is_some() => item.drafts[question].note_other(),
            Action::GoTo(step) => {
                item.turn_to(step);
            }
            Action::Confirm if item.is_in_review() => {
                // What is missing is named there, so sending without it is a decision; sending nothing is none.
                if item.drafts.iter().any(Draft::is_answered) {
                    item.decide_if_met();
                } else {
                    item.refuse(0);
                }
            }
            Action::Confirm if !item.drafts[item.step].is_answered() => item.refuse(item.step),
            Action::Confirm if item.unmet_at(item.step).is_some() => item.alert = item.unmet_at(item.step),
            Action::Confirm if item.has_review() => {
                item.step += 1;
                if item.is_in_review() {
                    // Who presses twice has not looked over anything yet.
                    self.guard.iter_mut().for_each(|guard| guard.moved(now));
                }
            }
            Action::Confirm | Action::Send => match item.gap() {
                Some(gap) => {
                    item.step = gap;
                    item.refuse(gap);
                }
                None => item.decide_if_met(),
            },
            Action::Cancel => item.cancel(now),
            _ => {}
        }
    }
}
