// What the README shows is run here word for word, but for the port. What it says about embedding needs the npm package:
// tests/consumers/readme.test.mjs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { blocks } from "./support/readme.mjs";
import { scene, topic } from "./support/scene.mjs";

topic("the README", () => {
  scene("curl asks, a person answers, and curl prints the permission result", async ({ bridge, session, widget }) => {
    const [, curl] = blocks("Try it", "sh");
    const command = curl.replace("http://127.0.0.1:8787", bridge.url).replace("/sessions/demo/", `/sessions/${session}/`);
    const printed = promisify(execFile)("sh", ["-c", command]);
    await widget.asks("How should I format the output?");
    await widget.press("1", "Enter");
    const result = JSON.parse((await printed).stdout);
    assert.equal(result.behavior, "allow");
    assert.deepEqual(result.updatedInput.answers, { "How should I format the output?": "Summary" });
    assert.deepEqual(Object.keys(result.updatedInput), ["questions", "answers"]);
  });
});
