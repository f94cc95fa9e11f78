// `canUseTool` and `requestPermission` for approvals: every request of the fixtures goes through a real browser, and its result is
// exactly what its protocol wants.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { Card } from "./support/approval.mjs";
import { isReady } from "./support/approvals.mjs";
import { Widget } from "./support/page.mjs";
import { assertAcp } from "./support/protocols.mjs";
import { Rogue } from "./support/rogue.mjs";
import { scene, topic } from "./support/scene.mjs";
import { DIST } from "./support/settings.mjs";
import { becomes } from "./support/until.mjs";

const cases = (name) => JSON.parse(readFileSync(new URL(`../fixtures/approvals/${name}.json`, import.meta.url), "utf8"));
const BASH = { command: "npm test", timeout: 1000 };
const WITHDRAWN = { behavior: "deny", message: "The request was withdrawn before the user answered: Bash was not approved" };

/** A second element on the page, which no attribute feeds. What its method gives stands in `window.result`. */
async function place(page) {
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("ask-user"), { id: "second" }));
    window.call = (method, ...given) => {
      window.result = undefined;
      const ended = (result) => (window.result = result);
      document.getElementById("second")[method](...given).then(ended, (error) => ended(`${error.name}: ${error.message}`));
    };
  });
  const widget = new Widget(page, page.locator("#second"));
  return { widget, card: new Card(widget), result: () => page.evaluate(() => window.result) };
}

const call = (page, ...given) => page.evaluate((given) => window.call(...given), given);

/** The person can change a text of the input, and never drops the rest of it. */
const expected = ({ verdict, result }, request) =>
  verdict.edited ? { ...result, updatedInput: { ...request.input, ...verdict.edited } } : result;

const require = createRequire(import.meta.url);
/** The version of ACP that a request is of. */
const versionOf = (request) => ("toolCall" in request ? 1 : 2);

topic("every fixture", () => {
  for (const { about, request, results } of cases("sdk")) {
    scene(`of the SDK: ${about}`, async ({ page }) => {
      const { card, widget, result } = await place(page);
      const { request_id: _, tool_name, input, ...options } = request;
      for (const one of results.filter((one) => "result" in one)) {
        await call(page, "canUseTool", tool_name, input, options);
        await card.decides(one.verdict, request);
        await becomes(result, expected(one, request), JSON.stringify(one.verdict));
        await widget.isGone();
      }
    });
  }

  for (const { about, request, results } of cases("acp")) {
    scene(`of ACP: ${about}`, async ({ page }) => {
      const { card, widget, result } = await place(page);
      for (const one of results.filter((one) => one.result)) {
        await call(page, "requestPermission", request);
        await card.decides(one.verdict, request);
        await becomes(result, one.result, JSON.stringify(one.verdict));
        assertAcp(versionOf(request), "RequestPermissionResponse", await result());
        await widget.isGone();
      }
    });
  }

  scene("of the SDK gives the same over a bridge", async ({ agent, widget }) => {
    const card = new Card(widget);
    for (const { about, request, results } of cases("sdk")) {
      const { request_id: _, ...wanted } = request;
      const one = results.find((one) => one.result);
      if (!one) continue;
      const asked = agent.wants(wanted);
      await card.decides(one.verdict, request);
      assert.deepEqual(await asked.result(), expected(one, request), about);
      await widget.isGone();
    }
  });

  scene("of ACP's version 2 can do with a title, and is not taken for another protocol's", async ({ page }) => {
    const { card, result } = await place(page);
    const options = [{ optionId: "yes", name: "Go on", kind: "allow_once" }];
    const request = { sessionId: "s", title: "Go on?", options };
    assertAcp(2, "RequestPermissionRequest", request);
    await call(page, "requestPermission", { ...request, tool_name: "Bash", input: {} });
    await card.decides({ kind: "option", id: "yes" }, request);
    await becomes(result, { outcome: { outcome: "selected", optionId: "yes" } });
  });
});

