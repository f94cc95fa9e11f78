// Fetches the WebAssembly and what works with it, once for all elements of the page.

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
  const fetched = async () => {
    const exports = await import("./ask-user-widget.js");
    await exports.default(place === undefined ? undefined : { module_or_path: place });
    return exports;
  };
  core ??= withController(fetched());
  return core;
}

/** The exports of the WebAssembly, and the code that makes a widget of them. */
async function withController(exports) {
  try {
    const [loaded, later] = await Promise.all([exports, import("./controller.js")]);
    later.watch(loaded, place);
    return { exports: loaded, Controller: later.Controller, loadChunk: later.loadChunk };
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
