// What the download is made of, as tables in markdown: `node npm/parts.mjs PACKAGE WASM`, where WASM is the WebAssembly as
// wasm-bindgen left it, with the names of its functions. `cargo xtask size` calls it; docs/size.md has what it printed.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { WASM, WASM_OPT, brotli, isMain } from "./files.mjs";
import { flags } from "./chunks.mjs";
import { Reader, sections } from "./sections.mjs";
import { ASKED_BY_PAGE, CORE, LOADER, PREVIEWS, REQUESTS } from "./size.mjs";

/** How many of the largest are listed. */
const LARGEST = 10;

/** The functions of a module that has their names: name and bytes. */
export function functions(bytes) {
  const all = sections(bytes);
  const names = new Map();
  for (const reader = new Reader(all.find(({ name }) => name === "name").content); !reader.isAtEnd; ) {
    const [kind] = reader.slice(1);
    const part = new Reader(reader.slice());
    // The names of functions; others are of variables, types and so on.
    if (kind !== 1) continue;
    for (let count = part.number(); count > 0; count--) names.set(part.number(), part.text());
  }
  const code = new Reader(all.find(({ id }) => id === 10).content);
  const count = code.number();
  const first = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).filter(({ kind }) => kind === "function").length;
  return Array.from({ length: count }, (_, index) => ({ name: names.get(first + index) ?? "?", size: code.slice().length }));
}

/** A function's name as one reads it: without the compiler's hash, which has no zeros in front. */
export const readable = (name) => name.replace(/::h[0-9a-f]{16}\b/g, "").replace(/\[[0-9a-f]{12,16}\]/g, "").replace(/#\d+$/, "");

/** The crate that a function is of; with a room for our own. */
export function origin(name) {
  const path = readable(name).match(/^[<&*(\[ ]*(?:mut |dyn |const )*([a-z_]\w*)::(\w+)/);
  if (!path) return "glue for closures and exports";
  const [, crate, module] = path;
  return crate === "ask_user_widget" ? `${crate}::${module}` : crate;
}

/** A function's name without the types that a generic function was made for: all copies of it have the same. */
export function generic(name) {
  const text = readable(name).replaceAll("->", "");
  // What a method is of stands in brackets too, at the beginning; of that only the types inside go.
  let [kept, depth, plain] = [text.startsWith("<") ? 1 : 0, 0, ""];
  for (const letter of text) {
    if (letter === "<") depth++;
    const isOuter = depth === kept && depth > 0 && "<>".includes(letter);
    if (isOuter || (depth <= kept && !"<>".includes(letter))) plain += letter;
    if (letter === ">" && --depth === 0) kept = 0;
  }
  return plain;
}

/** Whether a function is of the standard library. */
export const isLibrary = (name) => ["alloc", "core", "std", "hashbrown"].includes(origin(name));

/** The sums of all functions by `key`, largest first. */
export function sums(functions, key) {
  const sums = new Map();
  for (const { name, size } of functions) sums.set(key(name), (sums.get(key(name)) ?? 0) + size);
  return [...sums].sort(([, one], [, other]) => other - one);
}

const digits = (number) => number.toLocaleString("en");

const table = (head, rows) =>
  [head, head.map((_, index) => (index ? "---:" : "---")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** The module as wasm-opt makes it for the page, but with names. The flags are the page's. */
async function named(wasm) {
  const folder = await mkdtemp(join(tmpdir(), "ask-user-parts-"));
  try {
    const out = join(folder, "named.wasm");
    await promisify(execFile)(process.execPath, [WASM_OPT, wasm, ...(await flags()), "-g", "-o", out]);
    return await readFile(out);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function parts(folder, wasm) {
  const read = (names) => Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
  const [files, later] = [await read([...LOADER, ...CORE]), await read([...ASKED_BY_PAGE, ...new Set([...PREVIEWS, ...REQUESTS])])];
  const row = ({ name, bytes }) => [name, digits(bytes.length), digits(brotli(bytes).length)];
  const sum = (name, files) => [name, "", digits(files.reduce((all, { bytes }) => all + brotli(bytes).length, 0))];
  const fileRow = (file) => row({ ...file, name: `\`${file.name}\`` });
  const inside = sections(await readFile(join(folder, WASM))).filter(({ name }) => name);
  const all = functions(await named(wasm));
  const rows = (sums) => sums.map(([name, size]) => [`\`${name}\``, digits(size)]);
  const largest = (key) => rows(sums(all, key).slice(0, LARGEST));
  const library = rows(sums(all.filter(({ name }) => isLibrary(name)), generic).slice(0, 2 * LARGEST));
  return [
    table(["file", "raw", "brotli"], [
      ...files.map(fileRow),
      sum("all for a plain question", files),
      ...later.map(fileRow),
      sum("all files", [...files, ...later]),
    ]),
    table(["section of the WebAssembly", "raw", "brotli"], inside.map(({ name, content }) => row({ name, bytes: content }))),
    table(["code by crate, and by room", "raw"], sums(all, origin).slice(0, 2 * LARGEST).map(([name, size]) => [`\`${name}\``, digits(size)])),
    table(["largest functions", "raw"], largest(readable)),
    table(["largest functions of the standard library, all copies together", "raw"], library),
  ].join("\n\n");
}

if (isMain(import.meta)) console.log(await parts(...process.argv.slice(2)));