topic("several at once", () => {
  /** Calls `canUseTool` for each of these commands at once. What they resolve with stands in `window.results`. */
  const ask = (page, commands) =>
    page.evaluate((commands) => {
      window.results = commands.map(() => null);
      const { canUseTool } = document.getElementById("second");
      commands.forEach(async (command, index) => {
        window.results[index] = (await canUseTool("Bash", { command }, {})).behavior;
      });
    }, commands);
  const results = (page) => page.evaluate(() => window.results);
  const at = (widget, selector) => widget.dialog.locator(selector);

  const still = { tab: { media: { reducedMotion: "reduce" } } };
  scene("keep their places in the list when the first of them is denied there", still, async ({ page }) => {
    const { widget } = await place(page);
    await ask(page, ["echo 1", "echo 2", "echo 3"]);
    await isReady(widget);
    await widget.queued.click();
    await becomes(() => at(widget, ".queue-row").count(), 3);
    const places = () => at(widget, ".queue-row .queue-summary").evaluateAll((rows) => rows.map((row) => [row.textContent, row.getBoundingClientRect().y]));
    const before = await places();
    await widget.isUnguarded();
    await widget.dialog.getByRole("button", { name: "Deny: Bash echo 1" }).click();
    await becomes(() => results(page), ["deny", null, null]);
    await becomes(() => at(widget, ".queue-row[data-over] .queue-summary").allTextContents(), ["echo 1"]);
    assert.deepEqual((await places()).map(([text]) => text), before.map(([text]) => text));
    // Its row says that it is over, which may take a line.
    assert.equal((await places())[0][1], before[0][1]);
    await widget.clicks("Back");
    await isReady(widget);
    await widget.queued.click();
    await becomes(() => at(widget, ".queue-summary").allTextContents(), ["echo 2", "echo 3"]);
  });

  scene("stand in a list, and one of them is denied there, by keys alone", async ({ page }) => {
    const { widget } = await place(page);
    await ask(page, ["echo 1", "echo 2", "echo 3"]);
    await isReady(widget);
    await becomes(() => widget.queued.textContent(), "1 of 3");
    await widget.queued.focus();
    await page.keyboard.press("Enter");
    await becomes(() => at(widget, ".queue-row").count(), 3);
    assert.deepEqual(await at(widget, ".queue-summary").allTextContents(), ["echo 1", "echo 2", "echo 3"]);
    await widget.isUnguarded();
    await widget.dialog.getByRole("button", { name: "Deny: Bash echo 2" }).focus();
    await page.keyboard.press("Enter");
    await becomes(() => results(page), [null, "deny", null]);
    await becomes(() => at(widget, ".queue-row[data-over] .queue-summary").allTextContents(), ["echo 2"]);
    await page.keyboard.press("b");
    await becomes(() => at(widget, ".queue-row").count(), 0);
    await becomes(() => widget.queued.textContent(), "2 of 3");
  });

  scene("are denied all at once, but not what came after the list", async ({ page }) => {
    const { widget } = await place(page);
    await ask(page, ["echo 1", "echo 2", "echo 3"]);
    await isReady(widget);
    await widget.queued.click();
    await widget.isUnguarded();
    await at(widget, ".deny-all").click();
    await at(widget, ".deny-listed").getByText("Deny 3 requests").waitFor();
    await page.evaluate(() => {
      const { canUseTool } = document.getElementById("second");
      canUseTool("Bash", { command: "echo 4" }, {}).then(({ behavior }) => window.results.push(behavior));
    });
    await becomes(() => widget.queued.textContent(), "1 of 4");
    await widget.isUnguarded();
    await at(widget, ".deny-listed").click();
    await becomes(() => results(page), ["deny", "deny", "deny"]);
    await at(widget, ".approval-text").getByText("echo 4").waitFor();
    await becomes(() => at(widget, ".queue:not([hidden])").count(), 0);
  });

  scene("are looked at in another order", async ({ page }) => {
    const { widget } = await place(page);
    await ask(page, ["echo 1", "echo 2"]);
    await isReady(widget);
    await widget.queued.click();
    await widget.isUnguarded();
    await widget.dialog.getByRole("button", { name: "Show this one: Bash echo 2" }).click();
    await at(widget, ".approval-text").getByText("echo 2").waitFor();
    assert.deepEqual(await results(page), [null, null]);
  });
});

