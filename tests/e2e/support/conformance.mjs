// MCP's conformance tests as a program.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { fileOf } from "../mcp/client.mjs";

/** Where their set-up is, and files for them. */
export const FOLDER = fileURLToPath(new URL("../mcp", import.meta.url));

/** A Node that runs the conformance tests: this one, or the one that npm brought. */
function newerNode() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const system = process.platform === "win32" ? "win" : process.platform;
  const path = `${FOLDER}/node_modules/node-${system}-${process.arch}/bin/node${system === "win" ? ".exe" : ""}`;
  assert.ok(existsSync(path), `the conformance tests need Node 22: this is ${process.version}, and npm has none for ${system}-${process.arch}`);
  return path;
}

/** What they say. Fails if they do. */
export async function conformance(...given) {
  const program = fileOf("@modelcontextprotocol/conformance/dist/index.js");
  const run = promisify(execFile)(newerNode(), ["--import", "./loopback.mjs", program, ...given], { cwd: FOLDER });
  // What it says of a failure is all that is known of it.
  const { stdout, stderr } = await run.catch((error) => assert.fail(`${error.message}\n${error.stdout}\n${error.stderr}`));
  return `${stdout}\n${stderr}`;
}
