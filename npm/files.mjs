// What the programs of this folder have in common.

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

export const GLUE = "ask-user-widget.js";
export const WASM = "ask-user-widget_bg.wasm";

/** The names of the chunks, and the file of each. */
export const CHUNKS = ["previews", "requests"];
export const chunkFile = (name) => `ask-user-widget_${name}.wasm`;

/** The entries for agents' frameworks: each is a file of its own, which nothing else needs. */
export const FRAMEWORKS = ["ai-sdk", "ag-ui", "langgraph"];

/** Programs for node: the one with which Trunk optimises, and one that writes WebAssembly as text. */
const binaryen = (name) => fileURLToPath(new URL(`../tests/e2e/node_modules/binaryen/bin/${name}`, import.meta.url));
export const WASM_OPT = binaryen("wasm-opt");
export const WASM_DIS = binaryen("wasm-dis");

/** For wasm-opt: removes sections that only tools read. */
export const STRIPPED = ["--strip-debug", "--strip-producers", "--strip-target-features"];

/** What the element calls of the glue. */
export const CALLED = "create, adapt, adaptResult, onFailure, renew, setChunkLoader";

/** For esbuild: the oldest browsers that the README promises. */
export const modern = { target: ["chrome109", "safari16.4", "firefox115"], format: "esm", legalComments: "none", charset: "utf8" };

/** Bytes as servers compress a file that they do not make anew each time. */
export function brotli(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

/** Whether a module is the program that was started, and not one that another imports. */
export const isMain = ({ url }) => realpathSync(process.argv[1]) === fileURLToPath(url);