topic("what nobody decided", () => {
  scene("is denied: aborted before and after it was shown, withdrawn, timed out, removed", async ({ page }) => {
    const { card, widget, result } = await place(page);
    const ask = (options) =>
      page.evaluate(
        ([input, options]) => {
          window.abort = new AbortController();
          window.call("canUseTool", "Bash", input, { ...options, signal: window.abort.signal });
        },
        [BASH, options],
      );
    await ask({});
    await page.evaluate(() => window.abort.abort());
    await becomes(result, WITHDRAWN);

    await ask({});
    await card.isOpen();
    await page.evaluate(() => window.abort.abort("no longer needed"));
    await becomes(result, WITHDRAWN);
    await widget.isGone();

    await ask({ id: "mine" });
    await card.isOpen();
    await page.evaluate(() => document.getElementById("second").withdraw("mine"));
    await becomes(result, WITHDRAWN);
    await widget.isGone();

    await ask({ timeoutSeconds: 1 });
    await becomes(result, { behavior: "deny", message: "The user did not answer in time: Bash was not approved" });
    await widget.isGone();

    const [{ request }] = cases("acp");
    await call(page, "requestPermission", request);
    await card.isOpen();
    await page.evaluate(() => document.getElementById("second").remove());
    await becomes(result, { outcome: { outcome: "cancelled" } });
  });

  scene("is denied where the page keeps an approval for itself", async ({ page }) => {
    const { widget, result } = await place(page);
    await page.evaluate(() => document.getElementById("second").addEventListener("ask-user-approval", (event) => event.preventDefault()));
    await call(page, "canUseTool", "Bash", BASH);
    await becomes(result, WITHDRAWN);
    await widget.isGone();
  });
});

topic("the callbacks", () => {
  scene("are bound, stay the same, and are there on an element that is defined later", async ({ page }) => {
    const said = await page.evaluate(async () => {
      const { AskUser, define } = await import("/ask-user.js");
      const early = document.createElement("ask-later");
      early.id = "second";
      document.body.append(early);
      define("ask-later", class extends AskUser {});
      const { canUseTool, requestPermission, elicit } = early;
      canUseTool("Bash", { command: "npm test" }).then((result) => (window.result = result.behavior));
      return [canUseTool === early.canUseTool, requestPermission === early.requestPermission, elicit === early.elicit];
    });
    assert.deepEqual(said, [true, true, true]);
    const widget = new Widget(page, page.locator("#second"));
    await new Card(widget).decides({ kind: "deny" }, {});
    await becomes(() => page.evaluate(() => window.result), "deny");
  });

  scene("give what was shown, whatever became of the input meanwhile, with every key of it", async ({ page }) => {
    const { card, result } = await place(page);
    await page.evaluate(() => {
      window.input = JSON.parse('{"command":"ls","10":1,"__proto__":{"a":1},"list":[null,7,0.123456789,-1e21,5e-324]}');
      const asked = document.getElementById("second").canUseTool("Bash", window.input);
      asked.then((result) => (window.result = JSON.stringify(result.updatedInput)));
    });
    await card.isOpen();
    await page.evaluate(() => (window.input.command = "rm -rf /"));
    await card.decides({ kind: "allow_once" }, {});
    await becomes(result, '{"10":1,"command":"ls","__proto__":{"a":1},"list":[null,7,0.123456789,-1e+21,5e-324]}');
  });

  scene("refuse ill-typed calls in a sentence with the place", async ({ page }) => {
    await place(page);
    const said = await page.evaluate(async () => {
      const element = document.getElementById("second");
      const circle = {};
      circle.circle = circle;
      const said = [];
      const calls = [
        ["canUseTool"],
        ["canUseTool", "Bash", "ls"],
        ["canUseTool", "Bash", {}, "x"],
        ["canUseTool", "Bash", {}, { suggestions: {} }],
        ["canUseTool", "Bash", {}, { signal: 1 }],
        ["canUseTool", "Bash", circle],
        ["requestPermission", null],
        ["requestPermission", { toolCall: {} }],
        ["requestPermission", { options: [] }],
        ["requestPermission", { toolCall: {}, subject: "x", options: [] }],
      ];
      for (const [method, ...given] of calls) {
        await element[method](...given).then(() => said.push("nothing"), (error) => said.push(error.message));
      }
      return said;
    });
    const must = (place, what, not) => `<ask-user> cannot ask this: ${place} must be ${what}, not ${not}`;
    assert.deepEqual(said, [
      must("toolName", "a text", "undefined"),
      must("input", "an object", "string"),
      must("options", "an object", "string"),
      must("options.suggestions", "a list", "object"),
      must("options.signal", "an AbortSignal", "number"),
      "<ask-user> cannot ask this: it is no JSON: Converting circular structure to JSON",
      must("request", "an object", "null"),
      must("request.options", "a list", "undefined"),
      must("request.toolCall", "an object", "undefined"),
      must("request.subject", "an object", "string"),
    ]);
  });
});

