import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { budget, report } from "../size.mjs";

const BUDGETS = "[plain-question]\nbrotli = 75_000\n\n[asked-by-the-page]\nbrotli = 76_000\n\n[with-previews]\nbrotli = 80_000\n\n[with-approvals-and-forms]\nbrotli = 79_000\n\n[loader]\nbrotli = 3_000\n";

const files = (loader, wasm, previews = 0) => [
  { name: "ask-user.js", raw: 2 * loader, brotli: loader },
  { name: "ask-user-widget_bg.wasm", raw: 2 * wasm, brotli: wasm },
  { name: "ask-user-widget_previews.wasm", raw: 2 * previews, brotli: previews },
];

test("the budget is the last byte that passes", () => {
  assert.deepEqual(report(files(3_000, 72_000), BUDGETS).complaints, []);
  assert.match(report(files(3_000, 72_001), BUDGETS).complaints.join(), /75,001 bytes in brotli, 1 over the budget of 75,000/);
  assert.match(report(files(3_000, 70_000, 7_001), BUDGETS).complaints.join(), /80,001 bytes in brotli, 1 over the budget of 80,000/);
  assert.match(report(files(3_001, 70_000), BUDGETS).complaints.join(), /3,001 bytes in brotli, 1 over the budget of 3,000/);
});

test("the table ends with the sums and their budgets", () => {
  const lines = report(files(2_000, 60_000, 9_000), BUDGETS).table.split("\n");
  assert.match(lines.at(-5), /^before any question +2,000 +3,000$/);
  assert.match(lines.at(-4), /^plain question +62,000 +75,000$/);
  assert.match(lines.at(-3), /^plain question of the page's +62,000 +76,000$/);
  assert.match(lines.at(-2), /^with previews +71,000 +80,000$/);
  assert.match(lines.at(-1), /^with approvals and forms +62,000 +79,000$/);
});

test("without budgets there is nothing to complain about", () => {
  const { table, complaints } = report(files(3_000, 99_000));
  assert.match(table, /^plain question +102,000$/m);
  assert.deepEqual(complaints, []);
});

test("all budgets are in the repository, and a missing one is named", () => {
  const toml = readFileSync(new URL("../../xtask/budget.toml", import.meta.url), "utf8");
  assert.ok(budget(toml, "loader") > 0 && budget(toml, "plain-question") > budget(toml, "loader"));
  for (const name of ["asked-by-the-page", "with-previews", "with-approvals-and-forms"]) assert.ok(budget(toml, name) > budget(toml, "plain-question"), name);
  assert.throws(() => budget("[loader]\nbrotli = much\n", "loader"), /no budget for loader/);
});
