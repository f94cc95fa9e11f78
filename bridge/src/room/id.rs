//! Names of connections and asks. Whoever runs a room makes them; on a real wire they must be unguessable.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The id as it travels.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> $name {
                $name(id)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> $name {
                $name(id.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str(&self.0)
            }
        }
    };
}

id! {
    /// One connection of a page: `connection_id` on the wire.
    ConnectionId
}

id! {
    /// One ask of an agent: `question_id` on the wire.
    QuestionId
}

/// How the ids begin that are made of an [`IdempotencyKey`](super::IdempotencyKey).
pub(super) const OF_KEY: &str = "k_";

impl QuestionId {
    /// Whether it was made of a key. Only such an ask can come back under its id, after a restart of the bridge.
    pub(super) fn is_of_key(&self) -> bool {
        self.0.starts_with(OF_KEY)
    }
}
