// `cargo xtask endurance`: prints what one page weighs after each thousand asks, and ends with 1 if it grows. The first
// argument is the number of asks.

import { Bridge } from "../support/bridge.mjs";
import { Window } from "../support/browser.mjs";
import { endure } from "./endure.mjs";
import { growth } from "./growth.mjs";

const asks = Number(process.argv[2]);
const every = Math.max(1, Math.min(1_000, Math.floor(asks / 2)));
const bridge = await Bridge.start();
const window = await Window.open();
const samples = [];
try {
  const row = (cells) => console.log(cells.map((cell) => String(cell).padStart(12)).join(""));
  row(["asks", "wasm bytes", "heap bytes", "nodes", "listeners"]);
  const tell = (sample) => {
    samples.push(sample);
    row(Object.values(sample).map((value) => value.toLocaleString("en")));
  };
  await endure(window, bridge, { asks, every, tell });
} finally {
  await window.close();
  await bridge.stop();
}
const grown = growth(samples);
for (const complaint of grown) console.error(complaint);
console.log(grown.length > 0 ? "it grows" : `flat from ${samples[0].asks} to ${samples.at(-1).asks} asks`);
process.exitCode = grown.length > 0 ? 1 : 0;
