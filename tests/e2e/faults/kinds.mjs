// The kinds of requests that a fault can strike: how each is asked, decided and told of. Whatever the kind, the person types a text, and
// not a character of it may be lost.
//
// - `dismissed`: what the bar says when a request was dismissed. An approval cannot be: it is allowed or denied.

import { command } from "../support/approvals.mjs";
import { allowed, CANCELLED, fixture } from "../support/asks.mjs";

/** What the person types. */
export const TEXT = "Maria DB,\n“because we know it”";

const QUESTION = "Which database should we use for this project?";
const DATABASE = fixture("database");

const TOOL = command("psql --version");

const FORM = {
  message: "Which database should we use?",
  requestedSchema: { type: "object", properties: { name: { type: "string", title: "Database" } }, required: ["name"] },
};

const NOTICES = {
  offline: "You're offline. Your draft is saved.",
  kept: "You're offline. Your answer will be sent when you reconnect.",
  timedOut: "This question timed out before you answered",
  withdrawn: "The agent is no longer waiting for this answer",
};

export const KINDS = {
  questions: {
    title: QUESTION,
    notices: NOTICES,
    dismissed: "Question dismissed",
    asks: (agent, options) => agent.ask(DATABASE, options),
    field: (widget) => widget.field,
    types: (widget) => widget.field.fill(TEXT),
    sends: (widget) => widget.field.press("Enter"),
    accepted: allowed(DATABASE, { [QUESTION]: TEXT }),
    cancelled: CANCELLED,
    reason: (result) => result.reason,
  },

  // The text is a changed command, so that what is allowed is what the person made of it.
  approvals: {
    title: "Allow Bash?",
    notices: {
      ...NOTICES,
      timedOut: "This request timed out before you decided",
      withdrawn: "The agent is no longer waiting for this decision",
    },
    dismissed: null,
    // A press opens the field, and the field is filled in.
    isEditedInSteps: true,
    asks: (agent, options) => agent.wants(TOOL, options),
    field: (widget) => widget.dialog.getByRole("textbox", { name: "Edited by you" }),
    async types(widget) {
      await widget.clicks("Edit");
      await this.field(widget).fill(TEXT);
    },
    sends: (widget) => widget.clicks("Allow once"),
    accepted: { behavior: "allow", updatedInput: { ...TOOL.input, command: TEXT }, toolUseID: "t_1", decisionClassification: "user_temporary" },
    reason: (result) => (result.behavior === "deny" ? result.reason : "allowed"),
  },

  forms: {
    title: FORM.message,
    notices: NOTICES,
    dismissed: "Form dismissed",
    asks: (agent, options) => agent.elicit(FORM, options),
    field: (widget) => widget.dialog.getByRole("textbox", { name: "Database" }),
    types: (widget) => widget.dialog.getByRole("textbox", { name: "Database" }).fill(TEXT),
    sends: (widget) => widget.clicks("Send"),
    accepted: { action: "accept", content: { name: TEXT } },
    cancelled: { action: "cancel" },
    reason: (result) => (result.action === "cancel" ? result._meta?.reason : "accepted"),
  },
};
