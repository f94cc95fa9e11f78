// `clients/python`: what every client does, and the Claude Agent SDK's callback with the SDK's own classes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { Card } from "./support/approval.mjs";
import { question } from "./support/asks.mjs";
import { clientRefusals } from "./support/client-refusals.mjs";
import { clientScenes } from "./support/clients.mjs";
import { scene, topic } from "./support/scene.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const { PYTHON } = process.env;

function start({ patience, ...at }, method, given, { timeout, ...options } = {}) {
  const call = {
    ...at,
    method,
    given,
    client: patience === undefined ? {} : { patience_seconds: patience },
    options: { ...options, ...(timeout !== undefined && { timeout_seconds: timeout }) },
  };
  const env = { ...process.env, PYTHONPATH: path("../../clients/python"), PYTHONDONTWRITEBYTECODE: "1" };
  const program = spawn(PYTHON, [path("support/client.py"), JSON.stringify(call)], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = text(program.stdout).then((printed) => JSON.parse(printed));
  return { ended, abort: () => program.kill("SIGTERM") };
}

if (PYTHON) {
  clientScenes("Python", start);
  clientRefusals("Python", start);

  topic("the Python client's can_use_tool", () => {
    scene("asks questions, and has every other tool approved", async (stage) => {
      const at = { bridge: stage.bridge.url, session: stage.session };
      const input = question("Which?", ["A", "B"]);
      const asked = start(at, "can_use_tool", ["AskUserQuestion", input], { tool_use_id: "t1" });
      await stage.widget.asks("Which?");
      await stage.widget.press("1", "Enter");
      const answered = { type: "PermissionResultAllow", updated_input: { ...input, answers: { "Which?": "A" } } };
      assert.deepEqual((await asked.ended).result, answered);
      await stage.widget.isGone();

      const suggestions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
      const approved = start(at, "can_use_tool", ["Bash", { command: "ls" }], { tool_use_id: "t2", title: "List?", suggestions });
      await new Card(stage.widget).decides({ kind: "allow_always", ticked: [0] }, {});
      const allowed = { type: "PermissionResultAllow", updated_input: { command: "ls" }, updated_permissions: suggestions };
      assert.deepEqual((await approved.ended).result, allowed);
      await stage.widget.isGone();

      const denied = start(at, "can_use_tool", ["Bash", { command: "ls" }], { tool_use_id: "t3" });
      await new Card(stage.widget).decides({ kind: "deny" }, {});
      assert.equal((await denied.ended).result.type, "PermissionResultDeny");
    });

    scene("asks for one use of a tool once, also from an agent that was started again", async ({ bridge, session, widget }) => {
      const tool_use_id = `toolu_${randomUUID().replaceAll("-", "")}`;
      const at = { bridge: bridge.url, session };
      const uses = async (command) => (await start(at, "can_use_tool", ["Bash", { command }], { tool_use_id }).ended).result;
      const before = uses("ls");
      await new Card(widget).decides({ kind: "allow_once" }, {});
      assert.equal((await before).type, "PermissionResultAllow");
      await widget.isGone();
      assert.deepEqual(await uses("ls"), await before, "nobody is asked again");
      const other = uses("rm -r build");
      await new Card(widget).decides({ kind: "deny" }, {});
      assert.equal((await other).type, "PermissionResultDeny", "something else under the same id is not what was allowed");
    });
  });
} else {
  test("the Python client", { skip: "there is no Python with venv here; CI has one" }, () => {});
}
