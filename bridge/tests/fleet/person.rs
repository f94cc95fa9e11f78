//! A person at a page that delivers as the widget does: it connects anew when a connection breaks, and repeats its response
//! until that is confirmed.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

/// What happens at the page, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    Connected,
    Shown(String),
    /// The person has given this answer, and the page has sent it if it could.
    Sent(String),
    /// An answer, with this outcome.
    Confirmed {
        answer: String,
        outcome: String,
    },
    /// The bridge has closed the connection.
    Closed,
}

impl Happened {
    /// The answer that was confirmed, if it was taken.
    pub(crate) fn taken(&self) -> Option<&str> {
        match self {
            Happened::Confirmed { answer, outcome } if outcome == "accepted" || outcome == "duplicate" => Some(answer),
            Happened::Confirmed { .. }
            | Happened::Connected
            | Happened::Shown(_)
            | Happened::Sent(_)
            | Happened::Closed => None,
        }
    }
}

pub(crate) struct Person {
    happened: mpsc::UnboundedReceiver<Happened>,
    may_answer: Option<tokio::sync::oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<()>,
}

impl Person {
    /// Opens a page that answers everything once it may: first "Yes-1", then "Yes-2".
    pub(crate) fn start(address: SocketAddr, session: &str) -> Person {
        let (tell, happened) = mpsc::unbounded_channel();
        let (may_answer, may) = tokio::sync::oneshot::channel();
        let task = tokio::spawn(live(format!("ws://{address}/ws/{session}"), tell, may));
        Person { happened, may_answer: Some(may_answer), task }
    }

    /// Lets the person answer.
    pub(crate) fn answers(&mut self) {
        if let Some(may_answer) = self.may_answer.take() {
            let _ = may_answer.send(());
        }
    }

    /// Waits until this has happened, and returns what happened on the way, itself included.
    pub(crate) async fn until(&mut self, is_it: impl Fn(&Happened) -> bool) -> Vec<Happened> {
        let mut on_the_way = Vec::new();
        while let Some(happened) = self.happened.recv().await {
            let is_last = is_it(&happened);
            on_the_way.push(happened);
            if is_last {
                return on_the_way;
            }
        }
        panic!("the page ended: {on_the_way:?}");
    }

    /// What has happened since, as far as it is known.
    pub(crate) fn since(&mut self) -> Vec<Happened> {
        std::iter::from_fn(|| self.happened.try_recv().ok()).collect()
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn live(address: String, tell: mpsc::UnboundedSender<Happened>, mut may: tokio::sync::oneshot::Receiver<()>) {
    let mut may_answer = false;
    let mut answers = 0;
    let mut shown: Option<String> = None;
    let mut unconfirmed: Option<Value> = None;
    loop {
        sleep(Duration::from_millis(20)).await;
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(&address).await else { continue };
        let mut is_greeted = false;
        loop {
            if may_answer && let Some(id) = shown.take() {
                answers += 1;
                let answer = format!("Yes-{answers}");
                let data = json!({"question_id": id, "answers": {"Q?": answer}});
                let response = json!({"type": "ask_user_response", "data": data});
                // What could not be sent is sent again.
                let _ = socket.send(Message::text(response.to_string())).await;
                let _ = tell.send(Happened::Sent(answer));
                unconfirmed = Some(response);
            }
            let message = tokio::select! {
                Ok(()) = &mut may, if !may_answer => {
                    may_answer = true;
                    continue;
                }
                message = socket.next() => message,
            };
            let Some(Ok(message)) = message else { break };
            if let Message::Close(_) = message {
                let _ = tell.send(Happened::Closed);
            }
            let Message::Text(text) = message else { continue };
            let frame: Value = serde_json::from_str(&text).unwrap();
            match frame["type"].as_str().unwrap() {
                "session_status" if !is_greeted => {
                    is_greeted = true;
                    let _ = tell.send(Happened::Connected);
                    if let Some(response) = &unconfirmed {
                        let _ = socket.send(Message::text(response.to_string())).await;
                    }
                }
                "ask_user_question" => {
                    let id = frame["question_id"].as_str().unwrap();
                    if unconfirmed.as_ref().is_none_or(|response| response["data"]["question_id"] != id) {
                        shown = Some(id.to_owned());
                        let _ = tell.send(Happened::Shown(id.to_owned()));
                    }
                }
                "ask_user_ack" => {
                    let Some(response) = unconfirmed.take() else { continue };
                    let answer = response["data"]["answers"]["Q?"].as_str().unwrap().to_owned();
                    let outcome = frame["outcome"].as_str().unwrap().to_owned();
                    let _ = tell.send(Happened::Confirmed { answer, outcome });
                }
                _ => {}
            }
        }
    }
}
