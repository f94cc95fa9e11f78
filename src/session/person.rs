//! What each deed of the person does. What is not allowed is refused here, so that no view has to check.

use crate::protocol::ClientFrame;

use super::Session;
use super::draft::Draft;
use super::input::{Action, Output, Person};
use super::link::Connection;
use super::screen::Alert;
use super::time::Time;

/// How much time a person at work should have.
const EXTEND_BY: u32 = 60;

impl Session {
    pub(super) fn person(&mut self, now: Time, person: Person) {
        match person {
            Person::TypesOn => self.guard.iter_mut().for_each(|guard| guard.key(now)),
            Person::TakesBack => self.link.take_back(now, &mut self.out),
            Person::Reconnects => self.link.retry(now, &mut self.out),
            Person::Does { id, action } => self.act(now, &id, action),
        }
    }

    fn act(&mut self, now: Time, id: &str, action: Action) {
        if self.front().is_none_or(|front| front.id() != id) {
            return;
        }
        let Some(index) = self.position(id) else { return };
        // Text goes where the person sees it go; a browser folds the dialog whether anybody likes it or not; and who does
        // anything is at work. None of it decides anything.
        let is_harmless =
            matches!(action, Action::EditOther { .. } | Action::EditNotes { .. } | Action::Collapse | Action::Stir);
        if self.is_guarded && !is_harmless {
            return;
        }
        self.ask_for_time(now, index);
        match action {
            Action::Collapse => self.items[index].collapsed = true,
            Action::Expand => self.items[index].collapsed = false,
            Action::Dismiss if self.items[index].is_ended() => {
                self.items.remove(index);
            }
            Action::Undo => self.items[index].undo(),
            // What can no longer be changed can still be read, all of it.
            Action::GoTo(step) if !self.items[index].is_asking() || self.link.connection() == Connection::Taken => {
                self.items[index].turn_to(step);
            }
            // Another view has the session: what is here can be read, not changed.
            _ if self.link.connection() == Connection::Taken => {}
            _ if self.items[index].is_asking() => self.answer(now, index, action),
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
            Action::GoTo(step) => {
                item.turn_to(step);
            }
            Action::Confirm if item.is_in_review() => {
                // What is missing is named there, so sending without it is a decision; sending nothing is none.
                if item.drafts.iter().any(Draft::is_answered) {
                    item.decide();
                } else {
                    item.alert = Some(Alert::Gap(0));
                }
            }
            Action::Confirm if !item.drafts[item.step].is_answered() => item.alert = Some(Alert::Gap(item.step)),
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
                    item.alert = Some(Alert::Gap(gap));
                }
                None => item.decide(),
            },
            Action::Cancel => item.cancel(now),
            _ => {}
        }
    }
}
