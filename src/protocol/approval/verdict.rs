//! What was decided about a request, and what the agent gets.

use std::fmt;

use super::acp::AcpOptionKind;
use super::offer::Always;
use super::{AcpOption, Approval, Origin, PermissionUpdate, SdkOptions};
use crate::protocol::permission::write_allow;
use crate::protocol::value::Value;
use crate::text;

/// What a person decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// This use is allowed.
    AllowOnce {
        /// What the tool gets instead of what was asked.
        edited: Option<Value>,
    },
    /// This use is allowed, and so are others.
    AllowAlways {
        /// The suggestions that were ticked, by position. Options of ACP have none.
        ticked: Vec<usize>,
        /// What the tool gets instead of what was asked.
        edited: Option<Value>,
    },
    /// This use is denied.
    Deny {
        /// What the person says about it; may be empty.
        words: String,
    },
    /// This use is denied, and the agent stops.
    DenyAndStop {
        /// What the person says about it; may be empty.
        words: String,
    },
    /// An option of ACP was chosen.
    Option {
        /// Its id.
        id: String,
    },
}

/// Why a verdict cannot be given: it was not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotOffered {
    /// No option is of this kind, or "allow always" must not be offered.
    Kind,
    /// Several options are of this kind, so that one has to be chosen by its id.
    SeveralOptions,
    /// There is no option of this id.
    Option,
    /// No suggestion was ticked.
    NothingTicked,
    /// There is no such suggestion, or it cannot be ticked.
    Tick,
    /// The protocol carries no changed input.
    Edit,
    /// The changed input is no object.
    Input,
}

impl fmt::Display for NotOffered {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            NotOffered::Kind => "this decision was not offered",
            NotOffered::SeveralOptions => "several options mean this; choose one by its id",
            NotOffered::Option => "no option has this id",
            NotOffered::NothingTicked => "no suggestion is ticked",
            NotOffered::Tick => "this suggestion cannot be ticked",
            NotOffered::Edit => "this protocol carries no changed input",
            NotOffered::Input => "a changed input must be an object",
        })
    }
}

impl Approval {
    /// What the agent gets for a verdict.
    pub fn result(&self, verdict: &Verdict) -> Result<Value, NotOffered> {
        match &self.origin {
            Origin::Sdk(options) => self.sdk_result(verdict, options),
            Origin::Acp { options, .. } => acp_result(verdict, options),
        }
    }

    fn sdk_result(&self, verdict: &Verdict, options: &SdkOptions) -> Result<Value, NotOffered> {
        let allow = |edited: &Option<Value>| {
            if edited.is_some() && options.suppresses_edit {
                return Err(NotOffered::Edit);
            }
            if edited.as_ref().is_some_and(|edited| edited.as_map().is_none()) {
                return Err(NotOffered::Input);
            }
            let mut result = write_allow(edited.as_ref().unwrap_or(&self.input).clone());
            if let Some(id) = &options.tool_use_id {
                result.set("toolUseID", id.as_str().into());
            }
            Ok(result)
        };
        let classified = |mut result: Value, class: &str| {
            result.set("decisionClassification", class.into());
            result
        };
        match verdict {
            Verdict::AllowOnce { edited } => Ok(classified(allow(edited)?, "user_temporary")),
            Verdict::AllowAlways { ticked, edited } => {
                if self.offers().always != Always::Singly {
                    return Err(NotOffered::Kind);
                }
                if ticked.is_empty() {
                    return Err(NotOffered::NothingTicked);
                }
                if ticked
                    .iter()
                    .any(|index| !options.suggestions.get(*index).is_some_and(PermissionUpdate::is_tickable))
                {
                    return Err(NotOffered::Tick);
                }
                let chosen = options.suggestions.iter().enumerate().filter(|(index, _)| ticked.contains(index));
                let mut result = allow(edited)?;
                result
                    .set("updatedPermissions", Value::List(chosen.map(|(_, update)| update.source.clone()).collect()));
                Ok(classified(result, "user_permanent"))
            }
            Verdict::Deny { words } => Ok(classified(self.denial(words), "user_reject")),
            Verdict::DenyAndStop { .. } if options.suppresses_stop => Err(NotOffered::Kind),
            Verdict::DenyAndStop { words } => {
                let mut result = self.denial(words);
                result.set("interrupt", true.into());
                Ok(classified(result, "user_reject"))
            }
            Verdict::Option { .. } => Err(NotOffered::Option),
        }
    }

    /// A denial that says who denied what, so that a model does not take it for a fault of the tool.
    fn denial(&self, words: &str) -> Value {
        let mut message = format!("The user denied the use of {}. It was not used.", self.the_tool());
        let words = text::typed(words);
        if !words.trim().is_empty() {
            message.push_str(" The user said: ");
            message.push_str(words.trim());
        }
        Value::map([("behavior", "deny".into()), ("message", message.into())])
    }

    fn the_tool(&self) -> String {
        match text::shown_line(&self.tool.wire) {
            name if name.is_empty() => "the tool".to_owned(),
            name => format!("the tool {name}"),
        }
    }
}

fn acp_result(verdict: &Verdict, options: &[AcpOption]) -> Result<Value, NotOffered> {
    let only = |kind: AcpOptionKind| {
        let mut of_kind = options.iter().filter(|option| option.kind == kind);
        match (of_kind.next(), of_kind.next()) {
            (None, _) => Err(NotOffered::Kind),
            (Some(option), None) => Ok(selected(&option.id)),
            (Some(_), Some(_)) => Err(NotOffered::SeveralOptions),
        }
    };
    match verdict {
        Verdict::AllowOnce { edited: Some(_) } | Verdict::AllowAlways { edited: Some(_), .. } => Err(NotOffered::Edit),
        Verdict::AllowAlways { ticked, .. } if !ticked.is_empty() => Err(NotOffered::Tick),
        Verdict::AllowOnce { .. } => only(AcpOptionKind::AllowOnce),
        Verdict::AllowAlways { .. } => only(AcpOptionKind::AllowAlways),
        Verdict::Deny { .. } => only(AcpOptionKind::RejectOnce),
        Verdict::DenyAndStop { .. } => Ok(cancelled()),
        Verdict::Option { id } => {
            let option = options.iter().find(|option| option.id == *id);
            option.map(|option| selected(&option.id)).ok_or(NotOffered::Option)
        }
    }
}

fn selected(id: &str) -> Value {
    Value::map([("outcome", Value::map([("outcome", "selected".into()), ("optionId", id.into())]))])
}

fn cancelled() -> Value {
    Value::map([("outcome", Value::map([("outcome", "cancelled".into())]))])
}
