// Puts a WebAssembly that was cut into the page: `node npm/chunks.mjs FOLDER DIST`. `cargo xtask` calls it before `shrink.mjs`.
//
// FOLDER has `split_NAME.wasm` for each chunk, and `bindings/`, the main file and its glue. The glue is given a function that says
// what chunks share with the main file, and all files are optimised as Trunk would do it: with the flags of the page.

import { execFile } from "node:child_process";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { CHUNKS, GLUE, STRIPPED, WASM, WASM_DIS, WASM_OPT, chunkFile, isMain } from "./files.mjs";
import { reorder } from "./order.mjs";

/** The flags with which Trunk calls wasm-opt for the page. */
export async function flags(root = new URL("..", import.meta.url)) {
  const [, level, params] = (await readFile(new URL("index.html", root), "utf8")).match(/data-wasm-opt="(\w)"\s+data-wasm-opt-params="([^"]*)"/);
  return [`-O${level}`, ...params.split(" ")];
}

/** Those of the flags that say which features WebAssembly may use. */
export const features = async () => (await flags()).filter((flag) => flag.startsWith("--enable-"));

/** Runs one of binaryen's programs. */
async function run(program, words) {
  const { stderr } = await promisify(execFile)(process.execPath, [program, ...words]);
  // It does not know the names that the cutter gives to types.
  const complaints = stderr.split("\n").filter((line) => line && !line.startsWith("warning: unknown name subsection"));
  if (complaints.length) throw new Error(complaints.join("\n"));
}

const optimize = async (from, to, ...more) => run(WASM_OPT, [from, ...(await flags()), ...more, "-o", to]);

/** A name in WebAssembly's text. */
const NAME = /\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+)/g;

/**
 * The text of the main file without functions that are in its table and that nobody calls from there. In a table of its own
 * wasm-opt would find them; this one is shared with chunks, so it has to believe that each is called. wasm-bindgen has put them
 * there for itself: closures are called from outside by an export.
 */
export function withoutUncalled(wat) {
  const isUncalled = (name) => name.includes("::convert::closures::_::invoke");
  const table = wat.replace(/^ \(elem \$0 .*$/m, (line) => line.replace(NAME, (name) => (isUncalled(name) ? "$never" : name)));
  return table === wat ? wat : table.replace(/\)\s*$/, " (func $never (unreachable))\n)\n");
}

/** Optimises the main file. */
async function optimizeMain(from, to) {
  const text = `${from}.wat`;
  await run(WASM_DIS, [from, "-o", text]);
  await writeFile(text, withoutUncalled(await readFile(text, "utf8")));
  // Text does not say which features it uses.
  await optimize(text, to, "--emit-target-features");
}

/** Optimises a chunk. */
async function optimizeChunk(folder, name) {
  const file = join(folder, chunkFile(name));
  await optimize(join(folder, `split_${name}.wasm`), file, ...STRIPPED);
  await reorder(file, await features());
}

/** A function for the glue: the imports of chunks, from the instance of the main file that there is at the time. */
export function chunkImports(imports) {
  const modules = new Map();
  for (const { module, name } of imports) modules.set(module, new Set([...(modules.get(module) ?? []), name]));
  const members = ([module, names]) => `"${module}":{${[...names].map((name) => `"${name}":wasm.${name}`)}}`;
  return `export function chunkImports(){return {${[...modules].map(members)}}}\n`;
}

async function chunks(folder, dist) {
  const made = (await readdir(folder)).filter((name) => /^(split|chunk)_.*\.wasm$/.test(name)).sort();
  const expected = [...CHUNKS, "shared"].map((name) => `split_${name}.wasm`).sort();
  if (String(made) !== String(expected)) throw new Error(`the chunks are ${made}, and npm/files.mjs names ${expected}`);
  const compiled = await Promise.all(made.map(async (name) => WebAssembly.compile(await readFile(join(folder, name)))));
  const imports = compiled.flatMap((module) => WebAssembly.Module.imports(module));
  const glue = await readFile(join(folder, "bindings", GLUE), "utf8");
  await writeFile(join(dist, GLUE), glue + chunkImports(imports));
  await Promise.all([
    optimizeMain(join(folder, "bindings", WASM), join(dist, WASM)),
    ...[...CHUNKS, "shared"].map((name) => optimizeChunk(folder, name)),
  ]);
  const shared = await readFile(join(folder, chunkFile("shared")));
  for (const name of CHUNKS) {
    await writeFile(join(dist, chunkFile(name)), withSection(await readFile(join(folder, chunkFile(name))), "shared", shared));
  }
}

/** A module with one more custom section, for what two chunks share: a file of its own would be so small that bundlers inline it. */
export function withSection(module, name, content) {
  const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)]);
  const inside = Buffer.concat([Buffer.from([...number(name.length)]), Buffer.from(name), content]);
  return Buffer.concat([module, Buffer.from([0, ...number(inside.length)]), inside]);
}

if (isMain(import.meta)) await chunks(...process.argv.slice(2));
