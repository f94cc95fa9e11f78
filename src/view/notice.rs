//! What the person should know besides the question: how the connection is, how the ask ended.

use super::button::button;
use super::dom::{El, el};
use super::{Asked, Scene, words};
use crate::session::{Connection, Dialog, Person, Phase};

/// About the connection, while there is no ask to show it in.
pub(super) fn connection_notice(scene: &Scene) -> El {
    let watched = scene.clone();
    notice(scene, move || {
        let screen = watched.now();
        let text = words::connection(screen.connection).filter(|_| screen.dialog.is_none());
        text.unwrap_or_default().to_owned()
    })
}

/// About this ask and the connection it needs, above its question.
pub(super) fn ask_notice(asked: &Asked) -> El {
    let watched = asked.clone();
    notice(&asked.scene, move || {
        let screen = watched.scene.now();
        watched.of(&screen).and_then(|dialog| about(dialog, screen.connection)).unwrap_or_default()
    })
}

fn about(dialog: &Dialog, connection: Connection) -> Option<String> {
    let text = match (&dialog.phase, connection) {
        (Phase::Ended { outcome, words: theirs }, _) => {
            let theirs = theirs.as_ref().map(|theirs| format!(" ({theirs})")).unwrap_or_default();
            return Some(format!("{}{theirs} {}", words::ended(*outcome), words::DRAFT_STAYS));
        }
        (_, Connection::Taken) => words::connection(connection)?,
        (_, Connection::Open) => return None,
        (Phase::Kept { cancelled: true }, _) => words::KEPT_CANCEL,
        (Phase::Kept { cancelled: false }, _) => words::KEPT,
        _ => words::OFFLINE,
    };
    Some(text.to_owned())
}

/// A notice, with what the person can do about the connection; gone while there is nothing to say.
fn notice(scene: &Scene, text: impl Fn() -> String + 'static) -> El {
    let (label, no_remedy, presser) = (scene.clone(), scene.clone(), scene.clone());
    let remedy_button = button("remedy", move || {
        if let Some((_, person)) = remedy(presser.peek().connection) {
            presser.does(person);
        }
    });
    el("div", "notice").part("notice").with(el("span", "notice-text").set("dir", "auto").shows(text)).with(
        remedy_button
            .shows(move || remedy(label.now().connection).map(|(label, _)| label).unwrap_or_default().to_owned())
            .while_true("hidden", move || remedy(no_remedy.now().connection).is_none()),
    )
}

fn remedy(connection: Connection) -> Option<(&'static str, Person)> {
    match connection {
        Connection::Taken => Some((words::TAKE_BACK, Person::TakesBack)),
        Connection::Reconnecting | Connection::Unreachable => Some((words::TRY_NOW, Person::Reconnects)),
        _ => None,
    }
}
