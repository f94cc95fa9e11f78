// Questions that come as requests of other protocols: what a person answers in a real browser comes out exactly as the fixtures and the
// published schemas say.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { elicitAsServer, isRequest } from "./mcp/client.mjs";
import { elicit, second } from "./support/form.mjs";
import { assertAcp, assertElicitResult } from "./support/protocols.mjs";
import { scene, topic } from "./support/scene.mjs";

const cases = (name) => JSON.parse(readFileSync(new URL(`../fixtures/adapters/${name}.json`, import.meta.url), "utf8"));

/** What a person can do: an answer to every question, and a note only where it has a place. The widget sends nothing else for them. */
const isAnswered = ({ detail, result }) => {
  const isEmpty = ({ picks, other }) => picks.length === 0 && !other;
  return detail?.outcome === "answered" && !result.action?.includes("cancel") && !detail.lines.some(isEmpty);
};

/** Answers with the keyboard: the digits of the picks, 0 for an own answer, and Enter. */
async function answers(widget, questions, lines) {
  for (const [index, { picks, other, notes }] of lines.entries()) {
    await widget.asks(questions[index].question);
    await widget.press(...picks.map((pick) => `${pick + 1}`));
    if (notes && questions[index].form.note === "beside-pick" && !other) {
      await widget.press("n");
      await widget.page.keyboard.type(notes);
      await widget.press("Escape");
    }
    if (other) {
      await widget.press("0");
      await widget.page.keyboard.type(other);
    }
    await widget.press("Enter");
  }
  if (lines.length > 1) {
    await widget.reviews();
    await widget.press("Enter");
  }
}

topic("questions of other protocols", () => {
  scene("ACP's requests for permission that are questions", async ({ page }) => {
    const widget = await second(page);
    const answered = cases("acp-permission").filter(isAnswered);
    assert.ok(answered.length >= 6, `${answered.length} cases`);
    for (const { about, request, input, detail, result } of answered) {
      const asked = page.evaluate((request) => document.getElementById("second").requestPermission(request), request);
      asked.catch(() => {});
      await answers(widget, input.questions, detail.lines);
      assert.deepEqual(await asked, result, about);
      assertAcp(1, "RequestPermissionResponse", result);
      await widget.isGone();
    }
  });

  scene("forms of MCP and ACP that are questions", async ({ page }) => {
    const widget = await second(page);
    const answered = cases("elicitation").filter(isAnswered);
    assert.ok(answered.length >= 8, `${answered.length} cases`);
    for (const { about, request, input, detail, result } of answered) {
      let json;
      const person = async () => {
        const asked = elicit(page, request);
        await answers(widget, input.questions, detail.lines);
        return JSON.parse((json = await asked));
      };
      if (isRequest(request)) await elicitAsServer(request, person);
      else await person();
      assert.equal(json, JSON.stringify(result), about);
      assertElicitResult(JSON.parse(json));
      await widget.isGone();
    }
  });
});
