// The examples that need no bundler, as they are; the SDK is replaced by a call of the callback that it was given.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { DIST } from "./support/settings.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes, within } from "./support/until.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const DATABASE = "Which database should we use for this project?";

/** A folder that is gone afterwards. */
async function inScratch(play) {
  const folder = await mkdtemp(join(tmpdir(), "ask-user-example-"));
  try {
    return await play(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts a server, lets `play` have its address, and ends it. */
async function withServer(program, words, env, play) {
  const server = spawn(program, words, {
    env: { ...process.env, ...env, PORT: "0", ASK: here("../fixtures/ask-database.json") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const { value } = await within(lines.next(), "the server's address");
    await play(value.match(/http:\S+/)[0]);
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

/** A message to the agent is answered by a question, and that by a person; the agent says on the page what it got. */
async function converses({ session, tab, widget }, server) {
  const tell = (text) =>
    within(fetch(`${server}/messages`, { method: "POST", body: JSON.stringify({ session, text }) }), "the agent's end");
  const said = async () => (await tab.frames()).filter(({ type }) => type === "text").map(({ chunk }) => chunk);

  const first = tell("Set it up");
  await widget.asks(DATABASE);
  await widget.press("2", "Enter");
  assert.equal((await first).status, 204);
  await becomes(said, ["Set it up -> MongoDB"]);

  const second = tell("Again");
  await widget.asks(DATABASE);
  await widget.button("Dismiss").click();
  assert.equal((await second).status, 204);
  await becomes(async () => (await said())[1].toLowerCase(), "again -> user cancelled the question (true)");
}

topic("the examples", () => {
  // A machine without Python: client-python.test.mjs says so.
  if (process.env.PYTHON) {
    scene("a Python server asks from can_use_tool", async (stage) => {
      const path = [here("support/fake-sdk"), here("../../clients/python")].join(delimiter);
      const env = { BRIDGE: stage.bridge.url, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: "1" };
      const server = here("../../examples/python-server/server.py");
      await withServer(process.env.PYTHON, [server], env, (url) => converses(stage, url));
    });
  }

  scene("a Node server asks from canUseTool", async (stage) => {
    await inScratch(async (folder) => {
      await cp(here("../../examples/node-server/server.mjs"), join(folder, "server.mjs"));
      const sdk = join(folder, "node_modules/@anthropic-ai/claude-agent-sdk/index.js");
      await cp(here("support/fake-sdk/index.mjs"), sdk.replace(/js$/, "mjs"));
      await cp(here("support/fake-sdk/package.json"), join(folder, "node_modules/@anthropic-ai/claude-agent-sdk/package.json"));
      await cp(here("../../clients/typescript"), join(folder, "node_modules/ask-user-client"), { recursive: true });
      await withServer(process.execPath, [join(folder, "server.mjs")], { BRIDGE: stage.bridge.url }, (url) =>
        converses(stage, url),
      );
    });
  });

  scene("a plain page shares its socket and loses it to nobody", { tab: null }, async (stage) => {
    await inScratch(async (folder) => {
      for (const name of ["index.html", "chat.css", "chat.js"]) {
        await cp(here(`../../examples/plain-html/${name}`), join(folder, name));
      }
      const scripts = (await readdir(DIST)).filter((name) => name.endsWith(".js") || name.endsWith(".wasm"));
      for (const name of [...scripts, "feed"]) {
        await cp(join(DIST, name), join(folder, "node_modules/ask-user-widget", name), { recursive: true });
      }
      await stage.bridge.stop();
      await stage.restart("--dist", folder, "--agent", "demo");
      const { page, tab } = await stage.open({ waits: false });
      const widget = new Widget(page);
      await becomes(() => tab.sockets[0]?.received.length > 0, true);
      const field = page.getByRole("textbox", { name: "Message" });
      await field.fill("database");
      await field.press("Enter");
      await widget.asks(DATABASE);
      await becomes(() => field.isDisabled(), true);
      await widget.label("SQLite").click();
      await widget.button("Send").click();
      await page.locator("#chat").getByText(/^Agent: [^]*SQLite/).waitFor();
      await becomes(() => field.isDisabled(), false);
      assert.equal(tab.sockets.length, 1);
      assert.ok(!tab.sockets[0].received.some(({ type }) => type === "session_taken"));
    });
  });
});
