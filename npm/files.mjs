// What the programs of this folder have in common.

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const GLUE = "ask-user-widget.js";
export const WASM = "ask-user-widget_bg.wasm";

/** What the element calls of the glue. */
export const CALLED = "create, adapt, adaptResult, onFailure, renew";

/** For esbuild: the oldest browsers that the README promises. */
export const modern = { target: ["chrome109", "safari16.4", "firefox115"], format: "esm", legalComments: "none", charset: "utf8" };

/** Whether a module is the program that was started, and not one that another imports. */
export const isMain = ({ url }) => realpathSync(process.argv[1]) === fileURLToPath(url);
