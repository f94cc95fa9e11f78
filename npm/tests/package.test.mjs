// The package as others get it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { publint } from "publint";

import { ASKED_BY_PAGE, CORE } from "../size.mjs";
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
  const words = [attw, filename, "--profile", "esm-only", "--exclude-entrypoints", ...readdirSync(PACKAGE).filter((name) => name.endsWith(".wasm"))];
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
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "THIRD-PARTY-NOTICES.txt",
    "adapters.js",
    "ag-ui.d.ts",
    "ag-ui.js",
    "ai-sdk.d.ts",
    "ai-sdk.js",
    "ask-user-widget.js",
    "ask-user-widget_bg.wasm",
    "ask-user-widget_previews.wasm",
    "ask-user-widget_requests.wasm",
    "ask-user.d.ts",
    "ask-user.js",
    "attributes.js",
    "background.js",
    "composer.js",
    "controller.js",
    "custom-elements.json",
    "define.d.ts",
    "define.js",
    "demo",
    "docs",
    "inline.d.ts",
    "inline.js",
    "langgraph.d.ts",
    "langgraph.js",
    "language.js",
    "languages",
    "package.json",
    "page-ask.js",
    "react.d.ts",
    "react.js",
    "svelte.d.ts",
    "vue.d.ts",
  ]);
});

/** The name by which a heading is linked to. */
const anchor = (title) => title.toLowerCase().replaceAll(" ", "-").replace(/[^\p{L}\p{N}_-]/gu, "");

test("no document leads to what is not in the package", () => {
  const documents = readdirSync(PACKAGE, { recursive: true }).filter((name) => name.endsWith(".md"));
  assert.equal(documents.length, 5);
  for (const name of documents) {
    for (const [, link] of packaged(name).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path, heading] = link.split("#");
      const target = path ? join(name, "..", path) : name;
      assert.ok(existsSync(join(PACKAGE, target)), `${name} links to ${link}`);
      if (!heading) continue;
      const anchors = [...packaged(target).matchAll(/^#+ (.*)$/gm)].map(([, title]) => anchor(title));
      assert.ok(anchors.includes(heading), `${name} links to ${link}`);
    }
  }
});

test("the README has its pictures, and nothing about building from source", () => {
  const readme = packaged("README.md");
  const pictures = [...readme.matchAll(/^!\[[^\]]+\]\((demo\/\w+\.png)\)$/gm)].map(([, name]) => name);
  assert.deepEqual(pictures, ["demo/dialog.png", "demo/approval.png", "demo/form.png"]);
  for (const name of pictures) assert.ok(existsSync(join(PACKAGE, name)), name);
  assert.doesNotMatch(readme, /cargo |xtask|not published/);
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
  assert.ok(packaged("ask-user.js").includes('new URL("./ask-user-widget_bg.wasm",import.meta.url)'));
  assert.ok(!packaged("ask-user-widget.js").includes("import.meta"), "the glue is given it");
  for (const name of ["previews", "requests"]) {
    assert.ok(packaged("controller.js").includes(`new URL("./ask-user-widget_${name}.wasm",import.meta.url)`));
  }
  assert.ok(packaged("ask-user.js").includes('import("./ask-user-widget.js")'));
  assert.ok(!packaged("inline.js").includes("import.meta"));
});

test("the lines of the reference by which a page fetches all for a plain question ahead name just that", () => {
  const lines = packaged("docs/reference.md").match(/```html\n((?:<link .*>\n)+)```/)[1];
  const named = (rel) => [...lines.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="/ask-user-widget/([^"]+)">`, "g"))].map(([, name]) => name);
  const [modules, others] = [named("modulepreload"), named("preload")];
  assert.equal(modules.length + others.length, lines.trim().split("\n").length);
  assert.deepEqual([...modules, ...others].sort(), [...CORE, ...ASKED_BY_PAGE].sort());
  for (const name of [...modules, ...others]) assert.ok(existsSync(join(PACKAGE, name)), name);
  // A file that is fetched in another way than it was fetched ahead is fetched twice.
  for (const name of modules) assert.match(packaged("ask-user.js"), new RegExp(`import\\("\\./${name}"\\)`), name);
  for (const name of others) assert.match(packaged("ask-user.js"), new RegExp(`fetch\\(new URL\\("\\./${name}",import\\.meta\\.url\\)\\)`), name);
});

test("the React component stays a client component", () => {
  assert.ok(packaged("react.js").startsWith('"use client";'));
});

/** How our manifest writes that a dependency is not for the browser. */
const NOT_WASM = 'cfg(not(target_arch = "wasm32"))';

/**
 * The crates that cargo links into the WebAssembly, by its own description of the graph. It describes the whole workspace,
 * where the bridge may ask a crate for more: what depends on that is left out, and may be there or not.
 */
async function linked() {
  const words = ["metadata", "--format-version=1", "--offline", "--filter-platform", "wasm32-unknown-unknown"];
  const { stdout } = await promisify(execFile)("cargo", words, { cwd: ROOT, maxBuffer: 1 << 28 });
  const { packages, resolve } = JSON.parse(stdout);
  const byId = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Set();
  const visit = (id) => {
    const isMacro = byId.get(id).targets.some(({ kind }) => kind.includes("proc-macro"));
    if (isMacro || found.has(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      const { name } = byId.get(pkg);
      const declared = byId.get(id).dependencies.filter((one) => one.name === name && one.kind === null);
      // cargo keeps a crate that only another kind of dependency brings to this platform, and then names all kinds.
      const isLinked = dep_kinds.some(({ kind, target }) => kind === null && target !== NOT_WASM);
      if (isLinked && declared.some(({ optional }) => !optional)) visit(pkg);
    }
  };
  visit(packages.find(({ name, source }) => name === "ask-user-widget" && source === null).id);
  return [...found].map((id) => byId.get(id)).filter(({ source }) => source !== null);
}

test("the notices name every crate that is linked, with its licence and a text", async () => {
  const notices = packaged("THIRD-PARTY-NOTICES.txt");
  const crates = await linked();
  assert.ok(crates.length > 20, `${crates.length} crates`);
  const texts = notices.split("-".repeat(80)).slice(1);
  const covered = new Set(texts.flatMap((text) => text.trim().split("\n")[0].split(", ")));
  for (const { name, version, license } of crates) {
    assert.ok(notices.includes(`- ${name} ${version}: ${license}\n`), `${name} ${version} is under ${license}`);
    assert.ok(covered.has(name), `the text of ${name}`);
  }
  // What a panic in the WebAssembly could name is there for certain.
  const wasm = readFileSync(join(PACKAGE, "ask-user-widget_bg.wasm"), "latin1");
  for (const [, name, version] of wasm.matchAll(/(?<![\w/])([a-z][\w-]*?)-(\d+\.\d+\.\d+[\w.+-]*)\/src\//g)) {
    assert.ok(notices.includes(`- ${name} ${version}: `), `${name} ${version} is linked`);
  }
});

test("no file names a place on the machine that built it", () => {
  const places = [ROOT, `${homedir()}/`, "/home/", "/Users/", ".cargo/registry"];
  const files = readdirSync(PACKAGE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "latin1");
    for (const place of places) assert.ok(!text.includes(place), `${name} names ${place}`);
  }
});
