// What agents want to do in these tests, and what they should get.

import { becomes } from "./until.mjs";

export const RULE = {
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "npm test:*" }],
  behavior: "allow",
  destination: "session",
};
export const MODE = { type: "setMode", mode: "acceptEdits", destination: "session" };

/** A command that the agent wants to run. */
export function command(text = "npm test", rest = {}) {
  return { tool_name: "Bash", toolUseID: "t_1", input: { command: text, cwd: "/app" }, suggestions: [RULE, MODE], ...rest };
}

/** What the agent gets if it may, this time. */
export function allowedOnce(request, updatedInput = request.input) {
  return { behavior: "allow", updatedInput, toolUseID: "t_1", decisionClassification: "user_temporary" };
}

/** What the agent gets if it may not. */
export function denied(words, rest = {}) {
  const message = `The user denied the use of the tool Bash. It was not used.${words ? ` The user said: ${words}` : ""}`;
  return { behavior: "deny", message, ...rest, decisionClassification: "user_reject" };
}

/** The card is open, everything on it was in view, and it takes what the person does. */
export async function isReady(widget, title = "Allow Bash?") {
  await widget.asks(title);
  await widget.dialog.locator(".allow:not([data-unread])").waitFor();
  await widget.isUnguarded();
}

/** The button that leads to what was not in view. It says how many lines that are. */
export function readOn(widget) {
  return widget.dialog.getByRole("button", { name: /^Keep reading/ });
}

/**
 * What that button says; `null` once everything was in view. Who asks first whether it is there and then what it says may wait
 * for a button that has gone in between.
 */
export function readOnText(widget) {
  return readOn(widget).evaluateAll(([button]) => button?.textContent ?? null);
}

/** Waits until what was scrolled has been looked at. */
export async function isLookedAt(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The responses that left the page. */
export async function assertNothingSent(widget, tab, asked) {
  await becomes(() => widget.dialog.locator(".allow").isVisible(), true, "the card is still there");
  widget.assertNothingSent(tab, asked);
}
