//! Effects: closures that run now, and again when a signal that they have read has changed.
//!
//! Leptos has effects too, as tasks of futures. Each has a channel, a waker and two locks there, and all need an executor. Here they
//! are what Leptos' signals want of a subscriber, and one queue, which is worked off in a microtask as the executor would do it.
//! This file knows the graph of signals, and no elements.

use std::cell::{Cell, OnceCell, RefCell};
use std::mem;
use std::sync::{Arc, Weak};

use reactive_graph::graph::{AnySource, AnySubscriber, ReactiveNode, Source, Subscriber, WithObserver};
use reactive_graph::owner::Owner;
use wasm_bindgen::prelude::*;

use super::dom::Give;
use super::stored::Stored;
use super::words::Voice;

/// Runs now, and again whenever a signal that it read has changed, until the current owner ends.
pub(super) fn start(run: Box<dyn Give<()>>) {
    let stored = Stored::new(Effect {
        run,
        voice: Voice::current(),
        owner: Owner::new(),
        sources: RefCell::default(),
        change: Cell::new(Change::None),
        node: OnceCell::new(),
    });
    if let Some(effect) = stored.get() {
        let _ = effect.node.set(Arc::new(Node(stored)));
        effect.run();
    }
}

struct Effect {
    run: Box<dyn Give<()>>,
    /// The language of the widget that the effect is of.
    voice: Voice,
    /// The owner of what the last run has made.
    owner: Owner,
    /// What the last run has read.
    sources: RefCell<Vec<AnySource>>,
    change: Cell<Change>,
    /// The effect as its sources know it, from the first run on.
    node: OnceCell<Arc<Node>>,
}

/// What is known since the last run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// Something was changed that a source of the effect may depend on.
    Possible,
    Certain,
}

impl Effect {
    fn subscriber(&self) -> Option<AnySubscriber> {
        let node = self.node.get()?;
        Some(AnySubscriber(Arc::as_ptr(node) as usize, Arc::downgrade(node) as Weak<dyn Subscriber + Send + Sync>))
    }

    fn run(&self) {
        if let Some(subscriber) = self.subscriber() {
            self.owner.with(|| subscriber.with_observer(|| self.voice.during(|| self.run.give())));
        }
    }

    /// Runs again if something that it has read has another value than then.
    fn run_again(&self) {
        if self.has_changed() {
            self.forget_sources();
            self.owner.cleanup();
            self.run();
        }
    }

    fn has_changed(&self) -> bool {
        match self.change.replace(Change::None) {
            Change::None => false,
            Change::Certain => true,
            // What is computed is computed on behalf of this effect, which is not notified of it then.
            Change::Possible => self.subscriber().is_some_and(|subscriber| {
                let sources = self.sources.borrow().clone();
                subscriber.with_observer(|| sources.iter().any(AnySource::update_if_necessary))
            }),
        }
    }

    fn forget_sources(&self) {
        let sources = mem::take(&mut *self.sources.borrow_mut());
        if let Some(subscriber) = self.subscriber() {
            for source in sources {
                source.remove_subscriber(&subscriber);
            }
        }
    }
}

impl Drop for Effect {
    /// Its sources forget it now. They would do it at their next change otherwise, and on a page that asks for a day what they have to
    /// look at would become more and more.
    fn drop(&mut self) {
        self.forget_sources();
    }
}

/// An effect as signals know it.
struct Node(Stored<Effect>);

impl Node {
    fn note(&self, change: Change) {
        let Some(effect) = self.0.get() else { return };
        match (effect.change.get(), change) {
            (Change::None, _) => {
                effect.change.set(change);
                enqueue(self.0);
            }
            (Change::Possible, Change::Certain) => effect.change.set(Change::Certain),
            (Change::Possible, Change::None | Change::Possible) | (Change::Certain, _) => {}
        }
    }
}

impl ReactiveNode for Node {
    fn mark_dirty(&self) {
        self.note(Change::Certain);
    }

    fn mark_check(&self) {
        self.note(Change::Possible);
    }

    fn mark_subscribers_check(&self) {}

    fn update_if_necessary(&self) -> bool {
        self.0.get().is_some_and(|effect| effect.has_changed())
    }
}

impl Subscriber for Node {
    fn add_source(&self, source: AnySource) {
        if let Some(effect) = self.0.get() {
            let mut sources = effect.sources.borrow_mut();
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
    }

    fn clear_sources(&self, _: &AnySubscriber) {
        if let Some(effect) = self.0.get() {
            effect.forget_sources();
        }
    }
}

thread_local! {
    /// The effects that are to be looked at, in the order in which they were notified.
    static QUEUE: RefCell<Vec<Stored<Effect>>> = const { RefCell::new(Vec::new()) };
    static WORK: Closure<dyn Fn()> = Closure::new(work);
}

fn enqueue(effect: Stored<Effect>) {
    let is_first = QUEUE.with_borrow_mut(|queue| {
        queue.push(effect);
        queue.len() == 1
    });
    if is_first && let Some(window) = web_sys::window() {
        WORK.with(|work| window.queue_microtask(work.as_ref().unchecked_ref()));
    }
}

/// Looks at all that are in the queue by now. Those that are notified meanwhile have a microtask of their own.
fn work() {
    for effect in QUEUE.take() {
        if let Some(effect) = effect.get() {
            effect.run_again();
        }
    }
}
