// What every client for agents' authors has to do, whatever its language: the same scenes for each, before the real bridge, with a person
// at the real page.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { question } from "./asks.mjs";
import { Card } from "./approval.mjs";
import { Cutter } from "./cutter.mjs";
import { FAILED_CONNECT, scene, topic } from "./scene.mjs";
import { becomes } from "./until.mjs";

const ASK = question("Which?", ["A", "B"]);
const ANSWER = { "Which?": "B" };

/** Moments in which a call can break. */
const MOMENTS = ["before", "reply", "middle", "waiting", "busy", "refused"];

/**
 * `start` makes a call of a client: `start({ bridge, session, token? }, method, given, options)` gives `{ ended, abort }`, where `ended`
 * resolves with `{ result }` or `{ error, message, code, key }`, and `error` is the name of the class. A `token` is a text, or
 * `{ gives: [...] }` for a function that gives one after the other and the last one ever after; `null` among them stands for a failure.
 */
export function clientScenes(name, start) {
  /** A scene with a proxy before the bridge, and calls that go through it. */
  const cuttable = (title, play, options = {}) =>
    scene(title, options, async (stage) => {
      const cutter = await Cutter.open(stage.bridge);
      const call = (method, given, options) => start({ bridge: cutter.url, session: stage.session }, method, given, options);
      try {
        await play({ ...stage, stage, cutter, call });
      } finally {
        await cutter.close();
      }
    });

  async function answers(widget, { ended }) {
    await widget.asks("Which?");
    await widget.press("2", "Enter");
    const { result } = await ended;
    assert.equal(result.behavior, "allow");
    assert.deepEqual(result.updatedInput.answers, ANSWER);
    await widget.isGone();
  }

  topic(`the ${name} client`, () => {
    cuttable("asks, has a tool approved and a form filled in", async ({ widget, call }) => {
      await answers(widget, call("ask", [ASK.questions]));

      const approval = call("approve", ["Bash", { command: "ls" }], { title: "List?" });
      const card = new Card(widget);
      await card.decides({ kind: "deny", words: "No." }, {});
      assert.equal((await approval.ended).result.message, "The user denied the use of the tool Bash. It was not used. The user said: No.");
      await widget.isGone();

      const schema = { type: "object", properties: { name: { type: "string", title: "Name" } }, required: ["name"] };
      const form = call("elicit", [{ message: "Who?", requestedSchema: schema }]);
      await widget.dialog.getByText("Who?").waitFor();
      await widget.clicks("Decline");
      assert.deepEqual((await form.ended).result, { action: "decline" });
    });

    for (const at of MOMENTS) {
      cuttable(`gets the answer though calls break: ${at}`, async ({ widget, cutter, call }) => {
        // The call that asks breaks twice, and then the one that waits for the answer.
        cutter.cuts = ["POST", "POST", "GET", "GET"].map((method) => ({ method, at }));
        const asked = call("ask", [ASK.questions]);
        await becomes(() => cutter.calls.some((one) => one.startsWith("GET ")), true);
        await answers(widget, asked);
        assert.deepEqual(cutter.cuts, [], "every cut was made");
      });
    }

    cuttable("gets an answer that was given while it was away", async ({ widget, cutter, call }) => {
      const asked = call("ask", [ASK.questions]);
      await becomes(() => cutter.calls.some((one) => one.startsWith("GET ")), true);
      // The reply with the answer is lost, and found by the next call.
      cutter.cuts = [{ method: "GET", at: "reply" }];
      await answers(widget, asked);
    });

    for (const end of ["stop", "kill"]) {
      cuttable(`goes on after a restart of the bridge: ${end}`, async ({ stage, cutter, call, widget }) => {
        const asked = call("ask", [ASK.questions]);
        await widget.asks("Which?");
        await stage.bridge[end]();
        await stage.restart();
        cutter.leadTo(stage.bridge);
        await becomes(() => cutter.calls.filter((one) => one.startsWith("POST ")).length >= 2, true);
        await answers(widget, asked);
      }, { linked: true, tab: { tolerates: [FAILED_CONNECT] } });
    }

    cuttable("withdraws its ask when the caller gives up", async ({ widget, call }) => {
      const asked = call("ask", [ASK.questions]);
      await widget.asks("Which?");
      asked.abort();
      assert.equal((await asked.ended).error, "Aborted");
      await widget.isGone();
    });

    cuttable("withdraws an ask whose id it never heard", async ({ stage, cutter, call, widget }) => {
      cutter.cuts = [{ method: "POST", at: "waiting" }];
      const asked = call("ask", [ASK.questions]);
      await becomes(() => cutter.calls.length > 0, true);
      asked.abort();
      assert.equal((await asked.ended).error, "Aborted");
      await widget.isGone();
      await becomes(async () => (await (await fetch(`${stage.bridge.url}/sessions/${stage.session}`)).json()).asks, 0);
    });
  });
}
