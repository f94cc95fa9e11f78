// What the tests of the frameworks share: the project `agents`, built and served, and a page of it in a browser. The server also plays an
// agent of AG-UI.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { after, before, test } from "node:test";

import { Card } from "../../e2e/support/approval.mjs";
import { Tab, Window } from "../../e2e/support/browser.mjs";
import { Widget } from "../../e2e/support/page.mjs";
import { pack, Project } from "../support/scratch.mjs";

const OPTIONS = ["PostgreSQL", "MongoDB"].map((label) => ({ label }));
export const DATABASE = { questions: [{ question: "Which database?", options: OPTIONS }] };
export const COMMAND = { command: "rm -rf build" };

/** Most of each test is waiting. */
export const CONCURRENT = { concurrency: 3 };

let packed;
let project;
let window;
let server;
/** The agent of AG-UI: what it does in each run, as functions that give the events and the outcome, and the inputs of its runs. */
export const agent = { runs: [], inputs: [] };

before(async () => {
  packed = await pack();
  project = await Project.make("agents", packed.tarball);
  await project.run("npm", "run", "build");
  window = await Window.open();
  server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
});
after(async () => {
  await window?.close();
  server?.closeAllConnections();
  server?.close();
  await project?.remove();
  await packed?.remove();
});

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", wasm: "application/wasm" };

/** The files of the project, and the agent of AG-UI. */
async function serve(request, response) {
  if (request.url === "/agent") return serveAgent(request, response);
  const name = request.url.slice(1);
  try {
    const folder = name.endsWith(".wasm") ? "node_modules/ask-user-widget" : "dist";
    const bytes = await readFile(project.path(join(folder, name)));
    response.writeHead(200, { "content-type": TYPES[name.split(".").at(-1)] }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

async function serveAgent(request, response) {
  const input = await json(request);
  agent.inputs.push(input);
  const { threadId, runId } = input;
  const { events = [], outcome } = agent.runs.shift()();
  response.writeHead(200, { "content-type": "text/event-stream" });
  const finished = { type: "RUN_FINISHED", threadId, runId, outcome };
  for (const event of [{ type: "RUN_STARTED", threadId, runId }, ...events, finished]) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** A test on one of the pages. `tolerates`: faults that belong to it. */
export function play(name, page, scene, { tolerates } = {}) {
  test(name, async () => {
    const tab = await Tab.open(window, `http://127.0.0.1:${server.address().port}/${page}.html`, { tolerates });
    const widget = new Widget(tab.page);
    try {
      await tab.page.waitForFunction(() => document.querySelector("ask-user")?.shadowRoot);
      await scene({ page: tab.page, widget, card: new Card(widget), value: (name) => tab.page.evaluate(`window.${name}`) });
      assert.deepEqual(tab.faults, [], "nothing went wrong on the page");
    } catch (error) {
      if (tab.faults.length > 0) error.message += `\nOn the page: ${tab.faults.join("\n")}`;
      throw error;
    } finally {
      await tab.close();
    }
  });
}

/** Where the project lies, and what runs there. */
export const projectPath = (file) => project.path(file);
export const runInProject = (...words) => project.run(...words);
