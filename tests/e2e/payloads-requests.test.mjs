// The hostile texts of payloads.test.mjs through every slot of approvals and forms: no script runs, nothing leaves the page, no element
// appears that the widget did not mean, and what is a value goes back to the letter.
//
// That this can fail was tried: with `innerHTML` for the texts of a section in view/approval/exact.rs the first card never opens.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { Card } from "./support/approval.mjs";
import { command } from "./support/approvals.mjs";
import { second } from "./support/form.mjs";
import { payloads } from "./support/payloads.mjs";
import { scene, topic } from "./support/scene.mjs";
import { Trap } from "./support/trap.mjs";
import { becomes } from "./support/until.mjs";
import { Watch } from "./support/watch.mjs";

/** How many texts are in one form, which may have 64 fields. */
const IN_FORM = 60;

let trap;
before(async () => {
  trap = await Trap.set();
});
after(async () => {
  trap?.close();
});

/** How many texts are in one card, where it has a list for them. */
const IN_LIST = 24;

/** Slots that hold one text: a card for each text, which is in all of them. */
const SINGLE = {
  "command, reason, server and rule": (text) => ({
    ...command(text, { title: text, displayName: text, description: text, decisionReason: text, blockedPath: text, agentID: text }),
    input: { command: text, cwd: text, description: text },
    mcpServer: { name: text, source: text },
    matchedAskRule: { source: text, toolName: text, ruleContent: text },
  }),
  "path, content and the name of a tool": (text) => ({ tool_name: "Write", input: { file_path: text, content: text, [text]: text } }),
  address: (text) => ({ tool_name: "WebFetch", input: { url: text, prompt: text } }),
  "command of ACP's version 2": (text) => ({
    title: text,
    description: text,
    subject: { type: "command", command: text, cwd: text, toolCallId: text, terminalId: text },
    options: [{ optionId: text, name: text, kind: "allow_once" }],
  }),
  "address of a form": (text) => ({ mode: "url", message: text, serverName: text, title: text, url: text, elicitationId: text }),
  "path of a form's address": (text) => ({ mode: "url", message: "Sign in", url: `https://example.org/${text}`, elicitationId: "e" }),
  "tool and subject": (text) => ({ tool_name: `mcp__${text}__${text}`, input: { [text]: [text] } }),
};

/** Slots that hold many texts: a card for some of them. */
const LISTS = {
  arguments: (texts) => ({ tool_name: "mcp__a__b", input: Object.fromEntries(texts.map((text) => [text, [text, { [text]: text }]])) }),
  diff: (texts) => ({
    tool_name: "MultiEdit",
    input: { file_path: "a.js", edits: texts.map((text) => ({ old_string: `a\n${text}`, new_string: `${text}\nb` })) },
  }),
  "lines of a command": (texts) => ({ tool_name: "Bash", input: { command: texts.join("\n") } }),
  plan: (texts) => ({ tool_name: "ExitPlanMode", input: { plan: texts.join("\n\n") } }),
  "changes and a patch of ACP's version 2": (texts) => ({
    title: texts[0],
    subject: {
      type: "tool_call",
      toolCall: {
        toolCallId: "t",
        content: [
          {
            type: "diff",
            changes: texts.map((text) => ({ operation: text, path: text, oldPath: text })),
            patch: { format: "git_patch", text: `--- a/a\n+++ b/b\n@@ -1 +1 @@\n${texts.map((text) => `-${text}\n+${text}`).join("\n")}\n` },
          },
        ],
      },
    },
    options: [{ optionId: "once", name: texts[0], kind: "allow_once" }],
  }),
  "content of ACP": (texts) => ({
    toolCall: {
      toolCallId: "t",
      title: texts[0],
      kind: texts[0],
      rawInput: texts,
      content: texts.flatMap((text) => [
        { type: "diff", path: text, oldText: `a\n${text}`, newText: text },
        { type: "content", content: { type: "text", text } },
        { type: "terminal", terminalId: text },
      ]),
      locations: texts.map((path) => ({ path, line: 3 })),
    },
    options: texts.map((text, index) => ({ optionId: text, name: text, kind: ["allow_once", "allow_always", "reject_once", text][index % 4] })),
  }),
};

