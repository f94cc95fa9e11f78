//! Between the protocol's own JSON values and those of `serde_json`.
//!
//! The protocol reads and writes its frames as [`protocol::Value`]. What an agent sends stays a `serde_json` value in the
//! bridge, because the protocol's rounds whole numbers beyond 63 bits: the bridge carries the agent's words and must not
//! change them.

use std::io;

use ask_user_widget::protocol::{self, ServerFrame};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The JSON of a frame that the bridge sends in its own name.
pub(crate) fn write_frame(frame: &ServerFrame) -> Value {
    write(&frame.write().expect("every frame of the bridge can be written"))
}

/// The JSON of a value of the protocol.
pub(super) fn write(value: &protocol::Value) -> Value {
    json!(value)
}

/// The JSON of a value of the protocol, in which these members are replaced by something of the agent's or of the person's,
/// as it came.
pub(super) fn write_with<'a>(value: &protocol::Value, members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut written = write(value);
    for (key, member) in members {
        written[key] = member;
    }
    written
}

/// The value of the protocol for a JSON that a client sent; `None` if it is nested too deeply.
pub(crate) fn read(value: &Value) -> Option<protocol::Value> {
    protocol::Value::deserialize(value).ok()
}

/// The size of a value as JSON text.
pub(super) fn size(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).expect("JSON values are written without fail");
    count.0
}
