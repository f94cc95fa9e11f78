// The agents of the README are run here word for word, but for the port and the session. Its pages need the npm package:
// tests/consumers/readme.test.mjs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { connectTo } from "./mcp/client.mjs";
import { question } from "./support/asks.mjs";
import { Card } from "./support/approval.mjs";
import { blocks, table } from "./support/readme.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const run = promisify(execFile);
const here = (program, bridge, session) =>
  program
    .replace("http://127.0.0.1:8787", bridge.url)
    .replace("/sessions/demo/", `/sessions/${session}/`)
    .replace('"demo"', JSON.stringify(session));

const clients = (name) => fileURLToPath(new URL(`../../clients/${name}`, import.meta.url));

/** A folder in which `ask-user-client` is installed. */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ask-user-readme-"));
  await mkdir(join(folder, "node_modules"));
  await symlink(clients("typescript"), join(folder, "node_modules/ask-user-client"));
});
after(() => rm(folder, { recursive: true }));

topic("the README", () => {
  scene("what ask() resolves with is what its table says, also if something was chosen", async ({ page, widget }) => {
    const rows = [...table("What comes back").matchAll(/^\| ([^|]+) \| `outcome: "([\w-]+)"`, `answers`?([^|]*) \|/gm)];
    assert.deepEqual(rows.map(([, , outcome]) => outcome), ["answered", "partly-answered", "cancelled", "timed-out"]);
    const isEmpty = Object.fromEntries(rows.map(([, , outcome, answers]) => [outcome, answers.startsWith(": {}`")]));
    await page.evaluate(() => {
      document.querySelector("ask-user").remove();
      document.body.append(document.createElement("ask-user"));
      window.resolved = [];
      window.ask = (count, options) => {
        const question = (number) => ({ question: `Number ${number}?`, options: [{ label: "Yes" }, { label: "No" }] });
        const questions = Array.from({ length: count }, (_, index) => question(index + 1));
        const asked = document.querySelector("ask-user").ask({ questions }, options);
        asked.then(({ outcome, answers }) => window.resolved.push({ outcome, answers }));
      };
    });
    const resolved = (outcome, answers) => becomes(() => page.evaluate(() => window.resolved.at(-1)), { outcome, answers });

    await page.evaluate(() => window.ask(1));
    await widget.asks("Number 1?");
    await widget.press("1", "Enter");
    await resolved("answered", { "Number 1?": "Yes" });

    await page.evaluate(() => window.ask(2));
    await widget.asks("Number 1?");
    await widget.press("1", "Enter");
    await widget.asks("Number 2?");
    await widget.dialog.getByRole("navigation").getByRole("button", { name: "Review" }).click();
    await widget.button("Send with 1 unanswered").click();
    await resolved("partly-answered", { "Number 1?": "Yes" });

    await page.evaluate(() => window.ask(1));
    await widget.asks("Number 1?");
    await widget.press("1");
    await widget.button("Dismiss").click();
    await resolved("cancelled", {});

    // Nobody who is at work is cut off: choosing gives more time, so this is never touched.
    await page.evaluate(() => window.ask(1, { timeoutSeconds: 1 }));
    await resolved("timed-out", {});
    assert.deepEqual(isEmpty, { answered: false, "partly-answered": false, cancelled: true, "timed-out": true });
  });

  scene("a server that sends WebAssembly as something else is warned of in the words of its table, and it works", async (stage) => {
    const { agent } = stage;
    assert.match(table("Troubleshooting"), /"Incorrect response MIME type", or a slow start \| Serve `\.wasm` files as `application\/wasm`/);
    const said = [];
    const prepare = async (page) => {
      page.on("console", (message) => said.push(message.text()));
      await page.route("**/*.wasm", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
      });
    };
    const { widget } = await stage.open({ prepare, waits: false });
    agent.ask(question("Ship it?", ["Yes", "No"]));
    await widget.asks("Ship it?");
    assert.ok(said.some((text) => /Incorrect response MIME type/.test(text)), said.join("\n"));
  });

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

  scene("curl asks for an approval, a person allows it, and curl prints the permission result", async ({ bridge, session, widget }) => {
    const [curl] = blocks("Approvals", "sh");
    const printed = run("sh", ["-c", here(curl, bridge, session)]);
    await new Card(widget).decides({ kind: "allow_once" }, {});
    const { behavior, updatedInput } = JSON.parse((await printed).stdout);
    assert.deepEqual({ behavior, updatedInput }, { behavior: "allow", updatedInput: { command: "npm test" } });
  });

  scene("clients of MCP find the person at the address of its line for Claude Code and of its JSON", { tab: null }, async (stage) => {
    const { widget } = await stage.open({ session: "demo" });
    const [line] = blocks("An agent that speaks MCP", "text");
    const [json] = blocks("An agent that speaks MCP", "json");
    const [, ofLine] = line.match(/^claude mcp add --transport http \S+ (\S+)$/m);
    const [{ type, url: ofJson }] = Object.values(JSON.parse(json).mcpServers);
    assert.equal(type, "http");
    for (const [index, address] of [ofLine, ofJson].entries()) {
      const url = new URL(address);
      assert.equal(url.origin, "http://127.0.0.1:8787", "where the bridge listens without a flag");
      url.port = new URL(stage.bridge.url).port;
      const client = await connectTo(url.href, () => assert.fail("the bridge sends no forms"));
      const text = `Number ${index}?`;
      const questions = [{ question: text, options: [{ label: "Yes" }, { label: "No" }] }];
      const called = client.callTool({ name: "ask_user", arguments: { questions } });
      await widget.asks(text);
      await widget.press("1", "Enter");
      assert.deepEqual((await called).structuredContent.answers, { [text]: "Yes" });
      await client.close();
    }
  });

  for (const { name, language, words } of [
    { name: "Node", language: "js", words: [process.execPath, "--input-type=module", "--eval"] },
    { name: "Python", language: "python", words: [process.env.PYTHON, "-c"] },
  ]) {
    // A machine without Python: client-python.test.mjs says so.
    if (!words[0]) continue;
    scene(`an agent in ${name} prints the answer, or that there is none`, async ({ bridge, session, widget }) => {
      const [text] = blocks(`An agent in ${name}`, language);
      const [program, ...rest] = [...words, here(text, bridge, session)];
      const options = { cwd: folder, env: { ...process.env, PYTHONPATH: clients("python"), PYTHONDONTWRITEBYTECODE: "1" } };
      const answered = run(program, rest, options);
      await widget.asks("Ship it?");
      await widget.press("2", "Enter");
      assert.equal((await answered).stdout, "No\n");
      const dismissed = run(program, rest, options);
      await widget.asks("Ship it?");
      await widget.button("Dismiss").click();
      assert.equal((await dismissed).stdout, "User cancelled the question\n");
    });
  }
});