/** How many approvals wait in a list, whose receipts are all kept. */
const IN_QUEUE = 48;

/** Runs in the page: a card for each request, which is opened and withdrawn. How many were shown. */
async function showAll(requests) {
  const { ScriptedSocket } = await import("/scripted-socket.js");
  const element = document.getElementById("second");
  const root = element.shadowRoot;
  const socket = new ScriptedSocket();
  element.attach(socket);
  socket.open("permission", "elicitation", "withdraw");
  const until = (holds) =>
    new Promise((resolve) => {
      const check = () => holds() && (observer.disconnect(), resolve());
      const observer = new MutationObserver(check);
      observer.observe(root, { childList: true, subtree: true, attributes: true });
      check();
    });
  let shown = 0;
  for (const [index, request] of requests.entries()) {
    const type = request.mode ? "elicitation_request" : "permission_request";
    socket.tell({ type, request_id: `h_${index}`, ...request });
    await until(() => root.querySelector(request.mode ? "dialog[open] .title" : "dialog[open] .approval"));
    if (!request.mode) root.querySelector(".approval-raw").open = true;
    root.querySelector("dialog").getBoundingClientRect();
    shown += 1;
    socket.tell({ type: "ask_user_withdrawn", question_id: `h_${index}` });
    await until(() => !root.querySelector("dialog[open], .approval"));
    element.clearReceipts();
  }
  return shown;
}

/** A form with these texts in every slot of a text field each and of three choices, and what it gives if it is accepted as it is. */
function formOf(texts) {
  const [first] = texts;
  const properties = {};
  const content = {};
  const add = (key, text, property, value) => {
    properties[key] = { title: text, description: text, ...property };
    content[key] = value;
  };
  for (const text of texts) add(text, text, { type: "string", default: text }, text);
  add("one", first, { type: "string", oneOf: texts.map((text) => ({ const: text, title: text, description: text })), default: first }, first);
  add("several", first, { type: "array", items: { type: "string", enum: texts }, default: texts }, texts);
  add("named", first, { type: "string", enum: texts.map((_, index) => `${index}`), enumNames: texts, default: "0" }, "0");
  const requestedSchema = { type: "object", title: first, description: first, properties };
  return { request: { message: first, title: first, serverName: first, requestedSchema }, content };
}

/** The texts, some at a time. */
const inLists = (texts) => Array.from({ length: Math.ceil(texts.length / IN_LIST) }, (_, list) => texts.slice(list * IN_LIST, (list + 1) * IN_LIST));

/** What closes is gone at once. Problems of a request are told to the developer. */
const STILL = { tab: { media: { reducedMotion: "reduce" }, tolerates: [/^console: ask-user:/] } };

