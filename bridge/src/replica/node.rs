//! Names of nodes. Connections and calls carry the name of the node that holds them, so that others can tell which of them
//! have died with it.

use std::fmt;

/// One bridge of several that share a store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(String);

impl NodeId {
    /// A node of this name: letters and digits.
    pub fn new(name: impl Into<String>) -> NodeId {
        NodeId(name.into())
    }

    /// The name as it stands in the store.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// An id that this node makes: a prefix that says what it is, the node, and what is random.
    pub fn id(&self, prefix: &str, random: &str) -> String {
        format!("{prefix}{}.{random}", self.0)
    }

    /// The node that has made the id; `None` if it names none.
    pub fn of(id: &str) -> Option<NodeId> {
        maker(id).map(NodeId::new)
    }

    /// Whether this node has made the id.
    pub fn made(&self, id: &str) -> bool {
        maker(id) == Some(self.as_str())
    }
}

fn maker(id: &str) -> Option<&str> {
    let (_, rest) = id.split_once('_')?;
    rest.split_once('.').map(|(node, _)| node)
}

impl fmt::Display for NodeId {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::NodeId;

    #[test]
    fn an_id_names_its_node() {
        let node = NodeId::new("a1");
        let id = node.id("c_", "5e0c");
        assert_eq!(id, "c_a1.5e0c");
        assert!(node.made(&id));
        assert_eq!(NodeId::of(&id), Some(node.clone()));
        assert_eq!(NodeId::of("k_5e0c"), None);
        for other in ["c_a1", "c_a12.5e0c", "c_a.5e0c", "5e0c", "q_", ""] {
            assert!(!node.made(other), "{other:?}");
        }
    }
}
