// What agents ask in these tests, and what they should get.

import { readFileSync } from "node:fs";

/** An ask of tests/fixtures. */
export function fixture(name) {
  return JSON.parse(readFileSync(new URL(`../../fixtures/ask-${name}.json`, import.meta.url), "utf8"));
}

/** An ask of one question with these labels. */
export function question(text, labels, { multiSelect = false, header = "Test" } = {}) {
  const options = labels.map((label) => ({ label, description: `About ${label}` }));
  return { questions: [{ question: text, header, options, multiSelect }] };
}

/** The permission result for these answers: the input with every key kept. */
export function allowed(input, answers, annotations) {
  return { behavior: "allow", updatedInput: { ...input, answers, ...(annotations && { annotations }) } };
}

export const CANCELLED = { behavior: "deny", message: "User cancelled the question", interrupt: true };
export const TIMED_OUT = { behavior: "deny", message: "User response timeout", interrupt: true };
