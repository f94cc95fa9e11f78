//! Names of connections and asks. Whoever runs a room makes them; on a real wire they must be unguessable.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
