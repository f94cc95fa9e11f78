//! Any request and any verdict: reading never panics, and nothing but an explicit allowance allows anything.

use proptest::prelude::*;

use super::{AcpOptionKind, Approval, OfferKind, Origin, Verdict};
use crate::protocol::{Value, limits};
use crate::text;

fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "",
        "Bash",
        "allow",
        "deny",
        "ask",
        "addRules",
        "setMode",
        "session",
        "allow_once",
        "allow_always",
        "reject_once",
        "reject_always",
        "tool_call",
        "command",
        "*",
        "npm test:*",
        "\u{202e}",
        "\u{1b}[31m",
        "a",
        "b",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,12}"]
}

fn key() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "tool_name",
        "toolName",
        "input",
        "suggestions",
        "blockedPath",
        "mcpServer",
        "name",
        "source",
        "decisionReason",
        "title",
        "displayName",
        "description",
        "defaultToNo",
        "suppressAlwaysAllowRule",
        "suppressEdit",
        "suppressStop",
        "toolUseID",
        "agentID",
        "matchedAskRule",
        "ruleContent",
        "type",
        "behavior",
        "rules",
        "mode",
        "directories",
        "destination",
        "toolCall",
        "options",
        "optionId",
        "kind",
        "subject",
        "command",
        "rawInput",
        "_meta",
        "claudeCode",
    ])
    .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => any::<i64>().prop_map(Value::Int),
        5 => word().prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 48, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            prop::collection::vec((key(), inner), 0..6).prop_map(Value::Map),
        ]
    })
}

/// A request with members that mean something, and any others.
fn request() -> impl Strategy<Value = Value> {
    let rule = (word(), prop::option::of(word())).prop_map(|(tool, content)| {
        Value::map([("toolName", tool.into()), ("ruleContent", content.map_or(Value::Null, Value::from))])
    });
    let rules = prop::collection::vec(rule, 0..3);
    let update = (word(), word(), rules, word()).prop_map(|(kind, behavior, rules, destination)| {
        Value::map([
            ("type", kind.into()),
            ("behavior", behavior.into()),
            ("rules", Value::List(rules)),
            ("destination", destination.into()),
        ])
    });
    let option = (word(), word(), word()).prop_map(|(id, name, kind)| {
        Value::map([("optionId", id.into()), ("name", name.into()), ("kind", kind.into())])
    });
    let lists = (prop::collection::vec(update, 0..4), prop::collection::vec(option, 0..5));
    (prop::collection::vec((key(), value()), 0..6), lists).prop_map(|(mut members, (updates, options))| {
        members.push(("suggestions".to_owned(), Value::List(updates)));
        members.push(("options".to_owned(), Value::List(options)));
        Value::Map(members)
    })
}

fn verdict() -> impl Strategy<Value = Verdict> {
    let edited = prop::option::of(value()).boxed();
    prop_oneof![
        edited.clone().prop_map(|edited| Verdict::AllowOnce { edited }),
        (prop::collection::vec(0usize..5, 0..4), edited)
            .prop_map(|(ticked, edited)| Verdict::AllowAlways { ticked, edited }),
        "\\PC{0,20}".prop_map(|words| Verdict::Deny { words }),
        word().prop_map(|words| Verdict::DenyAndStop { words }),
        word().prop_map(|id| Verdict::Option { id }),
    ]
}

proptest! {
    #[test]
    fn only_an_explicit_allowance_allows(request in prop_oneof![request(), value()], verdict in verdict()) {
        let (approval, problems) = Approval::read(&request);
        prop_assert!(problems.len() <= limits::PROBLEMS);
        let allows = matches!(verdict, Verdict::AllowOnce { .. } | Verdict::AllowAlways { .. });
        if let Ok(result) = approval.result(&verdict) {
            let behavior = result.get("behavior").and_then(Value::as_str);
            prop_assert_eq!(behavior, Some(if allows { "allow" } else { "deny" }));
            prop_assert_eq!(result.get("updatedInput").is_some(), allows);
            let permissions = result.get("updatedPermissions").and_then(Value::as_list);
            prop_assert_eq!(permissions.is_some(), matches!(verdict, Verdict::AllowAlways { .. }));
            let is_set = |key| request.get(key).is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)));
            prop_assert!(permissions.is_none() || !is_set("suppressAlwaysAllowRule") && !is_set("matchedAskRule"));
            prop_assert!(result.get("interrupt").is_none() || !is_set("suppressStop"));
            if is_set("suppressEdit") && allows {
                prop_assert_eq!(result.get("updatedInput").cloned(), Some(request.get("input").cloned().unwrap_or_default()));
            }
            if let Verdict::AllowOnce { edited: None } = verdict {
                prop_assert_eq!(result.get("updatedInput").cloned(), Some(request.get("input").cloned().unwrap_or_default()));
            }
        } else {
            prop_assert!(!matches!(verdict, Verdict::Deny { .. }), "a denial always works");
            let offers_stop = approval.offers().choices.iter().any(|offer| offer.kind == OfferKind::Stop);
            prop_assert!(!matches!(verdict, Verdict::DenyAndStop { .. }) || !offers_stop, "what is offered works");
        }
    }

    #[test]
    fn an_option_is_chosen_only_if_it_was_offered(request in prop_oneof![request(), value()], verdict in verdict()) {
        let Ok((approval, _)) = Approval::read_acp(&request) else { return Ok(()) };
        let Origin::Acp { options, .. } = &approval.origin else { panic!("it came by ACP") };
        let Ok(result) = approval.result(&verdict) else {
            prop_assert!(!matches!(verdict, Verdict::DenyAndStop { .. }), "stopping always works");
            return Ok(());
        };
        let outcome = result.get("outcome").unwrap();
        let Some(id) = outcome.get("optionId").and_then(Value::as_str) else {
            prop_assert_eq!(outcome.to_json(), r#"{"outcome":"cancelled"}"#);
            prop_assert!(matches!(verdict, Verdict::DenyAndStop { .. }), "only stopping cancels");
            return Ok(());
        };
        let option = options.iter().find(|option| option.id == id).unwrap();
        match verdict {
            Verdict::AllowOnce { .. } => prop_assert_eq!(option.kind, AcpOptionKind::AllowOnce),
            Verdict::AllowAlways { .. } => prop_assert_eq!(option.kind, AcpOptionKind::AllowAlways),
            Verdict::Deny { .. } => prop_assert_eq!(option.kind, AcpOptionKind::RejectOnce),
            Verdict::DenyAndStop { .. } => prop_assert!(false, "stopping chooses nothing"),
            Verdict::Option { id } => prop_assert_eq!(&option.id, &id),
        }
    }

    #[test]
    fn texts_to_show_are_safe(request in request()) {
        let of_acp = Approval::read_acp(&request).ok().map(|(approval, _)| approval);
        for approval in [Some(Approval::read(&request).0), of_acp].into_iter().flatten() {
            for text in [Some(&approval.tool), approval.title.as_ref(), approval.description.as_ref()].into_iter().flatten() {
                prop_assert_eq!(text::shown(&text.shown), text.shown.clone());
            }
            let offers = approval.offers();
            for label in offers.choices.iter().filter_map(|offer| offer.label()) {
                prop_assert_eq!(text::shown_line(&label.shown), label.shown.clone());
            }
        }
    }
}
