// Judges from outside for the bridge as an MCP server: the protocol's conformance tests, and its SDK's client with the time-out that it has
// by default, before a person who takes three minutes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { FOLDER, conformance } from "./support/conformance.mjs";
import { scene, topic } from "./support/scene.mjs";
import { within } from "./support/until.mjs";

/** What the bridge claims to be of what the conformance tests look for. */
const CLAIMED = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

topic("MCP's conformance tests", () => {
  scene("find no failure in what the bridge claims", { tab: null }, async ({ bridge }) => {
    const listed = (await conformance("list", "--server")).match(/^ {2}- \S+/gm).map((line) => line.slice(4));
    const notClaimed = readFileSync(`${FOLDER}/not-claimed.yml`, "utf8").match(/^ {2}- \S+/gm).map((line) => line.slice(4));
    assert.deepEqual([...CLAIMED, ...notClaimed].sort(), listed.sort(), "every scenario is claimed, or has a reason why not");
    const address = `${bridge.url}/mcp/demo`;
    const said = await conformance("server", "--url", address, "--suite", "all", "--expected-failures", "not-claimed.yml");
    for (const scenario of CLAIMED) {
      assert.match(said, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`), said);
      console.log(said.match(new RegExp(`✓ ${scenario}: .*`))[0]);
    }
    console.log(`not claimed, each with its reason: ${notClaimed.length}`);
  });
});

/** Timers of the client are so many times faster, and its calls that much shorter. With `FACTOR=1` three minutes are three minutes. */
const FACTOR = Number(process.env.FACTOR ?? 10);
/** 50 seconds, as the bridge waits without the flag; and 100, which is longer than the client waits. */
const IN_TIME = FACTOR === 1 ? [] : ["--mcp-wait", String(50 / FACTOR)];
const TOO_LATE = ["--mcp-wait", String(100 / FACTOR)];
/** In milliseconds. */
const THREE_MINUTES = 180_000;

/** What has happened to a model until its end. The person answers when it says `three minutes`. */
async function converse({ bridge, session, widget }, ...given) {
  const model = spawn(process.execPath, ["--import", "./scaled-timers.mjs", "model.mjs", `${bridge.url}/mcp/${session}`, ...given], {
    cwd: FOLDER,
    env: { ...process.env, FACTOR },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const happened = [];
  const ended = once(model, "exit");
  try {
    const lines = async () => {
      for await (const line of createInterface(model.stdout)) {
        const event = JSON.parse(line);
        happened.push(event);
        if (event.word !== "three minutes") continue;
        await widget.asks("Ship it?");
        await widget.press("1", "Enter");
      }
    };
    await within(lines(), "the end of the model", 72_000 + THREE_MINUTES / FACTOR);
    assert.equal((await ended)[0], 0);
  } finally {
    model.kill();
  }
  const { asks } = await (await fetch(`${bridge.url}/sessions/${session}/asks`)).json();
  assert.equal(asks.length, 1, "the person was asked once");
  const last = happened.at(-1);
  assert.deepEqual(last.result, { id: asks[0].id, status: "answered", answers: { "Ship it?": "Yes" } });
  return happened.map(({ word }) => word).slice(0, -1);
}

const HEARD_OF = ["pending", "pending", "pending", "three minutes"];

topic("the SDK's client with its default time-out, before a person who takes three minutes", () => {
  for (const calls of ["plain", "progress", "reset"]) {
    scene(`gets the answer: ${calls}`, { flags: IN_TIME }, async (stage) => {
      assert.deepEqual(await converse(stage, calls, "hint"), HEARD_OF);
    });
  }

  scene("gets the answer for a model that makes the same call again and again", { flags: IN_TIME }, async (stage) => {
    assert.deepEqual(await converse(stage, "plain", "again"), HEARD_OF);
  });

  scene("gets it also where every call before was given up", { flags: TOO_LATE }, async (stage) => {
    const replies = (await converse(stage, "progress", "hint")).filter((word) => word !== "three minutes");
    // The third call may end before the person's answer or with it.
    assert.ok(replies.length >= 2 && replies.every((word) => word === "no reply"), `${replies}`);
  });
});
