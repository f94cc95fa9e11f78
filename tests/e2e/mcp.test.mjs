// Judges from outside for MCP's elicitation: the protocol's example server, its conformance tests and its SDK get what a person enters
// into the form in Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";

import { connectToEverything } from "./mcp/client.mjs";
import { conformance } from "./support/conformance.mjs";
import { BERLIN, EVERY_KIND, FormPage, cases, elicit, second } from "./support/form.mjs";
import { scene, topic } from "./support/scene.mjs";

const [{ request: FORM }] = cases("server-everything");
const TOOL = "trigger-elicitation-request";

/** The texts of a tool's result. */
const texts = ({ content }) => content.map(({ text }) => text);

/** Calls a tool of the example server. `person` does something with the form that is then shown, which says this. */
async function uses({ page }, tool, said, person) {
  const widget = await second(page);
  const requests = [];
  const client = await connectToEverything(async (request) => {
    requests.push(request);
    const asked = elicit(page, request);
    await widget.asks(said);
    await person(widget);
    return JSON.parse(await asked);
  });
  try {
    return { result: await client.callTool(tool), requests };
  } finally {
    await client.close();
  }
}

topic("MCP's example server", () => {
  scene("accepts its form with every kind of field, filled in by keyboard", { tab: BERLIN }, async (stage) => {
    const { result, requests } = await uses(stage, { name: TOOL }, FORM.message, async (widget) => {
      await widget.assertFocused(FORM.message);
      await new FormPage(widget).fillsInEveryKind();
      await widget.press("Control+Enter");
    });
    assert.deepEqual(requests.map(({ message, requestedSchema }) => ({ message, requestedSchema })), [FORM], "the fixture is what the server sends");
    const [said, inputs, raw] = texts(result);
    assert.equal(said, "✅ User provided the requested information!");
    assert.match(inputs, /- Name: Ada 1 n b 0\n- Agreed to terms: true\n- Email: ada@example.com\n/);
    assert.deepEqual(JSON.parse(raw.replace("Raw result: ", "")), { action: "accept", content: EVERY_KIND });
  });

  scene("tells a form that was declined from one that was dismissed", { tab: BERLIN }, async (stage) => {
    const declined = await uses(stage, { name: TOOL }, FORM.message, (widget) => widget.clicks("Decline"));
    assert.equal(texts(declined.result)[0], "❌ User declined to provide the requested information.");
    await stage.page.locator("#second").evaluate((element) => element.remove());
    const dismissed = await uses(stage, { name: TOOL }, FORM.message, (widget) => widget.clicks("Dismiss"));
    assert.equal(texts(dismissed.result)[0], "⚠️ User cancelled the elicitation dialog.");
  });

  scene("hears that its address was opened", { tab: BERLIN }, async (stage) => {
    const given = { url: "https://example.com/sign-in?state=1", message: "Sign in", elicitationId: "e_1" };
    const tool = { name: "trigger-url-elicitation", arguments: given };
    const { result, requests } = await uses(stage, tool, given.message, async (widget) => {
      assert.equal(await widget.dialog.getByRole("link").getAttribute("href"), given.url);
      await widget.clicks("Done");
    });
    assert.equal(requests[0].mode, "url");
    assert.match(texts(result)[0], /^✅ User completed the URL elicitation flow\.\nElicitation ID: e_1\n/);
  });
});

test("every conformance scenario about elicitation passes for a client that shows its forms by the element", async () => {
  const scenarios = (await conformance("list", "--client")).match(/^ {2}- \S*elicit\S*/gm).map((line) => line.slice(4));
  assert.ok(scenarios.includes("elicitation-sep1034-client-defaults"), `${scenarios}`);
  for (const scenario of scenarios) {
    const said = await conformance("client", "--command", "node conformance-client.mjs", "--scenario", scenario, "--timeout", "120000");
    assert.match(said, /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/, said);
  }
});
