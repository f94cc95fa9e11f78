//! By what a repeated call is known: the key by which its agent says so (`Idempotency-Key`), and the id of its ask; or what it
//! requests, where an agent has no keys.

use std::fmt::Write;
use std::io;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::id::OF_KEY;
use super::{QuestionId, Request};

/// Characters that a key may have.
const MOST_CHARACTERS: usize = 255;

/// 1 to 255 visible ASCII characters, chosen by the agent. The same key means the same ask, whatever broke before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Takes a key, if it is one.
    pub fn new(key: &str) -> Option<IdempotencyKey> {
        let is_key = (1..=MOST_CHARACTERS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| IdempotencyKey(key.to_owned()))
    }

    /// The id of the ask that this key and this request make in a session. It is the same in every process: a bridge that
    /// has lost its memory asks the same request under the same id, so that a page finds its draft, and may deliver a
    /// response that was made before. It holds the whole request, so what was decided under it was decided about this request.
    pub fn question_id(&self, session: &str, request: &Request) -> QuestionId {
        (OF_KEY.to_owned() + &digest(&[session, self.0.as_str()], request)).into()
    }
}

/// What is requested, in a few bytes: the same for requests of one kind whose members are the same, in the same order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Content(String);

impl Content {
    /// The content of a request.
    pub fn of(request: &Request) -> Content {
        Content(digest(&[], request))
    }
}

/// A name for a request and what stands before it, in hexadecimal digits.
fn digest(before: &[&str], request: &Request) -> String {
    let mut hash = Hash(Sha256::new());
    for part in before.iter().copied().chain([request.kind().name()]) {
        // The length says where a part ends.
        hash.0.update((part.len() as u64).to_be_bytes());
        hash.0.update(part);
    }
    serde_json::to_writer(&mut hash, request.members()).expect("JSON values are written without fail");
    let mut digits = String::new();
    for byte in &hash.0.finalize()[..16] {
        write!(digits, "{byte:02x}").expect("a string takes all that is written");
    }
    digits
}

/// What is written to it is hashed.
struct Hash(Sha256);

impl io::Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A short name for a JSON value, the same in every process.
pub(super) fn fingerprint(value: &impl Serialize) -> u64 {
    let mut hash = Hash(Sha256::new());
    serde_json::to_writer(&mut hash, value).expect("JSON values are written without fail");
    let bytes = hash.0.finalize();
    u64::from_be_bytes(bytes[..8].try_into().expect("a hash has more than eight bytes"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Content, IdempotencyKey};
    use crate::room::{AskInput, ElicitationInput, PermissionInput, Request};

    fn key(key: &str) -> IdempotencyKey {
        IdempotencyKey::new(key).unwrap()
    }

    fn asks(question: &str) -> Request {
        AskInput::new(json!({"questions": [{"question": question}]})).unwrap().into()
    }

    #[test]
    fn keys_are_checked() {
        let longest = "x".repeat(255);
        for good in ["k", "8e03978e-40d5-43dd-bc93-6894a57f9324", r#""quoted""#, "~!", &longest] {
            assert!(IdempotencyKey::new(good).is_some(), "{good}");
        }
        let too_long = "x".repeat(256);
        for bad in ["", " ", "a b", "ä", "a\n", "a\u{7f}", &too_long] {
            assert!(IdempotencyKey::new(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn the_id_is_the_same_in_every_process() {
        let id = key("k1").question_id("demo", &asks("Q?"));
        assert_eq!(id.as_str(), "k_0dccc2be0f6a36e1b605d3958ed34fed");
        assert!(id.is_of_key());
        assert_eq!(id, key("k1").question_id("demo", &asks("Q?")));
    }

    #[test]
    fn another_session_key_kind_or_request_has_another_id() {
        let permission = PermissionInput::new(json!({"tool_name": "T", "input": {}, "message": "M"})).unwrap();
        let schema = json!({"type": "object", "properties": {}});
        let form = json!({"message": "M", "requestedSchema": schema, "tool_name": "T", "input": {}});
        let ids = [
            key("k1").question_id("demo", &asks("Q?")),
            key("k2").question_id("demo", &asks("Q?")),
            key("k1").question_id("demo2", &asks("Q?")),
            key("k1").question_id("dem", &asks("Q?")),
            key("ok1").question_id("dem", &asks("Q?")),
            key("k1").question_id("demo", &asks("R?")),
            key("k1").question_id("demo", &permission.into()),
            key("k1").question_id("demo", &ElicitationInput::new(form).unwrap().into()),
        ];
        for (index, id) in ids.iter().enumerate() {
            assert!(!ids[index + 1..].contains(id), "{index}: {id}");
        }
    }

    #[test]
    fn the_content_is_the_kind_and_all_members() {
        let form = |extra: &str| {
            let schema = json!({"type": "object", "properties": {}});
            let form =
                json!({"message": "M", "requestedSchema": schema, "tool_name": "T", "input": {}, "extra": extra});
            Request::from(ElicitationInput::new(form).unwrap())
        };
        let approval = |form: &Request| {
            let members = serde_json::Value::Object(form.members().clone());
            Request::from(PermissionInput::new(members).unwrap())
        };
        assert_eq!(Content::of(&form("a")), Content::of(&form("a")));
        assert_ne!(Content::of(&form("a")), Content::of(&form("b")));
        assert_ne!(Content::of(&form("a")), Content::of(&approval(&form("a"))));
    }
}
