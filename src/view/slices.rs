//! Slices of the screen: each is a memo, so that a change re-runs only the bindings that follow a slice that has changed.
//!
//! All memos hold the same type and differ in what they compare, because each type of memo costs a kilobyte. A binding is
//! given the value of its slice and nothing else, so that it cannot depend on something that it does not follow.

use std::sync::Arc;

use reactive_graph::computed::Memo;

use super::Scene;
use crate::keymap::{Hint, Place, hints};
use crate::protocol::RequestKind;
use crate::session::{
    Alert, ApprovalDraft, Connection, ConnectionFailure, Countdown, DeliveryStatus, Dialog, Draft, GuardLevel, Phase,
    PrimaryAction, Reach, Receipt, Screen, SharedAsk,
};

/// The screen, and how often the language was changed before it was shown.
#[derive(Clone)]
pub(super) struct Snapshot {
    pub(super) screen: Arc<Screen>,
    pub(super) language: u32,
}

/// A part of the screen that bindings can follow.
pub(super) trait Slice: 'static {
    /// What a binding is given.
    type Value<'a>: PartialEq;

    /// Reads the value; `None` if the screen has no such part now.
    fn of(screen: &Screen) -> Option<Self::Value<'_>>;

    /// The memo that follows this slice.
    fn memo(slices: &Slices) -> Memo<Snapshot>;
}

/// Finds the memo of a slice.
pub(super) type MemoOf = fn(&Slices) -> Memo<Snapshot>;

macro_rules! slices {
    ($($(#[$doc:meta])+ $field:ident: $slice:ident -> $value:ty = $read:expr;)+) => {
        /// One memo for each slice.
        pub(super) struct Slices {
            $($field: Memo<Snapshot>,)+
        }

        impl Slices {
            pub(super) fn new(scene: &Scene) -> Slices {
                Slices { $($field: memo(scene, has_changed::<$slice>),)+ }
            }
        }

        $(
            $(#[$doc])+
            pub(super) struct $slice;

            impl Slice for $slice {
                type Value<'a> = $value;

                fn of(screen: &Screen) -> Option<Self::Value<'_>> {
                    let read: fn(&Screen) -> Option<Self::Value<'_>> = $read;
                    read(screen)
                }

                fn memo(slices: &Slices) -> Memo<Snapshot> {
                    slices.$field
                }
            }
        )+
    };
}

slices! {
    /// Which dialog is shown: the ask, the question, whether it is minimized, and what the review lists.
    shown: ShownSlice -> ShownDialog<'a> = |screen| screen.dialog.as_ref().map(ShownDialog);
    /// Whether nothing can be changed.
    read_only: ReadOnlySlice -> bool = |screen| Some(screen.dialog.as_ref()?.read_only);
    /// How far what the person does counts.
    guard: GuardSlice -> GuardLevel = |screen| Some(screen.dialog.as_ref()?.guard);
    /// The asks that stand behind this one, and how many were before it.
    queue: QueueSlice -> (&'a [SharedAsk], usize) = |screen| {
        let dialog = screen.dialog.as_ref()?;
        Some((&dialog.queue[..], dialog.earlier))
    };
    /// How much time is left.
    time: TimeSlice -> TimeLeft = |screen| screen.dialog.as_ref().map(TimeLeft::of);
    /// What stands in the way.
    alert: AlertSlice -> Option<&'a Alert> = |screen| Some(screen.dialog.as_ref()?.alert.as_ref());
    /// How often something stood in the way.
    attempts: AttemptsSlice -> u32 = |screen| Some(screen.dialog.as_ref()?.alert_count);
    /// How far the ask has come.
    progress: ProgressSlice -> Progress<'a> = |screen| screen.dialog.as_ref().map(Progress::of);
    /// What the primary button does.
    primary: PrimarySlice -> (PrimaryAction, bool) = |screen| {
        screen.dialog.as_ref().map(|dialog| (dialog.primary_action(), dialog.read_only))
    };
    /// Which options are chosen.
    choices: ChoicesSlice -> Choices<'a> = |screen| Some(Choices(&screen.dialog.as_ref()?.drafts));
    /// Which questions have an answer.
    answered: AnsweredSlice -> Answered<'a> = |screen| Some(Answered(&screen.dialog.as_ref()?.drafts));
    /// What is chosen and typed.
    drafts: DraftsSlice -> &'a [Draft] = |screen| Some(&screen.dialog.as_ref()?.drafts[..]);
    /// What is chosen and typed, and what becomes of it.
    answering: AnsweringSlice -> Answering<'a> = |screen| screen.dialog.as_ref().map(Answering);
    /// What is open, ticked and typed on the card of an approval.
    approval: ApprovalSlice -> &'a ApprovalDraft = |screen| Some(&screen.dialog.as_ref()?.approval);
    /// What has to be said about the ask and the connection.
    notice: NoticeSlice -> NoticeState<'a> = |screen| Some(NoticeState::of(screen));
    /// What the bar shows.
    bar: BarSlice -> BarState<'a> = |screen| Some(BarState(screen));
    /// How far the latest answer has come, and whether a dialog is shown meanwhile.
    delivery: DeliverySlice -> (Option<DeliveryStatus>, bool) = |screen| {
        Some((screen.delivery, screen.dialog.as_ref().is_some_and(|dialog| !dialog.shows_bar())))
    };
    /// What stays of asks that are over.
    receipts: ReceiptsSlice -> &'a [Arc<Receipt>] = |screen| Some(&screen.receipts);
}

fn memo(scene: &Scene, has_changed: fn(Option<&Snapshot>, Option<&Snapshot>) -> bool) -> Memo<Snapshot> {
    let (screen, voice) = (scene.screen, scene.voice.clone());
    Memo::new_with_compare(move |_| Snapshot { screen: screen.get(), language: voice.choice() }, has_changed)
}

fn has_changed<S: Slice>(before: Option<&Snapshot>, now: Option<&Snapshot>) -> bool {
    let (Some(before), Some(now)) = (before, now) else { return true };
    before.language != now.language || S::of(&before.screen) != S::of(&now.screen)
}

/// Which dialog is shown. The very ask counts, because it may say something else under an id that is known.
pub(super) struct ShownDialog<'a>(&'a Dialog);

impl PartialEq for ShownDialog<'_> {
    fn eq(&self, other: &Self) -> bool {
        fn compared(dialog: &Dialog) -> impl PartialEq {
            // The phase and whether it is minimized are in whether it shows a bar.
            let Dialog {
                ask,
                drafts,
                step,
                approval,
                phase: _,
                alert: _,
                countdown: _,
                minimized: _,
                read_only: _,
                reach: _,
                can_close: _,
                guard: _,
                queue: _,
                earlier: _,
                alert_count: _,
                undo_seconds: _,
                takes_notes: _,
            } = dialog;
            let reviewed = dialog.is_in_review().then_some(drafts);
            (ask, step, dialog.shows_bar(), approval.page, reviewed)
        }
        compared(self.0) == compared(other.0)
    }
}

