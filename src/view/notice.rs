//! What the person should know besides the question: how the connection is, how the ask ended.

use leptos::prelude::*;

use super::{Asked, Hand, words};
use crate::session::{Connection, Person, Phase, Screen};

/// About the connection, while there is no ask to show it in.
#[component]
pub(super) fn ConnectionNotice(screen: RwSignal<Screen>, hand: Hand) -> impl IntoView {
    let connection = Memo::new(move |_| screen.with(|screen| screen.connection));
    move || {
        words::connection(connection.get()).map(|text| {
            view! {
                <div class="notice" part="notice" data-connection=connection.get().word()>
                    <span class="notice-text">{text}</span>
                    <Remedy connection=connection.get() hand/>
                </div>
            }
        })
    }
}

/// About this ask and the connection it needs, above its question.
#[component]
pub(super) fn AskNotice(asked: Asked) -> impl IntoView {
    let connection = Memo::new(move |_| asked.screen.with(|screen| screen.connection));
    let phase = asked.slice(Phase::Asking, |dialog| dialog.phase.clone());
    move || {
        let text = match (phase.get(), connection.get()) {
            (Phase::Ended { outcome, words: theirs }, _) => {
                let theirs =
                    theirs.filter(|_| !outcome.is_decision()).map(|theirs| format!(" ({theirs})")).unwrap_or_default();
                format!("{}{theirs} {}", words::ended(outcome), words::DRAFT_STAYS)
            }
            (_, Connection::Taken) => words::connection(Connection::Taken)?.to_owned(),
            (_, Connection::Open) => return None,
            (Phase::Kept { cancelled: true }, _) => words::KEPT_CANCEL.to_owned(),
            (Phase::Kept { cancelled: false }, _) => words::KEPT.to_owned(),
            _ => words::OFFLINE.to_owned(),
        };
        let remedy = (!matches!(phase.get(), Phase::Ended { .. })).then(|| connection.get());
        Some(view! {
            <div class="notice" part="notice" data-connection=connection.get().word()>
                <span class="notice-text" dir="auto">{text}</span>
                {remedy.map(|connection| view! { <Remedy connection hand=asked.hand/> })}
            </div>
        })
    }
}

/// What the person can do about the connection.
#[component]
fn Remedy(connection: Connection, hand: Hand) -> impl IntoView {
    let remedy = match connection {
        Connection::Taken => Some((words::TAKE_BACK, Person::TakesBack)),
        Connection::Reconnecting | Connection::Unreachable => Some((words::TRY_NOW, Person::Reconnects)),
        _ => None,
    };
    remedy.map(|(label, person)| {
        view! {
            <button type="button" class="plain" on:click=move |_| hand.does(person.clone())>{label}</button>
        }
    })
}
