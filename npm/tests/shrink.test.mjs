// Short names in the WebAssembly and in the glue: they have to be the same.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { shorten, shortNames, used } from "../shrink.mjs";
import { PACKAGE, packaged } from "./support.mjs";

const PRINTED = `{
  "imports": [["./ask-user-widget_bg.js", "__wbg_log_0a1b", "b"]],
  "exports": [["create", "c"], ["memory", "d"]]
}`;

const GLUE = `
  let wasm;
  const made = Object.create(null);
  const imports = { "./ask-user-widget_bg.js": { __proto__: made, __wbg_log_0a1b: (text) => console.log(text) } };
  export const create = () => [wasm.create(made.create), wasm.memory.buffer];
  export default (instantiate) => { wasm = instantiate(imports); };
`;

test("the glue gets the names that wasm-opt printed, and no other name changes", async () => {
  const code = await shorten(GLUE, shortNames(PRINTED));
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const glue = await import(url);
  let imports;
  glue.default((given) => {
    imports = given;
    return { c: (other) => `created, ${other}`, d: { buffer: "bytes" } };
  });
  assert.deepEqual(Object.keys(imports), ["a"]);
  assert.deepEqual(Object.keys(imports.a), ["b"]);
  assert.deepEqual(glue.create(), ["created, undefined", "bytes"]);
  assert.ok(code.includes("Object.create("), code);
});

test("what the glue uses of the WebAssembly is found, and has to be there", async () => {
  assert.deepEqual([...used(GLUE)], ["create", "memory"]);
  const names = shortNames(PRINTED.replace('"memory"', '"table"'));
  await assert.rejects(shorten(GLUE, names), /does not export `memory`, which the glue uses/);
});

const module = await WebAssembly.compile(readFileSync(join(PACKAGE, "ask-user-widget_bg.wasm")));

test("the package's WebAssembly asks for what its glue gives, and has no long names", () => {
  const glue = packaged("ask-user-widget.js");
  const imports = WebAssembly.Module.imports(module);
  assert.ok(imports.length > 20, `${imports.length} imports`);
  for (const { module, name } of imports) {
    assert.ok(module === "a" && name.length <= 3, `${module}.${name}`);
    assert.match(glue, new RegExp(`[{,]${name.replace("$", "\\$")}(:|\\()`), name);
  }
  for (const { name } of WebAssembly.Module.exports(module)) {
    assert.ok(name.length <= 3 && glue.includes(`.${name}`), name);
  }
});

test("the package's WebAssembly has no sections that only tools read", () => {
  for (const name of ["name", "producers", "target_features", "linking"]) {
    assert.equal(WebAssembly.Module.customSections(module, name).length, 0, name);
  }
});
