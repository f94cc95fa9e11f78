// Makes the WebAssembly of a page and its glue as small as they are shipped: `node npm/shrink.mjs DIST`, in place.
// `cargo xtask` calls it after Trunk.
//
// The two know each other by names, and wasm-bindgen's are long. wasm-opt gives the WebAssembly short ones and prints which;
// the glue then uses those. What the glue does not use of the WebAssembly is removed from it before.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, transform } from "esbuild";

import { features } from "./chunks.mjs";
import { CALLED, GLUE, STRIPPED, WASM, WASM_OPT, isMain, modern } from "./files.mjs";
import { reorder } from "./order.mjs";

/** How the glue uses an export of the WebAssembly: it has one variable for all of them. */
const USE = /\bwasm\.(\w+)/g;

/** The names of the exports that the glue uses. */
export function used(glue) {
  return new Set([...glue.matchAll(USE)].map(([, name]) => name));
}

/** What wasm-opt prints: the short names of imports and of exports, by the long ones. */
export function shortNames(printed) {
  const { imports, exports } = JSON.parse(printed);
  const names = imports.map(([, long, short]) => [long, short]);
  // The module that all imports are from has become `a`.
  const modules = imports.map(([module]) => [module, "a"]);
  return { imports: Object.fromEntries([...modules, ...names]), exports: new Map(exports) };
}

/** The glue with short names, and minified. */
export async function shorten(glue, { imports, exports }) {
  const used = glue.replace(USE, (_, name) => {
    if (!exports.has(name)) throw new Error(`the WebAssembly does not export \`${name}\`, which the glue uses`);
    return `wasm.${exports.get(name)}`;
  });
  const names = Object.keys(imports).map((name) => name.replace(/\W/g, "\\$&"));
  const { code } = await transform(used, {
    ...modern,
    minify: true,
    mangleProps: new RegExp(`^(${names.join("|")})$`),
    mangleQuoted: true,
    mangleCache: imports,
  });
  return code;
}

/** The glue as it was made, without what would keep a class in it that nobody uses. Nobody writes `using` for a widget. */
const droppable = (glue) =>
  withoutPlace(glue).replace(/^if \(Symbol\.dispose\).*$/gm, "").replaceAll("new FinalizationRegistry", "/* @__PURE__ */ $&");

/** The glue without the place of the WebAssembly: the loader fetches it (`src/element/main-file.js`), and bundlers should find it once. */
export function withoutPlace(glue) {
  const less = glue.replace(/^ *if \(module_or_path === undefined\) \{\n.*new URL\(.*\n *\}\n/m, "");
  if (less === glue) throw new Error("the glue says nowhere where the WebAssembly is");
  return less;
}

/** The glue with what the element calls, and without what wasm-bindgen exports besides. */
async function called(dist) {
  // Only a glue whose WebAssembly was cut has this one.
  const isCut = (await readFile(join(dist, GLUE), "utf8")).includes("export function chunkImports");
  const contents = `export { default, ${CALLED}${isCut ? ", chunkImports" : ""} } from "./${GLUE}";`;
  const load = async ({ path }) => ({ contents: droppable(await readFile(path, "utf8")) });
  const plugin = { name: "glue", setup: (esbuild) => esbuild.onLoad({ filter: new RegExp(`${GLUE}$`) }, load) };
  const stdin = { contents, resolveDir: dist };
  const { outputFiles } = await build({ ...modern, stdin, bundle: true, write: false, plugins: [plugin] });
  return outputFiles[0].text;
}

/** Runs wasm-opt on a file, in place. It finds in it which features it may use. */
async function optimize(file, passes) {
  const { stdout } = await promisify(execFile)(process.execPath, [WASM_OPT, file, ...passes, "-o", file], { maxBuffer: 1 << 24 });
  return stdout;
}

async function shrink(dist) {
  const wasm = join(dist, WASM);
  const glue = await called(dist);
  const kept = used(glue);
  const exports = WebAssembly.Module.exports(await WebAssembly.compile(await readFile(wasm)));
  const unused = exports.filter(({ name }) => !kept.has(name)).map(({ name }) => `--remove-exports=${name}`);
  const passes = [...unused, "--remove-unused-module-elements", ...STRIPPED, "--minify-imports-and-exports-and-modules"];
  const names = shortNames(await optimize(wasm, passes));
  await reorder(wasm, await features());
  await writeFile(join(dist, GLUE), await shorten(glue, names));
}

if (isMain(import.meta)) await shrink(process.argv[2]);
