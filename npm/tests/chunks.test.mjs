// The chunks belong to the main file: they are made of one whole, and what one calls of the other is there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { chunkImports, flags, withoutUncalled } from "../chunks.mjs";
import { CHUNKS, WASM, WASM_OPT, chunkFile } from "../files.mjs";
import { PACKAGE, packaged, source } from "./support.mjs";

const compile = (name) => new WebAssembly.Module(readFileSync(join(PACKAGE, name)));
const main = compile(WASM);
const files = CHUNKS.map((name) => ({ name, module: compile(chunkFile(name)) }));
/** What chunks share stands in a section of each of them. */
const [shared] = WebAssembly.Module.customSections(files[0].module, "shared").map((bytes) => new WebAssembly.Module(bytes));
const chunks = shared ? [...files, { name: "shared", module: shared }] : files;
/** A package that was made for somebody to read is not cut, and its chunks are empty. */
const isCut = packaged("ask-user-widget.js").includes("chunkImports");

/** An instance of the main file on whose imports nobody calls, and what it shares, as its glue says. */
function instance() {
  const imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(main)) {
    assert.equal(kind, "function");
    (imports[module] ??= {})[name] = () => undefined;
  }
  const { exports } = new WebAssembly.Instance(main, imports);
  const [, body] = packaged("ask-user-widget.js").match(/function \w+\(\)\{return(\{__wasm_split:\{[^}]*\}\})\}/);
  const variable = body.match(/:(\w+)\./)[1];
  return { exports, shared: new Function(variable, `return ${body}`)(exports) };
}

/** The slots of a table that are empty. */
const emptySlots = (table) => Array.from({ length: table.length }, (_, slot) => slot).filter((slot) => table.get(slot) === null);

test("a chunk links with the main file, and gives the table what the main file has left out", { skip: !isCut }, () => {
  const { shared } = instance();
  const table = shared.__wasm_split.__indirect_function_table;
  const before = Array.from({ length: table.length }, (_, slot) => table.get(slot));
  assert.ok(emptySlots(table).length > CHUNKS.length, "something was left out");
  for (const { module } of chunks) {
    // It throws if something is missing, or is of another type.
    new WebAssembly.Instance(module, shared);
  }
  assert.deepEqual(emptySlots(table), [0], "every function of the whole is in one of the files; the first slot is none's");
  for (const [slot, filled] of before.entries()) {
    if (filled) assert.equal(table.get(slot), filled, `the main file has filled slot ${slot}, and no chunk takes it`);
  }
});

test("chunks share memory, table and stack with the main file, and nothing by name", { skip: !isCut }, () => {
  for (const { name, module } of chunks) {
    const kinds = WebAssembly.Module.imports(module).map(({ kind }) => kind);
    assert.deepEqual(kinds.sort(), ["global", "memory", "table"], name);
    assert.deepEqual(WebAssembly.Module.exports(module), [], name);
  }
});

test("what chunks share is the same in each of them", { skip: !isCut }, () => {
  const sections = files.map(({ module }) => WebAssembly.Module.customSections(module, "shared").map((bytes) => Buffer.from(bytes).toString("hex")));
  for (const one of sections) assert.deepEqual(one, sections[0]);
  assert.equal(sections[0].length, 1);
});

test("two instances of the main file have chunks of their own", { skip: !isCut }, () => {
  const [one, other] = [instance(), instance()];
  for (const { module } of chunks) new WebAssembly.Instance(module, one.shared);
  assert.ok(emptySlots(other.shared.__wasm_split.__indirect_function_table).length > 1);
});

test("what only a chunk calls is left in the main file by wasm-opt", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ask-user-chunks-"));
  try {
    const [from, to] = [join(folder, "from.wat"), join(folder, "to.wasm")];
    const wat = `(module
      (table (export "table") 3 3 funcref)
      (elem (i32.const 1) func $called)
      (elem (i32.const 2) funcref (ref.null func))
      (func $called (param f32) (result f32) (f32.add (local.get 0) (f32.const 1)))
      (func (export "enter") (result i32) (call_indirect (result i32) (i32.const 2))))`;
    writeFileSync(from, wat);
    execFileSync(process.execPath, [WASM_OPT, from, ...(await flags()), "-o", to]);
    const { table, enter } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(to))).exports;
    assert.equal(table.get(1)(1), 2);
    // And the call into the chunk is not taken for one into nothing.
    const chunk = new WebAssembly.Module(Uint8Array.from([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 6, 1, 4, 0, 65, 7, 11,
    ]));
    table.set(2, new WebAssembly.Instance(chunk).exports.a);
    assert.equal(enter(), 7);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the functions that wasm-bindgen keeps in the table for itself go, and no others", () => {
  const invoke = '$"wasm_bindgen[0]::convert::closures::_::invoke::<(f64, u32)>"';
  const wat = `(module\n (elem $0 (i32.const 1) func $"a b" ${invoke} $c)\n (func ${invoke})\n)\n`;
  assert.match(withoutUncalled(wat), /^ \(elem \$0 \(i32\.const 1\) func \$"a b" \$never \$c\)$/m);
  assert.match(withoutUncalled(wat), /^ \(func \$"wasm_bindgen/m);
  const without = "(module\n (elem $0 (i32.const 1) func $c)\n)\n";
  assert.equal(withoutUncalled(without), without);
});

test("the glue says what chunks import", () => {
  const imports = [{ module: "shared", name: "memory" }, { module: "shared", name: "table" }, { module: "shared", name: "memory" }];
  assert.equal(chunkImports(imports), 'export function chunkImports(){return {"shared":{"memory":wasm.memory,"table":wasm.table}}}\n');
});

test("the files that the element fetches are the chunks that there are", () => {
  const named = [...source("src/element/chunk-files.js").matchAll(/^ {2}(\w+): \(\) => new URL\("\.\/([\w-]+\.wasm)", import\.meta\.url\),$/gm)];
  assert.deepEqual(named.map(([, name, file]) => [name, file]), CHUNKS.map((name) => [name, chunkFile(name)]));
});
