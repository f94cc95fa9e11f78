//! The store is away: whoever sent something hears that it was not handled, and pages that cannot know what counts connect anew.

use crate::room::{self, Keep};

use super::{GOING_AWAY, Output, Replica, Step};

impl Replica {
    /// Nobody knows whether a step has counted. Pages of this node that would have been sent something connect anew, and are told
    /// what is true then.
    fn close_unsure(&mut self, outputs: &[room::Output]) {
        for output in outputs {
            let room::Output::Send { to, .. } = output else { continue };
            if self.connections.remove(to) {
                self.outputs.push(Output::Room(room::Output::Close { connection: to.clone(), code: GOING_AWAY }));
                self.queue.push_back(room::Input::Closed(to.clone()));
            }
        }
    }

    /// The store is away. What its sender can repeat goes back; what would be forgotten waits here.
    pub(super) fn hand_back(&mut self, step: Option<Box<Step>>) {
        self.is_behind = true;
        let step = step.map(|step| {
            self.close_unsure(&step.outputs);
            step.inputs
        });
        let inputs: Vec<_> = step.into_iter().flatten().chain(self.queue.drain(..)).collect();
        for input in inputs {
            match input {
                // Whether the commit has counted is unknown: if it has, this takes it back.
                room::Input::Opened { ref connection, .. } => {
                    self.connections.remove(connection);
                    self.queue.push_back(room::Input::Closed(connection.clone()));
                    self.outputs.push(Output::NotHandled(input));
                }
                room::Input::Ask { ref question, ref keep, .. } => {
                    if *keep == Keep::Call {
                        self.awaited.remove(question);
                        self.queue.push_back(room::Input::HangUp(question.clone()));
                    }
                    self.outputs.push(Output::NotHandled(input));
                }
                room::Input::Text { .. }
                | room::Input::Frame { .. }
                | room::Input::Binary { .. }
                | room::Input::Withdraw(_)
                | room::Input::Event(_) => self.outputs.push(Output::NotHandled(input)),
                room::Input::Closed(_) | room::Input::HangUp(_) | room::Input::Fetched(_) => {
                    self.queue.push_back(input)
                }
                room::Input::Wake => {}
            }
        }
    }
}
