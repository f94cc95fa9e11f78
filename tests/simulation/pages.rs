//! What happens to pages and the machines they are on: reloads, crashes, sleeps, clocks that are set, and what pages of
//! one browser share.

use ask_user_bridge::room;
use ask_user_widget::protocol::Value;
use ask_user_widget::session::{self, Draft, Input, Session};

use crate::invariants::{Broken, Checked};
use crate::known::Known;
use crate::ledger::Ledger;
use crate::link::{Arrival, To, Wire};
use crate::timing::PERSIST_WITHIN;
use crate::world::World;

/// Something that a page has for another of its browser.
pub(crate) struct Shared {
    pub(crate) at: u64,
    pub(crate) to: usize,
    text: String,
    /// What was typed on the page that shares it, by ask.
    drafts: Vec<(String, Vec<Draft>)>,
}

/// How a page goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageEnd {
    /// The page knows beforehand.
    Reload,
    /// It is not.
    Crash,
}

impl World {
    /// The page of a view goes, and is loaded again: nothing is left of its session but what it persisted.
    pub(crate) fn reload(&mut self, view: usize, how: PageEnd) -> Checked {
        self.note(|| format!("view {view}: {how:?}"));
        // Nothing is persisted while the machine sleeps.
        let awake_until = if self.views[view].asleep.is_some() { self.views[view].slept } else { self.now };
        self.wake_up(view)?;
        if how == PageEnd::Reload {
            self.handle_view_input(view, Input::PageHidden)?;
        }
        let gone = &mut self.views[view];
        let last = gone.last;
        gone.open = None;
        gone.greeted = None;
        gone.page += 1;
        gone.ahead = gone.next_ahead;
        gone.last = None;
        gone.session = Session::new(session::Settings { seed: self.now, ..session::Settings::default() });
        // The browser closes what the page had open, or was opening.
        if let Some(wire) = last {
            self.link.close(self.now, wire, To::Room);
            if Known::ReloadGhost.is_avoided() {
                self.link.forget_handshakes(wire);
                self.bridge.hurry();
                self.handle_room_input(room::Input::Wake)?;
            }
        }
        // A crash may cost what was typed within this time.
        let since = if how == PageEnd::Crash { awake_until.saturating_sub(PERSIST_WITHIN) } else { self.now };
        self.ledger.note_reload(view, since);
        if let Some(drafts) = self.mutated_drafts(view) {
            let asks = self.views[view].persisted_asks.clone().unwrap_or("null".to_owned());
            let [asks, drafts] =
                [asks, drafts].map(|text| serde_json::from_str(&text).expect("a session persists JSON"));
            self.handle_view_input(view, Input::Restore { asks, drafts })?;
        }
        self.handle_view_input(view, Input::Start)
    }

    /// The machine of a view sleeps: its clock goes on, and nobody is called.
    pub(crate) fn sleep(&mut self, view: usize, millis: u64) {
        self.note(|| format!("view {view} sleeps for {millis} ms"));
        self.views[view].asleep = Some(self.now + millis);
        self.views[view].slept = self.now;
    }

    /// It wakes, and finds what has come meanwhile; its timer may be first or last.
    pub(crate) fn wake_up(&mut self, view: usize) -> Checked {
        if self.views[view].asleep.take().is_none() {
            return Ok(());
        }
        self.note(|| format!("view {view} wakes"));
        self.views[view].woke = self.now;
        let timer_first = self.now.is_multiple_of(2);
        if timer_first {
            self.handle_view_input(view, Input::Wake)?;
        }
        for (wire, arrival) in std::mem::take(&mut self.views[view].mail) {
            self.arrives_at_view(wire, arrival)?;
        }
        Ok(())
    }

    /// Whether a view sleeps through this; it finds it when it wakes.
    pub(crate) fn sleeps_through(&mut self, wire: Wire, arrival: &Arrival) -> bool {
        let view = &mut self.views[wire.view];
        let is_asleep = view.asleep.is_some();
        if is_asleep {
            view.mail.push((wire, arrival.clone()));
        }
        is_asleep
    }

    /// A page gives something to the other pages of its browser, if there are any.
    pub(crate) fn shares(&mut self, from: usize, text: String) {
        self.ledger.note_handed(from);
        if self.same_browser {
            let others = (0..self.views.len()).filter(|view| *view != from);
            let (at, drafts) = (self.now + 1, self.ledger.drafts_of(from));
            self.shared.extend(others.map(|to| Shared { at, to, text: text.clone(), drafts: drafts.clone() }));
        }
    }

    /// Something that a page shared reaches another. Whether there was anything.
    pub(crate) fn take_shared(&mut self) -> Result<bool, Broken> {
        let is_due = |shared: &Shared| shared.at <= self.now && self.views[shared.to].asleep.is_none();
        let Some(index) = self.shared.iter().position(is_due) else { return Ok(false) };
        let Shared { to, text, drafts, .. } = self.shared.remove(index);
        self.ledger.note_offered(to, drafts);
        let shared: Value = serde_json::from_str(&text).expect("a session shares JSON");
        if let Some(id) = shared.get("resolved").and_then(Value::as_str) {
            self.ledger.seen(to, id).is_secondhand = true;
        }
        self.handle_view_input(to, Input::Shared(shared))?;
        Ok(true)
    }
}

impl Ledger {
    /// The page of a view is new: it hears everything again, and what was typed since then may be lost.
    fn note_reload(&mut self, view: usize, since: u64) {
        for (_, record) in self.seen.iter_mut().filter(|((seen_by, _), _)| *seen_by == view) {
            record.notified = 0;
            record.is_reloaded = true;
            // What is over and was read is not persisted.
            if record.is_read || record.is_past {
                record.acceptable.push(Vec::new());
            }
            record.is_handed = false;
            record.is_own = false;
            let before = record.typed.iter().rposition(|(at, _)| *at <= since);
            let lost = record.typed.iter().skip(before.unwrap_or(0)).map(|(_, drafts)| drafts.clone());
            record.acceptable.extend(lost);
            if before.is_none() && since < u64::MAX {
                record.acceptable.push(Vec::new());
            }
        }
    }

    /// What was typed before this view's page is another's too, from now on.
    fn note_handed(&mut self, view: usize) {
        for (_, record) in self.seen.iter_mut().filter(|((seen_by, _), _)| *seen_by == view) {
            record.is_handed = true;
            record.is_own = false;
        }
    }

    /// What a view has now, or may have.
    fn drafts_of(&self, view: usize) -> Vec<(String, Vec<Draft>)> {
        let of_view = self.seen.iter().filter(|((seen_by, _), _)| *seen_by == view);
        let drafts = of_view.flat_map(|((_, id), record)| {
            let known = std::iter::once(&record.drafts).chain(&record.acceptable);
            known.map(|drafts| (id.clone(), drafts.clone()))
        });
        drafts.collect()
    }

    /// One view may take the drafts of another, where it has none of its own since.
    fn note_offered(&mut self, to: usize, offered: Vec<(String, Vec<Draft>)>) {
        for (id, drafts) in offered {
            let record = self.seen(to, &id);
            // After a crash there may be less than was typed.
            let is_blank = |drafts: &Vec<Draft>| !drafts.iter().any(Draft::is_touched);
            let is_blank_here = is_blank(&record.drafts) || record.acceptable.iter().any(is_blank);
            // What somebody has emptied stays empty.
            if record.is_handed || (is_blank_here && !record.is_own) {
                // Pages that take the session from each other again and again hand the same to and fro.
                if !record.acceptable.contains(&drafts) {
                    record.acceptable.push(drafts);
                }
            }
        }
    }
}
