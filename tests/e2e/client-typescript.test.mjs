// `clients/typescript`: what every client does, and the Claude Agent SDK's callback.

import assert from "node:assert/strict";

import * as client from "../../clients/typescript/ask-user-client.js";
import { question } from "./support/asks.mjs";
import { clientScenes } from "./support/clients.mjs";
import { Card } from "./support/approval.mjs";
import { scene, topic } from "./support/scene.mjs";

function start({ bridge, session, token, patience }, method, given, { key, timeout, ...options } = {}) {
  const abort = new AbortController();
  const made = new client.AskUserClient({ bridge, session, token, patienceSeconds: patience });
  const ended = made[method](...given, { key, timeoutSeconds: timeout, signal: abort.signal, ...options }).then(
    (result) => ({ result }),
    (error) => (abort.signal.aborted ? { error: "Aborted" } : { error: error.name, message: error.message, code: error.code }),
  );
  return { ended, abort: () => abort.abort() };
}

clientScenes("TypeScript", start);

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
