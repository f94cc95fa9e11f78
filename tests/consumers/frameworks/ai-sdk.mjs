// The AI SDK: its hook, its agent and a scripted model in the page.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { becomes } from "../../e2e/support/until.mjs";
import { COMMAND, CONCURRENT, DATABASE, play } from "./stage.mjs";

describe("the AI SDK", CONCURRENT, () => {
  /** The person writes what the model is to do: a list of tool calls. */
  const send = (page, ...calls) => page.evaluate((text) => void window.chat.sendMessage({ text }), JSON.stringify(calls));
  /** The parts of the last message that are tool calls. */
  const parts = (page) =>
    page.evaluate(() => {
      const [last] = window.chat.messages.slice(-1);
      return last.parts.filter((part) => part.toolCallId).map(({ state, output, errorText, approval }) => ({ state, output, errorText, approval }));
    });
  /** What the model said last. */
  const said = (page) => page.locator("p").last().textContent();
  /** Asks that the page was told of. */
  const asked = (page) => page.evaluate(() => window.heardEvents.filter(({ name }) => /question|approval/.test(name)).length);

  play("gives the answer to the model as the output of the tool, and asks once, however often the page is rendered", "ai-sdk", async ({ page, widget }) => {
    await send(page, ["c1", "askUser", DATABASE]);
    await widget.asks("Which database?");
    for (let time = 0; time < 3; time++) await page.evaluate(() => window.show({}));
    await widget.press("2", "Enter");
    const output = { outcome: "answered", answers: { "Which database?": "MongoDB" }, annotations: {} };
    await becomes(async () => JSON.parse(await said(page)), [{ type: "json", value: output }]);
    await becomes(() => asked(page), 1);
    await widget.isGone();
  });

  play("tells the model what it cannot ask, so that it can do better", "ai-sdk", async ({ page, widget }) => {
    await send(page, ["c1", "askUser", { questions: [{ question: 7 }] }]);
    const value = "<ask-user> cannot ask this: questions[0].question must be a text, not number";
    await becomes(async () => JSON.parse(await said(page)), [{ type: "error-text", value }]);
    await widget.isGone();
  });

  play("tells the model that a question was dismissed, timed out or withdrawn", "ai-sdk", async ({ page, widget }) => {
    const ends = async (id, end, value) => {
      await send(page, [id, "askUser", DATABASE]);
      await widget.asks("Which database?");
      await end();
      await becomes(async () => JSON.parse(await said(page)), [{ type: "error-text", value }]);
      await widget.isGone();
    };
    await ends("c1", () => widget.clicks("Dismiss"), "The user dismissed the question without answering it.");
    const withdraw = () => page.locator("ask-user").evaluate((element) => element.withdraw(element.question.questionId));
    await ends("c2", withdraw, "The question was withdrawn before the user answered it.");
    await page.evaluate(() => window.show({ options: { timeoutSeconds: 2 } }));
    await ends("c3", () => {}, "The user did not answer in time.");
  });

  play("has a tool used that the person allows, with the signature of the request", "ai-sdk", async ({ page, card, value }) => {
    await send(page, ["c1", "Bash", COMMAND]);
    await card.isOpen();
    const [{ approval }] = await parts(page);
    assert.ok(approval.signature, "the server signs its requests");
    assert.equal(await card.widget.button("Edit").count(), 0, "a change could not be carried");
    assert.equal(await card.widget.button("Deny and stop").count(), 0, "stopping could not be carried");
    await card.decides({ kind: "allow_once" }, {});
    await becomes(async () => JSON.parse(await said(page)), [{ type: "text", value: "done" }]);
    assert.deepEqual(await value("deleted"), ["rm -rf build"]);
    const [used] = await parts(page);
    assert.deepEqual(used.approval, { ...approval, approved: true, reason: undefined });
  });

  play("has a tool not used that the person denies, and gives their words to the model", "ai-sdk", async ({ page, card, value }) => {
    await send(page, ["c1", "Bash", COMMAND]);
    await card.decides({ kind: "deny", words: "Keep it." }, {});
    await becomes(async () => (await parts(page)).at(-1)?.state, "output-denied");
    const [{ approval }] = await parts(page);
    assert.equal(approval.approved, false);
    assert.equal(approval.reason, "The user denied the use of the tool Bash. It was not used. The user said: Keep it.");
    assert.deepEqual(await value("deleted"), []);
    await becomes(async () => (await said(page)).includes("Keep it."), true);
  });

  play("has nothing approved that nobody approved", "ai-sdk", async ({ page, card, widget, value }) => {
    await send(page, ["c1", "Bash", COMMAND]);
    await card.isOpen();
    await page.locator("ask-user").evaluate((element) => element.withdraw(element.approval.requestId));
    await becomes(async () => (await parts(page)).at(-1)?.state, "output-denied");
    await widget.isGone();
    await page.evaluate(() => window.show({ options: { timeoutSeconds: 1 } }));
    await send(page, ["c2", "Bash", COMMAND]);
    await becomes(async () => (await parts(page)).at(-1)?.approval?.reason, "The user did not answer in time: Bash was not approved");
    assert.deepEqual(await value("deleted"), []);
  });

  play("lets the chat wait on while there is no element, and asks again on the next one", "ai-sdk", async ({ page, card, widget, value }) => {
    await send(page, ["c1", "Bash", COMMAND]);
    await card.isOpen();
    await page.evaluate(() => window.show({ hasWidget: false }));
    await becomes(() => page.locator("ask-user").count(), 0);
    assert.deepEqual((await parts(page)).map(({ state }) => state), ["approval-requested"]);
    await page.evaluate(() => window.show({ hasWidget: true }));
    await card.decides({ kind: "allow_once" }, {});
    await becomes(() => value("deleted"), ["rm -rf build"]);
    await widget.isGone();
  });

  play("withdraws what the chat no longer waits for, and what another chat asked", "ai-sdk", async ({ page, card, widget, value }) => {
    await send(page, ["c1", "Bash", COMMAND]);
    await card.isOpen();
    await page.evaluate(() => window.chat.setMessages([]));
    await widget.isGone();
    await send(page, ["c2", "askUser", DATABASE]);
    await widget.asks("Which database?");
    await page.evaluate(() => window.show({ id: "two" }));
    await widget.isGone();
    assert.deepEqual(await value("deleted"), []);
  });

  const refused = { tolerates: [/the chat did not take the answer/] };
  play("asks again what a chat did not take, and says so", "ai-sdk", async ({ page, widget, value }) => {
    await page.evaluate((input) => {
      const part = { type: "tool-askUser", toolCallId: "c1", state: "input-available", input };
      window.taken = [];
      const addToolOutput = (output) => {
        if (window.taken.push(output) < 3) throw new Error("The chat is busy");
      };
      window.other = { id: "other", messages: [{ role: "assistant", parts: [part] }], addToolOutput };
    }, DATABASE);
    for (const time of [1, 2, 3]) {
      await page.evaluate(() => window.answer(window.other));
      await widget.asks("Which database?");
      await widget.press("2", "Enter");
      await becomes(async () => (await value("taken")).length, time);
      await widget.isGone();
    }
    const outputs = (await value("taken")).map(({ output, errorText }) => errorText ?? output.answers["Which database?"]);
    assert.deepEqual(outputs, ["MongoDB", "MongoDB", "MongoDB"]);
  }, refused);
});