topic("hostile texts", () => {
  for (const [name, card] of Object.entries({ ...SINGLE, ...LISTS })) {
    scene(`in an approval: ${name}`, STILL, async ({ page }) => {
      await second(page);
      const watch = await Watch.begin(page, "#second");
      const texts = payloads(trap.url);
      const requests = name in SINGLE ? texts.map(card) : inLists(texts).map(card);
      assert.equal(await page.evaluate(showAll, requests), requests.length);
      await watch.assertNothingHappened();
      assert.equal(trap.caught.length, 0, "nobody came from the page");
    });
  }

  scene("in the list of those that wait, in what is denied at once, and in the receipts", STILL, async ({ page }) => {
    const widget = await second(page);
    const watch = await Watch.begin(page, "#second");
    const at = (selector) => widget.host.locator(selector);
    const texts = payloads(trap.url);
    for (let from = 0; from < texts.length; from += IN_QUEUE) {
      const some = texts.slice(from, from + IN_QUEUE);
      await page.evaluate((texts) => {
        const { canUseTool } = document.getElementById("second");
        window.results = Promise.all(texts.map((text) => canUseTool(text, { [text]: text }, { title: text, displayName: text })));
      }, some);
      await becomes(() => widget.queued.textContent(), `1 of ${some.length}`);
      await widget.clicksPart(".queued");
      await becomes(() => at(".queue-row").count(), some.length);
      await widget.clicksPart(".deny-all");
      await widget.clicksPart(".deny-listed");
      const results = await page.evaluate("results");
      assert.ok(results.every(({ behavior }) => behavior === "deny"));
      await becomes(() => at(".receipt").count(), some.length);
      await page.evaluate(() => {
        for (const receipt of document.getElementById("second").shadowRoot.querySelectorAll(".receipt > details")) receipt.open = true;
      });
      await at(".receipt-whole").nth(some.length - 1).waitFor();
      await watch.assertNothingHappened();
      await page.evaluate(() => document.getElementById("second").clearReceipts());
      await widget.isGone();
    }
    assert.equal(trap.caught.length, 0, "nobody came from the page");
  });

  scene("in an input that is allowed, which goes back to the letter", STILL, async ({ page }) => {
    const widget = await second(page);
    const watch = await Watch.begin(page, "#second");
    for (const texts of inLists(payloads(trap.url))) {
      const input = { command: texts.join("\n"), [texts[0]]: texts };
      await page.evaluate((json) => {
        window.result = undefined;
        const asked = document.getElementById("second").canUseTool("Bash", JSON.parse(json), {});
        asked.then((result) => (window.result = JSON.stringify(result)));
      }, JSON.stringify(input));
      await new Card(widget).decides({ kind: "allow_once" }, {});
      await page.waitForFunction("window.result");
      const result = { behavior: "allow", updatedInput: input, decisionClassification: "user_temporary" };
      assert.equal(await page.evaluate("window.result"), JSON.stringify(result));
      await widget.isGone();
      await watch.assertNothingHappened();
    }
    assert.equal(trap.caught.length, 0, "nobody came from the page");
  });

  scene("in the page of rules", STILL, async ({ page }) => {
    const widget = await second(page);
    const watch = await Watch.begin(page, "#second");
    // As many texts in each as need no more suggestions than a card shows.
    const suggestions = inLists(payloads(trap.url)).flatMap((texts) => [
      { type: "addRules", rules: texts.map((text) => ({ toolName: text, ruleContent: text })), behavior: "allow", destination: texts[0] },
      { type: "addDirectories", directories: texts, destination: "session" },
    ]);
    await page.evaluate((request) => void document.getElementById("second").canUseTool("Bash", { command: "ls" }, request), { suggestions });
    await widget.asks("Allow Bash?");
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    assert.equal(await widget.dialog.getByRole("checkbox").count(), suggestions.length);
    await watch.assertNothingHappened();
  });

  scene("in a form, which gives them back to the letter", STILL, async ({ page }) => {
    const widget = await second(page);
    const watch = await Watch.begin(page, "#second");
    const texts = payloads(trap.url);
    for (let from = 0; from < texts.length; from += IN_FORM) {
      const { request, content } = formOf(texts.slice(from, from + IN_FORM));
      await page.evaluate((json) => {
        window.result = undefined;
        const asked = document.getElementById("second").elicit(JSON.parse(json));
        asked.then((result) => (window.result = JSON.stringify(result)));
      }, JSON.stringify(request));
      await widget.dialog.locator("[part~=form-field]").first().waitFor();
      await widget.isUnguarded();
      await widget.press("Control+Enter");
      await page.waitForFunction("window.result");
      assert.deepEqual(JSON.parse(await page.evaluate("window.result")), { action: "accept", content });
      await widget.isGone();
      await watch.assertNothingHappened();
    }
    assert.equal(trap.caught.length, 0, "nobody came from the page");
  });
});
