//! A random person before one view: picks, types, notes, confirms, cancels, thinks better of it, minimizes, reads, takes the
//! session back, and clicks too late.

use ask_user_widget::protocol::RequestKind;
use ask_user_widget::session::{
    Action, ApprovalAction, ApprovalChoice, ApprovalPage, Connection, Dialog, Input, Phase, UserInput,
};

use crate::invariants::Checked;
use crate::random::Random;
use crate::world::World;

pub(crate) struct Person {
    view: usize,
    random: Random,
    /// The ask of the last dialog seen, for clicks that come too late.
    last: String,
    /// The slowest that they are, in milliseconds a action.
    pace: u64,
}

impl Person {
    pub(crate) fn new(view: usize, mut random: Random) -> Person {
        let pace = *random.pick(&[50, 400, 1_500]);
        Person { view, random, last: String::new(), pace }
    }

    /// How long until they act again.
    pub(crate) fn rests(&mut self) -> u64 {
        self.random.within(1..self.pace)
    }

    pub(crate) fn acts(&mut self, world: &mut World) -> Checked {
        if world.views[self.view].asleep.is_some() {
            return Ok(());
        }
        let screen = world.screen(self.view);
        if screen.connection == Connection::Taken && self.random.percent(3) {
            return world.tell_view(self.view, Input::User(UserInput::TakeSessionBack));
        }
        if self.random.percent(2) {
            let input = if self.random.percent(50) { Input::Online } else { Input::User(UserInput::RetryNow) };
            return world.tell_view(self.view, input);
        }
        if self.random.within(0..300) == 0 {
            // The host page moves the element to another place.
            world.tell_view(self.view, Input::Stop)?;
            return world.tell_view(self.view, Input::Start);
        }
        let Some(dialog) = screen.dialog else { return Ok(()) };
        let action = self.chooses(&dialog);
        let is_late = self.random.percent(3) && !self.last.is_empty();
        let id = if is_late { self.last.clone() } else { dialog.ask.id.clone() };
        self.last.clone_from(&dialog.ask.id);
        world.does(self.view, &id, action)
    }

    fn chooses(&mut self, dialog: &Dialog) -> Action {
        let chance = self.random.within(0..100);
        match (&dialog.phase, chance) {
            (_, 0..3) => Action::Minimize,
            (_, 3..8) => Action::Expand,
            (Phase::Asking, _) => self.answers(dialog, chance),
            (Phase::Cancelling | Phase::Decided, 8..25) => Action::Undo,
            (Phase::Ended { .. }, 8..60) => Action::Close,
            // What the dialog does not offer now; it must refuse by itself.
            (_, 60..80) => self.answers(dialog, chance),
            _ => Action::Expand,
        }
    }

    fn answers(&mut self, dialog: &Dialog, chance: u64) -> Action {
        const TEXTS: [&str; 6] = ["", "bun, please", " spaces ", "\"", "ü 😀\nline", "none of these"];
        if dialog.ask.request.kind() == RequestKind::Permission {
            return self.approves(dialog, chance);
        }
        let question = self.random.index(dialog.ask.questions().len());
        let text = self.random.pick(&TEXTS).to_string();
        match chance {
            0..45 => {
                let option = self.random.index(dialog.ask.questions()[question].options.len().max(1));
                Action::Pick { question, option, chosen: self.random.percent(85) }
            }
            45..50 => Action::PickOther { question, chosen: self.random.percent(50) },
            50..60 => Action::EditText { question, text },
            60..68 => Action::EditNotes { question, text },
            68..72 => Action::GoTo(self.random.index(dialog.ask.questions().len() + 2)),
            72..87 => Action::Confirm,
            87..95 => Action::Send,
            95 => Action::Decline,
            _ => Action::Cancel,
        }
    }

    /// What a person does on the card of an approval, and what would answer a question.
    fn approves(&mut self, dialog: &Dialog, chance: u64) -> Action {
        let text = self.random.pick(&["", "not now", " later ", "rm is fine"]).to_string();
        let listed = self.listed(dialog);
        Action::Approval(match chance {
            0..22 => ApprovalAction::ReadToEnd,
            22..30 => ApprovalAction::ReadScopeToEnd,
            30..45 => ApprovalAction::EditMessage { text },
            45..55 => ApprovalAction::Tick { suggestion: self.random.index(2), ticked: self.random.percent(70) },
            55..60 => ApprovalAction::EditInput { text: Some(text).filter(|text| !text.is_empty()) },
            60..65 => return self.random.pick(&[Action::Confirm, Action::Send, Action::Cancel]).clone(),
            65..75 => ApprovalAction::Decide(ApprovalChoice::AllowOnce),
            75..82 => ApprovalAction::Decide(ApprovalChoice::AllowAlways),
            82..90 => ApprovalAction::Decide(ApprovalChoice::Deny),
            90..92 => ApprovalAction::Decide(ApprovalChoice::DenyAndStop),
            92..94 => {
                let ids = listed.into_iter().filter(|_| self.random.percent(60)).collect();
                ApprovalAction::DenyListed { ids }
            }
            94..96 => ApprovalAction::ShowFirst { id: self.random.pick(&listed).clone() },
            _ => {
                let pages = [ApprovalPage::Request, ApprovalPage::Always, ApprovalPage::Queue, ApprovalPage::DenyAll];
                ApprovalAction::TurnTo(*self.random.pick(&pages))
            }
        })
    }

    /// What a list of asks may show: those that wait, and some that were there when it was opened.
    fn listed(&self, dialog: &Dialog) -> Vec<String> {
        let waiting = std::iter::once(&dialog.ask).chain(&dialog.queue).map(|ask| ask.id.clone());
        waiting.chain([self.last.clone(), "q1".to_owned(), "q2".to_owned()]).collect()
    }
}
