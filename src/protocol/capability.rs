//! What a bridge can do beyond the basic protocol, as it lists it in `capabilities`.

use super::value::Value;

const ANNOTATIONS: &str = "annotations";
const ACK: &str = "ack";
const DEADLINE: &str = "deadline";
const EXTEND: &str = "extend";
const RESOLVED: &str = "resolved";
const WITHDRAW: &str = "withdraw";
const PERMISSION: &str = "permission";
const ELICITATION: &str = "elicitation";
const BEAT: &str = "beat";

/// The shortest and the longest time between two beats, in seconds: less than a second would be a fault, and an hour is no
/// beat.
const BEAT_SECONDS: std::ops::RangeInclusive<f64> = 1.0..=300.0;

/// What a bridge can do beyond the basic protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// It takes notes and previews beside the answers.
    pub annotations: bool,
    /// It confirms each response with `ask_user_ack`.
    pub ack: bool,
    /// It says in `remaining_seconds` how much time is left when it asks a question again.
    pub deadline: bool,
    /// It gives more time in return for `ask_user_extend`.
    pub extend: bool,
    /// It reports with `ask_user_resolved` that a question was answered in another view of the session.
    pub resolved: bool,
    /// It reports with `ask_user_withdrawn` that the agent no longer needs an answer.
    pub withdraw: bool,
    /// It sends `permission_request` for approvals and takes `permission_response`.
    pub permission: bool,
    /// It sends `elicitation_request` for forms and takes `elicitation_response`.
    pub elicitation: bool,
    /// It sends `ask_user_beat` every so many seconds, and at once in return for one.
    pub beat_seconds: Option<u32>,
}

impl Capabilities {
    /// Reads the members `capabilities` and `beat_seconds` of a frame; `None` if the frame does not list capabilities.
    /// Names that are not known are ignored.
    pub(super) fn read(frame: &Value) -> Option<Capabilities> {
        let names = frame.get("capabilities")?.as_list()?;
        let has = |name| names.iter().any(|known| known.as_str() == Some(name));
        let beat_seconds = frame.get("beat_seconds").and_then(Value::as_f64);
        Some(Capabilities {
            annotations: has(ANNOTATIONS),
            ack: has(ACK),
            deadline: has(DEADLINE),
            extend: has(EXTEND),
            resolved: has(RESOLVED),
            withdraw: has(WITHDRAW),
            permission: has(PERMISSION),
            elicitation: has(ELICITATION),
            beat_seconds: beat_seconds
                .filter(|seconds| has(BEAT) && BEAT_SECONDS.contains(seconds))
                .map(|seconds| seconds as u32),
        })
    }

    /// Writes the members `capabilities` and `beat_seconds` into a frame.
    pub(super) fn write(&self, frame: &mut Value) {
        // Every member is named, so that a new one cannot be left out.
        let &Capabilities {
            annotations,
            ack,
            deadline,
            extend,
            resolved,
            withdraw,
            permission,
            elicitation,
            beat_seconds,
        } = self;
        let names = [
            (ANNOTATIONS, annotations),
            (ACK, ack),
            (DEADLINE, deadline),
            (EXTEND, extend),
            (RESOLVED, resolved),
            (WITHDRAW, withdraw),
            (PERMISSION, permission),
            (ELICITATION, elicitation),
            (BEAT, beat_seconds.is_some()),
        ];
        let names = names.into_iter().filter(|(_, has)| *has).map(|(name, _)| name.into());
        frame.set("capabilities", Value::List(names.collect()));
        if let Some(seconds) = beat_seconds {
            frame.set("beat_seconds", Value::Int(seconds.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Capabilities;
    use crate::protocol::Value;

    fn read(json: &str) -> Option<Capabilities> {
        Capabilities::read(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn names_that_are_not_known_are_ignored() {
        let expected = Capabilities { ack: true, extend: true, ..Capabilities::default() };
        assert_eq!(read(r#"{"capabilities":["ack","extend","teleport",3]}"#), Some(expected));
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"capabilities":"ack"}"#), None);
    }

    #[test]
    fn a_beat_is_a_name_and_a_number() {
        for (json, expected) in [
            (r#"{"capabilities":["beat"],"beat_seconds":15}"#, Some(15)),
            (r#"{"capabilities":["beat"]}"#, None),
            (r#"{"capabilities":["ack"],"beat_seconds":15}"#, None),
            (r#"{"capabilities":["beat"],"beat_seconds":0}"#, None),
            (r#"{"capabilities":["beat"],"beat_seconds":1e9}"#, None),
        ] {
            assert_eq!(read(json).unwrap().beat_seconds, expected, "{json}");
        }
    }

    #[test]
    fn every_capability_is_read_as_it_was_written() {
        let json = r#"{"capabilities":["annotations","ack","deadline","extend","resolved","withdraw","permission","elicitation","beat"],"beat_seconds":15}"#;
        let all = read(json).unwrap();
        let mut written = Value::map([]);
        all.write(&mut written);
        assert_eq!(written.to_json(), json);
        let mut written = Value::map([]);
        Capabilities::default().write(&mut written);
        assert_eq!(written.to_json(), r#"{"capabilities":[]}"#);
    }
}
