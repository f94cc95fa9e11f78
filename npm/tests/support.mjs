// What the tests of the package look at.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of the package that was made. */
export const PACKAGE = process.env.PACKAGE;
if (!PACKAGE) throw new Error("PACKAGE must name the package's folder; `cargo xtask test --only package` sets it.");

export const packaged = (name) => readFileSync(join(PACKAGE, name), "utf8");
export const source = (name) => readFileSync(join(ROOT, name), "utf8");

/** The text of all files of a folder with this ending. */
export function sources(folder, ending) {
  const names = readdirSync(join(ROOT, folder), { recursive: true }).filter((name) => name.endsWith(ending));
  return names.map((name) => source(join(folder, name))).join("\n");
}

export const manifest = JSON.parse(packaged("custom-elements.json"));
export const module = manifest.modules[0];
export const element = module.declarations.find(({ name }) => name === "AskUser");

export const names = (list) => list.map(({ name }) => name);

/** What a pattern's first group finds, each once, in order. */
export const found = (text, pattern) => sorted([...text.matchAll(pattern)].map(([, name]) => name));
export const sorted = (list) => [...new Set(list)].sort();