/// How much time is left.
#[derive(PartialEq)]
pub(super) struct TimeLeft {
    pub(super) countdown: Option<Countdown>,
    /// Whether a cancel can be undone, so that another time counts.
    pub(super) is_cancelling: bool,
}

impl TimeLeft {
    pub(super) fn of(dialog: &Dialog) -> TimeLeft {
        TimeLeft { countdown: dialog.countdown, is_cancelling: dialog.phase == Phase::Cancelling }
    }
}

/// How far the ask has come.
#[derive(PartialEq)]
pub(super) struct Progress<'a> {
    pub(super) phase: &'a Phase,
    pub(super) reach: Reach,
    pub(super) can_close: bool,
    pub(super) read_only: bool,
}

impl Progress<'_> {
    fn of(dialog: &Dialog) -> Progress<'_> {
        let Dialog { phase, reach, can_close, read_only, .. } = dialog;
        Progress { phase, reach: *reach, can_close: *can_close, read_only: *read_only }
    }
}

/// Which options are chosen, by question.
pub(super) struct Choices<'a>(&'a [Draft]);

impl Choices<'_> {
    pub(super) fn has_option(&self, question: usize, option: usize) -> bool {
        self.0.get(question).is_some_and(|draft| draft.picks.contains(&option))
    }

    pub(super) fn has_other(&self, question: usize) -> bool {
        self.0.get(question).is_some_and(|draft| draft.text_chosen)
    }
}

impl PartialEq for Choices<'_> {
    fn eq(&self, other: &Self) -> bool {
        // What is typed is no choice.
        fn chosen(Draft { picks, text_chosen, text: _, notes: _ }: &Draft) -> (&[usize], bool) {
            (picks, *text_chosen)
        }
        self.0.iter().map(chosen).eq(other.0.iter().map(chosen))
    }
}

/// Which questions have an answer.
pub(super) struct Answered<'a>(&'a [Draft]);

impl Answered<'_> {
    pub(super) fn has(&self, question: usize) -> bool {
        self.0.get(question).is_some_and(Draft::is_answered)
    }
}

impl PartialEq for Answered<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().map(Draft::is_answered).eq(other.0.iter().map(Draft::is_answered))
    }
}

/// What is chosen and typed, and what becomes of it.
pub(super) struct Answering<'a>(&'a Dialog);

impl Answering<'_> {
    pub(super) fn hints(&self, place: Place) -> Vec<Hint> {
        hints(self.0, place)
    }

    pub(super) fn offers_note(&self, question: usize) -> bool {
        self.0.offers_note(question)
    }

    /// Whether something is chosen in a field that can be taken back.
    pub(super) fn can_clear(&self, question: usize) -> bool {
        !self.0.read_only && self.0.drafts.get(question).is_some_and(|draft| !draft.picks.is_empty())
    }

    pub(super) fn has_unsent_note(&self, question: usize) -> bool {
        self.0.has_unsent_note(question)
    }

    /// Whether something is typed at "Other" that would not be sent.
    pub(super) fn has_unsent(&self, question: usize) -> bool {
        !self.0.read_only && self.0.drafts.get(question).is_some_and(Draft::has_unsent)
    }
}

