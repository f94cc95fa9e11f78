// `clients/typescript`: what every client does, and the Claude Agent SDK's callback.

import assert from "node:assert/strict";

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
});
