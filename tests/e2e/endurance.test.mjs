// Many asks in one page: `cargo xtask endurance` has ten thousand, here are a few hundred, and what can be counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endure } from "./endurance/endure.mjs";
import { growth } from "./endurance/growth.mjs";
import { Bridge } from "./support/bridge.mjs";
import { Window } from "./support/browser.mjs";

test("hundreds of asks leave no nodes, no listeners and no memory behind", async () => {
  const bridge = await Bridge.start();
  const window = await Window.open();
  const samples = [];
  try {
    await endure(window, bridge, { asks: 300, every: 100, tell: (sample) => samples.push(sample) });
  } finally {
    await window.close();
    await bridge.stop();
  }
  assert.equal(samples.length, 3);
  assert.deepEqual(growth(samples, ["wasm", "nodes", "listeners"]), []);
});
