// Fetches the WebAssembly and what works with it, once for all elements of the page.

import { mainFile } from "./main-file.js";

/** The promise of all that. */
let core = null;

/** Where the page said that the WebAssembly is. */
let place;

/**
 * Fetches the WebAssembly now. `source` is where it is, if not beside this file: an address, a response, bytes, or a
 * compiled module. The first call decides; after a failure the next one tries again.
 * @param {WebAssemblySource} [source]
 * @returns {Promise<unknown>}
 */
export function load(source) {
  if (!core) place = source ?? place;
  return (core ??= withController(fetched()));
}

/** The exports of the WebAssembly. It is fetched at the same time as the glue, which compiles it while it comes. */
async function fetched() {
  const [exports, module_or_path] = await Promise.all([import("./ask-user-widget.js"), place ?? mainFile()]);
  await exports.default({ module_or_path });
  return exports;
}

/** The exports of the WebAssembly, and the code that makes a widget of them. */
async function withController(exports) {
  try {
    const [loaded, later] = await Promise.all([exports, import("./controller.js")]);
    later.watch(loaded, place);
    return { exports: loaded, ...later };
  } catch (error) {
    core = null;
    throw error;
  }
}

/**
 * Takes the WebAssembly from somebody who has it already: the exports of wasm-bindgen's module. For the tests of this package.
 * @param {unknown} exports
 * @returns {void}
 */
export function provide(exports) {
  core = withController(exports);
}
