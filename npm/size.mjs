// Compares the bytes that a browser downloads with their budgets: `node npm/size.mjs PACKAGE [BUDGETS]`. The last suite of
// `cargo xtask test` calls it with the npm package and xtask/budget.toml; without budgets it only prints.
//
// What counts is what a host page takes from the package. Its inline entry, types and React wrapper do not.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { brotli, chunkFile, isMain } from "./files.mjs";

/** What is on the page before any question. */
export const LOADER = ["ask-user.js", "define.js"];
/** What is fetched when the browser is idle, or with the first question. The style sheet is in the WebAssembly. */
export const CORE = ["ask-user-widget.js", "ask-user-widget_bg.wasm", "controller.js"];

/** What is fetched besides when the page asks by itself (`element.ask`), as the page of `cargo xtask bench` does. */
export const ASKED_BY_PAGE = ["page-ask.js"];

/** What is fetched besides when a question has previews, and with approvals, forms and requests of other protocols. */
export const PREVIEWS = [chunkFile("previews")];
export const REQUESTS = [chunkFile("requests")];

/** The bytes of a file, as it is and compressed. */
function weigh(folder, name) {
  const bytes = readFileSync(join(folder, name));
  return { name, raw: bytes.length, brotli: brotli(bytes).length };
}

/** The number under `[table]` in the budgets' TOML. */
export function budget(toml, table) {
  const [, number] = toml.match(new RegExp(`^\\[${table}\\]\\nbrotli = ([\\d_]+)$`, "m")) ?? [];
  if (!number) throw new Error(`xtask/budget.toml names no budget for ${table}`);
  return Number(number.replaceAll("_", ""));
}

/** The table of all files and sums (without `toml`, no more), and a sentence for each sum that is over its budget. */
export function report(files, toml) {
  const sum = (names) => files.filter(({ name }) => names.includes(name)).reduce((all, { brotli }) => all + brotli, 0);
  const sums = [
    { name: "before any question", brotli: sum(LOADER), budget: toml && budget(toml, "loader") },
    { name: "plain question", brotli: sum([...LOADER, ...CORE]), budget: toml && budget(toml, "plain-question") },
    { name: "plain question of the page's", brotli: sum([...LOADER, ...CORE, ...ASKED_BY_PAGE]), budget: toml && budget(toml, "asked-by-the-page") },
    { name: "with previews", brotli: sum([...LOADER, ...CORE, ...PREVIEWS]), budget: toml && budget(toml, "with-previews") },
    { name: "with approvals and forms", brotli: sum([...LOADER, ...CORE, ...REQUESTS]), budget: toml && budget(toml, "with-approvals-and-forms") },
  ];
  const digits = (number) => number?.toLocaleString("en") ?? "";
  const line = (row) => `${row[0].padEnd(32)}${row.slice(1).map((cell) => cell.padStart(10)).join("")}`.trimEnd();
  const rows = [...files, ...sums].map(({ name, raw, brotli, budget }) => [name, ...[raw, brotli, budget].map(digits)]);
  const over = sums.filter(({ brotli, budget }) => brotli > budget);
  return {
    table: [["shipped", "raw", "brotli", "budget"], ...rows].map(line).join("\n"),
    complaints: over.map(({ name, brotli, budget }) =>
      `${name}: ${digits(brotli)} bytes in brotli, ${digits(brotli - budget)} over the budget of ${digits(budget)} in xtask/budget.toml`),
  };
}

if (isMain(import.meta)) {
  const [folder, budgets] = process.argv.slice(2);
  const files = [...LOADER, ...CORE, ...ASKED_BY_PAGE, ...PREVIEWS, ...REQUESTS].map((name) => weigh(folder, name));
  const { table, complaints } = report(files, budgets && readFileSync(budgets, "utf8"));
  console.log(table);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length ? 1 : 0;
}
