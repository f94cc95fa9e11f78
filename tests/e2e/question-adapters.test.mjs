// Questions that come as requests of other protocols: how each ends in a real browser comes out exactly as the fixtures and the
// published schemas say.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { elicitAsServer, isRequest } from "./mcp/client.mjs";
import { Card } from "./support/approval.mjs";
import { second } from "./support/form.mjs";
import { assertAcp, assertElicitResult } from "./support/protocols.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const cases = (name) => JSON.parse(readFileSync(new URL(`../fixtures/adapters/${name}.json`, import.meta.url), "utf8"));
const isEmpty = ({ picks, other }) => picks.length === 0 && !other;
const isAnswer = ({ outcome }) => ["answered", "partly-answered"].includes(outcome);

/** What the SDK's fixture says of answers, as lines: what is picked and written for each question. */
function linesOf({ questions }, { answers = {}, annotations = {} }) {
  if (questions.length === 0) return [{ picks: [], other: answers.response }];
  return questions.map(({ question, options = [] }) => {
    const given = Object.hasOwn(answers, question) ? answers[question] : null;
    const pick = options.findIndex(({ label }) => label === given);
    const notes = Object.hasOwn(annotations, question) ? annotations[question].notes : undefined;
    return { picks: pick < 0 ? [] : [pick], other: pick < 0 ? given : null, notes };
  });
}

/** Whether the person can write a note to the question, and whether that travels with this line. */
const takesNote = ({ form }, { notes, other }) => notes && (!form || (form.note === "beside-pick" && !other));

/** Where there are options, from the title or one of them, where the focus is again afterwards: letters are text in a question without. */
async function writesNote(widget, notes, options) {
  if (options.length > 0) await widget.press("n");
  else await widget.clicksText("Add a note");
  await widget.assertFocused("Note");
  await widget.page.keyboard.type(notes);
  await widget.press("Escape");
}

/** Chooses and writes what the lines say, and stands on the last question then. A line without anything is left out. */
async function drafts(widget, questions, lines) {
  for (const [index, line] of lines.entries()) {
    const { question, options = [] } = questions[index] ?? {};
    if (question) await widget.asks(question);
    else await widget.isUnguarded();
    await widget.press(...line.picks.map((pick) => `${pick + 1}`));
    if (takesNote(questions[index] ?? {}, line)) await writesNote(widget, line.notes, options);
    if (line.other && options.length > 0) {
      await widget.press("0");
      await widget.page.keyboard.type(line.other);
    } else if (line.other) {
      await widget.field.fill(line.other);
      await widget.field.focus();
    }
    if (index === lines.length - 1) continue;
    if (isEmpty(line)) await widget.host.locator(".step").nth(index + 1).click();
    else await widget.press("Enter");
  }
}

/** Sends what was drafted, from the review where there are several questions. */
async function sends(widget, lines) {
  if (lines.length === 1) return widget.press("Enter");
  const gaps = lines.filter(isEmpty).length;
  if (isEmpty(lines.at(-1))) await widget.host.locator(".step").nth(lines.length).click();
  else await widget.press("Enter");
  await widget.reviews();
  return gaps > 0 ? widget.clicks(`Send with ${gaps} unanswered`) : widget.press("Enter");
}

/** A call of one of the element's callbacks: the JSON of its result, since what is passed between test and page would lose a key. */
function calls(page, method, given, options) {
  const call = async ([method, given, options]) => {
    const result = await document.getElementById("second")[method](...JSON.parse(given), options);
    return JSON.stringify(result);
  };
  const asked = page.evaluate(call, [method, JSON.stringify(given), options]);
  // A test that fails early tells of that, and not of what it left behind.
  asked.catch(() => {});
  return asked;
}

/** How many were asked: each has an id of its own. */
let count = 0;

