// What the README shows is run here word for word, but for the port.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { DIST } from "./support/settings.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");

function block(heading, language) {
  const section = readme.split(/^## /m).find((section) => section.startsWith(heading));
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return blocks.filter(([, kind]) => kind === language).map(([, , text]) => text);
}

topic("the README", () => {
  scene("curl asks, a person answers, and curl prints the permission result", async ({ bridge, session, widget }) => {
    const [, curl] = block("Try it", "sh");
    const command = curl.replace("http://127.0.0.1:8787", bridge.url).replace("/sessions/demo/", `/sessions/${session}/`);
    const printed = promisify(execFile)("sh", ["-c", command]);
    await widget.asks("How should I format the output?");
    await widget.press("1", "Enter");
    const result = JSON.parse((await printed).stdout);
    assert.equal(result.behavior, "allow");
    assert.deepEqual(result.updatedInput.answers, { "How should I format the output?": "Summary" });
    assert.deepEqual(Object.keys(result.updatedInput), ["questions", "answers"]);
  });

  scene("the lines under Embed are all that a page needs", { tab: null }, async (stage) => {
    const [page] = block("Embed it", "html");
    const folder = await mkdtemp(join(tmpdir(), "ask-user-embed-"));
    try {
      await cp(DIST, folder, { recursive: true });
      await writeFile(join(folder, "index.html"), `<!doctype html><title>Embed</title><link rel="icon" href="data:,">${page}`);
      await stage.bridge.stop();
      await stage.restart("--dist", folder);
      const { page: opened, widget } = await stage.open({ waits: false });
      const said = [];
      opened.on("console", (message) => said.push(message.text()));
      const asked = stage.agentOf("demo").ask({
        questions: [{ question: "Which?", header: "H", multiSelect: false, options: [{ label: "A", description: "a" }, { label: "B", description: "b" }] }],
      });
      await widget.asks("Which?");
      await widget.press("2", "Enter");
      assert.deepEqual((await asked.result()).updatedInput.answers, { "Which?": "B" });
      await becomes(() => said.some((text) => text.includes("Which?")), true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
