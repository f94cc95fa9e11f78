// The order of functions: it changes what brotli makes of them, and nothing else.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { WASM_OPT } from "../files.mjs";
import { order, renamed, reorder } from "../order.mjs";

/** Functions of two signatures, one that is called, one in the table, and data that looks like a call. */
const WAT = `(module
 (import "a" "log" (func $log (param i32)))
 (memory (export "memory") 1)
 (data (i32.const 0) "(call $1)\\n (func $1)")
 (table (export "table") 2 2 funcref)
 (elem (i32.const 1) func $long)
 (func $twelve (export "twelve") (result i32) (i32.add (call $five) (i32.const 7)))
 (func $long (param i32) (result i32) (i32.mul (i32.add (local.get 0) (i32.const 1)) (i32.const 1000)))
 (func $five (result i32) (call $log (i32.const 5)) (i32.const 5))
 (func (export "six") (result i32) (i32.const 6))
)`;

/** A file with these functions, for as long as `use` takes. */
async function withFile(use) {
  const folder = mkdtempSync(join(tmpdir(), "ask-user-order-"));
  try {
    const [text, file] = [join(folder, "from.wat"), join(folder, "functions.wasm")];
    writeFileSync(text, WAT);
    execFileSync(process.execPath, [WASM_OPT, text, "--enable-reference-types", "--strip-debug", "-o", file], { stdio: "pipe" });
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("functions of one signature stand side by side, and the shortest is the first", async () => {
  const numbers = await withFile((file) => order(readFileSync(file)));
  assert.deepEqual(numbers.toSorted(), [0, 1, 2, 3], "each is there once");
  const place = (number) => numbers.indexOf(number);
  const sameSignature = [0, 2, 3].map(place).sort();
  assert.equal(sameSignature[2] - sameSignature[0], 2, String(numbers));
  assert.equal(place(3), sameSignature[0], String(numbers));
});

test("a module does the same in another order", async () => {
  await withFile(async (file) => {
    const before = readFileSync(file);
    await reorder(file, ["--enable-reference-types"]);
    const after = readFileSync(file);
    assert.notDeepEqual(after, before);
    const logged = [];
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(after), { a: { log: (number) => logged.push(number) } });
    assert.deepEqual([exports.twelve(), exports.six(), exports.table.get(1)(2)], [12, 6, 3000]);
    assert.deepEqual(logged, [5]);
    assert.equal(Buffer.from(exports.memory.buffer, 0, 20).toString(), "(call $1)\n (func $1)");
  });
});

test("a name is replaced where it names a function, and nowhere else", () => {
  const wat = [
    ' (import "a" "b" (func $fimport$0 (param i32)))',
    ' (data $0 (i32.const 0) "(call $1)")',
    " (elem $0 (table $0) (i32.const 1) func $1 $0)",
    " (elem $1 (i32.const 3) $1)",
    ' (export "e" (func $1))',
    " (start $0)",
    " (func $0 (param $0 i32)",
    "  (call $1 (local.get $0) (ref.func $0) (call $fimport$0) (call_indirect $0 (type $1)))",
    " (func $1)",
  ];
  assert.deepEqual(renamed(wat.join("\n"), [1, 0]).split("\n"), [
    wat[0],
    wat[1],
    " (elem $0 (table $0) (i32.const 1) func $f000000 $f000001)",
    " (elem $1 (i32.const 3) $f000000)",
    ' (export "e" (func $f000000))',
    " (start $f000001)",
    " (func $f000001 (param $0 i32)",
    "  (call $f000000 (local.get $0) (ref.func $f000001) (call $fimport$0) (call_indirect $0 (type $1)))",
    " (func $f000000)",
  ]);
});
