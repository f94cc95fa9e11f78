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

    /// Whether this node has made the id.
    pub fn made(&self, id: &str) -> bool {
        let node = id.split_once('_').and_then(|(_, rest)| rest.split_once('.')).map(|(node, _)| node);
        node == Some(self.as_str())
    }
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
        for other in ["c_a1", "c_a12.5e0c", "c_a.5e0c", "5e0c", "q_", ""] {
            assert!(!node.made(other), "{other:?}");
        }
    }
}
