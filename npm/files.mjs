// What the programs of this folder have in common.

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

export const GLUE = "ask-user-widget.js";
export const WASM = "ask-user-widget_bg.wasm";

/** A program for node: the one with which Trunk optimises. */
export const WASM_OPT = fileURLToPath(new URL("../tests/e2e/node_modules/binaryen/bin/wasm-opt", import.meta.url));

/** What the element calls of the glue. */
export const CALLED = "create, adapt, adaptResult, onFailure, renew";

/** For esbuild: the oldest browsers that the README promises. */
export const modern = { target: ["chrome109", "safari16.4", "firefox115"], format: "esm", legalComments: "none", charset: "utf8" };

/** Bytes as servers compress a file that they do not make anew each time. */
export function brotli(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

/** Whether a module is the program that was started, and not one that another imports. */
export const isMain = ({ url }) => realpathSync(process.argv[1]) === fileURLToPath(url);