topic("the events of an approval", () => {
  scene("say what is asked, what was decided, and what waits", async ({ page, tab }) => {
    const { card, result } = await place(page);
    const suggestions = [{ type: "setMode", mode: "plan", destination: "session" }];
    const options = { id: "p_1", title: "Run \u001b[1mit\u001b[0m?", displayName: "Run command", suggestions, timeoutSeconds: 600 };
    await call(page, "canUseTool", "Bash", BASH, options);
    await card.isOpen();
    const detail = {
      requestId: "p_1",
      toolName: "Bash",
      input: BASH,
      title: "Run it?",
      displayName: "Run command",
      description: null,
      suggestions,
      timeoutSeconds: 600,
      problems: [],
    };
    assert.deepEqual(await tab.heard("ask-user-approval"), [detail]);
    assert.deepEqual(await tab.heard("ask-user-question"), []);
    const read = () =>
      page.evaluate(() => {
        const { waiting, question, approval } = document.getElementById("second");
        return { waiting, question, approval };
      });
    assert.deepEqual(await read(), { waiting: true, question: null, approval: detail });
    await card.decides({ kind: "deny", words: "not now" }, {});
    await becomes(async () => (await result())?.behavior, "deny");
    const [answer] = await tab.heard("ask-user-answer");
    assert.deepEqual(await tab.heard("ask-user-end"), [answer]);
    const { outcome, questionId, result: reported, text } = answer;
    assert.deepEqual({ outcome, questionId, reported }, { outcome: "denied", questionId: "p_1", reported: await result() });
    assert.match(text, /^The user denied this:\n\nRun command: Run it\?\n {3}Message: not now\n$/);
    assert.deepEqual(await read(), { waiting: false, question: null, approval: null });
  });

  scene("come with frames that a page carries, also before the WebAssembly is there", async ({ page }) => {
    await page.evaluate(() => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      element.addEventListener("ask-user-frame-out", ({ detail }) => (window.result = detail));
      element.receive({ type: "permission_request", request_id: "p_1", tool_name: "Bash", input: { command: "ls" } });
      document.body.append(element);
    });
    await new Card(new Widget(page, page.locator("#second"))).decides({ kind: "allow_once" }, {});
    const result = { behavior: "allow", updatedInput: { command: "ls" }, decisionClassification: "user_temporary" };
    await becomes(() => page.evaluate(() => window.result), { type: "permission_response", data: { request_id: "p_1", result } });
  });
});