/** Ends the question as the case says: the person, the page or the clock. `call` asks it, and gives the JSON of its result. */
async function ends(widget, questions, lines, { outcome }, isRefused, call) {
  const { page } = widget;
  const id = `mine_${++count}`;
  const asked = call({ id, ...(outcome === "timed-out" && { timeoutSeconds: 1 }) });
  if (isAnswer({ outcome })) {
    await drafts(widget, questions, lines);
    if (!isRefused) {
      await sends(widget, lines);
      await widget.isGone();
      return asked;
    }
    // The widget does not send what the form does not take, and says so. All that is left is to cancel.
    await widget.press("Control+Enter");
    await becomes(async () => (await widget.alert.textContent()) !== "", true);
    await widget.clicks("Dismiss");
  } else if (outcome === "cancelled") {
    await widget.dialog.waitFor();
    await widget.isUnguarded();
    if (lines) await drafts(widget, questions, lines);
    await widget.clicks("Dismiss");
  } else if (outcome === "withdrawn") {
    await widget.dialog.waitFor();
    await page.evaluate((id) => document.getElementById("second").withdraw(id), id);
  }
  return asked;
}

topic("questions of other protocols", () => {
  scene("AskUserQuestion of the Claude Agent SDK", async ({ page }) => {
    const widget = await second(page);
    for (const { about, request, detail, result } of cases("can-use-tool")) {
      const lines = isAnswer(detail) ? linesOf(request, detail) : undefined;
      const call = (options) => calls(page, "canUseTool", ["AskUserQuestion", request], options);
      assert.equal(await ends(widget, request.questions, lines, detail, false, call), JSON.stringify(result), about);
      await widget.isGone();
    }
  });

  scene("ACP's requests for permission that are questions", async ({ page }) => {
    const widget = await second(page);
    for (const { about, request, input, detail, result, error } of cases("acp-permission")) {
      const call = (options) => calls(page, "requestPermission", [request], options);
      if (error) {
        // What is no question of Claude's adapter is an approval.
        const asked = call({});
        const [first] = request.options;
        await new Card(widget).decides({ kind: "option", id: first.optionId }, request);
        assert.deepEqual(JSON.parse(await asked), { outcome: { outcome: "selected", optionId: first.optionId } }, about);
      } else {
        assert.equal(await ends(widget, input.questions, detail.lines, detail, false, call), JSON.stringify(result), about);
        assertAcp(1, "RequestPermissionResponse", result);
      }
      await widget.isGone();
    }
  });

  // Two at a time, each with a part of the cases: a cancel takes the five seconds in which it can be undone.
  for (const [part, name] of ["that are answered", "that end in another way"].entries()) {
    scene(`forms of MCP and ACP ${name}`, { tab: { tolerates: [/^console: ask-user:/] } }, async ({ page }) => {
      const widget = await second(page);
      const isPlayed = ({ detail, result }) => (detail && isAnswer(detail) && result.action === "accept" ? part === 0 : part === 1);
      for (const { about, request, input, detail, result } of cases("elicitation").filter(isPlayed)) {
        const call = (options) => calls(page, "elicit", [request], options);
        // A note alone is never sent: the adapter could write a result for it, and no person can bring it about.
        const isNoteAlone = detail?.lines?.every((line) => isEmpty(line) && line.notes) ?? false;
        const isRefused = isNoteAlone || result?.action === "cancel";
        let json;
        const person = async () => {
          if (input) {
            json = await ends(widget, input.questions, detail.lines, detail, isRefused, call);
          } else {
            // It is shown as a form or an address; what those give if they are accepted is in tests/fixtures/forms.
            const asked = call({});
            await widget.dialog.waitFor();
            await widget.clicks("Decline");
            json = await asked;
          }
          return JSON.parse(json);
        };
        if (isRequest(request)) await elicitAsServer(request, person);
        else await person();
        const expected = input ? (isNoteAlone ? { action: "cancel" } : result) : { action: "decline" };
        assert.equal(json, JSON.stringify(expected), about);
        assertElicitResult(JSON.parse(json));
        await widget.isGone();
      }
    });
  }
});
