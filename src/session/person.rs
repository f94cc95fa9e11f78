//! What each deed of the person does. What is not allowed is refused here, so that no view has to check.

use super::Session;
use super::input::{Action, Person};
use super::link::Connection;
use super::screen::Alert;
use super::time::Time;

impl Session {
    pub(super) fn person(&mut self, now: Time, person: Person) {
        match person {
            Person::TakesBack => self.link.take_back(now, &mut self.out),
            Person::Reconnects => self.link.online(now, &mut self.out),
            Person::Does { id, action } => self.act(now, &id, action),
        }
    }

    fn act(&mut self, now: Time, id: &str, action: Action) {
        if self.front().is_none_or(|front| front.id() != id) {
            return;
        }
        let Some(index) = self.position(id) else { return };
        match action {
            Action::Collapse => self.items[index].collapsed = true,
            Action::Expand => self.items[index].collapsed = false,
            Action::Dismiss if self.items[index].is_ended() => {
                self.items.remove(index);
            }
            Action::Undo => self.items[index].undo(),
            // Another view has the session: what is here can be read, not changed.
            _ if self.link.connection() == Connection::Taken => {}
            _ if self.items[index].is_asking() => self.answer(now, index, action),
            _ => {}
        }
    }

    fn answer(&mut self, now: Time, index: usize, action: Action) {
        let item = &mut self.items[index];
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
            Action::GoTo(step) if at(step).is_some() => item.step = step,
            Action::Confirm if !item.drafts[item.step].is_answered() => item.alert = Some(Alert::Gap(item.step)),
            Action::Confirm if item.step + 1 < ask.questions.len() => item.step += 1,
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
