// What agents ask in these tests, and what they should get.

import { readFileSync } from "node:fs";

/**
 * Seconds that an ask lasts which a person begins to answer and does not finish: enough for a busy machine to open the
 * dialog and to type.
 */
export const TIME_TO_TYPE = 12;

/** An ask of tests/fixtures. */
export function fixture(name) {
  return JSON.parse(readFileSync(new URL(`../../fixtures/ask-${name}.json`, import.meta.url), "utf8"));
}

/** An ask of one question with these labels. */
export function question(text, labels, { multiSelect = false, header = "Test" } = {}) {
  const options = labels.map((label) => ({ label, description: `About ${label}` }));
  return { questions: [{ question: text, header, options, multiSelect }] };
}

/** The permission result for these answers: the input with all of its keys. */
export function allowed(input, answers, annotations) {
  return { behavior: "allow", updatedInput: { ...input, answers, ...(annotations && { annotations }) } };
}

export const CANCELLED = { behavior: "deny", message: "User cancelled the question", interrupt: true, reason: "cancelled" };
export const TIMED_OUT = { behavior: "deny", message: "User response timeout", interrupt: true, reason: "timed_out" };
export const NOBODY_CONNECTED = {
  behavior: "deny",
  message: "User response timeout: nobody is connected",
  interrupt: true,
  reason: "nobody_connected",
};
