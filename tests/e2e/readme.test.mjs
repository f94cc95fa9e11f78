// The agents of the README are run here word for word, but for the port and the session. Its pages need the npm package:
// tests/consumers/readme.test.mjs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { blocks } from "./support/readme.mjs";
import { scene, topic } from "./support/scene.mjs";

const run = promisify(execFile);
const here = (program, bridge, session) =>
  program.replace("http://127.0.0.1:8787", bridge.url).replace("/sessions/demo/", `/sessions/${session}/`);

topic("the README", () => {
  scene("curl asks, a person answers, and curl prints the permission result", async ({ bridge, session, widget }) => {
    const [curl] = blocks("An agent on the command line", "sh");
    const printed = run("sh", ["-c", here(curl, bridge, session)]);
    await widget.asks("How should I format the output?");
    await widget.press("1", "Enter");
    const result = JSON.parse((await printed).stdout);
    assert.equal(result.behavior, "allow");
    assert.deepEqual(result.updatedInput.answers, { "How should I format the output?": "Summary" });
    assert.deepEqual(Object.keys(result.updatedInput), ["questions", "answers"]);
  });

  for (const { name, language, words } of [
    { name: "Node", language: "js", words: [process.execPath, "--input-type=module", "--eval"] },
    { name: "Python", language: "python", words: ["python3", "-c"] },
  ]) {
    scene(`an agent in ${name} prints the answer, or that there is none`, async ({ bridge, session, widget }) => {
      const [text] = blocks(`An agent in ${name}`, language);
      const [program, ...rest] = [...words, here(text, bridge, session)];
      const answered = run(program, rest);
      await widget.asks("Ship it?");
      await widget.press("2", "Enter");
      assert.equal((await answered).stdout, "No\n");
      const dismissed = run(program, rest);
      await widget.asks("Ship it?");
      await widget.button("Dismiss").click();
      assert.equal((await dismissed).stdout, "User cancelled the question\n");
    });
  }
});
