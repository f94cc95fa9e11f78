// Loads chunks: files of WebAssembly that the main one calls for when they are first needed, and that share its memory and its
// table of functions. Fetched with the main one.

import { sourceOf } from "./chunk-files.js";

/** The promises of compiled chunks by their names. A fresh instance of the main file takes them again. */
const modules = new Map();

/** The promises of chunks that belong to an instance of the main file, by its memory. */
const instances = new WeakMap();

/**
 * Loads a chunk for the instance of these exports of wasm-bindgen's module, once. A failure is tried again by the next call. A
 * build that was not cut has everything in its main file.
 */
export async function instantiateChunk(glue, name, place) {
  if (!glue.chunkImports) return;
  const imports = glue.chunkImports();
  const { memory } = Object.values(imports)[0];
  if (!instances.has(memory)) instances.set(memory, new Map());
  const parts = instances.get(memory);
  return once(parts, name, async () => {
    const module = await once(modules, name, () => compile(sourceOf(name, place)));
    // What two chunks share stands in each of them, and is instantiated once.
    const [shared] = WebAssembly.Module.customSections(module, "shared");
    if (shared) await once(parts, "shared", () => WebAssembly.instantiate(shared, imports));
    await WebAssembly.instantiate(module, imports);
  });
}

/** What `make` promises for a key. A promise that was broken is forgotten. */
function once(promises, key, make) {
  if (!promises.has(key)) {
    const promise = make();
    promises.set(key, promise);
    promise.catch(() => promises.delete(key));
  }
  return promises.get(key);
}

/** The module of an address or of bytes. Not streaming: a server may not know the type of the file, and a chunk is small. */
async function compile(source) {
  if (source instanceof Uint8Array) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
