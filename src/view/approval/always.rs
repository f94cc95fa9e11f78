//! What "allow always" would keep, each with its effect and its place. It is a page of its own, so that nobody presses it for
//! "allow once".

use super::buttons::{deciding_button, label, lasting_word};
use super::exact;
use super::reading::Reading;
use super::words;
use crate::protocol::approval::{Always, Approval, Origin, PermissionChange, PermissionUpdate, RuleEdit};
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalPage, SharedAsk};
use crate::text::exact::pieces;
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::{El, el};
use crate::view::slices::{ApprovalSlice, ReadOnlySlice};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// The button that leads to the page, or why there is none.
pub(super) fn opener(ask: AskContext, approval: &Approval) -> El {
    match approval.offers().always {
        Always::Singly | Always::ByOption => {
            button("always", move || ask.dispatch(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Always))))
                .toggle_attr("hidden", ask.is::<ReadOnlySlice>(|read_only| read_only))
                .text(&words::say(words::ALWAYS))
        }
        Always::No(why) => el("p", "approval-remark").text(&words::no_always(why)),
    }
}

/// The page itself.
pub(super) fn page(ask: AskContext, shared: &SharedAsk, approval: &Approval) -> Vec<El> {
    let mut page = vec![super::heading(ask, &words::say(words::ALWAYS_TITLE))];
    page.extend(super::warning(shared, approval));
    let mut reading = Reading::default();
    let list = match &approval.origin {
        Origin::Sdk(options) => {
            let rows = options.suggestions.iter().enumerate();
            let rows = rows.map(|(place, update)| suggestion(ask, place, update, &mut reading));
            el("div", "options").attr("role", "group").attr("aria-labelledby", "title").children(rows.collect())
        }
        // The agent sees the option only, so each is a decision of its own. How far it reaches only the agent's words say.
        Origin::Acp { .. } => {
            let offers = approval.offers().choices.into_iter().enumerate();
            let lasting = offers.filter(|(_, offer)| offer.kind.is_lasting());
            let buttons = lasting.map(|(place, offer)| {
                let button = deciding_button(ask, "offer", ApprovalChoice::Offer(place));
                reading.watch(label(button, &offer, lasting_word(offer.kind)))
            });
            el("div", "approval-offers").children(buttons.collect())
        }
    };
    page.push(list);
    reading.observe(ask, ApprovalAction::ReadScopeToEnd);
    page
}

fn suggestion(ask: AskContext, place: usize, update: &PermissionUpdate, reading: &mut Reading) -> El {
    let id = ["suggestion-", &place.to_string()].concat();
    let can_be_ticked = update.is_tickable();
    let is_ticked = ask.is::<ApprovalSlice>(move |draft| can_be_ticked && draft.ticked.contains(&place));
    let check = el("input", "mark")
        .attr("type", "checkbox")
        .attr("id", &id)
        .prop("checked", move || is_ticked().into())
        .on("change", move |event| {
            if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
                let ticked = input.checked();
                ask.dispatch(Action::Approval(ApprovalAction::Tick { suggestion: place, ticked }));
            }
        });
    let check = match can_be_ticked {
        true => check.toggle_attr("disabled", ask.is::<ReadOnlySlice>(|read_only| read_only)),
        false => check.attr("disabled", "disabled"),
    };
    let lines = lines(update).into_iter().chain([destination(update)]).map(|line| reading.watch(line));
    let texts = el("span", "text").children(lines.collect());
    el("label", "option").part("option").attr("for", &id).child(check).child(texts)
}

/// Where a suggestion is kept.
pub(super) fn destination(update: &PermissionUpdate) -> El {
    el("span", "description").text(&words::destination(&update.destination))
}

/// What a suggestion does, one line for each rule or folder, with the rule as the settings write it, character by character:
/// that is what goes back.
pub(super) fn lines(update: &PermissionUpdate) -> Vec<El> {
    let label = |text: &str| el("span", "label").child(el("bdi", "").text(text));
    let code = |text: &str| exact::pieces(el("code", "code approval-rule").attr("dir", "ltr"), &pieces(text));
    let folder = |folder: &String, is_added| label(&words::folder(folder, is_added)).child(code(folder));
    let mut lines = match &update.change {
        PermissionChange::Rules { edit, effect, rules } => {
            let mut lines: Vec<El> =
                rules.iter().map(|rule| label(&words::rule(rule, *effect)).child(code(&rule.text()))).collect();
            lines.extend(match edit {
                RuleEdit::Add => None,
                RuleEdit::Replace => Some(label(&words::say(words::RULE_REPLACE))),
                RuleEdit::Remove => Some(label(&words::say(words::RULE_REMOVE))),
            });
            lines
        }
        PermissionChange::Mode(mode) => vec![label(&words::mode(mode))],
        PermissionChange::AddFolders(folders) => folders.iter().map(|one| folder(one, true)).collect(),
        PermissionChange::RemoveFolders(folders) => folders.iter().map(|one| folder(one, false)).collect(),
        PermissionChange::Unknown => {
            vec![label(&words::say(words::UNKNOWN_CHANGE)), code(&update.source.to_json())]
        }
    };
    lines.extend(update.unknown.iter().map(|(key, value)| code(&[key, ": ", &value.to_json()].concat())));
    lines
}
