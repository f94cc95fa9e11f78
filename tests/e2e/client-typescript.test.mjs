// `clients/typescript`: what every client does, and the Claude Agent SDK's callback.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import * as client from "../../clients/typescript/ask-user-client.js";
import { question } from "./support/asks.mjs";
import { clientRefusals } from "./support/client-refusals.mjs";
import { clientScenes } from "./support/clients.mjs";
import { Card } from "./support/approval.mjs";
import { scene, topic } from "./support/scene.mjs";

/** A function that gives these tokens one after the other, and the last one ever after; `null` stands for a failure. */
function giver([...tokens]) {
  return async () => {
    const token = tokens.length > 1 ? tokens.shift() : tokens[0];
    if (token === null) throw new Error("the key is lost");
    return token;
  };
}

function start({ bridge, session, token, patience }, method, given, { key, timeout, ...options } = {}) {
  const abort = new AbortController();
  const call = async () => {
    const made = new client.AskUserClient({ bridge, session, token: token?.gives ? giver(token.gives) : token, patienceSeconds: patience });
    return made[method](...given, { key, timeoutSeconds: timeout, signal: abort.signal, ...options });
  };
  const ended = call().then(
    (result) => ({ result }),
    ({ name, message, code, key }) => (abort.signal.aborted ? { error: "Aborted" } : { error: name, message, code, key }),
  );
  return { ended, abort: () => abort.abort() };
}

clientScenes("TypeScript", start);
clientRefusals("TypeScript", start);

topic("the TypeScript client's canUseTool", () => {
  scene("asks questions, and has every other tool approved", async (stage) => {
    const { canUseTool } = new client.AskUserClient({ bridge: stage.bridge.url, session: stage.session });
    const input = question("Which?", ["A", "B"]);
    const asked = canUseTool("AskUserQuestion", input, { signal: new AbortController().signal, toolUseID: "t1" });
    await stage.widget.asks("Which?");
    await stage.widget.press("1", "Enter");
    assert.deepEqual((await asked).updatedInput, { ...input, answers: { "Which?": "A" } });
    await stage.widget.isGone();

    const approved = canUseTool("Bash", { command: "ls" }, { signal: new AbortController().signal, toolUseID: "t2", title: "List?" });
    await new Card(stage.widget).decides({ kind: "allow_once" }, {});
    const result = { behavior: "allow", updatedInput: { command: "ls" }, toolUseID: "t2", decisionClassification: "user_temporary" };
    assert.deepEqual(await approved, result);
  });

  scene("asks for one use of a tool once, also from an agent that was started again", async ({ bridge, session, widget }) => {
    const toolUseID = `toolu_${randomUUID().replaceAll("-", "")}`;
    const uses = (command, id = toolUseID) => {
      const { canUseTool } = new client.AskUserClient({ bridge: bridge.url, session });
      return canUseTool("Bash", { command }, { signal: new AbortController().signal, toolUseID: id });
    };
    const before = uses("ls");
    const card = new Card(widget);
    await card.decides({ kind: "allow_once" }, {});
    assert.equal((await before).behavior, "allow");
    await widget.isGone();
    assert.deepEqual(await uses("ls"), await before, "nobody is asked again");

    const other = uses("rm -r build");
    await card.decides({ kind: "deny" }, {});
    assert.equal((await other).behavior, "deny", "something else under the same id is not what was allowed");
    await widget.isGone();

    for (const behavior of ["allow", "deny"]) {
      const asked = uses("ls", "call_1");
      await card.decides({ kind: behavior === "allow" ? "allow_once" : "deny" }, {});
      assert.equal((await asked).behavior, behavior, "an id that may come again is no key");
      await widget.isGone();
    }
  });
});