impl PartialEq for Answering<'_> {
    fn eq(&self, other: &Self) -> bool {
        // All that `keymap::hints` reads, too: it reads the page of a card.
        fn compared(dialog: &Dialog) -> impl PartialEq {
            // Another ask is another dialog, which is built anew.
            let Dialog {
                drafts,
                step,
                phase,
                read_only,
                takes_notes,
                approval,
                ask: _,
                alert: _,
                countdown: _,
                minimized: _,
                reach: _,
                can_close: _,
                guard: _,
                queue: _,
                earlier: _,
                alert_count: _,
                undo_seconds: _,
            } = dialog;
            (step, read_only, takes_notes, approval.page, phase, drafts)
        }
        compared(self.0) == compared(other.0)
    }
}

/// What has to be said about the ask and the connection. It does not depend on what is chosen and typed.
#[derive(PartialEq)]
pub(super) struct NoticeState<'a> {
    pub(super) connection: ConnectionState<'a>,
    pub(super) ask: Option<AskState<'a>>,
}

impl NoticeState<'_> {
    // Every binding of a notice reads it.
    #[inline(never)]
    pub(super) fn of(screen: &Screen) -> NoticeState<'_> {
        NoticeState { connection: ConnectionState::of(screen), ask: screen.dialog.as_ref().map(AskState::of) }
    }
}

/// How the connection is.
#[derive(PartialEq)]
pub(super) struct ConnectionState<'a> {
    pub(super) now: Connection,
    pub(super) failure: Option<&'a ConnectionFailure>,
    pub(super) can_connect: bool,
}

impl ConnectionState<'_> {
    pub(super) fn of(screen: &Screen) -> ConnectionState<'_> {
        ConnectionState {
            now: screen.connection,
            failure: screen.connection_failure.as_ref(),
            can_connect: screen.can_connect,
        }
    }
}

/// What a notice says about an ask depends on this.
#[derive(PartialEq)]
pub(super) struct AskState<'a> {
    pub(super) id: &'a str,
    pub(super) kind: RequestKind,
    pub(super) progress: Progress<'a>,
    /// While little time is left: whether the bridge gives more to somebody at work.
    pub(super) can_grow: Option<bool>,
}

impl AskState<'_> {
    pub(super) fn of(dialog: &Dialog) -> AskState<'_> {
        AskState {
            id: &dialog.ask.id,
            kind: dialog.ask.request.kind(),
            progress: Progress::of(dialog),
            can_grow: dialog.countdown.filter(|left| left.is_soon).map(|left| left.can_grow),
        }
    }
}

/// What the bar shows. It does not depend on what is chosen and typed.
pub(super) struct BarState<'a>(&'a Screen);

impl BarState<'_> {
    /// The ask that the bar is about: the one that is minimized, or the one that is postponed.
    pub(super) fn dialog(&self) -> Option<&Dialog> {
        dialog_of_bar(self.0)
    }

    pub(super) fn connection(&self) -> Connection {
        self.0.connection
    }

    /// Whether the dialog can be cancelled from the bar. What is postponed cannot: nobody has seen it. Nor can a request that is
    /// allowed or denied.
    pub(super) fn can_cancel(&self) -> bool {
        let is_open = |dialog: &&Dialog| dialog.phase == Phase::Asking && !dialog.read_only;
        self.0
            .dialog
            .as_ref()
            .filter(is_open)
            .is_some_and(|dialog| dialog.ask.request.kind() != RequestKind::Permission)
    }

    pub(super) fn is_shown(&self) -> bool {
        self.0.postponed.is_some() || self.0.dialog.as_ref().is_some_and(Dialog::shows_bar)
    }
}

/// The ask that the bar is about: the one that is minimized, or the one that is postponed.
pub(super) fn dialog_of_bar(screen: &Screen) -> Option<&Dialog> {
    screen.dialog.as_ref().or(screen.postponed.as_ref().map(|postponed| &postponed.dialog))
}

impl PartialEq for BarState<'_> {
    fn eq(&self, other: &Self) -> bool {
        fn compared(dialog: &Dialog) -> impl PartialEq {
            // Phase, reach and what follows from them are in the progress, and whether it is minimized in whether the bar is shown.
            let Dialog {
                ask,
                step,
                queue,
                undo_seconds,
                guard,
                drafts: _,
                phase: _,
                alert: _,
                countdown: _,
                minimized: _,
                read_only: _,
                reach: _,
                can_close: _,
                earlier: _,
                alert_count: _,
                takes_notes: _,
                approval: _,
            } = dialog;
            (ask, Progress::of(dialog), TimeLeft::of(dialog), step, queue.len(), undo_seconds, guard)
        }
        ConnectionState::of(self.0) == ConnectionState::of(other.0)
            && (self.is_shown(), self.can_cancel()) == (other.is_shown(), other.can_cancel())
            && self.dialog().map(compared) == other.dialog().map(compared)
    }
}
