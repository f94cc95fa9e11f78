// The pages of `cargo xtask bench`, so that they stay alive: each is built, asks, and is answered with the same keys.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { buildPages, PAGES } from "../../bench/build.mjs";
import { ASKS } from "../../bench/driver/asks.mjs";
import { Browser } from "../../bench/driver/browser.mjs";
import { Server } from "../../bench/driver/server.mjs";

/** What the page of this name fetches until a plain question is answered: paths of all requests, and the answer. */
async function answered(browser, server, name, path) {
  server.takeLog();
  const subject = await browser.subject(name);
  await subject.open(path);
  await subject.hand(ASKS.plain.input);
  await subject.ask();
  const { outcome, answers } = await subject.answer(ASKS.plain.keys);
  assert.equal(outcome, "answered", name);
  assert.deepEqual(answers, { "Which database should we use for this project?": "PostgreSQL (Recommended)" }, name);
  await subject.close();
  return server.takeLog().map(({ path }) => path).sort();
}

test("the pages of the bench give the same answers, and fetch the same with preload lines", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ask-user-bench-"));
  let server;
  let browser;
  try {
    await buildPages(process.env.PACKAGE, folder);
    server = await Server.start(folder);
    browser = await Browser.open(process.env.CHROME, server);
    for (const name of PAGES) {
      const plain = await answered(browser, server, name);
      assert.deepEqual(plain.filter((path) => path.includes("attributes")), [], "no attribute was set whose words are known");
      assert.deepEqual(await answered(browser, server, name, "preload/"), plain, name);
    }
  } finally {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true });
  }
});
