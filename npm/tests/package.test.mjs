// The package as others get it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { publint } from "publint";

import { PACKAGE, packaged, ROOT } from "./support.mjs";

const run = (program, words, cwd) => promisify(execFile)(program, words, { cwd, env: { ...process.env, NO_COLOR: "1" } });
const description = JSON.parse(packaged("package.json"));
const folder = mkdtempSync(join(tmpdir(), "ask-user-package-"));
after(() => rmSync(folder, { recursive: true }));

test("publint has nothing to say", async () => {
  const { messages } = await publint({ pkgDir: PACKAGE, strict: true, pack: "npm" });
  assert.deepEqual(messages, []);
});

test("are the types wrong? no", async () => {
  const { stdout } = await run("npm", ["pack", PACKAGE, "--json", "--silent"], folder);
  const [{ filename }] = JSON.parse(stdout);
  const attw = join(ROOT, "npm/node_modules/@arethetypeswrong/cli/dist/index.js");
  // The package is ESM only, and its WebAssembly is no TypeScript. It exits with 1 if it has found something.
  const words = [attw, filename, "--profile", "esm-only", "--exclude-entrypoints", "ask-user-widget_bg.wasm"];
  await run(process.execPath, words, folder).catch(({ stdout }) => assert.fail(stdout));
});

test("every entry leads to a file, and nothing is needed at run time", () => {
  const files = Object.values(description.exports).flatMap((entry) => (entry.default ?? entry.types ? Object.values(entry) : entry));
  for (const file of [...files, description.types, description.customElements, ...description.sideEffects]) {
    assert.ok(existsSync(join(PACKAGE, file.replace("*", "de"))), file);
  }
  assert.equal(description.dependencies, undefined);
  assert.equal(description.devDependencies, undefined);
  assert.match(description.version, /^\d+\.\d+\.\d+/);
});

test("nothing lies there that nobody asked for", () => {
  assert.deepEqual(readdirSync(PACKAGE).sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "ask-user-widget.js",
    "ask-user-widget_bg.wasm",
    "ask-user.d.ts",
    "ask-user.js",
    "background.js",
    "custom-elements.json",
    "define.d.ts",
    "define.js",
    "inline.d.ts",
    "inline.js",
    "languages",
    "package.json",
    "page-ask.js",
    "react.d.ts",
    "react.js",
    "svelte.d.ts",
    "vue.d.ts",
  ]);
});

test("the README leads nowhere that is not there", () => {
  const readme = packaged("README.md");
  const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, title]) => `#${title.toLowerCase().replaceAll(" ", "-")}`);
  for (const [, link] of readme.matchAll(/\]\(([^)]+)\)/g)) {
    if (/^https?:/.test(link)) continue;
    assert.ok(link.startsWith("#") ? anchors.includes(link) : existsSync(join(PACKAGE, link.split("#")[0])), link);
  }
});

test("on a server an import does nothing and does not throw", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  for (const name of ["ask-user.js", "define.js", "inline.js"]) {
    const exported = await import(join(PACKAGE, name));
    exported.define?.();
  }
  assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
});

test("bundlers see where the WebAssembly is, and in the inline entry that there is none to look for", () => {
  assert.ok(packaged("ask-user-widget.js").includes('new URL("./ask-user-widget_bg.wasm",import.meta.url)'));
  assert.ok(packaged("ask-user.js").includes('import("./ask-user-widget.js")'));
  assert.ok(!packaged("inline.js").includes("import.meta"));
});

test("the React component stays a client component", () => {
  assert.ok(packaged("react.js").startsWith('"use client";'));
});

test("no file names a place on the machine that built it", () => {
  const places = [ROOT, `${homedir()}/`, "/home/", "/Users/", ".cargo/registry"];
  const files = readdirSync(PACKAGE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "latin1");
    for (const place of places) assert.ok(!text.includes(place), `${name} names ${place}`);
  }
});