topic("the Claude Agent SDK's own build for browsers", () => {
  const sdk = readFileSync(require.resolve("@anthropic-ai/claude-agent-sdk/browser"));
  const example = (name) => readFileSync(new URL(`../../examples/agent-sdk-browser/${name}`, import.meta.url), "utf8");

  scene("takes canUseTool and elicit as they are: the example, before a scripted agent", { tab: null }, async (stage) => {
    const agent = await Rogue.listen({ page: example("index.html") });
    try {
      const prepare = async (page) => {
        const contentType = "text/javascript";
        for (const name of ["chat.js", "process.js"]) {
          await page.route(`**/${name}`, (route) => route.fulfill({ contentType, body: example(name) }));
        }
        await page.route("**/browser-sdk.js", (route) => route.fulfill({ contentType, body: sdk }));
        await page.route("**/node_modules/ask-user-widget/**", (route) => {
          const path = new URL(route.request().url()).pathname.replace("/node_modules/ask-user-widget/", "");
          return route.fulfill({ contentType: path.endsWith(".wasm") ? "application/wasm" : contentType, path: join(DIST, path) });
        });
      };
      const { page, widget } = await stage.open({ address: `${agent.origin}/?agent=${encodeURIComponent(agent.url)}`, prepare });
      const card = new Card(widget);
      const send = (message) => agent.send(`${JSON.stringify(message)}\n`);
      const request = (request_id, more) =>
        send({ type: "control_request", request_id, request: { subtype: "can_use_tool", input: BASH, tool_use_id: "toolu_1", ...more } });
      /** What the SDK answered to a request. */
      const response = (id) => agent.heard.find(({ type, response }) => type === "control_response" && response.request_id === id)?.response;

      await becomes(() => agent.heard.some(({ request }) => request?.subtype === "initialize"), true);
      const { request_id } = agent.heard.find(({ request }) => request?.subtype === "initialize");
      await send({ type: "control_response", response: { subtype: "success", request_id, response: { commands: [], models: [] } } });

      const update = { type: "addRules", rules: [{ toolName: "Bash", ruleContent: "npm test:*" }], behavior: "allow", destination: "session" };
      await request("r_1", { tool_name: "Bash", permission_suggestions: [update], title: "Run the tests?", display_name: "Run command" });
      await card.decides({ kind: "allow_always", ticked: [0] }, {});
      const allow = { behavior: "allow", updatedInput: BASH, toolUseID: "toolu_1" };
      const permanent = { ...allow, updatedPermissions: [update], decisionClassification: "user_permanent" };
      await becomes(() => response("r_1"), { subtype: "success", request_id: "r_1", response: permanent });

      await request("r_2", { tool_name: "Bash", default_to_no: true, suppress_always_allow_rule: true });
      await card.decides({ kind: "deny", words: "not now" }, {});
      const message = "The user denied the use of the tool Bash. It was not used. The user said: not now";
      const deny = { behavior: "deny", message, decisionClassification: "user_reject", toolUseID: "toolu_1" };
      await becomes(() => response("r_2"), { subtype: "success", request_id: "r_2", response: deny });

      // The agent no longer needs it.
      await request("r_3", { tool_name: "Bash" });
      await card.isOpen();
      await send({ type: "control_cancel_request", request_id: "r_3" });
      await widget.isGone();
      assert.ok(!(response("r_3")?.response?.behavior === "allow"), "nobody allowed it");

      const questions = [{ question: "Which?", header: "One", multiSelect: false, options: [{ label: "A" }, { label: "B" }] }];
      await request("r_4", { tool_name: "AskUserQuestion", input: { questions } });
      await widget.asks("Which?");
      await widget.press("2", "Enter");
      await becomes(() => response("r_4")?.response?.updatedInput, { questions, answers: { "Which?": "B" } });

      // What an MCP server wants to know of the person, as the SDK hands it on.
      const elicitation = (request_id, more) =>
        send({ type: "control_request", request_id, request: { subtype: "elicitation", mcp_server_name: "deploy", ...more } });
      const requested_schema = { type: "object", properties: { name: { type: "string", title: "Project" } }, required: ["name"] };
      await elicitation("r_5", { message: "Which project?", requested_schema });
      await widget.asks("Which project?");
      await widget.dialog.getByRole("textbox", { name: "Project" }).fill("my-site");
      await widget.clicks("Send");
      const accepted = { action: "accept", content: { name: "my-site" } };
      await becomes(() => response("r_5"), { subtype: "success", request_id: "r_5", response: accepted });
      await widget.isGone();
      await elicitation("r_6", { message: "Sign in", mode: "url", url: "https://example.org/login", elicitation_id: "e_1" });
      await widget.asks("Sign in");
      await widget.clicks("Decline");
      await becomes(() => response("r_6"), { subtype: "success", request_id: "r_6", response: { action: "decline" } });
      await widget.isGone();
      // The server no longer needs it.
      await elicitation("r_7", { message: "Which region?", requested_schema });
      await widget.asks("Which region?");
      await send({ type: "control_cancel_request", request_id: "r_7" });
      await widget.isGone();
      assert.notEqual(response("r_7")?.response?.action, "accept", "nobody filled it in");

      await page.getByRole("textbox", { name: "Message" }).fill("Hello");
      await page.getByRole("button", { name: "Send" }).click();
      await becomes(() => agent.heard.find(({ type }) => type === "user")?.message, { role: "user", content: "Hello" });
      const said = { role: "assistant", content: [{ type: "text", text: "Hello yourself" }] };
      await send({ type: "assistant", message: said, parent_tool_use_id: null, session_id: "s", uuid: "u" });
      await page.getByText("Claude: Hello yourself").waitFor();
    } finally {
      agent.close();
    }
  });
});
